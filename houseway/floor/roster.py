"""Roster: who of the staff is on duty, since when, and who is at a break.

People say so themselves, or whoever supervises them does. Which table a dealer deals at, and who dealt which round, is the
record of the table; how long somebody has been at work without a break is found from both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

from houseway.floor.folded import Draft as FoldedDraft
from houseway.floor.folded import FoldedDesk
from houseway.floor.orders import Order
from houseway.floor.people import SUPERVISORS
from houseway.forms import Doc, read, write
from houseway.law.clause import NO_CLAUSE
from houseway.law.roles import STAFF, Role
from houseway.ledger import Ledger
from houseway.play.decision import Accepted, Decision, Refused
from houseway.values import field, value

STREAM = "desk:roster"


@value
class Duty:
    name: str
    role: str
    since: str  # on duty
    state: Literal["on", "break"] = "on"
    at: str = ""  # since when so


@value
class RosterState:
    on: dict[str, Duty] = field(default_factory=dict)  # by name


Draft = FoldedDraft[RosterState]


class Roster(FoldedDesk[RosterState]):
    stream: ClassVar[str] = STREAM
    called = "roster"
    kind: ClassVar[type[Any]] = RosterState

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger, RosterState())

    def after(self, state: RosterState, kind: str, body: dict[str, Doc]) -> RosterState:
        return _AFTER[kind](state, body)

    def acts(self) -> Mapping[str, Callable[[Roster, Draft, Order], Decision]]:
        return ACTS

    def may(self) -> Mapping[str, tuple[Role, ...]]:
        return ROLES_OF_ACT


def _who(order: Order) -> tuple[str, str] | Refused:
    """Whom it is about: whoever says so, or somebody whom a supervisor names."""
    name = read(str, order.details.get("name", order.who.name), "name").strip()
    if name == order.who.name:
        return name, order.who.role
    if order.who.role not in (*SUPERVISORS, "operations manager"):
        return Refused(NO_CLAUSE, f"a {order.who.role} speaks for nobody else", "role")
    role = read(str, order.details.get("role", "dealer"), "role")
    if not name or role not in STAFF:
        return Refused(NO_CLAUSE, "say who, and as what", "name")
    return name, role


def come(desk: Roster, draft: Draft, order: Order) -> Decision:
    """Somebody comes on duty."""
    found = _who(order)
    if isinstance(found, Refused):
        return found
    name, role = found
    if name in desk.state.on:
        return Refused(NO_CLAUSE, f"{name} is on duty since {desk.state.on[name].since[11:16]}", "on_record")
    draft.note("came", duty=write(Duty(name, role, draft.at, "on", draft.at)))
    return Accepted(NO_CLAUSE)


def go(desk: Roster, draft: Draft, order: Order) -> Decision:
    """Somebody goes off duty."""
    return _moved(desk, draft, order, "went", "")


def rest(desk: Roster, draft: Draft, order: Order) -> Decision:
    """Somebody goes to a break."""
    return _moved(desk, draft, order, "rests", "on")


def come_back(desk: Roster, draft: Draft, order: Order) -> Decision:
    """Somebody is back from a break."""
    return _moved(desk, draft, order, "back", "break")


def _moved(desk: Roster, draft: Draft, order: Order, kind: str, only: str) -> Decision:
    found = _who(order)
    if isinstance(found, Refused):
        return found
    duty = desk.state.on.get(found[0])
    if duty is None:
        return Refused(NO_CLAUSE, f"{found[0]} is not on duty", "unknown")
    if only and duty.state != only:
        words = "at a break already" if only == "on" else "not at a break"
        return Refused(NO_CLAUSE, f"{found[0]} is {words}", "stale")
    draft.note(kind, name=duty.name, at=draft.at)
    return Accepted(NO_CLAUSE)


def _changed(state: RosterState, body: dict[str, Doc], to: Literal["on", "break"]) -> RosterState:
    name = body["name"]
    return replace(state, on={**state.on, name: replace(state.on[name], state=to, at=body["at"])})


def _came(state: RosterState, body: dict[str, Doc]) -> RosterState:
    duty: Duty = read(Duty, body["duty"], "duty")
    return replace(state, on={**state.on, duty.name: duty})


_AFTER: dict[str, Callable[[RosterState, dict[str, Doc]], RosterState]] = {
    "came": _came,
    "went": lambda s, b: replace(s, on={name: duty for name, duty in s.on.items() if name != b["name"]}),
    "rests": lambda s, b: _changed(s, b, "break"),
    "back": lambda s, b: _changed(s, b, "on"),
}
ACTS: dict[str, Callable[[Roster, Draft, Order], Decision]] = {
    "come on duty": come,
    "go off duty": go,
    "take a break": rest,
    "come back": come_back,
}
ROLES_OF_ACT: dict[str, tuple[Role, ...]] = dict.fromkeys(ACTS, STAFF)
