"""An evening on the floor that the house ships, from the first count to the figures that are filed, through pages alone.

A cashier, four dealers at seventeen tables, a pit boss and those who sign beside them, a keno writer, a runner, an inspector and
two players on telephones; the house is killed twenty-one times on the way and comes back. A voucher is sold and paid, a win that
nobody pays alone is signed for, a dispute goes into the log. At the end every figure of the day is what a fold of the database by
strangers comes to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from houseway.ledger import audit, open_ledger
from houseway.money import show
from tests.browser import launch
from tests.faults.relief import Relief
from tests.fold import Fold
from tests.terminal import typed
from tests.web.evening import PASSWORD, Dealer, Evening, Person, opened

DEALERS = ("M. Okafor", "P. Lindqvist", "R. Osei", "S. Novak")
SHIFTS = {"day": 6, "swing": 14, "night": 22}  # as the shipped file has them
BOARD = "form[data-desk-act='{}']"


@pytest.fixture
def chromium() -> Iterator[Browser]:
    with sync_playwright() as play:
        started = launch(play)
        yield started
        started.close()


@pytest.mark.real
def test_an_evening_from_the_first_count_to_the_figures(chromium: Browser, relief: Relief, tmp_path: Path) -> None:
    with opened(chromium, relief, tmp_path, seed=22) as evening:
        whole_evening(
            evening, rounds=1, killed=lambda table, step: step == 2 or (table, step) in (("BJ-1", 12), ("PG-1", 9))
        )
        assert evening.kills == 3 + 16 + 2, (
            "between the works of an evening, once at every table, and in mid-round at two"
        )


def whole_evening(evening: Evening, rounds: int, killed: Callable[[str, int], bool]) -> None:
    _everybody_comes(evening)
    cashier, boss = _cage_opens(evening), evening.sign_in("P. Boss")
    evening.kill()
    phones = [_patron(evening, cashier, name) for name in ("Cy", "Dee")]
    _voucher(cashier)
    evening.kill()
    rapid = Rapid(evening)
    rapid.wagers()
    _keno(evening, cashier)
    rapid.spins()
    dealers = _tables(evening, rounds, killed, *phones)
    _incident(boss)
    _fill_and_credit(evening, cashier, boss, dealers["RD-1"], dealers["MW-1"])
    _excluded(evening, cashier, dealers["RD-1"], phones[1])
    _inspected(evening)
    asked = ("report", evening.day, "--database", str(evening.database), "--settings", str(evening.file))
    early = typed(*asked, "--to", str(evening.file.with_name("early.json")))
    assert early.returncode == 2 and "open" in early.stderr, "a day that is still open has no figures to be filed"
    _closes(evening, cashier, rapid, dealers)
    paper = evening.file.with_name("day.json")
    made = typed(*asked, "--to", str(paper))
    assert made.returncode == 0, made.stderr
    doc = json.loads(paper.read_text())
    _agrees(evening, doc, rounds)
    _filed(evening, doc)


def _agrees(evening: Evening, doc: dict[str, Any], rounds: int) -> None:
    fold = Fold(evening.database)
    fold.agrees(doc, SHIFTS)
    assert doc["period"]["final"] and len(doc["tables"]) == 17
    assert all(row["rounds"] >= (rounds if row["name"] != "RR-1" else 1) for row in doc["tables"])
    assert {row["name"] for row in doc["dealers"] if row["rounds"]} == set(DEALERS)
    (keno,) = doc["keno"]
    assert keno["taken"] == 700 and keno["win"] == keno["taken"] - keno["prizes"] - keno["fed"]
    ledger = open_ledger(f"sqlite:///{evening.database}")
    found = audit(ledger)
    ledger.close()
    assert found.sound, found.findings


def _filed(evening: Evening, doc: dict[str, Any]) -> None:
    """The finance office reads the same on the screen."""
    finance = evening.sign_in("F. Nance")
    page = finance.at(f"/reports?of={evening.day}")
    expect(page.locator("main")).to_contain_text(show(doc["total"]["win"]))
    expect(page.locator("main")).to_contain_text(show(doc["total"]["drop"]))


# The house opens


def _everybody_comes(evening: Evening) -> None:
    """Each with a code and a password of their own; the cashier types them in, the others are quick."""
    ash = evening.person("C. Ash")
    page = ash.at("/staff")
    form = page.locator("form[data-post='/api/staff/invited']")
    form.locator("[name=code]").fill(evening.codes["C. Ash is invited as cashier"])
    form.locator("[name=password]").fill(PASSWORD)
    with page.expect_navigation():
        form.get_by_role("button", name="Choose it").click()
    form = page.locator("form[data-post='/api/staff']").first
    form.locator("[name=name]").fill("C. Ash")
    form.locator("[name=password]").fill(PASSWORD)
    form.get_by_role("button", name="Sign in").click()
    expect(page.locator("main")).to_contain_text("Signed in as C. Ash")
    door = evening.person("door")
    for row in evening.floor["staff"]:
        if row["name"] != "C. Ash":
            code = evening.codes[f"{row['name']} is invited as {row['role']}"]
            door.posts("/api/staff/invited", code=code, password=PASSWORD)
    door.leave()


def _cage_opens(evening: Evening) -> Person:
    cashier = evening.person("C. Ash")
    cashier.at("/cage")
    alone = cashier.fills(BOARD.format("open day"), "Open the cage")
    assert "takes two names" in alone
    cashier.must(BOARD.format("open day"), "Open the cage", second="L. Brandt")
    chips: dict[str, Any] = {"chips__500": 300, "chips__2500": 200, "chips__10000": 50}
    cashier.must(BOARD.format("open drawer"), second="L. Brandt", window="CAGE-1", cash=20_000, **chips)
    writer = evening.sign_in("W. Writer")
    writer.at("/cage")
    writer.must(BOARD.format("open drawer"), second="C. Ash", window="T-01", kind="writer", cash=1_000)
    return cashier


def _patron(evening: Evening, cashier: Person, name: str) -> Person:
    """Somebody is given an account, pays in, and plays on a telephone of their own."""
    page = cashier.at("/patrons")
    cashier.must(BOARD.format("open account"), name=name)
    link = page.locator(f"{BOARD.format('open account')} .printed b").inner_text()
    phone = evening.person(name, width=390, height=844)
    phone.at("/patron?" + link.partition("?")[2])
    phone.page.get_by_role("button", name="This telephone is mine").click()
    expect(phone.page.locator("h1")).to_have_text(name)
    page = cashier.at("/cage")
    page.get_by_role("button", name="Deposit").click()
    cashier.must("form.exchange", "Exchange", patron=name, takes__cash=300, gives__account=300)
    return phone


def _voucher(cashier: Person) -> None:
    """Sold for cash, and paid once; a forged one is none."""
    page = cashier.at("/cage")
    page.get_by_role("button", name="Sell voucher").click()
    cashier.must("form.exchange", "Exchange", takes__cash=40, gives__voucher=40)
    code = page.locator("form.exchange .printed b").inner_text()
    forged = code[:-4] + ("1111" if not code.endswith("1111") else "2222")
    page.get_by_role("button", name="Pay voucher").click()
    pays = partial(cashier.fills, "form.exchange", "Exchange", gives__cash=40)
    assert pays(takes__voucher=forged) != "Done"
    assert pays(takes__voucher=code) == "Done"
    assert "paid" in pays(takes__voucher=code)


def _incident(boss: Person) -> None:
    """What happened stands in the log with its round, and a round that was never played does not."""
    page = boss.at("/incidents?table=RD-1")
    happened = dict(kind="dispute", words="Ben said that he had laid ten.", table="RD-1", people="Ben")
    assert boss.fills(BOARD.format("log"), round=999, **happened) != "Done"
    boss.must(BOARD.format("log"), round=1, **happened)  # and the page comes again by itself
    expect(page.locator(".happening")).to_contain_text("Ben said that he had laid ten.")
    page.get_by_role("link", name="RD-1, round 1").click()
    expect(page.locator("main")).to_contain_text("RD-1")


# Work


class Rapid:
    """The table of terminals: a console, and a terminal that somebody sits at."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.console = evening.enrol("console RR-1", "console of RR-1")
        evening.sign_in(DEALERS[0], "console RR-1")
        self.terminal = evening.enrol("ATS-1", "terminal of RR-1 ATS-1")

    def _choose(self) -> None:
        page = self.console.at("/rapid/RR-1/console")
        page.locator("#stations tbody tr", has_text="ATS-1").click()
        expect(page.locator("#account-title")).to_contain_text("ATS-1")

    def wagers(self) -> None:
        self._choose()
        console, terminal = self.console.page, self.terminal.at("/rapid/RR-1/ATS-1")
        console.locator("#amount").fill("200")
        console.locator("#control").fill("Eve")
        console.locator("#buy-in").click()
        expect(terminal.locator("#credit")).to_have_text("$200")
        console.locator("#open-wagering").click()
        expect(terminal.locator("#phase")).to_have_text("Place your bets")
        terminal.locator("[data-token='500']").click()
        terminal.locator("#cloth [data-spot='red']").first.click(force=True)
        expect(terminal.locator("#credit")).to_have_text("$195")

    def spins(self) -> None:
        console, terminal = self.console.page, self.terminal.page
        expect(console.locator("#phase")).not_to_have_text("Place your bets")
        console.locator("[data-key='17']").click()
        console.locator("#confirm").click()
        expect(terminal.locator("#credit")).to_have_text("$195")
        expect(console.locator("#last")).to_contain_text("17")
        self.console.leave()
        self.terminal.leave()

    def pays_out(self) -> None:
        self._choose()
        self.console.page.locator("#pay-out").click()
        expect(self.console.page.locator("#stations tbody tr", has_text="ATS-1")).to_contain_text("closed")
        self.console.leave()


