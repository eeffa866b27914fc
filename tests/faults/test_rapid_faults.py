"""A floor under bad weather, with real processes and sockets: nobody reads, nonsense is sent, hundreds are connected and idle."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.faults.floor import Floor, Terminal, seat
from tests.faults.relief import Relief
from tests.faults.truth import checked
from tests.waiting import END

IDLE = 500
NO_TOUCHES = (
    "", "[]", "{}", "null", '{"key": 7}', '{"key": "a-1", "spin": 1, "bets": []}',
    '{"key": "abcdefgh-1", "spin": 1, "bets": [["red", 1.5]]}', '{"key": "abcdefgh-1", "spin": 1, "bets": [["red", true]]}',
    '{"key": "abcdefgh-1", "spin": "1", "bets": [["red", 100]]}', '{"key": "abcdefgh-1", "spin": 1, "bets": [["red"]]}',
)  # fmt: skip


@pytest.fixture
def floor(tmp_path: Path, relief: Relief) -> Iterator[Floor]:
    floor = Floor(tmp_path, relief=relief).start()
    yield floor
    floor.stop()


def test_a_terminal_that_never_reads_is_cut_and_costs_nobody_anything(floor: Floor) -> None:
    terminals = seat(floor, "RR-1", 6)
    boss = floor.staff()
    floor.order(boss, "RR-1", "open wagering")
    silent, others = terminals[0], terminals[1:]

    async def evening() -> bool:
        async with silent.connect(max_queue=1, ping_interval=None, close_timeout=0.2) as line:
            line.transport.pause_reading()  # the window fills, and nobody empties it
            flood = asyncio.create_task(_flood(line))
            bets = (t.bet(END, pause=0.05, enough=lambda t=t: len(t.accepted) >= 12) for t in others)
            await asyncio.gather(*bets)
            flood.cancel()
        return True

    async def _flood(line: Any) -> None:
        try:
            for _ in range(40_000):
                await line.send('{"key": "nonsense"}')
        except websockets.ConnectionClosed:
            pass

    asyncio.run(evening())
    assert all(len(terminal.accepted) >= 12 for terminal in others)
    assert not any(terminal.sent for terminal in others)
    health = boss.get("/healthz")
    assert health.status_code == 200
    floor.stop()
    checked(floor.database, others)


def test_hundreds_who_are_only_connected_are_told_of_no_touch(floor: Floor) -> None:
    """Five hundred screens hear how the table stands, and that terminals come and go; what a touch costs does not grow with
    them, because none of them hears of it."""
    terminals = seat(floor, "RR-1", 6)
    floor.order(floor.staff(), "RR-1", "open wagering")
    display = f"{floor.base.replace('http', 'ws')}/ws/rapid/RR-1?page=display"

    async def heard(line: Any) -> int:
        """How often it was told anything, until it is told that the table is frozen."""
        count = 0
        async with asyncio.timeout(END):
            while json.loads(await line.recv())["phase"] != "frozen":
                count += 1
        return count

    async def evening() -> int:
        async with floor.console() as console, AsyncExitStack() as idle:
            lines = [
                await idle.enter_async_context(
                    websockets.connect(display, compression=None, close_timeout=0.1, open_timeout=END)
                )
                for _ in range(IDLE)
            ]
            bets = (t.bet(END, pause=0.01, enough=lambda t=t: len(t.accepted) > 20) for t in terminals)
            await asyncio.gather(*bets)
            assert (await console.order("RR-1", "freeze")).status_code == 200
            return max(await asyncio.gather(*map(heard, lines)))

    most = asyncio.run(evening())
    touches = sum(len(terminal.accepted) for terminal in terminals)
    assert touches > 120 and not any(terminal.sent for terminal in terminals)
    assert most <= 1 + 2 * len(terminals), "a screen was told more than that terminals came and went"
    floor.stop()
    checked(floor.database, terminals)


def test_bad_frames(floor: Floor) -> None:
    """What is no touch is answered and does nothing; what is far too long ends the line, and only that line."""
    terminals = seat(floor, "RR-1", 2)
    floor.order(floor.staff(), "RR-1", "open wagering")

    async def evening() -> None:
        terminal = terminals[0]
        async with terminal.connect() as line:
            terminal.heard(await line.recv())
            for text in NO_TOUCHES:
                await line.send(text)
                while (doc := json.loads(await line.recv()))["t"] != "answer":
                    pass
                assert not doc["ok"] and doc["fault"] == "misread", text
            with pytest.raises(websockets.ConnectionClosed):
                await line.send("x" * 10_000_000)
                while True:
                    await asyncio.wait_for(line.recv(), END)
        other = terminals[1]
        async with other.connect() as line:
            other.heard(await line.recv())
            await other.send(line, other.touch([("red", 500)]))
            await other.settle(line)
            assert next(iter(other.accepted.values()))["chips"] == {"red": 500}

    asyncio.run(evening())
    with pytest.raises(websockets.InvalidStatus):  # another's cookie, or none
        asyncio.run(_refused(terminals[0], terminals[1].cookie))
    with pytest.raises(websockets.InvalidStatus):
        asyncio.run(_refused(terminals[0], "houseway_player=forged.0000"))


async def _refused(terminal: Terminal, cookie: str) -> None:
    async with websockets.connect(terminal.url, additional_headers={"Cookie": cookie}, open_timeout=END):
        pass
