"""The fast form of Sic-Bo: a count of the 216 throws. What each brings to each segment is the script's own table."""

from __future__ import annotations

from houseway.figures.random_streams import Counted
from houseway.games.sic_bo.figures.analysis import table_of
from houseway.games.sic_bo.terms import Terms

TIER = 1


def kernels(terms: Terms, shoe: None = None) -> list[Counted]:
    table = table_of(terms)
    return [Counted.of(table.weights, table.nets)]
