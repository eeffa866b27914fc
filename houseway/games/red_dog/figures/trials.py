"""What Red Dog is put to: every ending of a full shoe by rank, for each way of playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from houseway.games.red_dog import carry
from houseway.games.red_dog.figures.analysis import UNIT, looked_up, policies, wagers
from houseway.games.red_dog.round import play
from houseway.games.red_dog.terms import Terms
from houseway.kit.shoe import Shoe
from houseway.odds.chance import by_rank
from houseway.odds.trial import Trial, all_together
from houseway.play.shoeful import ready
from houseway.play.wagers import SetUp


def trials(terms: Terms, shoe: Shoe | None, kernels: list[Any], pick: Callable[[int], int]) -> Iterator[Trial]:
    begin = partial(play, terms, ready(carry.begin(terms, SetUp())))
    odds = {one.strategy: one for one in wagers(terms)}
    for strategy, policy in policies(terms).items():
        yield Trial(
            strategy,
            begin,
            policy,
            all_together("original", UNIT),
            {"original": odds[strategy].outcomes},
            lambda ending: {"original": looked_up(terms, ending.steps)},
            by_rank,
            whole=begin,
        )
