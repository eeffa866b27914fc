"""Company for a first round, at tables, at terminals of Rapid Roulette and at keno: offered once, said and marked by steps."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.waiting import until
from tests.web.served import Served

Tab = Callable[..., Page]
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
}
screens = pytest.mark.parametrize("screen", SCREENS)


def says(page: Page, words: str) -> None:
    """Company says it, in sight."""
    expect(page.locator("#aim .guide")).to_contain_text(words)
    expect(page.locator("#aim .guide p")).to_be_in_viewport(ratio=1)


def marks(page: Page, *wanted: str) -> None:
    """Exactly this is marked, and something of it can be seen."""
    expect(page.locator(f":is({', '.join(wanted)}).guided").first).to_be_in_viewport()
    expect(page.locator(f".guided:not({', '.join(wanted)})")).to_have_count(0)


def offered(page: Page) -> Locator:
    return page.locator("#aim").get_by_role("button", name="A guided first round")


@screens
def test_a_spin_in_company(tab: Tab, house: Served, screen: str) -> None:
    page = tab("/rapid/RR-1/ATS-4", **SCREENS[screen])
    page.locator("#buy[open]").wait_for()
    expect(offered(page)).to_be_in_viewport(ratio=1)
    offered(page).click()
    says(page, "closed until there is credit")
    marks(page, "#buy")
    page.locator("[data-notes='5000']").click()
    says(page, "Choose a chip of the tray, then touch a number")
    marks(page, ".tray")
    page.locator("#cloth svg:visible [data-spot='straight:5']").click()
    says(page, "Your chip lies there")
    marks(page, "#count")
    expect(page.locator("#staked")).to_have_text("$5")
    house.premises.loop.call_soon_threadsafe(_over, house.premises.dealers["RR-1"])
    says(page, "That was a spin")
    marks(page, "#came")
    expect(page.locator("#came")).to_contain_text(re.compile(r"^Spin 1: \d+ (red|black|green)\. You laid \$5"))
    page.get_by_role("button", name="Thank you").click()
    expect(page.locator(".guided, .guide")).to_have_count(0)
    expect(page.locator("#aim [data-how]")).to_be_focused()
    page.reload()
    expect(page.locator("#phase")).not_to_have_text("Connecting")
    expect(offered(page)).to_have_count(0)  # once
    page.locator("#aim [data-how]").click()
    page.locator("#sheet").get_by_role("button", name="A guided first round").click()
    says(page, "in company")


def _over(clock: Any) -> None:
    """The rest of the wagering period passes."""
    clock.closes = 0.0
    clock._changed.set()


@screens
def test_a_game_of_keno_in_company(tab: Tab, house: Served, screen: str) -> None:
    boss = house.staff("casino supervisor", "L. Brandt").client

    def desk(act: str, **details: Any) -> None:
        doc = {"key": uuid.uuid4().hex, "act": act, "details": details, "as": "staff"}
        answer = boss.post("/api/keno/orders", json=doc)
        assert answer.status_code == 200, answer.text

    until(lambda: boss.get("/api/keno").json()["selling"], "a game to be sold")
    desk("take over")
    page = tab("/keno", **SCREENS[screen])
    expect(page.locator("[data-selling-words]")).to_contain_text("open")
    offered(page).click()
    says(page, "Mark numbers")
    marks(page, ".grid", "[data-pick=quick]")
    for number in range(1, 17):  # one more than an entry may have
        page.locator(f"[data-number='{number}']").click()
    says(page, "cannot be issued as it stands")
    marks(page, "#why")
    page.get_by_role("button", name="Clear").click()
    says(page, "Mark numbers")
    for number in (3, 17, 24):
        page.locator(f"[data-number='{number}']").click()
    says(page, "what they can win")
    marks(page, "#issue")
    page.locator("#issue").click()
    says(page, "Your ticket is kept")
    marks(page, "#own-tickets")
    desk("close game")
    says(page, "marked as they come")
    desk("key draw", numbers=[3, 17, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57])
    desk("confirm draw")
    says(page, "That was a game")
    marks(page, "#own-tickets")
    expect(page.locator(".own-ticket .words")).to_contain_text("2 of 3 matched")
    page.get_by_role("button", name="Thank you").click()
    expect(page.locator(".guided, .guide")).to_have_count(0)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (768, 1024), (1024, 768), (1280, 800)], ids=str)
def test_company_stays_in_sight_at_every_width(tab: Tab, house: Served, size: tuple[int, int]) -> None:
    """Of a layout, which on a phone is longer than the screen."""
    page = tab("/table/AR-1", width=size[0], height=size[1])
    expect(offered(page)).to_be_in_viewport(ratio=1)
    offered(page).click()
    says(page, "Choose a chip")
    marks(page, ".tray")
    page.locator("[data-tray='500'], [data-chip='500']").first.click()
    says(page, "Lay it")
    marks(page, ".felt")
    page.mouse.wheel(0, 300)
    says(page, "Lay it")
    page.locator(".felt:visible [data-spot=red]").first.click()
    says(page, "Press Ready")
