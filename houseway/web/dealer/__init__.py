"""Dealer: the console. One obvious next step, what may go wrong beside it, and every correction signed by somebody else."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from houseway.floor.incidents import correction
from houseway.floor.terminals import accounts_of
from houseway.play.decision import Refused
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.asking import premises_of, staff_of
from houseway.web.dealer.console import Console, money_between, unsettled
from houseway.web.orders import table_of
from houseway.web.problems import problem

router = APIRouter(include_in_schema=False)

PARTS = ("state", "steps", "felt", "work", "money", "wrong", "mend")


def fragments(premises: Premises, asking: HTTPConnection, name: str, phone: bool) -> dict[str, str]:
    staff = premises.identity.staff(asking)
    if staff is None:
        return {}
    console = Console(premises, premises.house.tables[name], staff)
    return {part: pages.part(f"dealer/{part}.html", console=console) for part in PARTS}


@router.get("/table/{name}/dealer")
async def page(name: str, request: Request) -> Response:
    premises = premises_of(request)
    table = table_of(premises, name)
    staff = premises.identity.staff(request)
    if staff is None:
        return RedirectResponse("/staff", 303)
    if accounts_of(table) is not None:
        return RedirectResponse(f"/rapid/{name}/console", 303)
    return pages.page(request, "dealer/page.html", console=Console(premises, table, staff))


@router.get("/table/{name}/dealer/correction", response_class=HTMLResponse)
async def preview(
    name: str,
    request: Request,
    answer: int,
    round: int,
    value: str = "",
    wager: int = -1,
    cents: int = 0,
    player: str = "",
) -> HTMLResponse:
    """What correcting one answer would take back, and what would hold instead; nothing is changed by asking."""
    premises = premises_of(request)
    table = table_of(premises, name)
    staff = staff_of(request)
    console = Console(premises, table, staff)
    wanted: Any
    if wager >= 0:
        wanted = console.with_wager(answer, round, wager, cents)
    else:
        wanted = console.with_answer(answer, round, value.strip('"'), player)
    found = correction(table, answer, wanted, round)
    if isinstance(found, Refused):
        raise problem("refused", found)
    return HTMLResponse(
        pages.part(
            "dealer/correction.html",
            console=console,
            correction=found,
            taken_back=unsettled(found.taken_back),
            instead=unsettled(found.instead),
            money=money_between(found),
            answer=answer,
            value=json.dumps(wanted),
        )
    )
