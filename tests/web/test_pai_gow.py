"""Pai Gow in a real browser: tiles set by touch and by keys, the Houseway asked for, a concession, a player's bank with its
cut, the dealer's console with real tiles, and the checker."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from playwright.sync_api import Page, expect

from houseway.forms import write
from houseway.games.pai_gow.carry import Bank
from houseway.games.pai_gow.hands import settings
from houseway.games.pai_gow.prompts import SetTiles, TakeChung
from houseway.play.felt import felt
from houseway.play.prompts import Choose, Confirm, Prompt
from tests.web.served import Served

P = TypeVar("P", bound=Prompt)


def _down(page: Page, area: int = 3, then: Callable[[], object] = lambda: None) -> None:
    """A newcomer sits down, lays a chip and is ready; ``then`` others may be."""
    page.locator(f"#p-area-{area}").click()
    page.locator("[data-chip]").first.click()
    page.locator(f"#p-area-{area}").click()
    page.get_by_role("button", name="Ready with").click()
    then()
    page.locator("#p-arranged").wait_for()


def _shown(page: Page) -> str:
    way = page.locator("#p-arranged .way:not([hidden])")
    return str(way.get_attribute("data-value"))


def test_tiles_are_swapped_by_touch_and_set(tab: Callable[..., Page], house: Served) -> None:
    page = tab("/table/PG-1")
    _down(page)
    high, low = _hands(_shown(page))
    tiles = page.locator("#p-arranged .way:not([hidden]) [data-tile]")
    tiles.nth(0).click()
    tiles.nth(2).click()
    after = _hands(_shown(page))
    assert sorted(map(sorted, after)) == sorted(map(sorted, ((low[0], high[1]), (high[0], low[1]))))
    page.get_by_role("button", name="Set hand").click()
    expect(page.locator("#state")).to_contain_text("Settled")
    assert sorted(map(sorted, _hands(dict(_facts(house))["hand 3"]))) == sorted(map(sorted, after))


def _hands(setting: str) -> list[list[str]]:
    """Two hands by kind."""
    return [part.split(" ") for part in setting.replace("*", "").split(" / ")]


def _facts(house: Served, table: str = "PG-1") -> list[tuple[str, str]]:
    return list(felt(house.premises.house.tables[table].progress.steps).facts)


def test_by_keys_alone_another_setting_and_the_houseway(tab: Callable[..., Page], house: Served) -> None:
    page = tab("/table/PG-1")
    _down(page)
    first = _shown(page)
    page.get_by_role("button", name="Another setting").focus()
    page.keyboard.press("Enter")
    assert _shown(page) != first
    tile = page.locator("#p-arranged .way:not([hidden]) [data-tile]").first
    tile.focus()
    page.keyboard.press("Enter")
    expect(tile).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Ask for the Houseway").click()
    expect(page.locator("#state")).to_contain_text("Settled")
    assert dict(_facts(house))["rule 3"]


def test_nobody_else_sees_the_tiles_and_they_are_not_touched_after_asking(
    tab: Callable[..., Page], house: Served
) -> None:
    page = tab("/table/PG-1")
    ben = house.someone("Ben")
    assert ben.do("PG-1", "sit", area=6).status_code == 200
    assert ben.do("PG-1", "place", spot="wager", area=6, cents=2500).status_code == 200
    _down(page, then=lambda: ben.must("PG-1", "ready"))
    table = house.premises.house.tables["PG-1"]
    held = table.prompt.held  # type: ignore[union-attr]
    own, theirs = held[next(name for name in held if name != "Ben")], held["Ben"]
    html = page.content()
    assert all(f'data-tile="{tile}"' in html for tile in own)
    assert not any(f'data-tile="{tile}"' in html for tile in theirs)
    seen = page.request.get(f"{house.base}/api/tables/PG-1").text()
    assert "stacked" not in seen
    assert ben.do("PG-1", "choose", value="houseway").status_code == 200
    touched = ben.do("PG-1", "choose", value="concede")
    assert touched.status_code == 409
    assert "12.1.4.1" in {clause["number"] for clause in touched.json()["clauses"]}


def test_conceding_loses_the_wager_unseen(tab: Callable[..., Page], house: Served) -> None:
    page = tab("/table/PG-1")
    _down(page)
    page.get_by_role("button", name="Concede").click()
    expect(page.locator("#decision")).to_contain_text("−$25")
    assert dict(_facts(house))["set 3"] == "conceded"


def test_a_player_banks_names_a_cut_and_steals_it(tab: Callable[..., Page], house: Served) -> None:
    house.open_table("PG-7", "vic-2000-pai-gow", dealt_by="dealer", cards_from="rng", areas=8, minimum=2500)
    page = tab("/table/PG-7")
    page.locator("#p-area-4").click()
    expect(page.locator("#p-area-4")).to_have_class("area yours")
    table = house.premises.house.tables["PG-7"]
    name = table.state.seats[0].player
    _bring_bank(house, name)
    page.reload()
    page.locator("[data-chip]").first.click()
    page.locator("#p-area-4").click()
    expect(page.locator("#p-area-4")).to_contain_text("$25")
    ben = house.someone("Ben")
    assert ben.do("PG-7", "place", spot="wager", area=6, cents=2500).status_code == 200
    assert ben.do("PG-7", "place", spot="wager", area=4, cents=2500).status_code == 409
    dealer = house.staff()
    assert dealer.do("PG-7", "answer").status_code == 200
    page.get_by_role("button", name="Cup Say, Tiger, left bottom").click()
    page.get_by_role("button", name="+2", exact=True).click()
    expect(page.locator("#decision")).to_contain_text("No more bets")
    assert dealer.do("PG-7", "answer").status_code == 200  # the dice
    expect(page.locator("#pile-p")).to_contain_text("Cup Say")
    facts = dict(_facts(house, "PG-7"))
    assert int(facts["total"]) == sum(map(int, facts["dice"].split())) + 2


def _bring_bank(house: Served, name: str) -> None:
    """The bank goes to this player, as the offer would have it."""
    table = house.premises.house.tables["PG-7"]
    carry = replace(table.carry(), bank=Bank(name, 4, "bank", 1, (name,)))
    table.state = replace(table.state, carry=write(carry))
    table._progress = None


def test_the_dealer_keys_real_tiles_and_what_went_wrong(tab: Callable[..., Page], house: Served) -> None:
    house.open_table("PG-9", "vic-2000-pai-gow", areas=8, minimum=2500)
    anna = house.someone("Anna")
    assert anna.do("PG-9", "sit", area=3).status_code == 200
    assert anna.do("PG-9", "place", spot="wager", area=3, cents=2500).status_code == 200
    page = tab("/")
    page.request.post(f"{house.base}/api/staff", data={"name": "M. Okafor", "role": "dealer"})
    page.goto(f"{house.base}/table/PG-9/dealer")
    page.get_by_role("button", name="Call “No more bets”").click()
    for face in ("1", "2", "3"):
        page.locator(f"[data-key='{face}']").first.click()
    page.locator("#enter-result").click()
    page.locator(".choices button").first.click()
    page.get_by_role("button", name="Delivered, face down").click()
    page.locator('[data-mishap="exposed-one"][data-area="3"]').click()
    expect(page.locator('[data-mishap="exposed-one"]')).to_have_count(0)
    page.get_by_role("button", name="The tiles lie before their players").click()
    page.get_by_role("button", name="Set hand").click()
    page.get_by_role("button", name="Take the Chung off").click()
    for code in ("H8", "11", "H10", "5"):
        page.locator(f'[data-types="{code}"]').click()
    page.get_by_role("button", name="Enter the hands").click()
    page.locator("input[name=value]").fill("T H8 / D")
    page.get_by_role("button", name="Enter the hands").click()
    expect(page.locator("#work .answer")).to_contain_text("not a setting")
    page.locator("input[name=value]").fill("T H8 / D L7")
    page.get_by_role("button", name="Enter the hands").click()
    expect(page.locator("#work")).to_contain_text("+$23.75")


def test_who_asked_for_the_houseway_may_touch_the_tiles_on_the_page(house: Served) -> None:
    """Until the Chung is off the bank's tiles the page offers it, with the clause that says who answers for it then."""
    house.open_table("PG-8", "vic-2000-pai-gow", dealt_by="dealer", cards_from="rng", areas=8, minimum=2500)
    ben, cora = house.someone("Ben"), house.someone("Cora")
    for who, area in ((ben, 3), (cora, 5)):
        who.must("PG-8", "sit", area=area)
        who.must("PG-8", "place", spot="wager", area=area, cents=2500)
    house.staff().must("PG-8", "answer")
    held = _answered_until(house, "PG-8", SetTiles).held
    ben.must("PG-8", "choose", value="houseway")
    cora.must("PG-8", "choose", value=f"set {settings(held['Cora'])[0]}")
    _answered_until(house, "PG-8", TakeChung)
    page, hers = ben.client.get("/table/PG-8").text, cora.client.get("/table/PG-8").text
    assert 'data-from-cloth="set"' in page and "12.1.4.1" in page and 'id="p-arranged"' in page
    assert 'data-from-cloth="set"' not in hers and 'id="p-arranged"' not in hers
    own = str(settings(held["Ben"])[-1])
    touched = ben.must("PG-8", "choose", value=f"set {own}")
    assert "12.1.4.1" in {clause["number"] for clause in touched["clauses"]}
    seen = dict(felt(house.premises.house.tables["PG-8"].progress.steps, "Ben").facts)
    assert sorted(map(sorted, _hands(seen["setting 3"]))) == sorted(map(sorted, _hands(own)))
    assert 'data-from-cloth="set"' not in ben.client.get("/table/PG-8").text


