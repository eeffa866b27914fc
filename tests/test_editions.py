"""The law of the moment: rounds pinned to the edition they began under, tables that change over at the hour, records that
know their law."""

from datetime import datetime, timedelta

import pytest

from houseway import games
from houseway.floor import law
from houseway.floor.house import House
from houseway.floor.law import edition_of, read_law
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.rerunning import as_recorded, differing_rounds, round_of
from houseway.floor.scenario import read_cases, run_case
from houseway.floor.table import Order, Table
from houseway.law.library import BadBook
from houseway.ledger import Post, Transfer, audit, open_ledger
from houseway.money import Odds
from houseway.play.decision import Refused
from houseway.play.events import LawChanged, Settled
from houseway.play.prompts import Spin
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.premises.board import board
from houseway.premises.other_books import other_books_of
from houseway.premises.premises import Premises

from .own_books import RED_DOG, own_books
from .terminal import typed

KENO = "act-1992-keno"

HOUR = datetime(2027, 1, 1, 4)
BEFORE, AFTER = HOUR - timedelta(minutes=10), HOUR + timedelta(minutes=10)
DEALER = Person("Okafor", "dealer")
SUPERVISOR = Person("Brandt", "casino supervisor")
SIX_TO_ONE = 'spread_pays = { BY, value = { 1 = "6 to 1" } }'


@pytest.fixture
def books(tmp_path):
    with own_books(tmp_path) as folder:
        yield folder


def a_table(at=BEFORE, areas=7, book=RED_DOG, ledger=None):
    ledger = ledger or open_ledger()
    ledger.post([Post("cage", "buy-in", "", "anna", {}, (Transfer("cage", "player:anna", 100_000, "buy-in"),))])
    set_up = SetUp(sign=Sign(Limits(500, 50_000), areas=areas))
    table = Table.open(ledger, "RD-9", book, set_up, HOUSE, at, ready=True, cards_from="shoe")
    assert not isinstance(table, Refused), table
    return table


def do(table, at, who, act, **details):
    reply = table.do(Order(who, act, details, at=at))
    assert reply.accepted, reply.decision
    return reply


def place(table, at):
    return do(table, at, player("anna"), "place", cents=1000, area=4)


def play_on(table, at):
    """The rest of a round whose third card falls in a spread of one; what was paid on the original."""
    do(table, at, DEALER, "answer")
    for card in ("7S", "5H"):
        do(table, at, DEALER, "answer", value=card)
    do(table, at, DEALER, "answer")
    events = do(table, at, DEALER, "answer", value="6D").events
    line = next(event for event in events if isinstance(event, Settled))
    while table.state.script == "play" and not table.untouched(table.state):
        do(table, at, DEALER, "answer", value=True)
    return line.at, line.won


def a_round(table, at):
    place(table, at)
    return play_on(table, at)


def credit(table):
    return table.ledger.balance("player:anna")


def recorded(table):
    return [round_of(table, entry) for entry in reversed(table.ledger.newest("RD-9", "round-over", 100))]


# When a round begins


def test_whoever_asks_a_book_says_for_when(books):
    with pytest.raises(TypeError):
        games.book(RED_DOG)[0].at()


