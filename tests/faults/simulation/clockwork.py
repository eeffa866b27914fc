"""Clockwork: an event loop whose time is made up, and the chance of a house whose chance is made up too."""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from houseway.floor import pace, periods, sources
from houseway.floor.keno import host, papers
from houseway.floor.tournament import host as tournaments
from houseway.ledger import fault_points


class Stalled(Exception):
    """Nothing is left that could ever happen."""


class _Nowhere(selectors.SelectSelector):
    """Waits for nothing but time, and time passes at once."""

    loop: Clockwork

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stalled
        if timeout > 0:
            self.loop.now += timeout
        return []


class Clockwork(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = 0.0
        nowhere = _Nowhere()
        nowhere.loop = self
        super().__init__(nowhere)

    def time(self) -> float:
        return self.now

    monotonic = time  # as the house asks for it

    def _write_to_self(self) -> None:
        """There is only one thread; nobody need be woken."""

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        """At once, in the one thread there is."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as wrong:
            done.set_exception(wrong)
        return done


class Chance:
    """The house's generator, from a seed."""

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    def token_bytes(self, count: int) -> bytes:
        return self._rng.randbytes(count)

    def randbelow(self, below: int) -> int:
        return self._rng.randrange(below)


@contextmanager
def made_up(loop: Clockwork, chance: Chance, faults: Callable[[str], bool]) -> Iterator[None]:
    """While this lasts, the house takes time and chance from here, and its fault points ask here."""
    kept = periods.time, pace.time, host.time, tournaments.time, sources.secrets, papers.secrets, fault_points.faults
    periods.time = pace.time = host.time = tournaments.time = loop  # type: ignore[assignment]
    sources.secrets = papers.secrets = chance  # type: ignore[assignment]
    fault_points.faults = faults
    asyncio.set_event_loop(loop)
    try:
        yield
    finally:
        periods.time, pace.time, host.time, tournaments.time, *others = kept
        sources.secrets, papers.secrets, fault_points.faults = others
        asyncio.set_event_loop(None)
