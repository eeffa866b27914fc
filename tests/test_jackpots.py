"""Jackpots in the ledger: fed and paid with the round, shared by tables, adjusted by two, reported to the cent."""

from __future__ import annotations

from datetime import datetime

import pytest

from houseway.floor import jackpots
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.table import Order, Table
from houseway.ledger import Ledger, Post, Transfer, audit, notepad
from houseway.play.decision import Accepted, Refused
from houseway.play.jackpot import Prize
from houseway.play.wagers import Jackpot, Limits, SetUp, Sign

NOON = datetime(2026, 11, 15, 12, 0)
REEF = Jackpot("reef", 100, 70, 15, 7_500_000)
BOSS, CLERK = Person("L. Brandt", "casino supervisor"), Person("M. Okafor", "dealer")
DEALER = Person("the dealer", "dealer")


@pytest.fixture
def ledger() -> Ledger:
    found = notepad()
    approved = jackpots.Opened(REEF, "Reef", "A-1", CLERK.name, BOSS.name)
    assert isinstance(jackpots.open_jackpot(found, approved, NOON), Accepted)
    for name in ("anna", "ben"):
        found.post([Post("cage", "buy-in", "", name, {}, (Transfer("cage", f"player:{name}", 100_000, "buy-in"),))])
    return found


def table(ledger: Ledger, name: str) -> Table:
    sign = Sign(Limits(500, 10_000), areas=7, jackpot=REEF, most_won=5_000_000)
    found = Table.open(
        ledger, name, "vic-1999-caribbean-stud", SetUp(sign=sign), BOSS, NOON, cards_from="shoe", ready=True
    )
    assert isinstance(found, Table)
    return found


def do(at: Table, who: Person, act: str, **details: object) -> None:
    reply = at.do(Order(who, act, details, at=NOON))
    assert reply.accepted, reply.decision


def deal(at: Table, who: str, cards: str) -> None:
    """An ante with a jackpot wager, a bet, and everything up to the settlement of ante and bet."""
    do(at, player(who), "place", spot="ante", cents=500, area=1)
    do(at, player(who), "place", spot="jackpot", cents=100, area=1)
    do(at, DEALER, "answer")
    for card in cards.split():
        do(at, DEALER, "answer", value=card)
    do(at, DEALER, "answer", value=True)
    do(at, player(who), "choose", value="bet")
    do(at, DEALER, "answer", value=True)
    do(at, DEALER, "answer", value=True)


STRAIGHT_FLUSH = "5H 2C 6H 2D 7H 7C 8H 9S 9H JD"
ROYAL = "AS 2C KS 2D QS 7C JS 9H TS JD"


def test_two_tables_share_a_meter(ledger: Ledger) -> None:
    """Each registers on the meter as the other left it, whoever dealt first."""
    one, other = table(ledger, "CS-1"), table(ledger, "CS-2")
    deal(one, "anna", STRAIGHT_FLUSH)
    deal(other, "ben", STRAIGHT_FLUSH)
    assert jackpots.meter(ledger, "reef") == 7_500_140
    for at in (other, one):  # the second table presses its keys first
        do(at, DEALER, "answer", value=True)
        do(at, DEALER, "answer", value=True)
    assert jackpots.meter(ledger, "reef") == 7_500_140 - 750_014 - 675_012
    assert ledger.balance("player:ben") == 100_000 + 500 + 50_000 + 750_014 - 100
    # A tenth of what is left is below the least amount; the reserve makes it up.
    assert ledger.balance("player:anna") == 100_000 + 500 + 50_000 + 750_000 - 100
    for at in (one, other):
        do(at, DEALER, "answer", value=True)
    told = jackpots.report(ledger, "reef")
    assert told.balances
    assert told.fed == {"CS-1": 70, "CS-2": 70}
    assert told.reserve == 30 - (750_000 - 675_012)
    assert sorted((row[1], row[2], row[4]) for row in told.prizes) == [
        ("CS-1", "anna", 750_000),
        ("CS-2", "ben", 750_014),
    ]
    assert audit(ledger).sound


def test_a_royal_flush_begins_the_meter_anew(ledger: Ledger) -> None:
    at = table(ledger, "CS-1")
    deal(at, "anna", ROYAL)
    for _ in range(3):
        do(at, DEALER, "answer", value=True)
    assert jackpots.meter(ledger, "reef") == REEF.reseed
    assert ledger.balance("player:anna") == 100_000 + 500 + 250_000 + 7_500_070 - 100


