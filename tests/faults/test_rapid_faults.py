"""A floor under bad weather, with real processes and sockets: killed, raced, cut off, sent everything twice."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.faults.floor import Floor, Terminal, seat
from tests.faults.proxy import Proxy
from tests.faults.truth import checked

pytestmark = pytest.mark.xdist_group("faults")

KILLS, RACES, MESSAGES = 2, 6, 400  # a change; tests/prove makes many more
NO_TOUCHES = (
    "", "[]", "{}", "null", '{"key": 7}', '{"key": "a-1", "spin": 1, "bets": []}',
    '{"key": "abcdefgh-1", "spin": 1, "bets": [["red", 1.5]]}', '{"key": "abcdefgh-1", "spin": 1, "bets": [["red", true]]}',
    '{"key": "abcdefgh-1", "spin": "1", "bets": [["red", 100]]}', '{"key": "abcdefgh-1", "spin": 1, "bets": [["red"]]}',
)  # fmt: skip
MARKS = ("before commit", "after commit", "before close")


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    floor = Floor(tmp_path).start()
    yield floor
    floor.stop()


def together(terminals: list[Terminal], seconds: float, **how: Any) -> None:
    async def all_of_them() -> None:
        await asyncio.gather(*(terminal.bet(seconds, **how) for terminal in terminals))

    asyncio.run(all_of_them())


class Dealer(threading.Thread):
    """Deals spins until the floor dies or the time is up."""

    def __init__(self, floor: Floor, seconds: float, seed: int) -> None:
        super().__init__(daemon=True)
        self.floor, self.end, self.rng = floor, time.monotonic() + seconds, random.Random(seed)

    def run(self) -> None:
        try:
            boss = self.floor.staff()
            self.floor.order(boss, "RR-1", "open wagering")
            while time.monotonic() < self.end:
                self.spin(boss)
                time.sleep(self.rng.uniform(0.05, 0.2))
            boss.close()
        except (httpx.HTTPError, AssertionError):
            return

    def spin(self, boss: httpx.Client) -> bool:
        """Enters a number if the period is over; while it runs the console refuses."""
        return self.floor.order(boss, "RR-1", "answer", value=str(self.rng.randrange(37))).status_code == 200


def killed(floor: Floor, terminals: list[Terminal], kills: int, seed: int) -> dict[str, int]:
    """Kills the floor again and again while everybody bets; half of the kills at a marked point."""
    rng = random.Random(seed)
    for kill in range(kills):
        dealer = Dealer(floor, 30, seed + kill)
        dealer.start()
        before = sum(len(terminal.accepted) for terminal in terminals)
        betting = threading.Thread(target=together, args=(terminals, 20.0), kwargs={"pause": 0.05})
        betting.start()
        patience = time.monotonic() + 60
        while sum(len(terminal.accepted) for terminal in terminals) < before + 30 and time.monotonic() < patience:
            time.sleep(0.02)
        time.sleep(rng.uniform(0, 0.5))
        floor.kill()
        betting.join()
        dealer.join()
        checked(floor.database, terminals)
        mark = f"{rng.choice(MARKS)}:{rng.randrange(1, 8)}" if kill % 2 == 0 else ""
        floor.start(**({"HOUSEWAY_MARK": mark} if mark else {}))
        if mark:  # it dies by itself, somewhere in the middle of its work
            dealer = Dealer(floor, 4, seed + kill)
            dealer.start()
            together(terminals, 1.5, pause=0.05)
            dealer.join()
            floor.kill()
            checked(floor.database, terminals)
            floor.start()
    boss = floor.staff()
    floor.order(boss, "RR-1", "open wagering")
    together(terminals, 0.5)  # everything unanswered is sent again, and answered
    assert not any(terminal.sent for terminal in terminals)
    last, end = Dealer(floor, 1, seed), time.monotonic() + 20
    while not last.spin(boss):  # I15: the open spin comes to its end
        assert time.monotonic() < end
        time.sleep(0.1)
    floor.stop()
    return checked(floor.database, terminals)


def test_killed_at_random_and_at_marked_points(tmp_path: Path) -> None:
    floor = Floor(tmp_path, period=1).start()
    terminals = seat(floor, "RR-1", 24)
    found = killed(floor, terminals, KILLS, seed=8)
    assert found["acknowledged"] > 50 and found["spins"] >= 1


def raced(floor: Floor, terminals: list[Terminal], rounds: int) -> tuple[int, int]:
    """Every terminal sends within a twentieth of a second of the close, on either side of it."""
    boss = floor.staff()
    accepted = refused = 0

    async def one(turn: int) -> None:
        lines = [await terminal.connect() for terminal in terminals]
        for terminal, line in zip(terminals, lines, strict=True):
            terminal.heard(await line.recv())
            while terminal.state["phase"] != "wagering":
                terminal.heard(await line.recv())
        loop = asyncio.get_running_loop()
        start = loop.time() + terminals[-1].state["left"]  # when the period expires

        async def tap(terminal: Terminal, line: Any) -> None:
            for at in sorted(terminal.rng.uniform(-0.05, 0.05) for _ in range(3)):
                await asyncio.sleep(max(0, start + at - loop.time()))
                await terminal.send(line, terminal.touch([(f"straight:{terminal.rng.randrange(37)}", 100)]))

        await asyncio.gather(*(tap(t, line) for t, line in zip(terminals, lines, strict=True)))
        late = {t.station: list(t.sent) for t in terminals}
        await asyncio.gather(*(t.settle(line) for t, line in zip(terminals, lines, strict=True)))
        for terminal, line in zip(terminals, lines, strict=True):  # the same again gets the same answer
            for key in late[terminal.station]:
                terminal.sent[key] = json.dumps(terminal.asked[key])
                await line.send(terminal.sent[key])
            await terminal.settle(line)
            await line.close()

    floor.order(boss, "RR-1", "open wagering")
    for turn in range(rounds):
        asyncio.run(one(turn))
        floor.must(boss, "RR-1", "answer", value=str(turn % 37))  # and the next period begins
    for terminal in terminals:
        accepted, refused = accepted + len(terminal.accepted), refused + len(terminal.refused)
        assert len(terminal.accepted) + len(terminal.refused) == terminal.count, "none both, none neither"
        assert not terminal.accepted.keys() & terminal.refused.keys()
    return accepted, refused


def test_the_number_of_the_close_decides(tmp_path: Path) -> None:
    floor = Floor(tmp_path, period=1).start()
    try:
        terminals = seat(floor, "RR-1", 8)
        accepted, refused = raced(floor, terminals, RACES)
        assert accepted and refused, "the race was run on both sides of the close"
    finally:
        floor.stop()
    checked(floor.database, terminals)


def through_a_bad_line(floor: Floor, terminals: list[Terminal], messages: int, seed: int) -> None:
    """Messages go twice, late and out of order, and lines break; every touch happens once."""
    boss = floor.staff()
    floor.order(boss, "RR-1", "open wagering")

    async def evening() -> None:
        async with Proxy(floor.base, seed) as proxy:
            for terminal in terminals:
                terminal.base = proxy.base
            while sum(t.count for t in terminals) < messages:
                await asyncio.gather(*(t.bet(0.6, pause=0.01) for t in terminals))
            for terminal in terminals:
                terminal.base = ""
        await asyncio.gather(*(t.bet(0.2) for t in terminals))  # what is left goes over a good line

    asyncio.run(evening())
    assert not any(terminal.sent for terminal in terminals)


def test_twice_late_and_out_of_order(floor: Floor) -> None:
    terminals = seat(floor, "RR-1", 8)
    through_a_bad_line(floor, terminals, MESSAGES, seed=3)
    floor.stop()
    found = checked(floor.database, terminals)
    assert found["acknowledged"] > MESSAGES // 4


def test_a_terminal_that_never_reads_is_cut_and_costs_nobody_anything(floor: Floor) -> None:
    terminals = seat(floor, "RR-1", 6)
    boss = floor.staff()
    floor.order(boss, "RR-1", "open wagering")
    silent, others = terminals[0], terminals[1:]

    async def evening() -> bool:
        async with silent.connect(max_queue=1, ping_interval=None) as line:
            line.transport.pause_reading()  # the window fills, and nobody empties it
            flood = asyncio.create_task(_flood(line))
            await asyncio.gather(*(terminal.bet(3.0, pause=0.05) for terminal in others))
            flood.cancel()
        return True

    async def _flood(line: Any) -> None:
        try:
            for _ in range(40_000):
                await line.send('{"key": "nonsense"}')
        except websockets.ConnectionClosed:
            pass

    asyncio.run(evening())
    times = sorted(t for terminal in others for t in terminal.latencies)
    assert len(times) > 30 and times[len(times) // 2] < 1.0
    assert not any(terminal.sent for terminal in others)
    health = boss.get("/healthz")
    assert health.status_code == 200
    floor.stop()
    checked(floor.database, others)


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
                    await asyncio.wait_for(line.recv(), 5)
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
    async with websockets.connect(terminal.url, additional_headers={"Cookie": cookie}):
        pass
