"""Presence: who has a screen open at which table, and who is missed.

A player whose last page has closed is missed after a few seconds; a page that is loaded again is gone for a moment too. From
then on nobody waits for them: the house's dealer goes on without their word, and a table of terminals at which nobody is left
begins no further spin. After a minute and a half they have left: the seat is given up, and the credit of a terminal goes back to
where it came from. Whoever never had a screen, such as a program that plays, is not missed; whom a restart finds at a table has
the same time to come back.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from houseway.floor.people import Person
from houseway.floor.table import Order, Table

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

Place: TypeAlias = tuple[str, str]  # a table, and the player or the terminal there

MISSED = 8.0  # seconds without a screen before nobody waits any more
LEFT = 90.0  # seconds without one before the place is given up


class Presence:
    def __init__(self, premises: Premises, missed: float = MISSED, left: float = LEFT) -> None:
        self.premises, self.missed_after, self.left_after = premises, missed, left
        self._screens: Counter[Place] = Counter()
        self._closed: dict[Place, float] = {}  # when the last screen closed

    def expect_everybody(self) -> None:
        """Whom the house finds at its tables when it opens: their screens were here and are not yet back."""
        for name, table in self.premises.house.tables.items():
            if not self.premises.serves(name):
                continue
            for who in (*(seat.player for seat in table.state.seats), *_open_stations(table)):
                self._gone((name, who))

    def opened(self, table: str, who: str) -> None:
        self._screens[table, who] += 1
        self._closed.pop((table, who), None)

    def closed(self, table: str, who: str) -> None:
        self._screens[table, who] -= 1
        if not self._screens[table, who]:
            del self._screens[table, who]
            self._gone((table, who))

    def is_here(self, table: str, who: str) -> bool:
        return (table, who) in self._screens

    def is_missed(self, table: str, who: str) -> bool:
        since = self._closed.get((table, who))
        return since is not None and time.monotonic() - since >= self.missed_after

    def _gone(self, place: Place) -> None:
        self._closed[place] = time.monotonic()
        loop = asyncio.get_running_loop()
        loop.call_later(self.missed_after + 0.01, self._tell, place)
        loop.call_later(self.left_after, self._give_up, place)

    def _tell(self, place: Place) -> None:
        """Whoever deals looks again for whom to wait."""
        if place in self._closed and place[0] in self.premises.house.tables:
            self.premises.house.tell(place[0], on_record=False)

    def _give_up(self, place: Place) -> None:
        if self.is_missed(*place):
            self.premises.run(self._leave(place))

    async def _leave(self, place: Place) -> None:
        name, who = place
        table = self.premises.house.tables.get(name)
        leaver = who if table is None or table.state.seat_of(who) is not None else _visitor_at(table, who)
        if table is None or not leaver:
            self._closed.pop(place, None)
            return
        order = Order(Person(leaver, "player"), "leave", at=self.premises.house.clock())
        if (await self.premises.do(name, order)).accepted:
            self._closed.pop(place, None)
        else:  # a wager still lies there; looked at again when the round is over
            asyncio.get_running_loop().call_later(self.left_after, self._give_up, place)


def _open_stations(table: Table) -> list[str]:
    return [name for name, station in table.state.stations.items() if station.account]


def _visitor_at(table: Table, station: str) -> str:
    """Whose play credit is in a terminal; nobody's where staff took it in, who pay it out as well."""
    one = table.state.stations.get(station)
    return one.control if one is not None and one.account and one.source == f"player:{one.control}" else ""
