"""What a Blackjack table remembers: its shoe, who was advised about the minimum, and who has played every round of the
shoe, for a house that holds late entrants to the minimum."""

from __future__ import annotations

from dataclasses import replace

from houseway.games.blackjack.terms import Terms
from houseway.play.events import Advised, Event, Laid, PickedUp, PlayerLeft, ShoeReady
from houseway.play.shoeful import Shoeful
from houseway.play.wagers import SetUp
from houseway.values import value
from houseway.versions import renamed

UPGRADES = (renamed(faithful="every_round"),)


@value
class Carry:
    shoe: Shoeful
    advised: frozenset[str] = frozenset()
    rounds: int = 0  # played from this shoe
    every_round: frozenset[str] = frozenset()  # players who have wagered in every one of them
    wagered: frozenset[str] = frozenset()  # in the round being played


def begin(terms: Terms, set_up: SetUp) -> Carry:
    return Carry(Shoeful.new(terms.dealing, set_up))


def move(carry: Carry, event: Event) -> Carry:
    shoe = carry.shoe.after(event)
    if shoe is not carry.shoe:
        carry = replace(carry, shoe=shoe)
    if isinstance(event, Advised):
        return replace(carry, advised=carry.advised | {event.player})
    if isinstance(event, PlayerLeft):
        return replace(carry, advised=carry.advised - {event.player}, every_round=carry.every_round - {event.player})
    if isinstance(event, Laid):
        return replace(carry, wagered=carry.wagered | {wager.player for wager in event.wagers})
    if isinstance(event, PickedUp):
        kept = carry.wagered if carry.rounds == 0 else carry.every_round & carry.wagered
        return replace(carry, rounds=carry.rounds + 1, every_round=kept, wagered=frozenset())
    if isinstance(event, ShoeReady):
        return replace(carry, rounds=0, every_round=frozenset())
    return carry
