"""Questions: what pages ask of the mathematics, by plain values, so that they can be asked in another process."""

from __future__ import annotations

from datetime import datetime

from houseway.games import NoSuchBook
from houseway.lab.compare import Comparison, compare
from houseway.lab.exact import study
from houseway.lab.sheet import ParSheet, par_sheet
from houseway.law.rulebook import NotInForce
from houseway.teaching import NoSuchDrill, NoSuchQuestion, Question, practising
from houseway.teaching.exams import Exam, exam


def sheet(book: str, decks: int | None, at: datetime) -> ParSheet:
    """Everything that is known of a book as it stands at a moment, perhaps with another shoe."""
    return par_sheet(study(book, {"decks": str(decks)} if decks else None, at=at))


def side_by_side(books: tuple[str, ...], at: datetime) -> Comparison:
    """Books beside each other, each as it stands at a moment."""
    return compare([study(book, at=at) for book in books])


def asked(book: str, at: datetime, drill: str, number: int) -> Question:
    """The trainer's question of a number."""
    return practising.question(practising.edition_of(book, at), drill, number)


def wanted(book: str, at: datetime, drill: str, topics: tuple[str, ...], numbers: tuple[int, ...]) -> int:
    """Of these numbers, the one that asks about what is due."""
    return practising.about(practising.edition_of(book, at), drill, topics, numbers).number


def drills(book: str, at: datetime) -> tuple[practising.Drill, ...]:
    """What can be practised of a book."""
    return practising.drills_of(practising.edition_of(book, at))


def paper(asked: tuple[tuple[str, str, int], ...], at: datetime) -> list[Question | None]:
    """Questions by book, drill and number; None for what is asked no more."""
    found: list[Question | None] = []
    for book, drill, number in asked:
        try:
            found.append(practising.question(practising.edition_of(book, at), drill, number))
        except (NoSuchDrill, NoSuchQuestion, NoSuchBook, NotInForce):
            found.append(None)
    return found


def exam_set(books: tuple[str, ...], seed: int, count: int, drills: tuple[str, ...], at: datetime) -> Exam:
    """A paper with its key."""
    return exam(books, seed, count, drills, at)
