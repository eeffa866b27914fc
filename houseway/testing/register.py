"""Register: every provision in which a book gives somebody a part, its clauses, who it is, and what shows that the house obeys.

``python -m houseway.testing.register`` writes the tables of ``docs/authority.md``; a test keeps them in step with the books.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from houseway import games
from houseway.floor.authority import RESTS_ON
from houseway.floor.scenario import read_cases
from houseway.law.changes import provision_at
from houseway.law.rulebook import Edition, Rulebook

BEGIN, END = "<!-- from the books -->", "<!-- to here -->"
MATRIX = "`test_authority.py`"


def shown_by(book: str, game: str) -> dict[str, list[str]]:
    """By clause, the worked cases in which somebody is refused it, or another's word is taken: those of authority, and every line
    of another that says who speaks."""
    found: dict[str, list[str]] = {}
    for path in sorted((games.folder(game) / "scenarios").glob("*.toml")):
        for case in read_cases(path):
            if case.book.partition("+")[0] != book:
                continue
            for line in case.story.splitlines():
                if path.stem != "authority" and not line.startswith("as "):
                    continue
                told = re.search(r"=> (?:refused|accepted) (?:exactly )?(.+?)\s*$", line)
                for clause in re.split(r",\s*", told.group(1)) if told else ():
                    if case.id not in found.setdefault(clause, []):
                        found[clause].append(case.id)
    return found


def rows(book: Rulebook[Any], edition: Edition[Any]) -> Iterator[str]:
    shown = shown_by(book.id, book.game)
    acts: dict[str, list[str]] = {}
    for act, name in RESTS_ON.items():
        acts.setdefault(name, []).append(act)
    for name, who in edition.named.items():
        provision = provision_at(edition.terms, name)
        assert provision is not None
        numbers = [clause.number for clause in provision.by.clauses if clause.book == book.id]
        if not numbers:
            continue  # of the book that this one is read over
        cases = list(dict.fromkeys(case for number in numbers for case in shown.get(number, ())))
        proofs = [*cases, *([MATRIX] if name in acts and book.game != "keno" else [])]
        yield f"| {', '.join(numbers) or '–'} | `{name}` | {who.words} | {', '.join(proofs) or '–'} |"


def tables() -> str:
    """The register of every book, as it stood when it commenced."""
    parts = []
    for id, book in sorted(games.library().items()):
        if book.missing and not book.over:
            continue  # the rules that it amends are not held, and none that are can stand for them
        edition = book.as_commenced(variant=next(iter(book.over), ""))
        if not (told := list(rows(book, edition))):
            continue
        parts.append(
            f"### {book.title}, {book.jurisdiction} (`{id}`)\n\n| clause | provision | who | shown by |\n|---|---|---|---|"
        )
        parts[-1] += "\n" + "\n".join(told)
    return "\n\n".join(parts)


def written(text: str) -> str:
    """A page with the tables as they are now."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{tables()}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    page = Path(__file__).parents[2] / "docs" / "authority.md"
    page.write_text(written(page.read_text()))
