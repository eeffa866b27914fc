"""Single zero: what every roulette with one zero shares. Thirteen kinds of wager, their odds, and who has won.

The spots themselves are equipment (``kit/spots.py``); here each kind meets the provision that defines it and the one
that pays it, so that a settlement cites the very one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from houseway.kit.spots import every_spot
from houseway.law.clause import Basis, Provision
from houseway.money import Odds
from houseway.play.surfaces import Paid, PayTable
from houseway.play.wagers import Wager

# By kind, and by name for spots that a book speaks of apart: the odds, what a win rests on, what a loss rests on.
Why: TypeAlias = dict[str, tuple[Odds, Basis, Basis]]


@dataclass(frozen=True)
class Catalogue:
    """What each kind of wager is."""

    straight: Provision[None]
    split: Provision[None]
    street: Provision[None]
    corner: Provision[None]
    six_line: Provision[None]
    column: Provision[None]
    dozen: Provision[None]
    low: Provision[None]
    high: Provision[None]
    even: Provision[None]
    odd: Provision[None]
    red: Provision[None]
    black: Provision[None]

    @property
    def apart(self) -> dict[str, Provision[None]]:
        """What single spots are that a book speaks of apart from others of their kind, by name."""
        return {}


@dataclass(frozen=True)
class Pays:
    """The odds of each kind."""

    straight: Provision[Odds]
    split: Provision[Odds]
    street: Provision[Odds]
    corner: Provision[Odds]
    six_line: Provision[Odds]
    column: Provision[Odds]
    dozen: Provision[Odds]
    low: Provision[Odds]
    high: Provision[Odds]
    even: Provision[Odds]
    odd: Provision[Odds]
    red: Provision[Odds]
    black: Provision[Odds]


def why(catalogue: Catalogue, pays: Pays, won: Basis, lost: Basis) -> Why:
    """For each kind: its odds, what a win rests on and what a loss rests on."""
    kinds: Why = {}
    for kind in Pays.__dataclass_fields__:
        odds, what = getattr(pays, kind), getattr(catalogue, kind)
        kinds[kind] = (odds.value, odds.by + what.by + won, what.by + lost)
    for spot, rule in catalogue.apart.items():
        odds = getattr(pays, every_spot()[spot].kind)
        kinds[spot] = (odds.value, odds.by + rule.by + won, rule.by + lost)
    return kinds


_NAMED = {
    "straight": "One number", "split": "Two numbers", "street": "Three numbers", "corner": "Four numbers",
    "six_line": "Six numbers", "column": "A column", "dozen": "A dozen",
}  # fmt: skip


def pay_table(kinds: Why) -> PayTable:
    """What each kind pays, for people; the even chances in one row."""
    rows: list[Paid] = []
    for kind, words in _NAMED.items():
        odds, won, _ = kinds[kind]
        named = words if kind in ("column", "dozen") else f"{words}, {kind.replace('_', ' ')}"
        rows.append((named, str(odds), won))
    odds, won, _ = kinds["red"]
    rows.append(("Red or black, odd or even, 1 to 18 or 19 to 36", str(odds), won))
    return [("By what the chip covers", rows)]


def also(kinds: Why, won: Basis, lost: Basis) -> Why:
    """The same, resting on something more."""
    return {kind: (odds, wins + won, loses + lost) for kind, (odds, wins, loses) in kinds.items()}


def parted(wagers: Iterable[Wager], number: int) -> tuple[tuple[Wager, ...], tuple[Wager, ...]]:
    """Winning and losing wagers, strictly by where they lie."""
    catalogue = every_spot()
    won: list[Wager] = []
    lost: list[Wager] = []
    for wager in wagers:
        (won if number in catalogue[wager.spot].numbers else lost).append(wager)
    return tuple(won), tuple(lost)


def by_kind(wagers: Iterable[Wager], apart: Container[str] = ()) -> Iterable[tuple[str, list[Wager]]]:
    """Wagers by the kind of their spot, or by its name where it stands ``apart``, in the order they first come."""
    groups: dict[str, list[Wager]] = {}
    catalogue = every_spot()
    for wager in wagers:
        spot = wager.spot
        groups.setdefault(spot if spot in apart else catalogue[spot].kind, []).append(wager)
    return groups.items()
