"""The fast form of the Money Wheel: a count of stops. What each brings to each wager is the script's own table."""

from __future__ import annotations

from houseway.figures.random_streams import Counted
from houseway.games.money_wheel.figures.analysis import table_of
from houseway.games.money_wheel.terms import Terms

TIER = 1


def kernels(terms: Terms, shoe: None = None) -> list[Counted]:
    table = table_of(terms)
    return [Counted.of(table.weights, table.nets)]
