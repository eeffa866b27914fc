"""Evenings over the hours of changes: rounds open across them, a table idle over them, a house that falls and a clock that jumps.

Every round on record says by which law it began; who that was, is worked out here a second time from the hours alone. Each is run
again by its pinned edition, with the notices in their folder and after they are gone, and settles as recorded.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
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
from houseway.premises.notices import PUBLISHED, on_record
from houseway.premises.notices import WITHDRAWN as WITHDRAWN_STEP
from tests.faults.simulation import Evening
from tests.faults.simulation.evening import OPENING
from tests.faults.simulation.people import KEPT, WITHDRAWN
from tests.faults.simulation.standing import IDLE
from tests.own_books import OwnBooks, own_books

HOURS = {  # by notice: from when, to when, what it sets
    "n1": (8, 45, 'spread_pays = { BY, value = { 1 = "6 to 1" } }'),
    "n2": (8, None, 'three_alike = { BY, value = "12 to 1" }'),  # at the same hour
    "n3": (20, None, 'spread_pays = { BY, value = { 1-11 = "3 to 1" } }'),  # over the one before it
    "n4": (60, None, "[provisions.dealing]\ndecks = { BY, value = 6 }"),  # a shoe made up anew
}
BY_PEOPLE = {  # what two people publish while the house is open, and take back or not
    WITHDRAWN: (30, None, 'three_alike = { BY, value = "20 to 1" }'),
    KEPT: (35, None, 'three_alike = { BY, value = "9 to 1" }'),
}
THREE_ALIKE = {KEPT: 9, WITHDRAWN: 20, "n2": 12, "": 11}  # the newest first

SEEDS, EVENTS = (9, 10), 2000  # whatever they are: what they meet is counted, and one that fails joins them
MET = (
    "a round across the hour", "an idle table", "a restart across the hour", "a clock that jumped over it",
    "two notices at one hour", "a notice expired", "a notice published by two", "a notice withdrawn by two",
    "a notice published before a fall", "published by one", "withdrawn by one", "withdrawn after its hour",
)  # fmt: skip


def hour(seconds: int) -> datetime:
    return OPENING + timedelta(seconds=seconds)


def in_force(moment: datetime, by_people: Iterable[str] = ()) -> list[str]:
    """Which notices hold, by their hours: those of the files, and those that people have published."""
    hours = HOURS | {id: BY_PEOPLE[id] for id in by_people}
    return [
        id
        for id, (begins, ends, _) in sorted(hours.items(), key=lambda one: (one[1][0], one[0]))
        if hour(begins) <= moment and (ends is None or moment < hour(ends))
    ]


def in_doubt(evening: Evening) -> set[str]:
    """What people published whose hour came twice, because the clock was put back over it: a round may have begun the first
    time, before or after what they did."""
    return {
        id
        for id, (begins, _, _) in BY_PEOPLE.items()
        if any(what == "jump" and after < hour(begins) <= before for what, before, after in evening.leaps)
    }


@pytest.fixture
def books(tmp_path: Path) -> Iterator[OwnBooks]:
    with own_books(tmp_path) as own:
        yield own


def publish(books: OwnBooks) -> None:
    for id, (begins, ends, sets) in (HOURS | BY_PEOPLE).items():
        until = hour(ends).isoformat() if ends else ""
        books.notice(id, hour(begins).isoformat(), sets, until, draft=id in BY_PEOPLE)


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
        newest = next(id for id in THREE_ALIKE if id in notices or not id)
        assert odds in allowed | {THREE_ALIKE[newest]}, (odds, notices)


def over_the_hours(books: OwnBooks, evening: Evening) -> tuple[Counter[str], Counter[tuple[str, ...]]]:
    """Plays an evening over the hours of changes and holds every round of it against the hours; what it met, and by which
    notices rounds were played."""
    met: Counter[str] = Counter()
    laws: Counter[tuple[str, ...]] = Counter()
    publish(books)
    evening.play()
    assert evening.standing is not None
    ledger = evening.standing.ledger
    lives, doubt = on_record(ledger), in_doubt(evening)
    law_by_people = {id for id, life in lives.items() if life.published} - doubt
    met.update(evening.refused)
    played = rounds(ledger, "RD-1")
    ends = {entry.body["round"]: entry.at for entry in ledger.newest("RD-1", "round-over", 10_000)}
    for body in played:
        began = datetime.fromisoformat(body["law"]["moment"])
        notices = [id for id in body["law"]["notices"] if id not in doubt]
        assert notices == in_force(began, law_by_people), (evening.seed, body["round"])
        assert all(lives[id].by(PUBLISHED) for id in BY_PEOPLE if id in body["law"]["notices"])
        laws[tuple(body["law"]["notices"])] += 1
        met["a round across the hour"] += in_force(datetime.fromisoformat(ends[body["round"]])) != in_force(began)
        met["a notice published by two"] += KEPT in notices
        met["a notice withdrawn by two"] += (
            WITHDRAWN in lives
            and bool(lives[WITHDRAWN].by(WITHDRAWN_STEP))
            and WITHDRAWN not in doubt
            and began >= hour(BY_PEOPLE[WITHDRAWN][0])
        )
        met["a notice expired"] += began >= hour(45)
        settled_by_hand(body)
    for what, before, after in evening.leaps:
        name = {"fall": "a restart across the hour", "jump": "a clock that jumped over it"}[what]
        met[name] += in_force(before) != in_force(after)
        published = [step.at for step in lives[KEPT].steps if step.what == PUBLISHED] if KEPT in lives else []
        met["a notice published before a fall"] += what == "fall" and any(at < before.isoformat() for at in published)
    idle = [json.dumps(entry.body) for entry in ledger.newest(IDLE, "changed-over", 1000)]
    met["an idle table"] += len(idle)
    met["two notices at one hour"] += sum("Notice n1" in told and "Notice n2" in told for told in idle)
    assert Table.load(ledger, IDLE).state.round == 1  # nobody played there
    again = [(body["edition"], _lines(ledger, body)) for body in played]
    assert list(differing_rounds(ledger)) == [] and audit(ledger).sound
    for id in (*HOURS, *BY_PEOPLE):
        books.withdraw(id)
    law._found.clear()  # as in a process that has read none of it
    assert [(body["edition"], _lines(ledger, body)) for body in rounds(ledger, "RD-1")] == again
    assert list(differing_rounds(ledger)) == []
    return met, laws


@pytest.mark.long
def test_evenings_over_the_hours_of_changes(books: OwnBooks) -> None:
    met: Counter[str] = Counter()
    laws: Counter[tuple[str, ...]] = Counter()
    for seed in SEEDS:
        more_met, more_laws = over_the_hours(books, Evening(seed, EVENTS, terminals=1, hours=True))
        met.update(more_met)
        laws.update(more_laws)
    assert len(laws) >= 3 and all(met[what] for what in MET), (laws, met)


def _lines(ledger: Ledger, body: dict[str, Any]) -> str:
    """A round run again by its pinned edition, whose digest is the one on record; how it was settled."""
    pinned = read_law(body["law"])
    assert edition_of(ledger, pinned).digest == pinned.digest == body["edition"]
    lines = [step for step in as_recorded(ledger, body).steps if isinstance(step, Settled)]
    assert [line.won for line in lines] == [line["won"] for line in body["lines"]]
    assert [line.back for line in lines] == [line["back"] for line in body["lines"]]
    return json.dumps(body["lines"])
