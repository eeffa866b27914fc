"""Own play: a strategy of somebody's own, asked about every decision of a game.

A strategy is a function of a *situation*: what is asked, what may be chosen, and the facts a player sees, by name. A game that
can value one has ``strategies.py`` among its figures; it asks about every situation there is, so that a strategy which says
nothing of one is refused before anything is worked out. docs/strategies.md tells the facts and options of each game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from houseway.complaint import Complaint
from houseway.kit.shoe import Shoe
from houseway.odds.distribution import WagerOdds
from houseway.play.prompts import Prompt
from houseway.play.script import Step


class NotCovered(Complaint, ValueError):
    """A strategy says nothing of a decision, or chooses what is not open there."""


@dataclass(frozen=True)
class Situation:
    """A decision as a strategy sees it. Facts can be asked for by name: ``situation.spread``.

    >>> asked = Situation("a spread of 6", ("raise", "no raise"), {"spread": 6})
    >>> asked.spread
    6
    """

    words: str
    options: tuple[str, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("facts", {})
        if name in facts:
            return facts[name]
        raise AttributeError(
            f"nothing is known of {name!r} in {self.__dict__.get('words', '')}; there is {', '.join(facts)}"
        )


Choose: TypeAlias = Callable[[Situation], str | None]


def decided(choose: Choose, asked: Situation) -> str:
    """What a strategy chooses in a situation; refused where it says nothing, or something that is not open."""
    chosen = choose(asked)
    if chosen is None:
        raise NotCovered(f"the strategy says nothing of {asked.words}")
    if chosen not in asked.options:
        raise NotCovered(f"{asked.words}: {chosen!r} cannot be chosen; it is {' or '.join(asked.options)}")
    return chosen


@dataclass(frozen=True)
class Cost:
    """What a strategy gives away in one decision, against the best play after it."""

    decision: str
    chance: float | Fraction  # that it is met in a round, by this strategy
    chosen: str
    best: str
    cost: float | Fraction  # each time, per unit of the wager

    @property
    def total(self) -> float | Fraction:
        """Of every unit wagered."""
        return self.chance * self.cost if isinstance(self.cost, Fraction) else float(self.chance) * self.cost


@dataclass(frozen=True)
class OwnPlay:
    """What a game's ``figures/strategies.py`` brings. ``made`` is what the game makes of a strategy; nobody else looks into
    it."""

    FACTS: Mapping[str, str]  # what each fact of a situation is, in words
    OPTIONS: Mapping[str, str]
    KEYS: Mapping[str, str]  # what a file may say, and how
    read: Callable[[Any, Shoe | None, Mapping[str, Any]], Choose]
    made: Callable[[Any, Shoe | None, Choose], Any]
    odds: Callable[[Any, Shoe | None, Any, str], list[WagerOdds]]
    costs: Callable[[Any, Shoe | None, Any], Iterable[Cost]]
    best_file: Callable[[Any, Shoe | None], str]  # the best play as a file has it, or what comes near it
    answers: Callable[[Any, Shoe | None, Any], Callable[[Prompt, list[Step]], Any]]
