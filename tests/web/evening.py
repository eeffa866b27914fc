"""An evening on a staffed floor, in real browsers: everybody works at a page of their own and asks the house nothing else.

The house is a process of its own, opened from the shipped settings as docs/operations.md says, at six in the evening; it can be
killed between any two things that are done here. Dealers key cards that lie in a shuffled deck beside them.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Response, expect

from houseway.games.pai_gow.hands import Setting
from houseway.kit.tiles import TILES
from houseway.premises import settings as settings_module
from tests.faults.relief import Relief
from tests.terminal import typed
from tests.waiting import END
from tests.web.process import Running

SHIPPED = Path(settings_module.__file__).with_name("staffed_floor.toml")
PASSWORD = "correct horse battery"
EXPECTED = re.compile(r"status of (401|403|409|422|503)|ERR_(CONNECTION|EMPTY|INCOMPLETE|NETWORK)|WebSocket")
UNFOLDED = """form => {
  for (const one of form.querySelectorAll('details')) one.open = true;
  for (let one = form.closest('details'); one; one = one.parentElement.closest('details')) one.open = true;
}"""
AT_SIX = (datetime.now(UTC).hour - 18) % 24  # hours west of Greenwich where it is six in the evening or a little later
DENOMINATIONS = (100_000, 50_000, 10_000, 2_500, 500, 100, 50)


expect.set_options(timeout=1000 * END)


def _is_order(reply: Response) -> bool:
    """An answer to an order; pages send other things too."""
    return reply.request.method == "POST" and reply.url.endswith("/orders")


@dataclass
class Person:
    """Somebody at a screen: a browser with its cookies, and the page that is open in it."""

    evening: Evening
    name: str
    state: Any = None  # cookies, while the screen is dark
    width: int = 1280
    height: int = 900
    context: BrowserContext | None = None
    page: Page = field(init=False)

    def at(self, path: str) -> Page:
        """The page there, opened anew."""
        evening = self.evening
        if self.context is None:
            self.context = evening.chromium.new_context(
                viewport={"width": self.width, "height": self.height}, storage_state=self.state
            )
            self.context.set_default_timeout(1000 * END)
            self.page = self.context.new_page()
            self.page.on("console", evening.heard)
            self.page.on("pageerror", lambda error: evening.trouble.append(f"{self.name}: {error}"))
        self.page.goto(evening.running.base + path)
        return self.page

    def leave(self) -> None:
        """The screen goes dark; who signed in at it stays signed in."""
        if self.context is not None:
            self.state = self.context.storage_state()
            self.context.close()
            self.context = None

    def posts(self, path: str, **doc: str) -> None:
        """What a form at /staff sends, without the form."""
        page = self.page if self.context is not None else self.at("/staff")
        reply = page.request.post(self.evening.running.base + path, data=doc)
        assert reply.ok, (self.name, reply.text())

    def fills(self, form: Locator | str, press: str = "", second: str = "", **fields: Any) -> str:
        """Fills a form in, presses its button, and hears the answer."""
        page = self.page
        where = page.locator(form).first if isinstance(form, str) else form
        where.evaluate(UNFOLDED)
        for name, value in fields.items():
            at = where.locator(f"[name='{name.replace('__', '.')}']").first
            if at.evaluate("node => node.nodeName") == "SELECT":
                at.select_option(str(value))
            elif at.get_attribute("type") != "hidden":
                at.fill(str(value))
        if second:
            where.locator("[name='second.name']").fill(second)
            where.locator("[name='second.password']").fill(PASSWORD)
        button = where.get_by_role("button", name=press, exact=True) if press else where.locator("button").last
        with page.expect_response(_is_order) as heard:
            button.click()
        return "Done" if heard.value.ok else str(heard.value.json()["detail"])

    def must(self, form: Locator | str, press: str = "", second: str = "", **fields: Any) -> None:
        said = self.fills(form, press, second, **fields)
        assert said == "Done", (self.name, form, fields, said)


@dataclass
class Evening:
    chromium: Browser
    running: Running
    file: Path
    codes: dict[str, str]
    rng: random.Random
    people: dict[str, Person] = field(default_factory=dict)
    trouble: list[str] = field(default_factory=list)
    kills: int = 0

    def heard(self, message: ConsoleMessage) -> None:
        forged = "/api/cage/vouchers/" in message.location.get("url", "")
        if message.type == "error" and not EXPECTED.search(message.text) and not forged:
            self.trouble.append(f"console: {message.text} {message.location}")

    def person(self, name: str, **size: Any) -> Person:
        return self.people.setdefault(name, Person(self, name, **size))

    @property
    def database(self) -> Path:
        return Path(self.running.database)

    @property
    def day(self) -> str:
        """The gaming day there, where it is evening."""
        return (datetime.now(UTC) - timedelta(hours=AT_SIX)).date().isoformat()

    @property
    def floor(self) -> dict[str, Any]:
        return tomllib.loads(self.file.read_text())

    def sign_in(self, name: str, screen: str = "") -> Person:
        """Somebody signs in at a screen of their own, or at one that stands somewhere."""
        person = self.person(screen or name)
        person.posts("/api/staff", name=name, password=PASSWORD)
        return person

    def enrol(self, screen: str, device: str) -> Person:
        """A console or a terminal is made known by its code."""
        person = self.person(screen)
        person.posts("/api/devices", code=self.codes[f"the {device} is given a code"])
        return person

    def kill(self) -> None:
        """The plug is pulled, and the house comes back from what is stored."""
        self.running.back()
        self.kills += 1

    # Chips by denomination

    @staticmethod
    def chips(cents: int, name: str = "chips") -> dict[str, Any]:
        found: dict[str, Any] = {}
        for worth in DENOMINATIONS:
            if count := cents // worth:
                found[f"{name}__{worth}"] = count
                cents -= count * worth
        assert not cents
        return found


@contextmanager
def opened(chromium: Browser, relief: Relief, folder: Path, seed: int) -> Iterator[Evening]:
    """The house opened from the shipped file, with a code for everybody and everything it names."""
    file = folder / "floor.toml"
    text = SHIPPED.read_text()
    assert 'database = "var/floor.db"' in text
    file.write_text(text.replace('database = "var/floor.db"', f'database = "{folder / "floor.db"}"\nport = 0'))
    told = typed("settings", "codes", str(file), "--json")
    assert told.returncode == 0, told.stderr
    codes = {}
    for line in told.stdout.splitlines():
        who, _, code = line.rstrip().rpartition("  ")
        codes[who.strip()] = code.strip()
    running = Running(
        str(folder / "floor.db"), ("--settings", str(file)), relief=relief, relieved=True, env={"TZ": f"EVE{AT_SIX}"}
    )
    evening = Evening(chromium, running.start(), file, codes, random.Random(seed))
    try:
        yield evening
    finally:
        for person in evening.people.values():
            person.leave()
        running.kill()
    assert not evening.trouble, evening.trouble


# A dealer's console


SIGNERS = ("G. Soup", "P. Boss", "L. Brandt", "H. Shift", "I. Spect")  # whom a dealer calls, one after another
LAID = "before => document.querySelector('#work .wagers').innerText !== before"
NEXT = """number => document.querySelector('#work').dataset.number !== number
  || (document.querySelector('#said-no')?.innerText ?? '').trim() !== ''"""


@dataclass
class Dealer:
    """Somebody who deals at the console of one table."""

    screen: Person
    table: str
    minimum: int  # dollars
    players: tuple[str, ...] = ("Amy", "Ben")
    deck: list[str] = field(default_factory=list)
    tiles: list[Any] = field(default_factory=list)
    results: list[str] = field(default_factory=list)  # what wheel and dice show next, where it is not left to chance
    steps: int = 0
    before_step: Callable[[int], bool] = lambda step: False  # whether the house was killed before it

    @property
    def page(self) -> Page:
        return self.screen.page

    @property
    def rng(self) -> random.Random:
        return self.screen.evening.rng

    def come(self) -> None:
        self.screen.at(f"/table/{self.table}/dealer")

    def money(self, form: str, **fields: Any) -> str:
        return self.screen.fills(f"#money form[data-act='{form}']", **fields)

    def deal(self, rounds: int = 1, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Rounds from the open window to the next one; a table that is not ready yet is made ready first."""
        self._fresh()
        while not self._at_window():
            self.step()
        for _ in range(rounds):
            self._wagers()
            meanwhile()
            self._fresh()
            self.step()
            while not self._at_window():
                self.step()

    def _fresh(self) -> None:
        self.deck = [rank + suit for rank in "AKQJT98765432" for suit in "SHDC"]
        self.tiles = list(TILES)
        self.rng.shuffle(self.deck)
        self.rng.shuffle(self.tiles)

    def _work(self) -> dict[str, str]:
        found: dict[str, str] = self.page.locator("#work").evaluate("node => ({...node.dataset})")
        return found

    def _at_window(self) -> bool:
        return self.page.locator("#work form[data-act=place] input[name=player]").count() > 0

    def _wagers(self) -> None:
        """Everybody changes cash and has the dealer lay something."""
        page = self.page
        for area, player in enumerate(self.players, 2):
            said = self.money("change cash", player=player, cents=self.minimum * 20)
            assert said == "Done", (self.table, said)
            form = page.locator("#work form[data-act=place]")
            fields: dict[str, Any] = {"player": player, "cents": self.minimum}
            if form.locator("[name=area]").count():
                fields["area"] = area
            spots = form.locator("select[name=spot] option").evaluate_all("all => all.map(one => one.value)")
            for _ in range(12):
                spot = {"spot": self.rng.choice(spots)} if spots else {}
                lay = page.locator("#work .wagers").inner_text()
                said = self.screen.fills(form, **fields, **spot)
                if said != "Done":
                    continue
                page.wait_for_function(LAID, arg=lay)
                if not page.locator("#work .lacks", has_text=player).count():
                    break
                spots.remove(spot["spot"])  # the book wants another beside it, and the console says so
            else:
                raise AssertionError((self.table, player, said))

    def step(self) -> None:
        """Whatever is asked, answered as a dealer would."""
        self.steps += 1
        if self.before_step(self.steps):
            self.come()
        work = self._work()
        kind, number = work["kind"], work["number"]
        asked = self.page.locator("#work .asked")
        if kind == "Draw" and work["faceUp"]:
            for key in self.deck.pop():
                self.page.keyboard.press(key)
            self.page.keyboard.press("Enter")
        elif kind in ("Spin", "Roll"):
            keys = self.page.locator("#pad [data-key]")
            for _ in range(int(self.page.locator("#pad").get_attribute("data-count") or 1)):
                known = self.page.locator(f"#pad [data-key='{self.results.pop(0)}']") if self.results else None
                (known or keys.nth(self.rng.randrange(keys.count()))).click()
            self.page.locator("#enter-result").click()
        elif kind == "OpenTiles":
            four = [self.tiles.pop() for _ in range(4)]
            asked.locator("input[name=value]").fill(str(Setting.of((four[0], four[1]), (four[2], four[3]))))
            asked.locator("button.next").click()
        elif kind == "ChooseEach" and not asked.locator("button.next").count():
            rows = asked.locator(".wagers .row")
            for row in range(rows.count()):
                if self._work()["number"] == number:
                    rows.nth(row).locator("button").first.click()
        elif asked.locator("form.sign-off").count() and not asked.locator("button.next").count():
            self._signed(asked.locator("form.sign-off").first)
        elif asked.locator("button.next").count():
            if kind == "TakeWagers":
                self._confirm(asked)
            asked.locator("button.next").first.click()
        else:
            asked.locator("button:enabled").first.click()
        self.page.wait_for_function(NEXT, arg=number)
        said = self.page.locator("#said-no").inner_text().strip() if self.page.locator("#said-no").count() else ""
        assert not said, (self.table, kind, said)

    def _confirm(self, asked: Locator) -> None:
        """Every wager is confirmed, where the book asks it."""
        buttons = asked.locator("button[data-act=confirm]")
        for details in buttons.evaluate_all("all => all.map(one => one.dataset.details)"):
            one = asked.locator(f"button[data-act=confirm][data-details='{details}']")
            one.first.click()
            expect(one).to_have_count(0)

    def _signed(self, form: Locator) -> None:
        """Supervisors sign at the console, with passwords of their own; who may not is told so."""
        for name in SIGNERS:
            form.locator("[name=name]").fill(name)
            form.locator("[name=password]").fill(PASSWORD)
            button = form.locator("button.lamp") if form.locator("button.lamp").count() else form.locator("button")
            with self.page.expect_response(_is_order) as heard:
                button.first.click()
            if heard.value.ok:
                return
        raise AssertionError((self.table, "nobody may sign", form.inner_text()))

    def hand_pay(self, player: str, spot: str, dollars: int, *results: str) -> None:
        """A win that nobody pays alone: the player takes no chips away before somebody has signed the slip."""
        assert self._at_window() and self.money("change cash", player=player, cents=dollars) == "Done"
        self.screen.must("#work form[data-act=place]", player=player, cents=dollars, spot=spot)
        self.results += results
        self.step()
        while not self._at_window():
            self.step()
        slip = self.page.locator("form[data-sign='sign hand pay']")
        expect(slip).to_contain_text(player)
        self.page.locator(f"#money button[data-act='take chips'][data-details*='{player}']").click()
        expect(self.page.locator("#said-no")).to_contain_text("two people sign for it first")
        self._signed(slip)
        expect(slip).to_have_count(0)

    def send_home(self) -> None:
        """Everybody takes away what a round left lying, a stand-off's wager or a winner's, and their chips."""
        for taken in ("#work .wagers button[data-act=withdraw]", "#money button[data-act='take chips']"):
            buttons = self.page.locator(taken)
            for details in dict.fromkeys(buttons.evaluate_all("all => all.map(one => one.dataset.details)")):
                one = self.page.locator(f"{taken}[data-details='{details}']")
                one.first.click()
                expect(one).to_have_count(0)

    def counts(self, cents: int, second: str, when: str = "closing") -> str:
        """The float, counted with somebody."""
        form = "#money form[data-desk-act='count float']"
        return self.screen.fills(form, second=second, when=when, **Evening.chips(cents))

    def corrects_wager(self, dollars: int) -> None:
        """The first wager of the last round was another; somebody signs beside."""
        page = self.page
        page.locator("[data-open=which-wager]").click()
        form = page.locator("#sheet form[data-preview]").first
        form.locator("[name=cents]").fill(str(dollars))
        form.locator("button").click()
        self._signed(page.locator("#sheet form[data-sign=correct]"))
        expect(page.locator("#sheet form[data-sign=correct]")).to_be_hidden()
