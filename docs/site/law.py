"""Law as pages: every book clause by clause in our own words, and the redline of every notice against what it changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from houseway import games
from houseway.floor.coverage import coverage, shipped
from houseway.judging.redline import COMES, GOES, ClauseChange, Told, redline
from houseway.judging.sides import A_MOMENT, Side, sides
from houseway.law.moments import moment_words
from houseway.law.rulebook import Rulebook
from houseway.law.standing import Standing, standing, to_come
from houseway.web.library.reader import spelled, written

WHERE = "rulebooks"
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~$&])")


def plain(text: str) -> str:
    """Words that Markdown leaves as they are."""
    line = _MARKS.sub(r"\\\1", " ".join(text.split()))
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", re.sub(r"^([-+])", r"\\\1", line))


def label(instrument: str, number: str) -> str:
    """Where a clause stands, as an address: ``#vic-1997-red-dog-5-4``."""
    return "-".join(filter(None, (instrument, *re.findall(r"\w+", number)))).lower()


def pages(at: datetime) -> Iterator[tuple[str, str]]:
    """Each page by its name."""
    for book in games.library().values():
        yield f"{WHERE}/{book.id}", book_page(book, at)
    for before, after in held_against():
        first, second = sides(before, after, today=at)
        yield f"{WHERE}/redline-{_file(after)}", _redline(first, second)
    yield f"{WHERE}/index", _shelf(at)


def _file(side: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", side.lower())


def held_against() -> list[tuple[str, str]]:
    """Of every notice the law without it and the law with it, where there is law to hold it against."""
    found = []
    for book in games.library().values():
        for variant in book.variants:
            if not book.missing:
                found.append((book.id, f"{book.id}+{variant}"))
            elif variant in book.over:
                found.append((variant, f"{book.id}+{variant}"))
        for part in book.amendments:
            if not (book.missing or part.variant or part.draft or part.commences is None):
                hours = (part.commences - A_MOMENT, part.commences)
                found.append((f"{book.id}@{hours[0].isoformat()}", f"{book.id}@{hours[1].isoformat()}"))
    return found


def _shelf(at: datetime) -> str:
    rows = [
        (
            f"[{book.title}, {book.jurisdiction}]({book.id}.md)",
            f"`{book.id}`",
            plain(book.instrument),
            str(_count(book, at)),
        )
        for book in games.library().values()
    ]
    lines = [
        "# Rulebooks",
        "",
        f"Every book of the house as on {moment_words(at)}, clause by clause in our own words; the gazettes govern. A house "
        "at work shows the same under [/books](/books), for any day, with the worked rounds of each clause.",
        "",
        *table(("book", "id", "instrument", "clauses"), rows, "lllr"),
        "",
        "## Redlines",
        "",
        "What a notice changes, word by word and value by value:",
        "",
        *(f"- [{before} and {after}](redline-{_file(after)}.md)" for before, after in held_against()),
        "",
    ]
    return "\n".join(lines)


def _count(book: Rulebook[Any], at: datetime) -> int:
    return sum(1 for _ in standing(book, at))


def table(columns: Iterable[str], rows: Iterable[Iterable[str]], aligned: str = "") -> Iterator[str]:
    """A table of Markdown; ``aligned`` has a letter for each column, and what is right is a figure."""
    heads = list(columns)
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join('---:' if aligned[n : n + 1] == 'r' else '---' for n in range(len(heads)))}|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def book_page(book: Rulebook[Any], at: datetime) -> str:
    """A book as it stands on a day, clause by clause."""
    clauses = list(standing(book, at))
    cases = coverage(book.id) if book.id in shipped(book.game) else {}
    lines = [
        f"# {book.title}, {book.jurisdiction}",
        "",
        f"`{book.id}`. {plain(book.instrument)}. Told in our own words; the gazette governs.",
    ]
    begins = f"In force from {moment_words(book.commences)}." if book.commences else "The copy is undated."
    lines += [
        "",
        f"{begins} As it stands on {moment_words(at)}: {_kinds(clauses)}. [In the house](/books/{book.id}) for any other day.",
    ]
    if book.missing:
        lines += ["", f"{plain(book.missing).capitalize()}."]
    if book.note:
        lines += ["", plain(book.note)]
    for part in to_come(book, at):
        lines += (
            ["", f"To come: {plain(part.citation)}, from {moment_words(part.commences)}."] if part.commences else []
        )
    led = [(before, after) for before, after in held_against() if after.partition("@")[0].partition("+")[0] == book.id]
    lines += ["", *(f"- Redline: [{before} and {after}](redline-{_file(after)}.md)" for before, after in led), ""]
    chapter = None
    for one in clauses:
        if one.chapter is not chapter:
            chapter = one.chapter
            of = "" if one.of is book.base else f" ({plain(one.of.citation)})"
            lines += [f"## {plain(chapter.number)}\\. {plain(chapter.title)}{of}", ""]
        lines += [*_clause(one, cases.get(one.words.number)), ""]
    if book.readings:
        lines += ["## Readings", "", "Where the text leaves something open, what we take it to mean, and why.", ""]
        for reading in book.readings.values():
            lines += [f"({label(book.id, reading.id)})=", f"### {reading.id} {plain(reading.title)}", ""]
            lines += [
                f"Open: {plain(reading.open)}",
                "",
                f"We read: {plain(reading.read)}",
                "",
                f"Because: {plain(reading.because)}",
                "",
            ]
            lines += [f"Otherwise: {plain(reading.otherwise)}", ""] if reading.otherwise else []
    return "\n".join(lines)


