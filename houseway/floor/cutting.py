"""Cutting: to whom the cut is offered, in the order that the book gives, by who sits where.

Areas are numbered from the dealer's left, so that clockwise is upwards. Whoever does not want the cut says so, and it goes on to
the next; who accepts it stands in the record by name and place. Where nobody is named, it is the one to whom it was due.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from houseway.law.clause import Provision
from houseway.play.dealing import Dealing, WhoCuts
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.prompts import Choose, Prompt
from houseway.play.remembering import remembered
from houseway.play.states import Asked

if TYPE_CHECKING:
    from houseway.floor.state import Seat
    from houseway.floor.table import Draft, Table

DECLINE = "decline"
_UPWARDS = (WhoCuts.CLOCKWISE, WhoCuts.BY_CUTTING_CARD)


def is_offered(prompt: Prompt | None) -> bool:
    """Whether the cut is being offered now."""
    return isinstance(prompt, Choose) and prompt.asked == Asked.OFFER_CUT


def rule_of(table: Table) -> Provision[WhoCuts] | None:
    return table.dealing.offer_cut if isinstance(table.dealing, Dealing) else None


def due_to(table: Table) -> list[Seat]:
    """The seated players to whom the cut may be offered now: one where the book has an order, or whoever the dealer likes."""
    rule, state = rule_of(table), table.state
    seats = [seat for seat in state.seats if seat.player not in state.excluded]
    declined = [player for player, word in state.choices.items() if word == DECLINE]
    left = [seat for seat in seats if seat.player not in declined]
    if rule is None or not left or rule.value in (WhoCuts.A_PLAYER, WhoCuts.ONE_PLAYER):
        return left
    after = _first_place(table, rule.value) if not declined else next(s.area for s in seats if s.player == declined[-1])
    if after is None:
        return left
    upwards = rule.value in _UPWARDS
    turn = 1 + max(seat.area for seat in seats)
    return [min(left, key=lambda seat: ((seat.area - after) if upwards else (after - seat.area)) % turn)]


def _first_place(table: Table, rule: WhoCuts) -> int | None:
    """The area where the offers begin; None where the dealer begins with whom he likes."""
    shoe, seats = remembered(table.carry_by_now()).shoe, table.state.seats
    if rule not in (WhoCuts.ROUND_THE_TABLE, WhoCuts.BY_CUTTING_CARD) or shoe is None:
        return None
    if shoe.notes.shoes == 0:  # when the game begins, the first player at the table
        return seats[0].area
    far_right = max(seat.area for seat in seats)
    if rule is WhoCuts.ROUND_THE_TABLE or shoe.notes.cut_on.startswith("dealer"):
        return far_right
    found = re.search(r"box (\d+)", shoe.notes.cut_on)
    return int(found.group(1)) if found else None


def judge(table: Table, player: str) -> Refused | None:
    """Why the cut is not this player's to accept; without a name, why it is nobody's."""
    rule = rule_of(table)
    if rule is None or not table.state.seats:
        return None
    due = due_to(table)
    if not due:
        return Refused(rule.by, "every player has declined the cut")
    if player and player not in {seat.player for seat in due} and table.state.seat_of(player) is not None:
        return Refused(rule.by, f"the cut is offered to {due[0].player} at area {due[0].area} first")
    return None


def decline(table: Table, draft: Draft, player: str) -> Decision:
    """A player to whom the cut is offered does not want it."""
    rule = rule_of(table)
    assert rule is not None
    if table.state.seat_of(player) is None:
        return Refused(rule.by, f"{player} has no seat here; the cut is offered to those who do")
    refused = judge(table, player)
    if refused is not None:
        return refused
    draft.note("chose", player=player, choice=DECLINE)
    return Accepted(rule.by)


def record(table: Table, draft: Draft, player: str) -> None:
    """Who accepted it, by name and place."""
    rule, due = rule_of(table), due_to(table)
    player = player or (due[0].player if due else "")
    if rule is None or not player:
        return
    seat = table.state.seat_of(player)
    words = f"{player} accepts the cut" + (f", at area {seat.area}" if seat is not None else "")
    draft.note("recorded", clause=rule.by.clauses[-1].number, words=words)
