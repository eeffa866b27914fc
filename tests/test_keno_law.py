"""Keno goes by the law of the moment: a game is sold, drawn and paid by the edition that held when its sale began."""

import asyncio
from datetime import datetime

import pytest

from houseway.floor import law
from houseway.floor.keno import running
from houseway.floor.keno.changing_over import behind
from houseway.floor.keno.desk import STREAM, Keno, Order
from houseway.floor.keno.host import Host, KenoPace
from houseway.floor.keno.paying import due
from houseway.floor.keno.reports import changed_papers, proofs
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE, Person
from houseway.judging.rounds import settled_otherwise
from houseway.judging.sides import sides
from houseway.law.library import BadBook
from houseway.ledger import audit, open_ledger
from houseway.premises.premises import Premises
from tests.own_books import own_books

BEFORE, AFTER = datetime(2026, 12, 31, 23, 0), datetime(2027, 1, 1, 5, 0)
WRITER, BOSS = Person("W", "dealer"), Person("B", "casino supervisor")
FOUR_DOLLARS = "schedules.standard = { BY, value = { 1 = { 1 = 4 } } }"
NUMBERS = list(range(1, 21))


@pytest.fixture
def books(tmp_path):
    law._found.clear()  # as in a process that has read none of it
    with own_books(tmp_path) as found:
        yield found


def must(keno, who, act, at, **details):
    answer = keno.do(Order(who, act, details, at=at))
    assert answer.accepted, answer.decision
    return answer.paper


def a_draw(keno, at):
    must(keno, BOSS, "close game", at)
    must(keno, WRITER, "key draw", at, numbers=NUMBERS)
    must(keno, WRITER, "confirm draw", at)
    running.settle(keno, at)


def test_a_game_ends_by_the_law_under_which_its_sale_began(books):
    keno = Keno(open_ledger())
    must(keno, BOSS, "open day", BEFORE)
    ticket = must(keno, WRITER, "sell", BEFORE, numbers=[1], cents=100, games=2)["ticket"]
    books.notice("k1", "2027-01-01T04:00:00", FOUR_DOLLARS, of="act-1992-keno")
    old = keno.edition.digest
    a_draw(keno, AFTER)  # sold before the hour, drawn after it
    new = keno.edition.digest
    assert new != old
    a_draw(keno, AFTER)
    assert [win.cents for win in due(keno, keno.ticket(ticket))[0]] == [300, 400]
    keno.ledger.settle_down()
    settled = [entry.body["edition"] for entry in keno.ledger.newest(STREAM, "settled", 2)]
    assert settled == [new, old]
    assert all(proof.agrees for proof in proofs(keno))
    # the notice is gone from the files; the record knows what its digest stood for
    books.withdraw("k1")
    again = Keno(keno.ledger)
    assert [win.cents for win in due(again, again.ticket(ticket))[0]] == [300, 400]
    must(again, BOSS, "invalidate", AFTER, game=1, ground="fraud")
    must(again, BOSS, "correct draw", AFTER, game=2, numbers=list(range(20, 40)), asked_by="D")
    assert [win.cents for win in due(again, again.ticket(ticket))[0]] == [100, 0]
    assert all(proof.agrees for proof in proofs(again))
    keno.ledger.close()


def test_a_book_that_fails_stops_keno_alone_and_says_why():
    premises = Premises("sqlite:///:memory:", Pace(), lambda: BEFORE)

    async def fails():
        raise BadBook("k1.toml: 1(b) is no clause")

    premises.keno.run = fails
    asyncio.run(premises._keno())
    assert "k1.toml" in premises.house.out_of_order["KENO"]
    assert premises.house.tables
    premises.ledger.close()


def test_a_notice_to_come_changes_nothing_yet(books):
    books.notice("k1", "2027-01-01T04:00:00", FOUR_DOLLARS, of="act-1992-keno")
    keno = Keno(open_ledger())
    must(keno, BOSS, "open day", BEFORE)
    ticket = must(keno, WRITER, "sell", BEFORE, numbers=[1], cents=100)["ticket"]
    a_draw(keno, BEFORE)
    assert [win.cents for win in due(keno, keno.ticket(ticket))[0]] == [300]
    keno.ledger.close()


