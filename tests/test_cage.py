"""The cage: cash and chips are counted apart, every exchange is even, and nothing that takes two people is done by one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from houseway.floor.cage.places import is_cash
from houseway.floor.cage.slips import tray
from houseway.floor.clerk import Reply
from houseway.floor.folded import FoldedDesk
from houseway.floor.house import House
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.orders import Order
from houseway.floor.people import Person, player
from houseway.forms import write
from houseway.ledger import Ledger, audit, open_ledger
from houseway.play.decision import Refused
from houseway.premises.desks import Desks
from houseway.premises.plans import open_plan
from houseway.premises.settings import Settings, of_text

EVENING = datetime(2026, 11, 16, 18)
CASHIER, SECOND = Person("C. Ash", "cashier"), Person("L. Brandt", "casino supervisor")
DEALER, BOSS = Person("M. Okafor", "dealer"), Person("P. Boss", "pit boss")
WRITER = Person("W. Writer", "keno writer")

FLOOR = """
[house]
open_house = false
[cage]
bank = "100000"
chips = { "1" = 5000, "5" = 5000, "25" = 2000, "100" = 500 }
float = { "1" = 200, "5" = 200, "25" = 100 }
alone = "5000"
[[table]]
name = "MW-1"
book = "act-1992-money-wheel"
dealt_by = "dealer"
equipment = "real"
sign = { limits = "5 to 500", areas = 6 }
[[table]]
name = "RR-1"
book = "vic-2000-rapid-roulette"
dealt_by = "dealer"
equipment = "real"
sign = { limits = "1 to 100 step 1", areas = 4 }
"""


class Evening:
    """A house with a cage, without the server around it."""

    def __init__(self) -> None:
        self.now = EVENING
        self.ledger: Ledger = open_ledger("sqlite:///:memory:")
        self.settings: Settings = of_text(FLOOR)
        self.house = House(self.ledger, lambda: self.now)
        self.desks = Desks(self.ledger, self.house, lambda: self.now, self.settings)
        for plan in self.settings.tables:
            assert not isinstance(open_plan(self.house, plan), Refused)
        self.desks.place_floats()
        self.keno = Keno(self.ledger)
        self.desks.serve_keno(self.keno)

    def at(self, desk: FoldedDesk[Any], who: Person, act: str, second: Person | None = None, **details: Any) -> Reply:
        if second is not None:
            details["second"] = write(second)
        return desk.do(Order(who, act, details, at=self.now))

    def cage(self, who: Person, act: str, second: Person | None = None, **details: Any) -> Reply:
        return self.at(self.desks.cage, who, act, second, **details)

    def table(self, who: Person, act: str, name: str = "MW-1", **details: Any) -> Reply:
        return self.house.tables[name].do(Order(who, act, details, at=self.now))

    def sell(self, who: Person, act: str, terminal: str = "T-01", **details: Any) -> Reply:
        return self.keno.do(KenoOrder(who, act, details, at=self.now, terminal=terminal))

    def open(self) -> Evening:
        assert self.cage(CASHIER, "open day", SECOND).accepted
        chips = {"100": 500, "500": 500, "2500": 200, "10000": 50}
        assert self.cage(CASHIER, "open drawer", SECOND, window="CAGE-1", cash=2_000_000, chips=chips).accepted
        return self

    def holds(self, account: str) -> int:
        return self.ledger.balance(account)

    def nil(self) -> None:
        """Cash comes to nil by itself, and so does everything else; and the record is sound."""
        self.ledger.settle_down()
        sums = {True: 0, False: 0}
        for name in self.accounts():
            sums[is_cash(name)] += self.holds(name)
        assert sums == {True: 0, False: 0}
        assert audit(self.ledger).sound
        assert type(self.desks.cage)(self.ledger).state == self.desks.cage.state, "loaded, it is another"

    def accounts(self) -> set[str]:
        found: set[str] = set()
        for stream in self.ledger.streams():
            for move in self.ledger.moved_in(stream):
                found |= {move.source, move.target}
        return found


@pytest.fixture
def evening() -> Iterator[Evening]:
    house = Evening()
    yield house
    house.nil()
    house.ledger.close()


def refused(reply: Reply) -> tuple[str, str]:
    assert isinstance(reply.decision, Refused), reply
    return reply.decision.code, reply.decision.because


def test_cash_is_changed_for_chips_and_back_to_the_cent(evening: Evening) -> None:
    evening.open()
    given = {"chips": {"500": 10, "2500": 2}}
    bought = evening.cage(CASHIER, "exchange", window="CAGE-1", takes={"cash": 10_000}, gives=given, patron="Amy")
    assert bought.accepted and bought.paper["cents"] == 10_000
    assert evening.holds("drawer:CAGE-1") == 2_010_000 and evening.holds("hand:Amy") == 10_000
    assert evening.desks.cage.state.racks["CAGE-1"][2500] == 198
    back = evening.cage(
        CASHIER, "exchange", window="CAGE-1", takes={"chips": {"500": 10}}, gives={"cash": 5_000}, patron="Amy"
    )
    assert back.accepted and evening.holds("hand:Amy") == 5_000 and evening.holds("outside") == -5_000
    # whoever brings chips need not say who they are, nor be who was given them
    assert evening.cage(
        CASHIER, "exchange", window="CAGE-1", takes={"chips": {"2500": 2}}, gives={"cash": 5_000}
    ).accepted
    assert evening.holds("outstanding") == -5_000 and evening.holds("outside") == 0


@pytest.mark.parametrize(
    ("takes", "gives", "patron", "code"),
    [
        ({"cash": 10_000}, {"chips": {"500": 19}}, "", "amount"),  # not even
        ({}, {}, "", "amount"),
        ({"cash": 700}, {"chips": {"700": 1}}, "", "misread"),  # no such chip
        ({"cash": -500}, {"chips": {"500": -1}}, "", "misread"),
        ({"gold": 1}, {"cash": 1}, "", "misread"),
        ({"cash": 5_000_000}, {"chips": {"10000": 500}}, "", "two_people"),
        ({"cash": 499_900}, {"chips": {"10000": 50, "100": -1}}, "", "misread"),
        ({"cash": 400_100}, {"chips": {"100": 4001}}, "", "chips"),  # more than lie in the rack
        ({"chips": {"10000": 3}}, {"cash": 30_000}, "", "forged"),  # more than the house has out
        ({"cash": 1_000}, {"account": 1_000}, "Amy", "account"),
        ({"owed": 1_000}, {"cash": 1_000}, "Amy", "owed"),
        ({"voucher": "V1-0000000000000000"}, {"cash": 1_000}, "", "forged"),
        ({"voucher": "17"}, {"cash": 1_000}, "", "forged"),
    ],
)
def test_an_exchange_that_cannot_be_changes_nothing(
    evening: Evening, takes: Any, gives: Any, patron: str, code: str
) -> None:
    evening.open()
    head = evening.ledger.head("desk:cage")
    reply = evening.cage(CASHIER, "exchange", window="CAGE-1", takes=takes, gives=gives, patron=patron)
    assert refused(reply)[0] == code and evening.ledger.head("desk:cage") == head


def test_a_voucher_is_paid_once_and_says_when(evening: Evening) -> None:
    evening.open()
    sold = evening.cage(CASHIER, "exchange", window="CAGE-1", takes={"cash": 7_500}, gives={"voucher": 7_500})
    code = sold.paper["voucher"]["code"]
    number, _, serial = code.partition("-")
    forged = f"{number}-{(int(serial.replace(' ', '')) + 1) % 10**16:016d}"
    assert (
        refused(evening.cage(CASHIER, "exchange", window="CAGE-1", takes={"voucher": forged}, gives={"cash": 7_500}))[0]
        == "forged"
    )
    twice = evening.cage(CASHIER, "exchange", window="CAGE-1", takes={"voucher": [code, code]}, gives={"cash": 15_000})
    assert refused(twice)[0] == "paid"
    assert evening.cage(CASHIER, "exchange", window="CAGE-1", takes={"voucher": code}, gives={"cash": 7_500}).accepted
    ground, words = refused(
        evening.cage(CASHIER, "exchange", window="CAGE-1", takes={"voucher": code}, gives={"cash": 7_500})
    )
    assert ground == "paid" and "2026-11-16 18:00 by C. Ash" in words
    assert (
        refused(evening.cage(CASHIER, "exchange", window="CAGE-1", takes={"voucher": forged}, gives={"cash": 7_500}))[0]
        == "forged"
    )
    serials = [serial.replace(" ", ""), serial]
    assert not any(each in str(entry.body) for entry in evening.ledger.entries("desk:cage") for each in serials)


def test_a_drawer_is_one_persons_and_two_count_it(evening: Evening) -> None:
    assert refused(evening.cage(CASHIER, "open drawer", SECOND, window="CAGE-1"))[0] == "day"
    evening.open()
    other = Person("O. Ther", "cashier")
    bought = dict(window="CAGE-1", takes={"cash": 500}, gives={"chips": {"500": 1}})
    assert refused(evening.cage(other, "exchange", **bought))[0] == "drawer"
    assert refused(evening.cage(DEALER, "exchange", **bought))[0] == "role"
    count = dict(window="CAGE-1", cash=2_000_000, chips={"100": 500, "500": 500, "2500": 200, "10000": 50})
    assert refused(evening.cage(CASHIER, "close drawer", **count))[0] == "two_people"
    assert (
        refused(evening.cage(CASHIER, "close drawer", Person("c ash", "casino supervisor"), **count))[0] == "two_people"
    )
    assert refused(evening.cage(CASHIER, "open drawer", SECOND, window="CAGE-2"))[0] == "drawer"
    assert evening.cage(CASHIER, "close drawer", other, **count).accepted
    assert evening.holds("vault") == 10_000_000 and not evening.desks.cage.state.drawers


def test_a_count_that_differs_closes_nothing_until_a_supervisor_signs_for_it(evening: Evening) -> None:
    evening.open()
    count = dict(window="CAGE-1", cash=1_999_500, chips={"100": 500, "500": 500, "2500": 200, "10000": 50})
    ground, words = refused(evening.cage(CASHIER, "close drawer", SECOND, **count))
    assert ground == "count" and "$5 short" in words and "CAGE-1" in evening.desks.cage.state.drawers
    other = Person("O. Ther", "cashier")
    assert refused(evening.cage(CASHIER, "close drawer", other, **count, reason="a note tore"))[0] == "count"
    closed = evening.cage(CASHIER, "close drawer", SECOND, **count, reason="a note tore")
    assert closed.accepted and closed.paper["over"] == -500
    assert evening.holds("variance:drawer:CAGE-1") == 500 and evening.holds("vault") == 9_999_500


def test_a_fill_is_asked_for_sent_and_received_by_two_people(evening: Evening) -> None:
    before = evening.holds("float:MW-1")
    assert before == 200 * 100 + 200 * 500 + 100 * 2500
    asked = evening.cage(DEALER, "ask chips", table="MW-1", chips={"2500": 40})
    slip = asked.paper["number"]
    assert refused(evening.cage(DEALER, "send chips", slip=slip))[0] == "role"
    assert refused(evening.cage(DEALER, "receive chips", slip=slip))[0] == "stale"
    assert evening.cage(CASHIER, "send chips", slip=slip).accepted
    assert evening.holds("transit:1") == 100_000 and evening.holds("float:MW-1") == before
    twin = Person("C Ash", "pit boss")
    assert refused(evening.cage(twin, "receive chips", slip=slip))[0] == "two_people"
    assert refused(evening.cage(DEALER, "receive chips", slip=slip, chips={"2500": 39}))[0] == "count"
    assert evening.cage(DEALER, "receive chips", slip=slip, chips={"2500": 40}).accepted
    assert evening.holds("float:MW-1") == before + 100_000 and evening.holds("transit:1") == 0
    assert refused(evening.cage(DEALER, "receive chips", slip=slip))[0] == "unknown"
    assert refused(evening.cage(DEALER, "ask chips", table="MW-9", chips={"2500": 4}))[0] == "unknown"


def test_a_credit_goes_the_other_way_and_a_slip_can_be_called_off(evening: Evening) -> None:
    before, rack = evening.holds("float:MW-1"), evening.desks.cage.state.racks["CAGE"][2500]
    slip = evening.cage(BOSS, "ask chips", kind="credit", table="MW-1", chips={"2500": 10}).paper["number"]
    assert evening.cage(BOSS, "send chips", slip=slip).accepted
    assert evening.cage(CASHIER, "receive chips", slip=slip).accepted
    assert evening.holds("float:MW-1") == before - 25_000 and evening.desks.cage.state.racks["CAGE"][2500] == rack + 10
    slip = evening.cage(BOSS, "ask chips", kind="credit", table="MW-1", chips={"2500": 1000}).paper["number"]
    assert refused(evening.cage(BOSS, "send chips", slip=slip))[0] == "chips"
    assert refused(evening.cage(BOSS, "call off", slip=slip))[0] == "reason"
    assert evening.cage(BOSS, "call off", slip=slip, reason="mistyped").accepted
    slip = evening.cage(DEALER, "ask chips", table="MW-1", chips={"500": 10}).paper["number"]
    assert evening.cage(CASHIER, "send chips", slip=slip).accepted
    assert evening.cage(CASHIER, "call off", slip=slip, reason="the table closed").accepted
    assert evening.holds("transit:3") == 0 and evening.holds("float:MW-1") == before - 25_000


def a_round(evening: Evening, stop: str) -> None:
    """What lies on the wheel's layout is settled by a spin."""
    for details in ({}, {"value": stop}):
        assert evening.table(DEALER, "answer", **details).accepted
    while not evening.house.tables["MW-1"].window:
        assert evening.table(DEALER, "answer", value=True).accepted


