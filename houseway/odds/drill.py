"""Drill: a decision to practise. The situation, what may be chosen, and what each choice is worth.

A game offers it from its ``analysis.py`` as ``drill(terms, shoe, pick) -> Question``; ``pick`` gives a fair number below n, so
that the same numbers deal the same question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.law.clause import Basis


@dataclass(frozen=True)
class Question:
    situation: str  # "16 against 10"
    options: tuple[tuple[str, str], ...]  # value and label, in the order they are offered
    worth: Mapping[str, float | Fraction]  # per unit of the wager
    by: Basis  # what the decision rests on
    cards: tuple[tuple[str, tuple[str, ...]], ...] = ()  # whose, and which
    rules: tuple[tuple[str, Basis], ...] = ()  # the rules in force that move the answer
    note: str = ""
    tiles: tuple[tuple[str, tuple[str, ...]], ...] = ()  # the same, of dominoes
    topic: str = ""  # what it practises, where that is less than the situation
    why: tuple[str, ...] = ()  # what the choices come to, and so why one is best

    @property
    def best(self) -> str:
        return max(self.worth, key=lambda option: self.worth[option])

    def cost(self, option: str) -> float:
        """What a choice gives away against the best, per unit of the wager."""
        return float(self.worth[self.best]) - float(self.worth[option])

    def label(self, option: str) -> str:
        return dict(self.options)[option]
