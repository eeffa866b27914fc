"""The sheet of corrections in a browser, at every game: what was keyed in a round long paid is put right there, an answer of each
kind. What the sheet shows would move is what moves, and the round on record replays to what was signed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from houseway.floor.correcting import Correction, correction
from houseway.floor.last_judged import recorded
from houseway.floor.rerunning import as_recorded
from houseway.floor.table import Table
from houseway.forms import Doc
from houseway.games import chapters_of
from houseway.ledger import Post, Transfer
from houseway.money import plain
from houseway.play.prompts import Prompt
from houseway.testing.conformance import replayed_as_recorded, some_order
from houseway.web.mending import Entry, Wanted, as_answer, entries_of, money_between
from tests.test_rulings import EDITIONS
from tests.waiting import END
from tests.web.served import Served, start

TRIES = 60
CREDIT = 10**9  # cents: nobody runs out, however many tables are played at
BOOKS = [book for book in EDITIONS if book != "act-1992-keno"]  # draws are put right at the keno desk


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = start(f"sqlite:///{tmp_path_factory.mktemp('mending') / 'house.db'}")
    for name in ("P1", "P2"):
        move = Transfer("cage", f"player:{name}", CREDIT, "buy-in")
        served.premises.house.ledger.post([Post("cage", "buy-in", "", name, {}, (move,))])
    yield served
    served.close()


@pytest.fixture(scope="module")
def page(chromium: Browser, house: Served) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(1000 * END)
    page = context.new_page()
    page.goto(f"{house.base}/staff")
    page.get_by_label("Name, as on the badge").fill("M. Okafor")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Signed in as")).to_be_visible()
    yield page
    context.close()


@pytest.mark.parametrize("book", BOOKS)
def test_one_answer_of_every_kind_is_put_right(
    page: Page, house: Served, pytestconfig: pytest.Config, book: str
) -> None:
    table, rng = _played(house, book), random.Random(book)
    kinds = set[str]()
    for _ in range(TRIES):
        wanted = next((one for one in _possible(table, rng) if one[0] not in kinds), None)
        if wanted is None:
            break
        kind, entry, asked, found = wanted
        kinds.add(kind)
        _signed(page, house, table, entry, asked, found)
    reporter = pytestconfig.pluginmanager.getplugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(f"sheet: {book}: {', '.join(sorted(kinds))}")
    assert "wagers" in kinds and len(kinds) > 1, f"{book}: only {kinds} were put right"


def _played(house: Served, book: str) -> Table:
    """A table at which two rounds are over, the first of them with wagers of both players and something else to put right."""
    for seed in range(50):
        name = f"T-{len(house.premises.house.tables)}"
        places = chapters_of(EDITIONS[book]).places
        sign: dict[str, Any] = {} if places is None else {"areas": places.areas.value[0]}
        house.open_table(name, book, **sign)
        table, rng = house.premises.house.tables[name], random.Random(f"{book} {seed}")
        while table.state.round < 3:
            assert table.prompt is not None
            some_order(table, table.prompt, rng)
        first = recorded(table, 1)[0]
        if {line["wager"]["player"] for line in first["lines"]} != {"P1", "P2"}:
            continue
        if len({kind for kind, *_ in _possible(table, rng)} | {"wagers"}) > 1:
            return table
    raise AssertionError(f"nobody wagers at {book}")


def _possible(table: Table, rng: random.Random) -> Iterator[tuple[str, Entry, Wanted, Correction]]:
    """Corrections of the first round that the table would make without being told more: what kind of answer, which, what instead,
    what comes of it."""
    body = recorded(table, 1)[0]
    progress = as_recorded(table.ledger, body)
    for entry in entries_of(progress, body["tape"], 1):
        prompt = entry.prompt
        for asked in _instead(entry, prompt, rng):
            answer = as_answer(body["tape"][entry.at], asked)
            found = correction(table, entry.at, answer, 1)
            if answer != body["tape"][entry.at] and isinstance(found, Correction) and found.wants is None:
                yield _kind(entry), entry, asked, found
                break


def _kind(entry: Entry) -> str:
    if entry.wagers:
        return "wagers"
    return type(entry.prompt).__name__ if entry.prompt is not None else "decisions" if entry.options else "others"


def _instead(entry: Entry, prompt: Prompt | None, rng: random.Random) -> Iterator[Wanted]:
    if entry.mishap:
        return
    for which, wager in enumerate(entry.wagers):
        for cents in (wager.cents * 2, wager.cents // 2, wager.cents + 500):
            yield Wanted(wager=which, cents=cents)
    for option in entry.options:
        yield Wanted(str(option.value), player=entry.player)
    if prompt is not None:
        for _ in range(20):
            yield Wanted(_typed(prompt.write(prompt.some(rng.randrange))))


def _typed(value: Doc) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _signed(page: Page, house: Served, table: Table, entry: Entry, asked: Wanted, found: Correction) -> None:
    page.goto(f"{house.base}/table/{table.name}/rounds/1/mend")
    form = _form(page, entry, asked)
    if asked.wager >= 0:
        form.locator("input[name=cents]").fill(plain(asked.cents))
    elif entry.options:
        assert form.locator("select").input_value() == entry.chosen, "it opens on what was keyed"
        form.locator("select").select_option(asked.value)
    else:
        form.get_by_label("Instead").fill(asked.value)
    form.get_by_role("button", name="Show").click()
    sheet = page.locator("#sheet")
    expect(sheet.get_by_role("heading", name="Correction, round 1")).to_be_visible()
    moves = {line.player: line.change for line in money_between(found)}
    rows = sheet.locator(".moved tr:has(td)")
    expect(rows).to_have_count(len(moves))
    shown = {row.locator("td").first.inner_text(): row.locator("td").last.inner_text() for row in rows.all()}
    assert {name: _cents(text) for name, text in shown.items()} == moves
    ledger, accounts = table.ledger, ("player", "owed", "withheld")
    had = {name: sum(ledger.balance(f"{one}:{name}") for one in accounts) for name in ("P1", "P2")}
    sheet.get_by_label("Signed by").fill("L. Brandt")
    with page.expect_event("load"):  # what was signed is listed anew
        sheet.get_by_role("button", name="Sign the correction").click()
    for name, before in had.items():
        now = sum(ledger.balance(f"{one}:{name}") for one in accounts)
        assert now - before == moves.get(name, 0), (table.edition.book, name, entry.label)
    replayed_as_recorded(recorded(table, 1)[0], in_order=False)


def _form(page: Page, entry: Entry, asked: Wanted) -> Locator:
    which = f"={asked.wager}" if asked.wager >= 0 else ""
    rest = f"wager{which}" if which else f"player={entry.player}"
    return page.locator(f"form[data-preview='answer={entry.at}&round=1&{rest}']").first


def _cents(text: str) -> int:
    sign = -1 if text.strip().startswith("−") else 1
    return sign * round(float(text.strip().lstrip("+−").replace("$", "").replace(",", "")) * 100)
