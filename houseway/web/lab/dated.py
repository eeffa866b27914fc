"""Dated: the study of a book as it stands at the moment that a page is asked about, made once to an edition.

A house that is open for years passes the hours of notices; what was made for an edition is never taken for the next one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from starlette.requests import Request

from houseway import games
from houseway.lab.exact import Study, study
from houseway.web.dates import asking_a_book, moment_asked


def edition_since(book: str, at: datetime) -> tuple[str, datetime]:
    """Which edition of a book holds at a moment, and since when."""
    rulebook, variant = games.book(book)
    return rulebook.at(at, variant=variant).digest, max(rulebook.span(at, variant)[0], rulebook.begins(variant))


@lru_cache(maxsize=64)
def study_of(book: str, digest: str, since: datetime) -> Study:
    """The study of an edition."""
    return study(book, at=since)


def study_asked(book: str, request: Request, at: str) -> Study:
    """The study that a page speaks of, and of which day."""
    moment = moment_asked(request, at)
    with asking_a_book():
        return replace(study_of(book, *edition_since(book, moment)), at=moment, today=not at)
