"""F10 and F11: disks that fill up, fail, flip bits or lose their end. The ledger stops at the first error and never tries a
flush again; what is damaged is found, and the first bad entry named."""

from __future__ import annotations

import random
from pathlib import Path

import pysqlite3
import pytest
import sqlalchemy as sa

from houseway.ledger import Finding, Ledger, LedgerBroken, Post, Transfer, UnsafeStore, audit, open_ledger
from tests.faults import power
from tests.faults.test_power import memory

pytestmark = pytest.mark.long

ERRORS = {"write": power.WRITE_FAILS, "sync": power.SYNC_FAILS, "read": power.READ_FAILS}


def posted(ledger: Ledger, number: int, pad: int = 300) -> None:
    move = Transfer("cage", f"ats:T:{number % 7}", number, "buy-in")
    snapshot = ("T", {"n": number}) if number % 10 == 0 else None
    filling = random.Random(number).randbytes(pad // 2).hex()  # which no packing makes small: a disk fills up by it
    post = Post("T", "touched", "", "x", {"n": number, "pad": filling}, (move,))
    ledger.post([post], f"key-{number}", "d", {"n": number}, snapshot).result()


# F10


@pytest.mark.parametrize("pages", range(44, 144, 5))
def test_a_full_disk_stops_the_ledger_and_loses_nothing(tmp_path: Path, pages: int) -> None:
    url = f"sqlite:///{tmp_path / 'full.db'}"
    ledger = open_ledger(url)
    ledger.commits_to_checkpoint = 7

    @sa.event.listens_for(ledger.engine, "checkout")
    def small(connection: object, *_: object) -> None:
        connection.cursor().execute(f"PRAGMA max_page_count={pages}")  # type: ignore[attr-defined]

    acknowledged = 0
    with pytest.raises(LedgerBroken):
        for number in range(1, 5000):
            posted(ledger, number, 2000)
            acknowledged = number
    with pytest.raises(LedgerBroken):  # and it does not try again
        ledger.post([Post("T", "touched", "", "x", {})])
    ledger.close()
    again = open_ledger(url)  # there is room again
    assert again.head("T")[0] == acknowledged > 0
    assert audit(again).sound
    again.post([Post("T", "touched", "", "x", {})]).result()
    again.close()


# F11: errors


def with_an_error(folder: Path, kind: str, after: int, forever: bool, rng: random.Random) -> tuple[bool, int]:
    """A ledger at work on a disk that fails once, or from then on. Whether it stopped, and what it had acknowledged;
    raises if it went on, or if the disk as it is left has less."""
    acknowledged, broke, left, failed_syncs = 0, False, after, 0

    def fails(asked: str, name: str) -> int:
        nonlocal left, failed_syncs
        if asked != kind or not armed:
            return 0
        left -= 1
        if left == 0 or (forever and left < 0):
            failed_syncs += 1
            return ERRORS[kind]
        return 0

    with power.recorded(folder) as tape:
        armed = False
        tape.fails = fails
        ledger = open_ledger(f"sqlite:///{folder / 'ledger.db'}")
        ledger.commits_to_checkpoint = 4
        armed = True
        for number in range(1, 30):
            try:
                posted(ledger, number)
                assert ledger.balance(f"ats:T:{rng.randrange(7)}") >= 0
            except (LedgerBroken, sa.exc.DBAPIError):
                broke = True
                break
            acknowledged = number
            tape.acknowledged("T", number)
        stopped = ledger._broken is not None
        if stopped:
            tried = failed_syncs
            with pytest.raises(LedgerBroken):
                ledger.post([Post("T", "touched", "", "x", {})])
            with pytest.raises(LedgerBroken), ledger.changing():
                pass
            assert failed_syncs == tried, "it tried again"
        assert broke or left > 0, "the error went unnoticed"
        if kind == "sync" and broke:
            assert stopped
        here = len(tape.steps)  # the process ends here; nobody closes anything
        armed = False
        ledger.close()
    disk = power.Disk(tape, rng)
    disk.wind(rng.choice((here, len(tape.steps) - 1)))
    at = folder / "after"
    at.mkdir()
    for name, image in disk.cut(rng).items():
        (at / name).write_bytes(image)
    again = open_ledger(f"sqlite:///{at / 'ledger.db'}")
    try:
        found = audit(again)
        assert found.sound, found.findings
        assert again.head("T")[0] >= acknowledged
    finally:
        again.close()
    return broke, acknowledged


def errors(cases: int, seed: int) -> dict[str, int]:
    """So many errors of each kind; how many of them were met."""
    rng, met = random.Random(seed), dict.fromkeys(ERRORS, 0)
    for case in range(cases):
        for kind, most in (("write", 120), ("sync", 36), ("read", 12)):
            with memory() as folder:
                where = (kind, rng.randrange(1, most), rng.random() < 0.3)
                try:
                    met[kind] += with_an_error(folder, *where, random.Random(seed * 1000 + case))[0]
                except BaseException as wrong:
                    wrong.add_note(f"seed {seed}, case {case}: {where}")
                    raise
    return met


def test_an_error_of_the_disk_stops_the_ledger() -> None:
    met = errors(20, seed=1)
    assert all(count >= 5 for count in met.values()), met


# F11: damage


def evening(file: Path) -> dict[str, tuple[int, str]]:
    """A ledger of two streams, closed; and its heads."""
    ledger = open_ledger(f"sqlite:///{file}")
    for number in range(1, 41):
        posted(ledger, number)
        if number % 4 == 0:
            ledger.post([Post("U", "noted", "", "x", {"n": number})]).result()
    heads = {stream: ledger.head(stream) for stream in ("T", "U")}
    ledger.close()
    return heads


def contents(file: Path) -> dict[str, list[object]]:
    """Every row of every table, read without the ledger."""
    connection = pysqlite3.connect(str(file))
    try:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table' ORDER BY 1")]
        return {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}
    finally:
        connection.close()


def examined(file: Path, heads: dict[str, tuple[int, str]]) -> list[Finding]:
    """What opening the ledger and auditing it finds."""
    try:
        ledger = open_ledger(f"sqlite:///{file}")
    except UnsafeStore as wrong:
        return [Finding("database file", str(wrong))]
    try:
        return audit(ledger, heads).findings
    finally:
        ledger.close()


def flips(cases: int, seed: int) -> tuple[int, int]:
    """One bit flipped in the file of a closed ledger, where something is written: found, or of no account."""
    rng, found, harmless = random.Random(seed), 0, 0
    with memory() as folder:
        heads = evening(folder / "ledger.db")
        whole, told = (folder / "ledger.db").read_bytes(), contents(folder / "ledger.db")
        written = [place for place, byte in enumerate(whole) if byte]
        for case in range(cases):
            image = bytearray(whole)
            image[rng.choice(written)] ^= 1 << rng.randrange(8)
            file = folder / f"flip-{case}.db"
            file.write_bytes(image)
            if examined(file, heads):
                found += 1
            else:
                assert contents(file) == told, f"seed {seed}, case {case}: a flip went unseen"
                harmless += 1
            for each in folder.glob(f"{file.name}*"):
                each.unlink()
    return found, harmless


def ends_cut(cases: int, seed: int) -> int:
    """The file ends somewhere in its midst: always found, against heads kept elsewhere."""
    rng = random.Random(seed)
    with memory() as folder:
        heads = evening(folder / "ledger.db")
        whole = (folder / "ledger.db").read_bytes()
        for case in range(cases):
            file = folder / f"short-{case}.db"
            size = rng.randrange(len(whole))
            file.write_bytes(whole[: size - size % 4096 if rng.random() < 0.5 else size])
            assert examined(file, heads), f"seed {seed}, case {case}: {size} of {len(whole)} bytes"
            for each in folder.glob(f"{file.name}*"):
                each.unlink()
    return cases


def logs_flipped(cases: int, seed: int) -> int:
    """A bit flipped in the log of a house that fell: SQLite reads the log up to there and says nothing, so that the end is
    missing. The heads kept elsewhere see it."""
    rng, shorter = random.Random(seed), 0
    with memory() as folder:
        with power.recorded(folder) as tape:
            ledger = open_ledger(f"sqlite:///{folder / 'ledger.db'}")
            ledger.settle_down()
            ledger.engine.dispose()
            for number in range(1, 41):
                posted(ledger, number)
            heads = {"T": ledger.head("T")}
            fell = len(tape.steps)
            ledger.close()
        disk = power.Disk(tape)
        disk.wind(fell)
        files = {name: bytes(image) for name, image in disk.safe.items()}
        for case in range(cases):
            at = folder / f"log-{case}"
            at.mkdir()
            log = bytearray(files["ledger.db-wal"])
            log[rng.randrange(len(log))] ^= 1 << rng.randrange(8)
            (at / "ledger.db").write_bytes(files["ledger.db"])
            (at / "ledger.db-wal").write_bytes(log)
            findings = examined(at / "ledger.db", heads)
            ledger = open_ledger(f"sqlite:///{at / 'ledger.db'}")
            if ledger.head("T") != heads["T"]:
                shorter += 1
                assert any("noted" in finding.what for finding in findings), findings
            ledger.close()
    return shorter


def test_a_flipped_bit_is_found() -> None:
    found, harmless = flips(60, seed=1)
    assert found > 20, (found, harmless)


def test_a_file_without_its_end_is_found() -> None:
    assert ends_cut(20, seed=1) == 20


def test_a_flipped_bit_in_the_log_is_found() -> None:
    assert logs_flipped(20, seed=1) > 10
