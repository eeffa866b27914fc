"""Definitions: every provision of Blackjack, of Over/Under 13 and of Triple Play, by name."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.law.clause import Basis, Provision
from houseway.law.ranges import some
from houseway.money import Odds
from houseway.play.dealing import Dealing
from houseway.play.events import Called
from houseway.play.general import General, Places
from houseway.play.irregular import Mishap
from houseway.play.prompts import Choose, ReadSign
from houseway.play.script import call
from houseway.play.tournament import Tournament
from houseway.values import derived


class HoleCard(enum.Enum):
    """When the dealer takes a second card."""

    NONE = "after the players; a dealer blackjack takes doubles and splits"
    PEEKS = "before the players, face down; under an ace or a ten the dealer looks for blackjack"


class DoubleOn(enum.Enum):
    """Which first two cards may be doubled."""

    ANY = "any two cards"
    NINE_TO_ELEVEN = "nine, ten or eleven"
    TEN_OR_ELEVEN = "ten or eleven"

    @property
    def totals(self) -> tuple[int, int]:
        """From which total to which; a soft one is always above eleven."""
        return {"any two cards": (2, 21), "nine, ten or eleven": (9, 11), "ten or eleven": (10, 11)}[self.value]


class Surrender(enum.Enum):
    """Whether a player may give up the first two cards of a box for half the wager, before anything else is done with them."""

    NONE = "no hand is given up"
    LATE = "for half, unless the dealer has blackjack"
    EARLY = "for half, whatever the dealer has"
    EARLY_NOT_ACE = "for half, whatever the dealer has, but not against an ace"

    @property
    def early(self) -> bool:
        return self in (Surrender.EARLY, Surrender.EARLY_NOT_ACE)


class HoldsBack(enum.Enum):
    """Which upcards make a player's blackjack wait for the dealer's second card."""

    TEN_VALUED = "an ace or any card that counts ten"
    TEN_ONLY = "an ace or a card marked ten"


class Follow(enum.Enum):
    """What another player on the box puts up to follow a split."""

    OWN = "the player's own original"
    CALLERS = "the caller's amount"


@dataclass(frozen=True)
class Hands:
    """The provisions about the players' hands."""

    RANGES = (("split", 1, 4), ("must_draw", 0, 21))  # as many hands of a pair as the exact figures follow

    turn: Provision[None]
    bust: Provision[None]
    draw: Provision[None]
    no_draw: Provision[None]  # on 21
    must_draw: Provision[int]  # below this
    double: Provision[None]
    double_on: Provision[DoubleOn]
    one_card: Provision[None]
    no_double_blackjack: Provision[None]
    double_after_split: Provision[bool]
    split: Provision[int]  # hands at most
    split_order: Provision[None]
    split_aces: Provision[bool]  # one card each and nothing more
    resplit_aces: Provision[bool]  # whether an ace that comes to a split ace makes another hand
    split_is_no_blackjack: Provision[None]
    no_late_split: Provision[None]
    follow: Provision[Follow]
    locked: Provision[None]
    caller: Provision[None]
    surrender: Provision[Surrender]
    absent: Provision[None]
    exposed: Provision[None]

    @derived
    def doubling(self) -> Basis:
        return self.double.by + self.one_card.by

    @derived
    def chosen(self) -> dict[str, Basis]:
        """What each way on rests on."""
        return {
            "hit": self.draw.by, "stand": self.must_draw.by, "split": self.split.by, "double": self.doubling,
            "surrender": self.surrender.by, "accept": self.exposed.by, "refuse": self.exposed.by,
        }  # fmt: skip

    @derived
    def chosen_after_split(self) -> dict[str, Basis]:
        """The same for a hand that came from a split."""
        return {**self.chosen, "double": self.doubling + self.double_after_split.by}

    @derived
    def asking(self) -> Basis:
        """What a player's decision rests on: the turn, and who calls."""
        return self.turn.by + self.caller.by


@dataclass(frozen=True)
class Settling:
    """Who wins what."""

    blackjack: Provision[Odds]
    at_once: Provision[Odds]  # a blackjack the dealer cannot match
    holds_back: Provision[HoldsBack]
    even_money: Provision[Odds]
    each_even_money: Provision[None]
    win: Provision[Odds]
    dealer_busts: Provision[None]
    lower: Provision[None]
    to_blackjack: Provision[None]
    both_blackjack: Provision[None]
    equal: Provision[None]
    own_count: Provision[None]

    @derived
    def over_dealer(self) -> Basis:
        """What a hand that counts more than the dealer's wins by."""
        return self.win.by + self.own_count.by

    @derived
    def dealer_over(self) -> Basis:
        """What a hand wins by when the dealer's counts too much."""
        return self.win.by + self.dealer_busts.by


@dataclass(frozen=True)
class Insurance:
    pays: Provision[Odds]
    most: Provision[Fraction]  # of the initial wager
    each: Provision[None]
    lost: Provision[None]


@dataclass(frozen=True)
class Dealer:
    """The dealer's own hand."""

    RANGES = (("draws_to", 11, 20), ("stands_on_soft", 12, 21))

    draws_to: Provision[int]
    stands_on_soft: Provision[int]  # a soft total at which the dealer stands
    no_idle_card: Provision[None]
    hole_card: Provision[HoleCard]
    overdrawn: Provision[None]

    @derived
    def peeks(self) -> bool:
        """Whether there is a hole card, dealt before the players decide."""
        return self.hole_card.value is HoleCard.PEEKS


