"""A floor in a process of its own, and terminals that bet at it over real sockets and remember what they were told."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets

from houseway.kit.spots import layout
from tests.faults.relief import Forked, Relief
from tests.waiting import END

ROOT = Path(__file__).parents[2]
OPEN = re.compile(r"open at (http://[^\s\"]+)")
SPOTS = list(layout())
LOST = (websockets.ConnectionClosed, OSError, EOFError, TimeoutError, websockets.InvalidHandshake)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@dataclass
class Floor:
    """``houseway serve --settings`` over one database, with a dealer at every table."""

    folder: Path
    tables: int = 1
    terminals: int = 24
    period: int = 600
    wheel: str = "real"
    database: str = ""
    extra: str = ""
    first: int = 1
    env: dict[str, str] = field(default_factory=dict)
    relief: Relief | None = None  # who starts the server, if not the operator's own command
    server: subprocess.Popen[str] | Forked | None = None
    base: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    port: int = 0

    def __post_init__(self) -> None:
        self.database = self.database or str(self.folder / "floor.db")

    @property
    def settings(self) -> str:
        return f"""
[house]
database = "{self.database}"
port = {self.port}
open_house = true
orders_per_second = 100000
[rapid]
tables = {self.tables}
first = {self.first}
terminals = {self.terminals}
wagering_period = {self.period}
wheel = "{self.wheel}"
touches_per_second = 100000
[rapid.limits]
other = "1 to 100000 step 1"
{self.extra}
"""

    def start(self, **env: str) -> Floor:
        path = self.folder / f"floor-{self.first}-{self.port}.toml"
        path.write_text(self.settings)
        words = ("serve", "--settings", str(path))
        if self.relief is not None:
            self.server = self.relief.start(*words, **self.env, **env)
        else:
            everything = {**os.environ, "PYTHONPATH": str(ROOT), **self.env, **env}
            everything.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / ".tools" / "pycache"))
            command = [sys.executable, "-m", "houseway", *words]
            self.server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=everything, cwd=ROOT)
        assert self.server.stderr is not None
        fcntl.fcntl(self.server.stderr, fcntl.F_SETPIPE_SZ, 1 << 20)  # nobody reads on once it is open
        said = []
        for line in self.server.stderr:
            said.append(line)
            if found := OPEN.search(line):
                self.base = found.group(1)
                return self
        raise AssertionError("the floor did not open:\n" + "".join(said))

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.base, timeout=END, cookies=self.cookies, verify=False)

    def staff(self, role: str = "casino supervisor", name: str = "L. Brandt") -> httpx.Client:
        client = self.client()
        assert client.post("/api/staff", json={"name": name, "role": role}).status_code == 201
        return client

    @asynccontextmanager
    async def console(self, role: str = "casino supervisor", name: str = "L. Brandt") -> AsyncIterator[Console]:
        """The same for whoever works in an event loop."""
        limits = httpx.Limits(max_connections=32, max_keepalive_connections=32, keepalive_expiry=1)
        async with Console(base_url=self.base, timeout=END, verify=False, limits=limits) as console:
            reply = await console.post("/api/staff", json={"name": name, "role": role})
            assert reply.status_code == 201, reply.text
            yield console

    def order(self, client: httpx.Client, table: str, act: str, key: str = "", **details: Any) -> httpx.Response:
        doc = {"key": key or secrets.token_hex(8), "act": act, "details": details, "as": "staff"}
        return client.post(f"/api/tables/{table}/orders", json=doc)

    def must(self, client: httpx.Client, table: str, act: str, **details: Any) -> dict[str, Any]:
        reply = self.order(client, table, act, **details)
        assert reply.status_code == 200, (act, reply.text)
        found: dict[str, Any] = reply.json()
        return found

    @property
    def running(self) -> bool:
        return self.server is not None and self.server.poll() is None

    def kill(self) -> None:
        assert self.server is not None
        if self.running:
            self.server.send_signal(signal.SIGKILL)
        self.gone()

    def gone(self) -> None:
        assert self.server is not None
        self.server.wait(END)
        if self.server.stderr is not None:
            self.server.stderr.close()

    def stop(self) -> None:
        if self.running and self.server is not None:
            self.server.terminate()
            try:
                self.gone()
            except subprocess.TimeoutExpired:
                self.kill()
                raise


class Console(httpx.AsyncClient):
    """A dealer's or supervisor's browser."""

    async def order(
        self, table: str, act: str, key: str = "", more: dict[str, Any] | None = None, **details: Any
    ) -> httpx.Response:
        doc = {"key": key or secrets.token_hex(8), "act": act, "details": details, "as": "staff", **(more or {})}
        return await self.post(f"/api/tables/{table}/orders", json=doc)

    async def opens(self, table: str) -> None:
        """Opens wagering after an interruption; a spin that was closed then comes to its end first."""
        await self.order(table, "answer", value="17")
        await self.order(table, "open wagering")

    async def deal(self, table: str, rng: random.Random, pause: float = 0.05) -> None:
        """Deals spin after spin, until the floor is gone. While a period runs the console refuses the outcome."""
        try:
            await self.opens(table)
            while True:
                if (await self.order(table, "answer", value=str(rng.randrange(37)))).status_code == 200:
                    continue
                await asyncio.sleep(pause)
        except httpx.HTTPError:
            return


@dataclass
class Terminal:
    """A terminal: it keeps every touch until it is answered, and everything it was told."""

    floor: Floor
    table: str
    station: str
    cookie: str
    seed: int = 0
    session: str = field(default_factory=lambda: secrets.token_hex(8))
    count: int = 0
    sent: dict[str, str] = field(default_factory=dict)  # waiting for an answer
    accepted: dict[str, dict[str, Any]] = field(default_factory=dict)  # by key: what was asked and what was answered
    refused: dict[str, dict[str, Any]] = field(default_factory=dict)
    unproven: dict[str, dict[str, Any]] = field(default_factory=dict)  # answers not yet compared with the record
    contradictions: list[str] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    asked: dict[str, Any] = field(default_factory=dict)
    base: str = ""  # another way to the floor, such as a proxy
    latencies: list[float] = field(default_factory=list)
    lines: int = 0  # how often it had to call
    slow: float = 1.0  # how much longer than usual it waits for an answer: twice as long after each line given up
    heard_at: float = 0.0  # when it was last told how the table stands
    _at: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed or self.station)

    @property
    def url(self) -> str:
        return f"{(self.base or self.floor.base).replace('http', 'ws')}/ws/rapid/{self.table}/{self.station}"

    def connect(self, **options: Any) -> Any:
        how: dict[str, Any] = {"max_size": None, "compression": None, **options}
        return websockets.connect(self.url, additional_headers={"Cookie": self.cookie}, **how)

    def touch(self, bets: Iterable[tuple[str, int]], spin: int | None = None) -> str:
        self.count += 1
        key = f"{self.session}-{self.count:08d}"
        doc = {
            "key": key,
            "spin": self.state.get("spin", 1) if spin is None else spin,
            "bets": [list(bet) for bet in bets],
        }
        self.asked[key] = doc
        self.sent[key] = json.dumps(doc)
        return key

    def random_bets(self, most: int = 1) -> list[tuple[str, int]]:
        spots = self.rng.sample(SPOTS, self.rng.randint(1, most))
        return [(spot, 100 * self.rng.randint(1, 5)) for spot in spots]

    def heard(self, text: str) -> dict[str, Any]:
        doc: dict[str, Any] = json.loads(text)
        if doc["t"] == "state":
            self.state, self.heard_at = doc, time.monotonic()
            return doc
        key = doc["key"]
        if doc.get("fault") == "busy":  # no decision: it is sent again later
            return doc
        self.sent.pop(key, None)
        self.slow = 1.0
        if key in self._at:
            self.latencies.append(time.perf_counter() - self._at.pop(key))
        known = self.accepted.get(key) or self.refused.get(key)
        if known is not None:
            same = ("ok", "chips")
            if any(known.get(name) != doc.get(name) for name in same):
                self.contradictions.append(f"{key}: {known} then {doc}")
            return doc
        (self.accepted if doc["ok"] else self.refused)[key] = self.unproven[key] = doc
        return doc

    async def send(self, line: Any, key: str) -> None:
        self._at[key] = time.perf_counter()
        await line.send(self.sent[key])

    async def until(self, line: Any, phase: str, spin: int) -> None:
        """Hears until the table stands so."""
        async with asyncio.timeout(END):
            while (self.state.get("phase"), self.state.get("spin")) != (phase, spin):
                self.heard(await line.recv())

    async def settle(self, line: Any, seconds: float = END) -> None:
        """Hears until everything sent has been answered."""
        end = time.monotonic() + seconds
        while self.sent:
            doc = self.heard(await asyncio.wait_for(line.recv(), max(0.1, end - time.monotonic())))
            if doc.get("fault") == "busy" and doc["key"] in self.sent:
                await asyncio.sleep(0.15)
                await line.send(self.sent[doc["key"]])

    async def bet(
        self,
        seconds: float,
        pause: float = 0.02,
        most: int = 1,
        at_once: int = 1,
        patience: float = 0.0,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        """Bets until the time is up, it is enough, or the line goes down; what was not answered stays to be sent again.

        ``at_once`` touches go out together, and four times as many may be unanswered. With ``patience`` it calls again
        when the line goes down, and takes a line for dead on which nothing was answered for that many seconds, or on
        which a period should have ended that long ago, as the page of a terminal does; each time in vain it waits longer."""
        end = time.monotonic() + seconds
        while True:
            waits = 5 * self.slow if patience else END  # for a call to be answered
            try:
                async with self.connect(open_timeout=waits, close_timeout=0.1) as line:
                    self.lines += 1
                    self.heard(await asyncio.wait_for(line.recv(), waits))
                    for key in list(self.sent):  # what went unanswered before, as it was
                        await self.send(line, key)
                    await self._bet(line, lambda: time.monotonic() >= end or enough(), pause, most, at_once, patience)
                    return
            except LOST:
                if not patience or time.monotonic() >= end or enough():
                    return
                self.slow = min(8.0, self.slow * 2)
                await asyncio.sleep(0.05)

    async def _bet(
        self, line: Any, over: Callable[[], bool], pause: float, most: int, at_once: int, patience: float
    ) -> None:
        hearing = asyncio.create_task(self._hear(line))
        try:
            while not over() and not hearing.done():
                if self.state.get("phase") == "wagering":
                    for _ in range(min(at_once, 4 * at_once - len(self.sent))):
                        await self.send(line, self.touch(self.random_bets(most)))
                if patience and self._dead(patience * self.slow):
                    line.transport.abort()
                    raise EOFError("nothing is heard on this line")
                await asyncio.sleep(pause)
            if hearing.done():  # hung up, also where nothing is unanswered: it is to call again
                hearing.result()
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)
        await self.settle(line, patience * self.slow or END)

    def _dead(self, patience: float) -> bool:
        now, left = time.perf_counter(), self.state.get("left")
        overdue = left is not None and time.monotonic() - self.heard_at > left + patience
        return overdue or any(now - self._at[key] > patience for key in self.sent)

    async def _hear(self, line: Any) -> None:
        while True:
            self.heard(await line.recv())


def seat(floor: Floor, table: str, count: int, cents: int = 10_000_000) -> list[Terminal]:
    """Terminals of a table, each with credit and a player who controls it."""
    return seat_all(floor, [table], count, cents)


def seat_all(floor: Floor, tables: Iterable[str], count: int, cents: int = 10_000_000) -> list[Terminal]:
    """The same at several tables, everybody coming in together."""

    doors = asyncio.Semaphore(12)

    async def one(console: Console, table: str, number: int) -> Terminal:
        station = f"ATS-{number}"
        async with doors:
            visitor = await console.post("/api/players", json={}, headers={"Cookie": ""})
            bought = await console.order(table, "buy in", station=station, cents=cents, player=visitor.json()["name"])
        assert bought.status_code == 200, bought.text
        return Terminal(floor, table, station, f"houseway_player={visitor.cookies['houseway_player']}", seed=number)

    async def everybody() -> list[Terminal]:
        async with floor.console() as console:
            seats = [(table, number) for table in tables for number in range(1, count + 1)]
            return list(await asyncio.gather(*(one(console, *place) for place in seats)))

    return asyncio.run(everybody())
