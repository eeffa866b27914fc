"""Asking: the premises that a request or a socket speaks to, which of the staff is asking, and who else signs for it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any
from urllib.parse import urlencode

from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse

from houseway.floor.people import Person
from houseway.premises.identity import NotThatName
from houseway.premises.premises import Premises
from houseway.web.problems import Problem, sentence
from houseway.web.turnstile import caller_now


def premises_of(asking: HTTPConnection) -> Premises:
    found: Premises = asking.app.state.premises
    return found


def staff_of(asking: HTTPConnection, title: str = "staff") -> Person:
    """Who of the staff is asking; anybody else is told to sign in, as what the title says."""
    staff = premises_of(asking).identity.staff(asking)
    if staff is None:
        raise Problem("nobody", f"Sign in as {title} first, at /staff.")
    return staff


def staff_who_may(act: str, roles: Collection[str], asking: HTTPConnection) -> Person:
    """The same where only some roles may do it, with what the others may not."""
    staff = staff_of(asking)
    if staff.role not in roles:
        raise Problem("forbidden", f"A {staff.role} may not {act}.")
    return staff


class Signature(BaseModel):
    """Somebody else who signs for what the asker wants."""

    model_config = ConfigDict(extra="forbid")
    name: str
    role: str = "game supervisor"
    password: Annotated[str, Field(description="where staff have one")] = ""
    passkey: Annotated[
        dict[str, Any] | None, Field(description="instead of a password: a ticket of the door and what the key signed")
    ] = None


async def signer_of(asking: HTTPConnection, staff: Person, signature: Signature) -> Person:
    """The person a signature names, once it is known to be theirs and not the asker's own."""
    identity, caller = premises_of(asking).identity, caller_now.get()
    try:
        return await identity.countersign(
            staff, signature.name, signature.role, signature.password, caller, signature.passkey
        )
    except NotThatName as wrong:
        raise Problem("forbidden", sentence(str(wrong))) from None


def to_the_door(request: Request) -> RedirectResponse:
    """Staff who are not signed in go to the door, and from there to the page they asked for."""
    return RedirectResponse(f"/staff?{urlencode({'to': request.url.path})}", 303)
