"""What a screen states, held against what the house has.

``Player`` sits at a page in a real browser, desk or phone, and presses whatever can be pressed; others play at the same table
through the API. After every act the page is read as a person reads it (credit, on the table, phase, seat, round, what the strip
says, what lies on each area and spot, the cards) and held against the API at the same point of the record, which both name. A
page that has not heard of the last entry yet is waited for; one that has, and says otherwise, is a difference.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from playwright.sync_api import Browser, Page

from houseway.floor.pace import Pace
from houseway.kit.cards import Card
from houseway.money import show, show_net
from houseway.play.prompts import Choose, ChooseEach, Confirm, TakeWagers
from tests.waiting import END
from tests.web.served import Served, Someone

# Cards come at once, and whoever is asked has all the time there is: windows close because everybody is ready.
PACE = Pace(wagers=3600, raises=3600, card=0.002, step=0.001, result=3600, decision=3600)

# The whole of what a player's page states, in one reading, once it has heard of an entry and had its own orders answered.
STATED = """async ([at, patient]) => {
  const waiting = (name) => JSON.parse(sessionStorage.getItem(name) ?? '[]').length;
  const { rapid, station } = document.body.dataset;
  const busy = () => waiting('orders') + waiting(`rapid ${rapid} ${station} waiting`);
  const reached = () => Number(document.body.dataset.reached ?? -1);
  const end = performance.now() + patient;
  while ((reached() < at || busy()) && performance.now() < end) await new Promise((done) => setTimeout(done, 8));
  const seen = (node) => node && node.getClientRects().length > 0;
  const find = (selector) => document.querySelector(selector);
  const words = (selector) => (seen(find(selector)) ? find(selector).innerText.trim() : null);
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const labels = (selector) => all(selector).map((node) => node.getAttribute('aria-label'));
  return {
    reached: reached(), phone: innerWidth < 768, busy: busy(),
    credit: words('#credit b'), on_table: words('#credit .down b'), phase: words('#state .state b'),
    seat: words('#state .mine'), round: words('#calls h2 span'), strip: words('#decision'), sum: words('#decision .sum'),
    areas: labels('#place [data-area]'), spots: labels('#place [data-spot]:not([data-area])'), cards: labels('#place .dealt'),
    terminal: {
      credit: words('.money #credit'), staked: words('#staked'), phase: words('#phase'), spin: words('#spin'),
      chips: all('#chips [data-on]').map((node) => [node.dataset.on, node.querySelector('text').textContent]),
    },
  };
}"""

# Something at random of all that can be pressed, brought into the window, and its middle.
CHOSEN = """([names, share]) => {
  const able = [...document.querySelectorAll(names)].filter((node) => node.getClientRects().length && !node.disabled);
  const node = able.filter((each) => !each.closest('[hidden]'))[Math.floor(share * able.length)];
  if (!node) return null;
  node.scrollIntoView({block: 'center'});
  const box = node.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y)?.closest('a, button, [role=button], [role=radio], g');
  if (!top || (top.matches('a[href]') && !node.contains(top))) return null; // something lies over it
  return [node.getAttribute('aria-label') ?? node.innerText, x, y];
}"""

CHIPS = "[data-chip], [data-tray]:not([data-tray=max]), [data-add], [data-token]"
CLOTH = "#place [data-area][role=button], #place [data-spot][role=button], #place g[data-act], #cloth [data-spot]"
STRIP = "#decision button:not([data-undo]), .ats .verbs button:not(#list)"
NEXT = "#decision .lamp, #decision [data-act=ready]"


@dataclass
class Difference:
    table: str
    what: str
    screen: object
    house: object
    after: str

    def __str__(self) -> str:
        return f"{self.table}: {self.what} is {self.screen!r} on the screen and {self.house!r} in the house, after {self.after}"


def cents(words: str) -> int:
    return round(float(words.replace(",", "").removeprefix("$")) * 100)


CARD = re.compile(r"[a-z]+ of (spades|hearts|diamonds|clubs)")


def card_words(card: str) -> str:
    return Card.parse(card).words


# By game: what the places of a cloth say the viewer has there, and what the API says of the same wagers.

Own = dict[int, int]


def _said(labels: list[str], pattern: str, add: bool = False) -> Own:
    found: Own = {}
    for label in labels:
        at = re.match(r"(?:Area|Box|Place) (\d+)", label or "")
        for amount in re.findall(pattern, label or "") if at else ():
            area = int(at.group(1))  # type: ignore[union-attr]
            found[area] = cents(amount) + (found.get(area, 0) if add else 0)
    return found


def _stud(labels: list[str]) -> Own:
    found: Own = {}
    for label in labels:
        own = re.match(r"Box (\d+), yours, ", label or "")
        if own:
            found[int(own.group(1))] = sum(cents(n) for n in re.findall(r"(?:ante|bet) ([\d,.]+)", label))
    return {area: amount for area, amount in found.items() if amount}


PLACES: dict[str, tuple[Callable[[list[str], str], Own], Callable[[str], bool]]] = {
    "red_dog": (lambda labels, you: _said(labels, r"yours ([\d,.]*\d)"), lambda spot: True),
    "blackjack": (
        lambda labels, you: _said(labels, r"yours ([\d,.]*\d)"),
        lambda spot: not spot.startswith(("over", "under", "insurance")),
    ),
    "baccarat": (
        lambda labels, you: _said(labels, r"your ([\d,.]*\d) dollars(?!.*(?:won|lost|void|returned))", add=True),
        lambda spot: True,
    ),
    "stud": (lambda labels, you: _stud(labels), lambda spot: spot in ("ante", "bet")),
    "pai_gow": (lambda labels, you: _said(labels, rf"\b{re.escape(you)} \$([\d,.]*\d)"), lambda spot: True),
}  # fmt: skip


def differences(stated: dict[str, Any], doc: dict[str, Any]) -> Iterator[tuple[str, object, object]]:
    """What a player's page says otherwise than the house."""
    you = doc["you"]
    yield "the credit", stated["credit"], show(you["credit"])
    if stated["on_table"] is not None:
        yield "what is on the table", stated["on_table"], show(you["on_table"])
    yield "the phase", stated["phase"], doc["state"]
    seat = re.search(r"\d+", stated["seat"] or "")
    if stated["seat"] is not None or not you["area"]:
        yield "the seat", int(seat.group()) if seat else 0, you["area"]
    if stated["round"] is not None:
        yield "the round", stated["round"], f"Round {doc['round']}"
    own = [wager for wager in doc["wagers"] if wager["player"] == you["name"]]
    yield from _strip(stated["strip"] or "", stated["sum"] or "", doc, own)
    if doc["game"] in PLACES:
        read, counts = PLACES[doc["game"]]
        held: Own = {}
        for wager in own:
            if counts(wager["spot"]):
                held[wager["area"]] = held.get(wager["area"], 0) + wager["cents"]
        yield "what lies on your places", read(stated["areas"], you["name"]), held
    elif stated["spots"]:
        on_spots = Counter({w["spot"]: 0 for w in own})
        for wager in own:
            on_spots[wager["spot"]] += wager["cents"]
        said = sorted(
            cents(n) for label in stated["spots"] for n in re.findall(r"your ([\d,.]*\d) dollars", label or "")
        )
        yield "what lies on the layout", said, sorted(on_spots.values())
    yield from _cards(stated["cards"], doc, stated["phone"])


