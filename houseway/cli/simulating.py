"""Simulating at the terminal: a progress bar with rate and estimate, then the result beside the exact value."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

import typer

from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, note, print_json, table
from houseway.lab.bankroll import Sessions, plot, plotting, sessions
from houseway.lab.exact import Study, polars, wager_odds
from houseway.lab.simulate import Report, Tally, kernels_once
from houseway.lab.simulate import simulate as run


def rounds_of(text: str) -> int:
    """``1000000``, ``1e9``, ``2.5e6``: a whole number of rounds."""
    try:
        mantissa, _, power = text.lower().replace("_", "").partition("e")
        whole, _, decimals = mantissa.partition(".")
        exponent = int(power or 0) - len(decimals)
        digits = int(whole + decimals)
        rounds = int(Fraction(digits) * Fraction(10) ** exponent)
        exact = exponent >= 0 or digits % 10**-exponent == 0
    except ValueError:
        exact, rounds = False, 0
    if not exact or rounds < 1 or rounds > 10**13:
        raise BadUsage(f"--rounds takes a whole number from 1 to 1e13, not {text!r}")
    return rounds


@dataclass(frozen=True)
class Asked:
    """What was asked for on the command line."""

    of: Study
    rounds: str
    seed: int | None
    workers: int
    play: str
    cluster: str
    quiet: bool
    json: bool


@dataclass(frozen=True)
class Purse:
    """The bankroll study asked for, if any."""

    bankroll: float | None
    session: int
    goal: float | None
    plot: Path | None


def simulate(asked: Asked, purse: Purse, parquet: Path | None) -> None:
    count = rounds_of(asked.rounds)
    if not 1 <= asked.workers <= 1024:
        raise BadUsage(f"--workers takes 1 to 1024, not {asked.workers}")
    if asked.seed is not None and asked.seed < 0:
        raise BadUsage(f"--seed takes a whole number from 0, not {asked.seed}")
    if purse.bankroll is not None and purse.bankroll < 1:
        raise BadUsage(f"--bankroll takes at least 1 unit, not {purse.bankroll:g}")
    if purse.bankroll is None and (purse.goal is not None or purse.plot is not None):
        raise BadUsage("--goal and --plot belong to a bankroll study; say --bankroll too")
    if parquet is not None:  # what is missing is said now, not after a thousand million rounds
        polars()
    if purse.plot is not None:
        plotting()
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed
    report = _run(asked, count, seed)
    if parquet is not None:
        _write(report, parquet)
    sat = _sessions(report, purse, seed) if purse.bankroll is not None and report.rounds else None
    if asked.json:
        print_json({**report.document(), **({"bankroll": sat.document()} if sat else {})})
    else:
        _print(report)
        if sat is not None:
            _print_sessions(report.tallies[0], sat)
    beyond_luck = report.beyond_luck
    for tally in beyond_luck:
        played = f"{tally.wager}, {tally.strategy}" if tally.strategy else tally.wager
        note(
            f"{played}: simulated and exact value are {tally.astray:.1f} standard errors apart, more than chance explains."
        )
    if report.rounds < count:
        raise typer.Exit(130)
    if beyond_luck:
        raise typer.Exit(3)


def day(of: Study, games: int, seed: int | None, plot: Path | None, json: bool) -> None:
    """A whole day of a game that sells and draws all day."""
    from houseway.lab.keno_day import NoCourse, course

    if not 1 <= games <= 100_000:
        raise BadUsage(f"--day takes 1 to 100000 draws, not {games}")
    if plot is not None and plot.suffix != ".svg":
        raise BadUsage(f"a day is drawn as .svg, not {plot.suffix or plot.name}")
    seed = secrets.randbelow(2**32) if seed is None else seed
    try:
        found = course(of, games, seed)
        if plot is not None:
            plot.write_text(found.picture(), encoding="utf-8")
    except (NoCourse, OSError) as wrong:
        raise BadUsage(str(wrong)) from None
    doc = found.document()
    if json:
        print_json(doc)
        return
    print(bold(of.title) + dim(f"   seed {seed}, a day of {games:,} games"))
    hidden = ("schema", "book", "edition", "seed", "games")
    rows = [(name.replace("_", " "), _figure(value)) for name, value in doc.items() if name not in hidden]
    table(("", ""), rows, right=(1,))
    note("amounts in cents; how the house is visited is invented (houseway/games/keno/figures/kernel.py, Custom)")


def _figure(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_figure(each)}" for name, each in value.items())
    return f"{value:,.4f}" if isinstance(value, float) else f"{value:,}"


def _run(asked: Asked, count: int, seed: int) -> Report:
    only = _way(asked.of, asked.play) if asked.play else ""
    executor = None
    if asked.cluster:
        from houseway.lab.cluster import Cluster

        executor = Cluster(asked.cluster)
    work = partial(run, asked.of, count, seed, asked.workers, executor, only=only)
    if sys.stderr.isatty() and not asked.quiet and not asked.json:
        return _with_bar(asked.of, count, work)
    return work()


def _way(of: Study, play: str) -> str:
    ways = [way for kernel in kernels_once(of) for way in kernel.ways]
    known: list[str] = list(dict.fromkeys(way.strategy or way.wager for way in ways))
    match = [name for name in known if play in (name, name.removeprefix("best: ")) or name.startswith(play)]
    if not match:
        raise BadUsage(f"--strategy takes one of: {'; '.join(known)}")
    return match[0]


def _write(report: Report, path: Path) -> None:
    try:
        report.to_polars().write_parquet(path)
    except OSError as wrong:
        raise BadUsage(f"{path} cannot be written: {wrong}") from None


def _sessions(report: Report, purse: Purse, seed: int) -> Sessions:
    """Sessions of the first wager; by its exact distribution where there is one."""
    first = report.tallies[0]
    exact = next(
        (odds.distribution for odds in wager_odds(report.study) if (odds.wager, odds.strategy) == (first.wager, first.strategy)),
        None,
    )  # fmt: skip
    law: dict[Fraction, float] = (
        {net: count / first.rounds for net, count in first.results.items()}
        if exact is None
        else {net: float(chance) for net, chance in exact.chances.items()}
    )
    try:
        sat = sessions(law, purse.bankroll or 0, purse.session, purse.goal, seed)
        if purse.plot is not None:
            plot(sat, f"{report.study.title}: {first.wager} {first.strategy}", purse.plot)
    except (OSError, ValueError) as wrong:
        raise BadUsage(str(wrong)) from None
    return sat


def _print_sessions(first: Tally, sat: Sessions) -> None:
    goal = "" if sat.goal is None else f", ending at {sat.goal:g}"
    played = f"{first.wager}, {first.strategy}" if first.strategy else first.wager
    print(
        bold(f"\nSessions of {sat.rounds:,} rounds from {sat.start:g} units{goal}")
        + dim(f"   {sat.count:,} of {played}")
    )
    rows = [("ruined, less than a unit left", sat.ruined)]
    if sat.reached is not None:
        rows.append(("reached the goal", sat.reached))
    rows.append(("ended ahead", sat.ahead))
    table(("sessions that", "share", "standard error"),
          [(name, f"{share:.2%}", f"{sat.error(share):.2%}") for name, share in rows], right=(1, 2))  # fmt: skip
    ends = ", ".join(f"{value:g}" for value in sat.quantiles())
    print(f"Mean length {sat.lengths.mean():,.1f} rounds; bankroll at the end, by 5, 25, 50, 75 and 95 %: {ends}.")


def _with_bar(of: Study, count: int, work: Callable[..., Report]) -> Report:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>5.1f}%"), TimeRemainingColumn(),
        TextColumn("{task.fields[rate]}"), TextColumn("{task.fields[estimate]}"),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(of.book.id, total=count, rate="", estimate="")

        def step(report: Report) -> None:
            done = report.rounds
            first = report.tallies[0]
            low, high = first.interval()
            total = report.rounds_played
            bar.update(
                task,
                completed=done,
                rate=f"{total / max(report.seconds, 1e-9) / 1e6:.1f} M rounds/s",
                estimate=f"{float(first.estimate):+.6f} ({low:+.6f} to {high:+.6f})",
            )

        return work(progress=step)


def _print(report: Report) -> None:
    total = report.rounds_played
    print(bold(report.study.title) + dim(f"   seed {report.seed}, {report.rounds:,} rounds, workers {report.workers}"))
    rows = []
    for tally in report.tallies:
        low, high = tally.interval()
        exact = "" if tally.exact is None else f"{float(tally.exact):+.7f}"
        rows.append(
            (
                tally.wager, tally.strategy, f"{float(tally.estimate):+.7f}", f"{tally.standard_error:.7f}",
                f"{low:+.6f} to {high:+.6f}", exact, "" if tally.z is None else f"{tally.z:+.2f}",
            )
        )  # fmt: skip
    table(("wager", "played", "estimate", "standard error", "95 % interval", "exact", "z"), rows, right=(2, 3, 4, 5, 6))
    note(f"{total / max(report.seconds, 1e-9) / 1e6:.1f} million rounds a second, {report.seconds:.2f} s")
