"""Called: the racetrack's wagers with the pieces they are made of, for a drawing."""

from __future__ import annotations

from houseway.draw.racetrack import Called
from houseway.games.roulette.spots import pieces
from houseway.games.roulette.terms import Terms
from houseway.kit.spots import layout
from houseway.kit.wheel import SINGLE_ZERO
from houseway.play.decision import Refused
from houseway.play.wagers import Sign

# The sections in the order the ring has them, from zero's end.
LABELS = {"zero_game": "Zero game", "voisins": "Voisins of zero", "orphelins": "Orphelins", "tier": "Tier"}


def called(terms: Terms, name: str, label: str) -> Called:
    made_of = pieces(terms, name, 1, Sign())
    assert made_of is not None and not isinstance(made_of, Refused), f"{name} is called in pieces"
    spots = made_of[1]
    numbers = tuple(dict.fromkeys(n for spot, _ in spots for n in layout()[spot].numbers))
    count = sum(count for _, count in spots)
    words = f"{label}, {count} pieces: {', '.join(_piece(spot, times) for spot, times in spots)}"
    return Called(name, label, words, numbers, spots)


def _piece(spot: str, times: int) -> str:
    words = layout()[spot].words.removeprefix("straight up ").removeprefix("split ")
    return words if times == 1 else f"{words} {'twice' if times == 2 else f'{times} times'}"


def on_the_track(terms: Terms) -> tuple[dict[str, Called], tuple[Called, ...]]:
    """Neighbours of every pocket, and the sections; worked out once for an edition's terms."""
    found: tuple[dict[str, Called], tuple[Called, ...]] | None = terms.__dict__.get("_on_the_track")
    if found is None:
        around = {
            label: called(terms, f"neighbours:{label}", f"Neighbours of {label}") for label in SINGLE_ZERO.pockets
        }
        found = around, tuple(called(terms, name, label) for name, label in LABELS.items())
        terms.__dict__["_on_the_track"] = found
    return found
