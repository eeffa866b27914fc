"""Door: where staff sign in, and what the problem kinds mean."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict

from houseway.law.roles import STAFF
from houseway.premises.identity import STAFF_COOKIE, NotThatName
from houseway.premises.staff import DEVICE_COOKIE, SESSION_COOKIE, TurnedAway
from houseway.web import pages
from houseway.web.asking import premises_of
from houseway.web.problems import KINDS, Problem, sentence

router = APIRouter()


class BadgeIn(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "M. Okafor", "role": "dealer"}]})
    name: str
    role: str = ""
    password: str = ""


class CodeIn(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"code": "dGVybWluYWwgMw"}]})
    code: str


@router.get("/staff", response_class=HTMLResponse, include_in_schema=False)
async def staff(request: Request) -> HTMLResponse:
    tables = sorted(premises_of(request).house.tables)
    identity = premises_of(request).identity
    staffed, device = identity.door is not None, identity.device(request)
    return pages.page(request, "door/page.html", roles=STAFF, tables=tables, staffed=staffed, device=device)


@router.post("/api/staff", tags=["people"], summary="Sign in as staff", status_code=201)
async def sign_in(body: BadgeIn, request: Request) -> JSONResponse:
    """In an open house a name and a role; in a staffed one a name and a password, and the role is the account's."""
    identity = premises_of(request).identity
    if identity.door is not None:
        where = request.client.host if request.client else ""
        try:
            person, token = await identity.door.sign_in(body.name, body.password, where, identity.device(request))
        except TurnedAway as wrong:
            raise Problem("busy" if wrong.wait else "nobody", sentence(str(wrong)), wait=wrong.wait) from None
        response = JSONResponse({"name": person.name, "role": person.role}, 201)
        identity.keep_token(response, SESSION_COOKIE, token, days=1)
        return response
    try:
        person = identity.sign_in(body.name, body.role)
    except NotThatName as wrong:
        raise Problem("misread", sentence(str(wrong))) from None
    response = JSONResponse({"name": person.name, "role": person.role}, 201)
    identity.keep_staff(response, person)
    return response


@router.delete("/api/staff", tags=["people"], summary="Sign out", status_code=204)
async def sign_out(request: Request) -> Response:
    door, token = premises_of(request).identity.door, request.cookies.get(SESSION_COOKIE, "")
    if door is not None and token:
        door.sign_out(token)
    response = Response(status_code=204)
    for cookie in (STAFF_COOKIE, SESSION_COOKIE):
        response.delete_cookie(cookie, path="/")
    return response


@router.post("/api/devices", tags=["people"], summary="Enrol a terminal or console", status_code=201)
async def enrol(body: CodeIn, request: Request) -> JSONResponse:
    """The code that ``houseway device`` printed, typed in once at the device; from then on a cookie names it."""
    identity = premises_of(request).identity
    if identity.door is None:
        raise Problem("refused", "An open house gives its devices no credentials.")
    where = request.client.host if request.client else ""
    try:
        device, token = identity.door.enrol(body.code, where)
    except TurnedAway as wrong:
        raise Problem("busy" if wrong.wait else "nobody", sentence(str(wrong)), wait=wrong.wait) from None
    response = JSONResponse({"kind": device.kind, "table": device.table, "station": device.station}, 201)
    identity.keep_token(response, DEVICE_COOKIE, token, days=365)
    return response


@router.get("/problems/{kind}", response_class=HTMLResponse, include_in_schema=False)
async def problem(kind: str, request: Request) -> HTMLResponse:
    if kind not in KINDS:
        raise Problem("unknown", f"There is no problem called {kind!r}.")
    return pages.page(request, "problem.html", problem=Problem(kind, KINDS[kind][2]))
