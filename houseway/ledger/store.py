"""Store: one ledger in SQLAlchemy Core, on SQLite or PostgreSQL.

How it works. ``post`` is called by whoever owns a stream (one table, one desk); it checks the key and the balances in
memory, numbers and chains the entry, and hands it to the one writer thread. The writer takes everything that waits,
writes it in a single transaction and flushes; only then are the futures resolved, so an answer that a person has heard
is on disk. A failed flush is final: the ledger refuses everything from then on, and whoever runs it restarts from what
is stored. Nobody retries a flush.

A command carries a key made by the client. The same key with the same contents gives the stored answer and changes
nothing; with other contents it is refused. The chain covers the answers too: they are part of the hash of the entry that
they were written with.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from typing import Any, TypeAlias

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from houseway.complaint import Complaint
from houseway.extras import needed_for
from houseway.ledger import marks
from houseway.ledger.postings import Account, Transfer, may_owe
from houseway.ledger.schema import NewerDatabase, bring_up
from houseway.ledger.upgrades import RECORD, as_said_today

GENESIS = "0" * 64
# When so many commands came together, so many seconds are given to the next to come together as well: one flush for all.
CROWD, GATHER = 24, 0.003

metadata = sa.MetaData()

Whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

entry_table = sa.Table(
    "entry",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("number", Whole, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("prev", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("seal", sa.Text, nullable=False, server_default=""),  # of the answers given with it; "" for none
    sa.Column("version", Whole, nullable=False, server_default="1"),  # of the shape of what it says
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
transfer_table = sa.Table(
    "transfer",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("number", Whole, primary_key=True, autoincrement=False),
    sa.Column("line", Whole, primary_key=True, autoincrement=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("cents", Whole, sa.CheckConstraint("cents > 0"), nullable=False),
    sa.Column("memo", sa.Text, nullable=False),
    sa.ForeignKeyConstraint(["stream", "number"], ["entry.stream", "entry.number"]),
    sa.CheckConstraint("source <> target"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
account_table = sa.Table(
    "account",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("cents", Whole, nullable=False),
    sa.Column("owes", Whole, nullable=False),  # 1: may be overdrawn
    sa.CheckConstraint("cents >= 0 OR owes = 1", name="no_overdraft"),
    sqlite_strict=True,
)
command_table = sa.Table(
    "command",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column(
        "stream", sa.Text, nullable=False, server_default=""
    ),  # the entry it was written with, whose hash covers it
    sa.Column("number", Whole, nullable=False, server_default="0"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
snapshot_table = sa.Table(  # a shortcut for starting up; never the truth
    "snapshot",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("number", Whole, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sqlite_strict=True,
)

edition_table = sa.Table(  # what the digests on record stand for: the terms of every edition that was played by
    "edition",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

_STREAMS = """WITH RECURSIVE found(name) AS (
    SELECT min(stream) FROM entry UNION ALL SELECT (SELECT min(stream) FROM entry WHERE stream > name) FROM found
    WHERE name IS NOT NULL) SELECT name FROM found"""

_APPEND_ONLY = ("entry", "transfer", "command", "edition")
ANSWERS = "desk:answers"  # where an answer is entered that changed nothing else
CHECKPOINT = 100  # commits from one checkpoint of the write-ahead log to the next


class Overdrawn(Exception):
    """The account does not hold that much."""

    def __init__(self, account: Account, holds: int, wanted: int) -> None:
        super().__init__(f"{account} holds {holds} cents, {wanted} are wanted")
        self.account, self.holds, self.wanted = account, holds, wanted


class KeyReused(Exception):
    """The key was used before, for something else."""


class LedgerBroken(Exception):
    """A write failed; nothing is accepted until the house restarts from what is stored."""


class UnsafeStore(Complaint):
    """The database would not keep what it acknowledges."""


@dataclass(frozen=True, slots=True)
class Post:
    """One thing to be recorded: an entry of a stream, and the money it moves."""

    stream: str
    kind: str
    at: str
    by: str
    body: dict[str, Any]
    transfers: tuple[Transfer, ...] = ()
    version: int = RECORD


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as the store has it."""

    stream: str
    number: int
    kind: str
    at: str
    by: str
    body: dict[str, Any]
    prev: str
    hash: str
    version: int = 1


