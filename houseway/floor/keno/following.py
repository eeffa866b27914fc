"""Following: how a ticket stands, game by game, for whoever holds it; a player's own tickets; and what an entry could win.

Nothing is told that the displays have not shown: a game that is being drawn counts the numbers shown so far, and a prize is
named once its game is settled.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from houseway.floor.keno import tables
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.host import Host
from houseway.floor.keno.papers import KenoGame, Ticket, ticket_of, unpacked
from houseway.floor.keno.paying import due as due_on
from houseway.floor.keno.paying import won_in
from houseway.floor.keno.states import GameState, TicketStatus
from houseway.games.keno import prizes as rules
from houseway.games.keno.entry import Entry
from houseway.law.clause import Basis
from houseway.money import Cents, show

GAMES = 200  # tickets whose last game is older than that are looked up by their code
TICKETS = 20  # of a player, the newest first
SHOWN = 6  # games of one ticket, the newest first


@dataclass(frozen=True)
class Played:
    """One game of a ticket: the numbers shown, how many of them each way has, and what it won once that is known."""

    game: int
    settled: bool
    drawn: tuple[int, ...]
    matched: tuple[int, ...]  # way by way
    won: Cents
    words: str


@dataclass(frozen=True)
class Followed:
    ticket: Ticket
    ways: tuple[tuple[int, ...], ...]
    games: tuple[Played, ...]  # the newest first
    won: Cents  # in the games told here
    due: Cents  # not paid yet
    words: str


def tickets_of(keno: Keno, account: str) -> list[Ticket]:
    """Tickets that an account paid for, the newest first, as far back as they may still matter."""
    table = tables.ticket_table
    recent = table.c.last >= keno.standing.game - GAMES  # by the index on the last game
    query = sa.select(table).where(recent, table.c.source == account).order_by(table.c.number.desc()).limit(TICKETS)
    with keno.ledger.reading() as connection:
        found = [ticket_of(row) for row in connection.execute(query)]
    return [keno.ticket(ticket.number) or ticket for ticket in found]


def follow(host: Host, ticket: Ticket) -> Followed:
    """How a ticket stands now."""
    keno = host.keno
    ways = tuple(way.numbers for way in unpacked(ticket.ways))
    begun = [game for game in keno.games_between(ticket.first, ticket.last) if game.state != GameState.OPEN]
    played = tuple(_played(host, ticket, game, ways) for game in reversed(begun[-SHOWN:]))
    due = sum(win.cents for win in due_on(keno, ticket)[0])
    if ticket.status != TicketStatus.LIVE:
        return Followed(ticket, ways, played, 0, 0, ticket.status.words.capitalize())
    return Followed(ticket, ways, played, sum(each.won for each in played), due, _standing(ticket, played, due))


def _played(host: Host, ticket: Ticket, game: KenoGame, ways: tuple[tuple[int, ...], ...]) -> Played:
    drawn = host.shown(game)
    matched = tuple(len(set(way) & set(drawn)) for way in ways)
    settled = game.state == GameState.SETTLED
    found = won_in(host.keno, ticket, game) if settled and ticket.status == TicketStatus.LIVE else None
    won = found.cents if found is not None else 0
    best = max(zip(matched, ways, strict=True), default=(0, ()))
    of = (
        f"{best[0]} of {len(best[1])}"
        if len(ways) == 1
        else f"at best {best[0]} of {len(best[1])}, in {len(ways)} ways"
    )
    if found is not None and found.refund:
        words = f"the game did not count, {show(won)} comes back"
    elif settled:
        words = f"{of} matched, won {show(won)}" if won else f"{of} matched, nothing won"
    else:
        words = f"{of} so far, {len(drawn)} numbers drawn" if drawn else "closed, about to be drawn"
    return Played(game.number, settled, drawn, matched, won, words)


def _standing(ticket: Ticket, played: tuple[Played, ...], due: Cents) -> str:
    last = played[0] if played else None
    if last is None:
        return f"Plays in game {ticket.first}" + (f" to {ticket.last}" if ticket.last > ticket.first else "")
    words = f"Game {last.game}: {last.words}"
    if last.settled and last.game >= ticket.last and not due and any(each.won for each in played):
        return f"{words}; paid"
    return words


@dataclass(frozen=True)
class Column:
    """What a way of so many numbers wins at a price, by how many of them are drawn."""

    spots: int
    cents: Cents
    prizes: tuple[tuple[int, Cents, bool], ...]  # matched, what it wins, whether that is the jackpot
    by: Basis


def to_win(host: Host, entry: Entry) -> list[Column]:
    """The prizes of an entry before it is bought, one column for each number of spots; jackpots as they stand now."""
    keno = host.keno
    pools = host.jackpots()
    columns = []
    for spots, cents in sorted({(way.spots, way.cents) for way in entry.ways}):
        found = [(n, rules.prize(keno.terms, entry.special, spots, n, cents)) for n in range(spots, -1, -1)]
        rows = tuple(
            (n, pools.get(spots, 0) if p.jackpot else p.cents, p.jackpot) for n, p in found if p.jackpot or p.cents
        )
        columns.append(Column(spots, cents, rows, rules.basis(keno.terms, entry.special, spots, spots, found[0][1])))
    return columns
