"""Desks: orders to the desks a staffed house has beside its tables. One door, as for tables: a key, an act, its details.

Where two people sign, the second signs here with their own password, and only then stands in the order; what a client says of a
second person itself is not read.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from houseway.floor.folded import SECOND, FoldedDesk
from houseway.floor.orders import Order
from houseway.floor.people import Person
from houseway.forms import write
from houseway.play.decision import Refused
from houseway.premises.desks import Desks
from houseway.web.asking import Signature, premises_of, signer_of
from houseway.web.bodies import Details
from houseway.web.pacing import keep_pace
from houseway.web.problems import Problem, problem
from houseway.web.wording import clause_docs


class DeskOrder(BaseModel):
    """Something to be done at a desk."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "key": "0d4b0f1e-7c52-4a0e",
                    "act": "exchange",
                    "details": {"takes": {"cash": 20000}, "gives": {"chips": {"500": 40}}, "patron": "Amy"},
                }
            ]
        },
    )
    key: Annotated[
        str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9._-]+$", description="made by the client")
    ]
    act: Annotated[str, Field(max_length=40)]
    details: Details = {}
    second: Annotated[Signature | None, Field(description="somebody else, who signs beside whoever asks")] = None


def desks_of(asking: HTTPConnection) -> Desks:
    """The desks of the house, or why it has none."""
    desks = premises_of(asking).desks
    if desks is None:
        raise Problem("unknown", "A house of play credit has no cage; a staffed house has one, in one process.")
    return desks


async def carried(desk: FoldedDesk[Any], who: Person, body: DeskOrder, request: Request, **told: Any) -> dict[str, Any]:
    """An order to a desk and its answer; ``told`` is what the house knows better than the client."""
    premises, desks = premises_of(request), desks_of(request)
    keep_pace(request.app.state.buckets.of_person(who))
    details = {name: value for name, value in body.details.items() if name != SECOND} | told
    if body.second is not None:
        details[SECOND] = write(await signer_of(request, who, body.second))
    key = f"{desk.stream}:{who.role}:{who.name}:{body.key}"
    reply = await desks.do(desk, Order(who, body.act, details, key, at=premises.house.clock()))
    if isinstance(reply.decision, Refused):
        roles = desk.may().get(body.act, ())
        kind = reply.fault or ("forbidden" if roles and who.role not in roles else "refused")
        raise problem(kind, reply.decision)
    return {
        "accepted": True,
        "again": reply.again,
        "advice": reply.decision.advice,
        "paper": reply.paper,
        "clauses": clause_docs(reply.decision.by),
    }
