"""Judging: two editions held against each other, law against draft or law against law.

``judge`` lays them side by side: words and values clause by clause, worked cases that end otherwise, what every wager is worth
before and after, and the rounds of a ledger that would have been settled otherwise. Each part is a module of its own; ``told``
makes one document of them and ``printed`` a paper to sign.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from houseway.judging.cases import ToldTwice, told_twice
from houseway.judging.effects import Effects, effects
from houseway.judging.redline import Redline, redline
from houseway.judging.rounds import EVERY, Otherwise, settled_otherwise
from houseway.judging.sides import Side, sides
from houseway.ledger import Ledger

__all__ = ["Judgement", "Side", "judge", "sides"]


@dataclass(frozen=True)
class Judgement:
    """Everything that two editions of a game do differently."""

    before: Side
    after: Side
    redline: Redline
    cases: ToldTwice
    effects: Effects
    rounds: Otherwise | None  # where there was a ledger to look through


def judge(before: str, after: str, at: datetime | None = None, ledger: Ledger | None = None) -> Judgement:
    """The judgement of two editions, each named by a book, ``BOOK@moment`` or the file of a draft."""
    return judged(*sides(before, after, at), ledger)


def judged(one: Side, other: Side, ledger: Ledger | None = None, most: int = EVERY) -> Judgement:
    """The same of two sides that were found; of a ledger, the newest ``most`` rounds of each table."""
    rounds = None if ledger is None else settled_otherwise(ledger, one, other, most)
    return Judgement(one, other, redline(one, other), told_twice(one, other), effects(one, other), rounds)
