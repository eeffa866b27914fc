"""Boxes: the hands of one round, the dealer's, and the deck between them; and the deal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from houseway.games.stud.events import Exposed
from houseway.games.stud.hand import Hand, Stands
from houseway.games.stud.terms import ANTE, BET, JACKPOT, DealerExposed, Terms
from houseway.kit.cards import Card, Unseen
from houseway.kit.ranking import FIVE
from houseway.law.clause import Basis
from houseway.money import Cents
from houseway.play.deck import Deck
from houseway.play.events import Dealt, Staked, WentWrong
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.layout import Layout
from houseway.play.script import Mend, Script, put_right
from houseway.play.wagers import Wager

DEALER = "dealer"


class Boxes:
    def __init__(self, terms: Terms, layout: Layout, deck: Deck) -> None:
        self.terms, self.layout, self.deck = terms, layout, deck
        self.hands: list[Hand] = []  # from the dealer's left
        self.dealer: list[Card | Unseen] = []
        self.up: Card | None = None
        self.exposed = 0  # wrongly, and counted
        self.by_shoe = deck.state.notes.shuffling == "shuffler"

    def seat(self, wagers: tuple[Wager, ...]) -> None:
        """A hand for every ante."""
        jackpots = {wager.area: wager for wager in wagers if wager.spot == JACKPOT}
        antes = sorted((wager for wager in wagers if wager.spot == ANTE), key=lambda wager: wager.area)
        self.hands = [Hand(wager.area, wager.player, wager, jackpots.get(wager.area)) for wager in antes]

    def alone(self, wagers: tuple[Wager, ...]) -> tuple[Wager, ...]:
        """Jackpot wagers that a misdeal left in and whose players put down no ante this time."""
        antes = {(hand.player, hand.area) for hand in self.hands}
        return tuple(w for w in wagers if w.spot == JACKPOT and (w.player, w.area) not in antes)

    def standing(self, *stands: Stands) -> list[Hand]:
        return [hand for hand in self.hands if hand.stands in stands]

    @property
    def from_the_right(self) -> list[Hand]:
        return self.hands[::-1]

    @property
    def empty(self) -> tuple[int, ...]:
        taken = {hand.area for hand in self.hands}
        return tuple(area for area in range(1, self.layout.sign.areas + 1) if area not in taken)

    def playing(self) -> tuple[int, ...]:
        return tuple(hand.area for hand in self.standing(Stands.IN))

    # Wagers

    def bet_due(self, hand: Hand) -> Cents:
        return self.terms.deal.bet.value * hand.ante.cents

    def bet_wager(self, hand: Hand) -> Wager:
        return Wager(hand.player, hand.area, BET, self.bet_due(hand))

    def stake(self, hand: Hand, bet: Wager, by: Basis) -> Staked:
        """A bet, live for as many antes as the book has it rest on."""
        hand.bet = bet
        return self.layout.add(bet, hand.ante, by, Fraction(self.terms.deal.bet.value))

    # The deal

    def deal(self, mend: Mend, too_many: Callable[[], Exception]) -> Script[None]:
        """Five cards each, one at a time or in sets; the dealer's last lies face up."""
        rules = self.terms.deal
        if self.by_shoe and rules.sets is not None and rules.dealers_set is not None and rules.top_card is not None:
            for hand in self.hands:
                for _ in range(FIVE):
                    yield from self._card(hand.place, hand.cards, rules.sets.by, False, mend, too_many)
            for n in range(FIVE):
                up = n == FIVE - 1 and self.up is None
                by = rules.dealers_set.by + rules.top_card.by if up else rules.dealers_set.by
                yield from self._card(DEALER, self.dealer, by, up, mend, too_many)
            return
        for n in range(FIVE):
            for hand in self.hands:
                by = rules.in_sequence.by if n else rules.to_boxes.by
                yield from self._card(hand.place, hand.cards, by, False, mend, too_many)
            up = n == FIVE - 1 and self.up is None
            by = rules.in_sequence.by + rules.up_card.by if up else rules.in_sequence.by if n else rules.to_dealer.by
            yield from self._card(DEALER, self.dealer, by, up, mend, too_many)

    def _card(
        self, place: str, cards: list[Card | Unseen], by: Basis, up: bool, mend: Mend, too_many: Callable[[], Exception]
    ) -> Script[None]:
        mishaps = self.terms.mishaps_of_deal(self.empty, up, False, self.by_shoe)
        while True:
            answer = yield self.deck.draw(place, by, up, mishaps)
            if not isinstance(answer, Irregularity):
                break
            if answer.kind == "exposed":
                yield from self._exposed(place, cards, answer, mishaps, too_many)
                return
            yield from put_right(answer, mishaps, mend)
        yield self.deck.tell(Dealt(by, place, answer, "", up))
        cards.append(answer)
        if up:
            self.up = answer

    def _exposed(
        self,
        place: str,
        cards: list[Card | Unseen],
        answer: Irregularity,
        mishaps: tuple[Mishap, ...],
        too_many: Callable[[], Exception],
    ) -> Script[None]:
        """A card everybody has seen is turned down again; or, in the dealer's hand where the book has it so, stays up."""
        rules, card = self.terms.irregular, answer.card
        assert card is not None
        mishap = next(item for item in mishaps if item.kind == answer.kind)
        yield WentWrong(mishap.by, mishap.kind, mishap.label)
        by = rules.dealer_exposed.by if place == DEALER else rules.exposed.by
        stays = place == DEALER and self.up is None and rules.dealer_exposed.value is DealerExposed.UP_CARD
        yield Exposed(by, place, card)
        yield self.deck.tell(Dealt(by, place, card, "", stays))
        cards.append(card)
        if stays:
            self.up = card
            return
        self.exposed += 1
        if self.exposed >= rules.too_many_exposed.value:
            raise too_many()
