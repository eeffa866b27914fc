"""F7: terminals cut off from the floor come back with their keys; nothing is bet twice, nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.faults.floor import Floor, Terminal, seat
from tests.faults.proxy import DOWN, FAIR, UP, Proxy
from tests.faults.relief import Relief
from tests.faults.truth import checked
from tests.waiting import until_then

PARTITIONS = 20  # a change; tests/prove makes many more


@pytest.fixture
def floor(tmp_path: Path, relief: Relief) -> Iterator[Floor]:
    floor = Floor(tmp_path, period=2, relief=relief).start()
    yield floor
    floor.stop()


class Standing:
    """How the table stands, by a line of its own that nobody cuts."""

    def __init__(self, floor: Floor) -> None:
        self.url = f"{floor.base.replace('http', 'ws')}/ws/rapid/RR-1?page=display"
        self.doc: dict[str, Any] = {}
        self.closes: float | None = None

    async def listen(self) -> None:
        async with websockets.connect(self.url, compression=None) as line:
            async for text in line:
                self.doc = json.loads(text)
                left = self.doc["left"]
                self.closes = None if left is None else time.monotonic() + left

    def known_to(self, terminal: Terminal) -> bool:
        return all(terminal.state.get(name) == self.doc[name] for name in ("spin", "phase"))


def parted(floor: Floor, terminals: list[Terminal], partitions: int, seed: int) -> list[float]:
    """Cuts one, twelve and all of them off, one way or both, once or on and off; every fourth time they are together again
    just as the period closes. The seconds until everybody has heard everything again."""
    rng = random.Random(seed)

    async def part(proxy: Proxy, table: Standing, turn: int) -> list[Terminal]:
        some = rng.sample(terminals, (1, 12, len(terminals))[turn % 3])
        names = [terminal.station for terminal in some]
        ways = ((UP, DOWN), (UP,), (DOWN,))[turn // 3 % 3]
        for flap in range(3 if turn % 5 == 4 else 1):
            if flap:
                await proxy.heal(hang_up=False)
                await asyncio.sleep(0.1)
            proxy.cut(names, *ways)
            await asyncio.sleep(rng.uniform(0.1, 0.5))
        if turn % 4 == 3 and table.closes is not None:
            await asyncio.sleep(max(0.0, table.closes - time.monotonic()))
        await proxy.heal(hang_up=turn % 2 == 0)
        return some

    async def whole_again(table: Standing, some: list[Terminal]) -> float:
        healed = time.monotonic()
        before = {terminal.station: set(terminal.sent) for terminal in some}

        for one in some:
            await until_then(
                lambda t=one: table.known_to(t) and not before[t.station] & t.sent.keys(),
                f"{one.station} to have heard everything again",
            )
        return time.monotonic() - healed

    async def evening() -> list[float]:
        table, over, took = Standing(floor), False, []
        async with floor.console() as console, Proxy(floor.base, seed, FAIR) as proxy:
            for terminal in terminals:
                terminal.base = proxy.base
            how: dict[str, Any] = dict(pause=0.1, patience=0.5, enough=lambda: over)
            work = [asyncio.create_task(terminal.bet(86400, **how)) for terminal in terminals]
            aside = [table.listen(), console.deal("RR-1", rng)]
            others = [asyncio.create_task(one) for one in aside]
            await until_then(lambda: table.doc and all(t.accepted for t in terminals), "everybody to have bet")
            for turn in range(partitions):
                took.append(await whole_again(table, await part(proxy, table, turn)))
            await until_then(
                lambda: sum(len(t.accepted) for t in terminals) > 20 * partitions and table.doc["spin"] > 2,
                "twenty touches for each time they were cut off, over more than a spin",
            )
            over = True
            await asyncio.gather(*work)
            for terminal in terminals:
                terminal.base = ""
            await asyncio.gather(*(terminal.bet(0.1) for terminal in terminals))
            for one in others:
                one.cancel()
            await asyncio.gather(*others, return_exceptions=True)
        return took

    took = asyncio.run(evening())
    assert not any(terminal.sent for terminal in terminals)
    return took


def test_terminals_cut_off_come_back_with_their_keys(floor: Floor) -> None:
    terminals = seat(floor, "RR-1", 24)
    took = parted(floor, terminals, PARTITIONS, seed=7)
    floor.stop()
    found = checked(floor.database, terminals)
    assert len(took) == PARTITIONS and found["acknowledged"] > 20 * PARTITIONS and found["spins"] > 1, found
    assert sum(terminal.lines for terminal in terminals) > len(terminals), "lines were given up and opened again"