Command: TypeAlias = tuple[str, str, str]  # a key, the digest of what was asked, the answer as text
Row: TypeAlias = tuple[sa.Executable, dict[str, Any]]  # a statement of a desk's own tables, and its values


@dataclass
class _Batch:
    posts: list[tuple[Post, int, str, str, str, str]]  # post, number, body text, prev, hash, seal
    commands: Sequence[Command]
    snapshot: tuple[str, int, str] | None
    rows: Sequence[Row]
    future: Future[None] = field(default_factory=Future)


_sorted = msgspec.json.Encoder(order="sorted").encode


def canonical(doc: Any) -> str:
    """A document as the record has it: one text to a document, its keys in order."""
    return _sorted(doc).decode()


def chained(prev: str, number: int, post: Post, body: str, seal: str = "") -> str:
    """The hash of an entry: of the one before it, of everything it says, of every cent it moves and every answer given."""
    moves = [[move.source, move.target, move.cents, move.memo] for move in post.transfers]
    said: list[Any] = [prev, post.stream, number, post.kind, post.at, post.by, body, moves]
    if seal:
        said.append(seal)
    if post.version > 1:  # the first houses did not say it
        said.append(post.version)
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def sealed(key: str, digest: str, answer: str) -> int:
    """What an answer adds to the seal of its entry; seals are sums, so that answers can be read in any order."""
    text = f"{len(key)} {key}{len(digest)} {digest}{answer}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest())


def seal_of(parts: int) -> str:
    """The seal, from the sum of its parts."""
    return f"{parts % (1 << 256):064x}" if parts else ""


def checked(stream: str, head: tuple[int, str], body: str) -> str:
    """A snapshot with its check, which fits this text at this entry of this stream and no other."""
    return f'{{"check":"{_check(stream, head, body)}","state":{body}}}'


def unchecked(stream: str, head: tuple[int, str], text: str) -> str | None:
    """The snapshot without its check, or None if that does not fit. Early snapshots had none."""
    frame, check, body = (text[:10], text[42:52], text[-1:]), text[10:42], text[52:-1]
    if frame[0] != '{"check":"' and frame[1] != '","state":':
        return text
    whole = frame == ('{"check":"', '","state":', "}")
    return body if whole and check == _check(stream, head, body) else None


def _check(stream: str, head: tuple[int, str], body: str) -> str:
    return hashlib.blake2b(f"{stream} {head[0]} {head[1]} {body}".encode(), digest_size=16).hexdigest()


