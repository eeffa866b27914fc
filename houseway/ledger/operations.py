"""Operations: what the commands of an operator share. Their own stream of the record, and files that must outlast a power cut."""

from __future__ import annotations

import json
import os
from pathlib import Path

import sqlalchemy as sa

from houseway.ledger.tables import entry_table

STREAM = "desk:operations"
ARCHIVED, BROUGHT_BACK = "archived", "brought back"


def keep_names(folder: Path) -> None:
    """Flushes a folder, so that a file just named in it is still there after a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def archived(connection: sa.Connection) -> dict[str, list[tuple[int, int]]]:
    """By stream: the stretches that are in archives now, as the record says."""
    table, found = entry_table.c, dict[str, list[tuple[int, int]]]()
    query = sa.select(table.kind, table.body).where(table.stream == STREAM, table.kind.in_((ARCHIVED, BROUGHT_BACK)))
    for row in connection.execute(query.order_by(table.number)):
        body = json.loads(row.body)
        stretches, stretch = found.setdefault(body["stream"], []), (body["first"], body["last"])
        if row.kind == ARCHIVED:
            stretches.append(stretch)
        elif stretch in stretches:
            stretches.remove(stretch)
    return found
