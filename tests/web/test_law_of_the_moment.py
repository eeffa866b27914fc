"""A house over the hour of a change, and a house one of whose tables cannot run: every other page works."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from houseway import games
from houseway.ledger import Post
from tests.own_books import RED_DOG, OwnBooks, own_books
from tests.waiting import until
from tests.web.served import Served

HOUR = datetime(2027, 1, 1, 4)
PAGES = ("/", "/books", "/record", "/odds", "/api/tables", "/healthz", "/table/RD-2", "/record/RD-2", "/keno")


class Clock:
    """The clock on the house's wall, set by hand."""

    def __init__(self) -> None:
        self.shows = HOUR - timedelta(minutes=5)

    def __call__(self) -> datetime:
        return self.shows


@pytest.fixture
def books(tmp_path: Path) -> Iterator[OwnBooks]:
    folder = tmp_path / "books"
    folder.mkdir()
    with own_books(folder) as own:
        yield own


def everything_else_works(house: Served, but: str = "") -> None:
    boss = house.staff("casino supervisor", "L. Brandt")
    for page in (page for page in (*PAGES, "/pit") if page != but):
        assert boss.client.get(page).status_code == 200, page


def test_tables_change_over_at_the_hour_by_themselves(books: OwnBooks, opening: Callable[..., Served]) -> None:
    books.notice("n1", "2027-01-01T04:00:00", 'spread_pays = { BY, value = { 1 = "6 to 1" } }')
    books.notice("n2", "2027-01-01T04:00:00", "[provisions.places]\nareas = { BY, value = [9] }", of="act-1992-red-dog")
    clock = Clock()
    house = opening(clock=clock)
    house.open_table("RD-9", RED_DOG)
    tables = house.premises.house.tables
    before = tables["RD-9"].edition.digest
    assert tables["RD-2"].state.status == "open"
    reader = house.client()

    def expectation(at: str = "") -> str:
        return str(reader.get(f"/odds/{RED_DOG}/what-if.json", params={"at": at}).json()["wagers"][0]["before"])

    old, new = expectation(), expectation("2027-01-01T04:00")
    assert old != new
    for page in (f"/train/{RED_DOG}", f"/odds/{RED_DOG}/what-if"):
        assert "Notice n1" in reader.get(page, params={"at": "2027-01-01T04:00"}).text
        assert reader.get(page, params={"at": "1900-01-01"}).status_code == 404
    clock.shows = HOUR + timedelta(seconds=1)
    until(lambda: tables["RD-9"].edition.digest != before, "the hour to come")
    until(lambda: tables["RD-2"].state.status == "frozen", "the hour to come")
    anna = house.someone("Anna")
    # a table has changed over a moment before that is on disk, and is told once it is
    until(lambda: "Notice n1 holds from now on" in anna.client.get("/table/RD-9").text, "the table to be told")
    assert "5 to 1 becomes 6 to 1" in anna.client.get("/table/RD-9").text
    assert expectation() == new and expectation("2027-01-01T03:59") == old  # nothing of yesterday is taken for today's
    boss = house.staff("casino supervisor", "L. Brandt")
    assert "does not fit this table" in boss.client.get("/pit?table=RD-2").text
    everything_else_works(house)


def test_a_carry_that_cannot_be_read_stops_one_table(books: OwnBooks, opening: Callable[..., Served]) -> None:
    house = opening()
    house.open_table("RD-9", RED_DOG)  # one that nobody deals meanwhile
    table, ledger = house.premises.house.tables["RD-9"], house.premises.ledger
    body = {"script": "play", "carry": {"faithful": 1}, "tape": [], "chips": [], "events": []}
    ledger.post([Post("RD-9", "began", house.premises.house.clock().isoformat(), "house:house", body)]).result()
    assert table.name == "RD-9"
    house.close()
    house = opening()
    assert "faithful" in house.premises.house.out_of_order["RD-9"]
    boss = house.staff("casino supervisor", "L. Brandt")
    assert "there is no &#39;faithful&#39; here" in boss.client.get("/pit").text
    refused = boss.client.get("/api/tables/RD-9")
    assert refused.status_code == 409 and "out of order" in refused.json()["detail"]
    everything_else_works(house)