def lines(keno):
    keno.ledger.settle_down()
    return [(entry.body["game"], entry.body["words"]) for entry in keno.ledger.newest(STREAM, "changed over", 9)]


def test_everybody_is_told_at_the_hour_and_once(books):
    books.notice("k1", "2027-01-01T04:00:00", FOUR_DOLLARS, "2027-01-01T06:00:00", of="act-1992-keno")
    now = [BEFORE]
    host = Host(Keno(open_ledger()), lambda: now[0], KenoPace())
    keno, told = host.keno, []
    host.watch(lambda: told.append(host.board()["law"]))
    must(keno, BOSS, "open day", BEFORE)
    ticket = must(keno, WRITER, "sell", BEFORE, numbers=[1], cents=100)["ticket"]
    asyncio.run(host._look_at_the_law())
    assert told == [] and host.board()["law"] is None
    now[0] = AFTER
    asyncio.run(host._look_at_the_law())  # a game that was sold ends by its law; the next one goes by the new
    words = "Notice k1 holds from now on: schedules standard 1 1: 3 becomes 4"
    assert told == [{"game": 2, "words": f"From game 2 on: {words}", "cited": "Notice k1 § 1"}]
    assert keno.terms.schedules.standard.value[1][1] == 3 and lines(keno) == [(2, words)]
    again = Host(Keno(keno.ledger), lambda: now[0], KenoPace())  # started again: everybody knows
    asyncio.run(again._look_at_the_law())
    assert lines(keno) == [(2, words)] and again.board()["law"] == told[0]
    a_draw(keno, AFTER)
    assert keno.terms.schedules.standard.value[1][1] == 4 and lines(keno) == [(2, words)]
    assert [win.cents for win in due(keno, keno.ticket(ticket))[0]] == [300]
    now[0] = datetime(2027, 1, 1, 6, 0)
    asyncio.run(host._look_at_the_law())  # nobody has an entry in game 2
    assert keno.terms.schedules.standard.value[1][1] == 3
    assert told[-1]["words"] == "From game 2 on: Notice k1 holds no more: schedules standard 1 1: 4 becomes 3"
    assert all(proof.agrees for proof in proofs(keno)) and not list(changed_papers(keno)) and audit(keno.ledger).sound
    keno.ledger.close()


def test_a_game_opened_in_the_same_second_tells_it_too(books):
    books.notice("k1", "2027-01-01T04:00:00", FOUR_DOLLARS, of="act-1992-keno")
    keno = Keno(open_ledger())
    must(keno, BOSS, "open day", BEFORE)
    a_draw(keno, AFTER)  # before anybody looked at the clock
    assert [game for game, _ in lines(keno)] == [2] and not behind(keno, AFTER)
    refused = keno.do(Order(HOUSE, "change over", at=AFTER))
    assert not refused.accepted and refused.decision.code == "told"
    keno.ledger.close()


def test_tickets_on_record_are_judged_by_another_law(books):
    books.notice("k1", "2027-01-01T04:00:00", FOUR_DOLLARS, of="act-1992-keno")
    keno = Keno(open_ledger())
    must(keno, BOSS, "open day", BEFORE)
    for numbers, cents in (([1], 100), ([2], 500), ([80], 100), (list(range(21, 27)), 200)):
        must(keno, WRITER, "sell", BEFORE, numbers=numbers, cents=cents)
    a_draw(keno, BEFORE)
    must(keno, WRITER, "sell", BEFORE, numbers=[80], cents=100)
    a_draw(keno, BEFORE)
    keno.ledger.settle_down()
    found = settled_otherwise(keno.ledger, *sides(f"act-1992-keno@{BEFORE}", f"act-1992-keno@{AFTER}"))
    assert (found.looked_at, found.untold, found.staked) == (2, (), 1000)
    (one,) = found.changed
    assert (one.table, one.number, found.total) == ("KENO", 1, 600)
    assert one.was == {"ticket 1": 200, "ticket 2": 1000} and one.now == {"ticket 1": 300, "ticket 2": 1500}
    keno.ledger.close()
