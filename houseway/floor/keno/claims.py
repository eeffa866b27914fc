"""Claims by form, and prizes that nobody came for: what the terminal does not pay."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import sqlalchemy as sa

from houseway.floor.keno import tables
from houseway.floor.keno.desk import (
    CAGE,
    FLOAT,
    TILL,
    UNCLAIMED,
    Draft,
    Keno,
    Order,
    jackpot_account,
    prizes_account,
)
from houseway.floor.keno.papers import Found
from houseway.floor.keno.paying import due, settle_ticket
from houseway.floor.keno.selling import expires, spend_voucher
from houseway.floor.keno.states import ClaimState, TicketStatus
from houseway.forms import Doc, canonical, read
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused

FIELDS = ("name", "address", "phone", "where", "date", "time", "information", "signature")
REASONS = ("old", "lost", "mutilated")


def file_claim(keno: Keno, draft: Draft, order: Order) -> Decision:
    """A claim form, to the operator or through the Authority."""
    desk, details = keno.terms.desk, order.details
    reason = details.get("reason", "lost")
    if reason not in REASONS:
        return Refused(desk.lost.by, f"a form is for a ticket that is {', '.join(REASONS)}; not {reason!r}")
    for name in ("name", "address", "signature"):
        if not str(details.get(name, "")).strip():
            return Refused(desk.lost.by, f"the form lacks the claimant's {name}")
    number = keno.claims + 1
    ticket = read(int, details.get("ticket", 0), "ticket")
    if not 0 <= ticket <= keno.tickets:
        return Refused(desk.lost.by, f"no ticket {ticket} has been issued")
    voucher = read(int, details.get("voucher", 0), "voucher")
    if reason == "old" and (young := _not_old(keno, order, ticket, voucher)) is not None:
        return young
    body = {name: str(details.get(name, "")) for name in FIELDS} | {"reason": reason, "voucher": voucher}
    draft.rows.append(
        (
            tables.new_claim,
            dict(number=number, ticket=ticket, body=canonical(body), state=ClaimState.FILED, cents=0, decided_by=""),
        )
    )
    draft.note("claim filed", claim=number, ticket=ticket, reason=reason, form=body)
    draft.paper = {"claim": number}
    keno.claims = number
    by = desk.accessible.by + desk.still_owned.by if reason == "old" else desk.lost.by
    return Accepted(by + desk.lost.by, "an inspector examines the form and decides")


def _not_old(keno: Keno, order: Order, number: int, voucher: int) -> Refused | None:
    """Why a form for something old is none: a terminal still pays it. Whoever does not know the ticket may have it looked up."""
    desk, ticket = keno.terms.desk, keno.ticket(number) if number else None
    paper = keno.voucher(voucher) if voucher else None
    days = [win.day for win in due(keno, ticket)[0]] if ticket is not None else [paper.day] if paper is not None else []
    if not days or any(keno.today(order) > expires(keno, day) for day in days):
        return None
    return Refused(desk.accessible.by, f"it is of {days[0]}: for twelve months a terminal pays it")


@dataclass(frozen=True)
class Claim:
    """A claim as its form has it, and as it was decided."""

    number: int
    ticket: int  # 0: the claimant does not know it
    form: dict[str, Doc]
    state: ClaimState
    cents: Cents
    decided_by: str


def _claim_of(row: Found) -> Claim:
    return Claim(row.number, row.ticket, json.loads(row.body), ClaimState(row.state), row.cents, row.decided_by)


def claim(keno: Keno, number: int) -> Claim | None:
    """A claim by its number."""
    if not 0 < number <= keno.claims:
        return None
    keno.ledger.settle_down()
    table = tables.claim_table
    with keno.ledger.reading() as connection:
        row = connection.execute(sa.select(table).where(table.c.number == number)).first()
    return None if row is None else _claim_of(row)


def latest_claims(keno: Keno, count: int) -> list[Claim]:
    """The newest claims first, as the forms have them and as they were decided."""
    keno.ledger.settle_down()
    table = tables.claim_table
    with keno.ledger.reading() as connection:
        rows = connection.execute(sa.select(table).order_by(table.c.number.desc()).limit(count)).all()
    return [_claim_of(row) for row in rows]


def decide_claim(keno: Keno, draft: Draft, order: Order) -> Decision:
    """The inspector's word. What the record shows as due is paid by cheque."""
    desk, details = keno.terms.desk, order.details
    number = read(int, details.get("claim"), "claim")
    found = claim(keno, number)
    if found is None or found.state != ClaimState.FILED:
        return Refused(desk.lost.by, f"claim {number} is not waiting for a decision")
    row: dict[str, object] = dict(number=number, state=ClaimState.REFUSED, cents=0, decided_by=order.who.name)
    if not details.get("approve"):
        draft.rows.append((tables.claim_now, tables.bound(**row)))
        draft.note("claim refused", claim=number)
        draft.paper = {"claim": number, "cents": 0, "to": found.form["name"]}
        return Accepted(desk.lost.by)
    form = found.form
    if form.get("voucher"):
        return _voucher_by_form(keno, draft, order, form, row)
    ticket = keno.ticket(read(int, details.get("ticket", found.ticket), "ticket"))
    if ticket is None:
        return Refused(desk.lost.by + desk.eligible.by, "the computer holds no such ticket; say which one is claimed")
    if ticket.status != TicketStatus.LIVE:
        why = f"ticket {ticket.number} is {ticket.status.words}; it has no part in any game"
        return Refused(desk.lost.by + desk.eligible.by, why)
    wins, upto = due(keno, ticket)
    cents = sum(win.cents for win in wins)
    if not cents:
        return Refused(desk.lost.by + desk.retained.by, f"nothing is due on ticket {ticket.number}")
    settle_ticket(keno, draft, order, ticket, wins, upto, CAGE, "cheque")
    row |= {"state": ClaimState.APPROVED, "cents": cents}
    draft.rows.append((tables.claim_now, tables.bound(**row)))
    draft.note("claim approved", claim=number, ticket=ticket.number, cents=cents)
    draft.paper |= {"claim": number, "cheque": cents, "to": form["name"]}
    return Accepted(desk.lost.by + desk.by_cheque.by + desk.still_owned.by)


