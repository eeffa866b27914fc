"""Pit: the supervisor's room. Every act the books give a supervisor, per table, with the clause it rests on."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.requests import HTTPConnection

from houseway import games
from houseway.floor.jackpots import jackpots
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.asking import premises_of, to_the_door
from houseway.web.pit.desk import Pit, not_loading

router = APIRouter(include_in_schema=False)


def fragments(premises: Premises, asking: HTTPConnection, name: str, phone: bool) -> dict[str, str]:
    staff = premises.identity.staff(asking)
    if staff is None or not premises.house.tables:
        return {}
    pit = Pit(premises, staff, name)
    return {
        part: pages.part(f"pit/{part}.html", pit=pit) for part in ("tables", "waiting", "facts", "disputes", "notices")
    }


def board_fragments(premises: Premises, asking: HTTPConnection, name: str, phone: bool) -> dict[str, str]:
    staff = premises.identity.staff(asking)
    if staff is None or not premises.house.tables:
        return {}
    pit = Pit(premises, staff, "")
    return {part: pages.part(f"pit/{part}.html", pit=pit) for part in ("glances", "people")}


@router.get("/pit/board")
async def whole_board(request: Request) -> Response:
    """Every table at a glance, for a screen of its own."""
    premises = premises_of(request)
    staff = premises.identity.staff(request)
    if staff is None:
        return to_the_door(request)
    if not premises.house.tables:
        return RedirectResponse("/pit", 303)
    return pages.page(request, "pit/board.html", pit=Pit(premises, staff, ""))


@router.get("/pit")
async def page(request: Request, table: str = "") -> Response:
    premises = premises_of(request)
    staff = premises.identity.staff(request)
    if staff is None:
        return to_the_door(request)
    books = [
        (f"{id}+{variant}" if variant else id, book, variant.replace("-", " "))
        for id, book in games.library().items()
        for variant in (book.over if book.missing else ("", *book.variants))
    ]
    if not premises.house.tables:
        out_of_order = sorted(premises.house.out_of_order.items())
        return pages.page(request, "pit/none.html", out_of_order=out_of_order, not_loading=not_loading())
    return pages.page(
        request, "pit/page.html", pit=Pit(premises, staff, table), books=books, jackpots=list(jackpots(premises.ledger))
    )
