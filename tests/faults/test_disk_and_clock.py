"""F10 and F12: a disk that is full, and clocks that jump. What was acknowledged stays, and no deadline moves."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from houseway.floor.house import RAPID_SIGN, House
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE
from houseway.floor.periods import Periods
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, Touched
from houseway.ledger import LedgerBroken, Post, Transfer, audit, open_ledger
from houseway.play.wagers import SetUp


@pytest.mark.parametrize("pages", range(60, 120, 12))
def test_a_full_disk_stops_the_ledger_and_loses_nothing(tmp_path: Path, pages: int) -> None:
    url = f"sqlite:///{tmp_path / 'full.db'}"
    ledger = open_ledger(url)

    @sa.event.listens_for(ledger.engine, "checkout")
    def small(connection: object, *_: object) -> None:
        connection.cursor().execute(f"PRAGMA max_page_count={pages}")  # type: ignore[attr-defined]

    acknowledged = 0
    with pytest.raises(LedgerBroken):
        for number in range(1, 5000):
            post = Post("T", "touched", "", "x", {"pad": "x" * 500}, (Transfer("cage", "ats:T:1", number, "buy-in"),))
            ledger.post([post]).result()
            acknowledged = number
    with pytest.raises(LedgerBroken):  # and it does not try again
        ledger.post([Post("T", "touched", "", "x", {})])
    ledger.close()
    again = open_ledger(url)  # there is room again
    assert again.head("T")[0] == acknowledged > 0
    assert audit(again).sound
    again.post([Post("T", "touched", "", "x", {})]).result()
    again.close()


def test_jumps_of_the_wall_clock_move_no_deadline(tmp_path: Path) -> None:
    """The record's clock runs wild; periods last as long as they last."""
    jumps = iter(
        timedelta(**each) for _ in range(200) for each in ({"seconds": 1}, {"hours": -1}, {"days": 1}, {"days": -366})
    )
    ledger = open_ledger(f"sqlite:///{tmp_path / 'clock.db'}")
    house = House(ledger, lambda: datetime(2028, 2, 29, 23, 59, 59) + next(jumps))
    opened = house.open_table("RR-1", "vic-2000-rapid-roulette", SetUp(sign=RAPID_SIGN), "dealer", "shoe")
    assert isinstance(opened, Table)
    opened.do(Order(HOUSE, "period", {"seconds": 1}, at=house.clock()))
    opened.do(Order(HOUSE, "buy in", {"station": "ATS-1", "cents": 10_000}, at=house.clock()))

    async def evening() -> tuple[list[bool], float]:
        clock = Periods(house, "RR-1", Pace())
        keeping = asyncio.create_task(clock.run())
        await clock.begin()
        began, answers = time.monotonic(), list[bool]()

        def heard(result: Touched) -> None:
            answers.append(result.accepted)

        clock.touch(Touch("ATS-1", "abcdefgh-00000001", 1, (("red", 500),)), heard)
        while clock.phase == "wagering":
            await asyncio.sleep(0.01)
        lasted = time.monotonic() - began
        clock.touch(Touch("ATS-1", "abcdefgh-00000002", 1, (("red", 500),)), heard)
        while len(answers) < 2:
            await asyncio.sleep(0.01)
        keeping.cancel()
        return answers, lasted

    answers, lasted = asyncio.run(evening())
    assert answers == [True, False]
    assert lasted >= 0.99
    opened.do(Order(HOUSE, "answer", {"value": "1"}, at=house.clock()))
    ledger.settle_down()
    assert audit(ledger).sound
    ledger.close()
