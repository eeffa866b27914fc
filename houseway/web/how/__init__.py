"""How: a game told to a stranger. The aim in a line, three sentences, what is paid, and a worked round on the same cloth.

At a table it opens beside the cloth and the round is stepped through in the cloth's own place, while the seat is kept; as a
page of its own it is reached from the floor. Chances and best play are not told here: a link leads to the lab.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from houseway.web import cloths, pages
from houseway.web.asking import premises_of
from houseway.web.dates import asking_a_book
from houseway.web.how.worked import How, how_to_play
from houseway.web.problems import Problem

router = APIRouter(include_in_schema=False)


class HowPage:
    """How a book is played, at one step of its worked round."""

    def __init__(self, how: How, step: int = 1, table: str = "") -> None:
        self.how, self.table = how, table
        self.at = max(1, min(step, len(how.steps)))

    @property
    def book(self) -> str:
        return self.how.book.partition("+")[0]

    @property
    def step(self) -> object:
        return self.how.steps[self.at - 1]

    def cloth(self, side: str) -> Markup:
        """The cloth as a picture: nothing on it answers a finger, and no name on it is one that the page beside it has."""
        return cloths.still(self.how.game, side, self.how.steps[self.at - 1].view, "worked")


def _asked(request: Request, book: str, step: int = 1, table: str = "") -> HowPage:
    with asking_a_book():
        how = how_to_play(book, premises_of(request).house.clock())
    if not how.aim:
        raise Problem("unknown", f"How {how.title} is played is not told here; its rulebook is at /books/{book}.")
    return HowPage(how, step, table)


@router.get("/how/{book}", response_class=HTMLResponse)
async def page(book: str, request: Request, step: int = 1) -> HTMLResponse:
    told = _asked(request, book, step)
    kind = cloths.kind(told.how.game)
    return pages.page(request, "how/page.html", told=told, kind=kind)


@router.get("/how/{book}/sheet", response_class=HTMLResponse)
async def sheet(book: str, request: Request, table: str = "") -> HTMLResponse:
    """What opens beside a cloth."""
    return HTMLResponse(pages.part("how/sheet.html", told=_asked(request, book, table=table[:20]), at_table=True))


@router.get("/how/{book}/steps/{step}", response_class=HTMLResponse)
async def one_step(book: str, step: int, request: Request, phone: bool = False) -> HTMLResponse:
    """One step of the worked round, to be laid over a table's own cloth."""
    told = _asked(request, book, step)
    return HTMLResponse(pages.part("how/step.html", told=told, side="phone" if phone else "player"))
