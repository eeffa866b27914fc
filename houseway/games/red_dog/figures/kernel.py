"""The fast form of Red Dog: no rules, only the script's own table.

Results come from the table that ``analysis`` compiles by running the script over every class of round. The kernel
samples three cards without replacement from a full shoe, looks the result up and counts it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit, uint64

from houseway.figures.random_streams import Way, advance, rejected_below
from houseway.games.red_dog.figures.analysis import RANKS, Weighed, in_words, spread_of, weighed
from houseway.games.red_dog.terms import Terms
from houseway.kit.shoe import Shoe

TIER = 1  # a compiled table: there is one statement of the rules and nothing to diverge


@dataclass(frozen=True)
class Kernel:
    """One way of playing, flattened for the loop below."""

    ways: tuple[Way, ...]  # the distinct results, by cell
    ranks: Any  # the rank, 0 to 12, of every card in the shoe
    cells: Any  # for three ranks, the index of the result
    bounds: Any  # what a fair draw of each card needs

    def run(self, state: Any, rounds: int) -> Any:
        """Plays rounds from a stream's state and counts each result."""
        return _run(state, rounds, self.ranks, self.cells, self.bounds, len(self.ways[0].nets))


def kernels(terms: Terms, shoe: Shoe | None = None) -> list[Kernel]:
    """The ways of playing that are worth simulating, the best first."""
    odds = weighed(terms, shoe)
    spreads = frozenset(range(1, 12))
    return [
        kernel(odds, odds.best, f"best: {in_words(odds.best)}"),
        kernel(odds, frozenset(), "never raise"),
        kernel(odds, spreads, "always raise"),
    ]


def own_kernels(terms: Terms, shoe: Shoe | None, raise_on: frozenset[int], name: str) -> list[Kernel]:
    """A strategy of somebody's own, as ``strategies`` has made it."""
    return [kernel(weighed(terms, shoe), raise_on, name)]


def kernel(odds: Weighed, raise_on: frozenset[int], strategy: str) -> Kernel:
    played = {
        (first, second, third): odds.table.nets[first, second, third, spread_of(first, second) in raise_on]
        for first in RANKS
        for second in RANKS
        for third in RANKS
    }
    nets = tuple(sorted(set(played.values())))
    cells = np.zeros(13**3, np.uint8)
    for (first, second, third), net in played.items():
        cells[((first - 2) * 13 + second - 2) * 13 + third - 2] = nets.index(net)
    ranks = np.repeat(np.arange(13, dtype=np.uint16), odds.ranks)
    cards = len(ranks)
    bounds = np.array([cards - n for n in range(3)] + [rejected_below(cards - n) for n in range(3)], np.uint64)
    return Kernel((Way("original", strategy, nets),), ranks, cells, bounds)


@njit(cache=True, nogil=True)
def _run(state, rounds, ranks, cells, bounds, results):
    counts = np.zeros(results, np.int64)
    one, two = state[0], state[1]
    n1, n2, n3, r1, r2, r3 = bounds[0], bounds[1], bounds[2], bounds[3], bounds[4], bounds[5]
    low = uint64(0xFFFFFFFF)
    half = uint64(32)
    spare = uint64(0)
    have = False
    done = 0
    while done < rounds:
        x = one + two
        one, two = advance(one, two)
        a = (x >> half) * n1
        b = (x & low) * n2
        if have:
            x, have = spare, False
        else:
            x = one + two
            one, two = advance(one, two)
            spare, have = x & low, True
            x = x >> half
        c = x * n3
        if (a & low) < r1 or (b & low) < r2 or (c & low) < r3:
            continue  # a fair number below n: what does not fit is drawn again
        i, j, k = a >> half, b >> half, c >> half
        if j >= i:
            j += uint64(1)
        first, second = (i, j) if i < j else (j, i)
        if k >= first:
            k += uint64(1)
        if k >= second:
            k += uint64(1)
        cell = (ranks[i] * 13 + ranks[j]) * 13 + ranks[k]
        counts[cells[cell]] += 1
        done += 1
    return counts
