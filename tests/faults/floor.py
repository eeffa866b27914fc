"""A floor in a process of its own, and terminals that bet at it over real sockets and remember what they were told."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets

from houseway.kit.spots import layout

ROOT = Path(__file__).parents[2]
OPEN = re.compile(r"open at (http://\S+)")
SPOTS = list(layout())


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
    server: subprocess.Popen[str] | None = None
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
        everything = {**os.environ, "PYTHONPATH": str(ROOT), **self.env, **env}
        everything.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / ".venv" / "pycache"))
        command = [sys.executable, "-m", "houseway", "serve", "--settings", str(path)]
        self.server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=everything, cwd=ROOT)
        assert self.server.stderr is not None
        said = []
        for line in self.server.stderr:
            said.append(line)
            if found := OPEN.search(line):
                self.base = found.group(1)
                return self
        raise AssertionError("the floor did not open:\n" + "".join(said))

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.base, timeout=30, cookies=self.cookies)

    def staff(self, role: str = "casino supervisor", name: str = "L. Brandt") -> httpx.Client:
        client = self.client()
        assert client.post("/api/staff", json={"name": name, "role": role}).status_code == 201
        return client

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
        self.server.wait(30)
        if self.server.stderr is not None:
            self.server.stderr.close()

    def stop(self) -> None:
        if self.running and self.server is not None:
            self.server.terminate()
            try:
                self.server.wait(10)
            except subprocess.TimeoutExpired:
                self.server.kill()
            self.gone()


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
    contradictions: list[str] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    asked: dict[str, Any] = field(default_factory=dict)
    base: str = ""  # another way to the floor, such as a proxy
    latencies: list[float] = field(default_factory=list)
    _at: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed or self.station)

    @property
    def url(self) -> str:
        return f"{(self.base or self.floor.base).replace('http', 'ws')}/ws/rapid/{self.table}/{self.station}"

    def connect(self, **options: Any) -> Any:
        return websockets.connect(self.url, additional_headers={"Cookie": self.cookie}, max_size=None, **options)

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
            self.state = doc
            return doc
        key = doc["key"]
        if doc.get("fault") == "busy":  # no decision: it is sent again later
            return doc
        self.sent.pop(key, None)
        if key in self._at:
            self.latencies.append(time.perf_counter() - self._at.pop(key))
        known = self.accepted.get(key) or self.refused.get(key)
        if known is not None:
            same = ("ok", "chips")
            if any(known.get(name) != doc.get(name) for name in same):
                self.contradictions.append(f"{key}: {known} then {doc}")
            return doc
        (self.accepted if doc["ok"] else self.refused)[key] = doc
        return doc

    async def send(self, line: Any, key: str) -> None:
        self._at[key] = time.perf_counter()
        await line.send(self.sent[key])

    async def settle(self, line: Any, seconds: float = 20) -> None:
        """Hears until everything sent has been answered."""
        end = time.monotonic() + seconds
        while self.sent and time.monotonic() < end:
            doc = self.heard(await asyncio.wait_for(line.recv(), max(0.1, end - time.monotonic())))
            if doc.get("fault") == "busy" and doc["key"] in self.sent:
                await asyncio.sleep(0.15)
                await line.send(self.sent[doc["key"]])
        assert not self.sent, f"{self.station}: no answer to {list(self.sent)[:3]}"

    async def bet(self, seconds: float, pause: float = 0.02, most: int = 1) -> None:
        """Bets until the time is up or the line goes down; what was not answered stays to be sent again."""
        try:
            async with self.connect() as line:
                self.heard(await line.recv())
                for key in list(self.sent):  # what went unanswered before, as it was
                    await self.send(line, key)
                end = time.monotonic() + seconds
                while time.monotonic() < end:
                    if self.state.get("phase") == "wagering":
                        await self.send(line, self.touch(self.random_bets(most)))
                    try:
                        while True:
                            self.heard(await asyncio.wait_for(line.recv(), pause))
                    except TimeoutError:
                        pass
                await self.settle(line)
        except (websockets.ConnectionClosed, OSError, EOFError, TimeoutError, websockets.InvalidHandshake):
            return


def seat(floor: Floor, table: str, count: int, cents: int = 10_000_000) -> list[Terminal]:
    """Terminals of a table, each with credit and a player who controls it."""
    boss = floor.staff()
    found = []
    for number in range(1, count + 1):
        station = f"ATS-{number}"
        visitor = floor.client()
        name = visitor.post("/api/players", json={}).json()["name"]
        floor.must(boss, table, "buy in", station=station, cents=cents, player=name)
        cookie = f"houseway_player={visitor.cookies['houseway_player']}"
        found.append(Terminal(floor, table, station, cookie, seed=number))
        visitor.close()
    boss.close()
    return found
