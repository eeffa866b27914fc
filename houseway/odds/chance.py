"""Chance: what may come next, with exact weights.

A prompt that luck answers knows its ``chances`` itself. Here they are put the ways an enumeration asks for them: card by card,
or, where suits cannot matter, one card for its rank (the conformance suite shows that they do not); and prompts that leave
nothing to luck or choice have their one answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from houseway.play.prompts import Confirm, Draw, Number, Prompt, ReadSign, Steps
from houseway.play.wagers import Sign

Choices: TypeAlias = Sequence[tuple[Any, Fraction]]  # answers with the chance of each

ONE = Fraction(1)


def by_card(prompt: Prompt) -> Choices:
    """Everything luck may answer, as the prompt has it."""
    return list(prompt.chances())


def by_rank(prompt: Prompt) -> Choices:
    """The same with one card for each rank."""
    if not isinstance(prompt, Draw):
        return by_card(prompt)
    ranks = prompt.by_rank()
    total = sum(ranks.values())
    return [(card, Fraction(left, total)) for card, left in ranks.items()]


def certain(prompt: Prompt, sign: Sign) -> Choices | None:
    """The one answer of a prompt that leaves nothing to chance or choice; None for any other."""
    if isinstance(prompt, ReadSign):
        return [(sign, ONE)]
    if isinstance(prompt, (Confirm, Number, Steps)):
        return [(prompt.usually(), ONE)]
    return None
