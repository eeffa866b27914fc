"""Calls: a player wants the dealer, or whoever supervises. It is heard on the console and in the pit until somebody comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.forms import read
from houseway.law.clause import NO_CLAUSE
from houseway.play.decision import Accepted, Decision, Refused

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

MOST = 50  # that wait at one table


def call(table: Table, draft: Draft, order: Order) -> Decision:
    """Somebody at a terminal, or on a telephone, calls."""
    name = order.who.name
    if name in table.state.calls:
        return Refused(NO_CLAUSE, "the dealer has been called and knows", "on_record")
    if len(table.state.calls) >= MOST:
        return Refused(NO_CLAUSE, "too many call at once", "busy")
    draft.note("called", player=name, at=draft.at)
    return Accepted(NO_CLAUSE, "the dealer has been called")


def answer(table: Table, draft: Draft, order: Order) -> Decision:
    """Somebody has come."""
    name = read(str, order.details.get("player"), "player")
    if name not in table.state.calls:
        return Refused(NO_CLAUSE, f"{name} does not call", "unknown")
    draft.note("call-answered", player=name)
    return Accepted(NO_CLAUSE)


ACTS = {"call dealer": call, "answer call": answer}
