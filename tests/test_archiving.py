"""Old touches leave the ledger for an archive that proves them, and come back; long texts are packed; backups are locked."""

from __future__ import annotations

import lzma
from dataclasses import astuple
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from houseway.floor.people import HOUSE
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, touch_many
from houseway.ledger import Ledger, Post, audit, open_ledger, sheets
from houseway.ledger.archive import NotArchived, archive, bring_back, proven
from houseway.ledger.backup import NotRestored, backup, restore, verify
from houseway.ledger.evidence import NoEvidence, Stretch, evidence
from houseway.ledger.packing import EMPTIED, packed, unpacked
from houseway.ledger.schema import SCHEMA
from houseway.ledger.searching import Wanted, search
from houseway.ledger.strongbox import NotOpened, key_in
from houseway.ledger.verifying import main
from houseway.play.wagers import Limits, SetUp, Sign
from tests.stores import fresh_database

NOON = datetime(2026, 11, 16, 12, 0)
SPINS = 12
TWO = ("L. Brandt", "M. Okafor", "a year is over")
ROWS = (
    "SELECT * FROM entry WHERE stream = 'RR-1' ORDER BY number",
    "SELECT * FROM command WHERE stream = 'RR-1' ORDER BY key",
    "SELECT * FROM transfer WHERE stream = 'RR-1' ORDER BY number, line",
)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'house.db'}" if request.param == "sqlite" else fresh_database()


def dealt(ledger: Ledger) -> Table:
    """A table of three terminals; a spin a minute, nine touches to each, and one more period under way."""
    set_up = SetUp(sign=Sign(Limits(100, 10**9, 100), areas=3))
    table = Table.open(ledger, "RR-1", "vic-2000-rapid-roulette", set_up, HOUSE, NOON, "shoe")
    assert isinstance(table, Table)
    for station in ("ATS-1", "ATS-2", "ATS-3"):
        table.do(Order(HOUSE, "attach", {"station": station}, at=NOON))
        table.do(Order(HOUSE, "buy in", {"station": station, "cents": 10**7}, at=NOON))
    for spin in range(1, SPINS + 2):
        at = NOON + timedelta(minutes=spin)
        for turn in range(3):
            for n in (1, 2, 3):
                touch = Touch(f"ATS-{n}", f"word{n}-{3 * spin + turn:08d}", spin, ((f"straight:{turn + n}", 100),))
                (told,), _ = touch_many(table, [touch], at)
                assert told.accepted
        if spin <= SPINS:
            table.do(Order(HOUSE, "answer", {}, at=at, key=f"close {spin}"))
            table.do(Order(HOUSE, "answer", {"value": "3"}, at=at, key=f"spun {spin}"))
    ledger.settle_down()
    return table


def rows(ledger: Ledger) -> list[list[tuple[object, ...]]]:
    """What is on record, wherever it lies."""
    with ledger.reading() as connection:
        apart = [(*astuple(entry)[:-2], entry.intact) for entry in sheets.apart(connection, "RR-1")]
        return [*([tuple(row) for row in connection.exec_driver_sql(query)] for query in ROWS), apart]


def test_touches_go_to_an_archive_that_proves_them_and_come_back(url: str, tmp_path: Path) -> None:
    ledger = open_ledger(url)
    dealt(ledger)
    file = tmp_path / "RR-1.jsonl.xz"
    before, heads, state = rows(ledger), audit(ledger).heads, Table.load(ledger, "RR-1").state
    done = archive(ledger, "RR-1", (NOON + timedelta(minutes=9)).isoformat(), file, *TWO)
    found = audit(ledger, heads)
    assert found.sound and found.archived == 8 * 9, found.findings
    assert main([str(file)]) == 0  # anybody's own program
    assert proven(ledger, file)["last"] == done["last"]
    assert rows(ledger)[:3] == before[:3]  # answers to orders stay: keys are keys
    assert Table.load(ledger, "RR-1").state == state
    with pytest.raises(NoEvidence, match="in an archive"):
        list(evidence(ledger, [Stretch("RR-1")], "now"))
    again = tmp_path / "again.jsonl"
    with pytest.raises(NotArchived, match="nothing before"):
        archive(ledger, "RR-1", NOON.isoformat(), again, *TWO)
    archive(ledger, "RR-1", "2027-01-01", again, *TWO)  # what is open stays
    assert audit(ledger, heads).archived == SPINS * 9 and Table.load(ledger, "RR-1").state == state
    with pytest.raises(NotArchived, match="two different people"):
        bring_back(ledger, file, "L. Brandt", "l. brandt", "why not")
    for each in (file, again):
        bring_back(ledger, each, *TWO)
    assert rows(ledger) == before and audit(ledger, heads).archived == 0 and audit(ledger, heads).sound
    with pytest.raises(NotArchived, match="already"):
        bring_back(ledger, file, *TWO)
    guarded = ("UPDATE entry SET body = ''", "DELETE FROM command", "UPDATE sheet SET kinds = ''", "DELETE FROM loose")
    for statement in guarded:  # the guards are back
        with pytest.raises(Exception, match="append-only"), ledger.changing() as writing:
            writing.exec_driver_sql(statement)
    ledger.close()


