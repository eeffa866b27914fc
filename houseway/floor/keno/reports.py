"""Reports: what is owed, and proof that it is. Each figure is found from the papers and held against the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa

from houseway.floor.keno import tables
from houseway.floor.keno.desk import HELD, STREAM, Keno, prizes_account, vouchers_account
from houseway.floor.keno.papers import KenoGame, Ticket, game_of, ticket_of
from houseway.floor.keno.paying import WonGame, won_in
from houseway.floor.keno.states import GameState, TicketStatus
from houseway.floor.owing import owed_account
from houseway.forms import Doc
from houseway.money import Cents


@dataclass(frozen=True)
class DayReport:
    day: str
    games: int
    tickets: int
    ways: int
    taken: Cents
    prizes: Cents
    paid: Cents
    ledger: Cents  # what the ledger holds for prizes of the day
    released: bool
    vouchers: Cents
    vouchers_ledger: Cents

    @property
    def owed(self) -> Cents:
        return self.prizes - self.paid

    @property
    def agrees(self) -> bool:
        return (self.released or self.owed == self.ledger) and self.vouchers == self.vouchers_ledger


def days(keno: Keno) -> list[DayReport]:
    """Every Keno day: taken, won, paid and owed, with what the ledger says beside it."""
    keno.ledger.settle_down()
    found: dict[str, list[KenoGame]] = {}
    with keno.ledger.reading() as connection:
        for row in connection.execute(sa.select(tables.day_table).order_by("day")):
            found[row.day] = []
        for row in connection.execute(
            sa.select(tables.game_table).where(tables.game_table.c.state == GameState.SETTLED)
        ):
            found.setdefault(row.day, []).append(game_of(row))
        paid = _sums(connection, tables.payment_table)
        for day, cents in _sums(connection, tables.correction_table).items():
            paid[day] = paid.get(day, 0) + cents
        open_vouchers = tables.voucher_table.c.used == ""
        vouchers = _sums(connection, tables.voucher_table, open_vouchers)
    reports = []
    for day in sorted(found.keys() | vouchers.keys()):
        games = found.get(day, [])
        facts = [game.facts for game in games]
        reports.append(
            DayReport(
                day, len(games), sum(f.tickets for f in facts), sum(f.ways for f in facts), sum(f.taken for f in facts),
                sum(f.prizes for f in facts), paid.get(day, 0), keno.ledger.balance(prizes_account(day)),
                day in keno.standing.released, vouchers.get(day, 0), keno.ledger.balance(vouchers_account(day)),
            )
        )  # fmt: skip
    return reports


def settled_games(keno: Keno, day: str) -> list[KenoGame]:
    """The settled games of a Keno day, in their order."""
    table = tables.game_table
    with keno.ledger.reading() as connection:
        query = sa.select(table).where(table.c.day == day, table.c.state == GameState.SETTLED).order_by("number")
        return [game_of(row) for row in connection.execute(query)]


def _sums(connection: sa.Connection, table: sa.Table, where: sa.ColumnElement[bool] | None = None) -> dict[str, Cents]:
    query = sa.select(table.c.day, sa.func.sum(table.c.cents)).group_by(table.c.day)
    rows = connection.execute(query if where is None else query.where(where)).all()
    return {day: int(cents) for day, cents in rows}


def unclaimed(keno: Keno, day: str) -> Iterator[tuple[Ticket, list[WonGame]]]:
    """Every ticket with prizes of a Keno day still to be paid: found by evaluating the tickets themselves."""
    keno.ledger.settle_down()
    games = tables.game_table
    with keno.ledger.reading() as connection:
        rows = connection.execute(sa.select(games).where(games.c.day == day, games.c.state == GameState.SETTLED)).all()
    of_day = {row.number: game_of(row) for row in rows}
    if not of_day:
        return
    first, last = min(of_day), max(of_day)
    for ticket in _live(keno, first, last):
        wins = [
            won_in(keno, ticket, of_day[number])
            for number in range(max(ticket.paid + 1, ticket.first, first), min(ticket.last, last) + 1)
            if number in of_day
        ]
        owed = [win for win in wins if win.cents]
        if owed:
            yield ticket, owed


def _live(keno: Keno, first: int, last: int) -> Iterator[Ticket]:
    table = tables.ticket_table
    query = sa.select(table).where(table.c.last >= first, table.c.first <= last, table.c.status == TicketStatus.LIVE)
    with keno.ledger.reading() as connection:
        for rows in connection.execution_options(yield_per=5000).execute(query).partitions(5000):
            for row in rows:
                yield ticket_of(row)


@dataclass(frozen=True)
class Proof:
    """What the tickets say is owed, and what the ledger holds."""

    what: str
    papers: Cents
    ledger: Cents

    @property
    def agrees(self) -> bool:
        return self.papers == self.ledger


def proofs(keno: Keno) -> list[Proof]:
    """Every liability found a second time from the tickets themselves: stakes held, prizes of each day."""
    found = []
    for report in days(keno):
        if report.released:
            continue
        owed = sum(win.cents for _, wins in unclaimed(keno, report.day) for win in wins)
        found.append(Proof(f"prizes of {report.day}", owed, report.ledger))
        found.append(Proof(f"vouchers of {report.day}", report.vouchers, report.vouchers_ledger))
    next_game = keno.standing.drawing or keno.standing.game
    held = 0
    for ticket in _live(keno, next_game, 2**62):
        charged_to = min(ticket.first + ticket.charged - 1, ticket.last)
        held += ticket.per_game * max(0, charged_to - max(next_game, ticket.first) + 1)
    found.append(Proof("stakes of games to come", held, keno.ledger.balance(HELD)))
    return found


@dataclass(frozen=True)
class Owed:
    """What rulings left to be settled on a ticket at the counter."""

    ticket: int
    games: tuple[int, ...]
    cents: Cents  # less than nothing: its holder owes it

    @property
    def words(self) -> str:
        return "owed to its holder" if self.cents > 0 else "owed by its holder"


def owed_on_tickets(keno: Keno) -> list[Owed]:
    """Tickets that were judged again after they were paid, with what is still to be paid or taken at the counter."""
    keno.ledger.settle_down()
    table = tables.correction_table
    games: dict[int, list[int]] = {}
    with keno.ledger.reading() as connection:
        for row in connection.execute(sa.select(table).order_by(table.c.ticket, table.c.game)):
            games.setdefault(row.ticket, []).append(row.game)
    found = [
        Owed(number, tuple(dict.fromkeys(of)), keno.ledger.balance(owed_account(f"KENO:{number}")))
        for number, of in games.items()
    ]
    return [owed for owed in found if owed.cents]


@dataclass(frozen=True)
class Ruling:
    """A ruling on record: what was judged again, as it was and as it is."""

    at: str
    by: str
    what: str
    games: tuple[dict[str, Doc], ...]  # each with "game", "was" and "is"
    put_right: tuple[dict[str, Doc], ...]  # each with "ticket", "game", "cents" and "account"


_RULINGS = {
    "void": "Ticket {ticket} is void",
    "invalidated": "Game {game} is invalid",
    "corrected": "Game {game} corrected",
}


def latest_rulings(keno: Keno, count: int) -> list[Ruling]:
    """The newest rulings first."""
    keno.ledger.settle_down()
    entries = [(entry, words) for kind, words in _RULINGS.items() for entry in keno.ledger.newest(STREAM, kind, count)]
    entries.sort(key=lambda found: found[0].number, reverse=True)
    return [
        Ruling(
            entry.at, entry.by, words.format(**entry.body), tuple(entry.body.get("judged", ())),
            tuple(entry.body.get("put_right", ())),
        )
        for entry, words in entries[:count]
    ]  # fmt: skip


@dataclass
class _Sold:
    """A ticket as the entries have made it so far."""

    first: int
    games: int
    price: Cents
    special: int
    kind: str
    ways: str
    terminal: str
    last: int
    paid: int
    status: TicketStatus = TicketStatus.LIVE


@dataclass
class _Issued:
    """A voucher as the entries have made it so far."""

    kind: str
    cents: Cents
    used: bool = False


def changed_papers(keno: Keno) -> Iterator[str]:
    """Tickets, vouchers and games that are not what the entries made of them: the tables are for looking up, and the chain
    covers the entries."""
    tickets: dict[int, _Sold] = {}
    vouchers: dict[int, _Issued] = {}
    drawn: dict[int, str] = {}
    for entry in keno.ledger.entries(STREAM):
        kind, body = entry.kind, entry.body
        if kind == "sold":
            tickets[body["ticket"]] = _Sold(
                body["first"], body["games"], body["price"], body["special"], body["kind"], body["ways"],
                body["terminal"], body["first"] + body["games"] - 1, body["first"] - 1,
            )  # fmt: skip
        elif kind == "cancelled":
            made = tickets[body["ticket"]]
            made.last = body["games"][0] - 1
            made.status = TicketStatus.CANCELLED if made.last < made.first else TicketStatus.LIVE
        elif kind == "paid":
            tickets[body["ticket"]].paid = body["upto"]
        elif kind == "void":
            tickets[body["ticket"]].status = TicketStatus.VOID
        elif kind == "voucher out":
            vouchers[body["voucher"]] = _Issued(body["kind"], body["cents"])
        elif kind == "voucher in":
            vouchers[body["voucher"]].used = True
        elif kind in ("drawn", "corrected"):
            drawn[body["game"]] = " ".join(str(number) for number in body["numbers"])
    with keno.ledger.reading() as connection:
        for row in connection.execute(sa.select(tables.ticket_table)):
            ticket = ticket_of(row)
            now = _Sold(
                ticket.first, ticket.games, ticket.price, ticket.special, ticket.kind, ticket.ways.hex(),
                ticket.terminal, ticket.last, ticket.paid, ticket.status,
            )  # fmt: skip
            if tickets.pop(ticket.number, None) != now:
                yield f"ticket {ticket.number}"
        for row in connection.execute(sa.select(tables.voucher_table)):
            if vouchers.pop(row.number, None) != _Issued(row.kind, row.cents, bool(row.used)):
                yield f"voucher {row.number}"
        for row in connection.execute(sa.select(tables.game_table)):
            if drawn.pop(row.number, "") != row.numbers:
                yield f"game {row.number}"
    for what, left in (("ticket", tickets), ("voucher", vouchers), ("game", drawn)):
        yield from (f"{what} {number}" for number in left)


LATELY = 5000  # payments that are looked back on for who made one


def payments(keno: Keno, ticket: int) -> list[dict[str, Doc]]:
    """What was paid on a ticket, when, how and by whom, the newest first."""
    keno.ledger.settle_down()
    table = tables.payment_table
    with keno.ledger.reading() as connection:
        rows = connection.execute(
            sa.select(table).where(table.c.ticket == ticket).order_by(table.c.from_game.desc())
        ).all()
    if not rows:
        return []
    by = {
        entry.at[:19]: entry.by.partition(":")[2]
        for entry in keno.ledger.newest(STREAM, "paid", LATELY)
        if entry.body["ticket"] == ticket
    }
    return [
        {"at": row.at, "cents": row.cents, "how": row.how, "by": by.get(row.at[:19], "")} for row in rows if row.cents
    ]
