"""A floor on PostgreSQL served by one, two and four processes: terminals touch every two seconds, and how soon they are answered.

``python -m bench.cluster`` has 50 tables of 24 terminals; ``python -m bench.cluster 8`` has 8. Every terminal calls the process
that serves its table; ``python -m bench.cluster 8 any`` has them call whichever is next, which carries what is not its own.
Processes, terminals and PostgreSQL share the machine: on two cores more processes can only show what they cost.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from bench.measure import Figure
from bench.rapid import TERMINALS, Terminal

EVERY, SECONDS = 2.0, 20.0


@dataclass
class Process:
    """One of the processes of the house."""

    port: int
    cookie: str
    running: subprocess.Popen[str]

    def serves(self) -> list[str]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=60) as answer:
            found: list[str] = json.load(answer)["serves"]
        return found


def furnished(database: str, tables: int) -> str:
    """The tables, opened, with credit at every terminal; the cookie of whoever sits there."""
    from houseway.floor.people import HOUSE
    from houseway.floor.table import Order
    from houseway.premises.settings import Cluster, House, Rapid, Settings
    from houseway.web.app import create_app

    rapid = Rapid(
        tables=tables, terminals=TERMINALS, wagering_period=600, wheel="generator", limits={"other": "1 to 1000000"}
    )
    app = create_app(database, settings=Settings(House(open_house=True), rapid, Cluster()))
    premises = app.state.premises
    for table in premises.house.tables.values():
        for station in table.state.stations:
            details = {"station": station, "cents": 10**9, "player": "Bench"}
            table.do(Order(HOUSE, "buy in", details, at=datetime.now()))
    premises.ledger.settle_down()
    cookie: str = premises.identity._sealed({"name": "Bench"})
    premises.ledger.close()
    return f"houseway_player={cookie}"


def started(folder: Path, database: str, tables: int, count: int, cookie: str) -> list[Process]:
    from tests.faults.floor import free_port

    found = []
    for port in (free_port() for _ in range(count)):
        file = folder / f"{count}-{port}.toml"
        file.write_text(
            f'[house]\nport = {port}\nopen_house = true\ndatabase = "{database}"\n[rapid]\ntables = {tables}\n'
            f'terminals = {TERMINALS}\nwagering_period = 600\nwheel = "generator"\n[rapid.limits]\nother = "1 to 1000000"\n'
            f'[cluster]\naddress = "http://127.0.0.1:{port}"\nprocesses = {count}\nlease_seconds = 15\n'
        )
        command = [sys.executable, "-m", "houseway", "serve", "--settings", str(file)]
        log = (folder / f"{port}.log").open("w")
        found.append(Process(port, cookie, subprocess.Popen(command, stderr=log, text=True)))
    while not all("open at" in (folder / f"{process.port}.log").read_text() for process in found):
        for process in found:
            assert process.running.poll() is None, (folder / f"{process.port}.log").read_text()
        time.sleep(0.2)
    while sum(name.startswith("RR") for process in found for name in process.serves()) < tables:
        time.sleep(0.5)
    return found


async def touched(processes: list[Process], anywhere: bool) -> dict[str, Any]:
    loop, rng, times, accepted = asyncio.get_running_loop(), random.Random(1), list[float](), 0
    end = float("inf")

    def heard(one: Terminal, lasted: float, ok: bool) -> None:
        nonlocal accepted
        times.append(lasted)
        accepted += ok

    async def now_and_then(one: Terminal) -> None:
        await asyncio.sleep(rng.uniform(0, EVERY))
        while loop.time() < end:
            one.touch()
            await asyncio.sleep(EVERY)

    lines, places = [], [(name, process) for process in processes for name in process.serves() if name.startswith("RR")]
    for at, (table, process) in enumerate(places):
        asked: Any = processes[at % len(processes)] if anywhere else process
        for number in range(1, TERMINALS + 1):
            place = (table, f"ATS-{number}")
            made = await loop.create_connection(
                lambda place=place, asked=asked: Terminal(asked, place, 1, heard), "127.0.0.1", asked.port
            )
            await made[1].ready
            lines.append(made[1])
    await asyncio.sleep(3)
    end = loop.time() + SECONDS
    await asyncio.gather(*map(now_and_then, lines))
    patience = loop.time() + 30
    while any(one.sent for one in lines) and loop.time() < patience:
        await asyncio.sleep(0.05)
    unanswered = sum(len(one.sent) for one in lines)
    for one in lines:
        one.transport.close()
    times.sort()
    return {
        "rate": accepted / SECONDS, "p50": 1000 * times[len(times) // 2], "p99": 1000 * times[int(len(times) * 0.99)],
        "unanswered": unanswered, "terminals": len(lines),
    }  # fmt: skip


def by_processes(tables: int = 50, anywhere: bool = False, counts: tuple[int, ...] = (1, 2, 4)) -> list[Figure]:
    from tests.stores import fresh_database

    found, load = [], os.getloadavg()[0]
    for count in counts:
        database = fresh_database()
        cookie = furnished(database, tables)
        with tempfile.TemporaryDirectory(prefix="houseway-cluster-") as folder:
            address = database.replace("postgresql+psycopg://", "postgresql://")
            processes = started(Path(folder), address, tables, count, cookie)
            try:
                got = asyncio.run(touched(processes, anywhere))
            finally:
                for process in processes:
                    process.running.terminate()
                for process in processes:
                    process.running.wait()
        note = (
            f"p50 {got['p50']:.0f} ms, p99 {got['p99']:.0f} ms, {got['unanswered']} unanswered; load average {load:.0f}"
        )
        called = "whichever process is next" if anywhere else "the process that serves them"
        work = f"{got['terminals']} terminals on PostgreSQL, {count} processes, asking {called}"
        found.append(Figure(work, got["rate"], "touches/s", floor="p99 300 ms", note=note))
        print(found[-1].work, f"{found[-1].ours:.0f}/s", note, flush=True)
    return found


if __name__ == "__main__":
    words = sys.argv[1:]
    by_processes(int(words[0]) if words else 50, "any" in words)
