"""The command line: every verb in the order in which it is told."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.house_verbs import (
    archive,
    audit,
    backup,
    device,
    evidence,
    report,
    restore,
    serve,
    settings,
    staff,
    verify,
)
from houseway.cli.lab_verbs import compare, count, odds, paytable, session, simulate, strategy, study
from houseway.cli.law_verbs import amend, judge, new_game, rules
from houseway.cli.options import BadUsage
from houseway.cli.table_verbs import play, replay, scenario, train

app = typer.Typer(
    name="houseway",
    help="The rule book of casino games, executable: every decision cites the clause behind it.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog="Exit codes: 0 done, 1 failed, 2 wrong usage, 3 a check did not hold, 70 a mistake of ours, 130 stopped. "
    "Play money only: running games for money needs a licence and approved equipment.",
)


def version(wanted: bool) -> None:
    if wanted:
        from houseway import __version__

        print(f"houseway {__version__}")
        raise typer.Exit


@app.callback()
def house(
    show_version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the version.")
    ] = False,
    books: Annotated[
        list[Path], typer.Option("--books", metavar="DIR", help="A folder of notices, drafts and books of one's own.")
    ] = [],  # noqa: B006
) -> None:
    for folder in books:
        if not folder.is_dir():
            raise BadUsage(f"--books: there is no folder {folder}")
    if books:  # for this process, and for those it starts
        own = [str(folder.resolve()) for folder in books]
        os.environ["HOUSEWAY_BOOKS"] = os.pathsep.join(filter(None, (*own, os.environ.get("HOUSEWAY_BOOKS", ""))))


for verb in (
    rules,
    odds,
    strategy,
    simulate,
    session,
    study,
    count,
    paytable,
    compare,
    judge,
    amend,
    play,
    train,
    replay,
    scenario,
    serve,
    new_game,
    settings,
    staff,
    device,
    report,
    backup,
    archive,
    restore,
    evidence,
    verify,
    audit,
):
    app.command(verb.__name__.replace("_", "-"))(verb)
