"""Leases: which process serves which table, where several share one database.

A process holds a table for a few seconds at a time and says so again before they are over. If it dies, the lease runs out and
another process takes the table, loads it from the record and goes on. A process that only slept and wakes up late cannot write:
every transaction asks, under a lock, whether the leases of the tables it writes for are still its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

import sqlalchemy as sa

from houseway.ledger import Ledger

OPENING = "floor"  # held by whoever opens tables, so that no two processes open the same one

tables = sa.MetaData()
lease_table = sa.Table(
    "lease",
    tables,
    sa.Column("table_name", sa.Text, primary_key=True),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),  # milliseconds, by the database's clock
)


class LeaseLost(Exception):
    """Another process serves the table now; nothing may be written for it here."""


class Leases:
    def __init__(self, ledger: Ledger, holder: str, address: str, seconds: float = 3.0) -> None:
        self.ledger, self.holder, self.address = ledger, holder, address
        self.milliseconds = int(seconds * 1000)
        self.held: set[str] = set()
        self.lost: set[str] = set()  # taken by others since somebody last asked
        self._over = threading.Event()
        ledger.keep(tables)
        ledger.guard = self.guard

    @property
    def seconds(self) -> float:
        return self.milliseconds / 1000

    def take(self, name: str) -> bool:
        """Takes a table nobody holds, or goes on holding it."""
        free = "lease.holder = :holder OR lease.until < :now"
        statement = sa.text(
            "INSERT INTO lease (table_name, holder, address, until) VALUES (:name, :holder, :address, :until) "
            "ON CONFLICT (table_name) DO UPDATE SET holder = excluded.holder, address = excluded.address, "
            f"until = excluded.until WHERE {free}"
        )
        with self.ledger.changing() as connection:
            now = self._now(connection)
            values = dict(name=name, holder=self.holder, address=self.address, until=now + self.milliseconds, now=now)
            taken = bool(connection.execute(statement, values).rowcount)
        (self.held.add if taken else self.held.discard)(name)
        return taken

    def renew(self) -> set[str]:
        """Goes on holding what it holds; gives what it no longer does."""
        return {name for name in sorted(self.held) if not self.take(name)}

    def keep(self) -> None:
        """Renews from a thread of its own: neither a slow start nor a busy loop loses a table."""
        threading.Thread(target=self._keep, name="leases", daemon=True).start()

    def _keep(self) -> None:
        while not self._over.wait(self.seconds / 3):
            try:
                self.lost |= self.renew()
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

    def address_of(self, name: str) -> str | None:
        """Where a table is served, if anywhere."""
        with self.ledger.reading() as connection:
            row = connection.execute(sa.select(lease_table).where(lease_table.c.table_name == name)).first()
            return row.address if row is not None and row.until >= self._now(connection) else None

    def free(self, names: Iterable[str]) -> list[str]:
        """Those of the tables that nobody holds now."""
        with self.ledger.reading() as connection:
            now = self._now(connection)
            query = sa.select(lease_table.c.table_name).where(lease_table.c.until >= now)
            taken = set(connection.execute(query).scalars())
        return [name for name in names if name not in taken]

    def abandoned(self, names: Iterable[str]) -> list[str]:
        """Those of the tables whose holder has let the lease run out: it has died, or sleeps."""
        with self.ledger.reading() as connection:
            query = sa.select(lease_table.c.table_name).where(lease_table.c.until < self._now(connection))
            late = set(connection.execute(query).scalars())
        return [name for name in names if name in late]

    def guard(self, connection: sa.Connection, streams: set[str]) -> None:
        """Called in every transaction: the tables written for must be ours until it is committed."""
        wanted = sorted(streams & self.held)
        if not wanted:
            return
        query = sa.select(lease_table.c.table_name).where(
            lease_table.c.table_name.in_(wanted), lease_table.c.holder == self.holder
        )
        if connection.dialect.name == "postgresql":
            query = query.with_for_update(read=True)  # a taker waits until we have committed
        if len(connection.execute(query).all()) != len(wanted):
            raise LeaseLost(f"another process serves {', '.join(wanted)} now")

    def _now(self, connection: sa.Connection) -> int:
        if connection.dialect.name == "postgresql":
            return int(
                connection.exec_driver_sql("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint").scalar_one()
            )
        return int(time.time() * 1000)
