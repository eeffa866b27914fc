"""Wheels and dice in a real Chromium: wagers by mouse, finger and keys, dealers at their consoles, and every kind of no."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from houseway.draw.palette import colour
from houseway.floor import pace as dealing
from houseway.floor.house import PLAY_CREDIT
from houseway.floor.sources import generate
from houseway.games.sic_bo.settle import winning
from houseway.kit.spots import layout
from houseway.play.prompts import Prompt, Roll, Spin
from tests.web.served import Served
from tests.web.test_api import numbers, problem

ROULETTE, SIC_BO, MONEY = "act-1992-american-roulette", "act-1992-sic-bo", "act-1992-money-wheel"
Tab = Callable[..., Page]


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Says what the generator will bring at a wheel or with dice."""
    results: list[Any] = []

    def brings(prompt: Prompt) -> Any:
        return results.pop(0) if isinstance(prompt, (Spin, Roll)) and results else generate(prompt)

    monkeypatch.setattr(dealing, "generate", brings)
    return lambda *wanted: results.extend(wanted)


def table(tab: Tab, name: str, **options: Any) -> Page:
    """A player's page, once it answers."""
    page = tab(f"/table/{name}", **options)
    expect(page.locator("[data-tray][tabindex='-1']").first).to_be_attached()
    return page


def at(page: Page, spot: str, side: str = "p") -> Locator:
    return page.locator(f"#{side}-" + re.sub("[:/_]", "-", spot.replace("$", "")).lower())


def press(page: Page, spot: str) -> None:
    """The mouse goes to the middle of a place as it is drawn, once the page has stopped moving, and clicks."""
    at(page, spot).scroll_into_view_if_needed()
    box = at(page, spot).bounding_box()
    while (again := at(page, spot).bounding_box()) != box:
        box = again
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def down(page: Page, own: dict[str, int]) -> None:
    """What lies on the layout for this player, in cents."""
    expect(page.locator("#place")).to_have_attribute("data-own", json.dumps(own))


def credit(page: Page, words: str) -> None:
    expect(page.locator("#credit b").first).to_have_text(words)


def net(house: Served, page: Page, words: str) -> None:
    """What the round came to, once it is over."""
    house.pick_up(page.url.rpartition("/")[2])
    expect(page.locator("#rounds td.net").first).to_contain_text(words)


# Players


def test_a_split_a_corner_and_a_racetrack_wager_by_mouse(tab: Tab, house: Served, falls: Callable[..., None]) -> None:
    falls("17", "5")
    page = table(tab, "AR-1")
    expect(page.locator("#sign")).to_contain_text("$1 to $20")
    press(page, "split:17/20")
    expect(page.locator("#said-no")).to_contain_text("Choose a chip first")
    page.locator("#tray-500").click()
    at(page, "split:17/20").hover()
    expect(page.locator("#loupe")).to_have_text("Split 17 20. Pays 17 to 1")
    expect(page.locator("[data-number].covered")).to_have_count(2)
    press(page, "split:17/20")
    down(page, {"split:17/20": 500})
    press(page, "corner:16/17/19/20")
    down(page, {"split:17/20": 500, "corner:16/17/19/20": 500})
    press(page, "tier")
    tier = dict.fromkeys(("split:5/8", "split:10/11", "split:13/16", "split:23/24", "split:27/30", "split:33/36"), 500)
    down(page, {"split:17/20": 500, "corner:16/17/19/20": 500, **tier})
    expect(page.locator("#state")).to_contain_text("Seat 1")
    expect(at(page, "split:17/20")).to_have_attribute("aria-label", "Split 17 20, your 5 dollars")
    expect(page.locator("#p-c-split-13-16 text")).to_have_text("5")
    page.locator("#undo").click()
    down(page, {"split:17/20": 500, "corner:16/17/19/20": 500})
    press(page, "tier")
    down(page, {"split:17/20": 500, "corner:16/17/19/20": 500, **tier})
    credit(page, "$960")
    page.get_by_role("button", name="Ready with $40").click()
    expect(page.locator("#said")).to_contain_text("17 black")
    expect(page.locator("#p-wheel")).to_have_attribute("aria-label", "Wheel, the ball rests in 17 black")
    expect(at(page, "straight:17")).to_have_attribute("aria-label", "17 black, winning")
    expect(page.locator("#calls")).to_contain_text("The dolly stands on 17")
    result = page.locator("#decision")
    expect(result).to_contain_text("+$95")  # 17 times five, eight times five, less six pieces
    expect(result.get_by_text("Split 17 20")).to_be_visible()
    expect(result.locator("a.clause").first).to_contain_text("6.1(b)")
    net(house, page, "+$95")
    down(page, {"split:17/20": 500, "corner:16/17/19/20": 500})  # what won stays, until it is taken back
    credit(page, "$1,085")
    expect(page.locator("#results svg").first).to_have_attribute("aria-label", "17 black")
    page.locator("#clear").click()
    credit(page, "$1,095")
    page.locator("#repeat").click()
    credit(page, "$1,055")
    page.locator("#double").click()
    credit(page, "$1,015")


