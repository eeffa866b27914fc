"""What screens state is so: random play at every game on desk and phone, clause marks, and a line that is lost."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.compared import GAMES, PACE, at_table
from tests.web.served import Served, Someone, start

Tab = Callable[..., Page]
ACTS = 10  # at each table, on the desk and on the phone; make prove plays ten thousand


@pytest.fixture(scope="module")
def quick_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One house for all random play."""
    house: Path = tmp_path_factory.mktemp("screens") / "house.db"
    served = start(f"sqlite:///{house}", PACE)
    yield served
    served.close()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_what_a_screen_states_is_what_the_house_has(chromium: Browser, quick_house: Served, phone: bool) -> None:
    others = [quick_house.someone() for _ in range(2)]
    found = []
    for n, table in enumerate(GAMES):
        with at_table(chromium, quick_house, table, phone, others, random.Random(n)) as evening:
            evening.play(ACTS)
            found.extend(evening.found)
    assert [str(each) for each in found] == []


def test_the_comparison_would_find_a_difference(chromium: Browser, quick_house: Served) -> None:
    with at_table(chromium, quick_house, "RD-2", False, [], random.Random(1)) as evening:
        evening.compare("opening")
        assert not evening.found
        evening.page.evaluate("document.querySelector('#credit b').textContent = '$999'")
        evening.page.evaluate("document.querySelector('#state .state b').textContent = 'Raises open'")
        evening.compare("a lie")
        assert {each.what for each in evening.found} == {"the credit", "the phase"}


def test_an_area_that_the_strip_gives_a_reason_about_is_not_read_as_all_of_the_player_s(
    chromium: Browser, quick_house: Served
) -> None:
    other = quick_house.someone()
    with at_table(chromium, quick_house, "PG-1", False, [other], random.Random(1)) as evening:
        player = Someone(evening.client, evening.client.get("/api/tables/PG-1").json()["you"]["name"])
        player.must("PG-1", "sit", area=4)
        other.must("PG-1", "sit", area=5)
        for area in (3, 4, 6, 7):
            player.must("PG-1", "place", spot="wager", cents=5000, area=area)
        other.must("PG-1", "place", spot="wager", cents=2500, area=4)
        evening.compare("five wagers")
        player.must("PG-1", "ready")
        other.must("PG-1", "ready")
        expect(evening.page.locator("#decision")).to_contain_text("others wager on area 4; it cannot be conceded")
        evening.compare("both were ready")
        assert [str(each) for each in evening.found] == []


# Points on the ink of a mark that a finger can reach: whatever lies over them is another mark.
INK = """node => { const box = node.getBoundingClientRect();
  return [0.15, 0.85].map((share) => [box.x + share * box.width, box.y + share * box.height])
    .filter(([x, y]) => document.elementFromPoint(x, y)?.closest('a.clause')); }"""
TOLD = "all => all.map((node) => node.innerText.replace(/^§\\s*/, '').split(' ')[0])"


@pytest.mark.parametrize(("width", "tables"), [(1280, ("BJ-2", "SB-1")), (1920, ("RD-1",))])
def test_a_press_on_a_mark_opens_that_clause_and_no_other(
    tab: Tab, house: Served, width: int, tables: tuple[str, ...]
) -> None:
    page = tab("/", width=width, height=1080)
    for path in (f"/table/{table}" for table in tables):
        page.goto(house.base + path)
        expect(page.locator("body")).to_have_attribute("data-reached", re.compile(r"\d"))
        tried = 0
        for mark in page.locator(":is(.side, .strip) a.clause:visible").all():
            wanted = (mark.get_attribute("data-clauses") or "").split()
            mark.scroll_into_view_if_needed()
            for x, y in mark.evaluate(INK):
                tried += 1
                page.mouse.click(x, y)
                expect(page.locator("#sheet h3 .sec").first).to_be_visible()
                told = page.eval_on_selector_all("#sheet h3 > span:first-child", TOLD)
                assert told == [number.rpartition(":")[2] for number in wanted], f"{path}: {wanted} opened {told}"
                page.keyboard.press("Escape")
                expect(page.locator("#sheet")).to_be_hidden()
        assert tried > 5, path
