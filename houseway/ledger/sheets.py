"""Sheets: how rounds at terminals were played lies apart, and is bound together once they are over.

What terminals touch while their periods run is most of what a floor writes: an entry for every moment in which somebody touched
something, with the money it held. Such an entry is loose, a row of a table of its own with its money in it, and so are the
answers and the beginnings of such rounds. Once a round is over they are only read again in a dispute; what it came to stands in
an entry among the others. So the writer binds some hundred of them into a row of the table ``sheet``, a twentieth of their size,
in one transaction with taking them away. The database lets a loose one go only if a sheet has it.

Whoever reads the record finds every entry at its number with the same hash, wherever it lies. The hash of a bound entry is worked
out from what it says and from the hash before it; its first digits are on the sheet, so that an audit still names the entry that
was changed. What the first houses wrote stays where it is.
"""

from __future__ import annotations

import bz2
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from itertools import islice
from typing import Any

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.ledger.chain import GENESIS, Post, canonical, chained
from houseway.ledger.packing import EMPTIED
from houseway.ledger.postings import Transfer
from houseway.ledger.tables import entry_table, loose_table, sheet_table

FULL = 240  # entries from which a sheet is worth it
LARGE = 960  # and the most that one has
CHECK = 12  # digits of a hash that stand on the sheet


class DamagedSheet(Complaint):
    """Part of the record that cannot be read."""

    def __init__(self, stream: str, first: int, last: int, wrong: Exception) -> None:
        upto = f" to {last}" if last > first else ""
        super().__init__(f"{stream}, entry {first}{upto}: it cannot be read, {wrong}")
        self.where = f"{stream}, entry {first}"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it was written, wherever it lies."""

    stream: str
    number: int
    kind: str
    at: str
    by: str
    body: str
    prev: str
    hash: str
    seal: str
    version: int
    transfers: tuple[Transfer, ...] = ()  # of one that lies apart; those of others have a table of their own
    apart: bool = False  # loose, or bound
    intact: bool = True  # what is bound is what its check was made of


def of_row(row: Any) -> Entry:
    """An entry among the others."""
    said = (row.kind, row.at, row.by, row.body, row.prev, row.hash, row.seal, row.version)
    return Entry(row.stream, row.number, *said)


def loose_row(post: Post, number: int, body: str, prev: str, hash: str, seal: str) -> tuple[Any, ...]:
    """An entry as it is written apart, in the order of the table's columns."""
    said = (post.kind, post.at, post.by, body, _written(post.transfers), prev, hash, seal, post.version)
    return post.stream, number, *said


def _written(moves: Iterable[Transfer]) -> str:
    return canonical([[move.source, move.target, move.cents, move.memo] for move in moves])


# Binding


def bind(connection: sa.Connection, stream: str, until: int) -> int:
    """Binds what is loose of a stream up to an entry, as much as goes on a sheet: how many entries. Within a transaction."""
    bound = list(islice(loose(connection, stream, 0, until), LARGE))
    if not bound:
        return 0
    outside, column = _outside(stream, bound), loose_table.c
    connection.execute(sa.insert(sheet_table), {**outside, "hash": bound[-1].hash, "body": _folded(bound)})
    connection.execute(sa.delete(loose_table).where(column.stream == stream, column.number <= outside["last"]))
    return len(bound)


def write_anew(connection: sa.Connection, stream: str, body_of: Callable[[Entry], str], first: int, last: int) -> None:
    """Gives the entries from one number to another other bodies on their sheets: emptied, or as they were."""
    for row, bound in list(_opened(connection, stream, first - 1, last)):
        lines = [replace(entry, body=body_of(entry)) if first <= entry.number <= last else entry for entry in bound]
        same = (sheet_table.c.stream == stream) & (sheet_table.c.last == row.last)
        connection.execute(sa.update(sheet_table).where(same).values(body=_folded(lines)))


def _folded(bound: Sequence[Entry]) -> bytes:
    """Entries as a sheet has them: of a hash the first digits, or all where it cannot be worked out again."""
    lines = [
        [
            *(entry.number, entry.kind, entry.at, entry.by, entry.version, entry.seal, entry.body),
            _written(entry.transfers),
            entry.hash if entry.body == EMPTIED else entry.hash[:CHECK],
        ]
        for entry in bound
    ]
    return bz2.compress(canonical(lines).encode())


def _outside(stream: str, bound: Sequence[Entry]) -> dict[str, Any]:
    """What a sheet is found by."""
    return dict(
        stream=stream, first=bound[0].number, last=bound[-1].number, entries=len(bound),
        since=min(entry.at for entry in bound), until=max(entry.at for entry in bound),
        kinds=_lines(entry.kind for entry in bound),
        accounts=_lines(end for entry in bound for move in entry.transfers for end in (move.source, move.target)),
    )  # fmt: skip


def _lines(names: Iterable[str]) -> str:
    return "\n" + "".join(f"{name}\n" for name in sorted(set(names)))


def has_line(column: sa.ColumnElement[str], name: str) -> sa.ColumnElement[bool]:
    """Whether one of the lines outside on a sheet is this."""
    return column.contains(f"\n{name}\n", autoescape=True)


# Reading


def entries_in_turn(
    connection: sa.Connection, rows: Iterable[Any], stream: str, after: int = 0, until: int | None = None
) -> Iterator[Entry]:
    """Rows of the table of entries, and what lies apart, in the order of their numbers. What was bound after the rows were asked
    for is seen twice, and taken once."""
    return once(map(of_row, rows), apart(connection, stream, after, until))


