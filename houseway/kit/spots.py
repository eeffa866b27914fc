"""Spots: where a wager may lie on a roulette cloth with one zero, or, for studies, with two.

The catalogue is made from the grid itself: three columns of twelve rows with zero at the head. A split joins two numbers
that touch, a street is a row, a corner four numbers that meet, a six-line two rows; zero touches 1, 2 and 3. Each spot
knows the numbers it covers and the place where its chip lies, in units of one cell, so that a drawn cloth and its hit
areas come from here and not from a picture. Where there are two zeros they lie side by side at the head: 0 touches 1 and 2, 00
touches 2 and 3, and all five of them together make a wager that no other cloth has.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from houseway.kit.wheel import BLACK, RED, SECOND_ZERO, label_of, number_in
from houseway.values import value

INSIDE = ("straight", "split", "street", "corner", "six_line")
OUTSIDE = ("column", "dozen", "low", "high", "even", "odd", "red", "black")
KINDS = (*INSIDE, *OUTSIDE)
FIVE = "five"  # the kind that only a cloth with two zeros has


@value
class Spot:
    name: str  # "split:16/17"
    kind: str  # "split"
    numbers: tuple[int, ...]
    x: float  # along the layout: 0 is the middle of zero's cell, 1 to 12 the rows, 13 the columns' own cells
    y: float  # across: 0 bottom row (1, 4, …), 1 middle, 2 top; below it dozens and even chances

    @property
    def words(self) -> str:
        """The spot as it is read aloud."""
        listed = " ".join(label_of(number) for number in self.numbers)
        return {
            "straight": f"straight up {listed}", "split": f"split {listed}", "street": f"street {listed}",
            "corner": f"corner {listed}", "six_line": f"six line {self.numbers[0]} to {self.numbers[-1]}",
            "column": f"column of {self.numbers[0]}", "dozen": f"dozen {self.numbers[0]} to {self.numbers[-1]}",
            "low": "1 to 18", "high": "19 to 36", "five": f"five numbers {listed}",
        }.get(self.kind, self.kind)  # fmt: skip


def _row(number: int) -> int:
    return (number + 2) // 3


def _across(number: int) -> int:
    return (number - 1) % 3


def _named(kind: str, numbers: tuple[int, ...], x: float, y: float) -> Spot:
    return Spot(f"{kind}:{'/'.join(map(label_of, numbers))}", kind, numbers, x, y)


def _at_the_head() -> Iterator[Spot]:
    """What touches the zero."""
    yield _named("straight", (0,), 0, 1)
    for n in (1, 2, 3):
        yield _named("split", (0, n), 0.5, _across(n))
    yield _named("street", (0, 1, 2), 0.5, 0.5)
    yield _named("street", (0, 2, 3), 0.5, 1.5)
    yield _named("corner", (0, 1, 2, 3), 0.5, -0.5)


def _at_both() -> Iterator[Spot]:
    """What touches either zero, where there are two."""
    yield _named("straight", (0,), 0, 0.5)
    yield _named("straight", (SECOND_ZERO,), 0, 1.5)
    yield _named("split", (0, SECOND_ZERO), 0, 1)
    for zero, n in ((0, 1), (0, 2), (SECOND_ZERO, 2), (SECOND_ZERO, 3)):
        yield _named("split", (zero, n), 0.5, _across(n) + (n == 2) * (0.25 if zero else -0.25))
    yield _named("street", (0, 1, 2), 0.5, 0.5)
    yield _named("street", (0, SECOND_ZERO, 2), 0.5, 1)
    yield _named("street", (SECOND_ZERO, 2, 3), 0.5, 1.5)
    yield _named(FIVE, (0, SECOND_ZERO, 1, 2, 3), 0.5, -0.5)


def _spots(head: Iterator[Spot]) -> Iterator[Spot]:
    numbers, zeros = range(1, 37), list(head)

    def those(kind: str) -> Iterator[Spot]:
        return (spot for spot in zeros if spot.kind == kind)

    yield from those("straight")
    for n in numbers:
        yield _named("straight", (n,), _row(n), _across(n))
    yield from those("split")
    for n in numbers:
        if _across(n) < 2:
            yield _named("split", (n, n + 1), _row(n), _across(n) + 0.5)
        if _row(n) < 12:
            yield _named("split", (n, n + 3), _row(n) + 0.5, _across(n))
    yield from those("street")
    for row in range(1, 13):
        yield _named("street", (3 * row - 2, 3 * row - 1, 3 * row), row, -0.5)
    yield from those(FIVE)
    yield from those("corner")
    for n in numbers:
        if _across(n) < 2 and _row(n) < 12:
            yield _named("corner", (n, n + 1, n + 3, n + 4), _row(n) + 0.5, _across(n) + 0.5)
    for row in range(1, 12):
        yield _named("six_line", tuple(range(3 * row - 2, 3 * row + 4)), row + 0.5, -0.5)
    for column in (1, 2, 3):
        yield Spot(f"column:{column}", "column", tuple(range(column, 37, 3)), 13, column - 1)
    for dozen in (1, 2, 3):
        covered = tuple(range(12 * dozen - 11, 12 * dozen + 1))
        yield Spot(f"dozen:{dozen}", "dozen", covered, 4 * dozen - 1.5, -1.5)
    chances = {
        "low": range(1, 19),
        "even": range(2, 37, 2),
        "red": sorted(RED),
        "black": sorted(BLACK),
        "odd": range(1, 37, 2),
        "high": range(19, 37),
    }
    for place, (kind, covered_by) in enumerate(chances.items()):
        yield Spot(kind, kind, tuple(covered_by), 1.5 + 2 * place, -2.5)


@cache
def layout() -> dict[str, Spot]:
    """The 157 single wagers of the layout by name."""
    return {spot.name: spot for spot in _spots(_at_the_head())}


@cache
def layout_with_two_zeros() -> dict[str, Spot]:
    """The single wagers of a cloth with two zeros."""
    return {spot.name: spot for spot in _spots(_at_both())}


@cache
def every_spot() -> dict[str, Spot]:
    """The spots of either cloth."""
    return {**layout_with_two_zeros(), **layout()}


@cache
def _by_numbers() -> dict[tuple[int, ...], str]:
    return {tuple(sorted(spot.numbers)): spot.name for spot in every_spot().values() if spot.kind not in OUTSIDE}


def find(text: str) -> Spot | None:
    """A spot by its name, or by its numbers alone: ``17``, ``17/20``, ``red``, ``dozen:2``; six numbers may be ``1-6``."""
    name = text.strip().lower().replace("six-line", "six_line").replace(" ", "_")
    if name in every_spot():
        return every_spot()[name]
    kind, colon, rest = name.rpartition(":")
    try:
        if "-" in rest and "/" not in rest:
            ends = [int(part) for part in rest.split("-")]
            wide = kind == "six_line" or (len(ends) == 2 and not kind and ends[1] - ends[0] == 5)
            numbers = tuple(range(ends[0], ends[1] + 1)) if wide and len(ends) == 2 else tuple(sorted(ends))
        else:
            numbers = tuple(sorted(number_in(part) for part in rest.split("/")))
    except ValueError:
        return None
    found = _by_numbers().get(numbers)
    if found is None or (colon and every_spot()[found].kind != kind):
        return None
    return every_spot()[found]


def group_of(spot: Spot) -> str:
    """What a list of bets puts a spot under: "Split", "Even chance"."""
    return "Even chance" if spot.kind in OUTSIDE[2:] else spot.kind.replace("_", " ").capitalize()
