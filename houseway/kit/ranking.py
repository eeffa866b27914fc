"""Ranking: five cards as a poker hand, one number for each of the 7,462 hands that differ in value.

A hand's *strength* runs from 0, seven high, to 7461, a royal flush; of two hands the one with the higher strength wins and
equal strengths are equal hands, card for card, whatever the suits. An ace counts low in the straight five to ace and
nowhere else, and no straight runs round the corner.

The ranks of a hand are counted in one number, to the base five: a rank held twice adds two of its power. Each of the
6,175 ways to hold five ranks has its own number, so a strength is one look into a table, or into a second one when the
suits are all alike.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from itertools import combinations

from houseway.complaint import BadInput
from houseway.kit.cards import RANK_WORDS, RANKS, Card

FIVE = 5


class Kind(enum.IntEnum):
    """What a hand is called, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    Kind.HIGH_CARD: "five odd cards",
    Kind.PAIR: "one pair",
    Kind.TWO_PAIRS: "two pairs",
    Kind.THREE: "three of a kind",
    Kind.STRAIGHT: "straight",
    Kind.FLUSH: "flush",
    Kind.FULL_HOUSE: "full house",
    Kind.FOUR: "four of a kind",
    Kind.STRAIGHT_FLUSH: "straight flush",
    Kind.ROYAL_FLUSH: "royal flush",
}

_WHEEL = (12, 3, 2, 1, 0)  # five, four, three, two and the ace counted low, written ace first as ranks run
_STRAIGHTS = (_WHEEL, *(tuple(range(top, top - FIVE, -1)) for top in range(4, 13)))
_ODD = sorted(ranks for ranks in (tuple(r) for r in combinations(range(12, -1, -1), FIVE)) if ranks not in _STRAIGHTS)


def _sets(*sizes: int) -> list[tuple[int, ...]]:
    """Every way to hold sets of these sizes, the larger first, lowest hand first: its ranks, each as often as it is held.
    Sets of one size are named from the top down."""
    ways: list[tuple[int, ...]] = [()]
    for n, size in enumerate(sizes):
        ways = [
            (*way, rank)
            for way in ways
            for rank in range(13)
            if rank not in way and not (n and sizes[n - 1] == size and rank > way[-1])
        ]
    return [tuple(rank for rank, size in zip(way, sizes, strict=True) for _ in range(size)) for way in sorted(ways)]


# Every hand that differs in value, lowest first: its kind and its ranks (0 for a two to 12 for an ace) as they count.
HANDS: tuple[tuple[Kind, tuple[int, ...]], ...] = (
    *((Kind.HIGH_CARD, ranks) for ranks in _ODD),
    *((Kind.PAIR, ranks) for ranks in _sets(2, 1, 1, 1)),
    *((Kind.TWO_PAIRS, ranks) for ranks in _sets(2, 2, 1)),
    *((Kind.THREE, ranks) for ranks in _sets(3, 1, 1)),
    *((Kind.STRAIGHT, ranks) for ranks in _STRAIGHTS),
    *((Kind.FLUSH, ranks) for ranks in _ODD),
    *((Kind.FULL_HOUSE, ranks) for ranks in _sets(3, 2)),
    *((Kind.FOUR, ranks) for ranks in _sets(4, 1)),
    *((Kind.STRAIGHT_FLUSH, ranks) for ranks in _STRAIGHTS[:-1]),
    (Kind.ROYAL_FLUSH, _STRAIGHTS[-1]),
)

SUITED_KINDS = (Kind.FLUSH, Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH)

# By kind, the lowest strength that has it.
LOWEST: dict[Kind, int] = dict.fromkeys(Kind, 0) | {HANDS[n][0]: n for n in reversed(range(len(HANDS)))}


_POWERS = tuple(5**rank for rank in range(13))


def count_of(ranks: Iterable[int]) -> int:
    """Ranks counted in one number: as many powers of five as a rank is held. Four of a kind is the most, so no count
    spills into the next, and the whole stays below two to the thirtieth."""
    return sum(map(_POWERS.__getitem__, ranks))


MIXED: dict[int, int] = {count_of(ranks): n for n, (kind, ranks) in enumerate(HANDS) if kind not in SUITED_KINDS}
SUITED: dict[int, int] = {count_of(ranks): n for n, (kind, ranks) in enumerate(HANDS) if kind in SUITED_KINDS}

_COUNT = tuple(5 ** (index >> 2) for index in range(52))


def strength_at(a: int, b: int, c: int, d: int, e: int) -> int:
    """The strength of five different cards, each named by its index: the quick way, which checks nothing."""
    if (a ^ b) & 3 or (a ^ c) & 3 or (a ^ d) & 3 or (a ^ e) & 3:  # a card's suit is the low end of its index
        return MIXED[_COUNT[a] + _COUNT[b] + _COUNT[c] + _COUNT[d] + _COUNT[e]]
    return SUITED[_COUNT[a] + _COUNT[b] + _COUNT[c] + _COUNT[d] + _COUNT[e]]


def strength(cards: Sequence[Card]) -> int:
    """The strength of a hand of five different cards."""
    if len(cards) != FIVE or len(set(cards)) != FIVE:
        raise BadInput(f"a hand is five different cards, not {' '.join(map(str, cards)) or 'none'}")
    return strength_at(*(card.index for card in cards))


def kind_of(strength: int) -> Kind:
    """The kind of hand that a strength belongs to."""
    return HANDS[strength][0]


def words(strength: int) -> str:
    """A hand as it is declared: "pair of eights, king, seven, four"."""
    kind, ranks = HANDS[strength]
    ones = [_name(rank) for rank in ranks]
    match kind:
        case Kind.HIGH_CARD | Kind.FLUSH:
            named = f"{ones[0]} high: {', '.join(ones)}"
            return named if kind is Kind.HIGH_CARD else f"flush, {named}"
        case Kind.PAIR:
            return f"pair of {_plural(ranks[0])}, {', '.join(ones[2:])}"
        case Kind.TWO_PAIRS:
            return f"two pairs, {_plural(ranks[0])} and {_plural(ranks[2])}, {ones[4]}"
        case Kind.THREE:
            return f"three {_plural(ranks[0])}, {', '.join(ones[3:])}"
        case Kind.FULL_HOUSE:
            return f"full house, {_plural(ranks[0])} over {_plural(ranks[3])}"
        case Kind.FOUR:
            return f"four {_plural(ranks[0])}, {ones[4]}"
        case Kind.ROYAL_FLUSH:
            return "royal flush"
        case _:
            top = "five" if ranks == _WHEEL else ones[0]
            return f"{kind.words}, {top} high"


def _name(rank: int) -> str:
    return RANK_WORDS[RANKS[rank]]


def _plural(rank: int) -> str:
    return _name(rank) + ("es" if _name(rank) == "six" else "s")
