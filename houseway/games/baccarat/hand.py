"""Hands: what a card counts, and the single digit a hand comes to."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.kit.cards import Card

ACE = 14


POINTS = [1 if rank == ACE else rank if rank < 10 else 0 for rank in range(ACE + 1)]  # by rank


def points(card: Card) -> int:
    """Two to nine as marked, an ace one, tens and pictures nothing."""
    return POINTS[card.rank]


def count(cards: Iterable[Card]) -> int:
    """The point count: the last digit of the total."""
    total = 0
    for card in cards:
        total += POINTS[card.rank]
    return total % 10
