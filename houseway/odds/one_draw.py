"""One draw: games that a spin or throw decides, and nobody chooses anything.

The script is run once for every result that can come, with one unit on every spot of the layout. The table of nets has
no rule in it that the script does not have; weighing it by how often each result comes gives every wager's odds exactly,
and those of any slip of several wagers together. What can come is asked of the script: most games draw once, and where a
round draws again its result is all that was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

from houseway.odds.chance import ONE, Choices, by_card, certain
from houseway.odds.distribution import Distribution, WagerOdds
from houseway.odds.endings import Ending, every_ending
from houseway.play.driver import drive
from houseway.play.prompts import ClosedWindow, Prompt, ReadSign, TakeWagers
from houseway.play.script import Round, Settlement, Step
from houseway.play.wagers import Sign, Wager
from houseway.values import once_for_each

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


class Several(tuple[Any, ...]):
    """What luck brought in a round that drew more than once, in order."""


def settled(begin: Callable[[], Round], wagers: Iterable[Wager], result: Any, sign: Sign) -> Settlement:
    """One round with these wagers, decided by this result; a round that draws again than it says is no such round."""
    book = ClosedWindow(tuple(wagers))
    coming = iter(result if isinstance(result, Several) else (result,))

    def answer(prompt: Prompt) -> Any:
        if isinstance(prompt, TakeWagers):
            return book
        if prompt.by_luck:
            drawn = next(coming, coming)
            assert drawn is not coming, f"the round draws again after {result!r}"
            return drawn
        return sign if isinstance(prompt, ReadSign) else prompt.usually()

    return drive(begin(), answer)[1]


def every_result(begin: Callable[[], Round], wagers: Iterable[Wager], sign: Sign) -> Iterator[Ending[Settlement]]:
    """Every way luck can decide a round with these wagers: asked of the script itself, draw after draw."""
    book = ClosedWindow(tuple(wagers))

    def chances(prompt: Prompt, steps: list[Step]) -> Choices:
        if isinstance(prompt, TakeWagers):
            return [(book, ONE)]
        if prompt.by_luck:
            return by_card(prompt)
        return certain(prompt, sign) or [(prompt.usually(), ONE)]

    return every_ending(begin, chances)


def compiled(begin: Callable[[], Round], spots: Iterable[str]) -> OneDraw:
    """Every spot's net for every result, by running the script once per result; where a round draws several times, a result
    is all its draws."""
    wagers = [Wager("P1", 0, spot, UNIT) for spot in spots]
    shares: dict[Hashable, Fraction] = {}
    nets: dict[str, dict[Hashable, Fraction]] = {wager.spot: {} for wager in wagers}
    alike = 1  # equally likely ways in all
    for ending in every_result(begin, wagers, Sign()):
        result: Hashable = Several(ending.drawn)
        if len(ending.drawn) == 1:
            (result,) = ending.drawn
            draw = next(step for step in ending.steps if isinstance(step, Prompt) and step.by_luck)
            alike = max(alike, sum(draw.weights().values()))
        shares[result] = ending.weight
        for line in ending.result.lines:
            nets[line.wager.spot][result] = Fraction(line.net, UNIT)
    alike = lcm(alike, *(share.denominator for share in shares.values()))
    return OneDraw({result: int(share * alike) for result, share in shares.items()}, nets)


def once_per_terms(
    begin: Callable[[T], Callable[[], Round]], spots: Iterable[str] | Callable[[T], Iterable[str]]
) -> Callable[[T], OneDraw]:
    """A game's table by its terms: ``begin`` gives its fresh rounds, and each terms is compiled once. Where the spots of a layout
    follow from the terms, ``spots`` tells them."""

    @once_for_each
    def table_of(terms: T) -> OneDraw:
        return compiled(begin(terms), spots(terms) if callable(spots) else spots)

    return table_of


kept = once_per_terms  # what it was called before, in an analysis of somebody's own


def slip(begin: Callable[[], Round], wagers: Iterable[Wager], sign: Sign) -> Distribution:
    """The net result of several wagers together, in cents, within the limits of a sign."""
    return Distribution.of((Fraction(ending.result.net), ending.weight) for ending in every_result(begin, wagers, sign))
