"""What a roulette table remembers: whose colour is which, who was advised, and the winners left lying."""

from __future__ import annotations

from houseway.games.roulette.terms import Terms
from houseway.play import colours
from houseway.play.colours import ColourChips
from houseway.play.events import Advised, Event, LeftLying, PickedUp, PlayerLeft
from houseway.play.wagers import SetUp, Wager
from houseway.values import value


@value
class Carry:
    colours: tuple[ColourChips, ...] = ()
    advised: frozenset[str] = frozenset()
    lying: tuple[Wager, ...] = ()


def begin(terms: Terms, set_up: SetUp) -> Carry:
    return Carry()


def move(carry: Carry, event: Event) -> Carry:
    chips, advised, lying = colours.moved(carry.colours, event), carry.advised, carry.lying
    if isinstance(event, Advised):
        advised = advised | {event.player}
    elif isinstance(event, PlayerLeft):
        advised = advised - {event.player}
    elif isinstance(event, LeftLying):
        lying = event.wagers
    elif isinstance(event, PickedUp):  # a spin that was invalidated leaves nothing on the layout
        lying = ()
    return Carry(chips, advised, lying)
