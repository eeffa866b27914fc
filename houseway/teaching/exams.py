"""Exams: questions of several drills from one seed, with their key. The same seed under the same law sets the same paper."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from houseway import games
from houseway.complaint import BadInput
from houseway.teaching.practising import LARGEST, Drill, NoSuchDrill, drill, drills_of, edition_of, question
from houseway.teaching.questions import Question

MOST = 100  # questions on one paper
TRIES = 8  # numbers looked at for a topic that is not on the paper yet
USUAL = 20


@dataclass(frozen=True)
class Exam:
    books: tuple[str, ...]
    titles: tuple[str, ...]
    drills: tuple[str, ...]  # by name; none: all for dealers
    seed: int
    law: tuple[str, ...]  # the instrument and edition of each book
    questions: tuple[Question, ...]
    called: dict[tuple[str, str], str]  # by book and drill: its title

    @property
    def title(self) -> str:
        return f"Exam: {'; '.join(dict.fromkeys(self.titles))}"

    @property
    def minutes(self) -> int:
        """What somebody who knows it all needs, rounded up."""
        return -(-sum(one.par for one in self.questions) // 60)

    def document(self, key: bool = True) -> dict[str, Any]:
        return {
            "schema": "houseway.exam/1", "title": self.title, "books": list(self.books), "seed": self.seed, "law": list(self.law),
            "par_minutes": self.minutes, "questions": [one.document(key) for one in self.questions],
        }  # fmt: skip


def seed_of(text: str) -> int:
    """A seed as somebody wrote it."""
    word = text.strip()
    if not (word.isascii() and word.isdigit()) or int(word) >= LARGEST:
        raise BadInput(f"a seed is a whole number from 0 to {LARGEST - 1}, not {text[:40]!r}")
    return int(word)


def exam(
    books: Sequence[str], seed: int, count: int = USUAL, drills: Sequence[str] = (), at: datetime | None = None
) -> Exam:
    """A paper of so many questions; every drill has its turn, and no topic comes twice while there is another."""
    if not 1 <= count <= MOST:
        raise BadInput(f"a paper has 1 to {MOST} questions, not {count}")
    if not books:
        raise BadInput("name at least one book")
    turns: list[tuple[Any, Drill]] = []
    editions = [edition_of(book, at) for book in dict.fromkeys(books)]
    for edition in editions:
        if drills:
            known = {one.name: one for one in drills_of(edition)}
            turns.extend((edition, known[name]) for name in drills if name in known)
        else:
            turns.extend((edition, one) for one in drills_of(edition) if one.whose == "dealer")
    for name in drills:
        if not any(one.name == name for _, one in turns):
            drill(editions[0], name)  # which says why not
            raise NoSuchDrill(f"none of {', '.join(books)} has a drill {name!r}")
    rng = random.Random(f"exam {seed}")
    rng.shuffle(turns)
    found: list[Question] = []
    for n in range(count):
        edition, one = turns[n % len(turns)]
        seen = {(put.book, put.drill, put.topic) for put in found}
        asked = {(put.book, put.drill, put.number) for put in found}
        put = question(edition, one.name, rng.randrange(LARGEST))
        for _ in range(TRIES):
            if (put.book, put.drill, put.topic) not in seen and (put.book, put.drill, put.number) not in asked:
                break
            put = question(edition, one.name, rng.randrange(LARGEST))
        found.append(put)
    titles = tuple(
        f"{games.book(edition.book)[0].title}, {games.book(edition.book)[0].jurisdiction}" for edition in editions
    )
    law = tuple(f"{games.book(edition.book)[0].instrument}; edition {edition.digest[:16]}" for edition in editions)
    called = {(edition.book, one.name): one.title for edition, one in turns}
    return Exam(tuple(edition.book for edition in editions), titles, tuple(drills), seed, law, tuple(found), called)
