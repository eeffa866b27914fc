"""Layout: the roulette cloth, drawn from a catalogue of spots.

A spot says which numbers it covers and where its chip lies, in units of one cell; lines, cells and everything that can be
touched follow from that. A spot in the middle of a cell is the cell, one on a line is a seam, one where lines cross is a
crossing. The same cloth can lie along the page, be turned to the dealer's side, or hang down a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, Protocol

from houseway.draw.boxes import LINE, Rect
from houseway.draw.palette import colour
from houseway.draw.svg import Attr, group, number, tag, text
from houseway.draw.touch import NOTHING, Stake, chips_at, hit, named, place, slug, turned
from houseway.values import value

IVORY = colour("cloth-ink")
LINES = "rgba(242,239,225,.62)"


class Spot(Protocol):
    """What a drawing asks of a spot; a rulebook's catalogue has it."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def x(self) -> float: ...  # along: 0 zero, 1 to 12 the rows, 13 the columns' own cells; halves lie on lines
    @property
    def y(self) -> float: ...  # across: 0 to 2 the numbers, -0.5 the outer line, -1.5 dozens, -2.5 even chances
    @property
    def words(self) -> str: ...
    def __hash__(self) -> int: ...


@value
class Grid:
    """How large a cloth is and which way it lies."""

    x: float
    y: float
    zero: float = 58
    cell: float = 62
    column: float = 66
    rank: float = 66  # one of the three ranks of numbers
    dozen: float = 44
    chance: float = 44
    seam: float = 24
    way: Literal["along", "turned", "down"] = "along"

    @property
    def length(self) -> float:
        return self.zero + 12 * self.cell + self.column

    @property
    def depth(self) -> float:
        return 3 * self.rank + self.dozen + self.chance

    @property
    def chip(self) -> float:
        """The radius of a chip that leaves its neighbours readable."""
        return min(self.cell, self.rank) * 0.285

    def at(self, along: float, across: float) -> tuple[float, float]:
        """A point of the cloth on the page: along from zero's end, across from the far rank."""
        if self.way == "down":
            return self.x + self.depth - across, self.y + along
        if self.way == "turned":
            return self.x + self.length - along, self.y + self.depth - across
        return self.x + along, self.y + across

    def rect(self, along: float, across: float, length: float, depth: float) -> Rect:
        one, other = self.at(along, across), self.at(along + length, across + depth)
        left, top = min(one[0], other[0]), min(one[1], other[1])
        return Rect(left, top, abs(one[0] - other[0]), abs(one[1] - other[1]))

    def middle(self, spot: Spot) -> tuple[float, float]:
        """Where the chip of a spot lies, along and across."""
        if spot.x == 0:
            along = self.zero / 2
        elif spot.x >= 13:
            along = self.zero + 12 * self.cell + self.column / 2
        else:
            along = self.zero + (spot.x - 0.5) * self.cell
        if spot.y >= -0.5:
            across = (2.5 - spot.y) * self.rank
        else:
            across = 3 * self.rank + (self.dozen / 2 if spot.y > -2 else self.dozen + self.chance / 2)
        return along, across

    def area(self, spot: Spot) -> Rect:
        """What may be touched for a spot."""
        along, across = self.middle(spot)
        if spot.x == 0:
            size = self.zero, 3 * self.rank
        elif spot.x >= 13:
            size = self.column, self.rank
        elif spot.y < -2:
            size = 2 * self.cell, self.chance
        elif spot.y < -0.5:
            size = 4 * self.cell, self.dozen
        else:
            on_line = spot.x % 1 == 0.5, spot.y % 1 == 0.5
            size = {
                (False, False): (self.cell, self.rank),
                (True, False): (self.seam, self.rank - self.seam),
                (False, True): (self.cell - self.seam, self.seam),
                (True, True): (self.seam, self.seam),
            }[on_line]
        return self.rect(along - size[0] / 2, across - size[1] / 2, *size)

    def paints(self, spot: Spot) -> int:
        """Cells lie below seams, seams below crossings."""
        if spot.y < -0.5 or spot.x >= 13:
            return 0
        return int(spot.x % 1 == 0.5) + int(spot.y % 1 == 0.5)


ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def labels(spots: Iterable[Spot], columns: str = "2 to 1") -> dict[str, str]:
    """What the cloth prints outside the numbers."""
    printed = {"low": "1 to 18", "high": "19 to 36", "even": "Even", "odd": "Odd", "red": "Red", "black": "Black"}
    found = {}
    for spot in spots:
        if spot.kind == "column":
            found[spot.name] = columns
        elif spot.kind == "dozen":
            found[spot.name] = f"{ORDINALS[(spot.numbers[0] + 11) // 12]} dozen"
        elif spot.kind in printed:
            found[spot.name] = printed[spot.kind]
    return found


