"""Leases: which process serves what, where several share one database.

There are two kinds. Each table of terminals is leased by itself: its accounts and its players are its own, so it may be served
anywhere. Everything else is one lease, the house: tables where people sit share players, warnings and meters, and so do the cage,
keno, the desks, notices and whoever opens tables; one process writes all of it. A process also leases its own address, so that no
two go by one name, and under that name it writes what it alone knows: who came in by its door, who looked, what its clock did.

A process holds a lease for a few seconds at a time and says so again before they are over. If it dies, the lease runs out and
another process takes it, loads what it stands for from the record and goes on. A process that only slept and wakes up late cannot
write: every transaction asks, under a lock, whether the leases of what it writes are still its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.ledger import Ledger, NotOurs

HOUSE = "house"  # everything but tables of terminals

tables = sa.MetaData()
lease_table = sa.Table(
    "lease",
    tables,
    sa.Column("table_name", sa.Text, primary_key=True),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),  # milliseconds, by the database's clock
)


class AddressTaken(Complaint):
    """Another process goes by the same address."""


@dataclass(frozen=True)
class Lease:
    name: str
    holder: str
    address: str
    left: float  # seconds; less than nothing once it has run out


class Leases:
    def __init__(self, ledger: Ledger, holder: str, address: str, seconds: float = 3.0) -> None:
        self.ledger, self.holder, self.address = ledger, holder, address
        self.milliseconds = int(seconds * 1000)
        self.apart: frozenset[str] = frozenset()  # tables that are leased by themselves
        self.held: set[str] = set()
        self.lost: set[str] = set()  # taken by others since somebody last asked
        self._until = 0.0  # on the steady clock: until when what is held is held for certain
        self._over = threading.Event()
        ledger.keep(tables)
        if not self.take(self._own):
            raise AddressTaken(f"another process serves at {address}; each has an address of its own")
        ledger.sharing = self

    @property
    def seconds(self) -> float:
        return self.milliseconds / 1000

    @property
    def _own(self) -> str:
        return f"at {self.address}"

    @property
    def in_time(self) -> bool:
        """Whether what is held is held for certain, by a clock that nobody sets."""
        return time.monotonic() < self._until

    # What is whose

    def lease_of(self, stream: str) -> str:
        """The lease under which a stream is written."""
        if stream in self.apart:
            return stream
        return self._own if stream.endswith(f" {self.address}") else HOUSE

    def owns(self, stream: str) -> bool:
        return self.lease_of(stream) in self.held

    def is_shared(self, account: str) -> bool:
        """What lies at a table of terminals moves there alone; people, papers, floats and the house's money may be moved from
        several places."""
        kind, _, rest = account.partition(":")
        return kind not in ("ats", "held") or rest.partition(":")[0] not in self.held

    def guard(self, connection: sa.Connection, streams: set[str]) -> None:
        """Called in every transaction: what is written for must be ours until it is committed."""
        wanted = sorted({self.lease_of(stream) for stream in streams})
        query = sa.select(lease_table.c.table_name).where(
            lease_table.c.table_name.in_(wanted), lease_table.c.holder == self.holder
        )
        if connection.dialect.name == "postgresql":
            query = query.with_for_update(read=True)  # a taker waits until we have committed
        ours = set(connection.execute(query).scalars())
        if len(ours) != len(wanted):
            raise NotOurs(stream for stream in streams if self.lease_of(stream) not in ours)

    # Taking and keeping

    def take(self, name: str) -> bool:
        """Takes what nobody holds, or goes on holding it."""
        return name in self._taken([name])

    def _taken(self, names: Iterable[str]) -> set[str]:
        wanted, began = sorted(names), time.monotonic()
        statement = sa.text(
            "INSERT INTO lease (table_name, holder, address, until) VALUES (:name, :holder, :address, :until) "
            "ON CONFLICT (table_name) DO UPDATE SET holder = excluded.holder, address = excluded.address, "
            "until = excluded.until WHERE lease.holder = :holder OR lease.until < :now"
        )
        taken = set[str]()
        with self.ledger.changing() as connection:
            now = self._now(connection)
            for name in wanted:
                values = dict(
                    name=name, holder=self.holder, address=self.address, until=now + self.milliseconds, now=now
                )
                if connection.execute(statement, values).rowcount:
                    taken.add(name)
        self.held = (self.held - set(wanted)) | taken
        if self._own in taken:
            self._until = began + self.seconds
        return taken

    def renew(self) -> set[str]:
        """Goes on holding what it holds; gives what it no longer does."""
        wanted = set(self.held)
        lost = wanted - self._taken(wanted)
        if HOUSE in lost:  # it slept, and begins again: nobody is to leave a table to it meanwhile
            self.give_back(self._own)
        return lost

    def keep(self) -> None:
        """Renews from a thread of its own: neither a slow start nor a busy loop loses a table."""
        threading.Thread(target=self._keep, name="leases", daemon=True).start()

    def _keep(self) -> None:
        while not self._over.wait(self.seconds / 3):
            try:
                lost = self.renew()
                self.lost |= lost
            except sa.exc.DBAPIError:  # the database is away; what is written meanwhile will be refused by it anyway
                continue

    def give_back(self, name: str) -> None:
        """Holds one no longer; whoever waits for it may take it at once."""
        self.held.discard(name)
        with self.ledger.changing() as connection:
            own = (lease_table.c.table_name == name) & (lease_table.c.holder == self.holder)
            connection.execute(sa.delete(lease_table).where(own))

    def release(self) -> None:
        self._over.set()
        with self.ledger.changing() as connection:
            connection.execute(sa.delete(lease_table).where(lease_table.c.holder == self.holder))
        self.held.clear()

    # Asking

    def everybody(self) -> dict[str, Lease]:
        """Every lease there is, run out or not."""
        with self.ledger.reading() as connection:
            now = self._now(connection)
            rows = connection.execute(sa.select(lease_table)).all()
        return {
            row.table_name: Lease(row.table_name, row.holder, row.address, (row.until - now) / 1000) for row in rows
        }

    def _now(self, connection: sa.Connection) -> int:
        if connection.dialect.name == "postgresql":
            return int(
                connection.exec_driver_sql("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint").scalar_one()
            )
        return int(time.time() * 1000)
