"""How to play: every game is told to a stranger, its payments come from its book, its worked round from the table's own code."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from houseway import games
from houseway.play.states import State
from houseway.web import cloths
from houseway.web.how.worked import YOU, how_to_play
from tests.web.served import Served

Tab = Callable[..., Page]
NOW = datetime(2026, 11, 17)
BOOKS = [
    f"{id}+{variant}" if variant else id
    for id, book in games.library().items()
    if not book.missing and games.cloth(book.game) is not None
    for variant in ("", *book.variants)
]


@pytest.mark.parametrize("book", BOOKS)
def test_every_game_is_told_and_its_worked_round_comes_out(book: str) -> None:
    how = how_to_play(book, NOW)
    assert how.aim and len(how.aim) < 90, "one line"
    assert len(how.told) == 3
    rows = [row for _, group in how.pays for row in group]
    assert len(rows) > 2 and all(what and pays and by.clauses for what, pays, by in rows), "each with its clause"
    last = how.steps[-1].view
    assert last.state is State.SETTLED and not last.felt.wagers
    assert any(line.wager.player == YOU and line.won for line in last.felt.lines), "a worked round shows a win"
    for step in how.steps:
        for side in ("player", "phone"):
            assert "<svg" in cloths.picture(how.game, side, step.view)


def test_payments_follow_the_book() -> None:
    told = {what: pays for _, rows in how_to_play("act-1992-blackjack+over-under", NOW).pays for what, pays, _ in rows}
    assert told["Blackjack"] == "3 to 2" and told["First two cards over 13"] == "1 to 1"
    assert "First two cards over 13" not in {
        what for _, rows in how_to_play("act-1992-blackjack", NOW).pays for what, _, _ in rows
    }


def test_a_stranger_reads_steps_through_and_is_guided(tab: Tab, house: Served, stacked: Callable[[str], None]) -> None:
    stacked("7S 4H 5D")
    page = tab("/table/RD-1")
    aim = page.locator("#aim")
    expect(aim).to_contain_text("does the third fall between them?")
    aim.get_by_role("button", name="How to play").click()
    sheet = page.locator("#sheet")
    expect(sheet.locator(".sentences li")).to_have_count(3)
    expect(sheet.locator(".pays tr").first).to_contain_text("5 to 1")
    expect(sheet.get_by_role("link", name="in the lab")).to_have_attribute("href", "/odds/vic-1997-red-dog")
    sheet.get_by_role("button", name="Step through a round").click()
    worked = page.locator("#worked")
    expect(worked).to_contain_text("Nothing here is played. Step 1 of")
    for step in range(2, 6):
        worked.get_by_role("button", name="On").click()
        expect(worked).to_contain_text(f"Step {step} of")  # a second press on the same step would lead to the same next
    expect(worked.locator("svg.cloth")).to_contain_text("Spread 2")
    expect(worked.get_by_role("button", name="On")).to_be_focused()  # focus stays on the way
    page.keyboard.press("Escape")
    expect(worked).to_have_count(0)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    # the first visit offers company, and every step of a round is said and marked
    aim.get_by_role("button", name="A guided first round").click()
    expect(aim).to_contain_text("Take a seat")
    page.locator("#p-area-4").click()
    expect(aim).to_contain_text("Choose a chip")
    page.locator("[data-chip='500']").click()
    expect(aim).to_contain_text("Lay it")
    expect(page.locator("#p-area-4.guided")).to_have_count(1)
    page.locator("#p-area-4").click()
    expect(aim).to_contain_text("Press Ready")
    page.get_by_role("button", name="Ready with $5").click()
    expect(aim).to_contain_text("Your decision")
    page.get_by_role("button", name="No raise").click()
    expect(aim).to_contain_text("That was a round")
    expect(page.locator("#decision")).to_contain_text("The five falls between four and seven")
    expect(page.locator("#decision")).to_contain_text("Original $5 at 4 to 1: +$20")
    aim.get_by_role("button", name="Thank you").click()
    expect(page.locator(".guided")).to_have_count(0)
    page.reload()
    expect(aim.get_by_role("button", name="A guided first round")).to_have_count(0)  # offered once


def test_a_page_of_its_own(tab: Tab, house: Served) -> None:
    page = tab("/how/vic-2000-pai-gow?step=6", width=390, height=844)
    expect(page.locator("h1")).to_have_text("How Pai Gow is played")
    expect(page.locator(".felt.phone svg")).to_be_visible()
    page.get_by_role("link", name="On").click()
    expect(page.locator(".happened")).to_contain_text("less 5 %")
    assert page.request.get(f"{house.base}/how/no-such-book").status == 404