def layout(
    grid: Grid,
    spots: Sequence[Spot],
    stakes: Mapping[str, Stake] | None = None,
    lit: Iterable[str] = (),
    able: bool = True,
    prefix: str = "p",
    pays: Mapping[str, str] | None = None,
    outline: bool = False,
) -> str:
    """The whole cloth: what is printed, what can be touched, and the chips on top. ``pays`` are odds by kind of spot;
    a closed table is drawn in ``outline``."""
    stakes, lit, pays = stakes or {}, frozenset(lit), pays or {}
    printed = labels(spots, pays.get("column", "2 to 1"))
    colours = _colours(spots)
    cells, touched, chips = [], [], []
    first = True
    for spot in sorted(spots, key=grid.paints):
        stake = stakes.get(spot.name, NOTHING)
        words = f"{spot.numbers[0]} {colours[spot.numbers[0]]}" if spot.kind == "straight" else spot.words
        if grid.paints(spot) == 0:
            fill = colours[spot.numbers[0]] if spot.kind == "straight" else ""
            holds = stake.drawn
            cells.append(_cell(grid, spot, fill, printed.get(spot.name, ""), holds, outline))
        touched.append(
            _touched(grid, spot, named(words, stake, spot.name in lit), able, prefix, first, pays.get(spot.kind, ""))
        )
        first = False
        if stake is not NOTHING:
            chips.append(chips_at(stake, *_chip_at(grid, spot), _radius(grid, spot), f"{prefix}-c-{slug(spot.name)}"))
    return group(
        group(
            *cells,
            "" if outline else _frame(grid),
            *(_lamp(grid, spot) for spot in spots if spot.name in lit),
            class_="printed",
        ),
        group(*touched, class_="places", role="group", aria_label="The layout", data_roving=prefix),
        group(*chips, class_="on-top"),
    )


def _colours(spots: Iterable[Spot]) -> dict[int, str]:
    """The colour of each number, as the catalogue's own red and black have it."""
    by_kind = {spot.kind: spot.numbers for spot in spots if spot.kind in ("red", "black")}
    found = dict.fromkeys(by_kind.get("red", ()), "red") | dict.fromkeys(by_kind.get("black", ()), "black")
    return {0: "green"} | found


@lru_cache(maxsize=4096)
def _touched(grid: Grid, spot: Spot, words: str, able: bool, prefix: str, first: bool, pays: str) -> str:
    area = grid.area(spot)
    shape = hit(area.x, area.y, area.width, area.height)
    return place(shape, prefix, spot.name, words, able, first, spot.numbers, kind=spot.kind, pays=pays)


@lru_cache(maxsize=4096)
def _cell(grid: Grid, spot: Spot, fill: str, printed: str, holds: bool, outline: bool) -> str:
    area = grid.area(spot)
    middle, centre = area.x + area.width / 2, area.y + area.height / 2
    ground: dict[str, Attr] = {"fill": colour(f"pocket-{fill}") if fill else "rgba(255,255,255,.03)", "stroke": LINES}
    ink = "#FFFFFF" if fill else IVORY
    if outline:
        ground, ink = {"fill": "none", "stroke": colour("edge"), "stroke_dasharray": "5 4"}, colour("ink-3")
    if spot.kind == "straight" and spot.numbers == (0,):
        size = grid.rank * 0.36
        return group(
            tag("path", d=_zero(grid), **ground, stroke_width=LINE),
            text(*_beside(grid, middle, centre + size * 0.36, holds), "0", size, 650, ink, "middle"),
            data_number=0,
        )
    box = tag("rect", x=area.x, y=area.y, width=area.width, height=area.height, **ground, stroke_width=LINE)
    if spot.kind == "straight":
        size = min(grid.rank, grid.cell) * (0.27 if holds else 0.35)
        y = area.y + size * 1.05 if holds else centre + size * 0.36
        return group(box, text(middle, y, str(spot.numbers[0]), size, 650, ink, "middle"), data_number=spot.numbers[0])
    outside = None if spot.kind == "column" else spot.name
    return group(box, _printed(grid, spot, printed, area, holds, ink), data_outside=outside)


