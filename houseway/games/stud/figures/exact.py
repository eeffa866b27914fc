"""Every deal of stud, counted: for each hand a player can hold and each card the dealer can show, how the dealer's hands
compare with it.

A player's hand leaves 47 cards; one of them is the dealer's up card, and four more make the dealer's hand: 163,185 of them,
19,933,230,517,200 deals in all. Hands that differ only in the names of suits are one, which leaves 134,459.

The dealer's hands that hold the up card and nothing of the player's are counted by inclusion and exclusion over the
player's cards, from tables that say how many five-card hands hold a given one, two, three or four cards. The hands are gone
through from the weakest to the strongest; when a player's hand has its turn, the tables hold exactly the weaker hands.
How hands compare is no question of what qualifies, so that is counted once and kept; for another lowest hand of the dealer's
only the hands too weak to qualify are counted anew. Those are all five odd cards, and there it is enough to know which ranks
the player holds, 6,175 ways, and which of them in the up card's suit, because a flush is no odd hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb
from typing import Any

import numpy as np
from numba import njit

from houseway.figures import ranking_arrays
from houseway.kit.ranking import HANDS, LOWEST, Kind

RANKS, KINDS = 13, len(Kind)
UPS = 47  # cards the dealer may show beside a player's hand
BEHIND = comb(46, 4)  # what may lie behind one of them
DEALS = comb(52, 5) * UPS * BEHIND
USUAL = next(n for n, (_, ranks) in enumerate(HANDS) if ranks[:2] >= (12, 11))  # ace and king, by every book
_CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(53)], np.int64)


@dataclass(frozen=True)
class Counted:
    """For each of the player's hands that differ: its cards, how many there are like it, its strength; and for each up card
    how many dealer's hands do not qualify, are weaker and qualify, and are equal and qualify."""

    hands: Any
    alike: Any
    strength: Any
    ups: Any
    unqualified: Any
    weaker: Any
    equal: Any


