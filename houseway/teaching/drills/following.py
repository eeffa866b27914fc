"""Following: what is done next, where it hangs on what lies there. Third cards of baccarat are of this kind, and whether a dealer
of blackjack draws.

Rounds of one player are laid side by side without what their cards are. Where the same beginning goes on in several ways, the
cards decide, and there the question is asked; the ways on that were met are the answers offered.
"""

from __future__ import annotations

import random
from typing import Any

from houseway.law.clause import NO_CLAUSE, Basis
from houseway.law.rulebook import Edition
from houseway.play.events import Called, Chosen, Dealt, Event, Laid, Settled, Turned
from houseway.play.prompts import Draw, Prompt
from houseway.play.remembering import remembered
from houseway.play.script import Step
from houseway.teaching.dealing import Dealt as DealtRound
from houseway.teaching.dealing import deal
from houseway.teaching.posing import Asked, choice
from houseway.teaching.sampling import once_for_an_edition
from houseway.teaching.telling import told

TITLE = "What comes next"
ABOUT = "The cards decide how the round goes on. What is done next?"
PAR = 8

ROUNDS = 120  # laid side by side
LONGEST = 12  # letters of a call that counts something


def has(edition: Edition[Any]) -> bool:
    return bool(_forks(edition))


def pose(edition: Edition[Any], rng: random.Random) -> Asked | None:
    forks = _forks(edition)
    dealt = deal(edition, rng, players=1)
    here = _places(dealt)
    met = [n for n, mark in here.items() if mark in forks and _next(dealt, n) in forks[mark]]
    if not met:
        return None
    at = rng.choice(met)
    right = _next(dealt, at)
    others = [way for way in forks[here[at]] if way != right]
    rng.shuffle(others)
    part = choice("What is done next?", right, others, rng)
    if part is None:
        return None
    calls = [step.said for step in dealt.steps[:at] if isinstance(step, Called)]
    counted = calls and any(letter.isdigit() for letter in calls[-1]) and len(calls[-1]) <= LONGEST
    topic = f"{right}, after {calls[-1]}" if counted else right
    by, why = _basis(dealt, at, right)
    return Asked(topic, told(dealt, at), (part,), by, why, dealt.view(at))


def _basis(dealt: DealtRound, at: int, right: str) -> tuple[Basis, tuple[tuple[str, Basis], ...]]:
    """What the next step rests on: its own clauses, and those of what is told on the way to it."""
    between: list[Event] = []
    by = NO_CLAUSE
    for step in dealt.steps[at:]:
        if isinstance(step, Prompt):
            by = step.by
            break
        between.append(step)
    said = tuple((step.words, step.by) for step in between if not isinstance(step, Settled))
    for _, basis in said:
        by = by + basis
    return by, (*said, (right, by))


@once_for_an_edition
def _forks(edition: Edition[Any]) -> dict[tuple[object, ...], tuple[str, ...]]:
    """Every beginning after which what lies there decides what is done, and the ways on that were met."""
    found: dict[tuple[object, ...], dict[str, set[object]]] = {}
    for n in range(ROUNDS):
        dealt = deal(edition, random.Random(f"{edition.digest}:{n}"), players=1)
        for at, mark in _places(dealt).items():
            found.setdefault(mark, {}).setdefault(_next(dealt, at), set()).add(_mark(dealt.steps[at]))
    # where beginnings part, and not at every step before that
    return {
        mark: tuple(sorted(ways))
        for mark, ways in found.items()
        if len(ways) > 1 and len(set().union(*ways.values())) > 1
    }


def _places(dealt: DealtRound) -> dict[int, tuple[object, ...]]:
    """Steps before which everything that luck and people answered has been told, each with the beginning so far, without what
    the cards are. Before luck had a word there is nothing to decide."""
    marks: dict[int, tuple[object, ...]] = {}
    so_far: tuple[object, ...] = (remembered(dealt.carry).method,)
    luck = False
    for n, step in enumerate(dealt.steps):
        if luck and not isinstance(dealt.steps[n - 1], Prompt):
            marks[n] = so_far
        luck = luck or (isinstance(step, Prompt) and step.by_luck)
        so_far = (*so_far, _mark(step))
    return marks


def _mark(step: Step) -> object:
    """A step by its kind and place: what it shows or counts is left out."""
    if isinstance(step, Draw):
        return type(step).__name__, step.place, step.up
    if isinstance(step, (Dealt, Turned)):
        return type(step).__name__, step.place
    if isinstance(step, Called):
        return "call", step.by.clauses
    if isinstance(step, Chosen):
        return "chosen", step.choice
    if isinstance(step, Laid):
        return "laid", tuple(wager.spot for wager in step.wagers)
    return type(step).__name__


def _next(dealt: DealtRound, at: int) -> str:
    """What is done next, or who is asked."""
    following = next((step for step in dealt.steps[at:] if isinstance(step, Prompt)), None)
    if following is None:
        return "Nothing more: the round is over"
    if following.asks == "dealer":
        return following.title.removesuffix(", then key it")
    if following.asks == "supervisor":
        return f"The supervisor: {following.title}"
    return "A player decides"
