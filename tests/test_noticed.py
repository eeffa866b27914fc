"""What a mutant showed that nobody looked at (``make mutants``): each a small thing that would have changed unseen."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import sqlalchemy as sa

from houseway import games
from houseway.floor.authority import _appointed, who_may
from houseway.floor.cage.desk import STREAM, Cage
from houseway.floor.cage.places import made_of, read_chips
from houseway.floor.cage.state import Arrangement
from houseway.floor.happenings import IncidentLog
from houseway.floor.house import PLAY_CREDIT, House
from houseway.floor.keno.receipt import Receipt, as_text, kind_of
from houseway.floor.keno.reports import DayReport
from houseway.floor.orders import Order
from houseway.floor.people import Person
from houseway.floor.roster import Roster, _who
from houseway.floor.settling import _of_player
from houseway.floor.story import teller
from houseway.floor.table import Table
from houseway.floor.tills import Till
from houseway.floor.tournament.standings import Need, TableRow
from houseway.forms import Misread
from houseway.games.baccarat.roads import Mark, laid_out
from houseway.games.blackjack.hand import is_blackjack
from houseway.games.keno.entry import Entry, Way
from houseway.games.pai_gow.deal import Deal
from houseway.games.pai_gow.hands import DAY, TEEN, Setting, _strength, points
from houseway.games.pai_gow.prompts import TakeChung, _own_setting
from houseway.games.pai_gow.touching import as_held
from houseway.kit.cards import card
from houseway.kit.tiles import KINDS, TILES
from houseway.law.clause import Basis
from houseway.law.library import _each
from houseway.law.shape import misshapen
from houseway.law.standing import will_change
from houseway.law.studying import _literal
from houseway.ledger import Post, Transfer, audit, open_ledger, strongbox
from houseway.ledger.holding import Holding
from houseway.ledger.postings import CHIPS
from houseway.ledger.searching import Wanted, search
from houseway.ledger.tables import account_table
from houseway.play.decision import Accepted, Refused
from houseway.play.notation import read_sign, write_sign
from houseway.play.prompts import ChooseEach, Option
from houseway.play.wagers import Limits, Sign
from tests.tournament_play import Played, conditions, stage


def test_a_held_file_is_lost_when_it_is_gone_or_another(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    held = Holding(path)
    assert not held.lost, "nothing has been opened yet"
    path.touch()
    held.opened()
    assert not held.lost
    path.rename(tmp_path / "old.db")
    assert held.lost
    path.touch()
    assert held.lost, "another file lies in its place"


def test_a_cage_is_arranged_anew_only_when_something_changes() -> None:
    ledger = open_ledger("sqlite:///:memory:")
    cage, usual = Cage(ledger), Arrangement((100, 500))
    cage.install(usual, 10_000, {}, "2026-11-17T09:00:00")
    cage.install(usual, 10_000, {}, "2026-11-17T10:00:00")
    assert [entry.kind for entry in ledger.entries(STREAM)] == ["installed"]
    cage.install(replace(usual, alone=5), 10_000, {}, "2026-11-17T11:00:00")
    assert [entry.kind for entry in ledger.entries(STREAM)] == ["installed", "arranged"]
    assert cage.state.arrangement.alone == 5
    ledger.close()


def test_more_players_to_an_area_than_the_book_allows_is_refused() -> None:
    told = teller("vic-2000-pai-gow")
    told.tell("sign 10 to 500")
    boss = Person("G. Soup", "game supervisor")
    reply = told.table.do(Order(boss, "share", {"players": 4}, at=told.now))
    assert isinstance(reply.decision, Refused) and "9.7" in str(reply.decision.by)
    assert told.table.do(Order(boss, "share", {"players": 3}, at=told.now)).accepted
    told.ledger.close()


def test_a_setting_uses_each_of_four_tiles_once() -> None:
    lying = (TILES[0], TILES[1], TILES[2], TILES[4])  # a pair and two others
    deal = SimpleNamespace(tiles={2: list(lying)})
    named = Setting((TILES[0], TILES[2]), (TILES[0], TILES[4]))  # whoever names a pair may name one of it twice
    held = as_held(cast(Deal, deal), 2, named)
    assert sorted(map(id, (*held.high, *held.low))) == sorted(map(id, lying))


def test_a_range_in_a_table_is_each_of_its_entries() -> None:
    assert list(_each("odds", {"4-6": 1, "7": {"won": 2}})) == ["odds.4", "odds.5", "odds.6", "odds.7.won"]


def test_a_table_is_written_in_one_line() -> None:
    assert _literal(dict[str, int], "a:1, b:2") == {"a": 1, "b": 2}
    assert _literal(str, "a:1") == "a:1"


def test_a_variant_is_found_by_its_own_id() -> None:
    variants = {part.id: part.variant for book in games.library().values() for part in book.amendments if part.variant}
    assert variants and {id: games.instrument(id)[1] for id in variants} == variants


def test_a_blackjack_is_an_ace_and_a_card_that_counts_ten_either_way_round() -> None:
    cards = [card(f"{rank}S") for rank in "23456789TJQKA"]
    found = {str(one)[0] + str(other)[0] for one in cards for other in cards if is_blackjack([one, other])}
    assert found == {f"A{ten}" for ten in "TJQK"} | {f"{ten}A" for ten in "TJQK"}


def test_debts_in_chips_are_a_tables_own_and_a_players_go_with_the_player() -> None:
    assert Till("T-1", chips=True).owed("anna", "chips:T-1:anna") == f"{CHIPS}-owed:T-1:anna"
    assert Till("T-1").owed("ATS-4", "ats:T-1:ATS-4") == "owed:T-1:ATS-4"
    assert Till("T-1").owed("anna", "player:anna") == "owed:anna"


def test_a_sign_is_read_as_it_was_written_with_everybody_who_sits() -> None:
    sign = Sign(Limits(500, 50_000), seated={"anna": 2, "ben": 5}, several_areas=True, most_won=900_000)
    assert read_sign(write_sign(sign).split()[1:], Sign()).seated == sign.seated


def test_a_book_says_why_in_words() -> None:
    for section in ("silent", "procedure", "physical"):
        assert misshapen({section: {"4.1": "because"}}) == ()
        assert misshapen({section: {"4.1": 7}}) == (f"{section}.4.1 says why, as a text, not 7",)


def test_the_head_of_a_stream_is_read_again_as_it_was(tmp_path: Path) -> None:
    first = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    first.post([Post("T-1", "opened", "", "house", {}, ())])
    first.settle_down()
    head = first.head("T-1")
    assert head[0] == 1 and first.head("T-2")[0] == 0
    first.close()
    again = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    assert again.head("T-1") == head
    again.close()


def test_a_complaint_is_the_players_whoever_keys_it() -> None:
    told = teller("vic-1997-red-dog")
    told.tell("sign 10 to 500")
    dealer, anna = Person("M. Okafor", "dealer"), Person("anna", "player")
    for who, details in ((dealer, {"player": "ben"}), (anna, {"player": "ben"}), (dealer, {})):
        assert told.table.do(Order(who, "complain", {"words": "the third card", **details}, at=told.now)).accepted
    assert told.table.state.complainants == {"1": "ben", "2": "anna", "3": "M. Okafor"}
    told.ledger.close()


def test_a_correction_takes_from_a_purse_what_is_there_and_the_rest_is_owed() -> None:
    """The player holds 500, of which 200 is to go on the table; 1,000 are due: 300 are taken, 700 owed."""
    moves = list(_of_player(Till("T-1"), "anna", "player:anna", 200, 1000, {"player:anna": 500}.__getitem__, "correct"))
    assert [(move.source, move.target, move.cents) for move in moves] == [
        ("player:anna", "held:T-1", 200), ("player:anna", "float:T-1", 300), ("owed:anna", "float:T-1", 700),
    ]  # fmt: skip


def test_a_keno_receipt_prints_every_line_and_its_code_last() -> None:
    ways = tuple((number, number + 1) for number in range(1, 63))
    paper = Receipt(
        "Keno receipt", "ACT 1992", "2026-11-17", "20:15:00", "W. Riter", "K-1", 12, "1234 5678", "62 ways",
        ways, ((62, 2, 100),), 3, 7, 5, 4, 6200, 24_800, ("Check this receipt now.",), "KN-CODE",
    )  # fmt: skip
    lines = as_text(paper).splitlines()
    assert lines[-1] == "KN-CODE" and set(lines[-2]) == {"-"} and lines[-3] == "Check this receipt now."
    assert "and 2 more ways, on the computer" in lines and sum(line.startswith(" 1   2") for line in lines) == 1
    for label, value in (("Games free", "1"), ("TOTAL", "$248"), ("Last game", "7"), ("Serial", "1234 5678")):
        assert any(line.startswith(label) and line.endswith(value) for line in lines), (label, lines)


def test_chips_are_counted_out_as_they_are_there() -> None:
    assert made_of(1_700, (500, 100)) == {100: 2, 500: 3}
    assert made_of(1_700, (500, 100), {500: 1, 100: 20}) == {100: 12, 500: 1}
    assert made_of(1_700, (500, 100), {500: 3}) is None
    assert read_chips({"500": 10**7}, "chips", (500,)) == {500: 10**7}
    for count in (-1, 10**7 + 1):
        with pytest.raises(Misread, match="is not a number of chips"):
            read_chips({"500": count}, "chips", (500,))


def test_whoever_needs_nothing_more_is_level() -> None:
    assert [Need(1, 3, 1, behind, ahead).is_level for behind, ahead in ((0, 0), (5, 0), (0, 5))] == [True, False, False]
    assert [TableRow("T-1", played, 10, 0, False, ()).left for played in (4, 10, 11)] == [6, 0, 0]


def test_who_speaks_for_others_on_the_roster_supervises() -> None:
    dealer, boss = Person("M. Okafor", "dealer"), Person("L. Brandt", "casino supervisor")
    assert _who(Order(dealer, "sign in")) == ("M. Okafor", "dealer")
    assert isinstance(_who(Order(dealer, "sign in", {"name": "D. Two"})), Refused)
    assert _who(Order(boss, "sign in", {"name": "D. Two"})) == ("D. Two", "dealer")
    assert isinstance(_who(Order(boss, "sign in", {"name": "D. Two", "role": "king"})), Refused)


def test_a_minimum_and_a_marker_are_amounts_that_can_be() -> None:
    told = teller("vic-1997-red-dog")
    told.tell("sign 10 to 500")
    do = told.table.do
    boss, shift = Person("L. Brandt", "casino supervisor"), Person("S. Hift", "gaming shift manager")
    for cents in (0, -100):
        assert not do(Order(boss, "post minimum", {"cents": cents}, at=told.now)).accepted
    assert do(Order(boss, "post minimum", {"cents": 1}, at=told.now)).accepted
    roles = who_may(told.table, "marker")
    who = next(one for one in (boss, shift, Person("G. Soup", "game supervisor")) if one.role in roles)
    for most in (50_000, 49_999):
        refused = do(Order(who, "marker", {"player": "anna", "maximum": most}, at=told.now)).decision
        assert isinstance(refused, Refused) and "above the sign's maximum" in refused.because
    assert do(Order(who, "marker", {"player": "anna", "maximum": 50_001}, at=told.now)).accepted
    told.ledger.close()


def test_a_director_is_whoever_was_appointed_whatever_else_they_are() -> None:
    table = SimpleNamespace(state=SimpleNamespace(tournament=SimpleNamespace(director="L. Brandt, pit boss")))
    roles = ("tournament director",)
    assert _appointed(cast(Table, table), Person("l brandt", "dealer"), roles)
    assert not _appointed(cast(Table, table), Person("pit boss", "pit boss"), roles)
    assert not _appointed(cast(Table, table), Person("L. Brandt", "player"), roles)
    assert not _appointed(cast(Table, table), Person("L. Brandt", "dealer"), ("casino supervisor",))


def test_a_key_is_for_its_owner_alone_and_opens_a_box_of_several_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strongbox, "PIECE", 10)
    key = strongbox.key_in(tmp_path / "key", make=True)
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    (tmp_path / "plain").write_bytes(bytes(range(64)))
    strongbox.lock(tmp_path / "plain", tmp_path / "box", key)
    strongbox.unlock(tmp_path / "box", tmp_path / "again", key)
    assert (tmp_path / "again").read_bytes() == bytes(range(64))


def test_an_overdrawn_account_is_found() -> None:
    ledger = open_ledger()
    ledger.post([Post("cage", "buy-in", "", "anna", {}, (Transfer("cage", "player:anna", 100, "buy-in"),))])
    ledger.settle_down()
    with ledger.engine.begin() as connection:
        connection.execute(
            sa.update(account_table).where(account_table.c.name == "player:anna").values(cents=-5, owes=1)
        )
    told = [f"{finding.where} {finding.what}" for finding in audit(ledger).findings]
    assert any("player:anna" in one and "overdrawn" in one for one in told), told


def test_entries_are_found_up_to_an_hour() -> None:
    ledger = open_ledger()
    ledger.post([Post("desk", "said", f"2026-11-15T{hour}:00:00", "house:house", {}) for hour in ("10", "12")])
    ledger.settle_down()
    found = search(ledger, Wanted(until="2026-11-15T11:00:00"), 10)
    assert [one.entry.at for one in found] == ["2026-11-15T10:00:00"]


def test_a_receipt_says_what_an_entry_is() -> None:
    told = teller("act-1992-keno")
    told.tell("T1: 1 2 3 for 5")
    keno = told.desk
    one = Entry((Way((1, 2, 3), 500),))
    assert kind_of(keno, one) == "Three spots, standard"
    assert kind_of(keno, replace(one, ways=(*one.ways, Way((4, 5), 500)))) == "2 ways, standard"


def test_fees_are_not_negative() -> None:
    rules = games.book("act-1992-blackjack")[0].as_commenced().terms.tournament
    assert isinstance(rules.judge("C-1", -100, 2, 0), Refused)
    assert isinstance(rules.judge("C-1", 100, 2, -1), Refused)


def test_who_is_not_asked_has_nothing_to_decide() -> None:
    asked = ChooseEach(Basis(()), "Stay?", ("P1",), (Option("stay", "Stay"),))
    assert isinstance(asked.judge_one("P2", "stay"), Refused) and not isinstance(asked.judge_one("P1", "stay"), Refused)


def test_two_tiles_that_make_nothing_have_no_strength() -> None:
    nothing = [(one, other) for one in KINDS for other in KINDS if one is not other and points(one, other) == 0]
    plain = [(one, other) for one, other in nothing if not {one, other} & {TEEN, DAY}]
    assert plain and all(_strength(one, other) == 0 for one, other in plain)


def test_of_tiles_that_lie_face_down_it_is_said_only_that_they_are_set() -> None:
    assert isinstance(_own_setting("P1", "T T / 9 9", (), Basis(())), Refused)
    assert isinstance(_own_setting("P1", "", (), Basis(())), Accepted)


def test_a_player_sees_only_their_own_tiles_while_the_chung_is_taken() -> None:
    shown = TakeChung(Basis(()), "Take the Chung", held={"P1": (TILES[0],), "P2": (TILES[1],)}).seen_by("P1")
    assert shown.held == {"P1": (TILES[0],)}


def test_a_run_along_the_top_is_passed_to_the_right() -> None:
    tails = laid_out([[Mark(0, 0, "b", logical=0)] * 3, [Mark(0, 0, "p", logical=1)]], rows=1)
    assert [(mark.column, mark.row) for mark in tails] == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_what_is_owed_of_a_day_is_what_was_won_less_what_was_paid() -> None:
    report = DayReport("d", 1, 1, 1, 500, 900, 400, 500, False, 0, 0)
    assert report.owed == 500 and report.agrees


def test_a_player_of_the_house_is_topped_up_to_what_is_needed() -> None:
    house = House(open_ledger(), lambda: datetime(2026, 11, 15))
    house.top_up("robin", 700)
    house.top_up("robin", 500)
    house.top_up("robin", 701)
    assert house.credit("robin") == 701
    assert house.welcome_again("robin") == PLAY_CREDIT + 701
    assert house.welcome_again("robin") == PLAY_CREDIT + 701


def test_tournaments_of_a_player_are_those_entered() -> None:
    at = Played("act-1992-blackjack")
    desk = at.announced(conditions(stage("act-1992-blackjack")))
    assert at.office.of_player("anna") == []
    at.entered(desk, ["anna"])
    assert at.office.of_player("anna") == [desk] and at.office.of_player("ben") == []
    assert at.office.at_table(at.house.tables["T-1"]) is None


def test_a_break_is_begun_once_and_ended_once() -> None:
    roster = Roster(open_ledger())
    boss = Person("L. Brandt", "casino supervisor")

    def does(act: str) -> bool:
        return roster.do(
            Order(boss, act, {"name": "M. Okafor", "role": "dealer"}, at=datetime(2026, 11, 15, 12))
        ).accepted

    day = ("come on duty", "take a break", "take a break", "come back", "come back")
    assert [does(act) for act in day] == [True, True, False, True, False]


def test_a_seat_that_is_taken_is_taken() -> None:
    table = teller("vic-1997-red-dog").table

    def sits(name: str, area: int) -> bool:
        return table.do(Order(Person(name, "player"), "sit", {"area": area}, at=datetime(2026, 11, 15, 20))).accepted

    assert [sits("anna", 1), sits("ben", 1), sits("ben", 2), sits("anna", 1)] == [True, False, True, True]


def test_only_what_somebody_else_does_is_asked_for() -> None:
    table = teller("vic-1997-red-dog").table
    dealer = Person("M. Okafor", "dealer")
    for act in ("fly", "allow", "ask", "acknowledge"):
        told = table.do(Order(dealer, "ask", {"act": act, "details": {}}, at=datetime(2026, 11, 15, 20))).decision
        assert isinstance(told, Refused) and told.code == "act", (act, told)


def test_whoever_goes_on_comes_from_every_table_of_every_session() -> None:
    heats = stage("act-1992-blackjack", sessions=2, tables=2, advance=3, best_of_rest=1)
    assert heats.goes_on == 2 * 2 * 3 + 1


def test_an_incident_is_logged_at_a_round_that_there_was() -> None:
    log = IncidentLog(open_ledger())
    log.last_round = lambda table: 3 if table == "RD-1" else None
    who = Person("L. Brandt", "casino supervisor")

    def logged(**details: object) -> object:
        told = log.do(Order(who, "log", {"kind": "money", "words": "a dispute", **details}, at=datetime(2026, 11, 15)))  # type: ignore[dict-item]
        return (told.paper["number"], told.paper["round"]) if told.accepted else False

    assert logged() == (1, 0)
    assert logged(table="RD-1") == (2, 3) and logged(table="RD-1", round=2) == (3, 2)
    assert [logged(table="RD-1", round=4), logged(table="RD-1", round=-1), logged(table="RD-9")] == [False] * 3


def test_what_has_no_hour_or_begins_its_book_changes_nothing() -> None:
    book = games.library()["vic-1997-red-dog"]
    assert will_change(book, book.base) == []
    assert will_change(book, replace(book.base, commences=None)) == []
