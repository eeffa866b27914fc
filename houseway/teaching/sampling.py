"""Sampling: a few rounds of an edition that are always the same, to know what is heard and done at such a table."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from houseway.law.rulebook import Edition
from houseway.teaching.dealing import Dealt, deal

T = TypeVar("T")

ROUNDS = 40
MOST = 128  # editions of which something is remembered


def once_for_an_edition(find: Callable[[Edition[Any]], T]) -> Callable[[Edition[Any]], T]:
    """What follows from an edition alone, found once; an edition is known by its digest."""
    known: dict[str, T] = {}

    @wraps(find)
    def found(edition: Edition[Any]) -> T:
        if edition.digest not in known:
            if len(known) >= MOST:
                known.clear()
            known[edition.digest] = find(edition)
        return known[edition.digest]

    return found


@once_for_an_edition
def sample(edition: Edition[Any]) -> tuple[Dealt, ...]:
    """Rounds of an edition in which nothing goes wrong."""
    return tuple(deal(edition, random.Random(f"sample {edition.digest} {n}")) for n in range(ROUNDS))
