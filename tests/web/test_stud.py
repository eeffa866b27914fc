"""Stud in a real Chromium: a round with a fold, a bet and a jackpot that the wall shows live, hands that nobody else sees, a
dealer's console with no hand and its irregularities; and what the house refuses, with the clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.floor import jackpots
from houseway.floor.house import PLAY_CREDIT
from tests.web.at_work import console, key_in, seat
from tests.web.served import Served, Someone

VIC, ACT = "vic-1999-caribbean-stud", "act-1992-canberra-poker"
TABLE = "CS-9"
REEF = {"name": "reef", "price": 100, "to_meter": 70, "to_reserve": 15, "reseed": 7_500_000}
BOOMERANG = {"name": "boomerang", "price": 100, "to_meter": 60, "to_reserve": 40, "reseed": 1_000_000}
Tab = Callable[..., Page]


def press(page: Page, name: str) -> None:
    number = page.locator("#work").get_attribute("data-number")
    page.locator("#work").get_by_role("button", name=name).click()
    expect(page.locator("#work")).not_to_have_attribute("data-number", str(number))


def test_a_fold_a_bet_and_a_jackpot_hit(tab: Tab, house: Served, stacked: Callable[[str], None]) -> None:
    one, other, wall = tab("/table/CS-1"), tab("/table/CS-1"), tab("/jackpot/reef", width=1600, height=900)
    expect(wall.locator(".figure")).to_have_text("$75,000")
    seat(one, 4, 2500, "yours, ante")
    seat(other, 2, 500, "yours, ante")
    one.locator("#p-area-4-jackpot").click()
    expect(one.locator("#p-area-4")).to_have_attribute("aria-label", re.compile("in the jackpot"))
    expect(one.locator("#credit b").first).to_have_text("$974")
    stacked("8S 8C 4D 5D KC 5H 6H 7H 8H 9H 2H 2D 7C 9S JD")  # sets of five: box 2, box 4, the dealer
    one.get_by_role("button", name="Ready with").click()
    other.get_by_role("button", name="Ready with").click()
    expect(one.locator("#said")).to_contain_text("Bet or fold")
    expect(wall.locator(".figure")).to_have_text("$75,000.70")  # what the wager fed
    # Each sees five cards of one hand: the own one.
    expect(one.locator("#p-own-0")).to_have_attribute("aria-label", "Five of hearts")
    expect(other.locator("#p-own-4")).to_have_attribute("aria-label", "King of clubs")
    assert "of hearts" not in other.locator("#place").inner_html(), "nobody sees another's hand"
    assert "of clubs" not in one.locator("#place").inner_html()
    one.get_by_role("button", name="Bet, $50").click()
    expect(one.locator("#decision")).to_contain_text("The table waits for the others")
    other.get_by_role("button", name="Fold").click()
    expect(one.locator("#said")).to_contain_text("Dealer pair of twos")
    assert "K of clubs" not in one.locator("#place").inner_html(), "a folded hand is never shown"
    house.pick_up("CS-1")
    expect(wall.locator(".figure")).to_have_text("$67,500.63")  # a tenth has gone
    # 25 on the ante, 50 at 50 to 1, a tenth of the meter, and the dollar.
    expect(one.locator("#credit b").first).to_have_text("$11,024.07")
    expect(other.locator("#credit b").first).to_have_text("$995")
    expect(one.locator("#rounds")).to_contain_text("Dealer pair of twos")
    shown = one.request.get(f"{house.base}/record/CS-1/1", headers={"Accept": "text/html"})
    assert shown.status == 200
    assert "X X X X X" in shown.text(), "cards that lay face down are not named to the public"
    report = jackpots.report(house.premises.ledger, "reef")
    assert report.balances
    assert [(table, hand, cents) for _, table, _, hand, cents in report.prizes] == [("CS-1", "straight flush", 750_007)]


def test_no_hand_at_a_console(tab: Tab, house: Served) -> None:
    """Hands are dealt unseen; the dealer keys the up card, then what is turned."""
    house.open_table(TABLE, ACT, jackpot=BOOMERANG)
    page = console(tab, house, TABLE)
    anna, ben = house.someone("Anna"), house.someone("Ben")
    for who, box in ((anna, 1), (ben, 2)):
        who.must(TABLE, "sit", area=box)
        who.must(TABLE, "place", spot="ante", cents=1000, area=box)
    anna.must(TABLE, "place", spot="jackpot", cents=100)
    expect(page.locator("#d-area-1")).to_have_attribute("aria-label", re.compile("in the jackpot"))
    press(page, "Call “NO MORE BETS”" if page.get_by_text("Call “NO MORE BETS”").count() else "No more bets")
    press(page, "All face down")
    expect(page.locator("#instruction")).to_contain_text("Deal the dealer")
    key_in(page, "9d")
    press(page, "Put the rest of the deck in the rack")
    anna.must(TABLE, "choose", value="bet")
    ben.must(TABLE, "choose", value="fold")
    expect(page.locator("#instruction")).to_contain_text("Collect the folded hands")
    press(page, "Collect the folded hands")
    key_in(page, "as qd jc th")
    expect(page.locator("#steps")).to_contain_text("No hand")
    key_in(page, "ah ad 8s 8c 4c")
    expect(page.locator("#d-area-1")).to_have_attribute("aria-label", re.compile("two pairs, aces and eights"))
    press(page, "Settle from the right")
    press(page, "Count and collect the cards")
    credit = house.premises.house.credit
    assert credit("Anna") == PLAY_CREDIT + 1000 + 5000 - 100  # the ante, the Dead Man's Hand, the chip
    assert credit("Ben") == PLAY_CREDIT - 1000


def test_irregularities_at_a_console(tab: Tab, house: Served) -> None:
    house.open_table(TABLE, VIC)
    page = console(tab, house, TABLE)
    anna, ben = house.someone("Anna"), house.someone("Ben")
    for who, box in ((anna, 1), (ben, 2)):
        who.must(TABLE, "sit", area=box)
        who.must(TABLE, "place", spot="ante", cents=1000, area=box)
    press(page, "Call “No more bets”")
    # A card is exposed: it is turned down again and the deal goes on.
    page.get_by_role("button", name=re.compile("The card is exposed")).click()
    page.keyboard.press("k")
    page.keyboard.press("d")
    page.get_by_role("button", name="Record king of diamonds").click()
    expect(page.locator("#steps")).to_contain_text("Exposed at box 1: the king of diamonds")
    press(page, "All face down")
    key_in(page, "9d")
    press(page, "See that everybody has five cards")
    expect(page.locator("#instruction")).to_contain_text("Fold or bet")
    # Ben has six cards: the deck is counted, his hand is void, Anna may take back hers and stays.
    # The dealer notifies; what is done is directed by the game supervisor.
    boss = house.staff("game supervisor", "L. Brandt")
    expect(page.locator("#wrong")).to_contain_text("A player has a wrong number of cards")
    for button in page.get_by_role("button", name=re.compile("A player has a wrong number of cards")).all():
        expect(button).to_contain_text("Notify the game supervisor")
    boss.must(TABLE, "irregularity", kind="hand-count", area=2)
    expect(page.locator("#instruction")).to_contain_text("Count all the cards")
    page.get_by_label("Count all the cards").fill("52")
    press(page, "Done, go on")
    anna.must(TABLE, "choose", value="stay")
    anna.must(TABLE, "choose", value="bet")
    # And then the dealer's own hand proves to be short: no hand, every ante is paid.
    boss.must(TABLE, "irregularity", kind="dealer-count")
    press(page, "Done, go on")
    press(page, "Count and collect the cards")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT + 1000
    assert house.premises.house.credit("Ben") == PLAY_CREDIT


def test_on_a_phone(tab: Tab, house: Served, stacked: Callable[[str], None]) -> None:
    page = tab("/table/CP-1", width=390, height=844, has_touch=True, is_mobile=True)
    page.locator("#m-area-3").tap()
    expect(page.locator("#m-own")).to_contain_text("Your box 3")
    page.locator("[data-chip='500']").tap()
    page.locator("#m-area-3").tap()
    page.locator("#n-area-3-jackpot").tap()
    expect(page.locator("#m-own")).to_contain_text("In the jackpot")
    stacked("KC 2H TC 2D 8C 7C 5C 9S 3C JD")
    page.get_by_role("button", name="Ready with").tap()
    expect(page.locator("#m-own-0")).to_have_attribute("aria-label", "King of clubs")
    page.get_by_role("button", name="Bet, $10").tap()
    expect(page.locator("#m-own")).to_contain_text("Net +$154")  # five, fifty and a hundred, less the chip
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("act", "details", "clause"),
    [
        ("place", {"spot": "jackpot", "cents": 100, "area": 1}, "1.1.7"),
        ("place", {"spot": "bet", "cents": 1000}, "5.3.1"),
        ("choose", {"value": "bet"}, "5.3"),
    ],
)
def test_what_is_refused_before_the_deal(house: Served, act: str, details: dict[str, Any], clause: str) -> None:
    house.open_table(TABLE, VIC, jackpot=REEF)
    anna = house.someone("Anna")
    anna.must(TABLE, "sit", area=1)
    refused(anna, act, details, clause)
    assert house.premises.house.credit("Anna") == PLAY_CREDIT


def test_what_is_refused_during_it(house: Served) -> None:
    house.open_table(TABLE, VIC, jackpot=REEF)
    anna, dealer = house.someone("Anna"), house.staff()
    anna.must(TABLE, "sit", area=1)
    anna.must(TABLE, "place", spot="ante", cents=1000)
    refused(anna, "place", {"spot": "jackpot", "cents": 500}, "11.2")
    dealer.must(TABLE, "answer")
    dealer.must(TABLE, "answer", value="8S")
    refused(dealer, "answer", {"value": "8S"}, "7.2.2")  # a card dealt twice
    refused(anna, "withdraw", {}, "5.4")
    dealer.must(TABLE, "answer", on=True)
    dealer.must(TABLE, "answer", value="9D")
    assert dealer.do(TABLE, "answer", value="KD").status_code in (409, 422)  # a sixth card: none is due
    dealer.must(TABLE, "answer", value=True)
    refused(anna, "place", {"spot": "bet", "cents": 1500}, "5.3.1")
    refused(anna, "choose", {"value": "cannot bet"}, "14.10")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 1000
    anna.must(TABLE, "place", spot="bet", cents=2000)
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 3000


def refused(who: Someone, act: str, details: dict[str, Any], clause: str) -> None:
    reply = who.do(TABLE, act, **details)
    assert reply.status_code == 409, reply.text
    assert clause in [c["number"] for c in reply.json()["clauses"]], reply.text


def test_reports_and_the_open_figures(tab: Tab, house: Served) -> None:
    listed = house.someone().client.get("/api/jackpots").json()
    assert {one["name"]: one["cents"] for one in listed} == {"reef": 7_500_000, "boomerang": 1_000_000}
    assert house.someone().client.get("/jackpot/nowhere").status_code == 404
    page = console(tab, house, "CS-1")
    page.goto(f"{house.base}/jackpots")
    expect(page.locator("main")).to_contain_text("The meter is what came in less what went out")
    expect(page.locator("main")).to_contain_text("$75,000")


SIGNED = {"name": "T. Ng", "role": "casino supervisor"}


def test_a_meter_is_set_right_by_two(house: Served) -> None:
    boss = house.staff("casino supervisor", "L. Brandt").client
    doc = {"key": "k-00000001", "cents": -100, "reason": "coin-in pressed in error", "signed_by": SIGNED}
    for _ in range(2):  # the same key is done once
        done = boss.post("/api/jackpots/reef/adjustments", json=doc)
        assert (done.status_code, done.json()["cents"]) == (201, 7_499_900), done.text
    for status, changed in (
        (409, {"reason": " "}),
        (409, {"cents": 0}),
        (409, {"cents": -8_000_000}),
        (422, {"cents": 1.5}),
        (403, {"signed_by": {**SIGNED, "name": "L. Brandt"}}),
        (403, {"signed_by": {**SIGNED, "role": "dealer"}}),
    ):
        no = boss.post("/api/jackpots/reef/adjustments", json={**doc, "key": "k-00000002", **changed})
        assert no.status_code == status, (changed, no.text)
        assert no.headers["content-type"] == "application/problem+json"
    assert boss.post("/api/jackpots/kelp/adjustments", json={**doc, "key": "k-00000003"}).status_code == 404
    assert house.staff().client.post("/api/jackpots/reef/adjustments", json=doc).status_code == 403
    assert house.someone("Anna").client.post("/api/jackpots/reef/adjustments", json=doc).status_code == 401
    assert jackpots.meter(house.premises.ledger, "reef") == 7_499_900
    assert "/api/jackpots/reef/adjustments" in boss.get("/jackpots").text


def test_a_table_links_to_an_approved_meter(house: Served) -> None:
    boss = house.staff("casino supervisor", "L. Brandt").client
    sign = {"limits": {"minimum": 500, "maximum": 10_000}, "most_won": 5_000_000}
    table = {"name": TABLE, "book": VIC, "set_up": {"sign": sign}}
    for brings in ({**REEF, "to_meter": 0, "to_reserve": 0, "reseed": 0}, {**REEF, "name": "nowhere"}):
        no = boss.post("/api/tables", json={**table, "set_up": {"sign": {**sign, "jackpot": brings}}})
        assert no.status_code == 409, no.text
        assert "11.3" in [clause["number"] for clause in no.json()["clauses"]]
    assert boss.post("/api/tables", json={**table, "jackpot": "kelp"}).status_code == 404
    kelp = {"name": "kelp", "title": "Kelp", "price": 200, "to_meter": 60, "to_reserve": 40, "reseed": 500_000}
    assert boss.post("/api/jackpots", json={**kelp, "approval": "", "signed_by": SIGNED}).status_code == 422
    made = boss.post("/api/jackpots", json={**kelp, "approval": "A-7", "signed_by": SIGNED})
    assert (made.status_code, made.json()["cents"]) == (201, 500_000), made.text
    assert boss.post("/api/jackpots", json={**kelp, "approval": "A-8", "signed_by": SIGNED}).status_code == 409
    assert boss.post("/api/tables", json={**table, "jackpot": "kelp"}).status_code == 201
    linked = house.premises.house.tables[TABLE].state.sign.jackpot
    assert linked == jackpots.jackpots(house.premises.ledger)["kelp"].jackpot
    more = {**kelp, "to_meter": 70, "to_reserve": 30}
    for status, changed in (
        (409, {"approval": "A-7"}),  # the approval of other figures
        (409, {"approval": "A-9", "to_meter": 60, "to_reserve": 40}),  # the same figures
        (403, {"approval": "A-9", "signed_by": {**SIGNED, "name": "L. Brandt"}}),
        (409, {"approval": "A-9", "to_meter": 90}),
    ):
        no = boss.post("/api/jackpots", json={**more, "signed_by": SIGNED, **changed})
        assert no.status_code == status, (changed, no.text)
    again = boss.post("/api/jackpots", json={**more, "approval": "A-9", "signed_by": SIGNED})
    assert (again.status_code, again.json()["to_meter"], again.json()["cents"]) == (201, 70, 500_000), again.text
    taken_up = house.premises.house.tables[TABLE].state.sign.jackpot
    assert taken_up == jackpots.jackpots(house.premises.ledger)["kelp"].jackpot != linked
