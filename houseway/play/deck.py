"""Deck: one deck, shuffled anew for every round.

``FreshDeck`` names the provisions of games that never deal two rounds from the same shuffle: a deck and its cutting card,
the dealer's one cut, and, where a book knows it, a shoe that shuffles one deck while another is played. What the table
remembers is a ``Shoeful`` as for any shoe.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from houseway.kit.cards import Card, Unseen
from houseway.kit.shoe import Shoe
from houseway.law.clause import Basis, Provision
from houseway.play.card_checks import CardChecks, check_cards
from houseway.play.dealing import DECK, Decks
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.events import CutMade, Event, Noted, PickedUp, ShoeReady, Shuffled, Turned
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts import Draw
from houseway.play.script import Script, confirm, measure
from houseway.play.shoeful import Shoeful, ShoeNotes
from houseway.play.states import Asked
from houseway.play.wagers import SetUp

COLOURS = ("red", "blue")


@dataclass(frozen=True)
class FreshDeck:
    """The provisions about cards that are shuffled before each round."""

    decks: Provision[Decks]
    ranks: Provision[None]
    from_shoe: Provision[None]
    replace_cards: Provision[None]
    count_cards: Provision[None]  # on demand, at any time
    shuffle: Provision[None]
    cut: Provision[None]  # by the dealer, once
    no_player_cuts: Provision[None]
    shuffling_shoe: Provision[int] | None  # decks in turn, where one is shuffled while another is played
    shoe_failed: Provision[None] | None  # a shuffling shoe that jams or stops
    checked: Provision[CardChecks] | None = None  # cards, before they are used; the first editions do not say

    # What only shoes of many rounds have.
    shuffle_at_will: ClassVar[Provision[None] | None] = None
    burn_new_dealer: ClassVar[Provision[bool] | None] = None
    burn_shown: ClassVar[Provision[bool] | None] = None

    def judge_set_up(self, set_up: SetUp) -> Decision:
        if set_up.shuffling == "hand":
            if set_up.decks is None or self.decks.value.allows(set_up.decks):
                return Accepted(self.decks.by)
            return Refused(self.decks.by, f"{self.decks.value.required} deck of {DECK} cards is required")
        if set_up.shuffling != "shuffler" or self.shuffling_shoe is None:
            return Refused(self.from_shoe.by + self.shuffle.by, "this book knows no such shuffling device")
        if set_up.decks not in (None, self.shuffling_shoe.value):
            return Refused(
                self.shuffling_shoe.by,
                f"a shuffling shoe takes {self.shuffling_shoe.value} decks of two colours in turn",
            )
        return Accepted(self.decks.by + self.shuffling_shoe.by)

    @property
    def mishaps_of_shuffle(self) -> tuple[Mishap, ...]:
        if self.shoe_failed is None:
            return ()
        return (Mishap("shoe-failed", "The shuffling shoe jams or stops", self.shoe_failed.by),)


def new_deck(terms: FreshDeck, set_up: SetUp) -> Shoeful:
    """A table's cards when it opens: one deck in play, whichever way it is shuffled, and a shuffle due."""
    count = terms.decks.value.count
    return Shoeful(Shoe.of(count), (), (), ShoeNotes(count, set_up.shuffling, "now"))


def after(state: Shoeful, event: Event) -> Shoeful:
    """Moved on by one event: once the cards are picked up the next round needs a new shuffle."""
    state = state.after(event)
    return state.noting(shuffle="now") if isinstance(event, PickedUp) else state


def prepare(terms: FreshDeck, state: Shoeful) -> Script[None]:
    """Shuffle and cut; or take the other deck from the shoe that has shuffled it."""
    if terms.checked is not None and state.notes.unchecked:
        yield from check_cards(terms.checked, state.notes.cards)
    rule, by_shoe = terms.shuffling_shoe, state.notes.shuffling == "shuffler"
    if rule is not None and by_shoe:
        colour = COLOURS[state.notes.shoes % len(COLOURS)]

        def again(answer: Irregularity) -> Script[None]:
            assert terms.shoe_failed is not None
            yield Noted(terms.shoe_failed.by, "The cards are shuffled again")

        by = terms.shuffle.by + rule.by
        yield from confirm(by, f"Take the {colour} deck from the shoe", "dealer", terms.mishaps_of_shuffle, again)
    else:
        yield from confirm(terms.shuffle.by, "Shuffle the deck")
    yield Shuffled(terms.shuffle.by + terms.decks.by, "all", terms.decks.value.count)
    if by_shoe:
        yield Noted(terms.cut.by, "A deck from the shuffling shoe is not cut")
    else:
        because, by = "the dealer's cut falls inside the deck", terms.cut.by + terms.no_player_cuts.by
        at = yield from measure(by, Asked.CUT, 1, DECK - 1, because, DECK // 2)
        yield CutMade(by, "dealer", at)
    yield ShoeReady(terms.from_shoe.by)


class Deck:
    """The deck in the hands of a script. A card that goes face down may be keyed, or left unseen: then whoever shows the
    hand has its cards keyed."""

    def __init__(self, state: Shoeful) -> None:
        self.state = state

    def tell(self, event: Event) -> Event:
        """Every event about cards goes through here, so that the script sees what is left of the deck."""
        self.state = after(self.state, event)
        return event

    def draw(self, place: str, by: Basis, up: bool, mishaps: tuple[Mishap, ...] = ()) -> Draw:
        return Draw(by, place, self.state.shoe, "", up, None, None, mishaps)

    def show(
        self, place: str, cards: Sequence[Card | Unseen], by: Basis, up: Sequence[Card] = ()
    ) -> Script[tuple[Card, ...]]:
        """The cards of a place are laid face up; those that nobody has keyed are keyed now, those in
        ``up`` lie so already."""
        known = [card for card in cards if isinstance(card, Card)]
        for card in known:
            if card in up:
                continue
            yield self.tell(Turned(by, place, card))
        while len(known) < len(cards):
            found: Card = yield Draw(by, f"{place}, shown", self.state.shoe, "", True, None, None)
            yield self.tell(Turned(by, place, found, True))
            known.append(found)
        return tuple(known)
