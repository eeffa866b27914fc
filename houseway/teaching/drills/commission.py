"""Commission: what the house keeps of winnings, where a book has it keep something."""

from __future__ import annotations

import random
import re
from typing import Any

from houseway.law.rulebook import Edition
from houseway.money import show
from houseway.play.events import Event, Settled
from houseway.teaching.dealing import deal
from houseway.teaching.posing import Asked
from houseway.teaching.questions import Form, Part
from houseway.teaching.sampling import sample
from houseway.teaching.telling import told

TITLE = "Commission"
ABOUT = "Winnings of which the house keeps a part. How much is it?"
PAR = 12

_AMOUNT = re.compile(r"\$[\d,]+(?:\.\d\d)?")


def has(edition: Edition[Any]) -> bool:
    return any(_keeps(step) for dealt in sample(edition) for step in dealt.steps)


def pose(edition: Edition[Any], rng: random.Random) -> Asked | None:
    dealt = deal(edition, rng)
    found = [n for n, step in enumerate(dealt.steps) if isinstance(step, Event) and step.house_keeps]
    if not found:
        return None
    at = rng.choice(found)
    event = dealt.steps[at]
    assert isinstance(event, Event) and event.house_keeps is not None
    before = at
    while before and (isinstance(dealt.steps[before - 1], Settled) or _keeps(dealt.steps[before - 1])):
        before -= 1
    kept = show(event.house_keeps)
    taken = _AMOUNT.sub(lambda found: "how much" if found.group() == kept else "so much", event.words)
    return Asked(
        "to the cent" if dealt.sign.smallest_chip == 1 else "in chips of the float",
        told(dealt, before),
        (Part(f"{taken}?", Form.AMOUNT, (str(event.house_keeps),)),),
        event.by,
        ((event.words, event.by),),
        dealt.view(before),
    )


def _keeps(step: object) -> bool:
    return isinstance(step, Event) and step.house_keeps is not None
