"""Periods: the clock of a table with terminals, and the queue of touches before it.

A period expires at an instant of the steady clock, which is asked for no terminal's: what was received before it counts,
however late it is decided, and what was received after it does not, whatever held the house up. Touches that arrive together
are decided together, as soon as the batch before them is on disk; those that have arrived when the period expires are decided
first, then "no more bets" is entered in the record, and after that entry nothing more is taken.

A period that was interrupted, by a restart or a frozen table, does not go on: nobody can say how much of it was lost. The
dealer opens a new one. At a table that the house deals itself a new one begins as soon as anybody plays, and none for terminals
whose screens are gone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable

import msgspec

from houseway.floor import terminals
from houseway.floor.house import House, while_it_is_open
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE
from houseway.floor.sources import generate
from houseway.floor.table import Order, Reply, Table
from houseway.floor.touching import Touch, Touched, touch_many
from houseway.floor.waiting import until_changed
from houseway.forms import Doc
from houseway.ledger import LedgerBroken, fault_points
from houseway.play.prompts import Spin, TakeWagers
from houseway.play.states import Worded

log = logging.getLogger("houseway")

Heard = Callable[[Touched], None]


class Phase(Worded):
    """Where a spin stands; terminals and meters go by these names."""

    WAITING = "waiting", "Waiting for the dealer"
    WAGERING = "wagering", "Place your bets"
    NO_MORE_BETS = "no more bets", "No more bets"
    FROZEN = "frozen", "Frozen"
    CLOSED = "closed", "Closed"


class Periods:
    def __init__(self, house: House, name: str, pace: Pace) -> None:
        self.house, self.name, self.pace = house, name, pace
        self.closes: float | None = None  # when the period expires, on the monotonic clock
        self.closed_at: float | None = None  # when the last one did
        self.missed: Callable[[str], bool] = lambda station: False  # terminals whose screens are gone
        self.touched = 0
        self.refused = 0
        self.times: deque[float] = deque(maxlen=1000)  # seconds from arrival to the flush, batch by batch
        self.room: Callable[[], bool] = lambda: True  # whether the disk has room for another period
        self._round = 0  # the spin whose period was opened
        self._going = False  # periods follow each other by themselves, until something interrupts
        self._changed = asyncio.Event()
        self._waiting: list[tuple[Touch, Heard]] = []
        self._writing = False
        self.table.period = self

    def now(self) -> float:
        return time.monotonic()

    @property
    def table(self) -> Table:
        return self.house.tables[self.name]

    @property
    def by_house(self) -> bool:
        return self.house.dealt_by.get(self.name) == "house"

    def seconds_left(self) -> float | None:
        return None if self.closes is None else max(0.0, self.closes - time.monotonic())

    @property
    def phase(self) -> Phase:
        """Where the spin stands."""
        state = self.table.state
        if not state.status.is_open:
            return Phase(state.status)
        if not isinstance(self.table.prompt, TakeWagers):
            return Phase.NO_MORE_BETS
        return Phase.WAGERING if self.closes is not None else Phase.WAITING

    # Touches

    def touch(self, touch: Touch, heard: Heard) -> None:
        """Takes a touch; ``heard`` gets the answer once it is on disk. One that does not say when it was received is
        received now."""
        if touch.received is None:
            touch = msgspec.structs.replace(touch, received=self.now())
        self._waiting.append((touch, heard))
        if fault_points.passing("message doubled"):
            self._waiting.append((touch, heard))
        if not self._writing:
            self._writing = True
            asyncio.get_running_loop().call_soon(self._decide)

    def _decide(self) -> None:
        """The turn of what has arrived, once the batch before it is on disk."""
        self._writing = bool(self._waiting)
        if self._writing:
            self._take(self._decide)

    def _take(self, then: Callable[[], None]) -> None:
        """Decides everything that has arrived, in the order it came; the answers go out after the flush."""
        waiting, self._waiting = self._waiting, []
        loop, began = asyncio.get_running_loop(), time.monotonic()
        try:
            touches = [touch for touch, _ in waiting]
            results, saved = touch_many(self.table, touches, self.house.clock())
        except LedgerBroken:
            self.house.stopped.set()
            return
        accepted = sum(result.accepted for result in results)
        self.touched, self.refused = self.touched + accepted, self.refused + len(results) - accepted

        def told(wrong: BaseException | None = None) -> None:
            if wrong is not None:  # never serve what may not be on disk; who waits asks again after the restart
                self.house.stopped.set()
                return
            self.times.append(time.monotonic() - began)
            for (_, heard), result in zip(waiting, results, strict=True):
                if not fault_points.passing("answer dropped"):
                    try:
                        heard(result)
                    except Exception:  # of one terminal's line; the others are answered, and the table goes on
                        log.exception("%s: an answer could not be told", self.name)
            then()

        saved.add_done_callback(lambda done: loop.call_soon_threadsafe(told, done.exception()))

    # The period

    async def begin(self) -> None:
        """A full period from now; it is on record."""
        if not self.room():
            self._going = False
            return
        reply = await self._order("open wagering")
        if reply.accepted:
            self.started()

    def started(self) -> None:
        self._round, self._going = self.table.state.round, True
        self.closes = time.monotonic() + terminals.seconds_of(self.table)
        self.closed_at = None
        self.house.tell(self.name)
        self._changed.set()

    async def close(self) -> None:
        """The period is over: what arrived before is decided, and in the same breath the window closes."""
        if self._waiting:
            self._take(lambda: None)
        self.closed_at, self.closes = min(self.now(), self.closes or self.now()), None
        fault_points.passing("before close")
        await self._order("answer")

    async def run(self) -> None:
        """Keeps the clock for as long as the house is open."""
        self.house.watch(self.name, lambda _: self._changed.set())
        await while_it_is_open(self._next)

    deal = run  # as the house's own dealer is called at other tables

    async def _next(self) -> None:
        table = self.table
        state = table.state
        window = isinstance(table.prompt, TakeWagers)
        if not state.status.is_open:
            self.closes, self._going = None, False
            await self._wait(None)
        elif not window:
            self.closes = None
            await self._spin(table)
        elif self.closes is None:
            wanted = self._anybody() if self.by_house else self._going and self._round != state.round
            if wanted and table.stopped("open wagering") is None:  # a tournament's table may wait for its desk
                if self.by_house and self._round and self._round != state.round:
                    await self._let_result_be_read()
                if self.closes is None:  # nobody else has opened it meanwhile
                    await self.begin()
            else:
                await self._wait(None)
        else:
            left = self.seconds_left() or 0.0
            if left and not self._all_ready():
                await self._wait(left)
            else:
                await self.close()

    async def _let_result_be_read(self) -> None:
        until = self.now() + self.pace.result
        while self.closes is None and self.table.state.status.is_open and (left := until - self.now()) > 0:
            await self._wait(left)

    def _anybody(self) -> bool:
        """Whether there is anybody to spin for: at a terminal, or with a sequence that runs."""
        stations = self.table.state.stations.values()
        playing = any(one.account and not one.faulty and not self.missed(one.name) for one in stations)
        return playing or bool(self.table.remembered().running)

    def _all_ready(self) -> bool:
        """At a table the house deals nobody is kept waiting once all have said that they are ready."""
        if not self.by_house:
            return False
        stations = self.table.state.stations.values()
        playing = {one.name for one in stations if one.account and not one.closing and not self.missed(one.name)}
        return bool(playing) and playing <= set(self.table.state.ready)

    async def _spin(self, table: Table) -> None:
        prompt = table.prompt
        if not self.by_house or not isinstance(prompt, Spin):
            await self._wait(None)
            return
        await asyncio.sleep(self.pace.card * 3)
        if table.prompt is prompt and table.state.status.is_open:
            await self._order("answer", value=prompt.write(generate(prompt)))

    async def _wait(self, seconds: float | None) -> None:
        await until_changed(self._changed, seconds)

    async def _order(self, act: str, **details: Doc) -> Reply:
        return await self.house.do(self.name, Order(HOUSE, act, details, at=self.house.clock()))
