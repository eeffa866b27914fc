"""Every act of a supervisor at every state of every game: before the round, at each step, after it and in the next."""

from __future__ import annotations

from itertools import permutations

import pytest

from houseway import games
from houseway.floor.last_judged import recorded
from houseway.floor.scenario import read_cases
from houseway.floor.story import Rehearsal, lines
from houseway.testing import terminal_rulings
from houseway.testing.conformance import replayed_as_recorded
from houseway.testing.rulings import ACTS, LATER, moments_of, rule_at
from houseway.testing.sign_changes import AFTERWARDS, CHANGES, change_at
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


@pytest.mark.parametrize("book", EDITIONS)
def test_every_change_of_the_sign_at_every_state(book: str) -> None:
    edition = EDITIONS[book]
    for moment in range(moments_of(edition) + LATER):
        for name in CHANGES:
            for then in AFTERWARDS:
                change_at(edition, (name,), moment, then)


@pytest.mark.parametrize("book", EDITIONS)
def test_every_order_of_three_changes(book: str) -> None:
    """Each order at one state and with one end; the states and the ends take turns."""
    edition = EDITIONS[book]
    states = moments_of(edition) + LATER
    for turn, names in enumerate(permutations(CHANGES, 3)):
        change_at(edition, names, turn % states, AFTERWARDS[turn % 3])


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


# Keno's games are told at its desk and are no rounds of a table: houseway/testing/keno_rulings.py.
@pytest.mark.parametrize("game", sorted({edition.game for edition in EDITIONS.values()} - {"keno"}))
def test_what_cases_left_on_record_is_replayed(game: str) -> None:
    """Ruled, corrected, or both: each round replays from its notation to what is recorded."""
    replayed = 0
    for case in read_cases(games.folder(game) / "scenarios" / "rulings.toml"):
        rehearsal = Rehearsal(case.book)
        for line in lines(case.story):
            rehearsal.line(line)
        rehearsal.finish()
        for body in recorded(rehearsal.table, 1):
            replayed_as_recorded(body, in_order=False)
            replayed += 1
        rehearsal.ledger.close()
    assert replayed
