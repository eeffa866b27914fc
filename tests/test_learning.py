"""Environments for learning agents: both libraries' own checkers, honest rewards, and eyes that see no more than a player's."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

from houseway import lab
from houseway.lab import learning

BOOKS = learning.books()


def test_every_game_with_decisions_is_there() -> None:
    assert {"vic-1997-red-dog", "ma-red-dog", "act-1992-blackjack", "act-1992-blackjack+triple-play"} <= set(BOOKS)
    assert "act-1992-american-roulette" not in BOOKS, "nobody decides anything while the wheel turns"


@pytest.mark.parametrize("book", BOOKS)
def test_gymnasium_finds_nothing_wrong(book: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(learning.environment(book), skip_render_check=True)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::UserWarning")  # its advice on names and on masks beside an observation
@pytest.mark.parametrize("book", BOOKS)
def test_pettingzoo_finds_nothing_wrong(book: str) -> None:
    from pettingzoo.test import api_test

    api_test(learning.table(book, 2), num_cycles=60)


@pytest.mark.long
def test_never_raising_is_worth_what_the_lab_says() -> None:
    """Two thousand rounds of Red Dog without a raise, against the exact expectation and deviation."""
    exact = next(one for one in lab.study("vic-1997-red-dog").odds() if one.strategy == "never raise")
    seat, total, rounds = learning.environment("vic-1997-red-dog"), 0.0, 2000
    for seed in range(rounds):
        seat.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, _ = seat.step(0)
            total += reward
    error = exact.outcomes.deviation / math.sqrt(rounds)
    assert abs(total / rounds - float(exact.expectation)) < 4 * error


def test_a_closed_option_is_refused_with_its_clause_and_nothing_changes() -> None:
    seat = learning.environment("act-1992-blackjack")
    for seed in range(200):
        _, info = seat.reset(seed=seed)
        before, *_, info = seat.step(0)
        closed = [n for n, name in enumerate(info.get("options", ())) if not info["action_mask"][n]]
        if closed:
            after, reward, over, _, told = seat.step(closed[0])
            assert "§" in told["refused"] or "(" in told["refused"]
            assert (reward, over) == (0.0, False) and np.array_equal(before, after)
            return
    raise AssertionError("no option was ever closed")


def test_the_same_seed_deals_the_same_round() -> None:
    one, other = (learning.environment("act-1992-blackjack") for _ in range(2))
    for seat in (one, other):
        seat.reset(seed=7)
        seat.step(0)
    assert one.render() == other.render() != ""
