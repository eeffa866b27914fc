"""Library: the rulebooks to read. Every clause in our own words, its kind, where the house honours it, and our readings."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, time

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from houseway import games
from houseway.floor.scenario import every_case, run_case
from houseway.law.rulebook import NotInForce
from houseway.web import pages
from houseway.web.asking import premises_of
from houseway.web.library import worked
from houseway.web.library.reader import Reader
from houseway.web.problems import Problem, sentence

router = APIRouter(include_in_schema=False)


@router.get("/books", response_class=HTMLResponse)
async def shelf(request: Request) -> HTMLResponse:
    by_game: dict[str, list[object]] = {}
    for book in games.library().values():
        by_game.setdefault(games.game(book.game).title, []).append(book)
    return pages.page(request, "library/shelf.html", games=by_game)


@router.get("/books/{id}", response_class=HTMLResponse)
async def read(
    id: str, request: Request, chapter: str = "", clause: str = "", reading: str = "", q: str = "", at: str = ""
) -> HTMLResponse:
    try:
        book, variant = games.book(id)
    except games.NoSuchBook as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None
    premises = premises_of(request)
    today = premises.house.clock().date()
    try:
        on = date.fromisoformat(at) if at else today
        edition = None if book.missing else book.at(datetime.combine(on, time(23, 59)), variant=variant)
    except ValueError as wrong:  # a date that is none, or one before the book commences
        if isinstance(wrong, NotInForce):
            raise Problem("unknown", sentence(str(wrong))) from None
        raise Problem("misread", f"{at!r} is not a date, such as {today}.") from None
    cases = await worked.shown(book.id)
    reader = Reader(book, edition, on, cases, premises.cited, chapter, clause, reading, q)
    return pages.page(request, "library/page.html", reader=reader)


@router.get("/clauses/{id}", response_class=HTMLResponse)
async def clauses(id: str, clauses: str = "", readings: str = "") -> HTMLResponse:
    """The words of a few clauses and readings, for the side sheet of another page."""
    try:
        book, _ = games.book(id)
    except games.NoSuchBook as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None
    told = {clause.number: (clause, kind) for clause, kind, _ in book.clauses()}
    numbers = [number for number in clauses.split() if number in told]
    cited = dict.fromkeys(readings.split())
    for number in numbers:
        for _, _, found in book.provisions_citing(number):
            cited.update(dict.fromkeys(found) if not readings else {})
    known = [book.readings[one] for one in cited if one in book.readings]
    if not numbers and not known:
        raise Problem("unknown", f"{book.id} has no such clause.")
    return HTMLResponse(pages.part("library/sheet.html", book=book, told=[told[n] for n in numbers], readings=known))


@router.get("/books/{id}/cases/{case}", response_class=HTMLResponse)
async def worked_case(id: str, case: str, request: Request) -> HTMLResponse:
    """A worked case: its story, what came of it and whether it is what it should be."""
    found = next((each for each in every_case() if each.id == case and each.book.partition("+")[0] == id), None)
    if found is None:
        raise Problem("unknown", f"{id} has no worked case {case}.")
    verdict = await asyncio.to_thread(run_case, found)
    return pages.page(request, "library/case.html", case=found, verdict=verdict, book=games.book(id)[0])