def test_a_notice_that_has_not_commenced_pays_nobody(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    table = a_table()
    assert a_round(table, BEFORE) == ("5 to 1", 5000)


def test_a_round_begun_before_the_hour_ends_by_its_own_law_after_it(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    table = a_table()
    place(table, BEFORE)
    assert play_on(table, AFTER) == ("5 to 1", 5000)
    assert a_round(table, AFTER) == ("6 to 1", 6000)
    laws = [read_law(body["law"]) for body in recorded(table)]
    assert [law.notices for law in laws] == [(), ("n1",)]
    assert [law.moment for law in laws] == [BEFORE.isoformat(), AFTER.isoformat()]


def test_an_idle_table_changes_over_and_says_what_changed(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    table = a_table()
    assert table.change_over(HOUR - timedelta(microseconds=1)) is None
    told = table.change_over(HOUR).events[0]
    assert isinstance(told, LawChanged) and told.began == ("Notice n1",) and told.ended == ()
    assert told.changes == ("spread pays 1: 5 to 1 becomes 6 to 1",)
    assert [(clause.book, clause.number) for clause in told.by.clauses] == [("n1", "1")]
    assert table.change_over(AFTER) is None
    assert a_round(table, AFTER) == ("6 to 1", 6000)


def test_the_first_order_after_the_hour_finds_the_new_law(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    table = a_table()
    assert a_round(table, AFTER) == ("6 to 1", 6000)


def test_a_restart_across_the_hour(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    idle, begun = a_table(), a_table()
    place(begun, BEFORE)
    idle, begun = (Table.load(table.ledger, "RD-9") for table in (idle, begun))
    assert a_round(idle, AFTER) == ("6 to 1", 6000)
    assert play_on(begun, AFTER) == ("5 to 1", 5000)
    assert a_round(Table.load(begun.ledger, "RD-9"), AFTER) == ("6 to 1", 6000)


def test_a_clock_that_jumps_over_the_hour_and_back(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    table = a_table()
    assert a_round(table, BEFORE)[0] == "5 to 1"
    assert a_round(table, AFTER + timedelta(days=400))[0] == "6 to 1"
    assert a_round(table, BEFORE)[0] == "5 to 1"  # the clock was wrong, and the record says at what moment each began
    assert [body["law"]["notices"] for body in recorded(table)] == [[], ["n1"], []]


def test_two_notices_at_the_same_hour(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    books.notice(
        "n2",
        "2027-01-01T04:00:00",
        'spread_pays = { BY, value = { 2 = "9 to 1" } }\nthree_alike = { BY, value = "12 to 1" }',
    )
    table = a_table()
    told = table.change_over(HOUR).events[0]
    assert told.began == ("Notice n1", "Notice n2")
    assert {clause.book for clause in told.by.clauses} == {"n1", "n2"}
    assert table.terms.spread_pays.value == {1: Odds(6), 2: Odds(9), 3: Odds(2), **dict.fromkeys(range(4, 12), Odds(1))}
    assert table.terms.three_alike.value == Odds(12)


def test_a_notice_that_expires(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE, expires="2027-01-02T04:00:00")
    table = a_table()
    days = [BEFORE, AFTER, AFTER + timedelta(days=1)]
    assert [a_round(table, day)[0] for day in days] == ["5 to 1", "6 to 1", "5 to 1"]
    assert [body["law"]["notices"] for body in recorded(table)] == [[], ["n1"], []]
    assert table.edition.digest == games.book(RED_DOG)[0].as_commenced().digest


# The record


def test_three_editions_run_again_whole_though_the_files_are_gone(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    books.notice("n2", "2027-02-01T04:00:00", 'spread_pays = { BY, value = { 1 = "7 to 1" } }')
    table = a_table()
    for day in (BEFORE, AFTER, AFTER + timedelta(days=40)):
        a_round(table, day)
    books.withdraw("n1")
    books.withdraw("n2")
    rounds = recorded(Table.load(table.ledger, "RD-9"))
    assert len({body["law"]["digest"] for body in rounds}) == 3
    for body, paid in zip(rounds, ("5 to 1", "6 to 1", "7 to 1"), strict=True):
        assert edition_of(table.ledger, read_law(body["law"])).digest == body["edition"] == body["law"]["digest"]
        lines = [step for step in as_recorded(table.ledger, body).steps if isinstance(step, Settled)]
        assert [line.at for line in lines] == [paid]
    assert audit(table.ledger).sound


def test_what_was_paid_at_five_to_one_is_taken_back_at_five_to_one(books):
    table = a_table()
    assert a_round(table, BEFORE) == ("5 to 1", 5000)
    assert credit(table) == 105_000
    books.notice("n1", "2026-11-01T04:00:00", SIX_TO_ONE)  # published late: it holds now, and did not then
    table = Table.load(table.ledger, "RD-9")
    reply = do(table, AFTER, SUPERVISOR, "invalidate", ground="fraud", round=1)
    assert [event.back for event in reply.events if isinstance(event, Settled)] == [1000]
    assert credit(table) == 100_000
    assert a_round(table, AFTER) == ("6 to 1", 6000)


def test_the_audit_runs_every_round_again_and_looks_at_the_editions_kept(books, tmp_path):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    ledger = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    table = a_table(ledger=ledger)
    a_round(table, AFTER)
    ledger.settle_down()
    books.withdraw("n1")
    assert audit(ledger).sound and list(differing_rounds(ledger)) == []
    kept = table.edition.digest
    with ledger.changing() as connection:
        connection.exec_driver_sql("DROP TRIGGER edition_no_update")
        connection.exec_driver_sql("UPDATE edition SET body = replace(body, '6 to 1', '5 to 1')")
    assert [finding.what for finding in audit(ledger).findings] == ["the text kept under it was changed"]
    ledger.close()
    again = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    law._found.clear()  # as in a process that has not read it before
    table_name, number, why = next(differing_rounds(again))
    assert (table_name, number) == ("RD-9", 1) and kept[:12] in why
    again.close()


def test_books_on_record_that_are_not_the_programs_are_told_of_in_the_log_on_the_board_and_by_the_audit(
    books, tmp_path, caplog
):
    """A notice that came with the program of yesterday and not with today's: as if somebody had changed a payout."""
    path = tmp_path / "house.db"
    books.notice("n1", "2020-01-01T04:00:00", SIX_TO_ONE)
    ledger = open_ledger(f"sqlite:///{path}")
    house = House(ledger)
    sign = SetUp(sign=Sign(Limits(500, 50_000), areas=7))
    table = house.open_table("RD-9", RED_DOG, sign)
    assert not isinstance(table, Refused)
    pinned = table.edition.digest
    ledger.settle_down()

    def told():
        return typed("audit", "--database", f"sqlite:///{path}")

    assert other_books_of(ledger) == {} and "is on record as edition" not in told().stdout
    ledger.close()
    books.withdraw("n1")
    law._found.clear()  # as in a process that has not read it before
    heard = told().stdout
    assert f"RD-9: {RED_DOG} is on record as edition {pinned[:12]}" in heard and "Sound." in heard
    premises = Premises(f"sqlite:///{path}", Pace())
    try:
        words = premises.other_books["RD-9"]
        assert pinned[:12] in words and "for that moment" in words
        glance = next(one for one in board(premises) if one.name == "RD-9")
        assert [(need.title, need.words) for need in glance.needs if need.kind == "books"] == [("Other books", words)]
        assert [one.message for one in caplog.records if "not this program's" in one.message] == [
            f"the books on record are not this program's: RD-9: {words}"
        ]
        assert premises.house.tables["RD-9"].edition.digest == pinned, "a round that has begun ends by its own edition"
    finally:
        premises.ledger.close()
        premises.notices.close()


def test_a_correction_of_the_last_round_is_by_its_own_law(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    table = a_table()
    a_round(table, BEFORE)
    third = recorded(table)[0]["tape"].index("6D")
    table.change_over(AFTER)
    do(table, AFTER, SUPERVISOR, "correct", round=1, answer=third, value="KD", asked_by="Okafor")
    assert credit(table) == 99_000  # no win, and what was paid at five to one is back
    again, first = recorded(table)[-1], recorded(table)[0]
    assert again["round"] == first["round"] == 1 and again["law"] == first["law"]
    assert again["lines"][0]["outcome"] == "lost" and as_recorded(table.ledger, again).over
    assert table.terms.spread_pays.value[1] == Odds(6)  # and the next begins by the law that holds now


# What no longer fits


def test_a_sign_that_the_new_law_does_not_allow_stops_that_table_alone(books):
    books.notice("n1", "2027-01-01T04:00:00", "[provisions.places]\nareas = { BY, value = [9] }")
    seven, nine = a_table(), a_table(areas=9)
    seven.change_over(HOUR)
    assert seven.state.status == "frozen" and "9 areas" in seven.state.frozen_why
    refused = seven.do(Order(SUPERVISOR, "release", {}, at=AFTER))
    assert isinstance(refused.decision, Refused) and "9 areas" in refused.decision.because
    assert Table.load(seven.ledger, "RD-9").state.status == "frozen"
    assert nine.change_over(HOUR).accepted and nine.state.status == "open"
    assert a_round(nine, AFTER) == ("5 to 1", 5000)


def test_a_shoe_of_the_wrong_decks_is_made_up_anew(books):
    books.notice("n1", "2027-01-01T04:00:00", "[provisions.dealing]\ndecks = { BY, value = 6 }")
    table = a_table()
    a_round(table, BEFORE)
    table.change_over(HOUR)
    assert table.state.script == "prepare"
    assert table.carry().shoe.shoe.size == 6 * 52


# Drafts


def test_a_draft_is_read_by_name_and_opens_no_table(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE, draft=True)
    book = games.book(RED_DOG)[0]
    assert book.at(AFTER).terms.spread_pays.value[1] == Odds(5)
    assert book.at(AFTER, variant="n1").terms.spread_pays.value[1] == Odds(6)
    refused = Table.open(open_ledger(), "RD-9", f"{RED_DOG}+n1", SetUp(), HOUSE, AFTER)
    assert isinstance(refused, Refused) and "draft" in refused.because


# Dates at the terminal, and of worked cases


def houseway(books, *words):
    done = typed("--books", str(books.folder), *words)
    assert done.returncode in (0, 3), done.stderr
    return done.stdout


@pytest.mark.long
def test_every_verb_speaks_of_the_day_it_is_asked_about(books):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    line = f"{RED_DOG} | original P1:10 | 7S 5H | 6D"
    for words, before, after in (
        (("replay", line), "paid 5 to 1", "paid 6 to 1"),
        (("odds", RED_DOG), "2.7509%", "1.7423%"),
        (("rules", RED_DOG), "To come: Notice n1", "Amended by Notice n1, from 1 January 2027 at 04:00"),
    ):
        then, now = (houseway(books, *words, "--at", f"{hour:%Y-%m-%dT%H:%M}") for hour in (BEFORE, HOUR))
        assert before in then and after not in then and after in now and before not in now, words
    assert "Notice n1 § 1" in houseway(books, "replay", line, "--at", "2027-01-01T04:00")  # the instrument is named
    clause = houseway(books, "rules", RED_DOG, "8.1.1", "--at", "2027-01-01T04:00")
    assert "amended: 1: 6 to 1" in clause and "Notice n1, § 1" in clause
    then, now = (houseway(books, "rules", "--at", f"{hour:%Y-%m-%dT%H:%M}") for hour in (BEFORE, HOUR))
    assert "n1" not in then and "n1" in now and "as it commenced" in then
    books.notice("n2", "2027-03-01T04:00:00", 'three_alike = { BY, value = "12 to 1" }\n[replaces]\n"8.1.1" = "1"')
    assert "replaced by Notice n2, § 1" in houseway(books, "rules", RED_DOG, "--at", "2027-03-01T04:00")
    assert "replaced by" not in houseway(books, "rules", RED_DOG, "--at", "2027-02-28")


def test_a_round_is_replayed_from_the_record_by_its_own_law(books, tmp_path):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    ledger = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    table = a_table(ledger=ledger)
    a_round(table, BEFORE)
    a_round(table, AFTER)
    ledger.close()
    books.withdraw("n1")
    for number, paid in ((1, "paid 5 to 1"), (2, "paid 6 to 1")):
        said = houseway(books, "replay", "RD-9", "--database", str(tmp_path / "house.db"), "--round", str(number))
        assert paid in said and "It came out as recorded." in said


def test_a_worked_case_speaks_of_its_own_law(books, tmp_path):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    story = 'story = "original P1:10 | 7S 5H | 6D"'
    cases = tmp_path / "cases.toml"
    cases.write_text(
        f'book = "{RED_DOG}"\n[[case]]\nid = "OLD"\n{story}\npayments = {{ "P1 original" = 50 }}\n'
        f'[[case]]\nid = "NEW"\nat = 2027-01-01T04:00:00\n{story}\npayments = {{ "P1 original" = 60 }}\n'
        f'[[case]]\nid = "DAY"\nat = 2027-01-02\n{story}\npayments = {{ "P1 original" = 60 }}\n'
        f'[[case]]\nid = "TEXT"\nat = "2027-01-01T03:59"\n{story}\npayments = {{ "P1 original" = 50 }}\n'
        '[[case]]\nid = "OPENS"\nat = 1990-01-01\nstory = "open the table => refused"\n'
        f'[[case]]\nid = "NEVER"\nat = 1990-01-01T00:00:00\n{story}\n'
        f'[[case]]\nid = "NONE"\nat = 1990\n{story}\n'
    )
    old, new, day, text, opens, never, none = read_cases(cases)
    for case in (old, new, day, text, opens):
        assert run_case(case).holds, run_case(case).differences
    assert "at is an hour of the venue" in run_case(none).differences[0]
    assert "commences on 19 February 1997" in run_case(never).differences[0]
    assert not run_case(old, HOUR).holds  # asked on purpose how it would come out then


def test_a_case_of_keno_speaks_of_its_own_law_and_goes_over_the_hour(books, tmp_path):
    books.notice("k1", "2027-01-01T04:00:00", "schedules.standard = { BY, value = { 1 = { 1 = 4 } } }", of=KENO)
    cases = tmp_path / "cases.toml"
    drawn = "T1: 7 for 1 | draw holding 7"
    over = (
        f"date 2026-12-31 20:00 | day 2026-12-31 20:00 | {drawn} | day 2027-01-01 20:00 | {drawn.replace('T1', 'T2')}"
    )
    cases.write_text(
        f'book = "{KENO}"\n[[case]]\nid = "OLD"\nstory = "{drawn}"\nfacts = {{ "due T1" = 3 }}\n'
        f'[[case]]\nid = "NEW"\nat = 2027-01-01\nstory = "{drawn}"\nfacts = {{ "due T1" = 3 }}\n'
        f'[[case]]\nid = "NEWER"\nat = 2027-01-02\nstory = "{drawn}"\nfacts = {{ "due T1" = 4 }}\n'
        f'[[case]]\nid = "OVER"\nstory = "{over}"\nfacts = {{ "due T1" = 3, "due T2" = 4 }}\n'
    )
    for case in read_cases(cases):
        assert run_case(case).holds, run_case(case).differences


def test_a_story_with_a_date_goes_over_the_hour(books, tmp_path):
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    cases = tmp_path / "cases.toml"
    story = "date 2027-01-01T03:55 | original P1:10 | 04:05 7S 5H | 6D | 04:10 original P1:10 | 7S 5H | 6D"
    cases.write_text(
        f'book = "{RED_DOG}"\n[[case]]\nid = "HOUR"\nstory = "{story}"\npayments = {{ "P1 original" = 110 }}\n'
    )
    verdict = run_case(read_cases(cases)[0])
    assert verdict.holds, verdict.differences


# What is wrong with a notice is said of that notice


@pytest.mark.parametrize(
    ("provisions", "message"),
    [
        ('spread_pays = { BY, value = { 1 = "6" } }', "n1.toml: spread_pays.1"),
        ('spread_pay = { BY, value = { 1 = "6 to 1" } }', "n1.toml"),
        ("three_alike = { BY }", "n1.toml: three_alike: a value is missing"),
        ('spread_pays = { BY, whole = true, value = { 1-9 = "3 to 1" } }', "n1.toml: spread_pays: gap: .* for 10, 11"),
        ('spread_pays = { BY, value = { 12 = "3 to 1" } }', "n1.toml: spread_pays: 12 is not in the table"),
        ('spread = { BY, value = "A spread of {ranks}" }', "n1.toml: spread: .* cannot be called"),
        ('spread = { BY, value = "A spread of {" }', "n1.toml: spread: .* cannot be called"),
        ("[provisions.dealing]\ndecks = { BY, value = 0 }", "n1.toml: dealing.decks"),
        ("[provisions.places]\nareas = { BY, value = [] }", "n1.toml: places.areas: the list is empty"),
        ("[provisions.places]\nareas = { BY, value = [0] }", "n1.toml: places.areas: 0 cannot be"),
    ],
)
def test_errors_are_blamed_on_the_file_that_has_them(books, provisions, message):
    books.notice("n1", "2027-01-01T04:00:00", provisions)
    assert RED_DOG not in games.library() and "act-1992-red-dog" in games.library()
    with pytest.raises(BadBook, match=message):
        games.book(RED_DOG)


def test_a_list_in_a_notation_that_nothing_can_be_made_of_is_refused(books):
    books.notice("n1", "2027-01-01T04:00:00", 'houseway.never_split = { BY, value = ["ZZ"] }', of="vic-2000-pai-gow")
    with pytest.raises(BadBook, match=r"n1\.toml: houseway\.way: .ZZ. names no tile"):
        games.book("vic-2000-pai-gow")


def test_one_entry_of_a_table_is_changed_and_the_whole_of_it_if_it_says_so(books):
    whole = 'spread_pays = { BY, whole = true, value = { 1-11 = "3 to 1" } }'
    books.notice("n1", "2027-01-01T04:00:00", SIX_TO_ONE)
    books.notice("n2", "2027-02-01T04:00:00", whole)
    book = games.book(RED_DOG)[0]
    assert book.at(HOUR).terms.spread_pays.value[2] == Odds(4)
    assert [clause.book for clause in book.at(HOUR).terms.spread_pays.by.clauses] == [RED_DOG, RED_DOG, "n1"]
    later = book.at(datetime(2027, 2, 1, 4)).terms.spread_pays
    assert set(later.value.values()) == {Odds(3)} and {clause.book for clause in later.by.clauses} == {"n2"}


def test_a_whole_table_and_an_entry_of_it_are_one_thing(books):
    books.notice("n1", "2027-01-01T04:00:00", 'spread_pays = { BY, whole = true, value = { 1-11 = "3 to 1" } }')
    books.notice("n2", "2027-01-01T04:00:00", SIX_TO_ONE)
    with pytest.raises(BadBook, match=r"n2\.toml: spread_pays\.1 is also set by n1\.toml at the same moment"):
        games.book(RED_DOG)
    books.notice("n1", "2027-01-01T04:00:00", 'spread_pays = { BY, value = { 2-11 = "3 to 1" } }')
    assert games.book(RED_DOG)[0].at(HOUR).terms.spread_pays.value[1] == Odds(6)
    books.notice("k1", "2027-01-01T04:00:00", "schedules.standard = { BY, value = { 4 = { 4 = 200 } } }", of=KENO)
    books.notice("k2", "2027-01-01T04:00:00", "schedules.standard = { BY, value = { 4 = { 3 = 5 } } }", of=KENO)
    four = games.book(KENO)[0].at(HOUR).terms.schedules.standard.value[4]
    assert (four[4], four[3]) == (200, 5)


# A table that the new law does not let stand


def test_a_table_that_fits_no_more_is_closed_and_its_chips_go_back(books):
    books.notice("n1", "2027-01-01T04:00:00", "[provisions.places]\nareas = { BY, value = [9] }")
    table = a_table()
    refused = do_not(table, BEFORE, SUPERVISOR, "close", players_present=True)
    assert "sign" in refused.because or "notice" in refused.because  # in force, the book's rule of closing
    do(table, BEFORE, DEALER, "freeze", why="a spilt drink")
    assert (
        "frozen until" in do_not(table, BEFORE, SUPERVISOR, "close").because
    )  # for another reason it is released first
    do(table, BEFORE, SUPERVISOR, "release")
    do(table, BEFORE, player("anna"), "sit", area=4)
    place(table, BEFORE)
    do(table, AFTER, DEALER, "freeze", why="at the hour")  # a round begun by the old law ends by it
    assert "9 areas" not in do_not(table, AFTER, SUPERVISOR, "reopen").because
    do(table, AFTER, SUPERVISOR, "release")
    assert play_on(table, AFTER) == ("5 to 1", 5000)
    assert table.state.status == "frozen" and "9 areas" in table.state.frozen_why
    held = table.ledger.balance("held:RD-9")
    reply = do(table, AFTER, SUPERVISOR, "close")
    assert table.state.status == "closed" and table.state.seats == () and table.state.chips == ()
    assert table.ledger.balance("held:RD-9") == 0 and credit(table) == 105_000
    assert [clause.book for clause in reply.decision.by.clauses][-1] == "n1" and held in (0, 1000)
    assert Table.load(table.ledger, "RD-9").state == table.state
    assert audit(table.ledger).sound
    again = do_not(table, AFTER, SUPERVISOR, "place", cents=1000, area=4)
    assert again.by == table.general.closing.by or "may not" in again.because


MONEY_WHEEL = "act-1992-money-wheel"


def a_wheel(**more):
    """A table whose winner lies on the layout still, a minute before the hour: seven dollars, and a minimum of five."""
    ledger = open_ledger()
    ledger.post([Post("cage", "buy-in", "", "anna", {}, (Transfer("cage", "player:anna", 100_000, "buy-in"),))])
    set_up = SetUp(sign=Sign(Limits(500, 50_000)))
    table = Table.open(ledger, "RD-9", MONEY_WHEEL, set_up, HOUSE, BEFORE, ready=True, cards_from="shoe", **more)
    do(table, BEFORE, player("anna"), "place", cents=700, spot="$1")
    do(table, BEFORE, DEALER, "answer")
    while not (table.untouched(table.state) and table.state.round > 1):
        do(table, BEFORE, DEALER, "answer", value="$1" if isinstance(table.prompt, Spin) else True)
    assert [wager.cents for wager in table.state.chips] == [700] and credit(table) == 100_000
    return table


ANY_AMOUNT = '[provisions.general]\nunits = { BY, value = "only if the sign says so" }'


def test_chips_left_lying_that_the_new_law_does_not_admit_go_back_at_the_hour(books):
    books.notice("n1", "2026-12-01T00:00:00", ANY_AMOUNT, expires="2027-01-01T04:00:00", of=MONEY_WHEEL)
    table = a_wheel()
    told = table.change_over(HOUR).events
    assert [type(event).__name__ for event in told][:2] == ["LawChanged", "GivenBack"]
    assert told[0].ended == ("Notice n1",) and [wager.cents for wager in told[1].wagers] == [700]
    assert table.state.chips == () and table.ledger.balance("held:RD-9") == 0 and credit(table) == 100_700
    assert Table.load(table.ledger, "RD-9").state == table.state and audit(table.ledger).sound


def test_chips_left_lying_that_it_admits_stay(books):
    books.notice("n1", "2026-12-01T00:00:00", ANY_AMOUNT, of=MONEY_WHEEL)
    books.notice("n2", "2027-01-01T04:00:00", "[provisions.general]\nidle_seat = { BY, value = 4 }", of=MONEY_WHEEL)
    table = a_wheel()
    assert table.change_over(HOUR).accepted
    assert [wager.cents for wager in table.state.chips] == [700] and table.ledger.balance("held:RD-9") == 700


def test_chips_left_lying_go_back_when_their_table_is_closed(books):
    """The notice leaves the house no choice any more, and this table was opened by one."""
    books.notice("n1", "2026-12-01T00:00:00", ANY_AMOUNT, of=MONEY_WHEEL)
    books.notice("n2", "2027-01-01T04:00:00", "winners_stay = { BY, value = true }", of=MONEY_WHEEL)
    table = a_wheel(policies={"winners_stay": True})
    table.change_over(HOUR)
    assert table.state.status == "frozen" and "has no policy 'winners_stay'" in table.state.frozen_why
    assert table.ledger.balance("held:RD-9") == 700
    reply = do(table, AFTER, SUPERVISOR, "close")
    assert [type(event).__name__ for event in reply.events][-1] == "GivenBack"
    assert table.state.status == "closed" and table.state.chips == ()
    assert table.ledger.balance("held:RD-9") == 0 and credit(table) == 100_700
    assert Table.load(table.ledger, "RD-9").state == table.state and audit(table.ledger).sound


def do_not(table, at, who, act, **details):
    reply = table.do(Order(who, act, details, at=at))
    assert isinstance(reply.decision, Refused), reply.decision
    return reply.decision
