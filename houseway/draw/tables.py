"""Tables: the shapes of the floor plan, seen from above, with a dot for each place: filled taken, hollow free."""

from __future__ import annotations

import math
from collections.abc import Sequence

from houseway.draw.palette import CLOTHS, colour
from houseway.draw.svg import group, number, picture, tag


def half_moon_svg(seats: Sequence[bool], cloth: str = "cards", closed: bool = False, label: str = "") -> str:
    """A table with its players along the bow. ``seats`` says, from the player's left, which places are taken."""
    width, height, r = 136.0, 84.0, 47.0
    x, y = width / 2, 12.0
    d = f"M{number(x - r)} {number(y)}H{number(x + r)}A{number(r)} {number(r)} 0 0 1 {number(x - r)} {number(y)}Z"
    if closed:
        shape = tag("path", d=d, fill="none", stroke=colour("edge"), stroke_width=1.5, stroke_dasharray="4 3")
    else:
        shape = tag("path", d=d, fill=CLOTHS[cloth][0])
    boxes = "" if closed else group(*(_little_box(x + n * 12, y + 16) for n in (-1, 0, 1)))
    return picture(width, height, shape, boxes, _seats(x, y, r + 11, seats), label=label or "a table", sized=True)


def _little_box(x: float, y: float) -> str:
    return tag(
        "rect",
        x=x - 4.5,
        y=y - 6.5,
        width=9,
        height=13,
        rx=2,
        fill="none",
        stroke=colour("cloth-line"),
        stroke_width=1.2,
    )


def _seats(x: float, y: float, r: float, seats: Sequence[bool]) -> str:
    """Dots along the bow, a little below the straight edge at either end."""
    dots = []
    for n, taken in enumerate(seats):
        angle = math.pi * (n + 0.5) / len(seats) if len(seats) > 1 else math.pi / 2
        angle = 0.11 + (angle - math.pi / (2 * len(seats))) * (math.pi - 0.22) / (math.pi - math.pi / len(seats))
        across, down = x - r * math.cos(angle), y + r * math.sin(angle)
        dots.append(
            tag(
                "circle", cx=across, cy=down, r=5.5, fill="currentColor" if taken else "none", stroke="currentColor",
                stroke_width=1.5,
            )
        )  # fmt: skip
    return group(*dots)
