"""Library: the rulebooks to read, as they stand on a day. Every clause in our own words, its kind, the notice that changed it,
where the house honours it, and our readings."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from houseway import games
from houseway.floor.scenario import every_case, run_case
from houseway.law.clause import Clause
from houseway.law.rulebook import ALWAYS, Rulebook
from houseway.law.standing import Standing, standing
from houseway.law.words import ClauseWords
from houseway.web import pages
from houseway.web.apart import in_the_back_room
from houseway.web.asking import premises_of
from houseway.web.dates import asking_a_book, moment_asked
from houseway.web.library import worked
from houseway.web.library.reader import Reader
from houseway.web.problems import Problem

router = APIRouter(include_in_schema=False)


@router.get("/books", response_class=HTMLResponse)
async def shelf(request: Request, at: str = "") -> HTMLResponse:
    """Every book; on a day that is named, only those that hold then."""
    moment = moment_asked(request, at)
    by_game: dict[str, list[object]] = {}
    for book in games.library().values():
        if not at or book.commences is None or book.commences <= moment:
            by_game.setdefault(games.game(book.game).title, []).append(book)
    return pages.page(request, "library/shelf.html", games=by_game, at=at, day=f"{moment:%Y-%m-%dT%H:%M}")


@router.get("/books/{id}", response_class=HTMLResponse)
async def read(
    id: str,
    request: Request,
    chapter: str = "",
    clause: str = "",
    of: str = "",
    reading: str = "",
    q: str = "",
    at: str = "",
) -> HTMLResponse:
    """A book on a day; or a notice, by its own name, in the book that it amends."""
    moment = moment_asked(request, at)
    with asking_a_book():
        book, variant, part = games.instrument(id)
        if part is not book.base:
            of = of or part.id
            chapter = chapter or ("" if clause else part.words.chapters[0].number)
            if not at and part.commences is not None and moment < part.commences:  # it is read as of its first hour
                moment, at = part.commences, part.commences.isoformat(timespec="minutes")
        book.in_force(moment, variant)
    premises = premises_of(request)
    cases = await worked.shown(book.id)
    reader = Reader(book, variant, moment, at, cases, premises.cited, chapter, clause, of, reading, q)
    return pages.page(request, "library/page.html", reader=reader)


@router.get("/clauses/{id}", response_class=HTMLResponse)
async def clauses(id: str, request: Request, clauses: str = "", readings: str = "", at: str = "") -> HTMLResponse:
    """The words of a few clauses and readings, for the side sheet of another page. A clause of another instrument is named with
    it: ``notice-7:2``."""
    moment = moment_asked(request, at)
    with asking_a_book():
        book, variant, part = games.instrument(id)
        if not at:  # a mark leads to its clause though the notice has ended, or not begun
            moment = max(moment, part.commences or moment)
            moment = moment if part.expires is None or moment < part.expires else part.commences or moment
        told = {one.clause: one for one in standing(book, moment, variant)}
        others = {
            Clause(below.id, one.number): (one, below) for below in book.over.values() for one in below.base.words
        }
    cited = dict.fromkeys(readings.split())
    found: list[Standing] = []
    elsewhere: list[tuple[ClauseWords, Rulebook[Any]]] = []
    for token in clauses.split():
        named, colon, number = token.rpartition(":")
        wanted = [Clause(named, number)] if colon else [Clause(part.id, token), Clause(book.id, token)]
        wanted += [] if colon else [one for one in told if one.number == token]
        here = next((told[one] for one in wanted if one in told), None)
        if here is not None:
            found.append(here)
            if not readings:
                cited.update(dict.fromkeys(reading for one in here.provides for reading in one.readings))
        else:
            elsewhere.extend(others[one] for one in wanted[:1] if one in others)
    known = [book.readings[one] for one in cited if one in book.readings]
    if not found and not elsewhere and not known:
        raise Problem("unknown", f"{id} has no such clause.")
    asked = f"&at={at}" if at else ""
    return HTMLResponse(
        pages.part("library/sheet.html", book=book, told=found, elsewhere=elsewhere, readings=known, asked=asked)
    )


@router.get("/books/{id}/cases/{case}", response_class=HTMLResponse)
async def worked_case(id: str, case: str, request: Request, at: str = "") -> HTMLResponse:
    """A worked case: its story, of which law it speaks, what came of it and whether it is what it should be. On a day that is
    named, how it would come out then."""
    found = next((each for each in every_case() if each.id == case and each.book.partition("+")[0] == id), None)
    if found is None:
        raise Problem("unknown", f"{id} has no worked case {case}.")
    moment = moment_asked(request, at) if at else None
    with asking_a_book():
        book, variant = games.book(found.book)
        law = moment or found.at or book.begins(variant)
        book.in_force(law, variant)
    verdict = await in_the_back_room(run_case, found, moment)
    dated = law if law > ALWAYS else None  # of an undated copy no day can be said
    return pages.page(request, "library/case.html", case=found, verdict=verdict, book=book, law=dated, asked=at)