def test_a_corrected_card_takes_a_prize_back(ledger: Ledger) -> None:
    """The nine was of spades: no straight flush, and the meter has its money again."""
    at = table(ledger, "CS-1")
    deal(at, "anna", "5H 2C 6H 2D 7H 7C 8H 4S 9H JD")
    do(at, DEALER, "answer", value=True)
    do(at, DEALER, "answer", value=True)
    assert jackpots.meter(ledger, "reef") < 7_000_000
    where = list(at.state.tape).index("9H")
    do(at, BOSS, "correct", answer=where, value="9S", round=at.state.round, asked_by="M. Okafor")
    assert jackpots.meter(ledger, "reef") == 7_500_070
    assert jackpots.report(ledger, "reef").balances
    assert audit(ledger).sound


def test_a_table_loaded_again_has_moved_no_money(ledger: Ledger) -> None:
    at = table(ledger, "CS-1")
    deal(at, "anna", STRAIGHT_FLUSH)
    do(at, DEALER, "answer", value=True)
    before = jackpots.meter(ledger, "reef")
    again = Table.load(ledger, "CS-1")
    assert again.prompt == at.prompt
    assert jackpots.meter(ledger, "reef") == before
    do(again, DEALER, "answer", value=True)
    assert jackpots.meter(ledger, "reef") == before - before // 10


def test_an_adjustment_needs_two_people_and_a_reason(ledger: Ledger) -> None:
    refusals = [
        jackpots.adjust(ledger, "reef", 100, BOSS, BOSS, "typing", NOON),
        jackpots.adjust(ledger, "reef", 100, BOSS, CLERK, "typing", NOON),
        jackpots.adjust(ledger, "reef", 100, CLERK, BOSS, " ", NOON),
        jackpots.adjust(ledger, "reef", 0, CLERK, BOSS, "typing", NOON),
        jackpots.adjust(ledger, "reef", -8_000_000, CLERK, BOSS, "typing", NOON),
    ]
    assert all(hasattr(decision, "because") for decision in refusals)
    assert jackpots.meter(ledger, "reef") == 7_500_000
    jackpots.adjust(ledger, "reef", -100, CLERK, BOSS, "coin-in pressed in error", NOON)
    assert jackpots.meter(ledger, "reef") == 7_499_900
    assert jackpots.report(ledger, "reef").adjusted == -100


@pytest.mark.parametrize(
    ("text", "shown", "due"),
    [("100% or 75,000", 6_000_000, 7_500_000), ("10% or 7,500", 20_000_000, 2_000_000), ("500", 1, 50_000)],
)
def test_prizes(text: str, shown: int, due: int) -> None:
    prize = Prize.parse(text)
    assert prize.due(shown) == due
    assert Prize.parse(str(prize)) == prize


def test_what_is_no_prize_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a prize"):
        Prize.parse("half")


def test_an_arrangement_is_approved_and_signed_by_two(ledger: Ledger) -> None:
    """Without an approval, by one person, or beside one of that name nothing goes on record; and no money moves."""
    kelp = Jackpot("kelp", 100, 60, 40, 1_000_000)
    people = (CLERK.name, BOSS.name)
    for opened in (
        jackpots.Opened(kelp, "Kelp", "", *people),
        jackpots.Opened(kelp, "Kelp", "A-2"),
        jackpots.Opened(kelp, "Kelp", "A-2", BOSS.name, BOSS.name.upper()),
        jackpots.Opened(Jackpot("kelp", 100, 90, 20), "Kelp", "A-2", *people),
        jackpots.Opened(Jackpot("kelp", 0, 60, 40), "Kelp", "A-2", *people),
        jackpots.Opened(Jackpot("reef", 100, 0, 0), "Reef", "A-2", *people),
    ):
        assert isinstance(jackpots.open_jackpot(ledger, opened, NOON), Refused), opened
    assert list(jackpots.jackpots(ledger)) == ["reef"]
    assert jackpots.meter(ledger, "kelp") == 0
    approved = jackpots.Opened(kelp, "Kelp", "A-2", *people)
    assert isinstance(jackpots.open_jackpot(ledger, approved, NOON), Accepted)
    assert jackpots.jackpots(ledger)["kelp"] == approved
    assert jackpots.meter(ledger, "kelp") == 1_000_000


