"""House: the floor as a whole. Tables, the people at them, and what they are told.

``do`` is the one door for orders: it decides at the table, waits until the ledger has flushed, and only then tells
everyone who watches. A visitor gets play credit once. There is no real money here and none can be brought.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from houseway.floor.people import HOUSE
from houseway.floor.table import Order, Reply, Table
from houseway.floor.terminals import accounts_of
from houseway.ledger import Ledger, LedgerBroken, Post, Transfer
from houseway.money import Cents, show
from houseway.play.decision import Refused
from houseway.play.wagers import SetUp

PLAY_CREDIT: Cents = 100_000
FLOAT: Cents = 2_000_000

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
        self.dealt_by: dict[str, str] = {}  # "house": the house deals by itself; "dealer": somebody does
        self._watchers: dict[str, set[Watcher]] = {}
        self.stopped = asyncio.Event()

    # Opening

    def known(self) -> list[str]:
        """The tables on record."""
        streams = self.ledger.streams()
        return [stream for stream in streams if stream not in ("cage", "floor") and not stream.startswith("desk:")]

    def load_table(self, name: str) -> None:
        """A table as the record has it; another process may have written it."""
        self.ledger.forget(name)
        self.tables[name] = Table.load(self.ledger, name)

    def read_floor(self) -> None:
        for entry in self.ledger.entries("floor"):
            self.dealt_by[entry.body["table"]] = entry.body["dealt_by"]

    def load_floor(self) -> None:
        """Every table on record, as it was left."""
        self.read_floor()
        for name in self.known():
            self.load_table(name)

    def open_table(
        self,
        name: str,
        book: str,
        set_up: SetUp,
        dealt_by: str = "house",
        cards_from: str = "rng",
        policies: Mapping[str, Any] | None = None,
    ) -> Table | Refused:
        """Opens a table and fills its float, or says by which clause it may not stand there."""
        if name in self.tables:
            raise ValueError(f"there is a table {name} already")
        at = self.clock()
        table = Table.open(self.ledger, name, book, set_up, HOUSE, at, cards_from, policies)
        if isinstance(table, Refused):
            return table
        body = {"table": name, "dealt_by": dealt_by}
        fill = Transfer("cage", f"float:{name}", FLOAT, "fill")
        self.ledger.post([Post("floor", "opened", at.isoformat(), "house:house", body, (fill,))])
        self.tables[name], self.dealt_by[name] = table, dealt_by
        if accounts_of(table) is not None:  # its places are terminals
            for number in range(1, set_up.sign.areas + 1):
                table.do(Order(HOUSE, "attach", {"station": f"ATS-{number}"}, at=at))
        return table

    @property
    def in_order(self) -> list[str]:
        """The tables in the order they were opened, as the floor has them."""
        opened = [name for name in self.dealt_by if name in self.tables]
        return [*opened, *sorted(self.tables.keys() - set(opened))]

    # People

    def welcome(self, name: str) -> Cents:
        """A visitor's credit; play credit is given once."""
        account = f"player:{name}"
        key = f"welcome:{name}"
        if self.ledger.recall(key, "welcome") is None:
            move = Transfer("cage", account, PLAY_CREDIT, "play credit")
            post = Post("cage", "welcome", self.clock().isoformat(), f"player:{name}", {}, (move,))
            self.ledger.post([post], key, "welcome", {"credit": show(PLAY_CREDIT)}).result()
        return self.ledger.balance(account)

    def credit(self, name: str) -> Cents:
        return self.ledger.balance(f"player:{name}")

    # Orders

    async def do(self, table: str, order: Order) -> Reply:
        """Carries an order to a table and comes back when it is on disk."""
        reply = self.tables[table].do(order)
        if reply.saved is not None:
            try:
                await asyncio.wrap_future(reply.saved)
            except LedgerBroken:
                self.stopped.set()  # never serve what may not be on disk; a restart begins from what is
                raise
            self.tell(table)
        return reply

    def watch(self, table: str, watcher: Watcher) -> None:
        self._watchers.setdefault(table, set()).add(watcher)

    def unwatch(self, table: str, watcher: Watcher) -> None:
        self._watchers.get(table, set()).discard(watcher)

    def tell(self, table: str, on_record: bool = True) -> None:
        """Tells who watches a table; who watches the record of all of them hears only of what is in it."""
        watchers = [*self._watchers.get(table, ()), *(self._watchers.get("*", ()) if on_record else ())]
        for watcher in watchers:
            watcher(table)
