"""Lanes: work that takes long, in threads, a few at a time and in an order.

Those whom the house knows go first. Of others each address has its turn after the other; of one address only a few may stand in a
lane, of all together not many more, and whoever comes next is told to come back.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

from houseway.complaint import Complaint

T = TypeVar("T")

OF_ONE_ADDRESS, OF_ALL, OF_THE_HOUSE = 8, 48, 200  # that may stand in a lane


class Rank(IntEnum):
    KNOWN = 0  # staff, and devices of the house
    VISITOR = 1
    STRANGER = 2


@dataclass(frozen=True)
class Caller:
    """Who asks, as far as it matters for whose turn it is."""

    rank: Rank
    address: str
    state: Any = None  # of the application that is asked


HOUSE = Caller(Rank.KNOWN, "")


class Crowded(Complaint):
    """Too many stand there already; ``wait`` is after how many seconds another try makes sense."""

    wait = 2


class Lane:
    def __init__(self, name: str, at_once: int, nice: int = 0, of_one_address: int = OF_ONE_ADDRESS) -> None:
        """``nice``: what is done there lets everything else of the machine go first; for work that holds no lock of ours."""
        self.name, self.at_once, self.of_one_address = name, at_once, of_one_address
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix=name, initializer=lambda: _step_back(nice))
        self._busy = 0
        self._standing: Counter[str] = Counter()  # by address, of those whom the house does not know
        self._known = 0
        self._waiting: list[tuple[tuple[int, int, int], asyncio.Future[None]]] = []
        self._count = 0

    async def do(self, caller: Caller, work: Callable[[], T]) -> T:
        """What comes of ``work``, when it is the asker's turn."""
        self._enter(caller)
        try:
            await self._turn(caller)
            try:
                context = copy_context()
                return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: context.run(work))
            finally:
                self._busy -= 1
                self._call_next()
        finally:
            self._leave(caller)

    def _enter(self, caller: Caller) -> None:
        if caller.rank is Rank.KNOWN:
            if self._known >= OF_THE_HOUSE:
                raise Crowded(f"{self._known} others wait before this; ask again in a moment")
            self._known += 1
        else:
            if self._standing[caller.address] >= self.of_one_address or self._standing.total() >= OF_ALL:
                raise Crowded("too many ask at once for what takes long; ask again in a moment")
            self._standing[caller.address] += 1

    def _leave(self, caller: Caller) -> None:
        if caller.rank is Rank.KNOWN:
            self._known -= 1
        else:
            self._standing[caller.address] -= 1
            self._standing += Counter()  # forgets those who are gone

    async def _turn(self, caller: Caller) -> None:
        if self._busy < self.at_once and not self._waiting:
            self._busy += 1
            return
        self._count += 1
        place = (int(caller.rank), self._standing[caller.address], self._count)
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((place, called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # was called, and is gone
                self._busy -= 1
                self._call_next()
            raise

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _call_next(self) -> None:
        while self._waiting and self._busy < self.at_once:
            first = min(self._waiting, key=lambda one: one[0])
            self._waiting.remove(first)
            if not first[1].done():
                self._busy += 1
                first[1].set_result(None)


def _step_back(nice: int) -> None:
    if nice and sys.platform == "linux":  # where a thread has a priority of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
