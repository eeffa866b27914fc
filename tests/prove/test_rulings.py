"""Every act of a supervisor at every state of every game: before the round, at each step, after it and in the next."""

from __future__ import annotations

import pytest

from houseway.testing.rulings import ACTS, LATER, moments_of, rule_at
from tests.test_rulings import EDITIONS


@pytest.mark.parametrize("book", EDITIONS)
def test_every_act_at_every_state(book: str) -> None:
    edition = EDITIONS[book]
    accepted = {
        act
        for moment in range(moments_of(edition) + LATER)
        for act, details in ACTS
        if rule_at(edition, act, details, moment)
    }
    assert {"void wagers", "invalidate", "exclude", "freeze"} <= accepted, "each is possible somewhere in a round"
