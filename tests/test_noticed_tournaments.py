"""What a mutant showed that nobody looked at, in tournaments (``make mutants``): each a small thing that would have changed
unseen."""

from __future__ import annotations

import time
from datetime import timedelta
from types import SimpleNamespace
from typing import cast

import pytest

from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE, player
from houseway.floor.state_after import _entered
from houseway.floor.table import Order, Table
from houseway.floor.terminals import LONGEST
from houseway.floor.tills import chips_of
from houseway.floor.tournament import gate, house_players
from houseway.floor.tournament.announcing import _unqualified
from houseway.floor.tournament.at_table import between_hands, chips_now
from houseway.floor.tournament.desk import TournamentDesk
from houseway.floor.tournament.due import due
from houseway.floor.tournament.entering import _entry
from houseway.floor.tournament.formats import formats, usual
from houseway.floor.tournament.here import TournamentHere
from houseway.floor.tournament.host import TournamentHost
from houseway.floor.tournament.in_words import ordinal
from houseway.floor.tournament.standings import board
from houseway.floor.tournament.state import TournamentNow
from houseway.law.clause import Basis
from houseway.play.conditions import Disqualification, Eligibility, Entry, Fee
from houseway.play.decision import Accepted, Refused
from houseway.play.prompts import ChooseEach, Option, TakeWagers
from tests.tournament_play import AT, BOSS, Played, conditions, ok, stage

BOOK = "act-1992-blackjack"


def _in_a_hand(at: Played, table: Table) -> None:
    """On until wagers are closed and cards lie."""
    at.to_wagers(table)
    while between_hands(table):
        at.tick(table)


def _wagers(at: Played, table: Table, name: str, cents: int) -> None:
    seat = table.state.seat_of(name)
    assert seat is not None
    ok(table.do(Order(player(name), "place", {"spot": "wager", "cents": cents, "area": seat.area}, at=AT)))


def test_whoever_the_house_knows_not_to_be_qualified_is_not_in_charge() -> None:
    known = {"L. Brandt": True, "M. Okafor": False}
    desk = cast(TournamentDesk, SimpleNamespace(floor=SimpleNamespace(qualified=known.get)))
    for name, refused in (("L. Brandt", False), ("M. Okafor, game supervisor", True), ("N. Obody", False)):
        assert isinstance(_unqualified(desk, name, Basis(())), Refused) is refused, name


def test_a_tournament_without_a_fee_is_called_off_and_nothing_goes_back() -> None:
    at = Played(BOOK)
    desk = at.entered(at.announced(conditions(stage(BOOK), fee=Fee(0))), ["anna", "ben"])
    ok(desk.do(Order(BOSS, "cancel", {"why": "fire"}, at=AT)))
    assert desk.state.phase.is_over and at.house.credit("anna") == 100_000


def test_a_second_chance_that_nobody_needs_is_not_played() -> None:
    at = Played(BOOK)
    heats = stage(BOOK, "Heats", hands=1, seats=2, advance=2)
    again = stage(BOOK, "Second Chance", hands=1, seats=2, played_by="who is out")
    desk = at.begun(conditions(heats, again, stage(BOOK, hands=1)), ["anna", "ben"])

    def now() -> str:
        return desk.state.stage_now.name if desk.state.stage_now is not None else ""

    while now() == "Heats":
        if not at.step(desk):
            at.tick(at.house.tables["T-1"])
    assert now() == "Second Chance"
    ok(desk.do(Order(BOSS, "draw", at=AT)))
    assert now() == "Final"


def test_entries_close_once_there_are_enough_players() -> None:
    at = Played(BOOK)
    desk = at.announced(conditions(stage(BOOK)))
    acts = []
    for name in ("anna", "ben"):
        at.entered(desk, [name])
        acts.append([one.act for one in due(desk, AT)])
    assert acts == [[], ["close entries"]]


