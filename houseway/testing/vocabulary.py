"""Vocabulary: gathers the words of every book from its worked cases, and keeps them in each game's ``words.toml``; and what
the cases show of each clause, in its ``shown.json``.

``python -m houseway.testing.vocabulary`` writes the files anew, or those of the games named after it; a test holds each book's
cases against its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, get_type_hints

from houseway import games
from houseway.cli.rehearsing import policies
from houseway.floor import coverage
from houseway.floor.coverage import ship, verdict
from houseway.floor.scenario import Case, Verdict, every_case
from houseway.floor.story.vocabulary import Words, gathered, words_of
from houseway.testing.luck import Luck


@contextmanager
def same_luck() -> Iterator[None]:
    """Within, a case in which a customer or the house picks by chance is told with the same picks every time. The house itself
    knows no seed; only who holds what cases show against what was kept has to hear the same story twice."""

    def told(case: Case, *more: Any, **looks: Any) -> Verdict:
        before = sources.secrets
        sources.secrets = Luck(case.id)
        try:
            verdict: Verdict = run_case(case, *more, **looks)
            return verdict
        finally:
            sources.secrets = before

    sources: Any = import_module("houseway.floor.sources")
    scenario: Any = import_module("houseway.floor.scenario")
    run_case = scenario.run_case
    coverage._played.clear()
    scenario.run_case = told
    try:
        yield
    finally:
        scenario.run_case = run_case
        coverage._played.clear()


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


def page() -> str:
    """The words of the games for docs/scenarios.md, one table to a game."""
    told = []
    for name in games.names():
        game, kept = games.game(name), words_of(name)
        rows = [f"### {game.title}\n", "| | words |", "|---|---|"]
        spots = dict.fromkeys(spot for of in kept.values() for listed in of.spots.values() for spot in listed)
        rows.append(f"| wagers | {_listed(spots)} |")
        for sort, title in (("choices", "choices"), ("mishaps", "irregularities")):
            found = {word: label for of in kept.values() for word, label in getattr(of, sort).items()}
            mark = "!" if sort == "mishaps" else ""
            rows.append(
                f"| {title} | {' · '.join(f'`{mark}{word}` {label}' for word, label in found.items()) or 'none'} |"
            )
        for sort, title in (("outcomes", "`outcome`"), ("told", "facts of the cloth")):
            rows.append(
                f"| {title} | {_listed(dict.fromkeys(word for of in kept.values() for word in getattr(of, sort)))} |"
            )
        own = {id: book for id, book in games.library().items() if book.game == name}
        chosen = {policy: value for book in own.values() for policy, value in policies(book, book.begins(), "").items()}
        rows.append(f"| `policy` | {' · '.join(f'`{word}` {value}' for word, value in chosen.items()) or 'none'} |")
        rows.append(f"| `book` | {_listed(dict.fromkeys(own))} |")
        rows.append(f"| `remember` | {_listed(dict.fromkeys(get_type_hints(game.carry_type)))} |")
        told.append("\n".join(rows) + "\n")
    return "\n".join(told)


def _listed(words: dict[str, None]) -> str:
    return " · ".join(f"`{word}`" for word in words) or "none"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


BEGIN, END = "<!-- words: written by python -m houseway.testing.vocabulary -->\n", "<!-- end of words -->\n"


def write_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    path.write_text(before + BEGIN + page() + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    with same_luck():
        for name in sys.argv[1:] or games.names():
            words = {book: met_by(cases) for book, cases in by_book(name).items()}
            (games.folder(name) / "words.toml").write_text(written(words), encoding="utf-8")
            ship(name)
    words_of.cache_clear()
    write_page(Path(__file__).parents[2] / "docs" / "scenarios.md")
