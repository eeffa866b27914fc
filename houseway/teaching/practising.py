"""Practising: which drills a book has, and the question of a number.

A book has a drill where one of the first few numbers gives a question; no list of books stands anywhere. The same number of the
same drill under the same edition asks the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import ModuleType
from typing import Any

from houseway import games
from houseway.complaint import Complaint
from houseway.figures import kept
from houseway.law.rulebook import Edition
from houseway.teaching.drills import (
    calls,
    commission,
    decisions,
    following,
    irregularities,
    order,
    own,
    payouts,
    pictures,
)
from houseway.teaching.posing import Asked
from houseway.teaching.questions import Question
from houseway.teaching.sampling import once_for_an_edition

LARGEST = 10**12  # numbers of questions are below it
TRIES = 60  # rounds dealt before a number has no question
FIRST = 3  # numbers asked to find whether a book has a drill
SEARCHED = 120  # numbers looked through for a topic

_KINDS: dict[str, ModuleType] = {
    "payouts": payouts,
    "pictures": pictures,
    "commission": commission,
    "calls": calls,
    "order": order,
    "next": following,
    "irregularities": irregularities,
    "decisions": decisions,
}


def _kinds(edition: Edition[Any]) -> dict[str, ModuleType]:
    """Every kind by its name, with that which the game brings itself."""
    brought = games.practice(edition.game)
    return {**_KINDS, brought.NAME: own} if brought.poses is not None else _KINDS


class NoSuchDrill(Complaint, LookupError):
    """A book has no drill of that name, or there is none."""


class NoSuchQuestion(Complaint, LookupError):
    """A number under which nothing is asked."""


@dataclass(frozen=True)
class Drill:
    name: str  # "payouts"
    title: str
    about: str
    par: int  # seconds
    whose: str  # "dealer" or "player"


def edition_of(book: str, at: datetime | None = None) -> Edition[Any]:
    """The law that a book's questions are asked by: of a moment, or as it commenced. A book that rests on another has none."""
    found, variant = games.book(book)
    if not variant and found.missing:
        over = ", ".join(f"{found.id}+{one}" for one in found.over)
        raise NoSuchDrill(f"{book} is played over another book: {over or 'none that the house has'}")
    return found.at(at, variant=variant) if at is not None else found.as_commenced(variant=variant)


def books() -> tuple[str, ...]:
    """Every book and variant that can be played."""
    found: list[str] = []
    for id, book in games.library().items():
        found.extend(
            f"{id}+{variant}" if variant else id for variant in (book.over if book.missing else ("", *book.variants))
        )
    return tuple(found)


@once_for_an_edition
def drills_of(edition: Edition[Any]) -> tuple[Drill, ...]:
    """The drills of an edition, each because it was asked and answered. That takes a moment, so it is kept."""
    on = [edition.digest, kept.text_of("teaching", "floor")]
    asked = kept.Question(edition.game, "drills", on, f"finding the drills of {edition.book}")
    found = kept.kept(asked, lambda: [name for name in _kinds(edition) if _has(name, edition)])
    return tuple(_drill(name, edition) for name in found)


def _has(name: str, edition: Edition[Any]) -> bool:
    """Where a drill can tell at once that an edition has nothing for it, it says so; else, and then too, it is asked."""
    could: Callable[[Edition[Any]], bool] = getattr(_kinds(edition)[name], "has", lambda edition: True)
    return could(edition) and (name == "decisions" or any(_asked(name, edition, n) is not None for n in range(FIRST)))


def _drill(name: str, edition: Edition[Any]) -> Drill:
    kind = _kinds(edition)[name]
    titled: Callable[[Edition[Any]], tuple[str, str]] | None = getattr(kind, "title", None)
    title, about = titled(edition) if titled is not None else (kind.TITLE, kind.ABOUT)
    par = kind.par(edition) if hasattr(kind, "par") else kind.PAR
    return Drill(name, title, about, par, "player" if name == "decisions" else "dealer")


def drill(edition: Edition[Any], name: str) -> Drill:
    """A drill of an edition by its name."""
    found = {one.name: one for one in drills_of(edition)}
    if name not in (*_KINDS, *found):
        raise NoSuchDrill(f"no drill is called {name[:40]!r}; {edition.book} has {', '.join(found)}")
    if name not in found:
        raise NoSuchDrill(f"{edition.book} has no drill {name!r}; it has {', '.join(found)}")
    return found[name]


def _asked(name: str, edition: Edition[Any], number: int) -> Asked | None:
    rng = random.Random(f"{edition.book} {name} {number}")
    for _ in range(TRIES):
        asked: Asked | None = _kinds(edition)[name].pose(edition, rng)
        if asked is not None:
            return asked
    return None


def question(edition: Edition[Any], name: str, number: int) -> Question:
    """The question of a number."""
    if not 0 <= number < LARGEST:
        raise NoSuchQuestion(f"{number} is not the number of a question; they are from 0 to {LARGEST - 1}")
    what = drill(edition, name)
    asked = _asked(name, edition, number)
    if asked is None:
        raise NoSuchQuestion(f"number {number} of {name} asks nothing of {edition.book}")
    return Question(
        edition.book, edition.digest, name, number, asked.topic, asked.told, asked.parts, asked.by, asked.why, what.par,
        asked.cards, asked.tiles, asked.rules, asked.worth, asked.note, asked.view,
    )  # fmt: skip


def about(edition: Edition[Any], name: str, topics: Sequence[str], numbers: Iterable[int]) -> Question:
    """Of these numbers, the first that asks about one of the topics, which stand in the order of need; any, where none does."""
    first: Question | None = None
    best: tuple[int, Question] | None = None
    for n, number in zip(range(SEARCHED), numbers, strict=False):
        one = question(edition, name, number)
        first = first or one
        if one.topic in topics:
            rank = topics.index(one.topic)
            if best is None or rank < best[0]:
                best = (rank, one)
            if rank == 0 or n >= SEARCHED // 4:
                break
    assert first is not None
    return best[1] if best is not None else first
