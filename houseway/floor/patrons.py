"""Patrons: who has an account with the house, and who may not play in it.

An account is a name under which somebody plays without chips in the hand. Exclusion is for the whole house: by the house, or by
the patron's own wish, which nobody talks them out of before its time. It is asked at every door: at tables and terminals, at the
keno counter, at the cage, and on a patron's own telephone. What an excluded patron has is still theirs and is paid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, ClassVar

from houseway.floor.folded import Draft as FoldedDraft
from houseway.floor.folded import FoldedDesk, judge_second
from houseway.floor.orders import Order
from houseway.floor.people import CASINO_SUPERVISORS, SUPERVISORS, plain_name
from houseway.forms import Doc, Misread, read, write
from houseway.law.clause import NO_CLAUSE
from houseway.law.roles import Role
from houseway.ledger import Ledger
from houseway.play.decision import Accepted, Decision, Refused
from houseway.values import field, value

STREAM = "desk:patrons"
NAME = re.compile(r"[A-Z][A-Za-z0-9_.'-]{1,29}")
OWN_WISH = 180  # days for which a wish without a date stands at the least


@value
class Exclusion:
    name: str
    ground: str
    own_wish: bool
    since: str
    by: str
    until: str = ""  # a date; "" for good


@value
class PatronsState:
    accounts: dict[str, str] = field(default_factory=dict)  # by name: since when
    excluded: dict[str, Exclusion] = field(
        default_factory=dict
    )  # by the name without what two ways of writing differ in


Draft = FoldedDraft[PatronsState]


class Patrons(FoldedDesk[PatronsState]):
    stream: ClassVar[str] = STREAM
    called = "patrons' desk"
    kind: ClassVar[type[Any]] = PatronsState

    def __init__(self, ledger: Ledger, clock: Callable[[], datetime]) -> None:
        super().__init__(ledger, PatronsState())
        self.clock = clock

    def after(self, state: PatronsState, kind: str, body: dict[str, Doc]) -> PatronsState:
        return _AFTER[kind](state, body)

    def acts(self) -> Mapping[str, Callable[[Patrons, Draft, Order], Decision]]:
        return ACTS

    def may(self) -> Mapping[str, tuple[Role, ...]]:
        return ROLES_OF_ACT

    # Asking

    def has_account(self, name: str) -> bool:
        return name in self.state.accounts

    def exclusion(self, name: str) -> Exclusion | None:
        """Why somebody may not play anywhere in the house now, however their name is written."""
        found = self.state.excluded.get(plain_name(name))
        if found is None or (found.until and self.clock().date().isoformat() >= found.until):
            return None
        return found

    def why_out(self, name: str) -> str:
        """The same in words; "" where they may play."""
        found = self.exclusion(name)
        if found is None:
            return ""
        whose = "by their own wish" if found.own_wish else found.ground
        return f"{name} is excluded from the house, {whose}" + (f", until {found.until}" if found.until else "")

    def barred(self, name: str) -> Refused | None:
        why = self.why_out(name)
        return Refused(NO_CLAUSE, why, "excluded") if why else None


# What is done here


def open_account(desk: Patrons, draft: Draft, order: Order) -> Decision:
    """Somebody is given an account, under a name that nobody has."""
    name = _name(order)
    if not NAME.fullmatch(name):
        return Refused(NO_CLAUSE, "an account is called by a name without blanks, such as Amy.Chen", "name")
    if any(plain_name(name) == plain_name(one) for one in desk.state.accounts):
        return Refused(NO_CLAUSE, f"somebody has an account as {name}", "name")
    if (barred := desk.barred(name)) is not None:
        return barred
    draft.note("account opened", name=name, at=draft.at)
    draft.paper = {"paper": "account", "name": name, "at": draft.at}
    return Accepted(NO_CLAUSE)


def give_code(desk: Patrons, draft: Draft, order: Order) -> Decision:
    """The patron's own telephone is to be made known by a code; which code is on no record."""
    name = _name(order)
    if not desk.has_account(name):
        return Refused(NO_CLAUSE, f"{name} has no account with the house; one is opened first", "account")
    if (barred := desk.barred(name)) is not None:
        return barred
    draft.note("code given", name=name)
    return Accepted(NO_CLAUSE)


