"""Looking: who reads the record. On a staffed floor that is for staff, and for players as far as it is theirs; each look is
itself on record."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from houseway.floor.holders import opened_at
from houseway.floor.people import Person
from houseway.floor.table import Table
from houseway.ledger import Post
from houseway.premises.premises import Premises
from houseway.web.asking import premises_of, staff_of
from houseway.web.problems import Problem

STREAM = "desk:inspections"


def note_look(premises: Premises, who: Person, what: str) -> None:
    at = premises.house.clock().isoformat(timespec="milliseconds")
    premises.ledger.post([Post(premises.own_stream(STREAM), "looked", at, f"{who.role}:{who.name}", {"at": what})])


@dataclass(frozen=True)
class Reader:
    """Who reads rounds: ``only`` one player's where that is all they may see, and those since an entry of the record."""

    staff: bool
    only: str = ""
    since: int = 0


def reader_of(asking: HTTPConnection, table: Table) -> Reader:
    """Whoever reads the rounds of a table. On a staffed floor a patron sees the own ones, and a terminal those of whoever has it
    now, since they have it."""
    premises = premises_of(asking)
    identity = premises.identity
    if identity.door is not None and identity.staff(asking) is None:
        device, visitor = identity.device(asking), identity.visitor(asking)
        if visitor is not None:
            _look(asking, visitor.person)
            return Reader(False, visitor.name)
        if device is not None and device.kind == "terminal" and device.table == table.name:
            _look(asking, Person(device.station, "player"))
            since = opened_at(table, device.station)
            if since is None:
                raise Problem("refused", f"Nobody has {device.station} now; whoever does sees their own rounds here.")
            return Reader(False, device.station, since)
    return Reader(reads_as_staff(asking))


def _look(asking: HTTPConnection, who: Person) -> None:
    query = f"?{asking.url.query}" if asking.url.query else ""
    note_look(premises_of(asking), who, f"{asking.url.path}{query}"[:200])


def reads_as_staff(asking: HTTPConnection) -> bool:
    """Whether staff is reading rounds and disputes. In an open house anybody may, and sees what lay face up; a staffed one
    shows players' names and money to staff alone, and writes down who looked."""
    premises = premises_of(asking)
    if premises.identity.door is None:
        return premises.identity.staff(asking) is not None
    _look(asking, staff_of(asking))
    return True
