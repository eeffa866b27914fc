"""Events: facts, each with the basis that made it so.

``by`` has no default: an event cannot exist without a reason. Events are what the ledger keeps, what the felt is
folded from, and what a table remembers. They say what happened, never what to do next.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from houseway.kit.cards import Card, Unseen
from houseway.law.clause import Basis
from houseway.money import Cents, show, show_net
from houseway.play.states import STATE_IN, Outcome, State, result_words, window_words
from houseway.play.wagers import Sign, Wager
from houseway.values import value


@value
class Event:
    """Something that happened in a round, and what it rests on."""

    by: Basis

    of_the_outcome: ClassVar[bool] = False  # it does not stand once the outcome of the round is invalidated

    @property
    def words(self) -> str:
        """What happened, as one short sentence."""
        return type(self).__name__

    @property
    def facts(self) -> dict[str, str]:
        """What the felt shows of it by name, where a game's own event has something to show."""
        return {}

    @property
    def house_keeps(self) -> Cents | None:
        """What the house takes of winnings, where the event tells of that."""
        return None

    def seen_by(self, audience: str) -> Event | None:
        """The event as somebody may know it: staff, a player by name, or an onlooker."""
        return self


# Speaking


@value
class Called(Event):
    """The dealer's words. ``meaning`` stands for a call whose words no rule fixes: "spread 2"."""

    said: str
    meaning: str = ""

    @property
    def words(self) -> str:
        return self.said


@value
class Advised(Event):
    player: str
    advice: str

    @property
    def words(self) -> str:
        return f"{self.player} is told: {self.advice}"


@value
class Noted(Event):
    """Something done or seen that the rules want on record."""

    note: str

    @property
    def words(self) -> str:
        return self.note


@value
class NothingToDecide(Noted):
    """A hand that leaves its players no choice, and what stands against each choice they might ask for."""

    players: tuple[str, ...]
    closed: dict[str, Basis]


# Cards


@value
class BurnOmitted(Noted):
    """A burn that was forgotten. It is not made up for: the next is due with the next shoe or the next dealer."""


@value
class Dealt(Event):
    """A card that was dealt to a place."""

    place: str  # "first card"
    card: Card | Unseen  # unseen: it came face down from a real shoe, and nobody knows it yet
    box: str = ""  # where on the cloth, as the book says: "right"
    up: bool = True

    @property
    def words(self) -> str:
        return f"{self.place.capitalize()}, {self.card.words}" if self.up else f"{self.place.capitalize()}, face down"


@value
class Burned(Event):
    card: Card | Unseen
    shown: bool = False

    @property
    def words(self) -> str:
        return f"Burned, {self.card.words if self.shown else 'face down'}"


@value
class BurnShown(Event):
    card: Card
    asked_by: str

    @property
    def words(self) -> str:
        return f"{self.asked_by} asked to see the burned card: {self.card.words}"


@value
class Discarded(Event):
    card: Card
    why: str

    @property
    def words(self) -> str:
        return f"Discarded, {self.card.words}: {self.why}"


@value
class KeptAsNext(Event):
    """A card drawn in error stays the next card."""

    card: Card | Unseen
    seen: bool

    @property
    def words(self) -> str:
        return f"Drawn in error, {self.card.words if self.seen else 'not seen'}: it is the next card"


@value
class PutBack(Event):
    """A card laid wrongly is the next card again."""

    card: Card

    @property
    def words(self) -> str:
        return f"{self.card.words.capitalize()} goes back: it is the next card"


@value
class CutCardSeen(Event):
    first: bool  # it came before the first card of a round
    place: str = ""  # where the next card was due

    @property
    def words(self) -> str:
        return "The cutting card is out" + (", before the first card" if self.first else "")


@value
class ToldOfSeat(Event):
    """A player who sits out at a full table hears that the seat may be asked for."""

    player: str
    rounds: int  # that may still be sat out

    @property
    def words(self) -> str:
        more = "another round" if self.rounds == 1 else f"{self.rounds} more rounds"
        return f"{self.player} is told: after {more} without a wager the seat may be asked for"


