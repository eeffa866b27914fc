"""F8: the close raced. Its number in the record decides, and a terminal that asks again is told the same."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.faults.floor import Console, Floor, Terminal, seat_all
from tests.faults.relief import Relief
from tests.faults.truth import checked
from tests.waiting import END

TABLES, CLOSES = 16, 10  # at each table; tests/prove races many more
EDGE = 0.05  # seconds on either side of the expiry; a machine that is slow makes everybody aim a little earlier
ROUNDED = 0.005  # seconds: terminals are told hundredths


async def race(table: str, terminals: Sequence[Terminal], closes: int, console: Console) -> None:
    """All terminals of a table send within ``EDGE`` of every close, and then everything once more.

    A terminal can only hear of a period late, and so takes its end for later than it is: what it sent after even that is late."""
    lines: list[Any] = [await terminal.connect() for terminal in terminals]
    both = list(zip(terminals, lines, strict=True))
    loop, aim = asyncio.get_running_loop(), 0.0

    async def wagering(terminal: Terminal, line: Any, spin: int) -> float:
        """When the period of the next spin expires, as far as the terminal can know; it may hear of it too late."""
        while terminal.state.get("phase") not in ("wagering", "no more bets") or terminal.state["spin"] <= spin:
            terminal.heard(await asyncio.wait_for(line.recv(), END))
        return loop.time() + float(terminal.state["left"] or 0)

    async def tap(terminal: Terminal, line: Any, end: float) -> None:
        await asyncio.sleep(max(0, end + aim + terminal.rng.uniform(-EDGE, EDGE) - loop.time()))
        key = terminal.touch([(f"straight:{terminal.rng.randrange(37)}", 100)])
        late = loop.time() - end
        await terminal.send(line, key)
        await terminal.settle(line)
        assert late < ROUNDED or key in terminal.refused, f"sent {late:.3f} s after the end, and accepted"
        terminal.sent[key] = json.dumps(terminal.asked[key])  # the same again gets the same answer
        await line.send(terminal.sent[key])
        await terminal.settle(line)

    await console.order(table, "open wagering")
    for turn in range(closes):
        spin = max(terminal.state.get("spin", 0) for terminal in terminals)
        expires = await asyncio.gather(*(wagering(terminal, line, spin) for terminal, line in both))
        before = sum(len(terminal.accepted) for terminal in terminals)
        await asyncio.gather(*(tap(terminal, line, min(expires)) for terminal, line in both))
        in_time = sum(len(terminal.accepted) for terminal in terminals) - before
        aim += 2 * EDGE * ((in_time == len(terminals)) - (in_time == 0))  # both sides of the close are to be met
        first, line = both[0]
        while first.state.get("phase") == "wagering":  # the expiry is an instant, the close is what follows from it
            first.heard(await asyncio.wait_for(line.recv(), END))
        reply = await console.order(table, "answer", value=str(turn % 37))  # and the next period begins
        assert reply.status_code == 200, reply.text
    for line in lines:
        await line.close()


async def pauses(floor: Floor, rng: random.Random) -> int:
    """The server is stopped now and then for up to a quarter of a second, as a machine that is paused; how often."""
    stopped = 0
    while True:
        try:
            await asyncio.sleep(rng.uniform(0.05, 1.5))
        except asyncio.CancelledError:
            return stopped
        assert floor.server is not None
        floor.server.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(rng.uniform(0, 0.25))
            stopped += 1
        except asyncio.CancelledError:
            return stopped
        finally:
            floor.server.send_signal(signal.SIGCONT)


def raced(
    floor: Floor, terminals: Sequence[Terminal], closes: int, paused: random.Random | None = None
) -> tuple[int, int, int]:
    """How many touches were accepted and how many refused, none both, none neither; and how often the server was stopped."""

    async def evening() -> int:
        stopping = asyncio.create_task(pauses(floor, paused)) if paused is not None else None
        async with floor.console() as console:
            tables = sorted({terminal.table for terminal in terminals})
            await asyncio.gather(
                *(race(name, [t for t in terminals if t.table == name], closes, console) for name in tables)
            )
        if stopping is None:
            return 0
        stopping.cancel()
        return await stopping

    stopped = asyncio.run(evening())
    for terminal in terminals:
        assert len(terminal.accepted) + len(terminal.refused) == terminal.count, "none neither"
        assert not terminal.accepted.keys() & terminal.refused.keys(), "none both"
    return sum(len(t.accepted) for t in terminals), sum(len(t.refused) for t in terminals), stopped


def test_the_number_of_the_close_decides(tmp_path: Path, relief: Relief) -> None:
    """Several tables at once, so that there are many closes in a second although a period takes one."""
    floor = Floor(tmp_path, tables=TABLES, period=1, relief=relief).start()
    try:
        terminals = seat_all(floor, [f"RR-{number + 1}" for number in range(TABLES)], 24)
        accepted, refused, _ = raced(floor, terminals, CLOSES)
    finally:
        floor.stop()
    found = checked(floor.database, terminals)
    assert found["spins"] == TABLES * CLOSES
    assert accepted > TABLES * CLOSES and refused > TABLES * CLOSES, "it was run on both sides of the close"
