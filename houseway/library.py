"""Library: the books of the house, for notebooks and programs.

>>> from houseway import library
>>> library.book("ma-red-dog").clause("6(c)").title
'Third card too early'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Any

from houseway import games
from houseway.law.rulebook import Edition, Rulebook
from houseway.play.script import Script
from houseway.play.wagers import SetUp

__all__ = ["Book", "Books", "ClauseRead", "book", "books"]


@dataclass(frozen=True)
class ClauseRead:
    """A clause in our own words, and how it is accounted for."""

    book: str
    number: str
    title: str
    words: str
    kind: str

    def __repr__(self) -> str:
        return f"§ {self.number} {self.title} ({self.kind}): {self.words}"

    def _repr_html_(self) -> str:
        head = f"<b>§ {escape(self.number)}</b> {escape(self.title)} <small>{escape(self.book)}, {escape(self.kind)}</small>"
        return f"<p>{head}<br>{escape(self.words)}</p>"


@dataclass(frozen=True)
class Book:
    """A rulebook as a reader meets it."""

    rulebook: Rulebook[Any]
    variant: str = ""

    @property
    def id(self) -> str:
        return self.rulebook.id + (f"+{self.variant}" if self.variant else "")

    def at(self, moment: datetime) -> Edition[Any]:
        """The edition in force at a moment."""
        return self.rulebook.at(moment, variant=self.variant)

    def today(self) -> Edition[Any]:
        """The edition in force now, by this machine's clock."""
        return self.at(datetime.now())

    def round(self, at: datetime | None = None) -> Script[Any]:
        """The script of a fresh round by the law of a moment, today's where none is named; ``play.drive`` runs it.

        >>> type(book("ma-red-dog").round()).__name__
        'generator'
        """
        game, terms = games.game(self.rulebook.game), (self.today() if at is None else self.at(at)).terms
        return game.play(terms, game.ready(game.begin(terms, SetUp())))

    def clauses(self) -> Iterator[ClauseRead]:
        """Every clause in the order the book tells it.

        >>> next(book("ma-red-dog").clauses()).number
        '1(a)'
        """
        for clause, kind, part in self.rulebook.clauses():
            yield ClauseRead(part.id, clause.number, clause.title, clause.text, kind.value)

    def clause(self, number: str) -> ClauseRead:
        """One clause by its number.

        >>> book("ma-red-dog").clause("6(c)").kind
        'enforced'
        """
        for one in self.clauses():
            if one.number == number:
                return one
        raise LookupError(f"{self.id} has no clause {number!r}")

    def __repr__(self) -> str:
        return f"{self.id}: {self.rulebook.title}, {self.rulebook.jurisdiction} ({self.rulebook.instrument})"

    def _repr_html_(self) -> str:
        listed = "".join(
            f"<tr><td>§ {escape(one.number)}</td><td>{escape(one.words)}</td><td>{escape(one.kind)}</td></tr>"
            for one in self.clauses()
        )
        head = f"<h4>{escape(self.rulebook.title)}, {escape(self.rulebook.jurisdiction)}</h4>"
        return f"{head}<p>{escape(self.rulebook.instrument)}</p><table>{listed}</table>"


class Books(tuple[Book, ...]):
    """Every book of the house."""

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><code>{escape(book.id)}</code></td><td>{escape(book.rulebook.title)}</td>"
            f"<td>{escape(book.rulebook.jurisdiction)}</td><td>{escape(book.rulebook.instrument)}</td></tr>"
            for book in self
        )
        return f"<table><tr><th>id</th><th>game</th><th>where</th><th>instrument</th></tr>{rows}</table>"


def book(id: str) -> Book:
    """A book by its id; a variant is named with a plus.

    >>> book("act-1992-blackjack+over-under").id
    'act-1992-blackjack+over-under'
    >>> book("red-dog")
    Traceback (most recent call last):
    houseway.games.NoSuchBook: no rulebook is called 'red-dog'; did you mean ma-red-dog or vic-1997-red-dog or act-1992-red-dog?
    """
    return Book(*games.book(id))


def books() -> Books:
    """Every book, variants too, as a tuple that shows itself as a table.

    >>> "act-1992-keno" in [book.id for book in books()]
    True
    """
    return Books(Book(found, variant) for found in games.library().values() for variant in ("", *found.variants))
