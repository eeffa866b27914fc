"""Siege: a staffed floor while two hundred strangers do the worst they can, from one address and without a credential.

``python -m bench.siege`` prints how soon touches are answered in peace and under siege; ``python -m bench.siege 600`` besieges
it for ten minutes and prints what became of its memory. Strangers ask for figures that nobody has found and for every dear
page, many on one line, hold streams and sockets open, talk on lines that are for looking, send halves of requests and bodies
without end, guess passwords, do not read what they asked for, knock and run away, and ask like a machine how the house is.
Meanwhile periods of seconds follow each other.

Strangers stand on the same machine, so they run at nice 10: on a machine of their own they would not take the house's
processor, only its attention. How often they asked is printed beside.

While others work on the machine, the floor must have it to itself as in a casino. Linux weighs sessions before it weighs
processes (``/proc/sys/kernel/sched_autogroup_enabled``), so ``nice`` alone does nothing; a session of its own does:
``setsid -w sh -c 'echo -15 >/proc/self/autogroup; exec python -m bench.siege 20'``.
"""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bench.measure import Figure

STRANGERS, TABLES, TERMINALS, PERIOD = 200, 2, 12, 6
PASSWORD = "correct horse battery"
BOOKS = (
    "act-1992-blackjack",
    "vic-1997-red-dog",
    "vic-1999-caribbean-stud",
    "act-1992-keno",
    "vic-2000-rapid-roulette",
)
DEAR = (
    "/", "/books", "/docs", "/openapi.json", "/api/tables", "/api/books", "/keno/board", "/odds/judge", "/table/RR-1",
    *(f"/{room}/{book}" for book in BOOKS for room in ("books", "odds", "api/books")),
    *(f"/odds/{book}.pdf" for book in BOOKS),
)  # fmt: skip


# The floor


class Floor:
    """``houseway serve --settings`` with its devices enrolled."""

    def __init__(self) -> None:
        from houseway.ledger import open_ledger
        from houseway.premises.staff import Door

        self.folder = Path(tempfile.mkdtemp(prefix="houseway-siege-"))
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = int(one.getsockname()[1])
        settings = self.folder / "floor.toml"
        settings.write_text(
            f'[house]\nport = {self.port}\ndatabase = "{self.folder}/floor.db"\n[rapid]\ntables = {TABLES}\n'
            f"terminals = {TERMINALS}\nwagering_period = {PERIOD}\nwheel = 'generator'\n[rapid.limits]\n"
            'other = "1 to 100000 step 1"\n'
        )
        ledger = open_ledger(f"sqlite:///{self.folder}/floor.db")
        door = Door(ledger, at="desk")
        door.add("C. Soup", "casino supervisor", PASSWORD, "operator:bench")
        self.places = [(f"RR-{t}", f"ATS-{n}") for t in range(1, TABLES + 1) for n in range(1, TERMINALS + 1)]
        self.tokens = {}
        for table, station in self.places:
            _, self.tokens[table, station] = door.enrol(door.invite("terminal", table, station, "operator:bench"))
        ledger.settle_down()
        door.close()
        ledger.close()
        command = [sys.executable, "-m", "houseway", "serve", "--settings", str(settings)]
        self.log = (self.folder / "log").open("w+")
        self.server = subprocess.Popen(command, stderr=self.log)
        while True:
            self.log.seek(0)
            if "open at" in self.log.read():
                break
            assert self.server.poll() is None, "the floor did not open"
            time.sleep(0.1)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def resident(self) -> tuple[int, int]:
        """MiB of memory that it holds, and that its back rooms hold."""
        own = self.server.pid
        tasks = Path(f"/proc/{own}/task").glob("*/children")  # each thread has the children it started
        back = [pid for task in tasks for pid in task.read_text().split()]
        return _resident(own), sum(_resident(int(pid)) for pid in back)

    def buy_in(self) -> None:
        import httpx

        with httpx.Client(base_url=self.base, timeout=60) as boss:
            assert boss.post("/api/staff", json={"name": "C. Soup", "password": PASSWORD}).status_code == 201
            for table, station in self.places:
                details = {"station": station, "cents": 10**6}
                doc = {"key": secrets.token_hex(8), "act": "buy in", "details": details, "as": "staff"}
                for _ in range(2 * len(self.places)):
                    bought = boss.post(f"/api/tables/{table}/orders", json=doc)
                    if bought.status_code != 429:
                        break
                    time.sleep(1)
                assert bought.status_code == 200, bought.text

    def close(self) -> None:
        self.server.terminate()
        self.server.wait()
        self.log.close()


