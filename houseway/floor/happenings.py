"""Happenings: the log of what happened on the floor, tied to tables and rounds, kept by whoever saw it.

Somebody falls ill, a bottle breaks, a patron is loud, a camera is dark: an entry has a kind, words, perhaps a table, a round and
people, and further words until it is closed. It decides nothing; what the books want decided is decided at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from houseway.floor.folded import Draft as FoldedDraft
from houseway.floor.folded import FoldedDesk
from houseway.floor.orders import Order
from houseway.forms import Doc, read, write
from houseway.law.clause import NO_CLAUSE
from houseway.law.roles import STAFF, Role
from houseway.ledger import Ledger
from houseway.play.decision import Accepted, Decision, Refused
from houseway.values import field, value

STREAM = "desk:incidents"
KINDS = ("conduct", "dispute", "equipment", "health", "money", "security", "surveillance", "other")
LONGEST = 2000  # characters of what is told


@value
class Happening:
    number: int
    kind: str
    words: str
    at: str
    by: str
    table: str = ""
    round: int = 0
    people: tuple[str, ...] = ()
    camera: str = ""  # where surveillance finds it: a camera and a time
    more: tuple[tuple[str, str, str], ...] = ()  # when, who, what was added
    closed: str = ""  # by whom


@value
class LogState:
    open: dict[int, Happening] = field(default_factory=dict)
    so_far: int = 0


Draft = FoldedDraft[LogState]


class IncidentLog(FoldedDesk[LogState]):
    stream: ClassVar[str] = STREAM
    called = "incident log"
    kind: ClassVar[type[Any]] = LogState

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger, LogState())
        self.last_round: Callable[[str], int | None] = lambda table: None  # the newest of a table; the house knows

    def after(self, state: LogState, kind: str, body: dict[str, Doc]) -> LogState:
        return _AFTER[kind](state, body)

    def acts(self) -> Mapping[str, Callable[[IncidentLog, Draft, Order], Decision]]:
        return ACTS

    def may(self) -> Mapping[str, tuple[Role, ...]]:
        return ROLES_OF_ACT

    def all(self) -> list[Happening]:
        """Every one on record, the newest first, as it stands."""
        found: dict[int, Happening] = {}
        state = LogState()
        for entry in self.ledger.entries(STREAM):
            state = self.after(state, entry.kind, entry.body)
            found |= state.open
            if entry.kind == "closed":
                number = entry.body["number"]
                found[number] = replace(found[number], closed=entry.body["by"])
        return [found[number] for number in sorted(found, reverse=True)]


def log(desk: IncidentLog, draft: Draft, order: Order) -> Decision:
    """Something happened."""
    details = order.details
    kind, words = read(str, details.get("kind", "other"), "kind"), read(str, details.get("words", ""), "words").strip()
    if kind not in KINDS:
        return Refused(NO_CLAUSE, f"an entry is of one of the kinds {', '.join(KINDS)}", "kind")
    if not words or len(words) > LONGEST:
        return Refused(NO_CLAUSE, f"say what happened, in at most {LONGEST} characters", "words")
    table, round = read(str, details.get("table", ""), "table"), read(int, details.get("round", 0), "round")
    if table:
        last = desk.last_round(table)
        if last is None:
            return Refused(NO_CLAUSE, f"there is no table {table}", "unknown")
        if not 0 <= round <= last:
            return Refused(NO_CLAUSE, f"{table} has come to round {last}; there is no round {round}", "unknown")
        round = round or last
    people = read(tuple[str, ...], details.get("people", ()), "people")
    number = desk.state.so_far + 1
    camera = read(str, details.get("camera", ""), "camera")
    made = Happening(number, kind, words, draft.at, order.who.name, table, round, tuple(people), camera)
    draft.note("logged", happening=write(made))
    draft.paper = {"paper": "incident", "number": number, "table": table, "round": round}
    return Accepted(NO_CLAUSE)


def add(desk: IncidentLog, draft: Draft, order: Order) -> Decision:
    """More is known of it."""
    found = _open(desk, order)
    if isinstance(found, Refused):
        return found
    words = read(str, order.details.get("words", ""), "words").strip()
    if not words or len(words) > LONGEST:
        return Refused(NO_CLAUSE, f"say what is known, in at most {LONGEST} characters", "words")
    draft.note("added", number=found.number, at=draft.at, by=order.who.name, words=words)
    return Accepted(NO_CLAUSE)


def close(desk: IncidentLog, draft: Draft, order: Order) -> Decision:
    """It is dealt with."""
    found = _open(desk, order)
    if isinstance(found, Refused):
        return found
    words = read(str, order.details.get("words", ""), "words").strip()
    if not words:
        return Refused(NO_CLAUSE, "say how it ended", "words")
    draft.note("added", number=found.number, at=draft.at, by=order.who.name, words=words)
    draft.note("closed", number=found.number, by=order.who.name)
    return Accepted(NO_CLAUSE)


def _open(desk: IncidentLog, order: Order) -> Happening | Refused:
    number = read(int, order.details.get("number"), "number")
    return desk.state.open.get(number) or Refused(NO_CLAUSE, f"no entry {number} is open", "unknown")


def _logged(state: LogState, body: dict[str, Doc]) -> LogState:
    made: Happening = read(Happening, body["happening"], "happening")
    return replace(state, open={**state.open, made.number: made}, so_far=made.number)


def _added(state: LogState, body: dict[str, Doc]) -> LogState:
    one = state.open[body["number"]]
    more = (*one.more, (body["at"], body["by"], body["words"]))
    return replace(state, open={**state.open, one.number: replace(one, more=more)})


def _closed(state: LogState, body: dict[str, Doc]) -> LogState:
    return replace(state, open={number: one for number, one in state.open.items() if number != body["number"]})


_AFTER: dict[str, Callable[[LogState, dict[str, Doc]], LogState]] = {
    "logged": _logged,
    "added": _added,
    "closed": _closed,
}
ACTS: dict[str, Callable[[IncidentLog, Draft, Order], Decision]] = {"log": log, "add": add, "close": close}
ROLES_OF_ACT: dict[str, tuple[Role, ...]] = dict.fromkeys(ACTS, STAFF)