def test_a_dealer_changes_cash_for_chips_and_the_float_can_be_counted(evening: Evening) -> None:
    assert refused(evening.table(DEALER, "place", player="Amy", spot="$5", cents=5_000))[0].endswith("funds")
    changed = evening.table(DEALER, "change cash", player="Amy", cents=20_000)
    assert changed.accepted and "5.6" in str(changed.decision.by)
    assert evening.holds("drop:MW-1") == 20_000 and evening.holds("hand:Amy") == 20_000
    cage, before = evening.desks.cage, 370_000
    assert tray(cage, "MW-1").cents == before - 20_000
    assert evening.table(DEALER, "place", player="Amy", spot="$5", cents=5_000).accepted
    assert refused(evening.cage(DEALER, "count float", BOSS, table="MW-1", chips={}))[0] == "held"
    assert evening.table(DEALER, "withdraw", player="Amy", spot="$5", cents=5_000).accepted
    assert evening.table(DEALER, "place", player="Amy", spot="$5", cents=5_000).accepted
    a_round(evening, "$5")  # pays five to one, and the wager stays
    assert evening.table(DEALER, "withdraw", player="Amy", spot="$5", cents=5_000).accepted
    assert evening.holds("hand:Amy") == 45_000 and tray(cage, "MW-1").cents == before - 45_000
    counted = {"100": 200, "500": 200, "2500": 82}
    assert evening.cage(DEALER, "count float", BOSS, table="MW-1", chips=counted).accepted
    assert not tray(cage, "MW-1").moved
    assert evening.table(DEALER, "take chips", player="Amy").accepted and evening.holds("outstanding") == 45_000
    box = evening.cage(CASHIER, "count drop", SECOND, table="MW-1", cash=20_000)
    assert box.accepted and evening.holds("drop:MW-1") == 0 and evening.holds("vault") == 10_020_000


