"""Holders: who had a terminal when, and where that person's money is now.

A terminal is no person. From the moment its account is opened until it is closed it is one person's, and what a spin of that
time comes to is theirs, whoever sits there now and whether the terminal still stands. Who still has it, or has another terminal
of the table, has the money there; a visitor of the house has it in their own credit; anybody else is owed it, or owes it, and
settles it at the cage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from houseway.floor import entrants
from houseway.floor.owing import Owing, owed_account
from houseway.floor.settling import Position
from houseway.floor.terminals import Session, purse, session_account
from houseway.floor.tills import chips_of
from houseway.forms import Doc
from houseway.money import Cents
from houseway.play.wagers import Wager

if TYPE_CHECKING:
    from houseway.floor.table import Table

ALL = 10**9  # entries: as many as there are


@dataclass(frozen=True)
class Holder:
    """Whose a wager is: the name it stands under now, the credit it is paid to, and the account of what is owed."""

    name: str
    purse: str  # "" where there is none left
    owed: str
    person: str  # the name they go by without a terminal


LOOKED = 500  # entries of a table's terminals that are looked through for when one was last opened


def opened_at(table: Table, station: str) -> int | None:
    """By which entry of the record a terminal was opened for whoever has it now; None if nobody has it."""
    now, found = table.state.stations.get(station), None
    if now is None or not now.account:
        return None
    for entry in table.ledger.newest(table.state.table, "station", LOOKED):
        doc = entry.body["station"]
        if doc["name"] != station:
            continue
        if not doc.get("account") or doc.get("control", "") != now.control:
            break
        found = entry.number
    return found


class Holders:
    """Who had each terminal of a table, from the record of its accounts."""

    def __init__(self, table: Table) -> None:
        self.table = table
        ledger, name = table.ledger, table.state.table
        ledger.settle_down()
        self._sessions: dict[str, list[Session]] = {}
        open_now: dict[str, str | None] = {}
        for entry in reversed(ledger.newest(name, "station", ALL)):
            station = entry.body["station"]
            at = station["name"]
            person = station.get("control", "")
            if station.get("account") and open_now.get(at) != person:
                session = Session(entry.number, "" if person == at else person, station.get("source", ""))
                self._sessions.setdefault(at, []).append(session)
            open_now[at] = person if station.get("account") else None
        self.met: dict[str, Holder] = {}  # by the name that their wagers stand under now
        self._over = {entry.body["round"]: entry.number for entry in ledger.newest(name, "round-over", ALL)}

    def of(self, round: int, wager: Wager) -> Holder:
        """Whose a wager of a round was: a sequence is whose it was when it began."""
        began = wager.spot.rpartition("#")[2]
        first = int(began) if began.isdigit() and int(began) in self._over else round
        return self.of_station(wager.player, first)

    def of_station(self, name: str, round: int) -> Holder:
        """Whose a terminal was when a round was over."""
        holder = self._found(name, round)
        return self.met.setdefault(holder.name, holder)

    def _found(self, name: str, round: int) -> Holder:
        sessions = self._sessions.get(name, [])
        before = self._over.get(round, ALL)
        then = next((one for one in reversed(sessions) if one.opened < before), None)
        table, stations = self.table, self.table.state.stations
        if then is None:  # already a person's, or of a time before there were accounts
            return Holder(name, purse(table, name), session_account(table, name, Session(0)), name)
        owed, person = session_account(table, name, then), then.person or f"{name}~{then.opened}"
        now = stations.get(name)
        if now is not None and now.account and then is sessions[-1]:
            return Holder(name, purse(table, name), owed, person)
        for one in stations.values():
            if then.person and one.account and one.control == then.person:
                return Holder(one.name, purse(table, one.name), owed, person)
        if table.till.chips and then.person:  # their chips are theirs wherever they play now
            return Holder(person, chips_of(entrants.whose(table), then.person), owed, person)
        own = then.source if then.source.startswith("player:") else ""
        return Holder(person, own, owed, person)

    def put_right(self, before: Position, after: Position) -> Owing:
        """The money from one position to another: what is freed and given comes first, what is held and taken follows."""
        owing, till = Owing(self.table.ledger.balance), self.table.till
        on_table, bank = till.held, till.bank
        changes: list[tuple[Holder, Cents, Cents]] = []
        for name in sorted(before.keys() | after.keys()):
            was, now = before.get(name, (0, 0)), after.get(name, (0, 0))
            holder = self.met.get(name) or self.of_station(name, self.table.state.round)
            changes.append((holder, now[0] - was[0], now[1] - was[1]))
        for holder, held, house in changes:
            owing.give(on_table, holder.purse, holder.owed, max(0, -held))
            owing.give(bank, holder.purse, holder.owed, max(0, -house))
        for holder, held, house in changes:
            owing.take(on_table, holder.purse, holder.owed, max(0, held))
            owing.take(bank, holder.purse, holder.owed, max(0, house))
        return owing

    def owed(self, owing: Owing) -> list[dict[str, Doc]]:
        """What these moves leave to be settled at the cage, and with whom; less than nothing is owed by them."""
        accounts = sorted({holder.owed for holder in self.met.values()})
        left = {account: owing.holds(account) for account in accounts}
        return [{"person": a.removeprefix(owed_account("")), "cents": cents} for a, cents in left.items() if cents]
