"""What Sic-Bo is worth: the script run once for each of the 56 results, with a unit on every segment."""

from __future__ import annotations

from functools import partial
from typing import Any

from houseway.games.sic_bo.glass import glass
from houseway.games.sic_bo.round import play
from houseway.games.sic_bo.terms import Terms
from houseway.odds.distribution import WagerOdds
from houseway.odds.one_draw import UNIT, once_per_terms
from houseway.play.between_rounds import Carry

MOVES = ("pays", "catalogue")

__all__ = ["HANDS", "UNIT", "begin", "table_of", "wagers"]

HANDS: dict[str, str] = {}


def begin(terms: Terms) -> Any:
    """A fresh game, as often as it is called."""
    return partial(play, terms, Carry())


table_of = once_per_terms(begin, glass())


def wagers(terms: Terms, shoe: None = None) -> list[WagerOdds]:
    return table_of(terms).wagers()
