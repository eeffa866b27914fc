"""Desk: the one writer of one tournament.

Orders come through the house's one clerk, as at a table. What an order changes is a list of entries in the tournament's own
stream, the money that each moves, and perhaps drafts at tables, where a session begins, somebody goes out, or it ends; all of it
goes on record together or not at all. What is due next follows from the state and the tables (``due.py``): where a director runs
the tournament that is what their page offers, and where the house runs it, the house does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from houseway.floor import clerk, orders
from houseway.floor.clerk import Reply
from houseway.floor.law import law_at
from houseway.floor.orders import Order
from houseway.floor.papers import at_tables, at_tournaments
from houseway.floor.people import HOUSE, Person, same_name
from houseway.floor.sources import chance
from houseway.floor.table import Table
from houseway.floor.tournament.state import Part, TournamentNow, drafted, read_state, write_state
from houseway.forms import Doc, read
from houseway.games import NoSuchBook, chapters_of
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.ledger import Ledger, Transfer
from houseway.money import Cents
from houseway.play.conditions import Conditions, Item
from houseway.play.decision import Decision, Refused
from houseway.play.tournament_law import TournamentLaw, tournament_law

if TYPE_CHECKING:
    from houseway.floor.tournament.acts import DeskAct

STREAMS = "desk:tournament:"  # before the name of each


def stream_of(name: str) -> str:
    return f"{STREAMS}{name}"


def pool_of(name: str) -> str:
    """The account that fees are paid into and prizes out of."""
    return f"tournament:{name}"


class Floor(Protocol):
    """What a tournament needs of the house around it."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def tables(self) -> Mapping[str, Table]: ...

    def barred(self, name: str) -> str:
        """Why somebody may not enter the casino and gamble; "" where they may."""

    def pocket(self, name: str) -> str:
        """The account that somebody's money is in."""

    def qualified(self, name: str) -> bool | None:
        """Whether somebody is qualified as game supervisor; None where the house does not know its staff by name."""

    @property
    def takes_no_money(self) -> bool:
        """Whether only play credit is played here, so that the house may run a tournament by itself without an approval."""


class Draft(clerk.Draft):
    """What one order would change: at the tournament, and at its tables."""

    def __init__(self, desk: TournamentDesk, order: Order) -> None:
        super().__init__(order)
        self.desk, self.order = desk, order
        self._state = desk._state
        self.beside: list[orders.Draft] = []
        self.rests_on: Basis = NO_CLAUSE  # what was decided by, once it has been

    def note(self, kind: str, /, moves: tuple[Transfer, ...] = (), **body: Doc) -> None:
        super().note(kind, moves, **body)
        self._state = drafted(body) if kind == "drafted" else self.state.after(kind, body)

    @property
    def state(self) -> TournamentNow:
        """The tournament with what this order has changed so far."""
        assert self._state is not None
        return self._state

    def at_table(self, table: Table) -> orders.Draft:
        """What the same order changes at a table: one draft for each, however often it is asked for."""
        for one in self.beside:
            if one.table is table:
                return one
        self.beside.append(orders.Draft(table, self.order))
        return self.beside[-1]


