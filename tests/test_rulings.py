"""Void, invalidated, corrected: in any order, at any moment, the books obey."""

import pytest

from houseway.testing import conformance
from houseway.testing.rulings import ACTS, LATER, moments_of, rule_at, rulings_are_obeyed

EDITIONS = {book: edition for book, edition in conformance.editions() if not hasattr(edition.terms, "faults")}


@pytest.mark.long
@pytest.mark.parametrize("book", EDITIONS)
def test_rulings_are_obeyed(book):
    assert rulings_are_obeyed(EDITIONS[book]) > 0


@pytest.mark.long
@pytest.mark.parametrize("book", EDITIONS)
def test_every_act_of_a_supervisor_at_some_state(book):
    """Four acts, each at one state of the round, others in every book; ``make prove`` tries every act at every state."""
    edition = EDITIONS[book]
    states = moments_of(edition) + LATER
    first = sum(book.encode())
    for turn in range(4):
        act, details = ACTS[(first + turn) % len(ACTS)]
        rule_at(edition, act, details, (first + 5 * turn) % states)
