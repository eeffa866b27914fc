"""Calls: what does the dealer say now? The other answers are what is said in other rounds, at the same place first."""

from __future__ import annotations

import random
from typing import Any

from houseway.law.rulebook import Edition
from houseway.play.events import Called
from houseway.play.prompts import Prompt
from houseway.teaching.dealing import Dealt, deal
from houseway.teaching.posing import Asked, choice
from houseway.teaching.sampling import sample
from houseway.teaching.telling import told

TITLE = "Calls"
ABOUT = "A round stands still. What does the dealer say now?"
PAR = 8


def pose(edition: Edition[Any], rng: random.Random) -> Asked | None:
    dealt = deal(edition, rng)
    heard = [n for n, step in enumerate(dealt.steps) if isinstance(step, Called)]
    if not heard:
        return None
    by_meaning: dict[object, list[int]] = {}
    for n in heard:
        by_meaning.setdefault(_kind(dealt.steps[n]), []).append(n)
    at = rng.choice(by_meaning[rng.choice(sorted(by_meaning, key=str))])
    call = dealt.steps[at]
    assert isinstance(call, Called)
    rounds = sample(edition)
    alike = [
        step.said for one in rounds for step in one.steps if isinstance(step, Called) and _kind(step) == _kind(call)
    ]
    others = [
        step.said for one in rounds for step in one.steps if isinstance(step, Called) and _kind(step) != _kind(call)
    ]
    rng.shuffle(alike)
    rng.shuffle(others)
    wrong = [*list(dict.fromkeys(alike))[:3], *list(dict.fromkeys(others))[:2], *_not_yet(dealt, at)]
    part = choice("What does the dealer say now?", call.said, wrong, rng)
    if part is None:
        return None
    return Asked(_topic(call), told(dealt, at), (part,), call.by, ((call.said, call.by),), dealt.view(at))


def _kind(step: Any) -> object:
    """Calls of one kind rest on the same clauses, whatever they count."""
    return step.by.clauses


def _topic(call: Called) -> str:
    """A call without what it counts: "spread", "no more bets"."""
    words = "".join(letter for letter in (call.meaning or call.said).lower() if not letter.isdigit())
    return " ".join(words.replace("−", "").replace(",", " ").split()) or "a count"


def _not_yet(dealt: Dealt, at: int) -> list[str]:
    """What is done next, for who thinks that nothing is said before it."""
    following = next((step for step in dealt.steps[at:] if isinstance(step, Prompt)), None)
    return [] if following is None else [f"Nothing yet. {following.title}"]
