"""The fast forms of Rapid Roulette. Pockets are counted for bets on one spin and patterns of hits for sequences; what each
brings is the script's own table. ``returns`` settles an array of wagers at once from the same table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numba import njit, uint64

from houseway.figures.random_streams import Counted, Way, four_below
from houseway.games.rapid_roulette.figures.analysis import sequence_table, table_of
from houseway.games.rapid_roulette.sequences import LENGTHS
from houseway.games.rapid_roulette.terms import Terms

TIER = 1
LONGEST = max(LENGTHS.values())
CELLS = tuple(
    product((True, False), repeat=LONGEST)
)  # patterns of a whole sequence; a shorter one reads its first spins


@dataclass(frozen=True)
class Patterns:
    """Four spins, and which of them brought the number named."""

    ways: tuple[Way, ...]

    def run(self, state: Any, rounds: int) -> Any:
        return _patterns(state, rounds)


def kernels(terms: Terms, shoe: None = None) -> list[Any]:
    table = table_of(terms)
    ways = []
    for kind, length in LENGTHS.items():
        nets = sequence_table(terms, kind)
        ways.append(Way(kind, "", tuple(nets[cell[:length]] for cell in CELLS)))
    return [Counted.of(table.weights, table.nets), Patterns(tuple(ways))]


@njit(cache=True, nogil=True)
def _patterns(state, rounds):
    """How often each pattern of hits came in so many sequences of four spins; two spins to a random number."""
    counts = np.zeros(16, np.int64)
    one, two = state[0], state[1]
    n = uint64(37)
    rejected = uint64((uint64(1) << uint64(32)) % n)
    done = 0
    while done < rounds:
        one, two, a, b, c, d, fair = four_below(one, two, n, rejected)
        if not fair:
            continue
        cell = 0
        if a != 0:
            cell += 8
        if b != 0:
            cell += 4
        if c != 0:
            cell += 2
        if d != 0:
            cell += 1
        counts[cell] += 1
        done += 1
    return counts


def back_table(terms: Terms) -> tuple[tuple[str, ...], Any]:
    """The spots in order, and what each returns per cent staked for each pocket: a whole number, stake included."""
    table = table_of(terms)
    spots = tuple(table.nets)
    backs = np.zeros((37, len(spots)), np.int64)
    for column, spot in enumerate(spots):
        for pocket, net in table.nets[spot].items():
            assert (net + 1).denominator == 1
            backs[int(str(pocket)), column] = int(net + 1)
    return spots, backs


@njit(cache=True, nogil=True)
def returns(backs, spots, stakes, out):
    """What goes back for each wager of a spin, and all of it together. ``backs`` is the row of the pocket that came."""
    total = np.int64(0)
    for i in range(len(spots)):
        back = stakes[i] * backs[spots[i]]
        out[i] = back
        total += back
    return total
