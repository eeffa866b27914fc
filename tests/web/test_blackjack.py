"""Blackjack in a real Chromium: a pair split to four hands, a box that two share, insurance and even money, the two variants,
the dealer's irregularities; and what the house refuses, with the clause, through the API."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from houseway.floor.house import PLAY_CREDIT
from tests.web.at_work import console, key_in, seat
from tests.web.served import Served, Someone

BOOK = "act-1992-blackjack"
TABLE = "BJ-9"
Tab = Callable[..., Page]


def choose(page: Page, name: str) -> None:
    page.locator("#decision").get_by_role("button", name=name).click()


def call_no_more_bets(page: Page) -> None:
    page.get_by_role("button", name="Call “No more bets”").click()
    expect(page.locator("#instruction")).to_contain_text("hand 1")


def test_eights_are_split_to_four_hands(tab: Tab, house: Served) -> None:
    house.open_table(TABLE, BOOK)
    page, dealer = tab(f"/table/{TABLE}"), console(tab, house, TABLE)
    seat(page, 3, 2500)
    call_no_more_bets(dealer)
    key_in(dealer, "8s 6d 8h")
    expect(page.locator("#said")).to_contain_text("Box 3")
    expect(page.locator("#decision")).to_contain_text("Box 3: 16")
    choose(page, "Split: $25")
    key_in(dealer, "8d")  # the first hand gets an eight again
    expect(page.locator("#said")).to_contain_text("hand 1: 16")
    choose(page, "Split: $25")
    key_in(dealer, "8c")
    choose(page, "Split: $25")
    expect(page.locator("#credit b").first).to_have_text("$900")
    key_in(dealer, "3s")
    fifth = page.locator("#decision button", has_text="Split")
    expect(fifth).to_be_disabled()
    choose(page, "Double for one card: $25")
    key_in(dealer, "ts")  # 21, doubled
    key_in(dealer, "8s")  # a fifth eight: four hands are all there are
    expect(fifth).to_be_disabled()
    expect(fifth).to_contain_text("at most 4 hands are made from a pair")
    expect(fifth).to_contain_text("12.1")
    choose(page, "Stand on 16")
    key_in(dealer, "2d")
    expect(page.locator("#decision button", has_text="Stand")).to_be_disabled()  # below twelve
    choose(page, "Draw a card")
    key_in(dealer, "kd")
    choose(page, "Stand on 20")
    key_in(dealer, "9d")
    expect(page.locator("#p-area-3")).to_have_attribute(
        "aria-label", "Box 3, one player, 125 dollars, hand 1 21, hand 4 16, hand 3 20, hand 2 17, yours 125"
    )
    expect(page.locator("[id^='p-3-']")).to_have_count(10)  # the cards of four hands
    choose(page, "Stand on 17")
    key_in(dealer, "5h 9h")  # twenty
    decision = page.locator("#decision")
    expect(decision).to_contain_text("$0")  # won twice on the doubled hand, void once, lost on two
    expect(decision.locator(".paid-lines li")).to_have_count(5)
    expect(decision.locator(".paid-lines li", has_text="Double").locator("a.clause")).to_contain_text("17(a)(ii)")
    expect(page.locator("#credit b").first).to_have_text("$1,000")
    dealer.get_by_role("button", name="Pick up the cards in order").click()
    expect(page.locator("#rounds td").nth(2)).to_have_text("Dealer 20")
    expect(page.locator("#state .state")).to_contain_text("Place your bets")


def test_a_box_that_two_share(tab: Tab, house: Served) -> None:
    house.open_table(TABLE, BOOK, players_per_area=3)
    one, other, dealer = tab(f"/table/{TABLE}"), tab(f"/table/{TABLE}"), console(tab, house, TABLE)
    seat(one, 5, 2500)
    expect(other.locator("#p-area-5")).to_have_attribute("aria-label", "Box 5, one player, 25 dollars")
    seat(other, 5, 1000)
    expect(one.locator("#p-area-5")).to_have_attribute("aria-label", "Box 5, two players, 35 dollars, yours 25")
    call_no_more_bets(dealer)
    key_in(dealer, "9s ad 9h")
    # Insurance: each for himself, the second by chips.
    one.get_by_role("button", name="No insurance").click()
    expect(other.locator("#decision")).to_contain_text("up to half: $5")
    other.get_by_role("button", name="Add $5").click()
    other.get_by_role("button", name="Place insurance, $5").click()
    expect(other.locator("#credit b").first).to_have_text("$985")
    expect(one.locator("#p-insured-5")).to_be_visible()
    dealer.get_by_role("button", name="Close the window").click()
    # The one who sat first and holds the highest wager calls; the other waits and may then follow.
    expect(other.locator("#decision")).to_contain_text("decides for box 5")
    expect(other.locator("#decision button")).to_have_count(0)
    choose(one, "Split: $25")
    expect(other.locator("#decision")).to_contain_text("Follow the split?")
    choose(other, "Put up the same again")
    expect(other.locator("#credit b").first).to_have_text("$975")
    key_in(dealer, "2s")
    choose(one, "Double for one card: $25")
    expect(other.locator("#decision")).to_contain_text("Double too?")
    choose(other, "Leave the wager as it is")
    key_in(dealer, "9c th")
    choose(one, "Stand on 19")
    key_in(dealer, "7d")  # eighteen
    for page, net in ((one, "+$75"), (other, "+$15")):  # 20 and 19 beat 18; the insurance is lost
        expect(page.locator("#decision .one-sentence")).to_contain_text(net)
    expect(other.locator(".paid-lines")).to_contain_text("Insurance $5 lost")
    expect(other.locator(".paid-lines li", has_text="Insurance").locator("a.clause")).to_contain_text("10(b)")


def test_even_money_and_insurance_against_an_ace(tab: Tab, house: Served) -> None:
    house.open_table(TABLE, BOOK)
    one, other, dealer = tab(f"/table/{TABLE}"), tab(f"/table/{TABLE}"), console(tab, house, TABLE)
    seat(one, 1, 1000)
    seat(other, 2, 1000)
    call_no_more_bets(dealer)
    key_in(dealer, "as kh ad ks qh")
    expect(one.locator("#decision")).to_contain_text("Even money?")
    expect(other.locator("#decision button")).to_have_count(0)
    choose(one, "Take even money now")
    expect(one.locator("#decision .one-sentence")).to_contain_text("+$10")
    expect(one.locator("#decision a.clause")).to_contain_text("10(a)(ii)")
    choose(other, "Insure $5")
    dealer.get_by_role("button", name="Close the window").click()
    choose(other, "Stand on 20")
    key_in(dealer, "jc")
    expect(other.locator("#said")).to_contain_text("Dealer blackjack")
    expect(other.locator("#decision .one-sentence")).to_contain_text("$0")  # 10 lost, 10 won on the insurance
    expect(other.locator(".paid-lines")).to_contain_text("Insurance $5 at 2 to 1: +$10")


def test_over_under_and_triple_play_by_tapping(tab: Tab, house: Served) -> None:
    house.open_table(TABLE, f"{BOOK}+over-under", areas=9)
    page, dealer = tab(f"/table/{TABLE}"), house.staff()
    seat(page, 5, 2500)
    page.locator("[data-chip='1000']").click()
    page.locator("#p-area-5-over").click()
    expect(page.locator("#credit b").first).to_have_text("$965")
    page.locator("#p-area-4-under").click()  # no wager of hers there
    expect(page.locator("#said-no .banner")).to_contain_text("already has area 5")
    for value in (None, "TS", "6D", "9S"):
        dealer.must(TABLE, "answer", **({} if value is None else {"value": value}))
    expect(page.locator("#credit b").first).to_have_text("$985")  # nineteen is over thirteen, paid at once
    house.open_table("BJ-8", f"{BOOK}+triple-play", areas=6)
    page = tab("/table/BJ-8")
    page.locator("#p-area-3").click()
    expect(page.locator("#state")).to_contain_text("Box 3")
    page.locator("[data-chip='1000']").click()
    page.locator("#p-area-3-hand-3").click()
    expect(page.locator("#said-no .banner")).to_contain_text("hands 1 and 2, or on 1, 2 and 3")
    expect(page.locator("#said-no a.clause")).to_contain_text("22.4")
    for spot in ("", "-hand-2", "-hand-3"):
        page.locator(f"#p-area-3{spot}").click()
    expect(page.locator("#credit b").first).to_have_text("$970")
    for value in (None, "TS", "6D", "9S"):
        dealer.must("BJ-8", "answer", **({} if value is None else {"value": value}))
    choose(page, "Stand on 19")
    expect(page.locator("#decision")).not_to_contain_text("Stand on 19")
    for value in ("5C", "8C", "TD", "2H", "KD", "TC"):
        dealer.must("BJ-8", "answer", value=value)
    expect(page.locator("#said")).to_contain_text("Dealer 19, 18, Bust 26")
    expect(page.locator("#credit b").first).to_have_text("$1,020")


def test_irregularities_at_the_console(tab: Tab, house: Served) -> None:
    house.open_table(TABLE, BOOK)
    page, dealer = tab(f"/table/{TABLE}"), console(tab, house, TABLE)
    seat(page, 2, 2500)
    call_no_more_bets(dealer)
    key_in(dealer, "5s 6d 5h")
    trouble = dealer.locator("#wrong")
    trouble.get_by_role("button", name=re.compile("Drawn in error and seen")).click()
    for key in ("9", "c"):
        dealer.keyboard.press(key)
    dealer.get_by_role("button", name="Record nine of clubs").click()
    expect(page.locator("#decision")).to_contain_text("The nine of clubs was shown. Take it?")
    expect(page.locator("#decision a.clause")).to_contain_text("18(h)")
    choose(page, "Refuse it")  # the hand is closed, and the card is the dealer's
    expect(dealer.locator("#instruction")).to_contain_text("dealer hand 1")
    key_in(dealer, "9c ks")
    expect(page.locator("#decision .one-sentence")).to_contain_text("+$25")
    dealer.get_by_role("button", name="Pick up the cards in order").click()
    expect(page.locator("#state .state")).to_contain_text("Place your bets")
    page.locator("[data-chip='2500']").click()
    page.locator("#p-area-2").click()
    expect(page.locator("#p-area-2")).to_have_attribute("aria-label", re.compile("yours 25"))
    call_no_more_bets(dealer)
    key_in(dealer, "4s 6d 3h")
    trouble.get_by_role("button", name=re.compile("not there to decide.*18\\(g\\)")).click()
    expect(dealer.locator("#instruction")).to_contain_text("box 2 hand 1")  # drawn to twelve or more, then it stands
    key_in(dealer, "2c 5d")
    expect(dealer.locator("#instruction")).to_contain_text("dealer hand 1")


def test_on_a_phone_at_a_table_the_house_deals(tab: Tab, stacked: Callable[[str], None]) -> None:
    stacked("TS 7H TD 9D 4C")
    page = tab("/table/BJ-1", width=390, height=844, has_touch=True, is_mobile=True)
    page.locator("#m-area-4").tap()
    expect(page.locator("#m-own")).to_contain_text("Your box 4")
    page.locator("[data-chip='500']").tap()
    page.locator("#m-area-4").tap()
    page.get_by_role("button", name="Ready with $5").tap()
    page.get_by_role("button", name="Stand on 20").tap()
    expect(page.locator("#m-own")).to_contain_text("returned, net $0", ignore_case=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing is wider than the phone"


# The trainer


def test_the_trainer_tells_what_a_choice_gave_away(tab: Tab) -> None:
    page = tab("/train")
    expect(page.locator("header.top")).to_contain_text("Not shown at tables")
    expect(page.locator("main")).to_contain_text("Red Dog")
    page.goto(f"{page.url}/{BOOK}/decisions?deal=5")
    expect(page.locator("legend")).to_have_text("16 against 9")
    expect(page.locator(".inforce")).to_contain_text("No hole card")
    assert page.locator(".answered").count() == 0, "nothing is told before a choice"
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".answered")).to_contain_text("It gives away 0.0369 of the wager.")
    expect(page.locator(".answered")).to_contain_text("Draw a card")
    page.get_by_role("link", name="Next question").click()
    expect(page.locator(".answered")).to_have_count(0)
    for path in ("BJ-1", "RD-1"):
        page.goto(f"{page.url.partition('/train')[0].partition('/table')[0]}/table/{path}")
        assert page.locator("a[href^='/train'], a[href^='/odds']").count() == 0, "no way from a table to advice"


# What is refused, with the clause


class Bench:
    """A table with its people, dealt by keys."""

    def __init__(self, house: Served, book: str = BOOK, **sign: Any) -> None:
        self.house = house
        house.open_table(TABLE, book, **sign)
        self.dealer = house.staff()

    def player(self, name: str, box: int, cents: int, spot: str = "wager") -> Someone:
        who = self.house.someone(name)
        who.must(TABLE, "sit", area=box)
        who.must(TABLE, "place", spot=spot, cents=cents, area=box)
        return who

    def key_in(self, cards: str = "", close: bool = False) -> None:
        if close:
            self.dealer.must(TABLE, "answer")
        for card in cards.split():
            self.dealer.must(TABLE, "answer", value=card)

    def console(self) -> str:
        """The dealer's page."""
        return self.dealer.client.get(f"/table/{TABLE}/dealer", headers={"accept": "text/html"}).text


