"""Training: drills for dealers and players in the browser, with progress that the house keeps. It is reached from no table.

A question is the book, the drill and a number. What the page sends back is sealed, so that neither the time an answer took nor
what was asked can be typed in; progress is in the house's database and in no address.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from houseway import games
from houseway.floor.views import citation
from houseway.law.rulebook import NotInForce
from houseway.premises import questions
from houseway.teaching import NoSuchDrill, books, edition_of
from houseway.web import pages
from houseway.web.apart import apart, figured
from houseway.web.dates import asking_a_book, moment_asked
from houseway.web.lab.dated import edition_since
from houseway.web.training import classes, drilling, exams, learning, sitting
from houseway.web.training.learning import standing, titled

router = APIRouter(include_in_schema=False)
for room in (learning, classes, exams, sitting):
    router.include_router(room.router)


@router.get("/train", response_class=HTMLResponse)
async def shelf(request: Request, at: str = "") -> HTMLResponse:
    """Every book that holds at a moment."""
    moment, listed = moment_asked(request, at), []
    for id in books():
        try:
            edition_of(id, moment)
        except NotInForce:
            continue
        listed.append((id, titled(id), games.book(id)[0]))
    told = await standing(request)
    exams = [] if told["learner"] is None else await apart(sitting.sittings_of(request).waiting_for, told["learner"])
    return pages.page(request, "training/shelf.html", books=listed, at=at, exams=exams, **told)


@router.get("/train/{book}", response_class=HTMLResponse)
async def of_a_book(book: str, request: Request, at: str = "") -> HTMLResponse:
    """The drills of one book, and how far the learner is in each."""
    moment = moment_asked(request, at)
    with asking_a_book(NoSuchDrill):
        edition = edition_of(book, moment)
        drills = await figured(questions.drills, book, edition_since(book, moment)[1])
    told, found = await standing(request), games.book(book)[0]
    own = told["progress"]
    skills = {one.name: own.skill(edition.book, one.name) for one in drills} if own is not None else {}
    return pages.page(
        request, "training/book.html", id=book, title=titled(book), book=found, edition=edition, citation=citation(found),
        drills=drills, at=at, skills=skills, **told,
    )  # fmt: skip


router.include_router(drilling.router)
