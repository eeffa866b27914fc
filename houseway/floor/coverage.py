"""Coverage: which clauses the house honours, and which worked cases show it.

Every worked case of a book is played at a table; what its decisions, events and prompts cite is collected by clause. An
enforced clause that nothing cites is either not honoured or not shown, and the tests do not pass until it is.

Playing all cases takes half a minute, so what they show is kept in the folder of each game, ``shown.json``, written by
``python -m houseway.testing.vocabulary``; the suite fails where it is not what is found. It serves for as long as books and
cases are those it was found for.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from houseway import games, kept
from houseway.law.clause import Kind

if TYPE_CHECKING:  # a table to play at is made ready only where a case is played
    from houseway.floor.scenario import Case, Verdict

SHIPPED = "shown.json"


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
        from houseway.floor.scenario import run_case

        _played[case.id] = run_case(case)
    return _played[case.id]


Known: TypeAlias = dict[str, tuple[list[str], list[str]]]  # by clause: the ways it was cited, and the cases


@cache
def coverage(book: str) -> dict[str, Shown]:
    """Every clause of a book, with the cases that exercise it."""
    rulebook, _ = games.book(book)
    known = shipped(rulebook.game).get(rulebook.id)
    if known is None:  # books or cases of one's own: kept by their text and the program's
        on = {"book": rulebook.id, "text": kept.text_of("floor", f"games/{rulebook.game}")}
        words = f"playing the worked cases of {rulebook.title}, kept for the next time"
        known = kept.kept(kept.Question(rulebook.game, "coverage", on, words), lambda: as_known(book))
    shown = {}
    for clause, kind, _ in rulebook.clauses():
        # a notice of one's own may tell a clause that no case was kept for
        ways, cases = known.get(clause.number, ((), ()))
        shown[clause.number] = Shown(clause.number, clause.title, kind, set(ways), list(cases))
    return shown


@cache
def shipped(game: str) -> dict[str, Known]:
    """What comes with the house, by book; nothing if it was found for other books or other cases."""
    path = games.folder(game) / SHIPPED
    doc = json.loads(path.read_bytes()) if path.exists() else {}
    return doc["books"] if doc.get("text") == _text(game) else {}


def ship(game: str) -> None:
    """Writes what the cases of a game show, for ``shipped``."""
    books = {id: as_known(id) for id, rulebook in games.library().items() if rulebook.game == game}
    doc = {"text": _text(game), "books": books}
    (games.folder(game) / SHIPPED).write_text(json.dumps(doc, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def _text(game: str) -> str:
    """One number for the books and cases of a game."""
    text = hashlib.sha256()
    for path in sorted(path for part in ("books", "scenarios") for path in (games.folder(game) / part).rglob("*.*")):
        text.update(path.name.encode() + path.read_bytes())
    return text.hexdigest()


def as_known(book: str) -> Known:
    return {number: (sorted(shown.ways), shown.cases) for number, shown in found(book).items() if shown.cases}


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


def tell(book: str) -> None:
    """Prints how the clauses of a book are shown, for a house that asked."""
    print(json.dumps({number: (sorted(shown.ways), shown.cases) for number, shown in coverage(book).items()}))


def _cases(game: str, book: str) -> Iterable[Case]:
    from houseway.floor.scenario import every_case

    return (case for case in every_case(game) if case.book.partition("+")[0] == book)


if __name__ == "__main__":
    tell(sys.argv[1])