def test_a_wager_spoken_with_cash_is_changed_as_it_is_laid(evening: Evening) -> None:
    said = evening.table(DEALER, "say", player="Bob", spot="$5", cents=2_500, **{"with": "cash"})
    assert said.accepted and evening.holds("drop:MW-1") == 2_500 and evening.holds("held:MW-1") == 2_500
    assert evening.table(DEALER, "withdraw", player="Bob", spot="$5", cents=2_500).accepted
    assert evening.holds("hand:Bob") == 2_500


def test_a_player_with_an_account_plays_from_it_and_moves_no_chip(evening: Evening) -> None:
    evening.open()
    assert evening.at(evening.desks.patrons, CASHIER, "open account", name="Amy").accepted
    paid = evening.cage(
        CASHIER, "exchange", window="CAGE-1", takes={"cash": 30_000}, gives={"account": 30_000}, patron="Amy"
    )
    assert paid.accepted and evening.holds("player:Amy") == 30_000
    assert evening.table(player("Amy"), "place", spot="$5", cents=5_000).accepted
    a_round(evening, "$1")
    assert evening.holds("player:Amy") == 25_000 and not tray(evening.desks.cage, "MW-1").moved
    # cash at the table is credited; chips are taken out of the float for it
    assert evening.table(DEALER, "change cash", player="Amy", cents=1_000).accepted
    assert evening.holds("player:Amy") == 26_000 and not tray(evening.desks.cage, "MW-1").moved
    assert evening.table(DEALER, "take chips", player="Amy", cents=6_000).accepted
    assert tray(evening.desks.cage, "MW-1").cents == 370_000 - 6_000 and evening.holds("outstanding") == 6_000
    back = evening.cage(
        CASHIER, "exchange", window="CAGE-1", takes={"account": 20_000}, gives={"cash": 20_000}, patron="Amy"
    )
    assert back.accepted and evening.holds("player:Amy") == 0


