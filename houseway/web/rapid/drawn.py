"""Drawn: the layout and the racetrack of a terminal, from the same parts as every roulette of the house.

The page draws chips itself, as fast as fingers are; where each chip lies comes from here.
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

WIDE, HIGH = 1050, 604
GRID = Grid(24, 22, 68, 71.6, 76, 76, 46, 46)
TRACK = Track(Rect(24, 384, 876, 190), ring=46)
SPOTS = tuple(spots.layout().values())
RED_NUMBERS = " ".join(str(number) for number in sorted(RED))  # for pages that colour numbers themselves
POCKETS = tuple((label, colour(int(label))) for label in SINGLE_ZERO.pockets)


def _called() -> dict[str, Called]:
    return {
        label: Called(f"around:{label}", label, f"{label} and its neighbours on the wheel", (int(label),), ())
        for label in SINGLE_ZERO.pockets
    }


@cache
def cloth() -> str:
    """The printed cloth of a terminal: layout and racetrack, with a place for chips on top."""
    return picture(
        WIDE,
        HIGH,
        layout(GRID, SPOTS, prefix="ats"),
        racetrack(TRACK, POCKETS, _called(), prefix="ats"),
        '<g id="chips" class="on-top"></g><g id="going" class="on-top"></g>',
        label="The layout",
        role="group",
        id="cloth",
        class_="cloth",
    )


@cache
def places() -> str:
    """Where the chip of each bet lies, and how it is read: for the page."""
    found = {}
    for spot in SPOTS:
        along, across = GRID.middle(spot)
        x, y = GRID.at(along, across)
        if spot.kind == "straight" and spot.x:
            y += GRID.rank * 0.15
        elif spot.kind in ("column", "dozen", "low", "high", "even", "odd", "red", "black"):
            area = GRID.area(spot)
            x = area.x + area.width - (22 if spot.kind != "column" else area.width / 2)
            y = y if spot.kind != "column" else y + 12
        found[spot.name] = {"x": round(x, 1), "y": round(y, 1), "words": spot.words, "numbers": list(spot.numbers)}
    return json.dumps({"spots": found, "wheel": [int(label) for label in SINGLE_ZERO.pockets]})


def field() -> Rect:
    """The room inside the racetrack, where the sign hangs."""
    return TRACK.field
