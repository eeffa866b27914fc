"""Every deal of stud, counted: for each hand a player can hold and each card the dealer can show, how the dealer's hands
compare with it.

A player's hand leaves 47 cards; one of them is the dealer's up card, and four more make the dealer's hand: 163,185 of them,
19,933,230,517,200 deals in all. Hands that differ only in the names of suits are one, which leaves 134,459.

The dealer's hands that hold the up card and nothing of the player's are counted by inclusion and exclusion over the
player's cards, from tables that say how many five-card hands hold a given one, two, three or four cards. The hands are gone
through from the weakest to the strongest; when a player's hand has its turn, the tables hold exactly the weaker hands.
Two counts travel in one number: hands weaker than the player's, and hands too weak to qualify.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numba import njit

from houseway import fives

UPS = 47  # cards the dealer may show beside a player's hand
BEHIND = comb(46, 4)  # what may lie behind one of them
DEALS = comb(52, 5) * UPS * BEHIND
HIGH = 32  # bits of a count; the second count stands above them


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
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(53)], np.int64)
    strength, sorted_hands, sorted_strength, sorted_alike, differ = _in_order()
    ups, unqualified, weaker, equal = _sweep(sorted_hands, sorted_strength, differ, strength, choose, lowest_qualifying)
    return Counted(
        sorted_hands[differ],
        sorted_alike[differ].astype(np.int64),
        sorted_strength[differ],
        ups,
        unqualified,
        weaker,
        equal,
    )


def differing() -> tuple[Any, Any]:
    """The player's hands that differ, from the weakest to the strongest, and their strengths."""
    _, hands, strength, _, differ = _in_order()
    return hands[differ], strength[differ]


def _in_order() -> tuple[Any, Any, Any, Any, Any]:
    """The strength of every hand by its number; and from the weakest on all hands, strengths and counts alike, and which of
    them differ."""
    hands, strength, alike = _every_hand(*fives.tables())
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
                        strength[n] = fives.strength_of(cards[a] + cards[b] + cards[c] + cards[d] + cards[e], ranked)
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
def _sweep(hands, strengths, differ, by_number, choose, qualifies):
    starts = np.zeros(5, np.int64)
    for size in range(2, 5):
        starts[size] = starts[size - 1] + choose[52, size - 1]
    tables = np.zeros(starts[4] + choose[52, 4], np.int64)
    many = differ.shape[0]
    ups = np.empty((many, 47), np.uint8)
    unqualified = np.empty((many, 47), np.int32)
    weaker = np.zeros((many, 47), np.int32)
    equal = np.zeros((many, 47), np.int32)
    one_above = np.int64(1) << 32
    total = hands.shape[0]
    for n in range(total):
        if strengths[n] >= qualifies:
            break
        _enter(tables, starts, choose, hands[n], one_above)

    bits = np.zeros(32, np.int64)
    for mask in range(32):
        for i in range(5):
            bits[mask] += mask >> i & 1
    base = np.zeros(32, np.int64)
    above = np.zeros(32, np.int64)
    equals = np.zeros(52, np.int64)
    entered = 0  # hands weaker than the class being looked at stand in the tables
    at = 0
    while at < many:
        strength = strengths[differ[at]]
        while entered < total and strengths[entered] < strength:
            _enter(tables, starts, choose, hands[entered], np.int64(1))
            entered += 1
        after = entered
        while after < total and strengths[after] == strength:
            after += 1
        while at < many and strengths[differ[at]] == strength:
            hand = hands[differ[at]]
            own = np.int64(0)
            for i in range(5):
                own |= np.int64(1) << hand[i]
            if strength >= qualifies:
                equals[:] = 0
                for n in range(entered, after):
                    other = hands[n]
                    held = np.int64(0)
                    for i in range(5):
                        held |= np.int64(1) << other[i]
                    if own & held == 0:
                        for i in range(5):
                            equals[other[i]] += 1
            place = 0
            for below in range(6):  # how many of the player's cards are lower than the up card
                # The number of a set of cards with the up card among them, but for the up card's own part.
                for mask in range(31):
                    number, size = 0, 0
                    for i in range(below):
                        if mask >> i & 1:
                            size += 1
                            number += choose[hand[i], size]
                    above[mask] = size + 1
                    size += 1
                    for i in range(below, 5):
                        if mask >> i & 1:
                            size += 1
                            number += choose[hand[i], size]
                    base[mask] = number
                last = hand[below] if below < 5 else 52
                first = hand[below - 1] + 1 if below else 0
                for up in range(first, last):
                    found = np.int64(0)
                    for mask in range(31):
                        size = bits[mask] + 1
                        number = base[mask] + choose[up, above[mask]]
                        if size == 5:
                            rank = by_number[number]
                            value = np.int64(rank < strength) + (one_above if rank < qualifies else np.int64(0))
                        else:
                            value = tables[starts[size] + number]
                        if bits[mask] & 1:
                            found -= value
                        else:
                            found += value
                    low = found & (one_above - 1)
                    none = found >> 32
                    ups[at, place] = up
                    unqualified[at, place] = none
                    if strength >= qualifies:
                        weaker[at, place] = low - none
                        equal[at, place] = equals[up]
                    place += 1
            at += 1
    return ups, unqualified, weaker, equal
