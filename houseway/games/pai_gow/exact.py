"""Every hand against every other: the sums behind the exact figures, as whole numbers.

Tiles of one kind never differ in effect, so 35,960 hands are 3,620 kinds of hand with weights; against each of them the bank's
four tiles come from the other 28 in 20,475 ways. For each hand, and each way to set it, the loop below counts in how many of
those ways it wins both hands or neither, the bank setting by the Houseway. All counts fit a machine integer; fractions are
made of them by the caller.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit, prange

from houseway.games.pai_gow.hands import STRENGTH
from houseway.games.pai_gow.houseway import Four, HouseWay, every_four

HANDS = 35_960  # four tiles of thirty-two
ANSWERS = 20_475  # four more of the other twenty-eight


@dataclass(frozen=True)
class Hands:
    """The kinds of hand in a row, and what the Houseway makes of each."""

    fours: tuple[Four, ...]
    weights: tuple[int, ...]
    rules: tuple[str, ...]  # the line that set each
    chosen: Any  # which of the three divisions the Houseway takes
    strengths: Any  # of each division: high and low, by hand

    @classmethod
    def of(cls, way: HouseWay) -> Hands:
        fours, weights = zip(*every_four(), strict=True)
        strengths = np.zeros((len(fours), 3, 2), np.int16)
        chosen = np.zeros(len(fours), np.int64)
        rules = []
        for n, four in enumerate(fours):
            a, b, c, d = four
            for way_of, hands in enumerate((((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))):
                made = sorted((STRENGTH[one][other] for one, other in hands), reverse=True)
                strengths[n, way_of] = made
            division, rule, _, _ = way.decide(four)
            rules.append(rule)
            chosen[n] = next(m for m in range(3) if tuple(strengths[n, m]) == division.strengths)
        return cls(fours, weights, tuple(rules), chosen, strengths)

    @cached_property
    def set_by_houseway(self) -> Any:
        return self.strengths[np.arange(len(self.fours)), self.chosen]

    @cached_property
    def counts(self) -> Any:
        """How many tiles of each kind are in each hand."""
        counts = np.zeros((len(self.fours), 16), np.int8)
        for n, four in enumerate(self.fours):
            for kind in four:
                counts[n, kind] += 1
        return counts

    @cached_property
    def matched(self) -> tuple[Any, Any]:
        """For each hand and each division of it: in how many ways it beats the bank on both hands, and on neither."""
        fours = np.array(self.fours, np.int8)
        wins, losses = _matched(fours, self.counts, self.strengths, self.set_by_houseway)
        return wins, losses

    @cached_property
    def banked(self) -> tuple[Any, Any]:
        """The same from the bank's side: each division of the bank's hand against every player's, set by the Houseway.
        A copy and zero against zero are the bank's."""
        fours = np.array(self.fours, np.int8)
        wins, losses = _banked(fours, self.counts, self.strengths, self.set_by_houseway)
        return wins, losses


_LEFT = np.array([[1, 2, 1], [1, 1, 0], [1, 0, 0]], np.int64)  # ways to draw n of a kind of which m are held


@njit(cache=True, inline="always")
def _ways(four, own):
    """In how many ways the four kinds come from what a hand leaves; a pair stands twice in a row."""
    ways = 1
    n = 0
    while n < 4:
        kind = four[n]
        if n < 3 and four[n + 1] == kind:
            ways *= _LEFT[own[kind], 2]
            n += 2
        else:
            ways *= _LEFT[own[kind], 1]
            n += 1
        if ways == 0:
            return 0
    return ways


@njit(cache=True, parallel=True)
def _matched(fours, counts, strengths, bank):
    hands = len(fours)
    wins = np.zeros((hands, 3), np.int64)
    losses = np.zeros((hands, 3), np.int64)
    for i in prange(hands):
        own = counts[i]
        for j in range(hands):
            ways = _ways(fours[j], own)
            if ways:
                high, low = bank[j, 0], bank[j, 1]
                for way in range(3):
                    first, second = strengths[i, way, 0] > high, strengths[i, way, 1] > low
                    if first and second:
                        wins[i, way] += ways
                    elif not first and not second:
                        losses[i, way] += ways
    return wins, losses


@njit(cache=True, parallel=True)
def _banked(fours, counts, strengths, players):
    hands = len(fours)
    wins = np.zeros((hands, 3), np.int64)
    losses = np.zeros((hands, 3), np.int64)
    for i in prange(hands):
        own = counts[i]
        for j in range(hands):
            ways = _ways(fours[j], own)
            if ways:
                high, low = players[j, 0], players[j, 1]
                for way in range(3):
                    first, second = high > strengths[i, way, 0], low > strengths[i, way, 1]
                    if first and second:
                        losses[i, way] += ways
                    elif not first and not second:
                        wins[i, way] += ways
    return wins, losses
