"""Tiles: the thirty-two Chinese dominoes, two of each of sixteen kinds.

A kind has its rank as a pair and its rank as a single tile; they run alike but for Gee Jun, highest of all pairs and lowest
of all singles. In eleven kinds the two tiles look the same, in five they do not, and never does it matter which is which.
A tile is written by its kind (``T`` Teen, ``D`` Day, ``H8`` the high eight, ``GJ`` Gee Jun); where the other tile of the same
kind is meant, a star follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeAlias

from houseway.complaint import Complaint

Pips: TypeAlias = tuple[int, int]  # the two halves of a tile, upper first

# In order of pairs: code, name, what it is called after its count, the pips of its two tiles, count.
_KINDS: tuple[tuple[str, str, str, Pips, Pips, int], ...] = (
    ("GJ", "Gee Jun", "Gee", (2, 4), (1, 2), 6),
    ("T", "Teen", "12", (6, 6), (6, 6), 12),
    ("D", "Day", "2", (1, 1), (1, 1), 2),
    ("H8", "Yun", "High 8", (4, 4), (4, 4), 8),
    ("H4", "Ngor", "High 4", (1, 3), (1, 3), 4),
    ("H10", "Mooy", "High 10", (5, 5), (5, 5), 10),
    ("H6", "Cheung Sum", "High 6", (3, 3), (3, 3), 6),
    ("L4", "Ban Tang", "Low 4", (2, 2), (2, 2), 4),
    ("11", "Foo Tau", "11", (5, 6), (5, 6), 11),
    ("L10", "Hoong Tau Sap", "Low 10", (4, 6), (4, 6), 10),
    ("H7", "Ko Kiok Chaat", "High 7", (1, 6), (1, 6), 7),
    ("L6", "Lim Lum Lok", "Low 6", (1, 5), (1, 5), 6),
    ("9", "Chap Gow", "9", (4, 5), (3, 6), 9),
    ("L8", "Chap Paat", "Low 8", (3, 5), (2, 6), 8),
    ("L7", "Chap Chaat", "Low 7", (3, 4), (2, 5), 7),
    ("5", "Chap Ng", "5", (1, 4), (2, 3), 5),
)


class NotTiles(Complaint, ValueError):
    """Text that is no tile, or more tiles of a kind than the set holds."""


@dataclass(frozen=True, slots=True)
class Kind:
    code: str  # "H8"
    name: str  # "Yun"
    tag: str  # "High 8"
    index: int  # 0 to 15, in the order of pairs
    count: int  # 2 to 12; Gee Jun, three or six as its holder likes, stands here as six

    @property
    def pair_rank(self) -> int:
        """1 is the highest pair."""
        return self.index + 1

    @property
    def single_rank(self) -> int:
        """1 is the highest single tile; Gee Jun, first among pairs, comes last."""
        return self.index or len(_KINDS)

    @property
    def wild(self) -> bool:
        """Counts three or six, whichever serves."""
        return self.index == 0

    def __str__(self) -> str:
        return self.code

    __repr__ = __str__

    def __hash__(self) -> int:
        return self.index


KINDS: tuple[Kind, ...] = tuple(
    Kind(code, name, tag, n, count) for n, (code, name, tag, _, _, count) in enumerate(_KINDS)
)


@dataclass(frozen=True)
class Tile:
    kind: Kind
    twin: int  # 0 or 1: which of the two

    _by_text: ClassVar[dict[str, Tile]] = {}

    @classmethod
    def parse(cls, text: str) -> Tile:
        try:
            return cls._by_text[text.strip().upper()]
        except KeyError:
            known = " ".join(kind.code for kind in KINDS)
            raise NotTiles(f"{text!r} is not a tile; the kinds are {known}") from None

    @cached_property
    def pips(self) -> Pips:
        _, _, _, first, second, _ = _KINDS[self.kind.index]
        return second if self.twin else first

    @property
    def index(self) -> int:
        return 2 * self.kind.index + self.twin

    def __str__(self) -> str:
        return self.kind.code + "*" * self.twin

    __repr__ = __str__

    def __hash__(self) -> int:
        return self.index


TILES: tuple[Tile, ...] = tuple(Tile(kind, twin) for kind in KINDS for twin in (0, 1))
Tile._by_text.update({str(tile): tile for tile in TILES})


def tiles(text: str) -> tuple[Tile, ...]:
    """Tiles written by kind, ``T T 9 L8``: the second of a kind is its twin, and there is no third."""
    found: list[Tile] = []
    for word in text.replace(",", " ").split():
        tile = Tile.parse(word)
        held = [other for other in found if other.kind is tile.kind]
        if len(held) == 2:
            raise NotTiles(f"three of {tile.kind.name} ({tile.kind.code}): the set has two of each kind")
        if held and held[0] is tile:
            tile = TILES[2 * tile.kind.index + 1 - tile.twin]
        found.append(tile)
    return tuple(found)
