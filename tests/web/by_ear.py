"""By ear: somebody plays who neither sees the page nor has a mouse. What they have is the accessibility tree, as a screen
reader has it: the role and the name of whatever the focus is on, what regions say, and what is spoken.
What they do is press keys.

Chromium itself is asked for roles and names, so that nothing is found which a screen reader would not find.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

from houseway.money import show
from houseway.play.prompts import Choose, ChooseEach, TakeWagers
from houseway.play.states import State
from tests.waiting import END, until
from tests.web.served import Served

# Everything that live regions say, in the order in which they say it.
HEARS = """window.spoken = [];
addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
  for (const { target } of changes) {
    const node = target.closest ? target : target.parentElement;
    const region = node?.closest('[aria-live], [role=status], [role=alert], [role=log]');
    const words = region?.textContent.trim();
    if (words && window.spoken.at(-1) !== words) window.spoken.push(words);
  }
}).observe(document.body, { childList: true, characterData: true, subtree: true }));"""

LAID_ON = {"BJ-3": "dealer hand 1$"}  # a place with several wagers: which of them
MOST_STEPS = 200  # from one end of a page to the other, there is nothing that takes more


@dataclass(frozen=True)
class Heard:
    """What a screen reader says of what has the focus."""

    role: str
    name: str
    closed: bool  # it cannot be pressed


@dataclass
class Listener:
    page: Page
    table: str
    path: list[str] = field(default_factory=list)  # what was pressed, for whoever reads a failure

    def __post_init__(self) -> None:
        self.tree = self.page.context.new_cdp_session(self.page)
        self.tree.send("Accessibility.enable")

    def focus(self) -> Heard:
        found = self.tree.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        asked = {"objectId": found, "fetchRelatives": False}
        node = self.tree.send("Accessibility.getPartialAXTree", asked)["nodes"][0]
        held = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        name = node.get("name", {}).get("value", "")
        return Heard(node["role"]["value"], name, bool(held.get("disabled", False)))

    def reach(self, role: str, name: str, key: str = "Tab") -> Heard:
        """Goes on until something of that role and name has the focus."""
        for _ in range(MOST_STEPS):
            here = self.focus()
            if here.role == role and re.search(name, here.name) and not here.closed:
                return here
            self.page.keyboard.press(key)
        raise AssertionError(f"{self.table}: no {role} named {name!r} is reached by {key}; pressed so far: {self.path}")

    def press(self, key: str = "Enter") -> None:
        self.path.append(f"{self.focus().name}: {key}")
        self.page.keyboard.press(key)

    def says(self, role: str, name: str) -> str:
        """What a region says, as the tree has it."""
        return self.page.get_by_role(role, name=name).first.aria_snapshot()  # type: ignore[arg-type]

    def spoken(self) -> list[str]:
        heard: list[str] = self.page.evaluate("window.spoken")
        return heard

    def decision(self) -> list[Heard]:
        """What stands at the decision, from the skip link on."""
        self.page.evaluate("document.activeElement.blur()")  # from the top, as a reader's own key has it
        self.reach("link", "^To your decision$")
        self.page.keyboard.press("Enter")
        inside = "document.activeElement.closest('#decision') !== null"
        found: list[Heard] = []
        for _ in range(MOST_STEPS):
            self.page.keyboard.press("Tab")
            if not self.page.evaluate(inside):
                break
            found.append(self.focus())
        return found


def chips(listener: Listener) -> None:
    """A chip of $25 from the tray, or the nearest there is to it."""
    listener.reach("radio", "^Chip of")
    for _ in range(12):
        if listener.focus().name == "Chip of $25":
            break
        listener.page.keyboard.press("ArrowRight")
    listener.press("Space")


def plays_a_round(browser: Browser, house: Served, table: str) -> Listener:
    """One round at a table, from the door to what it came to."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(1000 * END)
    page = context.new_page()
    page.add_init_script(HEARS)
    page.goto(f"{house.base}/table/{table}")
    page.wait_for_selector("body[data-reached]", state="attached")
    listener, at = Listener(page, table), house.premises.house.tables[table]
    cookie = next(each for each in context.cookies() if each["name"] == "houseway_player")
    client = house.client(cookies={cookie["name"]: cookie["value"]})

    def stated() -> dict[str, Any]:
        doc: dict[str, Any] = client.get(f"/api/tables/{table}").json()
        return doc

    def heard_all() -> None:
        page.wait_for_function("(at) => Number(document.body.dataset.reached) >= at", arg=stated()["sequence"])

    me = stated()["you"]["name"]
    assert page.get_by_role("heading", level=1).count() == 1, "a page says what it is"
    if at.places is not None:
        listener.reach("button", r"^(Area|Box|Place|Seat) \d+, (empty|open|free)")
        listener.press()
        until(lambda: stated()["you"]["area"], f"a seat at {table}")
        heard_all()
    chips(listener)
    if at.places is not None:
        listener.reach("button", rf"^(Area|Box|Place) {stated()['you']['area']}\b.*{LAID_ON.get(table, '')}")
    else:
        listener.reach("button", r"^(\d+ (red|black|green)|\$?\d+\b|Small|Single|Total)")
    listener.press()
    until(lambda: stated()["you"]["on_table"], f"a chip at {table}")
    heard_all()
    for another in (2, 3):  # Triple Play wants two wagers or three
        if "Not enough yet" not in listener.says("region", "Your decision"):
            break
        listener.reach("button", rf"^Box {stated()['you']['area']}\b.*hand {another}")
        before = stated()["you"]["on_table"]
        listener.press()
        until(lambda before=before: stated()["you"]["on_table"] > before, f"another chip at {table}")
        heard_all()

    def mine() -> bool:
        prompt: object = at.prompt
        if isinstance(prompt, TakeWagers):
            return True
        asked = (
            prompt.players if isinstance(prompt, ChooseEach) else (prompt.player,) if isinstance(prompt, Choose) else ()
        )
        return me in asked

    for _ in range(60):
        until(lambda: mine() or stated()["state_code"] == State.SETTLED, f"{table} to ask or to settle")
        heard_all()
        if stated()["state_code"] == State.SETTLED:
            break
        before, state = stated()["sequence"], stated()["state_code"]
        can = [each for each in listener.decision() if each.role == "button" and not each.closed]
        if not can:  # everybody is ready, and the window is about to close
            until(lambda before=before: stated()["sequence"] > before, f"{table} to go on after {listener.path}")
            continue
        page.evaluate("document.activeElement.blur()")
        listener.reach("button", f"^{re.escape(can[-1].name)}$")
        listener.press()
        if can[-1].name.startswith("Ready"):  # while the window is still open, chips could be taken back again
            until(lambda state=state: stated()["state_code"] != state, f"{table} to close its window")
        page.wait_for_function(
            "([at, name]) => Number(document.body.dataset.reached) > at || document.activeElement.textContent.trim() !== name",
            arg=[before, can[-1].name],
        )
    doc = stated()
    assert doc["state_code"] == State.SETTLED, f"{table}: no end after {listener.path}"
    told = listener.says("region", "Credit")
    assert (
        f"Your credit {show(doc['you']['credit'])}" in told and f"On the table {show(doc['you']['on_table'])}" in told
    )
    came = page.get_by_role("region", name="Your decision").aria_snapshot()
    assert re.search(r"(won|lost|returned|net), round 1|net \$0, round 1", came), came
    assert any(re.search(r"(won|lost|net|net \$0), round 1$", words) for words in listener.spoken()), (
        "the result is spoken"
    )
    context.close()
    return listener
