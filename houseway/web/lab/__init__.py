"""Lab: the odds pages. Chances and best play stand here, in the library, and on no page of a table."""

from __future__ import annotations

import asyncio
import csv
import io
from dataclasses import replace
from typing import TypeAlias

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from houseway import games
from houseway.floor.views import citation
from houseway.lab.compare import NotComparable
from houseway.lab.exact import NoAnalysis
from houseway.lab.paper import pdf
from houseway.lab.sheet import Chart, ParSheet
from houseway.law.clause import Basis, Clause
from houseway.law.moments import moment_words
from houseway.law.studying import UnknownProvision
from houseway.premises import questions
from houseway.web import pages
from houseway.web.apart import drawn, figured
from houseway.web.dates import asking_a_book, moment_asked
from houseway.web.lab import figuring, hand, judging, studying, whatif
from houseway.web.lab.dated import edition_since
from houseway.web.lab.forbidden import advice_is_forbidden
from houseway.web.problems import Problem

router = APIRouter()
router.include_router(hand.router)
router.include_router(judging.router)
router.include_router(whatif.router)
router.include_router(figuring.router)
router.include_router(studying.router)

SHOES = (1, 2, 4, 6, 8)


def chart_picture(chart: Chart) -> Markup:
    return Markup(chart._repr_svg_())


PATIENCE = 3.0  # seconds within which a page says something, whatever is being computed
REMEMBERED = 24  # sheets, each of one edition and half a megabyte or more

_Key: TypeAlias = tuple[str, str, int | None]  # book, digest, decks
_working: dict[_Key, asyncio.Task[ParSheet]] = {}
_found: dict[_Key, ParSheet] = {}


async def _sheet(book: str, decks: int | None, request: Request, at: str) -> ParSheet:
    """The sheet of a book as it stands at a moment; it is found once to an edition."""
    moment = moment_asked(request, at)
    if decks is not None and not 1 <= decks <= 100:
        raise Problem("misread", f"{decks} decks is not a shoe; 1 to 100 can be studied here.")
    with asking_a_book(NoAnalysis, UnknownProvision):
        digest, since = edition_since(book, moment)
        key = (book, digest, decks)
        found = _found.get(key)
        if found is None:
            if key not in _working:
                _working[key] = asyncio.create_task(figured(questions.sheet, book, decks, since))
                _working[key].add_done_callback(lambda done: _over(key, done))
            found = await asyncio.shield(_working[key])
    return replace(found, study=replace(found.study, at=moment, today=not at))


def _over(key: _Key, done: asyncio.Task[ParSheet]) -> None:
    _working.pop(key, None)
    if not done.cancelled() and done.exception() is None:  # whoever still waits is told what was wrong
        if len(_found) >= REMEMBERED:
            del _found[next(iter(_found))]
        _found[key] = done.result()


@router.get("/odds", response_class=HTMLResponse, include_in_schema=False)
async def shelf(request: Request, at: str = "") -> HTMLResponse:
    moment = moment_asked(request, at)
    by_game: dict[str, list[object]] = {}
    for book in games.library().values():
        by_game.setdefault(games.game(book.game).title, []).append(book)
    return pages.page(request, "lab/shelf.html", games=by_game, at=at, day=f"{moment:%Y-%m-%dT%H:%M}")


@router.get("/odds/compare", response_class=HTMLResponse, include_in_schema=False)
async def comparison(request: Request, books: str, at: str = "") -> HTMLResponse:
    moment = moment_asked(request, at)
    with asking_a_book(NotComparable, NoAnalysis, UnknownProvision):
        found = await figured(questions.side_by_side, tuple(books.split(",")), moment)
    return pages.page(request, "lab/compare.html", comparison=found, at=at, day=moment_words(moment) if at else "")


@router.get("/odds/{book}.csv", include_in_schema=False)
async def table(book: str, request: Request, decks: int | None = None, at: str = "") -> Response:
    found = await _sheet(book, decks, request, at)
    text = io.StringIO()
    csv.writer(text).writerows([found.columns, *found.rows])
    headers = {"Content-Disposition": f'attachment; filename="{book}.csv"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/odds/{book}.pdf", include_in_schema=False)
async def paper(book: str, request: Request, decks: int | None = None, at: str = "") -> Response:
    found = await _sheet(book, decks, request, at)
    headers = {"Content-Disposition": f'attachment; filename="{book}.pdf"'}
    return Response(await drawn(pdf, found), media_type="application/pdf", headers=headers)


@router.get("/odds/{book}", response_class=HTMLResponse, include_in_schema=False)
async def odds(book: str, request: Request, decks: int | None = None, at: str = "") -> HTMLResponse:
    """The sheet; while a long computation runs, a page that says so and comes back by itself."""
    moment = moment_asked(request, at)
    try:
        found = await asyncio.wait_for(_sheet(book, decks, request, at), PATIENCE)
    except TimeoutError:
        return pages.page(request, "lab/wait.html", book=games.book(book)[0])
    rulebook = found.study.book
    others = [other.id for other in games.shelf(rulebook.game).values() if not other.missing]
    return pages.page(
        request,
        "lab/page.html",
        sheet=found,
        book=rulebook,
        citation=citation(rulebook),
        charts=[(chart, chart_picture(chart)) for chart in found.charts],
        by=Basis(tuple(Clause(rulebook.id, number) for number in found.clauses)),
        hidden=advice_is_forbidden(rulebook.id),
        decks=decks,
        dealt=games.chapters_of(found.study.edition).decks,
        way_of_setting=games.chapters_of(found.study.edition).way_of_setting,
        shoes=SHOES,
        others=[book, *(other for other in others if other != book)],
        at=at,
        day=f"{moment:%Y-%m-%dT%H:%M}",
    )
