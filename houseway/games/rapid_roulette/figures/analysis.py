"""What Rapid Roulette is worth, exactly.

Bets on one spin: the script run once for each pocket, with a unit on every spot. Sequences: the script run spin after spin
for every pattern of hits and misses. Which number misses cannot matter, so a miss stands for 36 pockets; a test shows that
it does not.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from houseway.games.rapid_roulette.carry import Carry, SpinOver, move
from houseway.games.rapid_roulette.round import play
from houseway.games.rapid_roulette.sequences import LENGTHS
from houseway.games.rapid_roulette.terms import SequenceReading, Terms
from houseway.kit.spots import layout
from houseway.law.clause import Provision
from houseway.odds.distribution import Distribution, WagerOdds
from houseway.odds.one_draw import UNIT, once_per_terms
from houseway.play.driver import drive
from houseway.play.events import Settled
from houseway.play.prompts import ClosedWindow, Prompt, ReadSign, Spin, TakeWagers
from houseway.play.wagers import Sign, Wager

MOVES = ("pays", "sequences", "sequence_reading")

__all__ = ["HANDS", "UNIT", "begin", "sequence_net", "sequence_table", "table_of", "wagers"]

HANDS: dict[str, str] = {}
HIT, MISS = 7, 8  # the number named for every spin, and one that is not
MISSES = 36


def begin(terms: Terms) -> Any:
    """A fresh spin, as often as it is called."""
    return partial(play, terms, Carry())


table_of = once_per_terms(begin, layout())


def sequence_net(terms: Terms, spot: str, numbers: tuple[int, ...]) -> tuple[Fraction, int]:
    """What a unit on a sequence brings when these numbers come, and after how many of them it was settled."""
    carry, book = Carry(), ClosedWindow((Wager("P1", 0, spot, UNIT),))
    for spin, number in enumerate(numbers, 1):

        def answer(prompt: Prompt, number: int = number, book: ClosedWindow = book) -> Any:
            if isinstance(prompt, TakeWagers):
                return book
            if isinstance(prompt, Spin):
                return str(number)
            return Sign() if isinstance(prompt, ReadSign) else prompt.usually()

        steps, _ = drive(play(terms, carry), answer)
        for step in steps:
            if isinstance(step, Settled):
                return Fraction(step.net, UNIT), spin
            if isinstance(step, SpinOver):
                carry = move(carry, step)
        book = ClosedWindow()
    raise AssertionError(f"{spot} was not settled by {numbers}")


def sequence_table(terms: Terms, kind: str) -> dict[tuple[bool, ...], Fraction]:
    """What each pattern of hits and misses brings, per unit."""
    length = LENGTHS[kind]
    spot = f"{kind}:{'/'.join([str(HIT)] * length)}"
    return {
        hits: sequence_net(terms, spot, tuple(HIT if hit else MISS for hit in hits))[0]
        for hits in product((True, False), repeat=length)
    }


def _sequence(terms: Terms, kind: str, given: str = "") -> WagerOdds:
    ways = 37 ** LENGTHS[kind]
    pairs = ((net, Fraction(MISSES ** hits.count(False), ways)) for hits, net in sequence_table(terms, kind).items())
    return WagerOdds(kind, Distribution.of(pairs), given=given)


def wagers(terms: Terms, shoe: None = None) -> list[WagerOdds]:
    """Every bet under the reading in force, then the sequences under the other one."""
    other = SequenceReading.STRICT if terms.sequence_reading.value is SequenceReading.RUN else SequenceReading.RUN
    otherwise = _read(terms, other)
    return [
        *table_of(terms).wagers(),
        *(_sequence(terms, kind) for kind in LENGTHS),
        *(_sequence(otherwise, kind, f"the {other.value} reading") for kind in LENGTHS),
    ]


def _read(terms: Terms, reading: SequenceReading) -> Terms:
    from dataclasses import replace

    old = terms.sequence_reading
    return replace(terms, sequence_reading=Provision(reading, old.by, old.policy))
