"""Blackjack, the long proofs: larger reduced shoes ending by ending, a hundred thousand tapes, a thousand million rounds."""

from __future__ import annotations

import pytest

from houseway.games.blackjack.figures.analysis import expectation
from houseway.games.blackjack.figures.rules import BY_CARDS, BY_TOTALS, INSURED
from houseway.games.blackjack.figures.solving import solved
from houseway.games.blackjack.figures.stored_outcomes import stored
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
    assert agree(study(book), rounds=17_500).rounds > 100_000


@pytest.mark.parametrize("book", [BOOK, f"{BOOK}+over-under", f"{BOOK}+triple-play"])
def test_a_thousand_million_rounds(book):
    for tally in simulate(study(book), 10**9, seed=1, workers=2).tallies:
        assert abs(tally.z) < 3, (tally.wager, tally.strategy, tally.z)


@pytest.mark.parametrize("book", [BOOK, f"{BOOK}+triple-play"])
def test_the_mean_of_every_law_that_is_kept_is_the_exact_worth(book, monkeypatch):
    """Two methods to one fraction: the stored mean from its outcomes, and the worth from compositions and residues."""
    fresh, terms = figures.fresh_solved(book), study(book).edition.terms
    worth = {BY_TOTALS: fresh.found_by_totals().exactly(), BY_CARDS: fresh.found_by_cards().exactly()}
    monkeypatch.setattr(fresh, "worth", worth.__getitem__)
    for played in (BY_TOTALS, BY_CARDS, INSURED):
        known = stored(fresh, played, terms)
        assert known.mean == expectation(terms, fresh, played), played
        assert known.outcomes is None or known.outcomes.expectation == known.mean, played


def test_every_outcome_of_four_hands():
    figures.test_every_ending_of_a_reduced_shoe_gives_every_outcome("only 8:12 T:12", {})
