"""Cloth: what cloths of different games draw alike from a view. Who sits where, the sign of a closed table, an invitation."""

from __future__ import annotations

from houseway.draw.boxes import Rect, box
from houseway.draw.palette import colour
from houseway.draw.sign import plate
from houseway.draw.svg import group, text
from houseway.money import show
from houseway.play.view import View


def taken(view: View, word: str, mirrored: bool = False) -> tuple[list[bool], str]:
    """Which places of a table on the floor plan are taken, and that in words; mirrored, from the highest number down."""
    seated = {area for _, area in view.seats}
    numbers = range(view.sign.areas, 0, -1) if mirrored else range(1, view.sign.areas + 1)
    places = [area in seated for area in numbers]
    return places, f"{view.table}, {sum(places)} of {view.sign.areas} {word} taken"


def closed_sign(view: View, x: float, y: float) -> str:
    """The limits on a closed table's outline; nothing while it is open."""
    if view.status != "closed":
        return ""
    limits = view.sign.limits
    figures = [("Minimum", show(limits.minimum))]
    if limits.maximum is not None:
        figures.append(("Maximum", show(limits.maximum)))
    return group(plate(figures), at=(x, y))


def invitation(view: View, rect: Rect, word: str) -> str:
    """The place of one's own for a viewer who has none yet: an invitation."""
    words = f"Tap {word} to take a seat" if view.viewer and view.status == "open" else "You are watching"
    return box(rect) + text(rect.middle, rect.y + rect.height / 2, words, 15, 500, colour("cloth-ink"), "middle")
