"""Worked: which cases show a clause, counted by a process of its own so that no table waits for it.

Playing every worked case takes half a minute. A reader who opens a book waits for that book's cases only; the rest follow
quietly once the house has been open for a while.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
import threading
from collections.abc import Sequence
from subprocess import DEVNULL, PIPE, Popen

from houseway import games
from houseway.floor.coverage import Shown, coverage

QUIET = 20.0  # seconds after the doors open
_found: dict[str, dict[str, Shown]] = {}
_asking = threading.Lock()


def count_ahead() -> threading.Timer:
    """Counts every book's cases when the house has settled down. Nobody waits for it, neither to open nor to close."""
    timer = threading.Timer(QUIET, lambda: _count([id for id in games.library() if id not in _found]))
    timer.daemon = True
    timer.start()
    return timer


async def shown(id: str) -> dict[str, Shown]:
    """The clauses of a book with the cases that show each."""
    if id not in _found:
        await asyncio.to_thread(_asked, id)
    return _found[id]


def _asked(id: str) -> None:
    with _asking:
        if id not in _found:
            _count([id])


def _count(books: Sequence[str]) -> None:
    command = [sys.executable, "-m", "houseway.web.library.worked", str(os.getpid()), *books]
    with Popen(command, stdout=PIPE, stderr=DEVNULL) as counting:
        assert counting.stdout is not None
        for id in books:
            _found[id] = pickle.load(counting.stdout)


def main(house: int, books: Sequence[str]) -> None:
    """Tells the counts of some books, one after the other, for as long as the house that asked is there."""
    if len(books) > 1:
        os.nice(15)
    for id in books:
        if os.getppid() != house:
            return
        pickle.dump(coverage(id), sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
