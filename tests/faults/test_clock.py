"""F12: clocks that jump, stop, or change to summer time and back. No deadline moves, and what goes by the date waits for a
person. The house's time is made up, so that a period of thirty seconds lasts exactly thirty and takes none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from houseway.floor.house import House
from houseway.floor.keno import running
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.keno.host import Host, KenoPace
from houseway.floor.keno.paying import expires
from houseway.floor.keno.reports import proofs
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE, Person
from houseway.floor.periods import Periods
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, Touched
from houseway.ledger import Ledger, audit, open_ledger
from houseway.play.decision import Refused
from houseway.premises import machine
from houseway.premises.settings import first_floor
from tests.faults.simulation.clockwork import Chance, Clockwork, made_up
from tests.waiting import END

SYDNEY = ZoneInfo("Australia/Sydney")
BOSS, WRITER = Person("B", "casino supervisor"), Person("W", "dealer")


class Wall:
    """A wall clock: it begins somewhere, shows some place's time, and after so many seconds it jumps, or stops."""

    def __init__(self, begins: datetime, after: float = 0.0, jump: float = 0.0, stops: bool = False) -> None:
        self.begins, self.after, self.jump, self.stops = begins.astimezone(UTC), after, jump, stops
        self.place = begins.tzinfo
        self.loop: Clockwork | None = None

    def utc(self) -> float:
        assert self.loop is not None
        run = min(self.loop.now, self.after) if self.stops else self.loop.now
        return self.begins.timestamp() + run + (self.jump if self.loop.now >= self.after else 0.0)

    def shows(self) -> datetime:
        return datetime.fromtimestamp(self.utc(), self.place).replace(tzinfo=None)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=SYDNEY)


NOON = at("2026-11-16T12:00:00")
WALLS = {
    **{f"{jump:+} s": Wall(NOON, 10, jump) for jump in (1, -1, 3600, -3600, 86_400, -86_400, 366 * 86_400)},
    "stopped": Wall(NOON, 10, stops=True),
    "summer time begins": Wall(at("2026-10-04T01:59:50")),  # at two it is three
    "summer time ends": Wall(at("2026-04-05T02:59:50")),  # at three it is two
    "29 February begins": Wall(at("2028-02-28T23:59:50")),
    "29 February ends": Wall(at("2028-02-29T23:59:50")),
    "the year ends": Wall(at("2026-12-31T23:59:50")),
}


@pytest.fixture(params=WALLS)
def wall(request: pytest.FixtureRequest) -> Wall:
    return WALLS[request.param]


def lived(wall: Wall, what: Callable[[Ledger], Coroutine[Any, Any, None]]) -> None:
    """Something that happens by this clock, in time that is made up."""
    loop = wall.loop = Clockwork()
    ledger = open_ledger()
    with made_up(loop, Chance("clock"), lambda site: False):
        try:
            loop.run_until_complete(what(ledger))
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
        finally:
            loop.close()
    ledger.settle_down()
    found = audit(ledger)
    assert found.sound, found.findings
    ledger.close()


async def done(future: Any) -> None:
    """The ledger writes in a thread of its own; it is waited for in real time."""
    if future is not None:
        future.result(timeout=END)
    await asyncio.sleep(0)


def test_a_period_is_as_long_as_it_is(wall: Wall) -> None:
    async def evening(ledger: Ledger) -> None:
        house = House(ledger, wall.shows)
        table = house.open_table("RR-1", "vic-2000-rapid-roulette", first_floor().plan("RR-1").set_up, "dealer", "shoe")
        assert isinstance(table, Table)
        await done(table.do(Order(HOUSE, "buy in", {"station": "ATS-1", "cents": 10_000}, at=wall.shows())).saved)
        clock, answers, loop = Periods(house, "RR-1", Pace()), list[bool](), wall.loop
        assert loop is not None
        keeping = loop.create_task(clock.run())
        assert table.do(Order(HOUSE, "open wagering", at=wall.shows())).accepted
        clock.started()
        began, number = loop.now, 0

        def heard(result: Touched) -> None:
            answers.append(result.accepted)

        while clock.phase == "wagering":
            number += 1
            clock.touch(Touch("ATS-1", f"abcdefgh-{number:08d}", 1, (("red", 500),)), heard)
            await asyncio.sleep(0.5)
            ledger.settle_down()
            await asyncio.sleep(0)
        assert 30.0 <= loop.now - began <= 30.5 + 1e-6
        clock.touch(Touch("ATS-1", "abcdefgh-99999999", 1, (("red", 500),)), heard)
        for _ in range(3):
            await asyncio.sleep(0.01)
            ledger.settle_down()
        assert answers[0] and not answers[-1]
        await done(table.do(Order(HOUSE, "answer", {"value": "1"}, at=wall.shows())).saved)
        assert table.state.round == 2
        keeping.cancel()
        entries = list(ledger.entries("RR-1"))
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))  # the number is the order

    lived(wall, evening)


def keno_of(ledger: Ledger, wall: Wall, sales: float = 20) -> Host:
    return Host(Keno(ledger), wall.shows, KenoPace(sales=sales, ball=0.1, rest=0.1), wall.utc)


async def run_for(ledger: Ledger, seconds: float) -> None:
    """Lets time pass, and the disk keep up with it."""
    for _ in range(int(seconds * 4)):
        await asyncio.sleep(0.25)
        ledger.settle_down()


