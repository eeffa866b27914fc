"""Cluster: several processes over one database, as one house. ``leases`` says what is whose; here is what follows from it.

One process holds the house and is called the front: the tables where people sit, the cage, keno, every desk, notices. Each
table of terminals is served by whichever process holds it; the front shows the others as copies that follow the record. Whatever
process is asked, the request is carried to the one that serves what it is about (``web/forwarding.py``), so terminals, consoles
and people need not know. When a process dies its leases run out, and the others take them over: the front by whoever comes first,
tables by whoever has fewest. A table moves between processes only while nothing is open on it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections import Counter
from collections.abc import AsyncIterable
from typing import TYPE_CHECKING

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.extras import needed_for
from houseway.floor.periods import Periods
from houseway.floor.table import Table
from houseway.games import book, chapters_of
from houseway.ledger import LedgerBroken, NotOurs
from houseway.premises.leases import HOUSE, Lease, Leases

if TYPE_CHECKING:
    import httpx

    from houseway.premises.premises import Premises
    from houseway.premises.settings import Settings

log = logging.getLogger("houseway")

BEAT = 0.5  # seconds from one look at the leases to the next
SETTLING = (
    20.0  # seconds after the start in which tables that nobody has held yet are left to others, who may be starting too
)
ASKED = 60  # seconds for which a word from one process to another is taken
PATIENCE = 5.0  # seconds for another process to let a table go


class Busy(Complaint):
    """A table is served elsewhere and cannot be moved now."""


class Cluster:
    def __init__(self, premises: Premises, settings: Settings) -> None:
        with needed_for("several processes over one database"):
            import httpx
        own = settings.cluster
        self.premises, self.processes = premises, max(1, own.processes)
        self.leases = Leases(premises.ledger, settings.holder, own.address, own.lease_seconds)
        # Lines to other processes, and nothing more: a client would keep cookies, and everybody's come this way.
        self.lines = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_connections=None), trust_env=False)
        self._known: dict[str, Lease] = {}
        self._followed: dict[str, int] = {}  # copies of tables, by name: as far as they have read
        self._began = time.monotonic()

    @property
    def is_front(self) -> bool:
        return HOUSE in self.leases.held

    # Opening

    def open(self) -> None:
        """The front, if nobody is it, with everything that is to be opened; and a share of the tables of terminals."""
        premises, leases = self.premises, self.leases
        assert premises.settings is not None
        leases.keep()
        self.divide()
        while True:
            if leases.take(HOUSE):
                premises.open_front()
                break
            if {plan.name for plan in premises.settings.tables} <= set(premises.house.known()):
                break
            time.sleep(0.1)  # another is the front, and opens what is new
        self.divide()
        self.look()
        free = [name for name in sorted(leases.apart) if name not in self._known or self._known[name].left < 0]
        for name in free[: self.share]:
            if leases.take(name):
                premises.load(name)
        self._follow_all()

    @property
    def share(self) -> int:
        """How many tables of terminals are this process's, if all processes are there."""
        return -(-len(self.leases.apart) // self.processes)

    def divide(self) -> None:
        """Which tables are leased by themselves."""
        self.leases.apart = frozenset(name for name in self.premises.house.known() if self._has_terminals(name))

    def _has_terminals(self, name: str) -> bool:
        if name in self.leases.apart:
            return True
        (opened,) = self.premises.ledger.following(name, "opened", 1, 0) or (None,)
        if opened is None:
            return False
        rulebook, variant = book(opened.body["state"]["book"])
        return chapters_of(rulebook.as_commenced(variant=variant)).terminals is not None

    # Copies of tables that others serve, for the front

    def _follow_all(self) -> None:
        if not self.is_front:
            return
        house = self.premises.house
        for name in self.leases.apart:
            if name not in self.leases.held and name not in self._followed:
                house.copies.add(name)
                house.load_table(name)
                if name in house.tables:
                    self.premises.furnish(name)
                    self._followed[name] = self.premises.ledger.reach(name)

    def _no_copy(self, name: str) -> None:
        """From here on a table is served here, or not shown at all."""
        self._followed.pop(name, None)
        self.premises.house.copies.discard(name)

    def _read_on(self) -> dict[str, tuple[int, Table]]:
        """What copies have not read yet; beside the loop."""
        ledger, found = self.premises.ledger, dict[str, tuple[int, Table]]()
        for name, read in list(self._followed.items()):
            if ledger.reach(name) > read:
                ledger.forget(name)
                found[name] = (ledger.reach(name), Table.load(ledger, name))
        return found

    # Keeping

    async def keep(self) -> None:
        """Goes on holding what it holds, gives up what it lost, and takes what others have let run out."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._turn()
            except LedgerBroken:
                return
            except sa.exc.DBAPIError as wrong:
                log.warning("the leases could not be looked at: %s", wrong)
            except Exception:
                log.exception("a look at the leases failed")

    async def _turn(self) -> None:
        premises, leases = self.premises, self.leases
        lost, leases.lost = leases.lost, set()
        for name in lost:
            log.warning("lost %s to another process", name, extra={"facts": {"lease": name}})
            if name not in leases.apart:  # the house, or this process's own name: it slept, and begins again
                premises.house.stopped.set()
                return
            premises.give_up(name)
        await asyncio.to_thread(self.look)
        if (
            HOUSE not in leases.held
            and self._is_free(HOUSE, at_once=False)
            and await asyncio.to_thread(leases.take, HOUSE)
        ):
            log.warning("took over the house", extra={"facts": {"lease": HOUSE}})
            premises.become_front()
            self._follow_all()
        for name in sorted(leases.apart - leases.held):
            if self._is_free(name, at_once=len(self._own) < self.share) and await asyncio.to_thread(leases.take, name):
                log.warning("took over %s", name, extra={"facts": {"lease": name}})
                self._no_copy(name)
                premises.take_over(name)
        if self.is_front:
            await asyncio.to_thread(self.divide)
            self._follow_all()
            for name, (number, table) in (await asyncio.to_thread(self._read_on)).items():
                if name in self._followed:
                    premises.house.stands(table)
                    self._followed[name] = number
                    premises.house.tell(name)
        self._share_out()

    @property
    def _own(self) -> list[str]:
        return [name for name in sorted(self.leases.apart) if name in self.leases.held]

    def _is_free(self, name: str, at_once: bool) -> bool:
        """Whether nobody holds something: it ran out, or it was given back. What was never held is left to those who are still
        starting; and of what is free those take it first who have least."""
        found = self._known.get(name)
        if found is None:
            return at_once or time.monotonic() - self._began > SETTLING
        return found.left < (0 if at_once else -BEAT)

    def _share_out(self) -> None:
        """Who has more tables than its share gives one back, if another has fewer; one that nothing is open on."""
        own = self._own
        if len(own) <= self.share:
            return
        held = Counter(one.holder for name, one in self._known.items() if name in self.leases.apart and one.left > 0)
        others = {one.holder for name, one in self._known.items() if name.startswith("at ") and one.left > 0}
        if any(held[holder] < self.share for holder in others - {self.leases.holder}):
            for name in own:
                if self.premises.is_idle(name):
                    log.info("gives %s to another process", name, extra={"facts": {"lease": name}})
                    self.premises.give_up(name)
                    self.leases.give_back(name)
                    return

    # Where things are

    def look(self) -> None:
        self._known = self.leases.everybody()

    def where(self, lease: str) -> str | None:
        """The address of the process that serves something; None while nobody does."""
        found = self._known.get(lease)
        return found.address if found is not None and found.left > 0 else None

    # From one process to another

    def word(self, about: str) -> str:
        """What another process of this house takes our word by: it knows the same secret."""
        now = int(time.time())
        return f"{about} {now} {self._mark(about, now)}"

    def heard(self, word: str) -> str | None:
        """What a word says, if another process of this house gave it just now."""
        about, _, rest = word.partition(" ")
        when, _, mark = rest.partition(" ")
        if not when.isdigit() or abs(time.time() - int(when)) > ASKED:
            return None
        return about if hmac.compare_digest(mark.encode(), self._mark(about, int(when)).encode()) else None

    def _mark(self, about: str, when: int) -> str:
        secret = self.premises.identity.secret
        return hmac.new(secret, f"between processes {about} {when}".encode(), hashlib.sha256).hexdigest()

    async def bring_here(self, name: str) -> None:
        """Has a table let go by the process that serves it, and takes it over; for what is done to several at once."""
        import httpx

        if name in self.leases.held:
            return
        await asyncio.to_thread(self.look)
        address = self.where(name)
        if address is not None:
            try:
                said = [(FORWARDED.encode(), self.word(name).encode())]
                reply = await self.ask("POST", f"{address}/internal/let-go/{name}", said, seconds=PATIENCE)
                await reply.aclose()
            except httpx.HTTPError as wrong:
                raise Busy(f"{name} is served elsewhere, and that process does not answer: {wrong}") from None
            if reply.status_code != 204:
                raise Busy(f"{name} is served by another process and is in use there; try again between two rounds")
        if not await asyncio.to_thread(self.leases.take, name):
            raise Busy(f"{name} is served by another process; try again in a moment")
        self._no_copy(name)
        self.premises.take_over(name)

    async def let_go(self, name: str) -> bool:
        """Another process wants a table: it may have it if nothing is open on it."""
        if name not in self.leases.held or not self.premises.is_idle(name):
            return False
        self.premises.give_up(name)
        await asyncio.to_thread(self.leases.give_back, name)
        return True

    async def bring_all_here(self, wrong: NotOurs) -> None:
        """What an act at the front would have written elsewhere is served here from now on; then it can be asked again."""
        for stream in wrong.streams:
            if stream in self.leases.apart and self.is_front:
                await self.bring_here(stream)

    async def ask(
        self,
        method: str,
        url: str,
        headers: list[tuple[bytes, bytes]],
        content: AsyncIterable[bytes] | None = None,
        seconds: float | None = None,
    ) -> httpx.Response:
        """A request to another process as it is; its answer is read by whoever asked, and closed."""
        import httpx

        waits = {"connect": PATIENCE, "write": PATIENCE, "pool": PATIENCE, "read": seconds}
        request = httpx.Request(method, url, headers=headers, content=content, extensions={"timeout": waits})
        return await self.lines.handle_async_request(request)

    async def close(self) -> None:
        await self.lines.aclose()


FORWARDED = "Houseway-Forwarded"  # the header by which one process gives another its word


def is_idle(clock: object, table: Table) -> bool:
    """Whether nothing is open on a table of terminals: no period runs, no chip lies, nobody spins."""
    waits = not isinstance(clock, Periods) or clock.closes is None
    return waits and table.window is not None and not table.state.chips
