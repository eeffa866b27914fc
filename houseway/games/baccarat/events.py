"""What happens at a Baccarat table and at no other."""

from __future__ import annotations

from houseway.money import Cents, show
from houseway.play.events import Decided, Event, Turned
from houseway.play.states import RoundResult, result_words
from houseway.play.wagers import Wager
from houseway.values import value


@value
class Came(Decided):
    """How a coup came out, with the count of each hand."""

    player: int = 0
    banker: int = 0

    @property
    def words(self) -> str:
        if self.outcome == RoundResult.TIE:
            return f"Tie at {self.player}"
        high, low = max(self.player, self.banker), min(self.player, self.banker)
        return f"{result_words(self.outcome).capitalize()} wins, {high} against {low}"


@value
class CardOpened(Turned):
    """A card that lay face down is opened, by a player or by the dealer."""

    who: str = "dealer"

    @property
    def words(self) -> str:
        return f"{self.place.capitalize()}, {self.card.words}, opened by {self.who}"


@value
class FurtherHand(Event):
    """The last coup of the shoe was a tie: another hand is dealt before the shuffle."""

    @property
    def words(self) -> str:
        return "A further hand is dealt before the shuffle"


@value
class SecretUsed(Event):
    """One of the secret wagers a player may make in a session has been made."""

    player: str

    @property
    def words(self) -> str:
        return f"{self.player} has used a secret wager"


@value
class Commission(Event):
    """Taken from a Banker winner at the moment of payment; the payment on record is already net of it."""

    wager: Wager
    cents: Cents

    @property
    def house_keeps(self) -> Cents:
        return self.cents

    @property
    def words(self) -> str:
        return f"{self.wager.player}: {show(self.cents)} commission on Banker"
