"""Ten thousand acts of random play on real screens, desk and phone, at every table: not one thing stated that is not so."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import launch
from tests.web.compared import GAMES, OTHERS, PACE, at_table
from tests.web.served import start

ACTS = int(os.environ.get("HOUSEWAY_SCREEN_ACTS", "10000"))


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        started = launch(play)
        yield started
        started.close()


@pytest.mark.real
def test_ten_thousand_acts(browser: Browser, pytestconfig: pytest.Config) -> None:
    seed = random.SystemRandom().getrandbits(32) if os.environ.get("HOUSEWAY_EXPLORE") else 1
    tables = [*GAMES, *OTHERS]
    each = -(-ACTS // (2 * len(tables)))
    found, acts, compared = [], 0, 0
    for phone in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            house = start(f"sqlite:///{folder}/house.db", PACE)
            others = [house.someone() for _ in range(2)]
            for table in tables:
                with at_table(
                    browser, house, table, phone, others, random.Random(f"{seed} {table} {phone}")
                ) as evening:
                    evening.play(each)
                    found.extend(evening.found)
                    acts, compared = acts + evening.acts, compared + evening.compared
            house.close()
    told = (
        f"screens: {acts:,} random acts at {len(tables)} tables, desk and phone, {len(found)} differences, seed {seed}"
    )
    reporter = pytestconfig.pluginmanager.getplugin("terminalreporter")  # capsys would cut the browser's line
    if reporter is not None:
        reporter.write_line(told)
    assert [str(one) for one in found] == []
