"""A house of its own for every test, and pages in the one real Chromium."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from houseway.floor import pace as dealing
from houseway.floor.pace import Pace
from houseway.floor.sources import generate
from houseway.kit.cards import Card, card
from houseway.play.prompts import Draw, Prompt
from houseway.premises.staff import Door
from tests.waiting import END, until
from tests.web.served import QUICK, Served, start

expect.set_options(timeout=1000 * END)

# The house said no, as it should, or a test took the connection away.
EXPECTED = re.compile(r"status of (403|409|422)|ERR_INTERNET_DISCONNECTED")


@pytest.fixture(autouse=True, scope="session")
def dear_passwords() -> Iterator[PasswordHasher]:
    """A password costs a quarter of a second, which is meant for thieves; tests pay less. Gives how the house does it."""
    dear = Door.hasher
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Door, "hasher", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
        yield dear


@pytest.fixture
def opening(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Opens houses over one database, one after the other."""
    houses: list[Served] = []

    def opens(pace: Pace = QUICK, **options: Any) -> Served:
        houses.append(start(f"sqlite:///{tmp_path / 'house.db'}", pace, **options))
        return houses[-1]

    yield opens
    for house in houses:
        house.close()


@pytest.fixture(scope="session")
def opened_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a house that has opened, and whose dealers have made their shoes ready."""
    database = tmp_path_factory.mktemp("opened") / "house.db"
    house = start(f"sqlite:///{database}")
    floor = house.premises.house
    tables = [table for name, table in floor.tables.items() if floor.dealt_by[name] == "house"]
    until(lambda: all(table.state.script == "play" for table in tables), "every shoe to be ready")
    house.close()
    return database


@pytest.fixture
def house(opening: Callable[..., Served], opened_before: Path, tmp_path: Path) -> Served:
    """A house of the test's own, as it stands when everything is ready for play: opening eighteen tables and shuffling at each
    takes longer than most tests."""
    shutil.copyfile(opened_before, tmp_path / "house.db")
    return opening()


@pytest.fixture
def stacked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts cards on top of the generator, so that a test knows what the house will deal."""
    cards: list[Card] = []

    def deals(prompt: Prompt) -> Any:
        burning = isinstance(prompt, Draw) and prompt.place in ("burn card", "first card of the shoe")
        if isinstance(prompt, Draw) and not burning and cards:
            return cards.pop(0)
        return generate(prompt)

    monkeypatch.setattr(dealing, "generate", deals)

    def put(words: str) -> None:
        cards.extend(card(word) for word in words.split())

    return put


# The browser


@pytest.fixture
def tab(chromium: Browser, house: Served) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a browser of its own; afterwards nothing may have broken and nothing have gone outside."""
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not EXPECTED.search(message.text):
            trouble.append(f"console: {message.text}")

    def opens(path: str = "/", width: int = 1280, height: int = 800, **options: Any) -> Page:
        # Who asks for less motion is shown the same in fewer frames, which cost a third of what a page costs.
        still = {"reduced_motion": "reduce", **options}
        context = chromium.new_context(viewport={"width": width, "height": height}, **still)
        context.set_default_timeout(1000 * END)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: trouble.append(f"script: {error}"))
        page.on("request", lambda request: outside(request.url))
        page.goto(house.base + path)
        return page

    def outside(url: str) -> None:
        if not url.startswith((house.base, house.base.replace("http", "ws"), "data:", "blob:")):
            trouble.append(f"left the house: {url}")

    yield opens
    for context in contexts:
        context.close()
    assert trouble == []
