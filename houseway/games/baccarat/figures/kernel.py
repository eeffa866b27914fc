"""The fast form of Baccarat: no rules, only a table.

What the counts of the two hands and the values of two more cards come to, used or not, is looked up in ten thousand cells
that ``analysis`` fills by asking the script's own functions. The kernel samples six cards without replacement from the shoe,
three to a random number, looks the outcome up and counts it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit, uint64

from houseway.figures.random_streams import Way, advance
from houseway.games.baccarat.figures.analysis import LISTED, OUTCOMES, VALUES, Weighed, cells, net
from houseway.games.baccarat.terms import Terms
from houseway.kit.shoe import Shoe

TIER = 1  # a compiled table: the functions that fill it are those the script asks


@dataclass(frozen=True)
class Kernel:
    ways: tuple[Way, ...]  # what each outcome brings to each wager
    values: Any  # the value of every card in the shoe
    cells: Any  # the outcome, by Player's count, Banker's count, the fifth card and the sixth

    def run(self, state: Any, rounds: int) -> Any:
        """Plays coups from a stream's state and counts each outcome."""
        return _run(state, rounds, self.values, self.cells)

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
def _run(state, rounds, values, cells):
    one, two = state[0], state[1]
    n = uint64(len(values))
    low, lane, second, third = uint64(0x1FFFFF), uint64(21), uint64(21), uint64(42)
    unfair = uint64((1 << 21) % len(values))  # products that would favour some cards are drawn again
    player = banker = done = 0
    while done < rounds:
        x = one + two
        one, two = advance(one, two)
        y = one + two
        one, two = advance(one, two)
        a, b, c = (x & low) * n, ((x >> second) & low) * n, ((x >> third) & low) * n
        d, e, f = (y & low) * n, ((y >> second) & low) * n, ((y >> third) & low) * n
        least = min(min(min(a & low, b & low), min(c & low, d & low)), min(e & low, f & low))
        a, b, c, d, e, f = a >> lane, b >> lane, c >> lane, d >> lane, e >> lane, f >> lane
        twice = (
            (a == b) | (a == c) | (a == d) | (a == e) | (a == f) | (b == c) | (b == d) | (b == e) | (b == f)
            | (c == d) | (c == e) | (c == f) | (d == e) | (d == f) | (e == f)
        )  # fmt: skip
        if (least < unfair) | twice:
            continue  # unfair, or a card twice: all six are drawn again
        own, other = values[a] + values[c], values[b] + values[d]
        own -= 10 * (own >= 10)
        other -= 10 * (other >= 10)
        came = cells[((own * 10 + other) * 10 + values[e]) * 10 + values[f]]
        player += came == 0
        banker += came == 1
        done += 1
    return np.array([player, banker, rounds - player - banker])
