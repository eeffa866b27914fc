"""Keno in a real Chromium: a player at the terminal, the board on the wall, the operator's console; and the real server
killed between a draw that is stored and one that is shown."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pypdf
import pytest
from playwright.sync_api import Page, expect

from houseway.floor.keno.papers import code as code_of
from tests.faults.relief import Relief
from tests.waiting import END, until
from tests.web.process import Running
from tests.web.served import Served

Tab = Callable[..., Page]
TWENTY = list(range(1, 21))


class Counter:
    """Somebody at the keno API."""

    def __init__(self, client: httpx.Client, capacity: str) -> None:
        self.client, self.capacity = client, capacity

    def do(self, act: str, key: str = "", **details: Any) -> httpx.Response:
        doc = {"key": key or uuid.uuid4().hex, "act": act, "details": details, "as": self.capacity}
        return self.client.post("/api/keno/orders", json=doc)

    def must(self, act: str, **details: Any) -> dict[str, Any]:
        reply = self.do(act, **details)
        assert reply.status_code == 200, reply.text
        found: dict[str, Any] = reply.json()
        return found


@pytest.fixture
def boss(house: Served) -> Counter:
    """An operator who has taken the games over."""
    operator = Counter(house.staff("casino supervisor", "L. Brandt").client, "staff")
    until(lambda: operator.client.get("/api/keno").json()["selling"], "the first game to be sold")
    operator.must("take over")
    return operator


def draw(boss: Counter, numbers: list[int]) -> None:
    boss.must("close game")
    boss.must("key draw", numbers=numbers)
    boss.must("confirm draw")
    until(lambda: boss.client.get("/api/keno").json()["state_code"] == "finished", "the game to be settled")


def type_line(page: Page, words: str) -> None:
    page.locator("#typed").fill(words)
    page.locator("#typed").press("Enter")


def issued_code(page: Page) -> str:
    return page.locator("#paper .code").inner_text()


# The terminal


def test_a_newcomer_finds_keno_buys_by_keyboard_and_is_paid(tab: Tab, boss: Counter) -> None:
    page = tab("/")
    page.get_by_role("region", name="Keno").get_by_text("Terminal").click()
    expect(page.locator("[data-credit]")).to_have_text("$1,000")
    expect(page.locator("[data-selling-words]")).to_contain_text("Game 1 open")
    expect(page.locator("#issue")).to_be_disabled()
    expect(page.locator("#typed")).to_be_focused()  # by the page itself, once it listens
    page.keyboard.type("1 2 3 4 $5 x2")
    page.keyboard.press("Enter")
    expect(page.locator("#spots")).to_contain_text("4 spots")
    expect(page.locator("#total")).to_have_text("$10")
    expect(page.locator("#span")).to_have_text("1 to 2")
    expect(page.locator("#paper")).to_contain_text("Four spots, standard")
    page.keyboard.press("Enter")
    expect(page.locator("#after")).to_contain_text("Issued, $10")
    expect(page.locator("[data-credit]")).to_have_text("$990")
    code = issued_code(page)
    draw(boss, TWENTY)
    type_line(page, f"pay {code}")
    expect(page.locator(".due")).to_have_text("$560")
    page.get_by_role("button", name="Pay, to credit").click()
    expect(page.locator("#paper .answer")).to_contain_text("Paid $560")
    expect(page.locator("[data-credit]")).to_have_text("$1,550")
    expect(page.locator("#paper .code")).to_be_visible()  # it goes on under a new serial
    type_line(page, f"pay {code}")
    expect(page.locator("#paper .answer")).to_contain_text("no ticket with this number and serial")


def test_what_is_wrong_is_said_with_its_clause(tab: Tab, boss: Counter) -> None:
    page = tab("/keno")
    type_line(page, " ".join(str(n) for n in range(1, 17)))
    expect(page.locator("#why")).to_contain_text("1 to 15 numbers")
    expect(page.locator("#why a.clause")).to_contain_text("1(l)")
    expect(page.locator("#issue")).to_be_disabled()
    type_line(page, "16 $1.50")
    expect(page.locator("#why")).to_contain_text("off its unit")
    type_line(page, "clear")
    type_line(page, "1 2 3 4 5 6 $1")
    expect(page.locator("#why")).to_contain_text("jackpot entry")
    page.locator("#why a.clause").click()
    expect(page.locator("#sheet")).to_contain_text("6.2(c)")
    page.keyboard.press("Escape")
    type_line(page, "81")
    expect(page.locator("#why")).to_contain_text("81 is not a number from 1 to 80")
    type_line(page, "clear")
    expect(page.locator("#chosen-numbers")).to_contain_text("nothing yet")


LINE_LOST = """() => {
  const reached = window.fetch;
  window.lost = 0;
  window.fetch = () => { window.lost += 1; return Promise.reject(new TypeError("Failed to fetch")); };
  window.lineBack = () => { window.fetch = reached; };
}"""


def test_a_price_lost_on_the_line_is_asked_again_and_no_other_is_sold(tab: Tab, boss: Counter) -> None:
    page = tab("/keno")
    page.locator("[data-number='7']").click()
    expect(page.locator("#issue")).to_have_text("Issue receipt, $1")
    page.evaluate(LINE_LOST)
    page.locator("[data-games='2']").click()
    until(lambda: page.evaluate("lost") > 0, "a question that found no line")
    expect(page.locator("#issue")).to_be_disabled()  # the price on it is that of another entry
    page.evaluate("lineBack()")
    expect(page.locator("#issue")).to_have_text("Issue receipt, $2")
    expect(page.locator("#issue")).to_be_enabled()


def test_ways_picks_and_set_bets_by_mouse(tab: Tab, boss: Counter) -> None:
    page = tab("/keno")
    page.get_by_role("radio", name="Way").click()
    for pair in ((1, 2), (3, 4), (5, 6), (7, 8)):
        for number in pair:
            page.locator(f"[data-number='{number}']").click()
        page.get_by_role("button", name=re.compile("Close group")).click()
    page.locator("#ways").fill("6/4")
    expect(page.locator("#total")).to_have_text("$6")
    page.locator("#issue").click()
    expect(page.locator("#after")).to_contain_text("Issued, $6")
    expect(page.locator("#paper")).to_contain_text("6 / 4 / $1")
    page.get_by_role("radio", name="Standard").click()
    type_line(page, "qp 9")
    expect(page.locator("#total")).to_have_text("$1")
    page.locator("#issue").click()
    expect(page.locator("#paper")).to_contain_text("Nine spots, quick pick")
    page.get_by_role("button", name="Mystery pick").click()
    expect(page.locator("#issue")).to_have_text("Issue receipt, $1")
    page.get_by_role("button", name="Set bet").click()
    expect(page.locator("#set-name")).to_be_visible()
    expect(page.locator("#total")).to_have_text("$3")
    page.locator("#issue").click()
    expect(page.locator("#paper")).to_contain_text("set bet")


def test_cancel_replay_and_vouchers(tab: Tab, boss: Counter) -> None:
    page = tab("/keno")
    type_line(page, "7 9 $2")
    expect(page.locator("#total")).to_have_text("$2")
    page.locator("#issue").click()
    expect(page.locator("#after")).to_contain_text("Issued")
    code = issued_code(page)
    expect(page.locator("#paper .qr-holder svg")).to_be_visible()
    expect(page.locator("[data-cents='100']")).to_have_attribute(
        "aria-checked", "true"
    )  # the next customer starts clean
    type_line(page, f"keno:ticket:{code.replace(' ', '')}")  # as a wedge scanner types it
    expect(page.locator("#paper")).to_contain_text("Its first game has not been settled yet")
    type_line(page, f"cancel {code}")
    page.locator("dialog.sure").get_by_role("button", name="Yes").click()
    expect(page.locator("#paper .answer")).to_contain_text("Cancelled, $2 back")
    expect(page.locator("[data-credit]")).to_have_text("$1,000")
    type_line(page, f"replay {code}")
    expect(page.locator("#after:not([hidden])")).to_contain_text("Issued, $2")  # hidden, it still holds the first
    page.get_by_role("button", name="Voucher", exact=True).last.click()
    page.locator("#desk-code").fill("50")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#paper .answer")).to_contain_text("Voucher 1-")
    expect(page.locator("[data-credit]")).to_have_text("$948")


def test_receipts_for_a_printer(house: Served, boss: Counter) -> None:
    someone = Counter(house.someone().client, "player")
    sold = someone.must("sell", numbers=[3, 17, 24, 41, 58, 77], cents=200, games=5)
    code = sold["paper"]["code"].replace(" ", "")
    text = someone.client.get(f"/keno/papers/{code}.txt")
    assert text.status_code == 200
    for words in ("KENO RECEIPT", "First game", "TOTAL", "$10", sold["paper"]["code"]):
        assert words in text.text
    assert max(len(line) for line in text.text.splitlines()) <= 40
    pdf = someone.client.get(f"/keno/papers/{code}.pdf")
    assert pdf.headers["content-type"] == "application/pdf"
    printed = pypdf.PdfReader(io.BytesIO(pdf.content)).pages[0].extract_text()
    assert "Six spots, standard, jackpot" in printed
    assert "$10" in printed
    forged = code[:-1] + str((int(code[-1]) + 1) % 10)
    assert someone.client.get(f"/keno/papers/{forged}.pdf").status_code == 404


# The board


def test_the_board_lights_what_is_drawn_in_order(tab: Tab, house: Served, boss: Counter) -> None:
    page = tab("/keno/board", 1456, 819)
    expect(page.locator("[data-ball]")).to_have_count(80)
    boss.must("close game")
    expect(page.locator("[data-state]")).to_have_text("Closed")
    for ball in (62, 7, 33):
        boss.must("answer", value=ball)
    expect(page.locator("[data-count]")).to_have_text("Ball 3 of 20")
    expect(page.locator("[data-last] span")).to_have_text("33")
    expect(page.locator("[data-ball].drawn")).to_have_count(3)
    expect(page.locator("[data-ball].last")).to_have_text("33")
    assert page.locator("[data-order] li.has").all_inner_texts() == ["62", "7", "33"]
    boss.must("answer", irregularity="spill")
    expect(page.locator("[data-ball].drawn")).to_have_count(0)
    assert boss.do("answer", value=True).json()["code"] == "draws.spill:approval"
    Counter(house.staff("inspector", "I. Spect").client, "staff").must("attest")
    boss.must("answer", value=True)
    for ball in TWENTY:
        boss.must("answer", value=ball)
    expect(page.locator("[data-ball].drawn")).to_have_count(20)
    assert boss.do("close game").status_code == 409  # until somebody confirms what was keyed
    boss.must("confirm draw")
    expect(page.locator("[data-state]")).to_have_text("Finished")
    expect(page.locator("[data-selling]")).to_have_text("Game 2 is open")
    sold = Counter(boss.client, "staff").must("sell", numbers=[1, 2, 3, 4, 5, 6], cents=1000)
    assert sold["accepted"]
    expect(page.locator("[data-jackpot='6']")).to_have_text("$2,002")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 1456


@pytest.mark.parametrize("path", ["/keno", "/keno/board"])
def test_a_phone_loses_nothing(tab: Tab, boss: Counter, path: str) -> None:
    page = tab(path, 360, 740)
    expect(page.locator("main")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    tall = page.evaluate("[...document.querySelectorAll('main button')].map(b => b.getBoundingClientRect().height)")
    assert all(height >= 44 for height in tall if height)


# The console


def test_an_operator_runs_a_game(tab: Tab, house: Served) -> None:
    page = tab("/staff")
    page.request.post(house.base + "/api/staff", data=json.dumps({"name": "L. Brandt", "role": "casino supervisor"}),
                      headers={"Content-Type": "application/json"})  # fmt: skip
    page.goto(house.base + "/keno/console")
    page.get_by_role("button", name="Take over").click()
    page.get_by_role("button", name=re.compile("Close game 1")).click()
    expect(page.locator("#standing")).to_contain_text("Draw ball 1 of 20")
    page.locator("#ball").fill("17")
    page.keyboard.press("Enter")
    expect(page.locator("#standing")).to_contain_text("Draw ball 2 of 20")
    page.locator("#ball").fill("17")
    page.keyboard.press("Enter")
    expect(page.locator(".work .answer")).to_contain_text("17 has been drawn already")
    page.get_by_role("button", name=re.compile("Fewer than 80")).click()
    expect(page.locator("#standing")).to_contain_text("Draw ball 1 of 20")
    page.get_by_role("button", name="Draw the rest by generator").click()
    expect(page.locator("#standing")).to_contain_text("Game 2 is open")
    page.goto(house.base + "/keno/reports")
    expect(page.locator(".verdict")).to_contain_text("agree to the cent")


def test_a_claim_form_needs_an_inspector(tab: Tab, house: Served, boss: Counter) -> None:
    sold = boss.must("sell", numbers=[1, 2], cents=100)
    draw(boss, TWENTY)
    claim = {"reason": "lost", "name": "A", "address": "B", "signature": "C", "ticket": sold["paper"]["ticket"]}
    number = boss.must("file claim", **claim)["paper"]["claim"]
    assert f"<b>Claim {number}</b>, lost, A, ticket {sold['paper']['ticket']}" in boss.client.get("/keno/console").text
    assert boss.do("decide claim", claim=number, approve=True).status_code == 403
    inspector = Counter(house.staff("inspector", "I. Inspector").client, "staff")
    assert inspector.must("decide claim", claim=number, approve=True)["paper"]["cheque"] == 1200
    assert boss.do("pay", paper=sold["paper"]["code"]).status_code == 409
    report = boss.client.get("/api/keno/report").json()
    assert report["agrees"] is True


def test_what_was_paid_is_put_right_by_two(house: Served, boss: Counter) -> None:
    """17.2(a), 10.1: who asks is who is signed in, another signs, and nobody says of themselves that somebody asked."""
    sold = boss.must("sell", numbers=[1, 2], cents=100)["paper"]
    draw(boss, TWENTY)
    assert boss.must("pay", paper=sold["code"])["paper"]["cents"] == 1200

    def signed(act: str, by: dict[str, str] | None, **details: Any) -> httpx.Response:
        doc = {"key": uuid.uuid4().hex, "act": act, "details": details, "as": "staff"}
        return boss.client.post("/api/keno/orders", json=doc if by is None else {**doc, "signed_by": by})

    another = {"name": "T. Ng", "role": "casino supervisor"}
    void = {"ticket": sold["ticket"], "ground": "a device", "reverse": "yes"}
    for status, by, changed in (
        (409, None, {"reverse": ""}),
        (409, None, {}),
        (409, None, {"asked_by": "somebody else"}),
        (403, {**another, "name": "L. Brandt"}, {}),
        (403, {**another, "role": "dealer"}, {}),
    ):
        no = signed("void ticket", by, **{**void, **changed})
        assert no.status_code == status, (changed, by, no.text)
        assert no.headers["content-type"] == "application/problem+json"
    done = signed("void ticket", another, **void)
    assert (done.status_code, done.json()["paper"]["reversed"]) == (200, 1200), done.text
    other = boss.must("sell", numbers=[1, 2], cents=100)["paper"]
    draw(boss, TWENTY)
    boss.must("pay", paper=other["code"])
    balls = [*range(2, 22)]
    assert signed("correct draw", None, numbers=balls).status_code == 409
    corrected = signed("correct draw", another, numbers=balls)
    assert corrected.status_code == 200, corrected.text
    game = corrected.json()["paper"]["game"]
    assert signed("invalidate", None, game=game, ground="fraud").status_code == 409
    assert signed("invalidate", another, game=game, ground="fraud").status_code == 200
    assert boss.client.get("/api/keno/report").json()["agrees"] is True
    assert boss.client.get("/keno/console").text.count('name="signed-name"') == 3


# Once, and never again


CLAIM = """
import json, sys, urllib.request, uuid
base, code, cookie = sys.argv[1:]
for _ in range(15):
    doc = {"key": uuid.uuid4().hex, "act": "pay", "as": "staff", "details": {"paper": code}}
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    ask = urllib.request.Request(base + "/api/keno/orders", json.dumps(doc).encode(), headers)
    try:
        print(json.load(urllib.request.urlopen(ask))["paper"]["cents"])
    except urllib.error.HTTPError as no:
        assert no.code == 409, no.code
