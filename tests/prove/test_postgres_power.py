"""F3: power cuts under PostgreSQL. Whatever a cut leaves of un-synced writes, everything acknowledged is there, the books are
sound, and the house opens and goes on. It needs a C compiler, and says so.

The controls are servers that do not keep their word, at which the house would not open: one that does not sync, one that
acknowledges commits before they are written, one that trusts pages not to tear. Each must lose something or come to harm.
"""

from __future__ import annotations

import random
import shutil
import signal
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.floor.house import House
from houseway.floor.people import HOUSE
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, touch_many
from houseway.ledger import Ledger, Post, Transfer, audit, open_ledger, opening
from houseway.play.wagers import SetUp
from houseway.premises.settings import first_floor
from tests.faults import postgres_power as power
from tests.faults.test_power import TABLES, written
from tests.prove.progress import Proof, told

pytestmark = pytest.mark.real

NOON = datetime(2026, 11, 16, 12)
STATIONS = 4
CUTS = 40  # of one evening
CARELESS = {
    "that does not sync": {"fsync": "off"},
    "that acknowledges first and writes then": {"synchronous_commit": "off", "wal_writer_delay": "200ms"},
    "that trusts pages not to tear": {"full_page_writes": "off"},
}
Rows = dict[str, list[tuple[Any, ...]]]


@dataclass
class Evening:
    tape: power.Tape
    first: int  # the step at which the house had opened
    rows: Rows


def table_of(house: House) -> Table:
    sign = replace(first_floor().plan("RR-1").set_up.sign, areas=STATIONS)
    table = house.open_table("RR-1", "vic-2000-rapid-roulette", SetUp(sign=sign), "dealer", "shoe")
    assert isinstance(table, Table), table
    return table


def ordered(table: Table, act: str, **details: Any) -> None:
    reply = table.do(Order(HOUSE, act, details, at=NOON))
    assert reply.accepted, reply.decision
    reply.saved.result()


def evening(seed: int, spins: int = 12, posts: int = 120, **settings: str) -> Evening:
    """A house deals spins to its terminals while two desks post beside it, views are held open, and checkpoints are made."""
    rng = random.Random(seed)
    with power.recorded(**settings) as (server, tape, file):
        ledger = open_ledger(server.address)
        house = House(ledger, lambda: NOON)
        table = table_of(house)
        for number in range(1, STATIONS + 1):
            ordered(table, "buy in", station=f"ATS-{number}", cents=10**9, player=f"P{number}")
        power.acknowledge(file, "RR-1", ledger.head("RR-1")[0])
        first = file.stat().st_size

        def desk(stream: str) -> None:
            for number in range(1, posts + 1):
                move = Transfer("cage", f"ats:{stream}:{number % 7}", number, "buy-in")
                body = {"n": number, "pad": "x" * (37 * number % 900)}
                ledger.post([Post(stream, "touched", "", "x", body, (move,))], f"{stream}-{number}", "d", {}).result()
                power.acknowledge(file, stream, number)

        def others() -> None:
            """A reader that holds an old view, and checkpoints between those that come by themselves."""
            engine = sa.create_engine(server.address, isolation_level="AUTOCOMMIT")
            while not over.is_set():
                with engine.connect() as connection:
                    connection.exec_driver_sql("SELECT count(*) FROM entry").scalar()
                    if rng.random() < 0.3:
                        connection.exec_driver_sql("CHECKPOINT")
                over.wait(rng.uniform(0.01, 0.3))
            engine.dispose()

        over = threading.Event()
        aside = threading.Thread(target=others)
        desks = [threading.Thread(target=desk, args=(stream,)) for stream in ("desk:T", "desk:U")]
        for each in (aside, *desks):
            each.start()
        key = 0
        for spin in range(1, spins + 1):
            for _ in range(6):
                touches = []
                for number in range(1, STATIONS + 1):
                    key += 1
                    bets = ((f"straight:{rng.randrange(37)}", 100 * rng.randint(1, 9)),)
                    touches.append(Touch(f"ATS-{number}", f"abcdefgh{number:02d}-{key:08d}", spin, bets))
                results, saved = touch_many(table, touches, NOON)
                assert all(result.accepted for result in results)
                saved.result()
                power.acknowledge(file, "RR-1", ledger.head("RR-1")[0])
            ordered(table, "answer")
            ordered(table, "answer", value=str(rng.randrange(37)))
            power.acknowledge(file, "RR-1", ledger.head("RR-1")[0])
        for each in desks:
            each.join()
        over.set()
        aside.join()
        ledger.settle_down()
        rows = written(ledger)
        ledger.close()
    begins = next(n for n, step in enumerate(tape.steps) if step.place >= first)
    return Evening(tape, begins, rows)


