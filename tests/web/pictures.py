"""Pictures of every kind of page, at seven widths, in the light and dimmed, for people to look at.

A house is opened, people play at every table, and each page is taken as it stands at that moment: a table that is watched, one
with chips on it, a decision, a result. What can be measured is written beside the pictures (``measured.txt``): what is wider than
the screen, what is too small to touch, which words lie over others or are cut off.

Run: .venv/bin/python -m tests.web.pictures FOLDER [--only WORD ...] [--widths 390 1280] [--light | --dim]
"""

from __future__ import annotations

import argparse
import tempfile
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from houseway.play.prompts import Choose, ChooseEach, TakeWagers
from houseway.play.states import State
from houseway.premises.settings import of_text
from tests.browser import launch
from tests.test_cage import FLOOR
from tests.waiting import END, until
from tests.web.compared import PACE
from tests.web.measured import faults, touched
from tests.web.served import Served, Someone, start
from tests.web.test_cage_web import PASSWORD, PEOPLE

SIZES = {320: 568, 390: 844, 768: 1024, 1024: 768, 1280: 800, 1920: 1080, 3840: 2160}
TOUCHED = 1024  # screens up to here are touched
TABLES = (
    "RD-1", "RD-2", "RD-3", "RD-4", "BJ-1", "BJ-2", "BJ-3", "BC-1", "BC-2", "CS-1", "CP-1", "AR-1", "SB-1", "PG-1", "PG-2",
    "MW-1",
)  # fmt: skip
# A screen that is turned asks for the cloth of its new width.
STANDS = """() => { const felts = [...document.querySelectorAll('.felt')];
  return !document.querySelector('html.no-line') && (!felts.length || felts.some((felt) => felt.offsetHeight)); }"""
BOSS = {"name": "L. Brandt", "role": "casino supervisor"}


@dataclass
class Studio:
    """Where pictures are taken, and what was found on the way."""

    browser: Browser
    house: Served
    folder: Path
    widths: tuple[int, ...]
    lights: tuple[str, ...]
    only: tuple[str, ...] = ()
    found: list[str] = field(default_factory=list)
    taken: int = 0

    def wanted(self, name: str) -> bool:
        return not self.only or any(word in name or word.startswith(name) for word in self.only)

    def browse(self, path: str = "/", staff: bool = False, base: str = "") -> Page:
        """A browser of somebody's own, at a page."""
        context: BrowserContext = self.browser.new_context(
            viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
        )
        context.set_default_timeout(1000 * END)
        page = context.new_page()
        page.on("pageerror", lambda error: self.found.append(f"{page.url}: script: {error}"))
        if staff:
            page.request.post(self.house.base + "/api/staff", data=BOSS)
        page.goto((base or self.house.base) + path)
        return page

    def take(self, page: Page, name: str, whole: bool = False) -> None:
        """The page as it stands, at every width and in every light; whole ones as long as they are."""
        if not self.wanted(name):
            return
        for width in self.widths:
            page.set_viewport_size({"width": width, "height": SIZES[width]})
            touched(page, width <= TOUCHED)
            page.wait_for_function(STANDS)
            for light in self.lights:
                page.emulate_media(color_scheme="dark" if light == "dim" else "light")
                shot = self.folder / f"{name}-{width}-{light}.png"
                page.screenshot(path=shot, full_page=whole, animations="disabled")
                self.taken += 1
            measured = (each for each in faults(page) if width <= TOUCHED or not each.startswith("small,"))
            self.found.extend(f"{name} at {width}: {fault}" for fault in measured)
        page.set_viewport_size({"width": 1280, "height": 800})

    def opened(self, path: str, name: str, whole: bool = True, staff: bool = False) -> None:
        """One page, opened for its picture alone."""
        if self.wanted(name):
            page = self.browse(path, staff)
            self.take(page, name, whole)
            page.context.close()


# Tables


@dataclass
class Seat:
    """Somebody whose page is open, and who acts through the same name."""

    studio: Studio
    page: Page
    table: str

    def __post_init__(self) -> None:
        cookie = next(each for each in self.page.context.cookies() if each["name"] == "houseway_player")
        client = self.studio.house.client(cookies={cookie["name"]: cookie["value"]})
        self.at = self.studio.house.premises.house.tables[self.table]
        self.me = Someone(client, client.get(f"/api/tables/{self.table}").json()["you"]["name"])

    def settled_on(self) -> None:
        """The page has heard everything."""
        self.page.wait_for_function("(at) => Number(document.body.dataset.reached) >= at", arg=self.stated("sequence"))

    def stated(self, what: str) -> Any:
        return self.me.client.get(f"/api/tables/{self.table}").json()[what]


