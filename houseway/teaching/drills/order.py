"""Order: what a dealer says and does in a round, out of order; the learner puts it right."""

from __future__ import annotations

import random
from string import ascii_lowercase
from typing import Any

from houseway.law.clause import Basis
from houseway.law.rulebook import Edition
from houseway.play.events import Called
from houseway.play.prompts import Prompt, ReadMeter, ReadSign
from houseway.teaching.dealing import Dealt, deal
from houseway.teaching.posing import Asked
from houseway.teaching.questions import Form, Part
from houseway.teaching.telling import chips, step_words

TITLE = "In order"
ABOUT = "Calls and steps of one round, out of order. Put them right."
PAR = 25

FEWEST, MOST = 3, 6


def pose(edition: Edition[Any], rng: random.Random) -> Asked | None:
    dealt = deal(edition, rng, players=1)
    found = _of_the_dealer(dealt)
    if len(found) < FEWEST:
        return None
    count = min(len(found), rng.randrange(FEWEST + 1, MOST + 1))
    kept = sorted(rng.sample(range(len(found)), count))
    steps = [found[n] for n in kept]
    offered = list(range(len(steps)))
    while offered == sorted(offered):
        rng.shuffle(offered)
    letters = {n: ascii_lowercase[place] for place, n in enumerate(offered)}
    options = tuple((letters[n], steps[n][0]) for n in offered)
    right = " ".join(letters[n] for n in range(len(steps)))
    by = steps[0][1]
    for _, basis in steps:
        by = by + basis
    part = Part("In which order does it happen?", Form.ORDER, (right,), options)
    return Asked(f"{count} steps", tuple(chips(dealt, dealt.steps)), (part,), by, tuple(steps))


def _of_the_dealer(dealt: Dealt) -> list[tuple[str, Basis]]:
    """Calls, and steps that the dealer takes, each the only one of its kind: of two counts nobody can say which comes first."""
    found: list[tuple[str, Basis]] = []
    kinds = [step.by.clauses for step in dealt.steps if isinstance(step, Called)]
    for step in dealt.steps:
        if isinstance(step, Called) and kinds.count(step.by.clauses) == 1:
            found.append((f"Say: {step.said}", step.by))
        elif isinstance(step, Prompt) and step.asks == "dealer" and not isinstance(step, (ReadSign, ReadMeter)):
            found.append((step_words(step), step.by))
    said = [words for words, _ in found]
    return [one for one in found if said.count(one[0]) == 1]
