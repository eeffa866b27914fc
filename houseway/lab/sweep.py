"""Sweep: every provision that moves a figure, turned through what it can be, and the exact figures held against rounds played.

A slider is put to its ends and between, a choice to each of its options. Under each setting the fast form plays so many rounds
from a seed that follows from the setting, and each outcome must come as often as its exact chance says; where only an
expectation is exact, the mean must. What nobody can value under a setting says so by a complaint, and that is no disagreement.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass

from houseway.complaint import Complaint
from houseway.lab.exact import study, wager_odds
from houseway.lab.simulate import Tally, simulate
from houseway.lab.whatif import Control, controls
from houseway.odds.distribution import Distribution, WagerOdds

LUCK = 5.5  # standard deviations; of ten thousand comparisons one in a thousand sweeps would pass it by chance
COMMON = 25  # an outcome is compared by itself where so many are expected
PLACES = 5  # of a slider


@dataclass(frozen=True)
class Turned:
    """One provision of one book set to another value."""

    book: str
    name: str
    value: str

    @property
    def seed(self) -> int:
        return int.from_bytes(hashlib.sha256(f"{self.book} {self.name} {self.value}".encode()).digest()[:6], "big")

    def __str__(self) -> str:
        return f"{self.book} --set {self.name}={self.value!r}"


def settings(book: str) -> Iterator[Turned]:
    """Every setting of a book that a sweep goes through."""
    for control in controls(study(book)):
        for value in dict.fromkeys(_values(control)):
            if value != control.provided.value:
                yield Turned(book, control.provided.name, value)


def _values(control: Control) -> Iterator[str]:
    if not control.slides:
        yield from control.provided.options
        return
    wide = control.high - control.low
    for place in range(PLACES):
        yield control.step.replace("#", str(control.low + wide * place // (PLACES - 1)))


def disagreements(turned: Turned, rounds: int) -> list[str]:
    """Where exact figures and rounds played say different things under a setting; nothing where they agree."""
    try:
        of = study(turned.book, {turned.name: turned.value})
        exact = {(one.wager, one.strategy): one for one in wager_odds(of) if not one.given}
        report = simulate(of, rounds, turned.seed)
    except Complaint:  # said in one line, and not valued
        return []
    said = []
    for tally in report.tallies:
        known = exact.get((tally.wager, tally.strategy))
        if known is not None:
            said += [f"{turned}: {tally.wager}, {tally.strategy}: {why}" for why in _differs(tally, known)]
    return said


def _differs(tally: Tally, known: WagerOdds) -> Iterator[str]:
    if known.distribution is None:
        z = tally.z
        if z is not None and abs(z) > LUCK:
            yield f"{float(known.expectation):+.6f} exact, {float(tally.estimate):+.6f} played, z = {z:+.1f}"
        return
    yield from _outcomes(tally, known.distribution)


def _outcomes(tally: Tally, spread: Distribution) -> Iterator[str]:
    came, rounds = tally.results, tally.rounds
    if rest := sum(count for net, count in came.items() if net not in spread.chances):
        yield f"{rest} rounds brought what has no chance"
    for net, chance in spread.chances.items():
        expected = float(chance) * rounds
        if expected < COMMON:
            continue
        luck = math.sqrt(expected * (1 - float(chance))) or 1.0
        z = (came.get(net, 0) - expected) / luck
        if abs(z) > LUCK:
            yield f"net {net} came {came.get(net, 0):,} times of {rounds:,}, {expected:,.1f} expected, z = {z:+.1f}"
