"""Paying: what a ticket has won, and paying it exactly once. Cash, cheque, voucher, or a new wager.

A payment is a row keyed by ticket and first game paid, so that the database itself refuses a second one. A receipt that
is paid before its last game stays with the house, and a new one with a new serial is issued for the games to come.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from houseway.floor.keno import tables
from houseway.floor.keno.desk import (
    CAGE,
    FLOAT,
    TILL,
    UNCLAIMED,
    Draft,
    Keno,
    Order,
    prizes_account,
)
from houseway.floor.keno.papers import KenoGame, Ticket, new_serial, unpacked
from houseway.floor.keno.selling import expires, new_voucher, open_voucher, presented, spend_voucher
from houseway.floor.keno.states import GameState, TicketStatus
from houseway.games.keno import prizes as rules
from houseway.games.keno.terms import Terms
from houseway.law.clause import Basis
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused


@dataclass(frozen=True)
class WonWay:
    numbers: tuple[int, ...]
    matched: int
    cents: Cents  # as paid
    before: Cents  # before the limit of the game
    jackpot: bool
    by: Basis


@dataclass(frozen=True)
class WonGame:
    game: int
    day: str
    cents: Cents
    ways: tuple[WonWay, ...] = ()
    bonus: Cents = 0
    refund: Cents = 0  # the outcome was cancelled; the stake comes back

    def is_major(self, least: Cents) -> bool:
        return any(way.cents >= least for way in self.ways)


def won_in(keno: Keno, ticket: Ticket, game: KenoGame, other: Terms | None = None) -> WonGame:
    """What a ticket won in one settled game, way by way; by the game's own terms, or by others that it was evaluated by."""
    facts = game.facts
    if facts.invalid:
        refund = ticket.charge_in(game.number)
        return WonGame(game.number, game.day, refund, refund=refund)
    terms, drawn, total, bonus = other or keno.terms_of(game), game.mask, 0, 0
    major = terms.prizes.major.value * 100
    ways = []
    for way in unpacked(ticket.ways):
        matched = (way.mask & drawn).bit_count()
        found = rules.prize(terms, ticket.special, way.spots, matched, way.cents)
        if found.jackpot:
            paid = facts.pools[way.spots] * way.cents // facts.staked[way.spots]
        else:
            paid = facts.cut.paid(found.cents, major)
        bonus += sum(b.cents for b in facts.bonuses if b.won_by(ticket.special, way.spots, matched, way.cents))
        if paid:
            by = rules.basis(terms, ticket.special, way.spots, matched, found)
            if paid != found.cents and not found.jackpot:
                by = by + terms.prizes.aggregate.by + terms.prizes.floor.by + terms.prizes.proportion.by
            ways.append(WonWay(way.numbers, matched, paid, found.cents, found.jackpot, by))
            total += paid
    return WonGame(game.number, game.day, total + bonus, tuple(ways), bonus)


def due(keno: Keno, ticket: Ticket) -> tuple[list[WonGame], int]:
    """What is still to be paid on a ticket, game by game, and the last game that can be paid now."""
    if ticket.status != TicketStatus.LIVE:
        return [], ticket.paid
    games = [game for game in keno.games_between(ticket.paid + 1, ticket.last) if game.state == GameState.SETTLED]
    upto = max((game.number for game in games), default=ticket.paid)
    return [won_in(keno, ticket, game) for game in games], upto


def look_up(keno: Keno, paper: object) -> tuple[Ticket, list[WonGame], int] | Refused:
    """A ticket as the computer holds it, and what is due on it; nothing is changed."""
    ticket = presented(keno, paper)
    if isinstance(ticket, Refused):
        return ticket
    return ticket, *due(keno, ticket)


def pay(keno: Keno, draft: Draft, order: Order) -> Decision:
    desk = keno.terms.desk
    how = order.details.get("how", "chips" if order.who.role == "player" else "cash")
    if how not in ("cash", "cheque", "voucher", "chips"):
        return Refused(desk.cash.by, f"prizes are paid in cash, or a major one by cheque; not by {how}")
    if order.who.role == "player":
        target = TILL if how == "voucher" else f"player:{order.who.name}"
    else:
        target = TILL if how == "voucher" else CAGE
    paid = pay_ticket(keno, draft, order, order.details.get("paper"), target, how)
    if isinstance(paid, Refused):
        return paid
    cents, by = paid
    if how == "voucher" and cents:
        new_voucher(keno, draft, order, "winnings", cents)
        by = by + desk.voucher.by
    return Accepted(by)


