"""A cup: a tournament of hundreds over a floor of tables and three games, in made-up time, with everything going wrong that can.

The house runs it by itself, as it does its own programme. Half of the entrants are people who enter and play over a bad line; the
others are house players. The house falls now and then, in mid-hand and mid-order, and goes on from the record.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from houseway.floor.house import House
from houseway.floor.pace import HouseDealer, Pace
from houseway.floor.people import player
from houseway.floor.table import Order, Reply, Table
from houseway.floor.tournament import house_players
from houseway.floor.tournament.desk import TournamentDesk, pool_of
from houseway.floor.tournament.host import TournamentHost
from houseway.floor.tournament.office import Office, accounts, balances
from houseway.floor.tournament.programme import Programme
from houseway.forms import write
from houseway.ledger import LedgerBroken, audit
from houseway.ledger.postings import CHIPS
from houseway.play.conditions import Conditions, Entry, Lateness, Prizes, Tie
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.premises.settings import first_floor
from tests.faults.simulation.evening import Evening
from tests.faults.simulation.people import PATIENCE
from tests.faults.simulation.standing import Standing, SteppedLedger
from tests.tournament_play import conditions, stage

BACCARAT, ROULETTE, BLACKJACK = "act-1992-baccarat", "act-1992-american-roulette", "act-1992-blackjack"
LIKE = {BACCARAT: "BC-1", ROULETTE: "AR-1", BLACKJACK: "BJ-1"}
PACE = Pace().times(0.5)
LONGEST = 6 * 3600.0  # seconds of made-up time


@dataclass(frozen=True)
class Field:
    """How large a cup is."""

    heats: int  # tables of Baccarat
    sessions: int
    others: int = 2  # tables of Roulette and as many of Blackjack

    @property
    def entrants(self) -> int:
        return self.heats * self.sessions * 6

    @property
    def tables(self) -> dict[str, str]:
        """Every table, and the book that is played at it."""
        heats = {f"BC-{n}": BACCARAT for n in range(1, self.heats + 1)}
        wheels = {f"AR-{n}": ROULETTE for n in range(1, self.others + 1)}
        return {**heats, **wheels, **{f"BJ-{n}": BLACKJACK for n in range(1, self.others + 1)}}

    @property
    def conditions(self) -> Conditions:
        going_on = self.heats * self.sessions
        again = -(-going_on // (8 * self.others))  # sessions at the wheels
        heats = stage(BACCARAT, "Heats", hands=2, sessions=self.sessions, tables=self.heats, compulsory_wager=1_000)
        wheels = stage(ROULETTE, "Wheels", hands=2, sessions=again, tables=self.others, seats=8, compulsory_wager=500)
        final = stage(BLACKJACK, hands=3, tables=self.others, seats=6, out_at=(2,))
        told = conditions(heats, wheels, final, entry=Entry(2, self.entrants), ties=(Tie.EARLIER_CHIPS, Tie.LOT))
        return replace(told, title="Cup", lateness=Lateness(0, "plays on"), prizes=Prizes((50, 30, 20)))


class CupStanding(Standing):
    """The house while it stands, with a tournament that it offers by itself."""

    def __init__(self, ledger: SteppedLedger, clock: Callable[[], datetime], field: Field) -> None:
        self.ledger, self.clock, self.hours = ledger, clock, False
        self.house = House(ledger, clock)
        self.tasks: list[asyncio.Task[None]] = []
        if any(name in field.tables for name in ledger.streams()):
            self.house.load_floor()
        for name, book in field.tables.items():
            if name not in self.house.tables:
                assert isinstance(self._opened(name, book), Table)
        self.clocks = {name: HouseDealer(self.house, name, PACE) for name in self.house.tables}
        self.office = Office(self.house, takes_no_money=True)
        offered = Programme("cup", "", "", tuple(field.tables), write(field.conditions))
        self.host = TournamentHost(self.office, PACE, (offered,), self._tables)

    def _opened(self, name: str, book: str) -> object:
        plan = first_floor().plan(LIKE[book])
        sign = plan.set_up.sign
        if not sign.kinds:
            sign = Sign(Limits(500, 50_000), areas=sign.areas, players_per_area=sign.players_per_area)
        return self.house.open_table(name, book, SetUp(plan.set_up.decks, sign=sign))

    async def _tables(self, offered: Programme) -> list[str]:
        return list(offered.tables)

    def start(self, loop: asyncio.AbstractEventLoop, fell: Callable[[BaseException], None]) -> None:
        async def working(what: HouseDealer | TournamentHost) -> None:
            try:
                await (what.run() if isinstance(what, TournamentHost) else what.deal())
            except asyncio.CancelledError:
                raise
            except BaseException as wrong:
                fell(wrong)

        for each in (*self.clocks.values(), self.host):
            assert isinstance(each, (HouseDealer, TournamentHost))
            self.tasks.append(loop.create_task(working(each)))

    def close(self) -> None:
        """Nothing of the law is published here."""


class Cup(Evening):
    standing: CupStanding | None

    def __init__(self, seed: int, field: Field, every_site: bool = False) -> None:
        super().__init__(seed, 0, every_site=every_site)
        self.field, self.names = field, [f"Guest {n}" for n in range(1, field.entrants // 2 + 1)]
        self.falling = 1 / 600  # per event
        self.answers = 0
        self._keys = 0

    def stand(self, ledger: SteppedLedger) -> Standing:
        return CupStanding(ledger, self.wall, self.field)

    # People

    async def _ask(self, where: str, order: Order) -> Reply | None:
        """An order over the bad line, sent again until it is answered."""
        answered: asyncio.Future[Reply] = self.loop.create_future()

        def arrives() -> None:
            self.task(self._carried_out(where, order, answered))

        while not answered.done():
            self.carry(arrives)
            try:
                await asyncio.wait_for(asyncio.shield(answered), PATIENCE)
            except TimeoutError:
                if self.over:
                    return None
        self.answers += 1
        return answered.result()

    async def _carried_out(self, where: str, order: Order, answered: asyncio.Future[Reply]) -> None:
        standing = self.standing
        if standing is None:
            return
        order = replace(order, at=self.wall())
        try:
            reply = await (standing.office.do(where, order) if where == "t1" else standing.house.do(where, order))
        except LedgerBroken:
            return
        self.carry(lambda: None if answered.done() else answered.set_result(reply))

    def _key(self) -> str:
        self._keys += 1
        return f"key-{self._keys:08d}"

    async def _person(self, name: str) -> None:
        """Enters, and then plays wherever they sit."""
        rng = self._rng(name)
        await asyncio.sleep(rng.uniform(0, 6))
        while self.standing is None or self.standing.office.find("t1") is None:
            await asyncio.sleep(0.5)
        self.standing.house.welcome(name)
        reply = await self._ask("t1", Order(player(name), "enter", {}, self._key()))
        if reply is None or not reply.accepted:
            return
        while not self.over:
            await asyncio.sleep(rng.uniform(0.6, 1.4))
            desk = None if self.standing is None else self.standing.office.desks.get("t1")
            table = None if desk is None else desk.table(desk.state.table_of(name))
            if table is None:
                if desk is not None and desk.state.phase.has_begun and desk.state.entrants[name].part != "in":
                    return
                continue
            wanted = next(house_players.orders(table, name, rng.randrange), None)
            if wanted is not None:
                await self._ask(table.name, replace(wanted, key=self._key()))

    # The whole of it

    async def _play(self) -> None:
        self.loop.set_exception_handler(
            lambda _, about: self.fails(about.get("exception") or RuntimeError(about["message"]))
        )
        self.rise()
        self.over = False
        for name in self.names:
            self.task(self._person(name))
        while not self._is_over():
            assert self.loop.now < LONGEST, "it does not come to an end"
            await self._a_second()
        self.over = True
        until = self.loop.now + 30
        while self.loop.now < until or self.standing is None:
            await self._a_second()
        self._held_against_the_record(self.standing)

    def _is_over(self) -> bool:
        return self.standing is not None and "t1" in self.standing.office.over

    def _held_against_the_record(self, standing: CupStanding) -> None:
        ledger, office = standing.ledger, standing.office
        ledger.settle_down()
        self.look()
        desk = TournamentDesk.load(office, "t1")
        money, pool = accounts(desk), self.field.entrants * 5_000
        assert balances(desk) and desk.pool() == 0 and money["paid in"] - money["refunded"] == pool
        assert money["kept"] + money["prizes paid"] == pool and money["kept"] == pool // 10
        assert (
            len(desk.state.places) == self.field.entrants
            and len({p.entrant for p in desk.state.places}) == self.field.entrants
        )
        with ledger.reading() as connection:
            kept = dict(connection.exec_driver_sql("SELECT name, cents FROM account").fetchall())
            paid = connection.exec_driver_sql(
                "SELECT target, cents FROM transfer WHERE source = ? AND memo = 'prize'", (pool_of("t1"),)
            ).fetchall()
        assert not [name for name, cents in kept.items() if name.startswith(CHIPS) and cents], "every chip comes back"
        prizes = {office.pocket(place.entrant): place.cents for place in desk.state.places if place.cents}
        assert dict(paid) == prizes and len(paid) == len(prizes), "every prize once"
        for name, table in standing.house.tables.items():
            assert Table.load(ledger, name).state == table.state, f"I10: {name} loaded is another"
            assert table.state.tournament is None
        found = audit(ledger)
        assert found.sound, found.findings
        self.result.entries, self.result.looks = self.truth.entries, self.truth.looks
        self.result.rounds = sum(table.state.round for table in standing.house.tables.values())
        self.result.seconds = self.loop.now
        self.result.digest = hashlib.sha256(str(sorted(found.heads.items())).encode()).hexdigest()
