"""Authority: whom each book names, everybody else refused by that clause, two people who are two, and who stands on record."""

from dataclasses import replace
from datetime import datetime, time
from pathlib import Path

import pytest

from houseway import games
from houseway.floor import authority
from houseway.floor.keno import acts as keno_acts
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.keno.host import Host, KenoPace
from houseway.floor.people import HOUSE, ROLES_OF_ACT, Person, player
from houseway.floor.story import teller
from houseway.floor.table import Order, Table
from houseway.forms import write
from houseway.law.changes import changes, provision_at
from houseway.law.clause import NO_CLAUSE
from houseway.law.keeping import terms_from
from houseway.law.roles import PARTS, STAFF, Authority, standing_for
from houseway.ledger import Post, Transfer, notepad, open_ledger
from houseway.play.decision import Accepted
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.testing.register import written
from houseway.web.pit.acts import ACTS as PIT

NOON = datetime(2026, 11, 15, 12)
BOOKS = sorted(id for id, book in games.library().items() if not book.missing and book.game != "keno")


def a_table(book="vic-1997-red-dog"):
    ledger = notepad()
    move = Transfer("cage", "player:anna", 100_000, "buy-in")
    ledger.post([Post("cage", "buy-in", "", "anna", {}, (move,))])
    edition = games.book(book)[0].as_commenced()
    places = games.chapters_of(edition).places
    sign = Sign(Limits(500, 50_000), most_won=1_000_000, areas=places.areas.value[0] if places else 7)
    opened = Table.open(ledger, "T-1", book, SetUp(sign=sign), HOUSE, NOON, ready=True, cards_from="shoe")
    assert isinstance(opened, Table), opened
    return opened


def do(table, who, act, /, **details):
    return table.do(Order(who, act, details, at=NOON))


def entries(table, kind):
    table.ledger.settle_down()
    return list(table.ledger.newest("T-1", kind, 10))


@pytest.mark.parametrize("book", BOOKS)
def test_every_role_tries_every_act_that_a_book_gives_to_somebody(book):
    """Whoever is not named is refused by the provision that names another, and nothing is put on record."""
    table = a_table(book)
    before = table.ledger.head("T-1")
    spoken = 0
    for act in ROLES_OF_ACT:
        basis = table.edition.basis_of(authority.RESTS_ON.get(act, ""))
        part = authority.named(table.edition, basis)
        wanted = part.reviews if act == "review" else part.decides or part.approves or part.checks
        for role in STAFF:
            who = Person("A. Body", role)
            order = Order(who, act, {"ground": "disorder"}, at=NOON)
            judged = authority.judge_act(table, order)
            if wanted:
                spoken += 1
                assert (judged is None) == (role in standing_for(wanted)), (act, role)
                if judged is not None:
                    assert judged.by == basis and judged.code.endswith(":authority") and basis.clauses
                    assert not table.do(order).accepted
            else:
                assert (judged is None) == (role in ROLES_OF_ACT[act]), (act, role)
    assert spoken, "every book names somebody"
    assert table.ledger.head("T-1") == before


@pytest.mark.parametrize("book", BOOKS)
def test_an_inspector_looks_and_does_not_touch(book):
    table = a_table(book)
    may = {act for act in ROLES_OF_ACT if "inspector" in authority.who_may(table, act)}
    assert may == {"acknowledge", "ask for rules", "review"}, (
        "what a book gives them, and the copy that anybody is given"
    )


def test_what_a_book_says_of_people_is_read_like_everything_else():
    for book in games.library().values():
        for variant in ("", *book.variants) if not book.missing else book.over:
            edition = book.as_commenced(variant=variant)
            for name, who in edition.named.items():
                provision = provision_at(edition.terms, name)
                assert provision is not None and provision.who is who
                assert provision.by.clauses or provision.policy, f"{book.id} {name} names somebody by no clause"
                assert Authority.parse(str(who)) == who and who.words
                assert all(set(getattr(who, part)) <= {*STAFF} for part in PARTS)


def test_a_document_of_before_says_nothing_of_people_and_has_whom_the_book_names_today():
    edition = games.book("vic-1997-red-dog")[0].as_commenced()
    doc = write(edition.terms)

    def without(item):
        if isinstance(item, dict):
            return {name: without(one) for name, one in item.items() if name != "who"}
        return item

    old = terms_from(type(edition.terms), without(doc), edition.terms)
    assert old.wrong_boxes.who.decides == ("game supervisor",)
    assert terms_from(type(edition.terms), doc).wrong_boxes.who.decides == ("game supervisor",)


def test_a_notice_that_names_somebody_else_is_a_change():
    edition = games.book("vic-1997-red-dog")[0].as_commenced()
    terms = edition.terms
    other = replace(terms.wrong_boxes, who=Authority(decides=("pit boss",)))
    (change,) = changes(edition, replace(edition, terms=replace(terms, wrong_boxes=other)))
    assert change.words == "wrong boxes who: the game supervisor decides becomes the pit boss decides"


