"""A whole round at every table through the accessibility tree and the keyboard alone: roles, names, what is spoken.

Run: pytest tests/prove/test_by_ear.py -s
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.by_ear import plays_a_round
from tests.web.compared import GAMES, OTHERS, PACE
from tests.web.served import start

TABLES = sorted(table for table in (*GAMES, *OTHERS) if not table.startswith("RR"))  # terminals have no table's page


@pytest.mark.parametrize("table", TABLES)
def test_a_round_by_ear(chromium: Browser, tmp_path: Path, table: str) -> None:
    house = start(f"sqlite:///{tmp_path}/house.db", PACE)
    played = plays_a_round(chromium, house, table)
    house.close()
    print(f"{table}: {'; '.join(played.path)}")
