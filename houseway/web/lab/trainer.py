"""Trainer: decisions to practise, under the exact rules of a book. It deals a question, takes a choice, and tells the best play
and what the choice gave away. It stands with the odds and is reached from no table.

A question is the number it was dealt from, so the page keeps nothing: the number, and the score so far, are in the address.
"""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from houseway import games
from houseway.draw.cards import row_svg
from houseway.draw.tiles import tile_svg
from houseway.floor.views import citation
from houseway.kit.tiles import Tile
from houseway.lab.drill import can_drill
from houseway.lab.exact import NoAnalysis, Study
from houseway.law.studying import UnknownProvision
from houseway.premises import questions
from houseway.web import pages
from houseway.web.apart import drawn, figured
from houseway.web.dates import asking_a_book, moment_asked
from houseway.web.lab.dated import edition_since, study_asked
from houseway.web.lab.forbidden import advice_is_forbidden
from houseway.web.problems import Problem

router = APIRouter(include_in_schema=False)

LARGEST = 10**12


def trainable() -> list[str]:
    """Every book and variant whose game has something to decide."""
    found = []
    for book in games.library().values():
        if not book.missing and can_drill(Study(book, book.as_commenced())):
            found.extend([book.id, *(f"{book.id}+{variant}" for variant in book.variants)])
    return found


@router.get("/train", response_class=HTMLResponse)
async def shelf(request: Request, at: str = "") -> HTMLResponse:
    moment_asked(request, at)
    listed = [(id, games.book(id)[0], games.book(id)[1]) for id in await drawn(trainable)]
    return pages.page(request, "lab/training.html", books=listed, at=at)


@router.get("/train/{book}", response_class=HTMLResponse)
async def train(
    book: str,
    request: Request,
    deal: int | None = None,
    choice: str = "",
    asked: int = 0,
    right: int = 0,
    given: float = 0.0,
    at: str = "",
) -> HTMLResponse:
    if deal is not None and not 0 <= deal < LARGEST:
        raise Problem("misread", f"{deal} is not a question.")
    number = secrets.randbelow(LARGEST) if deal is None else deal
    of = study_asked(book, request, at)
    assert of.at is not None
    with asking_a_book(NoAnalysis, UnknownProvision):
        put = await figured(questions.drilled, book, edition_since(book, of.at)[1], number)
    if choice:
        if choice not in put.worth:
            raise Problem("misread", f"{choice!r} is not one of {', '.join(put.worth)}.")
        asked, right, given = asked + 1, right + (put.cost(choice) < 1e-12), given + put.cost(choice)
    return pages.page(
        request,
        "lab/trainer.html",
        of=of,
        book=of.book,
        name=book,
        citation=citation(of.book),
        put=put,
        drawn=[
            *((whose, Markup(row_svg(cards, 92))) for whose, cards in put.cards),
            *(
                (whose, Markup("".join(tile_svg(Tile.parse(tile).pips, 46, tile) for tile in held)))
                for whose, held in put.tiles
            ),
        ],
        choice=choice,
        cost=put.cost(choice) if choice else 0.0,
        number=number,
        score={"asked": max(0, asked), "right": max(0, right), "given": max(0.0, given)},
        hidden=advice_is_forbidden(of.book.id),
        at=at,
    )
