"""Access: axe-core finds nothing wrong on any page, in the light and dimmed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from fastapi.responses import HTMLResponse
from fastapi.routing import iter_route_contexts
from playwright.sync_api import Browser, Page

from houseway.play.prompts import Confirm, TakeWagers
from houseway.premises.settings import of_text
from houseway.web.app import rooms
from tests.test_cage import FLOOR
from tests.waiting import END, until
from tests.web.served import Served, start
from tests.web.test_cage_web import PASSWORD, PEOPLE

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()

# In the light every rule that axe has of its own accord; dimmed, what the colours change.
LIGHT = "() => axe.run({resultTypes: ['violations']})"
DIMMED = """() => { document.documentElement.classList.replace('lit', 'dim');
  return axe.run({resultTypes: ['violations'], runOnly: ['color-contrast']}); }"""

PLAYERS = (
    "/", "/table/RD-1", "/table/BJ-2", "/table/BJ-3", "/table/BC-1", "/table/CS-1", "/table/PG-2", "/table/AR-1", "/table/SB-1",
    "/table/MW-1", "/rapid/RR-1", "/rapid/RR-1/ATS-1", "/rapid/RR-1/display", "/keno", "/keno/board", "/books",
    "/books/vic-1997-red-dog", "/odds", "/odds/vic-1997-red-dog", "/train", "/train/vic-1997-red-dog",
    "/train/vic-1997-red-dog/irregularities?deal=4",
    "/train/learner", "/record",
    "/how/vic-2000-pai-gow", "/jackpot/reef", "/tournaments", "/no-such-page", "/table/BJ-2/wall",
)  # fmt: skip
STAFF = (
    "/staff", "/pit", "/pit/board", "/table/RD-1/dealer", "/table/BC-1/dealer", "/table/AR-1/dealer", "/rapid/RR-2/console",
    "/keno", "/keno/console", "/keno/reports", "/keno/runner", "/jackpots", "/papers", "/reports", "/train/class", "/train/exam",
)  # fmt: skip


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One house for every page that is judged."""
    folder: Path = tmp_path_factory.mktemp("access")
    served = start(f"sqlite:///{folder / 'house.db'}")
    yield served
    served.close()


@pytest.fixture
def reader(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True, reduced_motion="reduce")
    context.set_default_timeout(1000 * END)
    yield context.new_page()
    context.close()


def judged(page: Page, rules: str) -> list[str]:
    found: dict[str, Any] = page.evaluate(rules)
    return [f"{one['id']}: {node['html'][:120]}" for one in found["violations"] for node in one["nodes"][:2]]


def pages_without_fault(page: Page, floor: Served, paths: tuple[str, ...]) -> list[str]:
    found = []
    for path in paths:
        page.goto(floor.base + path)
        page.evaluate(AXE)
        found += [f"{path}, {fault}" for rules in (LIGHT, DIMMED) for fault in judged(page, rules)]
    return found


def test_pages_for_players(reader: Page, floor: Served) -> None:
    assert pages_without_fault(reader, floor, PLAYERS) == []


def test_pages_for_staff(reader: Page, floor: Served, signed_in: Callable[[Page], None]) -> None:
    signed_in(reader)
    assert pages_without_fault(reader, floor, STAFF) == []


# Pages with something in them that was asked for.
ASKED = (
    "/odds/vic-1997-red-dog/session?bankroll=100&rounds=500&goal=200", "/odds/vic-1997-red-dog/counting?penetration=0.75",
    "/odds/vic-1997-red-dog/pay-tables?provisions=spread_pays.1&values=1-6&between=2%25..4%25", "/odds/vic-1997-red-dog/what-if",
    "/odds/act-1992-sic-bo/pay-tables?provisions=pays.total.4&edge=10%25", "/odds/vic-1997-red-dog/study?sweep=decks+%3D+1%2C+8",
    "/odds/judge?before=vic-1997-red-dog&after=ma-red-dog", "/odds/compare?books=vic-1997-red-dog,ma-red-dog", "/api", "/drafts",
    "/train/progress", "/notices", "/inspect", "/houseway/vic-2000-pai-gow", "/keno/papers", "/table/RD-1/papers",
    "/tournaments/new", "/docs", "/record/RD-1", "/inspect/RD-1", "/problems/refused",
)  # fmt: skip
# Parts of pages, which are judged where they are shown, and pages that no quiet evening has.
PARTS = {
    "/how/{book}/sheet", "/how/{book}/steps/{step}", "/table/{name}/dealer/correction", "/table/{name}/rounds/{number}/mend",
    "/clauses/{id}", "/keno/console/part", "/record/{name}/disputes/{number}", "/cage/papers/{number}",
    "/cage/counts", "/drafts/{id}/{draft}",
}  # fmt: skip
STAFFED = ("/cage", "/patron", "/patrons", "/incidents", "/reports", "/staff", "/pit", "/pit/board", "/inspect", "/keno",
           "/keno/console", "/keno/reports", "/jackpots", "/papers", "/")  # fmt: skip


