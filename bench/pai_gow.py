"""Pai Gow: every hand against every other, the same by a plain loop over deals, and setting hands one by one."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

from bench.measure import Figure, rate, seconds
from houseway import games
from houseway.figures.random_streams import seeded
from houseway.games.pai_gow.figures import analysis
from houseway.games.pai_gow.figures.exact import Hands
from houseway.games.pai_gow.figures.kernel import kernels
from houseway.games.pai_gow.houseway import every_four, tiles_of
from houseway.kit.tiles import TILES


def figures() -> list[Figure]:
    terms = games.library()["vic-2000-pai-gow"].as_commenced().terms
    way = terms.houseway.way
    analysis.wagers(terms)  # compiled before it is measured
    kernel = kernels(terms)[0]
    kernel.run(seeded(0, 0), 10)
    hands = [tiles_of(four) for four, _ in every_four()]

    def exact() -> None:
        """Houseway against Houseway and the best setting of every hand, from nothing."""
        of = analysis.Worth(terms, Hands.of(replace(way, _set={})))
        best = of.best(of.hands.played)
        of.regular(of.hands.chosen.__getitem__, of.hands.played)
        of.regular(best.__getitem__, of.hands.played)

    def set_them() -> int:
        fresh = replace(way, _set={})
        for hand in hands:
            fresh.set(hand)
        return len(hands)

    def listed() -> None:
        fresh = replace(way, _set={})
        for hand in combinations(TILES, 4):
            fresh.set(hand)

    def one_by_one() -> int:
        """Deals played out one after another in Python, as one would without the weights."""
        rng = random.Random(1)
        for _ in range(2000):
            dealt = rng.sample(TILES, 8)
            player, bank = way.set(dealt[:4]).setting.strengths, way.set(dealt[4:]).setting.strengths
            assert (player[0] > bank[0]) is not None
        return 2000

    exactly = seconds(exact)
    state = seeded(1, 0)
    return [
        Figure("Pai Gow exact, Houseway and best setting", analysis.DEALS / exactly, "deals/s", "one by one",
               rate(one_by_one), "147 M (5 s)", "1.47 G (0.5 s)"),
        Figure("Pai Gow Houseway, one hand", rate(set_them), "hands/s", floor="20 k (50 µs)"),
        Figure("Pai Gow Houseway, all 35,960 hands", 1 / seconds(listed), "times/s", floor="0.5 (2 s)"),
        Figure("Pai Gow simulation, seven wagers", rate(lambda: int(kernel.run(state, 2_000_000).sum())), "rounds/s"),
    ]  # fmt: skip