def refused(response: Any, clause: str, words: str) -> None:
    doc = response.json()
    assert response.status_code == 409, doc
    assert response.headers["content-type"] == "application/problem+json"
    assert clause in [each["number"] for each in doc["clauses"]], doc
    assert words in doc["detail"], doc


def test_choices_that_are_refused(house: Served) -> None:
    table = Bench(house, players_per_area=2)
    anna = table.player("Anna", 1, 1000)
    ben = table.player("Ben", 1, 500)
    refused(house.someone("Cleo").do(TABLE, "place", spot="wager", cents=1000, area=8), "1(a)", "7")
    table.key_in("7S TD 4H", close=True)
    refused(anna.do(TABLE, "choose", value="stand"), "14(b)", "Below 12 a card must be drawn")
    refused(ben.do(TABLE, "choose", value="hit"), "15.1", "nothing to decide")
    refused(anna.do(TABLE, "choose", value="split"), "12.1", "one count")
    refused(anna.do(TABLE, "place", spot="insurance", cents=500), "9", "not open")
    anna.must(TABLE, "choose", value="hit")
    table.key_in("KS")  # twenty-one: nothing is left to choose
    refused(anna.do(TABLE, "choose", value="double"), "14(a)", "nothing to decide now")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 1000


def test_a_fifth_hand_and_insurance_above_half(house: Served) -> None:
    table = Bench(house)
    anna = table.player("Anna", 1, 1000)
    table.key_in("8S AD 8H", close=True)
    refused(anna.do(TABLE, "place", spot="insurance", cents=501), "9", "$5.01 is above 1/2 of the original of $10")
    anna.must(TABLE, "place", spot="insurance", cents=500)
    refused(anna.do(TABLE, "place", spot="insurance", cents=100), "9", "above 1/2")
    table.key_in(close=True)
    for card in ("8D", "8C", "8S"):
        anna.must(TABLE, "choose", value="split")
        table.key_in(card)
    refused(anna.do(TABLE, "choose", value="split"), "12.1", "At most 4 hands")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 4500