def pages_of_the_house() -> dict[str, re.Pattern[str]]:
    """Every door behind which there is a page, by its path, with what an address of it looks like."""
    found = {}
    for door in iter_route_contexts(rooms().routes):
        kind = getattr(door, "response_class", None)
        kind = getattr(kind, "value", kind)
        if "GET" in (getattr(door, "methods", None) or ()) and kind is HTMLResponse and door.path not in PARTS:
            found[door.path] = door.path_regex
    return found


@pytest.mark.proof
def test_every_page_of_the_house(reader: Page, floor: Served, signed_in: Callable[[Page], None]) -> None:
    """Those above and, of every kind of page that they lead to, the first: a round on record, a ticket, a tournament, a paper."""
    anna = floor.someone("Anna")
    anna.must("RD-1", "sit", area=4)
    anna.must("RD-1", "place", spot="original", cents=2500, area=4)
    table = floor.premises.house.tables["RD-1"]
    first = table.prompt
    anna.must("RD-1", "ready")
    until(
        lambda: table.prompt is not first and isinstance(table.prompt, (TakeWagers, Confirm)), "a raise or the result"
    )
    if isinstance(table.prompt, TakeWagers):
        anna.must("RD-1", "ready")  # no raise
    floor.pick_up("RD-1")
    until(lambda: anna.client.get("/api/keno").json()["selling"], "the first game to be sold")
    bought = {"key": uuid4().hex, "act": "sell", "details": {"numbers": [1], "cents": 100}, "as": "player"}
    sold = anna.client.post("/api/keno/orders", json=bought).json()["paper"]
    until(lambda: floor.premises.office.open_for_entry, "the house to offer a tournament")
    signed_in(reader)
    judged_before, faults = {path.partition("?")[0] for path in PLAYERS + STAFF}, []
    still = {
        path: like
        for path, like in pages_of_the_house().items()
        if not any(map(like.match, judged_before | set(STAFFED)))
    }
    ways = [*ASKED, f"/keno/tickets/{sold['code']}", "/tournaments/t1", "/tournaments/t1/wall", *PLAYERS, *STAFF]
    for path in ways:
        bare = path.partition("?")[0]
        of = {door for door, like in still.items() if like.match(bare)}
        if not of and path not in PLAYERS + STAFF + ASKED:
            continue
        answered = reader.goto(floor.base + path)
        if answered is None or (not answered.ok and path != "/no-such-page"):
            faults.append(f"{path}: {answered and answered.status}")
            continue
        for door in of:
            del still[door]
        if of or path in ASKED:
            reader.evaluate(AXE)
            faults += [f"{path}, {fault}" for rules in (LIGHT, DIMMED) for fault in judged(reader, rules)]
        links = reader.evaluate("[...document.querySelectorAll('a[href^=\"/\"]')].map(a => a.getAttribute('href'))")
        ways += [link for link in dict.fromkeys(links) if link not in ways]
    assert (faults, still) == ([], {})


@pytest.mark.proof
def test_every_page_of_a_staffed_house(chromium: Browser, tmp_path: Path) -> None:
    """As each of the staff sees it whose page it is."""
    house = start(f"sqlite:///{tmp_path / 'floor.db'}", settings=of_text(FLOOR))
    faults, seen = [], set()
    door = house.premises.identity.door
    assert door is not None
    for name, role in (*PEOPLE.items(), ("", "stranger")):
        context = chromium.new_context(
            viewport={"width": 1280, "height": 800}, bypass_csp=True, reduced_motion="reduce"
        )
        if name:
            door.add(name, role, PASSWORD, "operator:test")
            assert context.request.post(house.base + "/api/staff", data={"name": name, "password": PASSWORD}).ok
        page = context.new_page()
        for path in STAFFED:
            answered = page.goto(house.base + path)
            page.evaluate(AXE)
            faults += [f"{role}, {path}, {fault}" for rules in (LIGHT, DIMMED) for fault in judged(page, rules)]
            seen.update([path] if answered is not None and answered.ok else [])
        context.close()
    house.close()
    assert (faults, set(STAFFED) - seen) == ([], set())


def test_a_fault_would_be_found(reader: Page, floor: Served) -> None:
    reader.goto(floor.base + "/books")
    reader.evaluate(AXE)
    spoil = "document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=\"x\"><p style=\"color:#eee\">pale</p>')"
    reader.evaluate(spoil)
    told = " ".join(judged(reader, LIGHT))
    assert "image-alt" in told and "color-contrast" in told


@pytest.fixture
def signed_in(floor: Served) -> Callable[[Page], None]:
    def signs(page: Page) -> None:
        answer = page.request.post(floor.base + "/api/staff", data={"name": "L. Brandt", "role": "casino supervisor"})
        assert answer.ok

    return signs
