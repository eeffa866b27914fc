"""Opening: a ledger on SQLite or PostgreSQL, with its tables; a database that would not keep its word is refused."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.extras import needed_for
from houseway.ledger.holding import Holding, Occupied
from houseway.ledger.packing import unpacked
from houseway.ledger.schema import NotUsable, bring_up
from houseway.ledger.store import Ledger, Notepad
from houseway.ledger.tables import APPEND_ONLY, metadata


class UnsafeStore(Complaint):
    """The database would not keep what it acknowledges."""


DAMAGED = (sa.exc.DatabaseError, UnicodeDecodeError)  # how a damaged database shows: words that are none, too


MEMORY = "sqlite:///:memory:"
PAGE = 8192  # bytes


def open_ledger(url: str = MEMORY, alone: bool = False) -> Ledger:
    """Opens a ledger, making its tables if they are not there; refuses a database that would not keep its word. ``alone`` is
    how a house opens a file: nobody else's house is open on it."""
    holding = None
    if alone and url.startswith("sqlite:///") and url != MEMORY:
        try:
            holding = Holding(Path(url.removeprefix("sqlite:///")))
        except (Occupied, OSError) as wrong:
            raise UnsafeStore(f"the database at {url} cannot be used: {wrong}") from None
    try:
        ledger = _opened(url)
    except BaseException:
        if holding is not None:
            holding.release()
        raise
    if holding is not None:
        holding.opened()
        ledger.holding = holding
    return ledger


def notepad() -> Ledger:
    """A ledger in memory that one person works with alone: a worked case, a round told again."""
    return _opened(MEMORY, Notepad)


def _opened(url: str, kind: type[Ledger] = Ledger) -> Ledger:
    engine = _sqlite(url) if url.startswith("sqlite") else _postgres(url)
    try:
        if url == MEMORY:  # worked cases have a house of their own each, which begins as a copy
            with _copied, engine.connect() as connection:
                _blank().backup(connection.connection.driver_connection)
        else:
            _prepare(engine)
    except NotUsable as wrong:
        engine.dispose()
        raise UnsafeStore(f"the database at {engine.url.render_as_string()} cannot be used: {wrong}") from None
    except DAMAGED as wrong:
        why = getattr(wrong, "orig", wrong)
        raise UnsafeStore(f"the database at {engine.url.render_as_string()} cannot be used: {why}") from None
    return kind(engine)


def _prepare(engine: sa.Engine) -> None:
    """Its tables as they are today, and what guards them."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            _keeps_its_word(connection)
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        bring_up(connection, metadata)
        for statement in guards(engine.dialect.name):
            connection.exec_driver_sql(statement)


_copied = threading.Lock()


@cache
def _blank() -> Any:
    """A ledger in memory that nobody writes into."""
    engine = _sqlite(MEMORY)
    _prepare(engine)
    return engine.raw_connection().driver_connection


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


# What SQLAlchemy has made ready for one ledger on SQLite serves the others as well.
_statements: Any = sa.util.LRUCache(500)


@cache
def _dialect() -> sa.Dialect:
    """SQLite as SQLAlchemy knows it, once it has met it."""
    engine = sa.create_engine(MEMORY, module=_sqlite_driver())
    with engine.connect():
        return engine.dialect


def _sqlite(url: str) -> sa.Engine:
    address, dialect = sa.make_url(url), _dialect()
    memory = address.database == ":memory:"
    where, options = dialect.create_connect_args(address)

    def connected() -> Any:
        connection = dialect.connect(*where, **{**options, "check_same_thread": False, "isolation_level": None})
        _set_up(connection, memory)
        return connection

    pool = (sa.pool.StaticPool if memory else sa.pool.QueuePool)(connected, dialect=dialect)
    return sa.Engine(pool, dialect, address, execution_options={"compiled_cache": _statements})


def _set_up(connection: Any, memory: bool) -> None:
    """How a connection to SQLite is used; one that would not keep its word is refused."""
    safe = _wal_is_safe(tuple(int(part) for part in _sqlite_driver().sqlite_version.split(".")))
    connection.create_function("unpacked", 1, unpacked, deterministic=True)
    cursor = connection.cursor()
    wanted = "WAL" if safe else "DELETE"
    if not memory:
        cursor.execute(f"PRAGMA page_size={PAGE}")  # of a new file: what a round came to has room in a page
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


def guards(dialect: str) -> Iterable[str]:
    """What has been written cannot be changed or erased through the database's own front door; what is loose goes only to the
    sheet that has it. No number of a stream is used twice, loose and not."""
    if dialect == "sqlite":
        for table in APPEND_ONLY:
            for act in ("UPDATE", "DELETE"):
                unless = f"WHEN NOT {_BOUND} " if (table, act) == ("loose", "DELETE") else ""
                yield (
                    f"CREATE TRIGGER IF NOT EXISTS {table}_no_{act.lower()} BEFORE {act} ON {table} {unless}"
                    f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
                )
        for table, other in _TWO_PLACES:
            yield (
                f"CREATE TRIGGER IF NOT EXISTS {table}_once BEFORE INSERT ON {table} "
                f"WHEN EXISTS ({_taken(other)}) BEGIN SELECT RAISE(ABORT, 'the number is taken'); END"
            )
        return
    yield (
        "CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '%% is append-only', TG_TABLE_NAME; END $$"
    )
    yield (
        "CREATE OR REPLACE FUNCTION append_only_or_bound() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF TG_OP = 'DELETE' THEN IF {_BOUND} THEN RETURN OLD; END IF; END IF; "
        "RAISE EXCEPTION '%% is append-only', TG_TABLE_NAME; END $$"
    )
    for table in APPEND_ONLY:
        yield (
            f"CREATE OR REPLACE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION append_only{'_or_bound' if table == 'loose' else ''}()"
        )
    for table, other in _TWO_PLACES:
        yield (
            f"CREATE OR REPLACE FUNCTION {table}_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF EXISTS ({_taken(other)}) THEN RAISE unique_violation USING MESSAGE = 'the number is taken'; END IF; "
            "RETURN NEW; END $$"
        )
        yield (
            f"CREATE OR REPLACE TRIGGER {table}_once BEFORE INSERT ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {table}_once()"
        )


_BOUND = (
    "EXISTS (SELECT 1 FROM sheet WHERE sheet.stream = OLD.stream AND OLD.number BETWEEN sheet.first AND sheet.last)"
)
_TWO_PLACES = (("entry", "loose"), ("loose", "entry"))


def _taken(table: str) -> str:
    return f"SELECT 1 FROM {table} WHERE {table}.stream = NEW.stream AND {table}.number = NEW.number"
