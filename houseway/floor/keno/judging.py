"""Judged again: a ticket is void, a draw was keyed wrong, a game is invalid, though it was settled and perhaps paid.

The game is evaluated once more as it is judged now: without the ticket, with the numbers on the balls, or with every stake
handed back. What the two evaluations differ by is posted: prizes set aside, the pool of a jackpot that was or was not won,
shares and pro-rating of everybody else. A later game in which the same jackpot was won had another pool then, and is
evaluated again too. A ticket not yet paid has its prize as it is now; one that was paid is given or owes the difference, in the
credit it was paid into, or on the ticket's own account at the counter. What puts a payment right is asked for by one person and
signed by another. Nothing is erased: every entry tells was and is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import sqlalchemy as sa

from houseway.floor.keno import tables
from houseway.floor.keno.desk import (
    CAGE,
    FLOAT,
    HELD,
    STREAM,
    TILL,
    Draft,
    Keno,
    Order,
    jackpot_account,
    prizes_account,
)
from houseway.floor.keno.masks import evaluate
from houseway.floor.keno.papers import Facts, KenoGame, Ticket, ticket_of, unpacked
from houseway.floor.keno.paying import won_in
from houseway.floor.keno.running import cite_prizes, evaluated_facts
from houseway.floor.keno.states import GameState, TicketStatus
from houseway.floor.owing import Owing, owed_account
from houseway.floor.people import HOUSE, same_name
from houseway.forms import Doc, read, write
from houseway.games.keno.entry import mask
from houseway.games.keno.prizes import guaranteed, prize
from houseway.games.keno.terms import Terms
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused

LATEST = 2**62  # no game has such a number


# Rulings


def void_ticket(keno: Keno, draft: Draft, order: Order) -> Decision:
    """A player broke the rules: a ticket has no part in any of its games, and what was charged for it goes back.

    What was paid on it is owed back, and somebody must say so: with ``reverse`` it is, without it a paid ticket stands."""
    by, number = keno.terms.general.void_wagers.by, order.details.get("ticket")
    ticket = keno.ticket(number) if isinstance(number, int) else None
    if ticket is None or ticket.status != TicketStatus.LIVE:
        return Refused(by, f"there is no live ticket {number!r}")
    paid = paid_on(keno, ticket)
    if paid and order.details.get("reverse") not in (True, "yes"):
        return Refused(by, f"{show(paid)} has been paid on ticket {ticket.number}; it is void only if that is reversed")
    judged = Judged(keno, draft)
    games = [game for game in keno.games_between(ticket.first, ticket.last) if game.state == GameState.SETTLED]
    freed = judged.freed(games)
    if freed is not None:
        return freed
    for game in games:
        judged.again(game.number, without=ticket)
    unsigned = judged.unsigned(order)
    if unsigned is not None:
        return unsigned
    draft.set_ticket(replace(ticket, status=TicketStatus.VOID))
    purse = CAGE if ticket.source == TILL else ticket.source
    played = sum(ticket.charge_in(game.number) for game in games)
    to_come = sum(ticket.charge_in(game) for game in range(_after(ticket, games), ticket.last + 1))
    judged.owing.give(FLOAT, purse, _owed(ticket, purse), played, "refund")
    judged.owing.give(HELD, purse, _owed(ticket, purse), to_come, "refund")
    ground = str(order.details.get("ground", ""))
    judged.note("void", ticket=ticket.number, ground=ground, reversed=paid, refund=played + to_come)
    draft.paper |= {"ticket": ticket.number, "refund": played + to_come, "reversed": paid}
    return Accepted(by)


def invalidate(keno: Keno, draft: Draft, order: Order) -> Decision:
    """The outcome of a settled game is cancelled: what was charged for it goes back, and what was paid on it is put right."""
    general, number = keno.terms.general, order.details.get("game")
    by = general.disorder.by if order.details.get("ground") == "disorder" else general.fraud.by
    game = keno.game(number) if isinstance(number, int) else None
    if game is None or game.state != GameState.SETTLED:
        return Refused(by, f"game {number!r} is not settled; there is no outcome to cancel")
    if game.facts.invalid:
        return Refused(by, f"the outcome of game {number} has been cancelled already")
    judged = Judged(keno, draft)
    freed = judged.freed([game])
    if freed is not None:
        return freed
    ground = str(order.details.get("ground", "fraud"))
    judged.again(game.number, invalid=ground)
    unsigned = judged.unsigned(order)
    if unsigned is not None:
        return unsigned
    judged.note("invalidated", game=number, ground=ground)
    draft.paper |= {"game": number, "refund": game.facts.taken}
    return Accepted(by + general.refund.by)


def correct_draw(keno: Keno, draft: Draft, order: Order) -> Decision:
    """Numbers keyed otherwise than the balls show: the balls are the record, before the evaluation and after it.

    Without a ``game`` the one being drawn is meant, or the last that was settled."""
    draws, standing, details = keno.terms.draws, keno.standing, order.details
    number = read(int, details.get("game", standing.drawing or standing.game - 1), "game")
    numbers = read(tuple[int, ...], details.get("numbers"), "numbers")
    game = keno.game(number)
    if game is None or not game.drawn:
        return Refused(draws.record.by, "there is no draw to correct")
    if game.state == GameState.CONFIRMED or (game.state == GameState.SETTLED and not by_balls(keno, number)):
        return Refused(
            draws.record.by, "these numbers are confirmed, or the generator's: the computer's record decides"
        )
    if len(set(numbers)) != draws.drawn.value or not all(1 <= each <= draws.device.value for each in numbers):
        return Refused(draws.drawn.by, f"the {draws.drawn.value} balls show as many different numbers")
    if numbers == game.numbers:
        return Refused(draws.record.by, f"that is what the record of game {number} says")
    judged = Judged(keno, draft)
    if game.state == GameState.DRAWN:
        draft.set_game(replace(game, numbers=numbers, facts=replace(game.facts, was=(*game.facts.was, game.numbers))))
    elif game.facts.invalid:
        return Refused(draws.record.by, f"the outcome of game {number} has been cancelled; its numbers decide nothing")
    elif (freed := judged.freed([game])) is not None:
        return freed
    else:
        judged.again(number, numbers=numbers)
    unsigned = judged.unsigned(order, evaluated=game.state == GameState.SETTLED)
    if unsigned is not None:
        return unsigned
    judged.note("corrected", game=number, was=list(game.numbers), numbers=list(numbers))
    draft.paper |= {"game": number, "was": list(game.numbers), "numbers": list(numbers)}
    return Accepted(draws.record.by)


def settle_owed(keno: Keno, draft: Draft, order: Order) -> Decision:
    """At the counter: what is owed on a ticket that was judged again is paid, or what its holder owes is taken."""
    by = keno.terms.general.dispute.by
    ticket = keno.ticket(read(int, order.details.get("ticket"), "ticket"))
    if ticket is None:
        return Refused(by, f"no ticket {order.details.get('ticket')} has been issued")
    account = ticket_owed(ticket)
    cents = keno.ledger.balance(account)
    if not cents:
        return Refused(by, f"nothing is owed on ticket {ticket.number}, and nothing by its holder")
    owing = Owing(keno.ledger.balance)
    owing.move(account, CAGE, cents, "settle")
    draft.note("owed settled", tuple(owing.moves), ticket=ticket.number, cents=cents)
    draft.paper = {"ticket": ticket.number, "owed": cents}
    return Accepted(by, f"{show(abs(cents))} is {'paid' if cents > 0 else 'taken'}")


# What they rest on


def ticket_owed(ticket: Ticket) -> str:
    """The account of what is owed on a ticket, or by whoever was paid on it over the counter."""
    return owed_account(f"KENO:{ticket.number}")


def _owed(ticket: Ticket, purse: str) -> str:
    """Where what a purse cannot bear is owed: a person's own account, or the ticket's."""
    return owed_account(purse.removeprefix("player:")) if purse.startswith("player:") else ticket_owed(ticket)


def _after(ticket: Ticket, settled: list[KenoGame]) -> int:
    return settled[-1].number + 1 if settled else ticket.first


def paid_on(keno: Keno, ticket: Ticket) -> Cents:
    """What has been paid on a ticket, as it has been put right since."""
    keno.ledger.settle_down()
    total = 0
    with keno.ledger.reading() as connection:
        for table in (tables.payment_table, tables.correction_table):
            query = sa.select(sa.func.sum(table.c.cents)).where(table.c.ticket == ticket.number)
            total += int(connection.execute(query).scalar() or 0)
    return total


def by_balls(keno: Keno, number: int) -> bool:
    """Was a game drawn with balls? Such numbers are confirmed by somebody; a generator's are the record as they are stored."""
    keno.ledger.settle_down()
    return any(entry.body["game"] == number for entry in keno.ledger.newest(STREAM, "confirmed", keno.standing.game))


