"""Floor: the tables of a settings file, who serves them where several processes do, and an eye on disk and clock."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.floor.people import HOUSE
from houseway.floor.table import Order
from houseway.ledger import Ledger, LedgerBroken, Post, UnsafeStore
from houseway.ledger.heads import BadHeads, Notary, key_in
from houseway.ledger.operations import STREAM as OPERATIONS
from houseway.play.decision import Refused
from houseway.play.wagers import SetUp
from houseway.premises.leases import Leases
from houseway.premises.settings import RAPID, BadSettings, Settings

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

log = logging.getLogger("houseway")

LOW_DISK = 256 * 1024 * 1024  # bytes; below it no new period begins, and what is open is settled
SETTLING = 60.0  # seconds after the start in which tables that nobody holds are left to others
JUMP = 1.0  # seconds the wall clock may differ from the steady one before it is worth recording


def open_by(premises: Premises, settings: Settings) -> None:
    """The tables that the settings name: those on record as they were, new ones opened."""
    house, cluster = premises.house, settings.cluster
    if cluster.address:
        premises.leases = Leases(premises.ledger, settings.holder, cluster.address, cluster.lease_seconds)
        while not premises.leases.take("floor"):  # one process at a time opens what is missing
            time.sleep(0.1)
    known = house.known()
    house.read_floor()
    for name in settings.names:
        if name not in known:
            _open(premises, settings, name)
    leases = premises.leases
    if leases is None:
        for name in known:
            house.load_table(name)
        return
    premises.ledger.settle_down()
    leases.held.discard("floor")
    with premises.ledger.changing() as connection:
        connection.exec_driver_sql("DELETE FROM lease WHERE table_name = 'floor'")
    leases.keep()
    share = -(-len(settings.names) // max(1, cluster.processes))
    for name in leases.free(settings.names)[:share]:
        if leases.take(name) and name not in house.tables:
            house.load_table(name)
    for name in [name for name in house.tables if name not in leases.held]:
        del house.tables[name]


def _open(premises: Premises, settings: Settings, name: str) -> None:
    by_house = settings.rapid.wheel == "generator"
    opened = premises.house.open_table(
        name, RAPID, SetUp(sign=settings.sign), "house" if by_house else "dealer", "rng" if by_house else "shoe"
    )
    if isinstance(opened, Refused):
        raise BadSettings(f"{name} does not open: {opened.because}")
    period = {"seconds": settings.rapid.wagering_period}
    if settings.rapid.wagering_period != opened.terms.period.value:
        opened.do(Order(HOUSE, "period", period, at=premises.house.clock()))


async def keep_leases(premises: Premises, leases: Leases) -> None:
    """Goes on holding its tables, gives up those it lost, and takes those whose process has died."""
    assert premises.settings is not None
    loop, began = asyncio.get_running_loop(), time.monotonic()
    while True:
        await asyncio.sleep(leases.seconds / 3)
        lost, leases.lost = leases.lost, set()
        for name in lost:
            log.warning("lost %s to another process", name, extra={"facts": {"table": name}})
            premises.give_up(name)
        # What a dead process held is taken at once; what nobody has held yet is left to those who are still starting.
        wanted = leases.free if time.monotonic() - began > SETTLING else leases.abandoned
        for name in await loop.run_in_executor(None, wanted, premises.settings.names):
            if name not in premises.house.tables and await loop.run_in_executor(None, leases.take, name):
                log.warning("took over %s", name, extra={"facts": {"table": name}})
                premises.take_over(name)


def notary(ledger: Ledger, settings: Settings) -> Notary:
    """Whoever keeps the ledger's heads elsewhere. A ledger that they speak against is not opened."""
    house, address = settings.house, settings.cluster.address
    try:
        found = Notary(
            ledger,
            Path(house.heads),
            key_in(Path(house.heads_key)),
            f"{OPERATIONS} {address}" if address else OPERATIONS,
        )
    except BadHeads as wrong:
        raise BadSettings(f"house.heads_key: {wrong}") from None
    if wrong_there := found.check():
        first = wrong_there[0]
        raise UnsafeStore(
            f"the ledger is not what its heads in {house.heads} say: {first.where}: {first.what}; "
            "the house does not open until two people accept it (houseway audit --heads … --accept …)"
        )
    if not found.begin(datetime.now().isoformat(timespec="seconds")):
        raise BadSettings(f"house.heads: nothing can be written to {house.heads}")
    return found


async def keep_heads(premises: Premises, notary: Notary) -> None:
    """Notes how far the ledger has come, every minute or as the settings say."""
    assert premises.settings is not None
    while True:
        await asyncio.sleep(premises.settings.house.heads_seconds)
        at = premises.house.clock().isoformat(timespec="seconds")
        try:
            if not await asyncio.to_thread(notary.note, at):
                log.warning(
                    "the heads could not be noted in %s", notary.file, extra={"facts": {"file": str(notary.file)}}
                )
        except LedgerBroken:
            return


async def watch_the_clock(premises: Premises) -> None:
    """A wall clock that jumps is put on record; no deadline depends on it."""
    offset = time.time() - time.monotonic()
    while True:
        await asyncio.sleep(1)
        now = time.time() - time.monotonic()
        if abs(now - offset) > JUMP:
            premises.clock_jumps += 1
            log.warning(
                "the wall clock jumped by %.1f seconds", now - offset, extra={"facts": {"jump": round(now - offset, 3)}}
            )
            at = premises.house.clock().isoformat(timespec="milliseconds")
            stream = "desk:clock" + (
                f" {premises.settings.cluster.address}" if premises.leases and premises.settings else ""
            )
            body = {"milliseconds": round((now - offset) * 1000)}
            premises.ledger.post([Post(stream, "clock jumped", at, "house:house", body)])
            offset = now


def has_room(database_url: str) -> bool:
    """Whether the disk has room for another period; a database elsewhere looks after itself."""
    free = free_bytes(database_url)
    return free is None or free >= LOW_DISK


def free_bytes(database_url: str) -> int | None:
    if not database_url.startswith("sqlite:///") or ":memory:" in database_url:
        return None
    return shutil.disk_usage(Path(database_url.removeprefix("sqlite:///")).parent).free
