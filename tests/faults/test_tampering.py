"""Z5: somebody who can write to the database edits, deletes, inserts, swaps, cuts off the end, puts back an old copy, or works
out the whole chain anew. Every case is found, and where an entry is concerned the first bad one is named."""

from __future__ import annotations

import bz2
import json
import random
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pysqlite3
import pytest
import sqlalchemy as sa

from houseway.floor.house import House
from houseway.floor.people import HOUSE
from houseway.floor.table import Order, Table
from houseway.floor.touching import Touch, touch_many
from houseway.ledger import Finding, Ledger, Post, Transfer, audit, open_ledger
from houseway.ledger.chain import chained
from houseway.ledger.packing import unpacked
from houseway.ledger.sheets import bind
from houseway.premises.settings import first_floor

pytestmark = pytest.mark.long

NOON = datetime(2026, 11, 16, 12)
KEYS = {
    "entry": ("stream", "number"),
    "transfer": ("stream", "number", "line"),
    "loose": ("stream", "number"),
    "sheet": ("stream", "last"),
    "command": ("key",),
    "account": ("name",),
    "snapshot": ("stream",),
}


def evening(ledger: Ledger, spins: int = 3) -> None:
    """A few spins at a table with six terminals."""
    house = House(ledger, lambda: NOON)
    table = house.open_table("RR-1", "vic-2000-rapid-roulette", first_floor().plan("RR-1").set_up, "dealer", "shoe")
    assert isinstance(table, Table)
    for number in range(1, 7):
        table.do(Order(HOUSE, "buy in", {"station": f"ATS-{number}", "cents": 100_000}, f"buy-{number}", at=NOON))
    for spin in range(1, spins + 1):
        for number in range(1, 7):
            touches = [
                Touch(f"ATS-{number}", f"word{number:04d}-{4 * spin + n:08d}", spin, ((spot, 500),))
                for n, spot in enumerate(("red", "17", "low"))
            ]
            touch_many(table, touches, NOON)
        table.do(Order(HOUSE, "answer", {}, f"close-{spin}", at=NOON))
        table.do(Order(HOUSE, "answer", {"value": str(7 * spin)}, f"spin-{spin}", at=NOON))


def in_memory() -> sa.Engine:
    options = {"check_same_thread": False, "isolation_level": None}
    return sa.create_engine("sqlite://", module=pysqlite3, poolclass=sa.pool.StaticPool, connect_args=options)


class Tamperer:
    """Somebody with a tool for databases, and no scruples."""

    def __init__(self, connection: Any, rng: random.Random, old: Any) -> None:
        self.db, self.rng, self.old = connection, rng, old

    def columns(self, table: str) -> list[str]:
        return [row[1] for row in self.db.execute(f"PRAGMA table_info({table})")]

    def row(self, table: str) -> dict[str, Any]:
        rows = self.db.execute(f"SELECT * FROM {table}").fetchall()
        return dict(zip(self.columns(table), self.rng.choice(rows), strict=True))

    def where(self, table: str, row: dict[str, Any]) -> tuple[str, list[Any]]:
        return " AND ".join(f"{key} = ?" for key in KEYS[table]), [row[key] for key in KEYS[table]]

    def other(self, value: Any) -> Any:
        if isinstance(value, int):
            return value + self.rng.choice((-1, 1, 10, 1 << 40))
        if not value:
            return "x"
        at = self.rng.randrange(len(value))
        if isinstance(value, bytes):
            return value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :]
        return value[:at] + chr(ord(value[at]) ^ 1) + value[at + 1 :]

    def change(self, table: str, row: dict[str, Any], column: str, value: Any) -> None:
        where, key = self.where(table, row)
        self.db.execute(f'UPDATE OR REPLACE {table} SET "{column}" = ? WHERE {where}', [value, *key])

    def edit(self) -> str:
        table = self.rng.choice(list(KEYS))
        row, column = self.row(table), self.rng.choice(self.columns(table))
        if (table, column) == ("account", "owes"):
            self.change(table, row, column, 1 - row["owes"])
        else:
            self.change(table, row, column, self.other(row[column]))
        return f"{row['stream']}, entry {row['number']}" if "number" in row and table != "snapshot" else ""

    def edit_bound(self) -> str:
        """A word on a sheet, which is as well bound as it was before."""
        sheet = self.row("sheet")
        lines = json.loads(bz2.decompress(sheet["body"]))
        line = self.rng.choice(lines)
        at = self.rng.randrange(1, len(line))
        line[at] = self.other(line[at])
        self.change("sheet", sheet, "body", bz2.compress(json.dumps(lines).encode()))
        return f"{sheet['stream']}, entry {line[0]}"

    def delete(self) -> str:
        table = self.rng.choice(("entry", "transfer", "command", "account", "loose", "sheet"))
        row = self.row(table)
        where, key = self.where(table, row)
        self.db.execute(f"DELETE FROM {table} WHERE {where}", key)
        return f"{row['stream']}, entry {row['number']}" if "number" in row else ""

    def insert(self) -> str:
        table = self.rng.choice(("entry", "transfer", "command", "loose", "sheet"))
        row = self.row(table)
        key = KEYS[table][-1]
        row[key] = row[key] + 1000 if isinstance(row[key], int) else row[key] + "x"
        names = ", ".join(f'"{name}"' for name in row)
        values = ", ".join("?" * len(row))
        self.db.execute(f"INSERT INTO {table} ({names}) VALUES ({values})", list(row.values()))
        return ""

    def swap(self) -> str:
        table = self.rng.choice(("entry", "transfer", "command", "loose"))
        column = self.rng.choice([name for name in self.columns(table) if name not in KEYS[table]])
        one, two = self.row(table), self.row(table)
        if one[column] == two[column]:
            return self.swap()
        self.change(table, one, column, two[column])
        self.change(table, two, column, one[column])
        return ""

    def cut_off(self) -> str:
        """The end of everything, with its money and its answers, so that the books balance."""
        last, bound = self._last(), self.db.execute("SELECT max(last) FROM sheet").fetchone()[0]
        keep = self.rng.randrange(max(bound, last - 30), last)
        gone = "SELECT source, target, cents FROM transfer WHERE stream = 'RR-1' AND number > ?"
        moves = self.db.execute(gone, [keep]).fetchall()
        for (text,) in self.db.execute("SELECT moves FROM loose WHERE number > ?", [keep]).fetchall():
            moves += [move[:3] for move in json.loads(text)]
        for source, target, cents in moves:
            self.db.execute("UPDATE account SET cents = cents + ? WHERE name = ?", [cents, source])
            self.db.execute("UPDATE account SET cents = cents - ? WHERE name = ?", [cents, target])
        for table in ("transfer", "command", "entry", "loose", "snapshot"):
            self.db.execute(f"DELETE FROM {table} WHERE stream = 'RR-1' AND number > ?", [keep])
        return f"RR-1, entry {keep + 1}"

    def _last(self) -> int:
        tables = ("entry", "loose")
        return max(self.db.execute(f"SELECT max(number) FROM {table}").fetchone()[0] for table in tables)

    def old_copy(self) -> str:
        self.old.backup(self.db)
        return ""

    def forge(self) -> str:
        """One word changed, and every hash after it worked out anew."""
        number = self.rng.randrange(self.db.execute("SELECT max(last) FROM sheet").fetchone()[0] + 1, self._last())
        rows: list[tuple[Any, ...]] = []
        for table in ("entry", "loose"):
            changed = f"UPDATE {table} SET body = body || ' ' WHERE stream = 'RR-1' AND number = ?"
            self.db.execute(changed, [number])
            wanted = f"SELECT number, kind, at, by, body, seal, prev FROM {table} WHERE stream='RR-1' AND number >= ?"
            rows += [(table, *row) for row in self.db.execute(wanted, [number])]
        prev = ""
        for table, n, kind, at, by, body, seal, before in sorted(rows, key=lambda row: row[1]):
            moves = self.db.execute(
                "SELECT source, target, cents, memo FROM transfer WHERE stream='RR-1' AND number=? ORDER BY line", [n]
            ).fetchall()
            if table == "loose":
                moves = json.loads(self.db.execute("SELECT moves FROM loose WHERE number = ?", [n]).fetchone()[0])
            post = Post("RR-1", kind, at, by, {}, tuple(Transfer(*move) for move in moves))
            prev = prev or before
            hash = chained(prev, n, post, unpacked(body), seal)
            self.db.execute(f"UPDATE {table} SET prev=?, hash=? WHERE stream='RR-1' AND number=?", [prev, hash, n])
            prev = hash
        return ""


