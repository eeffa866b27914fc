"""Definitions: every provision the three Red Dog books make, by name.

The general chapters and the chapters on cards are shared with other games; what stands here is Red Dog's own.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from houseway.kit.cards import RANKS
from houseway.law.clause import Basis, Provision
from houseway.law.ranges import entries, words_with
from houseway.money import Odds
from houseway.play.dealing import Dealing
from houseway.play.decision import Refused
from houseway.play.general import General, Places
from houseway.play.irregular import Mishap
from houseway.play.wagers import Sign
from houseway.values import derived

ACE = 14
PIPS_AND_PICTURES = 5  # clauses of a book that says apart what pips, jack, queen, king and ace count


class ThirdSeen(enum.Enum):
    """The third card is seen before the call that closes raises."""

    AS_ANY = "treated as any card drawn in error and seen"
    PLAYERS_MAY_VOID = "discarded, and each player plays on or voids"


@dataclass(frozen=True)
class Terms:
    CHECKS = (
        ("spread_pays", entries(range(1, 12))),  # from two cards with one rank between to a two and an ace
        ("spread", words_with("spread")),
        ("third_call", words_with("card")),
    )

    general: General
    places: Places
    dealing: Dealing

    original: Provision[None]
    no_more_bets: Provision[str] | None
    first_box: Provision[str]
    second_box: Provision[str]
    third_box: Provision[str]

    no_spread: Provision[str]
    consecutive: Provision[None]

    pair: Provision[None]
    pair_call: Provision[str] | None
    three_alike: Provision[Odds]
    three_call: Provision[str] | None
    pair_void: Provision[None]
    pair_void_call: Provision[str] | None

    spread: Provision[str]
    marker: Provision[None] | None
    second_wager: Provision[None]
    no_raise: Provision[None]  # without a spread
    raise_counts_to_maximum: Provision[bool]
    raises_closed: Provision[str]
    third_call: Provision[str] | None
    spread_pays: Provision[dict[int, Odds]]
    misses: Provision[None]
    better_odds: Provision[None] | None

    third_seen: Provision[ThirdSeen]
    wrong_boxes: Provision[None] | None
    pick_up: Provision[None]
    # the first editions say nothing of what follows
    nobody_left: Provision[None] | None = None  # when all have voided, the hand is over
    ace_high: Provision[None] | None = None  # next to the king, and far from the two
    equal_misses: Provision[None] | None = None  # a third card like one of the first two
    examples: Provision[tuple[str, ...]] | None = (
        None  # ranks whose spread the book counts itself, "4 7", clause by clause
    )

    # Some facts rest on several provisions at once.

    def spread_found(self, *ranks: int) -> Basis:
        """What the spread of two cards rests on: the call, what each of them counts, and the book's own example of it."""
        by = self.spread.by + self.valued(*ranks)
        if self.examples is not None:
            pair = " ".join(RANKS[rank - 2] for rank in sorted(ranks))
            for clause, example in zip(self.examples.by.clauses, self.examples.value, strict=True):
                by = by + Basis((clause,)) if example == pair else by
        return by

    def valued(self, *ranks: int) -> Basis:
        """What these ranks count. Where a book has a clause for pips and one for each picture, those that are met."""
        by = self.dealing.ranks.by
        if len(by.clauses) == PIPS_AND_PICTURES:
            met = sorted({max(0, rank - 10) for rank in ranks})
            by = Basis(tuple(by.clauses[n] for n in met), by.readings)
        return by + self.ace_high.by if self.ace_high is not None and ACE in ranks else by

    def lost(self, third: int, *ranks: int) -> Basis:
        """What a third card that is not between rests on."""
        return self.equal_misses.by if self.equal_misses is not None and third in ranks else self.misses.by

    @derived
    def mishaps(self) -> tuple[Mishap, ...]:
        """What may go wrong while the third card is due."""
        return self.dealing.mishaps_of_draw + self.misplaced

    @derived
    def misplaced(self) -> tuple[Mishap, ...]:
        """The first two cards on each other's boxes, whatever they are and as long as they lie."""
        wrong = self.wrong_boxes
        return () if wrong is None else (Mishap("wrong-boxes", "First two in wrong boxes", wrong.by),)

    @derived
    def mishaps_in_raise(self) -> tuple[Mishap, ...]:
        """A card seen while raises are open is the third card, seen too early."""
        early = Mishap("seen", "Third card seen too early", self.third_seen.by, "must")
        others = (*self.dealing.mishaps, *self.misplaced)
        return tuple(early if mishap.kind == "seen" else mishap for mishap in others)

    def pays(self, sign: Sign, spread: int) -> Odds:
        """The odds of a spread here: the book's, or better ones where the house offers them."""
        return sign.odds.get(str(spread), self.spread_pays.value[spread])

    @property
    def printed_odds(self) -> dict[str, Odds]:
        """The book's own odds by spread, as a sign names them."""
        return {str(spread): odds for spread, odds in self.spread_pays.value.items()}

    def paid_by(self, sign: Sign, spread: int) -> Basis:
        """What those odds rest on: better ones not on the table that they better."""
        bettered = self.pays(sign, spread) != self.spread_pays.value[spread]
        return self.better_odds.by if bettered and self.better_odds is not None else self.spread_pays.by

    def judge_odds(self, sign: Sign) -> Refused | None:
        """Odds on the sign that the book does not let the house offer."""
        if self.better_odds is None:
            return Refused(self.spread_pays.by, "this book fixes the odds; the house may not change them")
        for name, odds in sign.odds.items():
            if not name.isdigit() or int(name) not in self.spread_pays.value:
                by = self.better_odds.by + self.three_alike.by
                return Refused(
                    by, f"only the spread table may be bettered; three alike stay at {self.three_alike.value}"
                )
            least = self.spread_pays.value[int(name)]
            if odds.ratio < least.ratio:
                return Refused(self.better_odds.by, f"spread {name} may not pay under {least}")
        return None