@value
class CardsBrought(Event):
    """Cards come to the table, in place of others or for another day's gaming; they are shuffled before play."""

    to_check: bool = False  # before anybody uses them

    @property
    def words(self) -> str:
        return "Cards are brought to the table" + (", to be checked first" if self.to_check else "")


@value
class ShuffleDue(Event):
    when: Literal["now", "after this round"]

    @property
    def words(self) -> str:
        return f"Shuffle due {self.when}"


@value
class Shuffled(Event):
    what: Literal["all", "discards", "rest"]
    decks: int

    @property
    def words(self) -> str:
        return {
            "all": "One deck shuffled" if self.decks == 1 else f"{self.decks} decks shuffled",
            "discards": "The discards shuffled",
            "rest": "The rest shuffled",
        }[self.what]


@value
class CutMade(Event):
    who: str
    at: int  # cards from the front

    @property
    def words(self) -> str:
        return f"{self.who} cut at {self.at} cards"


@value
class CutCardPlaced(Event):
    depth: int  # cards from the back

    @property
    def words(self) -> str:
        return f"Cutting card placed {self.depth} cards from the back"


@value
class ShoeReady(Event):
    @property
    def words(self) -> str:
        return "The shoe is ready"


@value
class Moved(Event):
    """A card goes to another place on the cloth."""

    place: str
    to: str
    card: Card

    @property
    def words(self) -> str:
        return f"{self.card.words.capitalize()} moves to {self.to}"


@value
class Turned(Event):
    """A card that lay face down is turned."""

    place: str
    card: Card
    found: bool = False  # nobody knew it before

    @property
    def words(self) -> str:
        return f"{self.place.capitalize()} turns the {self.card.words}"


@value
class Handed(Event):
    """Cards that lie face down are given to a player, who alone may look at them."""

    places: tuple[str, ...]
    player: str

    @property
    def words(self) -> str:
        return f"{self.player} is given the {' and the '.join(self.places)}"


@value
class Misplaced(Event):
    """Two cards were found on each other's places."""

    one: str
    other: str

    @property
    def words(self) -> str:
        return f"{self.one.capitalize()} and {self.other} lay on each other's places"


@value
class Swapped(Event):
    """Cards laid on each other's places were put right."""

    one: str
    other: str

    @property
    def words(self) -> str:
        return f"{self.one.capitalize()} and {self.other} exchanged, each on its own place"


@value
class Marked(Event):
    place: str
    what: str = "marker"  # what stands there: the marker on a spread, a puck before a player

    @property
    def words(self) -> str:
        return f"{self.what.capitalize()} on {self.place}"


@value
class DealerChanged(Event):
    dealer: str

    @property
    def words(self) -> str:
        return f"{self.dealer} takes over the deal"


@value
class PlayerLeft(Event):
    player: str

    @property
    def words(self) -> str:
        return f"{self.player} leaves the table"


@value
class SessionBegan(Event):
    """A tournament, or a session of one, begins."""

    @property
    def words(self) -> str:
        return "A session of a tournament begins"


@value
class Decided(Event):
    """How the hand came out, before wagers are settled by it."""

    outcome: str

    @property
    def words(self) -> str:
        return f"Outcome: {result_words(self.outcome)}"


@value
class PickedUp(Event):
    @property
    def words(self) -> str:
        return "Cards picked up in order"


# Money


@value
class SignRead(Event):
    sign: Sign

    @property
    def words(self) -> str:
        limits = self.sign.limits
        top = show(limits.maximum) if limits.maximum is not None else "no stated maximum"
        return f"Sign: {show(limits.minimum)} to {top}"


@value
class Opened(Event):
    """A window for wagers is open."""

    window: str

    @property
    def words(self) -> str:
        return STATE_IN.get(self.window, State.WAGERING).words


@value
class Laid(Event):
    """The wagers that lay in a window when it closed."""

    window: str
    wagers: tuple[Wager, ...]

    @property
    def words(self) -> str:
        return f"{window_words(self.window)}: {show(sum(wager.cents for wager in self.wagers))}"


