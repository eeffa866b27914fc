"""Chips of a tournament are no money: no transfer can be made between the two."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from houseway.floor.people import HOUSE, Person
from houseway.floor.table import Order, Table
from houseway.floor.tills import Till, chips_of, issue_of
from houseway.ledger import Transfer, notepad
from houseway.play.wagers import SetUp
from houseway.premises.settings import first_floor

NOON = datetime(2026, 11, 16, 12)
BOSS = Person("L. Brandt", "casino supervisor")

CHIPS = [issue_of("t1"), chips_of("t1", "Ann"), Till("BC-1", True).held, Till("BC-1", True).bank]
MONEY = ["cage", "player:Ann", "tournament:t1", Till("BC-1").held, Till("BC-1").bank]


@pytest.mark.parametrize("chips", CHIPS)
@pytest.mark.parametrize("money", MONEY)
def test_no_transfer_goes_from_chips_to_money_or_back(chips: str, money: str) -> None:
    for pair in ((chips, money), (money, chips)):
        with pytest.raises(ValueError, match="tournament chips are no money"):
            Transfer(*pair, 100)


def test_chips_move_among_themselves() -> None:
    assert Transfer(CHIPS[0], CHIPS[1], 100).cents == 100


def test_a_sequence_that_runs_when_the_session_ends_comes_back_with_the_other_chips() -> None:
    """A double whose first number came, and no second spin: nothing stays behind on the layout that nobody could ever win."""
    ledger = notepad()
    set_up = SetUp(sign=replace(first_floor().plan("RR-1").set_up.sign, areas=2))
    table = Table.open(ledger, "RR-1", "vic-2000-rapid-roulette", set_up, HOUSE, NOON, "shoe")
    assert isinstance(table, Table), table

    def do(who: Person, act: str, **details: Any) -> None:
        reply = table.do(Order(who, act, details, at=NOON))
        assert reply.accepted, reply.decision

    for station in ("ATS-1", "ATS-2"):
        if station not in table.state.stations:
            do(HOUSE, "attach", station=station)
    assert table.chapters.competition is not None
    conditions: dict[str, Any] = dict.fromkeys(table.terms.competition.conditions.__dataclass_fields__, "as printed")
    conditions |= {"fee": 0, "credit": 20_000, "disposition": "retired"}
    entrants = {"ATS-1": "Ann", "ATS-2": "Ben"}
    how = {"approval": "A-7", "director": BOSS.name, "entrants": entrants, "briefed": True}
    do(BOSS, "tournament", conditions=conditions, **how)
    do(Person("Ann", "player"), "touch", bets=[["double:20/10", 500], ["red", 1_000]])
    do(HOUSE, "answer")
    do(HOUSE, "answer", value="20")
    assert table.remembered().running
    do(Person("Ann", "player"), "touch", bets=[["black", 700]])
    do(BOSS, "end tournament")
    over = ledger.newest("RR-1", "tournament-over", 1)[0]
    assert over.body["balances"] == {"ATS-1": 19_000, "ATS-2": 20_000}
    assert not table.remembered().running and not table.position()
    assert {ledger.balance(account) for account in (issue_of("RR-1"), Till("RR-1", True).held)} == {0}
    ledger.close()