class Ledger:
    def __init__(self, engine: sa.Engine, stepped: bool = False) -> None:
        """``stepped``: nothing is written but by ``write``; for a simulation that says itself when the disk is done."""
        self.engine = engine
        self._lock = threading.RLock()
        self._wake = threading.Condition(self._lock)
        self._queue: deque[_Batch] = deque()
        self._balances: dict[Account, int] = {}
        self._heads: dict[str, tuple[int, str]] = {}
        self._answers: dict[str, tuple[str, str]] = {}  # keys of batches not yet flushed
        self._memory = engine.url.database in (None, "", ":memory:") and engine.dialect.name == "sqlite"
        self._one_connection = threading.RLock()  # a ledger in memory has one connection for everybody
        self._broken: BaseException | None = None
        mark = "%s" if engine.dialect.name == "postgresql" else "?"
        self._answered = f"SELECT digest, answer FROM command WHERE key = {mark}"
        self._closing = False
        self._writing = False
        self._on_disk: set[Account] = set()  # accounts known to have a row
        self._editions: dict[str, tuple[str, str]] = {}  # by digest: handed to the writer, or read before
        self.flushes = 0
        self.guard: Callable[[sa.Connection, set[str]], None] | None = None  # asked in every transaction
        self.recorded = 0  # entries written since the ledger was opened
        self.commits_to_checkpoint = CHECKPOINT
        self._commits = 0
        self._crowd = 0  # commands in the last transaction
        self._writer: threading.Thread | None = None
        if not stepped:
            self._writer = threading.Thread(target=self._write, name="ledger-writer", daemon=True)
            self._writer.start()

    # Writing

    def post(
        self,
        posts: Sequence[Post],
        key: str = "",
        digest: str = "",
        answer: Any = None,
        snapshot: tuple[str, Any] | None = None,
        rows: Sequence[Row] = (),
        commands: Sequence[Command] = (),
    ) -> Future[None]:
        """Records entries and their transfers together or not at all; resolved once they are on disk.

        ``snapshot`` is a stream and its state as it stands after these posts; ``rows`` go to tables that a desk keeps
        beside the ledger, in the same transaction; ``commands`` are further keys answered by them."""
        with self._lock:
            if self._broken is not None:
                raise LedgerBroken(f"the ledger stopped after a failed write: {self._broken}")
            self._reserve(posts)
            if key:
                commands = (*commands, (key, digest, canonical(answer)))
            for each, asked, text in commands:
                self._answers[each] = (asked, text)
            if commands and not posts:
                posts = (Post(ANSWERS, "answered", "", "", {}),)
            numbered = []
            for left, post in zip(range(len(posts) - 1, -1, -1), posts, strict=True):
                number, prev = self._head(post.stream)
                body = canonical(post.body)
                seal = "" if left else seal_of(sum(sealed(*command) for command in commands))  # on the last of them
                hash = chained(prev, number + 1, post, body, seal)
                self._heads[post.stream] = (number + 1, hash)
                numbered.append((post, number + 1, body, prev, hash, seal))
            kept = None
            if snapshot is not None:
                stream, head = snapshot[0], self._heads[snapshot[0]]
                kept = (stream, head[0], checked(stream, head, canonical(snapshot[1])))
            batch = _Batch(numbered, commands, kept, rows)
            batch.future.set_running_or_notify_cancel()  # nobody takes back what is on its way to the disk
            self._queue.append(batch)
            self._wake.notify()
            return batch.future

    def answered(self, key: str) -> bool:
        """Whether there is an answer under a key, whatever was asked with it."""
        return bool(key) and self._known(key) is not None

    def recall(self, key: str, digest: str) -> Any | None:
        """The answer stored under a key, or None if the key is new; other contents under it are refused."""
        known = self._known(key)
        if known is None:
            return None
        if known[0] != digest:
            raise KeyReused(f"the key {key!r} was used before with other contents")
        return json.loads(known[1])

    def _known(self, key: str) -> tuple[str, str] | None:
        with self._lock:
            known = self._answers.get(key)
        if known is None:
            with self.reading() as connection:
                # Asked for every order, and nearly always in vain: the driver's own cursor is the quickest to say so.
                driver = connection.connection.driver_connection
                assert driver is not None
                known = driver.execute(self._answered, (key,)).fetchone()
        return known

    def _reserve(self, posts: Sequence[Post]) -> None:
        """Moves the money in memory, or moves nothing."""
        change: dict[Account, int] = {}
        for post in posts:
            for move in post.transfers:
                change[move.source] = change.get(move.source, 0) - move.cents
                change[move.target] = change.get(move.target, 0) + move.cents
        for account, cents in change.items():
            holds = self.balance(account)
            if cents < 0 and holds + cents < 0 and not may_owe(account):
                raise Overdrawn(account, holds, -cents)
        for account, cents in change.items():
            self._balances[account] += cents

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
        self._crowd = sum(len(batch.commands) for batch in batches)
        try:
            self._flush(batches)
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
                for command in batch.commands:
                    self._answers.pop(command[0], None)
        for batch in batches:
            batch.future.set_result(None)

    def _flush(self, batches: list[_Batch]) -> None:
        entries: list[tuple[Any, ...]] = []
        moves: list[tuple[Any, ...]] = []
        commands: list[tuple[Any, ...]] = []
        change: dict[Account, int] = {}
        snapshots: dict[str, tuple[int, str]] = {}
        for batch in batches:
            for post, number, body, prev, hash, seal in batch.posts:
                entries.append((post.stream, number, post.kind, post.at, post.by, body, prev, hash, seal, post.version))
                for line, move in enumerate(post.transfers):
                    moves.append((post.stream, number, line, move.source, move.target, move.cents, move.memo))
                    change[move.source] = change.get(move.source, 0) - move.cents
                    change[move.target] = change.get(move.target, 0) + move.cents
            if batch.commands:
                last = batch.posts[-1]
                commands.extend((*command, last[0].stream, last[1]) for command in batch.commands)
            if batch.snapshot is not None:
                snapshots[batch.snapshot[0]] = batch.snapshot[1:]
        with self._transaction() as connection:
            if self.guard is not None:
                self.guard(connection, {entry[0] for entry in entries})
            self._append(connection, entry_table, entries)
            if snapshots:  # a round is over: its outcome is written, its money is not
                marks.passing("between outcome and settlement")
            self._append(connection, transfer_table, moves)
            if change:
                self._move(connection, change)
            self._append(connection, command_table, commands)
            if snapshots:
                kept = [dict(stream=stream, number=number, body=body) for stream, (number, body) in snapshots.items()]
                connection.execute(self._upsert_snapshots(), kept)
            # In the order given; neighbours of one statement go together.
            for statement, same in groupby((row for batch in batches for row in batch.rows), key=lambda row: row[0]):
                connection.execute(statement, [values for _, values in same])
            marks.passing("before commit")
        marks.passing("after commit")
        self.flushes += 1
        self.recorded += len(entries)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection to read with."""
        if self._memory:
            with self._one_connection, self.engine.connect() as connection:
                yield connection
        else:
            with self.engine.connect() as connection:
                yield connection

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        if self._broken is not None:
            raise LedgerBroken(f"the ledger stopped after a failed write: {self._broken}")
        with self.reading() as connection:
            if self.engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.rollback()
                raise
            try:
                connection.commit()
                self._checkpoint(connection)
            except BaseException as wrong:  # what is on disk is not known any more; nobody tries again
                self._broken = wrong
                raise

    def _checkpoint(self, connection: sa.Connection) -> None:
        """Brings the write-ahead log into the database now and then. SQLite would do it by itself and keep quiet if it
        failed; here a failure is final like any other."""
        self._commits += 1
        if self._commits % self.commits_to_checkpoint == 0 and self.engine.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def _insert(self, table: sa.Table) -> Any:
        return (postgresql.insert if self.engine.dialect.name == "postgresql" else sqlite.insert)(table)

    def _append(self, connection: sa.Connection, table: sa.Table, rows: Sequence[tuple[Any, ...]]) -> None:
        """Adds rows as plain tuples: the driver takes thousands of them at once."""
        if rows:
            connection.exec_driver_sql(self._statement(table), list(rows))

    @cache  # noqa: B019  one ledger to a process, and as long as it
    def _statement(self, table: sa.Table) -> str:
        sign = "?" if self.engine.dialect.name == "sqlite" else "%s"
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        return f'INSERT INTO "{table.name}" ({names}) VALUES ({", ".join([sign] * len(table.columns))})'

    def _move(self, connection: sa.Connection, change: dict[Account, int]) -> None:
        """Adds to the balances kept; the database itself refuses an overdraft. Rows are touched in one fixed order."""
        new = sorted(change.keys() - self._on_disk)
        if new:
            rows = [dict(name=name, cents=0, owes=int(may_owe(name))) for name in new]
            connection.execute(self._insert(account_table).on_conflict_do_nothing(index_elements=["name"]), rows)
        sign = "?" if self.engine.dialect.name == "sqlite" else "%s"
        add = f"UPDATE account SET cents = cents + {sign} WHERE name = {sign}"
        connection.exec_driver_sql(add, [(cents, name) for name, cents in sorted(change.items())])
        self._on_disk.update(new)

    def _upsert_snapshots(self) -> Any:
        insert = self._insert(snapshot_table)
        return insert.on_conflict_do_update(
            index_elements=["stream"], set_={"number": insert.excluded.number, "body": insert.excluded.body}
        )

    # Reading

    def balance(self, account: Account) -> int:
        """What an account holds, everything accepted so far included."""
        with self._lock:
            if account not in self._balances:
                with self.reading() as connection:
                    cents = connection.execute(
                        sa.select(account_table.c.cents).where(account_table.c.name == account)
                    ).scalar()
                self._balances[account] = cents or 0
            return self._balances[account]

    def head(self, stream: str) -> tuple[int, str]:
        """The number and hash of a stream's last entry."""
        with self._lock:
            return self._head(stream)

    def heads(self) -> dict[str, tuple[int, str]]:
        """The heads of every stream asked for or written to so far, whether on disk yet or not."""
        with self._lock:
            return dict(self._heads)

    def _head(self, stream: str) -> tuple[int, str]:
        if stream not in self._heads:
            with self.reading() as connection:
                row = connection.execute(
                    sa.select(entry_table.c.number, entry_table.c.hash)
                    .where(entry_table.c.stream == stream)
                    .order_by(entry_table.c.number.desc())
                    .limit(1)
                ).first()
            self._heads[stream] = (row.number, row.hash) if row is not None else (0, GENESIS)
        return self._heads[stream]

    def entries(
        self, stream: str, after: int = 0, until: int | None = None, without: Sequence[str] = ()
    ) -> Iterator[Stored]:
        """The entries of a stream in order, everything accepted so far included; some kinds may be left out."""
        self.settle_down()
        query = sa.select(entry_table).where(entry_table.c.stream == stream, entry_table.c.number > after)
        if until is not None:
            query = query.where(entry_table.c.number <= until)
        if without:
            query = query.where(entry_table.c.kind.not_in(without))
        with self.reading() as connection:
            rows = connection.execution_options(yield_per=1000).execute(query.order_by(entry_table.c.number))
            for row in rows.all() if self._memory else rows:
                yield _stored(row)

    def newest(self, stream: str, kind: str, count: int, before: int | None = None) -> list[Stored]:
        """The last entries of one kind, newest first."""
        self.settle_down()
        query = sa.select(entry_table).where(entry_table.c.stream == stream, entry_table.c.kind == kind)
        if before is not None:
            query = query.where(entry_table.c.number < before)
        with self.reading() as connection:
            rows = connection.execute(query.order_by(entry_table.c.number.desc()).limit(count)).all()
        return [_stored(row) for row in rows]

    def moves(self, account: Account) -> list[Transfer]:
        """Every transfer to or from an account, by stream and number."""
        self.settle_down()
        table = transfer_table.c
        query = sa.select(transfer_table).where(sa.or_(table.source == account, table.target == account))
        with self.reading() as connection:
            rows = connection.execute(query.order_by(table.stream, table.number, table.line)).all()
        return [Transfer(row.source, row.target, row.cents, row.memo) for row in rows]

    def streams(self) -> list[str]:
        """Every stream there is: from one name to the next by the index, however many entries each has."""
        self.settle_down()
        with self.reading() as connection:
            return [name for name in connection.exec_driver_sql(_STREAMS).scalars() if name is not None]

    def snapshot(self, stream: str) -> tuple[int, Any] | None:
        """The last snapshot, unless it is damaged: it is a shortcut, and the entries are the truth."""
        at = sa.and_(entry_table.c.stream == snapshot_table.c.stream, entry_table.c.number == snapshot_table.c.number)
        query = sa.select(snapshot_table, entry_table.c.hash).join(entry_table, at)
        with self.reading() as connection:
            row = connection.execute(query.where(snapshot_table.c.stream == stream)).first()
        body = None if row is None else unchecked(stream, (row.number, row.hash), row.body)
        return None if row is None or body is None else (row.number, json.loads(body))

    def edition(self, digest: str) -> tuple[str, str] | None:
        """The game of an edition and the text whose digest it bears, if it was kept."""
        if digest not in self._editions:
            table = edition_table.c
            with self.reading() as connection:
                query = sa.select(table.game, table.body).where(table.digest == digest)
                row = connection.execute(query).first()
            if row is None:
                return None
            self._editions[digest] = (row.game, row.body)
        return self._editions[digest]

    def keep_edition(self, digest: str, game: str, text: str) -> Sequence[Row]:
        """What keeps an edition, to be written with the first entry that rests on it; nothing if it is kept already."""
        if self.edition(digest) is not None:
            return ()
        self._editions[digest] = (game, text)
        insert = self._insert(edition_table).on_conflict_do_nothing(index_elements=["digest"])
        return ((insert, dict(digest=digest, game=game, body=text)),)

    @contextmanager
    def changing(self) -> Iterator[sa.Connection]:
        """A transaction on tables kept beside the ledger, which are not part of its record."""
        with self._transaction() as connection:
            yield connection

    def keep(self, tables: sa.MetaData) -> None:
        """Makes the tables that a desk keeps beside the ledger, if they are not there."""
        with self._transaction() as connection:
            tables.create_all(connection)

    def forget(self, stream: str) -> None:
        """What was remembered of a stream and its accounts; another process may have written since."""
        with self._lock:
            self._heads.pop(stream, None)
            for account in [name for name in self._balances if f":{stream}" in name or name.startswith("player:")]:
                del self._balances[account]

    @property
    def stopped_by(self) -> str:
        """What broke it, for whoever has to find out; empty while it works."""
        return str(self._broken or "")

    @property
    def waiting(self) -> int:
        """Batches accepted and not yet on disk."""
        return len(self._queue)

    def settled(self) -> Future[None]:
        """Resolved once everything accepted so far is on disk."""
        return self.post(())

    @property
    def idle(self) -> bool:
        """Whether everything accepted so far is on disk."""
        with self._lock:
            return not self._queue and not self._writing

    def settle_down(self) -> None:
        """Waits until everything accepted so far is on disk."""
        if self.idle:
            return
        if self._writer is None:
            self.write()
        else:
            self.post(()).result()

    def close(self) -> None:
        with self._lock:
            self._closing = True
            self._wake.notify()
        if self._writer is not None:
            self._writer.join(timeout=30)
        self.engine.dispose()


