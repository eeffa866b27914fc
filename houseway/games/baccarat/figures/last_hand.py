"""The last hand of a tournament at Baccarat: one coup is everybody's, so all results come from its three outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.games.baccarat.figures.analysis import LISTED, OUTCOMES, Weighed, net
from houseway.games.baccarat.terms import Terms
from houseway.kit.shoe import Shoe
from houseway.money import Cents
from houseway.odds.joint import Results


@dataclass(frozen=True)
class Coup:
    terms: Terms
    weighed: Weighed
    spots: tuple[str, ...] = LISTED
    method: str = "exact, over every order of six cards"

    @classmethod
    def of(cls, terms: Terms, shoe: Shoe | None) -> Coup:
        return cls(terms, Weighed.by(terms, shoe))

    def way(self, spot: str, cents: Cents, chips: Cents) -> str:
        return spot

    def chances(self, ways: Sequence[str]) -> Mapping[Results, Fraction]:
        found: dict[Results, Fraction] = {}
        for came in OUTCOMES:
            nets = tuple(net(self.terms, came, spot) for spot in ways)
            found[nets] = found.get(nets, Fraction(0)) + self.weighed.chance(came)
        return found
