"""What a Red Dog table remembers between rounds: its shoe, and who has been advised about the minimum."""

from __future__ import annotations

from houseway.games.red_dog.terms import Terms
from houseway.play.events import Advised, Event, PlayerLeft
from houseway.play.shoeful import Shoeful
from houseway.play.wagers import SetUp
from houseway.values import value


@value
class Carry:
    shoe: Shoeful
    advised: frozenset[str] = frozenset()


def begin(terms: Terms, set_up: SetUp) -> Carry:
    return Carry(Shoeful.new(terms.dealing, set_up))


def move(carry: Carry, event: Event) -> Carry:
    shoe = carry.shoe.after(event)
    advised = carry.advised
    if isinstance(event, Advised):
        advised = advised | {event.player}
    elif isinstance(event, PlayerLeft):
        advised = advised - {event.player}
    return carry if shoe is carry.shoe and advised is carry.advised else Carry(shoe, advised)
