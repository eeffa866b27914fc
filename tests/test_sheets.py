"""How rounds at terminals were played lies apart and is bound; whoever reads the record finds it as if it were not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from houseway.floor.people import HOUSE
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, Touched, touch_many
from houseway.ledger import Ledger, LedgerBroken, audit, fault_points, open_ledger, packing, sheets
from houseway.ledger.backup import backup, restore
from houseway.ledger.evidence import Stretch, evidence
from houseway.ledger.searching import Wanted, search
from houseway.ledger.verifying import verify
from houseway.play.wagers import Limits, SetUp, Sign
from tests.stores import fresh_database

NOON = datetime(2026, 11, 18, 12)
LATER = (NOON + timedelta(minutes=2)).isoformat()
SPOTS = ("straight:17", "split:17/20", "red", "dozen:2")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'house.db'}" if request.param == "sqlite" else fresh_database()


@pytest.fixture
def thin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are bound from a few entries on."""
    monkeypatch.setattr("houseway.ledger.writer.FULL", 10)


def opened_table(ledger: Ledger) -> Table:
    set_up = SetUp(sign=Sign(Limits(100, 10**9, 100), areas=2))
    table = Table.open(ledger, "RR-1", "vic-2000-rapid-roulette", set_up, HOUSE, NOON, "shoe")
    assert isinstance(table, Table)
    for station in ("ATS-1", "ATS-2"):
        table.do(Order(HOUSE, "attach", {"station": station}, at=NOON))
        table.do(Order(HOUSE, "buy in", {"station": station, "cents": 10**7}, at=NOON))
    return table


def touch(spin: int, turn: int, station: str = "ATS-1") -> Touch:
    word = "first" if station == "ATS-1" else "other"
    return Touch(station, f"{word}-{10 * spin + turn:08d}", spin, ((SPOTS[turn], 100 * (turn + 1)),))


def touched(table: Table, one: Touch, at: datetime = NOON) -> Touched:
    (told,), saved = touch_many(table, [one], at)
    saved.result()
    return told


def spins(table: Table, first: int, last: int) -> None:
    """A spin a minute, eight touches to each."""
    for spin in range(first, last + 1):
        at = NOON + timedelta(minutes=spin)
        for turn in range(len(SPOTS)):
            for station in ("ATS-1", "ATS-2"):
                assert touched(table, touch(spin, turn, station), at).accepted
        table.do(Order(HOUSE, "answer", {}, at=at, key=f"close {spin}"))
        reply = table.do(Order(HOUSE, "answer", {"value": "17"}, at=at, key=f"spun {spin}"))
        assert reply.saved is not None
        reply.saved.result()


def bound(ledger: Ledger) -> int:
    with ledger.reading() as connection:
        return sum(row.entries for row in sheets.rows(connection, sheets.sheet_table.c.stream == "RR-1"))


def as_read(ledger: Ledger) -> dict[str, Any]:
    """Everything that anybody reads of it."""
    wanted = (
        Wanted(), Wanted(kind="touched"), Wanted(kind="answered"), Wanted(words="DOZEN"), Wanted(player="ATS-2"),
        Wanted(person="terminals"), Wanted(least=300, most=400), Wanted(streams=("RR-1",), since=LATER),
        Wanted(until=LATER), Wanted(streams=("RR-1",), kind="round-over"),
    )  # fmt: skip
    found: dict[str, Any] = {
        "entries": list(ledger.entries("RR-1")),
        "some": list(ledger.entries("RR-1", 7, 19)),
        "not touches": list(ledger.entries("RR-1", without=("touched",))),
        "evidence": list(evidence(ledger, [Stretch("RR-1")], "now")),
        "stretch": list(evidence(ledger, [Stretch("RR-1", 9, 21)], "now")),
        "moves": [ledger.moves_of(account) for account in ("held:RR-1", "ats:RR-1:ATS-1", "ats:RR-1:ATS-10", "cage")],
        "in": [
            ledger.moved_in("RR-1"),
            ledger.moved_in("RR-1", 11),
            ledger.moves_between("RR-1", "2026-11-18T12:01:30", "2027-01-01"),
        ],
        "before": [ledger.before("RR-1", (NOON + timedelta(minutes=n)).isoformat()) for n in range(6)],
    }
    for n, each in enumerate(wanted):
        pages, page = [], search(ledger, each, 7)
        while page:  # page by page, as an inspector does
            pages.append(page)
            last = page[-1].entry
            page = search(ledger, replace(each, before=(last.at, last.stream, last.number)), 7)
        found[f"search {n}"] = pages
    return found


