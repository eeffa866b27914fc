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
    "n1": (10, 75, 'spread_pays = { BY, value = { 1 = "6 to 1" } }'),
    "n2": (10, None, 'three_alike = { BY, value = "12 to 1" }'),  # at the same hour
    "n3": (35, None, 'spread_pays = { BY, value = { 1-11 = "3 to 1" } }'),  # over the one before it
    "n4": (110, None, "[provisions.dealing]\ndecks = { BY, value = 6 }"),  # a shoe made up anew
}
WITHDRAWN, WITHDRAWN_AT = (55, None, 'three_alike = { BY, value = "20 to 1" }'), 20  # as n5, which is nobody's law

SEEDS, EVENTS = (1, 2, 3), 2000  # whatever they are: what they meet is counted, and one that fails joins them
MET = (
    "a round across the hour", "an idle table", "a restart across the hour", "a clock that jumped over it",
    "two notices at one hour", "a notice withdrawn", "a notice expired",
)  # fmt: skip


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
        yield own


def publish(books: OwnBooks) -> None:
    for id, (begins, ends, sets) in (HOURS | {"n5": WITHDRAWN}).items():
        books.notice(id, hour(begins).isoformat(), sets, hour(ends).isoformat() if ends else "")


def withdraw(books: OwnBooks, evening: Evening) -> None:
    """Before its hour, while the house stands or lies still; the tables that are open read their book again."""
    books.withdraw("n5")
    for name in ("RD-1", IDLE) if evening.standing is not None else ():
        evening.standing.house.tables[name].read_book_again()


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
    met: Counter[str] = Counter()
    laws: Counter[tuple[str, ...]] = Counter()
    for seed in SEEDS:
        publish(books)
        evening = Evening(seed, EVENTS, terminals=1, hours=True)
        evening.loop.call_later(WITHDRAWN_AT, withdraw, books, evening)
        evening.play()
        assert evening.standing is not None
        ledger = evening.standing.ledger
        played = rounds(ledger, "RD-1")
        ends = {entry.body["round"]: entry.at for entry in ledger.newest("RD-1", "round-over", 10_000)}
        for body in played:
            began = datetime.fromisoformat(body["law"]["moment"])
            assert body["law"]["notices"] == in_force(began), (seed, body["round"])
            laws[tuple(body["law"]["notices"])] += 1
            met["a round across the hour"] += in_force(datetime.fromisoformat(ends[body["round"]])) != in_force(began)
            met["a notice withdrawn"] += began >= hour(WITHDRAWN[0])
            met["a notice expired"] += began >= hour(75)
            settled_by_hand(body)
        for what, before, after in evening.leaps:
            name = {"fall": "a restart across the hour", "jump": "a clock that jumped over it"}[what]
            met[name] += in_force(before) != in_force(after)
        idle = [json.dumps(entry.body) for entry in ledger.newest(IDLE, "changed-over", 1000)]
        met["an idle table"] += len(idle)
        met["two notices at one hour"] += sum("Notice n1" in told and "Notice n2" in told for told in idle)
        assert Table.load(ledger, IDLE).state.round == 1  # nobody played there
        again = [(body["edition"], _lines(ledger, body)) for body in played]
        assert list(differing_rounds(ledger)) == [] and audit(ledger).sound
        for id in HOURS:
            books.withdraw(id)
        law._found.clear()  # as in a process that has read none of it
        assert [(body["edition"], _lines(ledger, body)) for body in rounds(ledger, "RD-1")] == again
        assert list(differing_rounds(ledger)) == []
    assert len(laws) >= 3 and all(met[what] for what in MET), (laws, met)


def _lines(ledger: Ledger, body: dict[str, Any]) -> str:
    """A round run again by its pinned edition, whose digest is the one on record; how it was settled."""
    pinned = read_law(body["law"])
    assert edition_of(ledger, pinned).digest == pinned.digest == body["edition"]
    lines = [step for step in as_recorded(ledger, body).steps if isinstance(step, Settled)]
    assert [line.won for line in lines] == [line["won"] for line in body["lines"]]
    assert [line.back for line in lines] == [line["back"] for line in body["lines"]]
    return json.dumps(body["lines"])