def test_terminals_take_cash_chips_and_vouchers_and_pay_in_chips(evening: Evening) -> None:
    evening.open()
    assert evening.table(DEALER, "buy in", "RR-1", station="ATS-1", cents=10_000, player="Amy").accepted
    assert evening.holds("drop:RR-1") == 10_000 and evening.holds("ats:RR-1:ATS-1") == 10_000
    assert tray(evening.desks.cage, "RR-1").cents == 370_000
    paid = evening.table(DEALER, "pay out", "RR-1", station="ATS-1")
    assert paid.accepted and evening.holds("outstanding") == 10_000
    assert tray(evening.desks.cage, "RR-1").cents == 360_000
    assert evening.table(DEALER, "buy in", "RR-1", station="ATS-2", cents=10_000, tender="chips").accepted
    assert tray(evening.desks.cage, "RR-1").cents == 370_000 and evening.holds("outstanding") == 0
    sold = evening.cage(CASHIER, "exchange", window="CAGE-1", takes={"cash": 5_000}, gives={"voucher": 5_000})
    number = sold.paper["voucher"]["number"]
    wrong = evening.table(DEALER, "buy in", "RR-1", station="ATS-3", cents=5_001, tender="vouchers", voucher=number)
    assert "worth $50" in refused(wrong)[1]
    spent = evening.table(DEALER, "buy in", "RR-1", station="ATS-3", cents=5_000, tender="vouchers", voucher=number)
    assert spent.accepted
    again = evening.cage(
        CASHIER, "exchange", window="CAGE-1", takes={"voucher": sold.paper["voucher"]["code"]}, gives={"cash": 5_000}
    )
    assert refused(again)[0] == "paid"


