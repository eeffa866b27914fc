"""Red Dog: the kernel, the readable script, and the same simulation in NumPy."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from bench.measure import SHORT, Figure, rate, seconds
from houseway import games
from houseway.figures.random_streams import seeded
from houseway.games.red_dog.figures.kernel import kernels
from houseway.kit.cards import CARDS
from houseway.lab.exact import study, wager_odds
from houseway.play.driver import drive
from houseway.play.prompts import ClosedWindow, Draw, Prompt, ReadSign, TakeWagers
from houseway.play.wagers import SetUp, Sign, Wager


def figures() -> list[Figure]:
    terms = games.library()["vic-1997-red-dog"].as_commenced().terms
    kernel = kernels(terms)[0]
    kernel.run(seeded(0, 0), 10)  # compiled before it is measured
    state = seeded(1, 0)
    compiled = rate(lambda: int(kernel.run(state, 20_000_000).sum()))
    vectors = rate(lambda: _vectors(kernel))
    return [
        Figure("Red Dog simulation", compiled, "rounds/s", "NumPy, vectorised", vectors, "45 M", "65 M"),
        *scripts(),
        Figure(
            "Red Dog odds, all wagers exact",
            1
            / seconds(
                lambda: wager_odds(study("vic-1997-red-dog", {"three_alike": f"{random.randint(12, 10**6)} to 1"}))
            ),
            "times/s",
            floor="1",
            goal="20",
        ),
    ]


def scripts() -> list[Figure]:
    """The readable script."""
    terms = games.library()["vic-1997-red-dog"].as_commenced().terms
    return [Figure("Red Dog script, full record", rate(lambda: _rounds(terms, 200), **SHORT), "rounds/s", floor="20 k")]


def _vectors(kernel: Any, rounds: int = 200_000) -> int:
    rng = np.random.default_rng(1)
    cards = len(kernel.ranks)
    first = rng.integers(0, cards, rounds)
    second = rng.integers(0, cards - 1, rounds)
    second += second >= first
    low, high = np.minimum(first, second), np.maximum(first, second)
    third = rng.integers(0, cards - 2, rounds)
    third += third >= low
    third += third >= high
    ranks = kernel.ranks
    cells = (ranks[first].astype(np.int64) * 13 + ranks[second]) * 13 + ranks[third]
    return int(np.bincount(kernel.cells[cells], minlength=len(kernel.ways[0].nets)).sum())


_SHOE = [card for card in CARDS for _ in range(8)]
_BET = ClosedWindow((Wager("P1", 1, "original", 100),))
_RAISE = ClosedWindow((Wager("P1", 1, "raise", 100),))
_SIGN = Sign()
_RNG = random.Random(1)


def _rounds(terms: Any, rounds: int = 2000) -> int:
    game = games.game("red_dog")
    carry = game.ready(game.begin(terms, SetUp()))
    for _ in range(rounds):
        cards = iter(_RNG.sample(_SHOE, 3))

        def answer(prompt: Prompt, cards: Any = cards) -> Any:
            kind = type(prompt)
            if kind is Draw:
                return next(cards)
            if kind is TakeWagers:
                return _BET if prompt.backing is None else _RAISE  # type: ignore[attr-defined]
            return _SIGN if kind is ReadSign else True

        drive(game.play(terms, carry), answer)
    return rounds
