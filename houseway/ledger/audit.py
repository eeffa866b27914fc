"""Audit: proof that what is stored is what was written.

Every stream is read from its first entry: numbers without a gap, each hash made from the one before it, the entry's own
words, its transfers and the seal of the answers given with it; then the answers themselves against their seals. Then the
books are cast: every account rebuilt from its transfers must equal the balance kept, nothing that may not owe may be below
zero, and everything together must be nil. The first thing wrong in each stream is named. A hash chain cannot see that its
end was cut off; for that, compare the heads with ones noted elsewhere (``houseway.ledger.heads``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import sqlalchemy as sa

from houseway.ledger import sheets
from houseway.ledger.chain import GENESIS, Post, chained, seal_of, sealed, unchecked
from houseway.ledger.opening import DAMAGED
from houseway.ledger.operations import archived
from houseway.ledger.packing import EMPTIED
from houseway.ledger.postings import Transfer, may_owe
from houseway.ledger.sheets import Entry, of_row
from houseway.ledger.store import Ledger
from houseway.ledger.tables import (
    account_table,
    command_table,
    edition_table,
    entry_table,
    loose_table,
    sheet_table,
    snapshot_table,
    transfer_table,
)

Heads: TypeAlias = dict[str, tuple[int, str]]  # by stream: the number and hash of an entry
NOTHING = (0, GENESIS)


@dataclass(frozen=True, slots=True)
class Finding:
    where: str  # "RD-1, entry 17" or "account player:anna"
    what: str


@dataclass
class Audit:
    entries: int = 0
    transfers: int = 0
    accounts: int = 0
    answers: int = 0
    archived: int = 0  # entries whose contents are in an archive: the archive proves them
    heads: Heads = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.findings


def audit(ledger: Ledger, heads: Heads | None = None) -> Audit:
    """Reads everything; ``heads`` are heads noted earlier, which must still be there."""
    result = Audit()
    try:
        with ledger.one_view() as connection:
            if connection.dialect.name == "sqlite":
                result.findings.extend(_integrity(connection))
                if result.findings:
                    return result
            _everything(connection, result, heads or {})
    except DAMAGED as wrong:
        result.findings.append(Finding("database file", str(getattr(wrong, "orig", wrong))))
    return result


def since(ledger: Ledger, heads: Heads) -> Audit:
    """What came after heads noted earlier, which must still be there: enough to start by, where everything before them was
    proven when they were noted."""
    result = Audit()
    try:
        streams = ledger.streams()
        with ledger.one_view() as connection:
            for stream in sorted({*streams, *heads}):
                noted = heads.get(stream, NOTHING)
                if noted[0] and not _is_there(connection, stream, noted, result):
                    continue
                _chain(connection, stream, result, noted, _moves(connection, stream, result, noted[0]))
    except DAMAGED as wrong:
        result.findings.append(Finding("database file", str(getattr(wrong, "orig", wrong))))
    return result


def _everything(connection: sa.Connection, result: Audit, heads: Heads) -> None:
    balances: dict[str, int] = {}
    seals: dict[tuple[str, int], str] = {}
    tables = (entry_table, loose_table, sheet_table)
    streams = sa.union(*(sa.select(table.c.stream) for table in tables)).order_by("stream")
    for stream in connection.execute(streams).scalars().all():
        moves = _moves(connection, stream, result)
        for of_entry in moves.values():
            _cast(of_entry, balances)
        if noted := heads.get(stream):
            _is_there(connection, stream, noted, result)
        _chain(connection, stream, result, NOTHING, moves, seals, balances)
    for stream in heads:
        if stream not in result.heads:
            result.findings.append(Finding(stream, "a head was noted for it, and it has no entries now"))
    _answers(connection, result, seals)
    _orphans(connection, result)
    _balances(connection, result, balances)
    _snapshots(connection, result)
    _editions(connection, result)


def _cast(moves: Iterable[Transfer], balances: dict[str, int]) -> None:
    for move in moves:
        balances[move.source] = balances.get(move.source, 0) - move.cents
        balances[move.target] = balances.get(move.target, 0) + move.cents


def _integrity(connection: sa.Connection) -> Iterator[Finding]:
    for (line,) in connection.exec_driver_sql("PRAGMA integrity_check(5)"):
        if line != "ok":
            yield Finding("database file", str(line))


def _moves(connection: sa.Connection, stream: str, result: Audit, after: int = 0) -> dict[int, list[Transfer]]:
    """The transfers of a stream, by entry."""
    moves: dict[int, list[Transfer]] = {}
    table = transfer_table.c
    query = sa.select(transfer_table).where(table.stream == stream, table.number > after)
    for row in connection.execute(query.order_by(table.number, table.line)):
        result.transfers += 1
        try:
            move = Transfer(row.source, row.target, row.cents, row.memo)
        except ValueError as wrong:
            result.findings.append(Finding(f"{stream}, entry {row.number}", str(wrong)))
            continue
        of_entry = moves.setdefault(row.number, [])
        if row.line != len(of_entry):
            result.findings.append(Finding(f"{stream}, entry {row.number}", "its transfers are not in their places"))
        of_entry.append(move)
    return moves


def _apart(connection: sa.Connection, stream: str, result: Audit, after: int) -> Iterator[Entry]:
    """What lies apart. Each sheet must be what stands outside on it."""
    last = after
    for sheet in sheets.rows(connection, (sheet_table.c.stream == stream) & (sheet_table.c.last > after)):
        what = "what it is found by was changed"
        try:
            bound = sheets.read(connection, sheet)
        except sheets.DamagedSheet:
            bound, what = [], "it cannot be read"
        if not sheets.agrees(sheet, bound):
            where = f"{stream}, entry {sheet.first}"
            result.findings.append(Finding(where, f"the sheet on which it lies with those up to {sheet.last}: {what}"))
        yield from (entry for entry in bound if entry.number > after)
        last = sheet.last
    try:
        yield from sheets.loose(connection, stream, last)
    except sheets.DamagedSheet as wrong:
        result.findings.append(Finding(wrong.where, "it cannot be read"))


def _is_there(connection: sa.Connection, stream: str, noted: tuple[int, str], result: Audit) -> bool:
    """Whether a head that was noted is still on record."""
    number, hash = noted
    lasts = (
        sa.select(sa.func.max(table.c.number)).where(table.c.stream == stream) for table in (entry_table, loose_table)
    )
    has = max(connection.execute(last).scalar() or 0 for last in lasts)
    row = _entry(connection, stream, number)
    if has < number:
        what = f"entries up to {number} were noted; the end is missing"
        result.findings.append(Finding(f"{stream}, entry {has + 1}", what))
    elif row is None:
        result.findings.append(Finding(f"{stream}, entry {number}", "it was noted, and it is missing"))
    elif row.hash != hash:
        result.findings.append(Finding(f"{stream}, entry {number}", "its hash is not the one noted earlier"))
    return row is not None and row.hash == hash


def _entry(connection: sa.Connection, stream: str, number: int) -> Entry | None:
    """One entry, if it can be read."""
    try:
        return sheets.entry_of(connection, stream, number)
    except sheets.DamagedSheet:
        return None


def _chain(
    connection: sa.Connection,
    stream: str,
    result: Audit,
    start: tuple[int, str],
    moves: dict[int, list[Transfer]],
    seals: dict[tuple[str, int], str] | None = None,
    balances: dict[str, int] | None = None,
) -> None:
    """The entries of a stream after one that is known to be good."""
    number, prev = start
    bad, away = False, archived(connection)
    query = sa.select(entry_table).where(entry_table.c.stream == stream, entry_table.c.number > number)
    rows = connection.execute(query.order_by(entry_table.c.number)).all()
    for row in sheets.once(map(of_row, rows), _apart(connection, stream, result, number)):
        result.entries += 1
        if row.apart:
            result.transfers += len(row.transfers)
            _cast(row.transfers, {} if balances is None else balances)
        where = f"{stream}, entry {row.number}"
        if not bad:
            if row.number != number + 1:
                result.findings.append(Finding(f"{stream}, entry {number + 1}", "it is missing"))
                bad = True
            elif row.prev != prev:
                result.findings.append(Finding(where, "it does not follow from the entry before it"))
                bad = True
            elif not row.intact:
                result.findings.append(Finding(where, "its contents or transfers were changed"))
                bad = True
            else:
                if row.body == EMPTIED and any(first <= row.number <= last for first, last in away.get(stream, ())):
                    result.archived += 1
                    number, prev = row.number, row.hash
                    continue
                own = row.transfers if row.apart else tuple(moves.get(row.number, ()))
                post = Post(stream, row.kind, row.at, row.by, {}, own, row.version)
                if chained(prev, row.number, post, row.body, row.seal) != row.hash:
                    result.findings.append(Finding(where, "its contents or transfers were changed"))
                    bad = True
        if row.seal and seals is not None:
            seals[stream, row.number] = row.seal
        number, prev = row.number, row.hash
    result.heads[stream] = (number, prev)


def _answers(connection: sa.Connection, result: Audit, seals: dict[tuple[str, int], str]) -> None:
    """The answers under keys, each against the seal of the entry it was written with. Early ones have none."""
    parts: dict[tuple[str, int], int] = dict.fromkeys(seals, 0)
    for row in connection.execution_options(yield_per=5000).execute(sa.select(command_table)):
        result.answers += 1
        if row.stream or row.number:
            at = (row.stream, row.number)
            parts[at] = parts.get(at, 0) + sealed(row.key, row.digest, row.answer)
    wrong = sorted(at for at, sum_ in parts.items() if seal_of(sum_) != seals.get(at, ""))
    for stream in dict.fromkeys(stream for stream, _ in wrong):
        number = min(number for each, number in wrong if each == stream)
        result.findings.append(Finding(f"{stream}, entry {number}", "the answers given with it were changed"))


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
        if row.cents != balances.pop(row.name, None):
            result.findings.append(Finding(f"account {row.name}", "its balance is not the sum of its transfers"))
        if row.cents < 0 and not may_owe(row.name):
            result.findings.append(Finding(f"account {row.name}", "it is overdrawn"))
        if row.owes != int(may_owe(row.name)):
            result.findings.append(Finding(f"account {row.name}", "whether it may owe was changed"))
    for name in balances:
        result.findings.append(Finding(f"account {name}", "it has transfers and no balance"))
    if total:
        result.findings.append(Finding("all accounts", f"they sum to {total} cents, not to nil"))


def _editions(connection: sa.Connection, result: Audit) -> None:
    """What was kept under a digest must be what it is the digest of."""
    for row in connection.execute(sa.select(edition_table).order_by(edition_table.c.digest)):
        if hashlib.sha256(row.body.encode()).hexdigest() != row.digest:
            result.findings.append(Finding(f"edition {row.digest[:12]}", "the text kept under it was changed"))


def _snapshots(connection: sa.Connection, result: Audit) -> None:
    """Snapshots are a shortcut and never the truth, yet a house starts by them."""
    for row in connection.execute(sa.select(snapshot_table).order_by(snapshot_table.c.stream)).all():
        entry = _entry(connection, row.stream, row.number)
        if entry is None or unchecked(row.stream, (row.number, entry.hash), row.body) is None:
            where = f"{row.stream}, entry {row.number}"
            result.findings.append(Finding(where, "the snapshot of the table after it was changed"))
