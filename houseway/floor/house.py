"""House: the floor as a whole. Tables, the people at them, and what they are told.

``do`` is the one door for orders: it decides at the table, waits until the ledger has flushed, and only then tells
everyone who watches. A visitor gets play credit, and more when it is gone. There is no real money here and none can be brought.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import TypeAlias

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.floor.betting import cannot_close
from houseway.floor.clerk import until_on_disk
from houseway.floor.people import HOUSE
from houseway.floor.table import Order, Reply, Table
from houseway.floor.terminals import accounts_of
from houseway.floor.views import view_of
from houseway.forms import Doc
from houseway.ledger import Ledger, LedgerBroken, NotOurs, Post, Transfer
from houseway.money import Cents, show
from houseway.play.decision import Refused
from houseway.play.remembering import remembered
from houseway.play.wagers import SetUp

log = logging.getLogger("houseway")

PLAY_CREDIT: Cents = 100_000
FLOAT: Cents = 2_000_000

CLOSING = ("answer", "irregularity")  # acts that end an open window

Watcher: TypeAlias = Callable[[str], None]


def venue_time() -> datetime:
    """The house's own clock, as its walls show it."""
    return datetime.now()


async def while_it_is_open(step: Callable[[], Awaitable[None]]) -> None:
    """One step after another, until the ledger cannot be written any more."""
    try:
        while True:
            await step()
    except LedgerBroken:
        return


