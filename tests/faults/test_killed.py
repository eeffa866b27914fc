"""F1: a floor killed again and again while twenty-four terminals bet and a dealer deals; half of the kills at a marked point."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from pathlib import Path

from houseway.ledger import audit
from tests.faults.floor import Console, Floor, Terminal, free_port, seat
from tests.faults.relief import Relief
from tests.faults.truth import acknowledged, checked, opened
from tests.waiting import END, until_then

KILLS = 15  # a change; tests/prove makes ten times as many
MARKS = ("before commit", "after commit", "before close", "between outcome and settlement")
PLACES = (*MARKS, "during a checkpoint", "during a backup")
EVERY = 10  # kills between two readings of the whole record


class Evening:
    """Everybody at one table, over as many servers as it takes."""

    def __init__(self, floor: Floor, terminals: list[Terminal], seed: int) -> None:
        self.floor, self.terminals, self.rng = floor, terminals, random.Random(seed)
        self.died: Counter[str] = Counter()  # by place

    async def killed(self, place: str) -> None:
        """One server's life, up to its end at ``place``, or anywhere."""
        floor, rng = self.floor, self.rng
        async with floor.console() as console:
            work = [asyncio.create_task(terminal.bet(END, pause=0.06)) for terminal in self.terminals]
            work.append(asyncio.create_task(console.deal("RR-1", random.Random(rng.random()))))
            reached = await self._end(place)
            floor.kill()
            await asyncio.gather(*work)
        self.died[place if reached else "anywhere"] += 1

    async def _end(self, place: str) -> bool:
        """Comes back when the server is dead or shall die; says whether that is where it was meant to be."""
        if not place:
            before = self._answered()
            await until_then(lambda: self._answered() > before + len(self.terminals), "everybody to be answered")
            await asyncio.sleep(self.rng.uniform(0, 0.9))
            return False
        if place in MARKS:
            return await until_then(lambda: not self.floor.running, f"the server to die {place}")
        return await asyncio.to_thread(self._at_a_checkpoint if place == "during a checkpoint" else self._in_a_backup)

    def _answered(self) -> int:
        return sum(len(terminal.accepted) for terminal in self.terminals)

    def _at_a_checkpoint(self) -> bool:
        """In WAL mode nothing but a checkpoint writes to the database file itself: its first write is the moment."""
        server, end = self.floor.server, time.monotonic() + END
        assert server is not None
        before = os.stat(self.floor.database).st_mtime_ns
        while os.stat(self.floor.database).st_mtime_ns == before:
            assert time.monotonic() < end, "no checkpoint"
            time.sleep(0.0003)
        server.kill()
        return True

    def _in_a_backup(self) -> bool:
        """The copy goes on without the server, and is a sound one of everything acknowledged before it began."""
        floor, server = self.floor, self.floor.server
        assert floor.relief is not None and server is not None
        copy = floor.folder / f"backup-{sum(self.died.values())}.db"
        part, reached = copy.with_name(copy.name + ".part"), False
        while not reached:  # one that was done before anybody looked is made once more
            copy.unlink(missing_ok=True)
            told = {(each.station, key) for each in self.terminals for key in list(each.accepted)}
            copying = floor.relief.start("backup", str(copy), "--database", floor.database)
            while not part.exists() and copying.poll() is None:
                time.sleep(0.0003)
            reached = copying.poll() is None
        server.kill()
        copying.wait(END)
        said = copying.stderr.read()
        copying.stderr.close()
        assert copy.exists(), said
        ledger = opened(str(copy))
        try:
            assert audit(ledger).sound
            tables = {terminal.table for terminal in self.terminals}
            touched = (entry for table in tables for entry in ledger.entries(table) if entry.kind == "touched")
            assert told <= {(station, key) for entry in touched for key, station, *_ in entry.body["touches"]}
        finally:
            ledger.close()
        return reached


async def last_orders(terminals: list[Terminal], console: Console, spins: int) -> None:
    """Everything unanswered is sent again and answered, and the open spin comes to its end (I15), as do some more."""
    await console.opens("RR-1")
    await asyncio.gather(*(terminal.bet(0.3) for terminal in terminals))
    assert not any(terminal.sent for terminal in terminals)
    end = time.monotonic() + END
    for _ in range(spins):
        while (await console.order("RR-1", "answer", value="17")).status_code != 200:
            assert time.monotonic() < end, "the spin does not end"
            await asyncio.sleep(0.05)


def killed(
    floor: Floor, terminals: list[Terminal], kills: int, seed: int, places: tuple[str, ...] = PLACES
) -> Counter[str]:
    """Kills a floor; after each kill what was acknowledged is on record, and every so often everything is read."""
    evening = Evening(floor, terminals, seed)

    async def night() -> None:
        for kill in range(kills):
            place = places[kill // 2 % len(places)] if kill % 2 else ""
            times = {"before commit": evening.rng.randrange(8, 60), "after commit": evening.rng.randrange(8, 60)}
            floor.start(**({"HOUSEWAY_MARK": f"{place}:{times.get(place, 1)}"} if place in MARKS else {}))
            acknowledged(floor.database, terminals)
            await evening.killed(place)
            if kill % EVERY == EVERY - 1:
                checked(floor.database, terminals)
        floor.start()
        async with floor.console() as console:
            await last_orders(terminals, console, max(1, kills // EVERY))

    asyncio.run(night())
    floor.stop()
    return evening.died


def test_killed_at_random_and_at_marked_points(tmp_path: Path, relief: Relief) -> None:
    floor = Floor(tmp_path, period=1, port=free_port()).start()  # the first server as an operator starts it
    terminals = seat(floor, "RR-1", 24)
    floor.kill()
    floor.relief = relief
    died = killed(floor, terminals, KILLS, seed=8)
    found = checked(floor.database, terminals)
    assert sum(died.values()) == KILLS and found["acknowledged"] > 10 * KILLS and found["spins"] >= KILLS // 10
    assert all(died[place] for place in PLACES), died
