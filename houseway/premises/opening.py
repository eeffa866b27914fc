"""Opening: the tables of a floor at the start of the house."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import TYPE_CHECKING

from houseway.floor import jackpots
from houseway.floor.house import House
from houseway.floor.law import other_books
from houseway.floor.table import Table
from houseway.play.decision import Refused
from houseway.premises.changes import compare
from houseway.premises.plans import BadSettings, in_words, open_plan
from houseway.premises.settings import Settings, first_floor

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

log = logging.getLogger("houseway")


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


def tell_other_books(table: Table) -> str:
    """Whether the books of this program are those that a table comes back with; where they are not, the log says so too."""
    told = other_books(table.state.law) if table.state.law is not None else ""
    if told:
        facts = {"table": table.name, "book": table.state.book}
        log.warning("the books on record are not this program's: %s: %s", table.name, told, extra={"facts": facts})
    return told


def open_by(house: House, settings: Settings, apart: Collection[str] = ()) -> None:
    """The tables that the settings name: those on record as they were, new ones opened. Those ``apart`` are loaded by whoever
    serves them."""
    house.load_floor(without=apart)
    open_missing(house, settings)