def tampered(cases: int, seed: int) -> dict[str, int]:
    """So many tamperings, each in a fresh copy; how many of each kind were found. Raises at the first that was not."""
    rng, counted = random.Random(seed), dict[str, int]()
    ledger, older = open_ledger(), in_memory()
    with older.connect() as aside:
        evening(ledger, 2)
        first = ledger.newest("RR-1", "round-over", 2)[-1].number
        with ledger.changing() as binding:
            assert bind(binding, "RR-1", first) > 5  # how the first spin was played
        source = ledger.engine.connect().connection.dbapi_connection
        source.backup(aside.connection.dbapi_connection)
        table = Table.load(ledger, "RR-1")
        table.do(Order(HOUSE, "buy in", {"station": "ATS-1", "cents": 500}, "later", at=NOON))
        ledger.settle_down()
        heads = audit(ledger).heads
        assert audit(ledger, heads).sound
        copy = in_memory()  # one engine, so that every question to it is worded once; its contents are new each time
        for case in range(cases):
            with copy.connect() as connection:
                db = connection.connection.dbapi_connection
                source.backup(db)
                for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type='trigger'").fetchall():
                    db.execute(f"DROP TRIGGER {trigger}")
                db.execute("PRAGMA foreign_keys=OFF")
                db.execute("PRAGMA ignore_check_constraints=ON")
                somebody = Tamperer(db, rng, aside.connection.dbapi_connection)
                kinds: list[Callable[[], str]] = [
                    somebody.edit, somebody.edit, somebody.edit, somebody.delete, somebody.insert, somebody.swap,
                    somebody.edit_bound, somebody.cut_off, somebody.old_copy, somebody.forge,
                ]  # fmt: skip
                kind = rng.choice(kinds)
                where = kind()
            findings = audit(Ledger(copy, stepped=True), heads).findings
            assert found(findings, where), (seed, case, kind.__name__, where, findings[:3])
            counted[kind.__name__] = counted.get(kind.__name__, 0) + 1
        copy.dispose()
    ledger.close()
    return counted


def found(findings: list[Finding], where: str) -> bool:
    """Whether the entry is named; or an earlier one, if what was changed reached back to it."""
    if not where or any(finding.where == "database file" for finding in findings):
        return bool(findings)
    stream, number = where.split(", entry ")
    named = [finding.where.split(", entry ") for finding in findings if ", entry " in finding.where]
    return any(each == stream and int(n) <= int(number) for each, n in named)


def test_whoever_tampers_is_found_and_the_entry_named() -> None:
    counted = tampered(500, seed=1)
    assert sum(counted.values()) == 500 and len(counted) == 8, counted
