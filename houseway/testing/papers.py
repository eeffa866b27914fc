"""Papers: writes the part of docs/papers.md that is known from the books, the sorts of paper and the worked cases.

``python -m houseway.testing.papers`` writes it anew; ``tests/test_papers.py`` holds the page against it, and asks of every sort
of paper that a book calls for that a worked case of the book states it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from houseway import games
from houseway.floor.papers.paper import SORTS
from houseway.floor.scenario import Case, every_case
from houseway.law.rulebook import Rulebook
from houseway.play.script import HasGeneral

PAGE = Path(__file__).parents[2] / "docs" / "papers.md"
BEGIN, END = "<!-- from the books -->\n", "<!-- end -->\n"
# Sorts that a general provision would call for, and that the game of a book writes in another way or has no use for.
ELSEWHERE = {
    ("act-1992-keno", "sign of limits"): "prices stand on the entry form",
    ("act-1992-keno", "advice"): "an entry that costs too little is not sold",
    ("act-1992-keno", "warning"): "nobody is warned at the computer",
    ("vic-2000-rapid-roulette", "advice"): "a terminal takes no wager below the minimum",
    ("vic-2000-rapid-roulette", "ruling"): "wagers are void by a fault, which has a report of its own",
    ("vic-2000-rapid-roulette", "correction"): "a wrong outcome has a recalculation",
}
BY_VARIANT = {"vic-2000-pai-gow": "bonanza"}  # whose provisions are asked for too


def called_for(book: Rulebook[HasGeneral]) -> dict[str, list[str]]:
    """The sorts of paper that a book calls for, each with the clauses."""
    editions = [book.as_commenced()]
    if book.id in BY_VARIANT:
        editions.append(book.as_commenced(variant=BY_VARIANT[book.id]))
    found: dict[str, list[str]] = {}
    for sort in SORTS.values():
        numbers = dict.fromkeys(
            clause.number for edition in editions for name in sort.rests_on for clause in edition.basis_of(name).clauses
        )
        if numbers:
            found[sort.name] = list(numbers)
    if any(part.told for edition in editions for part in edition.named.values()):
        told = (name for edition in editions for name, part in edition.named.items() if part.told)
        found["notification"] = list(dict.fromkeys(
            clause.number for name in told for edition in editions for clause in edition.basis_of(name).clauses
        ))  # fmt: skip
    return found


def stated(book: str) -> dict[str, str]:
    """By sort, the first worked case of a book that states such a paper."""
    found: dict[str, str] = {}
    for case in _every_case():
        if case.book.partition("+")[0] != book and case.book.partition("+")[2] != book:
            continue
        for words in case.expect.get("papers", ()):
            for sort in SORTS:
                if words.partition(":")[0].partition(",")[0].partition(" (")[0] == sort:
                    found.setdefault(sort, case.id)
    return found


@cache
def _every_case() -> list[Case]:
    return list(every_case())


def missing(id: str) -> list[str]:
    """Sorts of paper that a book calls for and no worked case of it states."""
    cases = stated(id)
    return [sort for sort in called_for(games.book(id)[0]) if sort not in cases and (id, sort) not in ELSEWHERE]


def lines() -> Iterator[str]:
    for id, book in sorted(games.library().items()):
        if book.missing:
            continue
        cases = stated(id)
        yield f"### {book.title}, {book.jurisdiction} (`{id}`)\n"
        yield "| paper | clauses | stated by |\n|---|---|---|"
        wanted = called_for(book)
        for sort in SORTS:
            if sort in wanted or sort in cases:
                by = cases.get(sort) or ELSEWHERE.get((id, sort), "–")
                yield f"| {sort} | {', '.join(wanted.get(sort, ())) or 'the house’s own'} | {by} |"
        yield ""


def written() -> str:
    before, _, after = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return before + BEGIN + "\n" + "\n".join(lines()) + "\n" + END + after.partition(END)[2]


if __name__ == "__main__":
    if "--missing" in sys.argv:
        for id, book in sorted(games.library().items()):
            if not book.missing:
                print(id, missing(id))
    else:
        PAGE.write_text(written(), encoding="utf-8")
