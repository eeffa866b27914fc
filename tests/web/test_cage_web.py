"""The cage over HTTP: who may ask, who signs beside, what a telephone of a patron's may do, and papers that print."""

from __future__ import annotations

import json
import re
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from houseway.ledger.verifying import verify
from houseway.premises import alerts as alerting
from houseway.premises.board import alarms, board
from houseway.premises.premises import Premises
from houseway.premises.settings import of_text
from houseway.web import inspect as inspecting
from tests.test_cage import FLOOR
from tests.waiting import until
from tests.web.served import Served, start

PASSWORD = "correct horse battery"
PEOPLE = {
    "C. Ash": "cashier",
    "L. Brandt": "casino supervisor",
    "M. Okafor": "dealer",
    "W. Writer": "keno writer",
    "I. Spect": "inspector",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = start(f"sqlite:///{tmp_path_factory.mktemp('cage') / 'floor.db'}", settings=of_text(FLOOR))
    door = served.premises.identity.door
    assert door is not None
    for name, role in PEOPLE.items():
        door.add(name, role, PASSWORD, "operator:test")
    yield served
    served.close()


@pytest.fixture(scope="module")
def people(house: Served) -> dict[str, httpx.Client]:
    found: dict[str, httpx.Client] = {}
    for name in PEOPLE:
        client = house.client()
        assert client.post("/api/staff", json={"name": name, "password": PASSWORD}).status_code == 201
        found[name] = client
    return found


def ask(client: httpx.Client, act: str, second: str = "", desk: str = "cage", **details: Any) -> httpx.Response:
    signed = {"second": {"name": second, "password": PASSWORD}} if second else {}
    doc = {"key": secrets.token_hex(8), "act": act, "details": details, **signed}
    return client.post(f"/api/{desk}/orders", json=doc)


def test_an_evening_at_the_window(house: Served, people: dict[str, httpx.Client]) -> None:
    cashier, dealer, writer = people["C. Ash"], people["M. Okafor"], people["W. Writer"]
    assert house.client().get("/api/cage").status_code == 401
    assert ask(house.client(), "open day").status_code == 401
    assert ask(dealer, "open day", "L. Brandt").status_code == 403
    named = {"second": {"name": "L. Brandt", "role": "casino supervisor", "badge": ""}}
    alone = cashier.post("/api/cage/orders", json={"key": "only-named", "act": "open day", "details": named})
    assert alone.json()["code"] == "two_people", "a second person signs, and is not only named"
    assert ask(cashier, "open day", "C. Ash").status_code == 403, "nobody signs for themselves"
    assert ask(cashier, "open day", "L. Brandt").status_code == 200
    assert (
        ask(cashier, "open drawer", "L. Brandt", window="CAGE-1", cash=500_000, chips={"500": 100}).status_code == 200
    )
    sold = ask(cashier, "exchange", takes={"cash": 5_000}, gives={"voucher": 5_000})
    code = sold.json()["paper"]["voucher"]["code"]
    assert cashier.get(f"/api/cage/vouchers/{code}").json()["cents"] == 5_000
    assert cashier.get("/api/cage/vouchers/V1-1234").json()["code"] == "forged"
    same = {
        "key": "the-same-key",
        "act": "exchange",
        "details": {"takes": {"cash": 1000}, "gives": {"chips": {"500": 2}}},
    }
    assert cashier.post("/api/cage/orders", json=same).json()["again"] is False
    assert cashier.post("/api/cage/orders", json=same).json()["again"] is True
    doc = cashier.get("/api/cage").json()
    assert doc["drawers"][0]["cash"] == 506_000 and doc["drawers"][0]["chips"] == 49_000
    # a writer's terminal is where their drawer is, whatever the browser calls itself
    assert ask(writer, "open drawer", "C. Ash", window="T-07", kind="writer", cash=10_000).status_code == 200
    boss = people["L. Brandt"]
    opened = boss.post(
        "/api/keno/orders", json={"key": secrets.token_hex(8), "act": "open day", "details": {}, "as": "staff"}
    )
    assert opened.status_code == 200 or "already" in opened.text or "runs" in opened.text
    sale = {
        "key": secrets.token_hex(8),
        "act": "sell",
        "details": {"numbers": [3, 17], "cents": 200},
        "as": "staff",
        "terminal": "T-99",
    }
    sold = writer.post("/api/keno/orders", json=sale)
    assert sold.status_code == 200, sold.text
    assert sold.json()["receipt"]["terminal"] == "T-07" and house.premises.ledger.balance("drawer:T-07") == 10_200


def test_a_dealer_asks_at_the_console_of_the_table(house: Served, people: dict[str, httpx.Client]) -> None:
    door = house.premises.identity.door
    assert door is not None
    chips = {"table": "MW-1", "chips": {"500": 20}}
    assert ask(people["M. Okafor"], "ask chips", **chips).status_code == 403
    console = house.client()
    assert console.post("/api/devices", json={"code": door.invite("console", "MW-1", "", "test")}).status_code == 201
    assert console.post("/api/staff", json={"name": "M. Okafor", "password": PASSWORD}).status_code == 201
    asked = ask(console, "ask chips", **chips)
    assert asked.status_code == 200
    slip = asked.json()["paper"]["number"]
    assert ask(people["C. Ash"], "send chips", slip=slip).status_code == 200
    assert ask(console, "receive chips", slip=slip).status_code == 200
    page = console.get("/table/MW-1/dealer", headers={"accept": "text/html"}).text
    assert 'id="money"' in page and "change cash" in page
    papers = people["C. Ash"].get("/cage", headers={"accept": "text/html"}).text
    number = papers.split("/cage/papers/")[1].split('"')[0]
    paper = people["C. Ash"].get(f"/cage/papers/{number}", headers={"accept": "text/html"}).text
    assert "M. Okafor" in paper and "received" in paper


def test_what_a_dealer_has_unfolded_stays_so_whatever_happens_meanwhile(
    house: Served, tab: Callable[..., Page]
) -> None:
    door = house.premises.identity.door
    assert door is not None
    console = house.client()
    assert console.post("/api/devices", json={"code": door.invite("console", "MW-1", "", "test")}).status_code == 201
    assert console.post("/api/staff", json={"name": "M. Okafor", "password": PASSWORD}).status_code == 201
    page = tab("/")
    page.context.add_cookies(
        [{"name": name, "value": value, "url": house.base} for name, value in console.cookies.items()]
    )
    page.goto(house.base + "/table/MW-1/dealer")
    page.locator("#money summary").click()
    page.locator("#money form[data-desk-act='ask chips'] [name='chips.500']").fill("7")
    paid = {"key": secrets.token_hex(8), "act": "change cash", "details": {"player": "Bo", "cents": 500}, "as": "staff"}
    changed = console.post("/api/tables/MW-1/orders", json=paid)
    assert changed.status_code == 200, changed.text
    expect(page.locator("#money li", has_text="Bo")).to_be_visible()
    expect(page.locator("#money form[data-desk-act='ask chips'] [name='chips.500']")).to_be_visible()
    expect(page.locator("#money form[data-desk-act='ask chips'] [name='chips.500']")).to_have_value("7")


def test_a_patron_plays_on_a_telephone_of_their_own(house: Served, people: dict[str, httpx.Client]) -> None:
    cashier = people["C. Ash"]
    opened = ask(cashier, "open account", desk="patrons", name="Amy.Chen").json()
    phone = house.client()
    assert phone.post("/api/patron", json={"code": "guess"}).status_code == 401
    assert phone.post("/api/patron", json={"code": opened["code"]}).json()["name"] == "Amy.Chen"
    assert house.client().post("/api/patron", json={"code": opened["code"]}).status_code == 401, "a code serves once"
    assert (
        ask(cashier, "exchange", takes={"cash": 5_000}, gives={"account": 5_000}, patron="Amy.Chen").status_code == 200
    )
    wager = {"key": secrets.token_hex(8), "act": "place", "details": {"spot": "$5", "cents": 1_000}}
    laid = phone.post("/api/tables/MW-1/orders", json=wager)
    assert laid.status_code == 200 and laid.json()["credit"] == 4_000
    assert "Amy.Chen" in phone.get("/patron", headers={"accept": "text/html"}).text
    assert ask(phone, "open account", desk="patrons", name="Eve").status_code == 401, "a patron is no staff"
    assert ask(phone, "exclude", desk="patrons").status_code == 200
    wager = {"key": secrets.token_hex(8), "act": "place", "details": {"spot": "$5", "cents": 1_000}}
    refused = phone.post("/api/tables/MW-1/orders", json=wager)
    assert refused.status_code == 409 and refused.json()["code"] == "exclude:house"
    assert ask(cashier, "give code", desk="patrons", name="Amy.Chen").status_code == 409
    listed = people["L. Brandt"].get("/patrons", headers={"accept": "text/html"}).text
    assert "own wish" in listed


def test_a_house_of_play_credit_has_no_cage(house: Served, people: dict[str, httpx.Client]) -> None:
    assert people["I. Spect"].get("/api/cage").status_code == 200
    assert people["M. Okafor"].get("/patrons").status_code == 200
    assert house.client().get("/qr", params={"text": "V1-0000"}).text.startswith("<svg")


# The whole floor in one file


def settle(client: httpx.Client, text: str, apply: bool = True) -> list[dict[str, Any]]:
    reply = client.post("/api/settings", json={"toml": text, "apply": apply})
    assert reply.status_code == 200, reply.text
    changes: list[dict[str, Any]] = reply.json()["changes"]
    return changes


def test_people_devices_keno_and_cage_are_in_the_file_and_applied_live(
    house: Served, people: dict[str, httpx.Client]
) -> None:
    boss, premises = people["L. Brandt"], house.premises
    listed = "".join(f'[[staff]]\nname = "{name}"\nrole = "{role}"\n' for name, role in PEOPLE.items())
    wanted = (
        FLOOR
        + listed
        + '[[staff]]\nname = "N. Ewcomer"\nrole = "dealer"\n[[device]]\ntable = "RR-1"\nstation = "ATS-2"\nkind = "terminal"\n'
    )
    wanted = (
        wanted.replace('alone = "5000"', 'alone = "4000"')
        + '[keno]\nopens = "10:00"\ncloses = "04:00"\nrun_by = "operator"\n'
    )
    seen = settle(boss, wanted, apply=False)
    words = "; ".join(each["what"] for each in seen)
    for told in (
        "N. Ewcomer is invited as dealer",
        "terminal of RR-1 ATS-2",
        "cage is arranged otherwise",
        "sold from 10:00 to 04:00",
    ):
        assert told in words
    assert not any("tell" in each for each in seen) and premises.desks is not None
    assert premises.desks.cage.state.arrangement.alone == 500_000, "to look changes nothing"
    done = settle(boss, wanted)
    assert all(each["state"] == "done" for each in done)
    assert premises.desks.cage.state.arrangement.alone == 400_000 and premises.keno.hours is not None
    assert premises.keno.keno.standing.run_by == "operator"
    codes = {each["what"].split(" is ")[0]: each["tell"] for each in done if "tell" in each}
    new = house.client()
    short = new.post("/api/staff/invited", json={"code": codes["N. Ewcomer"], "password": "short"})
    assert short.status_code == 401 and "12 to 200 characters" in short.json()["detail"]
    came = new.post("/api/staff/invited", json={"code": codes["N. Ewcomer"], "password": PASSWORD})
    assert came.json() == {"name": "N. Ewcomer", "role": "dealer"}
    assert new.post("/api/staff/invited", json={"code": codes["N. Ewcomer"], "password": PASSWORD}).status_code == 401
    assert new.post("/api/staff", json={"name": "N. Ewcomer", "password": PASSWORD}).status_code == 201
    assert settle(boss, wanted, apply=False) == [], "and then the house is as the file has it"
    kept = str([entry.body for entry in premises.ledger.entries("desk:operations")])
    assert "N. Ewcomer is invited" in kept and not any(code in kept for code in codes.values()), (
        "codes are on no record"
    )
    gone = settle(boss, wanted.replace('[[staff]]\nname = "N. Ewcomer"\nrole = "dealer"\n', ""))
    assert [each["what"] for each in gone] == ["N. Ewcomer may sign in no longer"]
    assert new.get("/api/roster").status_code == 401
    refused = boss.post(
        "/api/settings",
        json={"toml": wanted.replace("RR-1\nstation", "RR-9\nstation").replace('"RR-1"\nstation', '"RR-9"\nstation')},
    )
    assert refused.status_code == 422 and "RR-9" in refused.json()["detail"]


def test_who_is_on_duty_and_what_happened(house: Served, people: dict[str, httpx.Client]) -> None:
    dealer, boss, inspector = people["M. Okafor"], people["L. Brandt"], people["I. Spect"]
    assert ask(dealer, "come on duty", desk="roster").status_code == 200
    assert ask(dealer, "come on duty", desk="roster").json()["code"] == "on_record"
    assert ask(dealer, "take a break", desk="roster", name="W. Writer").json()["code"] == "role"
    assert ask(boss, "take a break", desk="roster", name="M. Okafor").status_code == 200
    assert inspector.get("/api/roster").json()["on"][0]["state"] == "break"
    assert ask(dealer, "come back", desk="roster").status_code == 200
    assert (
        ask(dealer, "go off duty", desk="roster").status_code == 200 and not inspector.get("/api/roster").json()["on"]
    )
    assert ask(boss, "log", desk="incidents", kind="weather", words="rain").json()["code"] == "kind"
    assert ask(boss, "log", desk="incidents", words="a bottle broke", table="RD-9").json()["code"] == "unknown"
    assert (
        ask(boss, "log", desk="incidents", words="a bottle broke", table="MW-1", round=99).json()["code"] == "unknown"
    )
    logged = ask(boss, "log", desk="incidents", kind="security", words="a bottle broke", table="MW-1", people=["Amy"])
    number = logged.json()["paper"]["number"]
    assert ask(dealer, "add", desk="incidents", number=number, words="nobody was hurt").status_code == 200
    assert ask(boss, "close", desk="incidents", number=number, words="swept up").status_code == 200
    assert ask(boss, "add", desk="incidents", number=number, words="late").json()["code"] == "unknown"
    (one,) = inspector.get("/api/incidents").json()["incidents"]
    assert one["closed"] == "L. Brandt" and len(one["more"]) == 2 and one["round"] >= 1
    assert "/record/MW-1/" in boss.get("/incidents", headers={"accept": "text/html"}).text


def test_a_dealer_who_was_relieved_deals_no_more(house: Served, people: dict[str, httpx.Client]) -> None:
    door, premises = house.premises.identity.door, house.premises
    assert door is not None
    consoles = []
    for name in ("M. Okafor", "D. Two"):
        if name == "D. Two":
            door.add(name, "dealer", PASSWORD, "operator:test")
        console = house.client()
        assert (
            console.post("/api/devices", json={"code": door.invite("console", "MW-1", "", "test")}).status_code == 201
        )
        assert console.post("/api/staff", json={"name": name, "password": PASSWORD}).status_code == 201
        consoles.append(console)
    first, second = consoles

    def order(client: httpx.Client, act: str, **details: Any) -> httpx.Response:
        doc = {"key": secrets.token_hex(8), "act": act, "details": details, "as": "staff"}
        return client.post("/api/tables/MW-1/orders", json=doc)

    assert order(first, "change cash", player="Zoe", cents=5_000).status_code == 200
    assert premises.house.tables["MW-1"].state.dealer == "M. Okafor", "whoever comes first signs on"
    assert order(second, "change cash", player="Zoe", cents=5_000).json()["code"] == "not_dealing"
    for wager in premises.house.tables["MW-1"].state.chips:  # of a test before this one
        assert order(first, "withdraw", player=wager.player, spot=wager.spot).status_code == 200
    assert order(second, "sign on").status_code == 200
    assert order(second, "change cash", player="Zoe", cents=5_000).status_code == 200
    assert order(first, "change cash", player="Zoe", cents=5_000).json()["code"] == "not_dealing"


# The board


def test_the_board_puts_first_who_needs_somebody(house: Served, people: dict[str, httpx.Client]) -> None:
    boss, premises = people["L. Brandt"], house.premises

    def order(table: str, act: str, **details: Any) -> httpx.Response:
        doc = {"key": secrets.token_hex(8), "act": act, "details": details, "as": "staff"}
        return boss.post(f"/api/tables/{table}/orders", json=doc)

    terminal = house.client()
    door = premises.identity.door
    assert door is not None
    assert (
        terminal.post("/api/devices", json={"code": door.invite("terminal", "RR-1", "ATS-1", "t")}).status_code == 201
    )
    doc = {"key": secrets.token_hex(8), "act": "call dealer", "details": {}}
    assert terminal.post("/api/tables/RR-1/orders", json=doc).status_code == 200

    def first() -> str:
        text = boss.get("/pit/board", headers={"accept": "text/html"}).text
        return text.partition('href="/pit?table=')[2].partition('"')[0]

    assert first() == "RR-1" and board(premises)[0].name == "RR-1"
    assert order("MW-1", "freeze", why="a chip fell").status_code == 200
    assert first() == "MW-1", "what is frozen is heavier than a call"
    assert set(alarms(premises).values()) == {"MW-1: frozen. a chip fell", "RR-1: call. " + _call(premises)}
    page = boss.get("/pit?table=MW-1", headers={"accept": "text/html"}).text
    acts = re.findall(r'<form data-act="([^"]+)" class="act', page)
    assert "release" in acts and not {"freeze", "reopen", "differential", "shuffle"} & set(acts), (
        "acts fit game and moment"
    )
    assert (
        order("MW-1", "release").status_code == 200 and order("RR-1", "answer call", player="ATS-1").status_code == 200
    )
    assert not alarms(premises)


def _call(premises: Premises) -> str:
    return f"ATS-1, since {premises.house.tables['RR-1'].state.calls['ATS-1'][11:16]}"


def test_a_webhook_that_never_answers_holds_up_nothing(
    house: Served, people: dict[str, httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    alerts = house.premises.alerts
    assert alerts is not None
    monkeypatch.setattr(alerting, "PATIENCE", 0.2)
    monkeypatch.setattr(alerting, "TRIES", (0.0, 0.0))
    with socket.create_server(("127.0.0.1", 0)) as deaf:  # takes the call and says nothing
        monkeypatch.setattr(alerts, "webhook", f"http://127.0.0.1:{deaf.getsockname()[1]}/")
        boss = people["L. Brandt"]
        doc = {"key": secrets.token_hex(8), "act": "freeze", "details": {"why": "smoke"}, "as": "staff"}
        assert boss.post("/api/tables/MW-1/orders", json=doc).status_code == 200
        until(lambda: bool(alerts.silent), "the silence to be noticed")
        assert "has not answered since" in boss.get("/pit/board", headers={"accept": "text/html"}).text
        assert house.client().get("/healthz").status_code == 200
    taken: list[dict[str, Any]] = []

    class Pager(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            taken.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *words: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Pager) as pager:
        threading.Thread(target=pager.serve_forever, daemon=True).start()
        monkeypatch.setattr(alerts, "webhook", f"http://127.0.0.1:{pager.server_port}/")
        doc = {"key": secrets.token_hex(8), "act": "freeze", "details": {"why": "a fight"}, "as": "staff"}
        assert boss.post("/api/tables/RR-1/orders", json=doc).status_code == 200
        until(lambda: any("a fight" in each["alarm"] for each in taken), "the pager to be told")
        pager.shutdown()
    for name in ("MW-1", "RR-1"):
        doc = {"key": secrets.token_hex(8), "act": "release", "details": {}, "as": "staff"}
        assert boss.post(f"/api/tables/{name}/orders", json=doc).status_code == 200


# The inspector


def test_an_inspector_reads_words_and_money_and_every_look_is_on_record(
    house: Served, people: dict[str, httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    inspector, premises = people["I. Spect"], house.premises

    def lines(**asked: str) -> list[dict[str, Any]]:
        reply = inspector.get("/api/inspect", params=asked)
        assert reply.status_code == 200, reply.text
        found: list[dict[str, Any]] = reply.json()["lines"]
        return found

    exchanges = lines(stream="desk:cage", kind="exchanged")
    assert any("takes $50 cash; gives $50 voucher" in words for line in exchanges for words in line["words"])
    assert any("$50 from outside to drawer:CAGE-1" in money for line in exchanges for money in line["money"])
    assert all(line["who"] == "C. Ash" for line in lines(person="c. ash", kind="exchanged"))
    assert lines(player="Amy.Chen") and all("Amy.Chen" in str(line) for line in lines(player="Amy.Chen"))
    assert {line["kind"] for line in lines(least="50", most="50", stream="desk:cage")} == {"exchanged"}
    assert not lines(least="1000000000")
    assert lines(until="2000-01-01") == [] and lines(since="2000-01-01")
    assert any("changes $50 of cash" in words for line in lines(kind="changed") for words in line["words"])
    monkeypatch.setattr(inspecting, "SHOWN", 20)
    first = inspector.get("/api/inspect").json()
    assert len(first["lines"]) == 20
    second = inspector.get("/api/inspect", params={"before": first["further"]}).json()
    assert not {(x["stream"], x["number"]) for x in first["lines"]} & {
        (x["stream"], x["number"]) for x in second["lines"]
    }
    for wrong in ({"least": "lots"}, {"since": "yesterday"}, {"before": "x"}, {"stream": "nowhere"}):
        assert inspector.get("/api/inspect", params=wrong).status_code in (404, 422)
    page = inspector.get("/inspect", params={"stream": "desk:cage"}, headers={"accept": "text/html"})
    assert page.status_code == 200 and "Take a copy that proves itself" in page.text
    assert people["M. Okafor"].get("/api/inspect").status_code == 403
    premises.ledger.settle_down()
    looks = [entry.body["at"] for entry in premises.ledger.entries("desk:inspections") if "I. Spect" in entry.by]
    assert "record: stream desk:cage, kind exchanged" in looks and "record: player Amy.Chen" in looks
    copy = inspector.get("/api/inspect/desk:cage/evidence", params={"first": 1})
    assert verify(copy.content.splitlines(keepends=True)).sound
