"""Shoe: how many of each card are left.

A shoe here is a count, not an order. Who knows the order is the world: a real shoe, or a generator that draws each
card fairly from what is left, which comes to the same. Cards that left face down are counted as ``unseen``: they are
gone, but any card still in the count may be one of them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from houseway.complaint import BadInput, Complaint
from houseway.kit.cards import CARDS, RANKS, Card
from houseway.values import value

LARGEST_SHOE = 1000  # decks; a study may ask for more than any table holds, but not for a misprint


class NotInShoe(Complaint, ValueError):
    """A card that is no longer there."""


class ShortShoe(Complaint, ValueError):
    """Too few cards for what is asked of them."""


@value
class Shoe:
    full: tuple[int, ...]  # by card index, before the cards below were drawn
    drawn: tuple[Card, ...] = ()  # seen since; a handful, so that dealing a card costs little
    unseen: int = 0  # out face down: gone, and still among the counts

    @classmethod
    def of(cls, decks: int) -> Shoe:
        if not 1 <= decks <= LARGEST_SHOE:
            raise BadInput(f"{decks} decks is not a shoe; 1 to {LARGEST_SHOE} can be studied")
        return cls((decks,) * len(CARDS))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of each card are left, by index; a card out unseen is still counted."""
        if not self.drawn:
            return self.full
        counts = list(self.full)
        for card in self.drawn:
            counts[card.index] -= 1
        return tuple(counts)

    @property
    def left(self) -> int:
        """Cards not seen yet, those out face down among them."""
        return _up_to(self.full)[-1] - len(self.drawn)

    @property
    def size(self) -> int:
        """Cards that can still be drawn."""
        return self.left - self.unseen

    def at(self, number: int) -> Card:
        """The card at a number from 0, counting what is left in the order of the cards: with a fair number, a fair card."""
        up_to, drawn = _up_to(self.full), sorted([card.index for card in self.drawn])
        passed = 0
        while True:  # each card drawn from those before it moves the place on by one
            index = bisect_right(up_to, number + passed)
            before = bisect_right(drawn, index)
            if before == passed:
                return CARDS[index]
            passed = before

    def count(self, card: Card) -> int:
        return self.full[card.index] - self.drawn.count(card)

    def has(self, card: Card) -> bool:
        return self.count(card) > 0 and self.size > 0

    def without(self, card: Card) -> Shoe:
        drawn = self.drawn
        if self.full[card.index] <= len(drawn) and self.count(card) <= 0:  # counted only where it could matter
            raise NotInShoe(f"no {card.words} is left in the shoe")
        return Shoe(self.full, drawn + (card,), self.unseen)  # noqa: RUF005 (twice as quick as unpacking)

    def without_unseen(self, cards: int = 1) -> Shoe:
        if cards > self.size:
            raise NotInShoe("the shoe is empty")
        return replace(self, unseen=self.unseen + cards)

    def turned(self, card: Card) -> Shoe:
        """One of the unseen cards has been looked at."""
        return replace(self.without(card), unseen=self.unseen - 1)

    def plus(self, card: Card) -> Shoe:
        counts = list(self.counts)
        counts[card.index] += 1
        return Shoe(tuple(counts), (), self.unseen)

    def put_right(self, was: tuple[int, ...], now: tuple[int, ...], unseen: int) -> Shoe:
        """The same shoe where an earlier count is corrected: by card, what was thought to be left then and what was."""
        counts = tuple(left + after - before for left, before, after in zip(self.counts, was, now, strict=True))
        for card in CARDS:
            if counts[card.index] < 0:
                raise NotInShoe(f"no {card.words} was left in the shoe: it has come out since")
        return Shoe(counts, (), self.unseen + unseen)

    def settled(self) -> Shoe:
        """The same shoe with what was drawn taken off the counts."""
        return Shoe(self.counts, (), self.unseen) if self.drawn else self

    def by_rank(self) -> tuple[tuple[Card, int], ...]:
        """For games where suits never matter: one card of each rank that is left, and how many of the rank."""
        return _by_rank(self.counts)

    def __str__(self) -> str:
        counts = self.counts
        ranks = " ".join(f"{RANKS[n]}{sum(counts[4 * n : 4 * n + 4])}" for n in range(13))
        return ranks + (f" X{self.unseen}" if self.unseen else "")


@lru_cache(maxsize=1 << 12)
def _up_to(counts: tuple[int, ...]) -> list[int]:
    """How many cards there are up to each one, itself among them."""
    return list(accumulate(counts))


@lru_cache(maxsize=1 << 16)
def _by_rank(counts: tuple[int, ...]) -> tuple[tuple[Card, int], ...]:
    ranks = []
    for first in range(0, len(counts), 4):
        suits = counts[first : first + 4]
        total = sum(suits)
        if total:
            ranks.append((CARDS[first + next(n for n, left in enumerate(suits) if left)], total))
    return tuple(ranks)
