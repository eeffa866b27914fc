"""What American Roulette is worth: the script run once for each of the 37 pockets, with a unit on every spot."""

from __future__ import annotations

from functools import partial
from typing import Any

from houseway.games.roulette.carry import Carry
from houseway.games.roulette.round import play
from houseway.games.roulette.terms import Terms
from houseway.kit.spots import layout
from houseway.law.clause import Basis
from houseway.odds.one_draw import UNIT, OneDraw, compiled
from houseway.odds.values import WagerOdds

__all__ = ["HANDS", "UNIT", "begin", "table_of", "wagers"]

HANDS: dict[str, str] = {}

_TABLES: dict[int, tuple[Terms, OneDraw]] = {}


def begin(terms: Terms) -> Any:
    """A fresh spin, as often as it is called."""
    return partial(play, terms, Carry())


def table_of(terms: Terms) -> OneDraw:
    kept = _TABLES.get(id(terms))
    if kept is None or kept[0] is not terms:
        kept = _TABLES[id(terms)] = (terms, compiled(begin(terms), layout()))
    return kept[1]


def wagers(terms: Terms, shoe: None = None) -> list[WagerOdds]:
    return table_of(terms).wagers()


def basis(terms: Terms) -> Basis:
    return terms.wheel.by + terms.by_position.by
