"""Baccarat in a real Chromium: a squeeze with the mouse and with the keyboard, roads, commission, and a dealer's console."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.web.served import Served

Tab = Callable[..., Page]
Stacked = Callable[[str], None]


def sit(page: Page, place: int) -> None:
    page.locator(f"#p-area-{place}").click()
    expect(page.locator("#state")).to_contain_text(f"Place {place}")


def lay(page: Page, cents: int, place: int, spot: str) -> None:
    page.locator(f"[data-chip='{cents}']").click()
    page.locator(f"#p-area-{place}-{spot}").click()


def squeezed(page: Page, place: str) -> Locator:
    return page.locator(f"#p-squeeze-{place}")


def drag_up(page: Page, card: Locator, share: float) -> None:
    """From the lower edge of a card upwards, without letting go."""
    at = card.bounding_box()
    assert at is not None
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] - 4
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - at["height"] * share, steps=10)


def key_in(page: Page, card: str) -> None:
    """Rank, suit, and enter once the console has both."""
    for kind, key in zip(("rank", "suit"), card, strict=True):
        # A key pressed while the console is still changing is not heard; pressing it again does no harm.
        page.keyboard.press(key)
        while not page.locator(f"#keys [data-{kind}='{key}'].chosen").count():
            page.wait_for_timeout(100)
            page.keyboard.press(key)
    expect(page.locator("#enter")).to_be_enabled()
    page.keyboard.press("Enter")


def test_a_squeeze(tab: Tab, house: Served, stacked: Stacked) -> None:
    stacked("2S 3H KD KC 4H 5D")
    one, other = tab("/table/BC-1"), tab("/table/BC-1")
    sit(one, 5)
    sit(other, 9)
    lay(one, 10000, 5, "player")
    lay(other, 10000, 9, "banker")
    lay(one, 1000, 5, "tie")
    expect(one.locator("#p-area-5-tie")).to_have_attribute("aria-label", "Place 5, Tie, your 10 dollars")
    one.get_by_role("button", name="Ready with $110").click()
    other.get_by_role("button", name="Ready with $100").click()

    card = squeezed(one, "players-first-card")
    expect(card).to_have_attribute("aria-valuetext", "closed")
    assert other.locator(".squeeze").count() == 0, "only the opener has the card"
    assert "2 of spades" not in other.content()
    assert "two of spades" not in other.content()
    expect(other.locator("#said")).to_contain_text("opens")

    drag_up(one, card, 0.3)  # a look at its corner
    expect(card).to_have_attribute("aria-valuetext", "a corner shows")
    one.mouse.up()
    expect(card).to_have_attribute("aria-valuenow", "30")  # it stays lifted, and closed to the others
    expect(other.locator("#p-players-first-card-down")).to_have_count(1)
    drag_up(one, card, 0.5)
    one.mouse.up()
    expect(other.locator("#p-players-first-card")).to_have_attribute("aria-label", "Two of spades, player's first card")

    second = squeezed(one, "players-second-card")
    second.focus()
    for _ in range(4):
        one.keyboard.press("ArrowUp")
    expect(second).to_have_attribute("aria-valuetext", "half open")
    one.keyboard.press("Enter")
    expect(one.locator("#said")).to_contain_text("Banker")

    for place in ("bankers-first-card", "bankers-second-card"):
        squeezed(other, place).focus()
        other.keyboard.press("Enter")
    squeezed(one, "players-third-card").focus()
    one.keyboard.press("End")
    expect(squeezed(other, "bankers-third-card")).to_be_visible()
    other.get_by_role("button", name="Let the dealer open").click()
    expect(one.locator("#said")).to_contain_text("wins, 8 to 6")
    house.pick_up("BC-1")
    expect(one.locator("#credit b").first).to_have_text("$890")
    expect(other.locator("#credit b").first).to_have_text("$1,095")  # 95 won: a hundred less five per cent
    expect(
        one.locator("#felt-player").get_by_label("1 coups of this shoe: player 0, banker 1, tie 0").first
    ).to_be_visible()


def test_mini_baccarat_face_up(tab: Tab, stacked: Stacked) -> None:
    stacked("8S 9H KD KC")
    page = tab("/table/BC-2")
    expect(page.locator(".which")).to_contain_text("Mini-Baccarat")
    sit(page, 4)
    lay(page, 2500, 4, "banker")
    page.get_by_role("button", name="Ready with $25").click()
    expect(page.locator("#said")).to_contain_text("with a natural")
    expect(page.locator("#credit b").first).to_have_text("$1,023.75")
    expect(page.locator("#p-area-4-banker")).to_have_attribute(
        "aria-label", "Place 4, Banker, your 25 dollars, won, +$23.75, commission $1.25"
    )
    expect(page.get_by_text("not a forecast").first).to_be_visible()
    assert page.locator(".squeeze").count() == 0


def test_two_boxes_and_the_differential_are_refused(house: Served) -> None:
    anna, ben = house.someone("Anna"), house.someone("Ben")
    house.open_table("BC-8", "act-1992-mini-baccarat", minimum=1000, maximum=100_000, differential=20_000, areas=7)
    assert anna.do("BC-8", "place", spot="player", area=3, cents=10_000).status_code == 200
    second = anna.do("BC-8", "place", spot="player", area=4, cents=10_000)
    assert (second.status_code, second.json()["clauses"][0]["number"]) == (409, "5.7")
    beyond = ben.do("BC-8", "place", spot="banker", area=5, cents=40_000)
    assert (beyond.status_code, beyond.json()["clauses"][0]["number"]) == (409, "4.3")
    assert "$300 above Player" in beyond.json()["detail"]
    assert house.premises.house.credit("Ben") == 100_000


def test_a_dealer_deals_a_coup_and_puts_it_right(tab: Tab, house: Served) -> None:
    house.open_table("BC-9", "act-1992-baccarat", minimum=1000, maximum=100_000, areas=14)
    anna = house.someone("Anna")
    anna.do("BC-9", "sit", area=3)
    anna.do("BC-9", "place", spot="banker", area=3, cents=10_000)
    page = tab("/staff")
    page.request.post(f"{house.base}/api/staff", data={"name": "M. Okafor", "role": "dealer"})
    page.goto(f"{house.base}/table/BC-9/dealer")
    page.get_by_role("button", name="Call “No more bets”").click()
    places = ("player's first", "banker's first", "player's second", "banker's second")
    for place, card in zip(places, ("KS", "KH", "7D", "3C"), strict=True):
        expect(page.locator("#instruction")).to_contain_text(place)
        key_in(page, card)
    expect(page.locator("#instruction")).to_contain_text("banker's third card")
    page.get_by_role("button", name="Card given to Player in error").click()
    expect(page.locator("#mode h1")).to_contain_text("which card")
    key_in(page, "5H")
    expect(page.locator("#instruction")).to_have_text("Take and pay")
    expect(page.locator("#d-bankers-third-card")).to_have_attribute("aria-label", "Five of hearts, banker's third card")
    page.locator("#work button.next").click()
    expect(page.locator("#instruction")).to_have_text("Pick up the cards in order")
    page.get_by_role("button", name="Card in excess, exposed").click()
    expect(page.locator("#mode h1")).to_contain_text("which card")
    key_in(page, "9S")
    expect(page.locator("#steps")).to_contain_text("nine of spades")
    page.locator("#work button.next").click()
    expect(page.locator("#instruction")).to_contain_text("this coup is played without any")
    assert anna.do("BC-9", "place", spot="player", area=3, cents=10_000).json()["clauses"][-1]["number"] == "11.2"
    assert house.premises.house.credit("Anna") == 100_000 + 9_500


def test_a_secret_wager_in_a_tournament(tab: Tab, house: Served) -> None:
    house.open_table("BC-7", "vic-1999-baccarat-notice-26+act-1992-baccarat", minimum=5000, maximum=100_000, areas=14)
    boss = house.staff("casino supervisor", "L. Brandt")
    terms = {"approval": "T-1", "fee": 0, "entrants": 2, "keeps": 0}
    unstated = boss.do("BC-7", "tournament", **terms, conditions={})
    assert (unstated.status_code, unstated.json()["clauses"][0]["number"]) == (409, "14.2.8")
    assert boss.do("BC-7", "tournament", **terms, conditions={"secret.allowed": 3}).status_code == 200
    page, other = tab("/table/BC-7"), tab("/table/BC-7")
    sit(page, 5)
    page.get_by_role("button", name="Secret wager").click()
    sheet = page.locator("#sheet")
    sheet.get_by_label("On").select_option("banker")
    sheet.get_by_label("Amount in words").fill("two hundred")
    sheet.get_by_label("Amount in figures").fill("$250")
    sheet.get_by_role("button", name="Hand in the form").click()
    expect(sheet.locator(".answer").first).to_contain_text("not the same amount")
    sheet.get_by_label("Amount in figures").fill("$200")
    sheet.get_by_role("button", name="Hand in the form").click()
    expect(sheet.locator(".answer").first).to_contain_text("Done")
    for card in (None, "8S", "9H", "KD"):
        boss.do("BC-7", "answer", **({} if card is None else {"value": card}))
    expect(other.locator("#p-players-second-card")).to_be_visible()
    assert "$200" not in other.content()
    boss.do("BC-7", "answer", value="KC")
    assert boss.do("BC-7", "answer", value=True).json()["clauses"][0]["number"] == "14.6.8"
    house.staff("game supervisor", "G. Soup").must("BC-7", "answer", value=True)
    expect(other.locator("#calls")).to_contain_text("secret wager: Banker, $200")
    boss.do("BC-7", "answer", value=True)
    expect(page.locator("#credit b").first).to_have_text("$1,190")
