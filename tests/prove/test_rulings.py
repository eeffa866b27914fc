"""Every act of a supervisor at every state of every game: before the round, at each step, after it and in the next."""

from __future__ import annotations

import pytest

from houseway.testing import terminal_rulings
from houseway.testing.rulings import ACTS, LATER, moments_of, rule_at
from tests.test_rulings import AT_TERMINALS, EDITIONS


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


@pytest.mark.parametrize("book", AT_TERMINALS)
def test_every_act_at_every_state_of_terminals(book: str) -> None:
    accepted = {
        act
        for moment in range(len(terminal_rulings.STEPS) + 1)
        for act, details in terminal_rulings.ACTS
        if terminal_rulings.rule_at(AT_TERMINALS[book], act, details, moment)
    }
    assert {"recalculate", "fault", "exclude"} <= accepted
    assert not accepted & {"void wagers", "invalidate", "correct"}
