"""Keno: void, corrected and invalid in any order, and the books are as if it had been so from the beginning."""

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from houseway.testing.keno_rulings import RuledEvening


# Not shrunk: an evening that fails says what differs, and smaller ones are tried for minutes.
@pytest.mark.long
@settings(
    derandomize=True,
    max_examples=15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(st.randoms(use_true_random=False))
def test_whatever_is_ruled_the_books_are_as_if_it_had_been_so(chance):
    evening = RuledEvening()
    for _ in range(40):
        evening.step(chance.randrange)
    evening.holds()
    evening.keno.ledger.close()


@pytest.mark.long
def test_an_evening_is_ruled_upon():
    evening, chance = RuledEvening(), random.Random(4)
    for _ in range(40):
        evening.step(chance.randrange)
        evening.holds()
    assert evening.accepted > 2
    evening.keno.ledger.close()
