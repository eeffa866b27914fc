"""F6: a bad line between terminals and the floor."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.floor import Floor, Terminal, seat
from tests.faults.proxy import Counts, Proxy
from tests.faults.relief import Relief
from tests.faults.truth import checked
from tests.waiting import END

MESSAGES = 20_000  # given to the line, either way, in a change; tests/prove makes many more


@pytest.fixture
def opening(tmp_path: Path, relief: Relief) -> Iterator[Callable[[int], Floor]]:
    """Opens a floor with periods of so many seconds."""
    floors: list[Floor] = []

    def opens(period: int) -> Floor:
        floors.append(Floor(tmp_path, period=period, relief=relief).start())
        return floors[-1]

    yield opens
    for floor in floors:
        floor.stop()


def through_a_bad_line(floor: Floor, terminals: list[Terminal], messages: int, seed: int) -> Counts:
    """So many messages are given to the line; every touch happens once, and whatever is heard of it agrees."""

    async def evening() -> Counts:
        async with floor.console() as console, Proxy(floor.base, seed) as proxy:
            dealing = asyncio.create_task(console.deal("RR-1", random.Random(seed), pause=0.2))
            for terminal in terminals:
                terminal.base = proxy.base
            how: dict[str, Any] = dict(pause=0.02, at_once=5, patience=0.5)

            def done() -> bool:
                """So many messages, and something in them: a tenth were answered, over more than a spin."""
                given, answered = proxy.counts.up + proxy.counts.down, sum(len(t.accepted) for t in terminals)
                return given >= messages and answered > messages // 10 and terminals[0].state.get("spin", 0) > 2

            await asyncio.gather(*(terminal.bet(86400, enough=done, **how) for terminal in terminals))
            for terminal in terminals:  # what is left goes over a good line
                terminal.base = ""
            await asyncio.gather(*(terminal.bet(0.1) for terminal in terminals))
            dealing.cancel()
            return proxy.counts

    counts = asyncio.run(evening())
    assert not any(terminal.sent for terminal in terminals)
    return counts


def test_twice_late_lost_out_of_order_and_from_yesterday(opening: Callable[[int], Floor]) -> None:
    floor = opening(2)
    terminals = seat(floor, "RR-1", 24)
    counts = through_a_bad_line(floor, terminals, MESSAGES, seed=3)
    floor.stop()
    found = checked(floor.database, terminals)
    assert counts.up + counts.down >= MESSAGES and found["acknowledged"] > MESSAGES // 10 and found["spins"] > 1
    assert min(counts.twice, counts.late, counts.lost, counts.yesterday) > MESSAGES // 200 and counts.broken > 5


def test_the_first_of_a_session_may_come_last(opening: Callable[[int], Floor]) -> None:
    """Numbers count up, and arrive in any order. Another terminal with the same keys has answers of its own."""
    floor = opening(600)
    one, two = seat(floor, "RR-1", 2)
    two.session = one.session

    async def evening() -> None:
        async with floor.console() as console, one.connect() as line, two.connect() as other:
            await console.order("RR-1", "open wagering")
            one.heard(await line.recv())
            texts = [one.sent[one.touch([("red", 100 * number)])] for number in (1, 2, 3)]
            for number in (3, 1, 2, 3, 1, 3):
                await line.send(texts[number - 1])
            heard = 0
            while heard < 6:
                heard += one.heard(await asyncio.wait_for(line.recv(), END))["t"] == "answer"
            two.heard(await other.recv())
            for text in (two.touch([("black", 100)]), two.touch([("black", 300)])):
                await two.send(other, text)
            await two.settle(other)

    asyncio.run(evening())
    assert len(one.accepted) == 3 and one.accepted[max(one.accepted)]["chips"] == {"red": 300}
    assert [answer["chips"]["black"] for answer in two.accepted.values()] == [100, 400]
    floor.stop()
    checked(floor.database, [one, two])