WAGERS: dict[str, tuple[tuple[str, int], ...]] = {
    "AR-1": (
        ("straight:17", 1000),
        ("red", 2500),
        ("split:19-20", 500),
        ("corner:25-26-28-29", 500),
        ("dozen:1", 2500),
    ),
    "SB-1": (("small", 2500), ("triple:1", 500), ("total:10", 1000), ("double:3", 500)),
    "MW-1": (("$1", 500), ("$5", 500), ("Canberra", 200)),
    "BJ-2": (("wager", 2500), ("over", 500)),
    "BJ-3": (("hand-1", 1000), ("hand-2", 1000), ("hand-3", 1000)),
    "BC-1": (("banker", 2000), ("tie", 1000)),
    "BC-2": (("player", 2500), ("tie", 500)),
    "CS-1": (("ante", 2500), ("jackpot", 100)),
    "CP-1": (("ante", 2500), ("jackpot", 100)),
    "PG-2": (("wager", 2500), ("bonus", 500)),
}


def lays(who: Someone, table: str, area: int, at: Any) -> None:
    for spot, cents in WAGERS.get(table) or ((next(iter(at.prompt.spots)), 2500),):
        who.must(table, "place", spot=spot, cents=cents, **({"area": area} if at.places else {}))


def a_round(studio: Studio, table: str) -> None:
    """A table that is watched, with chips on it, deciding, and settled."""
    name = f"table-{table}"
    if not studio.wanted(name):
        return
    page = studio.browse(f"/table/{table}")
    seat = Seat(studio, page, table)
    at, house = seat.at, studio.house
    studio.take(page, f"{name}-1-watched")
    if not isinstance(at.prompt, TakeWagers):
        page.context.close()
        return
    others = [house.someone() for _ in range(3)]
    middle = (at.sign.areas + 1) // 2
    areas = (middle, *(each for each in range(at.sign.areas, 0, -1) if each != middle))
    for who, area in zip((seat.me, *others), areas, strict=False):
        who.do(table, "sit", area=area)
        lays(who, table, area, at)
    seat.settled_on()
    studio.take(page, f"{name}-2-chips")
    for who in (seat.me, *others):
        who.do(table, "ready")
    players, pictured = {who.name: who for who in (seat.me, *others)}, 0

    def asks() -> bool:
        prompt: object = at.prompt
        asked = isinstance(prompt, (Choose, ChooseEach)) and any(name in players for name in decides(prompt))
        return asked or isinstance(prompt, TakeWagers)

    until(lambda: not isinstance(at.prompt, TakeWagers), f"{table} to begin")
    for _ in range(80):
        until(lambda: asks() or seat.stated("state_code") == State.SETTLED, f"{table} to ask somebody")
        prompt: object = at.prompt
        if not isinstance(prompt, (Choose, ChooseEach, TakeWagers)):
            break
        if pictured < 2 and (isinstance(prompt, TakeWagers) or seat.me.name in decides(prompt)):
            pictured += 1
            seat.settled_on()
            studio.take(page, f"{name}-3-decision-{pictured}")
        step(table, prompt, players)
    seat.settled_on()
    studio.take(page, f"{name}-4-result")
    studio.opened(f"/table/{table}/wall", f"{name}-5-wall", whole=False)
    page.context.close()


def decides(prompt: Choose | ChooseEach) -> tuple[str, ...]:
    return prompt.players if isinstance(prompt, ChooseEach) else (prompt.player,)


def step(table: str, prompt: Choose | ChooseEach | TakeWagers, players: dict[str, Someone]) -> None:
    """Everybody who is asked answers, so that hands go on for a while."""
    if isinstance(prompt, TakeWagers):
        for who in players.values():
            who.do(table, "ready")
        return
    option = prompt.options[-1 if isinstance(prompt, ChooseEach) else 0]
    option = next((each for each in prompt.options if each.value == "houseway"), option)
    for name in players.keys() & set(decides(prompt)):
        players[name].do(table, "choose", value=option.value)


