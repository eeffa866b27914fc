"""Baccarat: the kernel beside npm's baccarat-engine, the script, and the odds of a shoe."""

from __future__ import annotations

import random
from typing import Any

from bench import peers
from bench.measure import SHORT, Figure, rate, seconds
from houseway import games
from houseway.figures.random_streams import seeded
from houseway.games.baccarat.figures.analysis import BETS, wagers
from houseway.games.baccarat.figures.kernel import kernels
from houseway.kit.cards import CARDS
from houseway.kit.shoe import Shoe
from houseway.play.driver import drive
from houseway.play.prompts import Draw, Prompt, ReadSign, TakeWagers
from houseway.play.wagers import SetUp, Sign


def figures() -> list[Figure]:
    terms = games.library()["act-1992-baccarat"].as_commenced().terms
    kernel = kernels(terms)[0]
    kernel.run(seeded(0, 0), 10)  # compiled before it is measured
    state = seeded(1, 0)
    compiled = rate(lambda: int(kernel.run(state, 20_000_000).sum()))
    peer = peers.node("baccarat-engine@1.1.5", peers.BACCARAT)
    return [
        Figure("Baccarat simulation", compiled, "coups/s", "npm baccarat-engine", peer, "60× the peer", "100×"),
        *scripts(),
        Figure(
            "Baccarat odds, any shoe, all wagers exact",
            1 / seconds(lambda: wagers(terms, _some_shoe())),
            "times/s",
            floor="1",
            goal="20",
        ),
    ]


def scripts() -> list[Figure]:
    """The readable script."""
    terms = games.library()["act-1992-baccarat"].as_commenced().terms
    return [Figure("Baccarat script, full record", rate(lambda: _coups(terms, 200), **SHORT), "coups/s", floor="25 k")]


_RNG = random.Random(1)
_SHOE = [card for card in CARDS for _ in range(8)]
_RNG.shuffle(_SHOE)
_SIGN = Sign()


def _some_shoe() -> Shoe:
    """A shoe of eight decks with a hundred cards gone, another one every time."""
    left = [8] * len(CARDS)
    for card in _RNG.sample([card for card in CARDS for _ in range(8)], 100):
        left[card.index] -= 1
    return Shoe(tuple(left))


def _coups(terms: Any, rounds: int = 1000) -> int:
    game = games.game("baccarat")
    carry = game.ready(game.begin(terms, SetUp()))
    cards = iter(_SHOE)

    def answer(prompt: Prompt) -> Any:
        kind = type(prompt)
        if kind is Draw:
            return next(cards)
        if kind is TakeWagers:
            return BETS
        return _SIGN if kind is ReadSign else True

    for n in range(rounds):
        cards = iter(_SHOE[n * 5 % 400 : n * 5 % 400 + 6])
        drive(game.play(terms, carry), answer)
    return rounds
