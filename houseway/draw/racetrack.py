"""Racetrack: the numbers in the order of the wheel, for wagers on neighbours and on sections of it.

A ring with two straight sides and two rounded ends, its first pocket in the middle of one end. What is touched is a called
wager; which single wagers it is made of stands on the element, so that a page can show them before they are placed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from houseway.draw.boxes import LINE, Rect, box
from houseway.draw.layout import LINES
from houseway.draw.palette import colour
from houseway.draw.svg import group, number, tag, text
from houseway.draw.touch import place
from houseway.values import value

IVORY, QUIET = colour("cloth-ink"), colour("cloth-ink-2")


@value
class Called:
    """A wager called by one name and made of several pieces."""

    name: str  # "neighbours:17", "tier"
    label: str
    words: str  # as it is read aloud
    numbers: tuple[int, ...]
    pieces: tuple[tuple[str, int], ...]  # spots, and how many pieces on each


@value
class Track:
    """Where a racetrack lies, how thick its ring is and how many pockets stand at either end."""

    area: Rect
    ring: float = 48
    ends: tuple[int, int] = (5, 6)
    way: Literal["along", "turned", "down"] = "along"

    @property
    def length(self) -> float:
        return self.area.height if self.way == "down" else self.area.width

    @property
    def depth(self) -> float:
        return self.area.width if self.way == "down" else self.area.height

    def at(self, along: float, across: float) -> tuple[float, float]:
        if self.way == "down":
            return self.area.x + self.depth - across, self.area.y + along
        if self.way == "turned":
            return self.area.x + self.length - along, self.area.y + self.depth - across
        return self.area.x + along, self.area.y + across

    @property
    def field(self) -> Rect:
        """What lies inside the ring."""
        return self.area.inset(self.ring + 12)

    def spans(self, pockets: int) -> list[tuple[str, float, float]]:
        """For each pocket from the first: the side it stands on and how far along that side it begins and ends."""
        left, right = self.ends
        straight = pockets - left - right
        top, bottom = (straight + 1) // 2, straight // 2
        sides = [("left", left, left // 2, left), ("top", top, 0, top), ("right", right, 0, right)]
        sides += [("bottom", bottom, 0, bottom), ("left", left, 0, left // 2)]
        return [(side, n / count, (n + 1) / count) for side, count, begin, end in sides for n in range(begin, end)]

    def point(self, side: str, share: float, inward: float) -> tuple[float, float]:
        """A point of the ring, by its side, how far along it, and how far in from the outer edge."""
        r = self.depth / 2
        straight = self.length - 2 * r
        if side == "top":
            return self.at(r + straight * share, inward)
        if side == "bottom":
            return self.at(r + straight * (1 - share), self.depth - inward)
        turn = math.pi * (0.5 + share) if side == "left" else math.pi * (share - 0.5)
        x = r if side == "left" else r + straight
        return self.at(x + (r - inward) * math.cos(turn), r + (r - inward) * math.sin(turn))

    def shape(self, side: str, begin: float, end: float) -> str:
        """The outline of one pocket."""
        outer, inner = self.depth / 2, self.depth / 2 - self.ring
        a, b = self.point(side, begin, 0), self.point(side, end, 0)
        c, d = self.point(side, end, self.ring), self.point(side, begin, self.ring)
        p = ["{} {}".format(*map(number, point)) for point in (a, b, c, d)]
        if side in ("top", "bottom"):
            return f"M{p[0]}L{p[1]}L{p[2]}L{p[3]}Z"
        return (
            f"M{p[0]}A{number(outer)} {number(outer)} 0 0 1 {p[1]}L{p[2]}A{number(inner)} {number(inner)} 0 0 0 {p[3]}Z"
        )


def racetrack(
    track: Track,
    pockets: Sequence[tuple[str, str]],
    neighbours: Mapping[str, Called],
    sections: Sequence[Called] = (),
    lit: Iterable[str] = (),
    able: bool = True,
    prefix: str = "p",
    fields: Rect | None = None,
) -> str:
    """The ring of pockets, each with its colour and its called wager, and the sections in the field inside it, or in that
    part of it which is given."""
    lit = frozenset(lit)
    ring, lamps = [], []
    for n, ((label, fill), (side, begin, end)) in enumerate(zip(pockets, track.spans(len(pockets)), strict=True)):
        ring.append(_pocket(track, label, fill, neighbours[label], side, begin, end, able, prefix, n == 0))
        if label in lit:
            d = track.shape(side, begin, end)
            lamps.append(tag("path", d=d, fill="none", stroke=colour("lamp"), stroke_width=3, class_="lit"))
    parts = _parts(fields or track.field, len(sections), track.way)
    field = [_section(rect, called, able, prefix) for rect, called in zip(parts, sections, strict=True)]
    return group(*ring, *field, *lamps, role="group", aria_label="The racetrack", data_roving=f"{prefix}-track")


@lru_cache(maxsize=512)
def _pocket(
    track: Track, label: str, fill: str, called: Called, side: str, begin: float, end: float, able: bool, prefix: str,
    first: bool,
) -> str:  # fmt: skip
    x, y = track.point(side, (begin + end) / 2, track.ring / 2)
    shape = tag(
        "path", d=track.shape(side, begin, end), fill=colour(f"pocket-{fill}"), stroke=LINES, stroke_width=LINE, class_="hit"
    )  # fmt: skip
    ink = text(x, y + 5.4, label, 15, 600, "#FFFFFF", "middle")
    return place(shape + ink, prefix, called.name, called.words, able, first, called.numbers, called.pieces, "called")


def _parts(field: Rect, count: int, way: str) -> list[Rect]:
    """A field in equal parts, beside each other or below each other as the track lies."""
    gap = 8.0
    if way == "down":
        tall = (field.height - gap * (count - 1)) / max(1, count)
        return [Rect(field.x, field.y + n * (tall + gap), field.width, tall) for n in range(count)]
    wide = (field.width - gap * (count - 1)) / max(1, count)
    parts = [Rect(field.x + n * (wide + gap), field.y, wide, field.height) for n in range(count)]
    return parts[::-1] if way == "turned" else parts


@lru_cache(maxsize=128)
def _section(rect: Rect, called: Called, able: bool, prefix: str) -> str:
    pieces = sum(count for _, count in called.pieces)
    size = 15.0
    shape = group(
        box(rect, r=8),
        text(rect.middle, rect.y + rect.height / 2 - 2, called.label, size, 600, IVORY, "middle", 96, rect.width - 10),
        text(
            rect.middle,
            rect.y + rect.height / 2 + 17,
            f"{pieces} pieces",
            13,
            450,
            QUIET,
            "middle",
            96,
            rect.width - 10,
        ),
    )
    return place(shape, prefix, called.name, called.words, able, False, called.numbers, called.pieces, "called section")
