"""Whole rounds through the accessibility tree and the keyboard alone; those of every table are in ``tests/prove``."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.web.by_ear import plays_a_round
from tests.web.compared import PACE
from tests.web.served import Served


@pytest.mark.parametrize("table", ["RD-1", "MW-1"])
def test_a_round_by_ear(chromium: Browser, opening: Callable[..., Served], table: str) -> None:
    played = plays_a_round(chromium, opening(PACE), table)
    assert any(step.startswith("Ready with") for step in played.path)
