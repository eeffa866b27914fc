"""Terminals: people come, go and change places, spins are put right afterwards, and each has what is theirs."""

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from houseway.testing import conformance
from houseway.testing.terminal_rulings import RecalculatedEvening

EDITIONS = [edition for _, edition in conformance.editions() if hasattr(edition.terms, "faults")]


# Not shrunk: an evening that fails says who has too much, and smaller ones are tried for minutes.
@pytest.mark.long
@settings(
    derandomize=True,
    max_examples=6,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(st.sampled_from(EDITIONS), st.randoms(use_true_random=False))
def test_a_recalculation_follows_the_person(edition, chance):
    evening = RecalculatedEvening(edition)
    for turn in range(45):
        evening.step(chance.randrange)
        if turn % 15 == 14:
            evening.holds()
    evening.table.ledger.close()


@pytest.mark.long
def test_an_evening_is_put_right():
    evening, chance = RecalculatedEvening(EDITIONS[0]), random.Random(3)
    for turn in range(60):
        evening.step(chance.randrange)
        if turn % 6 == 5:
            evening.holds()
    assert evening.accepted > 3
    evening.table.ledger.close()