def _keno(evening: Evening, cashier: Person) -> None:
    """A day opened, a wager brought by a runner, one sold at the counter, a draw, and what was won paid once."""
    keeper, writer, runner = (evening.sign_in(name) for name in ("K. Super", "W. Writer", "R. Unner"))
    console = keeper.at("/keno/console")
    console.get_by_role("button", name="Open the Keno day").click()
    expect(console.get_by_role("button", name="Close game")).to_be_visible()
    runner.at("/keno/runner")
    runner.must("form[data-keno-act=errand]", numbers="61 62 63", cents=2, games=1)
    page = writer.at("/keno")
    page.locator("#typed").fill("1 2 3 4 $5")
    page.locator("#typed").press("Enter")
    expect(page.locator("#total")).to_have_text("$5")
    page.locator("#issue").click()
    expect(page.locator("#after")).to_contain_text("Issued, $5")
    code = page.locator("#paper .code").inner_text()
    page.locator("[data-errand]").click()
    expect(page.locator("#after")).to_contain_text("Issued, $2")
    console.get_by_role("button", name="Close game").click()
    form = console.locator("form[data-keno-act='key draw']")
    form.locator("[name=numbers]").fill(" ".join(map(str, range(1, 21))))
    form.locator("button").click()
    console.get_by_role("button", name="Confirm the twenty numbers").click()
    expect(console.get_by_role("button", name="Close game 2")).to_be_visible()
    for forged in (code[:-4] + ("1111" if not code.endswith("1111") else "2222"), "99-1234 1234 1234 1234"):
        page.locator("#typed").fill(f"pay {forged}")
        page.locator("#typed").press("Enter")
        expect(page.locator("#paper .answer")).to_contain_text("no ticket with this number and serial")
    page.locator("#typed").fill(f"pay {code}")
    page.locator("#typed").press("Enter")
    page.get_by_role("button", name=re.compile("^Pay, ")).first.click()
    expect(page.locator("#paper .answer")).to_contain_text("Paid")
    page.locator("#typed").fill(f"pay {code}")
    page.locator("#typed").press("Enter")
    expect(page.locator("#paper")).to_contain_text("Nothing is due")
    for person in (writer, runner, keeper):
        person.leave()


