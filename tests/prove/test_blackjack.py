"""Blackjack, the long proofs: larger reduced shoes ending by ending, a hundred thousand tapes, a thousand million rounds."""

from __future__ import annotations

import pytest

from houseway.games.blackjack.analysis import BY_TOTALS, solved
from houseway.games.blackjack.tests import test_blackjack_figures as figures
from houseway.games.blackjack.tests.test_blackjack_figures import BOOK, PEEK, enumerated
from houseway.lab.agree import agree
from houseway.lab.exact import study
from houseway.lab.simulate import simulate


@pytest.mark.parametrize("changes", [{}, {"hole_card": PEEK}], ids=["no hole card", "hole card"])
@pytest.mark.parametrize("shoe", ["only A:8 T:12 9:8", "only A:12 T:12", "only 9:14 2:10"])
def test_every_ending_of_larger_shoes(shoe, changes):
    of = study(BOOK, changes, shoe)
    value, _ = enumerated(of, BY_TOTALS)
    assert value == solved(of.edition.terms, of.shoe).by_totals.exactly()


@pytest.mark.parametrize("book", [BOOK, f"{BOOK}+over-under", f"{BOOK}+triple-play"])
def test_a_hundred_thousand_tapes(book):
    assert agree(study(book), rounds=70_000).rounds > 100_000


@pytest.mark.parametrize("book", [BOOK, f"{BOOK}+over-under", f"{BOOK}+triple-play"])
def test_a_thousand_million_rounds(book):
    for tally in simulate(study(book), 10**9, seed=1, workers=2).tallies:
        assert abs(tally.z) < 3, (tally.wager, tally.strategy, tally.z)


def test_every_outcome_of_four_hands():
    figures.test_every_ending_of_a_reduced_shoe_gives_every_outcome("only 8:12 T:12", {})
