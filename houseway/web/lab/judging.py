"""Judging as a page: two editions held against each other, and the same as a PDF and as a document.

Books and drafts are named by their ids; drafts are those of the folders that the house was opened with. Rounds on record are
looked through for staff only, and of each table the newest.
"""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from markupsafe import Markup

from houseway import games
from houseway.complaint import Complaint
from houseway.judging import Judgement, Side, judged, sides
from houseway.judging.paper import pdf
from houseway.judging.told import document, summary
from houseway.lab.beside import together
from houseway.law.moments import moment
from houseway.web import pages
from houseway.web.apart import apart, drawn, in_the_back_room
from houseway.web.asking import premises_of
from houseway.web.problems import Problem, sentence

router = APIRouter()

PATIENCE = 3.0  # seconds within which the page says something
NEWEST = 2000  # rounds of each table that the page looks through
REMEMBERED = 16

_working: dict[tuple[str, str, bool], asyncio.Task[Judgement]] = {}
_found: dict[tuple[str, str, bool], Judgement] = {}


def _sides(request: Request, a: str, b: str, at: str) -> tuple[Side, Side]:
    try:
        now = premises_of(request).house.clock()
        return sides(a, b, moment(at) if at else None, today=now, files=False)
    except Complaint as wrong:
        kind = "unknown" if isinstance(wrong, games.NoSuchBook) else "misread"
        raise Problem(kind, sentence(str(wrong))) from None


async def _judgement(request: Request, a: str, b: str, at: str, rounds: bool) -> Judgement:
    """Found once for two editions; what a ledger holds moves on, so it is looked through each time."""
    before, after = _sides(request, a, b, at)
    premises = premises_of(request)
    if rounds and premises.identity.staff(request) is None:
        raise Problem("nobody", "Rounds on record are looked through for staff; sign in first.")
    key = (before.edition.digest, after.edition.digest, rounds)
    if key in _found:
        return _found[key] if not rounds else _found.pop(key)
    task = _working.get(key)
    if task is None:
        work = (
            apart(judged, before, after, premises.ledger, NEWEST)
            if rounds
            else in_the_back_room(judged, before, after, None, NEWEST)
        )
        task = _working[key] = asyncio.create_task(work)
        task.add_done_callback(lambda done: _keep(key, done))
    try:
        return await asyncio.shield(task)
    except Complaint as wrong:
        raise Problem("misread", sentence(str(wrong))) from None


def _keep(key: tuple[str, str, bool], done: asyncio.Task[Judgement]) -> None:
    _working.pop(key, None)
    if not done.cancelled() and done.exception() is None:
        if len(_found) >= REMEMBERED:
            _found.clear()
        _found[key] = done.result()


@router.get("/odds/judge", response_class=HTMLResponse, include_in_schema=False)
async def page(request: Request, a: str = "", b: str = "", at: str = "", rounds: bool = False) -> HTMLResponse:
    """The judgement; while it is being found, a page that says so and comes back by itself."""
    listed = [id for book in games.library().values() for id in _ids(book.id)]
    asked = {"a": a, "b": b, "at": at, "rounds": rounds}
    found, waits = None, False
    if a and b:
        try:
            found = await asyncio.wait_for(_judgement(request, a, b, at, rounds), PATIENCE)
        except TimeoutError:
            waits = True
    staff = premises_of(request).identity.staff(request) is not None
    return pages.page(
        request,
        "lab/judge.html",
        books=listed,
        asked=asked,
        waits=waits,
        staff=staff,
        found=found,
        summary=summary(found) if found else [],
        wagers=together(found.effects.moving) if found else [],
        charts=[(chart, Markup(chart._repr_svg_())) for chart in found.effects.charts] if found else [],
    )


def _ids(id: str) -> list[str]:
    book = games.library()[id]
    return [*(() if book.missing else (id,)), *(f"{id}+{variant}" for variant in book.variants)]


@router.get("/odds/judge.pdf", include_in_schema=False)
async def paper(request: Request, a: str, b: str, at: str = "", rounds: bool = False) -> Response:
    found = await _judgement(request, a, b, at, rounds)
    headers = {"Content-Disposition": f'attachment; filename="judgement-{datetime.now():%Y-%m-%d}.pdf"'}
    return Response(await drawn(pdf, found), media_type="application/pdf", headers=headers)


@router.get("/odds/judge.json", tags=["lab"], summary="Two editions held against each other")
async def data(
    request: Request,
    a: Annotated[str, Query(description="a book, perhaps with a variant, a draft or a date: vic-1997-red-dog+n7")],
    b: Annotated[str, Query(description="what it is held against")],
    at: Annotated[str, Query(description="the moment of both, such as 2027-01-01T04:00; without one, now")] = "",
    rounds: Annotated[bool, Query(description="also the rounds on record that would have settled otherwise")] = False,
) -> JSONResponse:
    """The redline, the worked cases that end otherwise and the exact effect on every wager, as `houseway judge --json` tells
    them. Rounds on record are looked through for staff."""
    return JSONResponse(document(await _judgement(request, a, b, at, rounds)))
