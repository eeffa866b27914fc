"""F2: power cuts. Whatever a cut leaves of un-synced writes, everything acknowledged is there and the books are sound."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from houseway.ledger import Post, Transfer, UnsafeStore, audit, open_ledger
from tests.faults import power

CUTS = 150  # a change; the long proof makes many more


@contextmanager
def memory() -> Iterator[Path]:
    """A folder whose disk is never waited for: the cuts are ours, not the machine's."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-cuts-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    yield folder
    shutil.rmtree(folder)


def evening(folder: Path, full: bool, posts: int = 120) -> power.Tape:
    """A ledger at work, with everything it writes on the tape. Without ``full`` it syncs only at checkpoints."""
    with power.recorded(folder) as tape:
        ledger = open_ledger(f"sqlite:///{folder / 'ledger.db'}")
        if not full:
            ledger.settle_down()
            ledger.engine.dispose()

            @sa.event.listens_for(ledger.engine, "connect")
            def careless(connection: object, _: object) -> None:
                connection.cursor().execute("PRAGMA synchronous=NORMAL")  # type: ignore[attr-defined]

        for number in range(1, posts + 1):
            move = Transfer("cage", f"ats:T:{number % 7}", number, "buy-in")
            ledger.post([Post("T", "touched", "", "x", {"n": number, "pad": "x" * 300}, (move,))]).result()
            tape.acknowledged(number)
        ledger.close()
    return tape


def lost(folder: Path, tape: power.Tape, cuts: int, seed: int = 1) -> tuple[int, int]:
    """How many cuts lost something that had been acknowledged, and how many left books that are not sound."""
    rng, missing, unsound = random.Random(seed), 0, 0
    for cut in range(cuts):
        files, acknowledged = power.after_a_cut(tape, rng.randrange(1, len(tape.steps)), rng)
        at = folder / f"cut-{cut}"
        at.mkdir()
        for name, image in files.items():
            (at / name).write_bytes(image)
        if "ledger.db" in files:
            try:
                ledger = open_ledger(f"sqlite:///{at / 'ledger.db'}")
            except UnsafeStore:  # not even readable
                missing, unsound = missing + (acknowledged > 0), unsound + 1
                shutil.rmtree(at)
                continue
            try:
                head = ledger.head("T")[0]
                missing += head < acknowledged
                unsound += not audit(ledger).sound
            finally:
                ledger.close()
        else:
            missing += acknowledged > 0
        shutil.rmtree(at)
    return missing, unsound


def test_nothing_acknowledged_is_lost_in_a_power_cut() -> None:
    with memory() as folder:
        assert lost(folder, evening(folder, full=True), CUTS) == (0, 0)


def test_the_same_test_finds_a_ledger_that_does_not_sync() -> None:
    """The positive control: with synchronous=NORMAL commits are acknowledged before they are safe."""
    with memory() as folder:
        missing, _ = lost(folder, evening(folder, full=False), 60)
        assert missing > 10
