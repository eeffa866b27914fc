"""Simulate: many rounds, on as many workers as there are, with one answer.

Rounds are cut into batches of a fixed size; each batch has its own stream of random numbers made from the seed and the
batch's number. A batch counts how often each result came. Counts add up in any order, so the outcome is a function of
the seed and the number of rounds alone, whoever worked on it.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, Protocol, TypeAlias

from houseway import games
from houseway.complaint import BadInput, Complaint
from houseway.figures import kept
from houseway.lab.exact import Study, polars, wager_odds
from houseway.lab.luck import far_off
from houseway.lab.modules import figures
from houseway.lab.notebook_tables import html_table
from houseway.lab.strategies import Strategy
from houseway.odds.distribution import Distribution, WagerOdds
from houseway.odds.surface import FastForm
from houseway.play.surfaces import surface_of

BATCH = 1 << 22  # rounds; about a fiftieth of a second on one core


Piece: TypeAlias = tuple[int, int, int]  # kernel, batch, rounds
Job: TypeAlias = tuple[Study, int, Piece]  # with its seed


LOST = 3  # pools in a row that finish nothing
BEYOND_LUCK = 5.0  # standard errors; chance alone is not so far off once in a million studies


class NoKernel(Complaint, LookupError):
    """The game has no kernel for simulation."""


def kernels(of: Study) -> list[Any]:
    """The ways of playing a book that can be simulated."""
    if of.own is not None:
        from houseway.lab.strategies import made_for

        _cache_folder()
        kept.tell_of_compiling()
        return made_for(of, of.own).kernels()
    return fast_form(of.book.game).kernels(of.edition.terms, of.shoe)


def fast_form(game: str) -> FastForm:
    """What a game brings to be simulated with."""
    _cache_folder()
    module = figures(game, "kernel")
    if module is None:
        raise NoKernel(f"{game} has no kernel")
    kept.tell_of_compiling()
    return surface_of(FastForm, module)


def _cache_folder() -> None:
    """Compiled kernels are kept in a folder that can be written, wherever the package is installed."""
    folder = kept.cache_folder()
    if "NUMBA_CACHE_DIR" not in os.environ and folder is not None:
        os.environ["NUMBA_CACHE_DIR"] = str(folder / "numba")


@dataclass
class Tally:
    """How often each result came, and what follows from it."""

    wager: str
    strategy: str
    nets: tuple[Fraction, ...]  # by cell of the kernel; several cells may bring the same
    counts: list[int] = field(default_factory=list)
    exact: Fraction | None = None
    law: Distribution | None = None  # of one round, where it is known exactly
    _known: tuple[list[int], tuple[Fraction, Fraction]] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def _cells(self) -> list[tuple[Fraction, list[int]]]:
        """The cells of the kernel that bring each net result: grouped once, since fractions are slow to hash."""
        cells: dict[Fraction, list[int]] = {}
        for cell, net in enumerate(self.nets):
            cells.setdefault(net, []).append(cell)
        return sorted(cells.items())

    @property
    def results(self) -> dict[Fraction, int]:
        """How often each net result came."""
        return {net: sum(self.counts[cell] for cell in cells) for net, cells in self._cells}

    def _sum(self, power: int) -> Fraction:
        """Of the net results to that power, over one denominator."""
        below = math.lcm(*(net.denominator for net, _ in self._cells))
        scaled = ((net.numerator * (below // net.denominator), cells) for net, cells in self._cells)
        return Fraction(
            sum(net**power * sum(self.counts[cell] for cell in cells) for net, cells in scaled), below**power
        )

    @property
    def rounds(self) -> int:
        return sum(self.counts)

    @property
    def estimate(self) -> Fraction:
        return self._moments[0]

    @property
    def variance(self) -> Fraction:
        return self._moments[1]

    @property
    def _moments(self) -> tuple[Fraction, Fraction]:
        """Mean and variance, worked out once for what has been counted."""
        if self._known is None or self._known[0] != self.counts:
            rounds = self.rounds
            mean = self._sum(1) / rounds if rounds else Fraction(0)
            variance = Fraction(0) if rounds < 2 else (self._sum(2) - rounds * mean**2) / (rounds - 1)
            self._known = list(self.counts), (mean, variance)
        return self._known[1]

    @property
    def standard_error(self) -> float:
        return math.sqrt(self.variance / self.rounds) if self.rounds else math.inf

    @property
    def z(self) -> float | None:
        """How many standard errors the estimate is from the exact value."""
        error = self.standard_error
        return None if self.exact is None or not error else float(self.estimate - self.exact) / error

    @property
    def astray(self) -> float:
        """How many standard errors of a normal law the estimate is off: by the exact law where it is known, since few rounds of
        a wager that pays seldom and much do not tell themselves how far they may stray."""
        if self.exact is None or not self.rounds:
            return 0.0
        return abs(self.z or 0.0) if self.law is None else far_off(self.law, self.rounds, float(self.estimate))

    def interval(self, width: float = 1.96) -> tuple[float, float]:
        mean, error = float(self.estimate), self.standard_error
        return mean - width * error, mean + width * error


@dataclass
class Report:
    study: Study
    seed: int
    asked: int
    tallies: list[Tally]
    seconds: float = 0.0
    workers: int = 1
    rounds_played: int = 0  # by all kernels together

    @property
    def rounds(self) -> int:
        return min((tally.rounds for tally in self.tallies), default=0)

    @property
    def beyond_luck(self) -> list[Tally]:
        """What is further from its exact value than chance explains: one of the two is wrong."""
        return [tally for tally in self.tallies if tally.astray > BEYOND_LUCK]

    def __repr__(self) -> str:
        first = self.tallies[0]
        found = f"{float(first.estimate):+.6f} ± {first.standard_error:.6f}"
        return f"{self.study.title}: {self.rounds:,} rounds, {first.wager} {found}"

    def _repr_html_(self) -> str:
        rows = [
            (
                tally.wager, tally.strategy, f"{float(tally.estimate):+.6f}", f"{tally.standard_error:.6f}",
                "" if tally.exact is None else f"{float(tally.exact):+.6f}", "" if tally.z is None else f"{tally.z:+.2f}",
            )
            for tally in self.tallies
        ]  # fmt: skip
        caption = f"{self.study.title}: {self.rounds:,} rounds, seed {self.seed}"
        return html_table(("wager", "played", "estimate", "standard error", "exact", "z"), rows, caption)

    def to_dict(self) -> dict[str, Any]:
        return self.document()

    def to_polars(self) -> Any:
        """A frame with one row to each result of each wager."""
        of = self.study.edition
        return polars().DataFrame(
            [
                {
                    "book": of.book, "edition": of.digest, "seed": self.seed, "wager": tally.wager, "strategy": tally.strategy,
                    "net": str(net), "net_units": float(net), "count": count, "share": count / tally.rounds,
                }
                for tally in self.tallies
                for net, count in tally.results.items()
                if tally.rounds
            ]
        )  # fmt: skip

    def document(self) -> dict[str, Any]:
        return {
            "schema": "houseway.simulation/1",
            "book": self.study.edition.book,
            "edition": self.study.edition.digest,
            "set": dict(self.study.edition.studied),
            "seed": self.seed,
            "rounds": self.rounds,
            "complete": self.rounds == self.asked,
            "workers": self.workers,
            "seconds": round(self.seconds, 3),
            "wagers": [
                {
                    "wager": tally.wager,
                    "strategy": tally.strategy,
                    "rounds": tally.rounds,
                    "estimate": float(tally.estimate),
                    "estimate_exact": str(tally.estimate),
                    "standard_error": tally.standard_error,
                    "interval_95": list(tally.interval()),
                    **({"expectation": str(tally.exact), "z": tally.z} if tally.exact is not None else {}),
                    "outcomes": [{"net": str(net), "count": count} for net, count in tally.results.items() if count],
                }
                for tally in self.tallies
            ],
        }


class Executor(Protocol):
    """Somebody who runs batches: in this process, in a pool, or on a cluster. Each comes back once, in any order."""

    def run(self, jobs: list[Job]) -> Iterator[tuple[int, list[int]]]:
        """The number of a job in the list, and what it counted."""
        ...


def batches(rounds: int, kernels_: int) -> list[Piece]:
    """(kernel, batch, rounds) for every piece of the work."""
    pieces: list[Piece] = []
    for batch in range((rounds + BATCH - 1) // BATCH):
        size = min(BATCH, rounds - batch * BATCH)
        pieces.extend((kernel, batch, size) for kernel in range(kernels_))
    return pieces


def run_batch(of: Study, seed: int, piece: Piece) -> tuple[int, list[int]]:
    """One batch: the kernel's number and how often each result came."""
    from houseway.figures.random_streams import seeded

    kernel, batch, size = piece
    counts = kernels_once(of)[kernel].run(seeded(seed, batch), size)
    return kernel, [int(count) for count in counts]


