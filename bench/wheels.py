"""Wheels and dice: kernels beside NumPy, a full roulette layout settled by the script, and the odds of every wager."""

from __future__ import annotations

from typing import Any

import numpy as np

from bench.measure import Figure, rate, seconds
from houseway import games
from houseway.figures.random_streams import seeded
from houseway.games.money_wheel.figures import analysis as money_analysis
from houseway.games.money_wheel.figures import kernel as money_kernel
from houseway.games.money_wheel.terms import SYMBOLS
from houseway.games.roulette.figures import analysis as roulette_analysis
from houseway.games.roulette.figures import kernel as roulette_kernel
from houseway.games.sic_bo.figures import analysis as sic_bo_analysis
from houseway.games.sic_bo.figures import kernel as sic_bo_kernel
from houseway.games.sic_bo.glass import glass
from houseway.kit.spots import layout
from houseway.odds.one_draw import compiled
from houseway.play.driver import drive
from houseway.play.prompts import ClosedWindow, Prompt, ReadSign, Spin, TakeWagers
from houseway.play.wagers import Sign, Wager

ROULETTE, SIC_BO, MONEY = "act-1992-american-roulette", "act-1992-sic-bo", "act-1992-money-wheel"
PLAYERS = 8


def figures() -> list[Figure]:
    terms = {book: games.library()[book].as_commenced().terms for book in (ROULETTE, SIC_BO, MONEY)}
    wheel = roulette_kernel.kernels(terms[ROULETTE])[0]
    dice = sic_bo_kernel.kernels(terms[SIC_BO])[0]
    stops = money_kernel.kernels(terms[MONEY])[0]
    vectors = rate(lambda: _spins(37))
    return [
        Figure("Roulette, spins netted", _counted(wheel), "spins/s", "NumPy, vectorised", vectors, "2.8×", "4×"),
        Figure("Sic-Bo, throws netted", _counted(dice), "throws/s", "NumPy, vectorised", rate(_throws)),
        Figure("Money Wheel, spins netted", _counted(stops), "spins/s", "NumPy, vectorised", rate(lambda: _spins(52))),
        Figure(
            f"Roulette layout, 157 wagers of {PLAYERS} players settled by the script",
            rate(lambda: _full_layout(terms[ROULETTE])),
            "layouts/s",
            floor="200 (5 ms)",
        ),
        Figure(
            "Odds of all wagers of the three, exact, from the script",
            1 / seconds(lambda: _all_odds(terms)),
            "times/s",
            floor="0.5 (2 s)",
            goal="20",
        ),
    ]


def _counted(kernel: Any) -> float:
    kernel.run(seeded(0, 0), 10)  # compiled before it is measured
    state = seeded(1, 0)
    return rate(lambda: int(kernel.run(state, 50_000_000).sum()))


_RNG = np.random.default_rng(1)


def _spins(pockets: int, rounds: int = 1_000_000) -> int:
    """A spin and what it brings to one wager, the quickest way NumPy has found: small numbers, looked up in a table."""
    nets = np.full(pockets, -1, np.int8)
    nets[17] = 35
    total = nets[_RNG.integers(0, pockets, rounds, np.uint8)].sum(dtype=np.int64)
    return rounds if total < rounds * 36 else 0


def _throws(rounds: int = 500_000) -> int:
    """Three dice and what their total brings to small."""
    totals = _RNG.integers(1, 7, (3, rounds), np.uint8).sum(0, dtype=np.uint8)
    won = ((totals >= 4) & (totals <= 10)).sum(dtype=np.int64)
    return rounds if won <= rounds else 0


_FULL = ClosedWindow(tuple(Wager(f"P{n}", 0, spot, 500) for n in range(PLAYERS) for spot in layout()))


def _full_layout(terms: Any) -> int:
    """One spin with every spot taken by everybody, from the closing of the window to the last payment."""

    def answer(prompt: Prompt) -> Any:
        if isinstance(prompt, TakeWagers):
            return _FULL
        if isinstance(prompt, Spin):
            return "17"
        return Sign() if isinstance(prompt, ReadSign) else True

    drive(roulette_analysis.begin(terms)(), answer)
    return 1


def _all_odds(terms: dict[str, Any]) -> None:
    compiled(roulette_analysis.begin(terms[ROULETTE]), layout()).wagers()
    compiled(sic_bo_analysis.begin(terms[SIC_BO]), glass()).wagers()
    compiled(money_analysis.begin(terms[MONEY]), SYMBOLS.values()).wagers()
