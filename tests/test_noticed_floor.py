"""What a mutant showed that nobody looked at, on the floor, at the cage and at keno's desk (``make mutants``)."""

from __future__ import annotations

import asyncio
from datetime import datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.floor import hand_pays, jackpots
from houseway.floor.authority import who_may
from houseway.floor.cage.places import MAIN
from houseway.floor.entries import write_event
from houseway.floor.house import House
from houseway.floor.incidents import _same_ruling
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.keno.host import Host, KenoPace
from houseway.floor.keno.papers import read_code
from houseway.floor.keno.paying import differing
from houseway.floor.keno.reports import changed_papers, latest_rulings
from houseway.floor.orders import Order
from houseway.floor.papers.filed import Filed
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.rerunning import difference
from houseway.floor.story import teller
from houseway.floor.table import Draft, Table
from houseway.floor.views import view_of
from houseway.law.clause import Basis
from houseway.ledger import Post, Transfer, open_ledger
from houseway.play.decision import Accepted, Refused
from houseway.play.events import Settled
from houseway.play.prompts import Draw, TakeWagers
from houseway.play.states import Outcome
from houseway.play.wagers import Jackpot, Limits, SetUp, Sign, Wager
from tests.test_cage import CASHIER, DEALER, SECOND, Evening, refused
from tests.test_jackpots import CLERK, NOON, REEF, ROYAL, deal, do, ledger, table
from tests.test_judge import by_line, terminals

__all__ = ["ledger"]


@pytest.fixture
def evening() -> Evening:
    return Evening().open()


# The cage


def test_a_box_that_holds_other_cash_than_went_in_needs_a_reason_and_the_paper_says_by_how_much(
    evening: Evening,
) -> None:
    assert evening.table(DEALER, "change cash", player="Amy", cents=20_000).accepted
    count = dict(table="MW-1", cash=19_000)
    ground, words = refused(evening.cage(CASHIER, "count drop", SECOND, **count))
    assert ground == "count" and "$10 short" in words and evening.holds("drop:MW-1") == 20_000
    counted = evening.cage(CASHIER, "count drop", SECOND, **count, reason="a note tore")
    assert counted.accepted and counted.paper["over"] == -1_000


def test_the_cage_is_counted_as_it_is_or_with_a_reason(evening: Evening) -> None:
    cage = evening.desks.cage
    chips = {str(cents): count for cents, count in cage.state.rack(MAIN).items()}
    cash = evening.holds("vault")
    ground, words = refused(evening.cage(CASHIER, "count cage", SECOND, cash=cash - 100, chips=chips))
    assert ground == "count" and "$1 short" in words
    counted = evening.cage(CASHIER, "count cage", SECOND, cash=cash, chips=chips)
    assert counted.accepted and counted.paper["over"] == 0


def test_what_comes_into_the_house_takes_two_people(evening: Evening) -> None:
    before = evening.holds("vault")
    assert refused(evening.cage(SECOND, "bank", way="in", cash=5_000))[0] == "two_people"
    assert evening.cage(SECOND, "bank", Person("O. Ther", "casino supervisor"), way="in", cash=5_000).accepted
    assert evening.holds("vault") == before + 5_000


def test_a_drop_of_nothing_is_none_and_one_of_too_much_is_refused_for_that(evening: Evening) -> None:
    assert refused(evening.cage(CASHIER, "drop cash", SECOND, window="CAGE-1", cash=0))[0] == "amount"
    assert refused(evening.cage(CASHIER, "drop cash", SECOND, window="CAGE-1", cash=10**9))[0] == "cash"
    assert evening.cage(CASHIER, "drop cash", SECOND, window="CAGE-1", cash=100).accepted


def test_a_win_of_exactly_the_amount_needs_no_slip() -> None:
    noted: list[int] = []
    at = SimpleNamespace(hand_pay=lambda: 1_000, till=SimpleNamespace(chips=False))
    draft = SimpleNamespace(note=lambda kind, **body: noted.append(body["cents"]))
    for won in (1_000, 1_001):
        line = Settled(Basis(()), Wager("anna", 1, "flag", 100), Outcome.WON, 100, won, won + 100)
        hand_pays.note_wins(cast(Table, at), cast(Draft, draft), 1, [line])
    assert noted == [1_001]


def test_the_longest_name_that_is_taken_down_has_forty_letters(evening: Evening) -> None:
    for letters, accepted in ((40, True), (41, False)):
        wish = evening.at(evening.desks.patrons, SECOND, "exclude", name="x" * letters, own_wish=True)
        assert wish.accepted is accepted, wish.decision


