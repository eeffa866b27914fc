"""Tournaments at a table: approved conditions in force from beginning to end, fees into a pool, prizes out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.floor import changing_over, rounds
from houseway.floor import entrants as entering
from houseway.floor.acts import ActsOf
from houseway.floor.competitions import none_played
from houseway.forms import Doc, read
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
    names, places = _entries(details.get("entrants"))
    chips = read(int, details.get("chips", 0), "chips")
    approval = read(str, details.get("approval", ""), "approval")
    decision = rules.judge(approval, fee, places, keeps)
    if isinstance(decision, Refused):
        return decision
    if wrong := entering.twice(names):
        return Refused(rules.approval.by, wrong)
    if chips < 0:
        return Refused(rules.approval.by, "entrants are allotted no fewer chips than none")
    if not table.untouched(table.state) or table.state.chips or (chips and table.remembered().colours):
        return Refused(rules.prevails.by, "a tournament begins between rounds, with nobody's chips out")
    conditions: dict[str, Doc] = dict(details.get("conditions", {}))
    try:
        moment = changing_over.moment_of(table.state, order.at)
        table.book.at(moment, {**table.state.policies, **conditions}, table.variant)
    except ValueError as wrong:
        return Refused(rules.approval.by, str(wrong))
    unstated = table.chapters.unstated
    missing = unstated(conditions) if unstated is not None else None
    if missing is not None:
        return missing
    terms = {"fee": fee, "keeps": keeps, "chips": chips}
    moves = list[Transfer]()
    for before, name in enumerate(names):
        entered = entering.enter(table, name, before, places, terms, rules.keeps.by)
        if isinstance(entered, Refused):
            return entered
        moves.extend(entered)
    prizes = rules.prizes(fee, places, keeps)
    draft.note(
        "tournament", tuple(moves), approval=approval, conditions=conditions, prizes=prizes,
        entrants=list(names), places=places, **terms, **({"apart": True} if chips else {}),
    )  # fmt: skip
    draft.tell(SessionBegan(rules.added.by))
    rounds.begin_again(table, draft)
    return Accepted(decision.by, f"prize money {prizes / 100:,.2f}")


def _entries(told: Doc) -> tuple[tuple[str, ...], int]:
    """Who enters, by name, and how many entries there are; of a number alone, nobody is known yet."""
    if isinstance(told, (list, tuple)):
        return (names := read(tuple[str, ...], told, "entrants")), len(names)
    return (), read(int, told, "entrants")


def end(table: Table, draft: Draft, order: Order, rules: Tournament) -> Decision:
    """The tournament is over; the rules stand as before."""
    if table.state.tournament is None:
        return none_played(table.general)
    if not table.untouched(table.state) or table.state.chips:
        return Refused(rules.prevails.by, "finish the round first")
    if table.state.tournament.chips and table.remembered().colours:
        return Refused(rules.prevails.by, "colour chips are handed back first")
    balances, moves = entering.retire(table, draft)
    draft.note("tournament-over", moves, **({"balances": balances} if balances else {}))
    rounds.begin_again(table, draft)
    return Accepted(rules.prevails.by)


def _no_rules(general: General, act: str) -> Refused:
    if act != "tournament":
        return none_played(general)
    return Refused(general.dispute.by, "this book has no rules for tournaments")


ACTS = ActsOf(lambda book: book.tournament, _no_rules, {"tournament": begin, "end tournament": end})