def test_keno_draws_by_the_steady_clock_and_waits_if_the_wall_clock_jumps(wall: Wall) -> None:
    async def evening(ledger: Ledger) -> None:
        host = keno_of(ledger, wall)
        keno = host.keno
        assert wall.loop is not None
        running_host = wall.loop.create_task(host.run())
        await run_for(ledger, 2)
        assert keno.standing.day and keno.standing.game == 1
        assert keno.do(KenoOrder(WRITER, "sell", {"numbers": [1, 2, 3], "cents": 200}, "k1", wall.shows())).accepted
        await run_for(ledger, 15)
        assert keno.standing.game == 1  # no jump closed it early
        doubted = abs(wall.jump) > 60
        assert bool(keno.standing.clock) == doubted
        await run_for(ledger, 15)
        if doubted:
            assert keno.standing.game == 1 and keno.standing.drawing == 0  # nothing by itself
            refused = keno.do(KenoOrder(BOSS, "release unclaimed", {}, "k2", wall.shows()))
            assert isinstance(refused.decision, Refused) and "the clock is in doubt" in refused.decision.because
            assert not keno.do(KenoOrder(WRITER, "confirm clock", {}, "k3", wall.shows())).accepted
            assert keno.do(KenoOrder(BOSS, "confirm clock", {}, "k4", wall.shows())).accepted
            await run_for(ledger, 15)
        assert keno.standing.game == 2  # closed, drawn and settled, once
        await run_for(ledger, 5)
        game = keno.game(1)
        assert game is not None and game.state == "settled"
        running_host.cancel()
        ledger.settle_down()
        assert all(proof.agrees for proof in proofs(keno))
        jumps = [entry for entry in ledger.entries("desk:keno") if entry.kind == "clock jumped"]
        assert [entry.body["seconds"] for entry in jumps] == ([round(wall.jump)] if doubted else [])

    lived(wall, evening)


@pytest.mark.parametrize(
    ("drawn", "last"),
    [
        ("2026-11-16", "2027-11-16"),
        ("2027-02-28", "2028-02-28"),
        ("2028-02-29", "2029-03-01"),  # twelve months after it there is no such day: the day after the last of them
        ("2026-12-31", "2027-12-31"),
        ("2027-01-01", "2028-01-01"),
        ("2026-10-04", "2027-10-04"),  # summer time begins
        ("2026-04-05", "2027-04-05"),  # and ends
    ],
)
def test_a_prize_is_paid_to_the_end_of_its_last_day_whatever_the_hour(drawn: str, last: str) -> None:
    ledger = open_ledger()
    keno = Keno(ledger)
    morning = datetime.fromisoformat(f"{drawn}T09:00")
    assert keno.do(KenoOrder(BOSS, "open day", {}, at=morning)).accepted
    codes = []
    for _ in range(2):
        sold = keno.do(KenoOrder(WRITER, "sell", {"numbers": [1, 2], "cents": 200}, at=morning))
        codes.append(sold.paper["code"])
    assert keno.do(KenoOrder(BOSS, "close game", {}, at=morning)).accepted
    assert keno.do(KenoOrder(WRITER, "key draw", {"numbers": list(range(1, 21))}, at=morning)).accepted
    assert keno.do(KenoOrder(WRITER, "confirm draw", {}, at=morning)).accepted
    assert running.settle(keno, morning) is not None
    assert keno.do(KenoOrder(BOSS, "close day", {"hours_over": True}, at=morning)).accepted
    assert expires(keno, drawn).isoformat() == last
    late = datetime.fromisoformat(f"{last}T23:59:59")
    assert not keno.do(KenoOrder(BOSS, "release unclaimed", {}, at=late)).accepted
    assert keno.do(KenoOrder(WRITER, "pay", {"paper": codes[0]}, at=late)).accepted
    after = late + timedelta(seconds=1)
    refused = keno.do(KenoOrder(WRITER, "pay", {"paper": codes[1]}, at=after))
    assert isinstance(refused.decision, Refused) and "twelve months" in refused.decision.because
    assert keno.do(KenoOrder(BOSS, "release unclaimed", {}, at=after)).accepted
    assert not keno.do(KenoOrder(BOSS, "release unclaimed", {}, at=after)).accepted  # once
    assert all(proof.agrees for proof in proofs(keno))
    ledger.close()


@pytest.mark.parametrize(("jump", "recorded"), [(0.5, []), (1.5, [1500]), (-3600.0, [-3_600_000])])
def test_a_jump_of_more_than_a_second_is_on_record(
    monkeypatch: pytest.MonkeyPatch, jump: float, recorded: list[int]
) -> None:
    wall = Wall(NOON, 10, jump)
    monkeypatch.setattr(machine, "time", SimpleNamespace(time=wall.utc, monotonic=lambda: wall.loop.now))  # type: ignore[union-attr]

    async def evening(ledger: Ledger) -> None:
        async def nothing_is_due(*_: Any) -> None:
            """No notice is published in this house, and no table of it has another law to go over to."""

        house = SimpleNamespace(clock=wall.shows, change_over=nothing_is_due)
        notices = SimpleNamespace(keep_time=nothing_is_due)
        premises: Any = SimpleNamespace(
            ledger=ledger, house=house, notices=notices, clock_jumps=0, own_stream=lambda stream: stream
        )
        assert wall.loop is not None
        watching = wall.loop.create_task(machine.watch_the_clock(premises))
        await run_for(ledger, 20)
        watching.cancel()
        found = [entry.body["milliseconds"] for entry in ledger.entries("desk:clock")]
        assert found == recorded and premises.clock_jumps == len(recorded)

    lived(wall, evening)
