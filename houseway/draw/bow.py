"""Bow: where playing areas lie on a cloth. Along the bow as players see them, in a row as the dealer reads them."""

from __future__ import annotations

from houseway.draw.boxes import Rect
from houseway.draw.palette import colour


def arc(
    areas: int, top: float = 381, height: float = 167, sag: float = 56, left: float = 26, across: float = 880
) -> list[tuple[int, Rect]]:
    """The areas along the bow, as players see them: area 1 at the right, the middle ones nearest to them."""
    gap = 9 if areas <= 7 else 6
    width = (across + gap) / areas - gap
    half = max((areas - 1) / 2, 0.5)
    return [
        (
            area,
            Rect(
                left + (areas - area) * (width + gap), top + sag * (1 - ((area - 1 - half) / half) ** 2), width, height
            ),
        )
        for area in range(1, areas + 1)
    ]


def row(areas: int, place: Rect, mirrored: bool = False) -> list[tuple[int, Rect]]:
    """The areas side by side: from the left by number, or mirrored as whoever sits opposite sees them."""
    gap = 5 if areas <= 7 else 4
    width = (place.width + gap) / areas - gap
    return [
        (area, Rect(place.x + (areas - area if mirrored else area - 1) * (width + gap), place.y, width, place.height))
        for area in range(1, areas + 1)
    ]


def inks(closed: bool) -> tuple[str, str]:
    """Strong and quiet ink: on cloth, or on paper where a closed table is drawn in outline."""
    return (colour("ink-2"), colour("ink-3")) if closed else (colour("cloth-ink"), colour("cloth-ink-2"))
