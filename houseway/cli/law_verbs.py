"""Verbs of the law: reading it, changing it, judging a change, laying a game of one's own.

Each imports what it needs when it is called, so that ``houseway --help`` answers at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.options import At, BadUsage, BookId, Json, moment_asked, new_file


def rules(
    book: Annotated[
        str, typer.Argument(metavar="[BOOK|coverage]", help="A book's id; 'coverage'; none lists all.")
    ] = "",
    clause: Annotated[str, typer.Argument(help="A clause: its number, or the start of it.")] = "",
    provisions: Annotated[
        bool, typer.Option("--provisions", help="Instead, what can be set: names, values, kinds and ranges.")
    ] = False,
    at: At = "",
    json: Json = False,
) -> None:
    """Read a rulebook in our own words, or see which clauses the house honours.

    Example: houseway rules ma-red-dog '6(c)'

    Example: houseway rules ma-red-dog --provisions
    """
    from houseway.cli import reading

    if provisions:
        from houseway.cli import listing

        if not book or book == "coverage":
            raise BadUsage("--provisions: name the book")
        listing.provisions(book, clause, moment_asked(at), json)
    elif not book:
        if reading.books(moment_asked(at), json):
            raise typer.Exit(3)
    elif book == "coverage":
        if at:
            raise BadUsage("--at: coverage is of every edition; name a book")
        if reading.coverage(clause, json):
            raise typer.Exit(3)
    elif clause:
        reading.clause(book, clause, moment_asked(at), json)
    else:
        reading.book(book, moment_asked(at), json)


def amend(
    book: BookId,
    draft: Annotated[str, typer.Option(metavar="ID", help="The draft, such as notice-7; none lists them.")] = "",
    instrument: Annotated[str, typer.Option(help="What it is cited as: 'Notice 7 of 2027'.")] = "",
    commences: Annotated[str, typer.Option(metavar="MOMENT", help="From when: 2027-01-01T04:00.")] = "",
    expires: Annotated[str, typer.Option(metavar="MOMENT", help="To when; 'never' takes it away.")] = "",
    set: Annotated[
        list[str], typer.Option("--set", metavar="NAME=VALUE", help="Change a provision, or an entry of its table.")
    ] = [],  # noqa: B006
    unset: Annotated[list[str], typer.Option(metavar="NAME", help="Leave a provision as it is after all.")] = [],  # noqa: B006
    by: Annotated[str, typer.Option(metavar="CLAUSE", help="With --set: the clause of the draft that says so.")] = "",
    clause: Annotated[
        list[str], typer.Option(metavar="'NUMBER TITLE: WORDS'", help="Tell a clause in own words.")
    ] = [],  # noqa: B006
    kind: Annotated[
        str, typer.Option(help="With --clause: procedure or physical, where no provision rests on it.")
    ] = "",
    drop: Annotated[list[str], typer.Option(metavar="CLAUSE", help="Take a clause out of the draft.")] = [],  # noqa: B006
    repeal: Annotated[list[str], typer.Option(metavar="CLAUSE[=OWN]", help="Repeal a clause of the book.")] = [],  # noqa: B006
    replace: Annotated[
        list[str], typer.Option(metavar="CLAUSE=OWN", help="Let a clause of the draft stand in its place.")
    ] = [],  # noqa: B006
    keep: Annotated[list[str], typer.Option(metavar="CLAUSE", help="Neither repeal nor replace it after all.")] = [],  # noqa: B006
    silence: Annotated[list[str], typer.Option(metavar="NAME=WHY", help="Nothing is to provide this any more.")] = [],  # noqa: B006
    into: Annotated[Path | None, typer.Option(metavar="DIR", help="Where drafts are kept, if not in --books.")] = None,
    json: Json = False,
) -> None:
    """Draft a notice that amends a book: a .toml and a .md to keep in git. Code 3 while something is wrong with it.

    Example: houseway --books drafts amend vic-1997-red-dog --draft notice-7 --set 'spread_pays.1=6 to 1'
    """
    from houseway.cli import amending
    from houseway.law.drafting import Wanted

    wanted = Wanted(
        instrument, commences, expires, amending.pairs("--set", set), tuple(unset), by, amending.clauses(clause), kind,
        tuple(drop), amending.pairs("--repeal", repeal, False), amending.pairs("--replace", replace), tuple(keep),
        amending.pairs("--silence", silence),
    )  # fmt: skip
    if amending.amend(book, draft, wanted, into, json):
        raise typer.Exit(3)


def judge(
    before: Annotated[str, typer.Argument(metavar="A", help="A book, BOOK@moment, or the file of a draft.")],
    after: Annotated[str, typer.Argument(metavar="B", help="What is held against it, named likewise.")],
    database: Annotated[
        str, typer.Option(metavar="DATABASE", help="Also settle the rounds of this ledger by B: a file or an address.")
    ] = "",
    pdf: Annotated[Path | None, typer.Option(help="Write it as a PDF to be signed.", callback=new_file)] = None,
    at: At = "",
    json: Json = False,
) -> None:
    """Judge a draft against the law, or one edition against another: words, values, worked cases, wagers, rounds on record.

    Example: houseway judge vic-1997-red-dog ma-red-dog

    Example: houseway judge vic-1997-red-dog drafts/spread.toml --database var/house.db --pdf judgement.pdf
    """
    from houseway.cli import judging

    judging.judging(before, after, moment_asked(at), database, pdf, json)


def new_game(
    name: Annotated[str, typer.Argument(help="The folder, such as two_up.")],
    title: Annotated[str, typer.Option(help="What the game is called; without one, the folder's name.")] = "",
    into: Annotated[
        Path | None, typer.Option(help="A folder for games of one's own; HOUSEWAY_GAMES names it later.")
    ] = None,
) -> None:
    """Lay the folder of a new game: a book, a script and a worked case that load and play at once.

    Example: houseway new-game two_up --title Two-up --into games
    """
    from houseway.cli import laying

    laying.new_game(name, title, into)