# Jackpots


def test_a_jackpot_has_a_name_and_a_title(ledger: Any) -> None:
    for name, title in (("", "Kelp"), ("kelp", " ")):
        opened = jackpots.Opened(Jackpot(name, 100, 60, 40), title, "A-2", CLERK.name, "L. Brandt")
        told = jackpots.open_jackpot(ledger, opened, NOON)
        assert isinstance(told, Refused) and told.code == "name", (name, title)


def test_a_report_tells_what_the_reserve_had_and_gave_and_what_was_adjusted(ledger: Any) -> None:
    at = table(ledger, "CS-1")
    deal(at, "anna", ROYAL)
    jackpots.adjust(ledger, "reef", -100, CLERK, Person("L. Brandt", "casino supervisor"), "pressed in error", NOON)
    told = jackpots.report(ledger, "reef")
    assert told.to_reserve == 15 and told.by_reserve == told.to_reserve - told.reserve
    assert told.adjusted == -100 and told.balances


def test_tables_at_a_meter_are_those_whose_sign_names_it(ledger: Any) -> None:
    house = House(ledger, lambda: NOON)
    for name in ("CS-1", "CS-2"):
        house.stands(table(ledger, name))
    without = Table.open(
        ledger, "RD-1", "vic-1997-red-dog", SetUp(sign=Sign(Limits(500, 50_000))), HOUSE, NOON, ready=True
    )
    assert isinstance(without, Table)
    house.stands(without)
    first = house.tables["CS-1"]
    assert [other.name for other in first.at_the_meter(REEF.name)] == ["CS-2"] and first.at_the_meter("kelp") == []


# Tables


def test_a_table_that_can_be_read_again_is_in_order_again(ledger: Any) -> None:
    house = House(ledger, lambda: NOON)
    house.stands(table(ledger, "CS-1"))
    house.put_out_of_order("CS-1", LookupError("no such book"))
    assert "CS-1" not in house.tables and house.out_of_order["CS-1"] == "no such book"
    house.load_table("CS-1")
    assert "CS-1" in house.tables and not house.out_of_order


def test_cards_that_nobody_sees_are_dealt_one_after_the_other_until_one_is_shown(ledger: Any) -> None:
    at = table(ledger, "CS-1")
    do(at, player("anna"), "place", spot="ante", cents=500, area=1)
    do(at, DEALER, "answer")
    asked: Any = at.prompt
    assert isinstance(asked, Draw) and not asked.up
    do(at, DEALER, "answer", on=True)
    asked = at.prompt
    assert isinstance(asked, Draw) and asked.up, "the dealer's last card lies face up"


def test_a_view_names_where_the_next_card_falls_due(ledger: Any) -> None:
    at = table(ledger, "CS-1")
    do(at, player("anna"), "place", spot="ante", cents=500, area=1)
    do(at, DEALER, "answer")
    assert at.prompt is not None and view_of(at).due == at.prompt.due_at != ""


def test_what_was_ruled_is_not_ruled_again() -> None:
    void = {"ruling": "void wagers", "player": "anna", "ground": "a device"}
    other = {**void, "player": "ben"}
    assert _same_ruling(["7S", void], void) is True and _same_ruling(["7S", void], other) is False
    assert _same_ruling([{"ruling": "invalidate"}], other) is True


def test_a_run_that_settles_fewer_lines_differs_and_says_so() -> None:
    lines = [Settled(Basis(()), Wager(name, 1, "original", 100), Outcome.LOST, 100, 0, 0) for name in ("anna", "ben")]
    recorded = [write_event(line) for line in lines]
    ran = cast(Any, SimpleNamespace(steps=lines[:1]))
    assert difference(ran, recorded) == "2 lines were settled, and 1 are"
    assert difference(cast(Any, SimpleNamespace(steps=lines)), recorded) == ""


def test_a_paper_of_the_house_is_the_houses_and_any_other_somebodys() -> None:
    for by, who in (("house:house", "the house"), ("dealer:M. Okafor", "M. Okafor, dealer")):
        assert Filed.who.fget(SimpleNamespace(role=by.partition(":")[0], by=by.partition(":")[2])) == who  # type: ignore[attr-defined]


# Keno


@pytest.fixture
def keno() -> Keno:
    desk = Keno(open_ledger())
    assert desk.do(KenoOrder(SUPER, "open day", {}, at=NOON)).accepted
    return desk


