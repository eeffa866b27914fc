"""Orders: what somebody wants done at a table, and the draft of what it would change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from houseway.floor import clerk
from houseway.floor.entries import write_event
from houseway.floor.people import Person
from houseway.floor.state_after import after
from houseway.forms import Doc
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.ledger import Transfer
from houseway.play.events import DealerChanged, Event

if TYPE_CHECKING:
    from houseway.floor.table import Table


PLAYED = ("began", "touched", "answered")  # how a round is played: at terminals it is written apart


@dataclass(frozen=True)
class Order:
    """Somebody wants something done."""

    who: Person
    act: str
    details: Mapping[str, Doc] = field(default_factory=dict)
    key: str = ""
    prompt: int | None = None  # the prompt the tap was meant for
    at: datetime = datetime(2000, 1, 1)
    received: float | None = None  # when it was read from its line, on the steady clock


class Draft(clerk.Draft):
    """What one order would change at a table, and the state it leads to."""

    def __init__(self, table: Table, order: Order) -> None:
        super().__init__(order)
        self.table, self.order = table, order
        self.state = table.state
        self.apart = PLAYED if table.chapters.terminals is not None else ()
        self.over = False
        self.words = ""  # what whoever reports something says of it
        self.rests_on: Basis = NO_CLAUSE  # what was decided by, once it has been
        self.beside: list[Draft] = []  # what it changes at other tables, put on record together with it

    def at_table(self, table: Table) -> Draft:
        """What the same order changes at another table."""
        self.beside.append(Draft(table, self.order))
        return self.beside[-1]

    def note(self, kind: str, /, moves: tuple[Transfer, ...] = (), **body: Doc) -> None:
        """Adds an entry and moves the state on by it."""
        super().note(kind, moves, **body)
        self.state = after(self.state, kind, body)

    def tell(self, event: Event, moves: tuple[Transfer, ...] = ()) -> None:
        """An event of the table itself, between rounds or for the next one, and any money it moves."""
        self.events.append(event)
        dealer: dict[str, Doc] = {"dealer": event.dealer} if isinstance(event, DealerChanged) else {}
        self.note("event", moves, event=write_event(event), **dealer)
