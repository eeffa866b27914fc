"""The ledger: entries with a transfer and a stored answer, acknowledged after the flush, beside bare SQLite inserts."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import pysqlite3

from bench.measure import Figure
from houseway.ledger import Post, Transfer, open_ledger


def figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        single, grouped = _ours(Path(folder) / "house.db")
        bare_single, bare_grouped = _bare(Path(folder) / "bare.db")
    return [
        Figure("ledger, one wager a flush", single, "wagers/s", "bare SQLite, one row a commit", bare_single),
        Figure("ledger, many waiting", grouped, "wagers/s", "bare SQLite, 1,000 rows a commit", bare_grouped, "10 k"),
    ]


def _ours(path: Path) -> tuple[float, float]:
    ledger = open_ledger(f"sqlite:///{path}")
    ledger.post([Post("cage", "buy-in", "t", "a", {}, (Transfer("cage", "player:a", 10**9, "buy-in"),))]).result()

    def place(n: int) -> Post:
        return Post("T", "placed", "t", "a", {"n": n}, (Transfer("player:a", "held:T", 1, "hold"),))

    began = time.perf_counter()
    for n in range(300):
        ledger.post([place(n)], f"s{n}", "d", {"ok": True}).result()
    single = 300 / (time.perf_counter() - began)
    began = time.perf_counter()
    waiting = [ledger.post([place(n)], f"g{n}", "d", {"ok": True}) for n in range(20_000)]
    for future in waiting:
        future.result()
    grouped = 20_000 / (time.perf_counter() - began)
    ledger.close()
    return single, grouped


def _bare(path: Path) -> tuple[float, float]:
    connection = pysqlite3.connect(str(path), isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE t (n INTEGER, body TEXT)")

    def commits(count: int, rows: int) -> float:
        began = time.perf_counter()
        for _ in range(count):
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO t VALUES (?, ?)", [(n, "{}") for n in range(rows)])
            connection.execute("COMMIT")
        return count * rows / (time.perf_counter() - began)

    result = commits(300, 1), commits(30, 1000)
    connection.close()
    return result
