"""Dice: flat faces with their pips, ones and fours red; never tumbling."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from houseway.draw.palette import CLOTHS, colour
from houseway.draw.svg import group, number, picture, tag, title
from houseway.draw.wheel import seats_below

_LOW, _MID, _HIGH = 0.25, 0.5, 0.75

# Where the pips of a face stand, in shares of its side. Twos and threes run from corner to corner.
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MID, _MID),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _LOW), (_MID, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
    6: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _MID), (_HIGH, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
}

WORDS = ("", "one", "two", "three", "four", "five", "six")


@lru_cache(maxsize=256)
def die(face: int, x: float, y: float, side: float) -> str:
    """A die with its upper left corner at a point."""
    ink = colour("pip-red" if face in (1, 4) else "pip-black")
    r = side * (0.14 if face == 1 else 0.09)
    return group(
        tag("rect", y=side * 0.04, width=side, height=side, rx=side * 0.16, fill="#000", fill_opacity=0.3),
        tag("rect", width=side, height=side, rx=side * 0.16, fill=colour("card")),
        *(tag("circle", cx=across * side, cy=down * side, r=r, fill=ink) for across, down in PIPS[face]),
        at=(x, y),
    )


def row_of_dice(faces: Sequence[int], x: float, y: float, side: float, gap: float, id: str | None = None) -> str:
    """Dice beside each other, read aloud as one."""
    said = f"Dice {', '.join(WORDS[face] for face in faces)}"
    parts = [die(face, n * (side + gap), 0, side) for n, face in enumerate(faces)]
    return tag(
        "g", title(said), *parts, id=id, class_="dealt", role="img", aria_label=said,
        transform=f"translate({number(x)} {number(y)})",
    )  # fmt: skip


def dice_svg(faces: Sequence[int], side: float = 20, gap: float = 4) -> str:
    """Dice to stand in a line of text."""
    wide = len(faces) * (side + gap) - gap
    label = f"Dice {', '.join(WORDS[face] for face in faces)}"
    parts = [die(face, n * (side + gap), 0, side) for n, face in enumerate(faces)]
    return picture(wide, side * 1.05, *parts, label=label, sized=True, class_="mark")


def dice_table_svg(seats: Sequence[bool], closed: bool = False, label: str = "") -> str:
    """A table with three dice, as the floor plan has it."""
    if closed:
        shape = tag(
            "rect", x=14, y=10, width=108, height=50, rx=8, fill="none", stroke=colour("edge"), stroke_width=1.5,
            stroke_dasharray="4 3",
        )  # fmt: skip
        return picture(136, 84, shape, seats_below(seats, 16, 72, 104), label=label or "a dice table", sized=True)
    ground = tag("rect", x=14, y=10, width=108, height=50, rx=8, fill=CLOTHS["wheels"][0])
    faces = [die(face, 28 + 29 * n, 24, 22) for n, face in enumerate((2, 5, 6))]
    return picture(136, 84, ground, *faces, seats_below(seats, 16, 72, 104), label=label or "a dice table", sized=True)