def _answered_until(house: Served, name: str, kind: type[P]) -> P:
    """Everything is answered as usual until this is asked."""
    table = house.premises.house.tables[name]
    while not isinstance(prompt := table.prompt, kind):
        assert prompt is not None
        by_hand = isinstance(prompt, (Confirm, Choose))  # dice and tiles come from the generator
        details = {"value": prompt.write(prompt.usually())} if by_hand else {}
        house.whoever_answers(name, details).must(name, "answer", **details)
    return prompt


def test_the_checker_sets_any_four_tiles(tab: Callable[..., Page], house: Served) -> None:
    page = tab("/houseway/vic-2000-pai-gow?hand=T+H6+L4+5")
    expect(page.locator("#chosen")).to_contain_text("Line 5.4")
    expect(page.locator("#others li")).to_have_count(2)
    page.get_by_role("link", name="Clear").click()
    for code in random.Random(1).sample(["T", "D", "H8", "L7"], 4):
        page.locator(f'[data-add-tile="{code}"]').click()
    expect(page.locator("#chosen")).to_contain_text("Line 4.3")
    page.goto(f"{house.base}/houseway/vic-2000-pai-gow?hand=T+T+T+5")
    expect(page.locator("#refused")).to_contain_text("Three of Teen")
    page.goto(f"{house.base}/houseway/vic-2000-pai-gow?hand=T+H6+L4+5+9")
    expect(page.locator("#refused")).to_contain_text("A hand is four tiles, not 5")
