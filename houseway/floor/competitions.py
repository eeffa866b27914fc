"""Competitions at a table: tournaments of books that regulate them by conditions.

From the beginning to the end of a session the table is the tournament's alone. Entrants start with the credit that the
conditions state. It is issued for the tournament and comes back at its end; it is never money.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.floor import terminals
from houseway.floor.acts import ActsOf
from houseway.forms import read
from houseway.ledger import Transfer
from houseway.play.competition import Competition
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.general import General
from houseway.play.prompts import TakeWagers
from houseway.play.terminals import Station

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table


def begin(table: Table, draft: Draft, order: Order, rules: Competition) -> Decision:
    details, state = order.details, table.state
    if state.tournament is not None:
        return Refused(rules.exclusive.by, "a tournament is being played")
    conditions = read(dict[str, Any], details.get("conditions", {}), "conditions")
    approval = read(str, details.get("approval", ""), "approval")
    director = read(str, details.get("director", ""), "director")
    changes = read(tuple[str, ...], details.get("changes", ()), "changes")
    decision = rules.judge_start(conditions, approval, director, changes)
    if isinstance(decision, Refused):
        return decision
    credit = conditions["credit"]
    if type(credit) is not int or credit <= 0:
        return Refused(rules.conditions.credit.by, "credit is what an account starts with, in cents")
    if any(station.account for station in state.stations.values()) or not table.untouched(state) or state.chips:
        return Refused(rules.exclusive.by, "players of the ordinary game leave first")
    draft.note("tournament", conditions=conditions, approval=approval, director=director)
    entrants = read(dict[str, str], details.get("entrants", {}), "entrants") if "entrants" in details else {}
    for name, player in entrants.items():
        if name not in state.stations:
            return terminals.no_such(table, name)
        move = Transfer(f"issue:{state.table}", terminals.purse(table, name), credit, "tournament credit")
        seated = Station(name, True, player, f"issue:{state.table}")
        draft.note("station", (move,), station=terminals._doc(seated))
    return decision


def substitute(table: Table, draft: Draft, order: Order, rules: Competition) -> Decision:
    """The director lets somebody else play on at an entrant's terminal."""
    if table.state.tournament is None:
        return none_played(table.general)
    name = read(str, order.details.get("station"), "station")
    station = table.state.stations.get(name)
    if station is None or not station.account:
        return Refused(rules.substitutes.by, f"nobody plays at {name}")
    player = read(str, order.details.get("player"), "player")
    draft.note("station", station=terminals._doc(Station(name, True, player, station.source, station.faulty)))
    return Accepted(rules.substitutes.by)


def end(table: Table, draft: Draft, order: Order, rules: Competition) -> Decision:
    """The session is over: credit comes back, and the balances stand on record for who goes on and for the prizes."""
    details, state = order.details, table.state
    if state.tournament is None:
        return Refused(rules.exclusive.by, "no tournament is being played")
    if not isinstance(table.prompt, TakeWagers):
        return Refused(rules.early_finish.by, "finish the spin first")
    playing = [station for station in state.stations.values() if station.account]
    decision: Decision = Accepted(rules.equal_chance.by)
    if details.get("early"):
        disposition = str(state.tournament["conditions"].get("disposition", ""))
        known = read(bool, details.get("progressors_known", False), "progressors_known")
        agreeing = read(int, details.get("agreeing", 0), "agreeing")
        decision = rules.judge_early_finish(disposition, known, len(playing), agreeing)
        if isinstance(decision, Refused):
            return decision
    terminals.release(table, draft, None)
    balances: dict[str, int] = {}
    for station in playing:
        lying = sum(wager.cents for wager in state.chips if wager.player == station.name)
        balance = table.ledger.balance(terminals.purse(table, station.name)) + lying
        balances[station.name] = balance
        moves = (Transfer(terminals.purse(table, station.name), station.source, balance, "retired"),) if balance else ()
        draft.note("station", moves, station=terminals._doc(Station(station.name)))
    draft.note("tournament-over", balances=balances)
    return decision


def none_played(general: General) -> Refused:
    return Refused(general.dispute.by, "no tournament is being played")


ACTS = ActsOf(
    lambda book: book.competition,
    lambda general, act: none_played(general),
    {"tournament": begin, "end tournament": end, "substitute": substitute},
)
