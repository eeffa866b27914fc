"""The shoe in the hands of a Blackjack dealer, with Blackjack's own remedies.

A card laid in the wrong place is put right by where the deal stands: in the initial deal and in the dealer's own hand the cards
are laid again as they were drawn, and a player's hand goes back to its first two. A card drawn in error and seen is the next
card; until it is dealt it lies open, and a player to whom it falls may refuse it.
"""

from __future__ import annotations

from houseway.games.blackjack.hand import Hand
from houseway.games.blackjack.terms import Terms
from houseway.kit.cards import Card
from houseway.law.clause import Basis
from houseway.play.cards import Cards
from houseway.play.events import Dealt, Discarded, Event, Noted, PutBack
from houseway.play.irregular import Irregularity
from houseway.play.script import Script
from houseway.play.shoeful import Shoeful


class CardShown(Exception):
    """The card that is due was drawn in error and seen; whoever it falls to may refuse it."""


class Shoe(Cards):
    def __init__(self, rules: Terms, state: Shoeful) -> None:
        Cards.__init__(self, rules.dealing, state)
        self.rules = rules
        self.hand: Hand | None = None  # the player's hand that cards are drawn to; None: the dealer's
        self.seen: list[Card] = []  # in error, and not dealt yet

    @property
    def shown(self) -> Card | None:
        """The next card, where it lies open for all to see."""
        if not self.seen:
            return None
        card = self.next_card
        return card if isinstance(card, Card) and card in self.seen else None

    def tell(self, event: Event) -> Event:
        if isinstance(event, Dealt):
            self.seen = [card for card in self.seen if card != event.card]
        return Cards.tell(self, event)

    def draw(self, hand: Hand, by: Basis, offers: bool = False) -> Script[Card]:
        """A further card to a player's hand. Where it ``offers``, a card that is shown now is not simply dealt."""
        self.hand = hand
        return self.lay(hand.place, by, self.rules.mishaps_later, self._stopping if offers else None)

    def _stopping(self, answer: Irregularity) -> Script[None]:
        due = self.next_card
        yield from self.mend(answer)
        if due is None and self.shown is not None:
            raise CardShown

    def mend(self, answer: Irregularity) -> Script[None]:
        """While cards are dealt, and when they are picked up."""
        rules = self.rules
        if answer.kind == "overdrawn":
            assert answer.card is not None
            yield self.tell(Discarded(rules.dealer.overdrawn.by, answer.card, "the dealer had to stand"))
        elif answer.kind != "misplaced":
            if answer.kind == "seen":
                assert answer.card is not None
                self.seen.append(answer.card)
            yield from super().mend(answer)
        elif self.opening:
            yield Noted(rules.misplaced.by, "The cards are laid again in the order they were drawn")
        elif self.hand is not None:
            yield from self.rebuild(self.hand)
        else:
            yield Noted(rules.misplaced_later.by, "The dealer's hand is laid again in the order drawn")

    def rebuild(self, hand: Hand) -> Script[None]:
        """A hand goes back to its first two cards; the others are the next cards, in their order."""
        surplus, hand.cards[2:] = hand.cards[2:], []
        for card in surplus:
            yield self.tell(PutBack(self.rules.misplaced_later.by, card))
        yield Noted(self.rules.misplaced_later.by, "The hand is rebuilt to the initial deal")
