"""Roster: who is on duty, over HTTP; and whoever was invited to work here chooses a password."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from houseway.forms import write
from houseway.premises.invitations import Invitations
from houseway.premises.staff import TurnedAway
from houseway.web.asking import premises_of, staff_of
from houseway.web.desks import DeskOrder, carried, desks_of
from houseway.web.problems import Problem, sentence

router = APIRouter(tags=["people"])


@router.get("/api/roster", summary="Who of the staff is on duty, and since when")
async def on_duty(request: Request) -> dict[str, Any]:
    staff_of(request)
    return {"on": [write(duty) for duty in desks_of(request).roster.state.on.values()]}


@router.post("/api/roster/orders", summary="Come on duty, take a break, come back, go off duty")
async def do(body: DeskOrder, request: Request) -> dict[str, Any]:
    """For oneself; whoever supervises says it for others too."""
    return await carried(desks_of(request).roster, staff_of(request), body, request)


class InvitedIn(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"code": "Zm9yIHN0YWZm", "password": "…"}]}
    )
    code: str
    password: str


@router.post("/api/staff/invited", summary="Whoever was invited chooses a password", status_code=201)
async def invited(body: InvitedIn, request: Request) -> JSONResponse:
    """The code that the settings gave, typed in once, with a password of one's own."""
    premises = premises_of(request)
    door = premises.identity.door
    if door is None:
        raise Problem("refused", "Nobody needs a password in an open house.", code="open_house")
    try:
        name, role = await asyncio.to_thread(Invitations(premises.ledger, door).accept, body.code, body.password)
    except TurnedAway as wrong:
        raise Problem("nobody", sentence(str(wrong))) from None
    return JSONResponse({"name": name, "role": role}, 201)
