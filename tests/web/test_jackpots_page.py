"""A meter set right by two people on its page, in a real Chromium on a staffed floor: who may, what is refused and why, what the
page and the wall show then; and what one person cannot do alone."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from houseway.floor import jackpots
from houseway.floor.jackpots import Opened
from houseway.play.wagers import Jackpot
from houseway.premises.settings import Cluster, House, Rapid, Settings
from tests.web.served import Served, start

PASSWORD = "correct horse battery"
Tab = Callable[..., Page]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    settings = Settings(House(), Rapid(tables=0), Cluster())
    house = start(f"sqlite:///{tmp_path / 'floor.db'}", settings=settings)
    door = house.premises.identity.door
    assert door is not None
    people = (("C. Soup", "casino supervisor"), ("T. Ng", "casino supervisor"), ("D. Deal", "dealer"))
    for name, role in people:
        door.add(name, role, PASSWORD, "operator:test")
    yield house
    house.close()


def at_the_jackpots(tab: Tab, house: Served, name: str) -> Page:
    page = tab("/staff")
    page.get_by_label("Name, as on the badge").fill(name)
    page.get_by_label("Password").first.fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("main")).to_contain_text(f"Signed in as {name}")
    page.goto(f"{house.base}/jackpots")
    return page


def signs(form: Locator, signer: str, password: str, **filled: str) -> None:
    for label, text in filled.items():
        form.get_by_label(label.replace("_", " ")).fill(text)
    form.get_by_label("Signed by").fill(signer)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button").click()


def put_on_record(house: Served) -> None:
    reef = Opened(Jackpot("reef", 100, 70, 15, 7_500_000), "Reef", "A-7", "C. Soup", "T. Ng")
    jackpots.open_jackpot(house.premises.ledger, reef, house.premises.house.clock(), "casino supervisor:T. Ng")


def test_two_people_put_an_arrangement_on_record_and_set_its_meter_right(tab: Tab, house: Served) -> None:
    page = at_the_jackpots(tab, house, "C. Soup")
    new = page.get_by_label("A new jackpot")
    figures = {"Name_of_the_meter": "reef", "Title_on_the_wall": "Reef", "Approval": "A-7", "A_wager_costs": "1"}
    figures |= {"The_meter_begins_from": "75000", "Of_a_hundred_to_the_meter": "70", "to_the_reserve": "15"}
    signs(new, "C. Soup", PASSWORD, **figures)
    expect(new.get_by_role("status")).to_contain_text("another person signs")
    signs(new, "T. Ng", PASSWORD)
    reef = page.get_by_role("region", name="Reef")
    expect(reef).to_contain_text("Approved: A-7; asked for by C. Soup, signed by T. Ng")

    wall = tab("/jackpot/reef", width=1600, height=900)
    expect(wall.locator(".figure")).to_have_text("$75,000")
    reef.get_by_text("Set the meter right").click()
    signs(reef, "C. Soup", PASSWORD, By_how_much="-1", Reason="coin-in pressed in error")
    expect(reef.get_by_role("status")).to_contain_text("another person signs")
    signs(reef, "T. Ng", "not that one")
    expect(reef.get_by_role("status")).to_contain_text("password")
    signs(reef, "D. Deal", PASSWORD)
    expect(reef.get_by_role("status")).to_contain_text("casino supervisor")
    assert jackpots.meter(house.premises.ledger, "reef") == 7_500_000, "nothing has moved yet"
    signs(reef, "T. Ng", PASSWORD)
    expect(reef.get_by_role("row", name="Adjusted by two signatures")).to_contain_text("$1")
    expect(reef).to_contain_text("The meter is what came in less what went out")
    expect(wall.locator(".figure")).to_have_text("$74,999")
    assert jackpots.meter(house.premises.ledger, "reef") == 7_499_900


def test_a_dealer_has_no_hand_in_it(tab: Tab, house: Served) -> None:
    put_on_record(house)
    page = at_the_jackpots(tab, house, "D. Deal")
    asked = page.request.post(
        f"{house.base}/api/jackpots/reef/adjustments",
        data={
            "key": secrets.token_hex(8),
            "cents": -100,
            "reason": "coin-in",
            "signed_by": {"name": "T. Ng", "role": "casino supervisor", "password": PASSWORD},
        },
    )
    assert asked.status == 403, asked.text()
    assert jackpots.meter(house.premises.ledger, "reef") == 7_500_000
