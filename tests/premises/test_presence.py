"""Who is missed: "ready" survives others, and nobody waits for a screen that has closed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from houseway.floor.pace import Pace
from houseway.floor.people import Person
from houseway.floor.table import Order
from houseway.play.prompts import TakeWagers
from houseway.premises.premises import Premises
from tests.waiting import until_then

PACE = Pace(wagers=3600, raises=3600, card=0, step=0, result=0, decision=3600)


@pytest.fixture
def premises() -> Iterator[Premises]:
    """A house whose own dealers have all the time there is: what goes on goes on because nobody is waited for."""
    yield Premises("sqlite:///:memory:", PACE)


async def does(premises: Premises, table: str, who: str, act: str, **details: object) -> None:
    reply = await premises.do(table, Order(Person(who, "player"), act, dict(details), at=premises.house.clock()))
    assert reply.accepted, reply.decision


async def sits(premises: Premises, table: str, who: str, area: int, cents: int = 0) -> None:
    if not premises.identity.taken(who):
        premises.house.welcome(who)
    await does(premises, table, who, "sit", area=area)
    if cents:
        await does(premises, table, who, "place", spot="original", cents=cents, area=area)


async def wagering(premises: Premises, name: str) -> None:
    await until_then(lambda: isinstance(premises.house.tables[name].prompt, TakeWagers), f"{name} to take wagers")


def run(premises: Premises, evening: object) -> None:
    async def whole() -> None:
        premises.start()
        try:
            await evening  # type: ignore[misc]
        finally:
            await premises.stop()

    asyncio.run(whole())


def test_ready_survives_others_sitting_down_and_leaving(premises: Premises) -> None:
    async def evening() -> None:
        table = premises.house.tables["RD-2"]
        await wagering(premises, "RD-2")
        await sits(premises, "RD-2", "Anna", 1, 500)
        await sits(premises, "RD-2", "Ben", 2, 500)
        await does(premises, "RD-2", "Anna", "ready")
        await sits(premises, "RD-2", "Cleo", 3)
        assert table.state.ready == ("Anna",)
        await does(premises, "RD-2", "Cleo", "leave")
        assert table.state.ready == ("Anna",)
        await does(premises, "RD-2", "Anna", "place", spot="original", cents=500, area=1)
        assert table.state.ready == (), "who lays another chip wants time again"

    run(premises, evening())


def test_nobody_waits_for_a_page_that_has_closed(premises: Premises) -> None:
    async def evening() -> None:
        presence, table = premises.presence, premises.house.tables["RD-2"]
        presence.missed_after = 0.05
        await wagering(premises, "RD-2")
        for who, area in (("Anna", 1), ("Ben", 2), ("Cleo", 3)):
            presence.opened("RD-2", who)
            await sits(premises, "RD-2", who, area, 500 if who != "Cleo" else 0)
        await does(premises, "RD-2", "Anna", "ready")
        presence.closed("RD-2", "Ben")  # with a wager down
        presence.closed("RD-2", "Cleo")  # with none
        await until_then(lambda: table.state.round > 1 or len(table.state.tape) > 1, "the cards")

    run(premises, evening())


def test_a_page_that_comes_back_in_time_is_waited_for(premises: Premises) -> None:
    async def evening() -> None:
        presence = premises.presence
        presence.opened("RD-2", "Anna")
        presence.closed("RD-2", "Anna")
        presence.opened("RD-2", "Anna")
        presence._closed["RD-2", "Ben"] = time.monotonic() - 3600
        assert not presence.is_missed("RD-2", "Anna") and presence.is_here("RD-2", "Anna")
        assert presence.is_missed("RD-2", "Ben") and not presence.is_missed("RD-1", "Ben")
        assert not presence.is_missed("RD-2", "a program")

    run(premises, evening())


def test_a_seat_is_given_up_and_a_terminals_credit_goes_back(premises: Premises) -> None:
    async def evening() -> None:
        presence = premises.presence
        presence.missed_after, presence.left_after = 0.02, 0.05
        rapid, table = premises.house.tables["RR-1"], premises.house.tables["RD-2"]
        await wagering(premises, "RD-2")
        presence.opened("RD-2", "Anna")
        await sits(premises, "RD-2", "Anna", 1)
        presence.opened("RR-1", "ATS-1")
        await does(premises, "RR-1", "Anna", "note in", station="ATS-1", cents=2000)
        assert premises.house.credit("Anna") == 98_000 and rapid.state.stations["ATS-1"].account
        presence.closed("RD-2", "Anna")
        presence.closed("RR-1", "ATS-1")
        await until_then(lambda: not table.state.seats, "the seat to be given up")
        await until_then(lambda: not rapid.state.stations["ATS-1"].account, "the terminal to be free")
        assert premises.house.credit("Anna") == 100_000

    run(premises, evening())


def test_a_table_of_terminals_spins_for_nobody(premises: Premises) -> None:
    async def evening() -> None:
        presence, rapid = premises.presence, premises.house.tables["RR-1"]
        presence.missed_after = 0.02
        premises.house.welcome("Anna")
        presence.opened("RR-1", "ATS-1")
        await does(premises, "RR-1", "Anna", "note in", station="ATS-1", cents=2000)
        clock = premises.dealers["RR-1"]
        await until_then(lambda: clock.closes is not None, "a period to begin")
        presence.closed("RR-1", "ATS-1")
        await until_then(lambda: presence.is_missed("RR-1", "ATS-1"), "it to be missed")
        await clock.close()  # type: ignore[union-attr]
        await until_then(lambda: rapid.state.round == 2, "the spin to be over")
        await asyncio.sleep(0.2)  # nothing that has to happen: that nothing does
        assert clock.closes is None, "no period begins for nobody"
        presence.opened("RR-1", "ATS-1")
        premises.house.tell("RR-1", on_record=False)
        await until_then(lambda: clock.closes is not None, "a period to begin for whoever came back")

    run(premises, evening())
