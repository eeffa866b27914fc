"""Keno: draw and catch beside NumPy in batches; tickets issued durably; a draw over a million ways, from the disk to the
ledger; a claim among many tickets."""

from __future__ import annotations

import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from bench.measure import Figure, rate
from houseway.figures.random_streams import seeded
from houseway.floor.keno import running, tables
from houseway.floor.keno.desk import Keno, Order
from houseway.floor.keno.papers import WAY, code
from houseway.floor.people import HOUSE, Person
from houseway.lab.exact import study
from houseway.lab.simulate import kernels
from houseway.ledger import Post, Transfer, open_ledger

NOON = datetime(2026, 11, 15, 12, 0)
WRITER, BOSS = Person("W", "dealer"), Person("B", "casino supervisor")
BATCH = 20_000


def figures() -> list[Figure]:
    ours, theirs = _caught()
    with tempfile.TemporaryDirectory() as folder:
        issued = _issued(Path(folder) / "sold.db")
        drawn, claimed = _big_game(Path(folder) / "big.db", 1_000_000, 25)
        single, _ = _big_game(Path(folder) / "single.db", 200_000, 1)
    return [
        Figure("keno, draw and catch", ours, "draws/s", "NumPy in batches", theirs, "35x", "50x"),
        Figure("keno, tickets issued durably", issued, "tickets/s", floor="2 k"),
        Figure(
            "keno, a draw over 1 M ways, 25 to a ticket, evaluated and posted", 1_000_000 / drawn, "ways/s", goal="1 M"
        ),
        Figure("keno, a draw over 200 k tickets of one way", 200_000 / single, "ways/s"),
        Figure("keno, claims answered among 40 k tickets, flush included", 1 / claimed, "claims/s", floor="20"),
    ]


def _caught() -> tuple[float, float]:
    kernel = next(k for k in kernels(study("act-1992-keno")) if k.spots == 10)
    state = seeded(1, 0)
    kernel.run(state, 1000)

    def ours() -> int:
        kernel.run(state, 500_000)
        return 500_000

    rng = np.random.default_rng(1)
    player = np.zeros(80, bool)
    player[:10] = True

    def theirs() -> int:
        """Twenty of eighty for a batch at once: the smallest twenty of eighty random keys, then a look-up and a count."""
        keys = rng.random((BATCH, 80), dtype=np.float32)
        drawn = np.argpartition(keys, 20, axis=1)[:, :20]
        np.bincount(player[drawn].sum(axis=1), minlength=11)
        return BATCH

    return rate(ours), rate(theirs)


def _issued(path: Path) -> float:
    """Receipts given out only once they are on disk; many terminals wait for the same flush."""
    ledger = open_ledger(f"sqlite:///{path}")
    keno = Keno(ledger)
    keno.do(Order(BOSS, "open day", at=NOON))
    rng = np.random.default_rng(2)
    picks = [sorted(int(n) + 1 for n in rng.permutation(80)[:6]) for _ in range(200)]
    best = 0.0
    for turn in range(3):
        spent, count = time.process_time(), 3000
        waiting = []
        for n in range(count):
            order = Order(WRITER, "sell", {"numbers": picks[n % 200], "cents": 200}, f"k{turn}-{n}", NOON)
            waiting.append(keno.do(order).saved)
        for future in waiting:
            assert future is not None
            future.result()
        best = max(best, count / (time.process_time() - spent))
    ledger.close()
    return best


def filled(keno: Keno, tickets: int, ways: int, first: int, last: int, seed: int = 3, start: int = 0) -> None:
    """Tickets put straight into the table, with the money they stand for: what a day of selling would leave."""
    rng = np.random.default_rng(seed)
    page = 20_000
    for begin in range(start, start + tickets, page):
        count = min(page, start + tickets - begin)
        blobs = packed_ways(rng, count, ways)
        rows = [
            dict(
                number=begin + n + 1, serial=f"{begin + n:016d}", day="2026-11-15", at="2026-11-15T12:00:00", writer="W",
                terminal="T-01", kind="way" if ways > 1 else "standard", special=0, ways=blobs[n], per_game=100 * ways,
                first=first, games=last - first + 1, charged=last - first + 1, last=last, paid=first - 1, source="cage",
                status="live",
            )
            for n in range(count)
        ]  # fmt: skip
        price = 100 * ways * (last - first + 1) * count
        post = Post("desk:keno", "filled", "", "bench", {}, (Transfer("cage", "held:KENO", price, "hold"),))
        keno.ledger.post([post], rows=[(tables.new_ticket, row) for row in rows]).result()
    keno.tickets = start + tickets


def packed_ways(rng: Any, tickets: int, ways: int) -> list[bytes]:
    """Random ways of one to fifteen numbers except the jackpots' six and eight, packed as the desk packs them."""
    many = tickets * ways
    spots = rng.choice([1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15], many)
    order = np.argsort(rng.random((many, 80), dtype=np.float32), axis=1).astype(np.uint64)
    low, high = np.zeros(many, np.uint64), np.zeros(many, np.uint16)
    for at in range(15):
        ball, used = order[:, at], at < spots
        bit = np.uint64(1) << (ball % np.uint64(64))
        low |= np.where((ball < 64) & used, bit, np.uint64(0))
        high |= np.where((ball >= 64) & used, bit, np.uint64(0)).astype(np.uint16)
    packed = np.zeros(many, [("low", "<u8"), ("high", "<u2"), ("cents", "<u4")])
    packed["low"], packed["high"], packed["cents"] = low, high, 100
    data, size = packed.tobytes(), WAY.size * ways
    return [data[n * size : (n + 1) * size] for n in range(tickets)]


def _big_game(path: Path, ways: int, to_a_ticket: int) -> tuple[float, float]:
    """Seconds of CPU from a stored draw to its evaluation in the ledger; and of the clock for one claim afterwards."""
    ledger = open_ledger(f"sqlite:///{path}")
    keno = Keno(ledger)
    keno.do(Order(BOSS, "open day", at=NOON))
    filled(keno, ways // to_a_ticket, to_a_ticket, 1, 1)
    keno.do(Order(BOSS, "close game", at=NOON))
    drawn = keno.do(Order(HOUSE, "draw", at=NOON)).saved
    assert drawn is not None
    drawn.result()
    spent = time.process_time()
    settled = running.settle(keno, NOON)
    assert settled is not None
    settled.result()
    took = time.process_time() - spent
    waits = []
    for n in range(20):
        began = time.perf_counter()
        paper = code(n * 7 + 1, f"{n * 7:016d}")
        saved = keno.do(Order(WRITER, "pay", {"paper": paper}, f"c{n}", NOON)).saved
        if saved is not None:
            saved.result()
        waits.append(time.perf_counter() - began)
    ledger.close()
    return took, sorted(waits)[len(waits) // 2]
