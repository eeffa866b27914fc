"""Pages speak of the day they are asked about: the reader, its sheets, worked cases, odds and the API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.own_books import RED_DOG, OwnBooks, own_books
from tests.waiting import until
from tests.web.served import Served
from tests.web.test_law_of_the_moment import Clock

BEFORE, AFTER = "2027-01-01T03:59", "2027-01-01T04:00"
NOTICE_24 = "vic-1999-blackjack-notice-24"


@pytest.fixture
def books(tmp_path: Path) -> Iterator[OwnBooks]:
    folder = tmp_path / "books"
    folder.mkdir()
    with own_books(folder) as own:
        own.notice("n1", f"{AFTER}:00", 'spread_pays = { BY, value = { 1 = "6 to 1" } }')
        yield own


@pytest.fixture
def asks(books: OwnBooks, opening: Callable[..., Served]) -> Iterator[Callable[..., httpx.Response]]:
    with opening(clock=Clock()).client() as client:
        yield lambda path, **query: client.get(path, params=query)


Asks = Callable[..., httpx.Response]


def test_the_reader_shows_a_clause_as_it_stands_on_its_day(asks: Asks) -> None:
    then, now = (asks(f"/books/{RED_DOG}", clause="8.1.1", at=at).text for at in (BEFORE, AFTER))
    assert "To come: Notice n1" in then and "from 1 January 2027 at 04:00: spread pays 1: 5 to 1 becomes 6 to 1" in then
    assert "amended by Notice n1, § 1" not in then
    assert "Amended by Notice n1, from 1 January 2027 at 04:00" in now and "To come" not in now
    assert "amended by Notice n1, § 1" in now and "1: 6 to 1" in now
    assert "To come: Notice n1" in asks(f"/books/{RED_DOG}").text  # without a day it is the house's clock


def test_a_clause_of_a_notice_has_its_own_page_and_sheet(asks: Asks) -> None:
    page = asks("/books/n1", clause="1")
    assert page.status_code == 200 and "What this notice changes." in page.text
    sheet = asks("/clauses/n1", clauses="1 vic-1997-red-dog:8.1.1", at=AFTER)
    assert sheet.status_code == 200 and "Notice n1" in sheet.text and "What this notice changes." in sheet.text
    assert "Spread pays, amended by Notice n1, § 1." in sheet.text
    mixed = asks(f"/clauses/{RED_DOG}", clauses="8.1.1 n1:1", at=AFTER).text
    assert "What this notice changes." in mixed and mixed.count("<article>") == 2
    assert asks("/clauses/n1", clauses="99").status_code == 404


def test_citations_name_their_instrument(asks: Asks) -> None:
    from houseway import games
    from houseway.web.pages import clause_mark

    by = games.book(RED_DOG)[0].at(datetime.fromisoformat(AFTER)).terms.spread_pays.by
    assert "; Notice n1 § 1" in clause_mark(by, RED_DOG, 5) and "n1:1" in clause_mark(by, RED_DOG, 5)


def test_the_odds_of_a_day(asks: Asks) -> None:
    def sheet(at: str) -> str:
        """The page, once the figures are found: until then it says that it comes back by itself."""
        until(lambda: "being found exactly" not in asks(f"/odds/{RED_DOG}", at=at).text, "the figures")
        return asks(f"/odds/{RED_DOG}", at=at).text

    then, now = map(sheet, (BEFORE, AFTER))
    assert "2.7509%" in then and "1.7423%" in now and "as amended by Notice n1" in now
    assert asks(f"/odds/{RED_DOG}.csv", at=AFTER).text != asks(f"/odds/{RED_DOG}.csv", at=BEFORE).text
    pair = f"{RED_DOG},act-1992-red-dog"
    assert "6 to 1" in asks("/odds/compare", books=pair, at=AFTER).text
    assert "6 to 1" not in asks("/odds/compare", books=pair, at=BEFORE).text


def test_a_worked_case_says_of_which_law_it_speaks(asks: Asks) -> None:
    own = asks(f"/books/{RED_DOG}/cases/VRD-07").text
    assert "By the law of 19 February 1997 at 00:00" in own and "It holds" in own
    assert (
        "By the law of 1 January 2027 at 04:00, as was asked" in asks(f"/books/{RED_DOG}/cases/VRD-07", at=AFTER).text
    )


def test_the_api_tells_the_same(asks: Asks) -> None:
    def clause(number: str, **query: str) -> tuple[dict[str, Any], dict[str, Any]]:
        doc = asks(f"/api/books/{RED_DOG}", **query).json()
        return doc, next(one for one in doc["clauses"] if one["number"] == number)

    then, old = clause("8.1.1", at=BEFORE)
    now, new = clause("8.1.1", at=AFTER)
    assert then["edition"] != now["edition"] and [one["id"] for one in then["to_come"]] == ["n1"]
    assert (
        now["amended_by"] == [{"id": "n1", "instrument": "Notice n1", "commences": f"{AFTER}:00", "expires": None}]
        and now["to_come"] == []
    )
    assert (
        old["amended_by"] == []
        and new["amended_by"][0]["notice"] == "n1"
        and new["amended_by"][0]["now"]["1"] == "6 to 1"
    )


def test_a_bad_moment_is_refused_and_one_before_the_book_too(asks: Asks) -> None:
    books = (f"/books/{RED_DOG}", f"/clauses/{RED_DOG}", f"/odds/{RED_DOG}", f"/odds/{RED_DOG}.csv", "/odds/compare",
             f"/api/books/{RED_DOG}", f"/books/{RED_DOG}/cases/VRD-07")  # fmt: skip
    for page in ("/books", "/odds", *books):
        query = {"books": RED_DOG} if page == "/odds/compare" else {}
        for bad in ("yesterday", "2027-13-01", "2027-01-01T04:00+11:00"):
            refused = asks(page, at=bad, **query)
            assert refused.status_code == 422 and "a moment is" in refused.json()["detail"].lower(), (page, bad)
        if page in books:
            early = asks(page, at="1990-01-01", **query)
            assert early.status_code == 404 and "commences on 19 February 1997" in early.json()["detail"], page


def test_notice_24_with_its_date_and_hour(asks: Asks) -> None:
    page = asks(f"/books/{NOTICE_24}").text
    assert "Notice 24, Schedule, from 8 November 1999 at 04:00" in page and "Superbucks: not offered" in page
    hour_before = asks(f"/books/{NOTICE_24}", at="1999-11-08T03:59").text
    assert "To come: Victoria Government Gazette S 161, 4 November 1999, Notice 24, Schedule" in hour_before
    early = asks(f"/books/{NOTICE_24}", at="1990-01-01")
    assert early.status_code == 404 and "amends rules of 24 April 1997" in early.json()["detail"]
    assert "they did not exist" in early.json()["detail"]


def test_a_draft_in_the_browser(books: OwnBooks, opening: Callable[..., Served]) -> None:
    house = opening(clock=Clock())
    boss = house.staff("casino supervisor", "L. Brandt").client
    begun = boss.post(
        "/api/drafts",
        json={"book": RED_DOG, "id": "notice-7", "instrument": "Notice 7", "commences": "2027-02-01T04:00"},
    )
    assert begun.status_code == 201 and begun.json()["faults"][0]["why"] == "it changes nothing and tells no clause"
    here = f"/api/drafts/{RED_DOG}/notice-7"
    changed = boss.post(here, json={"name": "three_alike", "value": "12 to 1"}).json()
    assert changed["faults"] == [] and changed["changes"] == ["three alike: 11 to 1 becomes 12 to 1"]
    page = boss.get(f"/drafts/{RED_DOG}/notice-7?change=spread_pays").text
    assert "It could be published as it stands" in page and 'value="spread_pays.1"' in page and 'value="6 to 1"' in page
    assert "Notice 7" in boss.get("/drafts").text
    spoiled = boss.post(here, json={"repeal": "8.1.1", "commences": "2026-01-01T00:00"}).json()
    assert {"repeals.8.1.1", "amendment.commences"} == {fault["place"] for fault in spoiled["faults"]}
    page = boss.get(f"/drafts/{RED_DOG}/notice-7").text
    assert "three_alike: 12 to 1" in page  # what it sets is shown though it does not load
    assert "It cannot be published" in page and "rests on it still" in page and "which has passed" in page
    refused = boss.post(here, json={"name": "three_alike", "value": "a lot"})
    assert refused.status_code == 422 and "is not a pair of odds" in refused.json()["detail"]
    assert house.client().post(here, json={"keep": "8.1.1"}).status_code == 401
    dealer = house.staff("dealer").client
    assert dealer.get(f"/drafts/{RED_DOG}/notice-7").status_code == 200
    assert dealer.post(here, json={"keep": "8.1.1"}).status_code == 403
    assert boss.get(f"/drafts/{RED_DOG}/none").status_code == 404
    assert house.client().get("/books").status_code == 200  # a draft that could not be law takes no book with it
