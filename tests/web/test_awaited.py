"""Whose word it takes, on the screen of whoever gives it: in the pit, whichever table they look at."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.served import Served

Tab = Callable[..., Page]


def sign_in(page: Page, house: Served, role: str, name: str) -> None:
    assert page.request.post(f"{house.base}/api/staff", data={"name": name, "role": role}).ok


def test_what_takes_anothers_word_comes_to_their_screen(tab: Tab, house: Served) -> None:
    house.open_table("RD-8", "vic-1997-red-dog")
    house.open_table("RD-9", "vic-1997-red-dog")
    anna, dealer = house.someone("Anna"), house.staff("dealer")
    anna.must("RD-9", "place", spot="original", cents=1000, area=1)
    for details in ({}, {"value": "7S"}, {"value": "4H"}):
        dealer.must("RD-9", "answer", **details)

    # 9.5: the dealer notifies, the game supervisor has it in the pit while looking at another table.
    console, pit = tab("/staff"), tab("/staff")
    sign_in(console, house, "dealer", "M. Okafor")
    sign_in(pit, house, "game supervisor", "G. Soup")
    pit.goto(f"{house.base}/pit?table=RD-8")
    expect(pit.locator("#waiting")).to_contain_text("nothing waits for you elsewhere")
    console.goto(f"{house.base}/table/RD-9/dealer")
    console.get_by_role("button", name="Notify the game supervisor: First two in wrong boxes").click()
    expect(pit.locator("#tables")).to_contain_text("1 for you")
    expect(console.locator("#wrong")).to_contain_text("the game supervisor has it on the screen")

    # Taken back by whoever asked, and asked again.
    console.get_by_role("button", name="Take it back").click()
    expect(pit.locator("#tables")).not_to_contain_text("for you")
    console.get_by_role("button", name="Notify the game supervisor: First two in wrong boxes").click()
    expect(pit.locator("#tables")).to_contain_text("1 for you")

    # Declined, with why: whoever asked is told, and says so.
    pit.locator("#waiting").get_by_label("Why").fill("they lie right")
    pit.locator("#waiting").get_by_role("button", name="Decline").click()
    expect(console.locator("#wrong")).to_contain_text("G. Soup declines what M. Okafor asked for")
    expect(pit.locator("#tables")).not_to_contain_text("for you")
    console.get_by_role("button", name="I have been told").click()
    expect(console.locator("#wrong")).not_to_contain_text("declines")

    # A supervisor asks, too: 6.5 is the gaming shift manager's, who allows it from another table.
    shift = tab("/staff")
    sign_in(shift, house, "gaming shift manager", "S. Night")
    shift.goto(f"{house.base}/pit?table=RD-9")
    marker = pit.locator("form[data-act=marker]")
    marker.get_by_label("Player").fill("Anna")
    marker.get_by_label("Area").fill("1")
    marker.get_by_label("Up to").fill("1000")
    marker.get_by_role("button", name="Ask for it").click()
    expect(shift.locator("#waiting")).to_contain_text("RD-8 G. Soup, game supervisor, asks: marker")
    shift.locator("#waiting").get_by_role("button", name="Allow").click()
    expect(pit.locator("#facts")).to_contain_text("Anna, up to $1,000")
    table = house.premises.house.tables["RD-8"]
    assert [(one.player, one.by) for one in table.state.sign.markers] == [("Anna", "gaming shift manager")]


def test_a_rounds_question_to_a_supervisor_is_answered_in_the_pit(tab: Tab, house: Served) -> None:
    house.open_table("AR-8", "act-1992-american-roulette")
    house.open_table("AR-9", "act-1992-american-roulette")
    anna, dealer = house.someone("Anna"), house.staff("dealer")
    anna.must("AR-9", "place", spot="red", cents=1000)
    dealer.must("AR-9", "answer")
    dealer.must("AR-9", "irregularity", kind="out-of-the-wheel")
    dealer.must("AR-9", "answer")  # before it is spun again somebody looks at it
    pit = tab("/staff", width=390, height=844)
    sign_in(pit, house, "casino supervisor", "L. Brandt")
    pit.goto(f"{house.base}/pit?table=AR-8")
    expect(pit.locator("#waiting")).to_contain_text("AR-9 asks the")
    pit.locator("#waiting").get_by_role("button", name="The ball is fit for play").click()
    expect(pit.locator("#waiting")).to_contain_text("nothing waits for you elsewhere")
    house.premises.ledger.settle_down()
    assert house.premises.ledger.newest("AR-9", "answered", 1)[0].by == "casino supervisor:L. Brandt"
