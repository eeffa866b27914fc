"""Selling: entries become tickets. Picks by the terminal, prices, tender, receipts; cancelling; runners."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path

from houseway.floor.keno.desk import CAGE, HELD, TILL, Draft, Errand, Keno, Order, vouchers_account
from houseway.floor.keno.papers import Ticket, Voucher, new_serial, packed, read_code, same_serial, unpacked
from houseway.floor.keno.states import TicketStatus
from houseway.floor.sources import chance
from houseway.floor.timing import is_late
from houseway.forms import Doc, read
from houseway.games.keno import entry as rules
from houseway.games.keno.entry import Entry, NotWays, Way, ways_of
from houseway.games.keno.terms import Terms
from houseway.law.clause import Basis
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused

MOST_LEFT: Cents = 100_000_000  # what this house takes as one deposit; the law names no figure

# Entries


def entry_of(terms: Terms, details: Mapping[str, Doc], pick: Callable[[int], int] = chance) -> Entry | Refused:
    """The entry that an order describes: numbers, a pick, ways over groups, a set bet; or why it is none.

    ``numbers`` and ``cents`` make a standard entry; ``quick_pick`` a count; ``mystery`` true; ``groups`` with ``ways``
    ("4/8 2/4") a way ticket, or ``listed``, ways one by one; ``set_bet`` a name with ``mode``."""
    games = read(int, details.get("games", 1), "games")
    special = read(int, details.get("special", 0), "special")
    cents = read(int, details.get("cents", 0), "cents")
    kinds, device = terms.kinds, terms.draws.device.value
    if "set_bet" in details:
        return _set_bet(terms, details, games, special, cents, pick)
    if details.get("mystery"):
        low, high = kinds.mystery.value
        count = low + pick(high - low + 1)
        if special == 0 and rules.is_jackpot(terms, 0, count) and cents < terms.prices.jackpot.value:
            special = 1
        return Entry((Way(picked(count, device, pick), cents),), games, special, "mystery", True)
    if "quick_pick" in details:
        count = read(int, details["quick_pick"], "quick_pick")
        low, high = kinds.standard.value
        if not low <= count <= high:
            by = kinds.quick_pick.by + kinds.standard.by
            return Refused(by, f"{low} to {high} numbers may be picked, not {count}")
        return Entry((Way(picked(count, device, pick), cents),), games, special, "quick pick", True)
    if "groups" in details:
        groups = read(tuple[tuple[int, ...], ...], details["groups"], "groups")
        wrong = _outside(terms, [number for group in groups for number in group])
        if wrong is not None:
            return wrong
        try:
            ways = ways_of(groups, read(str, details.get("ways", ""), "ways"), cents)
        except NotWays as why:
            return Refused(kinds.way.by + kinds.way_form.by, str(why))
        return Entry(ways, games, special, "way")
    if "listed" in details:
        listed = read(tuple[tuple[tuple[int, ...], int], ...], details["listed"], "listed")
        return Entry(tuple(Way(tuple(sorted(numbers)), each) for numbers, each in listed), games, special, "way")
    numbers = read(tuple[int, ...], details.get("numbers", ()), "numbers")
    refused = rules.judge_numbers(terms, numbers, special)
    return refused or Entry((Way(tuple(sorted(numbers)), cents),), games, special)


def _outside(terms: Terms, numbers: list[int]) -> Refused | None:
    device = terms.draws.device
    wrong = [number for number in numbers if not 1 <= number <= device.value]
    return Refused(device.by, f"{wrong[0]} is not a number from 1 to {device.value}") if wrong else None


def picked(count: int, device: int, pick: Callable[[int], int]) -> tuple[int, ...]:
    """So many numbers of the terminal's choosing, every set as likely as any other."""
    left = list(range(1, device + 1))
    return tuple(sorted(left.pop(pick(len(left))) for _ in range(count)))


@dataclass(frozen=True)
class SetBet:
    """A way ticket out of the house's catalogue."""

    name: str
    groups: tuple[tuple[int, ...], ...]
    ways: str
    cents: Cents  # a way


@cache
def catalogue() -> dict[str, SetBet]:
    """The set bets this house offers, by name."""
    doc = tomllib.loads((Path(__file__).parent / "catalogue.toml").read_text(encoding="utf-8"))
    bets: tuple[SetBet, ...] = read(tuple[SetBet, ...], doc["bet"], "bet")
    return {bet.name: bet for bet in bets}