def _strip(
    strip: str, laid: str, doc: dict[str, Any], own: list[dict[str, Any]]
) -> Iterator[tuple[str, object, object]]:
    """``laid`` is the strip's own sentence of what lies where. Others name an area too, such as the reason why a hand that others
    wager on cannot be conceded, and say nothing of all the areas that the player is on."""
    you = doc["you"]
    for pattern in (r"Ready with (\$[\d,.]+)", r"Your (\$[\d,.]+) (?:on the table )?stays", r"Clear\s+(\$[\d,.]+)"):
        for amount in re.findall(pattern, strip):
            yield f"the strip, {pattern}", amount.rstrip("."), show(you["on_table"])
    said = re.search(r"on (?:area|box|place|seat)s? ([\d, and]+\d|\d+)", laid)
    if said and own:
        yield (
            "where the strip says they lie",
            [int(n) for n in re.findall(r"\d+", said.group(1))],
            sorted({w["area"] for w in own}),
        )
    net = re.match(r"([+−-]?\$[\d,.]*\d)", strip)
    lines = [line for line in doc["settled"] if line["wager"]["player"] == you["name"]]
    if net and lines and doc["state_code"] == "settled":
        total = sum(line["back"] - line["wager"]["cents"] for line in lines)
        yield "the net of the round", net.group(1), show_net(total)


