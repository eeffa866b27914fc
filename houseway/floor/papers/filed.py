"""Filed: papers found again in the record, by whoever may read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from typing import TYPE_CHECKING

from houseway.floor.papers.paper import ENTRY, Paper, may_read, read_paper
from houseway.floor.people import Person
from houseway.ledger import Ledger, Stored

if TYPE_CHECKING:
    from houseway.floor.table import Table

AT_ONCE = 200  # entries read from a stream at a time


@dataclass(frozen=True)
class Filed:
    """A paper, and where in the record it stands."""

    paper: Paper
    entry: Stored

    @property
    def desk(self) -> str:
        """The table or desk it was written at."""
        return self.entry.stream

    @property
    def reference(self) -> str:
        return f"{self.desk.removeprefix('desk:')}/{self.entry.number}"

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.entry.at)

    @property
    def role(self) -> str:
        return self.entry.by.partition(":")[0]

    @property
    def by(self) -> str:
        return self.entry.by.partition(":")[2]

    @property
    def who(self) -> str:
        """Who wrote it, in words."""
        return "the house" if self.role == "house" else f"{self.by}, {self.role}"


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for; an empty field asks for nothing."""

    sort: str = ""
    person: str = ""  # whom it is for, or who wrote it
    words: str = ""
    day: str = ""  # of the calendar: 2026-11-16
    before: str = ""  # the reference of a paper; those older than it

    def admits(self, one: Filed) -> bool:
        paper, entry = one.paper, one.entry
        if self.sort and paper.sort != self.sort:
            return False
        if self.day and not entry.at.startswith(self.day):
            return False
        if self.person and self.person.casefold() not in (paper.to.casefold(), one.by.casefold()):
            return False
        if not self.words:
            return True
        said = " ".join((paper.words, *paper.says, entry.by, one.desk))
        return self.words.casefold() in said.casefold()


def one_paper(ledger: Ledger, desk: str, number: int) -> Filed | None:
    """A paper by its reference; None where that entry is no paper."""
    entry = next(iter(ledger.entries(desk, number - 1, number)), None) if number > 0 else None
    return None if entry is None or entry.kind != ENTRY else Filed(read_paper(entry.body), entry)


def papers_of(ledger: Ledger, desk: str) -> Iterator[Filed]:
    """Every paper of a desk, the newest first."""
    before: int | None = None
    while entries := ledger.newest(desk, ENTRY, AT_ONCE, before):
        yield from (Filed(read_paper(entry.body), entry) for entry in entries)
        before = entries[-1].number


def found(ledger: Ledger, desks: Iterable[str], wanted: Wanted, who: Person | None, count: int) -> list[Filed]:
    """The newest papers of some desks that somebody looks for and may read."""
    listed, passed = list[Filed](), not wanted.before
    for one in merge(*(papers_of(ledger, desk) for desk in desks), key=lambda one: one.entry.at, reverse=True):
        if not passed:
            passed = one.reference == wanted.before
        elif may_read(one.paper, who) and wanted.admits(one):
            listed.append(one)
            if len(listed) == count:
                break
    return listed


def hanging(table: Table) -> list[Filed]:
    """What hangs at a table now: the sign as it reads, notices that stand, markers, the conditions of a tournament."""
    state = table.state
    standing = {
        "sign of limits": True,
        "notice of a new minimum": state.posted_minimum is not None,
        "notice of closing": state.posted_closing is not None,
        "notice of other odds": state.posted_odds is not None,
        "tournament conditions": state.tournament is not None,
    }
    shown = [_newest(table, sort) for sort, stands in standing.items() if stands]
    markers = [_newest(table, "marker", marker.player) for marker in state.sign.markers]
    return [filed for filed in (*shown, *markers) if filed is not None]


def _newest(table: Table, sort: str, to: str = "") -> Filed | None:
    of_sort = (one for one in papers_of(table.ledger, table.name) if one.paper.sort == sort and one.paper.to == to)
    return next(of_sort, None)