def _resident(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:  # it has just ended
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


# Those who play


class Counted:
    def __init__(self) -> None:
        self.times: list[float] = []
        self.late = 0.0  # seconds by which a period was still open after its end, as terminals saw it
        self.accepted = self.refused = self.broken = 0


async def play(floor: Floor, place: tuple[str, str], end: float, counted: Counted, every: float) -> None:
    """One terminal: a touch every so often, in and out of periods."""
    import websockets

    cookie = f"houseway_device={floor.tokens[place]}"
    url = f"ws://127.0.0.1:{floor.port}/ws/rapid/{place[0]}/{place[1]}"
    async with websockets.connect(
        url, additional_headers={"Cookie": cookie}, open_timeout=60, ping_interval=None
    ) as line:
        word, count, state, sent = secrets.token_hex(8), 0, dict[str, Any](), dict[str, float]()

        async def hear() -> None:
            async for text in line:
                doc = json.loads(text)
                if doc["t"] == "state":
                    state.update(doc)
                    continue
                counted.times.append(time.perf_counter() - sent.pop(doc["key"]))
                counted.accepted += doc["ok"]
                counted.refused += not doc["ok"]

        hearing = asyncio.create_task(hear())
        await asyncio.sleep(random.uniform(0, every))
        while time.monotonic() < end and not hearing.done():
            if "spin" in state:
                count += 1
                key = f"{word}-{count:08d}"
                sent[key] = time.perf_counter()
                await line.send(json.dumps({"key": key, "spin": state["spin"], "bets": [["red", 100]]}))
            await asyncio.sleep(every)
        patience = time.monotonic() + 30
        while sent and time.monotonic() < patience and not hearing.done():
            await asyncio.sleep(0.05)
        counted.broken += len(sent)
        hearing.cancel()


def playing(floor: Floor, seconds: float) -> Counted:
    counted = Counted()

    async def everybody() -> None:
        end = time.monotonic() + seconds
        await asyncio.gather(*(play(floor, place, end, counted, 0.4) for place in floor.places))

    asyncio.run(everybody())
    return counted


def told(counted: Counted) -> str:
    times = sorted(counted.times)
    p50, p99, worst = (1000 * times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.99, 1))
    return f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, longest {worst:.0f} ms of {len(times):,}"


# Those who besiege it


async def _line(port: int, **how: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Strangers stand at an address of their own, all at the same."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.9", 0), **how)


async def _say(port: int, text: str, wait: float = 20.0, most: int = 400_000) -> None:
    """One request on a line of its own; what comes back is read and thrown away."""
    reader, writer = await _line(port)
    try:
        writer.write(text.encode())
        async with asyncio.timeout(wait):
            read = 0
            while read < most and (data := await reader.read(65536)):
                read += len(data)
    finally:
        writer.close()


def _get(path: str, more: str = "") -> str:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAccept-Encoding: gzip\r\n{more}\r\n"


def _upgrade(path: str) -> str:
    upgrade = "Upgrade: websocket\r\nSec-WebSocket-Key: c2VjcmV0c2VjcmV0MTIzNA==\r\nSec-WebSocket-Version: 13\r\n"
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n{upgrade}\r\n"


def _post(path: str, body: str, more: str = "") -> str:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n{more}\r\n{body}"


async def dear_pages(port: int, rng: random.Random) -> None:
    await _say(port, _get(rng.choice(DEAR)))


