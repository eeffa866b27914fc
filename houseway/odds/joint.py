"""Joint: what one hand brings to everybody at a table together, as far as a tournament asks for it.

A *way* is what somebody's hand is wagered on and, where that matters, what they can still add to it. Given everybody's ways, a
game tells the chance of every combination of results, per unit of each wager.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeAlias, runtime_checkable

from houseway.money import Cents

Results: TypeAlias = tuple[Fraction, ...]  # one for each player, per unit of the wager


class Joint(Protocol):
    """One hand of a game, for several players."""

    @property
    def spots(self) -> tuple[str, ...]:
        """What a wager can be on."""

    @property
    def method(self) -> str:
        """How the chances were found."""

    def way(self, spot: str, cents: Cents, chips: Cents) -> str:
        """The way of somebody who lays so much of their chips on a spot."""

    def chances(self, ways: Sequence[str]) -> Mapping[Results, Fraction]:
        """Every combination of results that can come, with its chance."""


@runtime_checkable
class Dealt(Protocol):
    """A game whose players decide something once cards lie there."""

    def final(self, came: int | str) -> tuple[int, int]:
        """What somebody's hand has come to: a total, "bust" or "blackjack"."""

    def net(self, up: int, dealer: int, final: tuple[int, int]) -> Fraction:
        """What such a hand brings against the dealer's, per unit of what is laid on it."""

    def choices(
        self, cards: Sequence[int], up: int, more: int, worth: Callable[[int, Fraction], Fraction]
    ) -> dict[str, Fraction]:
        """What each choice is worth to who acts last; ``worth`` is what a result comes to once the dealer's total is known, and
        ``more`` for how many further wagers there are chips."""
