"""A table on the wall: what everybody may see, in a size to be read from afar, and nothing that can be pressed."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.served import Served

Tab = Callable[..., Page]


def test_every_table_has_a_wall(house: Served) -> None:
    guest = house.client()
    for name in house.premises.house.tables:
        answer = guest.get(f"/table/{name}/wall", follow_redirects=True)
        assert answer.status_code == 200, name
        if name.startswith("RR"):
            assert str(answer.url).endswith("/display")  # its wall shows the winning number
            continue
        assert "<svg" in answer.text and 'role="button"' not in answer.text and "<form" not in answer.text, name
        assert "houseway_player" not in guest.cookies, "who looks at a wall is no player"
    assert guest.get("/table/ZZ-9/wall").status_code == 404


def test_a_wall_follows_the_round(tab: Tab, house: Served, stacked: Callable[[str], None]) -> None:
    stacked("7S 4H 5D")
    wall = tab("/table/RD-1/wall", width=1920, height=1080)
    expect(wall.locator("h1")).to_have_text("Red Dog RD-1")
    expect(wall.locator("#state")).to_contain_text("Place your bets")
    expect(wall.locator(".aim")).to_contain_text("does the third fall between them?")
    player = house.someone("Heron")
    player.must("RD-1", "sit", area=4)
    player.must("RD-1", "place", spot="original", cents=500, area=4)
    expect(wall.locator("#p-area-4")).to_have_attribute("aria-label", "Area 4, one player, 5 dollars")
    player.must("RD-1", "ready")
    expect(wall.locator("#state")).to_contain_text("Raises open")
    player.must("RD-1", "ready")
    expect(wall.locator("#state")).to_contain_text("Settled")
    house.pick_up("RD-1")
    expect(wall.locator("#told")).to_contain_text("Spread 2")
    # nothing scrolls, and no word beside the cloth is smaller than a wall's smallest
    assert wall.evaluate("[scrollY, document.documentElement.scrollHeight <= innerHeight]") == [0, True]
    sizes = "all => all.map((node) => parseFloat(getComputedStyle(node).fontSize))"
    assert min(wall.eval_on_selector_all(".beside :is(p, li, dt, dd, h2, a, b), .aim, .aim span", sizes)) >= 30
