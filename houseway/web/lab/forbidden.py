"""Forbidden: the clauses of a book that keep advice and devices away from its tables."""

from __future__ import annotations

from houseway import games
from houseway.law.clause import Basis, Clause


def advice_is_forbidden(book: str) -> Basis:
    """Data of the book, found by what they say."""
    rulebook, _ = games.book(book)
    kept = [number for number, why in rulebook.base.physical.items() if "advice" in why or "devices" in why]
    return Basis(tuple(Clause(rulebook.id, number) for number in kept))
