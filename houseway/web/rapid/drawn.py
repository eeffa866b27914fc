"""Drawn: the layout and the racetrack of a terminal, from the same parts as every roulette of the house.

A terminal is as wide as a desk, a tablet or a phone, and each has a cloth that fingers meet: the page shows the one that fits.
It draws chips itself, as fast as fingers are; where each chip lies comes from here.
"""

from __future__ import annotations

import json
from functools import cache

from houseway.draw.boxes import Rect
from houseway.draw.layout import Grid, layout
from houseway.draw.racetrack import Called, Track, racetrack
from houseway.draw.svg import picture
from houseway.kit import spots
from houseway.kit.wheel import RED, SINGLE_ZERO, colour
from houseway.values import value

SPOTS = tuple(spots.layout().values())
RED_NUMBERS = " ".join(str(number) for number in sorted(RED))  # for pages that colour numbers themselves
POCKETS = tuple((label, colour(int(label))) for label in SINGLE_ZERO.pockets)


def _called() -> dict[str, Called]:
    return {
        label: Called(f"around:{label}", label, f"{label} and its neighbours on the wheel", (int(label),), ())
        for label in SINGLE_ZERO.pockets
    }


@value
class Face:
    """A terminal's cloth of one size."""

    way: str
    width: float
    height: float
    grid: Grid
    track: Track


DESK = Face("desk", 1050, 604, Grid(24, 22, 68, 71.6, 76, 76, 46, 46), Track(Rect(24, 384, 876, 190), ring=46))
TABLET = Face(
    "tablet", 768, 610, Grid(12, 14, 54, 52.5, 60, 64, 46, 46), Track(Rect(12, 326, 744, 272), ring=52, ends=(7, 8))
)
PHONE = Face(
    "phone", 390, 1412, Grid(12, 10, 52, 52, 46, 88, 50, 52, seam=28, way="down"),
    Track(Rect(12, 746, 366, 656), ring=54, ends=(11, 12), way="down"),
)  # fmt: skip
FACES = (DESK, TABLET, PHONE)


@cache
def cloths() -> dict[str, str]:
    """The printed cloths of a terminal: layout and racetrack."""
    return {face.way: _cloth(face) for face in FACES}


def _cloth(face: Face) -> str:
    return picture(
        face.width,
        face.height,
        layout(face.grid, SPOTS, prefix=face.way),
        racetrack(face.track, POCKETS, _called(), prefix=face.way),
        label="The layout",
        role="group",
        id=f"cloth-{face.way}",
        class_=f"cloth {face.way}",
    )


@cache
def places() -> str:
    """How each bet is read, which group it belongs to, and where its chip lies on each cloth: for the page."""
    found = {
        spot.name: {
            "words": spot.words,
            "kind": spots.group_of(spot),
            "numbers": list(spot.numbers),
            "at": {face.way: _chip_at(face.grid, spot) for face in FACES},
        }
        for spot in SPOTS
    }
    chips = {face.way: round(face.grid.chip, 1) for face in FACES}
    return json.dumps({"spots": found, "wheel": [int(label) for label in SINGLE_ZERO.pockets], "chips": chips})


def _chip_at(grid: Grid, spot: spots.Spot) -> tuple[float, float]:
    """Where a chip leaves what is printed readable."""
    x, y = grid.at(*grid.middle(spot))
    area = grid.area(spot)
    if spot.kind == "straight" and spot.x:
        y = area.y + area.height * 0.62
    elif spot.kind == "column":
        y += 12
    elif spot.kind in spots.OUTSIDE:
        x, y = (x, area.y + 26) if grid.way == "down" else (area.x + area.width - 22, y)
    return round(x, 1), round(y, 1)
