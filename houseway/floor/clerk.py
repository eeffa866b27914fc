"""Clerk: how an order becomes an answer, at every desk of the house.

The ladder is one. A key that came before has the answer it had then, and with other contents it is refused; then the desk says
what may be done as it stands and what the order would change, which is a draft; then the draft goes on record together with
its key and its answer. A yes rests on what it put on record, a no and an answer given before rest on everything that was accepted
until then; and nobody hears any of them before what it rests on is on disk, because if the house fell it would come undone.

Tables and the keno computer are desks. Terminals have a door of their own, where many are served at once (``touching``); it
asks the same two questions: ``heard_before``, and ``Ledger.settled``, which comes once everything is on disk that an answer
which put nothing on record may rest on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, TypeVar

from houseway.floor.people import Person
from houseway.forms import Doc, Misread, digest, read, write
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.ledger import KeyReused, Ledger, Overdrawn, Post, Row, Transfer
from houseway.money import NotMoney, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.events import Event

USED_BEFORE = Refused(NO_CLAUSE, "this key was used before for something else; nothing was changed", "key")


class Wanted(Protocol):
    """Somebody wants something done."""

    @property
    def who(self) -> Person: ...
    @property
    def act(self) -> str: ...
    @property
    def details(self) -> Mapping[str, Doc]: ...
    @property
    def key(self) -> str: ...
    @property
    def at(self) -> datetime: ...


@dataclass(frozen=True)
class Reply:
    """What became of an order."""

    decision: Decision
    events: tuple[Event, ...] = ()
    taken_back: tuple[Event, ...] = ()  # told before, and no longer so
    saved: Future[None] | None = None  # resolved once what the answer rests on is on disk
    again: bool = False  # the same key came before
    fault: str = ""  # refused for the order itself, before any rule spoke: "key", "misread", "funds"
    paper: dict[str, Doc] = field(default_factory=dict)  # what is printed or shown
    also: tuple[str, ...] = ()  # other desks at which it changed something

    @property
    def accepted(self) -> bool:
        return isinstance(self.decision, Accepted)


W = TypeVar("W", bound=Wanted)
W_contra = TypeVar("W_contra", bound=Wanted, contravariant=True)


class Draft:
    """What one order would change: entries, and the money each moves."""

    def __init__(self, order: Wanted) -> None:
        self.entries: list[tuple[str, dict[str, Doc], tuple[Transfer, ...]]] = []
        self.events: list[Event] = []
        self.taken_back: list[Event] = []
        self.paper: dict[str, Doc] = {}
        self.apart: tuple[str, ...] = ()  # kinds of entries that are written apart from the others
        self.by, self.at = f"{order.who.role}:{order.who.name}", order.at.isoformat(timespec="milliseconds")

    def note(self, kind: str, /, moves: tuple[Transfer, ...] = (), **body: Doc) -> None:
        self.entries.append((kind, body, moves))


D = TypeVar("D", bound=Draft)


class Desk(Protocol[W_contra, D]):
    """One writer of one stream, as the clerk sees it."""

    ledger: Ledger
    cited: Callable[[Basis, str], None]  # a listener, for clause coverage

    @property
    def called(self) -> str:
        """What orders name it by: part of what a key stands for."""

    def draft(self, order: W_contra) -> D: ...

    def decide(self, draft: D, order: W_contra) -> Decision:
        """What may be done as the desk stands, and what it comes to; the draft says what it changes."""

    def save(self, draft: D, decision: Decision, key: str, fingerprint: str) -> Reply:
        """Puts a draft on record by ``record`` and moves on with it."""


def serve(desk: Desk[W, D], order: W, before: Callable[[], object] = lambda: None) -> Reply:
    """Decides an order and, if it is accepted, puts it on record. ``before`` is what the desk does first with an order that
    is new."""
    ledger, fingerprint = desk.ledger, ""
    if order.key:
        try:
            fingerprint = digest([desk.called, order.who.name, order.act, write(dict(order.details))])
        except Misread as wrong:
            return _misread(ledger, wrong)
        known = heard_before(ledger, order.key, fingerprint)
        if isinstance(known, Refused):
            return Reply(known, saved=ledger.settled(), fault="key")
        if known is not None:
            decision, paper = _read_answer(known)
            return Reply(decision, saved=ledger.settled(), again=True, paper=paper)
    before()
    draft = desk.draft(order)
    try:
        decision = desk.decide(draft, order)
    except (Misread, NotMoney) as wrong:
        return _misread(ledger, wrong)
    if isinstance(decision, Refused):
        desk.cited(decision.by, "refusal")
        return Reply(decision, saved=ledger.settled())
    desk.cited(decision.by, "decision")
    try:
        return desk.save(draft, decision, order.key, fingerprint)
    except Overdrawn as short:
        name = short.account.removeprefix("player:").removeprefix("hand:")
        of = "in chips" if short.account.startswith("hand:") else "of credit"
        because = f"{name} has {show(short.holds)} {of}; {show(short.wanted)} are needed"
        return Reply(
            Refused(Basis(decision.by.clauses, decision.by.readings), because, "funds"),
            saved=ledger.settled(),
            fault="funds",
        )


def _misread(ledger: Ledger, wrong: Exception) -> Reply:
    return Reply(Refused(NO_CLAUSE, str(wrong), "misread"), saved=ledger.settled(), fault="misread")


def record(
    ledger: Ledger,
    stream: str,
    draft: Draft,
    decision: Decision,
    key: str = "",
    fingerprint: str = "",
    snapshot: Doc = None,
    rows: Sequence[Row] = (),
    also: Sequence[tuple[str, Draft]] = (),
) -> Reply:
    """Hands a draft to the ledger with the key it came under and the answer to it, and what the stream has come to; ``also``
    are drafts of other streams, which go on record together with it or not at all."""
    drafts = [*also, (stream, draft)]
    posts = [
        Post(name, kind, one.at, one.by, body, moves, loose=kind in one.apart)
        for name, one in drafts
        for kind, body, moves in one.entries
    ]
    kept = None if snapshot is None else (stream, snapshot)
    saved = ledger.post(posts, key, fingerprint, _write_answer(decision, draft.paper) if key else None, kept, rows)
    names = tuple(name for name, _ in also)
    return Reply(decision, tuple(draft.events), tuple(draft.taken_back), saved, paper=draft.paper, also=names)


def heard_before(ledger: Ledger, key: str, fingerprint: str) -> Doc | Refused | None:
    """The answer that stands under a key; a refusal where it stands there for something else; None where the key is new."""
    try:
        return ledger.recall(key, fingerprint)
    except KeyReused:
        return USED_BEFORE


async def until_on_disk(reply: Reply) -> Reply:
    """The reply, when it may be told."""
    assert reply.saved is not None, "every answer rests on something"
    await asyncio.wrap_future(reply.saved)
    return reply


async def all_on_disk(ledger: Ledger) -> None:
    """Comes back when everything decided so far is on disk: what a page has read of the house by now may be shown."""
    saved = ledger.settled()
    if not saved.done():
        await asyncio.wrap_future(saved)


def _write_answer(decision: Decision, paper: dict[str, Doc]) -> Doc:
    by = {"clauses": [[c.book, c.number] for c in decision.by.clauses], "readings": list(decision.by.readings)}
    assert isinstance(decision, Accepted)
    answer: dict[str, Doc] = {"accepted": True, "by": by, "advice": decision.advice}
    return {**answer, "paper": paper} if paper else answer


def _read_answer(doc: Doc) -> tuple[Decision, dict[str, Doc]]:
    """An answer on record. Those of the first keno desks are the paper alone."""
    if "by" not in doc or "accepted" not in doc:
        return Accepted(NO_CLAUSE), doc
    clauses = [{"book": book, "number": number} for book, number in doc["by"]["clauses"]]
    by = read(Basis, {"clauses": clauses, "readings": doc["by"]["readings"]})
    decision = Accepted(by, doc["advice"]) if doc["accepted"] else Refused(by, doc["because"])
    return decision, doc.get("paper", {})
