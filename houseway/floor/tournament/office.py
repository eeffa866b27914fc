"""Office: every tournament of a house, by name, and the door through which orders come to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from houseway.floor.clerk import Reply, until_on_disk
from houseway.floor.house import House
from houseway.floor.orders import Order
from houseway.floor.people import same_name
from houseway.floor.table import Table
from houseway.floor.tournament.desk import STREAMS, TournamentDesk, stream_of
from houseway.floor.tournament.state import Phase
from houseway.forms import Doc
from houseway.ledger import Ledger
from houseway.money import Cents


def watched(name: str) -> str:
    """Under which name those are told who watch a tournament."""
    return stream_of(name)


class Office:
    def __init__(
        self,
        house: House,
        takes_no_money: bool = False,
        qualified: Callable[[str], bool | None] = lambda name: None,
    ) -> None:
        self.house, self._qualified, self.takes_no_money = house, qualified, takes_no_money
        self.desks: dict[str, TournamentDesk] = {}
        self.over: dict[str, str] = {}  # those that are over, by name: their titles
        self._number = 0
        self._by_key: dict[str, str] = {}  # the order that drafted each
        self._load()

    # What a desk asks of the house

    @property
    def ledger(self) -> Ledger:
        return self.house.ledger

    @property
    def tables(self) -> Mapping[str, Table]:
        """The tables that are served here; of one that another process serves only a copy is known."""
        served, copies = self.house.tables, self.house.copies
        return {name: table for name, table in served.items() if name not in copies} if copies else served

    def barred(self, name: str) -> str:
        """Why somebody may not gamble here: they are excluded from the house, or at whichever table."""
        if out := self.house.why_out(name):
            return out
        for table in self.house.tables.values():
            for excluded, ground in table.state.excluded.items():
                if same_name(excluded, name):
                    return f"excluded at {table.name}, {ground}" if ground else f"excluded at {table.name}"
        return ""

    def pocket(self, name: str) -> str:
        return f"player:{name}" if self.house.pocket is None else self.house.pocket(name)

    def qualified(self, name: str) -> bool | None:
        return self._qualified(name)

    # Tournaments

    def _load(self) -> None:
        """The tournaments on record; one that is over is read when somebody asks for it."""
        for stream in self.ledger.streams():
            if not stream.startswith(STREAMS):
                continue
            name = stream.removeprefix(STREAMS)
            self._number = max(self._number, int(name[1:]) if name[1:].isdigit() else 0)
            desk = TournamentDesk.load(self, name)
            if desk.state.phase.is_over:
                self.over[name] = desk.state.conditions.title
            else:
                self.desks[name] = desk

    def new(self) -> TournamentDesk:
        """A desk for one that is to be drafted."""
        self._number += 1
        return TournamentDesk(self, f"t{self._number}")

    def find(self, name: str) -> TournamentDesk | None:
        """A tournament by its name, over or not."""
        if name in self.desks:
            return self.desks[name]
        return TournamentDesk.load(self, name) if name in self.over else None

    def draft(self, order: Order) -> tuple[TournamentDesk, Reply]:
        """A new tournament, if its draft is accepted."""
        desk = self.new()
        reply = desk.do(order)
        if desk.is_drafted:
            self.desks[desk.name] = desk
            if order.key:
                self._by_key[order.key] = desk.name
        else:
            self._number -= 1
        return desk, reply

    def drafted_before(self, order: Order) -> TournamentDesk | None:
        """The tournament that the same order made when it came before."""
        name = self._by_key.get(order.key) if order.key else None
        return None if name is None else self.find(name)

    async def open(self, order: Order) -> tuple[TournamentDesk, Reply]:
        """The same, answered when it is on disk."""
        desk, reply = self.draft(order)
        await until_on_disk(reply)
        if reply.accepted:
            self.tell(desk, reply)
        return desk, reply

    async def do(self, name: str, order: Order) -> Reply:
        """Carries an order to a tournament's desk and comes back when it is on disk."""
        desk = self.find(name)
        assert desk is not None, f"there is no tournament {name}"
        reply = await until_on_disk(desk.do(order))
        if reply.accepted:
            self.tell(desk, reply)
        return reply

    def tell(self, desk: TournamentDesk, reply: Reply) -> None:
        """Everybody who watches the tournament, or a table where it changed something."""
        if desk.state.phase.is_over and desk.name in self.desks:
            self.over[desk.name] = self.desks.pop(desk.name).state.conditions.title
        for table in reply.also:
            self.house.tell(table)
        self.house.tell(watched(desk.name), on_record=False)
        self.house.tell(STREAMS, on_record=False)

    # Asking

    def at_table(self, table: Table) -> TournamentDesk | None:
        """The tournament whose session is played at a table."""
        here = table.state.tournament
        return self.desks.get(here.name) if here is not None and here.name else None

    def of_player(self, player: str) -> list[TournamentDesk]:
        """The tournaments that somebody has entered and that are not over."""
        found = []
        for desk in self.desks.values():
            one = desk.state.entrants.get(player) or desk.state.playing_as(player)
            if one is not None and (one.part.is_entered or one.part == "applied"):
                found.append(desk)
        return found

    @property
    def open_for_entry(self) -> list[TournamentDesk]:
        return [desk for desk in self.desks.values() if desk.state.phase is Phase.ENTRIES_OPEN]


def accounts(desk: TournamentDesk) -> dict[str, Cents]:
    """Where the money of a tournament came from and went to. In, less back, is what is kept and what is won; nil is left."""
    state = desk.state
    paid = sum(one.paid for one in state.entrants.values())
    refunded = sum(one.refunded for one in state.entrants.values())
    prizes = sum(place.cents for place in state.places if place.paid)
    due = sum(place.cents for place in state.places if not place.paid)
    return {
        "paid in": paid,
        "added": state.added,
        "refunded": refunded,
        "kept": state.kept,
        "prizes paid": prizes,
        "prizes due": due,
        "in the account": desk.pool(),
    }


def balances(desk: TournamentDesk) -> bool:
    """Whether what came in is what went out and what is there."""
    money: dict[str, Doc] = dict(accounts(desk))
    out = money["refunded"] + money["kept"] + money["prizes paid"]
    return bool(money["paid in"] + money["added"] - out == money["in the account"])
