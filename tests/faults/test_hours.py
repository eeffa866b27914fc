"""Evenings over the hours of changes: rounds open across them, a table idle over them, a house that falls and a clock that jumps.

Every round on record says by which law it began; who that was, is worked out here a second time from the hours alone. Each is run
again by its pinned edition, with the notices in their folder and after they are gone, and settles as recorded.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.floor import law
from houseway.floor.law import edition_of, read_law
from houseway.floor.rerunning import as_recorded, differing_rounds, round_of
from houseway.floor.table import Table
from houseway.ledger import Ledger, audit
from houseway.play.events import Settled
from tests.faults.simulation import Evening
from tests.faults.simulation.evening import OPENING
from tests.faults.simulation.standing import IDLE
from tests.own_books import OwnBooks, own_books

HOURS = {  # by notice: from when, to when, what it sets
    "n1": (20, 150, 'spread_pays = { BY, value = { 1 = "6 to 1" } }'),
    "n2": (20, None, 'three_alike = { BY, value = "12 to 1" }'),  # at the same hour
    "n3": (70, None, 'spread_pays = { BY, value = { 1-11 = "3 to 1" } }'),  # over the one before it
    "n4": (220, None, "[provisions.dealing]\ndecks = { BY, value = 6 }"),  # a shoe made up anew
}


SEEDS = (2001,)  # one that fails joins them


def hour(seconds: int) -> datetime:
    return OPENING + timedelta(seconds=seconds)


def in_force(moment: datetime) -> list[str]:
    """Which notices hold, by their hours."""
    return [
        id
        for id, (begins, ends, _) in HOURS.items()
        if hour(begins) <= moment and (ends is None or moment < hour(ends))
    ]


@pytest.fixture
def books(tmp_path: Path) -> Iterator[OwnBooks]:
    with own_books(tmp_path) as own:
        for id, (begins, ends, sets) in HOURS.items():
            expires = hour(ends).isoformat() if ends else ""
            own.notice(id, hour(begins).isoformat(), sets, expires)
        yield own


def rounds(ledger: Ledger, name: str) -> list[dict[str, Any]]:
    table = Table.load(ledger, name)
    return [round_of(table, entry) for entry in reversed(ledger.newest(name, "round-over", 10_000))]


def settled_by_hand(body: dict[str, Any]) -> None:
    """What a spread of one, and three alike, paid: read off the notices and not off any book."""
    notices = body["law"]["notices"]
    for line in body["lines"]:
        if line["outcome"] != "won" or " to " not in str(line["at"]):
            continue
        top, _, under = str(line["at"]).partition(" to ")
        odds, spread = Fraction(int(top), int(under)), line["wager"]["cents"]
        assert line["won"] == spread * odds
        allowed = {3} if "n3" in notices else {6 if "n1" in notices else 5, 4, 2, 1}
        assert odds in allowed | {12 if "n2" in notices else 11}, (odds, notices)


@pytest.mark.long
def test_evenings_over_the_hours_of_changes(books: OwnBooks) -> None:
    laws: Counter[tuple[str, ...]] = Counter()
    across = falls = jumps = told = 0
    for seed in SEEDS:
        evening = Evening(seed, 4000, terminals=1, hours=True)
        result = evening.play()
        falls, jumps = falls + result.falls, jumps + result.jumps
        assert evening.standing is not None
        ledger = evening.standing.ledger
        played = rounds(ledger, "RD-1")
        ends = {entry.body["round"]: entry.at for entry in ledger.newest("RD-1", "round-over", 10_000)}
        for body in played:
            began = datetime.fromisoformat(body["law"]["moment"])
            assert body["law"]["notices"] == in_force(began), body["round"]
            laws[tuple(body["law"]["notices"])] += 1
            across += in_force(datetime.fromisoformat(ends[body["round"]])) != in_force(began)
            settled_by_hand(body)
        told += len(ledger.newest(IDLE, "changed-over", 1000))
        assert Table.load(ledger, IDLE).state.round == 1  # nobody played there
        again = [(body["edition"], _lines(ledger, body)) for body in played]
        assert list(differing_rounds(ledger)) == [] and audit(ledger).sound
        for id in HOURS:
            books.withdraw(id)
        law._found.clear()  # as in a process that has read none of it
        assert [(body["edition"], _lines(ledger, body)) for body in rounds(ledger, "RD-1")] == again
        assert list(differing_rounds(ledger)) == []
        for id, (begins, ends_at, sets) in HOURS.items():
            books.notice(id, hour(begins).isoformat(), sets, hour(ends_at).isoformat() if ends_at else "")
    assert len(laws) >= 3 and across and falls and jumps and told, (laws, across, falls, jumps, told, result.seconds)


def _lines(ledger: Ledger, body: dict[str, Any]) -> str:
    """A round run again by its pinned edition, whose digest is the one on record; how it was settled."""
    pinned = read_law(body["law"])
    assert edition_of(ledger, pinned).digest == pinned.digest == body["edition"]
    lines = [step for step in as_recorded(ledger, body).steps if isinstance(step, Settled)]
    assert [line.won for line in lines] == [line["won"] for line in body["lines"]]
    assert [line.back for line in lines] == [line["back"] for line in body["lines"]]
    return json.dumps(body["lines"])
