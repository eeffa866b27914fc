"""Pays: what Sic-Bo pays, by kind of wager."""

from __future__ import annotations

from itertools import groupby

from houseway.games.sic_bo.terms import Terms
from houseway.play.surfaces import Paid, PayTable


def pays(terms: Terms) -> PayTable:
    odds, kinds = terms.pays, terms.catalogue
    low, high = kinds.small.value, kinds.big.value
    rows: list[Paid] = [
        (f"Small: {low[0]} to {low[1]}, no triple", str(odds.small.value), odds.small.by),
        (f"Big: {high[0]} to {high[1]}, no triple", str(odds.big.value), odds.big.by),
        ("A double, as named", str(odds.double.value), odds.double.by),
        ("A triple, as named", str(odds.triple.value), odds.triple.by),
        ("Any triple", str(odds.any_triple.value), odds.any_triple.by),
        ("Two different faces, both shown", str(odds.domino.value), odds.domino.by),
    ]
    singles = [
        (f"One face, on {'one die' if count == 1 else f'{count} dice'}", str(pays), odds.single.by)
        for count, pays in sorted(odds.single.value.items())
    ]
    totals: list[Paid] = []
    by_odds = sorted(odds.total.value.items(), key=lambda pair: (-pair[1].ratio, pair[0]))
    for pays, run in groupby(by_odds, key=lambda pair: pair[1]):
        totals.append((f"Total {' or '.join(str(total) for total, _ in run)}", str(pays), odds.total.by))
    return [("What the three dice show", rows), ("One face", singles), ("The total", totals)]