def _stored(row: Any) -> Stored:
    body = as_said_today(row.kind, row.version, json.loads(row.body))
    return Stored(row.stream, row.number, row.kind, row.at, row.by, body, row.prev, row.hash, row.version)


# Opening

DAMAGED = (sa.exc.DatabaseError, UnicodeDecodeError)  # how a damaged database shows: words that are none, too


def open_ledger(url: str = "sqlite:///:memory:") -> Ledger:
    """Opens a ledger, making its tables if they are not there; refuses a database that would not keep its word."""
    engine = _sqlite(url) if url.startswith("sqlite") else _postgres(url)
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                _keeps_its_word(connection)
            else:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            bring_up(connection, metadata)
            for statement in _guards(engine.dialect.name):
                connection.exec_driver_sql(statement)
    except NewerDatabase as wrong:
        engine.dispose()
        raise UnsafeStore(f"the database at {engine.url.render_as_string()} cannot be used: {wrong}") from None
    except DAMAGED as wrong:
        why = getattr(wrong, "orig", wrong)
        raise UnsafeStore(f"the database at {engine.url.render_as_string()} cannot be used: {why}") from None
    return Ledger(engine)


# A race in resetting the write-ahead log can lose commits; it was mended in these versions.
def _wal_is_safe(version: tuple[int, ...]) -> bool:
    return (
        (version >= (3, 51, 3) and version != (3, 52, 0))
        or (3, 50, 7) <= version < (3, 51)
        or (3, 44, 6) <= version < (3, 45)
    )


