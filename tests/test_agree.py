"""One agreement for every game: what a round with several draws is worth, and what is caught."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import islice

import pytest

from houseway.figures import kept
from houseway.kit.dice import throws
from houseway.kit.shoe import Shoe
from houseway.kit.wheel import SINGLE_ZERO
from houseway.lab.agree import agree
from houseway.lab.exact import study, wager_odds
from houseway.lab.simulate import simulate
from houseway.law.clause import NO_CLAUSE
from houseway.odds import one_draw
from houseway.odds.distribution import Distribution, WagerOdds
from houseway.play.prompts import Ball, Draw, Roll, Spin, Stack
from houseway.play.wagers import Sign, Wager
from tests import two_up

BOOK = "act-1992-money-wheel"


@pytest.fixture
def two_up_house(monkeypatch):
    """The Money Wheel's book with Two-up's script, mathematics and kernel."""
    for part in ("analysis", "kernel"):
        monkeypatch.setitem(sys.modules, f"houseway.games.money_wheel.figures.{part}", two_up)
    with kept.found_anew():
        yield study(BOOK, {"pays.flag": "49 to 1"})  # an edition of its own, of which nothing is remembered


def test_a_round_with_several_draws_is_worth_what_it_is(two_up_house):
    for odds in wager_odds(two_up_house):
        assert odds.expectation == Fraction(-1, 32)
        assert odds.outcomes.chances == {Fraction(-1): Fraction(33, 64), Fraction(1): Fraction(31, 64)}
    assert agree(two_up_house, rounds=60).endings > 60
    for tally in simulate(two_up_house, 4_000_000, seed=5).tallies:
        assert tally.exact == Fraction(-1, 32)
        assert abs(tally.z) < 4


def test_a_slip_is_settled_draw_by_draw():
    begin = two_up.begin(study(BOOK).edition.terms)
    both = [Wager("P1", 0, side, 100) for side in two_up.SIDES]
    assert one_draw.slip(begin, both, Sign()).chances == {
        Fraction(-200): Fraction(1, 32),
        Fraction(0): Fraction(31, 32),
    }
    assert one_draw.settled(begin, both, one_draw.Several(("odds", "heads")), Sign()).net == 0
    with pytest.raises(AssertionError, match="draws again"):
        one_draw.settled(begin, both, "odds", Sign())


def test_odds_that_answer_every_draw_alike_are_caught(two_up_house, monkeypatch):
    """What was told before draws were enumerated: odds lose at once."""
    wrong = Distribution({Fraction(-1): Fraction(3, 4), Fraction(1): Fraction(1, 4)})
    monkeypatch.setattr(two_up, "wagers", lambda terms, shoe=None: [WagerOdds(side, wrong) for side in two_up.SIDES])
    with pytest.raises(AssertionError, match="the kernel on heads"):
        agree(two_up_house, rounds=20)
    monkeypatch.setattr(two_up, "kernels", lambda terms, shoe=None: [])
    with pytest.raises(AssertionError, match="heads -1/32, -1/2 said"):
        agree(study(BOOK, {"pays.flag": "48 to 1"}), rounds=20)


def test_what_luck_may_answer_is_listed_by_the_prompt():
    one = Draw(NO_CLAUSE, "first card", Shoe.of(2))
    assert dict(one.chances())[next(iter(one.weights()))] == Fraction(1, 52)
    cases = (
        (one, 52),
        (Spin(NO_CLAUSE, "ball", SINGLE_ZERO), 37),
        (Roll(NO_CLAUSE, 3), len(throws(3))),
        (Ball(NO_CLAUSE, "ball 2 of 20", 80, out=(7,)), 79),
    )
    for prompt, count in cases:
        listed = list(prompt.chances())
        assert len(listed) == count
        assert sum(share for _, share in listed) == 1
        assert all(prompt.admits(answer) for answer, _ in listed)
    stack = Stack(NO_CLAUSE, "Deliver")
    assert all(stack.admits(lying) and share * stack.orders == 1 for lying, share in islice(stack.chances(), 20))
