"""What the simulation found at terminals, each by itself: an answer is given once, whatever comes twice, late or out of order."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from houseway.floor.house import House
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE, Person
from houseway.floor.periods import Periods
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, Touched, touch_many
from houseway.ledger import audit, open_ledger
from houseway.premises.premises import Premises
from houseway.premises.settings import first_floor, load

NOON = datetime(2026, 11, 16, 12)
BOSS = Person("L. Brandt", "casino supervisor")


@pytest.fixture
def table() -> Iterator[Table]:
    ledger = open_ledger()
    house = House(ledger, lambda: NOON)
    found = house.open_table("RR-1", "vic-2000-rapid-roulette", first_floor().plan("RR-1").set_up, "dealer", "shoe")
    assert isinstance(found, Table)
    assert found.do(Order(HOUSE, "buy in", {"station": "ATS-1", "cents": 10_000}, at=NOON)).accepted
    yield found
    ledger.settle_down()
    assert audit(ledger).sound
    assert Table.load(ledger, "RR-1").state == found.state
    ledger.close()


def touched(table: Table, number: int, begun: bool = True, cents: int = 500) -> Touched:
    touch = Touch("ATS-1", f"abcdefgh-{number:08d}", 1, (("red", cents),))
    (result,), saved = touch_many(table, [touch], NOON, begun)
    if saved is not None:
        saved.result()
    return result


def test_a_later_key_may_overtake_the_first_and_come_again(table: Table) -> None:
    assert touched(table, 3).accepted
    assert touched(table, 1).accepted
    again = touched(table, 3)
    assert again.accepted and again.again
    assert touched(table, 2).accepted and touched(table, 4).accepted and touched(table, 4).again
    assert [wager.cents for wager in table.state.chips] == [2000]


def test_a_no_before_the_period_stays_a_no_in_it(table: Table) -> None:
    assert not touched(table, 1, begun=False).accepted
    late = touched(table, 1)
    assert late.again and not late.accepted and "has not begun" in late.answer["because"]
    assert touched(table, 2).accepted


def test_a_no_at_a_frozen_table_stays_a_no_when_it_is_released(table: Table) -> None:
    assert touched(table, 1).accepted
    assert table.do(Order(BOSS, "freeze", {"why": "x"}, at=NOON)).accepted
    assert not touched(table, 2).accepted
    assert table.do(Order(BOSS, "release", at=NOON)).accepted
    late = touched(table, 2)
    assert late.again and not late.accepted


def test_a_result_already_keyed_has_its_answer_in_the_next_period_too(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text('[house]\ndatabase="x"\nopen_house=true\n[rapid]\ntables=1\nterminals=1\n')
    result = Order(Person("M. Okafor", "dealer"), "answer", {"value": "7"}, "spin-1", at=NOON)

    async def evening() -> None:
        premises = Premises(f"sqlite:///{tmp_path / 'floor.db'}", Pace(), settings=load(file))
        premises.start()
        clock = premises.dealers["RR-1"]
        assert isinstance(clock, Periods)
        assert (await premises.do("RR-1", Order(BOSS, "open wagering", {}, "open-1", at=NOON))).accepted
        assert not (await premises.do("RR-1", result)).accepted  # a period closes by itself
        await clock.close()
        assert (await premises.do("RR-1", result)).accepted
        assert premises.house.tables["RR-1"].window is not None
        again = await premises.do("RR-1", result)
        assert again.accepted and again.again
        assert premises.house.tables["RR-1"].state.round == 2
        await asyncio.wait_for(premises.stop(), 20)  # although the clock's own wait may end just then

    asyncio.run(evening())
