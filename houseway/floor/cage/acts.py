"""Acts: everything that is done at the cage, and by whom."""

from __future__ import annotations

from houseway.floor.cage import counts, drawers, exchange, slips
from houseway.floor.cage.desk import Act
from houseway.floor.cage.drawers import COUNTING, SUPERVISING
from houseway.law.roles import Role

ACTS: dict[str, Act] = {
    "open day": counts.open_day,
    "close day": counts.close_day,
    "open drawer": drawers.open_drawer,
    "close drawer": drawers.close_drawer,
    "drop cash": drawers.drop_cash,
    "replenish": drawers.replenish,
    "exchange": exchange.exchange,
    "ask chips": slips.ask,
    "send chips": slips.send,
    "receive chips": slips.receive,
    "call off": slips.call_off,
    "place float": counts.place_float,
    "count float": counts.count_float,
    "count drop": counts.count_drop,
    "count cage": counts.count_cage,
    "bank": counts.bank,
}

WITH_DRAWERS: tuple[Role, ...] = (*COUNTING, "keno writer", "dealer")

ROLES_OF_ACT: dict[str, tuple[Role, ...]] = {
    **dict.fromkeys(("open day", "close day", "exchange"), ("cashier",)),
    **dict.fromkeys(("open drawer", "close drawer", "drop cash", "replenish"), WITH_DRAWERS),
    **dict.fromkeys(("ask chips",), slips.AT_TABLE),
    **dict.fromkeys(("send chips", "receive chips", "call off"), (*slips.AT_TABLE, *slips.IN_CAGE)),
    "place float": ("house",),
    "count float": (*COUNTING, "dealer"),
    "count drop": COUNTING,
    "count cage": COUNTING,
    "bank": ("cashier", *SUPERVISING),
}