def looked_at(folder: Path, rows: Rows, acknowledged: dict[str, int]) -> Counter[str]:
    """A server started over what a cut has left: what is wrong there. Where nothing is, the house goes on."""
    server = power.Server(folder)
    watch = threading.Timer(power.HANGS, server.kill)
    watch.start()
    try:
        if not server.ready():
            return Counter({"did not start": 1})
        try:
            ledger = open_ledger(server.address)
        except (opening.UnsafeStore, sa.exc.SQLAlchemyError):
            return Counter({"did not open": 1})
        try:
            found = audit(ledger)
            missing = {stream: number for stream, number in acknowledged.items() if ledger.head(stream)[0] < number}
            wrong = Counter({"lost": bool(missing), "unsound": not found.sound or not _as_written(ledger, rows)})
            if not wrong.total():
                _goes_on(ledger)
            return +wrong
        except sa.exc.SQLAlchemyError:
            return Counter({"unsound": 1})  # a page that the server refuses to read
        finally:
            ledger.close()
    finally:
        watch.cancel()
        server.stop(signal.SIGQUIT)


def _as_written(ledger: Ledger, rows: Rows) -> bool:
    """Whatever is there is exactly what was written; balances are their own matter, for the audit."""
    now = written(ledger)
    return all(set(now[table]) <= set(rows[table]) for table in TABLES if table != "account")


def _goes_on(ledger: Ledger) -> None:
    """The house of the record opens, and another spin is played to its end."""
    house = House(ledger, lambda: NOON)
    house.load_floor()
    table = house.tables["RR-1"]
    spin = table.state.round
    if table.window is not None:
        touch = Touch("ATS-1", "afterwards-00000001", spin, (("red", 500),))
        (result,), saved = touch_many(table, [touch], NOON)
        assert result.accepted, result.text
        saved.result()
        ordered(table, "answer")
    ordered(table, "answer", value="17")
    assert table.state.round == spin + 1
    found = audit(ledger)
    assert found.sound, found.findings


@contextmanager
def _folder() -> Iterator[Path]:
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    folder = Path(tempfile.mkdtemp(prefix="houseway-pg-left-", dir=memory))
    yield folder
    shutil.rmtree(folder)


def cut(seed: int, cuts: int, **settings: str) -> Counter[str]:
    """Cuts of one evening, and what came of them."""
    rng, told = random.Random(seed), evening(seed, **settings)
    disk, counted = power.Disk(told.tape), Counter[str]()
    for at in sorted(rng.randrange(told.first, len(told.tape.steps)) for _ in range(cuts)):
        disk.wind(at)
        with _folder() as folder:
            way = disk.cut(rng, folder / "db")
            wrong = looked_at(folder, told.rows, disk.acknowledged)
            counted.update({"cuts": 1, f"of which {way}": 1, **wrong, "harmed": bool(wrong)})
    counted["steps"] = len(told.tape.steps)
    counted["acknowledged"] = sum(disk.acknowledged.values())
    return +counted


def test_power_is_cut_under_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    def part(number: int) -> Counter[str]:
        counted = cut(number, CUTS)
        assert not counted["harmed"], counted
        return counted

    proof = Proof("power-cuts-postgresql", "cuts", 2_000)
    proof.go_on(part)
    with capsys.disabled():
        print(f"\n{told(proof.file)}", flush=True)


@pytest.mark.parametrize("server", CARELESS)
def test_a_server_that_does_not_keep_its_word_is_found(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The positive controls."""
    from houseway.ledger import opening

    with power.recorded(**CARELESS[server]) as (running, _, _), pytest.raises(opening.UnsafeStore, match="off;"):
        open_ledger(running.address)
    monkeypatch.setattr(opening, "_keeps_its_word", lambda _: None)
    counted = cut(1, CUTS, **CARELESS[server])
    assert counted["harmed"] >= 3, counted