def _kinds(clauses: list[Standing]) -> str:
    counts: dict[str, int] = {}
    for one in clauses:
        counts[one.kind.value] = counts.get(one.kind.value, 0) + 1
    return f"{len(clauses)} clauses, " + ", ".join(f"{count} {kind}" for kind, count in counts.items())


def _clause(one: Standing, shown: Any) -> Iterator[str]:
    yield f"({label(one.of.id, one.words.number)})="
    yield f"### § {plain(one.words.number)} {plain(one.words.title)}"
    yield ""
    text = plain(one.words.text)
    yield "{.law}"
    yield f"<del>{text}</del>" if one.fate else text
    yield ""
    if one.fate:
        yield f"{plain(one.fate.words).capitalize()}.\n"
    told = [f"*{one.kind.value.capitalize()}*"]
    for given in one.provides:
        value = plain("; ".join(filter(None, (written(given.value), given.who))))
        if given.amended_by:
            notices = " and ".join(f"{notice.citation}, § {number}" for notice, number in given.amended_by)
            value = f"<del>{value}</del> <ins>{plain(written(given.now))}</ins>, amended by {plain(notices)}"
        told.append(f"{plain(spelled(given.name))}: {value}")
        told += [f"reading {id}" for id in given.readings]
    if shown is not None and shown.cases:
        told.append(f"worked in {', '.join(shown.cases[:6])}{' …' if len(shown.cases) > 6 else ''}")
    yield "{.told}"
    yield " · ".join(dict.fromkeys(told))


def _redline(before: Side, after: Side) -> str:
    found = redline(before, after)
    editions = [f"{plain(side.law)}, edition `{side.edition.digest[:12]}`" for side in (before, after)]
    rows = [
        (
            plain(one.name),
            f"<del>{plain(one.was)}</del>",
            f"<ins>{plain(one.now)}</ins>",
            " → ".join(plain(str(by) or "–") for by in (one.was_by, one.now_by)),
        )
        for one in found.values
    ]
    lines = [
        f"# Redline of {after.title}: {plain(after.variant or after.id)}",
        "",
        f"Before: {editions[0]}. After: {editions[1]}.",
        "",
        f"[Judged in the house](/odds/judge?a={before.id}&b={after.id.replace('+', '%2B')}), with worked cases and figures; "
        f"`houseway judge {before.id} {after.id}` at a terminal.",
        "",
        "## Values",
        "",
        *(table(("provision", "was", "is", "clauses"), rows) if rows else ("No value is another.",)),
        "",
        "## Clauses",
        "",
    ]
    for change in found.clauses:
        words = " ".join(_piece(what, words) for what, words in change.marked)
        lines += [f"### {_heading(change)}", "", "{.law}", words, ""]
    if not found.clauses:
        lines += ["No clause is another.", ""]
    return "\n".join(lines)


def _heading(change: ClauseChange) -> str:
    ends = [f"§ {told.words.number} {told.words.title} ({told.instrument.citation})" for told in _ends(change)]
    return plain(f"{change.what.capitalize()}: {' → '.join(ends)}")


def _ends(change: ClauseChange) -> list[Told]:
    return [told for told in (change.before, change.after) if told is not None]


def _piece(what: str, words: str) -> str:
    sign = {GOES: "del", COMES: "ins"}.get(what)
    return f"<{sign}>{plain(words)}</{sign}>" if sign else plain(words)
