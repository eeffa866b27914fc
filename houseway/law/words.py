"""Words: what each clause says, in our own words, by number.

A Markdown file tells a book: ``## 5 Wagers`` opens a chapter, ``### 5.4 Second wager`` a clause, and the text under
it is shown wherever that clause is cited. Facts carry over from a gazette, sentences do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from houseway.complaint import BadInput


@dataclass(frozen=True, slots=True)
class ClauseWords:
    number: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Chapter:
    number: str
    title: str
    clauses: tuple[ClauseWords, ...]


@dataclass(frozen=True, slots=True)
class Words:
    chapters: tuple[Chapter, ...]
    by_number: dict[str, ClauseWords] = field(default_factory=dict, compare=False)

    def __iter__(self) -> Iterator[ClauseWords]:
        return iter(self.by_number.values())

    def __contains__(self, number: object) -> bool:
        return number in self.by_number

    def __getitem__(self, number: str) -> ClauseWords:
        return self.by_number[number]

    def under(self, number: str) -> list[ClauseWords]:
        """The clause itself, or every clause below it: ``5.9`` finds 5.9.1.1 and its neighbours."""
        below = re.compile(re.escape(number) + r"(?:$|[.(])")
        return [clause for clause in self if below.match(clause.number)]


def words(path: Path) -> Words:
    chapters: list[Chapter] = []
    seen: dict[str, ClauseWords] = {}
    for block in re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
        heading, *parts = re.split(r"^### ", block, flags=re.M)
        number, _, title = heading.strip().partition(" ")
        clauses = []
        for part in parts:
            first, _, text = part.partition("\n")
            clause_number, _, clause_title = first.strip().partition(" ")
            clause = ClauseWords(clause_number, clause_title, " ".join(text.split()))
            if not clause.text:
                raise BadInput(f"{path}: clause {clause_number} has a heading but no words")
            if clause_number in seen:
                raise BadInput(f"{path}: clause {clause_number} is told twice")
            seen[clause_number] = clause
            clauses.append(clause)
        chapters.append(Chapter(number, title, tuple(clauses)))
    return Words(tuple(chapters), seen)
