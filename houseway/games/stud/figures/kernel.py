"""The fast form of stud: ten cards from a deck, two hands ranked, and the result counted.

Which way a hand is played comes from the exact analysis, position by position: for hands whose decision does not depend on
the up card it is a look at the strength, for the others at a table of up cards. Suits are relabelled first, so that the
table needs one entry for hands that are alike. Each result is counted together with the jackpot prize of the hand, so
that ante and jackpot wager come out of the same deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numba import njit, uint64

from houseway.figures import kept, ranking_arrays
from houseway.figures.random_streams import Way, advance
from houseway.games.stud.figures.analysis import (
    AK_OR_BETTER,
    ALWAYS,
    BEST,
    BY_RULE,
    FOLD,
    NO_HAND,
    OUTCOMES,
    WON,
    Figures,
    Given,
    prizes,
    solved,
)
from houseway.games.stud.figures.exact import differing, kinds
from houseway.games.stud.figures.strategies import Own
from houseway.games.stud.terms import Terms
from houseway.kit.ranking import HANDS
from houseway.kit.shoe import Shoe
from houseway.money import Cents

TIER = 2  # the same tape as the script's, compared round for round by lab.agree
DRAWN = 10
SUITS = np.array([[a, b, c, d] for a in range(4) for b in range(4) for c in range(4) for d in range(4)], np.uint8)


@dataclass(frozen=True)
class Kernel:
    """One way of playing, flattened for the loop below."""

    ways: tuple[Way, ...]
    plays: Any  # by strength: 0 fold, 1 bet, 2 as the up card has it
    bets: Any  # by hand that differs: the up cards it is bet against, a bit each
    like: Any  # by the number of a hand: which hand it is like
    relabel: Any  # and how its suits are called there
    kinds: Any
    prize: Any  # by strength: which prize, 0 for none
    qualifies: int
    cells: int

    def run(self, state: Any, rounds: int) -> Any:
        """Plays rounds from a stream's state and counts each result."""
        return _run(
            state, rounds, *ranking_arrays.tables(), _CHOOSE, self.plays, self.bets, self.like, self.relabel, SUITS, self.kinds,
            self.prize, self.qualifies, self.cells,
        )  # fmt: skip

    def decide(self, tape: Any) -> int:
        """The result of one deal: five cards of the player's, then the dealer's with the up card first."""
        cards = np.array(tape, np.uint8)
        return int(
            _cell(
                cards, *ranking_arrays.tables(), _CHOOSE, self.plays, self.bets, self.like, self.relabel, SUITS, self.kinds,
                self.prize, self.qualifies,
            )
        )  # fmt: skip


WORDS = "counting every deal of stud, kept for the next time"
_CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(53)], np.int64)


def kernels(terms: Terms, shoe: Shoe | None = None) -> list[Kernel]:
    """The ways of playing that are worth simulating, the best first."""
    figures, told = Figures.of(terms), Given.of(terms, None)
    won = prizes(terms, told.meter)
    return [kernel(won, figures, told, name, *acts) for name, acts in _decided(figures).items()]


def own_kernels(terms: Terms, shoe: Shoe | None, own: Own, name: str) -> list[Kernel]:
    """A strategy of somebody's own, as ``strategies`` has made it."""
    figures, told = Figures.of(terms), Given.of(terms, None)
    acts = acts_of(solved(figures).counted, own.bets)
    return [kernel(prizes(terms, told.meter), figures, told, name, *acts)]


@cache
def _suits_called() -> tuple[Any, Any]:
    """Which hands are like which; no rule moves it, so all kernels share it."""
    like, relabel = _alike(differing()[0], _CHOOSE)
    return like, relabel


def _decided(figures: Figures) -> dict[str, tuple[Any, Any]]:
    """For each way of playing: by strength whether to fold or bet, or that it depends; and by hand, where it does, the up cards
    to bet against. As it was kept, or else as it is found."""

    def find() -> dict[str, tuple[str, str]]:
        play = solved(figures)
        ways = {
            BEST: play.best(),
            BY_RULE: play.by_words(),
            AK_OR_BETTER: play.ace_king_or_better(),
            ALWAYS: play.always(),
        }
        found = {name: acts_of(play.counted, bets) for name, bets in ways.items()}
        return {name: (kept.packed(plays), kept.packed(masks)) for name, (plays, masks) in found.items()}

    on = {"qualifies": figures.lowest_qualifying, "ante": str(figures.ante_pays), "bet": figures.bet}
    question = kept.Question("stud", "acts", {**on, "pays": [str(pays) for pays in figures.pays]}, WORDS)
    return {
        name: (np.frombuffer(kept.unpacked(plays), np.uint8), np.frombuffer(kept.unpacked(masks), np.uint64))
        for name, (plays, masks) in kept.kept(question, find).items()
    }


def acts_of(counted: Any, bets: Any) -> tuple[Any, Any]:
    """A way of playing as the loop reads it: by strength, and where that does not tell, by hand the up cards that are bet
    against."""
    plays = np.full(len(HANDS), 2, np.uint8)
    all_, any_ = np.ones(len(HANDS), bool), np.zeros(len(HANDS), bool)
    np.logical_and.at(all_, counted.strength, bets.all(axis=1))
    np.logical_or.at(any_, counted.strength, bets.any(axis=1))
    plays[all_], plays[~any_] = 1, 0
    shifted = np.uint64(1) << counted.ups.astype(np.uint64)
    masks = np.where(bets, shifted, np.uint64(0)).sum(axis=1, dtype=np.uint64)
    masks[plays[counted.strength] != 2] = 0  # nobody asks
    return plays, masks


