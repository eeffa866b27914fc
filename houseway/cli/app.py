"""The verbs. Each imports what it needs when it is called, so that ``houseway --help`` answers at once."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.complaint import Complaint

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

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Sets = Annotated[list[str], typer.Option("--set", metavar="NAME=VALUE", help="Change a provision for this study.")]
Meter = Annotated[str, typer.Option(metavar="DOLLARS", help="Of a jackpot: what its meter shows.")]
Price = Annotated[str, typer.Option(metavar="DOLLARS", help="Of a jackpot: what a wager costs.")]
Ante = Annotated[str, typer.Option(metavar="DOLLARS", help="Beside a jackpot: the ante.")]
ShoeLeft = Annotated[str, typer.Option("--shoe", metavar="CARDS", help="What is left: '-7S -7H', or 'A:10 2:32'.")]
OwnStrategy = Annotated[
    str,
    typer.Option("--strategy", metavar="FILE", help="A strategy of one's own, .toml or .py; see docs/strategies.md."),
]
At = Annotated[
    str, typer.Option("--at", metavar="MOMENT", help="The law of then, such as 1999-11-08T04:00; else of today.")
]
BookId = Annotated[str, typer.Argument(metavar="BOOK", help="A rulebook's id, such as vic-1997-red-dog.")]


class BadUsage(Complaint, ValueError):
    """The words on the command line do not fit together."""


def new_file(path: Path | None) -> Path | None:
    """Where something is to be written: said before anything is worked out for it."""
    if path is None:
        return None
    try:
        if path.is_dir():
            raise BadUsage(f"{path}: it is a folder; name a file")
        if not path.parent.is_dir():
            raise BadUsage(f"{path}: there is no folder {path.parent}")
    except (OSError, ValueError) as wrong:  # no name that a file could have
        raise BadUsage(str(wrong) if isinstance(wrong, BadUsage) else f"{path}: {wrong}") from None
    return path


def changes(sets: list[str]) -> dict[str, str]:
    found = {}
    for item in sets:
        name, equals, value = item.partition("=")
        if not equals or not name or not value:
            raise BadUsage(f"--set takes NAME=VALUE, not {item!r}")
        found[name.strip()] = value.strip()
    return found


def moment_asked(at: str) -> datetime | None:
    """The moment that --at names, or None where nobody named one."""
    from houseway.law.moments import NotAMoment, moment

    try:
        return moment(at) if at else None
    except NotAMoment as wrong:
        raise BadUsage(f"--at: {wrong}") from None


def _study(book: str, sets: list[str], shoe: str = "", at: str = "", own: str = "", **given: str) -> Any:
    from houseway.lab.exact import study
    from houseway.money import cents

    for amount in filter(None, given.values()):
        cents(amount)
    told = {name: text for name, text in given.items() if text}
    of = study(book, changes(sets), shoe, told, moment_asked(at), own or None)
    from houseway.games import chapters_of

    if (dealing := chapters_of(of.edition).dealing) is not None:
        from houseway.kit.shoe import Shoe

        Shoe.of(dealing.decks.value.count)
    return of


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


@app.command()
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


@app.command()
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

    of = _study(book, set, shoe, at, own, meter=meter, price=price, ante=ante)
    if par is not None:
        figures.par(of, par)
    else:
        figures.odds(of, json, csv, slip, patient)


@app.command()
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

    of = _study(book, set, shoe, at, own, meter=meter, price=price, ante=ante)
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


@app.command()
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
        simulating.day(_study(book, set, shoe, at), day, seed, plot, json)
        return
    from houseway.lab.strategies import looks_like_a_file

    own = play if looks_like_a_file(play) else ""
    of = _study(book, set, shoe, at, own)
    asked = simulating.Asked(of, rounds, seed, workers, "" if own else play, cluster, quiet, json)
    simulating.simulate(asked, simulating.Purse(bankroll, session, goal, plot), parquet)


@app.command()
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
    of = _study(book, set, shoe, at, own)
    sitting.session(of, bankroll, rounds, goal, stop_loss, wager, "" if own else play, plot, json)


@app.command()
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
        studying.begin(_study(begin, []))
    else:
        studying.run(file, workers, cluster, every, plot, parquet, json)


@app.command()
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

    counting.count(_study(book, set, shoe, at), file, wager, penetration, rounds, seed, exactly, json)


@app.command()
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

    of = _study(book, set, at=at)
    if edge and not (values or between) and len(names) == 1:
        pricing.solve(of, names[0], edge, wager, json)
    elif values and between and not edge:
        pricing.tables(of, names, values, between, wager, json)
    else:
        raise BadUsage("say --edge for one NAME, or --values and --between for a list of tables")


@app.command()
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
    studies = [_study(book, set, at=at) for book in books]
    if worth:
        figures.worth(studies[0], studies[1:], json)
    else:
        figures.compare(studies, all, json)


@app.command()
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


@app.command()
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


@app.command()
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


@app.command()
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


@app.command()
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


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port.")] = 8000,
    database: Annotated[str, typer.Option(help="A file, or a postgresql:// address.")] = "var/house.db",
    speed: Annotated[float, typer.Option(help="How much faster than a person the house deals.")] = 1.0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = False,
    settings: Annotated[Path | None, typer.Option(help="A floor described in a file; see docs/operations.md.")] = None,
) -> None:
    """Open the house in a browser, or the floor that a settings file describes.

    Example: houseway serve --port 8000
    """
    from houseway import web

    if settings is None:
        web.serve(host, port, database_url(database), browser, speed)
        return
    from houseway.premises.settings import load

    floor = load(settings)
    house = floor.house
    web.serve(house.host, house.port, database_url(house.database), browser, speed, floor)


@app.command("new-game")
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


@app.command()
def settings(
    act: Annotated[str, typer.Argument(help="new, check, codes, show or apply.")],
    file: Annotated[Path, typer.Argument(help="The settings file.")],
    at: Annotated[str, typer.Option(help="Where the house is open.")] = "http://127.0.0.1:8000",
    name: Annotated[str, typer.Option(help="A casino supervisor, as on the badge.")] = "",
    password: Annotated[str, typer.Option(envvar="HOUSEWAY_PASSWORD", help="Asked for if it is not given.")] = "",
    database: Annotated[str, typer.Option(help="For codes: another than the file names.")] = "",
    json: Json = False,
) -> None:
    """Settings looked over, held against an open house, and applied to it without a restart.

    Example: houseway settings check houseway/premises/first_floor.toml
    """
    from houseway.cli import changing

    changing.settings(act, file, at, name, password, database, json)


@app.command()
def staff(
    act: Annotated[str, typer.Argument(help="add, remove, list or roles.")],
    name: Annotated[str, typer.Argument(help="As on the badge.")] = "",
    role: Annotated[str, typer.Option(help="What a person can be; houseway staff roles lists it.")] = "dealer",
    badge: Annotated[str, typer.Option(help="Of a person who has more than one account.")] = "",
    database: Annotated[str, typer.Option(help="A file, or a postgresql:// address.")] = "var/house.db",
    password: Annotated[str, typer.Option(envvar="HOUSEWAY_PASSWORD", help="Asked for if it is not given.")] = "",
) -> None:
    """Who may sign in to a staffed house.

    Example: houseway staff add 'M. Okafor' --role dealer
    """
    from houseway.cli import operating

    operating.staff(act, name, role, database, password, badge)


@app.command()
def device(
    act: Annotated[str, typer.Argument(help="add or remove.")],
    table: Annotated[str, typer.Argument(help="The table it stands at, such as RR-1.")],
    station: Annotated[str, typer.Argument(help="The terminal, such as ATS-3; none for the console.")] = "",
    acceptor: Annotated[bool, typer.Option("--acceptor", help="The note acceptor of that terminal.")] = False,
    database: Annotated[str, typer.Option(help="A file, or a postgresql:// address.")] = "var/house.db",
) -> None:
    """Credentials of terminals, their note acceptors, and consoles: prints a code to type in once at the device.

    Example: houseway device add RR-1 ATS-3
    """
    from houseway.cli import operating

    operating.device(act, table, station, acceptor, database)


@app.command()
def report(
    period: Annotated[
        str, typer.Argument(help="A gaming day 2026-11-16, a shift '2026-11-16 night', a month 2026-11.")
    ],
    database: Annotated[str, typer.Option(help="A file, or a postgresql:// address.")] = "var/house.db",
    settings: Annotated[Path | None, typer.Option(help="The house's settings: its name, shifts and levies.")] = None,
    to: Annotated[Path | None, typer.Option(help="A file: .json, .csv, .xlsx or .pdf.")] = None,
    key: Annotated[Path | None, typer.Option(help="The house's private key, to sign with.")] = None,
    so_far: Annotated[bool, typer.Option("--so-far", help="Of a time that is not over; unsigned.")] = False,
    against: Annotated[Path | None, typer.Option(help="Figures as .json, held against the ledger.")] = None,
) -> None:
    """The figures of a day, a shift or a month, from the ledger alone, with what was to be expected.

    Example: houseway report 2026-11-16 --database var/floor.db --to day.pdf
    """
    from houseway.cli import reporting

    raise typer.Exit(reporting.report(period, database, settings, new_file(to), key, so_far, against))


@app.command()
def backup(
    to: Annotated[Path, typer.Argument(help="A new file.")],
    database: Annotated[str, typer.Option(help="A file, or a postgresql:// address.")] = "var/house.db",
    key: Annotated[
        Path | None, typer.Option(help="Encrypt it with the key in this file, which is made if it is not there.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Prove one that is there already, and nothing else.")
    ] = False,
) -> None:
    """Copy a ledger while the house is open, prove the copy, and note its heads beside it.

    Example: houseway backup backups/monday.db --key /mnt/keys/backup.key
    """
    from houseway.cli import operating

    operating.backup(to, database, key, verify)


@app.command()
def archive(
    file: Annotated[Path, typer.Argument(help="A new file; ending in .xz, compressed.")],
    stream: Annotated[str, typer.Option(help="Which table, such as RR-1.")] = "",
    before: Annotated[str, typer.Option(help="Rounds before this moment.")] = "",
    by: Annotated[str, typer.Option(help="Who moves them.")] = "",
    second: Annotated[str, typer.Option(help="Who is there too.")] = "",
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    back: Annotated[bool, typer.Option("--back", help="Bring back what the file holds.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only hold the file against the ledger.")] = False,
    database: Annotated[str, typer.Option(help="A file, or a postgresql:// address.")] = "var/house.db",
) -> None:
    """Move the touches of old rounds out of a ledger, into a file that proves them; while the house is closed.

    Example: houseway archive RR-1.jsonl.xz --stream RR-1 --before 2026-01-01 --by 'A. B' --second 'C. D' --reason 'a year'
    """
    from houseway.cli import operating

    operating.archive(file, stream, before, back, by, second, reason, database, check)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    by: Annotated[str, typer.Option(help="Who restores it.")],
    second: Annotated[str, typer.Option(help="Who is there too.")],
    reason: Annotated[str, typer.Option(help="Why.")],
    database: Annotated[
        str, typer.Option(help="An empty database: a file, or a postgresql:// address.")
    ] = "var/house.db",
    heads: Annotated[Path | None, typer.Option(help="Heads kept elsewhere; a backup behind them is refused.")] = None,
    older: Annotated[
        bool, typer.Option("--older", help="Restore it although it is behind those heads. Put on record.")
    ] = False,
    key: Annotated[Path | None, typer.Option(help="The key that it was encrypted with.")] = None,
) -> None:
    """Fill an empty database from a backup; two people, a reason, and everything proven again.

    Example: houseway restore backups/monday.db --by 'L. Brandt' --second 'M. Okafor' --reason 'disk lost'
    """
    from houseway.cli import operating

    operating.restore(file, database, heads, by, second, reason, older, key)


@app.command()
def evidence(
    to: Annotated[Path, typer.Argument(help="A new file.")],
    stream: Annotated[
        list[str], typer.Option(help="What of: a table such as RR-1, or a desk; several times for several.")
    ],
    first: Annotated[int, typer.Option(help="From this entry on.")] = 1,
    last: Annotated[int | None, typer.Option(help="To this entry; without it, to the end.")] = None,
    heads: Annotated[Path | None, typer.Option(help="The house's file of signed heads.")] = None,
    database: Annotated[str, typer.Option(help="A file, or a postgresql:// address.")] = "var/house.db",
) -> None:
    """Write a stretch of the record to a file that anybody can verify without a house.

    Example: houseway evidence dispute-17.jsonl --stream RR-1 --first 400 --last 460
    """
    from houseway.cli import proving

    proving.evidence(to, stream, first, last, heads, database)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A file of evidence.")],
    json: Json = False,
) -> None:
    """Prove a file of evidence: every hash, every cent, every answer and every signature in it.

    Example: houseway verify dispute-17.jsonl
    """
    from houseway.cli import proving

    if not proving.verify(file, json):
        raise typer.Exit(3)


@app.command()
def audit(
    database: Annotated[str, typer.Option(help="A file, or a postgresql:// address.")] = "var/house.db",
    heads: Annotated[
        Path | None, typer.Option(help="Heads kept elsewhere: a house's signed file, or as this command printed them.")
    ] = None,
    accept: Annotated[
        bool, typer.Option("--accept", help="Open the house although the heads speak against it. Put on record.")
    ] = False,
    key: Annotated[Path, typer.Option(help="With --accept: the house's key.")] = Path("var/heads.key"),
    by: Annotated[str, typer.Option(help="With --accept: who accepts it.")] = "",
    second: Annotated[str, typer.Option(help="With --accept: who is there too.")] = "",
    reason: Annotated[str, typer.Option(help="With --accept: why.")] = "",
    json: Json = False,
) -> None:
    """Prove that a ledger is whole: every hash, every balance. Names the first bad entry.

    Example: houseway audit --database var/house.db --heads /mnt/second/heads.jsonl
    """
    from houseway.cli import auditing

    if accept:
        auditing.accept(database, heads, key, by, second, reason)
        return
    if auditing.audit(database, heads, json):
        raise typer.Exit(3)


def database_there(text: str) -> str:
    """The address of a database that is there already; only ``serve`` makes one."""
    if "://" not in text and not Path(text).exists():
        raise BadUsage(f"there is no database {text}; houseway serve makes one")
    return database_url(text)


def database_url(text: str) -> str:
    if "://" in text:
        return text
    path = Path(text)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{path.resolve()}"
    except ValueError as wrong:  # no name that a file could have
        raise BadUsage(f"{text!r}: {wrong}") from None
