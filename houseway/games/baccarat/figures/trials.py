"""What Baccarat is put to: every ending of a few shoes of seven cards, one unit on every spot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from houseway.games.baccarat import carry
from houseway.games.baccarat.figures.analysis import BETS, UNIT, tape, wagers
from houseway.games.baccarat.round import play
from houseway.games.baccarat.terms import SPOTS, Terms
from houseway.kit.cards import CARDS
from houseway.kit.shoe import Shoe
from houseway.odds.chance import by_rank
from houseway.odds.endings import Ending
from houseway.odds.trial import Nets, Trial, spot_nets
from houseway.play.script import Settlement
from houseway.play.shoeful import ready
from houseway.play.wagers import SetUp

SHOES = 4


def trials(terms: Terms, shoe: Shoe | None, kernels: list[Any], pick: Callable[[int], int]) -> Iterator[Trial]:
    (kernel,) = kernels
    full = ready(carry.begin(terms, SetUp()))

    def fast(ending: Ending[Settlement]) -> Nets:
        cell = kernel.decide(tape(ending.steps))
        return {way.wager: way.nets[cell] for way in kernel.ways}

    for turn in range(SHOES):
        small = _seven_cards(pick)
        yield Trial(
            f"the shoe {small}",
            partial(play, terms, replace(full, shoe=replace(full.shoe, shoe=small))),
            lambda prompt, steps: BETS,
            spot_nets(SPOTS, UNIT),
            {one.wager: one.outcomes for one in wagers(terms, small)},
            fast,
            by_rank,
            whole=partial(play, terms, full) if not turn else None,
        )


def _seven_cards(pick: Callable[[int], int]) -> Shoe:
    """Enough for a coup of six, few enough for every order of them."""
    shoe, left = Shoe.of(1), [0] * len(CARDS)
    for _ in range(7):
        card = shoe.at(pick(shoe.left))
        shoe = shoe.without(card)
        left[card.index] = 1
    return Shoe(tuple(left))
