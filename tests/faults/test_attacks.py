"""What strangers do to a staffed floor: halves of requests, bodies without end, lines that are not read, crowds, forged
addresses. Nobody else notices, nothing is kept of it, and every line in the log is JSON."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import random
import secrets
import socket
import threading
import time
import warnings
import weakref
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.types import Message

from houseway.floor.people import Person
from houseway.premises.lanes import Caller, Crowded, Lane, Rank
from houseway.premises.settings import Cluster, House, Rapid, Settings
from houseway.web import bodies, logs, pacing, porter
from houseway.web import turnstile as turnstiles
from houseway.web.pacing import Buckets
from houseway.web.problems import Problem
from houseway.web.serving import config, why_stopped
from houseway.web.turnstile import Metered, Turnstile, metered, turn_of
from tests.waiting import END, until
from tests.web.served import Served, start


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = Settings(House(), Rapid(tables=1, terminals=2, wagering_period=600), Cluster())
    house = start(f"sqlite:///{tmp_path_factory.mktemp('attacked') / 'floor.db'}", settings=settings)
    yield house
    house.close()


def line(house: Served, words: bytes = b"") -> socket.socket:
    port = int(house.base.rpartition(":")[2])
    one = socket.create_connection(("127.0.0.1", port), END)
    one.sendall(words)
    return one


def hung_up(one: socket.socket) -> bytes:
    """What is heard until the house hangs up."""
    heard = b""
    try:
        while data := one.recv(65536):
            heard += data
    except ConnectionError:
        pass
    return heard


# Lines


def test_halves_of_requests_are_hung_up_however_slowly_they_come(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(porter, "WHOLE", 0.3)
    nothing, half = line(house), line(house, b"GET /healthz HTTP/1.1\r\nHost: x")
    assert hung_up(nothing) == b"" and hung_up(half) == b""
    with house.client() as client:
        assert client.get("/healthz").status_code == 200
    until(
        lambda: not house.app.state.porter.lines or not any(x.begun for x in house.app.state.porter.lines), "all gone"
    )


def test_whoever_does_not_read_is_hung_up(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(porter, "UNREAD", 0.5)
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("127.0.0.1", int(house.base.rpartition(":")[2])))
    font = b"/static/fonts/source-serif-4-latin-opsz-normal.woff2"
    one.sendall((b"GET " + font + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") * 120)
    until(lambda: any(x.unsent for x in house.app.state.porter.lines), "something to lie unread")
    until(lambda: not any(x.unsent for x in house.app.state.porter.lines), "the line to be hung up")
    one.close()


def test_a_body_without_end_is_not_read_to_its_end(house: Served) -> None:
    head = b"POST /api/staff HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    one = line(house, head + b"Transfer-Encoding: chunked\r\n\r\n")
    with pytest.raises(ConnectionError):  # the house hung up
        for _ in range(2000):
            one.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n")
    assert b"larger than any order" in hung_up(line(house, head + b"Content-Length: 999999\r\n\r\n"))


def test_one_address_holds_so_many_lines_and_a_full_house_makes_room() -> None:
    def coming(address: str) -> SimpleNamespace:
        made = SimpleNamespace(aborted=False, get_extra_info=lambda _: (address, 1), get_write_buffer_size=lambda: 0)
        made.abort = lambda: setattr(made, "aborted", True)
        return made

    at = porter.Porter(of_one_address=3, proxies=["10.0.0.9"])
    assert all(at.let_in(coming("10.0.0.1")) for _ in range(3)) and at.let_in(coming("10.0.0.1")) is None
    assert all(at.let_in(coming("10.0.0.9")) for _ in range(9)), "a proxy of ours holds those of many"
    assert at.let_in(coming("10.0.0.2")) is not None and at.refused == 1
    at.most = len(at.lines)
    first = next(iter(at.lines))
    for one in list(at.lines)[1:]:
        one.serving = 1
    assert at.let_in(coming("10.0.0.3")) is not None and first.transport.aborted, "who asks for nothing makes way"
    for one in at.lines:
        one.serving = 1
    assert at.let_in(coming("10.0.0.4")) is None, "nobody who is being answered does"
    for one in list(at.lines):
        at.left(one)
    assert not at._by_address, "and nothing is remembered of them"


def test_nobody_says_where_a_request_came_from_but_proxies_of_ours(house: Served) -> None:
    async def where(peer: str, **options: object) -> str:
        seen: list[str] = []

        async def app(scope: dict[str, object], receive: object, send: object) -> None:
            seen.append(scope["client"][0])  # type: ignore[index]

        told = config(app, log_config=None, **options)
        told.load()
        forwarded = [(b"x-forwarded-for", b"203.0.113.7, 10.0.0.8")]
        scope = {"type": "http", "client": (peer, 1), "headers": forwarded, "scheme": "http"}
        await told.loaded_app(scope, None, None)  # type: ignore[arg-type]
        return seen[0]

    assert asyncio.run(where("127.0.0.1")) == "127.0.0.1", "not even from this machine"
    trusting = dict(proxy_headers=True, forwarded_allow_ips=["10.0.0.8", "10.0.0.9"])
    assert asyncio.run(where("10.0.0.9", **trusting)) == "203.0.113.7", "the first hop that is none of ours"
    assert asyncio.run(where("10.0.0.5", **trusting)) == "10.0.0.5"


def test_a_refusal_keeps_nothing_of_what_was_refused() -> None:
    """An exception that is raised again and again holds every place it was raised at, and what lay there."""

    class Line:
        async def receive(self) -> Message:
            return {"type": "http.request", "body": b"x" * 60_000, "more_body": True}

    async def sends() -> weakref.ref[Line]:
        line = Line()
        with pytest.raises(Problem, match="larger than any order"):
            await bodies.received(line.receive)
        return weakref.ref(line)

    left = [asyncio.run(sends()) for _ in range(3)]
    gc.collect()
    assert [one() for one in left] == [None] * 3


# Turns


def test_strangers_pass_one_to_a_turn_and_no_address_before_all_others() -> None:
    async def crowd() -> tuple[list[str], list[int]]:
        turnstile, passed, turns = Turnstile(), list[str](), list[int]()
        turn = 0

        async def one(rank: Rank, address: str) -> None:
            await turnstile.turn(Caller(rank, address))
            passed.append(f"{rank.name} {address}")
            turns.append(turn)

        async def count() -> None:
            nonlocal turn
            while True:
                turn += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count())
        many = [one(Rank.STRANGER, "10.0.0.1") for _ in range(20)]
        gone = asyncio.create_task(one(Rank.STRANGER, "10.0.0.1"))
        others = [one(Rank.STRANGER, "10.0.0.2"), one(Rank.VISITOR, "10.0.0.3"), one(Rank.KNOWN, "10.0.0.4")]
        waiting = asyncio.gather(*many, *others)
        await asyncio.sleep(0)
        gone.cancel()
        await waiting
        counting.cancel()
        assert not turnstile.standing
        return passed, turns

    passed, turns = asyncio.run(crowd())
    assert passed.index("KNOWN 10.0.0.4") == 0
    assert passed.index("VISITOR 10.0.0.3") <= 2 and passed.index("STRANGER 10.0.0.2") <= 4
    assert len(passed) == 23 and len(set(turns[1:])) == 22, "never two in one turn of the loop"


def test_strangers_pay_for_every_step_and_rest_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that moves only while something is done: what a stranger takes after a wait of theirs counts too."""
    now = 100.0
    monkeypatch.setattr(turnstiles, "monotonic", lambda: now)
    monkeypatch.setattr(turnstiles, "SAVED", 0.0)

    async def dear(turnstile: Turnstile, stranger: Caller, begun: list[float], fails: bool = False) -> None:
        async def work() -> None:
            nonlocal now
            for _ in range(3):
                begun.append(now)
                now += 0.01
                await asyncio.sleep(0)
            if fails:
                raise OSError("gone")

        await turnstile.turn(stranger)
        await Metered(work(), turnstile, stranger)

    async def evening() -> list[float]:
        nonlocal now
        turnstile, begun = Turnstile(), list[float]()
        late = asyncio.get_running_loop().call_later

        def passes(seconds: float, *given: Any) -> Any:  # nothing else happens while they wait
            nonlocal now
            now += seconds
            return late(0, *given)

        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", passes, raising=False)
        await dear(turnstile, Caller(Rank.STRANGER, "10.0.0.1"), begun)
        with pytest.raises(OSError, match="gone"):
            await dear(turnstile, Caller(Rank.STRANGER, "10.0.0.2"), begun, fails=True)
        known = list[float]()
        await dear(turnstile, Caller(Rank.KNOWN, "10.0.0.3"), known)
        assert known[2] - known[0] == pytest.approx(0.02), "whom the house knows never rests"
        return begun

    begun = asyncio.run(evening())
    assert [round(after - before, 4) for before, after in pairwise(begun)] == [0.05] * 5, (
        "a fifth of the time is theirs"
    )


