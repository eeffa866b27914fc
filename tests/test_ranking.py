"""Five-card ranking: every one of the 2,598,960 hands, two independent evaluators, and the batch against the single call."""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement
from math import comb

import eval7
import numpy as np
import phevaluator
import pytest

from houseway.figures import ranking_arrays
from houseway.kit.cards import CARDS, card
from houseway.kit.ranking import HANDS, LOWEST, Kind, kind_of, strength, strength_at, words

# How many hands of each kind there are, from the ways to choose ranks and suits.
COUNTS = {
    Kind.ROYAL_FLUSH: 4,
    Kind.STRAIGHT_FLUSH: 4 * 9,
    Kind.FOUR: 13 * 48,
    Kind.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
    Kind.FLUSH: 4 * (comb(13, 5) - 10),
    Kind.STRAIGHT: 10 * (4**5 - 4),
    Kind.THREE: 13 * comb(4, 3) * comb(12, 2) * 16,
    Kind.TWO_PAIRS: comb(13, 2) * 36 * 44,
    Kind.PAIR: 13 * 6 * comb(12, 3) * 64,
    Kind.HIGH_CARD: (comb(13, 5) - 10) * (4**5 - 4),
}


@pytest.fixture(scope="module")
def every_hand() -> np.ndarray:
    flat = np.fromiter((i for hand in combinations(range(52), 5) for i in hand), np.uint8, 5 * comb(52, 5))
    return flat.reshape(-1, 5)


@pytest.fixture(scope="module")
def every_strength(every_hand: np.ndarray) -> np.ndarray:
    return ranking_arrays.strengths(every_hand)


@pytest.mark.long
def test_every_hand_is_counted(every_strength: np.ndarray) -> None:
    found = np.bincount(every_strength, minlength=len(HANDS))
    assert len(found) == 7462
    assert found.all(), "every strength is some hand's"
    by_kind = {kind: int(sum(found[n] for n in range(7462) if kind_of(n) is kind)) for kind in Kind}
    assert by_kind == COUNTS
    assert found.sum() == comb(52, 5) == 2_598_960


@pytest.mark.long
def test_every_hand_in_the_order_of_another_evaluator(every_hand: np.ndarray, every_strength: np.ndarray) -> None:
    """phevaluator gives 1 to the best and 7462 to the worst: one hand of each strength, then hands at random."""
    _, first = np.unique(every_strength, return_index=True)
    theirs = [_phevaluator(every_hand[n]) for n in first]
    assert theirs == list(range(7462, 0, -1))
    rng = random.Random(7)
    for n in rng.sample(range(len(every_hand)), 20_000):
        assert 7462 - _phevaluator(every_hand[n]) == every_strength[n]


@pytest.mark.long
def test_the_order_of_a_second_evaluator(every_hand: np.ndarray, every_strength: np.ndarray) -> None:
    """eval7 numbers hands otherwise; what must agree is which of two hands is better, and which are equal."""
    rng = random.Random(8)
    sample = rng.sample(range(len(every_hand)), 20_000)
    ours = [int(every_strength[n]) for n in sample]
    theirs = [eval7.evaluate([eval7.Card(_text(i)) for i in every_hand[n]]) for n in sample]
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    assert len({one for one, _ in pairs}) == len({two for _, two in pairs}) == len(pairs)
    assert [two for _, two in pairs] == sorted(two for _, two in pairs)


@pytest.mark.long
def test_single_calls_agree_with_the_batch(every_hand: np.ndarray, every_strength: np.ndarray) -> None:
    for n in random.Random(9).sample(range(len(every_hand)), 50_000):
        a, b, c, d, e = (int(i) for i in every_hand[n])
        assert strength_at(a, b, c, d, e) == every_strength[n]
        assert strength_at(e, a, d, b, c) == every_strength[n], "the order of the cards is nothing"


def test_the_weights_keep_every_sum_apart() -> None:
    ways = [w for w in combinations_with_replacement(range(13), 5) if max(w.count(r) for r in w) <= 4]
    assert len(ways) == 6175
    assert len({sum(ranking_arrays.WEIGHTS[r] for r in w) for w in ways}) == 6175


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("AS 2C 3H 4D 5C", "straight, five high"),
        ("AS KS QS JS TS", "royal flush"),
        ("AH 2H 3H 4H 5H", "straight flush, five high"),
        ("QS KC AH 2D 3C", "ace high: ace, king, queen, three, two"),  # no straight runs round the corner
        ("9S 9C 9H 2D 2C", "full house, nines over twos"),
        ("6S 6C KH 4D 4C", "two pairs, sixes and fours, king"),
        ("KC TC 8C 5C 3C", "flush, king high: king, ten, eight, five, three"),
    ],
)
def test_hands_are_declared(hand: str, said: str) -> None:
    assert words(strength([card(text) for text in hand.split()])) == said


@pytest.mark.parametrize("hand", ["", "AS KS QS JS", "AS KS QS JS TS 9S", "AS AS QS JS TS"])
def test_what_is_no_hand_is_refused(hand: str) -> None:
    with pytest.raises(ValueError, match="five different cards"):
        strength([card(text) for text in hand.split()])


def test_lowest_of_each_kind_begins_where_the_one_below_ends() -> None:
    assert sorted(LOWEST.values()) == [0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7461]


def test_rows_that_are_no_hands_are_refused() -> None:
    with pytest.raises(ValueError, match="rows of five"):
        ranking_arrays.strengths(np.zeros((3, 4), np.uint8))
    with pytest.raises(ValueError, match="0 to 51"):
        ranking_arrays.strengths(np.full((1, 5), 52, np.uint8))


def _text(index: int) -> str:
    rank, suit = str(CARDS[index])
    return rank + suit.lower()


def _phevaluator(hand: np.ndarray) -> int:
    return phevaluator.evaluate_cards(*(_text(i) for i in hand))
