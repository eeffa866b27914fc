"""Looking: who reads the record. On a staffed floor that is for staff, and each look is itself on record."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from houseway.floor.people import Person
from houseway.ledger import Post
from houseway.premises.premises import Premises
from houseway.web.asking import premises_of, staff_of

STREAM = "desk:inspections"


def note_look(premises: Premises, who: Person, what: str) -> None:
    at = premises.house.clock().isoformat(timespec="milliseconds")
    stream = STREAM if premises.leases is None else f"{STREAM} {premises.leases.address}"
    premises.ledger.post([Post(stream, "looked", at, f"{who.role}:{who.name}", {"at": what})])


def reads_as_staff(asking: HTTPConnection) -> bool:
    """Whether staff is reading rounds and disputes. In an open house anybody may, and sees what lay face up; a staffed one
    shows players' names and money to staff alone, and writes down who looked."""
    premises = premises_of(asking)
    if premises.identity.door is None:
        return premises.identity.staff(asking) is not None
    staff = staff_of(asking)
    query = f"?{asking.url.query}" if asking.url.query else ""
    note_look(premises, staff, f"{asking.url.path}{query}"[:200])
    return True
