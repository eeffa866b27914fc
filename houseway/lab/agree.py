"""Agree: the script, the mathematics and the fast form are the same game.

Every game goes through the same. Its ``trials.py`` names rounds that can be run to every ending (a game that draws lots and
nothing else needs none: its layout is the trial). For each: the chances at every prompt of luck sum to one, and so do the
endings; the distribution found from the endings is the one the mathematics gives; and what the fast form says of an ending is
what the script settled. Then rounds of the whole kit at random, script against fast form.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.lab.exact import Study, analysis, wager_odds
from houseway.lab.modules import figures
from houseway.lab.simulate import NoKernel, kernels_once
from houseway.odds.distribution import Distribution
from houseway.odds.endings import Ending
from houseway.odds.one_draw import Several
from houseway.odds.trial import Nets, Trial, spot_nets
from houseway.play.prompts import ClosedWindow, TakeWagers
from houseway.play.script import Settlement
from houseway.play.wagers import Wager


@dataclass(frozen=True)
class Agreement:
    """What stands behind the word "same"."""

    endings: int
    rounds: int


def agree(of: Study, rounds: int = 2000, seed: int = 1, endings: bool = True) -> Agreement:
    """Raises ``AssertionError`` where two forms of the game differ; else says how much was compared. Without ``endings`` only
    rounds at random are: for a setting of a game whose every ending is tried by the conformance suite."""
    rng = random.Random(seed)
    ended = compared = 0
    for trial in trials(of, rounds, rng):
        ended += held(trial) if endings or trial.whole is None else 0
        if trial.whole is not None:
            for _ in range(rounds):
                _same(trial, trial.at_random(rng.randrange))
                compared += 1
    assert ended or compared, f"{of.edition.book}: nothing was compared"
    return Agreement(ended, compared)


def held(trial: Trial) -> int:
    """Runs one trial to every ending and holds it against the figures; gives how many endings there are."""
    if trial.kit is not None and not trial.kit:  # for rounds at random only
        return 0
    count, whole, spreads = 0, Fraction(0), dict[str, dict[Fraction, Fraction]]()
    for ending in trial.endings():
        count += 1
        whole += ending.weight
        for wager, net in _same(trial, ending).items():
            spread = spreads.setdefault(wager, {})
            spread[net] = spread.get(net, Fraction(0)) + ending.weight
    assert whole == 1, f"{trial.about}: the chances of all endings sum to {whole}"
    for wager, exact in trial.exact.items():
        found = Distribution.of(spreads[wager].items())
        if isinstance(exact, Distribution):
            assert found.chances == exact.chances, (
                f"{trial.about}: {wager} {found.expectation}, {exact.expectation} said"
            )
        else:
            assert found.expectation == exact, f"{trial.about}: {wager} is worth {found.expectation}, {exact} was said"
    return count


def _same(trial: Trial, ending: Ending[Settlement]) -> Nets:
    """What an ending brought, which the fast form must say too."""
    nets = trial.nets(ending.result)
    if trial.fast is not None:
        said = trial.fast(ending)
        assert nets == said, f"{trial.about}: {ending.drawn} brings {nets}, the fast form says {said}"
    return nets


def trials(of: Study, rounds: int, rng: random.Random) -> Iterator[Trial]:
    """What a game is put to: by its own list, or by the layout of its one draw."""
    own = figures(of.book.game, "trials")
    if own is not None:
        yield from own.trials(of.edition.terms, of.shoe, _kernels(of), rng.randrange)
    else:
        yield from _of_the_layout(of, rounds, rng)


def _of_the_layout(of: Study, rounds: int, rng: random.Random) -> Iterator[Trial]:
    """For games in which nobody decides and no card is dealt: one unit on every spot, held against the odds and the kernel's
    table; then random slips of several wagers, held against the sums of that table."""
    ways, terms = analysis(of.book.game), of.edition.terms
    assert ways.table_of is not None and ways.begin is not None, f"{of.book.game}: no trials, and no table of one draw"
    table, begin = ways.table_of(terms), ways.begin(terms)
    spots = list(table.nets)
    exact = {one.wager: one.outcomes for one in wager_odds(of) if one.wager in table.nets and not one.given}
    for kernel in _kernels(of):
        for way in kernel.ways:
            if way.wager in exact:
                counted = Distribution.of((net, Fraction(1, len(way.nets))) for net in way.nets)
                assert counted.chances == exact[way.wager].chances, f"{of.edition.book}: the kernel on {way.wager}"
    unit = [Wager("P1", 0, spot, ways.UNIT) for spot in spots]
    yield Trial("one unit on every spot", begin, _laying(unit), spot_nets(spots, ways.UNIT), exact)

    def summed(wagers: list[Wager]) -> Any:
        def fast(ending: Ending[Settlement]) -> Nets:
            result = ending.drawn[0] if len(ending.drawn) == 1 else Several(ending.drawn)
            sums = dict.fromkeys((wager.spot for wager in wagers), Fraction(0))
            for wager in wagers:
                sums[wager.spot] += table.nets[wager.spot][result] * wager.cents
            return sums

        return fast

    for turn in range(max(1, rounds // len(table.weights))):
        chosen = rng.sample(spots, min(len(spots), 1 + rng.randrange(8)))
        wagers = [Wager("P1", 0, spot, 100 * (1 + rng.randrange(50))) for spot in chosen]
        yield Trial(f"slip {turn}", begin, _laying(wagers), spot_nets(chosen, 1), fast=summed(wagers))


def _laying(wagers: list[Wager]) -> Any:
    book = ClosedWindow(tuple(wagers))
    return lambda prompt, steps: book if isinstance(prompt, TakeWagers) else prompt.usually()


def _kernels(of: Study) -> list[Any]:
    try:
        return kernels_once(of)
    except NoKernel:
        return []
