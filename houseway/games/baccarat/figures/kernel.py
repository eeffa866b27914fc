"""The fast form of Baccarat: no rules, only a table.

What the counts of the two hands and the values of two more cards come to, used or not, is looked up in ten thousand cells
that ``analysis`` fills by asking the script's own functions. The kernel samples six cards without replacement from the shoe,
three to a random number, looks the outcome up and counts it. For the loop the table is spread out to sums of two values, so
that nothing need be brought below ten.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit, uint64

from houseway.figures.random_streams import Way, advance, halves, rejected
from houseway.games.baccarat.figures.analysis import LISTED, OUTCOMES, VALUES, Weighed, cells, net
from houseway.games.baccarat.terms import Terms
from houseway.kit.shoe import Shoe

TIER = 1  # a compiled table: the functions that fill it are those the script asks
SUMS = 2 * VALUES - 1  # of two values
WON = np.array([1, 2, 0], np.uint8)  # by outcome


@dataclass(frozen=True)
class Kernel:
    ways: tuple[Way, ...]  # what each outcome brings to each wager
    values: Any  # the value of every card in the shoe
    cells: Any  # the outcome, by Player's count, Banker's count, the fifth card and the sixth

    def run(self, state: Any, rounds: int) -> Any:
        """Plays coups from a stream's state and counts each outcome."""
        return _run(state, rounds, self._parts, self._spread, rejected(len(self.values) ** 3))

    @cached_property
    def _parts(self) -> Any:
        """What every card adds to the number of a cell: as one of Player's, one of Banker's, the fifth and the sixth."""
        return tuple(self.values.astype(np.uint32) * step for step in (SUMS * VALUES**2, VALUES**2, VALUES, 1))

    @cached_property
    def _spread(self) -> Any:
        """Cells by the sums of each hand's first two values: 1 where Player wins, 2 where Banker does."""
        sums = np.arange(SUMS) % VALUES
        return WON[self.cells.reshape((VALUES,) * 4)[sums][:, sums]].ravel()

    def decide(self, tape: list[int]) -> int:
        """The outcome of one coup by its number, from the values of its cards in the order they came."""
        one, two, three, four, five, six = [*tape, 0, 0][:6]
        cell = (((one + three) % VALUES * VALUES + (two + four) % VALUES) * VALUES + five) * VALUES + six
        return int(self.cells[cell])


def kernels(terms: Terms, shoe: Shoe | None = None) -> list[Kernel]:
    counts = Weighed.by(terms, shoe).counts
    values = np.repeat(np.arange(VALUES, dtype=np.int64), counts)
    ways = tuple(Way(spot, "", tuple(net(terms, came, spot) for came in OUTCOMES)) for spot in LISTED)
    return [Kernel(ways, values, np.array(cells(terms), np.uint8))]


@njit(cache=True, nogil=True)
def _run(state, rounds, parts, cells, unfair):
    """Coups until so many have come: how often Player, Banker and neither won."""
    players, bankers, fifths, sixths = parts
    one, two = state[0], state[1]
    n, least = uint64(len(players)), uint64(unfair)
    player, banker, done = uint64(0), uint64(0), 0
    while done < rounds:
        x = one + two
        one, two = advance(one, two)
        y = one + two
        one, two = advance(one, two)
        a, x = halves(x, n)
        b, x = halves(x, n)
        c, x = halves(x, n)
        d, y = halves(y, n)
        e, y = halves(y, n)
        f, y = halves(y, n)
        twice = (
            (a == b) | (a == c) | (a == d) | (a == e) | (a == f) | (b == c) | (b == d) | (b == e) | (b == f)
            | (c == d) | (c == e) | (c == f) | (d == e) | (d == f) | (e == f)
        )  # fmt: skip
        if (x < least) | (y < least) | twice:
            continue  # unfair, or a card twice: all six are drawn again
        won = cells[players[a] + players[c] + bankers[b] + bankers[d] + fifths[e] + sixths[f]]
        player += uint64(won & np.uint8(1))
        banker += uint64(won >> np.uint8(1))
        done += 1
    won_by = np.int64(player), np.int64(banker)
    return np.array([won_by[0], won_by[1], rounds - won_by[0] - won_by[1]])