class House:
    def __init__(self, ledger: Ledger, clock: Callable[[], datetime] = venue_time) -> None:
        self.ledger, self.clock = ledger, clock
        self.tables: dict[str, Table] = {}
        self.copies: set[str] = set()  # tables that another process serves, and that are only shown here
        self.out_of_order: dict[str, str] = {}  # tables on record that cannot run, and why; the others go on
        self.dealt_by: dict[str, str] = {}  # "house": the house deals by itself; "dealer": somebody does
        self.pocket: Callable[[str], str] | None = None  # what people play with, where the house has a cage
        self.why_out: Callable[[str], str] = lambda name: ""  # why somebody may not play anywhere in the house
        self.hand_pay: Callable[[], Cents | None] = lambda: None  # above which two people sign for a win
        self.opening_float: Cents = FLOAT  # a table's, where no cage counts one out in chips
        self._watchers: dict[str, set[Watcher]] = {}
        self.stopped = asyncio.Event()

    # Opening

    def known(self) -> list[str]:
        """The tables on record."""
        streams = self.ledger.streams()
        return [stream for stream in streams if stream not in ("cage", "floor") and not stream.startswith("desk:")]

    def load_table(self, name: str) -> None:
        """A table as the record has it; another process may have written it. One that cannot be read or run, by a mistake in
        a book, in the record or of ours, is out of order by itself."""
        self.ledger.forget(name)
        try:
            table = Table.load(self.ledger, name)
            view_of(table)
        except (LedgerBroken, sa.exc.SQLAlchemyError):
            raise
        except Exception as wrong:
            self.put_out_of_order(name, wrong)
        else:
            self.out_of_order.pop(name, None)
            self.stands(table)

    def stands(self, table: Table) -> None:
        """A table among the others: it hears who was warned at them, and which of them share a meter with it."""
        self.tables[table.name] = table
        table.warned_elsewhere = lambda day: self._warned(table, day)
        table.at_the_meter = lambda jackpot: self._at_the_meter(table, jackpot)
        if self.pocket is not None:
            table.pocket, table.takes_cash, table.hand_pay = self.pocket, True, self.hand_pay
        table.why_out = lambda name: self.why_out(name)

    def _warned(self, table: Table, day: str) -> frozenset[str]:
        """Who was warned for a gaming day at the other tables of a table's book."""
        others = (
            other for other in self.tables.values() if other is not table and other.state.book == table.state.book
        )
        told = (remembered(other.carry_by_now()).warned for other in others if other.state.day == day)
        return frozenset[str]().union(*told)

    def _at_the_meter(self, table: Table, jackpot: str) -> list[Table]:
        """The other tables that feed a jackpot and pay from it."""
        others = (other for other in self.tables.values() if other is not table)
        return [other for other in others if (sign := other.state.sign.jackpot) is not None and sign.name == jackpot]

    def put_out_of_order(self, name: str, wrong: Exception) -> None:
        """This table stands still, with the reason; nothing of its record changes."""
        log.error("%s is out of order: %s", name, wrong, exc_info=wrong, extra={"facts": {"table": name}})
        self.tables.pop(name, None)
        self.out_of_order[name] = (
            str(wrong) if isinstance(wrong, (Complaint, LookupError)) else f"a mistake of ours: {wrong}"
        )

    def read_floor(self) -> None:
        for entry in self.ledger.entries("floor"):
            self.dealt_by[entry.body["table"]] = entry.body["dealt_by"]

    def load_floor(self, without: Collection[str] = ()) -> None:
        """Every table on record, as it was left and where it stood: in the order in which they were opened."""
        self.read_floor()
        for name in self._as_opened(self.known()):
            if name not in without:
                self.load_table(name)

    def open_table(
        self,
        name: str,
        book: str,
        set_up: SetUp,
        dealt_by: str = "house",
        cards_from: str = "rng",
        policies: Mapping[str, Doc] | None = None,
        moment: datetime | None = None,
    ) -> Table | Refused:
        """Opens a table and fills its float, or says by which clause it may not stand there. With a ``moment`` it is held to
        the law of then."""
        if name in self.tables or name in self.out_of_order:
            raise ValueError(f"there is a table {name} already")
        at = self.clock()
        table = Table.open(self.ledger, name, book, set_up, HOUSE, at, cards_from, policies, moment)
        if isinstance(table, Refused):
            return table
        body = {"table": name, "dealt_by": dealt_by}
        fill = (Transfer("cage", f"float:{name}", self.opening_float, "fill"),) if self.opening_float else ()
        self.ledger.post([Post("floor", "opened", at.isoformat(), "house:house", body, fill)])
        self.stands(table)
        self.dealt_by[name] = dealt_by
        if accounts_of(table) is not None:  # its places are terminals
            for number in range(1, set_up.sign.areas + 1):
                table.do(Order(HOUSE, "attach", {"station": f"ATS-{number}"}, at=at))
        return table

    def hand_over(self, name: str, dealt_by: str, by: str) -> None:
        """From now on the house deals at a table by itself, or a dealer does; it is on record."""
        body = {"table": name, "dealt_by": dealt_by}
        self.ledger.post([Post("floor", "handed over", self.clock().isoformat(), by, body)])
        self.dealt_by[name] = dealt_by
        self.tell(name)

    @property
    def in_order(self) -> list[str]:
        """The tables in the order they were opened, as the floor has them."""
        return self._as_opened(self.tables)

    def _as_opened(self, names: Collection[str]) -> list[str]:
        opened = [name for name in self.dealt_by if name in names]
        return [*opened, *sorted(set(names).difference(opened))]

    # People

    def welcome(self, name: str) -> Cents:
        """A visitor's credit; play credit is given once. Whoever tells of it waits for the disk, as for any answer."""
        account = f"player:{name}"
        key = f"welcome:{name}"
        if self.ledger.recall(key, "welcome") is None:
            move = Transfer("cage", account, PLAY_CREDIT, "play credit")
            post = Post("cage", "welcome", self.clock().isoformat(), f"player:{name}", {}, (move,))
            self.ledger.post([post], key, "welcome", {"credit": show(PLAY_CREDIT)})
        return self.ledger.balance(account)

    def top_up(self, name: str, cents: Cents) -> None:
        """Play credit for a player of the house, where it has less than it needs."""
        short = cents - self.credit(name)
        if short > 0:
            move = Transfer("cage", f"player:{name}", short, "play credit")
            self.ledger.post(
                [Post("cage", "topped up", self.clock().isoformat(), "house:house", {"player": name}, (move,))]
            )

    def is_out_of_credit(self, name: str) -> bool:
        """Whether somebody has too little for any table, and nothing lies anywhere that could come back."""
        least = min((table.state.sign.limits.minimum for table in self.tables.values()), default=PLAY_CREDIT)
        if self.credit(name) >= least:
            return False
        return not any(table.position().get(name, (0, 0))[0] for table in self.tables.values())

    def welcome_again(self, name: str) -> Cents:
        """Play credit for somebody who has none left, as often as that is so; nothing for anybody else."""
        if self.is_out_of_credit(name):
            times = next(n for n in count(2) if self.ledger.recall(f"welcome:{name}:{n}", "welcome") is None)
            move = Transfer("cage", f"player:{name}", PLAY_CREDIT, "play credit")
            post = Post("cage", "welcome", self.clock().isoformat(), f"player:{name}", {}, (move,))
            self.ledger.post([post], f"welcome:{name}:{times}", "welcome", {"credit": show(PLAY_CREDIT)})
        return self.credit(name)

    def credit(self, name: str) -> Cents:
        return self.ledger.balance(f"player:{name}")

    # Orders

    async def do(self, table: str, order: Order) -> Reply:
        """Carries an order to a table and comes back when it is on disk."""
        with self._stopping():
            reply = await until_on_disk(self.tables[table].do(order))
        if reply.accepted:
            for name in (table, *reply.also):
                self.tell(name)
        if order.act in CLOSING and isinstance(reply.decision, Refused):
            await self._freeze_if_stuck(table, order)
        return reply

    async def change_over(self) -> None:
        """At the hour of a change, every table where nothing has happened goes on by the law that holds now."""
        at = self.clock()
        for name, table in list(self.tables.items()):
            if name in self.copies:
                continue
            try:
                reply = table.change_over(at)
            except (LedgerBroken, NotOurs):
                raise
            except Exception as wrong:
                log.exception("%s could not change over", name)
                reply = table.do(Order(HOUSE, "freeze", {"why": f"it could not change over: {wrong}"}, at=at))
            if reply is not None:
                with self._stopping():
                    await until_on_disk(reply)
                self.tell(name)

    @contextmanager
    def _stopping(self) -> Iterator[None]:
        """Never serves what may not be on disk: where that cannot be known the house stops, and begins from what is."""
        try:
            yield
        except LedgerBroken:
            self.stopped.set()
            raise

    async def _freeze_if_stuck(self, table: str, order: Order) -> None:
        """A window that will not close is never left standing in silence: the table freezes and says why."""
        stuck = cannot_close(self.tables[table])
        if stuck is not None:
            why = f"wagers that were accepted cannot be closed: {stuck.because}"
            await self.do(table, Order(HOUSE, "freeze", {"why": why}, at=order.at))

    def watch(self, table: str, watcher: Watcher) -> None:
        self._watchers.setdefault(table, set()).add(watcher)

    def unwatch(self, table: str, watcher: Watcher) -> None:
        self._watchers.get(table, set()).discard(watcher)

    def tell(self, table: str, on_record: bool = True) -> None:
        """Tells who watches a table; who watches the record of all of them hears only of what is in it."""
        watchers = [*self._watchers.get(table, ()), *(self._watchers.get("*", ()) if on_record else ())]
        for watcher in watchers:
            watcher(table)
