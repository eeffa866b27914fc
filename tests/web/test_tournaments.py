"""Tournaments in a real Chromium and over the API: from the organiser's form to the prize, with four people on four pages."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from houseway.floor.pace import Pace
from houseway.forms import write
from tests.tournament_play import conditions, stage
from tests.waiting import until
from tests.web.at_work import key_in
from tests.web.served import Served, Someone

Tab = Callable[..., Page]
NOTICE_26 = "vic-1999-baccarat-notice-26+act-1992-baccarat"


def order(who: Someone, name: str, act: str, **details: Any) -> httpx.Response:
    doc = {"key": uuid.uuid4().hex, "act": act, "details": details, "as": who.capacity}
    return who.client.post(f"/api/tournaments/{name}/orders", json=doc)


def must(who: Someone, name: str, act: str, **details: Any) -> dict[str, Any]:
    reply = order(who, name, act, **details)
    assert reply.status_code == 200, reply.text
    doc: dict[str, Any] = reply.json()
    return doc


def signed_in(tab: Tab, house: Served, role: str, name: str, path: str) -> Page:
    page = tab("/staff")
    page.get_by_label("Name, as on the badge").fill(name)
    page.get_by_label(role, exact=True).check()
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("main")).to_contain_text(f"Signed in as {name}")
    page.goto(f"{house.base}{path}")
    return page


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_four_people_play_a_tournament_from_the_form_to_the_prize(tab: Tab, house: Served) -> None:
    house.open_table("BN-1", NOTICE_26, minimum=1000, maximum=50_000, areas=7)
    # The organiser drafts conditions in a form that knows what the book asks for.
    desk = signed_in(
        tab, house, "Casino supervisor", "L. Brandt", f"/tournaments/new?book={NOTICE_26}&format=accumulation"
    )
    expect(desk.locator("form.conditions")).to_contain_text("must be stated")
    for name, value in (
        ("title", "Little Cup"), ("fee.cents", "100"), ("entry.most", "4"), ("prizes.parts", "100"),
        ("stages.0.hands", "1"), ("stages.0.tables", "1"), ("stages.0.seats", "4"), ("stages.0.secret_wagers", "1"),
    ):  # fmt: skip
        desk.locator(f"[name='conditions.{name}']").fill(value)
    press(desk, "Put the draft on record")
    expect(desk.locator("h1")).to_have_text("Little Cup")
    name = desk.url.split("/")[-2]
    expect(desk.locator("#t-due")).to_contain_text("wait for approval")
    must(house.staff("commission", "A. Rule"), name, "approve", reference="A-26")
    press(desk, "Publish the conditions and open entries")
    expect(desk.locator("#t-state")).to_contain_text("Entries open")

    # Two players enter, one of them on a phone, and pay from their own credit.
    ann, ben = tab(f"/tournaments/{name}"), tab(f"/tournaments/{name}", width=390, height=844)
    names = []
    for page in (ann, ben):
        press(page, "Enter, $100")
        expect(page.locator("#t-own")).to_contain_text("You have entered")
        names.append(page.locator("#t-board .own").inner_text().strip())
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing goes off the side"
    assert [house.premises.house.credit(one) for one in names] == [90_000, 90_000]

    # The director closes entries, names the table, draws and begins.
    desk.locator("#t-due").get_by_role("button", name="Close entries").click()
    desk.locator("#t-due [name=tables]").fill("BN-1")
    press(desk, "Name the tables")
    press(desk, "Draw the seats of Final")
    press(desk, "Begin Final")
    for page in (ann, ben):
        page.get_by_role("link", name="To your table, BN-1").click()
        expect(page.locator("#credit")).to_contain_text("$1,000")
        expect(page.locator("#tournament")).to_contain_text("hand 1 of 1")

    # Ann wagers in secret; only she, and the supervisor who examines the form, know what it is.
    console = signed_in(tab, house, "Game supervisor", "K. Lang", "/table/BN-1/dealer")
    ann.get_by_role("button", name="Secret wager").click()
    for field, value in (("words", "four hundred"), ("figures", "400")):
        ann.locator(f"#sheet [name={field}]").fill(value)
    ann.locator("#sheet [name=kind]").select_option("banker")
    ann.locator("#sheet").get_by_role("button", name="Hand in the form").click()
    expect(ann.locator("#tournament")).to_contain_text("0 secret wagers left; your form is in")
    expect(ann.locator("#credit")).to_contain_text("$600")
    seat = house.premises.house.tables["BN-1"].state.seat_of(names[1])
    assert seat is not None
    ben.locator("[data-chip='1000']").first.click()
    ben.locator(f"[data-area='{seat.area}'][data-spot='player']").locator("visible=true").first.click()
    expect(ben.locator("#tournament")).to_contain_text("1 of 2")
    assert "400" not in ben.locator("main").inner_text() and "$400" not in desk.locator("#t-board").inner_text()
    expect(console.locator("#work")).to_contain_text("banker $400")
    press(console, "In order")
    expect(console.locator("#work")).to_contain_text("examined")
    console.locator("#work .next").click()
    key_in(console, "2S 9H 3D KC")  # nine beats five at once
    while house.premises.house.tables["BN-1"].state.tournament.played == 0:  # type: ignore[union-attr]
        number = console.locator("#work").get_attribute("data-number")
        console.locator("#work .lamp").first.click()
        expect(console.locator("#work")).not_to_have_attribute("data-number", str(number))

    # The last hand is over: the desk ends the session and pays, and everybody sees it.
    press(desk, "The session is over at BN-1")
    press(desk, "Pay the prizes")
    expect(desk.locator("#t-state")).to_contain_text("Over")
    wall = tab(f"/tournaments/{name}/wall")
    expect(wall.locator("#t-wall li").first).to_contain_text(names[0])
    ann.goto(f"{house.base}/tournaments/{name}")
    expect(ann.locator("#t-own")).to_contain_text("You have won $180")
    assert [house.premises.house.credit(one) for one in names] == [108_000, 90_000]
    assert house.premises.ledger.balance(f"tournament:{name}") == 0


@pytest.fixture
def desk(house: Served) -> Callable[..., tuple[Someone, str]]:
    """A tournament that a casino supervisor has drafted over the API."""

    def drafted(book: str, **changes: Any) -> tuple[Someone, str]:
        boss = house.staff("casino supervisor", "L. Brandt")
        doc = write(conditions(stage(book, hands=1), **changes))
        made = boss.client.post("/api/tournaments", json={"key": uuid.uuid4().hex, "conditions": doc})
        assert made.status_code == 201, made.text
        return boss, made.json()["name"]

    return drafted


def _papers(who: Someone, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = who.client.get(f"/api/papers?desk=tournament:{name}").json()
    return found


def test_programs_do_everything_that_pages_do(house: Served, desk: Callable[..., tuple[Someone, str]]) -> None:
    boss, name = desk("act-1992-blackjack")
    rule = house.staff("commission", "A. Rule")
    players = [house.someone() for _ in range(3)]
    no = order(players[0], name, "enter")
    assert no.status_code == 409 and no.headers["content-type"].startswith("application/problem+json")
    alone = order(boss, name, "approve", reference="A")
    assert alone.status_code == 403 and "23.2" in alone.text
    must(rule, name, "approve", reference="A-1")
    must(boss, name, "publish")
    for one in players:
        must(one, name, "enter")
    assert order(players[0], name, "enter").status_code == 409
    must(players[2], name, "withdraw")
    assert order(players[0], name, "draw").status_code in (401, 403)
    must(boss, name, "close entries")
    must(boss, name, "designate", tables=["BJ-1"])
    must(boss, name, "draw", seats={"BJ-1": [one.name for one in players[:2]]})
    must(boss, name, "begin session")
    seen = players[0].client.get(f"/api/tournaments/{name}").json()
    assert seen["you"]["table"] == "BJ-1" and seen["tables"][0]["hands"] == 1 and seen["you"]["need"]["place"] == 1
    assert {row["entrant"] for row in seen["standings"]} == {one.name for one in players[:2]}
    stranger = house.someone()
    assert stranger.do("BJ-1", "place", spot="wager", cents=1000, area=5).status_code == 409
    must(boss, name, "cancel", why="the test is over")
    assert house.premises.house.credit(players[0].name) == 100_000
    read = [{paper["sort"] for paper in _papers(one, name)} for one in (stranger, players[0], boss)]
    hang = {"approval", "tournament conditions", "notice of cancellation"}
    assert read == [hang, {*hang, "entry receipt"}, {*hang, "entry receipt", "refund of an entry"}]
    last = _papers(boss, name)[0]["reference"]
    assert players[0].client.get(f"/papers/{last}/pdf").content.startswith(b"%PDF")
    assert "the test is over" in boss.client.get(f"/papers/{last}").text
    for path, status in (("/api/tournaments/nope", 404), ("/tournaments/nope", 404), ("/api/tournaments/formats", 200)):
        assert boss.client.get(path).status_code == status
    for body in ({"act": "fly"}, {"act": "enter", "details": {"player": 7}, "as": "staff"}, {"act": "move", "x": 1}):
        reply = boss.client.post(f"/api/tournaments/{name}/orders", json={"key": uuid.uuid4().hex, **body})
        assert reply.status_code in (409, 422) and reply.headers["content-type"].startswith("application/problem+json")
    bad = boss.client.post(
        "/api/tournaments", json={"key": uuid.uuid4().hex, "conditions": {"title": "x", "stages": [{"hands": "many"}]}}
    )
    assert bad.status_code == 422 and "stages" in bad.text


def test_one_person_plays_against_the_house_from_the_lobby(opening: Callable[..., Served]) -> None:
    """Everything is dealt at once: the clock that leaves people time is what a person would wait for."""
    house = opening(Pace(wagers=0.3, raises=0.05, card=0.01, step=0.01, result=0.05, decision=0.3))
    one = house.someone("Heron")
    until(lambda: len(house.premises.office.open_for_entry) >= 5, "the house to offer its tournaments")
    lobby = one.client.get("/").text
    assert "Blackjack Knock-out" in lobby and "/tournaments/t1" in lobby
    must(one, "t1", "enter")
    until(lambda: "t1" in house.premises.office.over, "the tournament to be played")
    done = one.client.get("/api/tournaments/t1").json()
    assert done["phase"] == "over" and len(done["places_won"]) == 7 and done["money"]["in the account"] == 0
    assert sum(place["cents"] for place in done["places_won"]) == 12_600
    assert sum(row["house"] for row in done["standings"]) == 6
    assert "You" in one.client.get("/tournaments/t1").text
    until(lambda: any(d.state.programme == "blackjack" for d in house.premises.office.open_for_entry), "another one")