"""


def test_two_processes_claim_at_once_and_one_is_paid(house: Served, boss: Counter) -> None:
    codes = [boss.must("sell", numbers=[1, 2], cents=100)["paper"]["code"] for _ in range(3)]
    draw(boss, TWENTY)
    cookie = "; ".join(f"{name}={value}" for name, value in boss.client.cookies.items())
    for code in codes:
        both = [
            subprocess.Popen([sys.executable, "-c", CLAIM, house.base, code, cookie], stdout=subprocess.PIPE, text=True)
            for _ in range(2)
        ]
        paid = [line for process in both for line in process.communicate(timeout=END)[0].split()]
        assert [process.returncode for process in both] == [0, 0]
        assert paid == ["1200"]
    assert boss.client.get("/api/keno/report").json()["agrees"] is True


def test_a_house_killed_between_the_draw_and_its_display_never_draws_again(tmp_path: Path, relief: Relief) -> None:
    """SIGKILL of the real server while the board shows a draw that is on disk: the same numbers come back, the game is
    evaluated once, and the ticket is paid once."""
    database = tmp_path / "house.db"
    running = Running(str(database), ("--speed", "40"), relief=relief).start()
    try:
        someone = running.comes("/api/players", name="Heron")
        shown: list[int] = []
        while not shown:  # twenty balls take less than a second: whoever blinks waits for the next game
            sold = Counter(someone.client, "player").must("sell", numbers=[1], cents=100)["paper"]
            ticket = f"/api/keno/tickets/{sold['code']}"
            first = someone.client.get(ticket).json()["receipt"]["first"]
            shown = _drawing(someone.client, first)
        running.back()
        assert 0 < len(shown) < 20
        until(lambda: someone.client.get(ticket).json()["settled_up_to"] is not None, "the game to be settled")
        numbers = _numbers(database, first)
        assert numbers[: len(shown)] == shown, "the numbers shown before the fall are those on disk"
        assert len(numbers) == 20
        prizes = someone.client.get(ticket).json()["games"]
        assert sum(game["cents"] for game in prizes if game["game"] == first) == (300 if 1 in numbers else 0)
    finally:
        running.kill()
    done = subprocess.run(
        [sys.executable, "-m", "houseway.cli", "audit", "--database", str(database)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _drawing(client: httpx.Client, game: int) -> list[int]:
    """What the board shows of a game while it is drawn; nothing where all of it was there before anybody looked."""
    while True:
        board = client.get("/api/keno").json()
        if board["game"] > game or (board["game"] == game and len(board["balls"]) == 20):
            return []
        if board["game"] == game and board["balls"]:
            return list(board["balls"])
        time.sleep(0.01)


def _numbers(database: Path, game: int) -> list[int]:
    import pysqlite3

    with pysqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        (text,) = connection.execute("select numbers from keno_game where number = ?", (game,)).fetchone()
    return [int(word) for word in text.split()]


def test_codes_are_what_receipts_print() -> None:
    assert code_of(17, "0042771955831907") == "17-0042 7719 5583 1907"


# A player's own tickets


def test_prizes_before_buying_and_own_tickets_on_every_device(tab: Tab, house: Served, boss: Counter) -> None:
    page = tab("/keno")
    type_line(
        page, "1 2 3 4 30 31"
    )  # six numbers enter the jackpot, which costs two dollars: the price is one that is allowed
    expect(page.locator("[data-cents='200']")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#why")).to_be_empty()
    prizes = page.locator("#prizes")
    expect(prizes).to_contain_text("6 numbers at $2 can win")
    expect(prizes.locator("dl div").first).to_contain_text("6 drawn")
    expect(prizes.locator("dl div").first).to_contain_text("jackpot")
    four = prizes.locator("dl div", has_text="4 drawn").locator("dd").inner_text()
    page.locator("#issue").click()
    mine = page.locator("#own-tickets li")
    expect(mine).to_contain_text("Plays in game")
    page.reload()  # nothing is lost
    expect(mine).to_contain_text("Plays in game")
    other = tab("/keno", width=390, height=844)  # the same player on a telephone
    other.context.add_cookies(page.context.cookies())
    other.goto(house.base + "/keno")
    expect(other.locator("#own-tickets li")).to_contain_text("Plays in game")
    page.locator("#own-tickets a").click()
    expect(page.locator("h1")).to_contain_text("Keno ticket")
    expect(page.locator("[data-qr] svg")).to_be_visible()
    draw(boss, TWENTY)
    expect(page.locator("[data-words]")).to_contain_text(f"4 of 6 matched, won {four}")  # what was promised
    expect(page.locator(".picked-row .matched")).to_have_count(4)
    expect(other.locator("#own-tickets .matched")).to_have_count(4)
    other.get_by_role("button", name=f"Collect {four}").click()
    expect(other.locator("#own-tickets")).to_contain_text("paid")
    expect(other.get_by_role("button", name="Collect")).to_have_count(0)
    type_line(other, "70 71 72")
    other.locator("#issue").click()
    expect(other.locator("#own-tickets li").first).to_contain_text("Plays in game")  # sold, before it is drawn
    draw(boss, TWENTY)
    expect(other.locator("#own-tickets li").first).to_contain_text("0 of 3 matched, nothing won")
