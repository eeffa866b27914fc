"""Tables: what the ledger keeps in a database, as SQLAlchemy Core has it."""

from __future__ import annotations

import sqlalchemy as sa

from houseway.ledger.packing import Packed

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
    sa.Column("body", Packed, nullable=False),
    sa.Column("prev", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("seal", sa.Text, nullable=False, server_default=""),  # of the answers given with it; "" for none
    sa.Column("version", Whole, nullable=False, server_default="1"),  # of the shape of what it says
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
# What is not a touch is found again by its kind. A floor's touches, by far the most of what is written, pay nothing for it.
TOUCHED = "touched"
NO_TOUCH = f"kind != '{TOUCHED}'"
by_kind = sa.Index(
    "entry_by_kind",
    entry_table.c.stream,
    entry_table.c.kind,
    entry_table.c.number,
    sqlite_where=sa.text(NO_TOUCH),
    postgresql_where=sa.text(NO_TOUCH),
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
loose_table = sa.Table(  # how rounds at terminals are played, until they are over and bound
    "loose",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("number", Whole, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("moves", sa.Text, nullable=False),  # the money, as a document
    sa.Column("prev", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("seal", sa.Text, nullable=False),
    sa.Column("version", Whole, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
sheet_table = sa.Table(  # what was loose, bound together
    "sheet",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("last", Whole, primary_key=True, autoincrement=False),
    sa.Column("first", Whole, nullable=False),
    sa.Column("entries", Whole, nullable=False),
    sa.Column("since", sa.Text, nullable=False),
    sa.Column("until", sa.Text, nullable=False),
    sa.Column("kinds", sa.Text, nullable=False),  # of the entries on it, a line each
    sa.Column("accounts", sa.Text, nullable=False),  # that something on it moves to or from, likewise
    sa.Column("hash", sa.Text, nullable=False),  # of the last entry on it
    sa.Column("body", sa.LargeBinary, nullable=False),
    sqlite_strict=True,
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
    sa.Column("answer", Packed, nullable=False),
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

APPEND_ONLY = (
    "entry",
    "transfer",
    "command",
    "edition",
    "loose",
    "sheet",
)  # the database itself refuses to change or erase a row of these; what is loose goes only to a sheet
