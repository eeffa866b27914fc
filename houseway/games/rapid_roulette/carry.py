"""What a Rapid Roulette table remembers: the number of the spin, the sequences that run, and the last results."""

from __future__ import annotations

from houseway.games.rapid_roulette.sequences import Running
from houseway.games.rapid_roulette.terms import Terms
from houseway.play.events import Event
from houseway.play.wagers import SetUp
from houseway.values import value

KEPT = 13  # results shown: the last one and twelve before it


@value
class SpinOver(Event):
    """The end of a spin: the number, or None if it was void; and the sequences that run on."""

    number: int | None
    running: tuple[Running, ...]

    @property
    def words(self) -> str:
        count = len(self.running)
        runs = f"; {count} sequence{'s' if count != 1 else ''} run{'s' if count == 1 else ''} on" if count else ""
        return ("The spin is void" if self.number is None else f"The spin is over, {self.number}") + runs


@value
class Carry:
    spin: int = 1
    running: tuple[Running, ...] = ()
    last: tuple[int, ...] = ()


def begin(terms: Terms, set_up: SetUp) -> Carry:
    return Carry()


def move(carry: Carry, event: Event) -> Carry:
    if not isinstance(event, SpinOver):
        return carry
    last = carry.last if event.number is None else (event.number, *carry.last)[:KEPT]
    return Carry(carry.spin + 1, event.running, last)
