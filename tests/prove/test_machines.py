"""The machines of tests/faults, many times over and by examples of Hypothesis's own choosing."""

from __future__ import annotations

import os

import pytest

from tests.faults.test_machines import MACHINES, played

TIMES = int(os.environ.get("HOUSEWAY_PROVE", "1"))
EXAMPLES = {
    "wallets": (800, 50),
    "spins": (600, 60),
    "keno tickets": (300, 50),
    "meters": (200, 40),
    "rulings at cards": (300, 40),
    "rulings at a wheel": (300, 40),
}


@pytest.mark.parametrize("name", MACHINES)
def test_whatever_is_done_comes_to_what_the_model_says(name: str) -> None:
    examples, steps = EXAMPLES[name]
    played(name, examples * TIMES, steps, derandomize=False)
