"""Archive: touches of rounds long settled are moved out of the database into a file that still proves them.

What a terminal touched while its period ran is most of what a floor writes, and nobody asks for it once the round is settled and
no complaint can reach it any more: what lay at the close stands in the round itself. An archive is a file of evidence
(``evidence``) of the whole stretch, so anybody verifies it without a house. Only when it is written, verified and flushed are the
touches in it emptied; their sheets stay (``sheets``), with number, time, hash and money of each, so the chain and the books are
as they were. The move is on record with two names and the file's digest, in the same transaction. It can be undone from the
file, and then everything is as it was.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, cast

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.ledger import fault_points, sheets
from houseway.ledger.backup import say
from houseway.ledger.chain import Post
from houseway.ledger.evidence import Stretch, evidence
from houseway.ledger.opening import guards
from houseway.ledger.operations import ARCHIVED, BROUGHT_BACK, STREAM, archived, keep_names
from houseway.ledger.packing import EMPTIED
from houseway.ledger.store import Ledger
from houseway.ledger.tables import TOUCHED, command_table, entry_table
from houseway.ledger.verifying import Verdict, verify


class NotArchived(Complaint):
    """What cannot be moved to an archive or back, and why."""


def archive(ledger: Ledger, stream: str, before: str, to: Path, by: str, second: str, reason: str) -> dict[str, Any]:
    """Moves the touches of a table's rounds before a moment into a new file; what was moved, as it stands on record."""
    _two(by, second, reason)
    if to.exists():
        raise NotArchived(f"{to} is there already; an archive never overwrites another")
    kept = ledger.snapshot(stream)
    if kept is None:
        raise NotArchived(f"no round of {stream} is over, or there is no such table")
    with ledger.reading() as connection:
        there = archived(connection).get(stream, [])
    first = max((last for _, last in there), default=0) + 1
    last = min(ledger.before(stream, before), kept[0])
    if last < first:
        raise NotArchived(f"{stream} has nothing before {before} that is not in an archive already")
    found = _written(ledger, Stretch(stream, first, last), to)
    body: dict[str, Any] = {
        "stream": stream, "first": first, "last": last, "file": to.name, "sha256": _digest(to),
        "entries": found.entries, "second": second, "reason": reason,
    }  # fmt: skip
    of_stretch = _first_touches(stream, first, last)
    with _unguarded(ledger) as writing:
        while sheets.bind(writing, stream, last):
            fault_points.passing("during archive")
        answered = [*writing.execute(sa.select(entry_table.c.number).where(of_stretch)).scalars()]
        apart = sheets.apart(writing, stream, first - 1, last)
        answered += [entry.number for entry in apart if entry.seal and entry.kind == TOUCHED]
        here = (command_table.c.stream == stream) & (command_table.c.number == sa.bindparam("at"))
        if answered:
            writing.execute(sa.delete(command_table).where(here), [{"at": number} for number in answered])
        fault_points.passing("during archive")
        writing.execute(sa.update(entry_table).where(of_stretch).values(body=EMPTIED))
        sheets.write_anew(writing, stream, _emptied, first, last)
        say(writing, Post(STREAM, ARCHIVED, datetime.now().isoformat(timespec="seconds"), by, body))
        fault_points.passing("during archive")
    ledger.forget(STREAM)
    _give_room_back(ledger)
    return body


def bring_back(ledger: Ledger, file: Path, by: str, second: str, reason: str) -> dict[str, Any]:
    """Puts what an archive holds back where it was."""
    _two(by, second, reason)
    body = proven(ledger, file)
    with _unguarded(ledger) as writing:
        bodies = dict[int, str]()
        for entry in _entries(file):
            if entry["kind"] != TOUCHED:
                continue
            bodies[entry["number"]] = entry["body"]
            same = (entry_table.c.stream == entry["stream"]) & (entry_table.c.number == entry["number"])
            writing.execute(sa.update(entry_table).where(same).values(body=entry["body"]))
            at = {"stream": entry["stream"], "number": entry["number"]}
            rows = [dict(key=key, digest=digest, answer=answer, **at) for key, digest, answer in entry["answers"]]
            if rows:
                writing.execute(sa.insert(command_table), rows)
            fault_points.passing("during archive")
        stream, first, last = body["stream"], body["first"], body["last"]
        sheets.write_anew(writing, stream, lambda entry: bodies.get(entry.number, entry.body), first, last)
        told = {
            **{name: body[name] for name in ("stream", "first", "last", "file")},
            "second": second,
            "reason": reason,
        }
        say(writing, Post(STREAM, BROUGHT_BACK, datetime.now().isoformat(timespec="seconds"), by, told))
    ledger.forget(STREAM)
    return told