def test_where_nothing_is_said_of_entries_one_player_is_enough_and_the_places_are_the_most() -> None:
    heats = stage(BOOK, sessions=2, tables=3, seats=4)
    state = cast(TournamentNow, SimpleNamespace(conditions=conditions(heats, entry=None)))
    assert _entry(state) == Entry(1, 24)


def test_an_organiser_begins_from_conditions_that_let_others_take_a_place() -> None:
    law = Played(BOOK).announced(conditions(stage(BOOK))).stage_law(AT)
    assert usual(law, next(iter(formats().values()))).substitutes


def test_what_is_missing_of_a_compulsory_wager_is_owed_until_the_close_and_then_forfeited() -> None:
    at = Played(BOOK)
    desk = at.begun(conditions(stage(BOOK, compulsory_wager=500)), ["anna", "ben"])
    table = at.house.tables["T-1"]
    while not isinstance(table.prompt, TakeWagers):
        at.tick(table)
    assert gate.owed(table) == {"anna": 500, "ben": 500}
    _wagers(at, table, "anna", 1_000)
    assert gate.owed(table) == {"ben": 500}
    ok(table.do(Order(HOUSE, "answer", at=AT)))
    assert gate.owed(table) == {}
    assert at.ledger.balance(chips_of(desk.name, "ben")) == 100_000 - 500


def test_a_house_that_lay_still_gives_a_session_its_minutes_back() -> None:
    at = Played("act-1992-baccarat")
    desk = at.begun(conditions(stage(at.book, hands=0, minutes=10)), ["anna", "ben"])
    at.house.clock = lambda: AT + timedelta(minutes=4)
    TournamentHost(at.office, Pace())._put_on_time()
    early = desk.do(Order(BOSS, "call time", at=AT + timedelta(minutes=13))).decision
    assert isinstance(early, Refused) and "the time is not up" in early.because
    ok(desk.do(Order(BOSS, "call time", at=AT + timedelta(minutes=14))))


def test_others_have_time_to_enter_from_the_first_who_does() -> None:
    at = Played(BOOK)
    desk, host = at.announced(conditions(stage(BOOK))), TournamentHost(at.office, Pace())
    assert host.gathering(desk) is None
    host._since[desk.name, "people"] = time.monotonic() + 1_000
    assert (host.gathering(desk) or 0) > 1_000


def test_a_house_player_chooses_where_they_are_asked_and_only_there() -> None:
    asked = ChooseEach(Basis(()), "Stay?", ("oak",), (Option("stay", "Stay"),))
    here = TournamentHere(name="t1")
    table = cast(Table, SimpleNamespace(state=SimpleNamespace(tournament=here, choices={}), prompt=asked))
    acts = [[order.act for order in house_players.orders(table, name, lambda n: 0)] for name in ("oak", "elm")]
    assert acts == [["choose"], []]


def test_a_house_player_wagers_and_near_the_end_enough_to_pass_who_is_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Played(BOOK)
    at.begun(conditions(stage(BOOK, hands=1)), ["anna", "ben"])
    table = at.house.tables["T-1"]
    at.to_wagers(table)
    order = next(iter(house_players.orders(table, "anna", lambda n: 0)))
    assert order.act == "place" and order.details["cents"] > 0
    here = table.state.tournament
    assert here is not None
    monkeypatch.setattr(house_players, "chips_now", lambda table, name, one: {"anna": 40_000, "ben": 60_000}[one])
    assert house_players._risk(table, here, "anna", 40_000, lambda n: 0) == 20_000 + 4_000


def test_ordinals_of_whole_hundreds_are_as_those_below() -> None:
    told = [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 101, 111, 112, 113, 122)]
    assert told == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
        "101st",
        "111th",
        "112th",
        "113th",
        "122nd",
    ]