_MADE: dict[str, list[Any]] = {}


def kernels_once(of: Study) -> list[Any]:
    """The kernels of a study, made once in this process."""
    key = f"{of.edition.digest} {of.shoe} {'' if of.own is None else of.own.key}"
    if key not in _MADE:
        _MADE[key] = kernels(of)
    return _MADE[key]


class Inline:
    """Batches one after another, here."""

    def run(self, jobs: list[Job]) -> Iterator[tuple[int, list[int]]]:
        for n, (of, seed, piece) in enumerate(jobs):
            yield n, run_batch(of, seed, piece)[1]


class WorkersLost(Complaint, RuntimeError):
    """Processes that end one after another, whatever they are given."""


class Pool:
    """Batches on several processes of this machine. Where one of them is lost, what it had in hand is given to another."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, jobs: list[Job]) -> Iterator[tuple[int, list[int]]]:
        specs: dict[int, Any] = {}
        for of, _, _ in jobs:
            if id(of) not in specs:
                specs[id(of)] = spec_of(of)
        left, lost = dict(enumerate((specs[id(of)], seed, piece) for of, seed, piece in jobs)), 0
        while left:
            before = len(left)
            try:
                for n, counts in self._some(left):
                    del left[n]
                    yield n, counts
            except BrokenProcessPool:
                lost = lost + 1 if len(left) == before else 0
                if lost > LOST:
                    raise WorkersLost(
                        "the worker processes end before they finish a batch; what was counted is kept"
                    ) from None

    def _some(self, jobs: dict[int, Any]) -> Iterator[tuple[int, list[int]]]:
        with ProcessPoolExecutor(self.workers) as pool:
            waiting: dict[Future[tuple[int, list[int]]], int] = {}
            coming = iter(list(jobs.items()))
            try:
                for n, job in islice(coming, 4 * self.workers):
                    waiting[pool.submit(in_worker, *job)] = n
                while waiting:
                    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield waiting.pop(future), future.result()[1]
                        following = next(coming, None)
                        if following is not None:
                            waiting[pool.submit(in_worker, *following[1])] = following[0]
            finally:
                for future in waiting:
                    future.cancel()


def spec_of(of: Study) -> tuple[Any, ...]:
    """A study as another process can make it again."""
    if of.own is not None and not of.own.travels:
        raise BadInput(f"{of.own.name!r} is a function of this process; several workers need a file, .toml or .py")
    own = None if of.own is None else (of.own.name, dict(of.own.doc))
    variant = of.edition.book.partition("+")[2]
    return of.book.id, variant, dict(of.edition.studied), of.shoe, of.at, of.edition.digest, own


def in_worker(spec: Any, seed: int, piece: Piece) -> tuple[int, list[int]]:
    book, variant, changes, shoe, at, digest, own = spec
    rulebook, _ = games.book(book)
    edition = rulebook.as_commenced(variant=variant) if at is None else rulebook.at(at, variant=variant)
    if changes:
        edition = edition.study(changes)
    if edition.digest != digest:
        raise BadInput(f"{edition.book} is another edition at a worker than where the study began")
    return run_batch(Study(rulebook, edition, shoe, at=at, own=None if own is None else Strategy(*own)), seed, piece)


def tally_of(way: Any, exact: WagerOdds | None) -> Tally:
    """An empty tally of one way of playing, beside its exact value."""
    tally = Tally(way.wager, way.strategy, way.nets, [0] * len(way.nets))
    if exact is not None:
        tally.exact, tally.law = exact.expectation, exact.distribution
    return tally


def simulate(
    of: Study,
    rounds: int,
    seed: int,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Report], None] | None = None,
    only: str = "",
) -> Report:
    """Plays rounds and counts results. Ctrl-C ends it early with what has been counted by then."""
    if rounds < 1:
        raise BadInput(f"{rounds} rounds cannot be simulated; at least 1")
    made = kernels_once(of)
    exact = {(odds.wager, odds.strategy): odds for odds in wager_odds(of) if not odds.given}
    tallies = [[tally_of(way, exact.get((way.wager, way.strategy))) for way in kernel.ways] for kernel in made]
    wanted = [[tally for tally in listed if only in ("", tally.strategy, tally.wager)] for listed in tallies]
    chosen = [n for n, listed in enumerate(wanted) if listed]
    report = Report(of, seed, rounds, [tally for listed in wanted for tally in listed], workers=workers)
    pieces = [piece for piece in batches(rounds, len(made)) if piece[0] in chosen]
    began = time.perf_counter()
    try:
        for n, counts in (executor or (Pool(workers) if workers > 1 else Inline())).run(
            [(of, seed, one) for one in pieces]
        ):
            for tally in tallies[pieces[n][0]]:
                tally.counts = [a + b for a, b in zip(tally.counts, counts, strict=True)]
            report.rounds_played += sum(counts)
            report.seconds = time.perf_counter() - began
            if progress is not None:
                progress(report)
    except KeyboardInterrupt:
        pass
    report.seconds = time.perf_counter() - began
    return report
