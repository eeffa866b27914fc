"""Definitions: every provision of the two stud books, by name."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from houseway.kit.cards import RANKS
from houseway.kit.ranking import HANDS, Kind, kind_of
from houseway.law.clause import Basis, Provision
from houseway.law.ranges import entries
from houseway.money import Odds
from houseway.play.decision import Refused
from houseway.play.deck import FreshDeck
from houseway.play.general import General, Places
from houseway.play.irregular import Mishap
from houseway.play.jackpot import JackpotTerms
from houseway.play.wagers import Sign
from houseway.values import derived

ANTE, BET, JACKPOT = "ante", "bet", "jackpot"
DEAD_MANS_HAND = "dead man's hand"


class DealerExposed(enum.Enum):
    """A card of the dealer's own hand exposed by mistake."""

    UP_CARD = "it is the up card, and the fifth card goes down"
    TURNED_DOWN = "it is turned down again, and the fifth card is the up card"


@dataclass(frozen=True)
class Deal:
    """From the first ante to the last decision."""

    ante: Provision[None]
    no_more_bets: Provision[str]
    to_boxes: Provision[None]
    to_dealer: Provision[None]
    in_sequence: Provision[None]
    up_card: Provision[None]
    sets: Provision[None] | None  # of five, from a shuffling shoe
    dealers_set: Provision[None] | None
    top_card: Provision[None] | None
    stub: Provision[None] | None  # the rest of the deck goes to the rack before anybody looks
    bet_or_fold: Provision[str] | None
    look: Provision[None]
    bet: Provision[int]  # so many antes, exactly
    fold: Provision[None]
    collect: Provision[None]
    absent: Provision[None]


@dataclass(frozen=True)
class Ranking:
    """The order of hands, lowest first, and what decides between hands of one kind."""

    high_card: Provision[None]
    pair: Provision[None]
    two_pairs: Provision[None]
    three: Provision[None]
    straight: Provision[None]
    flush: Provision[None]
    full_house: Provision[None]
    four: Provision[None]
    straight_flush: Provision[None]
    royal_flush: Provision[None]
    by_cards: Provision[None]

    def of(self, kind: Kind) -> Provision[None]:
        found: Provision[None] = getattr(self, kind.name.lower())
        return found


_KINDS = {
    Kind.HIGH_CARD: "one pair or less",
    Kind.PAIR: "one pair or less",
    Kind.TWO_PAIRS: "two pairs",
    Kind.THREE: "three of a kind",
    Kind.STRAIGHT: "straight",
    Kind.FLUSH: "flush",
    Kind.FULL_HOUSE: "full house",
    Kind.FOUR: "four of a kind",
    Kind.STRAIGHT_FLUSH: "straight flush",
    Kind.ROYAL_FLUSH: "royal flush",
}


def not_odd_cards(ranks: tuple[str, ...]) -> str:
    """What is wrong with ranks that a hand of odd cards is to begin with."""
    if strange := [rank for rank in ranks if rank not in tuple(RANKS)]:
        return f"{strange[0]!r} is no rank; ranks are {' '.join(RANKS)}"
    begin = tuple(map(RANKS.index, ranks))
    if any(kind is Kind.HIGH_CARD and held[: len(begin)] == begin for kind, held in HANDS):
        return ""
    return f"five odd cards never begin with {', '.join(ranks)}, the highest first"


