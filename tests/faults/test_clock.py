"""F12: clocks that jump, stop or are put on and back. No deadline moves, and what depends on the date waits for a person."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime, timedelta
from pathlib import Path

from houseway.floor.house import RAPID_SIGN, House
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE
from houseway.floor.periods import Periods
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, Touched
from houseway.ledger import audit, open_ledger
from houseway.play.wagers import SetUp


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
