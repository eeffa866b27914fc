"""Side wagers: insurance against an ace, and over or under thirteen."""

from __future__ import annotations

from fractions import Fraction

from houseway.games.blackjack.figures.rules import (
    ACE,
    TEN,
)
from houseway.games.blackjack.terms import Terms
from houseway.odds.distribution import Distribution, WagerOdds


def insurance(terms: Terms, ranks: tuple[int, ...], seen: tuple[int, ...] = ()) -> Distribution:
    """The insurance wager against an ace, given further cards that were seen."""
    left = list(ranks)
    left[ACE] -= 1
    for rank in seen:
        left[rank] -= 1
    wins = Fraction(left[TEN], sum(left))
    return Distribution.of([(terms.insurance.pays.value.ratio, wins), (Fraction(-1), 1 - wins)])


def over_under(terms: Terms, ranks: tuple[int, ...]) -> list[WagerOdds]:
    """The side wager goes by the first two cards alone."""
    rule = terms.over_under
    assert rule is not None
    size = sum(ranks)
    chances = {"over": Fraction(0), "under": Fraction(0)}
    for a in range(10):
        for b in range(10):
            ways = Fraction(ranks[a] * (ranks[b] - (a == b)), size * (size - 1))
            score = a + b + 2
            if score != rule.thirteen.value:
                chances["over" if score > rule.thirteen.value else "under"] += ways
    pays = rule.pays.value.ratio
    return [
        WagerOdds(name, Distribution.of([(pays, wins), (Fraction(-1), 1 - wins)])) for name, wins in chances.items()
    ]
