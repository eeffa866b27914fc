"""What the tables that come with the house record replays from its notation, whatever their set-up."""

from __future__ import annotations

import random
from datetime import datetime

import pytest

from houseway.floor.house import House
from houseway.floor.jackpots import open_jackpot
from houseway.floor.last_judged import recorded
from houseway.floor.table import Table
from houseway.ledger import Post, Transfer, open_ledger
from houseway.premises.plans import open_plan
from houseway.premises.settings import first_floor
from houseway.testing.conformance import replayed_as_recorded, some_order

ROUNDS = 12


# At terminals there is nobody to place chips by hand: tests/test_terminal_rulings.py.
@pytest.mark.parametrize("name", [plan.name for plan in first_floor().tables if "rapid" not in plan.book])
def test_every_round_replays_from_its_notation(name: str) -> None:
    ledger = open_ledger()
    house = House(ledger, lambda: datetime(2026, 11, 16, 12))
    floor = first_floor()
    for opened in floor.jackpots:
        open_jackpot(ledger, opened, house.clock())
    table = open_plan(house, floor.plan(name))
    assert isinstance(table, Table), table
    for who in ("P1", "P2"):
        ledger.post([Post("cage", "buy-in", "", who, {}, (Transfer("cage", f"player:{who}", 10**9, "buy-in"),))])
    rng = random.Random(name)
    while table.state.round <= ROUNDS:
        assert table.prompt is not None
        some_order(table, table.prompt, rng)
    for body in recorded(table, 1):
        replayed_as_recorded(body)
    ledger.close()