def test_what_is_thrown_at_somebody_who_waits_for_their_turn_reaches_their_work() -> None:
    async def evening() -> list[str]:
        turnstile, stranger, told = Turnstile(), Caller(Rank.STRANGER, "10.0.0.1"), list[str]()

        async def work() -> None:
            try:
                await asyncio.sleep(0)
            except asyncio.CancelledError:
                told.append("cancelled")
                raise
            finally:
                told.append("closed")

        async def paying() -> None:
            await Metered(work(), turnstile, stranger)

        task = asyncio.create_task(paying())
        await asyncio.sleep(0)
        turnstile.paid(stranger, 3600.0)  # the next step is an hour away
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled() and not turnstile.metering
        return told

    assert asyncio.run(evening()) == ["cancelled", "closed"]


def test_whoever_hangs_up_before_their_turn_is_forgotten() -> None:
    """At a turnstile that lets nobody through: both who was seen to go and who had asked for more than was read yet."""

    class Closing(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            self.line = door.let_in(transport)
            transport.pause_reading()  # as uvicorn does while more was asked for than is answered

        def connection_lost(self, exc: Exception | None) -> None:
            door.left(self.line)

    door = porter.Porter()

    async def crowd() -> tuple[int, list[str]]:
        turnstile, loop = Turnstile(), asyncio.get_running_loop()
        stranger = Caller(Rank.STRANGER, "127.0.0.1")
        turnstile.paid(stranger, 3600.0)
        server = await loop.create_server(Closing, "127.0.0.1", 0)
        asked = [await asyncio.open_connection(*server.sockets[0].getsockname()) for _ in range(3)]
        while len(door.lines) < 3:
            await asyncio.sleep(0.001)
        waiting = {line: asyncio.create_task(turnstile.turn(stranger, line)) for line in door.lines}
        await asyncio.sleep(0)
        stood = sum(len(line.waits) for line in waiting)
        first, second, third = waiting
        first.transport.abort()
        peer = second.transport.get_extra_info("peername")
        next(writer for _, writer in asked if writer.get_extra_info("sockname") == peer).close()
        while not second.gone:
            door.look(time.monotonic())
            await asyncio.sleep(0.001)
        ends = await asyncio.gather(waiting[first], waiting[second], return_exceptions=True)
        assert not waiting[third].done() and third.waits
        waiting[third].cancel()
        with pytest.raises(porter.Gone):
            await turnstile.turn(stranger, first)
        for _, writer in asked:
            writer.close()
        server.close()
        return stood, [type(end).__name__ for end in ends]

    assert asyncio.run(crowd()) == (3, ["Gone", "Gone"])


def test_what_is_done_for_somebody_who_hung_up_ends_before_its_next_step() -> None:
    async def evening() -> list[str]:
        turnstile, stranger, told = Turnstile(), Caller(Rank.STRANGER, "10.0.0.1"), list[str]()
        line = porter.Line(asyncio.Transport(), stranger.address, 0.0)

        async def work() -> None:
            try:
                told.append("first")
                await asyncio.sleep(0)
                told.append("second")
            finally:
                told.append("closed")

        async def paying() -> None:
            await Metered(work(), turnstile, stranger, line)
            told.append("nobody is told of it")

        task = asyncio.create_task(paying())
        await asyncio.sleep(0)
        turnstile.paid(stranger, 3600.0)  # the next step is an hour away
        while not line.waits:
            await asyncio.sleep(0)
        door = porter.Porter()
        door.lines[line] = None
        door.left(line)
        await task
        return told

    assert asyncio.run(evening()) == ["first", "closed", "nobody is told of it"]


def test_what_an_open_line_draws_is_paid_once_and_by_strangers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(turnstiles, "monotonic", lambda: now)
    monkeypatch.setattr(turnstiles, "SAVED", 0.0)

    def open_line(rank: Rank) -> tuple[HTTPConnection, Turnstile]:
        app = FastAPI()
        app.state.turnstile = Turnstile()
        caller = Caller(rank, "10.0.0.1")
        return HTTPConnection({"type": "http", "app": app, "houseway.caller": caller}), app.state.turnstile

    async def draws(rank: Rank, within: bool = False) -> float:
        """How long it is for others after a drawing of a tenth of a second."""
        connection, turnstile = open_line(rank)

        async def drawing() -> None:
            nonlocal now
            async with turn_of(connection):
                now += 0.1

        await (metered(connection.scope, drawing()) if within else drawing())
        return round(turnstile._free - now, 4)

    for rank, rest in ((Rank.STRANGER, 0.4), (Rank.VISITOR, 0.15)):
        assert asyncio.run(draws(rank)) == rest
        assert asyncio.run(draws(rank, within=True)) == rest, "not twice for one drawing"
    assert asyncio.run(draws(Rank.KNOWN)) < 0 and asyncio.run(draws(Rank.KNOWN, within=True)) < 0


def test_a_machine_that_asks_too_often_waits_like_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(turnstiles, "monotonic", lambda: now)
    turnstile = Turnstile()
    assert [turnstile.asks_at_once() for _ in range(12)] == [True] * 10 + [False] * 2
    now += 1.0
    assert turnstile.asks_at_once(), "a second later it is let in again"


def test_a_lane_serves_known_people_first_and_sends_a_crowd_back() -> None:
    async def crowd() -> tuple[list[str], int]:
        lane, served, go = Lane("test", 1), list[str](), threading.Event()

        async def one(rank: Rank, address: str, name: str) -> None:
            await lane.do(Caller(rank, address), lambda: (go.wait(END), served.append(name)))

        waits = [asyncio.create_task(one(Rank.STRANGER, "10.0.0.1", f"first {n}")) for n in range(20)]
        await asyncio.sleep(0)
        waits.append(asyncio.create_task(one(Rank.STRANGER, "10.0.0.2", "second")))
        waits.append(asyncio.create_task(one(Rank.KNOWN, "10.0.0.1", "known")))
        await asyncio.sleep(0)
        go.set()
        told = await asyncio.gather(*waits, return_exceptions=True)
        lane.close()
        return served, sum(isinstance(each, Crowded) for each in told)

    served, refused = asyncio.run(crowd())
    assert refused == 12, "eight of one address stand in a lane"
    assert served[0] == "first 0" and served[1] == "known" and served[2] == "second"


def test_strangers_who_ask_for_what_takes_long_are_told_to_come_back(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    lanes = house.app.state.lanes
    monkeypatch.setattr("houseway.web.lab.PATIENCE", 0.3)
    told = []

    async def ask(client: httpx.AsyncClient, number: int) -> None:
        reply = await client.get(f"/odds/act-1992-blackjack?decks={number}")
        told.append((reply.status_code, reply.headers.get("retry-after")))

    async def crowd() -> None:
        async with httpx.AsyncClient(base_url=house.base, timeout=END) as client:
            await asyncio.gather(*(ask(client, number) for number in range(10, 30)))

    slow = threading.Event()
    found, lanes.back_room.find = lanes.back_room.find, lambda *_: slow.wait(END)
    try:
        asyncio.run(crowd())
        with house.client() as client:
            until(lambda: len(lanes.figures._waiting) >= 7, "eight of one address stand before the back room")
            asyncio.run(crowd())  # whoever was not among them is told now, if not before
            assert client.get("/odds/act-1992-blackjack").status_code == 200, "what was found before is there at once"
            assert client.get("/odds/act-1992-blackjack.pdf").status_code == 200
    finally:
        slow.set()
        until(lambda: not lanes.figures._waiting and not lanes.figures._busy, "nobody is left before the back room")
        lanes.back_room.find = found
    assert (429, "2") in told and (200, None) in told


# The log


def test_every_line_of_the_log_is_json(house: Served) -> None:
    heard, rng = io.StringIO(), random.Random(1)
    kept = {name: list(logging.getLogger(name).handlers) for name in ("houseway", *logs.OTHERS)}
    hooks = threading.excepthook, logs.sys.excepthook
    logs.log_to(heard)
    try:
        with house.client() as client:
            house.app.state.premises.settings, before = None, house.app.state.premises.settings
            house.app.state.premises.changes, changes = None, house.app.state.premises.changes
            assert client.get("/api/settings").status_code in (401, 500)
            assert client.get("/train/vic-2000-rapid-roulette/decisions").status_code == 404, (
                "players of it decide nothing"
            )
            house.app.state.premises.settings, house.app.state.premises.changes = before, changes
        logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=ValueError("told twice"))
        logging.getLogger("asyncio").error("odd\nlines %s", rng.random())
        logging.getLogger("houseway.progress").info("finding odds")
        warnings.warn("careful", stacklevel=1)
        broken = threading.Thread(target=lambda: [][1], name="odd\nname")
        broken.start()
        broken.join()
        logs.note("opening", address="x\ny")
    finally:
        threading.excepthook, logs.sys.excepthook = hooks
        logging.captureWarnings(False)
        for name, handlers in kept.items():
            logging.getLogger(name).handlers[:] = handlers
    lines = [json.loads(one) for one in heard.getvalue().splitlines()]
    told = [one["what"] for one in lines]
    assert any("thread odd\nname ended by IndexError" in one for one in told) and "finding odds" in told
    assert any("careful" in one for one in told) and not any("ASGI" in one for one in told)


def test_the_last_line_of_a_process_says_what_stopped_it() -> None:
    assert why_stopped("disk I/O error") == "the ledger could not be written"
    assert "another process" in why_stopped(""), "its ledger was not broken: it lost the house"


# Orders


def test_nobody_orders_faster_than_people_do_by_whichever_door(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    door = house.premises.identity.door
    assert door is not None
    terminal = house.client()
    code = door.invite("terminal", "RR-1", "ATS-1", "operator:test")
    assert terminal.post("/api/devices", json={"code": code}).status_code == 201

    def complain(words: str) -> int:
        doc = {"key": secrets.token_hex(8), "act": "complain", "details": {"words": words}, "as": "player"}
        return terminal.post("/api/tables/RR-1/orders", json=doc).status_code

    assert complain("x" * 2001) == 422, "longer than anything anybody says"
    now = time.monotonic()
    monkeypatch.setattr(pacing, "monotonic", lambda: now)
    told = [complain("slow") for _ in range(40)]
    assert told.index(429) in (29, 30) and set(told[30:]) == {429}, "thirty at once"
    now += 1
    told = [complain("later") for _ in range(20)]
    assert told.count(200) == 10, "ten a second"
    buckets = Buckets(house.premises)
    for number in range(11_000):
        buckets.of_person(Person(f"p{number}", "player"))
    assert len(buckets._known) == 10_000, "and whoever is long gone is forgotten"
