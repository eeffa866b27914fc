"""What a stud table remembers: its deck, who was advised about the minimum, who was warned about the exact bet, and the
jackpot wagers that a misdeal left in."""

from __future__ import annotations

from dataclasses import replace

from houseway.games.stud.events import WarnedOfBet
from houseway.games.stud.terms import Terms
from houseway.play import deck
from houseway.play.events import Advised, Event, LeftLying, PickedUp, PlayerLeft
from houseway.play.shoeful import Shoeful
from houseway.play.wagers import SetUp, Wager
from houseway.values import value


@value
class Carry:
    shoe: Shoeful
    advised: frozenset[str] = frozenset()
    warned: frozenset[str] = frozenset()
    lying: tuple[Wager, ...] = ()

    @property
    def in_sets(self) -> bool:
        return self.shoe.notes.shuffling == "shuffler"


def begin(terms: Terms, set_up: SetUp) -> Carry:
    return Carry(deck.new_deck(terms.dealing, set_up))


def move(carry: Carry, event: Event) -> Carry:
    shoe = deck.after(carry.shoe, event)
    if shoe is not carry.shoe:
        carry = replace(carry, shoe=shoe)
    if isinstance(event, WarnedOfBet):
        return replace(carry, warned=carry.warned | {event.player})
    if type(event) is Advised:
        return replace(carry, advised=carry.advised | {event.player})
    if isinstance(event, PlayerLeft):
        return replace(carry, advised=carry.advised - {event.player})  # a warning is not left behind by leaving
    if isinstance(event, LeftLying):
        return replace(carry, lying=event.wagers)
    if isinstance(event, PickedUp):
        return replace(carry, lying=())
    return carry
