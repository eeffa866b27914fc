"""Pays: what Red Dog pays, from the provisions of a book."""

from __future__ import annotations

from itertools import groupby

from houseway.games.red_dog.terms import Terms
from houseway.play.surfaces import Paid, PayTable


def pays(terms: Terms) -> PayTable:
    by_spread: list[Paid] = []
    for odds, run in groupby(sorted(terms.spread_pays.value.items()), key=lambda pair: pair[1]):
        spreads = [spread for spread, _ in run]
        named = f"Spread {spreads[0]}" + (f" to {spreads[-1]}" if len(spreads) > 1 else "")
        by_spread.append((named, str(odds), terms.spread_pays.by))
    without: list[Paid] = [
        ("A pair, and the third card makes three alike", str(terms.three_alike.value), terms.three_alike.by),
        ("A pair, and the third card is another", "returned", terms.pair_void.by),
        ("Two cards in sequence", "returned", terms.consecutive.by),
    ]
    return [("The third card falls between", by_spread), ("Without a spread", without)]
