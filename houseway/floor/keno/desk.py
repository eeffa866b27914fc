"""Desk: the one writer of the keno computer.

The clerk takes an order (who, which act, details, a key made by the client) down the ladder of every desk; what it changes goes
to the ledger and to the desk's tables in one transaction. What has been accepted and is not yet flushed is kept at hand, so that
two terminals asking at the same moment see the same ticket.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import TypeVar

import sqlalchemy as sa

from houseway import games
from houseway.floor import clerk
from houseway.floor.clerk import Reply
from houseway.floor.keno import tables
from houseway.floor.keno.masks import Page
from houseway.floor.keno.papers import Found, KenoGame, Ticket, Voucher, game_of, ticket_of, voucher_of
from houseway.floor.keno.states import TicketStatus
from houseway.floor.law import Law, change_of_law, edition_of, kept_rows, law_at
from houseway.floor.papers.at_keno import write_papers
from houseway.floor.people import Person
from houseway.floor.timing import Clock
from houseway.forms import Doc, read, write
from houseway.games.keno.drawing import SOUND, Device
from houseway.games.keno.prizes import Bonus, guaranteed
from houseway.games.keno.terms import Column, Terms
from houseway.law.clause import NO_CLAUSE, Basis, Provision
from houseway.law.rulebook import Edition
from houseway.ledger import Ledger, Post, Row, Transfer
from houseway.money import Cents
from houseway.play.decision import Decision, Refused
from houseway.play.script import HasGeneral
from houseway.versions import Upgrade, upgraded, versioned

STREAM = "desk:keno"
HELD, FLOAT, TILL, UNCLAIMED = "held:KENO", "float:KENO", "till:KENO", "unclaimed:KENO"
CAGE = "cage"
FILL: Cents = 20_000_000  # what the game's float starts with
PAGE = 20_000  # tickets read at a time
_PAST_MIDNIGHT = timedelta(days=1)  # a Keno day ends on the next date at the latest
RECENT = 12  # games kept at hand: every sale and every board asks for them


def jackpot_account(spots: int) -> str:
    return f"jackpot:KENO-{spots}"


def prizes_account(day: str) -> str:
    return f"prizes:KENO:{day}"


def vouchers_account(day: str) -> str:
    return f"vouchers:KENO:{day}"


@dataclass(frozen=True)
class Order:
    """Somebody at a terminal or at the console wants something done."""

    who: Person
    act: str
    details: Mapping[str, Doc] = field(default_factory=dict)
    key: str = ""
    at: datetime = datetime(2000, 1, 1)
    terminal: str = "T-01"
    received: float | None = None  # when it was read from its line, on the steady clock


Answer = Reply  # as it is called here


@dataclass(frozen=True)
class Change:
    """What everybody at the desk is told of another law than before."""

    game: int  # the first that goes by it
    by: Basis
    words: str


@dataclass(frozen=True)
class Errand:
    """A wager in a runner's hand: no entry until it is placed."""

    runner: str
    entry: dict[str, Doc]  # as it was ordered; read when it is placed


@dataclass(frozen=True)
class Dispute:
    """What a player complains of, and what was decided."""

    number: int
    words: str
    ticket: Doc = 0  # as it was told, and perhaps no ticket of ours
    decision: str = ""
    by: str = ""  # who complained; the first records do not say
    review_asked: str = ""  # by whom
    review: str = ""  # what it came to


@dataclass(frozen=True)
class DeskState:
    """Where the desk stands, beside its papers. Every entry that changes it carries it."""

    day: str = ""  # the Keno day that runs; "" between days
    game: int = 0  # the game being sold; it may wait for the next day
    drawing: int = 0  # the game that is closed and not yet settled; 0 for none
    device: Device = SOUND
    told_players: bool = False
    told_inspector: bool = False
    excluded: frozenset[str] = frozenset()
    promotion: dict[int, Column] = field(default_factory=dict)  # Special 3, where one is approved
    promotion_approval: str = ""
    bonuses: tuple[Bonus, ...] = ()  # for the game being sold
    released: tuple[str, ...] = ()  # days whose unclaimed prizes have been freed for the players
    errands: dict[int, Errand] = field(default_factory=dict)
    disputes: tuple[Dispute, ...] = ()
    run_by: str = "house"  # the house runs the games by itself, or an "operator" does
    clock: str = ""  # why the clock is not trusted; what goes by it waits for a supervisor
    rulings: int = 0  # made so far: an evaluation that a ruling overtook begins again
    law: Law | None = None  # the last that everybody was told of
    changed: Change | None = None  # and what it changed, where it was another than the one before
    attested: str = ""  # by which inspector, that they are there and approve of what the draw waits for
    attested_badge: str = ""  # whose account that was, where the house has enrolled them


