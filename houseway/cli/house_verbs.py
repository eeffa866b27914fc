"""Verbs of a house: opening it, who works there, its papers, its copies, and proof of its record.

Each imports what it needs when it is called, so that ``houseway --help`` answers at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.options import Json, database_url, new_file


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