@pytest.mark.parametrize(
    "brings",
    [Jackpot("reef", 100, 0, 0, 0), Jackpot("reef", 200, 70, 15, 7_500_000), Jackpot("nowhere", 100, 70, 15)],
)
def test_a_table_brings_no_figures_of_its_own(ledger: Ledger, brings: Jackpot) -> None:
    sign = Sign(Limits(500, 10_000), areas=7, jackpot=brings, most_won=5_000_000)
    refused = Table.open(ledger, "CS-3", "vic-1999-caribbean-stud", SetUp(sign=sign), BOSS, NOON)
    assert isinstance(refused, Refused)
    assert "11.3" in [clause.number for clause in refused.by.clauses]


def test_an_adjustment_is_done_once(ledger: Ledger) -> None:
    for _ in range(2):
        jackpots.adjust(ledger, "reef", -100, CLERK, BOSS, "coin-in pressed in error", NOON, "k-12345678")
    assert jackpots.meter(ledger, "reef") == 7_499_900
    other = jackpots.adjust(ledger, "reef", -200, CLERK, BOSS, "another", NOON, "k-12345678")
    assert isinstance(other, Refused)
    assert isinstance(jackpots.adjust(ledger, "kelp", 100, CLERK, BOSS, "none such", NOON), Refused)


@pytest.mark.parametrize(("price", "to_meter"), [(100, 60), (50, 33), (25, 1), (75, 99), (1, 50)])
def test_a_wager_goes_to_the_two_pools_whole(price: int, to_meter: int) -> None:
    assert sum(Jackpot("kelp", price, to_meter, 100 - to_meter).split(price)) == price


def test_other_figures_are_approved_anew_and_taken_up_from_the_next_round(ledger: Ledger) -> None:
    at, people = table(ledger, "CS-1"), (CLERK.name, BOSS.name)
    deal(at, "anna", STRAIGHT_FLUSH)
    more = Jackpot("reef", 100, 80, 20, 5_000_000)
    for opened in (
        jackpots.Opened(more, "Reef", "A-1", *people),  # the approval of other figures
        jackpots.Opened(more, "Reef", "A-2", BOSS.name, BOSS.name),
        jackpots.Opened(REEF, "Reef", "A-2", *people),  # the same figures
        jackpots.Opened(Jackpot("kelp", 100, 80, 20), "Kelp", "A-2", *people),
    ):
        assert isinstance(jackpots.approve_again(ledger, opened, NOON), Refused), opened
    before = jackpots.meter(ledger, "reef")
    approved = jackpots.Opened(more, "Reef", "A-2", *people)
    assert isinstance(jackpots.approve_again(ledger, approved, NOON), Accepted)
    assert jackpots.jackpots(ledger)["reef"] == approved
    assert jackpots.meter(ledger, "reef") == before
    do(at, HOUSE, "take up jackpot")
    assert at.sign.jackpot == REEF  # this round was begun with the figures of before
    for _ in range(3):
        do(at, DEALER, "answer", value=True)
    while at.state.script == "prepare":
        assert at.prompt is not None
        do(at, DEALER, "answer", value=at.prompt.write(at.prompt.usually()))
    assert at.sign.jackpot == more
    before = jackpots.meter(ledger, "reef")
    deal(at, "ben", ROYAL)
    assert jackpots.meter(ledger, "reef") == before + 80
    assert not at.do(Order(HOUSE, "take up jackpot", {}, at=NOON)).accepted
    assert jackpots.report(ledger, "reef").balances


def test_what_a_ruling_takes_off_the_meter_is_no_prize(ledger: Ledger) -> None:
    one = table(ledger, "CS-1")
    do(one, player("anna"), "place", spot="ante", cents=500, area=1)
    do(one, player("anna"), "place", spot="jackpot", cents=100, area=1)
    do(one, DEALER, "answer")
    assert jackpots.report(ledger, "reef").meter == 7_500_070
    do(one, BOSS, "void wagers", player="anna", ground="a device")
    told = jackpots.report(ledger, "reef")
    assert (told.meter, told.off_meter, told.corrected, told.reserve) == (7_500_000, 0, -70, 0)
    assert told.balances
