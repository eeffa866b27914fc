"""Access: axe-core finds nothing wrong on any page, in the light and dimmed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.waiting import END
from tests.web.served import Served, start

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
