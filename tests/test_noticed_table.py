"""What a mutant showed that nobody looked at, at tables, terminals and tournaments (``make mutants``)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.floor import hand_pays, taking_part
from houseway.floor.brought import answer_in_words
from houseway.floor.holders import Holders
from houseway.floor.house import House
from houseway.floor.judged_again import Runs
from houseway.floor.last_judged import entries_of
from houseway.floor.meters import Judged, Moment, answered_at
from houseway.floor.orders import Order
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE, Person
from houseway.floor.periods import Periods
from houseway.floor.secrets import left_of
from houseway.floor.story import teller
from houseway.floor.table import Table
from houseway.floor.touch_answers import Answered, TouchAnswers
from houseway.floor.tournament import house_players
from houseway.law.clause import NO_CLAUSE
from houseway.ledger import KeyReused, Post, notepad, open_ledger
from houseway.play.driver import Progress
from houseway.play.events import Outcome, Settled
from houseway.play.prompts import Confirm
from houseway.play.wagers import Limits, SetUp, Sign, Wager

from .own_books import RED_DOG, own_books

NOON = datetime(2026, 11, 18, 12)
BOSS, DEALER = Person("B. Boss", "casino supervisor"), Person("D. Deal", "dealer")


def told(book: str, story: str) -> Any:
    """A table after a story, with everything round it."""
    house = teller(book)
    house.tell(story)
    house.finish()
    assert not house.told.unexpected, house.told.unexpected
    return house


# Who takes part


def test_nobody_is_left_to_answer_once_whoever_is_asked_is_excluded() -> None:
    house = told("act-1992-blackjack", "wager P1@1:10 P2@2:10 | TS TH 9S 7D 7C | exclude P2: a device")
    table, prompt = house.table, house.table.prompt
    assert prompt.player == "P1" and not taking_part.all_barred(table, prompt)
    house.tell("exclude P1: a device")
    assert taking_part.all_barred(house.table, house.table.prompt)
    assert not taking_part.all_barred(house.table, Confirm(prompt.by, "dealer", "Done"))


def test_a_wager_may_be_put_right_to_less_though_its_player_was_ruled_out_by_then() -> None:
    table = told("vic-1997-red-dog", "original P1:10").table
    ruled: Any = {"ruling": "void wagers", "player": "P1", "ground": "a device"}
    mine, less = ["P1", 1, "raise", 1_000], ["P1", 1, "raise", 500]
    tape: list[Any] = [ruled, "8H", {"wagers": [mine]}]
    assert taking_part.void_by_then(table, None, tape, 2, {"wagers": []}) is None, "nothing of P1 lies there any more"
    assert taking_part.void_by_then(table, None, tape, 2, {"wagers": [mine]}) is None, "what lay there lies there"
    assert taking_part.void_by_then(table, None, tape, 2, {"wagers": [less]}) is not None
    assert taking_part.void_by_then(table, None, tape[1:], 1, {"wagers": [less]}) is None, "nobody was ruled out"


# Idle seats


@pytest.mark.parametrize(
    ("seats", "idle"),
    [
        ("P1@1 P2@2 P3@3 P4@4 P5@5 P6@6 P7@7", 1),  # every other seat is in use
        ("P1@2 P2@3 P3@4 P4@5 P5@6 P6@7", 0),  # the first area is free
        ("P1@1 P2@2 P3@3 P4@4 P5@5 P6@6", 0),  # and here the last
    ],
)
def test_a_seat_is_idle_while_every_other_is_in_use(seats: str, idle: int) -> None:
    wagers = " ".join(f"{seat}:10" for seat in seats.split()[1:])
    house = told("vic-1997-red-dog", f"seats {seats}\noriginal {wagers}\n7S 7H 8D\npick up")
    assert {seat.player: seat.idle for seat in house.table.state.seats} == {
        seat.partition("@")[0]: idle if seat.startswith("P1@") else 0 for seat in seats.split()
    }


def test_an_area_where_somebody_without_a_seat_plays_is_in_use() -> None:
    house = told(
        "vic-1997-red-dog",
        "seats P1@1 P2@2 P3@3 P4@4 P5@5 P6@6\noriginal P2@2:10 P3@3:10 P4@4:10 P5@5:10 P6@6:10 P9@7:10\n7S 7H 8D\npick up",
    )
    assert next(seat.idle for seat in house.table.state.seats if seat.player == "P1") == 1


# What is on record of a round


def test_a_round_is_read_with_what_is_accepted_or_as_far_as_it_is_on_disk() -> None:
    asked: list[tuple[str, int, int | None]] = []
    ledger: Any = SimpleNamespace(
        newest=lambda *_, **__: [],
        following=lambda *_, **__: [],
        entries=lambda *of: asked.append(("accepted", *of[1:])) or iter(()),
        written=lambda *of: asked.append(("on disk", *of[1:])) or iter(()),
    )
    assert not [*entries_of(ledger, "T", 1)] and not [*entries_of(ledger, "T", 1, waits=False)]
    assert asked == [("accepted", 0, None), ("on disk", 0, None)]


def test_a_table_keeps_how_it_stands_when_a_round_is_over_and_then_only() -> None:
    house = told("vic-1997-red-dog", "original P1:10 | 7S 7H")
    assert house.ledger.snapshot("T") is None
    house.tell("8D | pick up")
    over = house.ledger.newest("T", "round-over", 1)[0]
    kept = house.ledger.snapshot("T")
    assert kept is not None and kept[0] >= over.number and kept[1]["round"] == 2


def test_something_of_a_round_has_happened_once_a_form_is_in() -> None:
    book = "vic-1999-baccarat-notice-26+act-1992-baccarat"
    story = "sign 10 to 500\ntournament fee 0 entrants P1, P2 chips 1000 keeps 0 approved A-1 with secret.allowed=2"
    house = told(book, story)
    assert not house.table.begun(house.table.state) and left_of(house.table, "P1") == 2
    house.tell("P1 secret player 100: one hundred")
    table = house.table
    assert table.state.forms and not table.state.choices and table.begun(table.state)
    assert left_of(table, "P1") == 1 and left_of(table, "P2") == 2
    assert left_of(told("vic-1997-red-dog", "original P1:10").table, "P1") == 0


def test_a_table_knows_until_when_its_law_holds(tmp_path: Path) -> None:
    with own_books(tmp_path) as books:
        books.notice("n1", "2027-01-01T04:00:00", 'three_alike = { BY, value = "12 to 1" }')
        opened = Table.open(notepad(), "T-1", RED_DOG, SetUp(), HOUSE, NOON, ready=True, cards_from="shoe")
        assert isinstance(opened, Table) and opened.law_until == datetime(2027, 1, 1, 4)


# What is said


def test_an_irregularity_is_told_with_the_card_where_one_is_seen() -> None:
    asked = Confirm(NO_CLAUSE, "dealer", "Done")
    assert answer_in_words(asked, "!seen 7H", str) == {"irregularity": "seen", "card": "7H"}
    assert answer_in_words(asked, "!absent", str) == {"irregularity": "absent"}


# Terminals


def test_a_terminal_without_a_cent_is_paid_out_and_closed_and_a_great_win_is_signed_for_first() -> None:
    story = "sign 1 to 10000\nbuy in ATS-1 100 with cash for anna\nATS-1 places 100 on red\nspin 4"
    house = told("vic-2000-rapid-roulette", story)
    assert house.table.state.stations["ATS-1"].account and not house.ledger.balance("ats:T:ATS-1")
    house.tell("pay out ATS-1        => accepted 6.7\npay out ATS-1        => refused 1.5")
    assert not house.told.unexpected
    house.tell("buy in ATS-2 100 with cash for ben\nATS-2 places 100 on 17\nspin 17")
    house.table.hand_pay = lambda: 100_000
    assert hand_pays.unsigned(house.table, "ATS-2") is None
    house.tell("buy in ATS-3 100 with cash for cara\nATS-3 places 100 on 17\nspin 17")
    refused = house.table.do(Order(DEALER, "pay out", {"station": "ATS-3"}, at=NOON)).decision
    assert refused.code == "hand_pay" and house.ledger.balance("ats:T:ATS-3") > 100_000


def test_whose_a_terminal_was_before_there_were_accounts_is_the_terminals_own() -> None:
    house = told("vic-2000-rapid-roulette", "buy in ATS-1 100 with cash for anna")
    found = Holders(house.table).of_station("ATS-2", 1)
    assert (found.name, found.person) == ("ATS-2", "ATS-2")
    assert Holders(house.table).of_station("ATS-1", 1).person == "anna"


def test_whoever_wagered_in_one_run_alone_has_all_of_it_put_right() -> None:
    house = told("vic-2000-rapid-roulette", "ATS-1 places 10 on red\nspin 3")
    was = Progress[object]()
    now = Progress[object]()
    now.steps.append(Settled(NO_CLAUSE, Wager("ATS-1", 0, "red", 1_000), Outcome.WON, 1_000, 1_000, 2_000))
    runs = Runs(lambda round, wager: "anna")
    runs.add({"round": 1}, was, now)
    assert dict(runs.before) == {} and dict(runs.after) == {"anna": (0, -1_000)}
    moves = [(move.source, move.cents) for move in Holders(house.table).put_right(runs.before, runs.after).moves]
    assert moves == [(house.table.till.bank, 1_000)]
    back = [(move.target, move.cents) for move in Holders(house.table).put_right(runs.after, runs.before).moves]
    assert back == [(house.table.till.bank, 1_000)]


def test_of_winnings_that_are_kept_back_only_what_was_never_won_goes_back() -> None:
    won = "original P1:10\n3S 8H\nno more bets\n{}\npick up\n"
    house = told("vic-1997-red-dog", f"sign 10 to 500\n{won.format('5D')}{won.format('6D')}hold P1 15: a device")
    assert house.ledger.balance("withheld:P1") == 1_500
    house.tell("correct 6D to KD round 2")
    assert house.ledger.balance("withheld:P1") == 1_000, "ten were won in the first round still"


def test_a_period_begins_with_nothing_touched() -> None:
    house = House(open_ledger(), lambda: NOON)
    sign = Sign(Limits(100, 10_000, 100), areas=3)
    house.open_table("RR-1", "vic-2000-rapid-roulette", SetUp(sign=sign))
    period = Periods(house, "RR-1", Pace())
    assert (period.touched, period.refused, period._round) == (0, 0, 0)
    house.ledger.close()


def test_a_touch_of_the_first_houses_is_answered_from_under_its_key() -> None:
    asked: list[str] = []
    kept = {"touch:RR-1:ATS-1:key": {"ok": True}}

    def recall(key: str, digest: str) -> Any:
        asked.append(key)
        if digest != "d" * 64:
            raise KeyReused(key)
        return kept.get(key)

    old = SimpleNamespace(kind="touched", body={"spin": 1, "touches": [["key", "ATS-1", {"red": 1}]]})
    new = SimpleNamespace(kind="touched", body={"spin": 2, "touches": [["new", "ATS-1", {"red": 1}, "d" * 16, 5, 1]]})
    ledger: Any = SimpleNamespace(
        newest=lambda *_, **__: [], following=lambda *_, **__: [], written=lambda *_: iter((old, new)), recall=recall
    )
    answers = TouchAnswers(ledger, "RR-1")
    assert answers.find(1, "ATS-1", "key", "d" * 64) == Answered("d" * 16, '{"ok":true}')
    assert answers.find(1, "ATS-1", "key", "e" * 64) == Answered("", ""), "something else was asked under that key"
    assert answers.find(1, "ATS-1", "none", "d" * 64) is None and len(asked) == 3
    assert answers.find(2, "ATS-1", "new", "d" * 64) is not None
    assert answers.find(2, "ATS-1", "none", "d" * 64) is None and len(asked) == 3, "nothing of that spin is under a key"


def test_what_is_forgotten_of_a_spin_is_read_again() -> None:
    looked: list[int] = []
    line = ["key", "ATS-1", None, "d" * 16, {"ok": False}]
    entries = [SimpleNamespace(kind="touched", body={"spin": 1, "touches": [line]})]
    ledger: Any = SimpleNamespace(
        newest=lambda *_, **__: [], following=lambda *_, **__: [],
        written=lambda *_: iter((looked.append(1), *entries)[1:]), recall=lambda *_: None,
    )  # fmt: skip
    answers = TouchAnswers(ledger, "RR-1")
    first = answers.find(1, "ATS-1", "key", "d")
    for spin in (2, 3, 4, 5):
        answers.note(spin, "ATS-1", f"key{spin}", Answered("", ""))
    assert answers.find(1, "ATS-1", "key", "d") == first is not None and len(looked) == 2


# Meters


def test_a_meter_is_read_anew_where_the_record_has_no_such_answer() -> None:
    one: Any = SimpleNamespace(doc={"tape": [{"shown": 5}, "8H"]}, original=({"shown": 5}, "9H", {"shown": 7}))
    assert [Judged._anew(one, place) for place in (0, 1, 2)] == [False, True, True]


def test_when_each_answer_went_on_record_also_of_a_round_that_was_gone_back_into() -> None:
    ledger, minute = notepad(), iter(range(60))

    def post(kind: str, **body: Any) -> Moment:
        at = f"2026-11-18T12:{next(minute):02}:00"
        ledger.post([Post("T", kind, at, "house", body)])
        return Moment(at, "T", ledger.head("T")[0])

    began = post("began", tape=["a"])
    then = post("answered", tape=["b", "c"])
    over = post("round-over", round=1)
    post("began", tape=["x"])
    mended = post("corrected", round=1, answer=1, tape=["a", "B", "d"])
    assert answered_at(ledger, "T", 1, None) == [began, then, mended]
    again = post("round-over", round=1)
    assert answered_at(ledger, "T", 1, again.number) == [began, then, mended]
    assert answered_at(ledger, "T", 1, over.number) == [began, then, then]
    ledger.close()


# Tournaments


def test_a_session_ends_early_only_where_it_is_said_that_it_is_settled_who_goes_on() -> None:
    conditions = (
        '{"fee": 0, "credit": 100000, "compulsory_wager": "none", "structure": "ten spins", "buying_back": "no", '
        '"eligibility": "whoever may gamble", "entry": "2 to 24", "disqualification": "by the director", '
        '"lateness": "none", "prizes": "a trophy", "rules_prevail": "yes", "disposition": "retired"}'
    )
    house = told(
        "vic-2000-rapid-roulette",
        f'tournament {{"conditions": {conditions}, "approval": "D 1", "director": "L. Brandt", '
        '"entrants": {"ATS-1": "anna", "ATS-2": "ben"}}',
    )
    who = Person("L. Brandt", "casino supervisor")
    early = house.table.do(Order(who, "end tournament", {"early": True, "agreeing": 2}, at=NOON)).decision
    assert early.code.startswith("competition.early_finish")
    known = {"early": True, "agreeing": 2, "progressors_known": True}
    assert house.table.do(Order(who, "end tournament", known, at=NOON)).accepted


def test_the_last_hand_of_a_final_is_not_the_last_of_the_next_one() -> None:
    book = "vic-1999-baccarat-notice-26+act-1992-baccarat"
    begin = "tournament fee 0 entrants P1, P2 chips 1000 keeps 0 approved A-1 with secret.allowed=2"
    house = told(book, f"sign 10 to 500\n{begin}\nlast hand of the final")
    assert house.table.state.secrets.last_hand
    house.tell("end tournament")
    assert not house.table.state.secrets.last_hand
    house.tell(f"{begin}\nplayer P1:10\nno more bets\nlast hand of the final => refused 14.6.11")
    assert not house.told.unexpected


def test_a_house_player_ventures_more_when_two_hands_are_left_and_others_are_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chips, asked = {"ace": 1_000, "bee": 1_500}, list[int]()
    monkeypatch.setattr(house_players, "chips_now", lambda table, tournament, player: chips[player])
    temper = 3 + sum(map(ord, "ace")) % 5
    assert temper == 3 + 297 % 5 != 3 + 297 % 6

    def ventures(hands_left: int) -> int:
        here: Any = SimpleNamespace(name="cup", entrants=tuple(chips), hands=10, hands_left=hands_left)
        return house_players._risk(cast(Table, None), here, "ace", 1_000, lambda most: asked.append(most) or 0)

    assert ventures(2) == 600, "enough to pass the other"
    assert ventures(3) == 1_000 * temper // 100 and asked == [2 * temper]
