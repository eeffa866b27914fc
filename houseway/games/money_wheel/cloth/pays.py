"""Pays: what the Money Wheel pays, symbol by symbol, and on how many stops each stands."""

from __future__ import annotations

from houseway.games.money_wheel.terms import Terms
from houseway.play.surfaces import PayTable


def pays(terms: Terms) -> PayTable:
    stops = terms.stops
    rows = [
        (f"{symbol}, on {stops[symbol].value} stop{'' if stops[symbol].value == 1 else 's'}", str(odds.value), odds.by)
        for symbol, odds in terms.odds.items()
    ]
    return [("The symbol at the flapper", rows)]
