"""Reviews: what follows a decision on a dispute.

The supervisor's decision is final. Somebody may ask for a review, and then an inspector gives one; each step is on record, in its
turn, with who took it. Disputes of the first houses have no steps on record; they are decided as they always were.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.floor.people import Person
from houseway.forms import read
from houseway.law.roles import Role
from houseway.play.decision import Accepted, Decision, Refused

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

OPEN, DECIDED, ASKED, REVIEWED = "open", "decided", "review asked for", "reviewed"


def step_of(table: Table, number: int) -> str:
    """How far a dispute has come; "" where nothing is known of it."""
    return table.state.dispute_steps.get(str(number), "")


def final(table: Table, number: int) -> Refused | None:
    """Why a dispute is not decided again."""
    if step_of(table, number) in ("", OPEN):
        return None
    return Refused(table.general.dispute.by, f"the decision on dispute {number} is final, unless a review is asked for")


def decided(table: Table, number: int) -> tuple[str, Role, str]:
    """Who decided a dispute, with the badge; no name where the record of an earlier house does not say."""
    name, badge = table.state.deciders.get(str(number), ("", ""))
    return name, "casino supervisor", badge


def ask(table: Table, draft: Draft, order: Order) -> Decision:
    """Somebody asks that the decision be reviewed."""
    by, number = table.general.dispute.by, read(int, order.details.get("dispute"), "dispute")
    if step_of(table, number) != DECIDED:
        return Refused(by, f"dispute {number} has no decision that could be reviewed now")
    draft.note("review-asked", dispute=number, by=order.who.name)
    return Accepted(by, "The Chief Casino Inspector reviews the decision.")


def review(table: Table, draft: Draft, order: Order) -> Decision:
    """An inspector reviews a decision that somebody asked to have reviewed."""
    by, number = table.general.dispute.by, read(int, order.details.get("dispute"), "dispute")
    words = read(str, order.details.get("decision", ""), "decision")
    if step_of(table, number) != ASKED:
        return Refused(by, f"nobody has asked for a review of dispute {number}")
    if order.who.is_same_as(Person(*decided(table, number))):
        return Refused(by, f"{order.who.name} decided it; somebody else reviews the decision", "same_person")
    if not words:
        return Refused(by, "say what the review came to")
    draft.note("reviewed", dispute=number, decision=words)
    return Accepted(by)


ACTS = {"ask for review": ask, "review": review}
