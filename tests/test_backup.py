"""Backups and restores: a copy while the ledger is at work, from either database into either, proven before and after."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from houseway.ledger import Ledger, Post, Transfer, audit, open_ledger
from houseway.ledger.backup import NotRestored, backup, restore
from tests.stores import fresh_database


def worked(url: str, posts: int = 60) -> Ledger:
    ledger = open_ledger(url)
    for number in range(1, posts + 1):
        move = Transfer("cage", f"player:{number % 5}", number, "buy-in")
        ledger.post([Post("T", "placed", "", "x", {"n": number}, (move,))], f"key-{number}", "d", {"n": number})
    ledger.settle_down()
    return ledger


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'house.db'}" if request.param == "sqlite" else fresh_database()


def test_there_and_back(url: str, tmp_path: Path) -> None:
    ledger = worked(url)
    heads = audit(ledger).heads
    backup(ledger, tmp_path / "b.db")
    ledger.close()
    again = open_ledger(f"sqlite:///{tmp_path / 'new.db'}")
    found = restore(tmp_path / "b.db", again, heads, "L. Brandt", "M. Okafor", "a drill")
    assert found.sound and found.heads["T"] == heads["T"]
    assert again.recall("key-7", "d") == {"n": 7}
    assert again.balance("player:2") == sum(n for n in range(1, 61) if n % 5 == 2)
    assert [entry.kind for entry in again.entries("desk:operations")] == ["restored"]
    again.close()


def test_a_backup_while_the_ledger_is_at_work(tmp_path: Path) -> None:
    ledger = worked(f"sqlite:///{tmp_path / 'house.db'}", 5)
    going = True

    def work() -> None:
        number = 0
        while going:
            number += 1
            ledger.post([Post("U", "placed", "", "x", {}, (Transfer("cage", "player:u", 1, "buy-in"),))]).result()

    busy = threading.Thread(target=work)
    busy.start()
    try:
        for number in range(3):
            assert backup(ledger, tmp_path / f"b{number}.db").sound
    finally:
        going = False
        busy.join()
    ledger.close()


def test_what_is_not_restored(tmp_path: Path) -> None:
    ledger = worked(f"sqlite:///{tmp_path / 'house.db'}", 10)
    backup(ledger, tmp_path / "old.db")
    ledger.post([Post("T", "placed", "", "x", {})]).result()
    later = audit(ledger).heads
    target = open_ledger(f"sqlite:///{tmp_path / 'target.db'}")
    for by, second, reason, file, heads, why in (
        ("A", "a", "x", "old.db", None, "two different people"),
        ("A", "B", "", "old.db", None, "say why"),
        ("A", "B", "x", "none.db", None, "no backup"),
        ("A", "B", "x", "old.db", later, "the end is missing"),
    ):
        with pytest.raises(NotRestored, match=why):
            restore(tmp_path / file, target, heads, by, second, reason)
    with pytest.raises(NotRestored, match="never overwrites"):
        backup(ledger, tmp_path / "old.db")
    with pytest.raises(NotRestored, match="not empty"):
        restore(tmp_path / "old.db", ledger, None, "A", "B", "x")
    restore(tmp_path / "old.db", target, later, "A", "B", "the disk is gone", older=True)
    body = next(iter(target.entries("desk:operations"))).body
    assert body["behind_noted_heads"] is True
    target.close()
    ledger.close()
