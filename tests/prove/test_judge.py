"""One judge of a wager, by many more stories and examples of Hypothesis's own choosing (tests/test_judge)."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, given, settings

from houseway.play.wagers import Sign
from tests.test_judge import judged_alike, signs, stories

TIMES = int(os.environ.get("HOUSEWAY_PROVE", "1"))


@settings(max_examples=500 * TIMES, derandomize=False, suppress_health_check=[HealthCheck.too_slow])
@given(signs(), stories(25))
def test_a_touch_is_taken_exactly_if_the_chip_is(sign: Sign, steps: list[Any]) -> None:
    judged_alike(sign, steps)
