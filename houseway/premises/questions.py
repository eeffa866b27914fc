"""Questions: what pages ask of the mathematics, by plain values, so that they can be asked in another process."""

from __future__ import annotations

from datetime import datetime

from houseway.lab.compare import Comparison, compare
from houseway.lab.drill import question
from houseway.lab.exact import study
from houseway.lab.sheet import ParSheet, par_sheet
from houseway.odds.drill import Question


def sheet(book: str, decks: int | None, at: datetime) -> ParSheet:
    """Everything that is known of a book as it stands at a moment, perhaps with another shoe."""
    return par_sheet(study(book, {"decks": str(decks)} if decks else None, at=at))


def side_by_side(books: tuple[str, ...], at: datetime) -> Comparison:
    """Books beside each other, each as it stands at a moment."""
    return compare([study(book, at=at) for book in books])


def drilled(book: str, at: datetime, number: int) -> Question:
    """The trainer's question of a number."""
    return question(study(book, at=at), number)