def once(*found: Iterable[Entry]) -> Iterator[Entry]:
    """Entries from several places in the order of their numbers, none of them twice."""
    last = 0
    for entry in merge(*found, key=lambda entry: entry.number):
        if entry.number != last:
            yield entry
        last = entry.number


def apart(connection: sa.Connection, stream: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
    """What lies apart of a stream, in order. What is loose is asked for first: if it is bound in between, it is seen twice, and
    taken once."""
    left, last = list(loose(connection, stream, after, until)), after
    for _, bound in _opened(connection, stream, after, until):
        for entry in bound:
            if entry.number > after and (until is None or entry.number <= until):
                yield entry
        last = bound[-1].number
    yield from (entry for entry in left if entry.number > last)


def any_of(connection: sa.Connection, stream: str) -> bool:
    """Whether anything of a stream lies apart."""
    tables = (loose_table, sheet_table)
    return any(connection.execute(sa.select(sa.exists().where(table.c.stream == stream))).scalar() for table in tables)


def loose(connection: sa.Connection, stream: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
    """Those that are not bound yet."""
    column = loose_table.c
    wanted = (column.stream == stream) & (column.number > after)
    wanted = wanted if until is None else wanted & (column.number <= until)
    yield from map(_of_loose, connection.execute(sa.select(loose_table).where(wanted).order_by(column.number)).all())


def entry_of(connection: sa.Connection, stream: str, number: int) -> Entry | None:
    """One entry, wherever it lies."""
    query = sa.select(entry_table).where(entry_table.c.stream == stream, entry_table.c.number == number)
    row = connection.execute(query).first()
    return of_row(row) if row is not None else next(apart(connection, stream, number - 1, number), None)


def moving(connection: sa.Connection, account: str) -> Iterator[Entry]:
    """Entries that lie apart and move something to or from an account."""
    named = has_line(sheet_table.c.accounts, account)
    unbound = connection.execute(sa.select(loose_table).where(loose_table.c.moves.contains(account, autoescape=True)))
    left, seen = [_of_loose(row) for row in unbound], set[tuple[str, int]]()
    for entry in (*left, *(entry for sheet in rows(connection, named) for entry in read(connection, sheet))):
        ends = {end for move in entry.transfers for end in (move.source, move.target)}
        if account in ends and (entry.stream, entry.number) not in seen:
            seen.add((entry.stream, entry.number))
            yield entry


def rows(connection: sa.Connection, which: sa.ColumnElement[bool], newest_first: bool = False) -> Iterator[Any]:
    """Some sheets, one after the other, as they are asked for."""
    sheet = sheet_table.c
    order = (sheet.until.desc(), sheet.stream.desc(), sheet.last.desc()) if newest_first else (sheet.stream, sheet.last)
    for key in connection.execute(sa.select(sheet.stream, sheet.last).where(which).order_by(*order)).all():
        same = (sheet.stream == key.stream) & (sheet.last == key.last)
        yield connection.execute(sa.select(sheet_table).where(same)).one()


def _opened(connection: sa.Connection, stream: str, after: int, until: int | None) -> Iterator[tuple[Any, list[Entry]]]:
    """The sheets that hold anything after an entry and up to another, with all that lies on each."""
    wanted = (sheet_table.c.stream == stream) & (sheet_table.c.last > after)
    for row in rows(connection, wanted if until is None else wanted & (sheet_table.c.first <= until)):
        yield row, read(connection, row)


def read(connection: sa.Connection, row: Any) -> list[Entry]:
    """What lies on a sheet. An entry follows from the one before it, which lies here too, has a row among the others, or is the
    last one on another sheet."""
    found: list[Entry] = []
    hashes = _hashes_between(connection, row.stream, row.first - 1, row.last)
    try:
        for number, kind, at, by, version, seal, body, moves, check in json.loads(bz2.decompress(row.body)):
            before = hashes.get(number - 1, "")
            post = Post(row.stream, kind, at, by, {}, _read_moves(moves), version)
            hash = check if body == EMPTIED else chained(before, number, post, body, seal)
            hashes[number] = hash
            said = (kind, at, by, body, before, hash, seal, version, post.transfers)
            found.append(Entry(row.stream, number, *said, apart=True, intact=hash[:CHECK] == check[:CHECK]))
    except (OSError, EOFError, ValueError, TypeError) as wrong:
        raise DamagedSheet(row.stream, row.first, row.last, wrong) from None
    return found


def agrees(row: Any, bound: Sequence[Entry]) -> bool:
    """Whether what stands outside on a sheet is what lies on it."""
    if not bound or bound[-1].hash != row.hash:
        return False
    outside = _outside(row.stream, bound)
    return outside == {name: getattr(row, name) for name in outside}


def _of_loose(row: Any) -> Entry:
    try:
        said = (row.kind, row.at, row.by, row.body, row.prev, row.hash, row.seal, row.version, _read_moves(row.moves))
    except (ValueError, TypeError) as wrong:
        raise DamagedSheet(row.stream, row.number, row.number, wrong) from None
    return Entry(row.stream, row.number, *said, apart=True)


def _read_moves(text: str) -> tuple[Transfer, ...]:
    return tuple(Transfer(*move) for move in json.loads(text))


def _hashes_between(connection: sa.Connection, stream: str, first: int, last: int) -> dict[int, str]:
    """Of the entries among the others, and of the one that another sheet ends with."""
    sheet, entry = sheet_table.c, entry_table.c
    before = sa.select(sheet.last, sheet.hash).where(sheet.stream == stream, sheet.last == first)
    between = sa.select(entry.number, entry.hash).where(
        entry.stream == stream, entry.number >= first, entry.number <= last
    )
    known = {0: GENESIS}
    for query in (before, between):
        known |= {row[0]: row[1] for row in connection.execute(query)}
    return known
