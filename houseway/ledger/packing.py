"""Packing: long texts of the record take a tenth of their room on disk.

What a round came to repeats itself: the same clauses stand behind every wager that lost. A body of some length is deflated before
it is written and is the same text again for whoever reads it; hashes, audits and evidence know nothing of it. A text that bears
the mark and cannot be unpacked was damaged, and is given as it stands: its hash will say so. PostgreSQL does the same by itself.
"""

from __future__ import annotations

import binascii
import zlib
from typing import Any

import sqlalchemy as sa

PACKS = "sqlite"  # the database that needs it
MARK = "z1:"  # no body begins so: bodies are documents, and documents begin with a brace
EMPTIED = "a1:"  # in place of what was moved to an archive
LONG = 400  # characters from which it is worth it


def packed(text: str) -> str:
    """A text as it is written."""
    if len(text) < LONG:
        return text
    return MARK + binascii.b2a_base64(zlib.compress(text.encode(), 6), newline=False).decode()


def unpacked(text: str) -> str:
    """A text as it was before it was written."""
    if not text.startswith(MARK):
        return text
    try:
        return zlib.decompress(binascii.a2b_base64(text[len(MARK) :], strict_mode=True)).decode()
    except (ValueError, zlib.error):
        return text


class Packed(sa.types.TypeDecorator[str]):
    """A column whose long texts are packed."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        return packed(value) if value is not None and dialect.name == PACKS else value

    def process_result_value(self, value: str | None, dialect: Any) -> str | None:
        return None if value is None else unpacked(value)


def text_of(column: sa.ColumnElement[str], dialect: str) -> sa.ColumnElement[str]:
    """The same text within a query, where words are looked for in it."""
    return sa.func.unpacked(column, type_=sa.Text) if dialect == PACKS else sa.type_coerce(column, sa.Text)
