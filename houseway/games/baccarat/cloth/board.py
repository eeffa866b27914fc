"""Board: the roads of a shoe on an ivory plate, as displays beside a table show them.

Banker is filled and Player hollow, so that the two can be told apart without their colours. On the derived roads the shape
says which road it is, as everywhere: rings for the big eye, discs for the small road, strokes for the cockroach.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from houseway.draw.palette import colour
from houseway.draw.svg import group, number, picture, tag, text, title
from houseway.games.baccarat.roads import CYCLES, ROWS, Mark, Roads

RED, BLUE, GREEN = colour("pip-red"), "#2A5CA6", "#1C7347"
INKS = {"player": BLUE, "banker": RED, "tie": GREEN, "alike": RED, "unlike": BLUE}
LETTERS = {"player": "P", "banker": "B", "tie": "T"}
PAPER, RULE, WORDS = colour("card"), "#DAD7CB", colour("ink-3")
NOT_A_FORECAST = "A record of this shoe, not a forecast"


def board_svg(roads: Roads, width: float = 880) -> str:
    """The board as a picture of its own."""
    return picture(width, 124, board(roads, width), label=roads.words, sized=True)


@lru_cache(maxsize=128)
def board(roads: Roads, width: float = 880) -> str:
    """All five roads side by side, 124 high."""
    cell, pad, top = 15.0, 8.0, 22.0
    high = ROWS * cell
    beads = 9
    left = pad
    right = width - pad
    small = cell / 2
    derived = int((right - left) * 0.30 / small) // 2 * 2
    across = derived * small
    big = int((right - across - 10 - (left + beads * cell + 10)) / cell)
    at_big, at_derived = left + beads * cell + 10, right - across
    totals = roads.totals
    said = f"{NOT_A_FORECAST}. Banker {totals['banker']}, Player {totals['player']}, Tie {totals['tie']}"
    parts = [
        title(roads.words),
        tag("rect", width=width, height=124, rx=8, fill=PAPER),
        _heading(left, "Bead plate"),
        _heading(at_big, "Big road"),
        _heading(at_derived, "Big eye, small, cockroach"),
        text(at_derived - 14, 15, said, 12, 500, WORDS, "end", 92, at_derived - at_big - 90),
        group(_grid(beads, ROWS, cell), _beads(_latest(roads.bead_plate, beads), cell), at=(left, top)),
        group(_grid(big, ROWS, cell), _big(_latest(roads.big_road, big), cell), at=(at_big, top)),
    ]
    eye = _latest(roads.derived("big eye"), derived)
    parts.append(group(_grid(derived, ROWS, small), _derived(eye, small, "big eye"), at=(at_derived, top)))
    half = derived // 2 - 1
    for n, name in enumerate(("small", "cockroach")):
        x = at_derived + n * (half + 2) * small
        marks = _latest(roads.derived(name), half)
        parts.append(group(_grid(half, ROWS, small), _derived(marks, small, name), at=(x, top + high / 2 + 0.01)))
    return group(*parts, role="img", aria_label=roads.words)


@lru_cache(maxsize=128)
def big_road_alone(roads: Roads, width: float, height: float) -> str:
    """The big road where there is room for no more; on a strip of one line, the last coups as beads."""
    if height < 40:
        cell = height - 6
        last = roads.shown[-int((width - 12) / cell) :]
        marks = [Mark(n, 0, coup.came, coup.count) for n, coup in enumerate(last)]
        inside = group(_beads(marks, cell), at=(6, 3)) if marks else text(8, height - 8, roads.words, 12, 500, WORDS)
    else:
        cell = (height - 22) / ROWS
        columns = int((width - 12) / cell)
        inside = text(8, 13, NOT_A_FORECAST, 11, 500, WORDS) + group(
            _grid(columns, ROWS, cell), _big(_latest(roads.big_road, columns), cell), at=(6, 18)
        )
    return group(
        title(roads.words),
        tag("rect", width=width, height=height, rx=6, fill=PAPER),
        inside,
        role="img",
        aria_label=roads.words,
    )


def _heading(x: float, words: str) -> str:
    return text(x, 15, words, 12, 650, colour("ink"))


def _latest(marks: Iterable[Mark], columns: int) -> list[Mark]:
    """Scrolled to the newest columns."""
    marks = list(marks)
    over = max((mark.column for mark in marks), default=0) - columns + 1
    if over <= 0:
        return marks
    return [
        Mark(mark.column - over, mark.row, mark.kind, mark.count, mark.ties, mark.logical)
        for mark in marks
        if mark.column >= over
    ]


@lru_cache(maxsize=32)
def _grid(columns: int, rows: int, cell: float) -> str:
    d = "".join(f"M{number(n * cell)} 0V{number(rows * cell)}" for n in range(columns + 1))
    d += "".join(f"M0 {number(n * cell)}H{number(columns * cell)}" for n in range(rows + 1))
    return tag("path", d=d, fill="none", stroke=RULE, stroke_width=0.7)


def _middle(mark: Mark, cell: float) -> tuple[float, float]:
    return (mark.column + 0.5) * cell, (mark.row + 0.5) * cell


def _beads(marks: Iterable[Mark], cell: float) -> str:
    parts = []
    for mark in marks:
        x, y = _middle(mark, cell)
        ink = INKS[mark.kind]
        parts.append(tag("circle", cx=x, cy=y, r=cell * 0.44, fill=ink))
        parts.append(text(x, y + cell * 0.22, LETTERS[mark.kind], cell * 0.62, 700, "#FFFFFF", "middle"))
    return group(*parts)


def _big(marks: Iterable[Mark], cell: float) -> str:
    parts = []
    for mark in marks:
        x, y = _middle(mark, cell)
        ink, r = INKS[mark.kind], cell * 0.36
        if mark.kind != "tie":
            fill = ink if mark.kind == "banker" else "none"
            parts.append(tag("circle", cx=x, cy=y, r=r, fill=fill, stroke=ink, stroke_width=cell * 0.13))
        if mark.ties:
            if mark.kind == "banker":
                parts.append(tag("circle", cx=x, cy=y, r=r * 0.62, fill=PAPER))
            d = f"M{number(x - cell * 0.42)} {number(y + cell * 0.42)}L{number(x + cell * 0.42)} {number(y - cell * 0.42)}"
            parts.append(tag("path", d=d, stroke=GREEN, stroke_width=cell * 0.14))
        if mark.ties > 1:
            parts.append(text(x, y + cell * 0.2, str(mark.ties), cell * 0.6, 700, colour("ink"), "middle"))
    return group(*parts)


def _derived(marks: Iterable[Mark], cell: float, name: str) -> str:
    assert name in CYCLES
    parts = []
    for mark in marks:
        x, y = _middle(mark, cell)
        ink, r = INKS[mark.kind], cell * 0.36
        if name == "big eye":
            parts.append(tag("circle", cx=x, cy=y, r=r, fill="none", stroke=ink, stroke_width=cell * 0.2))
        elif name == "small":
            parts.append(tag("circle", cx=x, cy=y, r=r * 1.15, fill=ink))
        else:
            d = f"M{number(x - r)} {number(y + r)}L{number(x + r)} {number(y - r)}"
            parts.append(tag("path", d=d, stroke=ink, stroke_width=cell * 0.24))
    return group(*parts)
