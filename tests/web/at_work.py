"""People at a table in a real browser: a dealer who signs in and keys cards, a player who sits down and lays a chip."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.served import Served


def console(tab: Callable[..., Page], house: Served, table: str) -> Page:
    """A dealer's console at a table."""
    page = tab("/staff")
    page.get_by_label("Name, as on the badge").fill("M. Okafor")
    page.get_by_label("Dealer").check()
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("main")).to_contain_text("Signed in as M. Okafor")
    page.goto(f"{house.base}/table/{table}/dealer")
    return page


def seat(page: Page, box: int, cents: int, says: str = "yours") -> None:
    """A player takes a seat and lays a chip on it, which the box then says."""
    at = page.locator(f"#p-area-{box}")
    at.click()
    expect(page.locator("#state")).to_contain_text(f"Box {box}")
    page.locator(f"[data-chip='{cents}']").click()
    at.click()
    expect(at).to_have_attribute("aria-label", re.compile(says))


def key_in(page: Page, cards: str) -> None:
    """Keys cards at the console, one after another."""
    for card in cards.split():
        expect(page.locator("#work")).to_have_attribute("data-kind", "Draw")
        number = page.locator("#work").get_attribute("data-number")
        for key in card:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        expect(page.locator("#work")).not_to_have_attribute("data-number", str(number))
