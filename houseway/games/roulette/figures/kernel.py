"""The fast form of roulette: a count of pockets. What each pocket brings to each spot is the script's own table."""

from __future__ import annotations

from houseway.figures.random_streams import Counted
from houseway.games.roulette.figures.analysis import table_of
from houseway.games.roulette.terms import Terms

TIER = 1


def kernels(terms: Terms, shoe: None = None) -> list[Counted]:
    table = table_of(terms)
    return [Counted.of(table.weights, table.nets)]