def wrong_boxes(table):
    """Two cards of a round lie, and the dealer asks for the game supervisor."""
    assert do(table, player("anna"), "place", cents=1000, area=4).accepted
    dealer = Person("M. Okafor", "dealer", "B-7")
    for details in ({}, {"value": "7S"}, {"value": "4H"}):
        assert do(table, dealer, "answer", **details).accepted
    assert do(table, dealer, "ask", act="irregularity", details={"kind": "wrong-boxes"}).accepted
    return dealer


def test_who_asked_and_who_allowed_stand_on_record():
    table = a_table()
    wrong_boxes(table)
    assert do(table, Person("G. Soup", "game supervisor"), "allow", ask=1).accepted
    (asked,), (allowed,) = entries(table, "asked"), entries(table, "allowed")
    assert (asked.by, asked.body["act"]) == ("dealer:M. Okafor", "irregularity")
    assert (allowed.by, allowed.body["asked_by"]) == ("game supervisor:G. Soup", "dealer:M. Okafor")
    assert entries(table, "answered")[0].by == "game supervisor:G. Soup", "it is the game supervisor's act"
    assert not table.state.people.asked


@pytest.mark.parametrize(
    "second",
    [
        Person("M. Okafor", "game supervisor"),  # on another device, in another role
        Person("m okafor", "game supervisor"),  # typed otherwise
        Person("Martin O.", "game supervisor", "B-7"),  # another account on the same badge
    ],
)
def test_nobody_is_their_own_second_person(second):
    table = a_table()
    wrong_boxes(table)
    refused = do(table, second, "allow", ask=1)
    assert refused.decision.code == "wrong_boxes:same_person" and not refused.accepted
    assert len(table.state.people.asked) == 1, "it still waits"


def test_what_was_asked_is_gone_with_its_moment():
    table = a_table()
    dealer = wrong_boxes(table)
    assert do(table, dealer, "answer").accepted  # no more raises
    late = do(table, Person("G. Soup", "game supervisor"), "allow", ask=1)
    assert late.decision.code == "stale"
    table.ledger.settle_down()
    assert Table.load(table.ledger, "T-1").state.people == table.state.people


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_asked_for_is_allowed_by_whom_the_book_names_and_by_nobody_else(book):
    """Everything that a book gives to somebody, asked for by a dealer: an inspector, another role and the dealer under another
    name are turned away by the clause, and it goes on waiting."""
    table = a_table(book)
    dealer = Person("M. Okafor", "dealer", "B-7")
    named = 0
    for act in authority.RESTS_ON:
        wanted = authority._wanted(table, act, {})
        if not wanted or "dealer" in authority.allowing(table, act, {}):
            continue
        named += 1
        assert do(table, dealer, "ask", act=act, details={}).accepted, act
        ask, basis = table.state.people.asks, authority.basis_of(table, act, {})
        right = standing_for(wanted)
        for other in (role for role in STAFF if role not in right):
            refused = do(table, Person("A. Body", other), "allow", ask=ask).decision
            assert refused.code.endswith(("role", "authority")), (act, other, refused)
            assert refused.code == "role" or refused.by == basis, (act, other)
        for name, badge in (("m okafor", ""), ("Martin O.", "B-7")):
            refused = do(table, Person(name, right[0], badge), "allow", ask=ask).decision
            assert refused.code.endswith(("same_person", "role")), (act, name, refused)
        assert table.state.people.asked[-1].number == ask == len(table.state.people.asked), f"{act} waits no more"
    assert named, "every book names somebody"


def test_two_supervisors_are_no_dealer():
    """The dealer and a supervisor confirm a spoken wager, MA 5(b): two who supervise do not, nor one who signs for himself."""
    table = a_table("ma-red-dog")
    boss = Person("G. Soup", "casino supervisor")
    said = {"player": "anna", "cents": 1000, "spot": "original", "area": 1, "with": "cash"}
    for asked in (
        {},
        {"asked_by": "P. Boss", "asked_role": "casino supervisor"},
        {"asked_by": "g soup", "asked_role": "dealer"},
        {"asked_by": "M. Okafor"},
    ):
        refused = do(table, boss, "say", **said, **asked).decision
        assert "confirm it before the first card" in refused.because and refused.by.clauses[0].number == "5(b)"
    assert do(table, boss, "say", **said, asked_by="M. Okafor", asked_role="dealer").accepted


def test_nobody_reviews_what_they_decided_nor_decides_what_they_complained_of():
    table = a_table()
    boss = Person("L. Brandt", "casino supervisor", "B-1")
    assert do(table, player("anna"), "complain", words="the third card", complainant="anna").accepted
    assert do(
        table, Person("Anna", "casino supervisor"), "decide dispute", dispute=1, decision="x"
    ).decision.code.endswith("same_person")
    assert do(table, boss, "decide dispute", dispute=1, decision="it stands").accepted
    assert do(table, player("anna"), "ask for review", dispute=1).accepted
    for name, badge in (("l brandt", ""), ("Lena B.", "B-1")):
        again = do(table, Person(name, "inspector", badge), "review", dispute=1, decision="it stands").decision
        assert again.code.endswith("same_person"), again
    table.ledger.settle_down()
    again = Table.load(table.ledger, "T-1")
    assert again.state == table.state
    assert do(table, Person("I. Spect", "inspector"), "review", dispute=1, decision="it stands").accepted


