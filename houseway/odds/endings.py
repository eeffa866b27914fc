"""Endings: every way a script can end, each with its exact weight.

A script runs only forward, so every ending is one fresh run, turned like an odometer: the trail remembers which choice
was taken at each prompt, and the last one that has another is moved on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

from houseway.odds.chance import ONE, Choices
from houseway.play.prompts import Prompt
from houseway.play.script import Script, Step

T = TypeVar("T")

Chances: TypeAlias = Callable[[Prompt, list[Step]], Choices]


@dataclass(frozen=True)
class Ending(Generic[T]):
    """One way a script ended: how likely, what was told, what luck brought, and the result."""

    weight: Fraction
    steps: list[Step]
    drawn: tuple[Any, ...]  # the answers of luck, in order
    result: T


def every_ending(begin: Callable[[], Script[T]], chances: Chances) -> Iterator[Ending[T]]:
    """Every ending of a script. The weights sum to one."""
    trail: list[tuple[Choices, int]] = []
    while True:
        script, steps, drawn, weight, depth = begin(), list[Step](), list[Any](), ONE, 0
        reply: Any = None
        try:
            while True:
                step = script.send(reply)
                reply = None
                steps.append(step)
                if isinstance(step, Prompt):
                    if depth == len(trail):
                        trail.append((chances(step, steps), 0))
                    choices, turn = trail[depth]
                    reply, share = choices[turn]
                    if share is not ONE:
                        weight *= share
                    if step.by_luck:
                        drawn.append(reply)
                    depth += 1
        except StopIteration as end:
            yield Ending(weight, steps, tuple(drawn), end.value)
        while trail and trail[-1][1] + 1 == len(trail[-1][0]):
            trail.pop()
        if not trail:
            return
        choices, turn = trail[-1]
        trail[-1] = (choices, turn + 1)


def endings(begin: Callable[[], Script[T]], chances: Chances) -> Iterator[tuple[Fraction, list[Step], T]]:
    """Every ending as its weight, its steps and its result."""
    for ending in every_ending(begin, chances):
        yield ending.weight, ending.steps, ending.result