def test_the_same_with_the_keyboard_alone(tab: Tab, house: Served, falls: Callable[..., None]) -> None:
    falls("0")
    page = table(tab, "AR-1")
    keys = page.keyboard
    page.locator("#tray-100").focus()
    keys.press("ArrowRight")
    expect(page.locator("#tray-500")).to_be_focused()
    expect(page.locator("#tray-500")).to_have_attribute("aria-checked", "true")
    for _ in range(20):  # Tab comes to the layout once, not 157 times
        keys.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-roving]')?.dataset.roving") == "p":
            break
    expect(at(page, "straight:0")).to_be_focused()
    keys.press("ArrowRight")
    expect(at(page, "split:0/2")).to_be_focused()
    expect(page.locator("#loupe")).to_contain_text("Split 0 2")
    keys.press("Enter")
    down(page, {"split:0/2": 500})
    expect(at(page, "split:0/2")).to_be_focused()
    keys.press("ArrowRight")
    expect(at(page, "straight:2")).to_be_focused()
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    expect(at(page, "corner:1/2/4/5")).to_be_focused()
    keys.press(" ")
    down(page, {"split:0/2": 500, "corner:1/2/4/5": 500})
    keys.press("Delete")
    down(page, {"split:0/2": 500})
    keys.press("Enter")
    keys.type("17")
    expect(at(page, "straight:17")).to_be_focused()
    keys.press("Tab")  # the clause of what is said
    keys.press("Tab")
    expect(at(page, "neighbours:0")).to_be_focused()
    keys.press("ArrowRight")
    expect(at(page, "zero_game")).to_be_focused()
    keys.press("Enter")
    own = {"split:0/2": 500, "corner:1/2/4/5": 500, "split:0/3": 500, "split:12/15": 500, "straight:26": 500}
    down(page, {**own, "split:32/35": 500})
    page.locator("#ready").focus()
    keys.press("Enter")
    expect(page.locator("#said")).to_contain_text("0 green")
    net(house, page, "+$150")  # two splits of zero at 17 to 1, less four fives


def test_arrow_keys_reach_every_place(tab: Tab) -> None:
    page = table(tab, "AR-1")
    reached = page.evaluate(
        """async () => {
          const first = document.querySelector('#p-straight-0');
          first.focus();
          const seen = new Set(['straight:0']);
          const waiting = [first];
          while (waiting.length && seen.size < 198) {
            const node = waiting.shift();
            for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
              node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
              const to = document.activeElement;
              if (to.dataset.spot && !seen.has(to.dataset.spot)) { seen.add(to.dataset.spot); waiting.push(to); }
            }
          }
          return [...seen];
        }"""
    )
    assert set(layout()) <= set(reached) and len(reached) == 157 + 41


def test_a_finger_on_a_phone(tab: Tab, house: Served, falls: Callable[..., None]) -> None:
    falls("26")
    page = table(tab, "AR-1", width=390, height=844, has_touch=True, is_mobile=True)
    expect(page.locator("#cloth-player")).to_be_hidden()
    page.locator("#tray-500").tap()
    at(page, "split:26/29", "m").tap()
    down(page, {"split:26/29": 500})
    at(page, "red", "m").tap()
    at(page, "voisins", "m").scroll_into_view_if_needed()
    at(page, "orphelins", "m").tap()
    expect(page.locator("#place")).to_have_attribute("data-own", re.compile('"split:17/20": 500'))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing is wider than the phone"
    page.locator("#ready").tap()
    net_of = page.locator("#decision")
    expect(net_of).to_contain_text("+$55")  # 85 for the split, less red and five pieces
    house.pick_up("AR-1")
    expect(page.locator("#state")).to_contain_text("Place your bets")
    page.get_by_role("button", name="Rounds").tap()
    expect(page.locator("#sheet")).to_contain_text("26 black")