def test_a_book_that_is_gone_stops_its_tables_alone(books: OwnBooks, opening: Callable[..., Served]) -> None:
    folder = games.folder("red_dog") / "books"
    (books.folder / "red_dog").mkdir()
    text = (folder / "vic_1997.toml").read_text().replace(f'id = "{RED_DOG}"', 'id = "own-red-dog"')
    (books.folder / "red_dog" / "own.toml").write_text(text)
    shutil.copy(folder / "vic_1997.md", books.folder / "red_dog" / "own.md")
    games.read_again()
    house = opening()
    house.open_table("RD-9", "own-red-dog")
    house.close()
    (books.folder / "red_dog" / "own.toml").unlink()
    games.read_again()
    house = opening()
    assert "no rulebook is called 'own-red-dog'" in house.premises.house.out_of_order["RD-9"]
    everything_else_works(house)
    house.close()
    (books.folder / "red_dog" / "own.toml").write_text(text.replace('value = "11 to 1"', 'value = "eleven"'))
    games.read_again()
    house = opening()
    assert (
        "eleven" in house.premises.house.out_of_order["RD-9"]
        and "own.toml" in house.premises.house.out_of_order["RD-9"]
    )
    everything_else_works(house)
    (books.folder / "torn.toml").write_text("[amendment\n")  # of which book, nobody can tell
    games.read_again()
    boss = house.staff("casino supervisor", "L. Brandt")
    listed = boss.client.get("/pit").text.partition('id="tables"')[2].partition("</nav>")[0]
    assert "torn.toml" in listed and "own.toml" in listed and listed.count("Does not load") == 2
    for page in ("/books/own-red-dog", "/odds/own-red-dog", "/api/books/own-red-dog"):
        told = boss.client.get(page)
        assert told.status_code == 409 and told.json()["code"] == "book" and "'eleven'" in told.json()["detail"], page
        assert str(books.folder) not in told.text


def test_keno_tells_its_desk_its_board_and_its_players(books: OwnBooks, opening: Callable[..., Served]) -> None:
    books.notice(
        "k1", "2027-01-01T04:00:00", "schedules.standard = { BY, value = { 1 = { 1 = 4 } } }", of="act-1992-keno"
    )
    clock = Clock()
    house = opening(clock=clock)
    boss, anna = house.staff("casino supervisor", "L. Brandt").client, house.someone("Anna").client
    keno = house.premises.keno.keno
    until(lambda: keno.standing.law is not None, "the first game to open")
    change = "schedules standard 1 1: 3 becomes 4"
    for page in ("/keno", "/keno/console"):
        assert f"From 1 January 2027 at 04:00: Notice k1 ({change})" in boss.get(page).text
    clock.shows = HOUR
    until(lambda: keno.standing.changed is not None, "the hour to come")
    until(lambda: anna.get("/api/keno").json()["law"] is not None, "the board to tell it")
    for client, page in ((anna, "/keno"), (anna, "/keno/board"), (boss, "/keno/console/part")):
        text = client.get(page).text
        assert f"Notice k1 holds from now on: {change} (Notice k1 § 1)" in text, page


def test_a_keno_book_that_fails_stops_keno_alone(books: OwnBooks, opening: Callable[..., Served]) -> None:
    books.notice("k1", "2027-01-01T04:00:00", 'schedules.standard = { BY, value = "eleven" }', of="act-1992-keno")
    house = opening()
    assert "k1.toml" in house.premises.house.out_of_order["KENO"]
    boss = house.staff("casino supervisor", "L. Brandt").client
    assert "k1.toml" in boss.get("/pit").text and "Out of order" in boss.get("/").text
    for page in ("/keno", "/keno/board", "/keno/console", "/keno/reports", "/api/keno", "/api/keno/report"):
        refused = boss.get(page)
        assert refused.status_code == 409 and "k1.toml" in refused.text, page
    order = {"key": "0d4b0f1e-7c52", "act": "open day", "as": "staff"}
    assert boss.post("/api/keno/orders", json=order).status_code == 409
    everything_else_works(house, but="/keno")