def _voucher_by_form(keno: Keno, draft: Draft, order: Order, form: dict[str, Doc], row: dict[str, object]) -> Decision:
    """An old or lost voucher, which stays its owner's for good."""
    desk = keno.terms.desk
    voucher = keno.voucher(form["voucher"])
    if voucher is None or voucher.used:
        return Refused(desk.lost.by + desk.voucher.by, "no such voucher is still worth anything")
    spend_voucher(keno, draft, order, voucher, "claimed")
    moves = (Transfer(TILL, CAGE, voucher.cents, "cheque"),)
    draft.rows.append((tables.claim_now, tables.bound(**row | {"state": ClaimState.APPROVED, "cents": voucher.cents})))
    draft.note("claim approved", moves, claim=row["number"], voucher=voucher.number, cents=voucher.cents)
    draft.paper |= {"claim": row["number"], "cheque": voucher.cents, "to": form["name"]}
    return Accepted(desk.lost.by + desk.by_cheque.by + desk.not_vouchers.by)


# Prizes nobody came for


def release_unclaimed(keno: Keno, draft: Draft, order: Order) -> Decision:
    """Prizes older than twelve months become available for the players; their owners can still claim."""
    desk, today = keno.terms.desk, keno.today(order)
    if keno.standing.clock:
        return Refused(
            desk.unclaimed.by, f"the clock is in doubt ({keno.standing.clock}); a supervisor confirms it first"
        )
    with keno.ledger.reading() as connection:
        days = [row.day for row in connection.execute(sa.select(tables.day_table).order_by("day"))]
    old = [day for day in days if day not in keno.standing.released and today > expires(keno, day)]
    held = {day: keno.ledger.balance(prizes_account(day)) for day in old}
    if not any(held.values()):
        return Refused(desk.unclaimed.by, "no prizes have lain unclaimed for twelve months")
    moves = tuple(Transfer(prizes_account(day), UNCLAIMED, cents, "unclaimed") for day, cents in held.items() if cents)
    draft.standing = replace(draft.standing, released=(*keno.standing.released, *old))
    draft.note("released", moves, days=old, cents=sum(held.values()))
    draft.paper = {"days": old, "cents": sum(held.values())}
    return Accepted(desk.unclaimed.by + desk.still_owned.by)


def use_unclaimed(keno: Keno, draft: Draft, order: Order) -> Decision:
    desk, details = keno.terms.desk, order.details
    if details.get("of") == "vouchers":
        return Refused(desk.not_vouchers.by, "unclaimed vouchers may not be used; they wait for their owners")
    use, cents = details.get("for"), read(int, details.get("cents"), "cents")
    if use not in desk.unclaimed.value:
        return Refused(
            desk.unclaimed.by, f"an unclaimed prize may become a {', '.join(desk.unclaimed.value)}; not {use!r}"
        )
    if not details.get("approval"):
        return Refused(desk.unclaimed.by, "the Authority approves every such return first")
    have = keno.ledger.balance(UNCLAIMED)
    if not 0 < cents <= have:
        return Refused(desk.unclaimed.by, f"{show(have)} of unclaimed prizes are available")
    target, added = FLOAT, {}
    if use == "jackpot addition":
        spots = read(int, details.get("spots"), "spots")
        if spots not in keno.pools():
            return Refused(desk.unclaimed.by + keno.terms.jackpots.guaranteed.by, f"there is no {spots}-number jackpot")
        target = jackpot_account(spots)
        added = {"spots": spots, "cents": cents, "game": keno.standing.drawing or keno.standing.game}
    moves = (Transfer(UNCLAIMED, target, cents, str(use)),)
    draft.note("returned to players", moves, use=use, approval=details["approval"], **added)
    return Accepted(desk.unclaimed.by)
