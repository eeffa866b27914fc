"""Pays: what Blackjack pays, with Over/Under 13 where a book has it."""

from __future__ import annotations

from houseway.games.blackjack.terms import Terms
from houseway.play.surfaces import Paid, PayTable


def pays(terms: Terms) -> PayTable:
    settling = terms.settling
    main: list[Paid] = [
        ("Blackjack", str(settling.blackjack.value), settling.blackjack.by),
        ("Nearer to 21 than the dealer, or the dealer goes over", str(settling.win.value), settling.win.by),
        ("The same count", "returned", settling.equal.by),
    ]
    aside: list[Paid] = [
        ("Insurance, if the dealer has blackjack", str(terms.insurance.pays.value), terms.insurance.pays.by),
    ]
    over = terms.over_under
    if over is not None:
        limit = over.thirteen.value
        aside += [
            (f"First two cards over {limit}", str(over.pays.value), over.over.by + over.pays.by),
            (f"First two cards under {limit}", str(over.pays.value), over.under.by + over.pays.by),
        ]
    return [("The wager", main), ("Beside it", aside)]