def _set_bet(
    terms: Terms, details: Mapping[str, Doc], games: int, special: int, cents: Cents, pick: Callable[[int], int]
) -> Entry | Refused:
    by, name = terms.kinds.set_bet.by, str(details["set_bet"])
    bet, mode = catalogue().get(name), details.get("mode", "fixed")
    if bet is None:
        return Refused(by, f"no set bet is called {name!r}; the catalogue has {', '.join(catalogue())}")
    if mode not in ("fixed", "random"):
        return Refused(by, f"a set bet is fixed or random, not {mode!r}")
    groups = list(bet.groups)
    if mode == "random":
        fresh = list(range(1, terms.draws.device.value + 1))
        groups = [tuple(fresh.pop(pick(len(fresh))) for _ in group) for group in groups]
    return Entry(ways_of(groups, bet.ways, cents or bet.cents), games, special, "set bet", mode == "random")


# Selling


def quote(keno: Keno, details: Mapping[str, Doc]) -> tuple[Entry, Cents] | Refused:
    """What an entry would cost, before it is issued; nothing is changed."""
    entry = entry_of(keno.terms, details)
    if isinstance(entry, Refused):
        return entry
    decision = rules.judge(keno.terms, entry)
    return decision if isinstance(decision, Refused) else (entry, rules.price(keno.terms, entry))


def sell(keno: Keno, draft: Draft, order: Order) -> Decision:
    terms = keno.terms
    entry = entry_of(terms, order.details)
    if isinstance(entry, Refused):
        return entry
    decision = rules.judge(terms, entry)
    if isinstance(decision, Refused):
        return decision
    return issue(keno, draft, order, entry, decision)


def issue(keno: Keno, draft: Draft, order: Order, entry: Entry, decision: Accepted) -> Decision:
    """A receipt, and the record of it: both, or neither."""
    terms, desk = keno.terms, keno.terms.desk
    name = _name(order)
    if name and name in keno.standing.excluded:
        return Refused(terms.general.exclude.by, f"{name} is excluded from the game")
    if name and (why := keno.why_out(name)):
        return Refused(terms.general.exclude.by, why, "house")
    game = keno.selling
    if game is None:
        return Refused(desk.keno_day.by + desk.eligible.by, "no Keno day runs; nothing is sold")
    wanted = order.details.get("game")
    if wanted is not None and wanted != game.number:
        earlier = isinstance(wanted, int) and wanted < game.number
        why = f"game {wanted} is closed" if earlier else f"tickets begin with game {game.number}, the one that is open"
        return Refused(terms.draws.after_closing.by + desk.eligible.by, f"{why}; nothing was charged")
    if is_late(keno.sales, order.received):
        why = f"game {game.number} is closed, whatever still runs; nothing was charged"
        return Refused(terms.draws.after_closing.by + desk.eligible.by, why, "late")
    price = rules.price(terms, entry)
    paid = tendered(keno, draft, order, price)
    if isinstance(paid, Refused):
        return paid
    source, by = paid
    ticket = Ticket(
        keno.tickets + 1, new_serial(), keno.standing.day, order.at.isoformat(timespec="seconds"), order.who.name,
        order.terminal, entry.kind, entry.special, packed(entry.ways), entry.per_game, game.number, entry.games,
        rules.charged_games(terms, entry.games), game.number + entry.games - 1, game.number - 1, source,
    )  # fmt: skip
    draft.sell(ticket)
    move = Transfer(source, HELD, price, "hold")
    draft.note("sold", (move,), ticket=ticket.number, first=ticket.first, games=ticket.games, price=price,
               special=entry.special, kind=entry.kind, ways=ticket.ways.hex(), terminal=order.terminal)  # fmt: skip
    draft.paper |= {"ticket": ticket.number, "code": ticket.code, "price": price, "first": ticket.first,
                    "last": ticket.last}  # fmt: skip
    return Accepted(decision.by + desk.terminal.by + desk.receipt.by + desk.eligible.by + by, decision.advice)


def _name(order: Order) -> str:
    """Whose entry it is: the player's own, or one that a writer names. Only a player's own order touches their credit."""
    return order.who.name if order.who.role == "player" else str(order.details.get("player", ""))


def _purse(order: Order) -> str:
    return f"player:{order.who.name}" if order.who.role == "player" else CAGE


