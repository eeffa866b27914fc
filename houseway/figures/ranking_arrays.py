"""Ranking arrays: five-card hands by the million, ranked as ``kit/ranking`` ranks one.

The table is made from that module's, so there is one statement of which hand beats which. A card is a number: a weight
for its rank, and above it a one in its suit's own place. The sum of five cards then says everything: below, a figure that
no other five ranks give, so that a strength is one look into a table; above, how often each suit is held, and five of one
suit is the only count with both its first and its third bit set.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit, uint64

from houseway.kit.ranking import FIVE, HANDS, SUITED_KINDS

# By rank, two to ace: each is the least number that keeps apart all sums of five, none held more than four times.
WEIGHTS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
SUITS_FROM = 32  # the bit where the counts of the suits begin, four bits to a suit


@cache
def tables() -> tuple[Any, Any]:
    """Each card's number, and the strengths by sum: of mixed suits, and of one."""
    cards = [WEIGHTS[index >> 2] | 1 << (SUITS_FROM + 4 * (index & 3)) for index in range(52)]
    ranked = np.zeros((2, 4 * WEIGHTS[12] + WEIGHTS[11] + 1), np.uint16)
    for strength, (kind, ranks) in enumerate(HANDS):
        ranked[int(kind in SUITED_KINDS), sum(WEIGHTS[rank] for rank in ranks)] = strength
    return np.array(cards, np.uint64), ranked


def strengths(hands: Any) -> Any:
    """The strength of each hand: an array with five card indices to a row gives one number for each row."""
    hands = np.ascontiguousarray(hands, np.uint8)
    if hands.ndim != 2 or hands.shape[1] != FIVE or (hands.size and hands.max() > 51):
        raise ValueError("hands are rows of five card indices from 0 to 51")
    return _strengths(hands, *tables())


@njit(inline="always")
def strength_of(total, ranked):
    """The strength that a sum of five cards stands for, inside a compiled loop."""
    suits = total >> uint64(SUITS_FROM)
    low = total & uint64(0xFFFFFFFF)
    if suits & (suits >> uint64(2)) & uint64(0x1111):
        return ranked[1, low]
    return ranked[0, low]


@njit(cache=True, nogil=True)
def _strengths(hands, cards, ranked):
    found = np.empty(hands.shape[0], np.uint16)
    for n in range(hands.shape[0]):
        total = cards[hands[n, 0]] + cards[hands[n, 1]] + cards[hands[n, 2]] + cards[hands[n, 3]] + cards[hands[n, 4]]
        found[n] = strength_of(total, ranked)
    return found
