"""Vocabulary: gathers the words of every book from its worked cases, and keeps them in each game's ``words.toml``.

``python -m houseway.testing.vocabulary`` writes the files anew; a test holds each book's cases against its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from houseway import games
from houseway.floor.coverage import verdict
from houseway.floor.scenario import Case, every_case
from houseway.floor.story.vocabulary import Words, gathered

HEAD = """# The words that the worked cases of each book meet, for stories and for docs/scenarios.md.
# Written by python -m houseway.testing.vocabulary; a test keeps it in step with the cases.
"""


def met_by(cases: Iterable[Case]) -> Words:
    return gathered(verdict(case).told for case in cases)


def by_book(game: str) -> dict[str, list[Case]]:
    """The worked cases of a game by the book they are told of, variants with it."""

    def base(case: Case) -> str:
        return case.book.partition("+")[0]

    return {book: list(cases) for book, cases in groupby(sorted(every_case(game), key=base), key=base)}


def written(words: dict[str, Words]) -> str:
    """The words of a game as its file keeps them."""
    lines = [HEAD]
    for book, of in words.items():
        lines.append(f"[{book}]\noutcomes = [{', '.join(map(_quoted, of.outcomes))}]")
        lines.append(f"told = [{', '.join(map(_quoted, of.told))}]\n")
        for sort in ("choices", "mishaps"):
            lines.append(f"[{book}.{sort}]")
            lines.extend(f"{_quoted(word)} = {_quoted(label)}" for word, label in getattr(of, sort).items())
            lines.append("")
        lines.append(f"[{book}.spots]")
        lines.extend(f"{_quoted(window)} = [{', '.join(map(_quoted, spots))}]" for window, spots in of.spots.items())
        lines.append("")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    for name in games.names():
        words = {book: met_by(cases) for book, cases in by_book(name).items()}
        (games.folder(name) / "words.toml").write_text(written(words), encoding="utf-8")
