"""Payouts: a round is dealt to its end; what is paid? Where players hold a ticket, whether it wins, and what is due on it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from houseway import games
from houseway.law.clause import Basis
from houseway.law.rulebook import Edition
from houseway.money import show
from houseway.play.events import Event, Settled
from houseway.play.states import Outcome
from houseway.play.wagers import Wager
from houseway.teaching.dealing import Dealt, deal
from houseway.teaching.posing import Asked
from houseway.teaching.questions import Form, Part
from houseway.teaching.telling import paid_words, told

TITLE = "Payouts"
ABOUT = "A round is dealt to its end. What is paid, to the cent?"
PAR = 15

ROUNDS = (
    6  # dealt for one question, of which one line is asked: what comes seldom is asked as often as what comes often
)


def title(edition: Edition[Any]) -> tuple[str, str]:
    """What the drill is called in a game that has tickets."""
    if games.practice(edition.game).ticket is not None:
        return "Checking tickets", "A ticket and the numbers that were drawn. Is it a winner, and what is due?"
    return TITLE, ABOUT


def pose(edition: Edition[Any], rng: random.Random) -> Asked | None:
    ticket = games.practice(edition.game).ticket is not None
    found: dict[str, list[tuple[Dealt, int, Settled]]] = {}
    for _ in range(ROUNDS):
        dealt = deal(edition, rng)
        for n, step in enumerate(dealt.steps):
            if isinstance(step, Settled) and step.wager.cents:
                found.setdefault(topic(edition, step), []).append((dealt, n, step))
    paid = [name for name, lines in found.items() if lines[0][2].outcome is Outcome.WON]
    topics = paid if paid and rng.random() < 0.85 else list(found)
    if not topics:
        return None
    name = rng.choice(topics)
    dealt, at, line = rng.choice(found[name])
    return _ticket(dealt, at, line) if ticket else _line(dealt, at, line, name)


def topic(edition: Edition[Any], line: Settled) -> str:
    """What a payment practises: the kind of wager and its odds, or the rule that changed what it comes to."""
    if line.outcome is not Outcome.WON:
        return Outcome(line.outcome).words
    kind = line.wager.spot.partition(":")[0].partition(".")[0]
    named = line.at if kind[:1].isdigit() or games.practice(edition.game).ticket else f"{kind} at {line.at}"
    odd = set(edition.terms.general.odd_payment.by.clauses)
    if odd and odd <= set(line.by.clauses):
        return f"{named}, odd payment"
    return f"{named}, above the limit" if line.excess else named


def _before(dealt: Dealt, at: int) -> int:
    """Where the payments began of which this one is a part: none of them is told."""
    while at and isinstance(dealt.steps[at - 1], Event) and _pays(dealt.steps[at - 1]):
        at -= 1
    return at


def _pays(step: object) -> bool:
    return isinstance(step, Settled) or (isinstance(step, Event) and step.house_keeps is not None)


def _line(dealt: Dealt, at: int, line: Settled, name: str) -> Asked:
    before, wager = _before(dealt, at), line.wager
    what = games.wager_called(dealt.edition.game, dealt.edition.terms, wager)
    part = Part(
        f"What is paid to {wager.player} for {_of(what, wager)}? Winnings alone; 0 if nothing is paid",
        Form.AMOUNT,
        (str(line.won),),
    )
    told_too = told(dealt, before) + _staked(dealt, before, wager)
    return Asked(name, told_too, (part,), line.by, tuple(_why(dealt, at)), dealt.view(before))


def _of(what: str, wager: Wager) -> str:
    where = f" on area {wager.area}" if wager.area else ""
    return f"{what}, {show(wager.cents)}{where}"


def _staked(dealt: Dealt, before: int, wager: Wager) -> tuple[str, ...]:
    """A wager that a decision put up, which no window laid."""
    told_of = any(step.wager == wager for step in dealt.steps[:before] if hasattr(step, "wager"))
    laid = any(wager in step.wagers for step in dealt.steps[:before] if hasattr(step, "wagers"))
    return () if told_of or laid else (f"{wager.player} has {show(wager.cents)} on {wager.name}",)


def _why(dealt: Dealt, at: int) -> Iterable[tuple[str, Basis]]:
    """The payment as the script told it, and what the house kept of it."""
    line = dealt.steps[at]
    assert isinstance(line, Settled)
    yield paid_words(dealt, line), line.by
    following = dealt.steps[at + 1] if at + 1 < len(dealt.steps) else None
    if isinstance(following, Event) and following.house_keeps:
        yield following.words, following.by


def _ticket(dealt: Dealt, at: int, line: Settled) -> Asked:
    """Everything that stands on one ticket."""
    player = line.wager.player
    own = [(n, step) for n, step in enumerate(dealt.steps) if isinstance(step, Settled) and step.wager.player == player]
    due = sum(step.back for _, step in own)
    best = max((step for _, step in own), key=lambda step: step.back)
    by = best.by
    for _, step in own:
        by = by + step.by if step.back else by
    parts = (
        Part(
            f"Is {player}'s ticket a winner?",
            Form.CHOICE,
            ("yes" if due else "no",),
            (("yes", "It is a winner"), ("no", "It is not")),
        ),
        Part("What is due on it, in all? 0 if nothing is", Form.AMOUNT, (str(due),)),
    )
    before = _before(dealt, own[0][0])
    why = tuple((paid_words(dealt, step), step.by) for _, step in own)
    name = topic(dealt.edition, best)
    return Asked(name, told(dealt, before), parts, by, why, dealt.view(before))