def kernel(won: tuple[Cents, ...], figures: Figures, told: Given, name: str, plays: Any, masks: Any) -> Kernel:
    """One way of playing, ready to run."""
    amounts = sorted(set(won))  # nothing first
    nets = tuple(figures.net(outcome) for outcome in range(OUTCOMES))
    ante = tuple(nets[cell % OUTCOMES] for cell in range(OUTCOMES * len(amounts)))
    chip = tuple(
        Fraction(amounts[cell // OUTCOMES] - told.price, told.price) for cell in range(OUTCOMES * len(amounts))
    )
    prize = np.array([amounts.index(amount) for amount in won], np.uint8)
    return Kernel(
        (Way("ante", name, ante), Way("jackpot", name, chip)), plays, masks, *_suits_called(), kinds(), prize,
        figures.lowest_qualifying, OUTCOMES * len(amounts),
    )  # fmt: skip


@njit(inline="always")
def _number(choose, a, b, c, d, e):
    """The number of a hand, its cards in rising order."""
    return choose[a, 1] + choose[b, 2] + choose[c, 3] + choose[d, 4] + choose[e, 5]


@njit(cache=True)
def _sorted_five(cards, five):
    for i in range(5):
        card = cards[i]
        j = i
        while j and five[j - 1] > card:
            five[j] = five[j - 1]
            j -= 1
        five[j] = card


@njit(cache=True)
def _alike(hands, choose):
    """For every hand by its number: which of the hands that differ it is like, and how its suits are called there."""
    index = np.full(2_598_960, -1, np.int32)
    for n in range(hands.shape[0]):
        hand = hands[n]
        index[_number(choose, hand[0], hand[1], hand[2], hand[3], hand[4])] = n
    like = np.empty(2_598_960, np.int32)
    relabel = np.empty(2_598_960, np.uint8)
    masks = np.zeros(4, np.int64)
    order = np.zeros(4, np.int64)
    called = np.zeros(4, np.int64)
    five = np.zeros(5, np.int64)
    own = np.zeros(5, np.int64)
    n = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        own[0], own[1], own[2], own[3], own[4] = a, b, c, d, e
                        masks[:] = 0
                        for i in range(5):
                            masks[own[i] & 3] |= 1 << (own[i] >> 2)
                        for s in range(4):
                            order[s] = s
                        for s in range(1, 4):
                            at = s
                            while at and masks[order[at]] > masks[order[at - 1]]:
                                order[at], order[at - 1] = order[at - 1], order[at]
                                at -= 1
                        for s in range(4):
                            called[order[s]] = s
                        for i in range(5):
                            own[i] = (own[i] & ~3) | called[own[i] & 3]
                        _sorted_five(own, five)
                        like[n] = index[_number(choose, five[0], five[1], five[2], five[3], five[4])]
                        relabel[n] = ((called[0] * 4 + called[1]) * 4 + called[2]) * 4 + called[3]
                        n += 1
    return like, relabel


@njit(inline="always")
def _cell(dealt, cards, ranked, choose, plays, bets, like, relabel, suits, kinds, prize, qualifies):
    """The result of one deal: how ante and bet end, and with them the jackpot prize of the hand."""
    own = cards[dealt[0]] + cards[dealt[1]] + cards[dealt[2]] + cards[dealt[3]] + cards[dealt[4]]
    strength = ranking_arrays.strength_of(own, ranked)
    play = plays[strength]
    if play == 2:
        five = np.empty(5, np.int64)
        _sorted_five(dealt, five)
        number = _number(choose, five[0], five[1], five[2], five[3], five[4])
        up = dealt[5]
        up = (up & 0xFC) | suits[relabel[number], up & 3]
        play = (bets[like[number]] >> uint64(up)) & uint64(1)
    if play == 0:
        return FOLD
    other = cards[dealt[5]] + cards[dealt[6]] + cards[dealt[7]] + cards[dealt[8]] + cards[dealt[9]]
    dealer = ranking_arrays.strength_of(other, ranked)
    beside = OUTCOMES * prize[strength]
    if dealer < qualifies:
        return NO_HAND + beside
    if strength > dealer:
        return WON + kinds[strength] + beside
    return (2 if strength == dealer else 3) + beside


@njit(cache=True, nogil=True)
def _run(
    state, rounds, cards, ranked, choose, plays, bets, like, relabel, suits, kinds, prize, qualifies, cells
):  # fmt: skip
    counts = np.zeros(cells, np.int64)
    one, two = state[0], state[1]
    low, half = uint64(0xFFFFFFFF), uint64(32)
    deck = np.arange(52).astype(np.uint8)
    done = 0
    while done < rounds:
        i = 0
        while i < DRAWN:  # the first ten of a deck shuffled so far; a number that would not be fair is drawn again
            x = one + two
            one, two = advance(one, two)
            n = uint64(52 - i)
            a = (x >> half) * n
            if (a & low) >= (uint64(1) << half) % n:
                j = i + np.int64(a >> half)
                deck[i], deck[j] = deck[j], deck[i]
                i += 1
                if i == DRAWN:
                    break
            n = uint64(52 - i)
            b = (x & low) * n
            if (b & low) >= (uint64(1) << half) % n:
                j = i + np.int64(b >> half)
                deck[i], deck[j] = deck[j], deck[i]
                i += 1
        counts[_cell(deck, cards, ranked, choose, plays, bets, like, relabel, suits, kinds, prize, qualifies)] += 1
        done += 1
    return counts
