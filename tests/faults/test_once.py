"""F9: settled, recalculated, voided and paid from many connections at once, and each has one effect."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import httpx
import pysqlite3

from houseway.ledger import audit
from tests.faults.floor import Console, Floor, Terminal, seat_all
from tests.faults.relief import Relief
from tests.faults.truth import opened
from tests.waiting import END

# Fifty spins settled, recalculated and voided, fifty tickets paid: two hundred trials.
TABLES, SPINS, TICKETS = 5, 10, 50
AT_ONCE = 4
STAKE = 100
SIGNED = {"signed_by": {"name": "G. Soup", "role": "game supervisor"}}
DRAWN = [*range(1, 20), 80]


async def at_once(*orders: Awaitable[httpx.Response]) -> list[httpx.Response]:
    replies = list(await asyncio.gather(*orders))
    assert all(reply.status_code in (200, 403, 409, 422) for reply in replies), [reply.text for reply in replies]
    return [reply for reply in replies if reply.status_code == 200]


def effects(replies: list[httpx.Response]) -> int:
    """How many of these answers say that something was done, and not that it had been."""
    return sum(not reply.json()["again"] for reply in replies)


def balance(floor: Floor, account: str) -> int:
    connection = pysqlite3.connect(floor.database)
    try:
        return int(connection.execute("SELECT cents FROM account WHERE name = ?", (account,)).fetchone()[0])
    finally:
        connection.close()


async def spins(floor: Floor, console: Console, terminal: Terminal, count: int, rng: random.Random) -> None:
    """At one table: the wager is on a number, which is entered, then another, then none; the credit says how often each
    of them counted."""
    table, purse = terminal.table, f"ats:{terminal.table}:{terminal.station}"

    def orders(act: str, more: dict[str, Any] | None = None, **details: Any) -> list[Awaitable[httpx.Response]]:
        """The same act under one key and under others."""
        keys = [secrets.token_hex(8)] * (AT_ONCE // 2) + ["" for _ in range(AT_ONCE - AT_ONCE // 2)]
        return [console.order(table, act, key, more, **details) for key in keys]

    async def wagered() -> int:
        """The spin in which the wager lies, closed; 0 where a busy machine let the period pass."""
        async with terminal.connect() as line:
            terminal.heard(await line.recv())
            await console.opens(table)
            spin = (await console.get(f"/api/tables/{table}")).json()["round"]
            key = terminal.touch([("straight:17", STAKE)], spin)
            await terminal.send(line, key)
            await terminal.settle(line)
            if key not in terminal.accepted:
                return 0
            await terminal.until(line, "no more bets", spin)
            return spin

    done = 0
    while done < count:
        spin = await wagered()
        if not spin:
            continue
        done, before = done + 1, balance(floor, purse)
        asked = (await console.order(table, "answer", more={"prompt": 0}, value="5")).json()["number"]
        won = rng.random() < 0.5
        settled = await at_once(*orders("answer", {"prompt": asked}, value="17" if won else "5"))
        assert effects(settled) == 1, "settled"
        paid, lost = before + 36 * STAKE, before
        assert balance(floor, purse) == (paid if won else lost)
        assert (await console.order(table, "freeze")).status_code == 200
        details = {"spin": spin, "reason": "the recording"}
        assert await at_once(*orders("recalculate", SIGNED, actual="5" if won else "17", **details))
        assert balance(floor, purse) == (lost if won else paid), "recalculated once, however often it is asked for"
        assert await at_once(*orders("recalculate", SIGNED, **details))
        assert balance(floor, purse) == before + STAKE, "void: the wager goes back, once"
        assert (await console.order(table, "release")).status_code == 200


async def keno(console: Console, tickets: int) -> int:
    """Tickets that all win; each is asked for at several counters at once and paid at one. What was paid in all."""

    async def do(act: str, key: str = "", **details: Any) -> httpx.Response:
        doc = {"key": key or secrets.token_hex(8), "act": act, "details": details, "as": "staff"}
        return await console.post("/api/keno/orders", json=doc)

    async def must(act: str, **details: Any) -> dict[str, Any]:
        reply = await do(act, **details)
        assert reply.status_code == 200, (act, reply.text)
        found: dict[str, Any] = reply.json()
        return found

    await must("take over")
    if (await do("open day")).status_code != 200:
        assert (await console.get("/api/keno")).status_code == 200
    codes = [(await must("sell", numbers=[1, 2, 3], cents=100, games=1))["paper"]["code"] for _ in range(tickets)]
    await must("close game")
    await must("key draw", numbers=DRAWN)
    await must("confirm draw")
    total = 0
    for code in codes:
        async with asyncio.timeout(END):  # the game is settled in its own time
            while not (due := (await console.get(f"/api/keno/tickets/{code}")).json()["due"]):
                await asyncio.sleep(0.05)
        key = secrets.token_hex(8)
        paid = await at_once(*(do("pay", key if turn % 2 else "", paper=code) for turn in range(AT_ONCE)))
        assert effects(paid) == 1, "paid"
        assert due and (await console.get(f"/api/keno/tickets/{code}")).json()["due"] == 0
        total += due
    return total


def once_each(floor: Floor, terminals: list[Terminal], count: int, tickets: int, seed: int) -> int:
    rng = random.Random(seed)

    async def evening() -> int:
        async with floor.console() as console:
            paid = keno(console, tickets)
            tables = (spins(floor, console, terminal, count, rng) for terminal in terminals)
            return (await asyncio.gather(paid, *tables))[0]

    return asyncio.run(evening())


def test_settled_recalculated_voided_and_paid_once(tmp_path: Path, relief: Relief) -> None:
    floor = Floor(tmp_path, tables=TABLES, terminals=1, period=1, relief=relief).start()
    try:
        terminals = seat_all(floor, [f"RR-{number + 1}" for number in range(TABLES)], 1)
        paid = once_each(floor, terminals, SPINS, TICKETS, seed=5)
    finally:
        floor.stop()
    ledger = opened(floor.database)
    try:
        assert audit(ledger).sound
        for terminal in terminals:
            over = [entry.body["round"] for entry in ledger.entries(terminal.table) if entry.kind == "round-over"]
            assert len(over) >= SPINS and over == list(range(1, len(over) + 1)), "each spin is settled once"
        with ledger.reading() as connection:
            prizes = "SELECT sum(cents) FROM transfer WHERE source LIKE 'prizes:KENO:%' AND memo = 'cash'"
            assert paid and connection.exec_driver_sql(prizes).scalar() == paid
    finally:
        ledger.close()
