"""Pays: what every roulette with one zero pays, by kind of wager."""

from __future__ import annotations

from houseway.games.roulette.terms import Terms
from houseway.play.single_zero import pay_table
from houseway.play.surfaces import PayTable


def pays(terms: Terms) -> PayTable:
    return pay_table(terms.why)
