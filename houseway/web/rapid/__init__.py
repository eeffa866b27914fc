"""Rapid: terminals (ATS), the dealer's console (SGC) and the winning number display (WND) of a Rapid Roulette table."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.draw.chips import tray
from houseway.floor.table import Table
from houseway.floor.terminals import accounts_of
from houseway.floor.views import citation
from houseway.games.rapid_roulette.terms import Terms
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.asking import premises_of, to_the_door
from houseway.web.how.worked import aim_of
from houseway.web.problems import Problem
from houseway.web.rapid import documents, drawn, sockets
from houseway.web.rapid.who import may_listen, may_play, own_station

router = APIRouter(include_in_schema=False)
router.include_router(sockets.router)

CHIPS = [100, 500, 1000, 2500, 10_000, 50_000]


def _table(premises: Premises, name: str) -> Table:
    table = premises.house.tables.get(name)
    if table is None or accounts_of(table) is None:
        raise Problem("unknown", f"There is no table of terminals called {name!r} here.")
    return table


def _terms(table: Table) -> Terms:
    """What the pages of a table cite, beside the chapters that every book may have."""
    assert isinstance(table.terms, Terms), f"{table.name} has terminals, and is no table of Rapid Roulette"
    return table.terms


@router.get("/rapid/{name}")
async def choose(name: str, request: Request) -> Response:
    """Whoever comes to the table: to the terminal they have, or to the choice of a free one."""
    premises = premises_of(request)
    table = _table(premises, name)
    identity = premises.identity
    if identity.door is not None:
        device = identity.device(request)
        if device is not None and device.kind == "terminal" and device.table == name:
            return RedirectResponse(f"/rapid/{name}/{device.station}", 303)
        raise Problem("nobody", "This device is no terminal of the table; enrol it at /staff.")
    visitor = identity.visitor(request) or identity.newcomer()
    own = own_station(premises, name, visitor.name)
    response: Response
    if own:
        response = RedirectResponse(f"/rapid/{name}/{own}", 303)
    else:
        stations = list(table.state.stations.values())
        response = pages.page(
            request,
            "rapid/choose.html",
            table=table,
            terms=_terms(table),
            stations=stations,
            aim=aim_of(table),
            visitor=visitor,
            credit=premises.house.credit(visitor.name),
        )
    identity.keep_visitor(response, visitor)
    return response


@router.get("/rapid/{name}/console")
async def console(name: str, request: Request) -> Response:
    premises = premises_of(request)
    table = _table(premises, name)
    staff = premises.identity.staff(request)
    if staff is None or not may_listen(premises, request, name, "console"):
        return to_the_door(request)
    frame: dict[str, Any] = dict(
        table=table,
        terms=_terms(table),
        rules=citation(table.book),
        red=drawn.RED_NUMBERS,
        staffed=premises.identity.door is not None,
        cage=premises.desks is not None,
    )
    return pages.page(request, "rapid/console.html", doc=documents.console(premises, table), **frame)


@router.get("/rapid/{name}/display", response_class=HTMLResponse)
async def display(name: str, request: Request) -> Response:
    premises = premises_of(request)
    table = _table(premises, name)
    return pages.page(request, "rapid/display.html", table=table, terms=_terms(table), red=drawn.RED_NUMBERS)


@router.get("/rapid/{name}/{station}")
async def terminal(name: str, station: str, request: Request) -> Response:
    premises = premises_of(request)
    table = _table(premises, name)
    if station not in table.state.stations:
        raise Problem("unknown", f"{name} has no terminal {station!r}.")
    identity = premises.identity
    visitor = identity.visitor(request)
    if identity.door is None and visitor is None:
        visitor = identity.newcomer()
    elif not may_play(premises, request, name, station):
        if identity.door is not None:
            raise Problem("nobody", "This device is not that terminal; enrol it at /staff.")
        return RedirectResponse(f"/rapid/{name}", 303)
    limits = documents.limits(table)
    chips = [cents for cents in CHIPS if cents >= min(row["min"] for row in limits)] or tray(100, None)
    frame: dict[str, Any] = dict(
        table=table,
        station=station,
        rules=citation(table.book),
        terms=_terms(table),
        limits=limits,
        chips=chips,
        cloths=drawn.cloths(),
        places=drawn.places(),
        red=drawn.RED_NUMBERS,
        aim=aim_of(table),
        staffed=identity.door is not None,
        visitor=visitor,
        purse=premises.house.credit(visitor.name) if visitor else 0,
        peers=premises.settings.cluster.peers if premises.settings else (),
    )
    response = pages.page(request, "rapid/terminal.html", **frame)
    if visitor is not None:
        identity.keep_visitor(response, visitor)
    return response
