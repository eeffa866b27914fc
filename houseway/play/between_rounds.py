"""Between rounds: what a table remembers where neither cards nor places outlast a round.

Whose colour is which, who has been advised about the minimum, and the winning wagers left lying for the next spin or
throw. A game with nothing else to remember takes this ``Carry`` as it is.
"""

from __future__ import annotations

from typing import Any

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


def begin(terms: Any, set_up: SetUp) -> Carry:
    """What a new table remembers: nothing yet."""
    return Carry()


def move(carry: Carry, event: Event) -> Carry:
    """What a table remembers, moved on by one event."""
    chips, advised, lying = colours.moved(carry.colours, event), carry.advised, carry.lying
    if isinstance(event, Advised):
        advised = advised | {event.player}
    elif isinstance(event, PlayerLeft):
        advised = advised - {event.player}
    elif isinstance(event, LeftLying):
        lying = event.wagers
    elif isinstance(event, PickedUp):  # an invalidated round leaves nothing on the layout
        lying = ()
    return Carry(chips, advised, lying)
