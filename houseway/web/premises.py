"""Premises: the house as one server runs it. The floor, a dealer for every table it deals itself, the tails, the door."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any

from starlette.requests import HTTPConnection

from houseway.floor.house import House, venue_time
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.host import Host, KenoPace
from houseway.floor.pace import HouseDealer, Pace
from houseway.floor.people import HOUSE
from houseway.floor.table import Order, Reply, Table
from houseway.law.clause import Basis
from houseway.ledger import open_ledger
from houseway.play.decision import Refused
from houseway.play.wagers import SetUp
from houseway.web.identity import Identity, secret_beside
from houseway.web.tail import Tail

log = logging.getLogger("houseway")


class Premises:
    def __init__(self, database_url: str, pace: Pace, clock: Callable[[], datetime] = venue_time) -> None:
        self.ledger = open_ledger(database_url)
        self.house = House(self.ledger, clock)
        self.pace = pace
        self.house.open_floor()
        self.identity = Identity(self.house, secret_beside(database_url))
        self.tails: dict[str, Tail] = {}
        self.dealers: dict[str, HouseDealer] = {}
        self.cited: Counter[tuple[str, str]] = Counter()  # book and clause, since the doors opened
        self._tasks: set[asyncio.Task[None]] = set()
        self.keno = Host(Keno(self.ledger), clock, KenoPace(12 * pace.wagers, pace.card, pace.result))
        self.keno.keno.cited = self._cite
        for name in self.house.tables:
            self._furnish(name)
        self.house.watch("*", self._told)

    def _furnish(self, name: str) -> None:
        table = self.house.tables[name]
        table.cited = self._cite
        self.tails[name] = Tail(table)

    def _cite(self, by: Basis, what: str) -> None:
        self.cited.update((clause.book, clause.number) for clause in by.clauses)

    def _told(self, name: str) -> None:
        self.tails[name].catch_up()

    # Running

    def start(self) -> None:
        """The house's own dealers come to their tables."""
        for name in self.house.tables:
            self._deal(name)
        self._run(self._keno())

    async def _keno(self) -> None:
        """Runs the keno games; a broken invariant stops them and leaves what happened in the log."""
        try:
            await self.keno.run()
        except Exception:
            log.exception("keno has stopped")

    def _deal(self, name: str) -> None:
        self.dealers[name] = HouseDealer(self.house, name, self.pace)
        self._run(self._dealing(name))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _dealing(self, name: str) -> None:
        """Deals; a broken invariant freezes the table and leaves its round in the log, and the others go on."""
        try:
            await self.dealers[name].deal()
        except Exception:
            await self._freeze(name)

    async def do(self, name: str, order: Order) -> Reply:
        """An order for a table; if it breaks an invariant of ours, the table is frozen and nothing has happened."""
        try:
            return await self.house.do(name, order)
        except AssertionError:
            await self._freeze(name)
            raise

    async def _freeze(self, name: str) -> None:
        log.exception("%s is frozen; its tape is %s", name, self.house.tables[name].state.tape)
        order = Order(HOUSE, "freeze", {"why": "the house found a mistake of its own"}, at=self.house.clock())
        await self.house.do(name, order)

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.ledger.close()

    def open_table(self, name: str, book: str, set_up: SetUp, dealt_by: str, cards_from: str) -> Table | Refused:
        table = self.house.open_table(name, book, set_up, dealt_by, cards_from)
        if not isinstance(table, Refused):
            self._furnish(name)
            self._deal(name)
            self.house.tell(name)
        return table

    # Asking

    def closes(self, name: str) -> float | None:
        """When the open window closes, in the seconds of the page's clock; None if nobody has said."""
        left = self.dealers[name].seconds_left() if name in self.dealers else None
        return None if left is None else round(time.time() + left, 1)

    def sequence(self, name: str) -> int:
        """How far the record of a table has come: a page that knows the number knows whether it missed something."""
        return self.ledger.head(name)[0]


def premises_of(asking: HTTPConnection) -> Premises:
    found: Premises = asking.app.state.premises
    return found