def _beside(grid: Grid, x: float, y: float, holds: bool) -> tuple[float, float]:
    """Zero's numeral gives way to a chip."""
    if not holds:
        return x, y
    return (x - grid.rank * 0.7, y) if grid.way == "down" else (x, y - grid.rank * 0.6)


def _printed(grid: Grid, spot: Spot, words: str, area: Rect, holds: bool, ink: str) -> str:
    """The words of an outside cell; red and black have their colour beside the word."""
    x, y = area.x + area.width / 2, area.y + area.height / 2
    size = 15.0 if grid.cell >= 50 else 13.0
    if spot.kind == "column" and grid.way != "down":
        line = area.y + size * 1.3 if holds else y + size * 0.36
        return text(x, line, words, size, 500, ink, "middle", 96, area.width - 6)
    upright = grid.way != "down" or spot.kind == "column"
    length = area.width if upright else area.height
    shift = min(length * 0.2, 20.0) if holds else 0.0
    mark, half = "", 0.0
    if spot.kind in ("red", "black"):
        half = min(10.0, length * 0.08)
        mark = tag(
            "path", d=f"M{number(-half)} 0L0 {number(-half * 0.8)}L{number(half)} 0L0 {number(half * 0.8)}Z",
            fill=colour(f"pocket-{spot.kind}") if ink == IVORY else "none", stroke=ink, stroke_width=1.4,
            transform=f"translate({number(-half - size - shift)} 0)",
        )  # fmt: skip
    both = mark + text(half - shift, size * 0.36, words, size, 500, ink, "middle", 100, length - 12)
    return turned(both, x, y, 0 if upright else -90)


def _zero(grid: Grid) -> str:
    """Zero's cell: rounded at its own end."""
    r, deep = min(22.0, grid.zero * 0.4), 3 * grid.rank
    corners = [(grid.zero, 0), (r, 0), (0, 0), (0, r), (0, deep - r), (0, deep), (r, deep), (grid.zero, deep)]
    points = [" ".join(map(number, grid.at(*corner))) for corner in corners]
    return "M{}L{}Q{} {}L{}Q{} {}L{}Z".format(*points)


def _frame(grid: Grid) -> str:
    area = grid.rect(grid.zero, 0, 12 * grid.cell, 3 * grid.rank)
    return tag(
        "rect", x=area.x, y=area.y, width=area.width, height=area.height, fill="none", stroke=IVORY, stroke_opacity=0.8,
        stroke_width=1.6,
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _lamp(grid: Grid, spot: Spot) -> str:
    """What is lit now wears the lamp."""
    area = grid.area(spot)
    return tag(
        "rect", x=area.x + 2, y=area.y + 2, width=area.width - 4, height=area.height - 4, rx=3, fill="none",
        stroke=colour("lamp"), stroke_width=4, class_="lit",
    )  # fmt: skip


def _radius(grid: Grid, spot: Spot) -> float:
    return min(grid.chip, 0.4 * min(grid.dozen, grid.chance)) if spot.y < -0.5 else grid.chip


def _chip_at(grid: Grid, spot: Spot) -> tuple[float, float]:
    """The middle of a spot's chip; in a cell it leaves room for what is printed there."""
    along, across = grid.middle(spot)
    x, y = grid.at(along, across)
    if grid.paints(spot):
        return x, y
    if spot.kind == "straight" and spot.x:
        return x, y + min(grid.rank, grid.cell) * 0.15
    area, r = grid.area(spot), _radius(grid, spot)
    if spot.kind == "column" and grid.way != "down":
        return x, y + min(area.height * 0.18, 10)
    if spot.y < -0.5 or spot.kind == "column":
        if grid.way == "down" and spot.kind != "column":
            return x, area.y + r + 8
        return area.x + area.width - r - 8, y
    return x, y
