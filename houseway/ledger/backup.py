"""Backup and restore: a ledger copied whole, from one database to another, and proven before and after.

A backup is a ledger of its own, in one SQLite file, with the heads of its streams noted beside it. It is taken from one
consistent view while the house is open, whatever database that is in; files are never copied. A restore goes into an empty
database only, refuses a backup that is not sound or is older than the heads somebody kept elsewhere, and says on record who
restored it and why.

Either is there whole or not at all, whenever the process ends: a backup has its name only once it is proven, and a restore
is one transaction with its own entry in it.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.ledger import fault_points
from houseway.ledger.audit import Audit, audit
from houseway.ledger.chain import GENESIS, Post, canonical, chained
from houseway.ledger.opening import open_ledger
from houseway.ledger.operations import STREAM, keep_names
from houseway.ledger.store import Ledger
from houseway.ledger.strongbox import is_locked, lock, unlock
from houseway.ledger.tables import entry_table, metadata

CHUNK = 5000


class NotRestored(Complaint):
    """A backup or a database that must not be used so, and why."""


def backup(source: Ledger, target: Path, key: bytes | None = None) -> Audit:
    """Copies a ledger into a new file and proves the copy; the heads go beside it. With a key the file is a strongbox, which was
    opened again and held against the copy before it has its name."""
    if target.exists():
        raise NotRestored(f"{target} is there already; a backup never overwrites another")
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    for rest in ("", "-wal", "-shm"):  # of a backup that did not come to its end
        part.with_name(part.name + rest).unlink(missing_ok=True)
    copy = open_ledger(f"sqlite:///{part}")
    try:
        with source.one_view() as connection, copy.changing() as writing:
            _copy(connection, writing, "during backup")
        found = audit(copy)
        if not found.sound:
            raise NotRestored(f"the copy is not sound: {found.findings[0].where}: {found.findings[0].what}")
    finally:
        copy.close()
    heads = {"heads": {stream: {"number": n, "hash": h} for stream, (n, h) in found.heads.items()}}
    target.with_suffix(target.suffix + ".heads.json").write_text(json.dumps(heads, indent=1))
    fault_points.passing("during backup")
    os.replace(part if key is None else _locked(part, key), target)
    keep_names(target.parent)
    return found


def _locked(part: Path, key: bytes) -> Path:
    """A strongbox with the copy in it, and nothing of the copy outside."""
    box, again = part.with_name(part.name + ".box"), part.with_name(part.name + ".again")
    for rest in (box, again):
        rest.unlink(missing_ok=True)
    lock(part, box, key)
    unlock(box, again, key)
    same = _digest(part) == _digest(again)
    for plain in (again, part):
        plain.unlink()
    if not same:
        raise NotRestored(f"{box} does not hold what was put into it")
    return box


def _digest(file: Path) -> bytes:
    with file.open("rb") as whole:
        return hashlib.file_digest(whole, "sha256").digest()


@contextmanager
def readable(file: Path, key: bytes | None) -> Iterator[Path]:
    """A backup as a database: itself, or what is in the strongbox, for as long as it is looked at."""
    if not file.exists():
        raise NotRestored(f"there is no backup {file}")
    if not is_locked(file):
        yield file
        return
    if key is None:
        raise NotRestored(f"{file} is a strongbox; give the key that it was locked with")
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".opened-") as folder:
        unlock(file, Path(folder) / "plain.db", key)
        yield Path(folder) / "plain.db"


def verify(file: Path, key: bytes | None = None) -> Audit:
    """Proves a backup that lies somewhere: everything in it, and that it is what its heads say."""
    noted = file.with_suffix(file.suffix + ".heads.json")
    heads = json.loads(noted.read_text())["heads"] if noted.exists() else {}
    with readable(file, key) as plain:
        copy = open_ledger(f"sqlite:///{plain}")
        try:
            return audit(copy, {stream: (head["number"], head["hash"]) for stream, head in heads.items()})
        finally:
            copy.close()


def restore(
    file: Path,
    target: Ledger,
    heads: dict[str, tuple[int, str]] | None,
    by: str,
    second: str,
    reason: str,
    older: bool = False,
    key: bytes | None = None,
) -> Audit:
    """Fills an empty database from a backup. Two people, a reason, and no going back behind the heads that were noted."""
    if not by or not second or by.casefold() == second.casefold():
        raise NotRestored("two different people restore a backup")
    if not reason:
        raise NotRestored("say why it is restored")
    with target.reading() as connection:
        if connection.execute(sa.select(entry_table.c.stream).limit(1)).first() is not None:
            raise NotRestored("the database is not empty; restore into a new one")
    with readable(file, key) as plain:
        source = open_ledger(f"sqlite:///{plain}")
        try:
            found = audit(source, None if older else heads)
            if not found.sound:
                first = found.findings[0]
                raise NotRestored(f"the backup is not sound: {first.where}: {first.what}")
            body: dict[str, Any] = {"file": file.name, "second": second, "reason": reason, "behind_noted_heads": older}
            said = Post(STREAM, "restored", datetime.now().isoformat(timespec="seconds"), by, body)
            with source.one_view() as connection, target.changing() as writing:
                _copy(connection, writing, "during restore")
                say(writing, said)
                fault_points.passing("during restore")
        finally:
            source.close()
    target.forget(STREAM)
    return audit(target)


def say(writing: sa.Connection, post: Post) -> None:
    """One more entry, in the same transaction as what it speaks of."""
    column = entry_table.c
    newest = sa.select(column.number, column.hash).where(column.stream == post.stream).order_by(column.number.desc())
    last = writing.execute(newest.limit(1)).first()
    number, prev = (0, GENESIS) if last is None else (last.number, last.hash)
    text = canonical(post.body)
    hash = chained(prev, number + 1, post, text)
    row = dict(stream=post.stream, number=number + 1, kind=post.kind, at=post.at, by=post.by, version=post.version)
    writing.execute(sa.insert(entry_table), {**row, "body": text, "prev": prev, "hash": hash})


def _copy(connection: sa.Connection, writing: sa.Connection, mark: str) -> None:
    inspector = sa.inspect(connection)
    known = list(metadata.sorted_tables)
    own = {table.name for table in known}
    for name in sorted(
        set(inspector.get_table_names()) - own - {"lease", "schema", "secret", "session"}
    ):  # who was signed in signs in again
        known.append(sa.Table(name, sa.MetaData(), autoload_with=connection))
    for table in known:
        if table.name not in own:
            _like(table, writing)
        for rows in _chunks(connection, table):
            writing.execute(sa.insert(table), rows)
            fault_points.passing(mark)


def _like(table: sa.Table, writing: sa.Connection) -> None:
    """A table that a desk keeps beside the ledger, made in the copy too."""
    plain = sa.Table(
        table.name,
        sa.MetaData(),
        *(
            sa.Column(c.name, c.type.as_generic(), primary_key=c.primary_key, nullable=c.nullable)
            for c in table.columns
        ),
    )
    plain.create(writing, checkfirst=True)


def _chunks(connection: sa.Connection, table: sa.Table) -> Iterator[list[dict[str, Any]]]:
    rows = connection.execution_options(yield_per=CHUNK).execute(sa.select(table))
    for part in rows.partitions(CHUNK):
        yield [dict(row._mapping) for row in part]