def test_triple_play_wants_hands_one_and_two(house: Served) -> None:
    table = Bench(house, f"{BOOK}+triple-play", areas=6)
    anna = table.player("Anna", 1, 1000, "hand-1")
    refused(anna.do(TABLE, "place", spot="hand-3", cents=1000, area=1), "22.4", "hands 1 and 2, or on 1, 2 and 3")
    assert "Anna needs at least 2 wagers on box 1." in table.console(), "and the dealer reads it before the call"
    refused(table.dealer.do(TABLE, "answer"), "22.3", "Anna needs at least 2 wagers on box 1")
    anna.must(TABLE, "place", spot="hand-2", cents=1000, area=1)
    assert "needs at least" not in table.console()
    table.key_in("8S 7D 8H", close=True)
    anna.must(TABLE, "choose", value="split")
    table.key_in("8D")
    refused(anna.do(TABLE, "choose", value="split"), "22.9", "At most 2 hands")
    refused(anna.do(TABLE, "choose", value="double"), "22.10", "cannot be doubled")


HEADLINES = ("Place your bets", "being dealt", "Anna decides", "Dealer 19")


def test_a_replay_s_headline_follows_its_step_whatever_the_table_is_doing_now(house: Served) -> None:
    table = Bench(house)
    anna = table.player("Anna", 2, 1000)
    table.key_in("7S TD 8H", close=True)
    anna.must(TABLE, "choose", value="stand")
    table.key_in("9C")
    while house.premises.house.tables[TABLE].state.round == 1:
        table.dealer.must(TABLE, "answer", value=True)
    table.player("Ben", 5, 1000)
    table.key_in("7D TS 8C", close=True)  # now somebody else is asked, at another box
    document = anna.client.get(f"/api/tables/{TABLE}/rounds/1").json()
    told = []
    for step in range(1, len(document["steps"]) + 1):
        page = anna.client.get(f"/record/{TABLE}/1?step={step}", headers={"accept": "text/html"})
        assert page.status_code == 200, (step, page.text)
        cloth = page.text.partition('id="cloth-player"')[2].partition('class="stepping"')[0]
        heard = next(words for words in HEADLINES if words in cloth)
        if heard not in told[-1:]:
            told.append(heard)
    assert told == ["Place your bets", "being dealt", "Anna decides", "being dealt", "Dealer 19"]
