"""What a keno game remembers between draws: the jackpot pools, and the state of the device."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from houseway.games.keno.drawing import Device, moved
from houseway.games.keno.prizes import guaranteed
from houseway.games.keno.terms import Terms
from houseway.money import Cents, show
from houseway.play.events import Event
from houseway.play.wagers import SetUp
from houseway.values import field, value


@value
class Carry:
    pools: dict[int, Cents] = field(default_factory=dict)  # by the count of numbers, guaranteed minimum included
    minimum: dict[int, Cents] = field(default_factory=dict)  # what a pool starts from again
    device: Device = Device()

    @property
    def tells(self) -> tuple[str, ...]:
        """What of it a round's notation must tell."""
        return (*(("pools",) if self.pools != self.minimum else ()), *(("device",) if self.device != Device() else ()))


@value
class JackpotFed(Event):
    spots: int
    cents: Cents

    @property
    def words(self) -> str:
        return f"{show(self.cents)} goes to the {self.spots}-number jackpot"


@value
class JackpotWon(Event):
    spots: int
    cents: Cents  # the whole pool

    @property
    def words(self) -> str:
        return f"The {self.spots}-number jackpot of {show(self.cents)} is won"


@value
class ProRated(Event):
    ratio: Fraction

    @property
    def words(self) -> str:
        return f"Major prizes are cut to {self.ratio} of themselves, none below the floor"


def begin(terms: Terms, set_up: SetUp) -> Carry:
    least = guaranteed(terms)
    return Carry(dict(least), least)


def move(carry: Carry, event: Event) -> Carry:
    if isinstance(event, JackpotFed):
        return replace(carry, pools={**carry.pools, event.spots: carry.pools[event.spots] + event.cents})
    if isinstance(event, JackpotWon):
        return replace(carry, pools={**carry.pools, event.spots: carry.minimum[event.spots]})
    device = moved(carry.device, event)
    return carry if device is carry.device else replace(carry, device=device)
