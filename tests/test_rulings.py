"""Void, invalidated, corrected: in any order, at any moment, the books obey."""

from itertools import permutations

import pytest

from houseway.testing import conformance, terminal_rulings
from houseway.testing.rulings import ACTS, LATER, as_if_not_made, moments_of, rule_at, rulings_are_obeyed
from houseway.testing.sign_changes import AFTERWARDS, CHANGES, change_at

EDITIONS = {book: edition for book, edition in conformance.editions() if not hasattr(edition.terms, "faults")}
SAME_FOR_ALL = (  # everybody plays on the same cards, spin or throw
    "act-1992-mini-baccarat",
    "act-1992-red-dog",
    "ma-red-dog",
    "vic-1997-red-dog",
    "act-1992-american-roulette",
    "act-1992-sic-bo",
    "act-1992-money-wheel",
)
AT_TERMINALS = {book: edition for book, edition in conformance.editions() if hasattr(edition.terms, "faults")}


@pytest.mark.long
@pytest.mark.parametrize("book", EDITIONS)
def test_rulings_are_obeyed(book):
    assert rulings_are_obeyed(EDITIONS[book]) > 0


@pytest.mark.parametrize("book", SAME_FOR_ALL)
def test_a_void_wager_is_as_if_it_had_not_been_made(book):
    """A ruling after the round, held against the round as it is told without that player."""
    assert sum(as_if_not_made(EDITIONS[book], seed=seed) for seed in range(5)) > 1


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


@pytest.mark.long
@pytest.mark.parametrize("book", EDITIONS)
def test_a_change_of_the_sign_never_locks_a_table(book):
    """Four orders of three changes, each at a state of its own and with another end; ``make prove`` tries all of them."""
    edition, orders = EDITIONS[book], list(permutations(CHANGES, 3))
    states, first = moments_of(edition) + LATER, sum(book.encode())
    for turn in range(4):
        names = orders[(331 * (first + turn)) % len(orders)]
        change_at(edition, names, (first + 7 * turn) % states, AFTERWARDS[turn % 3])


@pytest.mark.long
@pytest.mark.parametrize("book", AT_TERMINALS)
def test_every_act_at_terminals_at_some_state(book):
    """The same where wagers are electronic: each act once, at another state each."""
    for turn, (act, details) in enumerate(terminal_rulings.ACTS):
        accepted = terminal_rulings.rule_at(
            AT_TERMINALS[book], act, details, (4 * turn + 6) % (len(terminal_rulings.STEPS) + 1)
        )
        assert not (accepted and act in ("void wagers", "invalidate", "correct"))


@pytest.mark.parametrize(
    ("book", "act", "state"),
    [
        ("vic-1997-red-dog", ACTS[0], 7),  # void in the open window, then everything is taken back before the call
        ("vic-1997-red-dog", ACTS[9], 6),  # closed before the first wager: the cards are checked, then it opens again
        ("act-1992-canberra-poker", ACTS[5], 8),  # a correction goes back into the round that is just over
    ],
)
def test_states_that_the_long_proof_found(book, act, state):
    assert rule_at(EDITIONS[book], *act, state)
