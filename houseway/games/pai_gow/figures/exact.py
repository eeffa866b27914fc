"""Every hand against every other: the sums behind the exact figures, as whole numbers.

Tiles of one kind never differ in effect, so 35,960 hands are 3,620 kinds of hand with weights; against each of them the
other side's four tiles come from the other 28 in 20,475 ways. For each hand, and each way to set it, the loop below counts in
how many of those ways it wins both hands or neither, the other side setting by the Houseway. All counts fit a machine
integer; the caller makes fractions of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit

from houseway.games.pai_gow.hands import STRENGTH
from houseway.games.pai_gow.houseway import Four, HouseWay, every_four


@dataclass(frozen=True)
class Hands:
    """The kinds of hand in a row, and what the Houseway makes of each."""

    fours: tuple[Four, ...]
    weights: tuple[int, ...]
    rules: tuple[str, ...]  # the line that set each
    chosen: tuple[int, ...]  # which of the three divisions the Houseway takes
    strengths: tuple[tuple[tuple[int, int], ...], ...]  # of each division: high and low

    @classmethod
    def of(cls, way: HouseWay) -> Hands:
        fours, weights = zip(*every_four(), strict=True)
        strengths, chosen, rules = [], [], []
        for four in fours:
            made = tuple(_made(hands) for hands in _divided(four))
            division, rule, _, _ = way.decide(four)
            strengths.append(made)
            chosen.append(made.index(division.strengths))
            rules.append(rule)
        return cls(fours, weights, tuple(rules), tuple(chosen), tuple(strengths))

    @cached_property
    def arrays(self) -> tuple[Any, Any, Any, Any]:
        """Kinds, tiles of each kind, strengths of every division, and strengths as the Houseway sets."""
        fours = np.array(self.fours, np.int8)
        counts = np.zeros((len(fours), 16), np.int8)
        for kind in range(16):
            counts[:, kind] = (fours == kind).sum(axis=1)
        strengths = np.array(self.strengths, np.int16)
        return fours, counts, strengths, strengths[np.arange(len(fours)), np.array(self.chosen)]

    @cached_property
    def played(self) -> tuple[list[list[int]], list[list[int]]]:
        """For a player, by hand and division: in how many ways both hands beat the bank's, and neither does."""
        return self._matched(0)

    @cached_property
    def banked(self) -> tuple[list[list[int]], list[list[int]]]:
        """The same for the bank, to whom copies and nought against nought go."""
        return self._matched(1)

    def _matched(self, favour: int) -> tuple[list[list[int]], list[list[int]]]:
        fours, counts, strengths, others = self.arrays
        held = np.bitwise_or.reduce(1 << fours.astype(np.int64), axis=1)
        weights = np.array(self.weights, np.int64)
        wins, losses = _matched(fours, counts, held, weights, strengths + favour, others)
        return wins.tolist(), losses.tolist()


def _divided(four: Four) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    a, b, c, d = four
    return ((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))


def _made(hands: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    one, other = (STRENGTH[first][second] for first, second in hands)
    return (one, other) if one >= other else (other, one)


_LEFT = np.array([[1, 2, 1], [1, 1, 0], [1, 0, 0]], np.int64)  # ways to draw n of a kind of which m are held


@njit(cache=True, nogil=True)
def _matched(fours, counts, held, weights, strengths, others):
    hands = len(fours)
    wins = np.zeros((hands, 3), np.int64)
    losses = np.zeros((hands, 3), np.int64)
    for i in range(hands):
        own = counts[i]
        for j in range(hands):
            ways, n = weights[j], 4
            if held[i] & held[j]:  # they share a kind: count what is left of each
                ways, n = 1, 0
            while n < 4 and ways:  # a pair stands twice in a row
                kind = fours[j, n]
                if n < 3 and fours[j, n + 1] == kind:
                    ways *= _LEFT[own[kind], 2]
                    n += 2
                else:
                    ways *= _LEFT[own[kind], 1]
                    n += 1
            if ways:
                for way in range(3):
                    high, low = strengths[i, way, 0] > others[j, 0], strengths[i, way, 1] > others[j, 1]
                    if high == low:
                        if high:
                            wins[i, way] += ways
                        else:
                            losses[i, way] += ways
    return wins, losses