def come_in(desk: Patrons, draft: Draft, order: Order) -> Decision:
    """A telephone became known by a code."""
    name = _name(order)
    if (barred := desk.barred(name)) is not None:
        return barred
    draft.note("came in", name=name)
    return Accepted(NO_CLAUSE)


def exclude(desk: Patrons, draft: Draft, order: Order) -> Decision:
    """Somebody may not play in the house any more. A player can ask for it themselves, and then it is so."""
    itself = order.who.role == "player"
    name = order.who.name if itself else _name(order)
    own_wish = itself or bool(read(bool, order.details.get("own_wish", False), "own_wish"))
    ground = read(str, order.details.get("ground", ""), "ground").strip()
    if not own_wish and order.who.role not in CASINO_SUPERVISORS:
        return Refused(
            NO_CLAUSE, f"a {order.who.role} takes down a patron's own wish, and excludes nobody else", "role"
        )
    if not name or len(name) > 40:
        return Refused(NO_CLAUSE, "say who", "name")
    if not own_wish and not ground:
        return Refused(NO_CLAUSE, "say why", "ground")
    until = _date(order)
    today = order.at.date()
    if until and until <= today:
        return Refused(NO_CLAUSE, f"it ends on a day to come, not on {until}", "until")
    before = desk.exclusion(name)
    if before is not None and before.own_wish and not _longer(before.until, until):
        return Refused(NO_CLAUSE, f"{desk.why_out(name)}; that is not made shorter", "own_wish")
    made = Exclusion(name, ground or "own wish", own_wish, draft.at, order.who.name, until.isoformat() if until else "")
    draft.note("excluded", exclusion=write(made))
    draft.paper = {"paper": "exclusion", **write(made)}
    return Accepted(NO_CLAUSE)


def readmit(desk: Patrons, draft: Draft, order: Order) -> Decision:
    """Somebody may play again: two people say so, and never before a wish of their own has run its time."""
    name = _name(order)
    found = desk.exclusion(name)
    if found is None:
        return Refused(NO_CLAUSE, f"{name} is not excluded from the house", "unknown")
    second = judge_second(order, (*CASINO_SUPERVISORS, "surveillance", "operations manager"), "readmission")
    if isinstance(second, Refused):
        return second
    earliest = found.until or (datetime.fromisoformat(found.since).date() + timedelta(days=OWN_WISH)).isoformat()
    if found.own_wish and order.at.date().isoformat() < earliest:
        return Refused(NO_CLAUSE, f"it was {name}'s own wish, and stands until {earliest}", "own_wish")
    draft.note("readmitted", name=name, second=second.name)
    return Accepted(NO_CLAUSE)


def _name(order: Order) -> str:
    return str(read(str, order.details.get("name"), "name")).strip()


def _date(order: Order) -> date | None:
    text = read(str, order.details.get("until", ""), "until").strip()
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Misread("until", f"{text!r} is not a date, such as 2027-05-31") from None


def _longer(before: str, until: date | None) -> bool:
    return until is None or (bool(before) and until.isoformat() >= before)


def _excluded(state: PatronsState, body: dict[str, Doc]) -> PatronsState:
    made: Exclusion = read(Exclusion, body["exclusion"], "exclusion")
    return replace(state, excluded={**state.excluded, plain_name(made.name): made})


def _readmitted(state: PatronsState, body: dict[str, Doc]) -> PatronsState:
    out = plain_name(body["name"])
    return replace(state, excluded={name: one for name, one in state.excluded.items() if name != out})


_AFTER: dict[str, Callable[[PatronsState, dict[str, Doc]], PatronsState]] = {
    "account opened": lambda s, b: replace(s, accounts={**s.accounts, b["name"]: b["at"]}),
    "code given": lambda s, b: s,
    "came in": lambda s, b: s,
    "excluded": _excluded,
    "readmitted": _readmitted,
}
ACTS: dict[str, Callable[[Patrons, Draft, Order], Decision]] = {
    "open account": open_account,
    "give code": give_code,
    "come in": come_in,
    "exclude": exclude,
    "readmit": readmit,
}
ROLES_OF_ACT: dict[str, tuple[Role, ...]] = {
    "open account": ("cashier", *CASINO_SUPERVISORS),
    "give code": ("cashier", *CASINO_SUPERVISORS),
    "come in": ("house",),
    "exclude": ("player", "cashier", "dealer", "keno writer", "surveillance", *SUPERVISORS),
    "readmit": CASINO_SUPERVISORS,
}
