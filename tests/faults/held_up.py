"""Closes raced while the house is held up: in made-up time, by the house's own code, from one whole number.

Around the end of every period the terminals touch, over the line and as orders; something holds the loop up for up to ten
seconds, several times; and the disk takes up to ten. What was read from its line before the period ended counts, however late
it was decided, and what was read at its end or after does not, whatever happened meanwhile: held against a list of our own.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from datetime import datetime
from typing import Any

from houseway.floor.house import House
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE, Person
from houseway.floor.periods import Periods
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, Touched
from houseway.ledger import audit
from houseway.play.decision import Refused
from houseway.premises.settings import first_floor
from tests.faults.by_hand import in_memory
from tests.faults.simulation.clockwork import Chance, Clockwork, made_up
from tests.faults.simulation.standing import SteppedLedger

NOON = datetime(2026, 11, 16, 12)
STATIONS, PERIOD = 6, 2


class Race:
    def __init__(self, seed: int, closes: int) -> None:
        self.rng, self.closes, self.loop = random.Random(seed), closes, Clockwork()
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def run(self) -> Counter[str]:
        with made_up(self.loop, Chance("held up"), lambda site: False):
            try:
                self.loop.run_until_complete(self._evening())
            finally:
                self.loop.close()
        assert not self.wrong, self.wrong[:3]
        return self.counts

    async def _evening(self) -> None:
        ledger = SteppedLedger(in_memory(), self.loop, self._disk)
        house = House(ledger, lambda: NOON)
        table = house.open_table("RR-1", "vic-2000-rapid-roulette", first_floor().plan("RR-1").set_up, "dealer", "shoe")
        assert isinstance(table, Table)
        for number in range(1, STATIONS + 1):
            details = {"station": f"ATS-{number}", "cents": 10**9, "player": f"p{number}"}
            assert table.do(Order(HOUSE, "buy in", details, at=NOON)).accepted
        assert table.do(Order(HOUSE, "period", {"seconds": PERIOD}, at=NOON)).accepted
        ledger.settle_down()
        self.table, self.house, self.clock, self.key = table, house, Periods(house, "RR-1", Pace()), 0
        keeping = self.loop.create_task(self.clock.run())
        await self.clock.begin()
        for _ in range(self.closes):
            await self._close()
        keeping.cancel()
        ledger.settle_down()
        assert audit(ledger).sound

    def _disk(self) -> float:
        return self.rng.uniform(0.5, 10) if self.rng.random() < 0.05 else self.rng.uniform(0.001, 0.02)

    async def _close(self) -> None:
        """One period to its end, and what was sent around it."""
        loop, rng, spin = self.loop, self.rng, self.table.state.round
        while self.clock.closes is None:
            await asyncio.sleep(0.01)
        expires, sent = self.clock.closes, list[list[Any]]()
        for number in range(1, STATIONS + 1):
            for _ in range(rng.randint(1, 3)):
                edge = rng.choice((0.0, rng.uniform(-0.05, 0.05), rng.uniform(-1.5, 4)))
                loop.call_at(max(loop.now, expires + edge), self._arrives, number, spin, expires, sent)
        for _ in range(rng.randint(0, 3)):
            loop.call_at(max(loop.now, expires + rng.uniform(-1, 1)), self._hold_up)
        while self.table.window is not None or any(each[2] is None for each in sent) or loop.now < expires + 4.1:
            await asyncio.sleep(0.05)
        for how, received, accepted in sent:
            self.counts["accepted" if accepted else "refused"] += 1
            if accepted != (received < expires):
                self.wrong.append(f"{how} received {received - expires:+.3f} s from the end: {accepted}")
        self.counts["closes"] += 1
        await self._ordered("answer", value=str(rng.randrange(37)))

    def _hold_up(self) -> None:
        """Something that ought to have been done elsewhere is done on the loop."""
        self.counts["held up"] += 1
        self.loop.now += self.rng.choice((0.01, 0.2, self.rng.uniform(0, 10)))

    def _arrives(self, number: int, spin: int, expires: float, sent: list[list[Any]]) -> None:
        """Read from its line now: by whichever door."""
        self.key += 1
        how = self.rng.choice(("line", "line", "touch", "place"))
        told: list[Any] = [how, self.loop.now, None]
        sent.append(told)
        if how == "line":
            touch = Touch(f"ATS-{number}", f"abcdefgh{number:02d}-{self.key:08d}", spin, (("red", 500),))

            def heard(result: Touched) -> None:
                told[2] = result.accepted
                if not result.accepted and "3.6" not in result.answer["clauses"]:
                    self.wrong.append(str(result.answer))

            self.clock.touch(touch, heard)
            return
        details: dict[str, Any] = {"bets": [["black", 500]]} if how == "touch" else {"spot": "odd", "cents": 500}
        order = Order(Person(f"p{number}", "player"), how, details, at=NOON, received=self.loop.now)
        reply = self.table.do(order)
        told[2] = reply.accepted
        assert reply.accepted or isinstance(reply.decision, Refused)

    async def _ordered(self, act: str, **details: Any) -> None:
        reply = await self.house.do("RR-1", Order(HOUSE, act, details, at=NOON))
        assert reply.accepted, reply.decision


def raced(seed: int, closes: int) -> Counter[str]:
    return Race(seed, closes).run()
