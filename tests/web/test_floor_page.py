"""Lobby and doors: every game in sight, a seat two taps away, nobody stuck, staff taken to the page they asked for."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from houseway.ledger import Post, Transfer
from tests.web.served import Served

Tab = Callable[..., Page]


def test_every_game_is_in_sight_and_told_apart(tab: Tab, house: Served) -> None:
    page = tab("/")
    plan = page.locator("#plan")
    for words in ("Over/Under 13", "Triple Play", "Bonanza", "Mini-Baccarat", "Canberra Poker", "Caribbean Stud Poker"):
        expect(plan).to_contain_text(words)
    lowest = page.evaluate(
        "Math.max(...[...document.querySelectorAll('#plan .id')].map((n) => n.getBoundingClientRect().bottom))"
    )
    assert lowest < 800, "all tables above the fold at 1280 by 800"
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    expect(page.locator("#spot-RD-4")).to_contain_text("Waits for a dealer")
    expect(page.locator("#lately")).to_contain_text("Jackpot")
    page.locator("#spot-BJ-3").click()
    expect(page.locator("#chosen h2").first).to_contain_text("Triple Play BJ-3")
    expect(page.locator("#chosen")).to_contain_text("against three hands of the dealer")
    page.goto(house.base + "/table/RD-4")
    expect(page.locator("#decision")).to_contain_text("waits for a dealer")


def test_on_a_phone_a_seat_is_two_taps_away(tab: Tab, house: Served) -> None:
    page = tab("/", width=390, height=844, has_touch=True, is_mobile=True)
    expect(page.locator(".mine")).to_contain_text("Credit $1,000")
    page.get_by_role("link", name="RD-2").first.tap()
    page.locator("#m-area-4").tap()
    expect(page.locator("#state")).to_contain_text("Area 4")


def test_more_play_credit_when_it_is_gone(tab: Tab, house: Served) -> None:
    page = tab("/table/RD-1")
    name = next(iter(json.loads(page.request.get(house.base + "/api/tables/RD-1").text())["you"].values()))
    again = page.request.post(
        house.base + "/api/players/credit", headers={"Content-Type": "application/json"}, data="{}"
    )
    assert again.status == 409 and "once yours is gone" in again.text()
    ledger = house.premises.ledger
    gone = Transfer(f"player:{name}", "cage", 100_000, "play credit")
    ledger.post([Post("cage", "welcome", "2026-11-17T00:00:00", f"player:{name}", {}, (gone,))], "spent", "welcome", {})
    page.reload()
    expect(page.locator("#credit")).to_contain_text("Your play credit is gone")
    page.get_by_role("button", name="More play credit").click()
    expect(page.locator("#credit b").first).to_have_text("$1,000")
    expect(page.get_by_role("button", name="More play credit")).to_have_count(0)


def test_staff_are_taken_to_the_page_they_asked_for(tab: Tab, house: Served) -> None:
    page = tab("/keno/console")
    expect(page).to_have_url(house.base + "/staff?to=%2Fkeno%2Fconsole")
    page.get_by_label("Name, as on the badge").fill("M. Okafor")
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(house.base + "/keno/console")
    page.goto(house.base + "/staff?to=//elsewhere.example")
    assert "elsewhere" not in page.locator("main").inner_html(), "nobody is sent out of the house"
    for name in ("The pit", "Jackpots", "Console", "Runner", "RD-1"):
        expect(page.locator(".work").get_by_role("link", name=name, exact=True)).to_be_visible()


def test_the_system_is_followed_until_somebody_chooses(tab: Tab, house: Served) -> None:
    page = tab("/", color_scheme="dark")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(ground)
    assert page.evaluate("document.documentElement.classList.contains('dim')") and dark != "rgb(242, 245, 242)"
    page.get_by_role("button", name="Dim the lights").click()
    assert page.evaluate(ground) == "rgb(242, 245, 242)"
    page.reload()
    assert page.evaluate(ground) == "rgb(242, 245, 242)", "the choice is kept"


def test_the_jackpot_fits_its_wall(tab: Tab, house: Served) -> None:
    for width, height in ((1280, 720), (1920, 1080), (3840, 2160)):
        page = tab("/jackpot/reef", width=width, height=height)
        box = page.evaluate(
            "(b => [b.left, b.top, b.right, b.bottom])(document.querySelector('.meter').getBoundingClientRect())"
        )
        assert box[0] >= 0 and box[1] >= 0 and box[2] <= width and box[3] <= height, (width, box)