def _tables(
    evening: Evening, rounds: int, killed: Callable[[str, int], bool], cy: Person, dee: Person
) -> dict[str, Dealer]:
    found = {}
    for number, row in enumerate(row for row in evening.floor["table"] if row["name"] != "RR-1"):
        name = row["name"]
        screen = evening.enrol(f"console {name}", f"console of {name}")
        evening.sign_in(DEALERS[number % 4], f"console {name}")

        def before(step: int, name: str = name) -> bool:
            if not killed(name, step):
                return False
            evening.kill()
            return True

        dealer = Dealer(screen, name, int(row["sign"]["limits"].split()[0]), before_step=before)
        found[name] = dealer
        dealer.come()
        if name == "RD-1":
            dealer.deal(rounds, partial(_by_telephone, dee, 5))
            dealer.corrects_wager(10)
        elif name == "MW-1":
            dealer.deal(rounds, partial(_tapped, cy, dealer))
        elif name == "SB-1":
            dealer.deal(rounds)
            dealer.hand_pay("Amy", "triple:6", 50, "6", "6", "6")
        else:
            dealer.deal(rounds)
        screen.leave()
    return found


def _by_telephone(phone: Person, area: int) -> None:
    page = phone.at("/table/RD-1")
    page.locator(f"#m-area-{area}").click()
    expect(page.locator("#m-own")).to_contain_text(f"Your area {area}")
    page.locator("[data-chip='500']").click()
    page.locator(f"#m-area-{area}").click()
    expect(page.locator("#m-own")).to_contain_text("Original $5")


def _tapped(phone: Person, dealer: Dealer) -> None:
    """A wager from the telephone, and a call that is heard at the console."""
    page = phone.at("/table/MW-1")
    page.locator("#tray-500").click()
    page.locator("#m-5").click()
    expect(page.locator("#place")).to_have_attribute("data-own", re.compile('"\\$5": 500'))
    page.get_by_role("button", name="More").click()
    page.locator("#sheet").get_by_role("button", name="Call the dealer").click()
    console = dealer.page
    console.get_by_role("button", name="I am there").click()
    expect(console.get_by_role("button", name="I am there")).to_have_count(0)


