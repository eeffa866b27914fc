"""What the simulation found at terminals, each by itself: an answer is given once, whatever comes twice, late or out of order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from houseway.floor import periods
from houseway.floor.house import House
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE, Person
from houseway.floor.periods import Periods
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, Touched, touch_many
from houseway.ledger import audit, open_ledger
from houseway.play.decision import Refused
from houseway.play.wagers import Wager
from houseway.premises.premises import Premises
from houseway.premises.settings import first_floor, load
from tests.waiting import END

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


class Clock:
    """Whoever keeps the time of the table's periods."""

    def __init__(self, closes: float | None) -> None:
        self.closes = closes

    def now(self) -> float:
        return 0.0


def touched(table: Table, number: int, begun: bool = True, cents: int = 500) -> Touched:
    touch = Touch("ATS-1", f"abcdefgh-{number:08d}", 1, (("red", cents),))
    table.period = Clock(30.0 if begun else None)
    (result,), saved = touch_many(table, [touch], NOON)
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


def test_a_batch_is_decided_without_taking_every_chip_into_the_state(table: Table) -> None:
    """The path must be thin: what a batch costs has nothing to do with how many chips lie already."""
    assert touched(table, 1).accepted and touched(table, 2).accepted
    assert table.open_layout().changed == {"ATS-1": {"red": 1000}}  # nobody has asked for the state since
    assert [wager.cents for wager in table.state.chips] == [1000]
    assert table.open_layout().changed == {}


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
        await asyncio.wait_for(premises.stop(), END)  # although the clock's own wait may end just then

    asyncio.run(evening())


# Expiry is an instant


class Steady:
    """A steady clock that the test moves: whatever holds the loop up, time goes on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = 1000.0
        monkeypatch.setattr(periods, "time", self)

    def monotonic(self) -> float:
        return self.at


async def period_of(tmp_path: Path) -> tuple[Premises, Periods]:
    file = tmp_path / "floor.toml"
    file.write_text('[house]\ndatabase="x"\nopen_house=true\n[rapid]\ntables=1\nterminals=2\n')
    premises = Premises(f"sqlite:///{tmp_path / 'floor.db'}", Pace(), settings=load(file))
    clock = Periods(premises.house, "RR-1", Pace())  # its own task does not run: the test says what happens when
    premises.dealers["RR-1"] = clock
    buy = Order(HOUSE, "buy in", {"station": "ATS-1", "cents": 10_000, "player": "pia"}, at=NOON)
    assert (await premises.do("RR-1", buy)).accepted
    return premises, clock


def bet(number: int, received: float | None = None) -> Touch:
    return Touch("ATS-1", f"abcdefgh-{number:08d}", 1, (("red", 500),), received=received)


def test_what_was_received_in_time_counts_and_what_was_not_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steady = Steady(monkeypatch)

    async def evening() -> None:
        premises, clock = await period_of(tmp_path)
        heard: list[Touched] = []
        clock.touch(bet(1), heard.append)
        await until(lambda: len(heard) == 1)
        assert "has not begun" in heard[0].answer["because"]
        await clock.begin()
        expires = clock.closes
        assert expires is not None
        steady.at = expires - 0.001
        clock.touch(bet(2), heard.append)  # received in time
        steady.at = expires + 8  # and something holds the loop up for eight seconds
        clock.touch(bet(3), heard.append)  # read from its line only now
        clock.touch(bet(4, received=expires), heard.append)
        await until(lambda: len(heard) == 4)
        assert [each.accepted for each in heard] == [False, True, False, False]
        assert all(each.answer["clauses"] == ["3.6"] for each in heard[2:])
        for act, details in (("touch", {"bets": [["red", 500]]}), ("place", {"spot": "red", "cents": 500}),
                             ("withdraw", {"spot": "red"})):  # fmt: skip
            for received in (None, expires, expires + 1):
                order = Order(Person("pia", "player"), act, details, at=NOON, received=received)
                decision = (await premises.do("RR-1", order)).decision
                assert isinstance(decision, Refused) and [c.number for c in decision.by.clauses] == ["3.6"], act
        clock.touch(bet(5, received=expires - 0.5), heard.append)  # waits its turn when the period is closed
        await clock.close()
        await until(lambda: len(heard) == 5)
        assert heard[4].accepted, "received in time, decided late"
        assert premises.house.tables["RR-1"].window is None
        await premises.stop()

    asyncio.run(evening())


def test_before_the_period_nothing_is_taken_at_any_door(tmp_path: Path) -> None:
    async def evening() -> None:
        premises, clock = await period_of(tmp_path)
        for act, details in (("touch", {"bets": [["red", 500]]}), ("place", {"spot": "red", "cents": 500})):
            decision = (await premises.do("RR-1", Order(Person("pia", "player"), act, details, at=NOON))).decision
            assert isinstance(decision, Refused) and "5.1" in {clause.number for clause in decision.by.clauses}
        await clock.begin()
        order = Order(Person("pia", "player"), "place", {"spot": "red", "cents": 500}, at=NOON)
        assert (await premises.do("RR-1", order)).accepted
        await premises.stop()

    asyncio.run(evening())


def test_a_window_that_will_not_close_freezes_the_table_and_says_why(tmp_path: Path) -> None:
    """No order leads there; a record that somebody else wrote might."""

    async def evening() -> None:
        premises, clock = await period_of(tmp_path)
        await clock.begin()
        table = premises.house.tables["RR-1"]
        table.state = replace(table.state, chips=(Wager("ATS-1", 0, "red", 501),))
        await clock.close()
        assert table.state.status == "frozen"
        (frozen,) = premises.ledger.newest("RR-1", "frozen", 1)
        assert "cannot be closed" in frozen.body["why"] and "steps" in frozen.body["why"]
        await premises.stop()

    asyncio.run(evening())


async def until(done: Callable[[], bool]) -> None:
    while not done():
        await asyncio.sleep(0.005)
