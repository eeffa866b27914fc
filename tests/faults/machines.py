"""Z1: machines that do anything in any order, each beside a model so simple that it can be read.

A wallet is a dictionary; a spin is chips on four bets and a pay table of three lines; a keno ticket is unpaid or paid; a meter
is a number that two people may change. Whatever the house does, it must come to what the model says, also when it falls in
between and stands again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from houseway.floor import jackpots
from houseway.floor.house import House
from houseway.floor.keno import running
from houseway.floor.keno.desk import HELD, Keno, prizes_account
from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.people import HOUSE, Person
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, touch_many
from houseway.ledger import KeyReused, Overdrawn, Post, Transfer, audit
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.premises.settings import first_floor
from tests.faults.by_hand import ByHand, in_memory

NOON = datetime(2026, 11, 16, 12)
PEOPLE = (
    Person("A", "casino supervisor"),
    Person("B", "casino supervisor"),
    Person("C", "game supervisor"),
    Person("D", "dealer"),
)


class Fallible(RuleBasedStateMachine):
    """A ledger in memory whose disk is done when the machine says so, and which may fall."""

    def __init__(self) -> None:
        super().__init__()
        self.engine = in_memory()
        self.ledger = ByHand(self.engine)

    def flushed(self) -> None:
        self.ledger.settle_down()

    def teardown(self) -> None:
        self.flushed()
        found = audit(self.ledger)
        assert found.sound, found.findings
        self.engine.dispose()


class Wallets(Fallible):
    """Money moves between names; a key has one effect; what was not on disk when the house fell never happened."""

    names = st.sampled_from(["cage", "player:anna", "player:ben", "held:T"])
    keys = st.sampled_from(["", "k1", "k2", "k3", "k4"])

    def __init__(self) -> None:
        super().__init__()
        self.now: dict[str, int] = {}
        self.on_disk: dict[str, int] = {}
        self.answers: dict[str, tuple[str, int]] = {}
        self.answers_on_disk: dict[str, tuple[str, int]] = {}

    @rule(source=names, to=names, cents=st.integers(1, 500), key=keys)
    def move(self, source: str, to: str, cents: int, key: str) -> None:
        if source == to:
            return
        digest = f"{source}>{to}"
        if key:
            known = self.answers.get(key)
            try:
                told = self.ledger.recall(key, digest)
            except KeyReused:
                assert known is not None and known[0] != digest
                return
            if known is not None:
                assert known[0] == digest and told == {"cents": known[1]}
                return
            assert told is None
        post = Post("T", "moved", "", "x", {"cents": cents}, (Transfer(source, to, cents, "m"),))
        try:
            self.ledger.post([post], key, digest, {"cents": cents})
        except Overdrawn:
            assert source != "cage" and self.now.get(source, 0) < cents
            return
        assert source == "cage" or self.now.get(source, 0) >= cents
        self.now[source] = self.now.get(source, 0) - cents
        self.now[to] = self.now.get(to, 0) + cents
        if key:
            self.answers[key] = (digest, cents)

    @rule()
    def flush(self) -> None:
        self.flushed()
        self.on_disk, self.answers_on_disk = dict(self.now), dict(self.answers)

    @rule()
    def fall(self) -> None:
        self.ledger = ByHand(self.engine)
        self.now, self.answers = dict(self.on_disk), dict(self.answers_on_disk)

    @invariant()
    def agrees(self) -> None:
        for name in ("cage", "player:anna", "player:ben", "held:T"):
            assert self.ledger.balance(name) == self.now.get(name, 0)
        assert sum(self.now.values()) == 0


ODDS = {"straight:17": 35, "red": 1, "column:1": 2, "low": 1}
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
WINS = {
    "straight:17": {17},
    "red": RED,
    "column:1": {n for n in range(1, 37) if n % 3 == 1},
    "low": set(range(1, 19)),
}
SIGN = Sign(Limits(100, 100_000, 100), areas=2)


@dataclass
class Spin:
    chips: dict[tuple[str, str], int]
    number: int

    def won(self, station: str) -> int:
        """What a station has back from it."""
        return sum(
            cents * (ODDS[spot] + 1)
            for (at, spot), cents in self.chips.items()
            if at == station and self.number in WINS[spot]
        )


class Spins(Fallible):
    """A table of two terminals: touches, closes, results, wrong results, and the house falling in between."""

    stations = st.sampled_from(["ATS-1", "ATS-2"])

    @initialize()
    def opens(self) -> None:
        house = House(self.ledger, lambda: NOON)
        table = house.open_table("RR-1", "vic-2000-rapid-roulette", SetUp(sign=SIGN), "dealer", "shoe")
        assert isinstance(table, Table)
        self.table = table
        self.purse = {"ATS-1": 0, "ATS-2": 0}
        self.owed = {"ATS-1": 0, "ATS-2": 0}  # corrections took what had been spent
        self.active: set[str] = set()
        self.chips: dict[tuple[str, str], int] = {}
        self.closed: dict[tuple[str, str], int] | None = None
        self.past: list[Spin] = []
        self.frozen = False
        self.count = 0
        self.last: tuple[Touch, bool] | None = None

    def do(self, who: Person, act: str, **details: Any) -> bool:
        return self.table.do(Order(who, act, details, at=NOON)).accepted

    @rule(station=stations, hundreds=st.integers(1, 100))
    def buy_in(self, station: str, hundreds: int) -> None:
        assert self.do(HOUSE, "buy in", station=station, cents=100 * hundreds) == (not self.frozen)
        if not self.frozen:
            self.purse[station] += 100 * hundreds
            self.active.add(station)

    @rule(
        station=stations,
        spot=st.sampled_from(sorted(ODDS)),
        hundreds=st.integers(-3, 5).filter(bool),
        twice=st.booleans(),
    )
    def touch(self, station: str, spot: str, hundreds: int, twice: bool) -> None:
        self.count += 1
        touch = Touch(station, f"abcdefgh-{self.count:08d}", len(self.past) + 1, ((spot, 100 * hundreds),))
        lay = self.chips.get((station, spot), 0)
        becomes = max(0, lay + 100 * hundreds)
        open_now = self.closed is None and not self.frozen and station in self.active
        may = open_now and becomes - lay <= self.purse[station] and (hundreds > 0 or lay > 0)
        (result, *again), _ = touch_many(self.table, [touch] * (1 + twice), NOON)
        assert result.accepted == may, (result, may)
        assert all(each.accepted == may for each in again)
        if may:
            self.chips[station, spot] = becomes
            self.purse[station] -= becomes - lay
        self.last = (touch, may)

    @precondition(lambda self: self.last is not None)
    @rule()
    def late_copy(self) -> None:
        assert self.last is not None
        touch, accepted = self.last
        (result,), _ = touch_many(self.table, [touch], NOON)
        assert result.accepted == accepted

    @precondition(lambda self: self.closed is None)
    @rule()
    def close(self) -> None:
        assert self.do(HOUSE, "answer") == (not self.frozen)
        if not self.frozen:
            self.closed = {key: cents for key, cents in self.chips.items() if cents}

    @precondition(lambda self: self.closed is not None)
    @rule(number=st.integers(0, 36))
    def result(self, number: int) -> None:
        assert self.do(PEOPLE[3], "answer", value=str(number)) == (not self.frozen)
        if not self.frozen:
            assert self.closed is not None
            spin = Spin(self.closed, number)
            self.past.append(spin)
            for station in self.purse:
                self.purse[station] += spin.won(station)
            self.chips, self.closed = {}, None

    @precondition(lambda self: self.closed is not None)
    @rule()
    def no_spin(self) -> None:
        assert self.do(PEOPLE[3], "irregularity", kind="too-few-turns") == (not self.frozen)

    @rule(seldom=st.integers(0, 5))
    def freeze(self, seldom: int) -> None:
        if not seldom:
            assert self.do(PEOPLE[3], "freeze", why="x") == (not self.frozen)
            self.frozen = True

    @rule()
    def release(self) -> None:
        assert self.do(PEOPLE[2], "release") == self.frozen
        self.frozen = False

    @precondition(lambda self: self.past)
    @rule(data=st.data(), number=st.integers(0, 36), signs=st.sampled_from(PEOPLE), asks=st.sampled_from(PEOPLE))
    def recalculate(self, data: st.DataObject, number: int, signs: Person, asks: Person) -> None:
        """A wrong number is set right: two different people, a frozen table, and open chips go back."""
        number_of = data.draw(st.integers(max(1, len(self.past) - 3), len(self.past)))
        about = dict(spin=number_of, actual=str(number), asked_by=asks.name, reason="seen")
        if not self.frozen:
            assert not self.do(signs, "recalculate", **about)
            self.freeze(0)
        accepted = self.do(signs, "recalculate", **about)
        assert accepted == (signs.role != "dealer" and signs.name != asks.name)
        if accepted:
            spin = self.past[number_of - 1]
            before = {station: spin.won(station) for station in self.purse}
            spin.number = number
            freed = self.chips if self.closed is None else {}
            for station in self.purse:
                self.purse[station] += sum(cents for (at, _), cents in freed.items() if at == station)
                due = before[station] - spin.won(station)
                paid = min(due, self.purse[station])
                self.purse[station] -= paid
                self.owed[station] += due - paid
            if self.closed is None:
                self.chips = {}
        self.release()

    @rule()
    def fall(self) -> None:
        """Everything said so far was acknowledged, so it was on disk."""
        self.flushed()
        self.ledger = ByHand(self.engine)
        self.table = Table.load(self.ledger, "RR-1")

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "table"):
            return
        for station, cents in self.purse.items():
            assert self.ledger.balance(f"ats:RR-1:{station}") == cents
            assert self.ledger.balance(f"owed:RR-1:{station}") == -self.owed[station]
        held = sum((self.closed if self.closed is not None else self.chips).values())
        assert self.ledger.balance("held:RR-1") == held
        assert self.table.state.round == len(self.past) + 1


@dataclass
class Paper:
    code: str
    numbers: frozenset[int]
    cents: int
    game: int
    state: str = "live"
    won: int = field(default=0)


class KenoTickets(Fallible):
    """Tickets on one to three numbers for one game: sold, cancelled, drawn, paid once."""

    @initialize()
    def opens(self) -> None:
        self.keno = Keno(self.ledger)
        assert self.do(PEOPLE[0], "open day").accepted
        self.game, self.drawing = 1, 0
        self.papers: list[Paper] = []

    def do(self, who: Person, act: str, **details: Any) -> Any:
        return self.keno.do(KenoOrder(who, act, details, at=NOON))

    @rule(numbers=st.frozensets(st.integers(1, 40), min_size=1, max_size=3), cents=st.sampled_from([200, 300, 500]))
    def sell(self, numbers: frozenset[int], cents: int) -> None:
        sold = self.do(PEOPLE[3], "sell", numbers=sorted(numbers), cents=cents)
        assert sold.accepted
        self.papers.append(Paper(sold.paper["code"], numbers, cents, self.game))

    @precondition(lambda self: self.papers)
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        paper = data.draw(st.sampled_from(self.papers))
        to_come = paper.state == "live" and paper.game in (self.game, self.drawing)
        assert self.do(PEOPLE[3], "cancel", paper=paper.code).accepted == to_come
        paper.state = "cancelled" if to_come else paper.state

    @precondition(lambda self: self.papers)
    @rule(data=st.data(), voucher=st.booleans())
    def pay(self, data: st.DataObject, voucher: bool) -> None:
        paper = data.draw(st.sampled_from(self.papers))
        due = paper.state == "drawn"
        paid = self.do(PEOPLE[3], "pay", paper=paper.code, how="voucher" if voucher else "cash")
        assert paid.accepted == due, paid.decision
        if due:
            assert paid.paper["cents"] == paper.won
            paper.state = "paid"

    @rule()
    def close(self) -> None:
        assert self.do(PEOPLE[2], "close game").accepted == (not self.drawing)
        if not self.drawing:
            self.drawing, self.game = self.game, self.game + 1

    @precondition(lambda self: self.drawing)
    @rule(numbers=st.frozensets(st.integers(1, 80), min_size=20, max_size=20))
    def draw(self, numbers: frozenset[int]) -> None:
        assert self.do(PEOPLE[3], "key draw", numbers=sorted(numbers)).accepted
        assert self.do(PEOPLE[3], "confirm draw").accepted
        assert running.settle(self.keno, NOON) is not None
        for paper in self.papers:
            if paper.state == "live" and paper.game == self.drawing:
                column = self.keno.terms.schedules.standard.value[len(paper.numbers)]
                paper.state = "drawn"
                paper.won = column.get(len(paper.numbers & numbers), 0) * paper.cents
        self.drawing = 0

    @rule()
    def fall(self) -> None:
        self.flushed()
        self.ledger = ByHand(self.engine)
        self.keno = Keno(self.ledger)

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "papers"):
            return
        held = sum(paper.cents for paper in self.papers if paper.state == "live")
        assert self.ledger.balance(HELD) == held
        owed = sum(paper.won for paper in self.papers if paper.state == "drawn")
        assert self.ledger.balance(prizes_account("2026-11-16")) == owed


class Meters(Fallible):
    """A jackpot's meter: it grows by what is fed to it, and two people with a reason may set it right."""

    @initialize()
    def opens(self) -> None:
        reef = first_floor().jackpots[0]
        jackpots.open_jackpot(self.ledger, reef, NOON)
        self.name = reef.jackpot.name
        self.meter = reef.jackpot.reseed

    @rule(
        cents=st.integers(-10_000_000, 10_000_000),
        asks=st.sampled_from(PEOPLE),
        signs=st.sampled_from(PEOPLE),
        reason=st.sampled_from(["", "  ", "the display was wrong"]),
    )
    def adjust(self, cents: int, asks: Person, signs: Person, reason: str) -> None:
        decision = jackpots.adjust(self.ledger, self.name, cents, asks, signs, reason, NOON)
        two = asks.name != signs.name and signs.role == "casino supervisor" and bool(reason.strip())
        may = two and cents != 0 and self.meter + cents >= 0
        assert type(decision).__name__ == ("Accepted" if may else "Refused"), decision
        self.meter += cents if may else 0

    @rule()
    def fall(self) -> None:
        self.flushed()
        self.ledger = ByHand(self.engine)

    @invariant()
    def agrees(self) -> None:
        if hasattr(self, "name"):
            assert jackpots.meter(self.ledger, self.name) == self.meter


MACHINES = {"wallets": Wallets, "spins": Spins, "keno tickets": KenoTickets, "meters": Meters}