UPGRADES: tuple[Upgrade, ...] = ()  # how a standing of an earlier version is read


def _written(standing: DeskState) -> Doc:
    return versioned(write(standing), UPGRADES)


class Draft(clerk.Draft):
    """What one order would change."""

    def __init__(self, keno: Keno, order: Order) -> None:
        super().__init__(order)
        self.order, self.standing = order, keno.standing
        self.rows: list[Row] = []
        self.tickets: dict[int, Ticket] = {}
        self.games: dict[int, KenoGame] = {}
        self.vouchers: dict[int, Voucher] = {}

    def sell(self, ticket: Ticket) -> None:
        self.tickets[ticket.number] = ticket
        self.rows.append((tables.new_ticket, ticket.row()))

    def set_ticket(self, ticket: Ticket) -> None:
        self.tickets[ticket.number] = ticket
        self.rows.append((tables.ticket_now, ticket.now()))

    def set_game(self, game: KenoGame, new: bool = False) -> None:
        self.games[game.number] = game
        self.rows.append((tables.new_game, game.row()) if new else (tables.game_now, game.now()))

    def pin(self, keno: Keno, game: KenoGame) -> KenoGame:
        """A game whose sale begins, pinned to the law that holds now; what its digest stands for is kept."""
        return replace(game, facts=replace(game.facts, law=self.go_by_the_law(keno, game.number)))

    def go_by_the_law(self, keno: Keno, first: int) -> Law:
        """The law of the moment holds from a game on; where it is another than everybody knows, they are told what changed."""
        edition, law = keno.law_at(self.order.at)
        before = keno.known_law
        self.rows.extend(kept_rows(keno.ledger, edition, edition.game))
        if before is not None and before.digest != law.digest:
            event = change_of_law(before, edition)
            self.standing = replace(self.standing, changed=Change(first, event.by, event.words))
            self.note("changed over", game=first, digest=law.digest, by=write(event.by), words=event.words)
        self.standing = replace(self.standing, law=law)
        return law

    def issue_voucher(self, voucher: Voucher) -> None:
        self.vouchers[voucher.number] = voucher
        self.rows.append((tables.new_voucher, voucher.row()))

    def use_voucher(self, voucher: Voucher) -> None:
        self.vouchers[voucher.number] = voucher
        self.rows.append((tables.voucher_used, tables.bound(number=voucher.number, used=voucher.used)))


Paper = TypeVar("Paper", Ticket, KenoGame, Voucher)
Act = Callable[["Keno", Draft, Order], Decision]


