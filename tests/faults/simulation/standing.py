"""Standing: the house while it stands, from opening (or from the record, after a fall) until it falls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from houseway.floor import jackpots
from houseway.floor.cage.desk import Cage
from houseway.floor.cage.state import Arrangement
from houseway.floor.house import House
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.host import Host, KenoPace
from houseway.floor.pace import HouseDealer, Pace
from houseway.floor.patrons import Patrons
from houseway.floor.people import HOUSE, Person
from houseway.floor.periods import Periods
from houseway.floor.table import Order, Reply, Table
from houseway.floor.terminals import accounts_of
from houseway.ledger import LedgerBroken
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.premises.notices import Notices
from houseway.premises.settings import first_floor
from tests.faults.by_hand import ByHand

RAPID = "vic-2000-rapid-roulette"
DEALT, GENERATED, TOURNAMENT = "RR-1", "RR-2", "RR-3"
CARDS = ("RD-1", "CS-1")
IDLE = "RD-2"  # where nobody plays, in evenings over the hour of a change
PERIOD = 10
BOSS = Person("L. Brandt", "casino supervisor")


class PowerCut(BaseException):
    """The house falls here."""


class SteppedLedger(ByHand):
    """The disk is done when the simulation's clock says so."""

    def __init__(self, engine: sa.Engine, loop: asyncio.AbstractEventLoop, latency: Callable[[], float]) -> None:
        super().__init__(engine)
        self.loop, self.latency, self.fallen, self._due = loop, latency, False, False

    def post(self, *args: Any, **named: Any) -> Future[None]:
        if self.fallen:
            raise LedgerBroken("the house has fallen")
        future = super().post(*args, **named)
        if not self._due:
            self._due = True
            self.loop.call_later(self.latency(), self._done)
        return future

    def _done(self) -> None:
        self._due = False
        if not self.fallen and self._queue and self._broken is None:
            self.write()


class Standing:
    def __init__(
        self,
        ledger: SteppedLedger,
        clock: Callable[[], datetime],
        utc: Callable[[], float],
        terminals: int,
        hours: bool = False,
        cage: bool = False,
    ) -> None:
        self.ledger, self.clock, self.hours = ledger, clock, hours
        self.notices, self.is_front = Notices(ledger), True  # law that it published before it fell is law again
        self.house = House(ledger, clock)
        self.tasks: list[asyncio.Task[None]] = []
        if ledger.streams():
            self.house.load_floor()
        else:
            self._open(terminals)
        self.keno = Host(Keno(ledger), clock, KenoPace(sales=60, ball=0.4, rest=2), utc)
        self.cage, self.patrons = (self._cage() if cage else None), Patrons(ledger, clock)
        self.clocks: dict[str, Periods | HouseDealer] = {}
        for name, table in self.house.tables.items():
            of = Periods if accounts_of(table) else HouseDealer
            self.clocks[name] = of(self.house, name, Pace().times(0.5))

    def _open(self, terminals: int) -> None:
        floor = first_floor()
        for opened in floor.jackpots:
            jackpots.open_jackpot(self.ledger, opened, self.clock())
        sign = replace(floor.plan("RR-1").set_up.sign, areas=terminals)
        for name, by, wheel in ((DEALT, "dealer", "shoe"), (GENERATED, "house", "rng"), (TOURNAMENT, "dealer", "shoe")):
            table = self.house.open_table(name, RAPID, SetUp(sign=sign), by, wheel)
            assert isinstance(table, Table)
            assert table.do(Order(HOUSE, "period", {"seconds": PERIOD}, at=self.clock())).accepted
        red_dog = SetUp(sign=Sign(Limits(500, 50_000), players_per_area=3))
        stud = floor.plan("CS-1").set_up
        idle = ((IDLE, "vic-1997-red-dog", red_dog),) if self.hours else ()
        for name, book, set_up in (
            ("RD-1", "vic-1997-red-dog", red_dog),
            ("CS-1", "vic-1999-caribbean-stud", stud),
            *idle,
        ):
            assert isinstance(self.house.open_table(name, book, set_up), Table)

    def _cage(self) -> Cage:
        """A cage beside tables that play for credit: it sells to whoever is not excluded, and fills the table of the dealer."""
        cage, at = Cage(self.ledger), self.clock().isoformat(timespec="milliseconds")
        cage.barred = lambda name: self.patrons.barred(name)
        cage.has_account = lambda name: self.patrons.has_account(name)
        cage.table_stands = lambda name: name in self.house.tables
        arrangement = Arrangement((500, 2_500), {500: 400}, drawers=False)
        cage.install(arrangement, 100_000_000, {500: 20_000, 2_500: 20_000}, at)
        if DEALT not in cage.state.trays:
            cage.do(Order(HOUSE, "place float", {"table": DEALT}, at=self.clock()))
        return cage

    def start(self, loop: asyncio.AbstractEventLoop, fell: Callable[[BaseException], None]) -> None:
        async def working(what: Coroutine[Any, Any, None]) -> None:
            try:
                await what
            except asyncio.CancelledError:
                raise
            except BaseException as wrong:  # as a process would end with it
                fell(wrong)

        for clock in self.clocks.values():
            self.tasks.append(loop.create_task(working(clock.deal())))
        self.tasks.append(loop.create_task(working(self.keno.run())))
        if self.hours:
            self.tasks.append(loop.create_task(working(self._change_over())))

    async def _change_over(self) -> None:
        """As the server looks at its clock, every second."""
        while True:
            await asyncio.sleep(1)
            await self.notices.keep_time(self)  # type: ignore[arg-type]
            await self.house.change_over()

    def fall(self) -> None:
        """As when the plug is pulled: nothing more is done, and what was not on disk is gone."""
        self.ledger.fallen = True
        self.close()
        for task in self.tasks:
            task.cancel()

    def close(self) -> None:
        self.notices.close()

    async def do(self, name: str, order: Order) -> Reply:
        """An order for a table, as the server carries it there."""
        clock = self.clocks[name]
        reply = await self.house.do(name, order)
        if isinstance(clock, Periods) and order.act == "open wagering" and reply.accepted and not reply.again:
            clock.started()
        return reply
