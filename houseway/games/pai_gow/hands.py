"""Hands: what two tiles are worth, and the ways to part four tiles into a high and a low hand.

A hand's *strength* is one number, higher is better: pairs, Wongs, Gongs and High Nines in their order, then points with the
better tile deciding. Every zero has the same strength, because zero against zero goes to the bank whatever the tiles; so a
player's hand beats the bank's exactly when its strength is greater.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from houseway.kit.tiles import KINDS, Kind, NotTiles, Tile, tiles
from houseway.values import value

Kinds: TypeAlias = tuple[Kind, ...]

TEEN, DAY = KINDS[1], KINDS[2]

_PAIRS = 166  # strength of the lowest pair; the six named hands stand just below
_NAMED = {9: "Wong", 8: "Gong", 7: "High Nine"}  # Teen or Day with a tile of this count
_ABOVE = {7: 160, 8: 162, 9: 164}  # of Day; Teen is one higher

GONG = 162  # strength of the lowest Gong

ALL_HANDS = 35_960  # four tiles of thirty-two
ANSWERS = 20_475  # four more of the other twenty-eight


def points(one: Kind, other: Kind) -> int:
    """The counts of two tiles, tens dropped; a lone Gee Jun is three or six, whichever makes more."""
    total = one.count + other.count
    if one.wild != other.wild:
        return max(total % 10, (total - 3) % 10)
    return total % 10


def _strength(one: Kind, other: Kind) -> int:
    if one is other:
        return _PAIRS + 16 - one.pair_rank
    for lead, tile in ((one, other), (other, one)):
        if lead in (TEEN, DAY) and tile.count in _ABOVE and not tile.wild:
            return _ABOVE[tile.count] + (lead is TEEN)
    made = points(one, other)
    return made and 16 * made + 16 - min(one.single_rank, other.single_rank)


# By the two kinds' indices: a hand is looked up, not worked out again.
STRENGTH: tuple[tuple[int, ...], ...] = tuple(tuple(_strength(one, other) for other in KINDS) for one in KINDS)


def strength(hand: Sequence[Kind]) -> int:
    return STRENGTH[hand[0].index][hand[1].index]


def named(hand: Sequence[Kind]) -> str:
    """``pair of T``, ``Teen Wong``, or the points as text."""
    one, other = hand
    if one is other:
        return f"pair of {one.code}"
    made = strength(hand)
    if made >= _ABOVE[7]:
        lead, tile = (one, other) if one in (TEEN, DAY) else (other, one)
        return f"{lead.name} {_NAMED[tile.count]}"
    return str(points(one, other))


def called(hand: Sequence[Kind]) -> str:
    """The hand as it is read aloud: "pair of Teen", "Day Gong", "3 points"."""
    name = named(hand)
    if name.isdigit():
        return f"{name} point{'' if name == '1' else 's'}"
    return f"pair of {hand[0].name}" if hand[0] is hand[1] else name


@value
class Setting:
    """Four tiles set as two hands. The high hand is by definition the higher one."""

    high: tuple[Tile, Tile]
    low: tuple[Tile, Tile]

    @classmethod
    def of(cls, one: tuple[Tile, Tile], other: tuple[Tile, Tile]) -> Setting:
        """Two hands, whichever is higher; between equals the one that holds the best tile is called high."""
        first, second = _order(one), _order(other)
        return cls(*sorted((first, second), key=lambda hand: (_made(hand), -_best(hand)), reverse=True))

    @classmethod
    def parse(cls, text: str) -> Setting:
        """``T 9 / H8 H10``; the hands may stand in either order."""
        found = tiles(text.replace("/", " "))
        parts = [len(part.split()) for part in text.replace(",", " ").split("/")]
        if parts != [2, 2]:
            raise NotTiles(f"{text!r} is not a setting; write two tiles, a stroke, and two tiles, such as T 9 / H8 H10")
        return cls.of((found[0], found[1]), (found[2], found[3]))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return (*self.high, *self.low)

    @property
    def strengths(self) -> tuple[int, int]:
        return _made(self.high), _made(self.low)

    @property
    def high_is(self) -> str:
        return named(kinds(self.high))

    @property
    def low_is(self) -> str:
        return named(kinds(self.low))

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.high))} / {' '.join(map(str, self.low))}"


def kinds(of: Iterable[Tile]) -> Kinds:
    return tuple(tile.kind for tile in of)


def _made(hand: tuple[Tile, Tile]) -> int:
    return STRENGTH[hand[0].kind.index][hand[1].kind.index]


def _best(hand: tuple[Tile, Tile]) -> int:
    return min(tile.kind.single_rank for tile in hand)


def _order(hand: tuple[Tile, Tile]) -> tuple[Tile, Tile]:
    """The better tile first."""
    one, other = hand
    return (one, other) if (one.kind.single_rank, one.twin) <= (other.kind.single_rank, other.twin) else (other, one)


def four(text: str) -> tuple[Tile, ...]:
    """Four tiles to be set, or a word why they are none."""
    found = tiles(text.replace("/", " "))
    if len(found) != 4:
        raise NotTiles(f"a hand is four tiles, not {len(found)}: {text.strip() or 'nothing'}")
    return found


_PARTED = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


def settings(of: Sequence[Tile]) -> list[Setting]:
    """The three ways to set four tiles, without those that come to the same tiles."""
    found: dict[tuple[int, int], Setting] = {}
    ways: list[Setting] = []
    for (a, b), (c, d) in _PARTED:
        way = Setting.of((of[a], of[b]), (of[c], of[d]))
        key = tuple(sorted((_alike(way.high), _alike(way.low))))
        if key not in found:
            found[key] = way  # type: ignore[index]
            ways.append(way)
    return ways


def _alike(hand: tuple[Tile, Tile]) -> int:
    low, high = sorted(tile.kind.index for tile in hand)
    return 16 * low + high
