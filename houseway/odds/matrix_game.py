"""A game of two in which one wins what the other loses, given as a table: what each mixes, and what it is worth, as fractions.

Rows and columns that are never better than another are left out first. What remains is small, and is solved by the simplex
method in fractions. The answer is then held against every row and column there was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

Mixture: TypeAlias = dict[int, Fraction]  # how often each row, or each column, is played


def equilibrium(values: Any, entry: Callable[[int, int], Fraction], same: float) -> tuple[Mixture, Mixture, Fraction]:
    """What the row player and the column player mix, and what the row player can be sure of. ``values`` is the table in
    double precision, and ``entry`` one place of it exactly."""
    rows, columns = _left(values, same)
    for _ in range(sum(values.shape)):
        table = [[entry(row, column) for column in columns] for row in rows]
        one, other, worth = solved(table)
        mix = {rows[at]: share for at, share in one.items()}
        against = {columns[at]: share for at, share in other.items()}
        more_rows = _better(values, against, worth, same, rows, True, entry)
        more_columns = _better(values, mix, worth, same, columns, False, entry)
        if not more_rows and not more_columns:
            return mix, against, worth
        rows, columns = sorted({*rows, *more_rows}), sorted({*columns, *more_columns})
    raise AssertionError("a finite game has an equilibrium")


def _better(
    values: Any,
    mix: Mixture,
    worth: Fraction,
    same: float,
    known: Sequence[int],
    of_rows: bool,
    entry: Callable[[int, int], Fraction],
) -> list[int]:
    """Rows, or columns, that were left out and do better against a mixture than the answer says: the first such."""
    table = values if of_rows else -values.T
    against = sum(float(share) * table[:, at] for at, share in mix.items())
    bound = float(worth) if of_rows else -float(worth)
    for at in (int(at) for at in (-against).argsort() if at not in set(known)):
        if against[at] < bound - same:
            return []
        each = ((share, entry(at, other) if of_rows else -entry(other, at)) for other, share in mix.items())
        exactly = sum((share * place for share, place in each), Fraction(0))
        if exactly > (worth if of_rows else -worth):
            return [at]
    return []


def _left(values: Any, same: float) -> tuple[list[int], list[int]]:
    """Rows and columns after those that another is always as good as have been left out, again and again."""
    rows, columns = list(range(values.shape[0])), list(range(values.shape[1]))
    while True:
        better = _undominated(values[rows][:, columns], same)
        kept_rows = [rows[at] for at in better]
        worse = _undominated(-values[kept_rows][:, columns].T, same)
        kept_columns = [columns[at] for at in worse]
        if (kept_rows, kept_columns) == (rows, columns):
            return rows, columns
        rows, columns = kept_rows, kept_columns


def _undominated(table: Any, same: float) -> list[int]:
    """Rows that no other is as good as everywhere; of equal ones the first."""
    kept: list[int] = []
    for at in range(len(table)):
        if kept and bool((table[kept] >= table[at] - same).all(axis=1).any()):
            continue
        kept = [one for one in kept if not bool((table[at] >= table[one] - same).all())]
        kept.append(at)
    return sorted(kept)


def solved(table: Sequence[Sequence[Fraction]]) -> tuple[Mixture, Mixture, Fraction]:
    """A small game in fractions: the column player's programme by the simplex method, the row player's from its prices.

    >>> pennies = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    >>> solved(pennies)
    ({0: Fraction(1, 2), 1: Fraction(1, 2)}, {0: Fraction(1, 2), 1: Fraction(1, 2)}, Fraction(1, 2))
    """
    shift = 1 - min(min(row) for row in table)  # so that every place is above nothing
    rows, columns = len(table), len(table[0])
    width = columns + rows
    lines = [
        [place + shift for place in row] + [Fraction(int(at == slack)) for slack in range(rows)] + [Fraction(1)]
        for at, row in enumerate(table)
    ]
    goal = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = list(range(columns, width))
    while (
        enters := next((at for at in range(width) if goal[at] < 0), None)
    ) is not None:  # the first: it never turns in a circle
        ratios = [(line[-1] / line[enters], basis[at], at) for at, line in enumerate(lines) if line[enters] > 0]
        _, _, leaves = min(ratios)
        pivot = lines[leaves][enters]
        lines[leaves] = [place / pivot for place in lines[leaves]]
        for at, line in enumerate(lines):
            if at != leaves and line[enters]:
                lines[at] = [place - line[enters] * own for place, own in zip(line, lines[leaves], strict=True)]
        if goal[enters]:
            goal = [place - goal[enters] * own for place, own in zip(goal, lines[leaves], strict=True)]
        basis[leaves] = enters
    total = goal[-1]
    column_mix = {at: lines[n][-1] / total for n, at in enumerate(basis) if at < columns and lines[n][-1]}
    row_mix = {at: goal[columns + at] / total for at in range(rows) if goal[columns + at]}
    return row_mix, dict(sorted(column_mix.items())), 1 / total - shift
