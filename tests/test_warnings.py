"""A warning for the gaming day holds at every table of the book, and one table's closing does not end another's."""

from __future__ import annotations

from datetime import datetime, timedelta

from houseway.floor.gaming_day import gaming_day
from houseway.floor.house import House
from houseway.floor.people import Person, player
from houseway.floor.rerunning import differing_rounds
from houseway.floor.table import Order, Table
from houseway.ledger import Ledger, Post, Transfer, notepad
from houseway.play.remembering import remembered
from houseway.play.wagers import Limits, SetUp, Sign

STUD = "vic-1999-caribbean-stud"
BOSS, DEALER = Person("L. Brandt", "casino supervisor"), Person("M. Okafor", "dealer")
EVENING = datetime(2026, 11, 15, 23, 50)


def do(table: Table, at: datetime, who: Person, act: str, **details: object) -> None:
    reply = table.do(Order(who, act, details, at=at))
    assert reply.accepted, reply.decision


def sees_five_cards(table: Table, at: datetime) -> None:
    do(table, at, player("anna"), "place", spot="ante", cents=1_000, area=1)
    do(table, at, DEALER, "answer")
    for card in ["8S", "2H", "8C", "2D", "4H", "7C", "4D", "9S", "KC", "JD"]:
        do(table, at, DEALER, "answer", value=card)
    do(table, at, DEALER, "answer", value=True)


def cannot_bet(table: Table, at: datetime) -> None:
    round = table.state.round
    do(table, at, player("anna"), "choose", value="bet")
    while table.state.round == round:
        do(table, at, DEALER, "answer", value=True)


def two_tables(cents: int) -> tuple[Ledger, Table, Table]:
    """Two stud tables of a house, and Anna with so much."""
    ledger = notepad()
    house = House(ledger)
    ledger.post([Post("cage", "buy-in", "", "anna", {}, (Transfer("cage", "player:anna", cents, "buy-in"),))])
    sign = Sign(Limits(500, 10_000), areas=7, most_won=5_000_000)
    for name in ("CS-1", "CS-2"):
        opened = Table.open(ledger, name, STUD, SetUp(sign=sign), BOSS, EVENING, cards_from="shoe", ready=True)
        assert isinstance(opened, Table)
        house.load_table(name)
    return ledger, house.tables["CS-1"], house.tables["CS-2"]


def test_no_table_sells_another_look_for_nothing() -> None:
    ledger, one, other = two_tables(1_200)
    later = EVENING + timedelta(hours=1)  # past midnight, and the same gaming day
    for table, at, has in ((one, EVENING, 1_200), (other, later, 200)):
        sees_five_cards(table, at)
        cannot_bet(table, at)
        assert ledger.balance("player:anna") == has
    ledger.settle_down()
    again = Table.load(ledger, "CS-2")
    assert remembered(again.carry()).warned == {"anna"}
    ledger.close()


def test_a_hand_dealt_before_the_warning_is_under_it() -> None:
    """Anna antes at both tables, looks at both hands, and is told at the first: the second costs its ante."""
    ledger, one, other = two_tables(2_200)
    for table in (one, other):
        sees_five_cards(table, EVENING)
    cannot_bet(one, EVENING)
    assert ledger.balance("player:anna") == 1_200
    cannot_bet(other, EVENING)
    assert ledger.balance("player:anna") == 1_200
    ledger.settle_down()
    again = Table.load(ledger, "CS-2")
    assert again.state == other.state
    assert not list(differing_rounds(ledger))
    ledger.close()


def test_what_was_decided_before_the_warning_is_not_a_further_instance() -> None:
    ledger, one, other = two_tables(2_200)
    for table in (one, other):
        sees_five_cards(table, EVENING)
    do(other, EVENING, player("anna"), "choose", value="bet")  # she cannot, and nobody has told her yet
    cannot_bet(one, EVENING)
    while other.state.round == 1:
        do(other, EVENING, DEALER, "answer", value=True)
    # the first table heard of it when her bet there was asked for: that one costs the ante
    assert ledger.balance("player:anna") == 1_200
    ledger.close()


def test_the_gaming_day_ends_at_six() -> None:
    assert gaming_day(datetime(2026, 11, 16, 5, 59)) == gaming_day(EVENING) == "2026-11-15"
    assert gaming_day(datetime(2026, 11, 16, 6, 0)) == "2026-11-16"
