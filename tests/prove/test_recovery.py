"""Killed while orders are on their way, ten rounds over: a hundred and fifty kills at moments nobody chose."""

from __future__ import annotations

import random

import pytest

from tests.web.test_recovery import Evening, Seen, evening, expected, killed_on_the_way

__all__ = ["evening", "expected"]


@pytest.mark.parametrize("seed", range(10))
def test_nothing_acknowledged_is_lost(evening: Evening, expected: list[Seen], seed: int) -> None:
    killed_on_the_way(evening, expected, random.Random(seed))
