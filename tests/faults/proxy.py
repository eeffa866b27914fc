"""A misbehaving line between terminals and the floor.

``Weather`` says how badly: messages go twice, late, out of order or not at all, one direction goes quiet for a while, lines
break, and what was sent on an earlier day comes once more. ``cut`` and ``heal`` part chosen terminals from the floor.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import websockets
from websockets.asyncio.server import ServerConnection, serve

UP, DOWN = "up", "down"  # to the floor, to the terminal
GONE = (websockets.ConnectionClosed, OSError, websockets.InvalidHandshake)


@dataclass(frozen=True)
class Weather:
    """How often of a hundred messages."""

    twice: float = 20
    late: float = 30  # by up to a sixth of a second, so that later ones overtake it
    very_late: float = 0.3  # by up to two seconds
    lost: float = 1
    quiet: float = 0.1  # this direction loses everything for up to half a second
    broken: float = 0.2  # the line breaks
    yesterday: float = 3  # something sent long ago comes again


FAIR = Weather(0, 0, 0, 0, 0, 0, 0)


@dataclass
class Counts:
    """What the line has done."""

    up: int = 0
    down: int = 0
    twice: int = 0
    late: int = 0
    lost: int = 0
    broken: int = 0
    yesterday: int = 0


@dataclass
class _Way:
    """One direction of one line."""

    direction: str
    station: str
    source: Any
    target: Any
    quiet_until: float = 0.0


@dataclass
class Proxy:
    base_of_the_floor: str
    seed: int
    weather: Weather = Weather()
    counts: Counts = field(default_factory=Counts)
    base: str = ""
    parted: dict[str, frozenset[str]] = field(default_factory=dict)  # by terminal: which directions carry nothing
    past: dict[str, list[str]] = field(default_factory=dict)  # by terminal: what it sent

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self._lines: dict[str, set[ServerConnection]] = {}
        self._on_the_way: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Proxy:
        self.server = await serve(self._line, "127.0.0.1", 0, max_size=None, compression=None, close_timeout=0.2)
        port = next(iter(self.server.sockets)).getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for task in list(self._on_the_way):
            task.cancel()
        await self.server.wait_closed()

    # Partitions

    def cut(self, stations: Iterable[str], *directions: str) -> None:
        for station in stations:
            self.parted[station] = frozenset(directions or (UP, DOWN))

    async def heal(self, hang_up: bool) -> None:
        """Everything is carried again; a line that was cut may be found broken."""
        parted, self.parted = self.parted, {}
        if hang_up:
            lines = [line for station in parted for line in self._lines.get(station, ())]
            await asyncio.gather(*(line.close() for line in lines))

    # Lines

    async def _line(self, client: ServerConnection) -> None:
        assert client.request is not None
        cookie = {"Cookie": client.request.headers["Cookie"]}
        path = client.request.path
        station = path.rpartition("/")[2]
        if self.parted.get(station):  # no call gets through where either direction is cut
            client.transport.abort()
            return
        own = self._lines.setdefault(station, set())
        own.add(client)
        try:
            address = self.base_of_the_floor.replace("http", "ws") + path
            how: dict[str, Any] = {"max_size": None, "compression": None, "close_timeout": 0.2}
            async with websockets.connect(address, additional_headers=cookie, **how) as house:
                ways = (_Way(UP, station, client, house), _Way(DOWN, station, house, client))
                tasks = [asyncio.create_task(self._carry(way)) for way in ways]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
        except GONE:
            pass
        finally:
            own.discard(client)
            await client.close()

    async def _carry(self, way: _Way) -> None:
        """Each message on its own way."""
        rng, weather, counts = self.rng, self.weather, self.counts
        loop = asyncio.get_running_loop()
        past = self.past.setdefault(way.station, [])
        try:
            async for text in way.source:
                if way.direction == UP:
                    counts.up += 1
                    past.append(text)
                else:
                    counts.down += 1
                if way.direction in self.parted.get(way.station, ()) or loop.time() < way.quiet_until:
                    counts.lost += 1
                    continue
                if weather is FAIR:
                    await way.target.send(text)
                    continue
                if self._happens(weather.broken):
                    counts.broken += 1
                    return
                if self._happens(weather.quiet):
                    way.quiet_until = loop.time() + rng.uniform(0.1, 0.5)
                if self._happens(weather.lost):
                    counts.lost += 1
                    continue
                if way.direction == UP and self._happens(weather.yesterday):
                    counts.yesterday += 1
                    await self._deliver(way, rng.choice(past))
                await self._deliver(way, text)
                if self._happens(weather.twice):
                    counts.twice += 1
                    await self._deliver(way, text)
        except GONE:
            return

    async def _deliver(self, way: _Way, text: str) -> None:
        if self._happens(self.weather.late):
            after = self.rng.uniform(0, 0.15)
        elif self._happens(self.weather.very_late):
            after = self.rng.uniform(0.5, 2)
        else:
            await way.target.send(text)
            return
        self.counts.late += 1
        going = asyncio.create_task(self._later(way, text, after))
        self._on_the_way.add(going)
        going.add_done_callback(self._on_the_way.discard)

    async def _later(self, way: _Way, text: str, after: float) -> None:
        await asyncio.sleep(after)
        try:
            await way.target.send(text)
        except GONE:
            pass

    def _happens(self, of_a_hundred: float) -> bool:
        return self.rng.random() * 100 < of_a_hundred
