"""Desks: the cage, the patrons' desk, the roster and the log of a staffed house, and what tables and keno hear from them.

In a house of play credit there are neither. Where several processes share a database, a desk is one process's.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from houseway.floor.cage import places
from houseway.floor.cage.desk import Cage
from houseway.floor.cage.drawers import writers_drawer
from houseway.floor.clerk import Reply, until_on_disk
from houseway.floor.folded import FoldedDesk
from houseway.floor.happenings import IncidentLog
from houseway.floor.house import House
from houseway.floor.keno.desk import Keno
from houseway.floor.orders import Order
from houseway.floor.patrons import Patrons
from houseway.floor.people import HOUSE
from houseway.floor.roster import Roster
from houseway.ledger import Ledger
from houseway.play.decision import Refused
from houseway.premises.guests import Guests

if TYPE_CHECKING:
    from houseway.premises.settings import Settings

log = logging.getLogger("houseway")

FOLLOWED = 1.0  # seconds from one look at another process's desks to the next


def follow_desks(ledger: Ledger, house: House, clock: Callable[[], datetime]) -> None:
    """What tables hear from desks that another process serves: who may not play, what people play with, what two sign for. Read
    from their streams when it is asked for, a little late at most."""
    patrons, cage, looked = Patrons(ledger, clock), Cage(ledger), 0.0

    def now() -> None:
        nonlocal looked
        if time.monotonic() - looked > FOLLOWED:
            looked = time.monotonic()
            for desk in (patrons, cage):
                desk.follow()

    def why_out(name: str) -> str:
        now()
        return patrons.why_out(name)

    def pocket(name: str) -> str:
        now()
        return places.account(name) if patrons.has_account(name) else places.hand(name)

    house.hand_pay = lambda: cage.state.arrangement.hand_pay or None
    house.why_out, house.pocket, house.opening_float = why_out, pocket, 0


class Desks:
    """What a staffed house has beside its tables."""

    def __init__(self, ledger: Ledger, house: House, clock: Callable[[], datetime], settings: Settings) -> None:
        self.house, self.clock = house, clock
        self.patrons, self.guests = Patrons(ledger, clock), Guests(ledger)
        self.cage, self.roster, self.log = Cage(ledger), Roster(ledger), IncidentLog(ledger)
        self.log.last_round = lambda name: table.state.round if (table := house.tables.get(name)) is not None else None
        self.cage.barred, self.cage.has_account = self.patrons.barred, self.patrons.has_account
        self.cage.table_stands = lambda name: name in house.tables or name in house.out_of_order
        self.arrange(settings)
        house.hand_pay = lambda: self.cage.state.arrangement.hand_pay or None
        house.why_out, house.pocket, house.opening_float = self.patrons.why_out, self.pocket, 0

    def arrange(self, settings: Settings) -> None:
        """The cage as the settings have it."""
        from houseway.premises.plans import amount
        from houseway.premises.settings import chips_of

        at, wanted = self.clock().isoformat(timespec="milliseconds"), settings.cage
        chips = chips_of("cage.chips", wanted.chips)
        self.cage.install(wanted.arrangement, amount("cage.bank", wanted.bank), chips, at)

    def pocket(self, name: str) -> str:
        """What somebody plays with: their account, or the chips in their hand."""
        return places.account(name) if self.patrons.has_account(name) else places.hand(name)

    def place_floats(self) -> None:
        """Every table that stands for the first time gets its float."""
        for name in self.house.in_order:
            if name not in self.cage.state.trays:
                reply = self.cage.do(Order(HOUSE, "place float", {"table": name}, at=self.clock()))
                if isinstance(reply.decision, Refused):
                    log.warning("%s", reply.decision.because, extra={"facts": {"table": name}})

    def serve_keno(self, keno: Keno) -> None:
        """Writers' cash goes into drawers, and nobody buys a ticket who may not play."""
        keno.drawer = lambda writer, terminal: writers_drawer(self.cage, writer, terminal)
        keno.why_out = self.patrons.why_out

    async def do(self, desk: FoldedDesk[Any], order: Order) -> Reply:
        """Carries an order to a desk and comes back when it is on disk."""
        reply = await until_on_disk(desk.do(order))
        if reply.accepted:
            self.house.tell(desk.stream)
            if (table := reply.paper.get("table")) in self.house.tables:
                self.house.tell(table, on_record=False)
        return reply
