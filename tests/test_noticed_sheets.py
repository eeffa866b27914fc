"""What a mutant showed that nobody looked at, in what lies apart, in archives and in what audits find (``make mutants``)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.ledger import Ledger, Post, Transfer, audit, fault_points, notepad, open_ledger, packing, sheets
from houseway.ledger import archive as archiving
from houseway.ledger.archive import ARCHIVED, STREAM, NotArchived, archive
from houseway.ledger.audit import Finding, since
from houseway.ledger.opening import UnsafeStore
from houseway.ledger.searching import Wanted, search

NOON, ONE, TWO = "2026-11-18T12:00:00", "2026-11-18T13:00:00", "2026-11-18T14:00:00"


def loose(ledger: Ledger, count: int, at: str = NOON, stream: str = "T-1", cents: int = 0) -> None:
    moves = (Transfer("cage", "player:anna", cents, "buy-in"),) if cents else ()
    for number in range(count):
        ledger.post([Post(stream, "touched", at, "anna", {"number": number}, moves, loose=True)])
    ledger.settle_down()


def bind(ledger: Ledger, until: int, stream: str = "T-1") -> int:
    with ledger.changing() as connection:
        return sheets.bind(connection, stream, until)


@pytest.fixture
def ledger() -> Any:
    found = open_ledger()
    yield found
    found.close()


# Sheets


def test_what_lies_apart_is_read_to_its_end_and_every_entry_once(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    loose(ledger, 6)
    assert bind(ledger, 4) == 4, "from the very first entry on"
    with ledger.reading() as connection:
        assert [entry.number for entry in sheets.apart(connection, "T-1")] == [1, 2, 3, 4, 5, 6]
        assert [entry.number for entry in sheets.apart(connection, "T-1", 1, 5)] == [2, 3, 4, 5]
        still = [*sheets.apart(connection, "T-1", 3)]
        monkeypatch.setattr(sheets, "loose", lambda *asked: iter(still))  # asked for before the fourth was bound
        assert [entry.number for entry in sheets.apart(connection, "T-1")] == [1, 2, 3, 4, 5, 6]


def test_a_sheet_that_cannot_be_read_says_what_lay_on_it(ledger: Ledger) -> None:
    loose(ledger, 3)
    bind(ledger, 3)
    with archiving._unguarded(ledger) as connection:
        connection.execute(sa.update(sheets.sheet_table).values(body=b"no sheet"))
    with (
        ledger.reading() as connection,
        pytest.raises(sheets.DamagedSheet, match=r"^T-1, entry 1 to 3: it cannot be read") as one,
    ):
        list(sheets.apart(connection, "T-1"))
    assert one.value.where == "T-1, entry 1"


def test_a_text_that_was_damaged_is_given_as_it_stands() -> None:
    text = packing.packed("a wager on red, a wager on black; " * 20)
    damaged = f"{text[:20]}!{text[20:]}"
    assert text.startswith(packing.MARK) and packing.unpacked(damaged) == damaged


def test_entries_are_bound_when_a_round_is_over_and_counted_from_none_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.ledger.writer.FULL", 3)
    ledger = notepad()
    before = ledger.flushes
    loose(ledger, 3)
    ledger.post([Post("T-1", "round-over", NOON, "house", {})], snapshot=("T-1", {}))
    ledger.write()
    with ledger.reading() as connection:
        assert [row.entries for row in sheets.rows(connection, sheets.sheet_table.c.stream == "T-1")] == [3]
    assert ledger._unbound["T-1"] == 0 and before == 0 < ledger.flushes
    ledger.close()


# Searching and reading


def test_entries_that_lie_apart_are_found_from_an_hour_on_and_until_before_another(ledger: Ledger) -> None:
    for at in (NOON, ONE, TWO):
        loose(ledger, 1, at)
    every = {"": [3, 2, 1], NOON: [3, 2, 1], ONE: [3, 2], "2026-11-18T13:00:01": [3]}
    for hour, numbers in every.items():
        assert [one.entry.number for one in search(ledger, Wanted(since=hour), 9)] == numbers
        assert [one.entry.number for one in search(ledger, Wanted(streams=("T-1",), since=hour), 9)] == numbers
    before = {"": [3, 2, 1], TWO: [2, 1], "2026-11-18T14:00:01": [3, 2, 1], NOON: []}
    for hour, numbers in before.items():
        assert [one.entry.number for one in search(ledger, Wanted(until=hour), 9)] == numbers


def test_entries_are_read_up_to_one_and_with_it(ledger: Ledger) -> None:
    for number in range(4):
        ledger.post([Post("T-2", "said", NOON, "house", {"number": number})])
    assert [entry.number for entry in ledger.entries("T-2", 1, 3)] == [2, 3]
    assert [entry.number for entry in ledger.entries("T-2", 1, 3, without=("told",))] == [2, 3]


# Audits


def test_an_audit_counts_every_transfer_and_a_later_one_those_that_came_since(ledger: Ledger) -> None:
    loose(ledger, 2, cents=100)
    ledger.post([Post("T-1", "said", NOON, "house", {}, (Transfer("cage", "player:anna", 5, "buy-in"),))])
    ledger.settle_down()
    whole = audit(ledger)
    assert (whole.sound, whole.transfers, whole.entries) == (True, 3, 3)
    ledger.post([Post("T-1", "said", NOON, "house", {}, (Transfer("cage", "player:anna", 7, "buy-in"),) * 2)])
    ledger.settle_down()
    later = since(ledger, whole.heads)
    assert (later.sound, later.transfers, later.entries) == (True, 2, 1)


def test_a_bound_entry_that_was_changed_is_named_and_none_after_it(ledger: Ledger) -> None:
    loose(ledger, 5)
    with archiving._unguarded(ledger) as connection:
        bound = [*sheets.loose(connection, "T-1", 0, 5)]
        sheets.bind(connection, "T-1", 5)
        changed = [each if each.number != 2 else sheets.replace(each, body='{"number":9}') for each in bound]
        connection.execute(sa.update(sheets.sheet_table).values(body=sheets._folded(changed)))
    found = [finding.where for finding in audit(ledger).findings if "contents" in finding.what]
    assert found == ["T-1, entry 2"]


def test_what_the_file_says_of_itself_is_found_before_anything_is_read(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    loose(ledger, 1)
    torn = Finding("database file", "row 1 missing from index")
    monkeypatch.setattr(import_module("houseway.ledger.audit"), "_integrity", lambda connection: iter([torn]))
    found = audit(ledger)
    assert found.findings == [torn] and found.entries == 0


def test_transfers_of_no_entry_are_named_five_at_most(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    ledger = open_ledger(f"sqlite:///{file}")
    ledger.post([Post("T-1", "said", NOON, "house", {})])
    ledger.settle_down()
    with closing(sqlite3.connect(file)) as connection, connection:  # as somebody who has the file may
        rows = [("T-1", number, 0, "cage", "player:anna", 1, "") for number in range(11, 17)]
        connection.executemany("INSERT INTO transfer VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    lost = [finding for finding in audit(ledger).findings if "belongs to no entry" in finding.what]
    assert [finding.where for finding in lost] == [f"T-1, entry {number}" for number in range(11, 16)]
    ledger.close()


@pytest.mark.parametrize(("version", "step"), [(1, "another_step"), (99, "a_step_of_tomorrow")])
def test_a_ledger_whose_own_version_is_damaged_is_not_opened(tmp_path: Path, version: int, step: str) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    ledger = open_ledger(url)
    with archiving._unguarded(ledger) as connection:
        connection.exec_driver_sql(f"UPDATE schema SET step = '{step}', version = {version} WHERE version = 1")
    ledger.close()
    with pytest.raises(UnsafeStore, match="of its own version is damaged"):
        open_ledger(url)


# Archives


def test_an_archive_is_on_record_and_the_record_is_guarded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, passed, kept = open_ledger(f"sqlite:///{tmp_path / 'house.db'}"), list[str](), list[Path]()
    loose(ledger, 3)
    ledger.post([Post("T-1", "round-over", ONE, "house", {})], snapshot=("T-1", {}))
    ledger.settle_down()
    monkeypatch.setattr(fault_points, "faults", lambda name: bool(passed.append(name)))
    monkeypatch.setattr(archiving, "keep_names", kept.append)
    moved = archive(ledger, "T-1", ONE, tmp_path / "old.evidence", "L. Brandt", "M. Okafor", "a year is over")
    assert passed.count("during archive") == 3 and kept == [tmp_path], "a sheet, before the bodies go, and after"
    (told,) = ledger.newest(STREAM, ARCHIVED, 9)
    assert (told.by, told.body["first"], told.body["last"], told.body["second"]) == ("L. Brandt", 1, 3, "M. Okafor")
    assert told.body["sha256"] == moved["sha256"] and audit(ledger).archived == 3
    with pytest.raises(NotArchived, match="already"):
        archive(ledger, "T-1", ONE, tmp_path / "again.evidence", "L. Brandt", "M. Okafor", "a year is over")
    with pytest.raises(sa.exc.DatabaseError), ledger.changing() as connection:
        connection.exec_driver_sql("DELETE FROM entry")
    ledger.close()
