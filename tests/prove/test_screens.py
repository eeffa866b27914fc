"""Ten thousand acts of random play on real screens, desk and phone, at every table: not one thing stated that is not so.

Each table and each kind of screen is a test of its own, so that workers share them out and a stopped run goes on.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.compared import GAMES, OTHERS, PACE, at_table
from tests.web.served import start

TABLES = (*GAMES, *OTHERS)
ACTS = int(os.environ.get("HOUSEWAY_SCREEN_ACTS", "10000"))
EACH = -(-ACTS // (2 * len(TABLES)))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_what_random_acts_show_is_so(
    chromium: Browser, tmp_path: Path, pytestconfig: pytest.Config, phone: bool, table: str
) -> None:
    seed = random.SystemRandom().getrandbits(32) if os.environ.get("HOUSEWAY_EXPLORE") else 1
    house = start(f"sqlite:///{tmp_path}/house.db", PACE)
    others = [house.someone() for _ in range(2)]
    with at_table(chromium, house, table, phone, others, random.Random(f"{seed} {table} {phone}")) as evening:
        evening.play(EACH)
    house.close()
    screen = "phone" if phone else "desk"
    told = f"screens: {evening.acts} random acts at {table}, {screen}, {len(evening.found)} differences, seed {seed}"
    reporter = pytestconfig.pluginmanager.getplugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(told)
    assert [str(one) for one in evening.found] == [], told
