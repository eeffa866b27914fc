"""Shoe: how many of each card are left.

A shoe here is a count, not an order. Who knows the order is the world: a real shoe, or a generator that draws each
card fairly from what is left, which comes to the same. Cards that left face down are counted as ``unseen``: they are
gone, but any card still in the count may be one of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from houseway.kit.cards import CARDS, RANKS, Card
from houseway.values import value

LARGEST_SHOE = 1000  # decks; a study may ask for more than any table holds, but not for a misprint


class NotInShoe(ValueError):
    """A card that is no longer there."""


@value
class Shoe:
    counts: tuple[int, ...]  # by card index; a card out unseen is still counted
    unseen: int = 0

    @classmethod
    def of(cls, decks: int) -> Shoe:
        if not 1 <= decks <= LARGEST_SHOE:
            raise ValueError(f"{decks} decks is not a shoe; 1 to {LARGEST_SHOE} can be studied")
        return cls((decks,) * len(CARDS))

    @property
    def size(self) -> int:
        """Cards that can still be drawn."""
        return sum(self.counts) - self.unseen

    def count(self, card: Card) -> int:
        return self.counts[card.index]

    def has(self, card: Card) -> bool:
        return self.counts[card.index] > 0 and sum(self.counts) > self.unseen

    def without(self, card: Card) -> Shoe:
        counts = list(self.counts)
        counts[card.index] -= 1
        if counts[card.index] < 0:
            raise NotInShoe(f"no {card.words} is left in the shoe")
        return Shoe(tuple(counts), self.unseen)

    def without_unseen(self, cards: int = 1) -> Shoe:
        if cards > self.size:
            raise NotInShoe("the shoe is empty")
        return replace(self, unseen=self.unseen + cards)

    def turned(self, card: Card) -> Shoe:
        """One of the unseen cards has been looked at."""
        return replace(self.without(card), unseen=self.unseen - 1)

    def plus(self, card: Card) -> Shoe:
        at = card.index
        return Shoe((*self.counts[:at], self.counts[at] + 1, *self.counts[at + 1 :]), self.unseen)

    def by_rank(self) -> tuple[tuple[Card, int], ...]:
        """For games where suits never matter: one card of each rank that is left, and how many of the rank."""
        return _by_rank(self.counts)

    def __str__(self) -> str:
        ranks = " ".join(f"{RANKS[n]}{sum(self.counts[4 * n : 4 * n + 4])}" for n in range(13))
        return ranks + (f" X{self.unseen}" if self.unseen else "")


@lru_cache(maxsize=1 << 16)
def _by_rank(counts: tuple[int, ...]) -> tuple[tuple[Card, int], ...]:
    ranks = []
    for first in range(0, len(counts), 4):
        suits = counts[first : first + 4]
        total = sum(suits)
        if total:
            ranks.append((CARDS[first + next(n for n, left in enumerate(suits) if left)], total))
    return tuple(ranks)
