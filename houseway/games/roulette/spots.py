"""Wagers that are called in pieces: the racetrack's sections, neighbours, and the maximum marker.

Each is a set of single wagers and nothing more; a called wager is placed piece by piece on the layout, where everybody
can see what it amounts to.
"""

from __future__ import annotations

from collections.abc import Mapping

from houseway.games.roulette.terms import Terms
from houseway.kit.spots import FIVE, INSIDE, Spot, layout
from houseway.kit.wheel import number_in
from houseway.law.clause import Basis
from houseway.money import Cents
from houseway.play.decision import Refused
from houseway.play.wagers import Sign

JOINING = {2: "split", 3: "street", 4: "corner", 6: "six_line"}  # the kind of a wager by how many numbers it joins
SECTIONS = ("tier", "orphelins", "voisins", "zero_game")


def pieces(
    terms: Terms, name: str, cents: Cents, sign: Sign
) -> tuple[Basis, tuple[tuple[str, Cents], ...]] | Refused | None:
    """What a called wager amounts to; None for a name that is not called."""
    kind, _, number = name.partition(":")
    track = terms.racetrack
    if kind in SECTIONS:
        section = getattr(track, kind)
        if strange := [spot for spot in section.value if spot not in terms.spots]:
            return Refused(section.by, f"{strange[0]} is not a wager of this layout")
        return track.called.by + section.by, tuple((spot, cents * count) for spot, count in section.value.items())
    if kind == "neighbours":
        if number not in terms.ring.weights:
            return Refused(track.neighbours.by, f"{number!r} is not on the wheel")
        around = terms.ring.neighbours(number, track.neighbours.value)
        return track.called.by + track.neighbours.by, tuple((f"straight:{each}", cents) for each in around)
    if kind == "maximum":
        return _maximum(terms, number, sign)
    if name not in terms.spots and (kind in (*INSIDE, FIVE) or "/" in name):
        return Refused(terms.placement.by + _kind_basis(terms, kind), f"{name} is not a wager of this layout")
    return None


def _kind_basis(terms: Terms, kind: str) -> Basis:
    """What a wager of a kind is, by its name or by how many numbers it would join."""
    if kind not in INSIDE:
        kind = JOINING.get(kind.count("/") + 1, "")
    if not kind:
        return Basis(())
    found: Basis = getattr(terms.catalogue, kind).by
    for spot, rule in terms.catalogue.apart.items():
        found = found + rule.by if spot.startswith(f"{kind}:") else found
    return found


def rule_of(terms: Terms, spot: str) -> Basis | None:
    """What a wager rests on that is called by its name, where none is open now."""
    kind = spot.partition(":")[0]
    if kind in SECTIONS or kind == "neighbours":
        section: Basis = getattr(terms.racetrack, kind).by
        return terms.racetrack.called.by + section
    return terms.maximum_marker.by if kind == "maximum" else None


def _maximum(terms: Terms, number: str, sign: Sign) -> tuple[Basis, tuple[tuple[str, Cents], ...]] | Refused:
    rule = terms.maximum_marker
    if number not in terms.ring.weights:
        return Refused(rule.by, f"{number!r} is not on the wheel")
    placed = []
    for spot in positions(number_in(number), rule.value, terms.spots):
        top = sign.limits_for(spot.name).maximum
        if top is None:
            return Refused(rule.by, f"the sign states no maximum for a {spot.kind}")
        placed.append((spot.name, top))
    return rule.by, tuple(placed)


def positions(number: int, kinds: tuple[str, ...] = INSIDE, spots: Mapping[str, Spot] | None = None) -> list[Spot]:
    """Every position of these kinds that holds a number."""
    return [
        spot
        for spot in (layout() if spots is None else spots).values()
        if number in spot.numbers and spot.kind in kinds
    ]
