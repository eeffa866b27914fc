"""Wheels: a ring of pockets, each equally likely, some of them alike.

A wheel knows its pockets in order and nothing of how it is spun or what is paid.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from houseway.values import value


@value
class Wheel:
    pockets: tuple[str, ...]  # in the order they stand round the rim

    @property
    def results(self) -> tuple[str, ...]:
        """What can come, each named once, in the order it is first met."""
        return tuple(dict.fromkeys(self.pockets))

    @property
    def weights(self) -> dict[str, int]:
        """In how many pockets each result stands."""
        return _weights(self.pockets)

    def neighbours(self, result: str, each_side: int) -> tuple[str, ...]:
        """The pockets round one, in wheel order, itself in the middle; the rim is a circle."""
        at = self.pockets.index(result)
        size = len(self.pockets)
        return tuple(self.pockets[(at + step) % size] for step in range(-each_side, each_side + 1))


@lru_cache(maxsize=64)
def _weights(pockets: tuple[str, ...]) -> dict[str, int]:
    return dict(Counter(pockets))


# The usual order of a wheel with one zero. Text and sections of the gazettes confirm it; their drawings are missing.
_ORDER = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
SINGLE_ZERO = Wheel(tuple(_ORDER.split(" ")))

# The usual order of a wheel with two zeros, which none of the gazettes has: for studies. As a number the second is 37.
_BOTH = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
DOUBLE_ZERO = Wheel(tuple(_BOTH.split(" ")))
SECOND_ZERO = 37

# Red and black take turns from 32 on; zero is green.
RED = frozenset(int(number) for number in SINGLE_ZERO.pockets[1::2])
BLACK = frozenset(int(number) for number in SINGLE_ZERO.pockets[2::2])


def colour(number: int) -> str:
    """The colour of a number."""
    return "green" if number in (0, SECOND_ZERO) else "red" if number in RED else "black"


def number_in(pocket: str) -> int:
    """The number of a pocket."""
    return SECOND_ZERO if pocket == "00" else int(pocket)


def label_of(number: int) -> str:
    """A number as it stands in its pocket."""
    return "00" if number == SECOND_ZERO else str(number)
