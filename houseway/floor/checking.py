"""Checking: the set a table is played with is checked when gaming ends and before it leaves the table.

The supervisor has it laid out and says how many pieces lie there. That is on record under its clause, and holds for as long as no
further round is played. A table whose book asks for the check does not close without it; a set that has gone is checked again
before anybody plays with the next. Where the house's generator deals there is no set that could lack a piece, and nothing to look
at when gaming ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.floor import authority, rounds
from houseway.floor.acts import ActsOf
from houseway.forms import read
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.play.checking import Checking
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.events import SetTakenAway

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

ALL = "all"


def check(table: Table, draft: Draft, order: Order, rules: Checking) -> Decision:
    """The whole set lies in order on the table and has been looked at, piece by piece."""
    if (playing := _playing(table, rules.after.by)) is not None:
        return playing
    count = read(int, order.details.get("count", rules.pieces), "count")
    if count != rules.pieces:
        return Refused(rules.after.by, f"a set has {rules.pieces} {rules.what}, not {count}; it is not whole")
    draft.note("set-checked", round=table.state.round, by=order.who.name)
    _put_on_record(draft, rules.after.by, f"{rules.pieces} {rules.what} checked, the set is whole")
    return Accepted(rules.after.by)


def replace(table: Table, draft: Draft, order: Order, rules: Checking) -> Decision:
    """One piece is replaced at any time; a whole set between rounds, when the old one has been checked."""
    piece = read(str, order.details.get("piece", ALL), "piece")
    by = rules.replaced.by
    if piece != ALL:
        if rules.names and piece.removesuffix("*") not in rules.names:
            return Refused(by, f"no such piece is among the {rules.what}: they are {', '.join(rules.names)}")
        _put_on_record(draft, by, f"{piece} replaced")
        authority.tell(table, draft, by, f"{piece} replaced")
        return Accepted(by)
    refused = _playing(table, by) or due(table)
    if refused is not None:
        return refused
    _put_on_record(draft, by, f"another set of {rules.what} brought")
    authority.tell(table, draft, by, f"another set of {rules.what} brought")
    put_away(table, draft)
    return Accepted(by + rules.after.by)


def due(table: Table) -> Refused | None:
    """Why the set may not leave the table yet: nobody has checked it since the last round."""
    rules = table.chapters.checking
    if rules is None or table.state.cards_from == "rng" or table.state.set_checked == table.state.round:
        return None
    return Refused(rules.after.by, f"the {rules.what} are checked on the table first")


def put_away(table: Table, draft: Draft) -> None:
    """The set leaves the table; what is played with next is checked before it."""
    rules = table.chapters.checking
    if rules is None:
        return
    draft.tell(SetTakenAway(rules.after.by, rules.what))
    rounds.begin_cleared(table, draft)


def _playing(table: Table, by: Basis) -> Refused | None:
    state = table.state
    if state.chips or state.forms or (state.script == "play" and not table.untouched(state)):
        return Refused(by, "finish the round first; wagers lie on the table")
    return None


def _put_on_record(draft: Draft, by: Basis, words: str) -> None:
    draft.note("recorded", clause=by.clauses[0].number, words=words)


NO_SET = Refused(NO_CLAUSE, "this book asks for no check of what is played with", "no_check")
ACTS = ActsOf(lambda book: book.checking, lambda general, act: NO_SET, {"check set": check, "replace set": replace})
