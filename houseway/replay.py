"""Replay: a round from one line of notation, by the same scripts, clerk and judge as the floor.

>>> from houseway import replay
>>> again = replay.notation("vic-1997-red-dog | original P1:10 | 7S 4H | raise P1:4 | 5D")
>>> again.net
{'P1': 5600}
>>> again.steps[1].words, again.steps[1].basis
('NO MORE BETS', '§ 7.1.1')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from houseway.complaint import Complaint
from houseway.floor.entries import write_event
from houseway.floor.story import Rehearsal, lines
from houseway.play.decision import Refused
from houseway.play.events import Event
from houseway.play.felt import redacted

__all__ = ["Refusal", "RefusedByTheBook", "Replayed", "Step", "notation"]


@dataclass(frozen=True)
class Step:
    """Something that happened, in words, and the clauses it rests on."""

    words: str
    basis: str
    event: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"{self.words}  {self.basis}"


@dataclass(frozen=True)
class Refusal:
    """A line that the book does not admit: why, by which clause, and a short code that stays the same."""

    line: str
    because: str
    clause: str
    code: str

    def __repr__(self) -> str:
        return f"refused: {self.line}: {self.because} ({self.clause}) [{self.code}]"


class RefusedByTheBook(Complaint, ValueError):
    """A line was refused; ``clause`` and ``code`` say by what."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.line}: {refusal.because} ({refusal.clause})")
        self.refusal, self.clause = refusal, refusal.clause

    @property
    def code(self) -> str:
        return self.refusal.code


@dataclass(frozen=True)
class Replayed:
    """A round that was run again: what happened, what was refused, who won what, and what it waits for."""

    notation: str
    book: str
    edition: str
    amended_by: tuple[str, ...]
    steps: tuple[Step, ...]
    refusals: tuple[Refusal, ...]
    net: Mapping[str, int]  # cents by player, when the round is settled
    asks: str

    def __repr__(self) -> str:
        ended = ", ".join(f"{player} {cents / 100:+.2f}" for player, cents in self.net.items()) or f"asks {self.asks}"
        refused = f", {len(self.refusals)} refused" if self.refusals else ""
        return f"{self.book}: {len(self.steps)} steps{refused}, {ended}"


def step_of(event: Event) -> Step | None:
    """An event as the staff see it; None where even they do not."""
    visible = redacted(event, "staff")
    return None if visible is None else Step(visible.words, str(visible.by), write_event(visible))


def refusal_of(said: str, refused: Refused) -> Refusal:
    """What was refused, in plain words."""
    return Refusal(said, refused.because, str(refused.by), refused.code)


def notation(line: str, at: datetime | None = None, strict: bool = False) -> Replayed:
    """A round from one line: the book, then what happened, parts separated by bars. ``strict`` raises at a refusal.

    >>> notation("ma-red-dog | original P1:10 | 7S 4H | raise P1:40 | 5D", strict=True)
    Traceback (most recent call last):
    houseway.replay.RefusedByTheBook: raise P1:40: raise of $40 is above the original of $10 (§ 5(h) (reading R-21))
    """
    book, *story = lines(line) or [""]
    steps: list[Step] = []
    rehearsal = Rehearsal(book)
    rehearsal.moment = at or datetime.now()

    def watch(act: Any, reply: Any) -> None:
        steps.extend(step for event in reply.events if (step := step_of(event)) is not None)

    rehearsal.watch = watch
    for part in story:
        rehearsal.line(part)
    told = rehearsal.finish()
    refusals = tuple(refusal_of(said, refused) for said, refused in told.refusals)
    if strict and refusals:
        raise RefusedByTheBook(refusals[0])
    nets: dict[str, int] = {}
    for one in told.lines:
        nets[one.wager.player] = nets.get(one.wager.player, 0) + one.net
    law = rehearsal.rulebook.at(rehearsal.moment, rehearsal.policies, rehearsal.variant)
    return Replayed(line, book, law.digest, law.amended_by, tuple(steps), refusals, nets, rehearsal.fact("asks"))
