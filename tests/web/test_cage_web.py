"""The cage over HTTP: who may ask, who signs beside, what a telephone of a patron's may do, and papers that print."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from houseway.premises.settings import of_text
from tests.test_cage import FLOOR
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
    assert short.status_code == 401 and "12 characters" in short.json()["detail"]
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
