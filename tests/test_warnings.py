"""A warning for the gaming day holds at every table of the book, and one table's closing does not end another's."""

from __future__ import annotations

from datetime import datetime, timedelta

from houseway.floor.gaming_day import gaming_day
from houseway.floor.house import House
from houseway.floor.people import Person, player
from houseway.floor.table import Order, Table
from houseway.ledger import Post, Transfer, open_ledger
from houseway.play.remembering import remembered
from houseway.play.wagers import Limits, SetUp, Sign

STUD = "vic-1999-caribbean-stud"
BOSS, DEALER = Person("L. Brandt", "casino supervisor"), Person("M. Okafor", "dealer")
EVENING = datetime(2026, 11, 15, 23, 50)


def looks(table: Table, at: datetime) -> None:
    """Anna antes ten dollars, sees five cards and cannot bet."""

    def do(who: Person, act: str, **details: object) -> None:
        reply = table.do(Order(who, act, details, at=at))
        assert reply.accepted, reply.decision

    do(player("anna"), "place", spot="ante", cents=1_000, area=1)
    do(DEALER, "answer")
    for card in ["8S", "2H", "8C", "2D", "4H", "7C", "4D", "9S", "KC", "JD"]:
        do(DEALER, "answer", value=card)
    do(DEALER, "answer", value=True)
    do(player("anna"), "choose", value="bet")
    round = table.state.round
    while table.state.round == round:
        do(DEALER, "answer", value=True)


def test_no_table_sells_another_look_for_nothing() -> None:
    ledger = open_ledger()
    house = House(ledger)
    ledger.post([Post("cage", "buy-in", "", "anna", {}, (Transfer("cage", "player:anna", 1_200, "buy-in"),))])
    sign = Sign(Limits(500, 10_000), areas=7, most_won=5_000_000)
    for name in ("CS-1", "CS-2"):
        opened = Table.open(ledger, name, STUD, SetUp(sign=sign), BOSS, EVENING, cards_from="shoe", ready=True)
        assert isinstance(opened, Table)
        house.load_table(name)
    one, other = house.tables["CS-1"], house.tables["CS-2"]
    looks(one, EVENING)
    assert ledger.balance("player:anna") == 1_200
    looks(other, EVENING + timedelta(hours=1))  # past midnight, and the same gaming day
    assert ledger.balance("player:anna") == 200
    ledger.settle_down()
    again = Table.load(ledger, "CS-2")
    assert remembered(again.carry()).warned == {"anna"}
    ledger.close()


def test_the_gaming_day_ends_at_six() -> None:
    assert gaming_day(datetime(2026, 11, 16, 5, 59)) == gaming_day(EVENING) == "2026-11-15"
    assert gaming_day(datetime(2026, 11, 16, 6, 0)) == "2026-11-16"