def test_wagers_by_name_the_marker_cash_and_colour_chips(tab: Tab, house: Served) -> None:
    page = table(tab, "AR-1")
    page.get_by_role("button", name="Wager by name").click()
    sheet = page.locator("#sheet")
    sheet.locator("select[name=spot]").select_option("six_line:1/2/3/4/5/6")
    sheet.locator("input[name=cents]").fill("10")
    sheet.get_by_role("button", name="Place it").click()
    down(page, {"six_line:1/2/3/4/5/6": 1000})
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Your wagers").click()
    sheet.get_by_role("button", name="Take back $10, six line 1 to 6").click()
    down(page, {})
    expect(sheet).to_be_hidden()
    page.locator("#tray-1000").click()
    press(page, "six_line:1/2/3/4/5/6")
    down(page, {"six_line:1/2/3/4/5/6": 1000})
    page.locator("#tray-max").click()
    press(page, "split:8/11")
    expect(page.locator("#said-no")).to_contain_text("is not on the wheel")
    press(page, "straight:36")
    credit(page, "$630")  # 20, two splits of 40, a street of 60, a corner of 80, a six-line of 120, and the ten before
    page.locator("#undo").click()
    credit(page, "$990")
    page.locator("#clear").click()
    credit(page, "$1,000")
    page.locator("#tray-500").click()
    page.locator("#tray-cash").click()
    press(page, "straight:9")
    expect(page.locator("#said-no")).to_contain_text("Cash plays on")
    expect(page.locator("#said-no a.clause")).to_contain_text("5.2(a)")
    press(page, "dozen:2")
    down(page, {"dozen:2": 500})
    page.locator("#tray-cash").click()
    page.locator("#clear").click()
    page.get_by_role("button", name="Colour chips").click()
    sheet.locator("select[name=colour]").select_option("orange")
    sheet.locator("input[name=cents]").fill("2")
    sheet.get_by_role("button", name="Take them").click()
    credit(page, "$920")
    expect(sheet).to_be_hidden()
    page.get_by_role("radio", name="5 orange chips, $10").click()
    press(page, "straight:9")
    expect(page.locator("#p-c-straight-9 text")).to_have_text("10")
    expect(page.locator("#credit")).to_contain_text("orange chips of $2")
    other = table(tab, "AR-1")
    other.get_by_role("button", name="Colour chips").click()
    assert "orange" not in other.locator("#sheet select[name=colour]").inner_text(), "no two players with one colour"
    page.locator("#clear").click()
    down(page, {})
    page.get_by_role("button", name="Colour chips").click()
    sheet.get_by_role("button", name="Redeem").click()
    credit(page, "$1,000")


def test_two_people_see_each_others_chips(tab: Tab) -> None:
    one, other = table(tab, "AR-1"), table(tab, "AR-1")
    for page in (one, other):
        page.locator("#tray-500").click()
    press(one, "straight:8")
    expect(at(other, "straight:8")).to_have_attribute("aria-label", "8 black, 5 dollars")
    press(other, "straight:8")
    expect(at(one, "straight:8")).to_have_attribute("aria-label", "8 black, your 5 dollars, others 5")


def lit(page: Page) -> set[str]:
    """The fields that wear the lamp."""
    found = page.evaluate(
        "lamp => [...document.querySelectorAll('#cloth-player .field')]"
        ".filter(field => field.querySelector(`rect[fill='${lamp}']`)).map(field => field.dataset.spot)",
        colour("lamp"),
    )
    return set(found)


def test_sic_bo_with_its_winning_areas_lit(tab: Tab, house: Served, falls: Callable[..., None]) -> None:
    falls((1, 4, 4))
    page = table(tab, "SB-1")
    page.locator("#tray-500").click()
    for spot in ("small", "double:4", "domino:1/4", "single:4", "total:10", "any_triple"):
        press(page, spot)
    credit(page, "$970")
    assert lit(page) == set()
    page.get_by_role("button", name="Ready with $30").click()
    expect(page.locator("#dice")).to_have_attribute("aria-label", "Dice one, four, four")
    expect(page.locator("#said")).to_contain_text("1, 4, 4")
    wins = set(winning(house.premises.house.tables["SB-1"].terms, (1, 4, 4)))
    assert lit(page) == wins and "total:9" in wins and len(wins) == 6
    expect(at(page, "total:9")).to_have_attribute("aria-label", "Total 9, winning")
    expect(page.locator("#calls")).to_contain_text("1, 4, 4, total 9")
    net(house, page, "+$90")  # 5 + 55 + 30 + 10, less two fives
    expect(page.locator("#results svg").first).to_have_attribute("aria-label", "Dice one, four, four")


