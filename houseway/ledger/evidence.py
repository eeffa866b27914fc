"""Evidence: a stretch of the record as a file for somebody who has no house.

Every entry of the stretch with its money and the answers given with it, and what the house signed of its heads meanwhile.
``verifying.py`` proves it; ``docs/evidence.md`` describes it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.ledger import sheets
from houseway.ledger.chain import GENESIS, canonical
from houseway.ledger.packing import EMPTIED
from houseway.ledger.store import Ledger
from houseway.ledger.tables import command_table, entry_table, transfer_table
from houseway.ledger.verifying import SCHEMA


class NoEvidence(Complaint):
    """A stretch that is not on record, or heads that cannot be read."""


@dataclass(frozen=True)
class Stretch:
    stream: str
    first: int = 1
    last: int | None = None  # to the end


def evidence(ledger: Ledger, stretches: Sequence[Stretch], made: str, heads: Path | None = None) -> Iterator[bytes]:
    """The lines of the file."""
    ledger.settle_down()
    with ledger.reading() as connection:
        begins = {each.stream: [each.first, _before(connection, each)] for each in stretches}
        lines = _lines(connection, stretches, {"schema": SCHEMA, "made": made, "begins": begins}, heads)
        read = hashlib.sha256()
        entries = 0
        for line, is_entry in lines:
            entries += is_entry
            read.update(line)
            yield line
        yield _line({"entries": entries, "sha256": read.hexdigest()})


def _line(doc: dict[str, Any]) -> bytes:
    return canonical(doc).encode() + b"\n"


def _lines(
    connection: sa.Connection, stretches: Sequence[Stretch], head: dict[str, Any], heads: Path | None
) -> Iterator[tuple[bytes, bool]]:
    """Every line but the last, and whether it is an entry."""
    yield _line(head), False
    reached: dict[str, tuple[int, int]] = {}
    for each in stretches:
        for doc in _entries(connection, each):
            reached[each.stream] = (each.first, doc["number"])
            yield _line(doc), True
    yield from ((line, False) for line in (_signed(heads, reached) if heads is not None else ()))


def _before(connection: sa.Connection, stretch: Stretch) -> str:
    """The hash that the first entry of a stretch follows from."""
    found = sheets.entry_of(connection, stretch.stream, stretch.first)
    if found is None or (stretch.last is not None and stretch.last < stretch.first):
        raise NoEvidence(f"{stretch.stream} has no entries from {stretch.first} on to {stretch.last or 'its end'}")
    return found.prev if stretch.first > 1 else GENESIS


def _entries(connection: sa.Connection, stretch: Stretch) -> Iterator[dict[str, Any]]:
    moves = _beside(connection, transfer_table, stretch, ("source", "target", "cents", "memo"), "line")
    answers = _beside(connection, command_table, stretch, ("key", "digest", "answer"), "key")
    rows = connection.execute(_within(entry_table, stretch).order_by(entry_table.c.number)).all()
    for entry in sheets.entries_in_turn(connection, rows, stretch.stream, stretch.first - 1, stretch.last):
        number = entry.number
        if entry.body == EMPTIED:
            raise NoEvidence(f"{stretch.stream}, entry {number}, is in an archive, which is evidence itself")
        own = [[move.source, move.target, move.cents, move.memo] for move in entry.transfers]
        said = {column.name: getattr(entry, column.name) for column in entry_table.columns}
        yield {**said, "moves": own if entry.apart else moves.get(number, []), "answers": answers.get(number, [])}


def _within(table: sa.Table, stretch: Stretch) -> sa.Select[Any]:
    found = sa.select(table).where(table.c.stream == stretch.stream, table.c.number >= stretch.first)
    return found if stretch.last is None else found.where(table.c.number <= stretch.last)


def _beside(
    connection: sa.Connection, table: sa.Table, stretch: Stretch, names: Sequence[str], order: str
) -> dict[int, list[list[Any]]]:
    """What belongs to each entry."""
    found: dict[int, list[list[Any]]] = {}
    for row in connection.execute(_within(table, stretch).order_by(table.c.number, table.c[order])).mappings():
        found.setdefault(row["number"], []).append([row[name] for name in names])
    return found


def _signed(heads: Path, reached: dict[str, tuple[int, int]]) -> Iterator[bytes]:
    """What the house signed of these streams while the stretch was written, as it stands in its file of heads."""
    try:
        lines = heads.read_bytes().split(b"\n")[:-1]
        for line in lines:
            noted = json.loads(line)["heads"]
            if any(stream in noted and first <= noted[stream][0] <= last for stream, (first, last) in reached.items()):
                yield line + b"\n"
    except (OSError, ValueError, KeyError, TypeError) as wrong:
        raise NoEvidence(f"{heads} holds no heads: {wrong}") from None
