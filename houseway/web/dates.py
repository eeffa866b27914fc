"""Dates: the moment a page speaks of, and whose law it tells. ``?at=1999-11-08T04:00``; without it, the house's clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from starlette.requests import Request

from houseway import games
from houseway.law.moments import NotAMoment, moment
from houseway.law.rulebook import NotInForce
from houseway.web.asking import premises_of
from houseway.web.problems import Problem, sentence


def moment_asked(request: Request, at: str) -> datetime:
    """The moment that a page was asked about."""
    if not at:
        return premises_of(request).house.clock()
    try:
        return moment(at)
    except NotAMoment as wrong:
        raise Problem("misread", sentence(f"at: {wrong}")) from None


@contextmanager
def asking_a_book(*further: type[Exception]) -> Iterator[None]:
    """What a book does not tell is not there: no such book, or none at that moment."""
    not_there: tuple[type[Exception], ...] = (games.NoSuchBook, NotInForce, *further)
    try:
        yield
    except not_there as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None
