"""Progress: what a learner's answers come to, drill by drill, and a class beside each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from houseway.school.boxes import BOXES, Card
from houseway.school.learners import Learner, School

WEAKEST = 5  # topics that a list of them names


@dataclass(frozen=True)
class Skill:
    """One drill of one book."""

    book: str
    drill: str
    cards: tuple[Card, ...]

    @property
    def asked(self) -> int:
        return sum(card.asked for card in self.cards)

    @property
    def right(self) -> int:
        return sum(card.right for card in self.cards)

    @property
    def share(self) -> float:
        return self.right / self.asked if self.asked else 0.0

    @property
    def seconds(self) -> float | None:
        timed = sum(card.timed for card in self.cards)
        return sum(card.millis for card in self.cards) / 1000 / timed if timed else None

    @property
    def boxes(self) -> tuple[int, ...]:
        """How many topics lie in each box."""
        return tuple(sum(card.box == box for card in self.cards) for box in range(1, BOXES + 1))

    @property
    def weak(self) -> tuple[Card, ...]:
        """Weak topics, those answered worst first."""
        found = [card for card in self.cards if card.weak]
        return tuple(sorted(found, key=lambda card: (card.right / card.asked, -card.asked, card.topic)))

    def due(self, now: datetime) -> int:
        return sum(card.due <= now for card in self.cards)

    def document(self) -> dict[str, Any]:
        return {
            "book": self.book, "drill": self.drill, "asked": self.asked, "right": self.right, "mean_seconds": self.seconds,
            "boxes": list(self.boxes), "weak": [card.topic for card in self.weak],
            "topics": [
                {
                    "topic": card.topic, "box": card.box, "due": card.due.isoformat(timespec="seconds"), "asked": card.asked,
                    "right": card.right, "mean_seconds": card.seconds, "recent": card.recent,
                }
                for card in self.cards
            ],
        }  # fmt: skip


@dataclass(frozen=True)
class Progress:
    learner: Learner
    skills: tuple[Skill, ...]

    @property
    def asked(self) -> int:
        return sum(skill.asked for skill in self.skills)

    @property
    def right(self) -> int:
        return sum(skill.right for skill in self.skills)

    @property
    def weak(self) -> tuple[Card, ...]:
        """The weakest topics of all."""
        found = [card for skill in self.skills for card in skill.weak]
        return tuple(sorted(found, key=lambda card: (card.right / card.asked, -card.asked, card.topic))[:WEAKEST])

    def skill(self, book: str, drill: str) -> Skill:
        return next((one for one in self.skills if (one.book, one.drill) == (book, drill)), Skill(book, drill, ()))

    def document(self) -> dict[str, Any]:
        return {
            "schema": "houseway.progress/1", "learner": self.learner.name, "class": self.learner.class_name,
            "since": self.learner.since, "asked": self.asked, "right": self.right,
            "skills": [skill.document() for skill in self.skills],
        }  # fmt: skip


def progress_of(school: School, learner: Learner) -> Progress:
    return Progress(learner, tuple(_skills(school.cards(learner))))


def _skills(cards: Iterable[Card]) -> Iterable[Skill]:
    for (book, drill), own in groupby(cards, key=lambda card: (card.book, card.drill)):
        yield Skill(book, drill, tuple(own))


def class_view(school: School, class_name: str | None = None) -> list[Progress]:
    """Everybody of a class, or of the school, with what they have done."""
    return [progress_of(school, one) for one in school.learners(class_name)]
