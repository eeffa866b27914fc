"""Writer: the one thread of a house that writes its ledger, in groups, and tells nobody before it is on disk.

It takes everything that waits, writes it in a single transaction and flushes; only then are the futures resolved, so an answer
that a person has heard is on disk. A failed flush is final: everything is refused from then on, and whoever runs the house
restarts from what is stored. Nobody retries a flush.

Where several processes share a database, another may have been faster: it spent the money of an account that both may, or it has
the stream by now. The database refuses such a batch before anything of it is written, and then it is undone alone, with whatever
came after it in its streams; who owns them reads them again (``Sharing``, ``Undone``).
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from typing import Any, Protocol, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from houseway.ledger import fault_points
from houseway.ledger.chain import Command, Post
from houseway.ledger.holding import Holding
from houseway.ledger.packing import PACKS, packed
from houseway.ledger.postings import Account, may_owe
from houseway.ledger.schema import make
from houseway.ledger.sheets import FULL, bind, loose_row
from houseway.ledger.tables import (
    account_table,
    command_table,
    entry_table,
    loose_table,
    snapshot_table,
    transfer_table,
)

# When so many wait for their answers together, so many seconds are given to the next to join them: one flush for all.
CROWD, GATHER = 24, 0.003
CHECKPOINT = 100  # commits from one checkpoint of the write-ahead log to the next

Row: TypeAlias = tuple[sa.Executable, dict[str, Any]]  # a statement of a desk's own tables, and its values


class Undone(Exception):
    """Another process was faster, and nothing of this was written; its streams are read again before anything else is."""


class Sharing(Protocol):
    """Which part of a database is this process's own, where several share it."""

    def owns(self, stream: str) -> bool: ...

    def is_shared(self, account: Account) -> bool:
        """Whether others may move its money too, so that only the database knows what it holds."""

    def guard(self, connection: sa.Connection, streams: set[str]) -> None:
        """Asked in every transaction; raises ``NotOurs`` if a stream is another's by now."""


class NotOurs(Exception):
    """A stream is another process's to write."""

    def __init__(self, streams: Iterable[str]) -> None:
        self.streams = tuple(sorted(streams))
        super().__init__(f"another process serves {', '.join(self.streams)}")


class LedgerBroken(Exception):
    """A write failed; nothing is accepted until the house restarts from what is stored."""


@dataclass(slots=True)
class Batch:
    posts: list[tuple[Post, int, str, str, str, str]]  # post, number, body text, prev, hash, seal
    commands: Sequence[Command]
    snapshot: tuple[str, int, str] | None
    rows: Sequence[Row]
    waiting: int  # for answers that rest on it
    future: Future[None] = field(default_factory=Future)

    @property
    def streams(self) -> set[str]:
        return {post.stream for post, *_ in self.posts}