# Keno, Rapid Roulette, staff, and what is read


def keno(studio: Studio) -> None:
    if not studio.wanted("keno"):
        return
    house = studio.house
    boss = house.staff(BOSS["role"], BOSS["name"]).client

    def desk(client: httpx.Client, act: str, capacity: str, **details: Any) -> dict[str, Any]:
        doc = {"key": uuid.uuid4().hex, "act": act, "details": details, "as": capacity}
        answer = client.post("/api/keno/orders", json=doc)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    until(lambda: boss.get("/api/keno").json()["selling"], "the first game to be sold")
    desk(boss, "take over", "staff")
    page = studio.browse("/keno")
    expect(page.locator("[data-selling-words]")).to_contain_text("open")
    studio.take(page, "keno-1-blank", whole=True)
    for line in ("1 2 3 4 5 6", "7 18 29 40 51 62 73 80"):
        page.locator("#typed").fill(line)
        page.locator("#typed").press("Enter")
        if line.startswith("1"):
            page.locator("#issue:enabled").wait_for()
            studio.take(page, "keno-2-chosen", whole=True)
            page.locator("#issue").click()
            page.locator("#paper .code").wait_for()
            studio.take(page, "keno-3-issued", whole=True)
    code = page.locator("#paper .code").inner_text()
    board = studio.browse("/keno/board")
    studio.take(board, "keno-board-1-open")
    desk(boss, "close game", "staff")
    desk(boss, "key draw", "staff", numbers=[1, 2, 3, 4, 44, 80, 71, 12, 23, 34, 45, 56, 67, 78, 9, 10, 11, 60, 33, 22])
    desk(boss, "confirm draw", "staff")
    until(lambda: boss.get("/api/keno").json()["state_code"] == "finished", "the game to be settled")
    expect(board.locator("body")).to_contain_text("22")
    studio.take(board, "keno-board-2-drawn")
    studio.take(page, "keno-4-drawn", whole=True)
    page.goto(f"{house.base}/keno/tickets/{code}")
    studio.take(page, "keno-ticket", whole=True)
    studio.opened("/keno/runner", "keno-runner", staff=True)
    studio.opened("/keno/console", "keno-console", staff=True)
    studio.opened("/keno/reports", "keno-reports", staff=True)
    studio.opened("/keno", "keno-writer", staff=True)


def rapid(studio: Studio) -> None:
    if not studio.wanted("rapid"):
        return
    house = studio.house
    boss = house.staff(BOSS["role"], BOSS["name"])
    boss.do("RR-2", "period", seconds=600)
    studio.opened("/rapid/RR-2", "rapid-1-choose", whole=True)
    page = studio.browse("/rapid/RR-2/ATS-3")
    page.locator("[data-notes='50000']").wait_for()
    studio.take(page, "rapid-2-closed")
    page.locator("[data-notes='50000']").click()
    page.locator("#buy").wait_for(state="hidden")
    studio.take(page, "rapid-3-waits")
    wall, console = studio.browse("/rapid/RR-2/display"), studio.browse("/rapid/RR-2/console", staff=True)
    studio.take(wall, "rapid-display-1-waits")
    boss.must("RR-2", "open wagering")
    expect(page.locator("#phase")).to_have_text("Place your bets")
    for token, spot in ((500, "straight:17"), (2500, "red"), (500, "corner:25/26/28/29"), (1000, "dozen:2")):
        page.locator(f"[data-token='{token}']").click()
        place = page.locator(f"#cloth [data-spot='{spot}']")
        if place.count():
            place.first.click(force=True)
    studio.take(page, "rapid-4-chips")
    page.locator("#list").click()
    studio.take(page, "rapid-5-by-name")
    page.keyboard.press("Escape")
    studio.take(wall, "rapid-display-2-open")
    studio.take(console, "rapid-console-1-open", whole=True)
    clock = house.premises.dealers["RR-2"]

    def passes() -> None:
        clock.closes = 0.0
        clock._changed.set()

    house.premises.loop.call_soon_threadsafe(passes)
    expect(page.locator("#phase")).to_have_text("No more bets")
    studio.take(page, "rapid-6-closed")
    studio.take(console, "rapid-console-2-spin", whole=True)
    console.locator("[data-key='17']").click()
    console.locator("#confirm").click()
    expect(wall.locator("body")).to_contain_text("17")
    page.wait_for_timeout(500)
    studio.take(page, "rapid-7-result")
    studio.take(wall, "rapid-display-3-number")
    studio.take(console, "rapid-console-3-result", whole=True)


