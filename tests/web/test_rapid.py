"""Rapid Roulette in a real Chromium: three terminals, the console and the display at one table, at once."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.served import Served

Tab = Callable[..., Page]
LONG = 600  # seconds of wagering, the longest a period may be: it ends when the test says so
TABLE = "RR-2"  # a real wheel: a dealer spins and enters


@pytest.fixture
def house(house: Served) -> Served:
    boss = house.staff("casino supervisor", "L. Brandt")
    for table in ("RR-1", TABLE):
        boss.must(table, "period", seconds=LONG)
    return house


def terminal(tab: Tab, number: int, dollars: int = 500) -> Page:
    page = tab(f"/rapid/{TABLE}/ATS-{number}", width=1366, height=768)
    page.get_by_role("button", name=f"${dollars}", exact=True).click()
    expect(page.locator("#credit")).to_have_text(f"${dollars}")
    return page


def console(tab: Tab, name: str = "M. Okafor") -> Page:
    page = tab("/staff", width=1366, height=900)
    page.get_by_label("Name, as on the badge").fill(name)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text(f"Signed in as {name}").wait_for()
    page.goto(page.url.replace("/staff", f"/rapid/{TABLE}/console"))
    return page


def chip(page: Page, cents: int) -> None:
    page.locator(f"[data-token='{cents}']").click()


def tap(page: Page, spot: str) -> None:
    page.locator(f"#cloth [data-spot='{spot}']").first.click(force=True)  # a chip may lie on it already


def lies(page: Page, spot: str, dollars: str) -> None:
    expect(page.locator(f"#chips [data-on='{spot}'] text")).to_have_text(dollars)


def expire(house: Served, table: str = TABLE) -> None:
    """The rest of the period passes."""
    clock = house.premises.dealers[table]

    def now() -> None:
        clock.closes = time.monotonic()
        clock._changed.set()  # type: ignore[union-attr]

    house.premises.loop.call_soon_threadsafe(now)


def enter(page: Page, number: int) -> None:
    page.locator(f"[data-key='{number}']").click()
    page.locator("#confirm").click()


def test_three_terminals_a_console_and_a_display(tab: Tab, house: Served) -> None:
    one, two, three = terminal(tab, 1), terminal(tab, 2), terminal(tab, 3)
    dealer, wall = console(tab), tab(f"/rapid/{TABLE}/display", width=1920, height=1080)
    expect(one.locator("#phase")).to_have_text("Waiting for the dealer")
    expect(one.locator("#sign")).to_contain_text("$1 to $100")  # limits are always on screen
    dealer.locator("#open-wagering").click()
    for page in (one, two, three, wall, dealer):
        expect(page.locator("#phase")).to_have_text("Place your bets")
        expect(page.locator("#seconds")).to_have_text(re.compile(r"\d+"))

    # fingers: taps on a number, a line and a crossing; a chip beyond the steps; the racetrack in pieces
    chip(one, 2500)
    tap(one, "straight:17")
    lies(one, "straight:17", "25")
    chip(one, 500)
    tap(one, "split:17/20")
    tap(one, "corner:26/27/29/30")
    expect(one.locator("#staked")).to_have_text("$35")
    expect(one.locator("#credit")).to_have_text("$465")
    chip(one, 100)
    tap(one, "around:0")
    for number in (3, 26, 0, 32, 15):
        lies(one, f"straight:{number}", "1")
    expect(one.locator("#staked")).to_have_text("$40")
    one.locator("#undo").click()
    expect(one.locator("#staked")).to_have_text("$35")
    chip(one, 50_000)
    tap(one, "straight:8")
    lies(one, "straight:8", "100")
    expect(one.locator("#banner")).to_contain_text("next lower permitted wager")
    one.locator("#undo").click()
    expect(one.locator("#chips [data-on='straight:8']")).to_have_count(0)

    # keys: the arrows walk the layout, Enter places, Delete takes off
    two.locator("#cloth-desk [data-spot='straight:1']").focus()
    chip(two, 500)
    two.locator("#cloth-desk [data-spot='straight:1']").focus()
    two.keyboard.press("Enter")
    lies(two, "straight:1", "5")
    two.keyboard.press("Delete")
    expect(two.locator("#chips [data-on='straight:1']")).to_have_count(0)
    tap(two, "red")
    two.locator("#double").click()
    lies(two, "red", "10")
    two.locator("#clear").click()
    expect(two.locator("#staked")).to_have_text("$0")
    tap(two, "red")

    # dragging: from the tray onto the layout, from there to another bet
    box = three.locator("[data-token='1000']").bounding_box()
    goal = three.locator("#cloth-desk [data-spot='black']").bounding_box()
    assert box is not None and goal is not None
    three.mouse.move(box["x"] + 30, box["y"] + 30)
    three.mouse.down()
    three.mouse.move(goal["x"] + 40, goal["y"] + 20, steps=6)
    three.mouse.up()
    lies(three, "black", "10")

    # a sequence: Double on 17, then 5
    chip(three, 100)
    three.locator("[data-kind='double']").click()
    tap(three, "straight:17")
    tap(three, "straight:5")
    three.locator("#place-sequence").click()
    expect(three.locator("#running")).to_contain_text("Double 17, 5")
    expect(three.locator("#staked")).to_have_text("$11")

    # the dealer sees who has bet how much
    row = dealer.locator("tr[data-station='ATS-1']")
    expect(row).to_contain_text("$35")
    expect(dealer.locator("tr[data-station='ATS-4']")).to_contain_text("closed")

    # no more bets: a chip that comes too late bounces back
    expire(house)
    for page in (one, two, three, wall):
        expect(page.locator("#phase")).to_have_text("No more bets")
    chip(two, 2500)
    tap(two, "straight:2")
    expect(two.locator("#banner")).to_contain_text("Late by")
    expect(two.locator("#banner")).to_contain_text("Your $25 came back: betting had closed. Nothing was charged.")
    expect(two.locator("#credit")).to_have_text("$495")

    # a no spin first, called on a ball that runs; everybody hears of it, and it is spun again before anything else
    box = dealer.locator("#spun").bounding_box()
    assert box is not None
    dealer.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # no mark lies in the button's way
    expect(dealer.locator("#next")).to_contain_text("Say the number")
    dealer.get_by_role("button", name="Ball left the wheel").click()
    for page in (one, dealer, wall):
        expect(page.locator("#phase")).to_have_text("No spin")
    expect(one.locator("#banner")).to_contain_text(
        "Ball left the wheel. Your wagers stand, and the ball is spun again."
    )
    expect(wall.locator("#spin")).to_contain_text("ball left the wheel. The ball is spun again.")
    expect(dealer.locator("#next")).to_have_text("No spin was called. Wagers stand: spin the ball again.")
    expect(dealer.get_by_role("button", name="Fewer than four turns")).to_be_disabled()
    expect(dealer.locator("#calls")).to_contain_text("No spin")
    expect(wall.locator("#big")).to_have_text("No number yet")
    dealer.locator("#spun").click()
    expect(one.locator("#phase")).to_have_text("No more bets")
    enter(dealer, 17)
    for page in (one, two, three):
        expect(page.locator("#number")).to_have_text("17 black")
    expect(one.locator("#won")).to_have_text("+$960")  # 25 at 35 to 1 and 5 at 17 to 1
    expect(one.locator("#credit")).to_have_text("$1,455")
    expect(two.locator("#credit")).to_have_text("$495")
    expect(three.locator("#credit")).to_have_text("$509")  # black won; the Double runs
    expect(three.locator("#running")).to_contain_text("Double 17 ✓ then 5")
    expect(wall.locator("#big")).to_have_text("17")
    expect(wall.locator("#facts")).to_contain_text("2nd column")
    expect(wall.locator("#of-spin")).to_have_text("Spin 1")
    one.locator("#repeat").click()
    expect(one.locator("#staked")).to_have_text("$35")

    # a terminal that loses its line comes back where it was
    three.context.set_offline(True)
    three.evaluate("document.body.dataset.test = 'offline'")
    three.context.set_offline(False)
    three.reload()
    expect(three.locator("#running")).to_contain_text("Double 17 ✓ then 5")
    expect(three.locator("#credit")).to_have_text("$509")
    chip(three, 500)
    tap(three, "straight:9")
    lies(three, "straight:9", "5")

    # the wrong number was entered: freeze, recalculate, signed by somebody else, release
    dealer.locator("#incident summary").click()
    dealer.locator("#freeze").click()
    dealer.locator("#freeze").click()
    expect(one.locator("#banner")).to_contain_text("Frozen")
    form = dealer.locator("#recalculate")
    for name, words in (("spin", "1"), ("actual", "20"), ("reason", "the recording shows 20"), ("signer", "M. Okafor")):
        form.locator(f"[name='{name}']").fill(words)
    form.get_by_role("button", name="Recalculate").click()
    expect(dealer.locator("#banner")).to_contain_text("cannot sign it")
    form.locator("[name='signer']").fill("L. Brandt")
    form.get_by_role("button", name="Recalculate").click()
    expect(one.locator("#credit")).to_have_text("$555")  # 500 − 35 + the split of 17 and 20
    expect(one.locator("#number")).to_have_text("20 black")
    expect(three.locator("#running")).not_to_contain_text("Double")
    dealer.goto(dealer.url)
    boss = house.staff("game supervisor", "L. Brandt")
    boss.must(TABLE, "release")
    expect(wall.locator("#big")).to_have_text("20")

    # leaving: paid in full, and the terminal is free
    two.locator("#leave").click()
    expect(two.locator("#banner")).to_contain_text("$495 is paid out in chips")
    expect(two.locator("#buy")).to_be_visible()


def test_a_house_table_deals_by_itself(tab: Tab, house: Served) -> None:
    """A newcomer finds the way from the lobby to a terminal and plays without any staff."""
    page = tab("/table/RR-1", width=1366, height=768)
    page.get_by_role("link", name="ATS-7", exact=True).click()
    page.get_by_role("button", name="$100", exact=True).click()
    expect(page.locator("#phase")).to_have_text("Place your bets")
    chip(page, 500)
    tap(page, "red")
    tap(page, "black")
    expect(page.locator("#staked")).to_have_text("$10")
    expire(house, "RR-1")
    expect(page.locator("#number")).to_have_text(re.compile(r"\d+ (red|black|green)"))


def test_a_line_that_is_open_and_silent_is_given_up(tab: Tab, house: Served) -> None:
    """The answer to a touch is lost on a line that stays open. The page calls again, and the chip lies there once."""
    page, lines, silent = tab("/"), [], False

    def carry(line: WebSocketRoute) -> None:
        number, floor = len(lines), line.connect_to_server()
        lines.append(line)
        line.on_message(floor.send)
        floor.on_message(lambda text: None if silent and number == 0 else line.send(text))

    page.route_web_socket(re.compile("/ws/rapid/"), carry)
    page.goto(f"{house.base}/rapid/RR-1/ATS-9")
    page.get_by_role("button", name="$100", exact=True).click()
    expect(page.locator("#phase")).to_have_text("Place your bets")
    silent = True
    chip(page, 500)
    tap(page, "red")
    lies(page, "red", "5")
    expect(page.locator("#staked")).to_have_text("$5")
    expect(page.locator("#credit")).to_have_text("$95")
    assert len(lines) >= 2, "a slow house may have been called more than once"
    wagers = [wager.cents for wager in house.premises.house.tables["RR-1"].state.chips if wager.player == "ATS-9"]
    assert wagers == [500]
