"""Store: one ledger in SQLAlchemy Core, on SQLite or PostgreSQL.

How it works. ``post`` is called by whoever owns a stream (one table, one desk); it checks the key and the balances in
memory, numbers and chains the entry (``chain``), and hands it to the one writer thread (``writer``), which resolves the future
once it is on disk. ``opening`` makes a ledger of a database's address.

A command carries a key made by the client. The same key with the same contents gives the stored answer and changes
nothing; with other contents it is refused. The chain covers the answers too: they are part of the hash of the entry that
they were written with.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa

from houseway.ledger import sheets
from houseway.ledger.chain import (
    GENESIS,
    Command,
    Post,
    Stored,
    canonical,
    chained,
    checked,
    seal_over,
    unchecked,
)
from houseway.ledger.packing import EMPTIED, unpacked
from houseway.ledger.postings import Account, Transfer, may_owe
from houseway.ledger.tables import (
    NO_TOUCH,
    account_table,
    by_kind,
    edition_table,
    entry_table,
    snapshot_table,
    transfer_table,
)
from houseway.ledger.upgrades import as_said_today
from houseway.ledger.writer import Batch, NotOurs, Row, Writer

LAST = 2**62  # beyond every number
ARCHIVED: dict[str, Any] = {"archived": True}  # the body of an entry whose own was moved to an archive
ENDLESS = "9"  # after every moment that a clock shows
ANSWERS = "desk:answers"  # where an answer is entered that changed nothing else

_STREAMS = """WITH RECURSIVE found(name) AS (
    SELECT min(stream) FROM entry UNION ALL SELECT (SELECT min(stream) FROM entry WHERE stream > name) FROM found
    WHERE name IS NOT NULL) SELECT name FROM found"""


class Overdrawn(Exception):
    """The account does not hold that much."""

    def __init__(self, account: Account, holds: int, wanted: int) -> None:
        super().__init__(f"{account} holds {holds} cents, {wanted} are wanted")
        self.account, self.holds, self.wanted = account, holds, wanted


@dataclass(frozen=True, slots=True)
class Moved:
    """A transfer as it is on record: with the entry it belongs to, when that was made, and by whom."""

    stream: str
    number: int
    line: int
    source: Account
    target: Account
    cents: int
    memo: str
    kind: str
    at: str
    by: str


class KeyReused(Exception):
    """The key was used before, for something else."""


class Ledger(Writer):
    """The record as those see it who write it and read it: what waits for the disk counts as well as what is there."""

    def __init__(self, engine: sa.Engine, stepped: bool = False) -> None:
        self._balances: dict[Account, int] = {}
        self._moving: dict[Account, int] = {}  # on its way to the disk, of accounts that other processes move too
        self._heads: dict[str, tuple[int, str]] = {}
        self._nothing_apart: set[str] = set()  # streams of which nothing lies apart
        self._editions: dict[str, tuple[str, str]] = {}  # by digest: handed to the writer, or read before
        mark = "%s" if engine.dialect.name == "postgresql" else "?"
        self._answered = f"SELECT digest, answer FROM command WHERE key = {mark}"
        self._held = f"SELECT cents FROM account WHERE name = {mark}"
        self._edition_of = f"SELECT game, body FROM edition WHERE digest = {mark}"
        newest = f"SELECT number, hash FROM %s WHERE stream = {mark} ORDER BY number DESC LIMIT 1"
        self._last_of = [newest.replace("%s", table, 1) for table in ("entry", "loose")]
        super().__init__(engine, stepped)

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
        waiting: int = 0,
    ) -> Future[None]:
        """Records entries and their transfers together or not at all; resolved once they are on disk.

        ``snapshot`` is a stream and its state as it stands after these posts; ``rows`` go to tables that a desk keeps
        beside the ledger, in the same transaction; ``commands`` are further keys answered by them, and ``waiting`` is how
        many wait for answers that stand in the entries themselves."""
        with self._lock:
            self._refuse_if_broken()
            if self.sharing is not None:
                self._refuse_others({post.stream for post in posts})
            self._reserve(posts)
            if key:
                commands = (*commands, (key, digest, canonical(answer)))
            if commands and not posts:
                posts = (Post(ANSWERS, "answered", "", "", {}),)
            self._nothing_apart.difference_update(post.stream for post in posts if post.loose)
            numbered = []
            for left, post in zip(range(len(posts) - 1, -1, -1), posts, strict=True):
                number, prev = self._head(post.stream)
                body = canonical(post.body)
                seal = "" if left or not commands else seal_over(commands)  # on the last of them
                hash = chained(prev, number + 1, post, body, seal)
                self._heads[post.stream] = (number + 1, hash)
                numbered.append((post, number + 1, body, prev, hash, seal))
            kept = None
            if snapshot is not None:
                stream, head = snapshot[0], self._heads[snapshot[0]]
                kept = (stream, head[0], checked(stream, head, canonical(snapshot[1])))
            return self._submit(Batch(numbered, commands, kept, rows, waiting + len(commands)))

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
        if known is None and (row := self._row(self._answered, key)) is not None:
            known = (row[0], unpacked(row[1]))
        return known

    def _row(self, question: str, about: str) -> Any:
        """Asked for every order, and nearly always in vain: the driver's own cursor is the quickest to say so. What waits to be
        written is remembered, so nobody looks for it here."""
        with self._looking_up() as driver:
            try:
                return driver.execute(question, (about,)).fetchone()
            except self._errors as wrong:
                raise self._said(wrong) from wrong

    def _reserve(self, posts: Sequence[Post]) -> None:
        """Moves the money in memory, or moves nothing."""
        change: dict[Account, int] = {}
        for post in posts:
            for move in post.transfers:
                change[move.source] = change.get(move.source, 0) - move.cents
                change[move.target] = change.get(move.target, 0) + move.cents
        known = self._balances if self.sharing is None else {}
        for account, cents in change.items():
            holds = known[account] if account in known else self.balance(account)
            if cents < 0 and holds + cents < 0 and not may_owe(account):
                raise Overdrawn(account, holds, -cents)
        for account, cents in change.items():
            if self.sharing is not None and self.sharing.is_shared(account):
                self._moving[account] = self._moving.get(account, 0) + cents
            else:
                self._balances[account] += cents

    def _refuse_others(self, streams: set[str]) -> None:
        assert self.sharing is not None
        others = {stream for stream in streams if stream in self._undone or not self.sharing.owns(stream)}
        if others:
            raise NotOurs(others)

    def _forget(self, batch: Batch, undone: bool = False) -> None:
        super()._forget(batch, undone)
        if self.sharing is None:
            return
        for post, *_ in batch.posts:
            for move in post.transfers:
                for account, cents in ((move.source, -move.cents), (move.target, move.cents)):
                    if account in self._moving:
                        self._moving[account] -= cents
                        if not self._moving[account]:
                            del self._moving[account]
                    elif undone and account in self._balances:
                        self._balances[account] -= cents

    # Reading

    @contextmanager
    def one_view(self) -> Iterator[sa.Connection]:
        """A connection that sees everything as it is on disk at one moment, whatever is written meanwhile."""
        if self.engine.dialect.name == "postgresql":
            with self.engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
                yield connection
            return
        with self.reading() as connection:
            connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                connection.exec_driver_sql("ROLLBACK")

    def balance(self, account: Account) -> int:
        """What an account holds, everything accepted so far included."""
        with self._lock:
            if self.sharing is not None and self.sharing.is_shared(account):
                row = self._row(self._held, account)
                return (row[0] if row else 0) + self._moving.get(account, 0)
            if account not in self._balances:
                row = self._row(self._held, account)
                self._balances[account] = row[0] if row else 0
            return self._balances[account]

    def held_by_now(self) -> dict[Account, int]:
        """What every account holds that was asked for or moved since this ledger was opened."""
        with self._lock:
            return {account: cents for account, cents in self._balances.items() if cents}

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
            self._heads[stream] = self._last_written(stream) or (0, GENESIS)
        return self._heads[stream]

    def entries(
        self, stream: str, after: int = 0, until: int | None = None, without: Sequence[str] = ()
    ) -> Iterator[Stored]:
        """The entries of a stream in order, everything accepted so far included; some kinds may be left out."""
        self.settle_down()
        yield from self.written(stream, after, until, without)

    def written(
        self, stream: str, after: int = 0, until: int | None = None, without: Sequence[str] = ()
    ) -> Iterator[Stored]:
        """The same as far as it is on disk; nothing is waited for."""
        asked: dict[str, Any] = dict(stream=stream, after=after, until=LAST if until is None else until)
        if without:
            asked["without"] = list(without)
        with self.reading() as connection:
            rows = connection.execution_options(yield_per=1000).execute(_in_turn(bool(without)), asked)
            found: Iterable[Any] = rows.all() if self._memory else rows
            if self._has_apart(connection, stream):
                found = sheets.entries_in_turn(connection, found, stream, after, until)
            for row in found:
                if row.kind not in without:
                    yield stored(row)

    def _has_apart(self, connection: sa.Connection, stream: str) -> bool:
        """Whether anything of a stream lies apart. Where nobody else writes, a stream that has nothing has nothing until it is
        posted here."""
        if stream in self._nothing_apart:
            return False
        found = sheets.any_of(connection, stream)
        if not found and self.sharing is None:
            self._nothing_apart.add(stream)
        return found

    def reach(self, stream: str) -> int:
        """The number of a stream's last entry on disk."""
        last = self._last_written(stream)
        return last[0] if last else 0

    def _last_written(self, stream: str) -> tuple[int, str] | None:
        found = [(row[0], row[1]) for question in self._last_of if (row := self._row(question, stream))]
        return max(found, default=None)

    def newest(self, stream: str, kind: str, count: int, before: int | None = None, waits: bool = True) -> list[Stored]:
        """The last entries of one kind, newest first; none of those that lie apart (``sheets``). Without waiting, as far as they
        are on disk."""
        return self._of_kind(stream, kind, count, "DESC", 0, before, waits)

    def following(self, stream: str, kind: str, count: int, after: int, waits: bool = True) -> list[Stored]:
        """The first entries of one kind after a number, oldest first."""
        return self._of_kind(stream, kind, count, "ASC", after, None, waits)

    def _of_kind(
        self, stream: str, kind: str, count: int, order: str, after: int, before: int | None, waits: bool
    ) -> list[Stored]:
        if waits:
            self.settle_down()
        asked = dict(stream=stream, kind=kind, count=count, after=after, before=LAST if before is None else before)
        with self.reading() as connection:
            rows = connection.execute(_of_one_kind(order, self.engine.dialect.name), asked).all()
        return [stored(row) for row in rows]

    def moves(self, account: Account) -> list[Transfer]:
        """Every transfer to or from an account, by stream and number."""
        found = sorted(self.moves_of(account), key=lambda move: (move.stream, move.number, move.line))
        return [Transfer(move.source, move.target, move.cents, move.memo) for move in found]

    def moves_of(self, account: Account) -> list[Moved]:
        """The same with when and by whom each was made, in the order of time."""
        table = transfer_table.c
        which = sa.or_(table.source == account, table.target == account)
        found = self._moved(which, lambda connection: sheets.moving(connection, account))
        return [move for move in found if account in (move.source, move.target)]

    def moved_in(self, stream: str, after: int = 0, until: int | None = None) -> list[Moved]:
        """Every transfer of a stream after one of its entries, or up to another."""
        table = transfer_table.c
        which = sa.and_(
            table.stream == stream, table.number > after, table.number <= (LAST if until is None else until)
        )
        return self._moved(which, lambda connection: sheets.apart(connection, stream, after, until))

    def moves_between(self, stream: str, since: str, until: str) -> list[Moved]:
        """Every transfer of a stream's entries that were made from one moment on and before another."""
        after, upto = self.span(stream, since, until)
        return [move for move in self.moved_in(stream, after, upto) if since <= move.at < until]

    def span(self, stream: str, since: str, until: str) -> tuple[int, int]:
        """After which entry of a stream those of a time begin, and with which they end, however the clock was set meanwhile: a
        day more on either side. Entries are found by halving, not by reading them all."""
        day = timedelta(days=1)
        first = datetime.fromisoformat(since) - day
        last = None if until == ENDLESS else (datetime.fromisoformat(until) + day).isoformat()
        self.settle_down()
        reach = self.reach(stream)
        return self.before(stream, first.isoformat(), reach), reach if last is None else self.before(
            stream, last, reach
        )

    def before(self, stream: str, moment: str, reach: int | None = None) -> int:
        """How many entries of a stream were made before a moment, as far as they are in the order of time."""
        low, high = 0, self.reach(stream) if reach is None else reach
        with self.reading() as connection:
            while low < high:
                middle = (low + high) // 2 + 1
                entry = sheets.entry_of(connection, stream, middle)
                if entry is None or entry.at < moment:
                    low = middle
                else:
                    high = middle - 1
        return low

    def _moved(
        self, which: sa.ColumnElement[bool], apart: Callable[[sa.Connection], Iterable[sheets.Entry]]
    ) -> list[Moved]:
        """The transfers that are so, and those of touches that lie apart, in the order of time."""
        self.settle_down()
        table, entry = transfer_table.c, entry_table.c
        same = sa.and_(table.stream == entry.stream, table.number == entry.number)
        query = sa.select(transfer_table, entry.kind, entry.at, entry.by).join(entry_table, same).where(which)
        with self.reading() as connection:
            found = {Moved(*row) for row in connection.execute(query).all()}
            for one in apart(connection):
                for line, move in enumerate(one.transfers):
                    said = (move.source, move.target, move.cents, move.memo, one.kind, one.at, one.by)
                    found.add(Moved(one.stream, one.number, line, *said))
        return sorted(found, key=lambda move: (move.at, move.stream, move.number, move.line))

    def held_by(self, prefix: str) -> int:
        """What all accounts hold together whose names begin so."""
        self.settle_down()
        total = sa.select(sa.func.coalesce(sa.func.sum(account_table.c.cents), 0))
        of_them = account_table.c.name.startswith(prefix, autoescape=True)
        with self.reading() as connection:
            return int(connection.execute(total.where(of_them)).scalar_one())

    def streams(self) -> list[str]:
        """Every stream there is: from one name to the next by the index, however many entries each has."""
        self.settle_down()
        with self.reading() as connection:
            return [name for name in connection.exec_driver_sql(_STREAMS).scalars() if name is not None]

    def snapshot(self, stream: str) -> tuple[int, Any] | None:
        """The last snapshot, unless it is damaged: it is a shortcut, and the entries are the truth."""
        with self.reading() as connection:
            row = connection.execute(sa.select(snapshot_table).where(snapshot_table.c.stream == stream)).first()
            entry = None if row is None else sheets.entry_of(connection, stream, row.number)
        if row is None or entry is None:
            return None
        body = unchecked(stream, (row.number, entry.hash), row.body)
        return None if body is None else (row.number, json.loads(body))

    def edition(self, digest: str) -> tuple[str, str] | None:
        """The game of an edition and the text whose digest it bears, if it was kept."""
        if digest not in self._editions:
            row = self._row(self._edition_of, digest)
            if row is None:
                return None
            self._editions[digest] = (row[0], row[1])
        return self._editions[digest]

    def keep_edition(self, digest: str, game: str, text: str) -> Sequence[Row]:
        """What keeps an edition, to be written with the first entry that rests on it; nothing if it is kept already."""
        if self.edition(digest) is not None:
            return ()
        self._editions[digest] = (game, text)
        insert = self._insert(edition_table).on_conflict_do_nothing(index_elements=["digest"])
        return ((insert, dict(digest=digest, game=game, body=text)),)

    def forget(self, stream: str) -> None:
        """What was remembered of a stream and its accounts; another process may have written since."""
        with self._lock:
            self._undone.discard(stream)
            self._heads.pop(stream, None)
            for account in [name for name in self._balances if f":{stream}" in name or name.startswith("player:")]:
                del self._balances[account]

    def forget_all(self) -> None:
        """Everything remembered of streams and accounts; another process has written them until now."""
        self.settle_down()
        with self._lock:
            self._heads.clear()
            self._balances.clear()

    def settled(self) -> Future[None]:
        """Resolved once everything accepted so far is on disk."""
        self._refuse_if_broken()
        return self._last

    def settle_down(self) -> None:
        """Waits until everything accepted so far is on disk."""
        if self.idle:
            return
        if self._writer is None:
            self.write()
        else:
            self.settled().result()


