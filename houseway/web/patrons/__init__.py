"""Patrons: accounts, telephones and exclusions, as the cage and the pit keep them; and the page on a patron's own telephone."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict

from houseway.draw.qr import qr_svg
from houseway.floor.orders import Order
from houseway.floor.patrons import ROLES_OF_ACT
from houseway.floor.people import HOUSE, Person
from houseway.play.decision import Refused
from houseway.premises.guests import COOKIE
from houseway.web import pages
from houseway.web.asking import premises_of, staff_of, staff_who_may
from houseway.web.desks import DeskOrder, carried, desks_of
from houseway.web.problems import Problem, problem

router = APIRouter()

STAFF = tuple(
    role for role in dict.fromkeys(role for roles in ROLES_OF_ACT.values() for role in roles) if role != "player"
)
SEES = (*STAFF, "inspector", "finance", "operations manager")


@router.get("/patrons", include_in_schema=False)
async def page(request: Request) -> Response:
    premises = premises_of(request)
    if premises.identity.staff(request) is None:
        return RedirectResponse("/staff?to=/patrons", 303)
    staff = staff_who_may("see who has an account", SEES, request)
    desk = desks_of(request).patrons
    out = [(one, desk.exclusion(one.name) is not None) for one in desk.state.excluded.values()]
    held = {name: premises.house.credit(name) for name in desk.state.accounts}
    may = {act: staff.role in roles for act, roles in ROLES_OF_ACT.items()}
    return pages.page(request, "patrons/page.html", desk=desk, excluded=out, held=held, may=may)


@router.post("/api/patrons/orders", tags=["people"], summary="Open an account, exclude, readmit")
async def do(body: DeskOrder, request: Request) -> dict[str, Any]:
    """With an account opened or a code asked for comes a code for the patron's telephone, which is told once."""
    desks = desks_of(request)
    visitor = premises_of(request).identity.visitor(request)
    who: Person = visitor.person if visitor is not None and body.act == "exclude" else staff_of(request)
    answer = await carried(desks.patrons, who, body, request)
    if body.act in ("open account", "give code") and not answer["again"]:
        code = desks.guests.invite(str(body.details["name"]).strip())
        answer |= {"code": code, "link": f"{str(request.base_url).rstrip('/')}/patron?code={code}"}
    return answer


class CodeIn(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"code": "Zm9yIGEgcGF0cm9u"}]})
    code: str


@router.get("/patron", response_class=HTMLResponse, include_in_schema=False)
async def own_page(request: Request, code: Annotated[str, Query(max_length=40)] = "") -> HTMLResponse:
    """What a patron's telephone shows: who they are here, what they have, and the way out."""
    premises = premises_of(request)
    desks = desks_of(request)
    visitor = premises.identity.visitor(request)
    why = desks.patrons.why_out(visitor.name) if visitor is not None else ""
    return pages.page(request, "patrons/own.html", code=code, why=why)


@router.post(
    "/api/patron",
    tags=["people"],
    summary="A patron's telephone becomes known, by a code from the cage",
    status_code=201,
)
async def come_in(body: CodeIn, request: Request) -> JSONResponse:
    premises, desks = premises_of(request), desks_of(request)
    found = desks.guests.come_in(body.code)
    if found is None:
        raise Problem("nobody", "This code was never given, has served or has run out; the cage gives another.")
    name, token = found
    order = Order(HOUSE, "come in", {"name": name}, at=premises.house.clock())
    reply = await desks.do(desks.patrons, order)
    if isinstance(reply.decision, Refused):
        desks.guests.forget(name)
        raise problem("forbidden", reply.decision)
    response = JSONResponse({"name": name, "credit": premises.house.credit(name)}, 201)
    premises.identity.keep_token(response, COOKIE, token, days=30)
    return response


@router.delete("/api/patron", tags=["people"], summary="A patron's telephone is a stranger's again", status_code=204)
async def go(request: Request) -> Response:
    desks, visitor = desks_of(request), premises_of(request).identity.visitor(request)
    if visitor is not None:
        desks.guests.forget(visitor.name)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


@router.get("/qr", include_in_schema=False)
async def code_for_cameras(text: Annotated[str, Query(min_length=1, max_length=200)]) -> Response:
    """A text as squares for a camera, drawn for the page that shows it."""
    return Response(qr_svg(text, 180, text), media_type="image/svg+xml")