def test_nobody_takes_a_place_or_retires_in_the_midst_of_a_hand() -> None:
    at = Played(BOOK)
    told = conditions(stage(BOOK), disqualification=Disqualification(("cheating",), refund=50))
    desk = at.begun(told, ["anna", "ben", "cleo"])
    table = at.house.tables["T-1"]
    _in_a_hand(at, table)
    at.house.welcome("dora")
    for who, act, details in (
        (BOSS, "substitute", {"player": "anna", "by": "dora"}),
        (player("anna"), "retire", {}),
    ):
        refused = desk.do(Order(who, act, details, at=AT)).decision
        assert isinstance(refused, Refused) and "finish the hand" in refused.because, act
    counted = desk.do(Order(BOSS, "count", {"table": "T-1"}, at=AT)).decision
    assert isinstance(counted, Refused) and "no more are played" in counted.because
    while not between_hands(table):
        at.tick(table)
    retired = desk.do(Order(player("anna"), "retire", at=AT)).decision
    assert isinstance(retired, Accepted) and "$25" in retired.advice


def test_a_tournament_is_found_by_its_name_while_it_lasts_and_when_it_is_over() -> None:
    at = Played(BOOK)
    desk = at.announced(conditions(stage(BOOK)))
    assert at.office.find(desk.name) is desk and at.office.find("t99") is None
    at.house.welcome("anna")
    at.office.tell(desk, ok(desk.do(Order(player("anna"), "enter", at=AT))))
    assert at.office.find(desk.name) is desk and desk.name not in at.office.over
    at.office.tell(desk, ok(desk.do(Order(BOSS, "cancel", {"why": "fire"}, at=AT))))
    assert desk.name in at.office.over and desk.name not in at.office.desks
    found = at.office.find(desk.name)
    assert found is not None and found.state == desk.state


def test_a_tournament_is_a_players_while_they_apply_and_no_more_once_they_withdraw() -> None:
    at = Played(BOOK)
    desk = at.entered(at.announced(conditions(stage(BOOK), eligibility=Eligibility(may_refuse=True))), ["anna"])
    assert at.office.of_player("anna") == [desk]
    ok(desk.do(Order(player("anna"), "withdraw", at=AT)))
    assert at.office.of_player("anna") == []


def test_play_is_paused_once_and_time_is_added_up_to_a_day() -> None:
    at = Played("act-1992-baccarat")
    desk = at.begun(conditions(stage(at.book, hands=0, minutes=10)), ["anna", "ben"])
    for seconds, accepted in ((0, False), (1, True), (24 * 3600, True), (24 * 3600 + 1, False)):
        assert desk.do(Order(HOUSE, "add time", {"seconds": seconds}, at=AT)).accepted is accepted, seconds
    ok(desk.do(Order(BOSS, "pause", {"why": "a lamp fell"}, at=AT)))
    again = desk.do(Order(BOSS, "pause", {"why": "another"}, at=AT)).decision
    assert isinstance(again, Refused) and again.because == "play is paused"


def test_the_board_shows_chips_as_they_are_between_two_counts() -> None:
    at = Played(BOOK)
    desk = at.begun(conditions(stage(BOOK)), ["anna", "ben"])
    table = at.house.tables["T-1"]
    while table.state.tournament is not None and not table.state.tournament.played:
        at.tick(table)
    now = {name: chips_now(table, desk.name, name) for name in ("anna", "ben")}
    assert set(now.values()) != {100_000}, "nobody has won or lost anything: another seed"
    [row] = board(desk)
    assert {one.entrant: one.chips for one in row.rows} == now


def test_an_entrants_name_has_room_on_a_terminal() -> None:
    at = Played(BOOK)
    desk = at.announced(conditions(stage(BOOK)))
    for name, accepted in (("a" * LONGEST, True), ("b" * (LONGEST + 1), False)):
        at.house.welcome(name)
        assert desk.do(Order(player(name), "enter", at=AT)).accepted is accepted


def test_whoever_enters_joins_those_who_have() -> None:
    state = Played(BOOK).house.tables["T-1"].state
    for name in ("anna", "ben"):
        state = _entered(state, {"player": name})
    assert state.tournament is not None and state.tournament.entrants == ("anna", "ben")