@dataclass(frozen=True)
class OverUnder:
    """The side wager on the first two cards."""

    wager: Provision[None]
    needs_main: Provision[None]
    values: Provision[None]
    thirteen: Provision[int]
    over: Provision[None]
    over_lost: Provision[None]
    under: Provision[None]
    under_lost: Provision[None]
    pays: Provision[Odds]


@dataclass(frozen=True)
class Triple:
    """Three dealer hands from one upcard."""

    prevails: Provision[None]
    at_least: Provision[int]
    which: Provision[None]
    again: Provision[None]  # the dealer keeps the first card and completes it once more
    double_all: Provision[None]
    third: Provision[None] | None = None  # the same for the third hand, where a book tells it apart
    first_settled: Provision[None] | None = None  # hand by hand; the first editions did not tell them apart
    second_settled: Provision[None] | None = None
    third_settled: Provision[None] | None = None

    @derived
    def moves(self) -> tuple[Basis, ...]:
        """What the first card moves by, to each of the hands."""
        return (Basis(()), self.again.by, self.again.by if self.third is None else self.third.by)

    @derived
    def settled(self) -> tuple[Basis, ...]:
        """What each hand is taken and paid by."""
        each = (self.first_settled, self.second_settled, self.third_settled)
        return tuple(Basis(()) if rule is None else rule.by for rule in each)


@dataclass(frozen=True)
class Boxes(Places):
    """The provisions about boxes."""

    lone_one_box: Provision[bool]  # whether somebody alone at the table is kept to one


@dataclass(frozen=True)
class Terms:
    CHECKS = (("lines", some),)

    general: General
    places: Boxes
    dealing: Dealing
    tournament: Tournament
    hands: Hands
    settling: Settling
    insurance: Insurance
    dealer: Dealer
    over_under: OverUnder | None
    triple: Triple | None

    wagers: Provision[None]
    lines: Provision[tuple[str, ...]]  # the wagers on a box, one for each dealer hand
    no_more_bets: Provision[str]
    first_cards: Provision[None]
    dealer_card: Provision[None]
    second_cards: Provision[None]
    values: Provision[None]
    blackjack: Provision[None]
    misplaced: Provision[None]
    misplaced_later: Provision[None]
    late_entry: Provision[None]
    gives_up_box: Provision[None]
    pick_up: Provision[None]

    @derived
    def read_sign(self) -> ReadSign:
        return ReadSign(self.general.limits.by, self.general, self.places)

    @derived
    def spots(self) -> tuple[str, ...]:
        return (*self.lines.value, "over", "under") if self.over_under is not None else self.lines.value

    @derived
    def dealer_hands(self) -> tuple[tuple[int, str, str], ...]:
        """The dealer's hands in order: the number, the place on the cloth, and the line of wagers that rides on it."""
        return tuple((number, f"dealer hand {number}", line) for number, line in enumerate(self.lines.value, 1))

    @derived
    def window(self) -> Basis:
        """What the window for wagers rests on, with the variant's own clauses."""
        by = self.wagers.by + self.lines.by
        if self.over_under is not None:
            by = by + self.over_under.wager.by
        return by if self.triple is None else by + self.triple.prevails.by

    @derived
    def bets_closed(self) -> Called:
        return call(self.no_more_bets)

    @derived
    def mishaps_after(self) -> tuple[Mishap, ...]:
        """What may come to light when the cards are picked up."""
        return (self.overdrawn(),)

    def overdrawn(self, place: str = "") -> Mishap:
        """A card that the dealer drew on a standing total, to a hand that is told if another is dealt after it."""
        label = "The dealer drew on a standing total"
        return Mishap("overdrawn", label, self.dealer.overdrawn.by, "must", surplus_of=place)

    @derived
    def insurance_spots(self) -> dict[str, str]:
        """Each insurance wager and the wager it rests on."""
        if len(self.lines.value) == 1:
            return {"insurance": self.lines.value[0]}
        return {f"insurance-{n}": line for n, line in enumerate(self.lines.value, 1)}

    @derived
    def asked(self) -> dict[tuple[Any, ...], dict[tuple[Any, ...], Choose]]:
        """The questions about hands that are alike, by box and caller, kept so that they are not made for every card of
        every round."""
        return {}

    @derived
    def called_hard(self) -> tuple[Called, ...]:
        """What the dealer calls as a hand grows, by its total."""
        return tuple(Called(self.hands.turn.by, f"{total}", f"total {total}") for total in range(32))

    @derived
    def called_soft(self) -> tuple[Called, ...]:
        """What the dealer calls of a hand in which an ace counts eleven."""
        return tuple(Called(self.hands.turn.by, f"Soft {total}", f"total {total}") for total in range(32))

    @derived
    def dealer_called(self) -> tuple[Called, ...]:
        """What the dealer's own hand is called, by its total."""
        return tuple(Called(self.dealer.draws_to.by, f"Dealer {total}", f"dealer {total}") for total in range(32))

    @derived
    def mishaps_first(self) -> tuple[Mishap, ...]:
        """What may go wrong in the initial deal."""
        return (*self.dealing.mishaps_of_draw, Mishap("misplaced", "Card laid in the wrong place", self.misplaced.by))

    @derived
    def mishaps_later(self) -> tuple[Mishap, ...]:
        """What may go wrong with a card of the subsequent deal."""
        return (
            *self.dealing.mishaps_of_draw,
            Mishap("misplaced", "Card laid in the wrong place", self.misplaced_later.by),
        )

    @derived
    def mishaps_deciding(self) -> tuple[Mishap, ...]:
        """What may go wrong while a player decides."""
        return (
            Mishap("absent", "The player is not there to decide", self.hands.absent.by),
            Mishap("misplaced", "Card laid in the wrong place", self.misplaced_later.by),
            *self.dealing.mishaps,
        )
