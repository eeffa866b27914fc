"""Tournaments at a table: approved conditions in force from beginning to end, fees into a pool, prizes out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.floor import changing_over
from houseway.floor.acts import ActsOf
from houseway.floor.competitions import none_played
from houseway.forms import read
from houseway.ledger import Transfer
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.events import SessionBegan
from houseway.play.general import General
from houseway.play.tournament import Tournament

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table


def begin(table: Table, draft: Draft, order: Order, rules: Tournament) -> Decision:
    """Begins a tournament: its conditions are policies of the book, chosen otherwise for as long as it lasts."""
    details = order.details
    if table.state.tournament is not None:
        return Refused(rules.prevails.by, "a tournament is being played")
    fee, keeps = read(int, details.get("fee"), "fee"), read(int, details.get("keeps"), "keeps")
    entrants = read(int, details.get("entrants"), "entrants")
    approval = read(str, details.get("approval", ""), "approval")
    decision = rules.judge(approval, fee, entrants, keeps)
    if isinstance(decision, Refused):
        return decision
    if not table.untouched(table.state) or table.state.chips:
        return Refused(rules.prevails.by, "a tournament begins between rounds")
    conditions: dict[str, Any] = dict(details.get("conditions", {}))
    try:
        moment = changing_over.moment_of(table.state, order.at)
        table.book.at(moment, {**table.state.policies, **conditions}, table.variant)
    except ValueError as wrong:
        return Refused(rules.approval.by, str(wrong))
    unstated = table.chapters.unstated
    missing = unstated(conditions) if unstated is not None else None
    if missing is not None:
        return missing
    moves = []
    if fee * entrants:
        pool = f"tournament:{table.state.table}"
        moves.append(Transfer("cage", pool, fee * entrants, "entry fees"))
        if keeps:
            moves.append(Transfer(pool, f"float:{table.state.table}", keeps, "operator's share"))
    prizes = rules.prizes(fee, entrants, keeps)
    draft.note("tournament", tuple(moves), approval=approval, conditions=conditions, prizes=prizes)
    draft.tell(SessionBegan(rules.added.by))
    table.begin_again(draft)
    return Accepted(decision.by, f"prize money {prizes / 100:,.2f}")


def end(table: Table, draft: Draft, order: Order, rules: Tournament) -> Decision:
    """The tournament is over; the rules stand as before."""
    if table.state.tournament is None:
        return none_played(table.general)
    if not table.untouched(table.state) or table.state.chips:
        return Refused(rules.prevails.by, "finish the round first")
    draft.note("tournament-over")
    table.begin_again(draft)
    return Accepted(rules.prevails.by)


def _no_rules(general: General, act: str) -> Refused:
    if act != "tournament":
        return none_played(general)
    return Refused(general.dispute.by, "this book has no rules for tournaments")


ACTS = ActsOf(lambda book: book.tournament, _no_rules, {"tournament": begin, "end tournament": end})