async def new_figures(port: int, rng: random.Random) -> None:
    book = rng.choice(BOOKS)
    await _say(
        port,
        _get(
            rng.choice(
                (
                    f"/odds/{book}?decks={rng.randint(1, 100)}",
                    f"/odds/{book}/what-if.json?set=decks%3D{rng.randint(1, 100)}&patient=true",
                    f"/train/{book}?deal={rng.randrange(10**9)}",
                    f"/odds/judge.pdf?a=vic-1997-red-dog&b={rng.choice(('act-1992-red-dog', 'ma-red-dog'))}",
                    f"/odds/compare?books=vic-1997-red-dog,act-1992-red-dog&at=20{rng.randint(10, 26)}-01-01T04:00",
                )
            )
        ),
    )


async def watching(port: int, rng: random.Random) -> None:
    path = rng.choice(("/ws/floor?page=lobby", "/ws/rapid/RR-1?page=display", "/ws/rapid/RR-2", "/keno/ws", "/ws/RR-1"))
    await _say(port, _upgrade(path), wait=rng.uniform(1, 10), most=10**9)


async def chattering(port: int, rng: random.Random) -> None:
    """A socket that is only for looking, and somebody who talks on it without end."""
    path = rng.choice(("/ws/floor?page=lobby", "/ws/rapid/RR-1?page=display", "/keno/ws"))
    reader, writer = await _line(port)
    try:
        writer.write(_upgrade(path).encode())
        async with asyncio.timeout(10):
            await reader.readuntil(b"\r\n\r\n")
            word = bytes((0x81, 0x80 | 100, 0, 0, 0, 0)) + b'{"key":"' + b"x" * 90 + b'"}'  # masked by nothing at all
            while not reader.at_eof():
                writer.write(word * 200)
                await writer.drain()
                await reader.read(65536)
    finally:
        writer.close()


async def in_one_breath(port: int, rng: random.Random) -> None:
    """Dear pages on one line, each asked for before the one before was answered."""
    asked = "".join(f"GET {rng.choice(DEAR)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" for _ in range(30))
    await _say(port, asked + _get("/"), most=10**7)


async def streaming(port: int, rng: random.Random) -> None:
    await _say(port, _get("/events"), wait=rng.uniform(1, 10), most=10**9)


async def half_said(port: int, rng: random.Random) -> None:
    _, writer = await _line(port)
    try:
        for letter in _get("/?" + "x" * 60, "X-Slow: " + "y" * 200 + "\r\n"):
            writer.write(letter.encode())
            await asyncio.sleep(0.5)
    finally:
        writer.close()


async def endless_body(port: int, rng: random.Random) -> None:
    _, writer = await _line(port)
    try:
        head = "POST /api/staff HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        for _ in range(400):
            writer.write(chunk)
            await writer.drain()
    finally:
        writer.close()


async def guessing(port: int, rng: random.Random) -> None:
    name = rng.choice(("C. Soup", f"X. {rng.randrange(10**6)}", "y" * 90_000))
    await _say(port, _post("/api/staff", json.dumps({"name": name, "password": "guess it all now"})))
    await _say(port, _post("/api/devices", json.dumps({"code": secrets.token_hex(8)})))


async def nonsense(port: int, rng: random.Random) -> None:
    bodies = (
        "[" * 40_000,
        '{"key": "\\ud800xxxxxxx", "act": "touch"}',
        "{" * 90_000,
        json.dumps({"key": "k" * 90_000}),
    )
    cookie = f"Cookie: houseway_session={secrets.token_hex(16)}; houseway_device={secrets.token_hex(16)}\r\n"
    await _say(port, _post("/api/tables/RR-1/orders", rng.choice(bodies), cookie))
    await _say(port, _get(rng.choice(("/record/RR-1?player=Nobody", "/inspect/RR-1?words=zzzz", "/pit")), cookie))


