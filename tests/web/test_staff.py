"""A staffed floor: passwords, sessions, devices, who may do what, and what an inspector may not."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import httpx
import pytest
from argon2 import PasswordHasher, Type, extract_parameters
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from houseway.floor.authority import who_may
from houseway.floor.people import ROLES_OF_ACT, Role
from houseway.play.prompts import Spin
from houseway.premises import patience
from houseway.premises import staff as door_module
from houseway.premises.lanes import Caller, Rank
from houseway.premises.settings import Cluster, House, Rapid, Settings
from houseway.web import two_people
from houseway.web.lines import ENDED
from tests.waiting import END, until
from tests.web.served import Served, start
from tests.web.test_rapid import expire

PASSWORD = "correct horse battery"
STAFF = {"dealer": "D. Deal", "game supervisor": "G. Soup", "casino supervisor": "C. Soup", "inspector": "I. Spect"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("staffed")
    settings = Settings(House(), Rapid(tables=2, terminals=4, wagering_period=600), Cluster())
    house = start(f"sqlite:///{folder / 'floor.db'}", settings=settings)
    door = house.premises.identity.door
    assert door is not None
    for role, name in STAFF.items():
        door.add(name, role, PASSWORD, "operator:test")
    yield house
    house.close()


def device(house: Served, table: str, station: str = "") -> httpx.Client:
    """A terminal, or without a station a console, with its credential."""
    door = house.premises.identity.door
    assert door is not None
    code = door.invite("terminal" if station else "console", table, station, "operator:test")
    client = house.client()
    assert client.post("/api/devices", json={"code": code}).status_code == 201
    assert client.post("/api/devices", json={"code": code}).status_code in (401, 429), "a code is used once"
    return client


def signed_in(house: Served, role: str, client: httpx.Client | None = None) -> httpx.Client:
    client = client or house.client()
    reply = client.post("/api/staff", json={"name": STAFF[role], "password": PASSWORD})
    assert reply.status_code == 201, reply.text
    return client


def order(client: httpx.Client, table: str, act: str, capacity: str = "staff", /, **more: Any) -> httpx.Response:
    signed = {"signed_by": more.pop("signed_by")} if "signed_by" in more else {}
    doc = {"key": secrets.token_hex(8), "act": act, "details": more, "as": capacity, **signed}
    return client.post(f"/api/tables/{table}/orders", json=doc)


def test_name_and_password(house: Served) -> None:
    client = house.client()
    wrong = client.post("/api/staff", json={"name": STAFF["dealer"], "password": "not this one"})
    nobody = client.post("/api/staff", json={"name": "N. Obody", "password": PASSWORD})
    assert wrong.status_code == nobody.status_code == 401
    assert wrong.json()["detail"] == nobody.json()["detail"], "nobody learns which names exist"
    good = client.post("/api/staff", json={"name": STAFF["dealer"], "password": PASSWORD})
    assert good.status_code == 201 and good.json()["role"] == "dealer"
    cookie = good.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    assert PASSWORD not in str([entry.body for entry in house.premises.ledger.entries("desk:door")])


def test_a_stolen_hash_is_dear_to_guess(dear_passwords: PasswordHasher) -> None:
    """At least what OWASP's sheet on password storage asks of Argon2id: 19 MiB, two passes."""
    made = extract_parameters(dear_passwords.hash(PASSWORD))
    assert (made.type, made.memory_cost >= 19 * 1024, made.time_cost >= 2) == (Type.ID, True, True)


