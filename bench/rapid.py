"""Rapid Roulette: settling wagers by the array, wagers acknowledged after the flush over WebSockets, and coming back.

``python -m bench.rapid`` prints every figure; ``settle``, ``floor``, ``load``, ``restart`` and ``parted`` print one part.
Wagers over sockets are counted by the clock, with the terminals on the other core; what the server's own processor time comes
to stands beside it, because a machine that is busy with other things slows the first.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from bench.measure import Figure

TABLES, TERMINALS = 20, 24
SPOTS_AT_ONCE = {"one bet a frame": 1, "slips of ten": 10}


# Settling by the array


def settle() -> list[Figure]:
    import numpy as np

    from houseway import games
    from houseway.games.rapid_roulette.figures import kernel

    terms = games.library()["vic-2000-rapid-roulette"].as_commenced().terms
    spots, backs = kernel.back_table(terms)
    count = 4_000_000
    rng = np.random.default_rng(1)
    on = rng.integers(0, len(spots), count).astype(np.int16)
    stakes = rng.integers(1, 100, count) * 100
    out = np.zeros(count, np.int64)
    row = backs[17].copy()
    kernel.returns(row, on, stakes, out)  # compiled now

    def ours() -> None:
        kernel.returns(row, on, stakes, out)

    def plain() -> None:
        np.multiply(row[on], stakes, out=out)

    ours_rate, plain_rate = (count / best(each, 7) for each in (ours, plain))
    return [
        Figure("Rapid Roulette, wagers settled by the array", ours_rate, "/s", "NumPy", plain_rate, "200 M", "500 M")
    ]


def best(work: Any, times: int) -> float:
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


# A server of its own, and terminals that bet at it


def serve(port: int, database: str, slow: bool) -> None:
    import uvicorn
    import uvloop

    from houseway.floor.people import HOUSE
    from houseway.floor.table import Order
    from houseway.premises.settings import Cluster, House, Rapid, Settings
    from houseway.web.app import create_app
    from houseway.web.serving import config, settle_memory

    rapid = Rapid(
        tables=TABLES,
        terminals=TERMINALS,
        wagering_period=600,
        touches_per_second=100_000,
        limits={"other": "1 to 1000000"},
    )
    app = create_app(f"sqlite:///{database}", settings=Settings(House(open_house=True), rapid, Cluster()))
    premises = app.state.premises
    for table in premises.house.tables.values():
        for station in table.state.stations:
            table.do(
                Order(HOUSE, "buy in", {"station": station, "cents": 10**12, "player": "Bench"}, at=datetime.now())
            )
    premises.ledger.settle_down()
    if slow:  # a disk that flushes 270 times a second
        premises.ledger.guard = lambda connection, streams: time.sleep(1 / 270)
    cookie = premises.identity.sealed({"name": "Bench"})
    print(json.dumps({"cookie": cookie, "pid": os.getpid()}), flush=True)

    async def run() -> None:
        server = uvicorn.Server(config(app, port=port, log_level="error", ws_per_message_deflate=False))
        task = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.05)
        for name in premises.house.tables:
            await premises.dealers[name].begin()
        settle_memory()
        await task

    uvloop.run(run())


class Served:
    def __init__(self, slow: bool = False) -> None:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        self.folder = tempfile.mkdtemp(prefix="houseway-bench-")
        disk = "slow" if slow else "fast"
        command = [sys.executable, "-m", "bench.rapid", "serve", str(self.port), f"{self.folder}/bench.db", disk]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        doc = json.loads(self.process.stdout.readline())
        self.cookie, self.pid = f"houseway_player={doc['cookie']}", doc["pid"]
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                break
            except OSError:
                time.sleep(0.1)
        time.sleep(2)  # periods begin

    def cpu(self) -> float:
        """Processor seconds the server has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


class Terminal(asyncio.Protocol):
    """A terminal reduced to its frames, so that five hundred of them cost less than the server they are to load."""

    def __init__(self, served: Served, place: tuple[str, str], bets: int, heard: Any) -> None:
        from houseway.kit.spots import layout

        self.heard, self.bets, self.spots = heard, bets, list(layout())
        self.rng, self.word, self.count = random.Random(str(place)), secrets.token_hex(8), 0
        self.sent: dict[bytes, float] = {}
        self.ready = asyncio.get_running_loop().create_future()
        self.left = b""
        self.hello = (
            f"GET /ws/rapid/{place[0]}/{place[1]} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {secrets.token_hex(11)}==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {served.cookie}\r\n\r\n"
        ).encode()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.hello)

    def touch(self) -> None:
        self.count += 1
        key = f"{self.word}-{self.count:08d}"
        bets = ",".join(f'["{spot}",100]' for spot in self.rng.sample(self.spots, self.bets))
        text = f'{{"key":"{key}","spin":1,"bets":[{bets}]}}'.encode()
        self.sent[key.encode()] = time.perf_counter()
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)  # masked, by nothing

    def data_received(self, data: bytes) -> None:
        data = self.left + data
        at = 0
        if not self.ready.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self.left = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self.ready.set_result(None)
        while len(data) >= at + 4:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + size:
                break
            if data.startswith(b'{"t":"answer","key":"', start):
                text = data[start : start + size]
                key = text[21 : text.index(b'"', 21)]
                self.heard(self, time.perf_counter() - self.sent.pop(key), b'"ok":true' in text)
            at = start + size
        self.left = data[at:]