def test_the_money_wheel(tab: Tab, house: Served, falls: Callable[..., None]) -> None:
    falls("Flag")
    page = table(tab, "MW-1")
    page.locator("#tray-500").click()
    press(page, "$1")
    page.keyboard.press("Tab")
    at(page, "canberra").focus()
    page.keyboard.press("ArrowDown")
    expect(at(page, "flag")).to_be_focused()
    page.keyboard.press("Enter")
    down(page, {"$1": 500, "Flag": 500})
    page.get_by_role("button", name="Ready with $10").click()
    expect(page.locator("#p-wheel")).to_have_attribute("aria-label", "Money wheel, the flapper rests at Flag")
    assert lit(page) == {"Flag"}
    net(house, page, "+$230")


# Dealers


def console(tab: Tab, house: Served, name: str, book: str, **options: Any) -> Page:
    house.open_table(name, book, minimum=100, **options)
    page = tab("/staff")
    page.request.post(f"{house.base}/api/staff", data={"name": "M. Okafor", "role": "dealer"})
    page.goto(f"{house.base}/table/{name}/dealer")
    return page


def test_a_dealer_calls_no_spin_and_keys_the_number(tab: Tab, house: Served) -> None:
    page = console(tab, house, "AR-9", ROULETTE)
    anna = house.someone("Anna")
    anna.must("AR-9", "place", spot="17/20", cents=500)
    anna.must("AR-9", "place", spot="red", cents=500)
    expect(page.locator("#work")).to_contain_text("Anna, split 17 20")
    page.get_by_role("button", name="Call “No more bets”").click()
    expect(page.locator("#state")).to_contain_text("No more bets")
    expect(page.locator("#wrong h2")).to_have_text("Call “No spin”, and why")
    page.get_by_role("button", name="Ball left the wheel").click()
    expect(page.locator("#cloth-dealer")).to_contain_text("No spin")
    expect(page.locator("#work")).to_contain_text("Anna, split 17 20")  # the wagers lie open again
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 1000, "no money has moved"
    anna.must("AR-9", "withdraw", spot="red")
    page.get_by_role("button", name="Change the ball").click()
    expect(page.locator("#mend .answer").first).to_contain_text("8.7")
    page.get_by_role("button", name="Call “No more bets”").click()
    expect(page.locator("#instruction")).to_contain_text("Examine the ball that left the wheel")
    house.staff("game supervisor", "L. Brandt").must("AR-9", "answer", value="fit")
    expect(page.locator("#enter-result")).to_be_disabled()
    page.keyboard.type("37")
    expect(page.locator("#enter-result")).to_have_text("Enter 7")  # there is no 37
    page.keyboard.press("Escape")
    page.locator("[data-key='20']").click()
    expect(page.locator("#enter-result")).to_have_text("Enter 20")
    page.keyboard.press("Enter")
    expect(page.locator(".payments")).to_contain_text("Anna, split 17 20: paid 17 to 1")
    expect(page.locator(".payments a.clause").first).to_contain_text("6.1(b)")
    # it was 21, not 20: somebody else signs
    page.get_by_role("button", name="Correct a result").click()
    page.locator("#sheet [data-correct]").click()
    page.keyboard.type("21")
    page.get_by_role("button", name="Show 21").click()
    expect(page.locator("#sheet")).to_contain_text("Anna")
    page.locator("#sheet input[name=name]").fill("L. Brandt")
    page.get_by_role("button", name="Sign the correction").click()
    expect(page.locator("#cloth-dealer")).to_contain_text("21 red")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 500
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Take the dolly off").first.click()
    expect(page.locator("#state")).to_contain_text("Place your bets")
    player = tab("/table/AR-9")
    expect(player.locator("#p-wheel")).to_have_attribute("aria-label", "Wheel, the ball rests in 21 red")
    expect(player.locator("#calls")).to_contain_text("The ball was changed")


