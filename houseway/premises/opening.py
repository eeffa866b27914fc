"""Opening: the tables of a floor at the start of the house, and who serves them where several processes do."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from houseway.floor import jackpots
from houseway.floor.house import House
from houseway.play.decision import Refused
from houseway.premises.changes import compare
from houseway.premises.leases import OPENING, Leases
from houseway.premises.plans import BadSettings, in_words, open_plan
from houseway.premises.settings import Settings, first_floor

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

log = logging.getLogger("houseway")

SETTLING = 60.0  # seconds after the start in which tables that nobody holds are left to others


def open_house(house: House) -> None:
    """The tables on record, or the first floor where there are none."""
    house.load_floor()
    if not house.known():
        open_missing(house, first_floor())


def open_missing(house: House, settings: Settings) -> None:
    """Opens the jackpots and tables that settings name and that are not on record."""
    there = jackpots.jackpots(house.ledger) if settings.jackpots else {}
    for opened in settings.jackpots:
        if opened.jackpot.name not in there:
            decision = jackpots.open_jackpot(house.ledger, opened, house.clock())
            if isinstance(decision, Refused):
                raise BadSettings(f"jackpot {opened.jackpot.name}: {decision.because}")
    known = set(house.known())
    for plan in settings.tables:
        if plan.name not in known:
            table = open_plan(house, plan)
            if isinstance(table, Refused):
                raise BadSettings(f"table {plan.name}: {in_words(plan.book, table)}")


def tell_differences(premises: Premises) -> None:
    """Tables on record come back as they were. Where the settings say otherwise, that is told, and what would make it so."""
    if premises.settings is not None:
        for change in compare(premises, premises.settings):
            where = f"{change.table}: " if change.table else ""
            told = f"the settings differ, and are not applied by a start alone (SIGHUP does): {where}{change.words}"
            log.warning("%s", told, extra={"facts": {"table": change.table}})


def open_by(premises: Premises, settings: Settings) -> None:
    """The tables that the settings name: those on record as they were, new ones opened."""
    house, cluster = premises.house, settings.cluster
    if not cluster.address:
        house.load_floor()
        open_missing(house, settings)
        return
    leases = premises.leases = Leases(premises.ledger, settings.holder, cluster.address, cluster.lease_seconds)
    while not leases.take(OPENING):  # one process at a time opens what is missing
        time.sleep(0.1)
    house.read_floor()
    open_missing(house, settings)
    premises.ledger.settle_down()
    leases.give_back(OPENING)
    leases.keep()
    share = -(-len(settings.names) // max(1, cluster.processes))
    for name in leases.free(settings.names)[:share]:
        if leases.take(name) and name not in house.tables:
            house.load_table(name)
    for name in [name for name in house.tables if name not in leases.held]:
        del house.tables[name]


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
