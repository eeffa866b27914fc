"""Dice: faces from one to six, and throws of several with their exact weights."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import TypeAlias

Throw: TypeAlias = tuple[int, ...]

FACES = range(1, 7)


@lru_cache(maxsize=8)
def throws(dice: int) -> dict[Throw, int]:
    """Every throw as its faces from low to high, and in how many ways it comes."""
    return dict(sorted(Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=dice)).items()))


def is_throw(faces: object, dice: int) -> bool:
    """Whether these are the faces of so many dice."""
    return (
        isinstance(faces, tuple) and len(faces) == dice and all(type(face) is int and face in FACES for face in faces)
    )