async def bet(
    served: Served, terminals: int, bets: int, seconds: float, open_at_once: int, every: float = 0.0
) -> dict[str, Any]:
    """Terminals that keep some touches open, or send one ``every`` so often; what was acknowledged, and how soon."""
    loop, rng = asyncio.get_running_loop(), random.Random(1)
    times: list[float] = []
    acknowledged = refused = 0
    end = began = 0.0

    def heard(one: Terminal, lasted: float, ok: bool) -> None:
        nonlocal acknowledged, refused
        times.append(lasted)
        acknowledged, refused = acknowledged + bets * ok, refused + (not ok)
        if not every and loop.time() < end:
            one.touch()

    async def now_and_then(one: Terminal) -> None:
        await asyncio.sleep(rng.uniform(0, every))
        while loop.time() < end:
            one.touch()
            await asyncio.sleep(every)

    places = [(f"RR-{t}", f"ATS-{n}") for t in range(1, TABLES + 1) for n in range(1, TERMINALS + 1)][:terminals]
    lines = []
    for place in places:
        _, one = await loop.create_connection(
            lambda at=place: Terminal(served, at, bets, heard), "127.0.0.1", served.port
        )
        await one.ready
        lines.append(one)
    await asyncio.sleep(2)  # everybody has been told where the table stands
    cpu, began = served.cpu(), loop.time()
    end = began + seconds
    if every:
        await asyncio.gather(*map(now_and_then, lines))
    else:
        for one in lines:
            for _ in range(open_at_once):
                one.touch()
        await asyncio.sleep(seconds)
    lasted, done, used = loop.time() - began, acknowledged, served.cpu() - cpu
    patience = loop.time() + 30
    while any(one.sent for one in lines) and loop.time() < patience:
        await asyncio.sleep(0.05)
    assert not any(one.sent for one in lines), "not everything was answered"
    for one in lines:
        one.transport.close()
    times.sort()
    return {
        "wagers/s": done / lasted,
        "per server CPU-second": done / used,
        "p50 ms": 1000 * times[len(times) // 2],
        "p99 ms": 1000 * times[int(len(times) * 0.99)],
        "refused": refused,
    }


FLOORS = {("fast", 1): ("10 k", "20 k"), ("fast", 10): ("60 k", "150 k"), ("slow", 1): ("5 k", "10 k")}


def load(seconds: float = 8) -> list[Figure]:
    import uvloop

    found = []
    for disk in ("fast", "slow"):
        served = Served(slow=disk == "slow")
        try:
            for words, bets in SPOTS_AT_ONCE.items():
                if (disk, bets) not in FLOORS:
                    continue
                got = uvloop.run(bet(served, 480, bets, seconds, 4))
                slow = ", a disk of 270 flushes a second" if disk == "slow" else ""
                note = f"{got['per server CPU-second']:,.0f} per server CPU-second, p99 {got['p99 ms']:.0f} ms"
                work = f"wagers acknowledged after the flush, 480 terminals, {words}{slow}"
                found.append(Figure(work, got["wagers/s"], "/s", "", None, *FLOORS[disk, bets], note=note))
            if disk == "fast":
                got = uvloop.run(bet(served, 480, 1, seconds, 1, every=2.0))
                note = f"p50 {got['p50 ms']:.0f} ms, p99 {got['p99 ms']:.0f} ms, which must be under 250"
                found.append(
                    Figure("20 tables of 24 terminals, a touch every 2 s each", got["wagers/s"], "/s", note=note)
                )
        finally:
            served.close()
    return found


# The same without sockets: decided, recorded and flushed


def floor(batches: int = 400) -> list[Figure]:
    from houseway.floor.people import HOUSE
    from houseway.floor.table import Order, Table
    from houseway.floor.touching import Touch, touch_many
    from houseway.kit.spots import layout
    from houseway.ledger import open_ledger
    from houseway.play.wagers import Limits, SetUp, Sign

    folder = tempfile.mkdtemp(prefix="houseway-bench-")
    ledger, now, rng = open_ledger(f"sqlite:///{folder}/floor.db"), datetime.now(), random.Random(1)
    spots, tables = list(layout()), []
    for number in range(1, TABLES + 1):
        set_up = SetUp(sign=Sign(Limits(100, 10**11, 100), areas=TERMINALS))
        opened = Table.open(ledger, f"RR-{number}", "vic-2000-rapid-roulette", set_up, HOUSE, now, "shoe")
        assert isinstance(opened, Table)
        for station in range(1, TERMINALS + 1):
            opened.do(Order(HOUSE, "attach", {"station": f"ATS-{station}"}, at=now))
            opened.do(Order(HOUSE, "buy in", {"station": f"ATS-{station}", "cents": 10**12}, at=now))
        tables.append(opened)
    found = []
    for words, bets in SPOTS_AT_ONCE.items():
        work = []
        for n in range(batches):
            keys = f"{words[:3]}word{n % TABLES:02d}", f"{n // TABLES + 1:08d}"
            slips = [
                Touch(f"ATS-{s}", f"{keys[0]}{s:03d}-{keys[1]}", 1, tuple((x, 100) for x in rng.sample(spots, bets)))
                for s in range(1, TERMINALS + 1)
            ]
            work.append((tables[n % TABLES], slips))
        began, used, last, done = time.perf_counter(), time.process_time(), None, 0
        for table, touches in work:
            results, last = touch_many(table, touches, now)
            done += bets * sum(result.accepted for result in results)
        assert last is not None
        last.result()
        note = f"{done / (time.process_time() - used):,.0f} per CPU-second"
        rate = done / (time.perf_counter() - began)
        found.append(Figure(f"wagers decided, recorded and flushed without sockets, {words}", rate, "/s", note=note))
    ledger.close()
    return found


# Coming back


def restart(wagers: int = 1_000_000) -> list[Figure]:
    """A floor with so many recorded wagers, in an open period too: from the command to the open door."""
    from houseway.floor.people import HOUSE
    from houseway.floor.table import Order, Table
    from houseway.floor.touching import Touch, touch_many
    from houseway.kit.spots import layout
    from houseway.ledger import open_ledger
    from houseway.play.wagers import Limits, SetUp, Sign

    folder = Path(tempfile.mkdtemp(prefix="houseway-bench-"))
    ledger = open_ledger(f"sqlite:///{folder / 'floor.db'}")
    spots, now, rng, done = list(layout()), datetime.now(), random.Random(1), 0
    tables = []
    for number in range(1, 5):
        set_up = SetUp(sign=Sign(Limits(100, 10**11, 100), areas=24))
        opened = Table.open(ledger, f"RR-{number}", "vic-2000-rapid-roulette", set_up, HOUSE, now, "shoe")
        assert isinstance(opened, Table)
        for station in range(1, 25):
            opened.do(Order(HOUSE, "attach", {"station": f"ATS-{station}"}, at=now))
            opened.do(Order(HOUSE, "buy in", {"station": f"ATS-{station}", "cents": 10**12}, at=now))
        tables.append(opened)
    count, spins = 0, dict.fromkeys(range(len(tables)), 1)
    while done < wagers:
        count += 1
        for at, table in enumerate(tables):
            slips = [
                Touch(
                    f"ATS-{n}",
                    f"bench{n:03d}-{count:08d}",
                    spins[at],
                    tuple((spot, 100) for spot in rng.sample(spots, 10)),
                )
                for n in range(1, 25)
            ]
            results, saved = touch_many(table, slips, now)
            done += 10 * sum(result.accepted for result in results)
            if count % 100 == 0 and saved is not None:
                saved.result()
            if count % 300 == 0:  # and now and then a spin
                table.do(Order(HOUSE, "answer", {}, at=now))
                table.do(Order(HOUSE, "answer", {"value": str(rng.randrange(37))}, at=now))
                spins[at] += 1
    ledger.settle_down()
    ledger.close()
    settings = folder / "floor.toml"
    lines = ("[house]", f'database = "{folder}/floor.db"', "port = 0", "open_house = true", "[rapid]", "tables = 4")
    settings.write_text("\n".join(lines))
    began = time.perf_counter()
    command = [sys.executable, "-m", "houseway", "serve", "--settings", str(settings)]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    for line in server.stderr:
        if "open at" in line:
            break
    lasted = time.perf_counter() - began
    server.terminate()
    server.wait()
    note = f"{lasted:.2f} s, which must be under 5"
    return [Figure(f"restart to ready with {done:,} recorded wagers", 1 / lasted, "times/s", floor="0.2", note=note)]


# Together again


def parted(partitions: int = 20) -> list[Figure]:
    """Terminals cut off from the floor, some or all of them: how long until everybody has heard everything again."""
    from tests.faults.floor import Floor, seat
    from tests.faults.test_partitions import parted as part

    floor = Floor(Path(tempfile.mkdtemp(prefix="houseway-bench-")), period=2).start()
    try:
        took = statistics.median(part(floor, seat(floor, "RR-1", 24), partitions, seed=7))
    finally:
        floor.stop()
    note = f"{took:.2f} s in the median, which must be under 2"
    return [Figure("24 terminals cut off and together again", 1 / took, "times/s", floor="0.5", note=note)]


def main() -> None:
    words = sys.argv[1:]
    if words[:1] == ["serve"]:
        serve(int(words[1]), words[2], words[3] == "slow")
        return
    for name, part in PARTS.items():
        if not words or name in words:
            for one in part():
                print(f"{one.work:90} {one.ours:>16,.2f} {one.unit}   {one.note}", flush=True)


PARTS = {"settle": settle, "floor": floor, "load": load, "restart": restart, "parted": parted}


def figures() -> list[Figure]:
    return [figure for part in PARTS.values() for figure in part()]


if __name__ == "__main__":
    main()
