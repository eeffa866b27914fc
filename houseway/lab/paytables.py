"""Pay tables as questions: which odds give a stated edge, and which tables of small numbers lie in a range of edges.

A provision is turned in whole steps, as a slider of the what-if page is: odds of ``# to 1``, a prize of ``#``, a commission of
``#/1000``. Under each setting the figures are found as for any study, best play anew. Between two neighbours the expectation
is a straight line in what is paid, unless the best play changes on the way: so the value that gives the edge exactly is known as
well. Where people decide anything it is tried first, and if it does not hold, it is only said between which two it lies.

Where nobody decides anything a table is worth the sum of what its entries bring, so millions of tables are a matter of
seconds; what a sum says is held against the script's own figures for some of them. Where people decide, every table is valued
by itself.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.complaint import BadInput
from houseway.lab.exact import Study, analysis, found_odds, wager_odds
from houseway.lab.whatif import Control, controls
from houseway.law.provisions import ODDS
from houseway.odds.distribution import WagerOdds

HIGHEST = 10**9  # steps of a dial
VALUED = 4_000  # tables that are valued one by one
LISTED = 10_000_000  # and that are added up


@dataclass(frozen=True)
class Setting:
    """One value of a provision, and the edge it gives."""

    value: str
    edge: Fraction
    played: str = ""  # the best play under it


@dataclass(frozen=True)
class Solved:
    """Where a stated edge lies."""

    name: str
    wager: str
    edge: Fraction
    exactly: Fraction | None  # the value that gives it; None where the best play changes on the way
    near: tuple[Setting, ...]  # the neighbours in whole steps, the lower first; one where it gives the edge itself

    @property
    def words(self) -> str:
        """The value that gives the edge, as people write it."""
        if self.exactly is None:
            return f"between {self.near[0].value} and {self.near[1].value}"
        told = str(self.exactly) if len(str(self.exactly)) < 24 else f"{float(self.exactly):.10g}"
        return f"{told} to 1" if " to " in self.near[0].value else told

    def __repr__(self) -> str:
        return f"{self.name} for an edge of {float(self.edge):.4%} on {self.wager}: {self.words}"


@dataclass(frozen=True)
class Table:
    """One table, by the values of its entries."""

    values: tuple[str, ...]
    edge: Fraction


def share_of(text: str | Fraction) -> Fraction:
    """``2.5%``, ``0.025`` or ``1/40``: an edge."""
    words = str(text).strip()
    try:
        found = Fraction(words.removesuffix("%")) / (100 if words.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"an edge is a share such as 2.5% or 1/40, not {text!r}") from None
    if not -100 <= found <= 1:
        raise BadInput(f"no wager has an edge of {text}; at most 100%")
    return found


def solve(of: Study, name: str, edge: str | Fraction, wager: str = "") -> Solved:
    """The value of one provision that gives a wager a stated edge, everything else as it stands.

    >>> from houseway.lab import study
    >>> solve(study("act-1992-sic-bo"), "pays.total.4", "10%")
    pays.total.4 for an edge of 10.0000% on total:4: 319/5 to 1
    """
    dial, aim = _dial(of, name), share_of(edge)
    on = _moved_by(of, dial, wager)
    worth = _Valued(of, dial, on)
    low, high = dial.low, max(dial.high, dial.low + 1)
    most = (
        int(dial.provided.high)
        if dial.step == "#" and dial.provided.high
        else 1000
        if dial.step == "#/1000"
        else HIGHEST
    )
    while _same_side(worth(low).edge, worth(high).edge, aim):
        if high >= most:
            first, last = worth(low), worth(high)
            raise BadInput(f"{dial.provided.name}: no value gives {on} an edge of {float(aim):.4%}; from {first.value} to "
                           f"{last.value} it goes from {float(first.edge):.4%} to {float(last.edge):.4%}")  # fmt: skip
        low, high = high, min(most, 4 * high)
    while high - low > 1 and worth(low).edge != aim != worth(high).edge:
        here, there = worth(low).edge, worth(high).edge
        guess = low + math.floor((aim - here) / (there - here) * (high - low))
        for place in (
            guess,
            guess + 1,
            (low + high) // 2,
        ):  # by the line between them, and by halves where that does not part them
            if low < place < high:
                if _same_side(worth(low).edge, worth(place).edge, aim):
                    low = place
                else:
                    high = place
    for place in (low, high):
        if worth(place).edge == aim:
            return Solved(dial.provided.name, on, aim, _step(dial) * place, (worth(place),))
    first, last = worth(low), worth(high)
    exactly = None
    if dial.step != "#":
        exactly = _step(dial) * (low + (aim - first.edge) / (last.edge - first.edge))
        if analysis(of.book.game).decisions is not None and worth.at(_as_set(dial, exactly)).edge != aim:
            exactly = None
    return Solved(dial.provided.name, on, aim, exactly, (first, last))


def tables(
    of: Study,
    names: Sequence[str],
    values: Sequence[int],
    between: tuple[str | Fraction, str | Fraction],
    wager: str = "",
) -> Iterator[Table]:
    """Every table of these whole values, one for each name, whose edge lies in a range, ends included.

    >>> from houseway.lab import study
    >>> small = tables(study("act-1992-money-wheel"), ["pays.one"], range(1, 4), ("-60%", "10%"))
    >>> [(table.values, str(table.edge)) for table in small]
    [(('1 to 1',), '1/13'), (('2 to 1',), '-5/13')]
    """
    low, high = (share_of(end) for end in between)
    if low > high:
        raise BadInput(f"no edge lies between {between[0]} and {between[1]}; the lower first")
    if not names or not values:
        raise BadInput("a list of tables needs provisions and values")
    dials = [_dial(of, name) for name in names]
    if len({dial.provided.name for dial in dials}) < len(dials):
        raise BadInput("each provision is named once")
    moved = {_moved_by(of, dial, wager) for dial in dials}
    if len(moved) > 1:
        raise BadInput(
            f"these provisions move different wagers first ({', '.join(sorted(moved))}); say which with --wager"
        )
    on = moved.pop()
    spots, count = [(dial.provided.name, dial) for dial in dials], len(values) ** len(dials)

    def valued(picked: tuple[int, ...]) -> Fraction:
        return -_best(
            _found(of, {name: _written(dial, n) for (name, dial), n in zip(spots, picked, strict=True)}), on
        ).expectation

    def told(picked: tuple[int, ...], edge: Fraction) -> Table:
        return Table(tuple(_written(dial, n) for dial, n in zip(dials, picked, strict=True)), edge)

    if analysis(of.book.game).decisions is not None:
        if count > VALUED:
            raise BadInput(f"{count:,} tables are to be valued one by one, with best play for each; at most {VALUED:,}")
        for picked in itertools.product(values, repeat=len(dials)):
            if low <= (edge := valued(picked)) <= high:
                yield told(picked, edge)
        return
    if count > LISTED:
        raise BadInput(f"{count:,} tables are too many to list; at most {LISTED:,}")
    first, last = min(values), max(values)
    base = valued((first,) * len(dials))
    slopes = [
        (valued(tuple(last if n == m else first for m in range(len(dials)))) - base) / max(1, last - first)
        for n in range(len(dials))
    ]

    def added(picked: tuple[int, ...]) -> Fraction:
        return base + sum((slope * (n - first) for slope, n in zip(slopes, picked, strict=True)), Fraction(0))

    some = random.Random(count)
    for _ in range(8):
        tried = tuple(some.choice(list(values)) for _ in dials)
        if added(tried) != valued(tried):
            raise BadInput("these entries are not worth the sum of what they bring; name fewer, one at a time")
    below = math.lcm(*(part.denominator for part in (base, low, high, *slopes)))
    start, floor, ceiling = (int(part * below) for part in (base, low, high))
    whole = [int(slope * below) for slope in slopes]
    for picked in itertools.product(values, repeat=len(dials)):
        total = start + sum(slope * (n - first) for slope, n in zip(whole, picked, strict=True))
        if floor <= total <= ceiling:
            yield told(picked, Fraction(total, below))


# Dials


def _dial(of: Study, name: str) -> Control:
    """The control of a provision by its name, or by the end of it."""
    known = controls(of)
    named = [one for one in known if one.provided.name == name] or [
        one for one in known if f".{one.provided.name}".endswith(f".{name}")
    ]
    if len(named) != 1:
        near = ", ".join(one.provided.name for one in named) or "houseway rules BOOK --provisions lists them"
        raise BadInput(f"{name!r} names {'several provisions' if named else 'no provision that moves a figure'} of "
                       f"{of.edition.book}: {near}")  # fmt: skip
    if not named[0].slides:
        raise BadInput(f"{name!r} is a {named[0].provided.kind}: it has no value that could be solved for")
    return named[0]


def _written(dial: Control, place: int) -> str:
    """So many steps, as ``--set`` takes it."""
    return (
        f"{place} to 1"
        if dial.provided.kind == ODDS and dial.step.endswith(" to 1")
        else dial.step.replace("#", str(place))
    )


def _as_set(dial: Control, value: Fraction) -> str:
    """Any value, as ``--set`` takes it."""
    return f"{value.numerator} to {value.denominator}" if dial.provided.kind == ODDS else str(value)


def _step(dial: Control) -> Fraction:
    """What one step is worth."""
    below = dial.step.replace("#", "").replace("to", "").strip(" /")
    return Fraction(1, int(below or 1))


def _found(of: Study, changes: Mapping[str, str]) -> list[WagerOdds]:
    return found_odds(replace(of, edition=of.edition.study(changes)))


def _best(listed: list[WagerOdds], wager: str) -> WagerOdds:
    found = [one for one in listed if one.wager == wager and not one.given]
    if not found:
        raise BadInput(
            f"there is no wager {wager!r}; there are: {'; '.join(dict.fromkeys(one.wager for one in listed))}"
        )
    return max(found, key=lambda one: one.expectation)


def _moved_by(of: Study, dial: Control, wager: str) -> str:
    """The wager that is meant: by its name, or the first that the provision moves."""
    before = wager_odds(of)
    if wager:
        return _best(before, wager).wager
    after = _found(of, {dial.provided.name: _written(dial, dial.low if dial.at != dial.low else dial.high)})
    both = {one.wager for one in before} & {one.wager for one in after if not one.given}
    for one in after:
        if one.wager in both and _best(before, one.wager).expectation != _best(after, one.wager).expectation:
            return one.wager
    raise BadInput(f"{dial.provided.name} moves the expectation of no wager of {of.edition.book}")


class _Valued:
    """The edge at each place of a dial, each found once."""

    def __init__(self, of: Study, dial: Control, wager: str) -> None:
        self._of, self._dial, self._wager, self._known = of, dial, wager, dict[int, Setting]()

    def __call__(self, place: int) -> Setting:
        if place not in self._known:
            self._known[place] = self.at(_written(self._dial, place))
        return self._known[place]

    def at(self, value: str) -> Setting:
        one = _best(_found(self._of, {self._dial.provided.name: value}), self._wager)
        return Setting(value, one.house_edge, one.strategy)


def _same_side(one: Fraction, other: Fraction, aim: Fraction) -> bool:
    return (one - aim) * (other - aim) > 0
