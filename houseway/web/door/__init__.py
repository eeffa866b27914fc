"""Door: where staff sign in, and what the problem kinds mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from houseway.floor.people import CASINO_SUPERVISORS, Person
from houseway.law.roles import REGULATING, STAFF
from houseway.premises.identity import STAFF_COOKIE, NotThatName
from houseway.premises.staff import DEVICE_COOKIE, ID, SESSION_COOKIE, Door, TurnedAway, hashed
from houseway.web import pages
from houseway.web.apart import apart
from houseway.web.asking import premises_of, staff_of
from houseway.web.problems import KINDS, Problem, sentence
from houseway.web.turnstile import caller_now

router = APIRouter()

PAGE = re.compile(r"/[A-Za-z0-9][A-Za-z0-9/_.-]{0,120}")  # a page of this house that somebody was on the way to


class BadgeIn(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "M. Okafor", "role": "dealer"}]})
    name: str = ""
    role: str = ""
    password: str = ""
    passkey: Annotated[
        dict[str, Any] | None, Field(description="instead of both: a ticket of the door and what the key signed")
    ] = None


class PasswordIn(BaseModel):
    model_config = ConfigDict(extra="forbid")
    old: str
    new: Annotated[str, Field(description="12 characters or more")]


class PasskeyIn(BaseModel):
    """What a device made: the ticket it was asked with, and its answer."""

    model_config = ConfigDict(extra="forbid")
    ticket: str
    credential: dict[str, Any]
    label: Annotated[str, Field(description="which device it is, in a word or two")]


class CodeIn(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"code": "dGVybWluYWwgMw"}]})
    code: str


@contextmanager
def _turned_away(kind: str = "nobody") -> Iterator[None]:
    """Whoever may not come in is told why, and when another try makes sense."""
    try:
        yield
    except TurnedAway as wrong:
        raise Problem("busy" if wrong.wait else kind, sentence(str(wrong)), wait=wrong.wait) from None


def _own(request: Request) -> tuple[Door, Person, str]:
    """The door of a staffed house, who of the staff asks, and by which session."""
    staff, door = staff_of(request), premises_of(request).identity.door
    if door is None:
        raise Problem("refused", "In an open house nobody checks a badge; there are no passwords and no sessions.")
    return door, staff, request.cookies.get(SESSION_COOKIE, "")


@router.get("/staff", response_class=HTMLResponse, include_in_schema=False)
async def staff(request: Request, to: str = "") -> HTMLResponse:
    premises = premises_of(request)
    identity = premises.identity
    consoles: dict[str, list[str]] = {}
    for name in premises.house.in_order:
        consoles.setdefault(premises.house.tables[name].game.title, []).append(name)
    door, device, who = identity.door, identity.device(request), identity.staff(request)
    about: dict[str, Any] = {"sessions": [], "passkeys": [], "takes_passkeys": False, "own": ""}
    if door is not None:
        about["takes_passkeys"] = bool(door.passkeys.origin)
        if who is not None:
            about |= {"sessions": door.sessions(who.name), "passkeys": door.passkeys.of(who.name)}
            about["own"] = hashed(request.cookies.get(SESSION_COOKIE, ""))[:ID]
    return pages.page(
        request,
        "door/page.html",
        roles=STAFF,
        consoles=consoles,
        then=to if PAGE.fullmatch(to) else "",
        staffed=door is not None,
        device=device,
        **about,
    )


# One's own account


@router.post("/api/staff/password", tags=["people"], summary="Change your own password", status_code=204)
async def change_password(body: PasswordIn, request: Request) -> Response:
    """The old one is asked for; every other session of yours ends."""
    door, who, token = _own(request)
    with _turned_away("refused"):
        await door.change_password(who, body.old, body.new, caller_now.get(), token)
    return Response(status_code=204)


@router.get("/api/staff/sessions", tags=["people"], summary="Your open sessions, or everybody's")
async def sessions(
    request: Request,
    everybody: Annotated[bool, Query(description="for those on duty for the house, and inspectors")] = False,
) -> list[dict[str, Any]]:
    """Where you are signed in. The one that asks is marked."""
    door, who, token = _own(request)
    if everybody and who.role not in (*CASINO_SUPERVISORS, *REGULATING):
        raise Problem("forbidden", f"A {who.role} sees their own sessions.")
    own = hashed(token)[:ID]
    return [{**asdict(one), "this": one.id == own} for one in door.sessions("" if everybody else who.name)]


@router.delete("/api/staff/sessions/{id}", tags=["people"], summary="End a session", status_code=204)
async def end_session(id: str, request: Request) -> Response:
    """One of your own; those on duty for the house end anybody's. Its screens are gone within a second."""
    door, who, _ = _own(request)
    with _turned_away("unknown"):
        door.end(id, who, "" if who.role in CASINO_SUPERVISORS else who.name)
    return Response(status_code=204)


@router.post("/api/staff/passkeys/offer", tags=["people"], summary="What a device is to make a passkey with")
async def offer_passkey(request: Request) -> dict[str, Any]:
    """For `navigator.credentials.create`; the ticket comes back with what the device made."""
    door, who, _ = _own(request)
    with _turned_away("refused"):
        return await apart(door.passkeys.offered, who)


@router.post("/api/staff/passkeys", tags=["people"], summary="Add a passkey of your own", status_code=201)
async def add_passkey(body: PasskeyIn, request: Request) -> dict[str, Any]:
    door, who, _ = _own(request)
    with _turned_away("refused"):
        return asdict(await apart(door.passkeys.add, who, body.model_dump(), body.label))


@router.delete("/api/staff/passkeys/{id}", tags=["people"], summary="Take a passkey away", status_code=204)
async def remove_passkey(id: str, request: Request) -> Response:
    door, who, _ = _own(request)
    with _turned_away("unknown"):
        door.passkeys.remove(who, id)
    return Response(status_code=204)


@router.post("/api/passkeys/ask", tags=["people"], summary="What a passkey is to sign")
async def ask_passkey(request: Request) -> dict[str, Any]:
    """For `navigator.credentials.get`; the ticket and the answer sign in at `/api/staff`, or stand for a password where somebody
    signs beside another."""
    door = premises_of(request).identity.door
    if door is None:
        raise Problem("refused", "In an open house nobody checks a badge.")
    with _turned_away("refused"):
        return await apart(door.passkeys.asked)


# Coming and going


@router.post("/api/staff", tags=["people"], summary="Sign in as staff", status_code=201)
async def sign_in(body: BadgeIn, request: Request) -> JSONResponse:
    """In an open house a name and a role; in a staffed one a name and a password, and the role is the account's."""
    identity = premises_of(request).identity
    if identity.door is not None:
        door, caller, device = identity.door, caller_now.get(), identity.device(request)
        with _turned_away():
            if body.passkey is not None:
                person = await apart(door.passkeys.signed, body.passkey, caller.address)
                token = door.begin(person, caller.address, device, "passkey")
            else:
                person, token = await door.sign_in(body.name, body.password, caller, device)
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
    with _turned_away():
        device, token = identity.door.enrol(body.code, caller_now.get().address)
    response = JSONResponse({"kind": device.kind, "table": device.table, "station": device.station}, 201)
    identity.keep_token(response, DEVICE_COOKIE, token, days=365)
    return response


@router.get("/problems/{kind}", response_class=HTMLResponse, include_in_schema=False)
async def problem(kind: str, request: Request) -> HTMLResponse:
    if kind not in KINDS:
        raise Problem("unknown", f"There is no problem called {kind!r}.")
    return pages.page(request, "problem.html", problem=Problem(kind, KINDS[kind][2]))
