"""Two server processes over one PostgreSQL are one house: every game is served whichever is asked, what one dies with the other
takes over, who slept cannot write, and nobody spends the same money at both."""

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
from houseway.ledger import audit, open_ledger
from tests.faults.floor import Floor, Terminal, free_port, seat
from tests.faults.relief import Relief
from tests.faults.truth import checked, opened
from tests.own_books import own_books
from tests.stores import fresh_database
from tests.waiting import END, until

ROULETTE = "vic-2000-rapid-roulette"
LEASE = 6  # seconds; a process that a busy machine holds up for as long has lost its tables, and rightly
CARDS = """
[[table]]
name = "RD-1"
book = "vic-1997-red-dog"
dealt_by = "house"
equipment = "generator"
sign = { limits = "5 to 500", areas = 9, players_per_area = 3 }
"""


def floors(folder: Path, relief: Relief, tables: int = 2) -> list[Floor]:
    database = fresh_database().replace("postgresql+psycopg://", "postgresql://")
    found = []
    for port in (free_port(), free_port()):
        cluster = f'[cluster]\naddress = "http://127.0.0.1:{port}"\nprocesses = 2\nlease_seconds = {LEASE}\n'
        extra = CARDS + cluster
        found.append(
            Floor(folder, tables=tables, terminals=6, database=database, extra=extra, port=port, relief=relief)
        )
        found[-1].env["HOUSEWAY_BOOKS"] = str(folder)
    return found


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, relief: Relief) -> Iterator[tuple[Path, Floor, Floor]]:
    folder = tmp_path_factory.mktemp("cluster")
    one, two = floors(folder, relief)
    yield folder, one.start(), two.start()
    one.stop()
    two.stop()
    ledger = open_ledger(one.database)
    assert audit(ledger).sound
    ledger.close()


@pytest.fixture
def pair(tmp_path: Path, relief: Relief) -> Iterator[tuple[Floor, Floor]]:
    one, two = floors(tmp_path, relief, tables=3)
    yield one.start(), two.start()
    one.stop()
    two.stop()


def health(floor: Floor) -> dict[str, object]:
    with floor.client() as client:
        found: dict[str, object] = client.get("/healthz").json()
    return found


def test_every_game_is_served_whichever_process_is_asked(both: tuple[Path, Floor, Floor]) -> None:
    _, one, two = both
    assert health(one)["front"] and not health(two)["front"]
    assert {*health(one)["serves"], *health(two)["serves"]} == {"RD-1", "RR-1", "RR-2"}  # type: ignore[misc]
    terminals = [*seat(one, "RR-1", 1), *seat(two, "RR-2", 1)]
    for turn, floor in enumerate((one, two), 1):
        with floor.client() as client:
            assert {doc["table"] for doc in client.get("/api/tables").json()} == {"RD-1", "RR-1", "RR-2"}
            assert client.get("/").status_code == 200 and "RR-2" in client.get("/").text
            for page in (
                "/keno",
                "/keno/board",
                "/table/RD-1",
                "/books",
                "/odds",
                "/rapid/RR-1/display",
                "/record/RR-2",
            ):
                assert client.get(page, follow_redirects=True).status_code == 200, page
            credit = client.post("/api/players", json={}).json()["credit"]
            sold = {"key": os.urandom(8).hex(), "act": "sell", "details": {"numbers": [1, 2, 3], "cents": 200}}
            assert client.post("/api/keno/orders", json=sold).status_code == 200
            sat = {"key": os.urandom(8).hex(), "act": "sit", "details": {"area": 1}}
            assert client.post("/api/tables/RD-1/orders", json=sat).status_code == 200
            assert client.get("/api/tables/RD-1").status_code == 200 and credit == 100_000
        boss = floor.staff()
        for terminal in terminals:
            terminal.floor = floor
            floor.order(boss, terminal.table, "open wagering")
            assert floor.must(boss, terminal.table, "buy in", station="ATS-6", cents=700)["accepted"]
            with floor.client() as client:  # whoever comes without a name gets one from the front, and comes back
                assert client.get(f"/rapid/{terminal.table}", follow_redirects=True).status_code == 200
        _bet(terminals, at_least=turn)


def test_nobody_spends_the_same_money_at_both(both: tuple[Path, Floor, Floor]) -> None:
    _, one, two = both
    serves_one = next(name for name in health(one)["serves"] if name.startswith("RR"))  # type: ignore[attr-defined]
    serves_two = next(name for name in health(two)["serves"] if name.startswith("RR"))  # type: ignore[attr-defined]

    async def race(turn: int) -> int:
        async with httpx.AsyncClient(timeout=END) as client:
            taken = await client.post(f"{one.base}/api/players", json={})
            client.cookies = httpx.Cookies(dict(taken.cookies))

            async def note_in(floor: Floor, table: str, station: str) -> int:
                details = {"station": station, "cents": 60_000}
                doc = {"key": os.urandom(8).hex(), "act": "note in", "details": details, "as": "player"}
                reply = await client.post(f"{floor.base}/api/tables/{table}/orders", json=doc)
                assert reply.status_code in (200, 409, 503), reply.text
                return reply.status_code

            station = f"ATS-{2 + turn}"
            told = await asyncio.gather(note_in(one, serves_one, station), note_in(two, serves_two, station))
            return told.count(200)

    spent = [asyncio.run(race(turn)) for turn in range(3)]
    assert max(spent) == 1, "of 1,000 dollars 600 are spent once"
    assert all(floor.running and health(floor)["open"] for floor in (one, two))


