"""House: the floor as a whole. Tables, the people at them, and what they are told.

``do`` is the one door for orders: it decides at the table, waits until the ledger has flushed, and only then tells
everyone who watches. A visitor gets play credit once. There is no real money here and none can be brought.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from houseway.floor import jackpots
from houseway.floor.people import HOUSE
from houseway.floor.table import Order, Reply, Table
from houseway.floor.terminals import accounts_of
from houseway.ledger import Ledger, LedgerBroken, Post, Transfer
from houseway.money import Cents, show
from houseway.play.decision import Refused
from houseway.play.wagers import Jackpot, Limits, SetUp, Sign

PLAY_CREDIT: Cents = 100_000
FLOAT: Cents = 2_000_000

Watcher: TypeAlias = Callable[[str], None]

# On a roulette sign each kind of wager has its own limits; what may be won is about the same for all of them.
ROULETTE_SIGN = Sign(
    Limits(500, 50_000),
    kinds={
        "straight": Limits(100, 2_000),
        "split": Limits(100, 4_000),
        "street": Limits(100, 6_000),
        "corner": Limits(100, 8_000),
        "six_line": Limits(100, 12_000),
        "column": Limits(500, 25_000),
        "dozen": Limits(500, 25_000),
    },
    areas=8,
)

# The sign of a table of terminals: by kind of bet, in steps of the minimum.
_INSIDE, _LINES, _CHANCES = Limits(100, 20_000, 100), Limits(500, 50_000, 500), Limits(500, 250_000, 500)
RAPID_SIGN = Sign(
    Limits(100, 10_000, 100),
    {
        **dict.fromkeys(("split", "street", "corner"), _INSIDE),
        **dict.fromkeys(("six_line", "dozen", "column"), _LINES),
        **dict.fromkeys(("low", "high", "even", "odd", "red", "black"), _CHANCES),
        **{kind: Limits(100, 2_500, 100) for kind in ("double", "treble", "quad")},
    },
    areas=24,
)

# A fourteen-place Baccarat table whose cards players open, and a face-up one.
BACCARAT = SetUp(
    sign=Sign(Limits(1_000, 100_000), areas=14, players_per_area=2, smallest_chip=50, differential=500_000),
    method="opened by players",
)
MINI = Sign(Limits(500, 50_000), areas=7, smallest_chip=25)

PAI_GOW = Sign(Limits(2500, 200_000), areas=8, players_per_area=3, smallest_chip=50)
BONANZA = replace(PAI_GOW, kinds={"bonus": Limits(500, 10_000), "tie": Limits(500, 50_000)})

# Two meters: each is shared by every table whose sign names it. Rates are data with an approval; these are a play house's own.
REEF = Jackpot("reef", 100, 70, 15, 7_500_000)
BOOMERANG = Jackpot("boomerang", 100, 60, 20, 1_000_000)
FIRST_JACKPOTS = (
    jackpots.Opened(REEF, "Reef Jackpot", "play credit: no approval needed"),
    jackpots.Opened(BOOMERANG, "Progressive Boomerang Jackpot", "play credit: no approval needed"),
)
STUD = SetUp(
    sign=Sign(Limits(500, 20_000), areas=7, most_won=5_000_000, jackpot=REEF),
    shuffling="shuffler",
)
CANBERRA = Sign(Limits(500, 10_000), areas=7, most_won=2_500_000, jackpot=BOOMERANG)

# The tables that stand open on a first visit: name, book, who deals, and the sign, or the whole set-up where it says more.
FIRST_FLOOR: tuple[tuple[str, str, str, Sign | SetUp], ...] = (
    ("RD-1", "vic-1997-red-dog", "house", Sign(Limits(500, 50_000), players_per_area=3)),
    ("RD-2", "act-1992-red-dog", "house", Sign(Limits(500, 10_000), players_per_area=3)),
    ("RD-3", "ma-red-dog", "house", Sign(Limits(500, 25_000))),
    ("RD-4", "vic-1997-red-dog", "dealer", Sign(Limits(1000, 100_000), areas=9, players_per_area=3)),
    ("BJ-1", "act-1992-blackjack", "house", Sign(Limits(500, 50_000), players_per_area=3)),
    ("BJ-2", "act-1992-blackjack+over-under", "house", Sign(Limits(500, 50_000), players_per_area=3)),
    ("BJ-3", "act-1992-blackjack+triple-play", "house", Sign(Limits(500, 25_000), areas=6)),
    ("BC-1", "act-1992-baccarat", "house", BACCARAT),
    ("BC-2", "act-1992-mini-baccarat", "house", MINI),
    ("CS-1", "vic-1999-caribbean-stud", "house", STUD),
    ("CP-1", "act-1992-canberra-poker", "house", CANBERRA),
    ("AR-1", "act-1992-american-roulette", "house", ROULETTE_SIGN),
    ("SB-1", "act-1992-sic-bo", "house", Sign(Limits(100, 25_000), areas=6)),
    ("PG-1", "vic-2000-pai-gow", "house", PAI_GOW),
    ("PG-2", "vic-2000-pai-gow+bonanza", "house", BONANZA),
    ("MW-1", "act-1992-money-wheel", "house", Sign(Limits(100, 10_000), areas=6)),
    ("RR-1", "vic-2000-rapid-roulette", "house", RAPID_SIGN),
    ("RR-2", "vic-2000-rapid-roulette", "dealer", RAPID_SIGN),
)


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

    def open_floor(self) -> None:
        """The tables on record, or the first floor where there are none."""
        known = self.known()
        self.read_floor()
        for name in known:
            self.tables[name] = Table.load(self.ledger, name)
        if not known:
            for opened in FIRST_JACKPOTS:
                jackpots.open_jackpot(self.ledger, opened, self.clock())
            for name, book, dealt_by, what in FIRST_FLOOR:
                wheel = "shoe" if dealt_by == "dealer" and what is RAPID_SIGN else "rng"  # that table has a real wheel
                self.open_table(name, book, what if isinstance(what, SetUp) else SetUp(sign=what), dealt_by, wheel)

    def open_table(
        self, name: str, book: str, set_up: SetUp, dealt_by: str = "house", cards_from: str = "rng"
    ) -> Table | Refused:
        if name in self.tables:
            raise ValueError(f"there is a table {name} already")
        at = self.clock()
        table = Table.open(self.ledger, name, book, set_up, HOUSE, at, cards_from)
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
