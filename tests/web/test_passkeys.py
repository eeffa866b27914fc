"""Passkeys of staff: made, used, used twice, by others, from elsewhere; and in a real browser."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from houseway.premises import passkeys
from houseway.premises.settings import Cluster, House, Rapid, Settings
from tests.authenticator import Authenticator
from tests.waiting import END
from tests.web.served import Served, start

PASSWORD = "correct horse battery"
ORIGIN = "https://floor.example"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = Settings(House(passkeys=ORIGIN), Rapid(tables=1, terminals=2, wagering_period=600), Cluster())
    house = start(f"sqlite:///{tmp_path_factory.mktemp('keys') / 'floor.db'}", settings=settings)
    door = house.premises.identity.door
    assert door is not None
    door.add("G. Soup", "game supervisor", PASSWORD, "operator:test")
    door.add("C. Soup", "casino supervisor", PASSWORD, "operator:test")
    yield house
    house.close()


@pytest.fixture
def supervisor(house: Served) -> httpx.Client:
    client = house.client()
    assert client.post("/api/staff", json={"name": "G. Soup", "password": PASSWORD}).status_code == 201
    return client


def added(client: httpx.Client, device: Authenticator, label: str = "a telephone") -> httpx.Response:
    asked = client.post("/api/staff/passkeys/offer").json()
    return client.post("/api/staff/passkeys", json={**device.make(asked), "label": label})


def signs_in(house: Served, answer: dict[str, Any]) -> httpx.Response:
    return house.client().post("/api/staff", json={"passkey": answer})


def test_a_key_is_made_and_signs_in_once_for_each_challenge(house: Served, supervisor: httpx.Client) -> None:
    device = Authenticator(ORIGIN, "floor.example", counts=False)
    assert added(supervisor, device).status_code == 201
    assert added(supervisor, device).status_code == 409, "the same key is not added twice"
    asked = house.client().post("/api/passkeys/ask").json()
    answer = device.sign(asked)
    reply = signs_in(house, answer)
    assert (reply.status_code, reply.json()) == (201, {"name": "G. Soup", "role": "game supervisor"})
    assert signs_in(house, answer).status_code == 401, "what was signed once is not taken again"
    told = [
        entry for entry in house.premises.ledger.entries("desk:door") if entry.kind in ("signed in", "passkey refused")
    ]
    assert told[-2].body["how"] == "passkey" and "signed before" in told[-1].body["why"]


def test_what_is_not_quite_right_opens_nothing(
    house: Served, supervisor: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, stranger = Authenticator(ORIGIN, "floor.example"), Authenticator(ORIGIN, "floor.example")
    assert added(supervisor, device).status_code == 201
    ask = house.client().post

    def refused(answer: Any) -> None:
        assert signs_in(house, answer).status_code in (401, 422), answer

    refused(stranger.sign(ask("/api/passkeys/ask").json()))
    stranger.id = device.id
    refused(stranger.sign(ask("/api/passkeys/ask").json()))  # another's key under this one's name
    device.origin = "https://floor.example.evil"
    refused(device.sign(ask("/api/passkeys/ask").json()))
    device.origin, device.place = ORIGIN, "evil"
    refused(device.sign(ask("/api/passkeys/ask").json()))
    device.place, device.verified = "floor.example", False
    refused(device.sign(ask("/api/passkeys/ask").json()))  # found on a table, and nobody's finger
    device.verified, device.signed = True, 0
    refused(device.sign(ask("/api/passkeys/ask").json()))  # a copy that counts from the beginning
    device.signed = 100
    asked = ask("/api/passkeys/ask").json()
    challenge, until, mark = asked["ticket"].split(".")
    refused(device.sign({**asked, "ticket": f"{challenge}.{int(until) + 600}.{mark}"}))
    refused({"ticket": "x", "credential": {}})
    refused({"ticket": asked["ticket"], "credential": "x"})
    refused({})
    answer = device.sign(ask("/api/passkeys/ask").json())
    later = time.time() + passkeys.LASTS + 1
    monkeypatch.setattr(passkeys, "time", SimpleNamespace(**{**vars(time), "time": lambda: later}))
    refused(answer)
    monkeypatch.undo()
    assert signs_in(house, device.sign(ask("/api/passkeys/ask").json())).status_code == 201, "the key itself is good"
    offered = supervisor.post("/api/staff/passkeys/offer").json()
    other = house.client()
    assert other.post("/api/staff", json={"name": "C. Soup", "password": PASSWORD}).status_code == 201
    made = Authenticator(ORIGIN, "floor.example").make(offered)
    assert other.post("/api/staff/passkeys", json={**made, "label": "theirs"}).status_code == 409, "offered to another"
    assert house.client().post("/api/staff/passkeys/offer").status_code == 401


def test_a_key_signs_beside_another_and_goes_with_its_person(house: Served, supervisor: httpx.Client) -> None:
    door = house.premises.identity.door
    assert door is not None
    device = Authenticator(ORIGIN, "floor.example")
    assert added(supervisor, device).status_code == 201
    boss = house.client()
    assert boss.post("/api/staff", json={"name": "C. Soup", "password": PASSWORD}).status_code == 201

    def freeze(name: str) -> httpx.Response:
        signed = {"name": name, "passkey": device.sign(boss.post("/api/passkeys/ask").json())}
        doc = {"key": secrets.token_hex(8), "act": "freeze", "details": {"why": "x"}, "as": "staff"}
        return boss.post("/api/tables/RR-1/orders", json={**doc, "signed_by": signed})

    assert freeze("C. Soup").status_code == 403, "it is not theirs"
    assert freeze("G. Soup").status_code == 200
    (frozen,) = house.premises.ledger.newest("RR-1", "frozen", 1)
    assert frozen.by == "game supervisor:G. Soup"
    door.add("T. Emp", "game supervisor", PASSWORD, "operator:test")
    temp, own = house.client(), Authenticator(ORIGIN, "floor.example")
    assert temp.post("/api/staff", json={"name": "T. Emp", "password": PASSWORD}).status_code == 201
    key = added(temp, own, "a watch").json()
    assert temp.delete(f"/api/staff/passkeys/{key['id']}").status_code == 204
    assert temp.delete(f"/api/staff/passkeys/{key['id']}").status_code == 404
    assert signs_in(house, own.sign(boss.post("/api/passkeys/ask").json())).status_code == 401
    assert added(temp, own, "a watch").status_code == 201
    door.remove("T. Emp", "operator:test")
    assert signs_in(house, own.sign(boss.post("/api/passkeys/ask").json())).status_code == 401


def test_without_the_setting_there_are_none(
    house: Served, supervisor: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = house.premises.identity.door
    assert door is not None
    monkeypatch.setattr(door.passkeys, "origin", "")
    assert supervisor.post("/api/staff/passkeys/offer").status_code == 409
    assert house.client().post("/api/passkeys/ask").status_code == 409
    assert "passkey" not in supervisor.get("/staff").text


def test_in_a_browser(house: Served, chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    door = house.premises.identity.door
    assert door is not None
    door.add("B. Rowser", "game supervisor", PASSWORD, "operator:test")
    base = house.base.replace("127.0.0.1", "localhost")
    monkeypatch.setattr(door.passkeys, "origin", base)
    context = chromium.new_context()
    context.set_default_timeout(END * 1000)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
              "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
    line.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    page.goto(f"{base}/staff")
    page.get_by_label("Name, as on the badge").fill("B. Rowser")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Where you are signed in")).to_be_visible()
    page.get_by_label("A new passkey").fill("My telephone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".sessions").nth(1)).to_contain_text("My telephone")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("Where you are signed in")).to_have_count(0)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("Signed in as B. Rowser")).to_be_visible()
    context.close()