@dataclass(frozen=True)
class Settling:
    CHECKS = (("qualifies", not_odd_cards), ("bet_pays", entries(dict.fromkeys(_KINDS.values()))))

    reveal: Provision[None]
    declare: Provision[None]
    qualifies: Provision[tuple[str, ...]]  # the ranks a hand of odd cards must begin with
    no_hand: Provision[str]
    show: Provision[None]
    antes_paid: Provision[None]  # when the dealer has no hand
    from_the_right: Provision[None]
    higher: Provision[None]
    lower: Provision[None]
    equal: Provision[None]
    ante_pays: Provision[Odds]
    bet_pays: Provision[dict[str, Odds]]
    most_won: Provision[None]
    most_won_shown: Provision[None]  # it must stand on the notice
    check_jackpot: Provision[None]
    jackpot_any_dealer: Provision[None] | None  # a prize does not depend on the dealer's hand
    chip_kept: Provision[None]
    pick_up: Provision[None]
    # what the first editions do not tell apart: players' hands where the dealer has none; and which hands are left on the table
    # for a prize, where the dealer has a hand or none, and which are not
    show_without: Provision[None] | None = None
    left: Provision[None] | None = None
    left_without: Provision[None] | None = None
    not_left: Provision[None] | None = None

    def for_prize(self, dealer_has_hand: bool) -> Basis:
        """What it rests on that a hand is looked at, and left on the table for a prize."""
        rule = self.left if dealer_has_hand else self.left_without
        if rule is None:
            return self.check_jackpot.by
        return rule.by if dealer_has_hand else self.check_jackpot.by + rule.by

    def without_prize(self, dealer_has_hand: bool) -> Basis:
        """And that one without a prize is not left there, which the books say apart where the dealer has no hand."""
        if dealer_has_hand or self.not_left is None:
            return self.for_prize(dealer_has_hand)
        return self.check_jackpot.by + self.not_left.by

    @derived
    def lowest_qualifying(self) -> int:
        ranks = tuple(RANKS.index(rank) for rank in self.qualifies.value)
        return next(n for n, (_, held) in enumerate(HANDS) if held[: len(ranks)] >= ranks)

    def pays(self, strength: int) -> Odds:
        return self.bet_pays.value[_KINDS[kind_of(strength)]]


@dataclass(frozen=True)
class Irregular:
    """What is done when a deal goes wrong."""

    exposed: Provision[None]
    too_many_exposed: Provision[int]
    dealer_exposed: Provision[DealerExposed]
    misdeal: Provision[None]
    wrong_number: Provision[None]  # of cards, to anybody, found before players decide
    wrong_number_later: Provision[None] | None  # in a book that knows no difference
    hand_later: Provision[None] | None  # of a player's hand
    hand_void: Provision[None] | None
    dealer_later: Provision[None] | None
    dealer_no_hand: Provision[None] | None
    reinstated: Provision[None] | None
    all_checked: Provision[None] | None
    hand_discrepancy: Provision[None] | None  # the count is not a deck, and a player's hand was wrong
    dealer_discrepancy: Provision[None] | None  # and the dealer's was
    empty_box: Provision[None] | None
    empty_box_later: Provision[None] | None
    not_52: Provision[None] | None
    not_verified: Provision[None] | None
    cannot_bet: Provision[None] | None
    bet_over: Provision[None] | None
    bet_under: Provision[None] | None
    wrong_button: Provision[None] | None
    dead_hand: Provision[None] | None


@dataclass(frozen=True)
class HandJackpot(JackpotTerms):
    """A jackpot whose prizes go with hands."""

    CHECKS = (("prizes", entries((), (DEAD_MANS_HAND, *(kind.words for kind in Kind)))),)


