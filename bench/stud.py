"""Stud: five-card ranking beside its peers, exact best play over all deals, and the simulation."""

from __future__ import annotations

import random

import eval7
import numpy as np
import phevaluator

from bench import peers
from bench.measure import Figure, rate
from houseway import games
from houseway.figures import ranking_arrays
from houseway.figures.random_streams import seeded
from houseway.games.stud.figures import exact
from houseway.games.stud.figures.analysis import Figures, Solved
from houseway.games.stud.figures.kernel import kernels
from houseway.kit.cards import CARDS
from houseway.kit.ranking import strength_at

MANY = 1_000_000
FEW = 50_000


def figures() -> list[Figure]:
    rng = random.Random(1)
    hands = [tuple(rng.sample(range(52), 5)) for _ in range(FEW)]
    shuffled = np.random.default_rng(1).permuted(np.tile(np.arange(52, dtype=np.uint8), (MANY, 1)), axis=1)
    batch = np.ascontiguousarray(shuffled[:, :5])
    ranking_arrays.strengths(batch[:10])  # compiled before it is measured
    tables = ranking_arrays.tables()
    in_batch = rate(lambda: len(ranking_arrays._strengths(batch, *tables)))
    one_call = rate(lambda: _ours(hands))
    texts = [[_text(n) for n in hand] for hand in hands]
    theirs = [[eval7.Card(text) for text in hand] for hand in texts]
    numbers = [[phevaluator.Card(text) for text in hand] for hand in texts]
    by_eval7 = rate(lambda: _each(eval7.evaluate, theirs))
    by_phevaluator = rate(lambda: _starred(phevaluator.evaluate_cards, numbers))
    terms = games.library()["vic-1999-caribbean-stud"].as_commenced().terms
    rules = Figures.of(terms)
    best = rate(lambda: _best(rules), tries=2)
    kernel = kernels(terms)[0]
    kernel.run(seeded(0, 0), 10)
    state = seeded(1, 0)
    simulated = rate(lambda: int(kernel.run(state, 2_000_000).sum()))
    return [
        Figure("five-card ranking, batch", in_batch, "hands/s", "eval7, per call", by_eval7, "60×", "100×"),
        Figure("five-card ranking, one call", one_call, "hands/s", "phevaluator", by_phevaluator, "2×", ""),
        Figure("five-card ranking, one call", one_call, "hands/s", "eval7", by_eval7, "", "1×"),
        Figure("five-card ranking, one call", one_call, "hands/s", "treys", peers.python("treys", peers.TREYS)),
        Figure(
            "five-card ranking, one call", one_call, "hands/s", "PokerKit", peers.python("pokerkit", peers.POKERKIT)
        ),
        Figure("stud, best play over all deals", best, "times/s", floor="0.2", goal="1"),
        Figure("stud simulation, best play", simulated, "rounds/s"),
    ]


def _best(rules: Figures) -> int:
    exact.counted.cache_clear()
    play = Solved(rules)
    play.odds(play.best(), "best")
    return 1


def _ours(hands: list[tuple[int, ...]]) -> int:
    for a, b, c, d, e in hands:
        strength_at(a, b, c, d, e)
    return len(hands)


def _each(call: object, hands: list[list[object]]) -> int:
    for hand in hands:
        call(hand)  # type: ignore[operator]
    return len(hands)


def _starred(call: object, hands: list[list[object]]) -> int:
    for hand in hands:
        call(*hand)  # type: ignore[operator]
    return len(hands)


def _text(index: int) -> str:
    rank, suit = str(CARDS[index])
    return rank + suit.lower()
