"""Worked: which cases show a clause, counted by a process of its own so that no table waits for it.

Playing every worked case takes half a minute. A reader waits a moment for the cases of the book that was opened, and reads
on without them if they take longer; the other books follow quietly while the first one is read. A house whose library nobody
opens, or a floor at work, has better use for its processor.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from subprocess import DEVNULL, PIPE, Popen
from typing import NamedTuple, TypeAlias

from houseway import games

QUIET = 20.0  # seconds after the first book was opened
PATIENCE = 0.8  # seconds a reader waits


class Showing(NamedTuple):
    """Where a clause was cited while the worked cases ran."""

    ways: list[str]  # "refusal", "prompt", "Settled", …
    cases: list[str]


Cases: TypeAlias = dict[str, Showing]  # by clause

_found: dict[str, Cases] = {}
_asked: dict[str, Future[None]] = {}
_begun = threading.Event()  # once to a process is enough
_asking = ThreadPoolExecutor(1, "worked-cases")


def count_ahead() -> None:
    """Counts every book's cases once somebody has begun to read. Nobody waits for it, not even a house that closes."""
    if not _begun.is_set():
        _begun.set()
        timer = threading.Timer(QUIET, _count_the_rest)
        timer.daemon = True
        timer.start()


def _count_the_rest() -> None:
    _count([id for id in games.library() if id not in _found])


async def shown(id: str) -> Cases | None:
    """The cases that show each clause of a book; None while they are being counted."""
    if id not in _found:
        if id not in _asked or _asked[id].done():
            _asked[id] = _asking.submit(_count, [id])
        await asyncio.wait([asyncio.wrap_future(_asked[id])], timeout=PATIENCE)
    return _found.get(id)


def _count(books: Sequence[str]) -> None:
    command = [sys.executable, "-m", "houseway.floor.coverage", str(os.getpid()), *books]
    with Popen(command, stdout=PIPE, stderr=DEVNULL) as counting:
        assert counting.stdout is not None
        for id, line in zip(books, counting.stdout, strict=False):
            _found[id] = {number: Showing(*found) for number, found in json.loads(line).items()}