def settled_by(keno: Keno, game: KenoGame, terms: Terms) -> Facts:
    """What the evaluation of a settled game comes to by some terms, its own or others, out of the pools that stood then. Nothing
    is changed."""
    facts, own = game.facts, keno.terms_of(game)
    tally = evaluate(terms, game.mask, keno.pages(game.number), facts.bonuses)
    judged = Judged(keno, Draft(keno, Order(HOUSE, "settle")))
    pools = {spots: judged.stood(game, spots) - facts.fed.get(spots, 0) for spots in tally.full}
    return evaluated_facts(game, tally, tally.outcome(terms, pools, facts.fed if terms == own else None))


def tickets_of(keno: Keno, number: int) -> Iterator[Ticket]:
    """The live tickets of a game."""
    table = tables.ticket_table
    query = sa.select(table).where(table.c.last >= number, table.c.first <= number, table.c.status == TicketStatus.LIVE)
    with keno.ledger.reading() as connection:
        yield from (ticket_of(row) for row in connection.execute(query.order_by(table.c.number)))


class Judged:
    """Settled games evaluated again under one ruling, and the money that takes the books from what was to what is."""

    def __init__(self, keno: Keno, draft: Draft) -> None:
        keno.ledger.settle_down()
        self.keno, self.draft = keno, draft
        self.owing = Owing(keno.ledger.balance)
        self.ruling = keno.standing.rulings + 1
        self._put_right: dict[tuple[int, int], tuple[str, Cents, str]] = {}  # by ticket and game: day, cents, whose
        self._told: list[dict[str, Doc]] = []
        self._evaluated: list[KenoGame] = []
        self.asked_by = ""  # who asked for what another signs

    def freed(self, games: list[KenoGame]) -> Refused | None:
        """Why nothing is judged again whose unclaimed prizes have become other players' prizes."""
        desk = self.keno.terms.desk
        day = next((game.day for game in games if game.day in self.keno.standing.released), "")
        by = desk.accessible.by + desk.unclaimed.by + self.keno.terms.general.dispute.by
        return (
            Refused(by, f"the unclaimed prizes of {day} have been freed; the case goes to a dispute") if day else None
        )

    def unsigned(self, order: Order, evaluated: bool = False) -> Refused | None:
        """Why a ruling that moves what was paid already is not one person's word, nor are other numbers of a game that has been
        ``evaluated``: they make other tickets win."""
        paid = any(cents for _, cents, _ in self._put_right.values())
        if not (paid or evaluated):
            return None
        by, asked_by = self.keno.terms.general.dispute.by, read(str, order.details.get("asked_by", ""), "asked_by")
        if not asked_by.strip():
            why = "prizes of it have been paid" if paid else "it has been evaluated"
            return Refused(by, f"{why}: one person asks for it, and another signs")
        if same_name(asked_by, order.who.name):
            return Refused(by, "whoever asks for it cannot sign it")
        self.asked_by = asked_by.strip()
        return None

    def note(self, kind: str, **body: Doc) -> None:
        """Puts the ruling on record, with every game as it was and is and what it puts right for whom."""
        self.draft.standing = replace(self.draft.standing, rulings=self.ruling)
        rows = []
        for (ticket, game), (day, cents, account) in self._put_right.items():
            if cents:
                row = dict(ruling=self.ruling, ticket=ticket, game=game, day=day, cents=cents, account=account)
                self.draft.rows.append((tables.new_correction, row))
                rows.append(row)
        if self.asked_by:
            body |= {"asked_by": self.asked_by}
        if self._told:
            body |= {"judged": self._told, "put_right": rows}
        self.draft.note(kind, tuple(self.owing.moves), **body)
        for one in self._evaluated:
            if not one.facts.invalid:
                cite_prizes(self.keno, one)
        if rows:
            self.draft.paper["put_right"] = rows

    def again(
        self, number: int, without: Ticket | None = None, numbers: tuple[int, ...] = (), invalid: str = "",
        more: dict[int, Cents] | None = None,
    ) -> None:  # fmt: skip
        """One game again; then the next in which a jackpot was won whose pool this one leaves otherwise."""
        game, more = self._game(number), more or {}
        least = guaranteed(self.keno.terms_of(game))
        stood = {spots: self.stood(game, spots) for spots in least}
        stands = {spots: cents + more.get(spots, 0) for spots, cents in stood.items()}
        facts = self._facts(game, stands, without, numbers, invalid)
        if numbers:
            facts = replace(facts, was=(*facts.was, game.numbers))
        now = replace(game, facts=facts, numbers=numbers or game.numbers)
        self._prizes(game, now, without)
        self.draft.set_game(now)
        self._told.append({"game": number, "was": _told(game), "is": _told(now)})
        self._evaluated.append(now)
        for spots in least:
            was_left = least[spots] if spots in game.facts.pools else stood[spots]
            left = least[spots] if spots in facts.pools else stands[spots]
            self._leaves(number, spots, left - was_left)

    def _leaves(self, number: int, spots: int, more: Cents) -> None:
        """A game leaves a jackpot otherwise than it did: the next who won it share that, or it is in the pool of today."""
        if not more:
            return
        won = next((game for game in self._later(number) if spots in game.facts.pools), None)
        if won is not None:
            self.again(won.number, more={spots: more})
        else:
            self.owing.move(FLOAT, jackpot_account(spots), more)

    def _facts(
        self, game: KenoGame, stood: dict[int, Cents], without: Ticket | None, numbers: tuple[int, ...], invalid: str
    ) -> Facts:
        """What the game's evaluation comes to now. What it fed stays in the pools, whose entries ever it came from."""
        keno, facts, terms = self.keno, game.facts, self.keno.terms_of(game)
        if invalid:
            nothing = Facts()
            return replace(
                facts, invalid=invalid, prizes=facts.taken, ratio=nothing.ratio, floor=0, pools={}, staked={}
            )
        if without is not None and (facts.invalid or not self._shared(game, without)):
            ways, charge = unpacked(without.ways), without.charge_in(game.number)
            won = won_in(keno, without, game)
            return replace(
                facts, tickets=facts.tickets - 1, ways=facts.ways - len(ways), taken=facts.taken - charge,
                winning=facts.winning - len(won.ways), prizes=facts.prizes - won.cents,
            )  # fmt: skip
        pages = keno.pages(game.number, without.number if without is not None else 0)
        tally = evaluate(terms, mask(numbers or game.numbers), pages, facts.bonuses)
        pools = {spots: cents - facts.fed.get(spots, 0) for spots, cents in stood.items()}
        return evaluated_facts(game, tally, tally.outcome(terms, pools, facts.fed))

    def _shared(self, game: KenoGame, ticket: Ticket) -> bool:
        """Does what a ticket won bear on what others won: a pool shared, or major prizes cut to the limit?"""
        if game.facts.floor:
            return True
        terms = self.keno.terms_of(game)
        found = ((way, (way.mask & game.mask).bit_count()) for way in unpacked(ticket.ways))
        return any(prize(terms, ticket.special, way.spots, matched, way.cents).jackpot for way, matched in found)

    def _prizes(self, was: KenoGame, now: KenoGame, without: Ticket | None) -> None:
        """What is set aside for the game, and what those have or owe who were paid as it was."""
        account = prizes_account(was.day)
        self.owing.move(FLOAT, account, max(0, now.facts.prizes - was.facts.prizes))
        for ticket in self._paid(was, now, without):
            gone = without is not None and ticket.number == without.number
            before = won_in(self.keno, ticket, was).cents
            cents = (0 if gone else won_in(self.keno, ticket, now).cents) - before
            if not cents:
                continue
            purse = self._payee(ticket, was.number)
            owed = _owed(ticket, purse)
            self.owing.put_right(account, purse, owed, cents)
            key = ticket.number, was.number
            self._put_right[key] = (was.day, self._put_right.get(key, ("", 0, ""))[1] + cents, purse or owed)
        self.owing.move(account, FLOAT, max(0, was.facts.prizes - now.facts.prizes))

    def _paid(self, was: KenoGame, now: KenoGame, without: Ticket | None) -> Iterator[Ticket]:
        """Every ticket that was paid for a game and may have won otherwise."""
        if _paid_by(was) == _paid_by(now):  # for nobody but whoever is out of it
            if without is not None and without.paid >= was.number:
                yield without
            return
        table, number = tables.ticket_table, was.number
        query = sa.select(table).where(
            table.c.last >= number, table.c.first <= number, table.c.paid >= number, table.c.status == TicketStatus.LIVE
        )
        with self.keno.ledger.reading() as connection:
            rows = connection.execute(query.order_by(table.c.number)).all()
        yield from (ticket_of(row) for row in rows)

    def _payee(self, ticket: Ticket, number: int) -> str:
        """The credit that a prize was paid into; none where it was paid over the counter."""
        table = tables.payee_table
        query = sa.select(table.c.account).where(table.c.ticket == ticket.number, table.c.from_game <= number)
        with self.keno.ledger.reading() as connection:
            return str(connection.execute(query.order_by(table.c.from_game.desc()).limit(1)).scalar() or "")

    # Pools

    def _game(self, number: int) -> KenoGame:
        game = self.draft.games.get(number) or self.keno.game(number)
        assert game is not None, f"game {number} is on record"
        return game

    def _later(self, number: int) -> list[KenoGame]:
        """The settled games after one, as this ruling has left them so far."""
        found = {game.number: game for game in self.keno.games_between(number + 1, LATEST)}
        found |= {each: game for each, game in self.draft.games.items() if each > number}
        return [found[each] for each in sorted(found) if found[each].state == GameState.SETTLED]

    def stood(self, game: KenoGame, spots: int) -> Cents:
        """What a jackpot stood at when a game was drawn, its own feed in it: found from what it stood at later."""
        if spots in game.facts.pools:
            return game.facts.pools[spots]
        since = 0
        for later in self._later(game.number):
            since += later.facts.fed.get(spots, 0)
            if spots in later.facts.pools:
                return later.facts.pools[spots] - since - self._added(spots, game.number, later.number)
        return self.owing.holds(jackpot_account(spots)) - since - self._added(spots, game.number, LATEST)

    def _added(self, spots: int, after: int, upto: int) -> Cents:
        """What unclaimed prizes were added to a jackpot between two games."""
        entries = self.keno.ledger.newest(STREAM, "returned to players", self.keno.standing.game)
        return sum(
            entry.body["cents"]
            for entry in entries
            if entry.body.get("spots") == spots and after < entry.body["game"] <= upto
        )


def _told(game: KenoGame) -> dict[str, Doc]:
    """A game as the record of a ruling tells it."""
    facts = game.facts
    told = {"numbers": list(game.numbers), "invalid": facts.invalid}
    return told | {name: write(getattr(facts, name)) for name in ("tickets", "taken", "prizes", "pools", "ratio")}


def _paid_by(game: KenoGame) -> tuple[int, Fraction, Cents, dict[int, Cents], dict[int, Cents], str]:
    """Everything by which a way of a game is paid."""
    facts = game.facts
    return game.mask, facts.ratio, facts.floor, facts.pools, facts.staked, facts.invalid
