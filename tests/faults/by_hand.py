"""The real ledger without its thread: the disk is done when somebody says so, or when somebody must wait for it."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import sqlalchemy as sa

from houseway.ledger import Ledger, open_ledger


class ByHand(Ledger):
    def __init__(self, engine: sa.Engine) -> None:
        super().__init__(engine, stepped=True)

    def post(self, *args: Any, **named: Any) -> Future[None]:
        future = super().post(*args, **named)
        wait = future.result

        def result(timeout: float | None = None) -> None:
            """Whoever must wait here and now makes the disk do it here and now."""
            if not future.done():
                self.write()
            wait(0)

        future.result = result  # type: ignore[method-assign]
        return future


def in_memory() -> sa.Engine:
    """A database in memory with the ledger's tables, which outlives the ledgers on it."""
    ledger = open_ledger()
    with ledger._lock:  # its own thread goes home
        ledger._closing = True
        ledger._wake.notify()
    return ledger.engine
