"""Pays: what Rapid Roulette pays, by kind of wager, and for sequences."""

from __future__ import annotations

from houseway.games.rapid_roulette.terms import Terms
from houseway.play.single_zero import pay_table
from houseway.play.surfaces import Paid, PayTable

LENGTHS = ("first", "first two", "first three", "all four")


def pays(terms: Terms) -> PayTable:
    rows: list[Paid] = []
    for kind in ("double", "treble", "quad"):
        provision = getattr(terms.sequences, kind)
        for came, odds in enumerate(provision.value, 1):
            what = "all" if came == len(provision.value) else f"only the {LENGTHS[came - 1]}"
            rows.append((f"{kind.capitalize()}: {what}", str(odds), provision.by))
    return [*pay_table(terms.why), ("Sequences of numbers over spins", rows)]
