"""The fast form of Pai Gow: two hands from thirty-two tiles, set by table and matched.

What each of the 3,620 kinds of hand is set to (by the Houseway, to its best, for the Tie, as the bank) and what it is awarded as
a Bonus comes from ``analysis``, which has it from the game's own rules. The kernel deals, looks up, compares strengths and
counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
from numba import njit, uint64

from houseway.figures import kept
from houseway.figures.random_streams import Way, advance, rejected_below
from houseway.games.pai_gow.figures.analysis import BANK_BEST, BANK_HOUSEWAY, BEST, HOUSEWAY, TIE_BEST, Worth, worth
from houseway.games.pai_gow.hands import GONG, Setting
from houseway.games.pai_gow.houseway import every_four, tiles_of
from houseway.games.pai_gow.matching import bonus
from houseway.games.pai_gow.terms import Terms
from houseway.law.moving import moving

TIER = 2  # tables of the game's own, a loop of its own: held against the script by lab.agree

LOSES, TIES, WINS = range(3)


@dataclass(frozen=True)
class Kernel:
    ways: tuple[Way, ...]
    hands: Any  # four kinds, in any order, to the number of the hand
    strengths: Any  # by hand: houseway, best, for the Tie, as the bank; high and low of each
    awards: Any  # by hand: which Bonus award, 0 for none
    bounds: Any

    def run(self, state: Any, rounds: int) -> Any:
        return _run(state, rounds, self.hands, self.strengths, self.awards, self.bounds, len(self.ways[0].nets))


def kernels(terms: Terms, shoe: None = None) -> list[Kernel]:
    """The one table of the game: all its wagers, in the ways that are worth simulating."""
    fours = [four for four, _ in every_four()]
    strengths, awards = _hands(terms)
    extra = terms.bonanza
    odds = [Fraction(-1), *((paid.ratio for paid in extra.bonus_pays.value.values()) if extra is not None else ())]
    bounds = np.array([32 - n for n in range(8)] + [rejected_below(32 - n) for n in range(8)], np.uint64)
    return [Kernel(_ways(terms, odds), numbered(fours), strengths, awards, bounds)]


def own_kernels(terms: Terms, shoe: None, ways: list[int], name: str) -> list[Kernel]:
    """The same with a player's own settings in place of the best, as ``strategies`` has made them; the bank sets by the
    Houseway."""
    (usual,) = kernels(terms)
    made, rows = np.array(worth(terms).hands.strengths, np.int16), np.arange(len(ways))
    own, strengths = made[rows, np.array(ways)], usual.strengths.copy()
    for place in (1, 2, 3):  # the best, for the Tie, as the bank
        strengths[:, place] = own
    played = {("wager", BEST), ("bank", BANK_BEST), ("tie", TIE_BEST)}
    kept_ways = tuple(replace(way, strategy=name) for way in usual.ways if (way.wager, way.strategy) in played)
    return [replace(usual, ways=kept_ways, strengths=strengths)]


def _hands(terms: Terms) -> tuple[Any, Any]:
    """By hand: how strong it is set in each way of playing, and its award. As they were kept, or else as they are found."""

    def find() -> tuple[str, str]:
        strengths, awards = _found(worth(terms))
        return kept.packed(strengths.astype("<i2").tobytes()), kept.packed(awards.astype("i1").tobytes())

    strengths, awards = kept.kept(kept.Question("pai_gow", "hands", moving(terms), WORDS), find)
    by_way = np.frombuffer(kept.unpacked(strengths), "<i2").reshape(-1, 4, 2)
    return by_way.astype(np.int16), np.frombuffer(kept.unpacked(awards), "i1").astype(np.int8)


WORDS = "counting every deal of Pai Gow, kept for the next time"


def _found(of: Worth) -> tuple[Any, Any]:
    chosen = list(of.hands.chosen)
    best, bank = of.best(of.hands.played), of.best(of.hands.banked)
    tie = chosen if of.terms.bonanza is None else of.best_ties
    made = np.array(of.hands.strengths, np.int16)
    rows = np.arange(len(chosen))
    return np.stack([made[rows, np.array(ways)] for ways in (chosen, best, tie, bank)], axis=1), _awards(of)


def numbered(fours: list[tuple[int, int, int, int]]) -> Any:
    """The number of a hand by its four kinds in whatever order they come."""
    numbers = np.full(16**4, -1, np.int16)
    kinds = np.array(fours)
    for order in permutations(range(4)):
        a, b, c, d = kinds[:, order].T
        numbers[((a * 16 + b) * 16 + c) * 16 + d] = np.arange(len(kinds))
    return numbers


def _awards(of: Worth) -> Any:
    awards = np.zeros(len(of.hands.fours), np.int8)
    if of.terms.bonanza is None:
        return awards
    names = list(of.terms.bonanza.bonus_pays.value)
    for n, four in enumerate(of.hands.fours):
        tiles = tiles_of(four)
        award = bonus(of.terms, tiles, Setting.of((tiles[0], tiles[1]), (tiles[2], tiles[3])), True)
        if award.odds is not None:
            awards[n] = 1 + names.index(award.name)
    return awards


def _ways(terms: Terms, odds: list[Fraction]) -> tuple[Way, ...]:
    """What a cell brings to each wager. A cell says how the Houseway's setting came out and whether its low hand was a Gong or
    better, the same of the setting for the Tie, how the best setting and the best bank came out, and the award."""
    win = 1 - terms.settling.commission.value
    nets = {LOSES: Fraction(-1), TIES: Fraction(0), WINS: win}
    bank = {LOSES: win, TIES: Fraction(0), WINS: Fraction(-1)}  # by what the player's hands did
    cells = list(product(range(3), range(2), range(3), range(2), range(3), range(3), range(9)))
    listed = [
        Way("wager", BEST, tuple(nets[cell[4]] for cell in cells)),
        Way("wager", HOUSEWAY, tuple(nets[cell[0]] for cell in cells)),
        Way("bank", BANK_BEST, tuple(bank[cell[5]] for cell in cells)),
        Way("bank", BANK_HOUSEWAY, tuple(bank[cell[0]] for cell in cells)),
    ]
    extra = terms.bonanza
    if extra is None:
        return tuple(listed)
    pays = (extra.tie_pays.value.ratio, extra.gong_tie_pays.value.ratio)

    def tie(result: int, gong: int) -> Fraction:
        return pays[gong] if result == TIES else Fraction(-1)

    listed += [
        Way("tie", TIE_BEST, tuple(tie(cell[2], cell[3]) for cell in cells)),
        Way("tie", HOUSEWAY, tuple(tie(cell[0], cell[1]) for cell in cells)),
        Way("bonus", "", tuple(odds[cell[6]] if cell[6] < len(odds) else Fraction(-1) for cell in cells)),
    ]
    return tuple(listed)


@njit(inline="always")
def _result(high, low, bank_high, bank_low):
    first, second = high > bank_high, low > bank_low
    return 2 if first and second else 1 if first or second else 0


@njit(cache=True, nogil=True)
def _run(state, rounds, hands, strengths, awards, bounds, results):
    counts = np.zeros(results, np.int64)
    tiles = np.arange(32)
    one, two = state[0], state[1]
    low_half, half = uint64(0xFFFFFFFF), uint64(32)
    done = 0
    while done < rounds:
        fair = True
        for pair in range(4):  # two tiles to a random number; any order before serves as well as another
            x = one + two
            one, two = advance(one, two)
            for which in range(2):
                n = 2 * pair + which
                product_ = ((x >> half) if which == 0 else (x & low_half)) * bounds[n]
                if (product_ & low_half) < bounds[8 + n]:
                    fair = False
                at = n + np.int64(product_ >> half)
                tiles[n], tiles[at] = tiles[at], tiles[n]
        if not fair:
            continue  # what does not fit is dealt again
        player = hands[(((tiles[0] >> 1) * 16 + (tiles[1] >> 1)) * 16 + (tiles[2] >> 1)) * 16 + (tiles[3] >> 1)]
        bank = hands[(((tiles[4] >> 1) * 16 + (tiles[5] >> 1)) * 16 + (tiles[6] >> 1)) * 16 + (tiles[7] >> 1)]
        high, low = strengths[bank, 0, 0], strengths[bank, 0, 1]
        own = _result(strengths[player, 0, 0], strengths[player, 0, 1], high, low)
        best = _result(strengths[player, 1, 0], strengths[player, 1, 1], high, low)
        tie = _result(strengths[player, 2, 0], strengths[player, 2, 1], high, low)
        banked = _result(strengths[player, 0, 0], strengths[player, 0, 1], strengths[bank, 3, 0], strengths[bank, 3, 1])
        cell = own * 2 + (strengths[player, 0, 1] >= GONG)
        cell = (cell * 3 + tie) * 2 + (strengths[player, 2, 1] >= GONG)
        cell = ((cell * 3 + best) * 3 + banked) * 9 + awards[player]
        counts[cell] += 1
        done += 1
    return counts
