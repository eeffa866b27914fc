"""Tickets: a player's own, wherever they look from; the page of one ticket, with its code for cameras; and what an entry could
win before it is bought. What is drawn is told as the displays show it.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from houseway.floor.keno.following import Followed, follow, tickets_of, to_win
from houseway.floor.keno.papers import read_code, scanned
from houseway.floor.keno.receipt import receipt
from houseway.floor.keno.selling import presented, quote
from houseway.forms import Misread
from houseway.money import NotMoney
from houseway.play.decision import Refused
from houseway.web import pages
from houseway.web.asking import premises_of
from houseway.web.keno import EntryIn, keno_of
from houseway.web.problems import Problem, problem, sentence
from houseway.web.wording import clause_docs

router = APIRouter()


@router.get("/api/keno/tickets", tags=["keno"], summary="Your own tickets, and how each of them stands")
async def own(request: Request) -> list[dict[str, Any]]:
    """The newest first: numbers, games, what has been drawn of them by now, and what they won."""
    host, visitor = keno_of(request), premises_of(request).identity.visitor(request)
    if visitor is None:
        raise Problem("nobody", "Take a play name first: POST /api/players.")
    return [_doc(follow(host, ticket)) for ticket in tickets_of(host.keno, f"player:{visitor.name}")]


@router.get("/api/keno/tickets/{code}/standing", tags=["keno"], summary="How a ticket stands, game by game")
async def standing(code: str, request: Request) -> dict[str, Any]:
    return _doc(_found(request, code))


@router.get("/keno/tickets/{code}", response_class=HTMLResponse, include_in_schema=False)
async def page(code: str, request: Request) -> HTMLResponse:
    """One ticket: whoever holds its number and serial may look at it."""
    host, followed = keno_of(request), _found(request, code)
    keno = host.keno
    return pages.page(
        request, "keno/ticket.html", followed=followed, receipt=receipt(keno, followed.ticket),
        scanned=scanned("ticket", followed.ticket.code), terms=keno.terms, book=keno.book,
    )  # fmt: skip


def _found(request: Request, code: str) -> Followed:
    host = keno_of(request)
    if read_code(code) is None:
        raise Problem("unknown", "A receipt is named by its number and serial, such as 17-0042771955831907.")
    ticket = presented(host.keno, code)
    if isinstance(ticket, Refused):
        raise problem("refused", ticket)
    return follow(host, ticket)


def _doc(one: Followed) -> dict[str, Any]:
    ticket = one.ticket
    return {
        "code": ticket.code,
        "number": ticket.number,
        "status": ticket.status,
        "kind": ticket.kind,
        "ways": [list(way) for way in one.ways],
        "first": ticket.first,
        "last": ticket.last,
        "total": ticket.price,
        "words": one.words,
        "won": one.won,
        "due": one.due,
        "games": [
            {
                "game": each.game,
                "settled": each.settled,
                "drawn": list(each.drawn),
                "matched": list(each.matched),
                "won": each.won,
                "words": each.words,
            }
            for each in one.games
        ],
    }


@router.post("/api/keno/prizes", tags=["keno"], summary="What an entry could win")
async def prizes(body: EntryIn, request: Request) -> dict[str, Any]:
    """By how many of its numbers are drawn, before it is bought. Without a price, at the least that is allowed."""
    host = keno_of(request)
    keno, details = host.keno, body.details
    prices = [details["cents"]] if "cents" in details else [100 * n for n in keno.terms.kinds.mark_form.value]
    try:
        tried = [quote(keno, {**details, "cents": cents}) for cents in prices]
    except (Misread, NotMoney) as wrong:
        raise Problem("misread", sentence(str(wrong))) from None
    allowed = [(cents, found) for cents, found in zip(prices, tried, strict=True) if not isinstance(found, Refused)]
    if not allowed:
        refused = next(found for found in tried if isinstance(found, Refused))
        raise problem("refused", refused)
    cents, (entry, price) = allowed[0]
    return {
        "cents": cents,
        "price": price,
        "columns": [
            {
                "spots": column.spots,
                "cents": column.cents,
                "prizes": [{"matched": n, "cents": won, "jackpot": pool} for n, won, pool in column.prizes],
                "clauses": clause_docs(column.by),
            }
            for column in to_win(host, entry)
        ],
    }
