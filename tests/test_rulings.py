"""Void, invalidated, corrected: in any order, at any moment, the books obey."""

import pytest

from houseway.testing import conformance
from houseway.testing.rulings import rulings_are_obeyed

EDITIONS = {book: edition for book, edition in conformance.editions() if not hasattr(edition.terms, "faults")}


@pytest.mark.long
@pytest.mark.parametrize("book", EDITIONS)
def test_rulings_are_obeyed(book):
    assert rulings_are_obeyed(EDITIONS[book]) > 0
