"""A night on the floor without a server: the shipped staffed floor with its cage, keno and people, who work by orders."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from houseway.floor.authority import right_one
from houseway.floor.cage.places import MAIN, Chips, made_of
from houseway.floor.cage.slips import tray
from houseway.floor.clerk import Reply
from houseway.floor.folded import FoldedDesk
from houseway.floor.house import House
from houseway.floor.jackpots import open_jackpot
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.orders import Order
from houseway.floor.people import Person, player
from houseway.floor.table import Table
from houseway.floor.terminals import accounts_of
from houseway.floor.tournament import house_players
from houseway.floor.tournament.due import due
from houseway.floor.tournament.office import Office
from houseway.forms import write
from houseway.ledger import Ledger, open_ledger
from houseway.play.conditions import Entry, Prizes
from houseway.play.decision import Refused
from houseway.play.prompts import TakeWagers
from houseway.premises import settings as settings_module
from houseway.premises.desks import Desks
from houseway.premises.plans import open_plan
from houseway.premises.settings import Settings, load
from houseway.testing.tapes import Tape
from tests.tournament_play import conditions, stage

EVENING = datetime(2026, 11, 16, 18)
SHIPPED = Path(settings_module.__file__).with_name("staffed_floor.toml")
PATRON = "Cy"  # who has an account; everybody else holds chips


@cache
def shipped() -> Settings:
    return load(SHIPPED)


def named(role: str, number: int = 0) -> Person:
    """Somebody of the shipped floor by their role."""
    found = [row.name for row in shipped().staff if row.role == role]
    return Person(found[number], role)  # type: ignore[arg-type]


class Night:
    def __init__(self, ledger: Ledger | None = None, now: datetime = EVENING, only: tuple[str, ...] = ()) -> None:
        self.now, self.settings = now, shipped()
        self.ledger = ledger or open_ledger("sqlite:///:memory:")
        self.house = House(self.ledger, lambda: self.now)
        self.desks = Desks(self.ledger, self.house, lambda: self.now, self.settings)
        for opened in self.settings.jackpots:
            open_jackpot(self.ledger, opened, self.now)
        self.house.load_floor()
        for plan in self.settings.tables:
            if plan.name not in self.house.tables and (not only or plan.name in only):
                assert not isinstance(open_plan(self.house, plan), Refused)
        self.desks.place_floats()
        self.keno = Keno(self.ledger)
        self.desks.serve_keno(self.keno)
        self.cashier, self.second, self.boss = named("cashier"), named("casino supervisor"), named("pit boss")

    # Orders

    def at(self, desk: FoldedDesk[Any], who: Person, act: str, second: Person | None = None, **details: Any) -> Reply:
        if second is not None:
            details["second"] = write(second)
        return desk.do(Order(who, act, details, at=self.now))

    def cage(self, who: Person, act: str, second: Person | None = None, **details: Any) -> Reply:
        reply = self.at(self.desks.cage, who, act, second, **details)
        assert reply.accepted, (act, details, reply.decision)
        return reply

    def table(self, who: Person, act: str, name: str, **details: Any) -> Reply:
        return self.house.tables[name].do(Order(who, act, details, at=self.now))

    def sell(self, who: Person, act: str, **details: Any) -> Reply:
        reply = self.keno.do(KenoOrder(who, act, details, at=self.now, terminal="T-01"))
        assert reply.accepted, (act, reply.decision)
        return reply

    def holds(self, account: str) -> int:
        return self.ledger.balance(account)

    # The evening

    def open(self) -> None:
        self.cage(self.cashier, "open day", self.second)
        chips = {cents: min(count, 300) for cents, count in self.desks.cage.state.racks[MAIN].items()}
        self.cage(self.cashier, "open drawer", self.second, window="CAGE-1", cash=5_000_000, chips=write(chips))
        writer = named("keno writer")
        self.cage(writer, "open drawer", self.cashier, window="T-01", kind="writer", cash=200_000)
        self.sell(named("keno supervisor"), "take over")
        self.sell(named("keno supervisor"), "open day", closes="2026-11-17T04:00:00")
        assert self.at(self.desks.patrons, self.cashier, "open account", name=PATRON).accepted
        gives = {"account": 200_000}
        self.cage(self.cashier, "exchange", window="CAGE-1", takes={"cash": 200_000}, gives=gives, patron=PATRON)
        for n, name in enumerate(self.house.in_order):
            self.table(named("dealer", n % 4), "sign on", name)

    def dealer(self, table: Table) -> Person:
        return Person(table.state.dealer, "dealer") if table.state.dealer != "house" else named("dealer")

    def deal(self, name: str, rounds: int, seed: int = 1) -> None:
        """So many rounds at a table, by its dealer, with chips that are bought as they are wanted."""
        table, rng = self.house.tables[name], random.Random(f"{name} {seed}")
        until = table.state.round + rounds
        for _ in range(4000):
            if table.state.round >= until and table.window is not None:
                return
            self.step(table, rng)
        raise AssertionError(f"{name} does not come to the end of its rounds: {table.prompt}")

    def step(self, table: Table, rng: random.Random) -> None:
        prompt, dealer, name = table.prompt, self.dealer(table), table.name
        assert prompt is not None
        self.now += timedelta(seconds=1)
        if table.state.status.is_closed:
            self.table(self.second, "reopen", name)
        if isinstance(prompt, TakeWagers):
            for wager in prompt.some(rng.randrange).wagers:
                self.lay(table, wager.player, wager.spot, wager.area, wager.cents)
            assert self.table(dealer, "answer", name).accepted or self.table(self.boss, "answer", name).accepted
            return
        doc = prompt.write(Tape(rng.randrange, mishaps=False)(prompt))
        if prompt.asks == "players":
            for who, choice in doc.items():
                as_player = who == PATRON
                by = player(who) if as_player else dealer
                details = {"value": choice} if as_player else {"player": who, "value": choice}
                self.table(by, "choose", name, **details)
            if table.prompt is prompt:
                self.table(dealer, "answer", name)
            return
        who = right_one(table, dealer, "answer", {"value": doc})
        reply = self.table(who, "answer", name, value=doc)
        assert reply.accepted, (name, prompt, doc, reply.decision)

    def lay(self, table: Table, who: str, spot: str, area: int, cents: int) -> None:
        """A wager by whoever holds chips, through the dealer; by terminal, or by telephone from an account."""
        name, dealer = table.name, self.dealer(table)
        if accounts_of(table) is not None:
            station = "ATS-1" if who == "P1" else "ATS-2"
            if self.holds(f"ats:{name}:{station}") < cents:
                assert self.table(dealer, "buy in", name, station=station, cents=100_000).accepted
            self.table(player(station), "place", name, spot=spot, cents=cents)
            return
        person = {"P1": "Amy", "P2": PATRON}.get(who, who)
        if self.holds(table.pocket(person)) < cents + 60_000 and person != PATRON:  # enough to double and raise
            assert self.table(
                dealer, "change cash", name, player=person, cents=-(-cents // 10_000) * 10_000 + 60_000
            ).accepted
        where = {"area": area} if area else {}
        if person == PATRON:
            self.table(player(person), "place", name, spot=spot, cents=cents, **where)
        else:
            self.table(dealer, "place", name, player=person, spot=spot, cents=cents, **where)

    def play_keno(self, games: int, seed: int = 1) -> None:
        writer, supervisor, rng = named("keno writer"), named("keno supervisor"), random.Random(f"keno {seed}")
        from houseway.floor.keno import running

        for _ in range(games):
            self.now += timedelta(minutes=5)
            for _ in range(rng.randrange(2, 5)):
                numbers = sorted(rng.sample(range(1, 81), rng.randrange(1, 6)))
                self.sell(writer, "sell", numbers=numbers, cents=rng.choice((100, 200, 500)))
            self.sell(supervisor, "close game", closes="")
            self.sell(writer, "key draw", numbers=rng.sample(range(1, 81), 20))
            self.sell(supervisor, "confirm draw")
            saved = running.settle(self.keno, self.now)
            assert saved is not None
            self.ledger.settle_down()

    def tournament(self, name: str, hands: int = 2, seed: int = 1) -> None:
        """A tournament of somebody with an account and somebody with chips, at a table, from its draft to its prizes."""
        table, rng, at = self.house.tables[name], random.Random(f"tournament {seed}"), self.cashier
        self.cage(at, "exchange", window="CAGE-1", takes={"cash": 20_000}, gives={"chips": {"2500": 8}}, patron="Bea")
        told = conditions(stage(table.state.book, hands=hands, seats=2), entry=Entry(2, 2), prizes=Prizes((100,)))
        office = Office(self.house)
        desk, drafted = office.draft(self._order(self.second, "draft", conditions=write(told)))
        assert drafted.accepted, drafted.decision
        desk.draw_lots = rng.randrange

        def do(who: Person, act: str, **details: Any) -> None:
            reply = desk.do(self._order(who, act, **details))
            assert reply.accepted, (act, reply.decision)

        do(Person("A. Rule", desk.stage_law(self.now).approved_by[0]), "approve", reference="A-1")
        do(self.second, "publish")
        do(player(PATRON), "enter")
        do(self.second, "enter", player="Bea")
        do(self.second, "close entries")
        do(self.second, "designate", tables=[name])
        while not desk.state.phase.is_over:
            if one := next(iter(due(desk, self.now)), None):
                do(self.second, one.act, **one.details)
                continue
            for who in (PATRON, "Bea"):
                for order in house_players.orders(table, who, rng.randrange):
                    table.do(replace(order, at=self.now))
            here = table.state.tournament
            if here is not None and not here.waits:
                self._turn(table, rng)

    def _turn(self, table: Table, rng: random.Random) -> None:
        """Whatever a tournament's table asks when its players have had their say."""
        prompt = table.prompt
        assert prompt is not None
        self.now += timedelta(seconds=1)
        details: dict[str, Any] = {}
        if not isinstance(prompt, TakeWagers):
            details = {"value": prompt.write(Tape(rng.randrange, mishaps=False)(prompt))}
        who = right_one(table, self.dealer(table), "answer", details)
        reply = self.table(who, "answer", table.name, **details)
        assert reply.accepted, (table.name, prompt, reply.decision)

    def _order(self, who: Person, act: str, **details: Any) -> Order:
        return Order(who, act, details, at=self.now)

    def fill(self, name: str, chips: Chips) -> None:
        table = self.house.tables[name]
        slip = self.cage(self.dealer(table), "ask chips", table=name, chips=write(chips)).paper["number"]
        self.cage(self.cashier, "send chips", slip=slip)
        self.cage(self.dealer(table), "receive chips", slip=slip)

    def credit(self, name: str, chips: Chips) -> None:
        slip = self.cage(self.boss, "ask chips", kind="credit", table=name, chips=write(chips)).paper["number"]
        self.cage(self.boss, "send chips", slip=slip)
        self.cage(self.cashier, "receive chips", slip=slip)

    def close(self) -> None:
        """Everything is counted by two people, and is what it should be."""
        denominations = self.desks.cage.state.arrangement.denominations
        for name in self.house.in_order:
            table = self.house.tables[name]
            self.clear(table)
            lies = tray(self.desks.cage, name)
            if lies.moved:
                chips = made_of(lies.cents, denominations)
                assert chips is not None, (name, lies)
                self.cage(self.dealer(table), "count float", self.boss, table=name, chips=write(chips))
            if box := self.holds(f"drop:{name}"):
                self.cage(self.cashier, "count drop", self.second, table=name, cash=box)
        writer = named("keno writer")
        self.cage(writer, "close drawer", self.cashier, window="T-01", cash=self.holds("drawer:T-01"))
        chips = made_of(self.holds("rack:CAGE-1"), denominations) or {}
        counted = dict(window="CAGE-1", cash=self.holds("drawer:CAGE-1"), chips=write(chips))
        self.cage(self.cashier, "close drawer", self.second, **counted)
        self.cage(self.cashier, "close day", self.second)

    def clear(self, table: Table) -> None:
        """What lies in the open window is taken back, terminals are paid out, and chips leave with their players."""
        name, dealer = table.name, self.dealer(table)
        for station in [one.name for one in table.state.stations.values() if one.account]:
            assert self.table(dealer, "pay out", name, station=station).accepted
        for wager in table.state.chips:
            by = player(wager.player) if wager.player == PATRON else dealer
            more = {} if wager.player == PATRON else {"player": wager.player}
            self.table(
                by,
                "withdraw",
                name,
                spot=wager.spot,
                cents=wager.cents,
                **({"area": wager.area} if wager.area else {}),
                **more,
            )
        for entry in self.ledger.newest(name, "changed", 50):
            if self.holds(f"hand:{entry.body['player']}"):
                self.table(dealer, "take chips", name, player=entry.body["player"])