def _cards(labels: list[str], doc: dict[str, Any], phone: bool) -> Iterator[tuple[str, object, object]]:
    opened = doc["game"] == "stud"  # elsewhere what a player is given face down is squeezed, not laid open
    shown = Counter(
        str(card) for box in doc["boxes"] for card in (*box["cards"], *(box.get("yours", ()) if opened else ())) if card
    )
    said: Counter[str] = Counter()
    for label in labels:
        found = re.search(
            r"(ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two) of (spades|hearts|diamonds|clubs)",
            (label or "").lower(),
        )
        if found:
            said[found.group()] += 1
    lies = Counter({card_words(card): n for card, n in shown.items()})
    if phone:  # others' hands are totals there: nothing is shown that does not lie there, and all that is the viewer's
        own = {str(card) for box in doc["boxes"] if opened for card in box.get("yours", ())}
        yield "cards that do not lie there", sorted(said.keys() - lies.keys()), []
        yield "own cards that are not shown", sorted({card_words(card) for card in own} - said.keys()), []
        return
    if any(box["place"] == "dealer hand 2" for box in doc["boxes"]):  # three hands share the dealer's first card
        yield "the cards", sorted(said), sorted(lies)
    else:
        yield "the cards", dict(said), dict(lies)


def terminal_differences(stated: dict[str, Any], doc: dict[str, Any]) -> Iterator[tuple[str, object, object]]:
    """The same for a terminal of Rapid Roulette."""
    at, own = stated["terminal"], doc["you"].get("terminal")
    if own is None:
        return
    yield "the credit", at["credit"], show(own["credit"])
    yield "the spin", at["spin"], f"Spin {doc['round']}"
    wagers = [w for w in doc["wagers"] if w["player"] == own["name"] and "#" not in w["spot"]]
    yield "this spin's stake", at["staked"], show(sum(w["cents"] for w in wagers))
    lying = sorted(
        (w["spot"], w["cents"]) for w in wagers if w["spot"].partition(":")[0] not in ("double", "treble", "quad")
    )
    said = sorted(
        (spot, cents(text) if "k" not in text else round(float(text[:-1]) * 100_000)) for spot, text in at["chips"]
    )
    yield "the chips on the layout", said, lying
    phase = {"wagering": "Place your bets", "no-more-bets": "No more bets"}.get(doc["state_code"])
    if phase == "No more bets":
        yield "the phase", at["phase"], phase


# A table of every game, and of every kind of cloth; then those that differ only by their book.
GAMES = ("RD-2", "BJ-2", "BJ-3", "BC-1", "CS-1", "PG-2", "AR-1", "SB-1", "MW-1", "RR-1")
OTHERS = ("RD-1", "RD-3", "BJ-1", "BC-2", "CP-1", "PG-1")


