"""Cuts: in which order the stacked tiles go out, and to which area first.

A cut is a table of the eight stacks as the dealer sees them, four levels from the top: each cell is the lot, 1 to 8, in which
that tile is delivered. Lot 1 goes to the first area, lot 2 to the next counter clockwise, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.kit.tiles import Tile
from houseway.values import value

AREAS = 8
STACKS, LEVELS, LOT = 8, 4, 4

NAMES = {  # Chinese and English
    "yat-dong-dong": ("Yat Dong Dong", "One Stack"),
    "cup-say": ("Cup Say", "Tiger"),
    "chee-yee": ("Chee Yee", "Chop the Ears"),
    "dai-pin": ("Dai Pin", "Big Slice"),
    "jung-quat": ("Jung Quat", "From the Heart"),
    "long-tau-fong-may": ("Long Tau Fong May", "Dragon Head Phoenix Tail"),
    "wui-fung-bank": ("Wui Fung Bank", "Hong Kong Bank"),
    "foot-say": ("Foot Say", "Four Across"),
}


@value
class Delivery:
    cut: str  # "cup-say"
    way: str  # "right top"
    lots: tuple[tuple[int, ...], ...]  # by level from the top, then by stack from the left

    def order(self, lot: int) -> tuple[int, ...]:
        """Where the tiles of a lot lie: indices into the stacks read row by row."""
        return tuple(STACKS * level + stack for level in range(LEVELS) for stack in range(STACKS)
                     if self.lots[level][stack] == lot)  # fmt: skip

    def dealt(self, stacked: Sequence[Tile], first: int) -> dict[int, tuple[Tile, ...]]:
        """The tiles of every area, the first lot to ``first`` and the others on from there."""
        return {counted(first, lot): tuple(stacked[at] for at in self.order(lot)) for lot in range(1, AREAS + 1)}


def delivery(cut: str, way: str, rows: Sequence[str]) -> Delivery:
    """A cut from its rows of the book; a table that is not eight lots of four is a misprint."""
    lots = tuple(tuple(int(lot) for lot in row.split()) for row in rows)
    counts = [sum(row.count(lot) for row in lots) for lot in range(1, AREAS + 1)]
    if [len(row) for row in lots] != [STACKS] * LEVELS or counts != [LOT] * AREAS:
        raise ValueError(f"{cut} {way}: a cut is eight lots of four tiles from eight stacks of four")
    return Delivery(cut, way, lots)


def other_cut(rows: str) -> Delivery:
    """A cut that is none of the traditional ones, told as it goes out: ``12345678/12345678/12345678/12345678``."""
    return delivery("other", "", [" ".join(row) for row in rows.split("/")])


def counted(start: int, number: int) -> int:
    """The area reached by counting counter clockwise, the start being one. Nine and seventeen are the start again, and
    after stealing the cut nought is box eight and minus one box seven, by the same arithmetic."""
    return (start - 1 + number - 1) % AREAS + 1


def box(total: int) -> int:
    """The box of a total, counted with the Chung's area as the first."""
    return counted(1, total)


def from_chung(chung: int, areas: Sequence[int] | set[int]) -> list[int]:
    """Areas in the order hands are opened: counter clockwise from the Chung's, which itself comes first."""
    return sorted(areas, key=lambda area: (area - chung) % AREAS)
