"""Standing: the clauses of a book as they stand at one moment, each with the notice that changed it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from houseway.forms import write
from houseway.law.building import clause_kinds
from houseway.law.changes import changes, provision_at
from houseway.law.clause import Clause, Kind
from houseway.law.repealing import Fate, fates
from houseway.law.rulebook import Edition, Instrument, Rulebook
from houseway.law.words import Chapter, ClauseWords


@dataclass(frozen=True)
class Provided:
    """What a clause provides, by name; and what it comes to on that day, where a later notice has changed it."""

    name: str
    value: Any  # as its instrument writes it
    readings: tuple[str, ...]
    amended_by: tuple[tuple[Instrument, str], ...] = ()  # notice and clause
    now: Any = None
    who: str = ""  # who has a part in it, in words


@dataclass(frozen=True)
class Standing:
    """A clause of one instrument, at one moment."""

    words: ClauseWords
    chapter: Chapter
    kind: Kind
    of: Instrument
    provides: tuple[Provided, ...]
    fate: Fate | None = None  # where it holds no more

    @property
    def clause(self) -> Clause:
        return Clause(self.of.id, self.words.number)


def edition_at(book: Rulebook[Any], moment: datetime, variant: str = "") -> Edition[Any] | None:
    """The edition of a moment; None where the book has no terms of its own, because its base text is not held."""
    return None if book.missing and variant not in book.over else book.at(moment, variant=variant)


def instruments_at(book: Rulebook[Any], moment: datetime, variant: str = "") -> list[Instrument]:
    """What is read on that day: what is in force, and, where no way of playing was chosen, every one that is on offer."""
    parts = book.in_force(moment, variant)
    return parts if variant else parts + [part for part in book.amendments if part.variant and not part.draft]


def standing(book: Rulebook[Any], moment: datetime, variant: str = "") -> Iterator[Standing]:
    """Every clause that is told on that day, in the order of the instruments."""
    edition, gone = edition_at(book, moment, variant), fates(book.in_force(moment, variant))
    parts = instruments_at(book, moment, variant)
    for place, part in enumerate(parts):
        kinds, later = clause_kinds(book.terms, part), {one.id: one for one in parts[place + 1 :] if one.commences}
        for chapter in part.words.chapters:
            for words in chapter.clauses:
                provides = tuple(
                    _provided(edition, later, name, value, readings)
                    for name, value, readings in book.provisions_citing(words.number, part)
                )
                fate = gone.get(Clause(part.id, words.number))
                yield Standing(words, chapter, kinds[words.number], part, provides, fate)


def _provided(
    edition: Edition[Any] | None, later: dict[str, Instrument], name: str, value: Any, readings: tuple[str, ...]
) -> Provided:
    provision = provision_at(edition.terms, name) if edition is not None else None
    if provision is None:
        return Provided(name, write(value), readings)
    by = tuple((later[clause.book], clause.number) for clause in provision.by.clauses if clause.book in later)
    return Provided(name, write(value), readings, by, write(provision.value) if by else None, provision.who.words)


def to_come(book: Rulebook[Any], moment: datetime, variant: str = "") -> list[Instrument]:
    """The published notices that do not hold yet, in the order of their hours."""
    return [
        part
        for part in book.amendments
        if not part.draft
        and part.commences is not None
        and part.commences > moment
        and (not part.variant or part.variant == variant)
    ]


_words: dict[tuple[str, str], list[str]] = {}  # by the digests before and after


def will_change(book: Rulebook[Any], notice: Instrument, variant: str = "") -> list[str]:
    """What changes at a notice's hour, in words; of a book without terms of its own, nothing can be said."""
    if notice.commences is None or (book.missing and variant not in book.over):
        return []
    try:
        before = book.at(notice.commences - timedelta(microseconds=1), variant=variant)
    except ValueError:  # it commences with its book
        return []
    after = book.at(notice.commences, variant=variant)
    key = (before.digest, after.digest)
    if key not in _words:
        _words[key] = [change.words for change in changes(before, after)]
    return _words[key]
