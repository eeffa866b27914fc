"""Schema: the tables of a database by version, and how one of an earlier version becomes today's.

Every step has a name and is small. All the steps a database needs are one transaction with the version they lead to, on
SQLite and on PostgreSQL: whenever the process is killed, the database is of the old version or of the new one and of nothing
in between, and the next start does what is left. A database of a later version than this program knows is refused.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.schema import CreateIndex, CreateTable

from houseway.ledger import fault_points

tables = sa.MetaData()
schema_table = sa.Table(
    "schema",
    tables,
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("step", sa.Text, nullable=False),
    sqlite_strict=True,
)


def _answers_are_sealed(connection: sa.Connection) -> None:
    """The very first houses had no seals; their answers are in no entry's hash."""
    _add(connection, "entry", "seal", "TEXT", "''")
    _add(connection, "command", "stream", "TEXT", "''")
    _add(connection, "command", "number", "INTEGER" if connection.dialect.name == "sqlite" else "BIGINT", "0")


def _entries_say_their_version(connection: sa.Connection) -> None:
    """What was written before is of version 1; its hashes do not cover a version."""
    _add(connection, "entry", "version", "INTEGER" if connection.dialect.name == "sqlite" else "BIGINT", "1")


def _entries_are_found_by_kind(connection: sa.Connection) -> None:
    """A page of a record costs the same however many rounds lie behind it."""
    connection.exec_driver_sql(
        "CREATE INDEX IF NOT EXISTS entry_by_kind ON entry (stream, kind, number) WHERE kind != 'touched'"
    )


def _sessions_say_where_they_began(connection: sa.Connection) -> None:
    """Sessions are made anew: whoever was signed in signs in again, and their session says from where."""
    connection.exec_driver_sql("DROP TABLE IF EXISTS session")


def _bodies_are_packed(connection: sa.Connection) -> None:
    """What is written from here on may be packed (``packing``), which earlier programs cannot read; nothing is written anew."""


def _rounds_at_terminals_lie_apart(connection: sa.Connection) -> None:
    """Touches have their answers in them, how rounds at terminals are played lies apart (``sheets``), and texts are packed beside
    words (``packing``): earlier programs read none of it. What was written before stays as it is."""


STEPS: tuple[Callable[[sa.Connection], None], ...] = (
    _answers_are_sealed,
    _entries_say_their_version,
    _entries_are_found_by_kind,
    _sessions_say_where_they_began,
    _bodies_are_packed,
    _rounds_at_terminals_lie_apart,
)
SCHEMA = len(STEPS)


class NotUsable(Exception):
    """A database that no program has made so, and this one does not touch."""


class NewerDatabase(NotUsable):
    """A database that a later program has made."""


_statements: dict[tuple[sa.Table, str], tuple[str, ...]] = {}  # what makes a table, by dialect; put together once


def make(connection: sa.Connection, wanted: sa.MetaData) -> None:
    """Makes those tables that are not there. Within a transaction."""
    there = set(sa.inspect(connection).get_table_names())
    for table in wanted.sorted_tables:
        if table.name in there:
            continue
        known = (table, connection.dialect.name)
        if known not in _statements:
            indexes = sorted(table.indexes, key=lambda index: str(index.name))
            parts: list[sa.DDLElement] = [CreateTable(table), *map(CreateIndex, indexes)]
            _statements[known] = tuple(str(part.compile(dialect=connection.dialect)) for part in parts)
        for statement in _statements[known]:
            connection.exec_driver_sql(statement)


def bring_up(connection: sa.Connection, known: sa.MetaData) -> None:
    """Makes the tables of today in a new database, or of one that an earlier program made. Within a transaction."""
    if connection.dialect.name == "postgresql":  # several processes may open a database at once
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7463)")
    there = set(sa.inspect(connection).get_table_names())
    version = _version(connection, there)
    if version > SCHEMA:
        raise NewerDatabase(
            f"it is of version {version}, and this program knows versions up to {SCHEMA}; open it with a newer houseway"
        )
    if "entry" in there:
        for step in STEPS[version:]:
            step(connection)
            fault_points.passing("during migration")
    make(connection, known)
    make(connection, tables)
    fault_points.passing("during migration")
    for number, step in enumerate(STEPS[version:], version + 1):
        connection.execute(sa.insert(schema_table), {"version": number, "step": step.__name__.strip("_")})
    fault_points.passing("during migration")


def _version(connection: sa.Connection, there: set[str]) -> int:
    """How far the steps have been taken, each by its name; the first houses did not say."""
    if "schema" not in there:
        return 0
    taken = {row.version: row.step for row in connection.execute(sa.select(schema_table))}
    known = {number: step.__name__.strip("_") for number, step in enumerate(STEPS, 1)}
    if any(known.get(number, step) != step for number, step in taken.items()) or sorted(taken) != list(
        range(1, len(taken) + 1)
    ):
        raise NotUsable("what it says of its own version is damaged; restore a backup")
    return len(taken)


def _add(connection: sa.Connection, table: str, column: str, kind: str, plain: str) -> None:
    """A column that is not there; houses before versions may have it."""
    if column not in {each["name"] for each in sa.inspect(connection).get_columns(table)}:
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column} {kind} NOT NULL DEFAULT {plain}")
