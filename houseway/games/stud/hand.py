"""Hands: the boxes in play, what lies on each, and what a hand is worth."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from houseway.games.stud.terms import DEAD_MANS_HAND, Terms
from houseway.kit.cards import Card, Unseen
from houseway.kit.ranking import FIVE, HANDS, Kind, kind_of
from houseway.law.clause import Basis
from houseway.play.wagers import Wager

_ACES_AND_EIGHTS = (12, 12, 6, 6)
CORNER = 13  # ranks there are


class Stands(enum.Enum):
    """Where a hand stands in the round."""

    IN = "in"
    FOLDED = "folded"
    VOID = "void"  # its wagers go back
    CANNOT_BET = "cannot bet"
    DEAD = "dead"


@dataclass
class Hand:
    area: int
    player: str
    ante: Wager
    jackpot: Wager | None
    cards: list[Card | Unseen] = field(default_factory=list)
    stands: Stands = Stands.IN
    why: Basis | None = None  # what put it out
    bet: Wager | None = None
    bet_found: Basis | None = None  # the bet was found to be another than it should
    forfeits: bool = False  # who cannot bet, and was warned before
    strength: int = -1  # once it has been shown
    checked: bool = False  # for a jackpot

    @property
    def place(self) -> str:
        return f"box {self.area}"

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return tuple(wager for wager in (self.ante, self.bet, self.jackpot) if wager is not None)

    def out(self, stands: Stands, by: Basis) -> None:
        self.stands, self.why = stands, by


def prize_for(terms: Terms, strength: int) -> str | None:
    """The prize a hand is worth, by name, if it is worth one."""
    name = prize_name(strength)
    return name if name in terms.jackpot.prizes.value else None


def prize_name(strength: int) -> str:
    """What a prize for a hand is called."""
    kind, ranks = HANDS[strength]
    return DEAD_MANS_HAND if kind is Kind.TWO_PAIRS and ranks[:4] == _ACES_AND_EIGHTS else kind.words


def ranked_by(terms: Terms, strength: int) -> Basis:
    """The clauses that make a hand what it is. A sequence round the corner is no straight, and the rule of straights is
    why it is not."""
    kind, ranks = HANDS[strength]
    by = terms.ranking.of(kind).by
    if kind is Kind.HIGH_CARD and _round_the_corner(ranks):
        by = by + terms.ranking.straight.by
    return by


def _round_the_corner(ranks: tuple[int, ...]) -> bool:
    return any({(first + n) % CORNER for n in range(FIVE)} == set(ranks) for first in range(CORNER))


def compared_by(terms: Terms, one: int, other: int) -> Basis:
    """What decides between two hands: their kinds, or their cards where the kind is one."""
    by = ranked_by(terms, one) + ranked_by(terms, other)
    return by + terms.ranking.by_cards.by if kind_of(one) is kind_of(other) else by