def stopped(studio: Studio) -> None:
    """A table that is frozen, one that is closed, and a no."""
    if not studio.wanted("stopped"):
        return
    boss = studio.house.staff(BOSS["role"], BOSS["name"])
    page = studio.browse("/table/RD-2")
    seat = Seat(studio, page, "RD-2")
    page.locator("#p-area-4").click()
    page.locator("[data-chip='500']").click()
    for _ in range(2):
        page.locator("#p-area-4").click()
    boss.do("RD-2", "freeze", why="The cut card is missing.")
    seat.settled_on()
    studio.take(page, "stopped-frozen")


READ = {
    "lobby": "/", "lobby-chosen": "/?table=PG-2", "books": "/books", "book": "/books/vic-1997-red-dog",
    "odds-shelf": "/odds", "odds": "/odds/vic-1997-red-dog", "record": "/record", "record-table": "/record/RD-1",
    "tournaments": "/tournaments", "lost": "/no-such-page", "jackpot-wall": "/jackpot/reef", "own-rounds": "/patron",
    "how-red-dog": "/how/vic-1997-red-dog", "how-roulette": "/how/act-1992-american-roulette",
    "how-pai-gow": "/how/vic-2000-pai-gow?step=6", "how-keno": "/how/act-1992-keno",
    "staff-door": "/staff", "staff-door-sent": "/staff?to=/pit",
    "lobby-rapid": "/?table=RR-1", "book-keno": "/books/act-1992-keno", "case": "/books/vic-1997-red-dog/cases/VRD-02",
    "house-way": "/houseway/vic-2000-pai-gow", "notices": "/notices", "drafts": "/drafts",
    "api": "/api", "problem": "/problems/refused",
    "odds-stud": "/odds/vic-1999-caribbean-stud", "odds-blackjack": "/odds/act-1992-blackjack",
    "odds-keno": "/odds/act-1992-keno",
    "odds-what-if": "/odds/vic-1997-red-dog/what-if",
    "odds-session": "/odds/vic-1997-red-dog/session?bankroll=100&rounds=500&goal=200",
    "odds-counting": "/odds/vic-1997-red-dog/counting?penetration=0.75",
    "odds-pay-tables": "/odds/vic-1997-red-dog/pay-tables?provisions=spread_pays.1&values=1-6&between=2%25..4%25",
    "odds-study": "/odds/vic-1997-red-dog/study?sweep=decks+%3D+1%2C+8",
    "odds-judge": "/odds/judge?before=vic-1997-red-dog&after=ma-red-dog",
    "odds-compare": "/odds/compare?books=vic-1997-red-dog,ma-red-dog",
    "train": "/train", "train-book": "/train/vic-1997-red-dog",
    "train-irregularities": "/train/vic-1997-red-dog/irregularities?deal=4",
    "train-pai-gow": "/train/vic-2000-pai-gow", "train-learner": "/train/learner", "train-progress": "/train/progress",
    "train-exams": "/train/exams", "tournament": "/tournaments/t1", "tournament-wall": "/tournaments/t1/wall",
    "table-papers": "/table/RD-1/papers", "keno-papers": "/keno/papers",
    "rapid-wall": "/rapid/RR-1/display",
}  # fmt: skip
STAFF = {
    "staff": "/staff", "pit": "/pit", "pit-roulette": "/pit?table=AR-1", "pit-stud": "/pit?table=CS-1", "pit-board": "/pit/board",
    "dealer-red-dog": "/table/RD-4/dealer", "dealer-baccarat": "/table/BC-1/dealer", "dealer-roulette": "/table/AR-1/dealer",
    "dealer-blackjack": "/table/BJ-2/dealer", "dealer-pai-gow": "/table/PG-1/dealer", "dealer-sic-bo": "/table/SB-1/dealer",
    "jackpots": "/jackpots", "papers": "/papers", "reports": "/reports", "inspect": "/inspect", "inspect-table": "/inspect/RD-1",
    "tournaments-new": "/tournaments/new", "train-class": "/train/class", "train-exam": "/train/exam",
}  # fmt: skip
# What a house with people and a cage has besides; by whom each is seen.
STAFFED = {
    "floor-lobby": ("/", ""), "floor-cage": ("/cage", "C. Ash"), "floor-patrons": ("/patrons", "C. Ash"),
    "floor-incidents": ("/incidents", "L. Brandt"), "floor-reports": ("/reports", "L. Brandt"),
    "floor-staff": ("/staff", "M. Okafor"),
    "floor-pit": ("/pit", "L. Brandt"), "floor-board": ("/pit/board", "L. Brandt"), "floor-inspect": ("/inspect", "I. Spect"),
    "floor-keno-writer": ("/keno", "W. Writer"), "floor-keno-console": ("/keno/console", "L. Brandt"),
    "floor-dealer": ("/table/MW-1/dealer", "M. Okafor"), "floor-rapid-console": ("/rapid/RR-1/console", "M. Okafor"),
}  # fmt: skip
WALLS = ("jackpot-wall", "pit-board", "floor-board", "tournament-wall", "rapid-wall")


