"""What American Roulette is worth: the script run once for each pocket of its wheel, with a unit on every spot."""

from __future__ import annotations

from functools import partial
from typing import Any

from houseway.games.roulette.round import play
from houseway.games.roulette.terms import Terms
from houseway.odds.distribution import WagerOdds
from houseway.odds.one_draw import UNIT, once_per_terms
from houseway.play.between_rounds import Carry

MOVES = ("pays", "zeros")

__all__ = ["HANDS", "UNIT", "begin", "table_of", "wagers"]

HANDS: dict[str, str] = {}


def begin(terms: Terms) -> Any:
    """A fresh spin, as often as it is called."""
    return partial(play, terms, Carry())


table_of = once_per_terms(begin, lambda terms: terms.spots)


def wagers(terms: Terms, shoe: None = None) -> list[WagerOdds]:
    return table_of(terms).wagers()