def test_an_archive_that_was_changed_is_refused(tmp_path: Path) -> None:
    ledger, file = open_ledger(f"sqlite:///{tmp_path / 'house.db'}"), tmp_path / "RR-1.jsonl.xz"
    dealt(ledger)
    archive(ledger, "RR-1", "2027-01-01", file, *TWO)
    whole = lzma.decompress(file.read_bytes())
    file.write_bytes(lzma.compress(whole.replace(b"straight:3", b"straight:4", 1)))
    assert main([str(file)]) == 3
    with pytest.raises(NotArchived, match="nothing on record has its digest"):
        proven(ledger, file)
    with ledger.changing() as writing:  # touches that were emptied without an archive are missed
        writing.exec_driver_sql("DROP TRIGGER loose_no_update")
        writing.exec_driver_sql(f"UPDATE loose SET body = '{EMPTIED}' WHERE kind = 'touched'")
    assert "its contents or transfers were changed" in {finding.what for finding in audit(ledger).findings}
    ledger.close()


def test_long_texts_are_packed_and_read_as_they_were(tmp_path: Path) -> None:
    ledger = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    said = {"words": ["the same once more"] * 100}
    ledger.post([Post("T", "note", "t", "x", said)]).result()
    with ledger.reading() as connection:
        on_disk = connection.exec_driver_sql("SELECT body FROM entry").scalar()
        assert (
            connection.exec_driver_sql("SELECT max(version) FROM schema").scalar() == SCHEMA
        )  # older programs refuse it
    assert on_disk is not None and len(on_disk) < 200
    assert [entry.body for entry in ledger.entries("T")] == [said] and audit(ledger).sound
    assert [found.entry.body for found in search(ledger, Wanted(words="SAME once"), 5)] == [said]
    assert not search(ledger, Wanted(words="not once"), 5)
    assert unpacked(on_disk[:-4]) == on_disk[:-4]  # damaged: it is what it is, and its hash says so
    for text in ("{}", "x" * 399, "x" * 400, "ü" * 1000):
        assert unpacked(packed(text)) == text
    ledger.close()


def test_a_backup_under_a_key_is_read_with_it_alone(url: str, tmp_path: Path) -> None:
    ledger = open_ledger(url)
    dealt(ledger)
    key, box = key_in(tmp_path / "backup.key", make=True), tmp_path / "b.db"
    heads = backup(ledger, box, key).heads
    ledger.close()
    assert b"RR-1" not in box.read_bytes() and b"SQLite" not in box.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} >= {"b.db", "b.db.heads.json"}
    assert not list(tmp_path.glob("*.part*"))
    assert verify(box, key).sound and verify(box, key).heads == heads
    target = open_ledger(f"sqlite:///{tmp_path / 'new.db'}")
    with pytest.raises(NotRestored, match="give the key"):
        restore(box, target, heads, *TWO)
    with pytest.raises(NotOpened):
        restore(box, target, heads, *TWO, key=bytes(32))
    whole = box.read_bytes()
    for changed in (whole[:-1], whole[:-20_000], whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:]):
        (tmp_path / "changed.db").write_bytes(changed)
        with pytest.raises(NotOpened):
            verify(tmp_path / "changed.db", key)
    assert restore(box, target, heads, *TWO, key=key).sound
    assert not list(tmp_path.glob(".opened-*"))
    target.close()
