"""What Keno is put to: every draw of a small device, and every count of matches on the whole one, column by column.

Eighty numbers have too many draws to go through. With two balls drawn from a device that holds a few numbers more than a
ticket has, all can be; the rules are the book's, only the device is smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from houseway.games.keno.carry import begin
from houseway.games.keno.entry import is_jackpot, spot_of
from houseway.games.keno.figures.analysis import SCHEDULES, columns, nets, stake
from houseway.games.keno.figures.exact import chance
from houseway.games.keno.round import play, some_numbers
from houseway.games.keno.terms import Terms
from houseway.law.clause import Provision
from houseway.odds.distribution import Distribution
from houseway.odds.endings import Ending
from houseway.odds.trial import Kit, Nets, Trial
from houseway.play.prompts import ClosedWindow
from houseway.play.script import Settlement
from houseway.play.wagers import SetUp, Wager


def trials(terms: Terms, shoe: None, kernels: list[Any], pick: Callable[[int], int]) -> Iterator[Trial]:
    listed = columns(terms)
    at_random = listed[pick(len(listed))]
    for special, spots in listed:
        yield _every_draw(terms, special, spots)
        yield _every_match(terms, special, spots, (special, spots) == at_random)


def _every_draw(terms: Terms, special: int, spots: int) -> Trial:
    """Two balls from a device with three numbers more than the ticket."""
    draws = replace(
        terms.draws,
        device=Provision(spots + 3, terms.draws.device.by),
        drawn=Provision(2, terms.draws.drawn.by),
    )
    small = replace(terms, draws=draws)
    found = _trial(small, special, tuple(range(1, spots + 1)), "of a small device")
    pairs = ((net, chance(small, spots, n)) for n, net in enumerate(nets(small, special, spots)) if n <= 2)
    return replace(found, exact={_name(special, spots): Distribution.of(pairs)})


def _every_match(terms: Terms, special: int, spots: int, at_random: bool) -> Trial:
    """The whole device: a draw with each count of matches."""
    balls = terms.draws.drawn.value
    numbers = some_numbers(spots, 0, tuple(range(1, balls + 1)))
    others = [number for number in range(1, terms.draws.device.value + 1) if number not in numbers]
    kit: Kit = [
        (Fraction(1, spots + 1), (*numbers[:matched], *others[: balls - matched])) for matched in range(spots + 1)
    ]
    found = replace(_trial(terms, special, numbers, "by matches"), kit=kit)
    return replace(found, whole=found.begin) if at_random else found


def _trial(terms: Terms, special: int, numbers: tuple[int, ...], about: str) -> Trial:
    name, staked = _name(special, len(numbers)), stake(terms, special, len(numbers))
    entry = ClosedWindow((Wager("P1", 0, spot_of(numbers, special), staked),))

    def fast(ending: Ending[Settlement]) -> Nets:
        matched = len(set(numbers) & set(ending.drawn))
        whole = is_jackpot(terms, special, len(numbers)) and matched == len(numbers)
        fed = terms.jackpots.feed.value if whole else Fraction(0)  # what the entry itself has added to the pool it wins
        return {name: nets(terms, special, len(numbers))[matched] + fed}

    def brought(settlement: Settlement) -> Nets:
        return {name: Fraction(settlement.net, staked)}

    begun = partial(play, terms, begin(terms, SetUp()))
    return Trial(f"{name} {about}", begun, lambda prompt, steps: entry, brought, fast=fast)


def _name(special: int, spots: int) -> str:
    return f"{SCHEDULES[special]}:{spots}"
