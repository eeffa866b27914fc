"""Studying at the terminal: a study's file is run, with the time that is left, and told as one table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer

from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, note, print_json, table
from houseway.lab import studies
from houseway.lab.bankroll import drawable, plotting
from houseway.lab.exact import Study, polars
from houseway.lab.studies import Progress


def begin(of: Study) -> None:
    print(studies.begin(of), end="")


def run(
    file: Path, workers: int, cluster: str, every: bool, plot: Path | None, parquet: Path | None, json: bool
) -> None:
    if not 1 <= workers <= 1024:
        raise BadUsage(f"--workers takes 1 to 1024, not {workers}")
    if plot is not None:  # what is missing is said now
        drawable(plot)
        plotting()
    if parquet is not None:
        polars()
    plan = studies.plan(file)
    executor = None
    if cluster:
        from houseway.lab.cluster import Cluster

        executor = Cluster(cluster)
    with _told(plan.name) as told:
        found = studies.run(plan, studies.counted_beside(file) if plan.rounds else None, workers, executor, told)
    try:
        if plot is not None:
            found.plot(plot)
        if parquet is not None:
            found.to_polars().write_parquet(parquet)
    except OSError as wrong:
        raise BadUsage(str(wrong)) from None
    if json:
        print_json(found.document())
    else:
        rounds = f"{plan.rounds:,} rounds each, seed {plan.seed}" if plan.rounds else "exact"
        print(bold(plan.name) + dim(f"   {plan.book}, {len(plan.settings):,} settings, {rounds}"))
        heads, rows = found.table(every)
        table(heads, rows, right=tuple(range(len(heads) - 4, len(heads))))
    if not found.whole:
        note("stopped; what was counted is kept, and the same command goes on")
        raise typer.Exit(130)
    beyond = found.beyond_luck
    for tally in beyond:
        note(f"{tally.wager}, {tally.strategy}: simulated and exact value are {tally.astray:.1f} standard errors apart")
    if beyond:
        raise typer.Exit(3)


@contextmanager
def _told(name: str) -> Iterator[Any]:
    """A bar on a terminal; else a line on standard error every tenth of the way."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn
        from rich.progress import Progress as Bar

        columns = ("{task.description}", BarColumn(), "{task.percentage:>5.1f}%", "{task.fields[left]}")
        with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(name, total=1, left="")
            yield lambda far: bar.update(task, completed=far.done, total=far.whole, left=_left(far))
        return
    tenths = {0}

    def step(far: Progress) -> None:
        tenth = 10 * far.done // far.whole
        if tenth not in tenths:
            tenths.add(tenth)
            note(f"{far.done:,} of {far.whole:,} batches, {_left(far)}")

    yield step


def _left(far: Progress) -> str:
    seconds = far.left
    if seconds is None:
        return ""
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02} left"
