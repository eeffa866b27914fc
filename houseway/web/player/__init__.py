"""Player: the table from a player's chair. The page shows what the cloth prints and what the law says; it gives no advice."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from houseway.floor.terminals import accounts_of
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.arriving import arriving
from houseway.web.asking import premises_of
from houseway.web.orders import table_of
from houseway.web.player.desk import PlayerPage

router = APIRouter(include_in_schema=False)

PARTS = ("state", "place", "sign", "credit", "tournament", "calls", "rounds")


def fragments(premises: Premises, asking: HTTPConnection, name: str, phone: bool) -> dict[str, str]:
    """The parts of the page as this viewer sees them now."""
    visitor = premises.identity.visitor(asking)
    desk = PlayerPage(premises, premises.house.tables[name], visitor.name if visitor else "")
    sides = ("phone",) if phone else ("player",)
    return {part: pages.part(f"player/{part}.html", desk=desk, sides=sides) for part in PARTS}


@router.get("/table/{name}", response_class=HTMLResponse)
async def table(name: str, request: Request) -> Response:
    premises = premises_of(request)
    seat = table_of(premises, name)
    if accounts_of(seat) is not None:  # players sit at terminals
        return RedirectResponse(f"/rapid/{name}", 303)
    arrival = arriving(request)
    desk = PlayerPage(premises, seat, arrival.name)
    response = pages.page(request, "player/page.html", desk=desk, sides=("player", "phone"), visitor=arrival.visitor)
    arrival.keep(request, response)
    return response
