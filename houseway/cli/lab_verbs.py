"""Verbs of the lab: what a wager is worth, how a game is best played, and what chance brings.

Each imports what it needs when it is called, so that ``houseway --help`` answers at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.options import (
    Ante,
    At,
    BadUsage,
    BookId,
    Json,
    Meter,
    OwnStrategy,
    Price,
    Sets,
    ShoeLeft,
    new_file,
    study_asked,
)


def odds(
    book: BookId,
    set: Sets = [],  # noqa: B006
    shoe: ShoeLeft = "",
    meter: Meter = "",
    price: Price = "",
    ante: Ante = "",
    slip: Annotated[str, typer.Option(help="Several wagers together: '17:10, 17/20:5, red:20'.")] = "",
    csv: Annotated[bool, typer.Option("--csv", help="Print the wagers as CSV.")] = False,
    par: Annotated[
        Path | None, typer.Option(help="Write a one-page PAR sheet: a name ending in .html or .pdf.", callback=new_file)
    ] = None,
    patient: Annotated[
        bool,
        typer.Option(
            "--patient", help="With --json: also find variances that take a while, as with --set in Blackjack."
        ),
    ] = False,
    own: OwnStrategy = "",
    at: At = "",
    json: Json = False,
) -> None:
    """Exact odds of every wager, as fractions.

    Example: houseway odds vic-1997-red-dog --set decks=6
    """
    from houseway.cli import figures

    of = study_asked(book, set, shoe, at, own, meter=meter, price=price, ante=ante)
    if par is not None:
        figures.par(of, par)
    else:
        figures.odds(of, json, csv, slip, patient)


def strategy(
    book: BookId,
    set: Sets = [],  # noqa: B006
    shoe: ShoeLeft = "",
    meter: Meter = "",
    price: Price = "",
    ante: Ante = "",
    by: Annotated[str, typer.Option(help="A chart by 'totals' or by 'cards', where a game has charts.")] = "totals",
    costs: Annotated[bool, typer.Option("--costs", help="What each wrong choice of the chart costs.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the chart into this file.", callback=new_file)] = None,
    hand: Annotated[
        str, typer.Option(help="One hand: '8 8' and what each choice is worth; four tiles 'T H6 L4 5'.")
    ] = "",
    up: Annotated[str, typer.Option(help="The dealer's upcard, with --hand.")] = "",
    seen: Annotated[str, typer.Option(help="Other cards seen, with --hand: 'T T 5'.")] = "",
    own: OwnStrategy = "",
    as_file: Annotated[
        bool, typer.Option("--as-file", help="Print the best play as a strategy's file, to begin from.")
    ] = False,
    last_hand: Annotated[
        str,
        typer.Option(
            metavar="CHIPS", help="A tournament's last hand: everybody's dollars in their order, '4800 5000'."
        ),
    ] = "",
    laid: Annotated[str, typer.Option(help="With --last-hand, what the first have laid: '500 banker, 200 tie'.")] = "",
    secret: Annotated[bool, typer.Option("--secret", help="With --last-hand: two wager in secret.")] = False,
    advance: Annotated[int, typer.Option(help="With --last-hand, how many go on or win.")] = 1,
    limits: Annotated[str, typer.Option(help="With --last-hand, what may be laid, in dollars.")] = "10-500",
    step: Annotated[
        str, typer.Option(metavar="DOLLARS", help="With --last-hand, in which steps; else the least.")
    ] = "",
    may_pass: Annotated[bool, typer.Option("--may-pass", help="With --last-hand: nobody has to wager.")] = False,
    others: Annotated[str, typer.Option(help="With --last-hand and --hand: the others' hands, '19 bust'.")] = "",
    at: At = "",
    json: Json = False,
) -> None:
    """Best play, and what each mistake costs; what a strategy of one's own gives away; a hand set by the house's own way; or
    what to lay on the last hand of a tournament.

    Example: houseway strategy act-1992-blackjack --hand '8 8' --up T

    Example: houseway strategy act-1992-blackjack --strategy mine.toml

    Example: houseway strategy act-1992-baccarat --last-hand '4800 5000' --secret
    """
    from houseway.cli import charting, figures
    from houseway.lab.exact import has_house_way

    of = study_asked(book, set, shoe, at, own, meter=meter, price=price, ante=ante)
    if last_hand:
        from houseway.cli.last_hands import Asked, answer

        answer(of, Asked(last_hand, laid, advance, limits, step, secret, may_pass, hand, up, others), json)
    elif laid or secret or others:
        raise BadUsage("--laid, --secret and --others go with --last-hand, everybody's chips in the order of wagering")
    elif as_file:
        from houseway.lab.strategies import best_file

        print(best_file(of), end="")
    elif own:
        figures.costs(of, json)
    elif charting.has_chart(of):
        if hand or up or seen:
            charting.one_hand(of, hand, up, seen, json)
        else:
            charting.chart(of, by, costs, svg, json)
    elif hand and has_house_way(of):
        figures.hand(of, hand, json)
    elif svg or hand or up or seen:
        raise BadUsage(f"{of.book.title} has no chart of hands against upcards")
    else:
        figures.strategy(of, json)


def simulate(
    book: BookId,
    rounds: Annotated[str, typer.Option(help="How many rounds: 1000000, 1e9.")] = "1e7",
    seed: Annotated[int | None, typer.Option(help="The seed; printed when none is given.")] = None,
    workers: Annotated[int, typer.Option(help="Processes to share the work.")] = 1,
    play: Annotated[
        str, typer.Option("--strategy", help="Only this way of playing, by name; or one's own, a file .toml or .py.")
    ] = "",
    set: Sets = [],  # noqa: B006
    shoe: ShoeLeft = "",
    cluster: Annotated[str, typer.Option(help="A Dask scheduler to work on: tcp://host:8786.")] = "",
    bankroll: Annotated[float | None, typer.Option(help="Also play sessions from so many units.")] = None,
    session: Annotated[int, typer.Option(help="Rounds in a session.")] = 1000,
    goal: Annotated[float | None, typer.Option(help="Units at which a session ends happily.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the sessions: .svg, .png or .pdf.", callback=new_file)] = None,
    day: Annotated[int, typer.Option(help="Instead, a whole day of so many draws; --plot draws it.")] = 0,
    parquet: Annotated[
        Path | None, typer.Option(help="Write every count to a Parquet file.", callback=new_file)
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
    at: At = "",
    json: Json = False,
) -> None:
    """Play many rounds and compare with the exact value.

    Example: houseway simulate vic-1997-red-dog --rounds 1e9 --seed 1 --workers 2

    Example: houseway simulate vic-1997-red-dog --bankroll 100 --session 500 --goal 200 --plot sessions.svg
    """
    from houseway.cli import simulating

    if day:
        simulating.day(study_asked(book, set, shoe, at), day, seed, plot, json)
        return
    from houseway.lab.strategies import looks_like_a_file

    own = play if looks_like_a_file(play) else ""
    of = study_asked(book, set, shoe, at, own)
    asked = simulating.Asked(of, rounds, seed, workers, "" if own else play, cluster, quiet, json)
    simulating.simulate(asked, simulating.Purse(bankroll, session, goal, plot), parquet)


def session(
    book: BookId,
    bankroll: Annotated[
        str, typer.Option(metavar="UNITS", help="What the player begins with, or 'unlimited'.")
    ] = "100",
    rounds: Annotated[str, typer.Option(help="How many rounds at most, or 'forever'.")] = "1000",
    goal: Annotated[str, typer.Option(metavar="UNITS", help="What is left ends the session happily.")] = "",
    stop_loss: Annotated[str, typer.Option(metavar="UNITS", help="What is lost ends it too.")] = "",
    wager: Annotated[str, typer.Option(help="Which wager; else the first of the book.")] = "",
    play: Annotated[
        str, typer.Option("--strategy", help="A way of playing, by name; or one's own, a file .toml or .py.")
    ] = "",
    set: Sets = [],  # noqa: B006
    shoe: ShoeLeft = "",
    plot: Annotated[Path | None, typer.Option(help="Draw it: .svg, .png or .pdf.", callback=new_file)] = None,
    at: At = "",
    json: Json = False,
) -> None:
    """What many rounds do to a bankroll, by the exact law of one: ruin, goal, time, what is left.

    Example: houseway session vic-1997-red-dog --bankroll 100 --rounds 500 --goal 200 --plot session.svg
    """
    from houseway.cli import sitting
    from houseway.lab.strategies import looks_like_a_file

    own = play if looks_like_a_file(play) else ""
    of = study_asked(book, set, shoe, at, own)
    sitting.session(of, bankroll, rounds, goal, stop_loss, wager, "" if own else play, plot, json)


def study(
    file: Annotated[
        Path | None, typer.Argument(help="The study's file, .toml; what it counts is kept beside it.")
    ] = None,
    begin: Annotated[str, typer.Option(metavar="BOOK", help="Print a file to begin from, instead.")] = "",
    workers: Annotated[int, typer.Option(help="Processes to share the work.")] = 1,
    cluster: Annotated[str, typer.Option(help="A Dask scheduler to work on: tcp://host:8786.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Every wager of a sweep, not the first alone.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw it: .svg, .png or .pdf.", callback=new_file)] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write the table to a Parquet file.", callback=new_file)] = None,
    json: Json = False,
) -> None:
    """A study as a file: run it here, on several cores or a cluster; stop, and go on later; the same counts.

    Example: houseway study --begin vic-1997-red-dog > decks.toml

    Example: houseway study decks.toml --workers 2 --plot decks.svg
    """
    from houseway.cli import studying

    if (file is None) == (not begin):
        raise BadUsage("name the file of a study, or a book with --begin")
    if file is None:
        studying.begin(study_asked(begin, []))
    else:
        studying.run(file, workers, cluster, every, plot, parquet, json)


def count(
    book: BookId,
    file: Annotated[
        Path | None, typer.Argument(help="A counting system, .toml; none: effects of removal alone.")
    ] = None,
    wager: Annotated[str, typer.Option(help="Which wager; else the first of the book.")] = "",
    penetration: Annotated[float, typer.Option(help="How much of a shoe is dealt.")] = 0.75,
    rounds: Annotated[str, typer.Option(help="How many rounds, or compositions where they are valued.")] = "1e6",
    seed: Annotated[int, typer.Option(help="The seed.")] = 1,
    exactly: Annotated[bool, typer.Option("--exactly", help="Wait for fractions in blackjack too.")] = False,
    set: Sets = [],  # noqa: B006
    shoe: ShoeLeft = "",
    at: At = "",
    json: Json = False,
) -> None:
    """What a shoe remembers: effects of removal, and what a counting system earns.

    Example: houseway count act-1992-baccarat --wager tie

    Example: houseway count act-1992-blackjack hi-lo.toml --penetration 0.8
    """
    from houseway.cli import counting

    counting.count(study_asked(book, set, shoe, at), file, wager, penetration, rounds, seed, exactly, json)


def paytable(
    book: BookId,
    names: Annotated[list[str], typer.Argument(metavar="NAME…", help="What is paid, as --set names it.")],
    edge: Annotated[str, typer.Option(help="Of one NAME: the edge that it is to give, such as 2.5%.")] = "",
    values: Annotated[str, typer.Option(help="Or list tables: the whole values of every NAME, such as 1-12.")] = "",
    between: Annotated[str, typer.Option(help="With --values: edges from and to, such as 2%..3%.")] = "",
    wager: Annotated[str, typer.Option(help="Whose edge; else the first that NAME moves.")] = "",
    set: Sets = [],  # noqa: B006
    at: At = "",
    json: Json = False,
) -> None:
    """Pay tables as questions: the odds that give an edge, or every table of small numbers in a range of edges.

    Example: houseway paytable act-1992-sic-bo pays.total.4 --edge 10%

    Example: houseway paytable vic-1997-red-dog spread_pays.1 spread_pays.2 --values 1-6 --between 2%..3%
    """
    from houseway.cli import pricing

    of = study_asked(book, set, at=at)
    if edge and not (values or between) and len(names) == 1:
        pricing.solve(of, names[0], edge, wager, json)
    elif values and between and not edge:
        pricing.tables(of, names, values, between, wager, json)
    else:
        raise BadUsage("say --edge for one NAME, or --values and --between for a list of tables")


def compare(
    books: Annotated[list[str], typer.Argument(metavar="BOOK BOOK…", help="Two or more rulebooks of one game.")],
    set: Sets = [],  # noqa: B006
    all: Annotated[bool, typer.Option("--all", help="Also what is the same in every book.")] = False,
    worth: Annotated[
        bool, typer.Option("--worth", help="What each difference is worth by itself, clause by clause.")
    ] = False,
    at: At = "",
    json: Json = False,
) -> None:
    """Lay books side by side: values, steps and figures.

    Example: houseway compare vic-1997-red-dog act-1992-red-dog ma-red-dog

    Example: houseway compare vic-1997-red-dog ma-red-dog --worth
    """
    from houseway.cli import figures

    if len(books) < 2:
        raise BadUsage("name at least two books to compare")
    studies = [study_asked(book, set, at=at) for book in books]
    if worth:
        figures.worth(studies[0], studies[1:], json)
    else:
        figures.compare(studies, all, json)
