"""What can happen at a stud table and nowhere else."""

from __future__ import annotations

from houseway.kit.cards import Card
from houseway.play.events import Advised, Event
from houseway.values import value


@value
class Exposed(Event):
    """A card was seen by everybody that should have gone face down."""

    place: str
    card: Card

    @property
    def words(self) -> str:
        return f"Exposed at {self.place}: the {self.card.words}"


@value
class Declared(Event):
    """What a hand is."""

    place: str
    hand: str

    @property
    def words(self) -> str:
        return f"{self.place.capitalize()}: {self.hand}"

    @property
    def facts(self) -> dict[str, str]:
        return {self.place: self.hand}


@value
class WarnedOfBet(Advised):
    """A player who could not bet exactly hears what the next time will cost; the table remembers it."""


@value
class ToldTheBet(Advised):
    """A player whose bet was too small hears what is due."""
