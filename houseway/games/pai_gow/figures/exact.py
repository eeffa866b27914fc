"""Every hand against every other: the sums behind the exact figures, as whole numbers.

Tiles of one kind never differ in effect, so 35,960 hands are 3,620 kinds of hand with weights; against each of them the
other side's four tiles come from the other 28 in 20,475 ways. For each hand, and each way to set it, the loop below counts in
how many of those ways it wins both hands or neither, the other side setting by the Houseway. All counts fit a machine
integer; the caller makes fractions of them. What the Houseway does not decide (the hands, how strong each division is, in how
many ways two hands can meet) is worked out once; and where a way is like one counted before, only the hands that it sets
otherwise are counted again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
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

    like: Hands | None = None  # another way, whose counts are known

    @classmethod
    def of(cls, way: HouseWay, like: Hands | None = None) -> Hands:
        fours, weights, strengths = _dealt()
        chosen, rules = [], []
        for four, made in zip(fours, strengths, strict=True):
            division, rule, _, _ = way.decide(four)
            chosen.append(made.index(division.strengths))
            rules.append(rule)
        return cls(fours, weights, tuple(rules), tuple(chosen), strengths, like)

    @cached_property
    def set_by_houseway(self) -> Any:
        """The strengths of every hand as the Houseway sets it."""
        return _strengths()[np.arange(len(self.fours)), np.array(self.chosen)]

    @cached_property
    def played(self) -> tuple[list[list[int]], list[list[int]]]:
        """For a player, by hand and division: in how many ways both hands beat the bank's, and neither does."""
        return _listed(self._matched[0])

    @cached_property
    def banked(self) -> tuple[list[list[int]], list[list[int]]]:
        """The same for the bank, to whom copies and nought against nought go."""
        return _listed(self._matched[1])

    @cached_property
    def _matched(self) -> tuple[Any, Any]:
        """Wins and losses as they are counted, for a player and for the bank."""
        others = self.set_by_houseway
        if self.like is None:
            one, other = (_matched(_meeting(), _strengths() + favour, *_sides(others)) for favour in (0, 1))
            return one, other
        were = self.like.set_by_houseway
        moved = np.flatnonzero((were != others).any(axis=1))
        meeting, found = np.ascontiguousarray(_meeting()[:, moved]), []
        for favour, known in enumerate(self.like._matched):
            now, before = (
                _matched(meeting, _strengths() + favour, *_sides(set_so[moved])) for set_so in (others, were)
            )
            found.append(known + now - before)
        return found[0], found[1]


def _sides(strengths: Any) -> tuple[Any, Any]:
    """High hands and low hands, each in a row."""
    return np.ascontiguousarray(strengths[:, 0]), np.ascontiguousarray(strengths[:, 1])


def _listed(counts: Any) -> tuple[list[list[int]], list[list[int]]]:
    wins, losses = counts
    return wins.tolist(), losses.tolist()


@cache
def _dealt() -> tuple[tuple[Four, ...], tuple[int, ...], tuple[tuple[tuple[int, int], ...], ...]]:
    """The kinds of hand with their weights, and how strong each division of them is: high and low."""
    fours, weights = zip(*every_four(), strict=True)
    return fours, weights, tuple(tuple(_made(hands) for hands in _divided(four)) for four in fours)


@cache
def _strengths() -> Any:
    return np.array(_dealt()[2], np.int16)


@cache
def _meeting() -> Any:
    """In how many ways each hand can meet each other, out of the tiles that it leaves."""
    fours, weights, _ = _dealt()
    kinds = np.array(fours, np.int8)
    counts = np.stack([(kinds == kind).sum(axis=1) for kind in range(16)], axis=1).astype(np.int8)
    held = np.bitwise_or.reduce(1 << kinds.astype(np.int64), axis=1)
    return _meet(kinds, counts, held, np.array(weights, np.int8))


def _divided(four: Four) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    a, b, c, d = four
    return ((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))


def _made(hands: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    one, other = (STRENGTH[first][second] for first, second in hands)
    return (one, other) if one >= other else (other, one)


_LEFT = np.array([[1, 2, 1], [1, 1, 0], [1, 0, 0]], np.int64)  # ways to draw n of a kind of which m are held


@njit(cache=True, nogil=True)
def _meet(fours, counts, held, weights):
    hands = len(fours)
    found = np.zeros((hands, hands), np.int8)
    for i in range(hands):
        own = counts[i]
        for j in range(hands):
            ways, n = np.int64(weights[j]), 4
            if held[i] & held[j]:  # they share a kind: count what is left of each
                ways, n = np.int64(1), 0
            while n < 4 and ways:  # a pair stands twice in a row
                kind = fours[j, n]
                if n < 3 and fours[j, n + 1] == kind:
                    ways *= _LEFT[own[kind], 2]
                    n += 2
                else:
                    ways *= _LEFT[own[kind], 1]
                    n += 1
            found[i, j] = ways
    return found


@njit(cache=True, nogil=True)
def _matched(meeting, strengths, highs, lows):
    """Wins and losses of every hand and division against the other side's hands, in how many ways they meet. A plain loop over
    rows, without a branch, which is compiled to many hands at a time."""
    hands = len(meeting)
    found = np.zeros((2, hands, 3), np.int64)
    for i in range(hands):
        row = meeting[i]
        for way in range(3):
            high, low = strengths[i, way, 0], strengths[i, way, 1]
            won, lost = np.int32(0), np.int32(0)
            for j in range(len(row)):
                above, below = high > highs[j], low > lows[j]
                won += np.int32(row[j]) * np.int32(above & below)
                lost += np.int32(row[j]) * np.int32(not (above | below))
            found[0, i, way], found[1, i, way] = won, lost
    return found
