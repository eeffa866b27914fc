"""Measuring: rates per second of CPU time, ours and others' in one run, best of a few tries.

Only ratios of one run count; the machine may be busy, so each figure is the best of several short tries.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    work: str
    ours: float  # per second
    unit: str
    peer: str = ""
    theirs: float | None = None
    floor: str = ""  # what must not be fallen below
    goal: str = ""
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return None if not self.theirs else self.ours / self.theirs


def rate(work: Callable[[], int], tries: int = 3, least: float = 0.4) -> float:
    """How much a piece of work gets done in a second of CPU time."""
    return rates(work, tries=tries, least=least)[0]


SHORT: dict[str, Any] = {
    "tries": 16,
    "least": 0.1,
}  # for work of microseconds: on a busy machine the best of many short tries is a quiet one


def rates(*works: Callable[[], int], tries: int = 3, least: float = 0.4) -> list[float]:
    """The same of several, by turns, so that a busy machine slows them alike."""
    best = [0.0] * len(works)
    for _ in range(tries):
        for n, work in enumerate(works):
            done, began = 0, time.process_time()
            while True:
                done += work()
                spent = time.process_time() - began
                if spent >= least:
                    break
            best[n] = max(best[n], done / spent)
    return best


def seconds(work: Callable[[], object], tries: int = 3) -> float:
    """The least processor time of a piece of work, in this process and in those it starts and waits for."""
    best = float("inf")
    for _ in range(tries):
        began = _spent()
        work()
        best = min(best, _spent() - began)
    return best


def _spent() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