async def not_reading(port: int, rng: random.Random) -> None:
    _, writer = await _line(port, limit=1024)
    try:
        writer.write(("GET /docs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 40).encode())
        await asyncio.sleep(rng.uniform(5, 60))
    finally:
        writer.close()


async def knocking(port: int, rng: random.Random) -> None:
    for _ in range(20):
        _, writer = await _line(port)
        writer.close()


async def like_machines(port: int, rng: random.Random) -> None:
    """Many requests on one line, each before the one before is answered, for what is answered to anybody at once."""
    path = rng.choice(("/healthz", "/metrics", "/static/house.css", "/palette.css"))
    asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 50
    await _say(port, asked + _get(path), wait=5)


KINDS: tuple[Callable[[int, random.Random], Awaitable[None]], ...] = (
    dear_pages, dear_pages, new_figures, watching, streaming, half_said, endless_body, guessing, nonsense, not_reading, knocking,
    like_machines, chattering, in_one_breath,
)  # fmt: skip


def besiege(port: int, seconds: float, asked: Any) -> None:
    os.nice(10)
    logging.disable()  # what asyncio says of lines that the house hung up

    async def one(number: int) -> None:
        rng, end = random.Random(number), time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                await KINDS[number % len(KINDS)](port, rng)
                asked.value += 1
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.05)

    async def all_of_them() -> None:
        await asyncio.wait([asyncio.create_task(one(number)) for number in range(STRANGERS)], timeout=seconds)

    asyncio.run(all_of_them())


# Both together


def siege(seconds: float = 30.0) -> list[Figure]:
    floor = Floor()
    try:
        floor.buy_in()
        peace = playing(floor, min(seconds, 20.0))
        asked = multiprocessing.Value("L", 0)
        besieging = multiprocessing.Process(target=besiege, args=(floor.port, seconds + 10, asked), daemon=True)
        besieging.start()
        time.sleep(5)
        held = [floor.resident()]
        began = time.monotonic()
        siege = Counted()
        while time.monotonic() - began < seconds:
            part = playing(floor, min(30.0, seconds))
            siege.times += part.times
            siege.accepted += part.accepted
            siege.refused += part.refused
            siege.broken += part.broken
            held.append(floor.resident())
        besieging.terminate()
        besieging.join()
        late = closes(floor)
    finally:
        floor.close()
    house, back = zip(*held, strict=True)
    grown = f"memory {house[0]} to {house[-1]} MiB, at most {max(house)}; back rooms {back[0]} to {back[-1]}, at most {max(back)}"
    if len(held) > 5:
        grown = f"{grown}; every half minute {' '.join(f'{own}+{rooms}' for own, rooms in held)}"
    quiet = f"in peace {told(peace)}"
    note = f"{told(siege)}; {siege.broken} unanswered; {quiet}; periods closed {late}; {grown} in {seconds:.0f} s"
    note = f"{note}; strangers asked {asked.value:,} times"
    rate = len(siege.times) / seconds
    return [Figure(f"touches while {STRANGERS} strangers besiege the floor ({note})", rate, "/s", floor="p99 250 ms")]


def closes(floor: Floor) -> str:
    """By how much the record has periods closed after their end."""
    from datetime import datetime

    from houseway.ledger import open_ledger

    ledger = open_ledger(f"sqlite:///{floor.folder}/floor.db")
    late: list[float] = []
    try:
        for table in range(1, TABLES + 1):
            began: datetime | None = None
            for entry in ledger.entries(f"RR-{table}"):
                if entry.kind == "period-began":
                    began = datetime.fromisoformat(entry.at)
                elif entry.kind == "answered" and began is not None:
                    late.append((datetime.fromisoformat(entry.at) - began).total_seconds() - PERIOD)
                    began = None
    finally:
        ledger.close()
    late.sort()
    return f"{1000 * late[len(late) // 2]:.0f} ms after their end in the median, {1000 * late[-1]:.0f} at most, of {len(late)}"


def figures() -> list[Figure]:
    return siege()


if __name__ == "__main__":
    for figure in siege(float(sys.argv[1]) if sys.argv[1:] else 30.0):
        print(f"{figure.work}: {figure.ours:.1f}{figure.unit}")
