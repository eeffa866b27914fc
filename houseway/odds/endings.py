"""Endings: every way a script can end, each with its exact weight.

A script runs only forward, so every ending is one fresh run, turned like an odometer: the trail remembers which choice
was taken at each prompt, and the last one that has another is moved on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from houseway.play.prompts import Prompt
from houseway.play.script import Script, Step

T = TypeVar("T")

Choices: TypeAlias = Sequence[tuple[Any, Fraction]]  # answers with the chance of each
Chances: TypeAlias = Callable[[Prompt, list[Step]], Choices]


def endings(begin: Callable[[], Script[T]], chances: Chances) -> Iterator[tuple[Fraction, list[Step], T]]:
    """Every ending of a script: its weight, its steps, its result. The weights sum to one."""
    trail: list[tuple[Choices, int]] = []
    while True:
        script, steps, weight, depth = begin(), list[Step](), Fraction(1), 0
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
                    weight *= share
                    depth += 1
        except StopIteration as end:
            yield weight, steps, end.value
        while trail and trail[-1][1] + 1 == len(trail[-1][0]):
            trail.pop()
        if not trail:
            return
        choices, turn = trail[-1]
        trail[-1] = (choices, turn + 1)
