"""Hands: counting cards, and the hands of a round while it is played."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from houseway.kit.cards import Card
from houseway.play.wagers import Wager

ACE = 14


POINTS = [1 if rank == ACE else min(rank, 10) for rank in range(ACE + 1)]  # by rank, an ace as one


def points(card: Card) -> int:
    """What a card counts, an ace as one."""
    return POINTS[card.rank]


_ACES = 1 << 16  # added for every ace, far above any count
_ADDED = [_ACES + 1 if rank == ACE else POINTS[rank] for rank in range(ACE + 1)]  # by rank


def count(cards: Iterable[Card]) -> tuple[int, bool]:
    """The count of a hand and whether it is soft: the first ace is eleven unless that makes more than 21."""
    total = 0
    for card in cards:
        total += _ADDED[card.rank]
    if total < _ACES:
        return total, False
    total %= _ACES
    return (total + 10, True) if total <= 11 else (total, False)


def is_blackjack(cards: list[Card]) -> bool:
    """An ace and a card that counts ten, and no other."""
    if len(cards) != 2:
        return False
    one, other = cards[0].rank, cards[1].rank
    return other == ACE if 10 <= one < ACE else one == ACE and 10 <= other < ACE


@cache
def place_of(box: int, number: int) -> str:
    return f"box {box} hand {number}"


class Hand(Struct, eq=False):
    """One hand of a box: its cards, and the wagers that ride on it by line of the dealer."""

    box: int
    number: int
    place: str
    cards: list[Card]
    wagers: dict[str, list[Wager]]
    from_split: bool = False
    split_ace: bool = False
    doubled: bool = False
    blackjack: bool = False  # in its first two cards; a hand from a split has none
    given_up: bool = False  # for half, if the dealer has no blackjack

    @property
    def total(self) -> int:
        return count(self.cards)[0]

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody with money on the hand, in the order they stand."""
        wagers = self.all_wagers()
        return (wagers[0].player,) if len(wagers) == 1 else tuple(dict.fromkeys([wager.player for wager in wagers]))

    def all_wagers(self) -> list[Wager]:
        if len(self.wagers) == 1:  # ordinary Blackjack has a single line
            for line in self.wagers.values():
                return line
        return [wager for line in self.wagers.values() for wager in line]

    def own(self, player: str) -> list[tuple[str, Wager]]:
        """The first wager of a player on each line: what a double or split must match."""
        found = []
        for line, wagers in self.wagers.items():
            for wager in wagers:
                if wager.player == player:
                    found.append((line, wager))
                    break
        return found
