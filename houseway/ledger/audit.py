"""Audit: proof that what is stored is what was written.

Every stream is read from its first entry: numbers without a gap, each hash made from the one before it, the entry's own
words and its transfers. Then the books are cast: every account rebuilt from its transfers must equal the balance kept,
nothing that may not owe may be below zero, and everything together must be nil. The first thing wrong in each stream is
named. A hash chain cannot see that its end was cut off; for that, compare the heads with ones noted elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import sqlalchemy as sa

from houseway.ledger.postings import Transfer, may_owe
from houseway.ledger.store import GENESIS, Ledger, Post, account_table, chained, entry_table, transfer_table


@dataclass(frozen=True, slots=True)
class Finding:
    where: str  # "RD-1, entry 17" or "account player:anna"
    what: str


@dataclass
class Audit:
    entries: int = 0
    transfers: int = 0
    accounts: int = 0
    heads: dict[str, tuple[int, str]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.findings


def audit(ledger: Ledger, heads: dict[str, tuple[int, str]] | None = None) -> Audit:
    """Reads everything; ``heads`` are heads noted earlier, which must still be there."""
    result = Audit()
    if ledger.engine.dialect.name == "sqlite":
        result.findings.extend(_integrity(ledger))
        if result.findings:
            return result
    balances: dict[str, int] = {}
    with ledger.reading() as connection:
        for stream in connection.execute(sa.select(entry_table.c.stream).distinct().order_by("stream")).scalars():
            _chain(connection, stream, result, balances, (heads or {}).get(stream))
        _orphans(connection, result)
        _balances(connection, result, balances)
    for stream in heads or {}:
        if stream not in result.heads:
            result.findings.append(Finding(stream, "a head was noted for it, and it has no entries now"))
    return result


def _integrity(ledger: Ledger) -> Iterator[Finding]:
    try:
        with ledger.reading() as connection:
            for (line,) in connection.exec_driver_sql("PRAGMA integrity_check(5)"):
                if line != "ok":
                    yield Finding("database file", str(line))
    except sa.exc.DatabaseError as wrong:
        yield Finding("database file", str(wrong.orig))


def _chain(
    connection: sa.Connection,
    stream: str,
    result: Audit,
    balances: dict[str, int],
    noted: tuple[int, str] | None,
) -> None:
    moves: dict[int, list[Transfer]] = {}
    query = sa.select(transfer_table).where(transfer_table.c.stream == stream)
    for row in connection.execute(query.order_by(transfer_table.c.number, transfer_table.c.line)):
        result.transfers += 1
        balances[row.source] = balances.get(row.source, 0) - row.cents
        balances[row.target] = balances.get(row.target, 0) + row.cents
        moves.setdefault(row.number, []).append(Transfer(row.source, row.target, row.cents, row.memo))
    number, prev = 0, GENESIS
    bad = False
    query = sa.select(entry_table).where(entry_table.c.stream == stream).order_by(entry_table.c.number)
    for row in connection.execute(query):
        result.entries += 1
        where = f"{stream}, entry {row.number}"
        if not bad:
            if row.number != number + 1:
                result.findings.append(Finding(where, f"entry {number + 1} is missing"))
                bad = True
            elif row.prev != prev:
                result.findings.append(Finding(where, "it does not follow from the entry before it"))
                bad = True
            else:
                post = Post(stream, row.kind, row.at, row.by, {}, tuple(moves.get(row.number, ())))
                if chained(prev, row.number, post, row.body) != row.hash:
                    result.findings.append(Finding(where, "its contents or transfers were changed"))
                    bad = True
            if noted is not None and row.number == noted[0] and row.hash != noted[1]:
                result.findings.append(Finding(where, "its hash is not the one noted earlier"))
        number, prev = row.number, row.hash
    result.heads[stream] = (number, prev)
    if noted is not None and number < noted[0]:
        result.findings.append(
            Finding(f"{stream}, entry {number}", f"entries up to {noted[0]} were noted; the end is missing")
        )


def _orphans(connection: sa.Connection, result: Audit) -> None:
    joined = transfer_table.outerjoin(
        entry_table,
        sa.and_(entry_table.c.stream == transfer_table.c.stream, entry_table.c.number == transfer_table.c.number),
    )
    query = sa.select(transfer_table.c.stream, transfer_table.c.number).select_from(joined)
    for row in connection.execute(query.where(entry_table.c.stream.is_(None)).limit(5)):
        result.findings.append(Finding(f"{row.stream}, entry {row.number}", "a transfer belongs to no entry"))


def _balances(connection: sa.Connection, result: Audit, balances: dict[str, int]) -> None:
    total = 0
    for row in connection.execute(sa.select(account_table).order_by(account_table.c.name)):
        result.accounts += 1
        total += row.cents
        if row.cents != balances.pop(row.name, 0):
            result.findings.append(Finding(f"account {row.name}", "its balance is not the sum of its transfers"))
        if row.cents < 0 and not may_owe(row.name):
            result.findings.append(Finding(f"account {row.name}", "it is overdrawn"))
    for name, cents in balances.items():
        if cents:
            result.findings.append(Finding(f"account {name}", "it has transfers and no balance"))
    if total:
        result.findings.append(Finding("all accounts", f"they sum to {total} cents, not to nil"))
