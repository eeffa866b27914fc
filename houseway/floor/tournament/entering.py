"""Entering: people apply and pay their fee from their own accounts; some are turned away, some withdraw; then entries close."""

from __future__ import annotations

from datetime import datetime

from houseway.floor.orders import Order
from houseway.floor.people import same_name
from houseway.floor.terminals import LONGEST
from houseway.floor.tournament.desk import Draft, TournamentDesk, entrant_of, pool_of, unknown
from houseway.floor.tournament.state import Entrant, Part, Phase, TournamentNow
from houseway.forms import read, write
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.conditions import Entry, Item
from houseway.play.decision import Accepted, Decision, Refused


def _entry(state: TournamentNow) -> Entry:
    """The terms of entry; a book that does not ask for them still has a least and a most."""
    if state.conditions.entry is not None:
        return state.conditions.entry
    return Entry(1, state.conditions.stages[0].places)


def _until(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def enter(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Somebody enters and pays the fee; where the operator may refuse any application, it waits for a word."""
    state, name = desk.state, entrant_of(order).strip()
    terms, eligibility = _entry(state), state.conditions.eligibility
    by, who_may = desk.by(Item.ENTRY, order.at), desk.by(Item.ELIGIBILITY, order.at)
    if not name or len(name) > LONGEST:
        return Refused(by, f"an entrant has a name of at most {LONGEST} characters")
    no = _not_open(terms, order.at)
    if no:
        return Refused(by, no)
    if wrong := desk.floor.barred(name):
        return Refused(who_may, f"{name} may not enter the casino and gamble: {wrong}")
    before = next((one for one in state.entrants.values() if same_name(one.name, name)), None)
    if before is not None and (before.part not in (Part.WITHDRAWN, Part.TURNED_AWAY) or before.name != name):
        return Refused(by, f"{before.name} has entered: {before.part.words}")
    if any(role and same_name(role.partition(",")[0], name) for role in (state.director, *state.deputies)):
        return Refused(desk.stage_law(order.at).equal_chance, f"{name} directs the tournament and does not play in it")
    taken = sum(one.part in (Part.IN, Part.APPLIED) for one in state.entrants.values())
    if taken >= terms.most:
        return Refused(by, f"the conditions allow {terms.most} players, and so many have entered")
    fee: Cents = 0 if state.conditions.fee is None else state.conditions.fee.cents
    holds = desk.ledger.balance(desk.floor.pocket(name))
    if fee > holds:
        return Refused(desk.by(Item.FEE, order.at), f"{name} holds {show(holds)}, and the fee is {show(fee)}")
    waits = eligibility is not None and eligibility.may_refuse and order.who.role in ("player",)
    house = read(bool, order.details.get("house", False), "house") and order.who.role == "house"
    number = 1 + max((one.number for one in state.entrants.values()), default=0)
    one = Entrant(name, number, Part.APPLIED if waits else Part.IN, paid=fee, house=house)
    moves = (Transfer(desk.floor.pocket(name), pool_of(desk.name), fee, "entry fee"),) if fee else ()
    draft.note("entered", moves, entrant=write(one))
    return Accepted(by + desk.by(Item.FEE, order.at), "the operator decides on the application" if waits else "")


def _not_open(terms: Entry, at: datetime) -> str:
    opens, closes = _until(terms.opens), _until(terms.closes)
    if opens is not None and at < opens:
        return f"entries open at {opens:%H:%M on %d %B %Y}"
    return f"entries closed at {closes:%H:%M on %d %B %Y}" if closes is not None and at >= closes else ""


def admit(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The operator takes an application."""
    name, by = entrant_of(order), desk.by(Item.ELIGIBILITY, order.at)
    one = desk.state.entrants.get(name)
    if one is None or one.part is not Part.APPLIED:
        return Refused(by, f"no application of {name} waits")
    draft.note("admitted", entrant=name)
    return Accepted(by)


def turn_away(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The operator refuses an application, where the conditions reserve that; the fee goes back whole."""
    name, by = entrant_of(order), desk.by(Item.ELIGIBILITY, order.at)
    eligibility, one = desk.state.conditions.eligibility, desk.state.entrants.get(name)
    if eligibility is None or not eligibility.may_refuse:
        return Refused(by, "the conditions do not say that the operator may refuse an application")
    if one is None or one.part is not Part.APPLIED:
        return Refused(by, f"no application of {name} waits")
    draft.note(
        "turned-away", _refund(desk, name, one.paid - one.refunded), entrant=name, refund=one.paid - one.refunded
    )
    return Accepted(by)


def _refund(desk: TournamentDesk, name: str, cents: Cents) -> tuple[Transfer, ...]:
    return (Transfer(pool_of(desk.name), desk.floor.pocket(name), cents, "refund"),) if cents else ()


def withdraw(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """An entrant withdraws before play: without loss while the conditions say so, and afterwards for what they give back."""
    state, name = desk.state, entrant_of(order)
    by = desk.by(Item.ENTRY, order.at)
    one = state.entrants.get(name)
    if one is None or one.part not in (Part.IN, Part.APPLIED):
        return Refused(by, f"{name} is no entrant of this tournament")
    back = one.paid - one.refunded
    if not _without_loss(state, order.at):
        back = min(back, back * _entry(state).refund_after // 100)
    draft.note("withdrawn", _refund(desk, name, back), entrant=name, refund=back)
    if name in {seat.entrant for session in state.drawn for seats in session.values() for seat in seats}:
        left = [
            {table: tuple(seat for seat in seats if seat.entrant != name) for table, seats in session.items()}
            for session in state.drawn
        ]
        draft.note("drawn", sessions=write(left), again=False)
    return Accepted(by + desk.by(Item.FEE, order.at), f"{show(back)} of the fee goes back")


def _without_loss(state: TournamentNow, at: datetime) -> bool:
    """Whether somebody may withdraw now without any loss."""
    until = _until(_entry(state).withdraw_until)
    return at < until if until is not None else state.phase is Phase.ENTRIES_OPEN


def ask_to_sign(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The director requires every player to sign a copy of the conditions; nobody plays who has not."""
    by = desk.stage_law(order.at).signing
    if desk.state.must_sign:
        return Refused(by, "everybody is asked to sign already")
    draft.note("must-sign")
    return Accepted(by)


def sign_conditions(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """A player signs a copy of the conditions."""
    name, by = entrant_of(order), desk.stage_law(order.at).signing
    wrong = unknown(desk, name, by)
    if wrong is not None:
        return wrong
    if desk.state.entrants[name].signed:
        return Refused(by, f"{name} has signed")
    draft.note("signed", entrant=name)
    return Accepted(by)


def close_entries(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Nobody enters any more. With fewer players than the conditions want there is no tournament: it can only be called off."""
    state, by = desk.state, desk.by(Item.ENTRY, order.at)
    terms = _entry(state)
    if any(one.part is Part.APPLIED for one in state.entrants.values()):
        return Refused(desk.by(Item.ELIGIBILITY, order.at), "applications wait to be decided")
    if len(state.still_in) < terms.least:
        return Refused(
            by, f"{len(state.still_in)} have entered, and the conditions want {terms.least} at least: call it off"
        )
    closes = _until(terms.closes)
    full = len(state.still_in) >= terms.most
    if closes is not None and order.at < closes and not full:
        return Refused(by, f"the conditions keep entries open until {closes:%H:%M on %d %B %Y}")
    draft.note("entries-closed")
    return Accepted(by)
