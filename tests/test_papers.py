"""Papers: every one that a book calls for is written, says what it should, is read by whom it is for, and prints."""

from __future__ import annotations

from datetime import datetime

import pytest

from houseway import games
from houseway.floor import jackpots
from houseway.floor.jackpots import STREAM as JACKPOTS
from houseway.floor.keno.desk import STREAM as KENO
from houseway.floor.papers import printed
from houseway.floor.papers.filed import Wanted, found, hanging, one_paper, papers_of
from houseway.floor.papers.paper import SORTS, Paper, Reader, may_read, read_paper, write_paper
from houseway.floor.papers.rules_copy import rules_copy
from houseway.floor.people import Person, player
from houseway.floor.scenario import every_case, run_case
from houseway.floor.story import teller
from houseway.floor.table import Table
from houseway.law.clause import NO_CLAUSE
from houseway.ledger import audit
from houseway.play.decision import Accepted
from houseway.testing import papers as register

EVENING = """
sign 10 to 500
20:00 post minimum 20
20:20 minimum 20
marker P1@1 1000 by gaming shift manager
P1 complains: too slow
decide dispute 1: it was not
exclude P2: a device
P1 asks for the rules
20:30 post closing 21:00
"""


@pytest.fixture(scope="module")
def evening():
    told = teller("vic-1997-red-dog")
    told.tell(EVENING)
    yield told
    told.ledger.close()


@pytest.mark.long
@pytest.mark.parametrize("book", [id for id, book in games.library().items() if not book.missing])
def test_a_case_states_every_paper_that_a_book_calls_for(book):
    assert register.missing(book) == []


@pytest.mark.long
def test_every_sort_is_stated_by_some_case():
    stated = {sort for book in games.library() for sort in register.stated(book)}
    assert set(SORTS) - stated == {"adjustment of a meter", "hand-pay slip"}  # which is told below


@pytest.mark.long
def test_the_page_lists_what_the_books_call_for():
    assert register.PAGE.read_text(encoding="utf-8") == register.written(), "python -m houseway.testing.papers"


def test_a_paper_goes_on_record_with_its_act_and_the_chain_holds(evening):
    entries = list(evening.ledger.entries("T"))
    kinds = [entry.kind for entry in entries]
    assert kinds[kinds.index("excluded") + 1] == "paper"
    paper = read_paper(entries[kinds.index("excluded") + 1].body)
    assert paper.words == "exclusion notice, for P2: Player P2; Ground a device (10.2.2)"
    assert read_paper(write_paper(paper)) == paper
    assert audit(evening.ledger).sound


def test_a_table_that_is_loaded_again_is_what_it_was(evening):
    evening.ledger.settle_down()
    again = Table.load(evening.ledger, "T")
    assert again.state.complainants == evening.table.state.complainants == {"1": "P1"}
    assert [one.paper.sort for one in hanging(again)] == [
        "sign of limits", "notice of closing", "marker",
    ]  # fmt: skip


def test_who_reads_what(evening):
    dealer, inspector = Person("M. Okafor", "dealer"), Person("I. Spect", "inspector")

    def seen(who):
        return [one.paper.sort for one in found(evening.ledger, ["T"], Wanted(), who, 50)]

    everybody = ["notice of closing", "marker", "sign of limits", "notice of a new minimum", "sign of limits"]
    assert seen(None) == seen(player("P3")) == everybody
    assert set(seen(player("P2"))) - set(everybody) == {"exclusion notice"}
    assert set(seen(player("P1"))) - set(everybody) == {"complaint", "decision on a complaint", "copy of the rules"}
    assert len(seen(dealer)) == len(seen(inspector)) == 9
    form = Paper("secret wager form", NO_CLAUSE, "P1", (), ())
    readers = [may_read(form, who) for who in (None, player("P1"), player("P.1"), dealer, inspector)]
    assert readers == [False, True, False, False, True]
    assert may_read(form, Person("G. Soup", "game supervisor"))


def test_papers_are_found_by_sort_person_day_words_and_page_by_page(evening):
    inspector = Person("I. Spect", "inspector")

    def names(count=50, **wanted):
        return [one.reference for one in found(evening.ledger, ["T"], Wanted(**wanted), inspector, count)]

    every = names()
    assert (
        names(sort="complaint")
        == [each for each in every if each in names(words="too slow")]
        == names(words="TOO SLOW")
    )
    assert set(names(person="p1")) == set(names(sort="complaint") + names(sort="decision on a complaint") + names(sort="marker")
                                          + names(sort="copy of the rules"))  # fmt: skip
    assert names(day="2026-11-15") == every and names(day="2026-11-16") == []
    first = found(evening.ledger, ["T"], Wanted(), inspector, 4)
    assert [one.reference for one in first] + names(before=first[-1].reference) == every
    assert names(before="T/99999") == []
    number = first[0].entry.number
    assert one_paper(evening.ledger, "T", number) == first[0]
    assert one_paper(evening.ledger, "T", 1) is None and one_paper(evening.ledger, "T", 0) is None
    assert one_paper(evening.ledger, "X", number) is None


