"""Z1: the machines, as many examples as a change can bear; ``tests/prove`` plays many more, of its own choosing."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.faults import machines
from tests.faults.ruled import RuledCards, RuledWheel

pytestmark = pytest.mark.long

MACHINES = {**machines.MACHINES, "rulings at cards": RuledCards, "rulings at a wheel": RuledWheel}
EXAMPLES = {
    "wallets": (40, 50),
    "spins": (25, 50),
    "keno tickets": (15, 40),
    "meters": (15, 25),
    "rulings at cards": (12, 25),
    "rulings at a wheel": (12, 25),
}


def played(name: str, examples: int, steps: int, derandomize: bool) -> None:
    run_state_machine_as_test(
        MACHINES[name],
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=derandomize,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("name", MACHINES)
def test_whatever_is_done_comes_to_what_the_model_says(name: str) -> None:
    played(name, *EXAMPLES[name], derandomize=True)
