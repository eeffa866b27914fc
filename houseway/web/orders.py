"""Orders: the one door for acts. An act arrives with a key its client made, and leaves as a reply or as a problem.

The same key with the same contents gives the same answer however often it is sent, so a page that lost its connection sends
again what it kept. With other contents the key is refused.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from houseway.floor.people import ROLES_OF_ACT, Person
from houseway.floor.table import Order, Reply, Table
from houseway.floor.terminals import acting
from houseway.floor.views import DEALER, prompt_for
from houseway.forms import Misread
from houseway.money import show
from houseway.play.decision import Accepted
from houseway.play.prompts import TakeWagers
from houseway.premises.premises import Premises
from houseway.web import acceptors, two_people
from houseway.web.asking import Signature, premises_of, signer_of, staff_of
from houseway.web.bodies import Details
from houseway.web.pacing import Bucket, Buckets, keep_pace
from houseway.web.problems import Problem, of_refusal, sentence
from houseway.web.wording import clause_docs, event_doc, prompt_doc

router = APIRouter(tags=["orders"])

LATE = 20  # seconds after closing within which a chip is late rather than out of place


class OrderIn(BaseModel):
    """Something to be done at a table."""

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        json_schema_extra={
            "examples": [
                {"key": "0d4b0f1e-7c52-4a0e-9f0a-52f1c5b0a1de", "act": "sit", "details": {"area": 4}},
                {
                    "key": "b1f5a1c2-5a7b-4f57-8a39-0c3b1f9f6f11",
                    "act": "place",
                    "details": {"spot": "original", "cents": 2500, "area": 4},
                    "prompt": 12,
                },
            ]
        },
    )
    key: Annotated[
        str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9._-]+$", description="made by the client")
    ]
    act: Annotated[str, Field(max_length=40, description=f"one of: {', '.join(ROLES_OF_ACT)}")]
    details: Details = {}
    prompt: Annotated[int | None, Field(description="the prompt number the act was meant for")] = None
    capacity: Annotated[
        Literal["player", "staff"] | None,
        Field(alias="as", description="as whom; the player unless only staff is signed in"),
    ] = None
    signed_by: Signature | None = None


class ClauseOut(BaseModel):
    book: str
    number: str
    words: str


class OrderOut(BaseModel):
    accepted: bool
    advice: str
    clauses: list[ClauseOut]
    readings: list[str]
    events: list[dict[str, Any]]
    taken_back: list[dict[str, Any]] = []
    prompt: dict[str, Any] | None
    number: Annotated[int, Field(description="the prompt number after the act")]
    again: Annotated[bool, Field(description="the same key came before; nothing was done twice")] = False
    credit: Annotated[int | None, Field(description="the player's credit in cents")] = None


@dataclass(frozen=True)
class Asker:
    """Who gives the order, and whom a signature names as the one who asked for it."""

    who: Person
    asked: Person | None = None

    @property
    def audience(self) -> str:
        return self.who.name if self.who.role == "player" else DEALER


async def asker(premises: Premises, request: Request, at: Table, body: OrderIn) -> Asker:
    identity, table = premises.identity, at.name
    if identity.door is not None and body.capacity != "staff":
        device = identity.device(request)
        if device is not None and device.kind in ("terminal", "acceptor"):
            if device.table != table:
                raise Problem("forbidden", f"This {device.kind} stands at {device.table}.")
            acceptors.signed_by_acceptor(premises, device, body.act, body.details)
            return Asker(Person(device.station, "player"))
    visitor = identity.visitor(request)
    capacity = body.capacity or ("player" if visitor is not None else "staff")
    if capacity == "player":
        if visitor is None:
            raise Problem("nobody", "Take a play name first: open the lobby, or post to /api/players.")
        return Asker(visitor.person)
    staff = staff_of(request)
    if identity.door is not None and staff.role == "dealer":
        device = identity.device(request)
        if device is None or device.kind != "console" or device.table != table:
            raise Problem("forbidden", f"A dealer acts at the console of a table; this is not the one of {table}.")
        await _deals_here(premises, at, staff, body.act)
    if body.signed_by is None:
        two_people.signs(premises, at, staff, body.act, body.details)
        return Asker(staff)
    signer = await signer_of(request, staff, body.signed_by)
    two_people.signs(premises, at, staff, body.act, body.details, signer)
    return Asker(signer, staff)


OFF = (
    "sign on",
    "relieve",
    "freeze",
    "complain",
    "ask",
    "record",
)  # what a dealer may do at a table that another deals at


async def _deals_here(premises: Premises, table: Table, dealer: Person, act: str) -> None:
    """Whoever comes first to a table that nobody deals at signs on; who was relieved deals no more until they take over again."""
    if table.state.dealer == dealer.name or act in OFF:
        return
    if table.state.dealer != "house":
        raise Problem(
            "forbidden", f"{table.state.dealer} deals at {table.name}; take over the deal first.", code="not_dealing"
        )
    await premises.do(table.name, Order(dealer, "sign on", at=premises.house.clock()))


def table_of(premises: Premises, name: str) -> Table:
    try:
        return premises.house.tables[name]
    except KeyError:
        if name in premises.house.out_of_order:
            raise Problem("frozen", f"{name} is out of order: {premises.house.out_of_order[name]}") from None
        known = ", ".join(premises.house.tables)
        raise Problem("unknown", f"There is no table {name!r}; there are {known}.") from None


def pace_of(request: Request, table: Table, who: Person) -> Bucket:
    """How fast whoever orders may: a terminal as it touches, by whichever name it goes."""
    buckets: Buckets = request.app.state.buckets
    at = acting(table, who.name) if who.role == "player" else ""
    return buckets.of_terminal(table.name, at) if at in table.state.stations else buckets.of_person(who)


@router.post(
    "/api/tables/{name}/orders",
    response_model=OrderOut,
    summary="Do something at a table",
    responses={code: {"description": "a problem, with its clauses"} for code in (400, 401, 403, 404, 409, 422, 503)},
)
async def order(name: str, body: OrderIn, request: Request) -> OrderOut:
    """Sit, place, withdraw, answer, correct, close: every act at a table comes through here."""
    premises, received = premises_of(request), time.monotonic()
    table = table_of(premises, name)
    by = await asker(premises, request, table, body)
    keep_pace(pace_of(request, table, by.who))
    if body.act not in ROLES_OF_ACT:
        raise Problem(
            "misread", f"{body.act!r} is nothing that can be done at a table; known are {', '.join(ROLES_OF_ACT)}."
        )
    details = two_people.as_asked(body.act, body.details, by.who, by.asked)
    given = Order(by.who, body.act, details, f"order:{body.key}", body.prompt, premises.house.clock(), received)
    before = (table.state.prompt, table.state.status)
    try:
        reply = await premises.do(name, given)
    except Misread as wrong:
        raise Problem("misread", sentence(str(wrong))) from None
    if not isinstance(reply.decision, Accepted):
        state, window = table.state, table.window
        now = dict(number=state.prompt, round=state.round, window=window.window if window is not None else "")
        raise _late(premises, name, given, before) or of_refusal(reply, given, before, **now)
    return _order_out(premises, table, by, reply)


def _order_out(premises: Premises, table: Table, by: Asker, reply: Reply) -> OrderOut:
    decision = reply.decision
    assert isinstance(decision, Accepted)
    player = by.who.role == "player"
    return OrderOut(
        accepted=True,
        advice=sentence(decision.advice),
        clauses=[ClauseOut(**doc) for doc in clause_docs(decision.by)],
        readings=list(decision.by.readings),
        events=[doc for event in reply.events if (doc := event_doc(event, by.audience))],
        taken_back=[doc for event in reply.taken_back if (doc := event_doc(event, by.audience))],
        prompt=prompt_doc(prompt_for(table.prompt, by.audience)),
        number=table.state.prompt,
        again=reply.again,
        credit=_credit(premises, table, by.who.name) if player else None,
    )


def _credit(premises: Premises, table: Table, player: str) -> int:
    """What a player may wager at a table: chips, where a tournament is played with them."""
    return table.ledger.balance(table.purse(player)) if table.till.chips else premises.house.credit(player)


def _late(premises: Premises, name: str, given: Order, before: tuple[int, str]) -> Problem | None:
    """A chip that came just after the call: how late it was, and that nothing was charged."""
    table, tail = premises.house.tables[name], premises.recent[name]
    if given.act != "place" or before[1] != "open" or tail.closed_at is None or not given.who.may("place"):
        return None
    spot, window = given.details.get("spot", "original"), table.window
    if window is not None and spot in window.spots:
        return None
    closed = [prompt for prompt, _ in table.progress.answers if isinstance(prompt, TakeWagers)]
    if not closed or spot not in closed[-1].spots:
        return None  # it was never open in this round, so it is not late
    late = (given.at - tail.closed_at).total_seconds()
    cents = given.details.get("cents")
    if not 0 <= late <= LATE or type(cents) is not int or cents <= 0:
        return None
    by = table.general.lock.by + (table.prompt.by if table.prompt is not None else table.general.lock.by)
    detail = f"Your {show(cents)} came back: betting had closed. Nothing was charged."
    return Problem("late", detail, by, title=f"Late by {late:.1f} seconds", number=table.state.prompt)
