"""What Stud is put to: every deal of a deck of ten cards, each way of playing.

The order of a hand is nothing to the game, only which card of the dealer's lies open. So every five for the player, every five
for the dealer from the rest and each of those as the open one are dealt once: that is every deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, combinations
from typing import Any

from houseway.games.stud import carry
from houseway.games.stud.figures.analysis import answer, decided, net, tape
from houseway.games.stud.round import play
from houseway.games.stud.terms import Terms
from houseway.kit.cards import CARDS, Card, card
from houseway.kit.shoe import Shoe
from houseway.odds.endings import Ending
from houseway.odds.trial import Kit, Nets, Trial
from houseway.play.prompts import ChooseEach, Prompt, ReadSign
from houseway.play.script import Settlement, Step
from houseway.play.shoeful import ready
from houseway.play.wagers import SetUp, Sign

# A royal flush and straights, pairs of aces and of kings, ace and king, and hands with nothing, which the dealer cannot play.
TEN = tuple(map(card, ("AS", "KS", "QS", "JS", "TS", "AH", "KD", "9D", "8C", "2H")))


def trials(terms: Terms, shoe: Shoe | None, kernels: list[Any], pick: Callable[[int], int]) -> Iterator[Trial]:
    full = ready(carry.begin(terms, SetUp()))
    short = Shoe(tuple(int(one in TEN) for one in CARDS))
    small, kit = replace(full, shoe=replace(full.shoe, shoe=short)), list(_deals(TEN))
    sign = answer(terms, ReadSign(terms.general.limits.by, terms.general))
    assert isinstance(sign, Sign)
    for kernel in kernels:

        def people(prompt: Prompt, steps: list[Step], kernel: Any = kernel) -> Any:
            if isinstance(prompt, ChooseEach):
                return decided(prompt, kernel.decide(tape(steps)))
            return answer(terms, prompt)

        def nets(settlement: Settlement, kernel: Any = kernel) -> Nets:
            return {way.wager: net(settlement, way.wager) for way in kernel.ways}

        def fast(ending: Ending[Settlement], kernel: Any = kernel) -> Nets:
            cell = kernel.decide(tape(ending.steps))
            return {way.wager: way.nets[cell] for way in kernel.ways}

        yield Trial(
            f"a deck of ten, {kernel.ways[0].strategy}",
            partial(play, terms, small),
            people,
            nets,
            fast=fast,
            kit=kit,
            whole=partial(play, terms, full),
            sign=sign,
        )


def _deals(cards: tuple[Card, ...]) -> Kit:
    """Every deal in the order the cards come: one to the player and one to the dealer by turns, the dealer's last face up."""
    found = []
    for player in combinations(cards, 5):
        rest = [one for one in cards if one not in player]
        for dealer in combinations(rest, 5):
            for up in dealer:
                closed = [one for one in dealer if one is not up]
                found.append(tuple(chain.from_iterable(zip(player, (*closed, up), strict=True))))
    return [(Fraction(1, len(found)), deal) for deal in found]