@value
class Lifted(Event):
    """Wagers that had been laid lie open again, free to be taken back."""

    window: str
    wagers: tuple[Wager, ...]

    @property
    def words(self) -> str:
        return "Wagers lie open again"


@value
class Staked(Event):
    """A further wager, put up by a decision during the hand."""

    wager: Wager

    @property
    def words(self) -> str:
        return f"{self.wager.player} stakes {show(self.wager.cents)}: {self.wager.name}"


@value
class LeftLying(Event):
    """Winning wagers that stay on the layout for the next spin unless their owners take them back."""

    wagers: tuple[Wager, ...]

    of_the_outcome: ClassVar = True

    @property
    def words(self) -> str:
        if not self.wagers:
            return "Nothing is left on the layout"
        return f"{show(sum(wager.cents for wager in self.wagers))} stays on the layout"


@value
class Chosen(Event):
    player: str
    choice: str

    @property
    def words(self) -> str:
        return f"{self.player}: {self.choice}"


@value
class Settled(Event):
    """The end of a wager: what of it was live, what it won, and everything that goes back across the felt."""

    of_the_outcome: ClassVar = True

    wager: Wager
    outcome: Outcome
    live: Cents  # the part that was settled; the rest of the stake came back whatever the result
    won: Cents  # winnings, without the stake
    back: Cents  # stake and winnings returned in all
    at: str = ""  # "4 to 1"

    @property
    def net(self) -> Cents:
        return self.back - self.wager.cents

    @property
    def excess(self) -> Cents:
        return self.wager.cents - self.live

    @property
    def words(self) -> str:
        who = f"{self.wager.player} {self.wager.name}"
        over = f", {show(self.excess)} returned" if self.excess and self.outcome != Outcome.RETURNED else ""
        if self.outcome == Outcome.WON:
            return f"{who}: paid {self.at}, {show_net(self.won)}{over}"
        if self.outcome == Outcome.LOST:
            return f"{who}: taken, {show_net(-self.live)}{over}"
        return f"{who}: {Outcome(self.outcome).words}, net $0"


@value
class SettlementUndone(Event):
    """What was paid and taken on these wagers is taken back: they are settled anew, and the lines before do not stand."""

    wagers: tuple[Wager, ...]

    @property
    def words(self) -> str:
        return "What was paid and taken goes back: the wagers are settled anew"


@value
class GivenBack(Event):
    """Wagers left lying that the law or the sign which holds now does not admit; their owners have them back."""

    wagers: tuple[Wager, ...]

    @property
    def words(self) -> str:
        return f"{show(sum(wager.cents for wager in self.wagers))} left lying goes back to its owners"


@value
class LawChanged(Event):
    """From now on another edition holds at this table."""

    began: tuple[str, ...]  # the instruments that hold now, and did not before
    ended: tuple[str, ...]  # those that hold no more
    changes: tuple[str, ...]  # what is another now, in words

    @property
    def words(self) -> str:
        said = [f"{one} holds from now on" for one in self.began] + [f"{one} holds no more" for one in self.ended]
        if not said:
            said = ["the rules of this table are others from now on"]
        return f"{'; '.join(said)}: {'; '.join(self.changes)}" if self.changes else "; ".join(said)


@value
class Ruled(Event):
    """A person with authority decided."""

    ruling: str
    text: str

    @property
    def words(self) -> str:
        return self.text


@value
class SetTakenAway(Event):
    """What the table was played with has been checked and has left it; the next set is checked before play."""

    what: str

    @property
    def words(self) -> str:
        return f"The {self.what} leave the table"


@value
class TableCloses(Event):
    """The rules close the table itself: once this round is over, no other is played at it."""

    @property
    def words(self) -> str:
        return "The table closes"


@value
class WentWrong(Event):
    """An irregularity was found; what follows is its remedy."""

    kind: str
    label: str

    @property
    def words(self) -> str:
        return f"Irregularity: {self.label.lower()}"
