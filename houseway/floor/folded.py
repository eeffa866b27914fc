"""Folded: a desk that keeps nothing beside its own stream. What it knows is folded from its entries, as a table is.

The clerk takes every order down the ladder of all desks. A desk of this kind says which acts it knows, who may do them, and
how each kind of entry moves its state on; the rest is here. Where an act wants a second person, whoever took the order has seen
that person sign, and says so in the order's details.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from houseway.floor import clerk
from houseway.floor.clerk import Reply
from houseway.floor.orders import Order
from houseway.floor.people import Person
from houseway.forms import Doc, read, write
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.law.roles import Role, listed, taken_by
from houseway.ledger import Ledger, Transfer
from houseway.play.decision import Decision, Refused
from houseway.versions import Upgrade, upgraded, versioned

S = TypeVar("S")

EVERY = 32  # entries from one snapshot to the next
SECOND = "second"  # the detail of an order under which a second person stands


class Draft(clerk.Draft, Generic[S]):
    """What one order would change at a desk, and the state it leads to."""

    def __init__(self, desk: FoldedDesk[S], order: Order) -> None:
        super().__init__(order)
        self.desk, self.state = desk, desk.state

    def note(self, kind: str, /, moves: tuple[Transfer, ...] = (), **body: Doc) -> None:
        super().note(kind, moves, **body)
        self.state = self.desk.after(self.state, kind, body)


class FoldedDesk(ABC, Generic[S]):
    """One writer of one stream whose state is a fold of it."""

    stream: ClassVar[str]
    called: str  # what orders name it by
    kind: ClassVar[type[Any]]  # of its state
    upgrades: ClassVar[tuple[Upgrade, ...]] = ()

    def __init__(self, ledger: Ledger, first: S) -> None:
        self.ledger, self.lock = ledger, threading.RLock()
        self.cited: Callable[[Basis, str], None] = lambda by, what: None  # a listener, for clause coverage
        self._first = first
        self.load()

    # What a desk of this kind says of itself

    @abstractmethod
    def after(self, state: S, kind: str, body: dict[str, Doc]) -> S:
        """The state once one more entry is on record."""

    @abstractmethod
    def acts(self) -> Mapping[str, Callable[[Any, Draft[S], Order], Decision]]:
        """What can be done here."""

    @abstractmethod
    def may(self) -> Mapping[str, tuple[Role, ...]]:
        """Who may do it."""

    # The same for all

    def load(self) -> None:
        """The desk as its entries left it: the last snapshot, and every entry after it."""
        kept = self.ledger.snapshot(self.stream)
        number, state = 0, self._first
        if kept is not None:
            number, state = kept[0], read(self.kind, upgraded(kept[1], self.upgrades, self.called), self.called)
        for entry in self.ledger.entries(self.stream, number):
            state, number = self.after(state, entry.kind, entry.body), entry.number
        self.state: S = state
        self._noted = self._read = number

    def follow(self) -> None:
        """Reads on, where another process writes the stream."""
        for entry in self.ledger.written(self.stream, self._read):
            self.state, self._read = self.after(self.state, entry.kind, entry.body), entry.number

    def do(self, order: Order) -> Reply:
        """Decides an order and, if it is accepted, puts it on record."""
        with self.lock:
            return clerk.serve(self, order)

    def draft(self, order: Order) -> Draft[S]:
        return Draft(self, order)

    def decide(self, draft: Draft[S], order: Order) -> Decision:
        act = self.acts().get(order.act)
        if act is None:
            return Refused(NO_CLAUSE, f"{order.act!r} is nothing that is done at the {self.called}", "act")
        roles = self.may()[order.act]
        if order.who.role not in roles:
            return Refused(NO_CLAUSE, f"it takes {taken_by(roles)}, and {order.who.name} is a {order.who.role}", "role")
        return act(self, draft, order)

    def save(self, draft: Draft[S], decision: Decision, key: str = "", fingerprint: str = "") -> Reply:
        """Puts a draft on record and moves on with it."""
        snapshot = None
        number = self.ledger.head(self.stream)[0] + len(draft.entries)
        if number - self._noted >= EVERY:
            snapshot, self._noted = versioned(write(draft.state), self.upgrades), number
        reply = clerk.record(self.ledger, self.stream, draft, decision, key, fingerprint, snapshot)
        self.state = draft.state
        return reply


def second_of(order: Order) -> Person | None:
    """Who signed beside whoever gave the order."""
    doc = order.details.get(SECOND)
    return None if doc is None else read(Person, doc, SECOND)


def judge_second(order: Order, roles: tuple[Role, ...], what: str) -> Person | Refused:
    """The second person of an order; refused where there is none, where it is the first one again, or of another role."""
    second = second_of(order)
    if second is None:
        return Refused(NO_CLAUSE, f"{what} takes two names; somebody else signs beside {order.who.name}", "two_people")
    if second.is_same_as(order.who):
        return Refused(NO_CLAUSE, f"{order.who.name} cannot sign twice; {what} takes two people", "two_people")
    if second.role not in roles:
        return Refused(NO_CLAUSE, f"a {listed(roles)} signs beside, and {second.name} is a {second.role}", "role")
    return second
