"""Packing: long texts of the record take a tenth of their room on disk.

What a round came to repeats itself and what other rounds came to: the same clauses stand behind every wager that lost. A text of
some length is deflated before it is written, beside words that such texts have (``packing_words.txt``), and is the same text
again for whoever reads it; hashes, audits and evidence know nothing of it. A text that bears a mark and cannot be unpacked was
damaged, and is given as it stands: its hash will say so. PostgreSQL packs by itself.

The words are a part of the format: what was packed with them is read with them. They never change; better ones would have a mark
of their own. They were taken from what worked cases of every book put on record in November 2026, each phrase once.
"""

from __future__ import annotations

import binascii
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

PACKS = "sqlite"  # the database that needs it
MARK = "z2:"  # no text of the record begins so: they are documents, and documents begin with a brace
WITHOUT_WORDS = "z1:"  # of houses before there were words
EMPTIED = "a1:"  # in place of what was moved to an archive
LONG = 160  # characters from which it is worth it


@cache
def _words() -> bytes:
    return Path(__file__).with_name("packing_words.txt").read_bytes()


@cache
def _ready() -> Any:
    """What has read the words and nothing else."""
    return zlib.compressobj(6, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _words())


def packed(text: str) -> str:
    """A text as it is written."""
    if len(text) < LONG:
        return text
    deflating = _ready().copy()
    return MARK + binascii.b2a_base64(deflating.compress(text.encode()) + deflating.flush(), newline=False).decode()


def unpacked(text: str) -> str:
    """A text as it was before it was written."""
    try:
        if text.startswith(MARK):
            inflating = zlib.decompressobj(-15, _words())
            found = inflating.decompress(_bytes_of(text)) + inflating.flush()
            return found.decode() if inflating.eof and not inflating.unused_data else text
        return zlib.decompress(_bytes_of(text)).decode() if text.startswith(WITHOUT_WORDS) else text
    except (ValueError, zlib.error):
        return text


def _bytes_of(text: str) -> bytes:
    return binascii.a2b_base64(text[len(MARK) :], strict_mode=True)


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
