"""What a mutant showed that nobody looked at, in the ledger (``make mutants``)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.ledger import LedgerBroken, Post, audit, open_ledger, strongbox
from houseway.ledger.archive import _unguarded
from houseway.ledger.backup import _locked
from houseway.ledger.holding import Holding, Occupied
from houseway.ledger.opening import UnsafeStore
from tests.waiting import END


def _posted(count: int = 1) -> Any:
    found = open_ledger()
    for number in range(count):
        found.post([Post("T-1", "said", "", "house", {"number": number})], key=f"k{number}", digest="d", answer={})
    found.settle_down()
    return found


def test_whoever_finds_a_file_held_keeps_nothing_of_it_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Holding(tmp_path / "house.db")
    locks, opens = list[int](), os.open

    def opened(path: Any, *how: Any, **more: Any) -> int:
        found = opens(path, *how, **more)
        if str(path).endswith("house.db.lock"):
            locks.append(found)
        return found

    monkeypatch.setattr(os, "open", opened)
    with pytest.raises(Occupied, match=f"process {os.getpid()}"):
        Holding(tmp_path / "house.db")
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(locks[-1])
    assert not held.lost


def test_a_file_is_one_houses_and_memory_is_held_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    url = f"sqlite:///{tmp_path / 'house.db'}"
    first = open_ledger(url, alone=True)
    with pytest.raises(UnsafeStore, match="another house has it open"):
        open_ledger(url, alone=True)
    first.close()
    open_ledger(alone=True).close()
    assert not [path for path in tmp_path.iterdir() if ":memory:" in path.name]


def test_a_database_runs_nothing_that_its_own_schema_asks_for(tmp_path: Path) -> None:
    ledger = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    with ledger.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA trusted_schema").scalar() == 0
    ledger.close()


def test_a_copy_in_a_strongbox_is_what_was_put_in_and_nothing_lies_outside(tmp_path: Path) -> None:
    key = strongbox.key_in(tmp_path / "key", make=True)
    part = tmp_path / "copy.part"
    part.write_bytes(bytes(range(200)))
    box = _locked(part, key)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["key", box.name])
    strongbox.unlock(box, tmp_path / "again", key)
    assert (tmp_path / "again").read_bytes() == bytes(range(200))


def test_an_audit_counts_every_answer_once_and_names_where_a_stream_first_went_wrong() -> None:
    ledger = _posted(3)
    assert audit(ledger).answers == 3 and audit(ledger).sound
    with _unguarded(ledger) as connection:
        connection.exec_driver_sql("UPDATE entry SET body = '{}' WHERE stream = 'T-1' AND number < 3")
    found = [finding for finding in audit(ledger).findings if "contents" in finding.what]
    assert [finding.where for finding in found] == ["T-1, entry 1"]


def test_whoever_waits_for_a_write_that_fails_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = _posted()

    def fails(batches: object) -> None:
        raise sa.exc.IntegrityError("INSERT", {}, Exception("it is there already"))

    monkeypatch.setattr(ledger, "_flush", fails)
    waiting = ledger.post([Post("T-1", "said", "", "house", {})])
    with pytest.raises(LedgerBroken, match="not recorded"):
        waiting.result(timeout=END)
    with pytest.raises(LedgerBroken, match="stopped after a failed write"):
        ledger.post([Post("T-1", "said", "", "house", {})])
