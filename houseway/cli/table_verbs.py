"""Verbs of the table: rounds that are played, recorded rounds, worked cases.

Each imports what it needs when it is called, so that ``houseway --help`` answers at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.options import At, BookId, Json, moment_asked


def play(
    book: BookId,
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "You",
    limits: Annotated[str, typer.Option(help="The sign, such as '5 to 500'.")] = "5 to 500",
    at: At = "",
) -> None:
    """Play whole rounds at the terminal, with every call and clause.

    Example: houseway play act-1992-red-dog
    """
    from houseway.cli import playing

    playing.play(book, name, limits, moment_asked(at))


def replay(
    line: Annotated[str, typer.Argument(help="One line of notation, or a table's name with --database and --round.")],
    database: Annotated[Path | None, typer.Option(help="Take the round from this database.")] = None,
    round: Annotated[int | None, typer.Option(help="The round to replay.")] = None,
    at: At = "",
    json: Json = False,
) -> None:
    """Play a recorded round again, step by step.

    Example: houseway replay 'vic-1997-red-dog | original P1:10 | 7S 4H | raise P1:4 | 5D'
    """
    from houseway.cli import replaying

    if replaying.replay(line, database, round, moment_asked(at), json):
        raise typer.Exit(3)


def scenario(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Files of worked cases; none runs the house's own.")
    ] = [],  # noqa: B006
    words: Annotated[
        str, typer.Option(metavar="BOOK", help="Instead, list the words a story of this book can use.")
    ] = "",
    at: At = "",
    json: Json = False,
) -> None:
    """Run worked cases and name each that differs.

    Example: houseway scenario houseway/games/red_dog/scenarios/vic_1997.toml

    Example: houseway scenario --words vic-1997-red-dog
    """
    from houseway.cli import rehearsing

    if words:
        rehearsing.words(words, json)
        return
    if rehearsing.scenario(files, moment_asked(at), json):
        raise typer.Exit(3)