def test_a_keno_writer_has_a_drawer_that_balances(evening: Evening) -> None:
    evening.open()
    assert evening.sell(BOSS, "open day", closes="2026-11-16T18:10:00").accepted
    sale = dict(numbers=[3, 17, 24], cents=200)
    assert refused(evening.sell(WRITER, "sell", **sale))[0] == "no_drawer"
    assert (
        evening.cage(
            CASHIER, "open drawer", WRITER, window="T-01", kind="writer", holder=WRITER.name, cash=50_000
        ).accepted
        is False
    )
    assert evening.cage(WRITER, "open drawer", CASHIER, window="T-01", kind="writer", cash=50_000).accepted
    sold = evening.sell(WRITER, "sell", **sale)
    assert sold.accepted and evening.holds("drawer:T-01") == 50_200
    assert refused(evening.sell(DEALER, "sell", **sale))[0] == "drawer"
    assert refused(evening.sell(WRITER, "sell", **sale, tender="chips"))[0] == "desk.tender:forged"
    assert evening.sell(WRITER, "cancel", paper=sold.paper["code"]).accepted and evening.holds("drawer:T-01") == 50_000
    assert evening.sell(WRITER, "deposit", cents=10_000).accepted
    assert evening.cage(WRITER, "drop cash", CASHIER, window="T-01", cash=20_000).accepted
    assert refused(evening.cage(WRITER, "drop cash", window="T-01", cash=20_000))[0] == "two_people"
    assert evening.cage(WRITER, "replenish", CASHIER, window="T-01", cash=5_000).accepted
    closed = evening.cage(WRITER, "close drawer", CASHIER, window="T-01", cash=45_000)
    assert closed.accepted and closed.paper["over"] == 0