def test_more_papers_than_are_read_at_once(monkeypatch, evening):
    whole = [one.reference for one in papers_of(evening.ledger, "T")]
    monkeypatch.setattr("houseway.floor.papers.filed.AT_ONCE", 2)
    assert [one.reference for one in papers_of(evening.ledger, "T")] == whole
    assert len(whole) == 9


def test_a_copy_of_the_rules_tells_every_clause_and_says_if_our_words_have_changed(evening):
    one = next(one for one in papers_of(evening.ledger, "T") if one.paper.sort == "copy of the rules")
    copy, same = printed.copied(one.paper)
    book, _ = games.book("vic-1997-red-dog")
    assert same and [clause.number for clause in copy.clauses] == [words.number for words in book.base.words]
    assert {clause.instrument for clause in copy.clauses} == {book.instrument}
    lines = tuple((label, "0" * 16 if label.startswith("Digest") else said) for label, said in one.paper.lines)
    other = read_paper({**write_paper(one.paper), "lines": [list(line) for line in lines]})
    assert printed.copied(other)[1] is False
    assert printed.copied(Paper("complaint", NO_CLAUSE, "", (), ())) is None


def test_a_variant_has_a_copy_of_its_own_with_the_notices_that_hold():
    plain = rules_copy("vic-2000-pai-gow", datetime(2001, 1, 1))
    bonanza = rules_copy("vic-2000-pai-gow+bonanza", datetime(2001, 1, 1))
    assert {"17.5.1"} <= {one.number for one in bonanza.clauses} and bonanza.digest != rules_copy(
        "vic-1997-red-dog", datetime(2001, 1, 1)
    ).digest
    assert plain.law_of == "1 January 2001 at 00:00"


@pytest.mark.long
def test_every_sort_prints(tmp_path):
    """A PDF of one paper of each sort, from the worked cases; odd letters break nothing."""
    left, sizes = dict.fromkeys(SORTS), {}
    for case in every_case():
        if "papers" not in case.expect:
            continue
        told = teller(case.book)
        told.tell(case.story)
        told.finish()
        for one in told.written():
            if one.paper.sort in left:
                del left[one.paper.sort]
                sizes[one.paper.sort] = printed.pdf(one)
        told.ledger.close()
    assert set(left) == {"adjustment of a meter", "hand-pay slip"}
    assert all(pdf.startswith(b"%PDF-") and len(pdf) > 1200 for pdf in sizes.values())
    told = teller("vic-1997-red-dog")
    told.tell("P1 complains: Łukasz \u4e2d\u6587 \U0001f0a1 said “no” – twice…")
    assert printed.pdf(told.written()[-1]).startswith(b"%PDF-")
    told.ledger.close()


def test_readers_of_sorts_are_as_their_names_say():
    public = {name for name, sort in SORTS.items() if sort.reader is Reader.EVERYBODY}
    assert {"sign of limits", "notice of closing", "tournament conditions", "record of a draw"} <= public
    assert not public & {"complaint", "claim form", "exclusion notice", "incident report", "secret wager form"}


def test_a_round_told_again_writes_each_paper_once():
    told = teller("act-1992-american-roulette")
    told.tell("sign 10 to 500\nred P1:20 P2:5\nspin 2\nvoid P1: a device round 1")
    assert [one.paper.sort for one in told.written()].count("advice") == 1
    told.ledger.close()


@pytest.mark.parametrize("stream", [KENO, JACKPOTS])
def test_desks_write_papers_under_their_own_names(stream):
    book = "act-1992-keno" if stream == KENO else "act-1992-canberra-poker"
    story = "anna complains: slow" if stream == KENO else "sign 5 to 100 jackpot house:1:90:10\njackpot approved A-7"
    told = teller(book)
    told.tell(story)
    (one,) = papers_of(told.ledger, stream)
    assert one.reference == f"{stream.removeprefix('desk:')}/{one.entry.number}"
    told.ledger.close()


def test_adjusting_a_meter_is_a_paper_that_two_people_sign():
    told = teller("act-1992-canberra-poker")
    told.tell("sign 5 to 100 jackpot house:1:90:10:500\njackpot approved A-7")
    asks, signs = Person("M. Okafor", "dealer"), Person("L. Brandt", "casino supervisor")
    assert isinstance(jackpots.adjust(told.ledger, "house", 700, asks, signs, "power cut", told.now), Accepted)
    told.ledger.settle_down()
    paper = next(iter(papers_of(told.ledger, JACKPOTS)))
    assert paper.paper.words == (
        "adjustment of a meter: Jackpot house; The meter changes by +$7; Reason power cut; Asked for by M. Okafor; "
        "Signed by L. Brandt"
    )
    assert printed.pdf(paper).startswith(b"%PDF-") and audit(told.ledger).sound
    told.ledger.close()


def test_a_case_that_states_a_paper_in_the_wrong_place_differs():
    case = next(case for case in every_case("red_dog") if case.id == "PP-VRD-1")
    upside_down = {**case.expect, "papers": list(reversed(case.expect["papers"]))}
    verdict = run_case(type(case)(case.id, case.book, case.story, upside_down, case.file))
    assert any(line.startswith("papers: ") and "not at its place" in line for line in verdict.differences)
