"""Host: keeps tournaments going. Chips are counted after every hand; in those that the house runs itself it does all the rest.

Everything is found from how tournaments and tables stand (``due.py``), so a host that begins after a fall goes on where the last
one stopped. House players sit at its tables: they are told apart by their entry, and act here as players do on their pages.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime

from houseway.floor.house import House, while_it_is_open
from houseway.floor.orders import Order
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE
from houseway.floor.sources import chance
from houseway.floor.table import Table
from houseway.floor.tournament import house_players, programme
from houseway.floor.tournament.desk import STREAMS, TournamentDesk
from houseway.floor.tournament.due import Due, due
from houseway.floor.tournament.office import Office
from houseway.floor.tournament.programme import Programme
from houseway.floor.tournament.state import Phase
from houseway.floor.waiting import until_changed
from houseway.play.decision import Refused

log = logging.getLogger("houseway")

ALWAYS = ("count", "call time")  # what is no decision, and the house does in every tournament
LOOK = 1.0  # seconds from one look at the clock to the next, while a tournament is going on


class TournamentHost:
    def __init__(
        self,
        office: Office,
        pace: Pace,
        offered: tuple[Programme, ...] = (),
        open_tables: Callable[[Programme], Awaitable[list[str]]] | None = None,
    ) -> None:
        self.office, self.pace, self.offered = office, pace, offered
        self.house: House = office.house
        self.pick = chance
        self._open_tables = open_tables
        self._changed = asyncio.Event()
        self._since: dict[tuple[str, str], float] = {}  # by tournament and what it waits for, on the steady clock

    async def run(self) -> None:
        """For as long as the house is open."""
        self.house.watch("*", lambda _: self._changed.set())
        self.house.watch(STREAMS, lambda _: self._changed.set())
        self._put_on_time()
        await while_it_is_open(self._next)

    def _put_on_time(self) -> None:
        """A house that lay still has cost sessions by the clock some of their minutes: they have them back."""
        at = self.house.clock()
        for desk in self.office.desks.values():
            stage = desk.state.stage_now
            if desk.state.phase is not Phase.PLAYING or stage is None or not stage.minutes or desk.state.paused:
                continue
            last = max((self._last_seen(table) for table in desk.playing()), default="")
            if last and (lost := round((at - datetime.fromisoformat(last)).total_seconds())) > 0:
                desk.ordered("add time", at, seconds=lost)

    def _last_seen(self, table: Table) -> str:
        entries = self.house.ledger.newest(table.name, "round-over", 1) or self.house.ledger.newest(
            table.name, "began", 1
        )
        return entries[0].at if entries else ""

    async def _next(self) -> None:
        self._changed.clear()  # what changes from now on is looked at in the next turn
        busy = False
        for offered in self.offered:
            busy |= await self._offer(offered)
        for desk in list(self.office.desks.values()):
            busy |= await self._keep_going(desk)
        if not busy:
            running = any(desk.state.phase is not Phase.DRAFTED for desk in self.office.desks.values())
            try:
                await asyncio.wait_for(self._changed.wait(), LOOK if running else None)
            except TimeoutError:
                pass

    # What the house offers by itself

    async def _offer(self, offered: Programme) -> bool:
        """There is always one of each that one can enter."""
        for desk in self.office.desks.values():
            if desk.state.programme == offered.name and desk.state.phase in (
                Phase.ENTRIES_OPEN,
                Phase.DRAFTED,
                Phase.APPROVED,
            ):
                return False
        if any(desk.state.programme == offered.name for desk in self.office.desks.values()) and offered.one_at_a_time:
            return False
        at = self.house.clock()
        details = {"conditions": offered.conditions, "run_by": "house", "programme": offered.name}
        desk, reply = await self.office.open(Order(HOUSE, "draft", details, at=at))
        if not reply.accepted:
            assert isinstance(reply.decision, Refused)
            log.error("the house cannot offer %s: %s", offered.name, reply.decision.because)
            self.offered = tuple(one for one in self.offered if one is not offered)
            return False
        for act, more in (
            ("approve", {"reference": programme.NO_APPROVAL}),
            ("appoint", {"director": programme.DIRECTOR}),
            ("publish", {}),
        ):
            if not await self._do(desk, Due(act, act, more)):
                return False
        return True

    # Running

    async def _keep_going(self, desk: TournamentDesk) -> bool:
        """One step of a tournament; whether there was one."""
        at, state = self.house.clock(), desk.state
        own = state.run_by == "house"
        if own and state.phase is Phase.ENTRIES_OPEN:
            return await self._entries(desk)
        moved = False
        if state.phase is Phase.PLAYING:
            for table in desk.playing():
                moved |= await self._house_players(desk, table)
        for one in due(desk, at):
            if one.act in ALWAYS or (own and self._now(desk, one)):
                return await self._step(desk, one) or moved
        return moved

    async def _step(self, desk: TournamentDesk, one: Due) -> bool:
        if one.act == "designate":
            tables = await self._tables(desk)
            return bool(tables) and await self._do(desk, replace(one, details={"tables": tables}))
        return await self._do(desk, one)

    async def _do(self, desk: TournamentDesk, one: Due) -> bool:
        reply = await self.office.do(desk.name, Order(HOUSE, one.act, one.details, at=self.house.clock()))
        if not reply.accepted:
            assert isinstance(reply.decision, Refused)
            log.warning("%s: %s: %s", desk.name, one.act, reply.decision.because)
            await until_changed(self._changed, LOOK)
        return reply.accepted

    async def _tables(self, desk: TournamentDesk) -> list[str]:
        offered = next((one for one in self.offered if one.name == desk.state.programme), None)
        if offered is None or self._open_tables is None:
            return list(desk.state.tables)
        return await self._open_tables(offered)

    def _now(self, desk: TournamentDesk, one: Due) -> bool:
        """Whether it is time for a step: people read a result, or who sits where, before the next thing happens."""
        wait = {"begin session": self.pace.result, "mark": self.pace.result, "end table": self.pace.result}.get(
            one.act, 0.0
        )
        if not wait:
            return True
        key = (desk.name, f"{one.act} {sorted(one.details.items())} {desk.state.stage} {desk.state.session}")
        since = self._since.setdefault(key, time.monotonic())
        return time.monotonic() - since >= wait

    async def _entries(self, desk: TournamentDesk) -> bool:
        """Once a person has entered, others have a little time; then house players take the places that are left."""
        state, entry = desk.state, desk.state.conditions.entry
        people = [one for one in state.still_in if not one.house]
        if not people or entry is None:
            self._since.pop((desk.name, "people"), None)
            return False
        since = self._since.setdefault((desk.name, "people"), time.monotonic())
        left = programme.GATHERING * self.pace.wagers - (time.monotonic() - since)
        if left > 0 and len(state.still_in) < entry.most:
            return False
        if len(state.still_in) < entry.most:
            return await self._fill(desk, entry.most - len(state.still_in))
        return await self._do(desk, Due("close entries", "Close entries"))

    async def _fill(self, desk: TournamentDesk, places: int) -> bool:
        """House players enter, each with credit of the house."""
        there = {one.name for one in desk.state.entrants.values()}
        playing = {one.name for other in self.office.desks.values() for one in other.state.still_in if one.house}
        number = 0
        while places:
            name = house_players.name_of(number)
            number += 1
            if name in there or name in playing:
                continue
            self.house.welcome(name)
            fee = 0 if desk.state.conditions.fee is None else desk.state.conditions.fee.cents
            self.house.top_up(name, fee)  # the house pays for its own
            if not await self._do(desk, Due("enter", "enter", {"player": name, "house": True})):
                return False
            places -= 1
        return True

    def gathering(self, desk: TournamentDesk) -> float | None:
        """How many seconds others still have to enter; None where nobody has entered yet."""
        since = self._since.get((desk.name, "people"))
        return None if since is None else max(0.0, programme.GATHERING * self.pace.wagers - (time.monotonic() - since))

    # House players

    async def _house_players(self, desk: TournamentDesk, table: Table) -> bool:
        """Everybody of the house at a table does what they want, one thing after the other."""
        here = table.state.tournament
        if here is None or not table.state.status.is_open:
            return False
        own = {one.player for one in desk.state.entrants.values() if one.house}
        moved = False
        for name in [name for name in here.entrants or () if name in own]:
            for order in house_players.orders(table, name, self.pick):
                reply = await self.house.do(table.name, replace(order, at=self.house.clock()))
                moved |= reply.accepted
                if not reply.accepted:
                    break
        return moved