@dataclass(frozen=True)
class Terms:
    general: General
    places: Places
    dealing: FreshDeck
    jackpot: HandJackpot
    deal: Deal
    ranking: Ranking
    settling: Settling
    irregular: Irregular

    commencement: Provision[None] | None

    @derived
    def window(self) -> Basis:
        """What the window for antes and jackpot wagers rests on."""
        by = self.deal.ante.by + self.jackpot.wager.by + self.jackpot.needs_wager.by
        if self.settling.jackpot_any_dealer is not None:
            by = by + self.settling.jackpot_any_dealer.by
        return by if self.commencement is None else by + self.commencement.by

    @derived
    def deciding(self) -> Basis:
        by = self.deal.look.by + self.deal.bet.by
        return by if self.deal.stub is None else by + self.deal.stub.by

    @derived
    def mishaps_in_window(self) -> tuple[Mishap, ...]:
        """What may go wrong while antes are placed."""
        listed = list(self.dealing.mishaps_of_shuffle)
        if self.irregular.wrong_button is not None:
            listed.append(
                Mishap("wrong-button", "Coin-in or game-over pressed in error", self.irregular.wrong_button.by)
            )
        return tuple(listed)

    def mishaps_of_deal(self, empty: tuple[int, ...], up: bool, checked: bool, by_shoe: bool) -> tuple[Mishap, ...]:
        """What may go wrong with a card of the deal, or be found when it is ``checked``."""
        wrong = self.irregular
        listed = [Mishap("wrong-number", "Somebody has a wrong number of cards", wrong.wrong_number.by)]
        if not up and not checked:
            listed.insert(0, Mishap("exposed", "The card is exposed", wrong.exposed.by, "must"))
        if wrong.empty_box is not None and empty:
            listed.append(Mishap("empty-box", "Cards dealt to a box without an ante", wrong.empty_box.by, areas=empty))
        if wrong.not_52 is not None:
            listed.append(Mishap("deck-wrong", "The deck is not 52 cards", wrong.not_52.by))
        if by_shoe and not checked:
            listed.extend(self.dealing.mishaps_of_shuffle)
        if wrong.not_verified is not None and checked and by_shoe:
            listed.append(Mishap("not-verified", "The shoe does not verify its count", wrong.not_verified.by))
        return tuple(listed)

    def mishaps_later(
        self,
        playing: tuple[int, ...],
        empty: tuple[int, ...],
        settling: bool = False,
        folded: tuple[int, ...] = (),
    ) -> tuple[Mishap, ...]:
        """What may come to light once players decide, by the areas it can concern; folded hands are counted as well."""
        wrong = self.irregular
        listed: list[Mishap] = []
        if wrong.wrong_number_later is not None:
            listed.append(Mishap("wrong-number", "Somebody has a wrong number of cards", wrong.wrong_number_later.by))
        if wrong.hand_later is not None and (playing or folded):
            label, anybody = "A player has a wrong number of cards", tuple(sorted((*playing, *folded)))
            listed.append(Mishap("hand-count", label, wrong.hand_later.by, areas=anybody))
        if wrong.dealer_later is not None:
            listed.append(Mishap("dealer-count", "The dealer has a wrong number of cards", wrong.dealer_later.by))
        if wrong.empty_box_later is not None and empty:
            listed.append(
                Mishap("empty-box-later", "Cards lie on a box without an ante", wrong.empty_box_later.by, areas=empty)
            )
        if wrong.not_52 is not None:
            listed.append(Mishap("deck-wrong", "The deck is not 52 cards", wrong.not_52.by))
        if wrong.dead_hand is not None and playing:
            listed.append(Mishap("dead-hand", "Cards swapped, or told to others", wrong.dead_hand.by, areas=playing))
        if wrong.bet_over is not None and settling and playing:
            listed.append(Mishap("bet-amount", "A bet is not twice its ante", self.bet_found.by, areas=playing))
        return tuple(listed)

    def mishaps_at_the_count(self, playing: tuple[int, ...], empty: tuple[int, ...]) -> tuple[Mishap, ...]:
        """What the dealer may find on counting and collecting, when the wagers are paid and taken already."""
        return () if self.irregular.not_52 is None else self.mishaps_later(playing, empty)

    def judge_notice(self, sign: Sign) -> Refused | None:
        """What must stand on the notice before a table opens."""
        if sign.most_won is None:
            return Refused(
                self.settling.most_won_shown.by, "the notice must show the maximum payout before the table opens"
            )
        return None if sign.jackpot is None else self.jackpot.judge_arrangement(sign.jackpot)

    @property
    def bet_found(self) -> Provision[None]:
        assert self.irregular.bet_over is not None
        return self.irregular.bet_over
