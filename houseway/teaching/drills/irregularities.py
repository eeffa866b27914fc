"""Irregularities: something goes wrong in a round. What is done, and which clause says so?

The remedy is what the script tells after the mishap. The others offered are what it tells after other mishaps at the same moment
with the same cards, and then after mishaps at other moments.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from houseway import games
from houseway.kit.cards import Card
from houseway.law.clause import Basis
from houseway.law.rulebook import Edition
from houseway.play.events import Advised, Called, Event, LeftLying, Opened, Settled, WentWrong
from houseway.play.events import Dealt as DealtCard
from houseway.play.felt import redacted
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts import Ball, ClosedWindow, Draw, Prompt, TakeWagers
from houseway.play.states import Outcome
from houseway.teaching.dealing import Dealt, deal, deal_again
from houseway.teaching.posing import MOST, Asked, choice
from houseway.teaching.questions import Form, Part
from houseway.teaching.sampling import sample
from houseway.teaching.telling import small, told

TITLE = "Irregularities"
ABOUT = "Something goes wrong. What is done, and which clause says so?"
PAR = 25

_UNSAID = (Called, Advised, LeftLying, Opened, DealtCard)  # no part of a remedy


@dataclass(frozen=True)
class Remedy:
    """What the script tells after a mishap."""

    mishap: Mishap
    words: str
    dealt: Dealt
    at: int  # the step at which it went wrong
    by: Basis
    why: tuple[tuple[str, Basis], ...]
    card: Card | None


def has(edition: Edition[Any]) -> bool:
    return any(prompt.may_go_wrong for dealt in sample(edition) for prompt, _ in dealt.answers)


def pose(edition: Edition[Any], rng: random.Random) -> Asked | None:
    dealt = deal(edition, rng, players=2)
    moments: dict[tuple[str, str], list[tuple[int, Mishap]]] = {}
    for n, (prompt, _) in enumerate(dealt.answers):
        for mishap in prompt.may_go_wrong:
            moments.setdefault((mishap.kind, mishap.label), []).append((n, mishap))
    if not moments:
        return None
    at, mishap = rng.choice(moments[rng.choice(sorted(moments))])
    seed = rng.random()
    found = _tried(dealt, at, mishap, seed)
    if found is None:
        return None
    beside = [
        other
        for one in dealt.answers[at][0].may_go_wrong
        if one.kind != mishap.kind and (other := _tried(dealt, at, one, seed)) is not None
    ]
    elsewhere = list(_elsewhere(edition, rng, MOST - len(beside)))
    others = [*beside, *elsewhere]
    rng.shuffle(beside)
    wrong = [*(one.words for one in (*beside, *elsewhere)), _as_if_nothing(dealt, at)]
    part = choice("What is done?", found.words, wrong, rng)
    if part is None:
        return None
    clause = _clause_part(edition, found.mishap.by, [one.mishap.by for one in others], rng)
    card = f", the {found.card.words}" if found.card is not None else ""
    lines = (*told(found.dealt, found.at), f"Now: {small(mishap.label)}{card}")
    parts = (part,) if clause is None else (part, clause)
    return Asked(mishap.label, lines, parts, found.by, found.why, found.dealt.view(found.at))


def _as_if_nothing(dealt: Dealt, at: int) -> str:
    """How the round would have gone on."""
    return f"Play goes on; then: {_then(dealt.answers[at + 1][0] if at + 1 < len(dealt.answers) else None) or 'a player decides'}"


def _tried(dealt: Dealt, at: int, mishap: Mishap, seed: float) -> Remedy | None:
    """The round again up to a moment, and then that mishap; None where it cannot happen so, or nothing is told of it."""
    rng, prompt = random.Random(seed), dealt.answers[at][0]
    card = _card(prompt, mishap, rng)
    area = rng.choice(mishap.areas) if mishap.areas else 0
    wrong = Irregularity(mishap.kind, card, area)
    before = dealt.answers[at][1]
    answer = ClosedWindow(before.wagers, wrong) if isinstance(prompt, TakeWagers) else wrong
    if not prompt.admits(answer):
        return None
    again = deal_again(dealt, rng, [*(given for _, given in dealt.answers[:at]), answer])
    here = next((n for n, step in enumerate(again.steps) if isinstance(step, WentWrong)), None)
    if here is None:
        return None
    after: list[Event] = []
    following: Prompt | None = None
    for step in again.steps[here + 1 :]:
        if isinstance(step, Prompt):
            following = step
            break
        after.append(step)
    words = _words(after, following)
    if not words:
        return None
    by = mishap.by
    for event in after:
        by = by + event.by if not isinstance(event, (Called, Settled)) else by
    why = ((mishap.label, mishap.by), *((event.words, event.by) for event in after if not isinstance(event, Called)))
    return Remedy(mishap, words, again, here, by, why, card)


def _card(prompt: Prompt, mishap: Mishap, rng: random.Random) -> Card | None:
    shoe = prompt.shoe_in_hand
    if mishap.card == "no" or shoe is None or shoe.size < 1:
        return None
    drawn = Draw(prompt.by, "", shoe).some(rng.randrange) if shoe.left > shoe.unseen else None
    return drawn if isinstance(drawn, Card) else None


def _words(after: Sequence[Event], following: Prompt | None) -> str:
    """What is done, and what comes after it; nothing where the remedy cannot be told from going on. Which card it was, whose the
    chips are and how many is left out: it is no part of the remedy."""
    parts = list(dict.fromkeys(_done(after)))
    if not parts and (following is None or following.asks not in ("dealer", "supervisor")):
        return ""
    then = _then(following)
    if then and then not in "; ".join(parts):
        parts.append(f"then: {then}" if parts else then)
    text = "; ".join(parts)
    return text[:1].upper() + text[1:]


def _then(following: Prompt | None) -> str:
    if following is None:
        return "the round is over"
    if isinstance(following, (Draw, Ball)):
        return "dealing goes on" if isinstance(following, Draw) else "the draw goes on"
    return small(following.title) if following.asks in ("dealer", "supervisor", "players") else ""


def _done(after: Sequence[Event]) -> Iterable[str]:
    for event in after:
        known = redacted(event, "staff")
        if isinstance(known, Settled):
            yield f"wagers: {Outcome(known.outcome).words}"
        elif known is not None and not isinstance(known, _UNSAID) and known.words:
            card = getattr(known, "card", None)
            words = known.words if not isinstance(card, Card) else known.words.replace(card.words, "the card")
            yield small(words.replace("the the card", "the card"))


def _elsewhere(edition: Edition[Any], rng: random.Random, most: int) -> Iterable[Remedy]:
    """Mishaps of other rounds."""
    rounds = list(sample(edition))
    rng.shuffle(rounds)
    for dealt in rounds[: 3 * most]:
        can = [(n, one) for n, (prompt, _) in enumerate(dealt.answers) for one in prompt.may_go_wrong]
        if can and (found := _tried(dealt, *rng.choice(can), rng.random())) is not None:
            yield found


def _clause_part(edition: Edition[Any], right: Basis, others: Sequence[Basis], rng: random.Random) -> Part | None:
    """Which clause says so: its number, and what it says in our words."""
    book, _ = games.book(edition.book)

    def said(by: Basis) -> str:
        words = book.words_of(by.clauses[0])
        return f"{by}: {words.text}" if words is not None and words.text else str(by)

    if not right.clauses:
        return None
    wrong = list({str(by): by for by in others if by.clauses and by.clauses != right.clauses}.values())[: MOST - 1]
    if not wrong:
        return None
    offered = [right, *wrong]
    rng.shuffle(offered)
    return Part("By which clause?", Form.CHOICE, (_value(right),), tuple((_value(by), said(by)) for by in offered))


def _value(by: Basis) -> str:
    return " ".join(clause.number for clause in by.clauses)
