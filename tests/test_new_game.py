"""The seventeenth game, by docs/adding-a-game.md alone: laid by the command, filled in from the page, opened, played, removed.

The folder lies outside the house, so nothing of the house can have been edited for it; the processes here find it through
HOUSEWAY_GAMES, and without it there is no such game.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect, sync_playwright

from houseway.play.general import General
from tests.browser import launch
from tests.waiting import END, until

pytestmark = pytest.mark.real

ROOT = Path(__file__).parents[1]
PAGE, FIGURES = ROOT / "docs" / "adding-a-game.md", ROOT / "docs" / "analysis.md"
OPEN = re.compile(r"open at (http://[^\s\"]+)")
BOOK = "house-two-up"

CHECKS = """
from houseway.testing import conformance
from houseway import games
assert not games.faults(), games.faults()
for name, edition in conformance.editions():
    if name == "house-two-up":
        for check in conformance.CHECKS:
            check(edition)
            print(check.__name__)
"""


@dataclass
class Bench:
    """A folder for games of one's own, and the house's commands there."""

    folder: Path

    @property
    def env(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(ROOT), "HOUSEWAY_GAMES": str(self.folder)}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, env=self.env, cwd=ROOT, check=False
        )

    def houseway(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "houseway", *words)


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The folder as the command lays it."""
    bench = Bench(tmp_path_factory.mktemp("games"))
    done = bench.houseway("new-game", "two_up", "--title", "Two-up", "--into", str(bench.folder))
    assert done.returncode == 0, done.stderr
    return bench


