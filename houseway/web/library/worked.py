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
from typing import Any, NamedTuple, TypeAlias

from houseway import games
from houseway.floor.coverage import coverage, shipped
from houseway.law.rulebook import Rulebook

PATIENCE = 0.8  # seconds a reader waits


class Showing(NamedTuple):
    """Where a clause was cited while the worked cases ran."""

    ways: list[str]  # "refusal", "prompt", "Settled", …
    cases: list[str]


Cases: TypeAlias = dict[str, Showing]  # by clause

_found: dict[str, tuple[Rulebook[Any], Cases]] = {}  # of a book as it was read: a notice makes another of it
_asked: dict[str, Future[None]] = {}
_asking = ThreadPoolExecutor(1, "worked-cases")


async def shown(id: str) -> Cases | None:
    """The cases that show each clause of a book; None while they are being played."""
    rulebook = games.book(id)[0]
    if not _known(rulebook):
        if id not in _asked or _asked[id].done():
            _asked[id] = _asking.submit(_find, rulebook)
        await asyncio.wait([asyncio.wrap_future(_asked[id])], timeout=PATIENCE)
    return _found[id][1] if _known(rulebook) else None


def _known(rulebook: Rulebook[Any]) -> bool:
    return rulebook.id in _found and _found[rulebook.id][0] is rulebook


def _find(rulebook: Rulebook[Any]) -> None:
    id = rulebook.id
    if id in shipped(rulebook.game):
        cases = {number: Showing(sorted(shown.ways), shown.cases) for number, shown in coverage(id).items()}
        _found[id] = rulebook, cases
        return
    played = run([sys.executable, "-m", "houseway.floor.coverage", id], stdout=PIPE, stderr=DEVNULL, check=False)
    if played.returncode == 0:
        cases = {number: Showing(*found) for number, found in json.loads(played.stdout).items()}
        _found[id] = rulebook, cases
