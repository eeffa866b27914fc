"""Machine: an eye on what the house stands on, the disk and the wall clock."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.ledger import LedgerBroken, NotOurs, Post, Undone

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

log = logging.getLogger("houseway")

LOW_DISK = 256 * 1024 * 1024  # bytes; below it no new period begins, and what is open is settled
JUMP = 1.0  # seconds the wall clock may differ from the steady one before it is worth recording


async def watch_the_clock(premises: Premises) -> None:
    """A wall clock that jumps is put on record; no deadline depends on it."""
    offset = time.time() - time.monotonic()
    while True:
        await asyncio.sleep(1)
        premises.ledger.look_at_the_file()
        if premises.ledger.stopped_by:  # noticed at once, not when the next order comes
            premises.house.stopped.set()
        await change_over(premises)
        now = time.time() - time.monotonic()
        if abs(now - offset) > JUMP:
            premises.clock_jumps += 1
            log.warning(
                "the wall clock jumped by %.1f seconds", now - offset, extra={"facts": {"jump": round(now - offset, 3)}}
            )
            at = premises.house.clock().isoformat(timespec="milliseconds")
            stream = premises.own_stream("desk:clock")
            body = {"milliseconds": round((now - offset) * 1000)}
            premises.ledger.post([Post(stream, "clock jumped", at, "house:house", body)])
            offset = now


async def change_over(premises: Premises) -> None:
    """Tables go by the house's clock: at the hour of a change they change over."""
    try:
        await premises.notices.keep_time(premises)
        await premises.house.change_over()
    except LedgerBroken:
        premises.house.stopped.set()
    except (NotOurs, Undone) as wrong:  # a table has just been lost to another process
        log.warning("not changed over: %s", wrong)


def has_room(database_url: str) -> bool:
    """Whether the disk has room for another period; a database elsewhere looks after itself."""
    free = free_bytes(database_url)
    return free is None or free >= LOW_DISK


def free_bytes(database_url: str) -> int | None:
    """How much room the disk of a database has left; None where it looks after itself."""
    if not database_url.startswith("sqlite:///") or ":memory:" in database_url:
        return None
    return shutil.disk_usage(Path(database_url.removeprefix("sqlite:///")).parent).free