SUPER, WRITER = Person("B", "casino supervisor"), Person("W", "dealer")


def sold(keno: Keno, act: str = "sell", **details: Any) -> Any:
    told = keno.do(KenoOrder(WRITER, act, details, at=NOON))
    assert told.accepted, told.decision
    return told.paper


def test_a_code_is_digits_on_both_sides_of_its_dash(keno: Keno) -> None:
    code = keno.ticket(sold(keno, numbers=[1, 2], cents=200)["ticket"]).code  # type: ignore[union-attr]
    number, _, serial = code.partition("-")
    assert read_code(code) == (1, serial.replace(" ", ""))
    for wrong in (f"x-{serial}", f"{number}-{'x' * len(serial)}", f"٣-{serial}", f"{number}-{serial[:-1]}٣"):
        assert read_code(wrong) is None, wrong


def test_a_ticket_ends_with_its_last_game_and_is_charged_for_each_once(keno: Keno) -> None:
    ticket = keno.ticket(sold(keno, numbers=[1, 2], cents=200, games=3)["ticket"])
    assert ticket is not None and (ticket.first, ticket.issued_last) == (1, 3)
    assert [ticket.charge_in(game) for game in (0, 1, 3, 4)] == [0, 200, 200, 0]
    assert differing(ticket, {"last": 3, "ways": [[1, 2]]}) == ""
    for ways in ("1 2", [[1, 2], "3"], [1, 2]):
        assert differing(ticket, {"ways": ways}) == "its form"
    assert differing(ticket, {"last": 4}) == "last"


def test_vouchers_are_held_against_the_record(keno: Keno) -> None:
    sold(keno, "deposit", cents=500)
    keno.ledger.settle_down()
    assert list(changed_papers(keno)) == []


def test_tickets_begin_with_the_game_that_is_open(keno: Keno) -> None:
    for wanted, because in (
        (0, "game 0 is closed"),
        (2, "tickets begin with game 1"),
        ("next", "tickets begin with game 1"),
    ):
        told = keno.do(KenoOrder(SUPER, "sell", {"numbers": [1], "cents": 200, "game": wanted}, at=NOON)).decision
        assert isinstance(told, Refused) and because in told.because, wanted


def test_what_somebody_asked_for_is_declined_by_them_or_by_who_could_allow_it() -> None:
    told = teller("vic-1997-red-dog")
    told.tell("sign 10 to 500")
    dealer, other = Person("M. Okafor", "dealer"), Person("D. Two", "dealer")

    def does(who: Person, act: str, details: dict[str, Any]) -> bool:
        return told.table.do(Order(who, act, details, at=told.now)).accepted

    assert does(dealer, "ask", {"act": "limits", "details": {"maximum": 60_000}})
    assert [does(who, "decline", {"ask": 1}) for who in (other, dealer)] == [False, True]
    told.ledger.close()


def test_a_table_may_have_no_maximum_and_has_a_minimum() -> None:
    told = teller("vic-1997-red-dog")
    told.tell("sign 10 to 500")
    boss = next(Person("L. Brandt", role) for role in who_may(told.table, "limits"))
    assert told.table.do(Order(boss, "limits", {"maximum": None}, at=told.now)).accepted
    assert not told.table.do(Order(boss, "limits", {"minimum": None}, at=told.now)).accepted
    told.ledger.close()


def test_a_marker_gives_no_minimum_of_ones_own_where_the_book_knows_a_higher_limit_only() -> None:
    told = teller("vic-1997-red-dog")
    told.tell("sign 10 to 500")
    boss = next(Person("L. Brandt", role) for role in who_may(told.table, "marker"))
    details = {"player": "anna", "maximum": 60_000, "minimum": 1_000}
    refused = told.table.do(Order(boss, "marker", details, at=told.now)).decision
    assert isinstance(refused, Refused) and "no minimum of a player's own" in refused.because
    told.ledger.close()


# Terminals


def test_a_touch_is_judged_by_what_it_adds_to_what_lies() -> None:
    with terminals(Sign(Limits(100, 15_000), areas=4)) as at:
        assert by_line(at, "ATS-1", "red", 12_000)[0] and by_line(at, "ATS-1", "red", 3_000)[0], "20,000 were bought"
        assert not by_line(at, "ATS-1", "black", 5_100)[0]
        for spot, change, why in (("black", -500, "nothing of yours lies"), ("black", 0, "nothing of yours lies")):
            accepted, because = by_line(at, "ATS-1", spot, change)
            assert not accepted and why in because, (spot, change)
        assert not by_line(at, "ATS-1", "nowhere", 500)[0], "no such bet is on this layout"