def test_a_notice_is_law_of_both_processes_or_of_neither(both: tuple[Path, Floor, Floor]) -> None:
    folder, one, two = both
    with own_books(folder):
        wanted = Wanted("Notice n7", "2099-01-01T04:00", set={"pays.straight": "36 to 1"})
        written_on(games.book(ROULETTE)[0], "n7", wanted, (folder,))
    brandt, okafor = one.staff(), two.staff("game supervisor", "M. Okafor")

    def to_come(floor: Floor) -> bool:
        return "To come: Notice n7" in floor.client().get(f"/books/{ROULETTE}").text

    def is_law(there: bool) -> None:
        until(lambda: to_come(one) is there and to_come(two) is there, f"a notice that is law: {there}")

    proposed = brandt.post("/api/notices", json={"book": ROULETTE, "draft": "n7"})
    assert proposed.status_code == 201, proposed.text
    assert two.staff().post("/api/notices/n7/second").status_code == 403  # who proposed it, by the other door
    assert okafor.post("/api/notices/n7/second").json()["state"] == "to come"
    is_law(True)
    for floor in (one, two):
        assert [life["state"] for life in floor.client().get("/api/notices").json()] == ["to come"]
    assert brandt.post("/api/notices/n7/withdraw", json={"why": "a slip"}).is_success
    assert okafor.post("/api/notices/n7/second").json()["state"] == "withdrawn"
    is_law(False)


def test_two_do_not_go_by_one_address(both: tuple[Path, Floor, Floor], relief: Relief) -> None:
    folder, one, _ = both
    third = relief.start("serve", "--settings", str(folder / f"floor-1-{one.port}.toml"))
    said = third.stderr.read()
    third.wait(END)
    assert "nobody can listen" in said or "another process serves at" in said
    path = folder / "third.toml"
    path.write_text(one.settings.replace(f"port = {one.port}", f"port = {free_port()}"))
    third = relief.start("serve", "--settings", str(path))
    said = third.stderr.read()
    third.wait(END)
    assert "another process serves at" in said and len(said.strip().splitlines()) == 1, said


def test_what_a_process_dies_with_the_other_takes_over(pair: tuple[Floor, Floor]) -> None:
    one, two = pair
    assert health(one)["front"]
    terminals = [*seat(two, "RR-1", 3), *seat(two, "RR-2", 3)]  # all by the other door
    boss = two.staff()
    for table in ("RR-1", "RR-2"):
        two.must(boss, table, "open wagering")
    _bet(terminals, at_least=2)
    lying = {(t.table, t.station): t.state["chips"] for t in terminals}
    one.kill()
    until(lambda: len(health(two)["serves"]) == 4 and health(two)["front"], "everything to move")  # type: ignore[arg-type]
    boss = two.staff()
    for table in ("RR-1", "RR-2"):
        two.order(boss, table, "open wagering")  # where it was interrupted
    _bet(terminals, at_least=3)
    for terminal in terminals:  # everything is as it was
        assert not terminal.sent
        assert lying[terminal.table, terminal.station].keys() <= terminal.state["chips"].keys()
    with two.client() as client:
        assert client.get("/keno/board").status_code == 200 and client.get("/table/RD-1").status_code == 200
    one.start()
    until(lambda: any(name.startswith("RR") for name in health(one)["serves"]), "a table that nothing is open on")  # type: ignore[attr-defined]
    one.stop()
    two.stop()
    checked(one.database, terminals)


def test_a_process_that_slept_cannot_write(pair: tuple[Floor, Floor]) -> None:
    """Stopped for longer than its lease and woken up: another has what it had. The sleeper writes nothing: what it is asked it
    refuses, or carries to whoever serves now; had it written, the other's next entry would find its number taken."""
    one, two = pair
    terminals = seat(one, "RR-1", 2)
    boss = one.staff()
    one.must(boss, "RR-1", "open wagering")
    assert one.server is not None
    os.kill(one.server.pid, signal.SIGSTOP)
    until(lambda: len(health(two)["serves"]) == 4 and health(two)["front"], "everything to move")  # type: ignore[arg-type]
    other = two.staff()
    two.must(other, "RR-1", "buy in", station="ATS-5", cents=700)
    os.kill(one.server.pid, signal.SIGCONT)
    try:
        reply = one.order(boss, "RR-1", "buy in", station="ATS-6", cents=900)
        carried = reply.is_success
    except (httpx.HTTPError, KeyError):
        carried = None  # it has stopped by itself; whether it was heard before nobody knows
    until(lambda: not one.running, "the sleeper to begin again")
    key = os.urandom(8).hex()
    until(
        lambda: two.order(other, "RR-1", "buy in", key, station="ATS-5", cents=100).is_success, "an order at the other"
    )
    two.stop()
    checked(one.database, terminals)
    ledger = opened(one.database)
    try:
        assert carried is None or ledger.balance("ats:RR-1:ATS-6") == 900 * carried
    finally:
        ledger.close()


def _bet(terminals: list[Terminal], at_least: int) -> None:
    async def everybody() -> None:
        bets = (t.bet(END, pause=0.05, enough=lambda t=t: len(t.accepted) >= at_least) for t in terminals)
        await asyncio.gather(*bets)

    asyncio.run(everybody())
    assert all(len(terminal.accepted) >= at_least for terminal in terminals)