def pay_ticket(
    keno: Keno, draft: Draft, order: Order, paper: object, target: str, how: str
) -> tuple[Cents, Basis] | Refused:
    """Everything that is due on a receipt, moved to an account; or why nothing is paid."""
    terms, desk = keno.terms, keno.terms.desk
    found = look_up(keno, paper)
    if isinstance(found, Refused):
        return found
    ticket, wins, upto = found
    if ticket.status != TicketStatus.LIVE:
        return Refused(desk.eligible.by, f"this ticket is {ticket.status.words}; it has no part in any game")
    printed = order.details.get("printed")
    if printed is not None:
        differs = differing(ticket, printed)
        if differs:
            by = desk.agrees.by + desk.record_prevails.by + terms.general.dispute.by + terms.general.complaint.by
            return Refused(
                by,
                f"receipt and computer differ in {differs}; the record stands, and this goes to a dispute",
            )
    if not wins:
        if ticket.paid >= ticket.last:
            return Refused(desk.retained.by, f"this receipt has been paid up to game {ticket.paid}")
        return Refused(
            desk.on_receipt.by + terms.prizes.winner.by, f"game {ticket.paid + 1} has not been drawn and settled yet"
        )
    today = keno.today(order)
    old = [win.day for win in wins if win.cents and today > expires(keno, win.day)]
    if old:
        by = desk.accessible.by + desk.by_cheque.by + desk.lost.by
        return Refused(
            by, f"more than twelve months after the Keno day of {old[0]}: a claim form, an inspector and a cheque"
        )
    total = sum(win.cents for win in wins)
    by = desk.agrees.by + desk.on_receipt.by + desk.cash.by + desk.retained.by + desk.accessible.by
    if how == "cheque" and not any(win.is_major(terms.prizes.major.value * 100) for win in wins):
        return Refused(desk.cash.by + terms.prizes.major.by, f"{show(total)} is no major prize; it is paid in cash")
    for win in wins:
        for way in win.ways:
            by = by + way.by
        if win.refund:
            by = by + terms.general.refund.by
        if win.bonus:
            by = by + terms.kinds.bonus.by
    settle_ticket(keno, draft, order, ticket, wins, upto, target, how)
    return total, by


def settle_ticket(
    keno: Keno, draft: Draft, order: Order, ticket: Ticket, wins: list[WonGame], upto: int, target: str, how: str
) -> None:
    """Pays what is due, day by day, and moves the ticket on; its old serial is dead if games are still to come."""
    total, at = 0, order.at.isoformat(timespec="seconds")
    moves: list[Transfer] = []
    for day in dict.fromkeys(win.day for win in wins):
        of_day = [win for win in wins if win.day == day]
        cents = sum(win.cents for win in of_day)
        row = dict(ticket=ticket.number, from_game=of_day[0].game, to_game=of_day[-1].game, day=day, cents=cents,
                   how=how, at=at)  # fmt: skip
        draft.rows.append((tables.new_payment, row))
        if order.who.role == "player":
            payee = dict(ticket=ticket.number, from_game=of_day[0].game, account=f"player:{order.who.name}")
            draft.rows.append((tables.new_payee, payee))
        moves.extend(out_of(keno, day, cents, target, how))
        total += cents
    more = ticket.last > upto
    moved = replace(ticket, paid=upto, serial=new_serial() if more else ticket.serial)
    draft.set_ticket(moved)
    draft.note("paid", tuple(moves), ticket=ticket.number, upto=upto, cents=total, how=how)
    draft.paper |= {
        "paid_ticket": ticket.number, "cents": total, "how": how, "upto": upto,
        "games": [{"game": win.game, "cents": win.cents} for win in wins if win.cents],
    }  # fmt: skip
    if more:
        draft.paper["continues"] = moved.code


def out_of(keno: Keno, day: str, cents: Cents, target: str, how: str) -> list[Transfer]:
    """A prize leaves the money set aside for its day; if that has been freed for the players, it is owed all the same."""
    if not cents:
        return []
    if day not in keno.standing.released:
        return [Transfer(prizes_account(day), target, cents, how)]
    left = min(cents, keno.ledger.balance(UNCLAIMED))
    moves = [Transfer(UNCLAIMED, target, left, how)] if left else []
    return moves + ([Transfer(FLOAT, target, cents - left, how)] if cents > left else [])


_PRINTED = ("first", "last", "special", "per_game")


def differing(ticket: Ticket, printed: object) -> str:
    """In what a receipt says otherwise than the record; "" where they agree."""
    if not isinstance(printed, dict):
        return "its form"
    for name in _PRINTED:
        held = ticket.issued_last if name == "last" else getattr(ticket, name)
        if name in printed and printed[name] != held:
            return name.replace("_", " ")
    if "ways" in printed:
        ways = printed["ways"]
        if not isinstance(ways, list) or not all(isinstance(numbers, list) for numbers in ways):
            return "its form"
        if _as_printed(ways) != _as_printed(way.numbers for way in unpacked(ticket.ways)):
            return "numbers"
    return ""


def _as_printed(ways: Iterable[Iterable[object]]) -> list[str]:
    """Ways in an order of their own, whatever order their numbers stand in."""
    return sorted(" ".join(sorted(str(number) for number in numbers)) for numbers in ways)


# Vouchers


def redeem(keno: Keno, draft: Draft, order: Order) -> Decision:
    """A voucher back into money."""
    desk = keno.terms.desk
    voucher = open_voucher(keno, order.details.get("paper"))
    if isinstance(voucher, Refused):
        return voucher
    if keno.today(order) > expires(keno, voucher.day):
        return Refused(
            desk.accessible.by + desk.not_vouchers.by, "more than twelve months old: by claim form, and by cheque"
        )
    spend_voucher(keno, draft, order, voucher, "redeemed")
    target = f"player:{order.who.name}" if order.who.role == "player" else CAGE
    draft.note("redeemed", (Transfer(TILL, target, voucher.cents, "cash"),), voucher=voucher.number)
    draft.paper |= {"voucher_in": voucher.number, "cents": voucher.cents}
    return Accepted(desk.voucher.by + desk.accessible.by)