def test_a_touch_says_what_became_smaller_than_it_was_asked_to_be() -> None:
    with terminals(Sign(Limits(100, 500), areas=4)) as at:
        told = at.do(Order(player("ATS-1"), "touch", {"bets": [["red", 700]]}, at=NOON)).decision
        assert isinstance(told, Accepted) and told.advice == "$7 on red became $5"


def test_where_bets_depend_on_each_other_the_window_is_asked_and_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TakeWagers, "each_by_itself", property(lambda window: False))
    with terminals(Sign(Limits(100, 500), areas=4)) as at:
        assert by_line(at, "ATS-1", "red", 300)[0] and by_line(at, "ATS-1", "red", 200)[0]
        assert [(chip.spot, chip.cents) for chip in at.state.chips] == [("red", 500)]


# Small sums


def test_what_somebody_owes_is_paid_at_the_cage_with_what_they_bring(evening: Evening) -> None:
    evening.ledger.post([Post("floor", "owed", "", "house", {}, (Transfer("owed:Amy", "treasury", 5_000, "owed"),))])
    owes = dict(window="CAGE-1", patron="Amy")
    assert refused(evening.cage(CASHIER, "exchange", **owes, takes={"cash": 9_000}, gives={"owed": 9_000}))[0] == "owed"
    paid = evening.cage(CASHIER, "exchange", **owes, takes={"cash": 9_000}, gives={"owed": 5_000, "cash": 4_000})
    assert paid.accepted and evening.holds("owed:Amy") == 0 and paid.paper["cents"] == 9_000


def test_a_cent_that_is_left_at_a_terminal_lies_in_its_drawer(evening: Evening) -> None:
    assert evening.sell(SECOND, "open day", closes="2026-11-16T18:10:00").accepted
    writer = Person("W. Writer", "keno writer")
    assert evening.cage(writer, "open drawer", CASHIER, window="T-01", kind="writer", cash=5_000).accepted
    assert evening.sell(writer, "deposit", cents=1).accepted and evening.holds("drawer:T-01") == 5_001
    assert evening.sell(writer, "deposit", cents=1, tender="chips").decision.code == "desk.tender:forged"


# The host of keno


def hosted(now: list[datetime]) -> Host:
    return Host(Keno(open_ledger()), lambda: now[0], KenoPace(sales=90))


def test_a_wall_shows_tenths_of_a_second_and_the_minute_at_which_a_game_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [datetime(2026, 11, 18, 12, 0, 20)]
    host = hosted(now)
    asyncio.run(host._next())
    assert host.keno.standing.day == "2026-11-18" and host.keno.selling is not None
    assert host.keno.selling.closes == "2026-11-18T12:01:50", "ninety seconds on"
    monkeypatch.setattr(host, "seconds_left", lambda: 12.345)
    board = host.board()
    assert (board["left"], board["closes"]) == (12.3, "12:01")
    host.keno.ledger.close()


def test_a_wall_counts_what_a_jackpot_has_sold_and_nothing_else() -> None:
    now = [datetime(2026, 11, 18, 12)]
    host = hosted(now)
    writer = Person("W. Writer", "keno writer")
    asyncio.run(host._next())
    before = host.jackpots()

    def sell(**details: Any) -> None:
        assert asyncio.run(host.do(KenoOrder(writer, "sell", details, at=now[0]))).accepted

    sell(numbers=[1, 2, 3], cents=10_000)
    assert host.jackpots() == before, "three numbers are in no jackpot"
    sell(numbers=[1, 2, 3, 4, 5, 6], cents=10_000)
    assert host.jackpots() == {**before, 6: before[6] + 2_000}
    host.keno.ledger.close()


def test_the_newest_ruling_is_told_first() -> None:
    house = teller("act-1992-keno")
    house.tell("day 1992-11-14 12:00\nT1: 3 17 24 for 2\nT2: 4 18 25 for 2\nvoid T2\nvoid T1")
    assert [one.what for one in latest_rulings(house.desk, 5)] == ["Ticket 1 is void", "Ticket 2 is void"]
    assert [one.what for one in latest_rulings(house.desk, 1)] == ["Ticket 1 is void"]
