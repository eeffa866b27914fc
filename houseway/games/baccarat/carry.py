"""What a Baccarat table remembers: its shoe, who was advised about the minimum, how its cards are dealt, and how the
coups of this shoe came out."""

from __future__ import annotations

from dataclasses import field, replace

from houseway.games.baccarat.events import Came, FurtherHand, SecretUsed
from houseway.games.baccarat.terms import Terms
from houseway.kit.cards import Card
from houseway.play.dealing import Shoeful
from houseway.play.events import Advised, Event, PlayerLeft, SessionBegan, ShoeReady
from houseway.play.wagers import SetUp
from houseway.values import value


@value
class Carry:
    shoe: Shoeful
    advised: frozenset[str] = frozenset()
    method: str = ""  # "" where it is the book's first
    secret_used: dict[str, int] = field(default_factory=dict)  # secret wagers made in this session, by player
    coups: str = ""  # every coup of this shoe as two signs, who won and the winning count: "B8P9T6"

    @property
    def exposed(self) -> bool:
        """A card in excess lies open and begins the next coup, on which nobody wagers."""
        return any(isinstance(card, Card) for card in self.shoe.next_cards)

    @property
    def further(self) -> bool:
        """The cutting card is out, and no shuffle came: the next coup is a further hand after a tie."""
        return self.shoe.notes.cut_card is None


def begin(terms: Terms, set_up: SetUp) -> Carry:
    return Carry(Shoeful.new(terms.dealing, set_up), method=set_up.method)


def ready(carry: Carry) -> Carry:
    return replace(carry, shoe=carry.shoe.ready())


def due(carry: Carry) -> bool:
    return carry.shoe.notes.shuffle == "now"


def move(carry: Carry, event: Event) -> Carry:
    shoe = carry.shoe.after(event)
    if isinstance(event, FurtherHand):
        shoe = shoe.noting(shuffle="")
    if shoe is not carry.shoe:
        carry = replace(carry, shoe=shoe)
    if isinstance(event, Came):
        return replace(carry, coups=carry.coups + event.outcome[0].upper() + str(max(event.player, event.banker)))
    if isinstance(event, SecretUsed):
        used = {**carry.secret_used, event.player: carry.secret_used.get(event.player, 0) + 1}
        return replace(carry, secret_used=used)
    if isinstance(event, SessionBegan):
        return replace(carry, secret_used={})
    if isinstance(event, ShoeReady):
        return replace(carry, coups="")
    if isinstance(event, Advised):
        return replace(carry, advised=carry.advised | {event.player})
    if isinstance(event, PlayerLeft):
        return replace(carry, advised=carry.advised - {event.player})
    return carry