def test_what_is_bound_is_read_as_if_it_were_not(url: str, tmp_path: Path) -> None:
    ledger = open_ledger(url)
    table = opened_table(ledger)
    spins(table, 1, 3)
    assert bound(ledger) == 0
    loose, heads, state = as_read(ledger), audit(ledger).heads, table.state
    assert len(loose["search 1"]) == 4  # pages: twenty-four touches, seven at a time
    middle = ledger.newest("RR-1", "round-over", 2)[-1].number
    for until in (middle, ledger.head("RR-1")[0] - 1):
        with ledger.changing() as binding:
            sheets.bind(binding, "RR-1", until)
        assert as_read(ledger) == loose
        assert audit(ledger, heads).sound and audit(ledger, heads).heads == heads
    assert (
        bound(ledger) == len([each for each in loose["entries"] if each.kind in ("began", "touched", "answered")]) - 1
    )
    assert verify(loose["evidence"]).sound
    assert Table.load(ledger, "RR-1").state == state
    copy, again = tmp_path / "copy.db", open_ledger(f"sqlite:///{tmp_path / 'again.db'}")
    assert backup(ledger, copy).heads == heads
    restore(copy, again, heads, "L. Brandt", "M. Okafor", "a drill")
    assert as_read(again) | {"search 0": 0} == loose | {"search 0": 0}  # but for the entry that tells of it
    again.close()
    ledger.close()


def test_the_writer_binds_rounds_that_are_over(url: str, thin: None) -> None:
    ledger = open_ledger(url)
    table = opened_table(ledger)
    spins(table, 1, 3)
    assert touched(table, touch(4, 0)).accepted
    ledger.close()
    ledger = open_ledger(url)
    found = audit(ledger)
    assert bound(ledger) >= 20 and found.sound
    assert [wager.cents for wager in Table.load(ledger, "RR-1").state.chips] == [100]  # of the open spin
    ledger.close()


def test_a_touch_that_is_bound_is_answered_as_it_was(url: str, thin: None) -> None:
    ledger = open_ledger(url)
    table = opened_table(ledger)
    first = touched(table, touch(1, 0))
    refused = touched(table, Touch("ATS-1", "first-00000015", 1, (("straight:99", 100),)))
    assert not refused.accepted
    table.do(Order(HOUSE, "answer", {}, at=NOON))
    table.do(Order(HOUSE, "answer", {"value": "17"}, at=NOON))
    spins(table, 2, 9)
    ledger.settle_down()
    for again in (table, Table.load(ledger, "RR-1")):
        for one, told in (
            (touch(1, 0), first),
            (Touch("ATS-1", "first-00000015", 1, (("straight:99", 100),)), refused),
        ):
            found = touched(again, one)
            assert found.again and found.accepted == told.accepted
            assert found.answer == {**told.answer, "again": True}
        other = touched(again, Touch("ATS-1", touch(1, 0).key, 1, (("red", 500),)))
        assert other.answer["fault"] == "key"
        used = touched(again, replace_spin(touch(3, 0), 10))  # a number that was passed before this spin began
        assert used.answer["fault"] == "key" and not again.state.chips
        never = touched(again, Touch("ATS-1", "first-00000016", 1, (("red", 500),)))
        assert "meant for spin 1" in never.answer["because"]
    assert touched(table, touch(10, 0)).accepted
    ledger.close()


def replace_spin(one: Touch, spin: int) -> Touch:
    return Touch(one.station, one.key, spin, one.bets)


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Whoever passes one of these points falls."""
    points: list[str] = []

    def faults(name: str) -> bool:
        if name in points:
            raise RuntimeError(f"the plug was pulled {name}")
        return False

    monkeypatch.setattr(fault_points, "faults", faults)
    yield points


def test_a_fall_while_binding_loses_nothing(tmp_path: Path, thin: None, breaking: list[str]) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    ledger = open_ledger(url)
    table = opened_table(ledger)
    breaking.append("during binding")
    spins(table, 1, 1)
    while ledger.stopped_by == "":  # the round is answered first, and bound then
        pass
    with pytest.raises(LedgerBroken):
        ledger.post([])
    ledger.close()
    breaking.clear()
    ledger = open_ledger(url)
    assert bound(ledger) == 0 and audit(ledger).sound
    table = Table.load(ledger, "RR-1")
    assert table.state.round == 2
    spins(table, 2, 3)
    ledger.close()
    ledger = open_ledger(url)
    assert bound(ledger) > 10 and audit(ledger).sound
    ledger.close()


def test_no_number_is_used_loose_and_not(url: str) -> None:
    ledger = open_ledger(url)
    table = opened_table(ledger)
    assert touched(table, touch(1, 0)).accepted
    columns = '"stream", "number", "kind", "at", "by", "body", "prev", "hash"'
    with pytest.raises(Exception, match="number is taken"), ledger.changing() as writing:
        writing.exec_driver_sql(f"INSERT INTO entry ({columns}) SELECT {columns} FROM loose WHERE kind = 'touched'")
    assert audit(ledger).sound
    ledger.close()


def test_the_words_that_texts_are_packed_with_never_change() -> None:
    """What was packed with them is read with them; better words would have a mark of their own."""
    assert sha256(packing._words()).hexdigest() == WORDS


WORDS = "98f85685c3bdac0788d5faca7bd078f6b44e93fb4abe9165d9dd959ac4faf6d9"
