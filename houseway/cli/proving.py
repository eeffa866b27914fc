"""Proving at the terminal: evidence for outsiders, made and verified."""

from __future__ import annotations

import lzma
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from houseway.cli.options import BadUsage, database_there
from houseway.cli.printing import print_json
from houseway.ledger import open_ledger
from houseway.ledger.archive import opened
from houseway.ledger.evidence import Stretch
from houseway.ledger.evidence import evidence as lines_of
from houseway.ledger.verifying import told
from houseway.ledger.verifying import verify as examine


def evidence(to: Path, streams: Sequence[str], first: int, last: int | None, heads: Path | None, database: str) -> None:
    if len(streams) > 1 and (first != 1 or last is not None):
        raise BadUsage("--first and --last are entries of one stream; name one, or take several whole")
    ledger = open_ledger(database_there(database))
    try:
        stretches = [Stretch(stream, first, last) for stream in dict.fromkeys(streams)]
        whole = b"".join(lines_of(ledger, stretches, datetime.now().isoformat(timespec="seconds"), heads))
        with to.open("xb") as out:
            out.write(whole)
    except OSError as wrong:
        raise BadUsage(f"{to}: {wrong.strerror or wrong}") from None
    finally:
        ledger.close()
    for line in told(examine(whole.splitlines(keepends=True))):
        print(line)


def verify(file: Path, json: bool) -> bool:
    try:
        with opened(file) as lines:
            found = examine(lines)
    except (OSError, EOFError, lzma.LZMAError) as wrong:
        raise BadUsage(f"{file}: {getattr(wrong, 'strerror', None) or wrong}") from None
    if not found.begun:
        raise BadUsage(f"{file} holds no evidence: {found.findings[0]}")
    if json:
        streams = {stream: {"first": first, "last": last} for stream, (first, last) in found.streams.items()}
        print_json(
            {
                "schema": "houseway.verified/1", "sound": found.sound, "entries": found.entries, "cents": found.cents,
                "streams": streams, "heads": found.heads, "keys": found.keys, "findings": found.findings,
            }
        )  # fmt: skip
    else:
        for line in told(found):
            print(line)
    return found.sound