def test_the_day_is_over_when_everything_is_counted(evening: Evening) -> None:
    evening.open()
    assert evening.table(DEALER, "change cash", player="Amy", cents=20_000).accepted
    slip = evening.cage(DEALER, "ask chips", table="MW-1", chips={"2500": 4}).paper["number"]
    ground, words = refused(evening.cage(CASHIER, "close day", SECOND))
    assert ground == "day"
    for left in (
        "CAGE-1 (C. Ash) is open",
        "fill 1 for MW-1 is asked",
        "$200 lies in the box of MW-1",
        "float of MW-1 is not counted",
    ):
        assert left in words
    assert evening.cage(BOSS, "call off", slip=slip, reason="not needed").accepted
    assert evening.cage(DEALER, "count float", BOSS, table="MW-1", chips={"100": 200, "500": 200, "2500": 92}).accepted
    assert evening.cage(CASHIER, "count drop", SECOND, table="MW-1", cash=20_000).accepted
    chips = {"100": 500, "500": 500, "2500": 200, "10000": 50}
    assert evening.cage(CASHIER, "close drawer", SECOND, window="CAGE-1", cash=2_000_000, chips=chips).accepted
    assert evening.cage(CASHIER, "close day", SECOND).accepted
    assert refused(evening.cage(CASHIER, "open day", SECOND))[0] == "day"
    evening.now += timedelta(days=1)
    assert evening.cage(CASHIER, "open day", SECOND).accepted


# Patrons


def test_whoever_is_excluded_is_held_off_at_every_door(evening: Evening) -> None:
    evening.open()
    patrons = evening.desks.patrons
    for name in ("Amy", "Bob"):
        assert evening.at(patrons, CASHIER, "open account", name=name).accepted
    assert evening.cage(
        CASHIER, "exchange", window="CAGE-1", takes={"cash": 9_000}, gives={"account": 9_000}, patron="Amy"
    ).accepted
    assert evening.sell(BOSS, "open day", closes="2026-11-16T18:10:00").accepted
    assert evening.at(patrons, player("Amy"), "exclude", until="2027-01-31").accepted
    for written in ("Amy", "amy", "A.m-y"):
        assert patrons.why_out(written)
    doors = [
        evening.table(player("Amy"), "sit", area=1),
        evening.table(player("Amy"), "place", spot="$5", cents=500),
        evening.table(DEALER, "place", player="Amy", spot="$5", cents=500),
        evening.table(DEALER, "change cash", player="Amy", cents=5_000),
        evening.table(DEALER, "show chips", player="Amy", cents=5_000),
        evening.table(DEALER, "say", player="Amy", spot="$5", cents=500, **{"with": "cash"}),
        evening.table(DEALER, "buy in", "RR-1", station="ATS-1", cents=5_000, player="Amy"),
        evening.sell(player("Amy"), "sell", numbers=[3, 17, 24], cents=200),
        evening.cage(
            CASHIER, "exchange", window="CAGE-1", takes={"cash": 500}, gives={"chips": {"500": 1}}, patron="amy"
        ),
        evening.cage(CASHIER, "exchange", window="CAGE-1", takes={"cash": 500}, gives={"account": 500}, patron="Amy"),
        evening.cage(
            CASHIER, "exchange", window="CAGE-1", takes={"account": 500}, gives={"voucher": 500}, patron="Amy"
        ),
    ]
    for reply in doors:
        assert "excluded from the house, by their own wish, until 2027-01-31" in refused(reply)[1]
    paid = evening.cage(
        CASHIER, "exchange", window="CAGE-1", takes={"account": 9_000}, gives={"cash": 9_000}, patron="Amy"
    )
    assert paid.accepted, "what is theirs is paid"


