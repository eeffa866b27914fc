"""Tree: a round as a game tree, node by node, for those who search or solve instead of sampling.

A node is what luck has answered and what was chosen so far; the script is run up to there, so a tree has no rule in it that the
script does not have. Names of methods are OpenSpiel's; ``openspiel.py`` gives the same nodes to it where it is installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from houseway import games
from houseway.complaint import BadInput
from houseway.figures.episodes import Seating
from houseway.lab.exact import Study, remaining
from houseway.lab.learning.rounds import OutOfLuck, Question, Round
from houseway.lab.learning.seatings import seating
from houseway.play.events import Event
from houseway.play.felt import redacted
from houseway.play.prompts import Prompt

CHANCE, PLAYER, TERMINAL = -1, 0, -4  # as OpenSpiel numbers them
MOST_OUTCOMES = 100_000


@dataclass(frozen=True)
class Node:
    """A place in the tree of one round for one unit."""

    of: Study
    seating: Seating
    luck: tuple[Any, ...] = ()
    choices: tuple[str, ...] = ()

    def __deepcopy__(self, memo: Any) -> Node:
        return self  # nothing in it changes

    @cached_property
    def _stands(self) -> tuple[Prompt | None, Question | None, float, tuple[str, ...]]:
        """What luck is asked, or the player, or what it brought; and what has been told."""
        try:
            round = Round(self.of, 1, Random(0), self.seating, luck=self.luck)
            for choice in self.choices:
                round.answer(choice)
        except OutOfLuck as waits:
            return waits.prompt, None, 0.0, ()
        seen = (redacted(step, "P1") for step in round.steps if isinstance(step, Event))
        told = [event.words for event in seen if event is not None]
        for box in round.felt("P1").boxes:  # the player looks at cards that were dealt face down
            if box.looked:
                told.append(f"{box.place}: {' '.join(map(str, box.looked))}")
        if round.question is not None:
            return None, round.question, 0.0, tuple(told)
        assert round.nets is not None
        return None, None, float(round.nets["P1"]), tuple(told)

    def current_player(self) -> int:
        prompt, question, _, _ = self._stands
        return CHANCE if prompt is not None else PLAYER if question is not None else TERMINAL

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    @cached_property
    def _outcomes(self) -> list[tuple[Any, Fraction]]:
        prompt = self._stands[0]
        assert prompt is not None, "luck is not asked here"
        found = list(prompt.chances())
        if len(found) > MOST_OUTCOMES:
            raise BadInput(
                f"{self.of.book.title}: luck has {len(found):,} answers here; a tree holds {MOST_OUTCOMES:,}"
            )
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What luck may answer, by number, and how likely."""
        return [(n, float(chance)) for n, (_, chance) in enumerate(self._outcomes)]

    def exact_outcomes(self) -> list[tuple[int, Fraction]]:
        """The same as fractions that sum to one."""
        return [(n, chance) for n, (_, chance) in enumerate(self._outcomes)]

    def legal_actions(self) -> list[int]:
        """What is open, by number."""
        if self.is_chance_node():
            return list(range(len(self._outcomes)))
        question = self._stands[1]
        return [] if question is None else sorted(self.seating.actions.index(name) for name in question.open)

    def action_to_string(self, action: int) -> str:
        return str(self._outcomes[action][0]) if self.is_chance_node() else self.seating.actions[action]

    def child(self, action: int) -> Node:
        """The node after an action, or after an answer of luck."""
        if action not in self.legal_actions():
            raise BadInput(f"{action} is not open here; open are {self.legal_actions()[:20]}")
        if self.is_chance_node():
            return Node(self.of, self.seating, (*self.luck, self._outcomes[action][0]), self.choices)
        return Node(self.of, self.seating, self.luck, (*self.choices, self.seating.actions[action]))

    def returns(self) -> list[float]:
        """Units that the round brought, when it is over."""
        return [self._stands[2]]

    def information_state_string(self) -> str:
        """What the player knows: all that was told, and what was chosen."""
        return " | ".join((*self._stands[3], *self.choices))


def has_tree(of: Study) -> bool:
    """Whether luck answers card by card."""
    return games.chapters_of(of.edition).dealing is not None


def root(book: str, changes: Mapping[str, str] | None = None, shoe: str = "") -> Node:
    """The beginning of a round by a book, from a full shoe or from what is left of one."""
    of, seats = seating(book, changes)
    if not has_tree(of):
        raise BadInput(
            f"{of.book.title}: luck lays all tiles at once, in more ways than a tree could hold; games of cards have trees"
        )
    if shoe:
        of = Study(of.book, of.edition, remaining(of.edition, shoe), at=of.at, today=of.today)
    return Node(of, seats)
