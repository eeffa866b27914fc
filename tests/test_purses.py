"""Money at a terminal remembers where it came from: what an account put in goes back to it, cash to the cage, to the cent."""

from __future__ import annotations

import random

import pytest

from houseway.floor.people import HOUSE, Person
from houseway.floor.purses import shares
from houseway.floor.table import Order, Table
from houseway.ledger import Post, Transfer
from houseway.play.terminals import Station
from tests.faults.test_touches import NOON, table, touched  # noqa: F401  (a fixture)

PIA = Person("pia", "player")


def do(at: Table, who: Person, act: str, /, **details: object) -> None:
    reply = at.do(Order(who, act, details, at=NOON))
    assert reply.accepted, reply.decision


def put_in(at: Table, credit: int, cash: int) -> None:
    """Credit of a visitor's own, and cash by the dealer."""
    do(at, PIA, "note in", station="ATS-2", cents=credit)
    do(at, HOUSE, "buy in", station="ATS-2", cents=cash)


@pytest.fixture
def at(table: Table) -> Table:  # noqa: F811
    from houseway.floor.house import House

    House(table.ledger, lambda: NOON).welcome("pia")
    return table


@pytest.mark.parametrize(("credit", "cash"), [(50_000, 100), (1, 50_000), (30_000, 30_000)])
def test_credit_goes_back_to_its_account_and_cash_to_the_cage(at: Table, credit: int, cash: int) -> None:
    ledger = at.ledger
    before = ledger.balance("player:pia"), ledger.balance("cage")
    put_in(at, credit, cash)
    do(at, PIA, "leave")
    assert (ledger.balance("player:pia"), ledger.balance("cage")) == before


def test_what_is_won_and_lost_is_shared_as_it_was_put_in(at: Table) -> None:
    ledger = at.ledger
    before, cage = ledger.balance("player:pia"), ledger.balance("cage")
    put_in(at, 30_000, 10_000)
    ledger.post([Post("RR-1", "fault", NOON.isoformat(), "test", {"part": "x", "proven": True},
                      (Transfer("float:RR-1", "ats:RR-1:ATS-2", 4_001, "test"),))]).result()  # fmt: skip
    do(at, HOUSE, "buy in", station="ATS-2", cents=9_999)  # beside what there is by now: 33,001 and 11,000 of 44,001
    do(at, PIA, "leave")
    assert ledger.balance("player:pia") == before + 3_001, "three quarters of what was won"
    assert ledger.balance("cage") == cage + 1_000


def test_a_terminal_of_the_first_houses_pays_its_one_source_back(at: Table) -> None:
    do(at, PIA, "note in", station="ATS-2", cents=500)
    station = at.state.stations["ATS-2"]
    at.state = at.state.with_terminals(
        stations={**at.state.stations, "ATS-2": Station("ATS-2", True, "pia", "player:pia")}
    )
    before = at.ledger.balance("player:pia")
    do(at, PIA, "leave")
    assert at.ledger.balance("player:pia") == before + 500 and station.sources == {"player:pia": 500}


def test_shares_are_whole_cents_and_come_to_the_total() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        sources = {f"a{n}": rng.choice((1, 2, 3, 10**6)) for n in range(rng.randint(1, 4))}
        total = rng.randrange(10**5)
        found, weight = shares(sources, total), sum(sources.values())
        assert sum(found.values()) == total
        for account, cents in sources.items():
            assert abs(found.get(account, 0) * weight - total * cents) < weight, (
                "never a whole cent from the exact share"
            )
    assert shares({}, 5) == {} and shares({"a": 3}, 0) == {}
