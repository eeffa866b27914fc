"""Every setting of the sweep, book by book: exact figures against rounds played."""

from __future__ import annotations

import pytest

from houseway.lab.sweep import disagreements, every_book, settings


@pytest.mark.parametrize("book", every_book())
def test_exact_figures_agree_with_rounds_played_under_every_setting(book: str) -> None:
    assert [said for turned in settings(book) for said in disagreements(turned, 1_000_000)] == []
