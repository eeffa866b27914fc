"""A round on record is put right in the browser: everything that was keyed stands there, and somebody else signs."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from houseway.floor.house import PLAY_CREDIT
from tests.web.served import Served


def test_a_round_long_paid_is_put_right(tab: Callable[..., Page], house: Served) -> None:
    house.open_table("RD-9", "vic-1997-red-dog")
    anna, dealer = house.someone("Anna"), house.staff("dealer")
    for third in ("5D", "KD"):
        anna.must("RD-9", "place", spot="original", cents=1000, area=1)
        dealer.must("RD-9", "answer")
        for card in ("7S", "4H"):
            dealer.must("RD-9", "answer", value=card)
        dealer.must("RD-9", "answer")
        dealer.must("RD-9", "answer", value=third)
        dealer.must("RD-9", "answer", value=True)
    assert house.premises.house.credit("Anna") == PLAY_CREDIT + 4000 - 1000

    page = tab("/staff")
    page.get_by_label("Name, as on the badge").fill("M. Okafor")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Signed in as")).to_be_visible()
    page.goto(f"{house.base}/record/RD-9/1")
    page.get_by_role("link", name="Put this round right").click()
    expect(page.locator("#mend li")).to_have_count(6)

    def sign(name: str) -> None:
        sheet = page.locator("#sheet")
        sheet.get_by_label("Signed by").fill(name)
        sheet.get_by_role("button", name="Sign the correction").click()

    # The third card was the queen: Anna lost. Who asks does not sign.
    third_card = page.locator("#mend li:has(> b:text('Third card'))")
    third_card.get_by_label("Instead").fill("QC")
    third_card.get_by_role("button", name="Show").first.click()
    expect(page.locator("#sheet .moved")).to_contain_text("−$50")
    sign("M. Okafor")
    expect(page.locator("#sheet")).to_contain_text("another person signs")
    sign("L. Brandt")
    expect(page.locator("#mend")).to_contain_text("Third card, queen of clubs")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 1000 - 1000

    # Twenty lay there, not ten; what cannot be is refused with its clause and changes nothing.
    original = page.locator("#mend li:has(> b:text('The original wagers'))")
    original.get_by_label("Anna").fill("20")
    original.get_by_role("button", name="Show").first.click()
    sign("L. Brandt")
    expect(original.get_by_label("Anna")).to_have_value("20")
    third_card.get_by_label("Instead").fill("ZZ")
    third_card.get_by_role("button", name="Show").first.click()
    expect(page.locator("#main > .answer.no")).to_be_visible()
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 2000 - 1000
    page.goto(f"{house.base}/record/RD-9/1")
    expect(page.locator(".shown")).to_contain_text("It was 5D, and is QC.")
    expect(page.locator(".notation")).to_contain_text("corrected 5D to QC, asked by M. Okafor, signed by L. Brandt")
