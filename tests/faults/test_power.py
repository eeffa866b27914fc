"""F2: power cuts. Whatever a cut leaves of un-synced writes, everything acknowledged is there and the books are sound."""

from __future__ import annotations

import random
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pysqlite3
import pytest
import sqlalchemy as sa

from houseway.ledger import Ledger, Post, Transfer, audit, open_ledger
from tests.faults import power

pytestmark = pytest.mark.long

CUTS = 1000  # a change; the long proof makes many more
AUDITED = 25  # every so many of them the whole ledger is opened and audited as well
TABLES = {"entry": "stream, number", "transfer": "stream, number, line", "command": "key", "account": "name"}


@contextmanager
def memory() -> Iterator[Path]:
    """A folder whose disk is never waited for: the cuts are ours, not the machine's."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-cuts-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    yield folder
    shutil.rmtree(folder)


@dataclass
class Evening:
    """A ledger at work: its tape, and every row it wrote."""

    tape: power.Tape
    rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)


def evening(folder: Path, full: bool = True, posts: int = 60, seed: int = 1) -> Evening:
    """Two desks post, readers hold on to old views, others write beside the ledger, and the log is checkpointed often.
    Without ``full`` the ledger syncs only at checkpoints."""
    rng = random.Random(seed)
    with power.recorded(folder) as tape:
        ledger = open_ledger(f"sqlite:///{folder / 'ledger.db'}")
        ledger.settle_down()
        ledger.engine.dispose()
        ledger.commits_to_checkpoint = rng.choice((3, 10, 40))

        if not full:

            @sa.event.listens_for(ledger.engine, "connect")
            def careless(connection: Any, _: object) -> None:
                connection.cursor().execute("PRAGMA synchronous=NORMAL")

        beside = sa.MetaData()
        notes = sa.Table("note", beside, sa.Column("n", sa.Integer, primary_key=True), sa.Column("what", sa.Text))
        ledger.keep(beside)

        def desk(stream: str) -> None:
            for number in range(1, posts + 1):
                move = Transfer("cage", f"ats:{stream}:{number % 7}", number, "buy-in")
                body = {"n": number, "pad": "x" * (37 * number % 900)}
                post = Post(stream, "touched", "", "x", body, (move,))
                ledger.post([post], f"{stream}-{number}", "d", {"n": number}).result()
                tape.acknowledged(stream, number)

        def onlooker() -> None:
            """Holds a view open over many commits, so that the log cannot be begun anew."""
            for number in range(posts // 6):
                with ledger.reading() as connection:
                    connection.exec_driver_sql("BEGIN")
                    for _ in range(4):
                        connection.exec_driver_sql("SELECT count(*) FROM entry").scalar()
                        over.wait(0.001)
                    connection.rollback()
                with ledger.changing() as connection:
                    connection.execute(sa.insert(notes), {"n": number, "what": "w" * 50})

        over = threading.Event()
        busy = [threading.Thread(target=desk, args=("U",)), threading.Thread(target=onlooker)]
        for each in busy:
            each.start()
        desk("T")
        for each in busy:
            each.join()
        rows = written(ledger)
        ledger.close()
    return Evening(tape, rows)


def written(ledger: Ledger) -> dict[str, list[tuple[Any, ...]]]:
    with ledger.reading() as connection:
        return {
            table: [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY {order}")]
            for table, order in TABLES.items()
        }


@dataclass
class Lost:
    """What cuts did: how many lost something acknowledged, and how many left books that are not sound."""

    cuts: int = 0
    missing: int = 0
    unsound: int = 0

    def __add__(self, other: Lost) -> Lost:
        return Lost(self.cuts + other.cuts, self.missing + other.missing, self.unsound + other.unsound)


def cut(folder: Path, evening: Evening, cuts: int, seed: int = 1) -> Lost:
    """Cuts the power at so many random points and looks at what is left: exactly a beginning of the evening, and no
    less than was acknowledged."""
    rng, disk, lost = random.Random(seed), power.Disk(evening.tape), Lost(cuts)
    known = _known(evening)
    for turn, at in enumerate(sorted(rng.randrange(1, len(evening.tape.steps)) for _ in range(cuts))):
        disk.wind(at)
        here = folder / "cut"
        here.mkdir()
        for name, image in disk.cut(rng).items():
            (here / name).write_bytes(image)
        heads, sound = looked_at(here / "ledger.db", evening, known, thorough=turn % AUDITED == 0)
        lost.missing += any(heads.get(stream, 0) < number for stream, number in disk.acknowledged.items())
        lost.unsound += not sound
        shutil.rmtree(here)
    return lost


def _known(evening: Evening) -> dict[str, Any]:
    entries = {(row[0], row[1]): row for row in evening.rows["entry"]}
    transfers = {row[:3]: row for row in evening.rows["transfer"]}
    commands = {row[0]: row for row in evening.rows["command"]}
    return {"entry": entries, "transfer": transfers, "command": commands}


def looked_at(file: Path, evening: Evening, known: dict[str, Any], thorough: bool) -> tuple[dict[str, int], bool]:
    """How far each stream has come on a disk after a cut, and whether everything there is as it was written."""
    if not file.exists():
        return {}, True
    if thorough:
        ledger = open_ledger(f"sqlite:///{file}")
        found = audit(ledger)
        ledger.close()
        if not found.sound:
            return {}, False
    connection = pysqlite3.connect(str(file))
    try:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"entry", "transfer", "command", "account"} <= tables:
            return {}, True  # the cut came before the tables were there
        if connection.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
            return {}, False
        heads: dict[str, int] = {}
        for row in connection.execute("SELECT * FROM entry ORDER BY stream, number"):
            if row != known["entry"].get(row[:2]) or row[1] != heads.get(row[0], 0) + 1:
                return heads, False
            heads[row[0]] = row[1]
        expected = sum(heads.values())  # each has one transfer and one answer
        transfers = connection.execute("SELECT * FROM transfer").fetchall()
        commands = connection.execute("SELECT * FROM command").fetchall()
        if len(transfers) != expected or len(commands) != expected:
            return heads, False
        sums: dict[str, int] = {}
        for row in transfers:
            if row != known["transfer"].get(row[:3]) or row[1] > heads.get(row[0], 0):
                return heads, False
            sums[row[3]] = sums.get(row[3], 0) - row[5]
            sums[row[4]] = sums.get(row[4], 0) + row[5]
        if any(row != known["command"].get(row[0]) for row in commands):
            return heads, False
        return heads, dict(connection.execute("SELECT name, cents FROM account")) == sums
    except pysqlite3.DatabaseError:
        return {}, False
    finally:
        connection.close()


def many(evenings: int, cuts: int, full: bool = True, seed: int = 1) -> Lost:
    """Cuts of several evenings."""
    total = Lost()
    for turn in range(evenings):
        with memory() as folder:
            told = evening(folder, full, seed=seed + turn)
            total += cut(folder, told, cuts // evenings, seed + turn)
    return total


def test_nothing_acknowledged_is_lost_in_a_power_cut() -> None:
    assert many(4, CUTS) == Lost(CUTS)


def test_the_same_test_finds_a_ledger_that_does_not_sync() -> None:
    """The positive control: with synchronous=NORMAL commits are acknowledged before they are safe."""
    lost = many(2, 200, full=False)
    assert lost.missing > 40 and not lost.unsound  # consistent to look at, and yet gone
