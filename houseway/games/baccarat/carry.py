"""What a Baccarat table remembers: its shoe, who was advised about the minimum, how its cards are dealt, and how the
coups of this shoe came out."""

from __future__ import annotations

from dataclasses import replace

from houseway.games.baccarat.events import Came, FurtherHand, SecretUsed
from houseway.games.baccarat.terms import Terms
from houseway.kit.cards import Card
from houseway.play.events import Advised, Decided, Event, PickedUp, PlayerLeft, Ruled, SessionBegan, ShoeReady
from houseway.play.remembering import other_cards_left
from houseway.play.shoeful import Shoeful
from houseway.play.states import RoundResult
from houseway.play.wagers import SetUp
from houseway.values import field, value


@value
class Carry:
    shoe: Shoeful
    advised: frozenset[str] = frozenset()
    method: str = ""  # "" where it is the book's first
    secret_used: dict[str, int] = field(default_factory=dict)  # secret wagers made in this session, by player
    coups: str = ""  # every coup of this shoe as two signs, who won and the winning count: "B8P9T6"
    fresh: bool = False  # the last of them is the coup still on the table

    @property
    def exposed(self) -> bool:
        """A card in excess lies open and begins the next coup, on which nobody wagers."""
        waiting = self.shoe.next_cards
        return bool(waiting) and any(isinstance(card, Card) for card in waiting)

    @property
    def further(self) -> bool:
        """The cutting card is out, and no shuffle came: the next coup is a further hand after a tie."""
        return self.shoe.notes.cut_card is None


def begin(terms: Terms, set_up: SetUp) -> Carry:
    return Carry(Shoeful.new(terms.dealing, set_up), method=set_up.method)


def move(carry: Carry, event: Event) -> Carry:
    shoe = carry.shoe.after(event)
    if isinstance(event, FurtherHand):
        shoe = shoe.noting(shuffle="")
    if shoe is not carry.shoe:
        carry = replace(carry, shoe=shoe)
    if isinstance(event, Came):
        shown = event.outcome[0].upper() + str(max(event.player, event.banker))
        return replace(carry, coups=carry.coups + shown, fresh=True)
    if carry.fresh and _unmade(event):
        return replace(carry, coups=carry.coups[:-2], fresh=False)
    if isinstance(event, PickedUp):
        return replace(carry, fresh=False) if carry.fresh else carry
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


def remembers_again(was: Carry, now: Carry, later: Carry) -> Carry:
    """A coup that came out otherwise stands so in the roads of its shoe."""
    later = other_cards_left(was, now, later)
    if not later.coups.startswith(was.coups):  # another shoe
        return later
    return replace(later, coups=now.coups + later.coups[len(was.coups) :])


def _unmade(event: Event) -> bool:
    """A coup that came out and then did not count: void after all, or invalidated."""
    if isinstance(event, Ruled):
        return event.ruling == "invalidate"
    return isinstance(event, Decided) and event.outcome == RoundResult.VOID
