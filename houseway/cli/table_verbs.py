"""Verbs of the table: rounds that are played, drills, recorded rounds, worked cases.

Each imports what it needs when it is called, so that ``houseway --help`` answers at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.options import At, BookId, Json, moment_asked, new_file


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


def train(
    book: Annotated[
        str,
        typer.Argument(
            metavar="BOOK", help="A rulebook's id; several for an exam, with commas. None lists all drills."
        ),
    ] = "",
    drill: Annotated[
        str, typer.Argument(metavar="DRILL", help="One drill, such as payouts; else all of the book.")
    ] = "",
    learner: Annotated[str, typer.Option("--as", metavar="NAME", help="Who is learning; else you.")] = "",
    questions: Annotated[int | None, typer.Option(help="How many; else 10, on an exam 20.")] = None,
    seed: Annotated[str, typer.Option(help="A number that asks the same again; else what is due comes first.")] = "",
    exam: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Set an exam with its key: .pdf, .html, .json; - prints JSON.", callback=new_file
        ),
    ] = None,
    drills: Annotated[str, typer.Option(metavar="NAMES", help="Of an exam: these drills, with commas.")] = "",
    progress: Annotated[bool, typer.Option("--progress", help="What was done, and what is weak.")] = False,
    class_name: Annotated[
        str,
        typer.Option("--class", metavar="NAME", help="A class beside each other, or 'all'; with --enrol, which class."),
    ] = "",
    enrol: Annotated[str, typer.Option(metavar="NAME", help="Take somebody in.")] = "",
    withdraw: Annotated[str, typer.Option(metavar="NAME", help="Take somebody out, with all their answers.")] = "",
    database: Annotated[
        str, typer.Option(metavar="URL", help="The learners of a house; else those of your data folder.")
    ] = "",
    at: At = "",
    json: Json = False,
) -> None:
    """Drills for dealers and players, by the script of the rules; progress is kept, and what is weak comes again.

    Example: houseway train act-1992-mini-baccarat payouts --questions 5
    """
    from houseway.cli import training

    asked = training.Asked(book, drill, learner, questions, seed, exam, drills, database, moment_asked(at), json)
    if enrol:
        training.enrol(asked, enrol, class_name)
    elif withdraw:
        training.withdraw(asked, withdraw)
    elif class_name:
        training.of_a_class(asked, class_name)
    elif progress:
        training.progress(asked)
    elif exam is not None:
        training.paper(asked)
    elif json and book and drill:
        training.document(asked)
    elif json or not book:
        training.listing(asked)
    else:
        training.lesson(asked)


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
