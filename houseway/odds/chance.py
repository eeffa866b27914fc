"""Chance: what may come next, with exact weights.

For a prompt that the world answers by luck, ``chances`` gives every answer and its probability. Where suits cannot
matter, one card stands for its rank; the conformance suite shows that they do not.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from houseway.kit.cards import CARDS
from houseway.play.prompts import Confirm, Draw, Number, Prompt, ReadSign, Steps
from houseway.play.wagers import Sign


def by_rank(prompt: Draw) -> list[tuple[Any, Fraction]]:
    total = sum(prompt.shoe.counts)
    return [(card, Fraction(count, total)) for card, count in prompt.shoe.by_rank()]


def by_card(prompt: Draw) -> list[tuple[Any, Fraction]]:
    total = sum(prompt.shoe.counts)
    return [(card, Fraction(left, total)) for card, left in zip(CARDS, prompt.shoe.counts, strict=True) if left]


def certain(prompt: Prompt, sign: Sign) -> list[tuple[Any, Fraction]] | None:
    """The one answer of a prompt that leaves nothing to chance or choice; None for any other."""
    if isinstance(prompt, ReadSign):
        return [(sign, Fraction(1))]
    if isinstance(prompt, (Confirm, Number, Steps)):
        return [(prompt.usually(), Fraction(1))]
    return None