def test_an_inspector_is_not_also_the_supervisor_whose_mending_is_approved():
    """10.4(c): who says that an inspector approves is somebody else than the inspector, under whichever of two accounts."""
    told = teller("act-1992-keno")
    told.tell("balls 1 2 3\n!spill")
    assert told.desk.do(Order(Person("I. Spect", "inspector", "B-9"), "attest", at=told.now)).accepted
    for name, badge in (("i spect", ""), ("Ivy S.", "B-9")):
        order = Order(Person(name, "keno supervisor", badge), "answer", {"value": True}, at=told.now)
        alone = told.desk.do(order).decision
        assert alone.code.endswith("same_person") and alone.by.clauses[0].number == "10.4(c)"
    assert told.desk.do(Order(Person("K. Soup", "keno supervisor"), "answer", {"value": True}, at=told.now)).accepted
    told.ledger.close()


def test_acts_of_the_pit_rest_on_what_their_authority_rests_on():
    for act in (one for group in PIT.values() for one in group if one.act in authority.RESTS_ON):
        if act.act not in ("limits", "allow box"):  # the form cites what it is about, the authority who may do it
            assert act.rests_on == authority.RESTS_ON[act.act] or act.act.endswith("tournament"), act.act


def test_the_register_is_what_the_books_say():
    page = Path(__file__).parents[1] / "docs" / "authority.md"
    assert page.read_text() == written(page.read_text()), "python -m houseway.testing.register"
    assert "| – |" not in page.read_text(), "a provision names somebody, and nothing shows that the house holds to it"


def test_whoever_asked_takes_it_back_and_nobody_else_without_the_authority():
    table = a_table("vic-1997-red-dog")
    dealer, other, boss = (
        Person("D. Deal", "dealer"),
        Person("E. Lse", "dealer"),
        Person("C. Soup", "casino supervisor"),
    )
    for who, taken_back in ((other, False), (dealer, True), (boss, False)):
        if not table.state.people.asked:
            assert do(table, dealer, "ask", act="invalidate", details={"ground": "fraud"}).accepted
        (asked,) = table.state.people.asked
        assert do(table, who, "decline", ask=asked.number).accepted == (who is not other), who
        assert bool(table.state.people.asked) == (who is other)
        assert not taken_back or not table.state.people.unread, "nobody has to be told of what they did themselves"


def test_every_role_tries_every_act_at_the_keno_computer():
    """Whoever may not is refused by the provision that names another, where the book names somebody, and else by no clause."""
    keno = Keno(open_ledger())
    names = [*keno_acts.RESTS_ON.values(), "general.fraud"]
    assert all(keno.edition.basis_of(name).clauses for name in names), (
        "the book speaks of everything that an act rests on"
    )
    for act, roles in keno_acts.ROLES_OF_ACT.items():
        for role in STAFF:
            details = {"ground": "fraud"}
            judged = keno_acts.judge_act(keno, KenoOrder(Person("A. Body", role), act, details, at=NOON))
            assert (judged is None) == (role in roles), (act, role)
            if judged is not None:
                name = "general.fraud" if act == "invalidate" else keno_acts.RESTS_ON.get(act, "")
                by = keno.edition.basis_of(name) if name else NO_CLAUSE
                assert judged.by == by and judged.code.rpartition(":")[2] == ("authority" if name else "role"), (
                    act,
                    role,
                )
    keno.ledger.close()


def test_hours_are_over_when_the_clock_of_the_house_says_so_and_not_when_somebody_does():
    now, boss = [datetime(2026, 11, 15, 12, 0)], Person("L. Brandt", "casino supervisor")
    host = Host(Keno(open_ledger()), lambda: now[0], KenoPace())
    host.hours = (time(10, 0), time(2, 0))
    keno, closing = host.keno, host.keno.terms.general.closing.by

    def close(**details):
        return keno.do(KenoOrder(boss, "close day", details, at=now[0])).decision

    assert keno.do(KenoOrder(boss, "open day", {}, at=now[0])).accepted
    said = close(hours_over=True)
    assert (said.by, said.code) == (closing, "closing:hours"), "12:00 is not over"
    now[0] = datetime(2026, 11, 16, 1, 59)
    assert not isinstance(close(hours_over=True), Accepted), "nor is the last minute"
    now[0] = datetime(2026, 11, 16, 2, 0)
    assert isinstance(close(hours_over=True), Accepted)
    now[0] = datetime(2026, 11, 16, 12, 0)
    assert keno.do(KenoOrder(boss, "open day", {}, at=now[0])).accepted
    now[0] = datetime(2026, 11, 17, 12, 0)
    assert isinstance(close(hours_over=True), Accepted), "a day that runs into the next day's hours is over"
    host.hours = None
    assert keno.do(KenoOrder(boss, "open day", {}, at=now[0])).accepted
    assert isinstance(close(hours_over=True), Accepted), "a house that was given no hours has somebody say it"
    keno.ledger.close()