@dataclass
class Evening:
    """A page at one table, others around it, and every difference between what it states and what is so."""

    house: Served
    page: Page
    table: str
    rng: random.Random
    phone: bool = False
    others: list[Someone] = field(default_factory=list)
    found: list[Difference] = field(default_factory=list)
    acts: int = 0
    compared: int = 0

    def __post_init__(self) -> None:
        cookie = next(c for c in self.page.context.cookies() if c["name"] == "houseway_player")
        self.client = self.house.client(cookies={cookie["name"]: cookie["value"]})
        self.at = self.house.premises.house.tables[self.table]
        self.boss = self.house.staff("casino supervisor", "L. Brandt")
        self.house.premises.presence.missed_after = 0.3  # whoever sat here before is not waited for

    # Acts

    def press(self, names: str) -> str:
        """Presses something at random, as a mouse or a finger does, and says what it was."""
        found = self.page.evaluate(CHOSEN, [names, self.rng.random()])
        if found is None:
            return ""
        words, x, y = found
        if self.phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        return str(words).replace("\n", " ")

    def act(self) -> str:
        """One act of the page's own, of somebody else, or of the house's."""
        self.acts += 1
        prompt, turn = self.at.prompt, self.rng.random()
        if self.table.startswith("RR") and turn < 0.2:
            return self.period()
        if isinstance(prompt, Confirm) and turn < 0.5:
            self.boss.do(self.table, "answer", value=True)
            return "the cards were picked up"
        if turn < 0.35 and self.others:
            return self.other(self._asked_first(prompt))
        if turn < 0.45:
            return f"a press on {self.press(CHIPS)!r}"
        if turn < 0.65:
            return f"a press on {self.press(CLOTH)!r}"
        if turn < 0.9 and (pressed := self.press(NEXT)):
            return f"a press on {pressed!r}"
        return f"a press on {self.press(STRIP)!r}"

    def period(self) -> str:
        """The rest of a wagering period passes, or the next one begins."""
        clock = self.house.premises.dealers[self.table]

        def passes() -> None:
            clock.closes = time.monotonic()
            clock._changed.set()

        if clock.closes is None:
            self.boss.do(self.table, "open wagering")
            return "a period was opened"
        self.house.premises.loop.call_soon_threadsafe(passes)
        return "the period was over"

    def _asked_first(self, prompt: object) -> Someone:
        """Whoever is asked something, or else anybody."""
        players = (
            prompt.players if isinstance(prompt, ChooseEach) else (prompt.player,) if isinstance(prompt, Choose) else ()
        )
        undecided = [who for who in self.others if who.name in players and who.name not in self.at.state.choices]
        waits = [who for who in self.others if self.at.state.seat_of(who.name) and who.name not in self.at.state.ready]
        return self.rng.choice(undecided or waits or self.others)

    def other(self, who: Someone) -> str:
        at, prompt, rng = self.at, self.at.prompt, self.rng
        if isinstance(prompt, (Choose, ChooseEach)):
            value = rng.choice(prompt.options).value
            who.do(self.table, "choose", value=value)
            return f"{who.name} chose {value}"
        if at.state.seat_of(who.name) is None and rng.random() < 0.7:
            area = rng.randint(1, at.sign.areas)
            who.do(self.table, "sit", area=area)
            return f"{who.name} sat at {area}"
        if isinstance(prompt, TakeWagers) and rng.random() < 0.5:
            spot = rng.choice(list(prompt.spots))
            amount = rng.choice((100, 500, 1000, 2500, 5000))
            seat = at.state.seat_of(who.name)
            who.do(self.table, "place", spot=spot, cents=amount, **({"area": seat.area} if seat and at.places else {}))
            return f"{who.name} laid {amount} on {spot}"
        act = rng.choice((*("ready",) * 8, "withdraw", "leave"))
        who.do(self.table, act)
        return f"{who.name}: {act}"

    # Holding the one against the other

    def compare(self, after: str) -> None:
        """Reads the page and the API at the same point of the record."""
        self.compared += 1
        end, terminal = time.monotonic() + END, self.table.startswith("RR")
        told: list[tuple[str, object, object]] = []
        patient = (
            0 if terminal else END
        )  # a terminal's touch is answered by itself; its whole state follows with the next beat
        while True:
            at = self.house.premises.sequence(self.table)
            stated = self.page.evaluate(STATED, [at, 1000 * patient])
            doc = self._asked()
            if doc["sequence"] != at:
                continue  # the table went on meanwhile
            if terminal:
                told = [each for each in terminal_differences(stated, doc) if each[1] != each[2]]
                if not stated["busy"] and (not told or time.monotonic() > end - END + 8):
                    break
                time.sleep(0.02)
            elif stated["reached"] == at and not stated["busy"]:
                told = [each for each in differences(stated, doc) if each[1] != each[2]]
                break
            waits = f"the page stays at {stated['reached']}, the record is at {at}"
            assert time.monotonic() < end, f"{self.table}: {waits}"
        self.found.extend(Difference(self.table, what, screen, house, after) for what, screen, house in told)

    def _asked(self) -> dict[str, Any]:
        answer: httpx.Response = self.client.get(f"/api/tables/{self.table}")
        doc: dict[str, Any] = answer.json()
        return doc

    def play(self, acts: int) -> None:
        self.compare("opening the page")
        for _ in range(acts):
            self.compare(self.act())


@contextmanager
def at_table(
    browser: Browser, house: Served, table: str, phone: bool, others: list[Someone], rng: random.Random
) -> Iterator[Evening]:
    """A newcomer at a table, in a browser of their own; nothing may break in it."""
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, has_touch=phone, is_mobile=phone)
    context.set_default_timeout(1000 * END)
    page = context.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(f"{table}: {error}"))
    terminal = table.startswith("RR")
    page.goto(f"{house.base}/rapid/{table}" if terminal else f"{house.base}/table/{table}")
    if terminal:
        page.locator(".terminals a").first.click()
        page.locator("[data-notes='50000']").click()
        page.locator("#buy").wait_for(state="hidden")
    yield Evening(house, page, table, rng, phone, others)
    context.close()
    assert trouble == []