def tendered(keno: Keno, draft: Draft, order: Order, price: Cents) -> tuple[str, Basis] | Refused:
    """The account a sale is paid from, once what was tendered is in the till; change is given at once."""
    desk, kind = keno.terms.desk, order.details.get("tender", "cash" if order.who.role != "player" else "chips")
    if kind not in desk.tender.value:
        return Refused(desk.tender.by, f"a wager is paid by {', '.join(desk.tender.value)}; not by {kind}")
    if kind == "cash" and order.who.role == "player":
        return Refused(desk.tender.by, "play credit stands for chips here; there is no cash")
    if kind in ("cash", "chips"):
        return _purse(order), desk.tender.by
    worth: Cents
    if kind == "voucher":
        found = open_voucher(keno, order.details.get("paper"))
        if isinstance(found, Refused):
            return found
        if keno.today(order) > expires(keno, found.day):
            return Refused(
                desk.accessible.by, "this voucher is more than twelve months old: by claim form, and by cheque"
            )
        worth, by = found.cents, desk.tender.by + desk.voucher.by
        if worth >= price:
            spend_voucher(keno, draft, order, found, "wager")
    else:
        from houseway.floor.keno.paying import pay_ticket

        claimed = pay_ticket(keno, draft, order, order.details.get("paper"), TILL, "wager")
        if isinstance(claimed, Refused):
            return claimed
        worth, by = claimed[0], desk.tender.by + claimed[1]
    if worth < price:
        return Refused(desk.tender.by, f"it is worth {show(worth)}, and the ticket costs {show(price)}")
    change = worth - price
    if change:
        kept = order.details.get("change", "voucher" if kind == "voucher" else "cash")
        if kept == "voucher":
            new_voucher(keno, draft, order, "deposit" if kind == "voucher" else "winnings", change)
        else:
            draft.note("change", (Transfer(TILL, _purse(order), change, "change"),))
            draft.paper["change"] = change
    return TILL, by


# Vouchers


def expires(keno: Keno, day: str) -> date:
    """The last day on which a prize or voucher of a Keno day is paid at a terminal."""
    start, months = date.fromisoformat(day), keno.terms.desk.accessible.value
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    try:
        return date(year, month + 1, start.day)
    except ValueError:  # the twenty-ninth of February
        return date(year, month + 2, 1)


def open_voucher(keno: Keno, paper: object) -> Voucher | Refused:
    """A voucher as presented; refused if it is none, used, or too old."""
    desk = keno.terms.desk
    found = read_code(paper) if isinstance(paper, str) else None
    voucher = keno.voucher(found[0]) if found else None
    if found is None or voucher is None or not same_serial(voucher.serial, found[1]):
        return Refused(desk.voucher.by, "the computer knows no such voucher")
    if voucher.used:
        return Refused(desk.voucher.by, f"this voucher has been used: {voucher.used}")
    return voucher


def spend_voucher(keno: Keno, draft: Draft, order: Order, voucher: Voucher, how: str) -> None:
    draft.use_voucher(replace(voucher, used=f"{how} {order.at.isoformat(timespec='seconds')}"))
    move = Transfer(vouchers_account(voucher.day), TILL, voucher.cents, "voucher")
    draft.note("voucher in", (move,), voucher=voucher.number, cents=voucher.cents, how=how)


def new_voucher(keno: Keno, draft: Draft, order: Order, kind: str, cents: Cents) -> Voucher:
    """A voucher for money that lies in the till."""
    day = keno.today(order).isoformat()
    number = keno.vouchers + 1 + len([v for v in draft.vouchers if v > keno.vouchers])
    voucher = Voucher(number, new_serial(), kind, cents, day, order.at.isoformat(timespec="seconds"))
    draft.issue_voucher(voucher)
    move = Transfer(TILL, vouchers_account(day), cents, "voucher")
    draft.note("voucher out", (move,), voucher=voucher.number, kind=kind, cents=cents)
    draft.paper["voucher"] = {"number": voucher.number, "code": voucher.code, "cents": cents}
    return voucher


def deposit(keno: Keno, draft: Draft, order: Order) -> Decision:
    """Money left for later play."""
    by, cents = keno.terms.desk.voucher.by, read(int, order.details.get("cents"), "cents")
    if not 0 < cents <= MOST_LEFT:
        return Refused(by, f"a deposit is a positive amount up to {show(MOST_LEFT)}")
    if order.who.role == "player" and order.details.get("tender", "chips") != "chips":
        return Refused(keno.terms.desk.tender.by, "play credit stands for chips here; there is no cash")
    draft.note("deposit", (Transfer(_purse(order), TILL, cents, "deposit"),), cents=cents)
    new_voucher(keno, draft, order, "deposit", cents)
    return Accepted(by)