class Keno:
    def __init__(self, ledger: Ledger, book: str = "act-1992-keno", moment: datetime | None = None) -> None:
        self.ledger = ledger
        self.book, variant = games.book(book)
        self._named, self._moment = book, moment  # with a moment, held to the law of then
        self._begins = self.book.begins(variant)
        self._first: Edition[HasGeneral] = self.book.at(moment or self._begins, None, variant)
        self.lock = threading.RLock()
        self.evaluating = threading.Lock()  # one evaluation at a time, beside the selling
        self.cited: Callable[[Basis, str], None] = lambda by, what: None  # a listener, for clause coverage
        # where a writer's cash goes, in a house that has a cage, and who may not play in it
        self.drawer: Callable[[str, str], str | Refused | None] = lambda writer, terminal: None
        self.why_out: Callable[[str], str] = lambda name: ""
        # whether the hours of gaming run by the house's own clock; where it was given none, whoever says that they are over knows
        self.hours_run: Callable[[], bool] = lambda: False
        self.sales: Clock | None = None  # who keeps the time of sales, where the house runs the games by itself
        ledger.keep(tables.metadata)
        self._tickets: dict[int, Ticket] = {}  # accepted, perhaps not yet on disk
        self._games: dict[int, KenoGame] = {}
        self._vouchers: dict[int, Voucher] = {}
        self._on_disk: deque[Callable[[], None]] = deque()  # each lets go of papers that are
        self._flushed: dict[int, KenoGame] = {}  # recent games, each as far as it is on disk
        self._load()
        if not self.standing.game:
            self._first_opening()

    # Starting

    def _load(self) -> None:
        self.ledger.settle_down()
        kept = self.ledger.snapshot(STREAM)
        doc = kept[1] if kept else None
        if kept is None:  # lost or damaged: every entry that moved it carries it
            for entry in self.ledger.entries(STREAM):
                doc = entry.body.get("standing", doc)
        self.standing = read(DeskState, upgraded(doc, UPGRADES, "standing"), "standing") if doc else DeskState()
        with self.ledger.reading() as connection:
            highest = [
                connection.execute(sa.select(sa.func.max(table.c.number))).scalar() or 0
                for table in (tables.ticket_table, tables.voucher_table, tables.claim_table)
            ]
        self.tickets, self.vouchers, self.claims = highest
        self._by_the_book()

    def _first_opening(self) -> None:
        """A new desk: its float, and the guaranteed jackpots out of it."""
        moves = [Transfer(CAGE, FLOAT, FILL, "fill")]
        for spots, cents in guaranteed(_terms(self._first)).items():
            moves.append(Transfer(FLOAT, jackpot_account(spots), cents, "guaranteed"))
        self.standing = DeskState(game=1)
        body = {"edition": self._first.digest, "standing": _written(self.standing)}
        post = Post(STREAM, "installed", "", "house:house", body, tuple(moves))
        self.ledger.post([post], snapshot=(STREAM, _written(self.standing)))
        self.ledger.settle_down()

    def _by_the_book(self) -> None:
        """What is sold now is sold by the law of the game that is open."""
        selling = self.game(self.standing.game)
        self.edition: Edition[HasGeneral] = self._first if selling is None else self.edition_of(selling)
        self.terms: Terms = self.with_promotion(self.standing.promotion)

    def law_at(self, at: datetime) -> tuple[Edition[HasGeneral], Law]:
        """The law of the moment, by which a game whose sale begins now is sold, drawn and paid to its end."""
        return law_at(self._named, self._moment or max(at, self._begins), {})

    @property
    def known_law(self) -> Edition[HasGeneral] | None:
        """The edition that everybody was last told of; nobody's before the first game."""
        game = self.game(self.standing.game)
        known = self.standing.law or (game.facts.law if game is not None else None)
        return None if known is None else edition_of(self.ledger, known)

    def edition_of(self, game: KenoGame) -> Edition[HasGeneral]:
        """The edition that a game is pinned to; the first houses did not pin any."""
        return self._first if game.facts.law is None else edition_of(self.ledger, game.facts.law)

    def with_promotion(self, columns: dict[int, Column], edition: Edition[HasGeneral] | None = None) -> Terms:
        """The terms with the columns of a promotion loaded as Special 3."""
        terms = _terms(edition or self.edition)
        if not columns:
            return terms
        third = Provision(columns, terms.schedules.special_3.by)
        return replace(terms, schedules=replace(terms.schedules, special_3=third))

    def terms_of(self, game: KenoGame) -> Terms:
        """The terms by which a game is played and paid."""
        return self.with_promotion(game.facts.promotion, self.edition_of(game))

    # Orders

    def do(self, order: Order) -> Answer:
        """Decides an order and, if it is accepted, puts it on record."""
        with self.lock:
            return clerk.serve(self, order)

    @property
    def called(self) -> str:
        return "keno"

    def draft(self, order: Order) -> Draft:
        return Draft(self, order)

    def decide(self, draft: Draft, order: Order) -> Decision:
        """What may be done as the desk stands, and what it comes to."""
        from houseway.floor.keno import drawers
        from houseway.floor.keno.acts import ACTS, judge_act

        act = ACTS.get(order.act)
        if act is None:
            return Refused(NO_CLAUSE, f"{order.act!r} is nothing that the keno computer does", "act")
        if (refused := judge_act(self, order)) is not None:
            return refused
        decision = act(self, draft, order)
        return drawers.take_and_give(self, draft, order, decision)

    def save(self, draft: Draft, decision: Decision, key: str = "", fingerprint: str = "") -> Answer:
        """Puts a draft on record, with every row of the desk's own tables, and moves on with it."""
        moved = draft.standing != self.standing
        self._forget()
        if moved:
            for _, body, _ in draft.entries:
                body["standing"] = _written(draft.standing)
        write_papers(self, draft)
        snapshot = _written(draft.standing) if moved else None
        answer = clerk.record(self.ledger, STREAM, draft, decision, key, fingerprint, snapshot, draft.rows)
        saved = answer.saved
        assert saved is not None
        self.standing = draft.standing
        self._keep_at_hand(saved, self._tickets, draft.tickets)
        self._keep_at_hand(saved, self._games, draft.games)
        self._keep_at_hand(saved, self._vouchers, draft.vouchers)
        if games := draft.games:
            saved.add_done_callback(lambda done: None if done.exception() else self._flushed.update(games))
        if moved:
            self._by_the_book()
        for number in draft.tickets:
            self.tickets = max(self.tickets, number)
        for number in draft.vouchers:
            self.vouchers = max(self.vouchers, number)
        return answer

    def _keep_at_hand(self, saved: Future[None], kept: dict[int, Paper], papers: Mapping[int, Paper]) -> None:
        """Papers that are accepted, until they are on disk."""
        if papers:
            kept.update(papers)
            saved.add_done_callback(lambda _: self._on_disk.append(lambda: self._let_go(kept, papers)))

    def _let_go(self, kept: dict[int, Paper], papers: Mapping[int, Paper]) -> None:
        """What is on disk need not be kept at hand, unless it has changed since."""
        games: object = self._games
        for number, paper in papers.items():
            if kept.get(number) is paper and not (kept is games and number >= self.standing.game - RECENT):
                del kept[number]

    def _forget(self) -> None:
        while self._on_disk:
            self._on_disk.popleft()()
        for kept in (self._games, self._flushed):
            for number in [n for n in list(kept) if n < self.standing.game - RECENT]:
                kept.pop(number, None)

    # Papers

    def ticket(self, number: int) -> Ticket | None:
        known = self._tickets.get(number)
        if known is None and (row := self._row(_TICKET, number)) is not None:
            known = ticket_of(row)
        return known

    def game(self, number: int) -> KenoGame | None:
        known = self._games.get(number)
        if known is None and (row := self._row(_GAME, number)) is not None:
            known = game_of(row)
            if number >= self.standing.game - RECENT:
                self._games[number] = known
        return known

    def game_on_disk(self, number: int) -> KenoGame | None:
        """A game as far as it is on disk: all of it that anybody may be shown."""
        known = self._flushed.get(number)
        if known is None and (row := self._row(_GAME, number)) is not None:
            known = self._flushed.setdefault(number, game_of(row))
        return known

    def games_between(self, first: int, last: int) -> list[KenoGame]:
        with self.ledger.reading() as connection:
            rows = connection.execute(_GAMES, {"first": first, "last": last}).all()
        found = {row.number: game_of(row) for row in rows}
        found.update({n: game for n, game in self._games.items() if first <= n <= last})
        return [found[number] for number in sorted(found)]

    def voucher(self, number: int) -> Voucher | None:
        known = self._vouchers.get(number)
        if known is None and (row := self._row(_VOUCHER, number)) is not None:
            known = voucher_of(row)
        return known

    def _row(self, query: sa.Select[*tuple[object, ...]], number: int) -> Found | None:
        """What the tables have under a number."""
        if not _whole(number):
            return None
        with self.ledger.reading() as connection:
            return connection.execute(query, {"number": number}).first()

    @property
    def selling(self) -> KenoGame | None:
        """The game that tickets are sold for now."""
        return self.game(self.standing.game) if self.standing.day else None

    def pages(self, game: int, without: int = 0) -> Iterator[Page]:
        """Every live ticket of a game but one, page by page: what the evaluation needs of it."""
        self.ledger.settle_down()
        table = tables.ticket_table
        charge = sa.case((table.c.first + table.c.charged > game, table.c.per_game), else_=0)
        query = sa.select(table.c.special, table.c.ways, charge)
        query = query.where(table.c.last >= game, table.c.first <= game, table.c.status == TicketStatus.LIVE)
        if without:
            query = query.where(table.c.number != without)
        text = str(
            query.compile(self.ledger.engine, compile_kwargs={"literal_binds": True})
        )  # whole numbers of ours only
        with self.ledger.reading() as connection:
            # The driver's own cursor: three plain values a ticket, a page at a time, for every ticket of a draw.
            driver = connection.connection.driver_connection
            assert driver is not None
            postgres = self.ledger.engine.dialect.name == "postgresql"
            cursor = driver.cursor(name="keno_tickets") if postgres else driver.cursor()
            cursor.execute(text)
            while rows := cursor.fetchmany(PAGE):
                yield rows
            cursor.close()

    # Money

    def pools(self) -> dict[int, Cents]:
        """What each jackpot stands at, without what the open game will add."""
        return {spots: self.ledger.balance(jackpot_account(spots)) for spots in guaranteed(self.terms)}

    def today(self, order: Order) -> date:
        """The Keno day, by the date of its start, also past midnight; between days, and where a day was never ended, the
        calendar's."""
        now, day = order.at.date(), self.standing.day
        return now if not day or now - date.fromisoformat(day) > _PAST_MIDNIGHT else date.fromisoformat(day)


def _terms(edition: Edition[HasGeneral]) -> Terms:
    """What an edition says of keno."""
    terms = edition.terms
    assert isinstance(terms, Terms), f"{edition.book} is no book of keno"
    return terms


def _whole(number: object) -> bool:
    """A number that a paper can bear, and a database hold."""
    return type(number) is int and 0 < number < 2**53


_TICKET = sa.select(tables.ticket_table).where(tables.ticket_table.c.number == sa.bindparam("number"))
_GAME = sa.select(tables.game_table).where(tables.game_table.c.number == sa.bindparam("number"))
_VOUCHER = sa.select(tables.voucher_table).where(tables.voucher_table.c.number == sa.bindparam("number"))
_GAMES = sa.select(tables.game_table).where(
    tables.game_table.c.number >= sa.bindparam("first"), tables.game_table.c.number <= sa.bindparam("last")
)
