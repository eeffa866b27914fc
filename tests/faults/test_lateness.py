"""Late is late: the end of a window is an instant of the steady clock, at every table and door, whatever held the house up."""

from __future__ import annotations

import asyncio
import os
import signal
from datetime import datetime
from pathlib import Path

import pytest

from houseway.floor.house import House
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.keno.host import Host, KenoPace
from houseway.floor.pace import HouseDealer, Pace
from houseway.floor.people import HOUSE, Person
from houseway.floor.table import Order, Table
from houseway.floor.timing import IN_TIME
from houseway.ledger import open_ledger
from houseway.play.decision import Refused
from houseway.premises.plans import open_plan
from houseway.premises.settings import first_floor
from tests.faults.floor import Floor, seat
from tests.faults.held_up import raced
from tests.faults.relief import Relief

NOON = datetime(2026, 11, 16, 12)
PIA = Person("pia", "player")


@pytest.mark.parametrize("name", ["RD-1", "BJ-1"])
def test_at_a_table_that_the_house_deals(name: str) -> None:
    """Wagers, raises, insurance, hands of a tournament: whatever is open when the time is over."""
    ledger = open_ledger()
    house = House(ledger, lambda: NOON)
    plan = first_floor().plan(name)
    table = open_plan(house, plan)
    assert isinstance(table, Table), table
    house.welcome("pia")
    dealer = HouseDealer(house, plan.name, Pace())
    dealer.closes = 100.0
    for act in IN_TIME:
        for received, late in ((99.999, False), (100.0, True), (108.0, True)):
            order = Order(PIA, act, {"spot": "x", "cents": 500, "area": 1}, at=NOON, received=received)
            reply = table.do(order)
            assert isinstance(reply.decision, Refused), "no such spot"
            told = reply.decision
            assert ("time for it was over" in told.because) is late, (act, received, told)
            assert not late or (told.ground, told.by.clauses[0]) == ("late", table.general.lock.by.clauses[0])
    staff = table.do(Order(HOUSE, "freeze", {"why": "x"}, at=NOON, received=200.0))
    assert staff.accepted, "the house and its people are bound by no window"
    dealer.closes = None
    ledger.close()


def test_when_keno_has_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = open_ledger()
    keno = Keno(ledger)
    host = Host(keno, lambda: NOON, KenoPace(sales=180))
    assert keno.do(KenoOrder(HOUSE, "open day", {"closes": "2026-11-16T12:03"}, at=NOON)).accepted
    assert host.closes is None
    left = host.seconds_left()
    assert left is not None and host.closes is not None
    house = House(ledger, lambda: NOON)
    house.welcome("pia")
    for n, (received, sold) in enumerate(((host.closes - 0.001, True), (host.closes, False), (host.closes + 4, False))):
        order = KenoOrder(PIA, "sell", {"numbers": [1, 2], "cents": 200}, f"k{n}", NOON, "T-01", received)
        answer = keno.do(order)
        assert answer.accepted is sold
        assert sold or "is closed" in answer.decision.because  # type: ignore[union-attr]
    ledger.close()


def test_a_process_that_was_stopped_over_the_end(tmp_path: Path, relief: Relief) -> None:
    """As when a machine is paused: what came in meanwhile is read late, and is late."""
    floor = Floor(tmp_path, terminals=1, period=1, relief=relief).start()
    try:
        (terminal,) = seat(floor, "RR-1", 1)

        async def evening() -> None:
            async with floor.console() as console, terminal.connect() as line:
                assert (await console.order("RR-1", "open wagering")).status_code == 200
                await terminal.until(line, "wagering", 1)
                assert floor.server is not None
                os.kill(floor.server.pid, signal.SIGSTOP)
                await asyncio.sleep(float(terminal.state["left"]) + 0.3)
                late = terminal.touch([("straight:17", 2500)])
                await terminal.send(line, late)
                await asyncio.sleep(0.2)
                os.kill(floor.server.pid, signal.SIGCONT)
                await terminal.settle(line)
                assert late in terminal.refused and terminal.refused[late]["clauses"] == ["3.6"]
                assert (await console.order("RR-1", "answer", value="17")).status_code == 200

        asyncio.run(evening())
    finally:
        floor.stop()


def test_closes_raced_while_the_loop_and_the_disk_are_held_up() -> None:
    counts = raced(seed=19, closes=60)
    assert counts["closes"] == 60 and counts["held up"] > 30
    assert counts["accepted"] > 60 and counts["refused"] > 60, "on both sides of the end"
