"""Roads: how the coups of a shoe came out, drawn up the five ways players know.

The *bead plate* holds every coup in order, column by column. The *big road* begins a new column whenever the winner changes;
a tie is a stroke on the coup before it. A column too long for six rows, or blocked by an earlier tail, turns to the right,
but stays one *logical* column, and only logical columns count below. The *derived* roads (big eye, small, cockroach) compare
the big road with itself one, two or three columns back: alike or not.

A road is a record. Coups do not remember each other, and no road says anything about the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from houseway.complaint import BadInput
from houseway.values import value

ROWS = 6
OUTCOMES = {"P": "player", "B": "banker", "T": "tie"}
CYCLES = {"big eye": 1, "small": 2, "cockroach": 3}  # how many columns back each derived road looks


@value
class Coup:
    """One coup: who won, and with which count."""

    came: str  # "player", "banker", "tie"
    count: int


@value
class Mark:
    """Something in a cell of a road."""

    column: int
    row: int
    kind: str  # "player", "banker", "tie"; on a derived road "alike" or "unlike"
    count: int = 0
    ties: int = 0  # strokes on a coup of the big road
    logical: int = 0  # the column it belongs to, wherever it is drawn


def coups(record: str) -> tuple[Coup, ...]:
    """Reads what a table keeps: two signs a coup, such as ``B8P9T6``."""
    if len(record) % 2:
        raise BadInput(f"{record!r} is not a list of coups; write two signs for each, such as B8")
    found = []
    for letter, count in zip(record[::2], record[1::2], strict=True):
        if letter not in OUTCOMES or not count.isdigit():
            raise BadInput(f"{letter + count!r} is not a coup; write P, B or T and the winning count")
        found.append(Coup(OUTCOMES[letter], int(count)))
    return tuple(found)


@dataclass(frozen=True)
class Roads:
    """All five roads of one shoe."""

    shown: tuple[Coup, ...]

    @classmethod
    def of(cls, record: str) -> Roads:
        return cls(coups(record))

    @cached_property
    def bead_plate(self) -> tuple[Mark, ...]:
        return tuple(Mark(n // ROWS, n % ROWS, coup.came, coup.count) for n, coup in enumerate(self.shown))

    @cached_property
    def columns(self) -> tuple[tuple[Mark, ...], ...]:
        """The logical columns of the big road: runs of one winner, with the ties that fell on each coup. Ties before
        the first winner lie on it once it is there, and alone until then."""
        runs: list[list[Mark]] = []
        early = 0
        for coup in self.shown:
            if coup.came == "tie":
                if runs:
                    runs[-1][-1] = _tied(runs[-1][-1])
                else:
                    early += 1
                continue
            if not runs or runs[-1][-1].kind != coup.came:
                runs.append([])
            ties, early = early, 0
            column = runs[-1]
            column.append(Mark(len(runs) - 1, len(column), coup.came, coup.count, ties, len(runs) - 1))
        if early:
            runs.append([Mark(0, 0, "tie", ties=early)])
        return tuple(tuple(run) for run in runs)

    @cached_property
    def big_road(self) -> tuple[Mark, ...]:
        return laid_out(self.columns)

    def derived(self, name: str) -> tuple[Mark, ...]:
        """A derived road by its name, laid out like the big road: a new column whenever its own sign changes."""
        return laid_out(_runs(compared([len(run) for run in self.columns if run[0].kind != "tie"], CYCLES[name])))

    @property
    def totals(self) -> dict[str, int]:
        return {came: sum(coup.came == came for coup in self.shown) for came in OUTCOMES.values()}

    @property
    def words(self) -> str:
        """The record as it is read aloud."""
        if not self.shown:
            return "No coup of this shoe yet"
        totals = self.totals
        last = ", ".join(coup.came for coup in self.shown[-6:])
        return (
            f"{len(self.shown)} coups of this shoe: player {totals['player']}, banker {totals['banker']}, "
            f"tie {totals['tie']}. The last: {last}"
        )

    def _repr_svg_(self) -> str:
        from houseway.games.baccarat.cloth.board import board_svg

        return board_svg(self)


def _tied(mark: Mark) -> Mark:
    return Mark(mark.column, mark.row, mark.kind, mark.count, mark.ties + 1, mark.logical)


def compared(lengths: Sequence[int], back: int) -> list[str]:
    """The signs of a derived road, in the order the coups came. A coup that continues a column is alike if the column so
    many back is as long, or ended at least two above; one that begins a column is alike if the column just ended is as
    long as the one so many before it."""
    signs = []
    for column, length in enumerate(lengths):
        for row in range(length):
            if row:
                if column < back:
                    continue
                other = lengths[column - back]
                alike = row != other
            else:
                if column - 1 < back:
                    continue
                alike = lengths[column - 1] == lengths[column - 1 - back]
            signs.append("alike" if alike else "unlike")
    return signs


def _runs(signs: Iterable[str]) -> tuple[tuple[Mark, ...], ...]:
    runs: list[list[Mark]] = []
    for sign in signs:
        if not runs or runs[-1][-1].kind != sign:
            runs.append([])
        runs[-1].append(Mark(len(runs) - 1, len(runs[-1]), sign, logical=len(runs) - 1))
    return tuple(tuple(run) for run in runs)


def laid_out(columns: Iterable[Sequence[Mark]], rows: int = ROWS) -> tuple[Mark, ...]:
    """Puts logical columns into cells: downwards while there is room, then to the right."""
    taken: set[tuple[int, int]] = set()
    placed: list[Mark] = []
    for run in columns:
        column, row, turned = run[0].logical, 0, False
        while (column, 0) in taken:
            column += 1  # an earlier tail along the top row
        for n, mark in enumerate(run):
            if n:
                turned = turned or row + 1 >= rows or (column, row + 1) in taken
                column, row = (column + 1, row) if turned else (column, row + 1)
            taken.add((column, row))
            placed.append(Mark(column, row, mark.kind, mark.count, mark.ties, mark.logical))
    return tuple(placed)
