"""Pays: what Baccarat pays, and what the house keeps of a win on Banker."""

from __future__ import annotations

from houseway.games.baccarat.terms import Terms
from houseway.play.surfaces import Paid, PayTable


def pays(terms: Terms) -> PayTable:
    share = f"{float(terms.commission.value * 100):g} %"
    rows: list[Paid] = [
        ("Player", str(terms.player.pays.value), terms.player.paid),
        ("Banker", f"{terms.banker.pays.value} less {share}", terms.banker.paid + terms.commission.by),
        ("Tie", str(terms.tie.pays.value), terms.tie.paid),
        ("Player or Banker, and it is a tie", "returned", terms.player.void.by),
    ]
    return [("The coup", rows)]
