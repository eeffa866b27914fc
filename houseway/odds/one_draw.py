"""One draw: games that a single spin or throw decides.

The script is run once for every result that can come, with one unit on every spot of the layout. The table of nets has
no rule in it that the script does not have; weighing it by how often each result comes gives every wager's odds exactly,
and those of any slip of several wagers together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from houseway.kit.dice import throws
from houseway.odds.values import Distribution, WagerOdds
from houseway.play.driver import drive
from houseway.play.prompts import Book, Prompt, ReadSign, Roll, Spin, TakeWagers
from houseway.play.script import Round, Settlement
from houseway.play.wagers import Sign, Wager

T = TypeVar("T")

UNIT = 100  # cents


@dataclass(frozen=True)
class OneDraw:
    weights: Mapping[Hashable, int]  # each result, and in how many equally likely ways it comes
    nets: Mapping[str, Mapping[Hashable, Fraction]]  # by spot, then result, per unit

    @property
    def total(self) -> int:
        return sum(self.weights.values())

    def odds(self, spot: str) -> WagerOdds:
        pairs = ((net, Fraction(self.weights[result], self.total)) for result, net in self.nets[spot].items())
        return WagerOdds(spot, Distribution.of(pairs))

    def wagers(self) -> list[WagerOdds]:
        return [self.odds(spot) for spot in self.nets]


def settled(begin: Callable[[], Round], wagers: Iterable[Wager], result: Any, sign: Sign) -> Settlement:
    """One round with these wagers, decided by this result."""
    book = Book(tuple(wagers))

    def answer(prompt: Prompt) -> Any:
        if isinstance(prompt, TakeWagers):
            return book
        if isinstance(prompt, (Spin, Roll)):
            return result
        return sign if isinstance(prompt, ReadSign) else prompt.usually()

    return drive(begin(), answer)[1]


def chances(begin: Callable[[], Round]) -> dict[Hashable, int]:
    """What the round's one draw may bring, with integer weights: asked of the script itself."""

    class Found(Exception):
        pass

    found: dict[Any, int] = {}

    def answer(prompt: Prompt) -> Any:
        if isinstance(prompt, Spin):
            found.update(prompt.wheel.weights)
            raise Found
        if isinstance(prompt, Roll):
            found.update(throws(prompt.dice))
            raise Found
        if isinstance(prompt, TakeWagers):
            return Book()
        return Sign() if isinstance(prompt, ReadSign) else prompt.usually()

    try:
        drive(begin(), answer)
    except Found:
        pass
    return found


def compiled(begin: Callable[[], Round], spots: Iterable[str]) -> OneDraw:
    """Every spot's net for every result, by running the script once per result."""
    weights = chances(begin)
    wagers = [Wager("P1", 0, spot, UNIT) for spot in spots]
    nets: dict[str, dict[Hashable, Fraction]] = {wager.spot: {} for wager in wagers}
    for result in weights:
        for line in settled(begin, wagers, result, Sign()).lines:
            nets[line.wager.spot][result] = Fraction(line.net, UNIT)
    return OneDraw(weights, nets)


def kept(begin: Callable[[T], Callable[[], Round]], spots: Iterable[str]) -> Callable[[T], OneDraw]:
    """A game's table by its terms: ``begin`` gives its fresh rounds, and each terms is compiled once."""
    tables: dict[int, tuple[T, OneDraw]] = {}

    def table_of(terms: T) -> OneDraw:
        found = tables.get(id(terms))
        if found is None or found[0] is not terms:
            found = tables[id(terms)] = (terms, compiled(begin(terms), spots))
        return found[1]

    return table_of


def slip(begin: Callable[[], Round], wagers: Iterable[Wager], sign: Sign) -> Distribution:
    """The net result of several wagers together, in cents, within the limits of a sign."""
    wagers, weights = list(wagers), chances(begin)
    total = sum(weights.values())
    pairs = (
        (Fraction(settled(begin, wagers, result, sign).net), Fraction(weight, total))
        for result, weight in weights.items()
    )
    return Distribution.of(pairs)
