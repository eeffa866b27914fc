"""Killed while orders are on their way, ten rounds over: a hundred and fifty kills at moments nobody chose."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.web.test_recovery import Evening, evening, killed_on_the_way

__all__ = ["evening"]


@pytest.mark.parametrize("seed", range(10))
def test_nothing_acknowledged_is_lost(evening: Callable[[], Evening], seed: int) -> None:
    killed_on_the_way(evening, random.Random(seed))