def test_a_wish_stands_and_the_house_excludes_with_a_ground(evening: Evening) -> None:
    patrons = evening.desks.patrons
    assert refused(evening.at(patrons, CASHIER, "exclude", name="Cal", ground="rude"))[0] == "role"
    assert refused(evening.at(patrons, BOSS, "exclude", name="Cal"))[0] == "ground"
    assert refused(evening.at(patrons, BOSS, "exclude", name="Cal", ground="rude", until="2026-11-16"))[0] == "until"
    assert refused(evening.at(patrons, BOSS, "exclude", name="Cal", ground="rude", until="tomorrow"))[0] == "misread"
    assert evening.at(patrons, BOSS, "exclude", name="Cal", ground="marked cards").accepted
    assert refused(evening.at(patrons, BOSS, "readmit", name="Cal"))[0] == "two_people"
    assert evening.at(patrons, BOSS, "readmit", SECOND, name="Cal").accepted and not patrons.why_out("Cal")
    assert evening.at(patrons, CASHIER, "exclude", name="Dee", own_wish=True).accepted
    assert refused(evening.at(patrons, BOSS, "readmit", SECOND, name="Dee"))[0] == "own_wish"
    assert (
        refused(evening.at(patrons, BOSS, "exclude", name="Dee", ground="short", until="2026-11-20"))[0] == "own_wish"
    )
    evening.now += timedelta(days=181)
    assert evening.at(patrons, BOSS, "readmit", SECOND, name="Dee").accepted


def test_a_win_above_an_amount_is_signed_for_by_two_people(evening: Evening) -> None:
    assert evening.table(DEALER, "change cash", player="Amy", cents=50_000).accepted
    assert evening.table(DEALER, "place", player="Amy", spot="Flag", cents=20_000).accepted
    a_round(evening, "Flag")  # pays 47 to 1
    assert evening.table(DEALER, "withdraw", player="Amy", spot="Flag", cents=20_000).accepted
    assert evening.house.tables["MW-1"].state.hand_pays == {"1 Amy": 940_000}
    assert refused(evening.table(DEALER, "take chips", player="Amy"))[0] == "hand_pay"
    assert refused(evening.table(DEALER, "sign hand pay", player="Amy", round=1))[0] == "role"
    assert refused(evening.table(BOSS, "sign hand pay", player="Amy", round=1))[0] == "two_people"
    assert refused(evening.table(BOSS, "sign hand pay", player="Amy", round=1, asked_by="P Boss"))[0] == "two_people"
    assert refused(evening.table(BOSS, "sign hand pay", player="Amy", round=2, asked_by=DEALER.name))[0] == "unknown"
    assert evening.table(BOSS, "sign hand pay", player="Amy", round=1, asked_by=DEALER.name).accepted
    (slip,) = [e for e in evening.ledger.newest("MW-1", "paper", 10) if e.body["sort"] == "hand-pay slip"]
    assert slip.body["to"] == "Amy" and ["Won", "$9,400"] in slip.body["lines"]
    assert evening.table(DEALER, "take chips", player="Amy").accepted


def test_a_call_is_heard_until_somebody_comes(evening: Evening) -> None:
    table = evening.house.tables["RR-1"]
    assert evening.table(player("ATS-1"), "call dealer", "RR-1").accepted and "ATS-1" in table.state.calls
    assert refused(evening.table(player("ATS-1"), "call dealer", "RR-1"))[0] == "on_record"
    assert refused(evening.table(DEALER, "answer call", "RR-1", player="ATS-2"))[0] == "unknown"
    assert evening.table(DEALER, "answer call", "RR-1", player="ATS-1").accepted and not table.state.calls
