"""Pays: what the schedule pays, by how many numbers are marked and how many of them are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.games.keno.entry import is_jackpot
from houseway.games.keno.prizes import basis, prize
from houseway.games.keno.terms import Terms
from houseway.money import Cents, show
from houseway.play.surfaces import PayTable


def rows_of(terms: Terms, special: int, spots: int, cents: Cents) -> Iterator[tuple[int, str]]:
    """How many of so many numbers win what, the most first."""
    for matched in range(spots, -1, -1):
        found = prize(terms, special, spots, matched, cents)
        if found.jackpot:
            yield matched, f"the jackpot, {show(terms.jackpots.guaranteed.value[spots] * 100)} or more"
        elif found.cents:
            yield matched, show(found.cents)


def pays(terms: Terms) -> PayTable:
    """The standard schedule, a column to a heading, for the least that a game of it costs."""
    table: PayTable = []
    for spots in terms.schedule(0)[1]:
        cents = terms.prices.jackpot.value if is_jackpot(terms, 0, spots) else terms.prices.minimum.value
        rows = []
        for matched, won in rows_of(terms, 0, spots, cents):
            by = basis(terms, 0, spots, matched, prize(terms, 0, spots, matched, cents))
            rows.append((f"{matched} of {spots} drawn" if spots > 1 else "Drawn" if matched else "Not drawn", won, by))
        table.append((f"{spots} number{'' if spots == 1 else 's'}, for {show(cents)}", rows))
    return table