def _sqlite_driver() -> Any:
    """The SQLite of houseway[serve], which keeps a write-ahead log that is safe; or the interpreter's own, whichever it is:
    where its log is not safe it writes without one, just as durably, but a reader then waits for the writer."""
    try:
        import pysqlite3
    except ImportError:
        import sqlite3

        return sqlite3
    return pysqlite3


def _sqlite(url: str) -> sa.Engine:
    driver = _sqlite_driver()
    version = tuple(int(part) for part in driver.sqlite_version.split("."))
    safe = _wal_is_safe(version)
    memory = url.endswith(":memory:")
    options: dict[str, Any] = {"poolclass": sa.pool.StaticPool} if memory else {}
    engine = sa.create_engine(
        url, module=driver, connect_args={"check_same_thread": False, "isolation_level": None}, **options
    )

    @sa.event.listens_for(engine, "connect")
    def _settings(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        wanted = "WAL" if safe else "DELETE"
        if not memory:
            mode = cursor.execute(f"PRAGMA journal_mode={wanted}").fetchone()[0]
            if mode.upper() != wanted:
                raise UnsafeStore(f"SQLite would not use journal mode {wanted}, it says {mode}")
        cursor.execute(f"PRAGMA synchronous={'FULL' if safe else 'EXTRA'}")
        level = cursor.execute("PRAGMA synchronous").fetchone()[0]
        if level < 2:
            raise UnsafeStore("SQLite does not sync every commit; acknowledged wagers could be lost")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA trusted_schema=OFF")
        cursor.execute("PRAGMA busy_timeout=5000")
        cursor.execute("PRAGMA wal_autocheckpoint=0")  # the ledger does it itself, and hears if it fails
        cursor.close()

    return engine


def _postgres(url: str) -> sa.Engine:
    try:
        address = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        address = None
    if address is None or address.get_backend_name() != "postgresql":  # not shown whole: it may hold a password
        raise UnsafeStore(
            f"a ledger is kept in a file or at postgresql://user@host/name, not at {url.partition(':')[0]}:…"
        )
    with needed_for("a PostgreSQL ledger"):
        import psycopg  # noqa: F401
    return sa.create_engine(address.set(drivername="postgresql+psycopg"), pool_pre_ping=True)


def _keeps_its_word(connection: sa.Connection) -> None:
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        value = connection.exec_driver_sql(f"SHOW {setting}").scalar()
        if value == "off":
            raise UnsafeStore(f"PostgreSQL runs with {setting} off; acknowledged wagers could be lost")


def _guards(dialect: str) -> Iterable[str]:
    """What has been written cannot be changed or erased through the database's own front door."""
    if dialect == "sqlite":
        for table in _APPEND_ONLY:
            for act in ("UPDATE", "DELETE"):
                yield (
                    f"CREATE TRIGGER IF NOT EXISTS {table}_no_{act.lower()} BEFORE {act} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
                )
    else:
        yield (
            "CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION '%% is append-only', TG_TABLE_NAME; END $$"
        )
        for table in _APPEND_ONLY:
            yield (
                f"CREATE OR REPLACE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
                f"FOR EACH ROW EXECUTE FUNCTION append_only()"
            )
