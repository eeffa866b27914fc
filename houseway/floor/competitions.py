"""Competitions at a table: tournaments of books that regulate them by conditions.

From the beginning to the end of a session the table is the tournament's alone. Entrants are persons: at terminals each has
one, at a table they are named or sit there when it begins. They pay the fee from their own accounts and start with the credit
that the conditions state. It is issued for the tournament and comes back at its end; it is never money.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.floor import directors, rounds, seats, terminals
from houseway.floor import entrants as entering
from houseway.floor.acts import ActsOf
from houseway.floor.tills import chips_of, issue_of
from houseway.forms import Doc, read
from houseway.ledger import Transfer
from houseway.play.competition import Competition, denied
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
    conditions = read(dict[str, Doc], details.get("conditions", {}), "conditions")
    approval = read(str, details.get("approval", ""), "approval")
    director = read(str, details.get("director", ""), "director")
    changes = read(tuple[str, ...], details.get("changes", ()), "changes")
    decision = rules.judge_start(conditions, approval, director, changes)
    if isinstance(decision, Refused):
        return decision
    if any(station.account for station in state.stations.values()) or not table.untouched(state) or state.chips:
        return Refused(rules.exclusive.by, "players of the ordinary game leave first")
    names = _names(table, details.get("entrants"))
    if "entrants" in details and not names:
        return Refused(rules.equal_chance.by, "a tournament is played by entrants, and there are none")
    if wrong := entering.twice(names):
        return Refused(rules.equal_chance.by, wrong)
    refused = rules.judge_entrants(conditions, director, names)
    if refused is not None:
        return refused
    charge = directors.appointed(rules, details, director, names)
    if isinstance(charge, Refused):
        return charge
    credit, at_terminals = conditions["credit"], terminals.accounts_of(table) is not None
    fee = 0 if denied(conditions["fee"]) else conditions["fee"]
    terms = {"fee": fee} if at_terminals else {"fee": fee, "chips": credit}
    moves = list[Transfer]()
    for before, name in enumerate(names):
        entered = entering.enter(table, name, before, len(names), terms, rules.conditions.fee.by)
        if isinstance(entered, Refused):
            return entered
        moves.extend(entered)
    allotted = {} if at_terminals else {"entrants": list(names), "places": len(names), **terms}
    told = {"conditions": conditions, "approval": approval, "director": director, "apart": True, **charge, **allotted}
    draft.note("tournament", tuple(moves), **told)
    for name, player in (details.get("entrants", {}) if at_terminals else {}).items():
        if name not in state.stations:
            return terminals.no_such(table, name)
        move = Transfer(issue_of(table.name), chips_of(table.name, player), credit, "tournament credit")
        seated = Station(name, True, player, issue_of(table.name))
        draft.note("station", (move,), station=terminals._doc(seated))
    return decision


def _names(table: Table, told: Doc) -> tuple[str, ...]:
    """The persons who enter: those named, by place or one after another; or, where nobody is named, those who sit here."""
    if told is None:
        return () if table.chapters.terminals else tuple(seat.player for seat in table.state.seats)
    if isinstance(told, (list, tuple)) and not table.chapters.terminals:
        return read(tuple[str, ...], told, "entrants")  # type: ignore[no-any-return]
    return tuple(read(dict[str, str], told, "entrants").values())


def substitute(table: Table, draft: Draft, order: Order, rules: Competition) -> Decision:
    """The director lets somebody else play on at an entrant's terminal, or with an entrant's chips."""
    if table.state.tournament is None:
        return none_played(table.general)
    name = read(str, order.details.get("station"), "station")
    entered = entering.named(table)
    if entered is not None:
        return _take_over(table, draft, rules, name, read(str, order.details.get("player"), "player"), entered)
    station = table.state.stations.get(name)
    if station is None or not station.account:
        return Refused(rules.substitutes.by, f"nobody plays at {name}")
    player = read(str, order.details.get("player"), "player")
    if any(one.account and one.control == player for one in table.state.stations.values()):
        return Refused(rules.substitutes.by, f"{player} plays already")
    held = table.ledger.balance(terminals.purse(table, name)) if table.till.chips else 0
    moves = (Transfer(terminals.purse(table, name), chips_of(table.name, player), held, "substitute"),) if held else ()
    draft.note("station", moves, station=terminals._doc(Station(name, True, player, station.source, station.faulty)))
    return Accepted(rules.substitutes.by)


def _take_over(
    table: Table, draft: Draft, rules: Competition, name: str, by: str, entered: tuple[str, ...]
) -> Decision:
    """A substitute has the entrant's place and chips, between hands."""
    if name not in entered or by in entered:
        who = f"{by} plays already" if by in entered else f"{name} is no entrant"
        return Refused(rules.substitutes.by, who)
    barred = terminals.barred(table, by)
    if barred is not None:
        return barred
    if not table.untouched(table.state) or table.state.chips:
        return Refused(rules.substitutes.by, "finish the hand first")
    left = table.ledger.balance(entering.chips_account(table, name))
    accounts = entering.chips_account(table, name), entering.chips_account(table, by)
    draft.note("substituted", (Transfer(*accounts, left, "substitute"),) if left else (), player=name, by=by)
    seat = table.state.seat_of(name)
    if seat is not None:
        seats.gone(table, draft, name)
        draft.note("sat", player=by, area=seat.area)
    return Accepted(rules.substitutes.by)


def end(table: Table, draft: Draft, order: Order, rules: Competition) -> Decision:
    """The session is over: credit comes back, and the balances stand on record for who goes on and for the prizes."""
    details, state = order.details, table.state
    if state.tournament is None:
        return Refused(rules.exclusive.by, "no tournament is being played")
    if not isinstance(table.prompt, TakeWagers):
        return Refused(rules.early_finish.by, "finish the spin first")
    playing = [station for station in state.stations.values() if station.account]
    players = [{name} for name in entering.named(table) or ()] or [{one.name, one.control} for one in playing]
    decision: Decision = Accepted(rules.equal_chance.by)
    if details.get("early"):
        disposition = str(state.tournament.conditions.get("disposition", ""))
        known = read(bool, details.get("progressors_known", False), "progressors_known")
        agree = details.get("agreeing", 0)
        if isinstance(agree, (list, tuple)):  # by name: nobody agrees for somebody else, or twice
            agreeing = sum(bool(names & set(agree)) for names in players)
        else:
            agreeing = read(int, agree, "agreeing")
        decision = rules.judge_early_finish(disposition, known, len(players), agreeing)
        if isinstance(decision, Refused):
            return decision
    terminals.release(table, draft, None)
    if playing and table.remembered().running:  # over spins that are not played any more
        rounds.begin_without(table, draft, [station.name for station in playing])
    balances, back = entering.retire(table, draft)
    for station in playing:
        held = terminals.held(table, station.name)
        balance = table.ledger.balance(terminals.purse(table, station.name)) + held
        balances[station.name] = balance
        moves = (Transfer(terminals.purse(table, station.name), station.source, balance, "retired"),) if balance else ()
        draft.note("station", moves, station=terminals._doc(Station(station.name)))
    if playing and state.tournament.apart:
        back = (
            *back,
            *entering.bank_back(table.till.bank, issue_of(table.name), table.ledger.balance(table.till.bank)),
        )
    draft.note("tournament-over", back, balances=balances)
    return decision


def none_played(general: General) -> Refused:
    return Refused(general.dispute.by, "no tournament is being played")


ACTS = ActsOf(
    lambda book: book.competition,
    lambda general, act: none_played(general),
    {"tournament": begin, "end tournament": end, "substitute": substitute},
)