def test_a_dealer_at_sic_bo(tab: Tab, house: Served) -> None:
    page = console(tab, house, "SB-9", SIC_BO)
    anna = house.someone("Anna")

    def to_the_dice() -> None:
        page.locator(".next").click()
        page.get_by_role("button", name="Done, go on").click()
        expect(page.locator("#instruction")).to_contain_text("Uncover the dice")

    anna.must("SB-9", "place", spot="small", cents=500)
    to_the_dice()
    expect(page.locator("#wrong h2")).to_have_text("Call “No result”, and why")
    page.get_by_role("button", name="A die does not lie flat").click()
    expect(page.locator("#state")).to_contain_text("Place your bets")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT, "every wager went back"
    anna.must("SB-9", "place", spot="small", cents=500)
    to_the_dice()
    for face in (4, 1, 4):
        page.locator(f"[data-key='{face}']").click()
    page.get_by_role("button", name="Enter 1, 4, 4, total 9").click()
    expect(page.locator(".payments")).to_contain_text("Anna, small: paid 1 to 1")
    page.get_by_role("button", name="The winning areas did not light").click()
    expect(page.locator("#steps")).to_contain_text("The dice decide, not the lights")
    page.get_by_role("button", name="Pay every winner").first.click()
    expect(page.locator("#state")).to_contain_text("Place your bets")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT + 500
    anna.must("SB-9", "place", spot="big", cents=500)
    chips = table(tab, "SB-9")
    chips.get_by_role("button", name="Colour chips").click()
    chips.get_by_role("button", name="Take them").click()
    credit(chips, "$960")
    expect(chips.locator("#sheet")).to_be_hidden()
    page.locator(".next").click()
    expect(page.get_by_role("button", name="Done, go on")).to_be_visible()
    page.get_by_role("button", name="Tumbler cannot be started").click()
    expect(page.locator("#work")).to_contain_text("The table is closed")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT + 500
    expect(chips.locator("#state")).to_contain_text("Closed")
    chips.get_by_role("button", name="Colour chips").click()  # they are worth nothing elsewhere
    chips.get_by_role("button", name="Redeem").click()
    credit(chips, "$1,000")


def test_a_dealer_at_the_money_wheel_with_the_generator(tab: Tab, house: Served) -> None:
    page = console(tab, house, "MW-9", MONEY, cards_from="rng")
    anna = house.someone("Anna")
    anna.must("MW-9", "place", spot="$1", cents=500)
    page.get_by_role("button", name="Call “No more bets”").click()
    expect(page.locator("#state")).to_contain_text("No more bets")
    page.get_by_role("button", name="Indicator on a divider").click()
    expect(page.locator("#state")).to_contain_text("Place your bets")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT
    player = tab("/table/MW-9")
    expect(player.locator("#said")).to_contain_text("every wager went back")
    anna.must("MW-9", "place", spot="$1", cents=500)
    page.get_by_role("button", name="Call “No more bets”").click()
    expect(page.locator("#pad")).to_have_count(0)  # nobody keys what the generator decides
    page.get_by_role("button", name="Spin, by the generator").click()
    expect(page.locator("#state")).to_contain_text("Settled")
    page.get_by_role("button", name="Pay every winner").first.click()
    expect(page.locator("#state")).to_contain_text("Place your bets")
    anna.do("MW-9", "withdraw")  # what won lies there for the next spin
    last = house.premises.recent["MW-9"].last
    assert last is not None
    won = last.felt.fact("outcome") == "$1"
    assert house.premises.house.credit("Anna") == PLAY_CREDIT + (500 if won else -500)


# What cannot be

WAGERS: list[tuple[str, str, dict[str, Any], str, str | None]] = [
    # what, table, details, kind, a clause that must be cited
    ("a split of numbers that do not touch", "AR-9", dict(spot="split:1/5", cents=500), "refused", "5.5(b)(i)"),
    ("a split by numbers alone", "AR-9", dict(spot="17/23", cents=500), "refused", "5.6"),
    ("a corner off the grid", "AR-9", dict(spot="corner:34/35/37/38", cents=500), "refused", "5.5(d)(i)"),
    ("a corner that does not meet", "AR-9", dict(spot="corner:1/2/5/6", cents=500), "refused", "5.6"),
    ("a street of other numbers", "AR-9", dict(spot="street:2/3/4", cents=500), "refused", "5.5(c)(i)"),
    ("a number that is not there", "AR-9", dict(spot="straight:37", cents=500), "refused", "5.5(a)"),
    ("a call without the money for its pieces", "AR-9", dict(spot="tier", cents=20_000), "funds", "5.3"),
    ("neighbours of no number", "AR-9", dict(spot="neighbours:40", cents=500), "refused", "5.3(e)"),
    ("cash on a number", "AR-9", dict(spot="17", cents=500, medium="cash"), "refused", "5.2(a)"),
    ("colour chips of another table", "AR-9", dict(spot="red", chips=5), "refused", "5.10"),
    ("across two segments", "SB-9", dict(spot="small+total:9", cents=500), "refused", "4.5"),
    ("a total that is no segment", "SB-9", dict(spot="total:18", cents=500), "refused", "4.1"),
    ("a symbol of no stop", "MW-9", dict(spot="$7", cents=500), "refused", "5.1"),
    ("half a chip", "MW-9", dict(spot="$1", cents=0.5), "misread", None),
]