def proven(ledger: Ledger, file: Path) -> dict[str, Any]:
    """What the record says of an archive, if the file is that archive, whole, and every entry in it is the ledger's own."""
    if not file.exists():
        raise NotArchived(f"there is no archive {file}")
    digest = _digest(file)
    said = [entry.body for entry in ledger.entries(STREAM) if entry.kind == ARCHIVED]
    body = next((each for each in said if each["sha256"] == digest), None)
    if body is None:
        raise NotArchived(f"{file} is not an archive of this house as it was written: nothing on record has its digest")
    with ledger.reading() as connection:
        if (body["first"], body["last"]) not in archived(connection).get(body["stream"], []):
            raise NotArchived(f"{file} was brought back already")
        table = entry_table.c
        stretch = sa.and_(table.stream == body["stream"], table.number >= body["first"], table.number <= body["last"])
        rows = connection.execute(sa.select(table.number, table.hash).where(stretch)).all()
        apart = sheets.apart(connection, body["stream"], body["first"] - 1, body["last"])
        kept = {**{row.number: row.hash for row in rows}, **{entry.number: entry.hash for entry in apart}}
    found = _verified(file)
    if not found.sound:
        raise NotArchived(f"{file}: {found.findings[0]}")
    for entry in _entries(file):
        if kept.pop(entry["number"], None) != entry["hash"]:
            raise NotArchived(f"{file}: entry {entry['number']} is not the one that the ledger has")
    if kept:
        raise NotArchived(f"{file}: entry {min(kept)} is missing")
    return body


def opened(file: Path, mode: str = "rb") -> BinaryIO:
    """A file of evidence, compressed where its name says so."""
    return cast(BinaryIO, lzma.open(file, mode) if file.suffix == ".xz" else file.open(mode))


# Inside


def _two(by: str, second: str, reason: str) -> None:
    if not by or not second or by.casefold() == second.casefold():
        raise NotArchived("two different people move rounds to an archive or back")
    if not reason:
        raise NotArchived("say why")


def _emptied(entry: sheets.Entry) -> str:
    return EMPTIED if entry.kind == TOUCHED else entry.body


def _first_touches(stream: str, first: int, last: int) -> sa.ColumnElement[bool]:
    """Touches of the first houses, which lie among the other entries."""
    table = entry_table.c
    return sa.and_(table.stream == stream, table.number >= first, table.number <= last, table.kind == TOUCHED)


def _written(ledger: Ledger, stretch: Stretch, to: Path) -> Verdict:
    """The file, once it is on disk and verified."""
    part = to.with_name(f"part-{to.name}")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        with opened(part, "wb") as out:
            for line in evidence(ledger, [stretch], datetime.now().isoformat(timespec="seconds")):
                out.write(line)
    except OSError as wrong:
        raise NotArchived(f"{part} cannot be written: {wrong}") from None
    handle = os.open(part, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)
    found = _verified(part)
    if not found.sound:
        raise NotArchived(f"what is on record does not verify, and stays where it is: {found.findings[0]}")
    os.replace(part, to)
    keep_names(to.parent)
    return found


def _verified(file: Path) -> Verdict:
    try:
        with opened(file) as lines:
            return verify(lines)
    except (OSError, EOFError, lzma.LZMAError) as wrong:
        raise NotArchived(f"{file} cannot be read: {wrong}") from None


def _entries(file: Path) -> Iterator[dict[str, Any]]:
    with opened(file) as lines:
        for line in lines:
            doc = json.loads(line)
            if "kind" in doc:
                yield doc


def _digest(file: Path) -> str:
    try:
        with file.open("rb") as whole:
            return hashlib.file_digest(whole, "sha256").hexdigest()
    except (OSError, ValueError) as wrong:
        raise NotArchived(f"{file} cannot be read: {wrong}") from None


class _unguarded:
    """A transaction in which rows may be emptied; what guards them is back before anybody sees it."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self._changing = ledger, ledger.changing()

    def __enter__(self) -> sa.Connection:
        self.connection = self._changing.__enter__()
        for statement in _guards_off(self.connection.dialect.name):
            self.connection.exec_driver_sql(statement)
        return self.connection

    def __exit__(self, *wrong: Any) -> None:
        if wrong[0] is None:
            for statement in guards(self.connection.dialect.name):
                self.connection.exec_driver_sql(statement)
        self._changing.__exit__(*wrong)


def _guards_off(dialect: str) -> Iterator[str]:
    for table, act in (("entry", "update"), ("sheet", "update"), ("command", "delete")):
        yield (
            f"DROP TRIGGER {table}_no_{act}" if dialect == "sqlite" else f"DROP TRIGGER {table}_append_only ON {table}"
        )


def _give_room_back(ledger: Ledger) -> None:
    with ledger.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(
            "VACUUM" if connection.dialect.name == "sqlite" else "VACUUM entry"
        )