def scenes(studio: Studio) -> Iterator[Callable[[], None]]:
    for table in TABLES:
        yield lambda table=table: a_round(studio, table)  # type: ignore[misc]
    yield lambda: keno(studio)
    yield lambda: rapid(studio)
    for name, path in READ.items():
        yield lambda name=name, path=path: studio.opened(path, name, name not in WALLS)  # type: ignore[misc]
    for name, path in STAFF.items():
        yield lambda name=name, path=path: studio.opened(path, name, name not in WALLS, staff=True)  # type: ignore[misc]
    yield lambda: replays(studio)
    yield lambda: sheets(studio)
    yield lambda: stopped(studio)
    yield lambda: staffed(studio)


def replays(studio: Studio) -> None:
    """The rounds that were just played, from the record: their first step, one on the way, and the last."""
    for table in TABLES:
        name = f"replay-{table}"
        if studio.wanted(name) and studio.wanted(f"table-{table}"):
            for step in (1, 5, 999):
                studio.opened(f"/record/{table}/1?step={step}", f"{name}-{step}")


def staffed(studio: Studio) -> None:
    """A house with staff who have passwords, and a cage."""
    if not any(studio.wanted(name) for name in STAFFED):
        return
    with tempfile.TemporaryDirectory() as folder:
        floor = start(f"sqlite:///{folder}/floor.db", settings=of_text(FLOOR))
        door = floor.premises.identity.door
        assert door is not None
        for name, role in PEOPLE.items():
            door.add(name, role, PASSWORD, "operator:pictures")
        for name, (path, who) in STAFFED.items():
            if not studio.wanted(name):
                continue
            page = studio.browse("/", base=floor.base)
            if who:
                page.request.post(f"{floor.base}/api/staff", data={"name": who, "password": PASSWORD})
            page.goto(floor.base + path)
            studio.take(page, name, name not in WALLS)
            page.context.close()
        floor.close()


def sheets(studio: Studio) -> None:
    """What opens beside a table."""
    if not studio.wanted("sheet"):
        return
    page = studio.browse("/table/BJ-2")
    page.locator("#aim [data-how]").click()
    page.locator("#sheet .sentences").wait_for()
    studio.take(page, "sheet-how")
    page.locator("#sheet").get_by_role("button", name="Step through a round").click()
    page.locator("#worked").wait_for()
    studio.take(page, "sheet-worked")


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.web.pictures", description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("folder", type=Path, help="where they go, outside the tree")
    asked.add_argument("--only", nargs="*", default=[], help="scenes whose name holds one of these words")
    asked.add_argument("--widths", nargs="*", type=int, default=list(SIZES), choices=list(SIZES))
    asked.add_argument("--light", choices=("light", "dim", "both"), default="both")
    given = asked.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    lights = ("light", "dim") if given.light == "both" else (given.light,)
    with sync_playwright() as play, tempfile.TemporaryDirectory() as folder:
        browser, house = launch(play), start(f"sqlite:///{folder}/house.db", PACE)
        studio = Studio(browser, house, given.folder, tuple(given.widths), lights, tuple(given.only))
        for scene in scenes(studio):
            scene()
        house.close()
        browser.close()
    (given.folder / "measured.txt").write_text("\n".join(studio.found) + "\n")
    print(f"{studio.taken} pictures in {given.folder}, {len(studio.found)} things measured in measured.txt")


if __name__ == "__main__":
    main()
