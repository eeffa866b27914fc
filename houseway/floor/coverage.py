"""Coverage: which clauses the house honours, and which worked cases show it.

Every worked case of a book is played at a table; what its decisions, events and prompts cite is collected by clause. An
enforced clause that nothing cites is either not honoured or not shown, and the tests do not pass until it is.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from houseway import games, kept
from houseway.floor.scenario import Case, Verdict, every_case, run_case
from houseway.law.clause import Kind


@dataclass
class Shown:
    """Where a clause was cited while the worked cases ran."""

    number: str
    title: str
    kind: Kind
    ways: set[str] = field(default_factory=set)  # "refusal", "prompt", "Settled", …
    cases: list[str] = field(default_factory=list)

    @property
    def missing(self) -> bool:
        return self.kind is Kind.ENFORCED and not self.cases


_played: dict[str, Verdict] = {}


def verdict(case: Case) -> Verdict:
    """What came of a case; it is played once to a process."""
    if case.id not in _played:
        _played[case.id] = run_case(case)
    return _played[case.id]


@cache
def coverage(book: str) -> dict[str, Shown]:
    """Every clause of a book, with the cases that exercise it; kept by the text of books, cases and program."""
    rulebook, _ = games.book(book)

    def find() -> dict[str, tuple[list[str], list[str]]]:
        return {number: (sorted(shown.ways), shown.cases) for number, shown in found(book).items()}

    on = {"book": rulebook.id, "text": kept.text_of("floor", f"games/{rulebook.game}")}
    words = f"playing the worked cases of {rulebook.title}, kept for the next time"
    known = kept.kept(kept.Question(rulebook.game, "coverage", on, words), find)
    shown = {}
    for clause, kind, _ in rulebook.clauses():
        ways, cases = known.get(
            clause.number, ((), ())
        )  # a notice of one's own may tell a clause that no case was kept for
        shown[clause.number] = Shown(clause.number, clause.title, kind, set(ways), list(cases))
    return shown


def found(book: str) -> dict[str, Shown]:
    """The same, by playing every case."""
    rulebook, _ = games.book(book)
    shown = {clause.number: Shown(clause.number, clause.title, kind) for clause, kind, _ in rulebook.clauses()}
    for case in _cases(rulebook.game, rulebook.id):
        for by, ways in verdict(case).told.cited.items():
            for clause in by.clauses:
                entry = shown.get(clause.number)
                if entry is not None:
                    entry.ways |= ways
                    if case.id not in entry.cases:
                        entry.cases.append(case.id)
    return shown


def tell(house: int, books: Sequence[str]) -> None:
    """Prints how the clauses of some books are shown, a line to a book, for as long as the house that asked is there."""
    if len(books) > 1:
        os.nice(15)  # nobody waits for all of them
    for id in books:
        if os.getppid() != house:
            return
        found = {number: (sorted(shown.ways), shown.cases) for number, shown in coverage(id).items()}
        print(json.dumps(found), flush=True)


def _cases(game: str, book: str) -> Iterable[Case]:
    return (case for case in every_case(game) if case.book.partition("+")[0] == book)


if __name__ == "__main__":
    tell(int(sys.argv[1]), sys.argv[2:])
