"""Simulating at the terminal: a progress bar with rate and estimate, then the result beside the exact value."""

from __future__ import annotations

import secrets
import sys
from fractions import Fraction

import typer

from houseway.cli.app import BadUsage
from houseway.cli.printing import bold, dim, note, print_json, table
from houseway.lab.exact import Study
from houseway.lab.simulate import Report
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


def simulate(of: Study, rounds: str, seed: int | None, workers: int, play: str, quiet: bool, json: bool) -> None:
    count = rounds_of(rounds)
    if not 1 <= workers <= 1024:
        raise BadUsage(f"--workers takes 1 to 1024, not {workers}")
    if seed is not None and seed < 0:
        raise BadUsage(f"--seed takes a whole number from 0, not {seed}")
    if play:
        from houseway.lab.simulate import kernels_once

        ways = [way for kernel in kernels_once(of) for way in kernel.ways]
        known = list(dict.fromkeys(way.strategy or way.wager for way in ways))
        match = [name for name in known if play in (name, name.removeprefix("best: ")) or name.startswith(play)]
        if not match:
            raise BadUsage(f"--strategy takes one of: {'; '.join(known)}")
        play = match[0]
    chosen = secrets.randbelow(2**32) if seed is None else seed
    if seed is None and not json:
        note(f"seed {chosen}")
    show = sys.stderr.isatty() and not quiet and not json
    report = _with_bar(of, count, chosen, workers, play) if show else run(of, count, chosen, workers, only=play)
    if json:
        print_json(report.document())
    else:
        _print(report)
    if report.rounds < count:
        raise typer.Exit(130)


def _with_bar(of: Study, count: int, seed: int, workers: int, play: str) -> Report:
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

        return run(of, count, seed, workers, progress=step, only=play)


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