def _files(page: Path) -> list[tuple[str, str]]:
    """The files that a page tells whole, by name."""
    return re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```\n", page.read_text(encoding="utf-8"), re.S)


@pytest.fixture(scope="module")
def two_up(laid: Bench, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The same filled in from the page."""
    bench = Bench(tmp_path_factory.mktemp("filled"))
    shutil.copytree(laid.folder / "two_up", bench.folder / "two_up")
    files = _files(PAGE)
    assert [name for name, _ in files] == [
        "books/house.md",
        "books/house.toml",
        "terms.py",
        "round.py",
        "scenarios/house.toml",
    ]
    assert all((bench.folder / "two_up" / name).exists() for name, _ in files)  # the page replaces what was laid
    for name, text in (*files, *_files(FIGURES)):
        path = bench.folder / "two_up" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return bench


def test_what_is_laid_loads_and_plays_at_once(laid: Bench) -> None:
    cases = laid.houseway("scenario", str(laid.folder / "two_up" / "scenarios" / "house.toml"))
    assert cases.returncode == 0 and "1 cases, 0 differ" in cases.stdout, cases.stdout + cases.stderr
    told = laid.houseway("rules", BOOK)
    assert "Two-up, This house" in told.stdout
    again = laid.houseway("new-game", "two_up", "--into", str(laid.folder))
    assert again.returncode == 2 and "there is a game two_up already" in again.stderr
    bad = laid.houseway("new-game", "Two-up", "--into", str(laid.folder))
    assert bad.returncode == 2 and bad.stderr.count("\n") == 1 and "small letters" in bad.stderr


def test_every_fault_of_a_book_is_told_at_once(laid: Bench, tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    shutil.copytree(laid.folder / "two_up", tmp_path / "two_up")
    book = tmp_path / "two_up" / "books" / "house.toml"
    text = book.read_text(encoding="utf-8")
    for right, wrong in (
        ('general = "as the house does"', ""),
        ("pays  ", "payz  "),
        ('["2.1"]', '["2.9"]'),
        ('"1.2" =', '"3.1" ='),
    ):
        assert right in text
        text = text.replace(right, wrong)
    book.write_text(text.replace('value = "NO MORE BETS"', "value = 7"), encoding="utf-8")
    done = bench.houseway("rules", BOOK)
    assert done.returncode == 2
    said = done.stderr.splitlines()
    for words in (
        "no provision is called 'payz'; did you mean pays",
        "clause 3.1 is enforced and physical at once",
        "clause 2.9 is cited, but the words tell no such clause",
        "clause 1.2 (The coin) is not accounted for",
        "clause 2.1 (On a side) is not accounted for",
        "gap: nothing provides 'general.chips'",
        "gap: nothing provides 'general.dispute'",
        "gap: nothing provides 'pays'",
        "no_more_bets: 7 is not text",
    ):
        assert len([line for line in said if words in line]) == 1, (words, said)
    assert len([line for line in said if "gap: nothing provides 'general." in line]) == len(fields(General))
    assert bench.houseway("rules", "vic-1997-red-dog").returncode == 0  # another book is another matter


def test_the_game_of_the_page_keeps_every_promise(two_up: Bench) -> None:
    cases = two_up.houseway("scenario", str(two_up.folder / "two_up" / "scenarios" / "house.toml"))
    assert cases.returncode == 0 and "2 cases, 0 differ" in cases.stdout, cases.stdout + cases.stderr
    checked = two_up.run("-c", CHECKS)
    assert checked.returncode == 0, checked.stderr
    assert len(checked.stdout.split()) >= 8
    odds = json.loads(two_up.houseway("odds", BOOK, "--json").stdout)
    worth = {wager["wager"]: wager["expectation"] for wager in odds["wagers"]}
    # heads comes first in 31 of 64, as tails does, and five odds in a row in 2 of 64
    assert worth == {"heads": "-1/32", "tails": "-1/32", "five_odds": "-3/16"}
    coverage = two_up.houseway("rules", "coverage", BOOK)
    assert re.search(rf"{BOOK}\s+7 of 7\s", coverage.stdout), coverage.stdout  # the eighth clause is a procedure


@dataclass
class Floor:
    base: str
    server: subprocess.Popen[bytes]


@pytest.fixture
def floor(two_up: Bench, tmp_path: Path) -> Iterator[Floor]:
    """A house with one table of the new game, named by its settings file."""
    file, log = tmp_path / "floor.toml", tmp_path / "log"
    table = re.search(r"```toml\n(\[\[table\]\]\nname = \"TU-1\".*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert table is not None
    house = f'[house]\nport = 0\nopen_house = true\ndatabase = "{tmp_path / "floor.db"}"\n\n'
    file.write_text(house + table[1], encoding="utf-8")
    command = [sys.executable, "-m", "houseway", "serve", "--settings", str(file), "--speed", "20"]
    with log.open("wb") as stderr:
        server = subprocess.Popen(command, stderr=stderr, env=two_up.env, cwd=ROOT)
    try:
        opened = until(lambda: OPEN.search(log.read_text()), "the house to open")
        assert opened is not None
        yield Floor(opened.group(1), server)
    finally:
        server.kill()
        server.wait(END)


def test_it_is_played_over_the_api_and_in_a_browser(floor: Floor) -> None:
    with httpx.Client(base_url=floor.base, timeout=END) as client:
        client.post("/api/players", json={"name": "Heron"})

        def do(act: str, **details: Any) -> httpx.Response:
            doc = {"key": uuid.uuid4().hex, "act": act, "details": details, "as": "player"}
            return client.post("/api/tables/TU-1/orders", json=doc)

        assert do("sit", area=1).status_code == 200
        refused = do("place", spot="heads", cents=20_000)
        assert refused.status_code == 409 and "HOUSE" in refused.json()["readings"]
        assert do("place", spot="heads", cents=1_000).status_code == 200
        do("ready")
        until(lambda: client.get("/api/tables/TU-1").json()["round"] >= 2, "the round to end")
        first = client.get("/api/tables/TU-1/rounds/1").json()
        came = [step["words"] for step in first["steps"] if step["event"] == "Decided"]
        assert came and {number for step in first["steps"] for number in step["clauses"]} >= {
            "2.1",
            "3.1",
            "3.2",
            "3.5",
        }

    with sync_playwright() as started:
        browser = launch(started)
        try:
            _plays(browser.new_page(base_url=floor.base))
        finally:
            browser.close()


def _plays(page: Page) -> None:
    page.set_default_timeout(END * 1000)
    expect.set_options(timeout=END * 1000)
    page.goto("/")  # where a newcomer is given a name
    page.goto("/table/TU-1")
    expect(page.get_by_text("Two-up").first).to_be_visible()
    page.get_by_role("button", name="Seat 2").click()  # Heron has the first
    form = page.locator("form.plain-wager").first
    form.locator("select[name=spot]").select_option("tails")
    form.locator("input[name=cents]").fill("5")
    form.locator("button").click()
    expect(page.locator("#rounds .net").first).to_be_visible()  # it was tossed, settled, and is on record


def test_removed_it_leaves_nothing(two_up: Bench, tmp_path: Path) -> None:
    gone = Bench(tmp_path)
    assert gone.houseway("rules", BOOK).returncode == 2
    changed = subprocess.run(
        ["git", "status", "--porcelain", "houseway"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert "two_up" not in changed.stdout