class TournamentDesk:
    """A tournament by name; before it is drafted it has no state."""

    def __init__(self, floor: Floor, name: str, state: TournamentNow | None = None) -> None:
        self.floor, self.name, self._state = floor, name, state
        self.ledger = floor.ledger
        self.cited: Callable[[Basis, str], None] = lambda by, what: None  # a listener, for clause coverage
        self.moment: datetime | None = None  # held to the law of this moment, as a worked case is
        self.draw_lots: Callable[[int], int] = chance  # a fair number below n

    @classmethod
    def load(cls, floor: Floor, name: str) -> TournamentDesk:
        """A tournament as the record has it."""
        stream = stream_of(name)
        kept = floor.ledger.snapshot(stream)
        after, state = (kept[0], read_state(kept[1])) if kept else (0, None)
        for entry in floor.ledger.entries(stream, after):
            state = drafted(entry.body) if state is None else state.after(entry.kind, entry.body)
        if state is None:
            raise LookupError(f"there is no tournament {name!r}")
        return cls(floor, name, state)

    @property
    def state(self) -> TournamentNow:
        assert self._state is not None, f"{self.name} is not drafted yet"
        return self._state

    @property
    def is_drafted(self) -> bool:
        return self._state is not None

    # What the books say

    def law(self, book: str, at: datetime) -> TournamentLaw | Refused:
        """What a book says of tournaments at a moment."""
        try:
            edition, _ = law_at(book, self.moment or at, {})
        except (NoSuchBook, ValueError, LookupError) as wrong:
            return Refused(NO_CLAUSE, str(wrong), "misread")
        found = tournament_law(book, chapters_of(edition))
        if found is None:
            return Refused(NO_CLAUSE, f"{book} has no rules for tournaments", "no_tournaments")
        return found

    def laws(self, conditions: Conditions, at: datetime) -> list[TournamentLaw] | Refused:
        """The laws of all the books that a tournament is played by."""
        found: list[TournamentLaw] = []
        for book in conditions.books:
            law = self.law(book, at)
            if isinstance(law, Refused):
                return law
            found.append(law)
        return found

    def by(self, item: Item, at: datetime) -> Basis:
        """What a decision about the tournament as a whole rests on: the clauses of all its books."""
        laws = self.laws(self.state.conditions, at)
        basis = NO_CLAUSE
        for law in laws if not isinstance(laws, Refused) else ():
            basis = basis + law.by(item)
        return basis

    def stage_law(self, at: datetime) -> TournamentLaw:
        """What the book of the stage that is played, or comes next, says of tournaments."""
        stages = self.state.conditions.stages
        stage = self.state.stage_now or stages[-1]
        law = self.law(stage.book, at)
        assert not isinstance(law, Refused), law
        return law

    # Orders

    def do(self, order: Order) -> Reply:
        """Decides an order and, if it is accepted, puts it on record."""
        return clerk.serve(self, order)

    @property
    def called(self) -> str:
        return stream_of(self.name)

    def draft(self, order: Order) -> Draft:
        return Draft(self, order)

    def decide(self, draft: Draft, order: Order) -> Decision:
        """What may be done as the tournament stands, and what it comes to."""
        from houseway.floor.tournament.acts import ACTS

        act = ACTS.get(order.act)
        if act is None:
            return Refused(NO_CLAUSE, f"{order.act!r} is nothing that is done at a tournament's desk", "act")
        if not self.is_drafted and order.act != "draft":
            return Refused(NO_CLAUSE, f"there is no tournament {self.name!r}", "unknown")
        return self._not_theirs(act, order) or self._not_now(act, order) or act.do(self, draft, order)

    def _not_theirs(self, act: DeskAct, order: Order) -> Refused | None:
        """Why an act is not this person's. What the director does is done by whoever was appointed, or where the book knows no
        director by any casino supervisor as well; the house does everything in a tournament that it runs itself."""
        role, drafted = order.who.role, self.is_drafted
        if role == "house":
            own = act.by_house or not drafted or self.state.run_by == "house"
            return None if own else Refused(NO_CLAUSE, f"a director runs this tournament: {order.act}", "role")
        if not act.by_director:
            return None if role in act.roles else Refused(NO_CLAUSE, f"a {role} may not {order.act}", "role")
        law = self.stage_law(order.at)
        if self.is_director(order.who) or (not law.needs_director and role in act.roles):
            return None
        who = self.state.director or "nobody yet"
        told = f"the tournament director does this, who is {who}, and not {order.who.name}: {order.act}"
        by = law.named(act.named_in) + law.director if law.needs_director else law.by(Item.STRUCTURE)
        return Refused(by, told, "authority")

    def _not_now(self, act: DeskAct, order: Order) -> Refused | None:
        if not self.is_drafted or self.state.phase in act.phases:
            return None
        told = f"the tournament is {self.state.phase.words}: no time to {order.act}"
        return Refused(self.by(act.item, order.at), told, "phase")

    def is_director(self, who: Person) -> bool:
        """Whether somebody of the staff is in charge of this tournament, or was appointed to be."""
        if who.role == "player":
            return False
        people = (self.state.director, *self.state.deputies)
        return any(name and same_name(name.partition(",")[0], who.name) for name in people)

    def save(self, draft: Draft, decision: Decision, key: str = "", fingerprint: str = "") -> Reply:
        """Puts a draft on record, with those of its tables, and moves on with all of them."""
        draft.rests_on = decision.by
        at_tournaments.write_papers(self, draft)
        beside = [one for one in draft.beside if one.entries]
        for one in beside:
            at_tables.write_papers(one.table, one)
        rows = [row for one in beside for row in one.table.kept(one)]
        also = [(one.table.name, one) for one in beside]
        over = draft.state.phase.is_over or any(kind in _KEPT_AFTER for kind, _, _ in draft.entries)
        snapshot = write_state(draft.state) if over else None
        stream = stream_of(self.name)
        reply = clerk.record(self.ledger, stream, draft, decision, key, fingerprint, snapshot, rows, also)
        self._state = draft.state
        for one in beside:
            one.table.adopt(one)
        return reply

    # What acts ask

    def table(self, name: str) -> Table | None:
        return self.floor.tables.get(name)

    def pool(self) -> Cents:
        """What lies in the tournament's account."""
        return self.ledger.balance(pool_of(self.name))

    def shuffled(self, names: Sequence[str]) -> list[str]:
        """Names in an order that chance gives; every order is as likely as every other."""
        left, found = list(names), list[str]()
        while left:
            found.append(left.pop(self.draw_lots(len(left))))
        return found

    def lots(self, groups: Sequence[Sequence[str]]) -> dict[str, int]:
        """Lots for those whom nothing else tells apart: the lower is ahead."""
        return {name: at for group in groups for at, name in enumerate(self.shuffled(group), 1)}

    def playing(self) -> list[Table]:
        """The tables where this tournament's session is being played."""
        names = [name for name, now in self.state.playing.items() if not now.over]
        return [table for name in names if (table := self.table(name)) is not None]

    def ordered(self, act: str, at: datetime, **details: Doc) -> Reply:
        """The house's own order."""
        return self.do(Order(HOUSE, act, details, at=at))


_KEPT_AFTER = ("drawn", "stage-over", "ranked")


def entrant_of(order: Order) -> str:
    """Whom an order is about: the player who gives it, or whom staff name."""
    if order.who.role == "player":
        return order.who.name
    return str(read(str, order.details.get("player"), "player"))


def unknown(desk: TournamentDesk, name: str, by: Basis) -> Refused | None:
    """Why somebody is no entrant."""
    one = desk.state.entrants.get(name)
    if one is None or not one.part.is_entered:
        part = "" if one is None or one.part is Part.APPLIED else f": {one.part.words}"
        return Refused(by, f"{name} is no entrant of this tournament{part}")
    return None
