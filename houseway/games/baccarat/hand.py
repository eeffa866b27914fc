"""Hands: what a card counts, and the single digit a hand comes to."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.kit.cards import Card

ACE = 14


def points(card: Card) -> int:
    """Two to nine as marked, an ace one, tens and pictures nothing."""
    if card.rank == ACE:
        return 1
    return card.rank if card.rank < 10 else 0


def count(cards: Iterable[Card]) -> int:
    """The point count: the last digit of the total."""
    return sum(points(card) for card in cards) % 10
