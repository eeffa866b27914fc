"""Leaving: who does not come, who plays for somebody else, who retires or is disqualified, and who buys back."""

from __future__ import annotations

from datetime import datetime, timedelta

from houseway.floor.orders import Order
from houseway.floor.people import same_name
from houseway.floor.table import Table
from houseway.floor.tills import chips_of
from houseway.floor.tournament import at_table
from houseway.floor.tournament.chips import chips_back
from houseway.floor.tournament.desk import Draft, TournamentDesk, entrant_of, pool_of, unknown
from houseway.floor.tournament.sessions import counted
from houseway.floor.tournament.state import Entrant, Part
from houseway.forms import Doc, read
from houseway.law.clause import Basis
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.conditions import Item, Late
from houseway.play.decision import Accepted, Decision, Refused


def substitute(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Somebody else takes an entrant's place during a session, if the conditions let them and the director agrees."""
    law, state = desk.stage_law(order.at), desk.state
    by = law.substitutes
    name, other = read(str, order.details.get("player"), "player"), read(str, order.details.get("by"), "by").strip()
    wrong = unknown(desk, name, by)
    if wrong is not None:
        return wrong
    if not state.conditions.substitutes:
        return Refused(by, "the conditions know no substitutes")
    if not other or any(same_name(other, one.name) or same_name(other, one.player) for one in state.entered):
        return Refused(by, f"{other} plays already" if other else "say who plays in their place")
    if any(role and same_name(other, role.partition(",")[0]) for role in (state.director, *state.deputies)):
        return Refused(by, f"{other} directs the tournament and does not play in it")
    if barred := desk.floor.barred(other):
        return Refused(desk.by(Item.ELIGIBILITY, order.at), f"{other} may not enter the casino and gamble: {barred}")
    table = desk.table(state.table_of(name))
    if table is None:
        return Refused(by, f"{name} plays in no session now")
    if not at_table.between_hands(table) or table.state.chips or table.state.forms:
        return Refused(by, f"finish the hand at {table.name} first")
    player = state.entrants[name].player
    left = desk.ledger.balance(chips_of(desk.name, player))
    moves = (Transfer(chips_of(desk.name, player), chips_of(desk.name, other), left, "substitute"),) if left else ()
    seated = [state.entrants[one].player for one in state.playing[table.name].entrants]
    at_table.takes_over(table, draft.at_table(table), player, other, [other if p == player else p for p in seated])
    draft.note("substituted", moves, entrant=name, by=other)
    return Accepted(by)


def away(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Somebody who was drawn is not there."""
    name, by = read(str, order.details.get("player"), "player"), desk.by(Item.LATENESS, order.at)
    wrong = unknown(desk, name, by)
    if wrong is not None:
        return wrong
    if desk.state.entrants[name].away:
        return Refused(by, f"{name} is away, and on record as such")
    draft.note("away", entrant=name)
    return Accepted(by)


def arrive(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Somebody who was away has come; a place that was lost stays lost."""
    name, by = entrant_of(order), desk.by(Item.LATENESS, order.at)
    wrong = unknown(desk, name, by)
    if wrong is not None:
        return wrong
    one = desk.state.entrants[name]
    if not one.away:
        return Refused(by, f"{name} was not on record as away")
    if one.part is not Part.IN:
        return Refused(by, f"{name} came too late: {one.part.words}")
    draft.note("arrived", entrant=name)
    return Accepted(by)


def out_for_lateness(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """A place is kept as long as the conditions say, and then lost if they say so."""
    state, name = desk.state, read(str, order.details.get("player"), "player")
    by, rule = desk.by(Item.LATENESS, order.at), state.conditions.lateness
    wrong = unknown(desk, name, by)
    if wrong is not None:
        return wrong
    table = desk.table(state.table_of(name))
    if rule is None or rule.then is not Late.OUT:
        return Refused(by, "the conditions put nobody out for being late")
    if table is None or not state.entrants[name].away:
        return Refused(by, f"{name} is not on record as away from a session")
    over = datetime.fromisoformat(state.playing[table.name].began) + timedelta(minutes=rule.kept_for)
    if order.at < over:
        return Refused(by, f"the place of {name} is kept until {over:%H:%M}")
    return _leaves(desk, draft, state.entrants[name], table, "late-out", by)


def _leaves(
    desk: TournamentDesk, draft: Draft, one: Entrant, table: Table | None, kind: str, by: Basis, **about: Doc
) -> Decision:
    """Somebody leaves the tournament: the table, if they sit at one, and their chips."""
    state, chips, hand = desk.state, dict[str, Cents](), 0
    if table is not None:
        if not at_table.between_hands(table):
            return Refused(by, f"finish the hand at {table.name} first")
        now = state.playing[table.name]
        chips = {one.name: counted(desk, table, now)[one.name]}
        hand = max(1, now.hand)
        stay = [state.entrants[each].player for each in now.entrants if each != one.name]
        at_table.leave(table, draft.at_table(table), [one.player], stay)
    moves = list(chips_back(desk, draft, [one]))
    back: Cents = about.get("refund", 0)
    if back:
        moves.append(Transfer(pool_of(desk.name), desk.floor.pocket(one.name), back, "refund"))
    where: dict[str, Doc] = {} if table is None else {"table": table.name}
    draft.note(kind, tuple(moves), entrant=one.name, chips=chips, hand=hand, **where, **about)
    return Accepted(by)


def retire(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """A player gives up, where the conditions let them, and has back what they say."""
    state, name = desk.state, entrant_of(order)
    by, rule = desk.by(Item.DISQUALIFICATION, order.at), state.conditions.disqualification
    wrong = unknown(desk, name, by)
    if wrong is not None:
        return wrong
    one = state.entrants[name]
    if one.part not in (Part.IN, Part.OUT):
        return Refused(by, f"{name} has left the tournament: {one.part.words}")
    if rule is not None and not rule.may_retire:
        return Refused(by, "the conditions let nobody retire")
    back = 0 if rule is None else (one.paid - one.refunded) * rule.refund // 100
    decision = _leaves(desk, draft, one, desk.table(state.table_of(name)), "retired", by, refund=back)
    return decision if isinstance(decision, Refused) or not back else Accepted(by, f"{show(back)} of the fee goes back")


def disqualify(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The director disqualifies a player, on a ground that the conditions state."""
    state, name = desk.state, read(str, order.details.get("player"), "player")
    by, rule = desk.by(Item.DISQUALIFICATION, order.at), state.conditions.disqualification
    ground = read(str, order.details.get("ground", ""), "ground").strip()
    wrong = unknown(desk, name, by)
    if wrong is not None:
        return wrong
    one = state.entrants[name]
    if one.part not in (Part.IN, Part.OUT):
        return Refused(by, f"{name} has left the tournament: {one.part.words}")
    grounds = () if rule is None else rule.grounds
    if ground not in grounds:
        stated = f"stated are: {'; '.join(grounds)}" if grounds else "the conditions state none"
        return Refused(
            by, f"{ground!r} is no ground of the conditions; {stated}" if ground else f"say on what ground; {stated}"
        )
    back = 0 if rule is None else (one.paid - one.refunded) * rule.refund // 100
    table = desk.table(state.table_of(name))
    return _leaves(desk, draft, one, table, "disqualified", by, refund=back, ground=ground)


def buy_back(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Somebody who is out buys back into the stage that the conditions name, until it is drawn."""
    state, name = desk.state, entrant_of(order)
    by, rule = desk.by(Item.BUYING_BACK, order.at), state.conditions.buying_back
    wrong = unknown(desk, name, by)
    if wrong is not None:
        return wrong
    one = state.entrants[name]
    if rule is None or not rule.allowed:
        return Refused(by, "the conditions let nobody buy back")
    if one.part is not Part.OUT:
        return Refused(by, f"{name} is not out: {one.part.words}")
    if one.bought_back >= rule.times:
        return Refused(by, f"{name} has bought back {one.bought_back} times, and the conditions allow {rule.times}")
    stage = state.stage_now
    if stage is None or stage.name != rule.before or state.drawn or state.session:
        return Refused(by, f"one buys back before {rule.before} is drawn, once the stage before it is over")
    holds = desk.ledger.balance(desk.floor.pocket(name))
    if rule.cents > holds:
        return Refused(by, f"{name} holds {show(holds)}, and buying back costs {show(rule.cents)}")
    moves = (Transfer(desk.floor.pocket(name), pool_of(desk.name), rule.cents, "buying back"),) if rule.cents else ()
    draft.note("bought-back", moves, entrant=name, cents=rule.cents)
    return Accepted(by)