def _fill_and_credit(evening: Evening, cashier: Person, boss: Person, fill: Dealer, credit: Dealer) -> None:
    """Chips to one table and from another: asked, sent and received by different hands, through a kill."""
    fill.come()
    fill.screen.must("#money form[data-desk-act='ask chips']", kind="fill", chips__2500=20)
    expect(boss.at("/pit/board").locator("#glances")).to_contain_text("Fill")
    evening.kill()
    cashier.at("/cage")
    cashier.must("#slips form[data-desk-act='send chips']")
    fill.come()
    fill.screen.must("#money form[data-desk-act='receive chips']")
    credit.come()
    credit.screen.must("#money form[data-desk-act='ask chips']", kind="credit", chips__100=50)
    credit.come()
    credit.screen.must("#money form[data-desk-act='send chips']")
    cashier.at("/cage")
    cashier.must("#slips form[data-desk-act='receive chips']")


def _excluded(evening: Evening, cashier: Person, dealer: Dealer, phone: Person) -> None:
    """One by the house, one by her own wish; neither passes any door, however the name is written."""
    brandt = evening.sign_in("L. Brandt")
    page = brandt.at("/patrons")
    form = page.locator(BOARD.format("exclude"))
    form.locator("[name=name]").fill("Ben")
    form.locator("[name=ground]").fill("marked cards")
    form.get_by_role("button", name="Exclude").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("main")).to_contain_text("marked cards")
    dealer.come()
    assert "excluded from the house" in dealer.money("change cash", player="ben", cents=50)
    page = phone.at("/patron")
    page.get_by_role("button", name="I do not wish to play here").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("main")).to_contain_text("excluded from the house")
    cashier.at("/cage")
    cashier.page.get_by_role("button", name="Deposit").click()
    out = cashier.fills("form.exchange", "Exchange", patron="Dee", takes__cash=50, gives__account=50)
    assert "excluded from the house" in out
    phone.at("/table/RD-1")
    if page.locator("[data-chip='500']").count():  # still seated; whoever was away for long has no seat any more
        page.locator("[data-chip='500']").click()
    page.locator("#m-area-5").click()
    expect(page.locator("#said-no")).to_contain_text("excluded from the house")
    held = Fold(evening.database).accounts["player:Dee"] // 100
    cashier.at("/cage")
    cashier.page.get_by_role("button", name="Withdraw").click()
    cashier.must("form.exchange", "Exchange", patron="Dee", takes__account=held, gives__cash=held)
    brandt.leave()


def _inspected(evening: Evening) -> None:
    inspector = evening.sign_in("I. Spect")
    page = inspector.at("/inspect?stream=desk:cage&kind=received")
    expect(page.locator("main")).to_contain_text("Fill 1 received")
    expect(page.locator("main")).to_contain_text("$500 from transit:1 to float:RD-1")
    page = inspector.at("/inspect?kind=looked&person=I.%20Spect")
    expect(page.locator("main")).to_contain_text("record: stream desk:cage, kind received")
    inspector.leave()


# The house closes


def _closes(evening: Evening, cashier: Person, rapid: Rapid, dealers: dict[str, Dealer]) -> None:
    """Everybody goes home, and everything is counted by two people."""
    rapid.pays_out()
    for name, dealer in dealers.items():
        dealer.come()
        dealer.send_home()
        lies = Fold(evening.database).tray(name)
        if name == "RD-1":
            wrong = dealer.counts(lies + 500, "P. Boss")
            assert "$5" in wrong and wrong != "Done", "a count that differs closes nothing"
        said = dealer.counts(lies, "P. Boss")
        assert said == "Done", (name, said)
        dealer.screen.leave()
    fold = Fold(evening.database)
    cashier.at("/cage")
    cashier.must(BOARD.format("count float"), second="P. Boss", table="RR-1", **Evening.chips(fold.tray("RR-1")))
    for account, cents in fold.accounts.items():
        if account.startswith("drop:") and cents:
            table = account.partition(":")[2]
            cashier.must(BOARD.format("count drop"), second="L. Brandt", table=table, cash=cents / 100)
    writer = evening.sign_in("W. Writer")
    writer.at("/cage")
    writer.must(
        BOARD.format("close drawer"), "Count it out", "C. Ash", window="T-01", cash=fold.accounts["drawer:T-01"] / 100
    )
    chips = Evening.chips(fold.accounts["rack:CAGE-1"])
    cash = fold.accounts["drawer:CAGE-1"] / 100
    form = BOARD.format("close drawer")
    short = cashier.fills(form, "Count it out", "D. Cage", window="CAGE-1", cash=cash - 10, **chips)
    assert "$10" in short, short
    cashier.must(form, "Count it out", "D. Cage", window="CAGE-1", cash=cash, **chips)
    cashier.must(BOARD.format("open day"), "Close the cage", "L. Brandt")
