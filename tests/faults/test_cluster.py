"""Two server processes over one PostgreSQL: each serves its tables, and when one dies the other takes them over; a notice that
people publish at one of them, or withdraw, is law in both, or in neither."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from houseway import games
from houseway.floor.drafts import written_on
from houseway.law.drafting import Wanted
from tests.faults.floor import Floor, Terminal, free_port, seat
from tests.faults.relief import Relief
from tests.faults.truth import checked
from tests.own_books import own_books
from tests.stores import fresh_database
from tests.waiting import END, until

ROULETTE = "vic-2000-rapid-roulette"
LEASE = 6  # seconds; a process that a busy machine holds up for as long has lost its tables, and rightly


@pytest.fixture
def pair(tmp_path: Path, relief: Relief) -> Iterator[tuple[Floor, Floor]]:
    database = fresh_database().replace("postgresql+psycopg://", "postgresql://")
    floors = []
    for port in (free_port(), free_port()):
        cluster = f'[cluster]\naddress = "http://127.0.0.1:{port}"\nprocesses = 2\nlease_seconds = {LEASE}\n'
        floors.append(
            Floor(tmp_path, tables=2, terminals=6, database=database, extra=cluster, port=port, relief=relief)
        )
        floors[-1].env["HOUSEWAY_BOOKS"] = str(tmp_path)
    yield floors[0].start(), floors[1].start()
    for floor in floors:
        floor.stop()


def tables(floor: Floor) -> list[str]:
    return [doc["table"] for doc in floor.client().get("/api/tables").json()]


def test_tables_move_when_their_process_dies(pair: tuple[Floor, Floor]) -> None:
    one, two = pair
    assert tables(one) == ["RR-1"] and tables(two) == ["RR-2"]
    moved = two.client().get("/rapid/RR-1/display", follow_redirects=False)
    assert moved.status_code == 307 and moved.headers["location"] == f"{one.base}/rapid/RR-1/display"
    terminals = seat(one, "RR-1", 4)
    boss = one.staff()
    one.must(boss, "RR-1", "open wagering")
    _bet(terminals, at_least=2)
    lying = {t.station: t.state["chips"] for t in terminals}
    one.kill()
    until(lambda: "RR-1" in tables(two), "the table to move")
    for terminal in terminals:  # everything is as it was, at another address
        terminal.floor = two
    boss = two.staff()
    two.must(boss, "RR-1", "open wagering")
    _bet(terminals, at_least=3)
    assert not any(t.sent for t in terminals)
    for terminal in terminals:
        assert lying[terminal.station].keys() <= terminal.state["chips"].keys()
    two.stop()
    checked(one.database, terminals)


def test_a_process_that_slept_cannot_write(pair: tuple[Floor, Floor]) -> None:
    """Stopped for longer than its lease and woken up: another has the table, and the sleeper's next word is not taken."""
    one, two = pair
    terminals = seat(one, "RR-1", 2)
    boss = one.staff()
    one.must(boss, "RR-1", "open wagering")
    assert one.server is not None
    os.kill(one.server.pid, signal.SIGSTOP)
    until(lambda: "RR-1" in tables(two), "the table to move")
    other = two.staff()
    two.must(other, "RR-1", "buy in", station="ATS-5", cents=700)
    os.kill(one.server.pid, signal.SIGCONT)
    try:
        reply = one.order(boss, "RR-1", "buy in", station="ATS-6", cents=900)
        assert reply.status_code >= 400
    except httpx.HTTPError:
        pass  # it has stopped by itself
    two.must(other, "RR-1", "buy in", station="ATS-5", cents=100)
    two.stop()
    checked(one.database, terminals)


def test_a_notice_is_law_of_both_processes_or_of_neither(tmp_path: Path, pair: tuple[Floor, Floor]) -> None:
    with own_books(tmp_path):
        wanted = Wanted("Notice n7", "2099-01-01T04:00", set={"pays.straight": "36 to 1"})
        written_on(games.book(ROULETTE)[0], "n7", wanted, (tmp_path,))
    one, two = pair
    brandt, okafor = one.staff(), two.staff("game supervisor", "M. Okafor")

    def to_come(floor: Floor) -> bool:
        return "To come: Notice n7" in floor.client().get(f"/books/{ROULETTE}").text

    def both(there: bool) -> None:
        until(lambda: to_come(one) is there and to_come(two) is there, f"a notice that is law: {there}")

    proposed = brandt.post("/api/notices", json={"book": ROULETTE, "draft": "n7"})
    assert proposed.status_code == 201, proposed.text
    assert two.staff().post("/api/notices/n7/second").status_code == 403  # who proposed it, at the other process
    assert okafor.post("/api/notices/n7/second").json()["state"] == "to come"  # at once: it looks before it acts
    both(True)
    for floor in pair:
        assert [life["state"] for life in floor.client().get("/api/notices").json()] == ["to come"]
    assert brandt.post("/api/notices/n7/withdraw", json={"why": "a slip"}).is_success
    assert okafor.post("/api/notices/n7/second").json()["state"] == "withdrawn"
    both(False)
    for floor in pair:
        assert [life["state"] for life in floor.client().get("/api/notices").json()] == ["withdrawn"]


def _bet(terminals: list[Terminal], at_least: int) -> None:
    async def everybody() -> None:
        bets = (t.bet(END, pause=0.05, enough=lambda t=t: len(t.accepted) >= at_least) for t in terminals)
        await asyncio.gather(*bets)

    asyncio.run(everybody())
    assert all(len(terminal.accepted) >= at_least for terminal in terminals)
