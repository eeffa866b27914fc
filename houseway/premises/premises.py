"""Premises: the house as one server runs it. The floor, a dealer for every table it deals itself, the tails, the door."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.floor.house import House, venue_time
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.host import KENO, Host, KenoPace
from houseway.floor.pace import HouseDealer, Pace
from houseway.floor.people import HOUSE, SUPERVISORS
from houseway.floor.periods import Periods
from houseway.floor.table import Order, Reply, Table
from houseway.floor.terminals import accounts_of
from houseway.floor.tournament import programme
from houseway.floor.tournament.host import TournamentHost
from houseway.floor.tournament.office import Office
from houseway.floor.tournament.programme import Programme
from houseway.law.clause import Basis
from houseway.ledger import LedgerBroken, open_ledger
from houseway.play.decision import Refused
from houseway.premises import heads, machine, opening
from houseway.premises.alerts import Alerts
from houseway.premises.changes import Changes
from houseway.premises.cluster import Cluster, is_idle
from houseway.premises.desks import Desks, follow_desks
from houseway.premises.house_changes import run_keno
from houseway.premises.identity import Identity, secret_beside, shared_secret
from houseway.premises.notices import Notices
from houseway.premises.passkeys import Passkeys
from houseway.premises.plans import TablePlan, open_plan, refusal
from houseway.premises.presence import Presence
from houseway.premises.recent import Recent
from houseway.premises.settings import Settings, first_floor
from houseway.premises.staff import Door
from houseway.school import School

log = logging.getLogger("houseway")


class Premises:
    def __init__(
        self,
        database_url: str,
        pace: Pace,
        clock: Callable[[], datetime] = venue_time,
        settings: Settings | None = None,
    ) -> None:
        self.database_url, self.settings, self.pace = database_url, settings, pace
        self.ledger = open_ledger(database_url, alone=True)
        try:
            self._set_up(clock, settings)
        except BaseException:
            self.ledger.close()
            raise

    def _set_up(self, clock: Callable[[], datetime], settings: Settings | None) -> None:
        database_url = self.database_url
        self.notary = heads.notary(self.ledger, settings) if settings is not None and settings.house.heads else None
        self.notices = Notices(self.ledger)  # before any table is read: they may be the law of one
        self.house = House(self.ledger, clock)
        self.connections = 0
        self.presence = Presence(self)
        self.school = School(self.ledger, clock)  # who learns; it knows no question
        self.touch_rate = (10.0, 30.0)  # touches a second from one terminal, sustained and at once
        self.order_rate = (20.0, 200.0)  # orders a second from one person
        self.clock_jumps = 0
        self.alerts: Alerts | None = None  # while a staffed house is open
        if settings is not None:
            self.touch_rate, self.order_rate = settings.touch_rate, settings.order_rate
        self.cluster: Cluster | None = None
        open_house = settings is None or settings.house.open_house
        at = settings.cluster.address if settings is not None else ""
        door = None if open_house else Door(self.ledger, at=at)
        secure = settings is not None and settings.house.secure_cookies
        # The secret lies beside a database in a file; anywhere else it is in the database, for the next start too.
        in_a_file = database_url.startswith("sqlite")
        secret = secret_beside(database_url) if in_a_file else shared_secret(self.ledger)
        self.identity = Identity(self.house, secret, door, secure)
        if door is not None and settings is not None:
            door.passkeys = Passkeys(door, settings.house.passkeys.rstrip("/"), self.identity.secret)
        self.dealing: dict[str, tuple[str, datetime | None]] = {}  # by table: who deals there, and since when
        self.figures: dict[str, dict[str, Any]] = {}  # of times that are over, by name, as they were last made
        self.other_books: dict[str, str] = {}  # by table: in which words the program's books were not those on record
        self.desks: Desks | None = None
        self.recent: dict[str, Recent] = {}
        self.dealers: dict[str, HouseDealer | Periods] = {}
        self.cited: Counter[tuple[str, str]] = Counter()  # book and clause, since the doors opened
        self._tasks: set[asyncio.Task[None]] = set()
        self._dealings: dict[str, asyncio.Task[None]] = {}  # by table
        self._host: Host | None = None
        self.changes = Changes(self)
        self.house.watch("*", self._told)
        if settings is None or not settings.cluster.address:
            self.open_front()
        else:
            self._open_tournaments()
            self.cluster = Cluster(self, settings)
            self.ledger.on_undone = self._undone
            if door is not None:
                follow_desks(self.ledger, self.house, clock)
            self.cluster.open()

    def _open_tournaments(self) -> None:
        """The office of tournaments as the record has it, and the host who keeps them going where this process is the front."""
        takes_no_money = self.settings is None or self.settings.house.open_house
        self.office = Office(self.house, takes_no_money, self._qualified)
        offered = programme.offered() if self.settings is None else ()
        self.tournaments = TournamentHost(self.office, self.pace, offered, self._tournament_tables)
        for desk in self.office.desks.values():
            desk.cited = self._cite

    def _qualified(self, name: str) -> bool | None:
        """Whether somebody is qualified as game supervisor; in an open house nobody checks a badge."""
        door = self.identity.door
        if door is None:
            return None
        known = door.known(name)
        return known is not None and known.role in (*SUPERVISORS, "tournament director")

    async def _tournament_tables(self, offered: Programme) -> list[str]:
        """The tables of a tournament that the house offers; those that do not stand yet are opened, for tournaments alone."""
        stage = offered.read.stages[0]
        for name in offered.tables:
            if name in self.house.tables or name in self.house.out_of_order:
                continue
            like = first_floor().plan(offered.like)
            sign = replace(like.set_up.sign, differential=None)
            set_up = replace(like.set_up, sign=sign, method="")
            opened = self.open_table(replace(like, name=name, book=stage.book, set_up=set_up))
            if isinstance(opened, Refused):
                log.error("%s cannot be opened for a tournament: %s", name, opened.because)
                return []
            await self.do(name, Order(HOUSE, "reserve", {"tournaments": True}, at=self.house.clock()))
        return [name for name in offered.tables if name in self.house.tables]

    @property
    def is_front(self) -> bool:
        """Whether this process serves everything but tables of terminals; the only one of a house does."""
        return self.cluster is None or self.cluster.is_front

    def open_front(self) -> None:
        """The tables where people sit, and every desk: as the record has them, and what is new."""
        settings, door, clock = self.settings, self.identity.door, self.house.clock
        if settings is not None and door is not None:
            self.desks = Desks(self.ledger, self.house, clock, settings)
            self.identity.guests = self.desks.guests
        apart = self.cluster.leases.apart if self.cluster is not None else ()
        if settings is None or (door is None and not settings.tables):
            opening.open_house(self.house)
        else:
            opening.open_by(self.house, settings, apart)
        if self.desks is not None:
            self.desks.place_floats()
        self._furnish_keno(clock)
        if self.cluster is not None:  # what was opened now is served by whoever takes it
            self.ledger.settle_down()
            self.cluster.divide()
            for name in self.cluster.leases.apart - self.cluster.leases.held:
                self.house.tables.pop(name, None)
        for name in list(self.house.tables):
            self.furnish(name)
        self._open_tournaments()

    def furnish(self, name: str) -> None:
        """A table among those that pages show: with what was last told of it."""
        table = self.house.tables[name]
        table.cited = self._cite
        told = opening.tell_other_books(table)
        if told:
            self.other_books[name] = told
        try:
            self.recent[name] = Recent(table)
        except (Complaint, LookupError, ValueError) as wrong:  # its last entries cannot be read
            self.house.put_out_of_order(name, wrong)

    def _furnish_keno(self, clock: Callable[[], datetime]) -> None:
        """The keno computer; where its book or its record cannot be read it is out of order by itself."""
        try:
            keno = Keno(self.ledger)
            host = Host(keno, clock, KenoPace(12 * self.pace.wagers, self.pace.card, self.pace.result))
            host.board()
        except (LedgerBroken, sa.exc.SQLAlchemyError):
            raise
        except Exception as wrong:
            self.house.put_out_of_order(KENO, wrong)
            return
        keno.cited = self._cite
        if self.desks is not None:
            self.desks.serve_keno(keno)
        if self.settings is not None:
            run_keno(host, self.settings.keno)
        self._host = host

    @property
    def keno(self) -> Host:
        """The keno computer, for whoever has seen that it is in order."""
        assert self._host is not None, f"{KENO} is out of order: {self.house.out_of_order[KENO]}"
        return self._host

    def _cite(self, by: Basis, what: str) -> None:
        self.cited.update((clause.book, clause.number) for clause in by.clauses)

    def _told(self, name: str) -> None:
        if name in self.recent:
            self.recent[name].catch_up()

    # Running

    def start(self) -> None:
        """The house's own dealers come to their tables."""
        self.loop = asyncio.get_running_loop()
        for name in list(self.house.tables):
            if self.serves(name):
                self._deal(name)
        if self.is_front:
            self._start_front()
        self.run(machine.watch_the_clock(self))
        if self.notary is not None:
            self.run(heads.keep_heads(self, self.notary))
        if self.cluster is not None:
            self.run(self.cluster.keep())

    def _start_front(self) -> None:
        opening.tell_differences(self)
        self.presence.expect_everybody()
        self.run(self.changes.keep_trying())
        if self.identity.door is not None and self.settings is not None:
            self.alerts = Alerts(self, self.settings.house.alarms)
            self.run(self.alerts.watch())
            self.run(self.alerts.carry())
        if self._host is not None:
            self.run(self._keno())
        self.run(self._tournaments())

    async def _tournaments(self) -> None:
        """Keeps tournaments going; what goes wrong with them stops nothing else, and the log says what it was."""
        try:
            await self.tournaments.run()
        except Exception:
            log.exception("tournaments do not go on by themselves any more")

    def become_front(self) -> None:
        """The process that was the front has gone: everything it served goes on here."""
        self.ledger.forget_all()
        self.open_front()
        for name in self.house.tables:
            if self.serves(name) and name not in self.dealers:
                self._deal(name)
        self._start_front()
        for name in self.house.tables:
            self.house.tell(name)

    def own_stream(self, stream: str) -> str:
        """Where what this process alone knows is written: where there are several, each has a stream of its own."""
        return stream if self.cluster is None else f"{stream} {self.cluster.leases.address}"

    def serves(self, name: str) -> bool:
        """Whether a table is served here; copies of others are only shown."""
        return name in self.house.tables and name not in self.house.copies

    def is_idle(self, name: str) -> bool:
        """Whether nothing is open on a table of terminals."""
        return name in self.dealers and is_idle(self.dealers[name], self.house.tables[name])

    async def _keno(self) -> None:
        """Runs the keno games; a broken invariant or a book that fails stops them alone, and the pit's page says why."""
        try:
            await self.keno.run()
        except Exception as wrong:
            self.house.put_out_of_order(KENO, wrong)

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Goes on beside everything else until the house closes."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def load(self, name: str) -> None:
        """A table that another process served, or that nobody did yet: as the record has it."""
        self.house.read_floor()
        self.house.load_table(name)
        if name in self.house.tables:
            self.furnish(name)

    def take_over(self, name: str) -> None:
        """A table that another process served goes on here."""
        self.give_up(name)
        self.load(name)
        if name in self.house.tables:
            self._deal(name)
        self.house.tell(name)

    def give_up(self, name: str) -> None:
        """The table is not served here any more: nobody deals, and its lines are hung up."""
        if name in self._dealings:
            self._dealings.pop(name).cancel()
        self.house.tables.pop(name, None)
        self.dealers.pop(name, None)
        self.recent.pop(name, None)
        self.house.tell(name, on_record=False)

    def _undone(self, streams: set[str]) -> None:
        """Another process was faster; what had been decided here is not so. Called by whoever writes."""
        self.loop.call_soon_threadsafe(self._read_again, streams)

    def _read_again(self, streams: set[str]) -> None:
        assert self.cluster is not None
        for stream in streams:
            log.warning("%s is read again: another process was faster", stream, extra={"facts": {"stream": stream}})
            if not self.cluster.leases.owns(stream):
                self.give_up(stream)
            elif stream in self.dealers:
                self.take_over(stream)
            else:  # a desk that keeps more than its stream: the next front reads all of it
                self.house.stopped.set()

    def _deal(self, name: str) -> None:
        table = self.house.tables[name]
        clock = (Periods if accounts_of(table) else HouseDealer)(self.house, name, self.pace)
        clock.missed = partial(self.presence.is_missed, name)
        if isinstance(clock, Periods):
            clock.room = lambda: machine.has_room(self.database_url)
        self.dealers[name] = clock
        self._dealings[name] = self.run(self._dealing(name))

    async def _dealing(self, name: str) -> None:
        """Deals; a broken invariant freezes the table and leaves its round in the log, and the others go on."""
        try:
            await self.dealers[name].deal()
        except Exception:
            await self._freeze(name)

    async def do(self, name: str, order: Order) -> Reply:
        """An order for a table; if it breaks an invariant of ours, the table is frozen and nothing has happened."""
        if self.cluster is not None and name in self.house.copies:
            await self.cluster.bring_here(name)
        clock = self.dealers.get(name)
        try:
            reply = await self.house.do(name, order)
            if isinstance(clock, Periods) and order.act == "open wagering" and reply.accepted and not reply.again:
                clock.started()
            return reply
        except AssertionError:
            await self._freeze(name)
            raise

    async def _freeze(self, name: str) -> None:
        log.exception("%s is frozen; its tape is %s", name, self.house.tables[name].state.tape)
        order = Order(HOUSE, "freeze", {"why": "the house found a mistake of its own"}, at=self.house.clock())
        await self.house.do(name, order)

    async def stop(self) -> None:
        left = set(self._tasks)
        while left:  # a wait that is over at the same moment swallows the cancelling; it is told again
            for task in left:
                task.cancel()
            done, left = await asyncio.wait(left, timeout=0.5)
            await asyncio.gather(*done, return_exceptions=True)
        if self.cluster is not None:
            await self.cluster.close()
            if not self.house.stopped.is_set():
                self.ledger.settle_down()
                self.cluster.leases.release()
        if self.identity.door is not None:
            self.identity.door.close()
        if self.notary is not None and not self.house.stopped.is_set():
            self.notary.note(self.house.clock().isoformat(timespec="seconds"))
        self.ledger.close()
        self.notices.close()

    def open_table(self, plan: TablePlan) -> Table | Refused:
        """A new table, while the house is open: it is dealt at from now on."""
        table = refusal(plan, self.house.clock()) or open_plan(self.house, plan)
        if not isinstance(table, Refused):
            if self.desks is not None:
                self.desks.place_floats()
            if self.cluster is not None:  # a table of terminals is leased by itself
                self.ledger.settle_down()
                self.cluster.divide()
                if plan.name in self.cluster.leases.apart:
                    self.cluster.leases.take(plan.name)
            self.furnish(plan.name)
            self._deal(plan.name)
            self.house.tell(plan.name)
        return table

    # Asking

    @property
    def venue(self) -> str:
        """What the house is called."""
        return self.settings.house.venue if self.settings is not None else ""

    @property
    def break_after(self) -> int:
        """Minutes at one table after which a dealer's break is due."""
        return self.settings.house.break_after if self.settings is not None else 80

    def closes(self, name: str) -> float | None:
        """When the open window closes, in the seconds of the page's clock; None if nobody has said."""
        left = self.dealers[name].seconds_left() if name in self.dealers else None
        return None if left is None else round(time.time() + left, 1)

    def sequence(self, name: str) -> int:
        """How far the record of a table has come: a page that knows the number knows whether it missed something."""
        return self.ledger.head(name)[0]
