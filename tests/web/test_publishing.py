"""Publishing on a live floor: two people, an hour, what is to come on every page, and the whole life of a notice on record."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from houseway import games
from houseway.floor.drafts import written_on
from houseway.law.drafting import Wanted
from houseway.ledger import audit
from houseway.money import Odds
from tests.own_books import RED_DOG, OwnBooks, own_books
from tests.waiting import END, until
from tests.web.served import Served
from tests.web.test_browser import sign_in
from tests.web.test_law_of_the_moment import HOUR, Clock


@pytest.fixture
def books(tmp_path: Path) -> Iterator[OwnBooks]:
    folder = tmp_path / "books"
    folder.mkdir()
    with own_books(folder) as own:
        yield own


def draft(books: OwnBooks, id: str, at: str = "2027-01-01T04:00", expires: str = "", **sets: str) -> None:
    wanted = Wanted(f"Notice {id}", at, expires, {name.replace("__", "."): text for name, text in sets.items()})
    written_on(games.book(RED_DOG)[0], id, wanted, (books.folder,))


class Pit:
    """Two supervisors of a house whose clock is set by hand, and a table that nobody deals meanwhile."""

    def __init__(self, opening: Callable[..., Served], clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.house = opening(clock=self.clock)
        self.brandt = self.house.staff("casino supervisor", "L. Brandt").client
        self.okafor = self.house.staff("game supervisor", "M. Okafor").client
        if "RD-9" not in self.house.premises.house.tables:
            self.house.open_table("RD-9", RED_DOG)

    @property
    def table(self) -> Any:
        return self.house.premises.house.tables["RD-9"]

    def propose(self, id: str, by: httpx.Client | None = None) -> httpx.Response:
        return (by or self.brandt).post("/api/notices", json={"book": RED_DOG, "draft": id})

    def second(self, id: str, by: httpx.Client | None = None) -> httpx.Response:
        return (by or self.okafor).post(f"/api/notices/{id}/second")

    def withdraw(self, id: str, why: str = "a slip", by: httpx.Client | None = None) -> httpx.Response:
        return (by or self.brandt).post(f"/api/notices/{id}/withdraw", json={"why": why})

    def take_back(self, id: str) -> None:
        for answer in (self.withdraw(id), self.second(id)):
            assert answer.is_success, answer.text

    def publish(self, id: str) -> None:
        for answer in (self.propose(id), self.second(id)):
            assert answer.is_success, answer.text

    def kinds(self) -> list[tuple[str, str]]:
        return [(entry.kind, entry.by) for entry in self.house.premises.ledger.entries("desk:notices")]

    def pays(self) -> Odds:
        return self.table.terms.spread_pays.value[1]  # type: ignore[no-any-return]


def test_a_notice_from_its_proposal_to_its_end(books: OwnBooks, opening: Callable[..., Served]) -> None:
    draft(books, "n7", expires="2027-01-02T04:00", spread_pays__1="6 to 1")
    pit = Pit(opening)
    cookie = "; ".join(f"{name}={value}" for name, value in pit.okafor.cookies.items())
    other = next(name for name, table in pit.house.premises.house.tables.items() if table.book.id != RED_DOG)
    address = pit.house.base.replace("http", "ws") + f"/ws/{other}?page=pit"  # whichever table somebody looks at
    with connect(address, additional_headers={"Cookie": cookie}, open_timeout=END) as page:
        assert "Nothing is published" in json.loads(page.recv(timeout=END))["parts"]["notices"]
        proposed = pit.propose("n7")
        assert proposed.status_code == 201 and proposed.json()["state"] == "waits for a second person"
        while "Second it" not in json.loads(page.recv(timeout=END))["parts"].get("notices", ""):
            pass  # other tables have news too
    own = pit.second("n7", pit.brandt)
    assert own.status_code == 403 and "somebody else seconds it" in own.json()["detail"]
    assert pit.second("n7", pit.house.staff("dealer", "A. Dealer").client).status_code == 403
    assert pit.second("n7").json()["state"] == "to come"
    # the house shows what is to come
    words = "From 1 January 2027 at 04:00 to 2 January 2027 at 04:00: Notice n7 (spread pays 1: 5 to 1 becomes 6 to 1)"
    anna = pit.house.someone("Anna").client
    assert words in anna.get("/table/RD-9").text and words in pit.brandt.get("/pit?table=RD-9").text
    assert "To come: Notice n7" in anna.get(f"/books/{RED_DOG}").text
    assert "notice published by M. Okafor" in anna.get("/notices").text
    assert "Its life on record" in pit.brandt.get(f"/drafts/{RED_DOG}/n7").text
    assert pit.pays() == Odds(5)
    pit.clock.shows = HOUR
    until(lambda: pit.pays() == Odds(6), "the hour to come")
    until(lambda: ("notice commenced", "house:house") in pit.kinds(), "the hour to be recorded")
    listed = pit.brandt.get(f"/pit?table={other}").text.partition('id="notices"')[2]
    assert "In force. From 1 January 2027" in listed and "RD-9" in listed and "withdraw it" not in listed
    late = pit.withdraw("n7")
    assert late.status_code == 409 and "a further notice may change it" in late.json()["detail"]
    pit.clock.shows = HOUR + timedelta(days=1)
    until(lambda: pit.pays() == Odds(5), "the notice to end")
    until(lambda: ("notice expired", "house:house") in pit.kinds(), "the end to be recorded")
    assert pit.kinds() == [
        ("notice proposed", "casino supervisor:L. Brandt"),
        ("notice published", "game supervisor:M. Okafor"),
        ("notice commenced", "house:house"),
        ("notice expired", "house:house"),
    ]
    assert pit.okafor.get("/api/notices").json()[0]["state"] == "expired"
    assert audit(pit.house.premises.ledger).sound


def test_a_published_notice_outlasts_its_files_and_a_restart(books: OwnBooks, opening: Callable[..., Served]) -> None:
    draft(books, "n7", spread_pays__1="6 to 1")
    draft(books, "n8", three_alike="12 to 1")  # at the same hour
    pit = Pit(opening)
    pit.publish("n7")
    pit.publish("n8")
    assert pit.propose("n8").status_code == 409
    pit.house.close()
    for id in ("n7", "n8"):
        books.withdraw(id)
    assert games.book(RED_DOG)[0].amendments == ()  # of this process alone nothing is published
    again = Pit(opening, pit.clock)
    assert [life["state"] for life in again.brandt.get("/api/notices").json()] == ["to come", "to come"]
    assert again.pays() == Odds(5)
    again.clock.shows = HOUR
    until(lambda: again.pays() == Odds(6) and again.table.terms.three_alike.value == Odds(12), "the hour to come")
    law = again.table.state.law
    assert law is not None and law.notices == ("n7", "n8")
    again.house.close()
    later = Pit(opening, again.clock)
    assert later.pays() == Odds(6)
    assert [kind for kind, _ in later.kinds()].count("notice commenced") == 2


def test_a_notice_withdrawn_before_its_hour_is_nobodys_law(books: OwnBooks, opening: Callable[..., Served]) -> None:
    draft(books, "n7", spread_pays__1="6 to 1")
    pit = Pit(opening)
    pit.publish("n7")
    assert pit.withdraw("n7", " ").status_code == 409
    assert pit.withdraw("n7", by=pit.house.staff("dealer", "A. Dealer").client).status_code == 403
    asked = pit.withdraw("n7").json()
    assert asked["state"] == "to come" and asked["withdrawal"]["by"] == "L. Brandt"
    assert "Second the withdrawal" in pit.okafor.get("/pit?table=RD-9").text
    anna = pit.house.someone("Anna").client
    assert "Notice n7" in anna.get("/table/RD-9").text  # until somebody else has seconded that
    twice = pit.withdraw("n7")
    assert twice.status_code == 409 and "somebody else seconds it" in twice.json()["detail"]
    same = pit.second("n7", pit.house.staff("inspector", "l. brandt").client)
    assert same.status_code == 403 and "proposed the withdrawal of n7" in same.json()["detail"]
    assert pit.second("n7").json()["state"] == "withdrawn"
    assert "Notice n7" not in anna.get("/table/RD-9").text
    draft(books, "n9", three_alike="12 to 1")
    pit.publish("n9")  # so that the hour can be seen to have come
    pit.clock.shows = HOUR
    until(lambda: pit.table.terms.three_alike.value == Odds(12), "the hour to come")
    assert pit.pays() == Odds(5)
    assert pit.withdraw("n7").status_code == 409
    assert pit.kinds()[:4] == [
        ("notice proposed", "casino supervisor:L. Brandt"),
        ("notice published", "game supervisor:M. Okafor"),
        ("withdrawal proposed", "casino supervisor:L. Brandt"),
        ("notice withdrawn", "game supervisor:M. Okafor"),
    ]
    pit.clock.shows = HOUR - timedelta(hours=1)
    assert pit.propose("n7").status_code == 201  # it may be proposed again
    assert pit.withdraw("n7").json()["state"] == "withdrawn"  # nobody has seconded it: one is enough


def test_a_withdrawal_that_nobody_seconds_keeps_no_notice_from_its_hour(
    books: OwnBooks, opening: Callable[..., Served]
) -> None:
    draft(books, "n7", spread_pays__1="6 to 1")
    pit = Pit(opening)
    pit.publish("n7")
    assert pit.withdraw("n7").is_success
    pit.clock.shows = HOUR
    until(lambda: pit.pays() == Odds(6), "the hour to come")
    assert pit.second("n7").status_code == 409


def test_what_may_not_be_published(books: OwnBooks, opening: Callable[..., Served]) -> None:
    draft(books, "n7", spread_pays__1="6 to 1")
    draft(books, "n8", spread_pays__1="7 to 1")  # the same entry at the same hour
    written_on(
        games.book(RED_DOG)[0], "n9", Wanted("Notice n9", "2027-01-01T04:00", repeal={"8.1.1": ""}), (books.folder,)
    )
    pit = Pit(opening)
    for by, code in (
        (pit.okafor, 403),
        (pit.house.staff("inspector", "I. Spector").client, 403),
        (pit.house.client(), 401),
    ):
        assert pit.propose("n7", by).status_code == code  # this book names the casino supervisor
    assert pit.propose("none").status_code == 404 and pit.second("none").status_code == 409
    bad = pit.propose("n9")
    assert bad.status_code == 409 and bad.json()["faults"][0]["place"] == "repeals.8.1.1"
    assert pit.propose("n7").is_success and pit.propose("n8").is_success
    assert pit.second("n7").is_success
    conflict = pit.second("n8")  # the law has moved on since it was proposed
    assert conflict.status_code == 409 and "also set by" in conflict.json()["detail"]
    pit.take_back("n7")
    assert pit.second("n8").is_success
    draft(books, "n6", at="2027-01-01T03:59", three_alike="12 to 1")
    assert pit.propose("n6").is_success
    pit.clock.shows = HOUR - timedelta(minutes=1)
    passed = pit.second("n6")
    assert passed.status_code == 409 and "that hour has passed" in passed.json()["detail"]


def test_a_draft_is_typed_in_a_browser(books: OwnBooks, tab: Callable[..., Page], house: Served) -> None:
    """A fault stands beside the place that has it, and is gone once that is mended."""
    page = tab("/staff")
    sign_in(page, house, "casino supervisor", "L. Brandt")
    page.goto(f"{house.base}/drafts")
    begin = page.locator("form[data-post='/api/drafts']")
    begin.get_by_label("Book").select_option(RED_DOG)
    begin.get_by_label("Name").fill("n7")
    begin.get_by_label("Cited as").fill("Notice n7")
    begin.get_by_label("Commences").fill("2020-01-01T04:00")
    begin.get_by_role("button", name="Begin").click()
    expect(page.locator(".drafts")).to_contain_text("n7")
    page.goto(f"{house.base}/drafts/{RED_DOG}/n7?change=spread_pays")
    one = page.locator("form.control", has=page.locator("input[name=name][value='spread_pays.1']"))
    one.locator("input[name=value]").fill("6 to 1")
    one.get_by_role("button", name="Change").click()
    expect(page.locator("main")).to_contain_text("Spread pays 1: 5 to 1 becomes 6 to 1")
    hours = page.locator("form", has=page.get_by_label("Cited as"))
    expect(hours.get_by_role("alert")).to_contain_text("which has passed")
    expect(page.locator("main")).to_contain_text("It cannot be published: 1 thing must be put right")
    hours.get_by_label("Commences").fill("2099-01-01T04:00")
    hours.get_by_role("button", name="Keep these hours").click()
    expect(page.locator("main")).to_contain_text("It could be published as it stands")
    expect(hours.get_by_role("alert")).to_have_count(0)
    text = (books.folder / "n7.toml").read_text()
    assert 'value = { 1 = "6 to 1" }' in text and "commences = 2099-01-01T04:00:00" in text
