"""The house in a real Chromium: people play, deal, supervise and read, with mouse, finger and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from houseway.floor.house import PLAY_CREDIT
from tests.waiting import until
from tests.web.served import Served

VIC, ACT, MA = "vic-1997-red-dog", "act-1992-red-dog", "ma-red-dog"
Tab = Callable[..., Page]


def area(page: Page, number: int) -> None:
    page.wait_for_load_state()  # before its styles are there a page shows the cloth of the desk and of the phone
    page.locator(f"[data-area='{number}']:visible").click()


def lay(page: Page, cents: int, number: int) -> None:
    """A chip of the tray, then the area."""
    page.locator(f"[data-chip='{cents}']").click()
    area(page, number)


def credit(page: Page, words: str) -> None:
    expect(page.locator("#credit b").first).to_have_text(words)


def last_call(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#calls li").first).to_contain_text(words)


# A player


def test_a_newcomer_plays_a_round(tab: Tab, house: Served, stacked: Callable[[str], None]) -> None:
    stacked("7S 4H 5D")
    page = tab("/")
    expect(page.locator("#chosen h2").first).to_contain_text("Red Dog RD-1")
    expect(page.get_by_text("needs a licence and approved equipment")).to_be_visible()
    page.get_by_role("link", name="Take a seat").click()
    credit(page, "$1,000")
    area(page, 4)
    expect(page.locator("#state")).to_contain_text("Area 4")
    lay(page, 2500, 4)
    credit(page, "$975")
    expect(page.locator("#p-area-4")).to_have_attribute("aria-label", "Area 4, one player, 25 dollars, yours 25")
    page.get_by_role("button", name="Ready with $25").click()
    expect(page.locator("#said")).to_contain_text("Spread 2")
    expect(page.locator("#place-raise")).to_be_disabled()
    page.get_by_role("button", name="Add $5", exact=True).click()
    page.get_by_role("button", name="Add $10").click()
    expect(page.get_by_role("button", name="Add $25")).to_be_disabled()
    page.get_by_role("button", name="Place raise, $15").click()
    last_call(page, "Paid 4 to 1")
    credit(page, "$1,160")  # 40 down and 160 won, four to one on both
    expect(page.locator("#decision")).to_contain_text("+$160")
    house.pick_up("RD-1")
    expect(page.locator("#rounds td.net")).to_contain_text("+$160")
    expect(page.locator("#state .state")).to_contain_text("Place your bets")
    page.get_by_role("link", name="Full record").click()
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.locator(".notation")).to_contain_text("7S 4H | raise")
    page.get_by_role("link", name="Step back").click()
    expect(page.locator(".stepping")).to_contain_text("Step ")


def test_two_people_at_one_table(tab: Tab, house: Served, stacked: Callable[[str], None]) -> None:
    stacked("KS AH")
    one, other = tab("/table/RD-1"), tab("/table/RD-1")
    area(one, 3)
    expect(one.locator("#state")).to_contain_text("Area 3")
    node = other.locator("#p-area-3").element_handle()
    lay(one, 2500, 3)
    expect(other.locator("#p-area-3")).to_have_attribute("aria-label", "Area 3, one player, 25 dollars")
    assert other.evaluate("node => node.isConnected && node === document.querySelector('#p-area-3')", node), "same node"
    area(other, 3)  # they share an area
    expect(other.locator("#state")).to_contain_text("Area 3")
    lay(other, 10000, 3)
    expect(one.locator("#p-area-3")).to_have_attribute("aria-label", "Area 3, two players, 125 dollars, yours 25")
    for page in (one, other):
        page.get_by_role("button", name="Ready with").click()
    for page, whole in ((one, "$1,000"), (other, "$1,000")):
        expect(page.locator("#banner-void")).to_contain_text("Void: no spread")
        credit(page, whole)
        expect(page.locator("#decision")).to_contain_text("returned, net $0")


def test_a_phone(tab: Tab, stacked: Callable[[str], None]) -> None:
    stacked("3S TH 6D")
    page = tab("/table/RD-2", width=390, height=844, has_touch=True, is_mobile=True)
    expect(page.locator("#cloth-phone")).to_be_visible()
    expect(page.locator("#cloth-player")).to_be_hidden()
    page.locator("#m-area-5").tap()
    expect(page.locator("#m-own")).to_contain_text("Your area 5")
    page.locator("[data-chip='500']").tap()
    page.locator("#m-area-5").tap()
    expect(page.locator("#m-own")).to_contain_text("Original $5")
    page.get_by_role("button", name="Ready with $5").tap()
    expect(page.locator("#cloth-phone")).to_contain_text("Spread 6")
    page.get_by_role("button", name="Match $5").tap()
    expect(page.locator("#m-own")).to_contain_text("Won, net +$10")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing is wider than the phone"
    page.get_by_role("button", name="Calls").tap()
    expect(page.locator("#sheet")).to_contain_text("Third card, six of diamonds")
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("#sheet")).to_be_hidden()


def test_with_the_keyboard_alone(tab: Tab, stacked: Callable[[str], None]) -> None:
    stacked("2S JH 9D")
    page = tab("/table/RD-1")
    keys = page.keyboard
    page.locator("#p-area-6").focus()
    keys.press("Enter")
    expect(page.locator("#state")).to_contain_text("Area 6")
    expect(page.locator("#p-area-6")).to_be_focused()
    page.locator("#tray-500").focus()
    keys.press("ArrowRight")
    expect(page.locator("#tray-1000")).to_have_attribute("aria-checked", "true")
    page.locator("#p-area-6").focus()
    keys.press(" ")
    credit(page, "$990")
    expect(page.locator("#p-area-6")).to_be_focused()
    page.get_by_role("button", name="Ready with $10").focus()
    keys.press("Enter")
    page.get_by_role("button", name="Match $10").focus()
    keys.press("Enter")
    expect(page.locator("#decision")).to_contain_text("+$20")
    mark = page.locator("#decision a.clause").first
    mark.focus()
    keys.press("Enter")
    expect(page.locator("#sheet")).to_contain_text("told in our own words", ignore_case=True)
    expect(page.locator("#sheet")).to_be_focused()
    keys.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()


def test_a_no_is_shown_with_its_clause(tab: Tab, house: Served) -> None:
    house.open_table("RD-9", VIC)
    dealer = house.staff()
    page = tab("/table/RD-9")
    area(page, 4)
    lay(page, 2500, 4)
    credit(page, "$975")
    banner = page.locator("#said-no .banner")
    area(page, 6)
    expect(banner).to_contain_text("already has area 4")
    expect(banner.locator("a.clause")).to_contain_text("5.8")
    banner.locator("a.clause").click()
    expect(page.locator("#sheet")).to_contain_text("5.8")
    page.keyboard.press("Escape")
    for _ in range(9):
        page.locator("[data-chip='10000']").click()
        area(page, 4)
    credit(page, "$75")
    area(page, 4)
    expect(banner).to_contain_text("$75 of credit")
    page.evaluate(
        "WebSocket.prototype.send = () => {}; window.stale = document.querySelector('#place').cloneNode(true)"
    )
    before = page.locator("#place").get_attribute("data-number")
    dealer.must("RD-9", "answer")
    expect(page.locator("#state")).to_contain_text("No more bets")
    page.evaluate(
        "number => { const place = document.querySelector('#place'); place.dataset.number = number;"
        " place.dataset.window = 'original' }",
        before,
    )
    page.locator("[data-area='4']:visible").click()  # the chip left the hand before the call was seen
    expect(banner).to_contain_text(re.compile(r"Late by \d+\.\d seconds"))
    expect(banner).to_contain_text("Nothing was charged")
    credit(page, "$75")


def test_a_lost_connection_loses_nothing(tab: Tab, house: Served) -> None:
    house.open_table("RD-9", VIC)
    page = tab("/table/RD-9")
    area(page, 4)
    expect(page.locator("#state")).to_contain_text("Area 4")
    page.context.set_offline(True)
    lay(page, 2500, 4)
    expect(page.locator("#said-no")).to_contain_text("kept and will be sent again")
    kept = page.evaluate("JSON.parse(sessionStorage.orders).map(each => each.doc.key)")
    assert len(kept) == 1
    page.context.set_offline(False)
    credit(page, "$975")
    page.wait_for_function("JSON.parse(sessionStorage.orders).length === 0")
    assert (
        house.premises.house.credit(page.evaluate("document.body.dataset.table") and _player(house))
        == PLAY_CREDIT - 2500
    )


def _player(house: Served) -> str:
    return house.premises.house.tables["RD-9"].state.seats[0].player


def test_a_line_that_says_nothing_is_given_up_and_the_page_says_so(tab: Tab, house: Served) -> None:
    """The house stays reachable and the line open, but no word comes through; the page's clock is the test's."""
    lines: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:  # the first one hears nothing, says nothing and is not hung up
            line.connect_to_server()

    page = tab("/problems/late")
    page.clock.install()
    page.route_web_socket(re.compile("/ws/"), between)
    page.goto(f"{house.base}/table/RD-1")
    until(lambda: page.evaluate("1") and lines, "the page to call")
    expect(page.locator(".line-lost")).to_have_count(0)
    page.get_by_role("button", name="A guided first round").click()
    expect(page.locator(".guide")).to_contain_text("Take a seat")
    page.clock.run_for(7000)  # two beats
    expect(page.locator(".line-lost")).to_contain_text("may be old")
    expect(page.locator("#state .state")).to_be_hidden()  # what may no longer be so
    expect(page.locator("#said")).to_be_hidden()
    expect(page.locator(".guide")).to_contain_text("The line to the house is lost")
    page.clock.run_for(4000)
    page.clock.run_for(2000)
    until(lambda: page.evaluate("2") and len(lines) > 1, "the page to call again")
    expect(page.locator(".line-lost")).to_have_count(0)
    expect(page.locator("#state .state")).to_be_visible()
    expect(page.locator(".guide")).to_contain_text("Take a seat")


def test_play_or_void_in_massachusetts(tab: Tab, house: Served) -> None:
    house.open_table("RD-9", MA)
    dealer = house.staff()
    page = tab("/table/RD-9")
    area(page, 2)
    lay(page, 2500, 2)
    credit(page, "$975")
    for value in (None, "3S", "TH"):
        dealer.must("RD-9", "answer", **({} if value is None else {"value": value}))
    dealer.must("RD-9", "irregularity", kind="seen", card="5D")
    expect(page.locator("#decision")).to_contain_text("Play the round out, or void it?")
    page.get_by_role("button", name="Void: original and raise back").click()
    credit(page, "$1,000")
    last_call(page, "Void, stakes returned")


# A dealer


def key_in(page: Page, card: str) -> None:
    for key in card:
        page.keyboard.press(key)
    page.keyboard.press("Enter")


def sign_in(page: Page, house: Served, role: str = "dealer", name: str = "M. Okafor") -> None:
    page.goto(f"{house.base}/staff")
    page.get_by_label("Name, as on the badge").fill(name)
    page.get_by_label(role.capitalize()).check()
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("main")).to_contain_text(f"Signed in as {name}")


def test_a_dealer_deals_a_round(tab: Tab, house: Served) -> None:
    house.open_table("RD-9", VIC, players_per_area=3)
    page = tab("/staff")
    sign_in(page, house)
    page.goto(f"{house.base}/table/RD-9/dealer")
    anna = house.someone("Anna")
    anna.must("RD-9", "sit", area=2)
    anna.must("RD-9", "place", spot="original", cents=2500, area=2)
    expect(page.locator("#d-area-2")).to_have_attribute("aria-label", "Area 2, one player, 25 dollars")
    page.get_by_label("For player").fill("Anna")  # the dealer places for a player too
    page.get_by_role("textbox", name="Area").fill("2")
    page.get_by_label("Amount").fill("$5")
    page.get_by_role("button", name="Place for the player").click()
    expect(page.locator("#work .wagers")).to_contain_text("$30")
    assert page.locator(".lamp:visible").count() == 1, "one obvious next step"
    page.get_by_role("button", name="Call “No more bets”").click()
    expect(page.locator("#instruction")).to_contain_text("Deal the first card to the right box")
    page.keyboard.press("8")
    page.keyboard.press("Escape")
    key_in(page, "7s")
    expect(page.locator("#steps")).to_contain_text("First card")
    expect(page.locator("#instruction")).to_contain_text("second card")
    page.locator("[data-rank='4']").click()
    page.locator("[data-suit='H']").click()
    page.get_by_role("button", name="Enter four of hearts").click()
    expect(page.locator("#instruction")).to_contain_text("Offer the raise")
    anna.must("RD-9", "place", spot="raise", cents=1000)
    page.get_by_role("button", name="Call “No more bets”").click()
    expect(page.locator("#instruction")).to_contain_text("third card")
    # One irregularity: the king is found face up in the shoe.
    page.get_by_role("button", name=re.compile("Card face up in the shoe")).click()
    expect(page.locator("#mode")).to_contain_text("which card")
    page.keyboard.press("k")
    page.keyboard.press("d")
    page.get_by_role("button", name="Record king of diamonds").click()
    expect(page.locator("#steps")).to_contain_text("Discarded, king of diamonds")
    key_in(page, "5d")
    expect(page.locator("#state")).to_contain_text("Settled")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT + 4 * 4000
    # One correction: it was the jack. Nothing changes until somebody else has signed.
    page.get_by_role("button", name="Correct a card").click()
    page.get_by_role("button", name="Third card, five of diamonds").click()
    key_in(page, "jc")
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("Third card, five of diamonds")
    expect(sheet).to_contain_text("Third card, jack of clubs")
    expect(sheet.locator(".moved")).to_contain_text("−$200")
    sheet.get_by_label("Signed by").fill("M. Okafor")
    sheet.get_by_role("button", name="Sign the correction").click()
    expect(sheet).to_contain_text("another person signs")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT + 4 * 4000
    sheet.get_by_label("Signed by").fill("L. Brandt")
    sheet.get_by_role("button", name="Sign the correction").click()
    expect(page.locator("#steps")).to_contain_text("+$40")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 4000
    page.get_by_role("button", name="Pick up the cards in order").click()
    expect(page.locator("#steps h2")).to_contain_text("Round 2")
    shown = page.request.get(f"{house.base}/record/RD-9/1", headers={"Accept": "text/html"}).text()
    assert "signed by L. Brandt" in shown


def test_a_console_that_asks_the_generator(tab: Tab, house: Served) -> None:
    house.open_table("RD-9", ACT, cards_from="rng", areas=9)
    anna = house.someone("Anna")
    anna.must("RD-9", "place", spot="original", cents=500, area=9)
    page = tab("/staff")
    sign_in(page, house)
    page.goto(f"{house.base}/table/RD-9/dealer")
    expect(page.locator("#keys")).to_have_count(0)
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#work")).to_contain_text("confirmed")
    page.get_by_role("button", name="Call “No more bets”").click()
    page.get_by_role("button", name="Draw the first card").click()
    expect(page.get_by_role("button", name="Draw the second card")).to_be_visible()
    page.get_by_role("button", name=re.compile("Drawn in error and seen")).click()  # the generator says which card
    expect(page.locator("#steps")).to_contain_text("Drawn in error")
    page.get_by_role("button", name="Freeze and call supervisor").click()
    page.get_by_role("button", name="Press again to freeze RD-9").click()
    expect(page.locator("#felt .banner")).to_contain_text("Frozen at")
    page.get_by_label("Supervisor", exact=True).fill("L. Brandt")
    page.get_by_role("button", name="Release RD-9").click()
    page.get_by_role("button", name="Draw the second card").click()
    expect(page.locator("#steps")).to_contain_text("Second card")


# A supervisor


def test_the_pit(tab: Tab, house: Served) -> None:
    house.open_table("RD-9", VIC)
    anna = house.someone("Anna")
    anna.must("RD-9", "sit", area=1)
    anna.must("RD-9", "complain", words="The call came early", round=1)
    page = tab("/staff")
    sign_in(page, house, "casino supervisor", "L. Brandt")
    page.goto(f"{house.base}/pit?table=RD-9")
    limits = page.locator("form[data-act='limits']").first
    limits.get_by_label("Minimum").fill("10")
    limits.get_by_role("button").click()
    expect(limits.locator(".answer")).to_contain_text("A higher minimum needs a sign with $10 first")
    expect(limits.locator(".answer a.clause")).to_contain_text("6.4")
    posting = page.locator("form[data-act='post minimum']")
    posting.get_by_label("Minimum").fill("$10")
    posting.get_by_role("button").click()
    expect(page.locator("#facts")).to_contain_text("Minimum becomes $10")
    excluding = page.locator("form[data-act='exclude']")
    excluding.get_by_label("Player").fill("Anna")
    excluding.get_by_label("Ground").fill("a marked card")
    excluding.get_by_role("button").click()
    expect(page.locator("#facts")).to_contain_text("Anna: a marked card")
    page.locator("#dispute-1").get_by_label("Decision").fill("The call was in order")
    page.locator("#dispute-1").get_by_role("button").click()
    expect(page.locator("#disputes")).to_contain_text("The call was in order (L. Brandt)")
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.locator("main")).to_contain_text("The call came early")
    page.goto(f"{house.base}/pit")
    page.get_by_role("button", name="Open a new table").click()
    sheet = page.locator("#sheet")
    sheet.get_by_label("Name").fill("RD-12")
    sheet.get_by_label("Rules").select_option(VIC)
    sheet.get_by_label("Decks, if not the book’s").fill("3")
    sheet.get_by_role("button", name="Open the table").click()
    expect(sheet).to_contain_text("8 decks of 52 cards are required")
    sheet.get_by_label("Decks, if not the book’s").fill("")
    sheet.get_by_role("button", name="Open the table").click()
    expect(page.locator("#tables")).to_contain_text("RD-12")
    assert house.premises.house.tables["RD-12"].book.id == VIC


def test_frozen_and_closed_as_a_player_sees_them(tab: Tab, house: Served) -> None:
    house.open_table("RD-9", VIC)
    boss = house.staff("casino supervisor", "L. Brandt")
    page = tab("/table/RD-9")
    area(page, 4)
    lay(page, 2500, 4)
    credit(page, "$975")
    boss.must("RD-9", "freeze")
    expect(page.locator("#banner-frozen")).to_contain_text("A supervisor has been called")
    expect(page.locator("#decision")).to_contain_text("Your $25 on the table stays as it is")
    expect(page.locator("#place")).to_have_class(re.compile("frozen"))
    expect(page.locator("#p-area-4")).to_have_attribute("role", "img")
    boss.must("RD-9", "release")
    page.get_by_role("button", name="Take back $25").click()
    credit(page, "$1,000")
    page.get_by_role("button", name="Leave table").click()
    expect(page.locator("#plan")).to_be_visible()
    boss.must("RD-9", "close")
    expect(page.locator("#spot-RD-9")).to_contain_text("Closed")
    page.goto(f"{house.base}/table/RD-9")
    expect(page.locator("#banner-closed")).to_be_visible()
    expect(page.locator("#cloth-player")).to_contain_text("$500")


# A reader


def test_the_library_the_odds_and_the_api_page(tab: Tab, house: Served) -> None:
    page = tab("/books")
    page.locator(f"a[href='/books/{VIC}']").first.click()
    page.get_by_role("link", name=re.compile("Wagers")).click()
    page.get_by_role("link", name="§ 5.4", exact=True).click()
    beside = page.locator(".beside")
    expect(beside).to_contain_text("5.4 Second wager")
    expect(beside).to_contain_text("Reading R-21")
    counting = beside.get_by_role("link", name="being counted")
    while counting.count():  # a process of its own plays them the first time
        page.wait_for_timeout(200)
        if counting.count():
            counting.click()
    expect(beside).to_contain_text("VRD-")
    page.get_by_placeholder("number or word").fill("burn")
    page.keyboard.press("Enter")
    expect(page.locator(".clauses")).to_contain_text("4.6")
    page.goto(f"{house.base}/books/{VIC}/cases/VRD-07")
    expect(page.locator("main")).to_contain_text("It holds")
    page.goto(f"{house.base}/odds/{VIC}")
    expect(page.locator("header.top")).to_contain_text("Not shown at tables")
    expect(page.locator(".headline")).to_contain_text("2.7509%")
    expect(page.locator("svg.chart")).to_have_count(2)
    page.get_by_role("link", name="Compare books").click()
    expect(page.locator("main")).to_contain_text("Massachusetts")
    page.goto(f"{house.base}/docs")
    page.get_by_text("Do something at a table").click()
    expect(page.locator("details[open] table")).to_contain_text("made by the client")


def test_nothing_is_wider_than_the_window(tab: Tab, house: Served) -> None:
    page = tab("/staff")
    sign_in(page, house, "casino supervisor", "L. Brandt")
    paths = (
        "/",
        "/table/RD-1",
        "/table/RD-4/dealer",
        "/pit",
        f"/books/{VIC}",
        f"/odds/{VIC}",
        "/record",
        "/record/RD-1",
    )
    for path in paths:
        page.goto(house.base + path, wait_until="domcontentloaded")
        for width in (320, 390, 820, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            across = page.evaluate("document.documentElement.scrollWidth")
            assert across <= width, f"{path} is {across} wide in a window of {width}"