# Cancelling


def cancel(keno: Keno, draft: Draft, order: Order) -> Decision:
    terms, desk = keno.terms, keno.terms.desk
    found = presented(keno, order.details.get("paper"))
    if isinstance(found, Refused):
        return found
    ticket: Ticket = found
    by = desk.cancel.by
    if ticket.status != TicketStatus.LIVE:
        return Refused(by, f"this ticket is {ticket.status.words}")
    if ticket.day != keno.standing.day:
        return Refused(
            desk.cancel_today.by + by,
            f"sold on the Keno day of {ticket.day}, it can no longer be cancelled",
        )
    kept = _last_begun(keno)
    if ticket.last <= kept:
        return Refused(by, f"the first number of game {ticket.last} has been drawn")
    if rules.to_go(terms, ticket.games):
        by = by + desk.cancel_rest.by + terms.prices.to_go.by
        if kept >= ticket.first:
            return Refused(by, f"a Keno To Go ticket is cancelled whole, and game {ticket.first} has begun")
        refund = ticket.price
    else:
        refund = ticket.per_game * (ticket.last - max(kept, ticket.first - 1))
        if ticket.games > 1:
            by = by + desk.cancel_rest.by
    games = list(range(max(kept + 1, ticket.first), ticket.last + 1))
    last = games[0] - 1
    draft.set_ticket(
        replace(ticket, last=last, status=TicketStatus.CANCELLED if last < ticket.first else TicketStatus.LIVE)
    )
    target = _purse(order) if ticket.source == TILL else ticket.source
    draft.note(
        "cancelled", (Transfer(HELD, target, refund, "refund"),), ticket=ticket.number, games=games, refund=refund
    )
    draft.paper = {"ticket": ticket.number, "refund": refund, "games": games}
    return Accepted(by)


def _last_begun(keno: Keno) -> int:
    """The last game whose first number has been drawn."""
    standing = keno.standing
    if standing.drawing:
        game = keno.game(standing.drawing)
        return standing.drawing if game is not None and game.begun else standing.drawing - 1
    return standing.game - 1


def presented(keno: Keno, paper: object) -> Ticket | Refused:
    """The ticket of a receipt, by the number and serial printed on it."""
    desk = keno.terms.desk
    found = read_code(paper) if isinstance(paper, str) else None
    if found is None:
        return Refused(desk.lost.by, "this receipt cannot be read; a lost or spoiled one is claimed by form")
    ticket = keno.ticket(found[0])
    if ticket is None or not same_serial(ticket.serial, found[1]):
        return Refused(desk.agrees.by + desk.eligible.by, "the computer holds no ticket with this number and serial")
    return ticket


def replay(keno: Keno, draft: Draft, order: Order) -> Decision:
    """The same entry again, for the game that is open now."""
    found = presented(keno, order.details.get("paper"))
    if isinstance(found, Refused):
        return found
    entry = Entry(unpacked(found.ways), found.games, found.special, found.kind)
    decision = rules.judge(keno.terms, entry)
    return decision if isinstance(decision, Refused) else issue(keno, draft, order, entry, decision)


# Runners


def errand(keno: Keno, draft: Draft, order: Order) -> Decision:
    """A runner takes a wager from a player: no entry yet."""
    by = keno.terms.desk.runner.by
    found = quote(keno, order.details)
    if isinstance(found, Refused):
        return found
    number = 1 + max(keno.standing.errands, default=0)
    kept = {name: order.details[name] for name in order.details if name not in ("tender", "paper")}
    draft.standing = replace(draft.standing, errands={**keno.standing.errands, number: Errand(order.who.name, kept)})
    draft.note("errand", errand=number, runner=order.who.name)
    draft.paper = {"errand": number, "price": found[1]}
    return Accepted(by, "this is no entry until a receipt is issued")


def place_errand(keno: Keno, draft: Draft, order: Order) -> Decision:
    """The runner reaches a terminal: the entry goes into the next game there is."""
    by, number = keno.terms.desk.runner.by, order.details.get("errand")
    kept = keno.standing.errands.get(number) if isinstance(number, int) else None
    if kept is None:
        return Refused(by, f"no runner holds a wager {number!r}")
    decision = sell(keno, draft, Order(order.who, "sell", kept.entry, "", order.at, order.terminal, order.received))
    if isinstance(decision, Accepted):
        draft.standing = replace(
            draft.standing, errands={n: item for n, item in draft.standing.errands.items() if n != number}
        )
        return Accepted(decision.by + by)
    return decision
