"""Told: what comes of a story, and who acts in it where nobody is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, get_type_hints

from houseway.complaint import Complaint
from houseway.floor.papers.paper import Paper
from houseway.floor.people import Person
from houseway.forms import Doc
from houseway.law.clause import Basis, Clause
from houseway.play.decision import Refused
from houseway.play.events import Advised, Called, Decided, Event, Settled
from houseway.play.prompts import (
    Prompt,
)

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal


DEALER = Person("the dealer", "dealer")


SUPERVISOR = Person("the supervisor", "casino supervisor")


CREDIT = 100_000_000  # cents each player in a story brings


class BadStory(Complaint, ValueError):
    """A line that is not understood, or that cannot happen here."""


@dataclass
class Told:
    """What came of a story."""

    events: list[Event] = field(default_factory=list)
    refusals: list[tuple[str, Refused]] = field(default_factory=list)  # the line, and why not
    unexpected: list[str] = field(default_factory=list)  # lines that came out otherwise than they say
    cited: dict[Basis, set[str]] = field(default_factory=dict)
    met: dict[tuple[str, str], str] = field(default_factory=dict)  # words of the game, by sort, and what each means
    stated: dict[Clause, set[str]] = field(default_factory=dict)  # what rests on a clause, and the case says must be
    rested: dict[Clause, set[str]] = field(default_factory=dict)  # by which provisions it does
    papers: list[Paper] = field(default_factory=list)  # in the order they were written
    accounts: dict[str, int] = field(default_factory=dict)  # what each holds in the end

    def state(self, by: Basis, how: str) -> None:
        """Something that rests on these clauses happened, and the case says so."""
        for clause in by.clauses:
            self.stated.setdefault(clause, set()).add(how)
            self.rested.setdefault(clause, set()).update(by.provisions)

    @property
    def calls(self) -> list[Called]:
        return [event for event in self.events if isinstance(event, Called)]

    @property
    def lines(self) -> list[Settled]:
        return [event for event in self.events if isinstance(event, Settled)]

    @property
    def advised(self) -> list[str]:
        return [event.player for event in self.events if isinstance(event, Advised)]

    @property
    def clauses(self) -> set[str]:
        return {clause.number for by in self.cited for clause in by.clauses}

    @property
    def readings(self) -> set[str]:
        return {reading for by in self.cited for reading in by.readings}

    @property
    def outcome(self) -> str:
        return next((event.outcome for event in reversed(self.events) if isinstance(event, Decided)), "")


def lines(story: str) -> list[str]:
    """The acts of a story: one to a line, or separated by bars; # begins a comment."""
    return [act for _, act in numbered(story)]


def numbered(story: str) -> Iterator[tuple[int, str]]:
    """The acts of a story, each with the number of its line."""
    for number, line in enumerate(story.splitlines(), 1):
        line = re.sub(r"(^|\s)#.*$", "", line)
        if line.lstrip().startswith("="):
            yield number, line.strip()
            continue
        for part in line.split("|"):
            if part.strip():
                yield number, part.strip()


def remembered(self: Rehearsal) -> dict[str, Doc]:
    """What a table of this game remembers from round to round, and the kind of each."""
    kinds: dict[str, Doc] = get_type_hints(self.game.carry_type)
    return kinds


def asked_of(prompt: Prompt) -> Person:
    return SUPERVISOR if prompt.asks == "supervisor" else DEALER


def may_go_wrong(prompt: Prompt, kind: str) -> bool:
    return any(mishap.kind == kind for mishap in prompt.may_go_wrong)


def come_to(self: Rehearsal, wanted: Callable[[Prompt], bool], what: str) -> None:
    if not self._until(wanted):
        raise BadStory(f"the table does not come to this: {what}")


def due_or_ruled(self: Rehearsal, wanted: Callable[[Prompt], bool], what: str) -> None:
    """Comes to what is due, or stands where a supervisor must speak first: whoever goes on without is refused there."""
    if not self._until(wanted) and (self.table.prompt is None or self.table.prompt.asks != "supervisor"):
        raise BadStory(f"the table does not come to this: {what}")