@pytest.fixture
def open_tables(house: Served) -> Served:
    for name, book in (("AR-9", ROULETTE), ("AR-8", ROULETTE), ("SB-9", SIC_BO), ("MW-9", MONEY)):
        house.open_table(name, book, minimum=100)
    return house


def stands(house: Served, table: str) -> tuple[Any, ...]:
    state = house.premises.house.tables[table].state
    return state.prompt, state.tape, state.chips, state.carry, house.premises.sequence(table)


def test_wagers_that_cannot_be(open_tables: Served) -> None:
    anna = open_tables.someone("Anna")
    anna.must("AR-8", "colour", colour="blue", cents=200, chips=10)
    held = open_tables.premises.house.credit("Anna")
    for what, table, details, kind, clause in WAGERS:
        before = stands(open_tables, table)
        doc = problem(anna.do(table, "place", **details), 422 if kind == "misread" else 409, kind)
        assert clause is None or clause in numbers(doc), f"{what}: {doc}"
        assert stands(open_tables, table) == before and open_tables.premises.house.credit("Anna") == held, what
    slip = [["red", 500], ["17/20", 500], ["split:1/5", 500]]
    assert "5.5(b)(i)" in numbers(problem(anna.do("AR-9", "place", wagers=slip), 409, "refused"))
    problem(anna.do("AR-9", "place", wagers=[["red", 0.5]]), 422, "misread")
    assert not open_tables.premises.house.tables["AR-9"].state.chips, (
        "of a slip nothing is placed unless all of it can be"
    )
    assert anna.must("AR-9", "place", wagers=[*slip[:2], ["tier", 500]])["credit"] == held - 4000
    anna.must("AR-9", "withdraw")
    assert "5.11" in numbers(problem(anna.do("AR-9", "redeem"), 409, "refused"))
    bert = open_tables.someone("Bert")
    assert "5.9" in numbers(problem(bert.do("AR-8", "colour", colour="blue", cents=200), 409, "refused"))
    assert "5.1" in numbers(problem(anna.do("AR-8", "colour", colour="blue", cents=500), 409, "refused"))
    assert "5.1" in numbers(problem(anna.do("AR-8", "place", spot="red", cents=500), 409, "refused"))


RESULTS = [
    ("AR-9", "37", "1.2"),
    ("AR-9", "00", "1.2"),
    ("AR-9", -1, "1.2"),
    ("SB-9", [1, 2, 7], "6.2"),
    ("SB-9", [1, 2], "6.2"),
    ("MW-9", "$7", "1.4"),
]


def test_results_that_cannot_be_and_changes_after_the_call(open_tables: Served) -> None:
    anna, dealer = open_tables.someone("Anna"), open_tables.staff()
    for table, spot in (("AR-9", "red"), ("SB-9", "small"), ("MW-9", "$1")):
        anna.must(table, "place", spot=spot, cents=500)
        dealer.must(table, "answer")
        if table == "SB-9":
            assert "6.1" in numbers(problem(dealer.do(table, "answer", value=2), 409, "refused"))
            dealer.must(table, "answer", value=3)
    held = open_tables.premises.house.credit("Anna")
    for table, value, clause in RESULTS:
        before = stands(open_tables, table)
        assert clause in numbers(problem(dealer.do(table, "answer", value=value), 409, "refused")), value
        assert stands(open_tables, table) == before
    for table, spot, clause in (("AR-9", "red", "5.7"), ("SB-9", "small", "4.6"), ("MW-9", "$1", "5.2")):
        before = stands(open_tables, table)
        assert clause in numbers(problem(anna.do(table, "withdraw", spot=spot), 409, "refused")), table
        assert clause in numbers(problem(anna.do(table, "place", spot=spot, cents=500), 409, "late")), table
        assert stands(open_tables, table) == before and open_tables.premises.house.credit("Anna") == held
    problem(dealer.do("SB-9", "answer", value="seven"), 422, "misread")