class Writer:
    def __init__(self, engine: sa.Engine, stepped: bool = False) -> None:
        """``stepped``: nothing is written but by ``write``; for a simulation that says itself when the disk is done."""
        self.engine = engine
        self._lock = threading.RLock()
        self._wake = threading.Condition(self._lock)
        self._queue: deque[Batch] = deque()
        self._answers: dict[str, tuple[str, str]] = {}  # keys of batches not yet flushed
        self._memory = engine.url.database in (None, "", ":memory:") and engine.dialect.name == "sqlite"
        self._one_connection = threading.RLock()  # a ledger in memory has one connection for everybody
        self._pen: sa.Connection | None = (
            None  # what the record is written with: kept, so that nothing is made ready again
        )
        self._one_look = threading.Lock()
        self._eye: sa.Connection | None = None  # what single rows are looked up with
        self._errors: type[Exception] = engine.dialect.loaded_dbapi.Error  # of the driver itself
        self._broken: BaseException | None = None
        self._closing = False
        self._writing = False
        self.holding: Holding | None = None  # of a file that is one house's
        self._last: Future[None] = Future()  # of the newest batch: batches go to the disk in their order
        self._last.set_result(None)
        self._on_disk: set[Account] = set()  # accounts known to have a row
        self.flushes = 0
        self.guard: Callable[[sa.Connection, set[str]], None] | None = None  # asked in every transaction
        self.sharing: Sharing | None = None  # where several processes share the database
        self.on_undone: Callable[[set[str]], None] = lambda streams: None  # streams that are to be read again
        self._undone: set[str] = set()  # those, until they have been
        self.recorded = 0  # entries written since the ledger was opened
        self.commits_to_checkpoint = CHECKPOINT
        self._commits = 0
        self._crowd = 0  # who waited for the last transaction
        self._unbound: dict[str, int] = {}  # by stream: what was written loose since its last sheet
        self._writer: threading.Thread | None = None
        if not stepped:
            self._writer = threading.Thread(target=self._write, name="ledger-writer", daemon=True)
            self._writer.start()

    def _submit(self, batch: Batch) -> Future[None]:
        """Hands a batch to the writer; the lock is held by whoever numbered it, so that batches come in their order."""
        for key, digest, answer in batch.commands:
            self._answers[key] = (digest, answer)
        batch.future.set_running_or_notify_cancel()  # nobody takes back what is on its way to the disk
        self._queue.append(batch)
        self._last = batch.future
        self._wake.notify()
        return batch.future

    def _refuse_if_broken(self) -> None:
        if self._broken is not None:
            raise LedgerBroken(f"the ledger stopped after a failed write: {self._broken}")

    def _write(self) -> None:
        while self._broken is None:
            with self._lock:
                while not self._queue and not self._closing:
                    self._wake.wait()
                if not self._queue:
                    return
            if self._crowd >= CROWD and not self._closing:
                time.sleep(GATHER)
            self.write()

    def write(self) -> None:
        """Writes everything that waits, in one transaction, and tells those who wait for it."""
        with self._lock:
            batches = list(self._queue)
            self._queue.clear()
            self._writing = True
        self._crowd = sum(batch.waiting for batch in batches)
        try:
            try:
                self._flush(batches)
            except (sa.exc.IntegrityError, NotOurs):
                if self.sharing is None or self._broken is not None:
                    raise
                batches = self._one_by_one(batches)
        except BaseException as wrong:  # a failed flush is final, whatever its cause
            with self._lock:
                self._broken = wrong
                waiting = [*batches, *self._queue]
                self._queue.clear()
            for batch in waiting:
                batch.future.set_exception(LedgerBroken(f"not recorded: {wrong}"))
            return
        with self._lock:
            self._writing = False
            for batch in batches:
                self._forget(batch)
            if self._last.done():  # it was undone: what there is besides is on disk
                self._last = Future()
                self._last.set_result(None)
        for batch in batches:
            batch.future.set_result(None)
        self._bind(batches)

    def _bind(self, batches: list[Batch]) -> None:
        """What is loose of rounds that are over goes on sheets, once there is enough of it. Nobody waits for it."""
        for batch in batches:
            for post, *_ in batch.posts:
                if post.loose:
                    self._unbound[post.stream] = self._unbound.get(post.stream, 0) + 1
        over = {batch.snapshot[0]: batch.snapshot[1] for batch in batches if batch.snapshot is not None}
        for stream, number in over.items():
            if self._unbound.get(stream, 0) < FULL:
                continue
            try:
                with self._transaction(self._own_connection()) as connection:
                    self._guarded(connection, {stream})
                    bind(connection, stream, number - 1)  # the snapshot is read by its own entry alone
                    fault_points.passing("during binding")
            except NotOurs:  # another process serves it by now, and binds it
                pass
            except BaseException as wrong:  # as final as a flush that failed
                with self._lock:
                    self._broken = self._broken or wrong
                return
            self._unbound[stream] = 0

    def _guarded(self, connection: sa.Connection, streams: set[str]) -> None:
        """Whether these streams may be written here; whoever may not is told so."""
        if self.guard is not None:
            self.guard(connection, streams)
        if self.sharing is not None:
            self.sharing.guard(connection, streams)

    def _forget(self, batch: Batch, undone: bool = False) -> None:
        """What was remembered of a batch until it was on disk, or undone."""
        for command in batch.commands:
            self._answers.pop(command[0], None)

    def _one_by_one(self, batches: list[Batch]) -> list[Batch]:
        """The same each by itself: those that go through, while the others are undone with all that follows them."""
        written = []
        for batch in batches:
            if not batch.streams & self._undone:
                try:
                    self._flush([batch])
                    written.append(batch)
                    continue
                except (sa.exc.IntegrityError, NotOurs) as wrong:
                    if self._broken is not None:
                        raise
                    self._undo(batch, wrong)
            else:
                self._undo(batch, NotOurs(batch.streams & self._undone))
        return written

    def _undo(self, batch: Batch, wrong: Exception) -> None:
        with self._lock:
            self._undone |= batch.streams
            later = [each for each in self._queue if each.streams & self._undone]
            for each in (batch, *later):
                self._undone |= each.streams
                self._forget(each, undone=True)
            for each in later:
                self._queue.remove(each)
        why = f"another process was faster: {getattr(wrong, 'orig', wrong)}"
        for each in (batch, *later):
            each.future.set_exception(Undone(why))
        self.on_undone(set(self._undone))

    def _flush(self, batches: list[Batch]) -> None:
        packs = self.engine.dialect.name == PACKS
        entries: list[tuple[Any, ...]] = []
        moves: list[tuple[Any, ...]] = []
        commands: list[tuple[Any, ...]] = []
        loose: list[tuple[Any, ...]] = []
        change: dict[Account, int] = {}
        snapshots: dict[str, tuple[int, str]] = {}
        for batch in batches:
            for post, number, body, prev, hash, seal in batch.posts:
                if post.loose:
                    loose.append(loose_row(post, number, body, prev, hash, seal))
                else:
                    said = (post.kind, post.at, post.by, packed(body) if packs else body)
                    entries.append((post.stream, number, *said, prev, hash, seal, post.version))
                for line, move in enumerate(post.transfers):
                    if not post.loose:
                        moves.append((post.stream, number, line, move.source, move.target, move.cents, move.memo))
                    change[move.source] = change.get(move.source, 0) - move.cents
                    change[move.target] = change.get(move.target, 0) + move.cents
            if batch.commands:
                last = batch.posts[-1]
                commands.extend(
                    (key, digest, packed(answer) if packs else answer, last[0].stream, last[1])
                    for key, digest, answer in batch.commands
                )
            if batch.snapshot is not None:
                snapshots[batch.snapshot[0]] = batch.snapshot[1:]
        with self._transaction(self._own_connection()) as connection:
            self._guarded(connection, {row[0] for row in (*entries, *loose)})
            driver = _driver(connection)
            self._append(driver, entry_table, entries)
            self._append(driver, loose_table, loose)
            if snapshots:  # a round is over: its outcome is written, its money is not
                fault_points.passing("between outcome and settlement")
            self._append(driver, transfer_table, moves)
            if change:
                self._move(connection, change)
            self._append(driver, command_table, commands)
            if snapshots:
                kept = [dict(stream=stream, number=number, body=body) for stream, (number, body) in snapshots.items()]
                connection.execute(self._upsert_snapshots(), kept)
            # In the order given; neighbours of one statement go together.
            for statement, same in groupby((row for batch in batches for row in batch.rows), key=lambda row: row[0]):
                connection.execute(statement, [values for _, values in same])
            fault_points.passing("before commit")
        fault_points.passing("after commit")
        self.flushes += 1
        self.recorded += len(entries) + len(loose)

    def reading(self) -> AbstractContextManager[sa.Connection]:
        """A connection to read with."""
        return self._connected()

    @contextmanager
    def _connected(self) -> Iterator[sa.Connection]:
        if self._memory:
            with self._one_connection, self.engine.connect() as connection:
                yield connection
        else:
            with self.engine.connect() as connection:
                yield connection

    @contextmanager
    def _looking_up(self) -> Iterator[Any]:
        """The driver, for single rows. On SQLite one connection is kept for them: to take one out of the pool and lay it back
        takes as long as finding the row."""
        if self._memory or self.engine.dialect.name != "sqlite":
            with self._connected() as connection:
                yield _driver(connection)
            return
        with self._one_look:
            if self._eye is None:
                self._eye = self.engine.connect()
            yield _driver(self._eye)

    @contextmanager
    def _own_connection(self) -> Iterator[sa.Connection]:
        """The one that the writer keeps."""
        if self._memory:
            with self._connected() as connection:
                yield connection
            return
        if self._pen is None:
            self._pen = self.engine.connect()
        yield self._pen

    @contextmanager
    def _transaction(self, opened: AbstractContextManager[sa.Connection] | None = None) -> Iterator[sa.Connection]:
        """What is begun and ended here goes through the driver itself, and so may what is written meanwhile: SQLAlchemy's
        own part in a statement takes longer than writing one row does."""
        self._refuse_if_broken()
        with opened or self.reading() as connection:
            driver = _driver(connection)
            try:
                if self.engine.dialect.name == "sqlite":
                    driver.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                except BaseException:
                    connection.rollback()
                    driver.rollback()
                    raise
                try:
                    connection.commit()
                    driver.commit()
                    self._checkpoint(driver)
                except BaseException as wrong:  # what is on disk is not known any more; nobody tries again
                    self._broken = wrong
                    raise
            except self._errors as wrong:
                raise self._said(wrong) from wrong

    def _said(self, wrong: Exception) -> Exception:
        """An error of the driver as one of SQLAlchemy's, by which everybody else knows it."""
        return sa.exc.DBAPIError.instance(None, None, wrong, self._errors, dialect=self.engine.dialect)

    def _checkpoint(self, driver: Any) -> None:
        """Brings the write-ahead log into the database now and then. SQLite would do it by itself and keep quiet if it
        failed; here a failure is final like any other."""
        self._commits += 1
        if self._commits % self.commits_to_checkpoint == 0 and self.engine.dialect.name == "sqlite":
            driver.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _insert(self, table: sa.Table) -> Any:
        return (postgresql.insert if self.engine.dialect.name == "postgresql" else sqlite.insert)(table)

    def _append(self, driver: Any, table: sa.Table, rows: Sequence[tuple[Any, ...]]) -> None:
        """Adds rows as plain tuples: the driver takes thousands of them at once."""
        if rows:
            _tell(driver, _appending(table, self.engine.dialect.name), rows)

    def _move(self, connection: sa.Connection, change: dict[Account, int]) -> None:
        """Adds to the balances kept; the database itself refuses an overdraft. Rows are touched in one fixed order."""
        new = sorted(change.keys() - self._on_disk)
        if new:
            rows = [dict(name=name, cents=0, owes=int(may_owe(name))) for name in new]
            connection.execute(self._insert(account_table).on_conflict_do_nothing(index_elements=["name"]), rows)
        sign = "?" if self.engine.dialect.name == "sqlite" else "%s"
        add = f"UPDATE account SET cents = cents + {sign} WHERE name = {sign}"
        _tell(_driver(connection), add, [(cents, name) for name, cents in sorted(change.items())])
        self._on_disk.update(new)

    def _upsert_snapshots(self) -> Any:
        insert = self._insert(snapshot_table)
        return insert.on_conflict_do_update(
            index_elements=["stream"], set_={"number": insert.excluded.number, "body": insert.excluded.body}
        )

    @contextmanager
    def changing(self) -> Iterator[sa.Connection]:
        """A transaction on tables kept beside the ledger, which are not part of its record."""
        with self._transaction() as connection:
            yield connection

    def keep(self, tables: sa.MetaData) -> None:
        """Makes the tables that a desk keeps beside the ledger, if they are not there."""
        with self._transaction() as connection:
            make(connection, tables)

    @property
    def stopped_by(self) -> str:
        """What broke it, for whoever has to find out; empty while it works."""
        return str(self._broken or "")

    def look_at_the_file(self) -> None:
        """A file that was taken away or replaced keeps nothing: the ledger is broken from now on."""
        if self.holding is not None and self.holding.lost:
            with self._lock:
                self._broken = self._broken or OSError(f"{self.holding.path} was removed or replaced")

    @property
    def waiting(self) -> int:
        """Batches accepted and not yet on disk."""
        return len(self._queue)

    @property
    def idle(self) -> bool:
        """Whether everything accepted so far is on disk."""
        with self._lock:
            return not self._queue and not self._writing

    def close(self) -> None:
        with self._lock:
            self._closing = True
            self._wake.notify()
        if self._writer is not None:
            self._writer.join(timeout=30)
        for kept in (self._pen, self._eye):
            if kept is not None:
                kept.close()
        self.engine.dispose()
        if self.holding is not None:
            self.holding.release()


def _driver(connection: sa.Connection) -> Any:
    return connection.connection.driver_connection


def _tell(driver: Any, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    cursor = driver.cursor()
    if len(rows) == 1:  # which PostgreSQL's driver need not make ready for many
        cursor.execute(statement, rows[0])
    else:
        cursor.executemany(statement, rows)
    cursor.close()


@cache
def _appending(table: sa.Table, dialect: str) -> str:
    """The statement that adds a row, as the driver takes it."""
    sign = "?" if dialect == "sqlite" else "%s"
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    return f'INSERT INTO "{table.name}" ({names}) VALUES ({", ".join([sign] * len(table.columns))})'
