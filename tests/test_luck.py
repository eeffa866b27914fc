"""How far a mean may stray: bounds held against exact tails."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from houseway.lab.exact import study
from houseway.lab.luck import far_off
from houseway.lab.simulate import Report, Tally
from houseway.odds.distribution import Distribution

COIN = Distribution.of([(Fraction(1), Fraction(1, 2)), (Fraction(-1), Fraction(1, 2))])
PRIZE = Distribution.of([(Fraction(10_000), Fraction(1, 10**6)), (Fraction(-1), 1 - Fraction(1, 10**6))])


@pytest.mark.parametrize("heads", (55, 60, 75, 90, 100))
def test_no_tail_of_a_coin_is_fatter_than_its_bound(heads):
    tail = Fraction(sum(math.comb(100, k) for k in range(heads, 101)), 2**100)
    mean = (2 * heads - 100) / 100
    bound = math.exp(-(far_off(COIN, 100, mean) ** 2) / 2)
    assert tail <= bound * (1 + 1e-9)
    assert bound <= 20 * tail
    assert far_off(COIN, 100, -mean) == pytest.approx(far_off(COIN, 100, mean))


def test_of_many_rounds_it_tells_standard_errors():
    n = 10**8
    assert far_off(COIN, n, 5 / math.sqrt(n)) == pytest.approx(5, rel=1e-3)


def test_what_no_round_can_bring_is_beyond_any_luck():
    assert far_off(COIN, 10, 1.5) == math.inf


def test_a_prize_that_did_not_come_or_came_once_is_luck_and_many_are_not():
    of = study("act-1992-money-wheel")

    def beyond(prizes: int) -> bool:
        tally = Tally("w", "", tuple(PRIZE.chances), [2000 - prizes, prizes], PRIZE.expectation, PRIZE)
        return bool(Report(of, 1, 2000, [tally]).beyond_luck)

    assert list(PRIZE.chances) == [-1, 10_000]
    assert not beyond(0) and not beyond(1) and beyond(5)
    assert far_off(PRIZE, 2000, -1.0) < 0.1
