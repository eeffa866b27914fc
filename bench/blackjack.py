"""Blackjack: the kernel and the readable script beside Gymnasium's table, and the exact analysis of eight decks."""

from __future__ import annotations

import random
from typing import Any

import gymnasium

from bench import peers
from bench.measure import SHORT, Figure, rate, rates, seconds
from houseway import games
from houseway.figures.random_streams import seeded
from houseway.games.blackjack.figures.kernel import kernels
from houseway.games.blackjack.figures.rules import Rules, ranks_of, shoe_of
from houseway.games.blackjack.figures.solving import Solved
from houseway.kit.cards import CARDS
from houseway.play.driver import drive
from houseway.play.prompts import Choose, ClosedWindow, Confirm, Draw, ReadSign, TakeWagers
from houseway.play.wagers import SetUp, Sign, Wager

BOOK = "act-1992-blackjack"
TRAINER = "@blackjacktrainer/blackjack-simulator@0.34.0"


def figures() -> list[Figure]:
    terms = games.library()[BOOK].as_commenced().terms
    kernel = kernels(terms)[0]
    kernel.run(seeded(0, 0), 10)  # compiled before it is measured
    state = seeded(1, 0)
    compiled = rate(lambda: int(kernel.run(state, 4_000_000).sum()))
    theirs = rate(_gymnasium)
    by_spiel = peers.python("open_spiel", peers.OPEN_SPIEL)
    work = "Blackjack simulation, all rules"
    rules, ranks = Rules.of(terms), ranks_of(shoe_of(terms))
    Solved(rules, ranks).by_totals.value()  # compiled
    return [
        Figure(work, compiled, "rounds/s", "Gymnasium Blackjack-v1", theirs, "17 M, 1,500×", "30 M"),
        Figure(work, compiled, "rounds/s", "OpenSpiel from Python", by_spiel, "120×"),
        Figure(work, compiled, "rounds/s", "RLCard", peers.python("rlcard", peers.RLCARD)),
        Figure(work, compiled, "rounds/s", "npm blackjack-simulator", peers.node(TRAINER, peers.TRAINER)),
        *scripts(),
        Figure(
            "Blackjack, 8 decks: best play and value, double precision",
            1 / seconds(lambda: Solved(rules, ranks).by_cards.value(), 2), "times/s", floor="1", goal="3.6",
        ),
        Figure(
            "Blackjack, 8 decks: value as an exact fraction",
            1 / seconds(lambda: Solved(rules, ranks).by_cards.exactly(), 1), "times/s", floor="1/6", goal="1/2",
        ),
    ]  # fmt: skip


def scripts() -> list[Figure]:
    """The readable script, and Gymnasium's table by turns with it."""
    terms = games.library()[BOOK].as_commenced().terms
    ours, theirs = rates(lambda: _rounds(terms), lambda: _gymnasium(1000), **SHORT)
    return [
        Figure("Blackjack script, full record", ours, "rounds/s", "Gymnasium Blackjack-v1", theirs, "25 k, 3×", "80 k")
    ]


def _gymnasium(rounds: int = 500) -> int:
    """Their table draws and stands only; the player draws to seventeen."""
    table = gymnasium.make("Blackjack-v1")
    for n in range(rounds):
        seen, _ = table.reset(seed=n if n == 0 else None)
        over = False
        while not over:
            seen, _, over, _, _ = table.step(int(seen[0] < 17))
    return rounds


_SHOE = [card for card in CARDS for _ in range(8)]
random.Random(1).shuffle(_SHOE)
_DEALS = [_SHOE[at : at + 36] for at in range(380)]  # cards enough for a round, from any place in the shoe
_STANDS = {f"Box 1: {total}" for total in range(17, 21)}  # what is asked of such a hand
_BET, _NONE, _SIGN = ClosedWindow((Wager("P1", 1, "wager", 100),)), ClosedWindow(()), Sign()


def _rounds(terms: Any, rounds: int = 1000) -> int:
    game = games.game("blackjack")
    play, carry = game.play, game.ready(game.begin(terms, SetUp()))
    cards = iter(_SHOE)

    def answer(prompt: Any) -> Any:
        """The player draws to seventeen here too."""
        kind = type(prompt)
        if kind is Draw:
            return next(cards)
        if kind is Choose:
            return "stand" if prompt.question in _STANDS else "hit"
        if kind is TakeWagers:
            return _BET if prompt.raising is None else _NONE
        if kind is Confirm:
            return True
        return _SIGN if kind is ReadSign else prompt.usually()

    for n in range(rounds):
        cards = iter(_DEALS[n * 7 % 380])
        drive(play(terms, carry), answer)
    return rounds
