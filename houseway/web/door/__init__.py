"""Door: where staff sign in, and what the problem kinds mean."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict

from houseway.web import pages
from houseway.web.identity import STAFF_COOKIE, STAFF_ROLES, NotThatName
from houseway.web.premises import premises_of
from houseway.web.problems import KINDS, Problem, sentence

router = APIRouter()


class BadgeIn(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "M. Okafor", "role": "dealer"}]})
    name: str
    role: str


@router.get("/staff", response_class=HTMLResponse, include_in_schema=False)
async def staff(request: Request) -> HTMLResponse:
    tables = sorted(premises_of(request).house.tables)
    return pages.page(request, "door/page.html", roles=STAFF_ROLES, tables=tables)


@router.post("/api/staff", tags=["people"], summary="Sign in as staff", status_code=201)
async def sign_in(body: BadgeIn, request: Request) -> JSONResponse:
    """A name and a role: this house deals play credit on its own machine, so no password is asked yet."""
    identity = premises_of(request).identity
    try:
        person = identity.sign_in(body.name, body.role)
    except NotThatName as wrong:
        raise Problem("misread", sentence(str(wrong))) from None
    response = JSONResponse({"name": person.name, "role": person.role}, 201)
    identity.keep_staff(response, person)
    return response


@router.delete("/api/staff", tags=["people"], summary="Sign out", status_code=204)
async def sign_out() -> Response:
    response = Response(status_code=204)
    response.delete_cookie(STAFF_COOKIE, path="/")
    return response


@router.get("/problems/{kind}", response_class=HTMLResponse, include_in_schema=False)
async def problem(kind: str, request: Request) -> HTMLResponse:
    if kind not in KINDS:
        raise Problem("unknown", f"There is no problem called {kind!r}.")
    return pages.page(request, "problem.html", problem=Problem(kind, KINDS[kind][2]))