def test_too_many_wrong_passwords_bring_a_pause_that_grows_and_ends(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, told = house.client(), []
    now = time.monotonic()
    monkeypatch.setattr(door_module, "time", SimpleNamespace(**{**vars(time), "monotonic": lambda: now}))
    for _ in range(patience.FREE):
        assert client.post("/api/staff", json={"name": "P. Ause", "password": "x" * 12}).status_code == 401
    for _ in range(12):
        paused = client.post("/api/staff", json={"name": "P. Ause", "password": "x" * 12})
        assert paused.status_code == 429
        told.append(paused.json()["wait"])
        now += told[-1]
        assert client.post("/api/staff", json={"name": "P. Ause", "password": "x" * 12}).status_code == 401
    assert told[:5] == [2, 4, 8, 16, 32] and told == sorted(told) and told[-1] == patience.HERE
    assert signed_in(house, "dealer"), "whoever else is at that address comes in"
    assert len(house.premises.identity.door._patience._tries) < 10  # type: ignore[union-attr]
    for n in range(200):  # nothing is remembered of names that nobody can have
        assert client.post("/api/staff", json={"name": "x" * 1000 + str(n), "password": "x" * 12}).status_code == 401
    assert len(house.premises.identity.door._patience._tries) < 10  # type: ignore[union-attr]


def test_many_guesses_at_once_are_no_better(house: Served) -> None:
    door = house.premises.identity.door
    assert door is not None

    async def crowd() -> list[BaseException | Any]:
        tries = (door.check("C. Rowd", "x" * 12, Caller(Rank.STRANGER, f"10.0.0.{n}")) for n in range(12))
        return await asyncio.gather(*tries, return_exceptions=True)

    refused = asyncio.run(crowd())
    assert all(isinstance(one, door_module.TurnedAway) for one in refused)
    looked_at = [one for one in refused if not one.wait]
    assert len(looked_at) == patience.FREE, "from wherever they come"


def test_a_code_runs_out_and_wrong_ones_are_told(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    door = house.premises.identity.door
    assert door is not None
    monkeypatch.setattr(door, "_patience", patience.Patience())
    before = len(list(house.premises.ledger.entries("desk:door")))
    code = door.invite("console", "RR-2", "", "operator:test")
    stretched = code[: code.index(".") + 1] + f"{int(time.time()) + 10**6:x}"
    with house.client() as client:
        assert client.post("/api/devices", json={"code": stretched}).status_code == 401
        later = time.time() + door_module.CODE_LASTS + 1
        monkeypatch.setattr(door_module, "time", SimpleNamespace(**{**vars(time), "time": lambda: later}))
        assert client.post("/api/devices", json={"code": code}).status_code == 401
        for _ in range(patience.FREE):
            late = client.post("/api/devices", json={"code": "nonsense"})
        assert late.status_code == 429
    entries = house.premises.ledger.entries("desk:door", after=before)
    told = [entry.body["why"] for entry in entries if entry.kind == "code refused"]
    assert len(told) == patience.FREE and any("run out" in why for why in told)


@pytest.mark.parametrize("how", ("removed", "dismissed", "idle", "signed out"))
def test_who_is_removed_is_gone(house: Served, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    door = house.premises.identity.door
    assert door is not None
    if how == "dismissed":
        client, page = device(house, "RR-2", "ATS-3"), "rapid/RR-2/ATS-3"
    else:
        door.add("G. One", "game supervisor", PASSWORD, "operator:test")
        client, page = house.client(), "ws/rapid/RR-2?page=console"
        assert client.post("/api/staff", json={"name": "G. One", "password": PASSWORD}).status_code == 201
    page = page if page.startswith("ws/") else f"ws/{page}"
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    with connect(f"{house.base.replace('http', 'ws')}/{page}", additional_headers={"Cookie": cookie}) as line:
        assert json.loads(line.recv(END))
        if how == "removed":
            door.remove("G. One", "operator:test")
        elif how == "dismissed":
            door.dismiss("RR-2", "ATS-3", "operator:test")
        elif how == "idle":
            later = time.time() + 16 * 60
            monkeypatch.setattr(door_module, "time", SimpleNamespace(**{**vars(time), "time": lambda: later}))
        else:
            client.delete("/api/staff")
        with pytest.raises(ConnectionClosed):
            while True:
                line.recv(END)
    assert line.close_code == ENDED


def test_forged_expired_and_ended_sessions(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    boss = signed_in(house, "casino supervisor")
    assert order(boss, "RR-1", "post minimum", cents=1000).status_code == 200
    forged = house.client(cookies={"houseway_session": "A" * 43})
    assert order(forged, "RR-1", "post minimum", cents=1000).status_code == 401
    later = time.time() + 16 * 60
    monkeypatch.setattr(door_module, "time", SimpleNamespace(**{**vars(time), "time": lambda: later}))
    assert order(boss, "RR-1", "post minimum", cents=1000).status_code == 401, "fifteen minutes without a word"
    monkeypatch.undo()
    again = signed_in(house, "casino supervisor")
    assert again.delete("/api/staff").status_code == 204
    assert order(again, "RR-1", "post minimum", cents=1000).status_code == 401


def test_a_few_sessions_at_once_each_listed_and_ended_from_elsewhere(house: Served) -> None:
    door = house.premises.identity.door
    assert door is not None
    door.add("C. Many", "casino supervisor", PASSWORD, "operator:test")
    badge = {"name": "C. Many", "password": PASSWORD}
    clients = [house.client() for _ in range(door_module.SESSIONS + 1)]
    for client in clients:
        assert client.post("/api/staff", json=badge).status_code == 201
    left = [client for client in clients if client.get("/api/staff/sessions").status_code == 200]
    assert len(left) == door_module.SESSIONS and clients[-1] in left, "one more than may be at once ended an older one"
    first, last = left[0], left[-1]
    listed = last.get("/api/staff/sessions").json()
    assert len(listed) == door_module.SESSIONS and [one["this"] for one in listed].count(True) == 1
    assert all(one["address"] == "127.0.0.1" and one["name"] == "C. Many" for one in listed)
    mine = next(one["id"] for one in first.get("/api/staff/sessions").json() if one["this"])
    assert last.delete(f"/api/staff/sessions/{mine}").status_code == 204
    assert first.get("/api/staff/sessions").status_code == 401
    assert last.delete(f"/api/staff/sessions/{mine}").status_code == 404

    dealer, elsewhere = signed_in(house, "dealer"), signed_in(house, "dealer")
    assert dealer.get("/api/staff/sessions").status_code == 401, "whoever works at one place is at one place"
    theirs = elsewhere.get("/api/staff/sessions").json()[0]["id"]
    supervisor = signed_in(house, "game supervisor")
    assert supervisor.get("/api/staff/sessions", params={"everybody": True}).status_code == 403
    assert supervisor.delete(f"/api/staff/sessions/{theirs}").status_code == 404, "not theirs to end"
    everybody = last.get("/api/staff/sessions", params={"everybody": True}).json()
    assert {one["name"] for one in everybody} >= {"C. Many", STAFF["dealer"], STAFF["game supervisor"]}
    assert last.delete(f"/api/staff/sessions/{theirs}").status_code == 204
    assert elsewhere.get("/api/staff/sessions").status_code == 401
    told = [entry for entry in house.premises.ledger.entries("desk:door") if entry.kind == "session ended"]
    assert told[-1].by == "casino supervisor:C. Many" and told[-1].body["name"] == STAFF["dealer"]
    assert not any(len(one["id"]) > 16 for one in everybody), "the name of a session opens nothing"


def test_somebody_changes_their_own_password(house: Served) -> None:
    door = house.premises.identity.door
    assert door is not None
    door.add("C. Hange", "game supervisor", PASSWORD, "operator:test")
    first, second = house.client(), house.client()
    for client in (first, second):
        assert client.post("/api/staff", json={"name": "C. Hange", "password": PASSWORD}).status_code == 201
    new = "another horse entirely"
    for old, wanted in ((PASSWORD, "short"), ("not this one", new), (PASSWORD, "password1234"), (PASSWORD, PASSWORD)):
        assert first.post("/api/staff/password", json={"old": old, "new": wanted}).status_code == 409
    assert house.client().post("/api/staff/password", json={"old": PASSWORD, "new": new}).status_code == 401
    assert first.post("/api/staff/password", json={"old": PASSWORD, "new": new}).status_code == 204
    assert first.get("/api/staff/sessions").status_code == 200, "who changed it goes on"
    assert second.get("/api/staff/sessions").status_code == 401, "and nobody else by the old one"
    assert second.post("/api/staff", json={"name": "C. Hange", "password": PASSWORD}).status_code == 401
    assert second.post("/api/staff", json={"name": "C. Hange", "password": new}).status_code == 201


def test_looking_makes_nobody_and_writes_nothing(house: Served) -> None:
    ledger = house.premises.ledger
    seen = ledger.heads(), ledger.balance("cage")
    with house.client(follow_redirects=True) as client:
        for path in ("/", "/keno", "/keno/board", "/rapid/RR-1/display", "/table/RR-1"):
            page = client.get(path)
            assert page.status_code in (200, 401), (path, page.text)
            assert "Your credit" not in page.text and "You play as" not in page.text
        assert "You are looking on" in client.get("/").text
        assert not client.cookies
    assert (ledger.heads(), ledger.balance("cage")) == seen


def test_money_at_a_terminal_has_a_source_that_signs(house: Served) -> None:
    door, ledger = house.premises.identity.door, house.premises.ledger
    assert door is not None
    terminal, acceptor = device(house, "RR-2", "ATS-4"), house.client()
    code = door.invite("acceptor", "RR-2", "ATS-4", "operator:test")
    assert acceptor.post("/api/devices", json={"code": code}).status_code == 201
    before = ledger.balance("cage")
    assert order(terminal, "RR-2", "note in", "player", cents=5000).status_code == 403, "its own word is no money"
    assert order(acceptor, "RR-2", "touch", "player", bets=[]).status_code == 403
    assert order(acceptor, "RR-1", "note in", "player", cents=5000).status_code == 403
    for cents in (10**15, 4900, 0, "5000", None):
        assert order(acceptor, "RR-2", "note in", "player", cents=cents).status_code == 422
    assert ledger.balance("cage") == before
    taken = order(acceptor, "RR-2", "note in", "player", cents=5000)
    assert taken.status_code == 200 and "$50" in taken.json()["advice"]
    assert ledger.balance("drop:RR-2") == 5000 and ledger.balance("cage") == before, "it lies in the box of the table"

    console = signed_in(house, "dealer", device(house, "RR-2"))
    much = {"station": "ATS-4", "cents": 1_000_100}
    assert order(console, "RR-2", "buy in", **much).status_code == 409, "not one person's word"
    own = {"name": STAFF["dealer"], "password": PASSWORD}
    assert order(console, "RR-2", "buy in", signed_by=own, **much).status_code == 403, "nor the same person's twice"
    other = {"name": STAFF["game supervisor"], "password": PASSWORD}
    both = order(console, "RR-2", "buy in", signed_by=other, **much)
    assert both.status_code == 200, both.text
    told = [entry for entry in ledger.entries("RR-2") if entry.kind == "station"][-1]
    assert told.body["asked_by"] == STAFF["dealer"] and STAFF["game supervisor"] in told.by
    assert order(console, "RR-2", "buy in", station="ATS-4", cents=100, player="x" * 41).status_code == 409


def test_the_record_is_for_staff_and_every_look_is_on_record(house: Served) -> None:
    rooms = ("/record", "/record/RR-1", "/record/RR-1?player=Nobody", "/api/tables/RR-1/rounds", "/record/RR-1/1",
             "/api/tables/RR-1/rounds/1", "/record/RR-1/disputes/1")  # fmt: skip
    stranger, closed = house.client(), device(house, "RR-1", "ATS-2")
    for room in rooms:
        assert stranger.get(room).status_code == 401, room
        assert closed.get(room).status_code in (401, 409), "nobody has that terminal, and it is not staff"
    ledger, boss = house.premises.ledger, signed_in(house, "casino supervisor")
    for room in rooms:
        before = ledger.head("desk:inspections")[0]
        assert boss.get(room).status_code in (200, 404)
        looks = list(ledger.entries("desk:inspections", after=before))
        assert [(look.by, look.body["at"]) for look in looks] == [
            (f"casino supervisor:{STAFF['casino supervisor']}", room)
        ]


def test_players_see_their_own_rounds_and_nobody_elses(house: Served) -> None:
    console, ledger = signed_in(house, "dealer", device(house, "RR-2")), house.premises.ledger
    table, stations = (
        house.premises.house.tables["RR-2"],
        {name: device(house, "RR-2", name) for name in ("ATS-1", "ATS-2")},
    )

    def spin(**bets: str) -> int:
        round = table.state.round
        assert order(console, "RR-2", "open wagering").status_code == 200
        for station, spot in bets.items():
            name = station.replace("_", "-")
            touched = order(stations[name], "RR-2", "touch", "player", bets=[[spot, 500]])
            assert touched.status_code == 200, touched.text
        expire(house, "RR-2")
        until(lambda: isinstance(table.prompt, Spin), "the period to end")
        assert order(console, "RR-2", "answer", value="17").status_code == 200
        return round

    for name in stations:
        assert order(console, "RR-2", "buy in", station=name, cents=5000, player=f"P. {name}").status_code == 200
    first = spin(ATS_1="black", ATS_2="red")
    own = stations["ATS-1"].get("/api/tables/RR-2/rounds").json()
    assert [each["round"] for each in own] == [first]
    assert {line["wager"]["player"] for line in own[0]["lines"]} == {"ATS-1"}, "and nobody else's money"
    page = stations["ATS-1"].get("/record/RR-2").text
    assert "black" in page and "ATS-2" not in page and ">red<" not in page
    one = stations["ATS-2"].get(f"/record/RR-2/{first}")
    assert one.status_code == 200 and "on red: lost" in one.text
    assert stations["ATS-2"].get(f"/api/tables/RR-2/rounds/{first}").json()["lines"][0]["wager"]["spot"] == "red"
    assert stations["ATS-1"].get("/api/tables/RR-1/rounds").status_code == 401, "another table's are not its own"
    look = list(ledger.entries("desk:inspections"))[-2]
    assert (look.by, look.body["at"]) == ("player:ATS-2", f"/record/RR-2/{first}")
    until(lambda: table.window is not None, "the next spin")
    expire(house, "RR-2")
    until(lambda: isinstance(table.prompt, Spin), "the period to end")
    order(console, "RR-2", "answer", value="1")
    assert order(console, "RR-2", "pay out", station="ATS-1").status_code == 200
    assert stations["ATS-1"].get("/record/RR-2").status_code == 409, "nobody has it"
    assert order(console, "RR-2", "buy in", station="ATS-1", cents=500, player="N. Ext").status_code == 200
    assert stations["ATS-1"].get("/api/tables/RR-2/rounds").json() == [], (
        "what was another's is not shown to whoever comes next"
    )
    assert stations["ATS-1"].get(f"/record/RR-2/{first}").status_code == 404


def test_nobody_voids_alone_what_may_be_in_sight(house: Served) -> None:
    console = signed_in(house, "dealer", device(house, "RR-1"))
    table, ledger = house.premises.house.tables["RR-1"], house.premises.ledger
    assert order(console, "RR-1", "open wagering").status_code == 200
    assert order(console, "RR-1", "fault", part="printer").status_code == 200, (
        "while wagering is open the wagers are void"
    )
    expire(house, "RR-1")
    until(lambda: isinstance(table.prompt, Spin), "the period to end")
    voids = (
        ("fault", {"part": "server", "records": "none"}),
        ("fault", {"station": "ATS-1", "records": "none"}),
        ("irregularity", {"kind": "too-few-turns"}),
        ("answer", {"value": {"irregularity": "too-few-turns"}}),
    )
    other = {"name": STAFF["game supervisor"], "password": PASSWORD}
    for act, details in voids:
        alone = order(console, "RR-1", act, **details)
        assert (alone.status_code, alone.json()["code"]) == (409, two_people.CODE), (act, alone.text)
        own = {"name": STAFF["dealer"], "password": PASSWORD}
        assert order(console, "RR-1", act, signed_by=own, **details).status_code == 403
    signed = order(console, "RR-1", "irregularity", signed_by=other, kind="too-few-turns")
    assert signed.status_code == 200, signed.text
    words = [entry.body["words"] for entry in ledger.entries("RR-1") if entry.kind == "recorded"]
    assert words[-1] == f"asked for by {STAFF['dealer']}, signed by {STAFF['game supervisor']}"


def test_no_play_names_and_no_strange_origin(house: Served) -> None:
    client = house.client()
    assert client.post("/api/players", json={}).status_code == 403
    boss = signed_in(house, "casino supervisor")
    boss.headers["Origin"] = "http://elsewhere.example"
    assert order(boss, "RR-1", "post minimum", cents=1000).status_code == 403


def test_a_dealer_acts_at_one_console(house: Served) -> None:
    console = signed_in(house, "dealer", device(house, "RR-1"))
    assert order(console, "RR-1", "buy in", station="ATS-1", cents=5000).status_code == 200
    assert order(console, "RR-2", "buy in", station="ATS-1", cents=5000).status_code == 403
    elsewhere = signed_in(house, "dealer")
    assert order(elsewhere, "RR-1", "buy in", station="ATS-1", cents=5000).status_code == 403


def test_a_terminal_plays_for_itself_alone(house: Served) -> None:
    console = signed_in(house, "dealer", device(house, "RR-2"))
    assert order(console, "RR-2", "buy in", station="ATS-2", cents=5000).status_code == 200
    terminal = device(house, "RR-2", "ATS-2")
    assert order(console, "RR-2", "open wagering").status_code == 200
    placed = order(terminal, "RR-2", "place", "player", spot="red", cents=500)
    assert placed.status_code == 200, placed.text
    assert order(terminal, "RR-1", "place", "player", spot="red", cents=500).status_code == 403
    assert order(terminal, "RR-2", "buy in", "player", station="ATS-2", cents=500).status_code == 403
    assert order(terminal, "RR-2", "open wagering", "player").status_code == 403
    assert terminal.get("/rapid/RR-2/ATS-2").status_code == 200
    assert terminal.get("/rapid/RR-2/ATS-3").status_code == 401
    stranger = house.client()
    assert stranger.get("/rapid/RR-2/ATS-2").status_code == 401
    house.premises.identity.door.dismiss("RR-2", "ATS-2", "operator:test")  # type: ignore[union-attr]
    assert order(terminal, "RR-2", "place", "player", spot="red", cents=500).status_code == 401


@pytest.mark.parametrize("role", [role for role in get_args(Role) if role in STAFF])
def test_every_act_against_every_role(house: Served, role: str) -> None:
    """What a role may not do is refused as forbidden, and what it may do never is."""
    client = signed_in(house, role, device(house, "RR-1") if role == "dealer" else None)
    for act in ROLES_OF_ACT:
        reply = order(client, "RR-1", act, player="ATS-4", station="ATS-4", words="x")
        forbidden = reply.status_code == 403
        roles = who_may(house.premises.house.tables["RR-1"], act)
        assert forbidden == (role not in roles), (role, act, reply.status_code, reply.text)
        if act == "freeze" and not forbidden:
            boss = client if role in ROLES_OF_ACT["release"] else signed_in(house, "casino supervisor")
            assert order(boss, "RR-1", "release").status_code == 200


def test_a_role_that_is_taken_away_in_mid_act(house: Served) -> None:
    """A dealer asks; whoever was to allow it has the account ended, or another role, before they do."""
    door = house.premises.identity.door
    assert door is not None
    console = signed_in(house, "dealer", device(house, "RR-1"))
    asked = order(console, "RR-1", "ask", act="period", details={"seconds": 45})
    assert asked.status_code == 200, asked.text
    ask = house.premises.house.tables["RR-1"].state.people.asks
    door.add("C. Two", "casino supervisor", PASSWORD, "operator:test")
    second = house.client()
    assert second.post("/api/staff", json={"name": "C. Two", "password": PASSWORD}).status_code == 201
    door.add("C. Two", "game supervisor", PASSWORD, "operator:test")  # which ends every session of the account
    assert order(second, "RR-1", "allow", ask=ask).status_code == 401
    assert second.post("/api/staff", json={"name": "C. Two", "password": PASSWORD}).status_code == 201
    refused = order(second, "RR-1", "allow", ask=ask)
    assert refused.status_code == 403 and refused.json()["code"] == "period:authority", refused.text
    assert refused.json()["clauses"][0]["number"] == "5.1"
    door.remove("C. Two", "operator:test")
    assert order(second, "RR-1", "allow", ask=ask).status_code == 401
    assert order(signed_in(house, "casino supervisor"), "RR-1", "allow", ask=ask).status_code == 200
    entry = house.premises.ledger.newest("RR-1", "period", 1)[0]
    assert entry.by == f"casino supervisor:{STAFF['casino supervisor']}"


def test_one_person_with_two_accounts_or_two_devices_is_one(house: Served) -> None:
    door = house.premises.identity.door
    assert door is not None
    with pytest.raises(door_module.TurnedAway, match="would be read as the same name"):
        door.add("d deal", "game supervisor", PASSWORD, "operator:test")
    door.add("E. One", "game supervisor", PASSWORD, "operator:test", badge="B-1042")
    door.add("E. Two", "casino supervisor", PASSWORD, "operator:test", badge="B-1042")
    first, other = house.client(), house.client()
    assert first.post("/api/staff", json={"name": "E. One", "password": PASSWORD}).status_code == 201
    assert other.post("/api/staff", json={"name": "E. Two", "password": PASSWORD}).status_code == 201
    assert order(first, "RR-1", "ask", act="period", details={"seconds": 50}).status_code == 200
    ask = house.premises.house.tables["RR-1"].state.people.asks
    refused = order(other, "RR-1", "allow", ask=ask)
    assert refused.status_code == 403 and refused.json()["code"] == "period:same_person", refused.text
    order(first, "RR-1", "freeze")
    signed = {"name": "E. Two", "password": PASSWORD}
    wanted: dict[str, Any] = {"spin": 1, "actual": "1", "reason": "the recording"}
    assert order(first, "RR-1", "recalculate", **wanted, signed_by=signed).status_code == 403
    assert order(other, "RR-1", "release").status_code == 200
    assert order(other, "RR-1", "decline", ask=ask).status_code == 200


def test_two_people_for_a_recalculation(house: Served) -> None:
    boss = signed_in(house, "casino supervisor")
    console = signed_in(house, "dealer", device(house, "RR-1"))
    order(boss, "RR-1", "period", seconds=1)
    order(console, "RR-1", "open wagering")
    until(lambda: order(console, "RR-1", "answer", value="2").status_code == 200, "the period to end")
    spin = house.premises.house.tables["RR-1"].state.round - 1
    assert order(console, "RR-1", "freeze").status_code == 200
    wanted: dict[str, Any] = {"spin": spin, "actual": "1", "reason": "the recording"}
    alone = order(console, "RR-1", "recalculate", **wanted)
    assert alone.status_code == 403, "a dealer may not"
    boss_alone = order(boss, "RR-1", "recalculate", **wanted, asked_by="D. Deal")
    assert boss_alone.status_code == 409, "nor may a supervisor alone, whoever they say has asked"
    himself = order(console, "RR-1", "recalculate", **wanted, signed_by={"name": STAFF["dealer"], "password": PASSWORD})
    assert himself.status_code == 403
    badly = order(
        console,
        "RR-1",
        "recalculate",
        **wanted,
        signed_by={"name": STAFF["game supervisor"], "password": "guessed it all"},
    )
    assert badly.status_code == 403
    both = order(
        console, "RR-1", "recalculate", **wanted, signed_by={"name": STAFF["game supervisor"], "password": PASSWORD}
    )
    assert both.status_code == 200, both.text
    assert order(boss, "RR-1", "release").status_code == 200
    entry = house.premises.ledger.newest("RR-1", "recalculated", 1)[0]
    assert (entry.by, entry.body["asked_by"]) == ("game supervisor:G. Soup", "D. Deal")


def test_the_inspector_reads_searches_replays_and_exports_and_changes_nothing(house: Served) -> None:
    assert order(signed_in(house, "game supervisor"), "RR-1", "buy in", station="ATS-1", cents=5000).status_code == 200
    inspector = signed_in(house, "inspector")
    before = house.premises.ledger.head("RR-1")
    page = inspector.get("/inspect/RR-1", params={"words": "tender"})
    assert page.status_code == 200 and "ATS-1" in page.text
    export = inspector.get("/api/inspect/RR-1/entries", params={"kind": "station"})
    entries = [json.loads(line) for line in export.text.splitlines()]
    assert entries and all(entry["kind"] == "station" and entry["hash"] for entry in entries)
    assert inspector.get("/record/RR-1").status_code == 200
    proof = inspector.get("/api/inspect/audit").json()
    assert proof["sound"] and "RR-1" in proof["heads"]
    assert house.premises.ledger.head("RR-1") == before
    for client in (house.client(), signed_in(house, "game supervisor")):
        assert client.get("/api/inspect/RR-1/entries").status_code in (401, 403)


def test_passwords_that_are_not_good_enough(tmp_path: Path, house: Served) -> None:
    door = house.premises.identity.door
    assert door is not None
    for name, role, password in (
        ("A. Bee", "dealer", "short"),
        ("A. Bee", "dealer", "password1234"),
        ("A. Bee", "king", PASSWORD),
        ("!", "dealer", PASSWORD),
    ):
        with pytest.raises(door_module.TurnedAway):
            door.add(name, role, password, "operator:test")