class Notepad(Ledger):
    """A ledger in memory for whoever works with it alone: what is posted is written when something is read, and by the same
    hand. Nobody waits for a disk that is not there."""

    def __init__(self, engine: sa.Engine) -> None:
        super().__init__(engine, stepped=True)

    def reading(self) -> AbstractContextManager[sa.Connection]:
        if self._queue:
            self.write()
        return super().reading()


@cache
def _in_turn(leaves_out: bool) -> Any:
    """Entries of a stream in order, but for some kinds; the words are put together once, not for every act at a table."""
    of, asked = entry_table.c, sa.bindparam
    query = sa.select(entry_table).where(of.stream == asked("stream"), of.number > asked("after"))
    query = query.where(of.number <= asked("until"))
    if leaves_out:
        query = query.where(of.kind.not_in(asked("without", expanding=True)))
    return query.order_by(of.number)


@cache
def _of_one_kind(order: str, dialect: str) -> Any:
    """Entries of one kind, by their index: SQLite would not take it by itself, so it is named there."""
    names = ", ".join(f'"{column.name}"' for column in entry_table.columns)
    index = f"INDEXED BY {by_kind.name}" if dialect == "sqlite" else ""
    bounds = f"kind = :kind AND {NO_TOUCH} AND number > :after AND number < :before"
    text = f"SELECT {names} FROM entry {index} WHERE stream = :stream AND {bounds}"
    text += f" ORDER BY number {order} LIMIT :count"
    return sa.text(text).columns(*entry_table.columns)


def stored(row: Any) -> Stored:
    """An entry from its row, in the shape of today."""
    body = ARCHIVED if row.body == EMPTIED else as_said_today(row.kind, row.version, json.loads(row.body))
    return Stored(row.stream, row.number, row.kind, row.at, row.by, body, row.prev, row.hash, row.version)
