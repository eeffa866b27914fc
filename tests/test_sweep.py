"""A sample of the sweep of ``tests/prove/test_sweep.py``: provisions turned one by one, exact figures against rounds played.

Which settings are in the sample follows from their names, so a run is the same as the run before."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houseway.figures import kept
from houseway.games.pai_gow.figures import analysis as pai_gow
from houseway.lab.sweep import Turned, disagreements, every_book, settings

QUICK = (
    "vic-1997-red-dog",
    "act-1992-baccarat",
    "act-1992-keno",
    "act-1992-sic-bo",
    "act-1992-money-wheel",
    "act-1992-american-roulette",
)
NAMED = (
    Turned("vic-2000-pai-gow+bonanza", (("bonanza.tie_pays", "6 to 5"),)),
    Turned("vic-2000-pai-gow+bonanza", (("bonanza.tie_pays", "1 to 2"),)),
    Turned("act-1992-blackjack", (("settling.blackjack", "6 to 5"),)),
    Turned("act-1992-keno", (("draws.drawn", "21"), ("draws.device", "90"))),
)


def sample(book: str) -> list[Turned]:
    return sorted(settings(book), key=lambda turned: turned.seed)[:2]


@pytest.mark.long
@pytest.mark.parametrize("turned", [*(one for book in QUICK for one in sample(book)), *NAMED], ids=str)
def test_exact_figures_agree_with_rounds_played_under_a_setting(turned: Turned) -> None:
    assert disagreements(turned, 100_000) == []


@pytest.mark.long
def test_a_sweep_would_have_found_the_tie_that_was_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds taken as a whole number, as they once were, are a disagreement; nothing of it is kept."""
    whole = pai_gow.Worth.tie_odds.func

    def cut(self: pai_gow.Worth) -> tuple[Fraction, ...]:
        return tuple(Fraction(int(odds)) for odds in whole(self))

    monkeypatch.setattr(pai_gow.Worth, "tie_odds", property(cut))
    with kept.found_anew():
        assert disagreements(Turned("vic-2000-pai-gow+bonanza", (("bonanza.tie_pays", "5 to 4"),)), 100_000)


def test_the_whole_sweep_is_of_a_thousand_settings() -> None:
    listed = [turned for book in every_book() for turned in settings(book)]
    assert len(listed) == len(set(listed)) > 2500
    assert sum(len(turned.changes) == 1 for turned in listed) > 1000
