"""Posing: what a drill hands over, before it is known under which number it was asked."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from houseway.law.clause import Basis
from houseway.play.view import View
from houseway.teaching.questions import Form, Part


@dataclass(frozen=True)
class Asked:
    topic: str
    told: tuple[str, ...]
    parts: tuple[Part, ...]
    by: Basis
    why: tuple[tuple[str, Basis], ...]
    view: View | None = None
    cards: tuple[tuple[str, tuple[str, ...]], ...] = ()
    tiles: tuple[tuple[str, tuple[str, ...]], ...] = ()
    rules: tuple[tuple[str, Basis], ...] = ()
    worth: Mapping[str, float] = field(default_factory=dict)
    note: str = ""


MOST = 4  # options of a choice


def choice(asks: str, right: str, others: Sequence[str], rng: random.Random, most: int = MOST) -> Part | None:
    """One right sentence among others; None where there are no others. What is offered stands in no order."""
    wrong = [one for one in dict.fromkeys(others) if one != right]
    if not wrong:
        return None
    offered = [right, *wrong[: most - 1]]
    rng.shuffle(offered)
    return Part(asks, Form.CHOICE, (right,), tuple((one, one) for one in offered))