@lru_cache(maxsize=4)
def counted(lowest_qualifying: int) -> Counted:
    """All deals, by the lowest strength with which the dealer has a hand."""
    _, hands, sorted_strength, alike, differ = _in_order()
    ups, weaker = _weaker()
    equal = _equal(min(lowest_qualifying, USUAL) // USUAL * USUAL)
    unqualified = _too_weak(hands[differ], *_ranks_held(), _odd_hands(lowest_qualifying))
    own = sorted_strength[differ]
    weaker, equal = _that_qualify(own, weaker, equal, unqualified, lowest_qualifying)
    return Counted(hands[differ], alike[differ].astype(np.int64), own, ups, unqualified, weaker, equal)


@cache
def _weaker() -> tuple[Any, Any]:
    """For every hand of the player's the cards that the dealer may show, and how many hands with each are weaker."""
    strength, hands, sorted_strength, _, differ = _in_order()
    found: tuple[Any, Any] = _count_weaker(hands, sorted_strength, differ, strength, _CHOOSE)
    return found


@cache
def _equal(lowest: int) -> Any:
    """The same of equal hands, from a strength on: below it there are many more, and mostly nobody asks."""
    _, hands, strength, _, differ = _in_order()
    return _count_equal(hands, strength, differ, lowest)


@cache
def kinds() -> Any:
    """By strength, the kind of hand."""
    return np.array([int(kind) for kind, _ in HANDS], np.uint8)


@cache
def _ranks_held() -> tuple[Any, Any]:
    """The ways to hold five ranks, as how many of each are left for others; and which way each hand that differs is."""
    _, hands, _, _, differ = _in_order()
    ranks = hands[differ] >> 2
    held = np.zeros((len(ranks), RANKS), np.int8)
    for place in range(5):
        held[np.arange(len(ranks)), ranks[:, place]] += 1
    _, first, way = np.unique(held @ 5 ** np.arange(RANKS), return_index=True, return_inverse=True)
    return (4 - held[first]).astype(np.int64), way


def _odd_hands(lowest: int) -> Any:
    """The ranks of the hands weaker than the lowest, all of them odd."""
    assert lowest <= LOWEST[Kind.PAIR], lowest
    return np.array([ranks for _, ranks in HANDS[:lowest]], np.int64).reshape(lowest, 5)


def differing() -> tuple[Any, Any]:
    """The player's hands that differ, from the weakest to the strongest, and their strengths."""
    hands, strength, alike = _every_hand(*ranking_arrays.tables())
    differ = np.flatnonzero(alike)
    order = differ[np.argsort(strength[differ], kind="stable")]
    return hands[order], strength[order]


@cache
def _in_order() -> tuple[Any, Any, Any, Any, Any]:
    """The strength of every hand by its number; and from the weakest on all hands, strengths and counts alike, and which of
    them differ."""
    hands, strength, alike = _every_hand(*ranking_arrays.tables())
    order = np.argsort(strength, kind="stable")
    return strength, hands[order], strength[order], alike[order], np.flatnonzero(alike[order])


@njit(cache=True, nogil=True)
def _every_hand(cards, ranked):
    """Every hand in the order of its number (the combinatorial one), its strength, and for one hand of each kind that
    differs by more than the names of suits, how many there are like it."""
    count = 2_598_960
    hands = np.empty((count, 5), np.uint8)
    strength = np.empty(count, np.uint16)
    alike = np.zeros(count, np.uint8)
    n = 0
    masks = np.zeros(4, np.int64)
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hands[n, 0], hands[n, 1], hands[n, 2], hands[n, 3], hands[n, 4] = a, b, c, d, e
                        strength[n] = ranking_arrays.strength_of(
                            cards[a] + cards[b] + cards[c] + cards[d] + cards[e], ranked
                        )
                        masks[:] = 0
                        masks[a & 3] |= 1 << (a >> 2)
                        masks[b & 3] |= 1 << (b >> 2)
                        masks[c & 3] |= 1 << (c >> 2)
                        masks[d & 3] |= 1 << (d >> 2)
                        masks[e & 3] |= 1 << (e >> 2)
                        # Of hands alike, the one whose suits stand in order; equal suits can change places unseen.
                        if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
                            ways, run = 24, 1
                            for s in range(1, 4):
                                run = run + 1 if masks[s] == masks[s - 1] else 1
                                ways //= run
                            alike[n] = ways
                        n += 1
    return hands, strength, alike


@njit(cache=True, nogil=True)
def _enter(tables, starts, choose, hand, value):
    """Adds a hand to the counts of every one, two, three and four of its cards."""
    for i in range(5):
        one = choose[hand[i], 1]
        tables[one] += value
        for j in range(i + 1, 5):
            two = one + choose[hand[j], 2]
            tables[starts[2] + two] += value
            for k in range(j + 1, 5):
                three = two + choose[hand[k], 3]
                tables[starts[3] + three] += value
                for m in range(k + 1, 5):
                    tables[starts[4] + three + choose[hand[m], 4]] += value


@njit(cache=True, nogil=True)
def _empty(choose):
    """Tables with no hand in them, and where those of one, two, three and four cards begin."""
    starts = np.zeros(5, np.int64)
    for size in range(2, 5):
        starts[size] = starts[size - 1] + choose[52, size - 1]
    return np.zeros(starts[4] + choose[52, 4], np.int32), starts


# Sets of the player's five cards, as bits: how many they are, the highest of them, and how many are lower than the up card.
_CARDS = np.array([mask.bit_count() for mask in range(32)], np.int64)
_TOP = np.array([mask.bit_length() - 1 for mask in range(32)], np.int64)
_BELOW_UP = np.array([[(mask & (1 << lower) - 1).bit_count() for mask in range(32)] for lower in range(6)], np.int64)
_FEWER, _FOURS = np.flatnonzero(_CARDS < 4), np.flatnonzero(_CARDS == 4)


@njit(cache=True, nogil=True)
def _look_up(tables, starts, choose, hand, by_number, below, ups, found):
    """For one hand of the player's: each card that the dealer may show, and how many of the hands in the tables, which are
    those weaker than ``below``, hold it and nothing of the player's."""
    base = np.zeros(32, np.int64)
    at = np.zeros(32, np.int64)
    place = 0
    for lower in range(6):  # how many of the player's cards are lower than the up card
        last = hand[lower] if lower < 5 else 52
        first = hand[lower - 1] + 1 if lower else 0
        if first == last:
            continue
        # The number of a set of cards with the up card among them, but for the up card's own part.
        at[0] = starts[1]
        for mask in range(1, 31):
            top = _TOP[mask]
            rest = mask ^ (1 << top)
            base[mask] = base[rest] + choose[hand[top], _CARDS[rest] + 1 + (top >= lower)]
            at[mask] = base[mask] + (starts[_CARDS[mask] + 1] if _CARDS[mask] < 4 else 0)
        for up in range(first, last):
            count = np.int64(0)
            for mask in _FEWER:
                value = np.int64(tables[at[mask] + choose[up, _BELOW_UP[lower, mask] + 1]])
                count += -value if _CARDS[mask] & 1 else value
            for mask in _FOURS:
                count += by_number[at[mask] + choose[up, _BELOW_UP[lower, mask] + 1]] < below
            ups[place] = up
            found[place] = count
            place += 1


@njit(cache=True, nogil=True)
def _count_weaker(hands, strengths, differ, by_number, choose):
    tables, starts = _empty(choose)
    many, total = differ.shape[0], hands.shape[0]
    ups = np.empty((many, 47), np.uint8)
    weaker = np.empty((many, 47), np.int32)
    entered = 0
    for at in range(many):
        strength = strengths[differ[at]]
        while entered < total and strengths[entered] < strength:
            _enter(tables, starts, choose, hands[entered], 1)
            entered += 1
        _look_up(tables, starts, choose, hands[differ[at]], by_number, strength, ups[at], weaker[at])
    return ups, weaker


@njit(cache=True, nogil=True)
def _too_weak(hands, left, way, odd):
    """For every hand of the player's and every up card, how many of the dealer's hands are of these odd ranks."""
    in_suits = np.zeros((left.shape[0], RANKS), np.int64)  # with an up card of a rank, by the ways to hold ranks
    for n in range(odd.shape[0]):
        for held in range(left.shape[0]):
            for i in range(5):
                ways = np.int64(1)
                for j in range(5):
                    if j != i:
                        ways *= left[held, odd[n, j]]
                in_suits[held, odd[n, i]] += ways
    # Of those the flushes, by the ranks of the up card's suit that are not the player's: sums over all that such a set contains.
    flush = np.zeros((1 << RANKS, RANKS), np.int64)
    for n in range(odd.shape[0]):
        ranks = 0
        for i in range(5):
            ranks |= 1 << odd[n, i]
        for i in range(5):
            flush[ranks, odd[n, i]] += 1
    for rank in range(RANKS):
        for ranks in range(1 << RANKS):
            if ranks >> rank & 1:
                flush[ranks] += flush[ranks ^ (1 << rank)]
    found = np.empty((hands.shape[0], 47), np.int32)
    free = np.empty(4, np.int64)
    for at in range(hands.shape[0]):
        free[:] = (1 << RANKS) - 1
        for i in range(5):
            free[hands[at, i] & 3] ^= 1 << (hands[at, i] >> 2)
        place = 0
        for up in range(52):
            if free[up & 3] >> (up >> 2) & 1:
                found[at, place] = in_suits[way[at], up >> 2] - flush[free[up & 3], up >> 2]
                place += 1
    return found


@njit(cache=True, nogil=True)
def _that_qualify(own, weaker, equal, unqualified, lowest):
    """Of the weaker and the equal hands, those that qualify. Nothing that does is weaker than, or equal to, a hand that itself
    would not."""
    fewer, alike = np.zeros_like(weaker), np.zeros_like(equal)
    for at in range(own.shape[0]):
        if own[at] >= lowest:
            fewer[at] = weaker[at] - unqualified[at]
            alike[at] = equal[at]
    return fewer, alike


@njit(cache=True, nogil=True)
def _held(hand):
    held = np.int64(0)
    for i in range(5):
        held |= np.int64(1) << hand[i]
    return held


@njit(cache=True, nogil=True)
def _count_equal(hands, strengths, differ, lowest):
    many, total = differ.shape[0], hands.shape[0]
    equal = np.zeros((many, 47), np.int32)
    equals = np.zeros(52, np.int32)
    first = after = at = 0
    while at < many:
        strength = strengths[differ[at]]
        while strengths[first] < strength:
            first += 1
        after = max(after, first)
        while after < total and strengths[after] == strength:
            after += 1
        while at < many and strengths[differ[at]] == strength:
            if strength >= lowest:
                own = _held(hands[differ[at]])
                equals[:] = 0
                for n in range(first, after):
                    if own & _held(hands[n]) == 0:
                        for i in range(5):
                            equals[hands[n, i]] += 1
                place = 0
                for up in range(52):
                    if not own >> up & 1:
                        equal[at, place] = equals[up]
                        place += 1
            at += 1
    return equal


# What betting brings, and how deals end


@njit(inline="always")
def _worth(weaker, unqualified, equal, won, no_hand, drawn, behind):
    return np.int64(weaker) * won + np.int64(unqualified) * no_hand + np.int64(equal) * drawn + behind


@njit(cache=True, nogil=True)
def bet_worth(unqualified, weaker, equal, won, no_hand, drawn, behind):
    """For every hand and up card, what betting brings over all that may lie behind it; each way to end is told by what it
    brings more than a loss, ``won`` by hand."""
    worth = np.empty(weaker.shape, np.int64)
    for at in range(weaker.shape[0]):
        for up in range(weaker.shape[1]):
            worth[at, up] = _worth(weaker[at, up], unqualified[at, up], equal[at, up], won[at], no_hand, drawn, behind)
    return worth


@njit(cache=True, nogil=True)
def worth_betting(unqualified, weaker, equal, won, no_hand, drawn, behind, folding):
    """Where that is more than what ``folding`` comes to, by hand; without all the numbers, which take longer to store than to
    find."""
    more = np.empty(weaker.shape, np.bool_)
    for at in range(weaker.shape[0]):
        for up in range(weaker.shape[1]):
            worth = _worth(weaker[at, up], unqualified[at, up], equal[at, up], won[at], no_hand, drawn, behind)
            more[at, up] = worth > folding[at]
    return more


@njit(cache=True, nogil=True)
def endings(bets, unqualified, weaker, equal, alike, kinds):
    """How many deals are folded, as positions, find no hand, are equal, and are won, by the kind of the hand."""
    folded = none = drawn = np.int64(0)
    won = np.zeros(KINDS, np.int64)
    for at in range(bets.shape[0]):
        out = no_hand = level = higher = np.int64(0)
        for up in range(bets.shape[1]):
            if bets[at, up]:
                no_hand += unqualified[at, up]
                level += equal[at, up]
                higher += weaker[at, up]
            else:
                out += 1
        folded += out * alike[at]
        none += no_hand * alike[at]
        drawn += level * alike[at]
        won[kinds[at]] += higher * alike[at]
    return folded, none, drawn, won
