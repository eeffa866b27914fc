"""Worked: which cases show a clause.

What the worked cases of the house show comes with it. Cases of one's own are played by a process of its own, so that no table
waits for it: a reader waits a moment for them, and reads on without them if they take longer.
"""

from __future__ import annotations

import asyncio
import json
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from subprocess import DEVNULL, PIPE, run
from typing import NamedTuple, TypeAlias

from houseway import games
from houseway.floor.coverage import coverage, shipped

PATIENCE = 0.8  # seconds a reader waits


class Showing(NamedTuple):
    """Where a clause was cited while the worked cases ran."""

    ways: list[str]  # "refusal", "prompt", "Settled", …
    cases: list[str]


Cases: TypeAlias = dict[str, Showing]  # by clause

_found: dict[str, Cases] = {}
_asked: dict[str, Future[None]] = {}
_asking = ThreadPoolExecutor(1, "worked-cases")


async def shown(id: str) -> Cases | None:
    """The cases that show each clause of a book; None while they are being played."""
    if id not in _found:
        if id not in _asked or _asked[id].done():
            _asked[id] = _asking.submit(_find, id)
        await asyncio.wait([asyncio.wrap_future(_asked[id])], timeout=PATIENCE)
    return _found.get(id)


def _find(id: str) -> None:
    if id in shipped(games.book(id)[0].game):
        _found[id] = {number: Showing(sorted(shown.ways), shown.cases) for number, shown in coverage(id).items()}
        return
    played = run([sys.executable, "-m", "houseway.floor.coverage", id], stdout=PIPE, stderr=DEVNULL, check=False)
    if played.returncode == 0:
        _found[id] = {number: Showing(*found) for number, found in json.loads(played.stdout).items()}
