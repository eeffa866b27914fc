"""Searching: entries of the record by who made them, whose money they move, how much, of which kind and when, newest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from houseway.ledger import sheets
from houseway.ledger.chain import Stored
from houseway.ledger.packing import text_of
from houseway.ledger.postings import Transfer
from houseway.ledger.store import LAST, Ledger, stored
from houseway.ledger.tables import entry_table, loose_table, sheet_table, transfer_table


@dataclass(frozen=True)
class Wanted:
    """What is looked for; an empty part asks for nothing."""

    streams: tuple[str, ...] = ()
    kind: str = ""
    person: str = ""  # who made the entry
    player: str = ""  # whose money it moves, or whom it names
    least: int = 0  # cents that one of its transfers moves at least
    most: int = 0
    since: str = ""
    until: str = ""
    words: str = ""
    before: tuple[str, str, int] | None = None  # the last one seen: its moment, stream and number


@dataclass(frozen=True)
class Found:
    """An entry, with the money it moves."""

    entry: Stored
    moves: tuple[Transfer, ...] = field(default_factory=tuple)


def search(ledger: Ledger, wanted: Wanted, limit: int) -> list[Found]:
    """The newest entries that are as wanted."""
    ledger.settle_down()
    query = sa.select(entry_table).where(*_conditions(wanted, ledger.engine.dialect.name))
    column = entry_table.c
    order = (column.at.desc(), column.stream.desc(), column.number.desc())
    with ledger.reading() as connection:
        rows = connection.execute(query.order_by(*order).limit(limit)).all()
        moves = _moves(connection, rows)
        found = {_place(row): Found(stored(row), tuple(moves.get((row.stream, row.number), ()))) for row in rows}
        _look_apart(connection, wanted, limit, found)
    return [found[place] for place in sorted(found, reverse=True)[:limit]]


def _place(entry: Any) -> tuple[str, str, int]:
    """Where an entry stands in the order of time."""
    return entry.at, entry.stream, entry.number


def _look_apart(
    connection: sa.Connection, wanted: Wanted, limit: int, found: dict[tuple[str, str, int], Found]
) -> None:
    """Adds what lies apart, newest sheets first, until no older one can hold any of the newest entries."""

    def take(entries: Iterable[sheets.Entry]) -> None:
        for entry in entries:
            if _is_wanted(entry, wanted):
                found[_place(entry)] = Found(stored(entry), entry.transfers)

    for stream in wanted.streams or connection.execute(sa.select(loose_table.c.stream).distinct()).scalars().all():
        take(sheets.loose(connection, stream))
    sheet = sheet_table.c
    which: list[sa.ColumnElement[bool]] = [sheet.since <= (wanted.before[0] if wanted.before else wanted.until or "9")]
    if wanted.streams:
        which.append(sheet.stream.in_(wanted.streams))
    if wanted.since:
        which.append(sheet.until >= wanted.since)
    if wanted.kind:
        which.append(sheets.has_line(sheet.kinds, wanted.kind))
    for row in sheets.rows(connection, sa.and_(*which), newest_first=True):
        if len(found) >= limit and row.until < sorted(found, reverse=True)[limit - 1][0]:
            return
        take(sheets.read(connection, row))


def _is_wanted(entry: sheets.Entry, wanted: Wanted) -> bool:
    """The same as ``_conditions``, of an entry that lies apart."""
    low, high = wanted.least, wanted.most or LAST
    ends = [end for move in entry.transfers for end in (move.source, move.target)]
    return (
        wanted.kind in ("", entry.kind)
        and (not wanted.person or wanted.person.lower() in entry.by.lower())
        and (not wanted.since or entry.at >= wanted.since)
        and (not wanted.until or entry.at < wanted.until)
        and (not wanted.words or wanted.words.lower() in f"{entry.kind} {entry.body}".lower())
        and (not (wanted.least or wanted.most) or any(low <= move.cents <= high for move in entry.transfers))
        and (
            not wanted.player
            or any(end.endswith(f":{wanted.player}") for end in ends)
            or f'"{wanted.player}"' in entry.body
        )
        and (wanted.before is None or _place(entry) < wanted.before)
    )


def _conditions(wanted: Wanted, dialect: str) -> list[sa.ColumnElement[bool]]:
    column = entry_table.c
    body = text_of(column.body, dialect)
    found: list[sa.ColumnElement[bool]] = []
    if wanted.streams:
        found.append(column.stream.in_(wanted.streams))
    if wanted.kind:
        found.append(column.kind == wanted.kind)
    if wanted.person:
        found.append(sa.func.lower(column.by).contains(wanted.person.lower(), autoescape=True))
    if wanted.since:
        found.append(column.at >= wanted.since)
    if wanted.until:
        found.append(sa.and_(column.at < wanted.until, column.at != ""))  # what was installed has no hour
    if wanted.words:
        both = sa.func.lower(column.kind + " " + body)
        found.append(both.contains(wanted.words.lower(), autoescape=True))
    if wanted.least or wanted.most:
        found.append(_moving(_amount(wanted)))
    if wanted.player:
        account, table = f":{wanted.player}", transfer_table.c
        ends = [end.endswith(account, autoescape=True) for end in (table.source, table.target)]
        found.append(sa.or_(_moving(sa.or_(*ends)), body.contains(f'"{wanted.player}"', autoescape=True)))
    if wanted.before is not None:
        at, stream, number = wanted.before
        found.append(
            sa.tuple_(column.at, column.stream, column.number)
            < sa.tuple_(sa.literal(at), sa.literal(stream), sa.literal(number))
        )
    return found


def _amount(wanted: Wanted) -> sa.ColumnElement[bool]:
    cents = transfer_table.c.cents
    return sa.and_(cents >= wanted.least, cents <= wanted.most) if wanted.most else cents >= wanted.least


def _moving(which: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Entries with a transfer that is so."""
    table, entry = transfer_table.c, entry_table.c
    return sa.exists().where(table.stream == entry.stream, table.number == entry.number, which)


def _moves(connection: sa.Connection, rows: Sequence[Any]) -> dict[tuple[str, int], list[Transfer]]:
    """The money of some entries, by stream and number."""
    table = transfer_table.c
    found: dict[tuple[str, int], list[Transfer]] = {}
    for stream in sorted({row.stream for row in rows}):
        numbers = [row.number for row in rows if row.stream == stream]
        query = sa.select(transfer_table).where(table.stream == stream, table.number.in_(numbers))
        for row in connection.execute(query.order_by(table.number, table.line)):
            found.setdefault((stream, row.number), []).append(Transfer(row.source, row.target, row.cents, row.memo))
    return found
