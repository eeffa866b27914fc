"""Rules: the provisions of Blackjack that move its figures in plain numbers, and the words of the figures."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from houseway.games.blackjack.hand import points
from houseway.games.blackjack.terms import HoldsBack, HoleCard, Surrender, Terms
from houseway.kit.cards import CARDS
from houseway.kit.shoe import Shoe

UNIT = 100
NAMES = "A23456789T"
UPS = range(10)
ACE, TEN = 0, 9
BY_TOTALS, BY_CARDS = "by totals", "by the cards"
INSURED = "by totals, every ace insured"
EVEN_MONEY = "by totals, even money taken"
BOTH_TAKEN = "by totals, every ace insured, even money taken"
USUAL = Fraction(3, 2)  # what a blackjack pays where nothing else is said
NEVER, LATE, EARLY, EARLY_NOT_ACE = range(4)  # when a hand may be given up for half
GIVES_UP = {
    Surrender.NONE: NEVER,
    Surrender.LATE: LATE,
    Surrender.EARLY: EARLY,
    Surrender.EARLY_NOT_ACE: EARLY_NOT_ACE,
}


def ranks_of(shoe: Shoe) -> tuple[int, ...]:
    """How many of each count a shoe holds: aces, twos to nines, tens."""
    counts = [0] * 10
    for card in CARDS:
        counts[points(card) - 1] += shoe.count(card)
    return tuple(counts)


def shoe_of(terms: Terms) -> Shoe:
    return Shoe.of(terms.dealing.decks.value.count)


@dataclass(frozen=True)
class Rules:
    """The provisions that move the figures, in plain numbers."""

    draws_to: int
    stands_on_soft: int
    peeks: bool
    must_draw: int
    most_hands: int
    most_aces: int  # hands of a pair of aces
    aces_once: bool
    double_after_split: bool
    doubles_from: int
    doubles_to: int
    gives_up: int
    win: Fraction
    blackjack: Fraction
    at_once: Fraction
    tens_hold: bool  # every ten-valued upcard makes a blackjack wait, not only a card marked ten

    @classmethod
    def of(cls, terms: Terms) -> Rules:
        return cls(
            terms.dealer.draws_to.value,
            terms.dealer.stands_on_soft.value,
            terms.dealer.hole_card.value is HoleCard.PEEKS,
            terms.hands.must_draw.value,
            terms.hands.split.value,
            terms.hands.split.value if terms.hands.resplit_aces.value else min(2, terms.hands.split.value),
            terms.hands.split_aces.value,
            terms.hands.double_after_split.value,
            *terms.hands.double_on.value.totals,
            GIVES_UP[terms.hands.surrender.value],
            terms.settling.win.value.ratio,
            terms.settling.blackjack.value.ratio,
            terms.settling.at_once.value.ratio,
            terms.settling.holds_back.value is HoldsBack.TEN_VALUED,
        )

    @property
    def plain(self) -> dict[str, Any]:
        """As a document has them: truths, whole numbers, and fractions as text."""
        return {name: value if isinstance(value, int) else str(value) for name, value in asdict(self).items()}
