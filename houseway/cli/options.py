"""Options: what several verbs ask for alike, and how the words that were given are read."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.complaint import Complaint

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


def study_asked(book: str, sets: list[str], shoe: str = "", at: str = "", own: str = "", **given: str) -> Any:
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
