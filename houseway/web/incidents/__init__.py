"""Incidents: the log of what happened on the floor, with links to the rounds it is about."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from houseway.floor.happenings import KINDS
from houseway.forms import write
from houseway.web import pages
from houseway.web.apart import apart
from houseway.web.asking import premises_of, staff_of
from houseway.web.desks import DeskOrder, carried, desks_of

router = APIRouter()


@router.get("/incidents", include_in_schema=False)
async def page(request: Request, table: str = "") -> Response:
    premises = premises_of(request)
    if premises.identity.staff(request) is None:
        return RedirectResponse("/staff?to=/incidents", 303)
    desks = desks_of(request)
    found = await apart(desks.log.all)
    return pages.page(
        request, "incidents/page.html", found=[one for one in found if not table or one.table == table], kinds=KINDS,
        tables=desks.house.in_order, table=table,
    )  # fmt: skip


@router.get("/api/incidents", tags=["record"], summary="Every entry of the incident log, the newest first")
async def listed(request: Request) -> dict[str, Any]:
    staff_of(request)
    return {"incidents": [write(one) for one in await apart(desks_of(request).log.all)]}


@router.post("/api/incidents/orders", tags=["record"], summary="Log what happened, add to it, close it")
async def do(body: DeskOrder, request: Request) -> dict[str, Any]:
    """An entry may name a table and a round of it; without a round it is the one being played."""
    return await carried(desks_of(request).log, staff_of(request), body, request)
