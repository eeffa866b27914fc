"""Tournaments for programs: everything that a page shows or does, as JSON."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from houseway.floor.orders import Order
from houseway.floor.people import Person
from houseway.floor.tournament.acts import ACTS
from houseway.floor.tournament.desk import TournamentDesk
from houseway.floor.tournament.due import due
from houseway.floor.tournament.formats import formats
from houseway.floor.tournament.in_words import conditions_in_words
from houseway.floor.tournament.office import accounts
from houseway.forms import write
from houseway.play.decision import Accepted, Refused
from houseway.premises.premises import Premises
from houseway.web.asking import premises_of, staff_of
from houseway.web.problems import Problem, problem, sentence
from houseway.web.tournaments.view import TournamentView
from houseway.web.wording import clause_docs

router = APIRouter(tags=["tournaments"])


def desk_of(premises: Premises, name: str) -> TournamentDesk:
    desk = premises.office.find(name)
    if desk is None:
        raise Problem("unknown", f"There is no tournament {name!r}.")
    return desk


def summary(view: TournamentView) -> dict[str, Any]:
    """A tournament in a list."""
    state = view.state
    return {
        "name": view.name,
        "title": view.title,
        "phase": state.phase.value,
        "run_by": state.run_by,
        "books": list(view.conditions.books),
        "fee": view.fee,
        "entered": len(state.still_in) if not state.phase.has_begun else len(state.entered),
        "places": view.places,
        "prize_money": view.pool,
        "stage": state.stage_now.name if state.stage_now is not None else None,
    }


def document(view: TournamentView) -> dict[str, Any]:
    """The whole of it, as anybody may see it."""
    state = view.state
    return {
        **summary(view),
        "conditions": write(view.conditions),
        "in_words": [
            {"item": item.value, "title": title, "words": list(words), "clauses": clause_docs(view.by(item))}
            for item, title, words in conditions_in_words(view.conditions)
        ],
        "approvals": {book: write(one) for book, one in state.approvals.items()},
        "director": state.director,
        "in_charge": state.in_charge,
        "tables": [
            {
                "name": table.name,
                "hand": table.hand,
                "hands": table.hands,
                "next_out": table.next_out or None,
                "over": table.over,
                "players": [_row(row) for row in table.rows],
            }
            for table in view.board
        ],
        "standings": [_row(row) for row in view.everybody],
        "drawn": write(state.drawn),
        "seconds_left": None if view.seconds_left is None else round(view.seconds_left),
        "places_won": [write(place) for place in state.places],
        "money": accounts(view.desk),
        "paused": state.paused,
        "why": state.why,
    }


def _row(row: Any) -> dict[str, Any]:
    doc: dict[str, Any] = write(row)
    return doc


def _view(premises: Premises, request: Request, name: str) -> TournamentView:
    visitor, staff = premises.identity.visitor(request), premises.identity.staff(request)
    return TournamentView(premises, desk_of(premises, name), visitor.name if visitor else "", staff)


@router.get("/api/tournaments", summary="Every tournament that is not over")
async def listed(request: Request) -> list[dict[str, Any]]:
    premises = premises_of(request)
    return [summary(TournamentView(premises, desk)) for desk in premises.office.desks.values()]


@router.get("/api/tournaments/formats", summary="Formats to begin conditions from")
async def known_formats() -> dict[str, Any]:
    return {
        name: {"title": one.title, "about": one.about, "stages": write(one.stages)} for name, one in formats().items()
    }


@router.get("/api/tournaments/{name}", summary="One tournament: conditions, standings, prizes and money")
async def one(name: str, request: Request) -> dict[str, Any]:
    premises = premises_of(request)
    view = _view(premises, request, name)
    doc = document(view)
    if view.own is not None:
        need = view.need
        doc["you"] = {
            "entry": write(view.own),
            "table": view.own_table,
            "seat": view.own_seat,
            "need": write(need) if need else None,
        }
    if view.staff is not None:
        doc["due"] = [
            {"act": each.act, "words": each.words, "details": each.details} for each in due(view.desk, view.now)
        ]
    return doc


class DraftIn(BaseModel):
    """A tournament to be: its conditions, as ``GET /api/tournaments/{name}`` shows those of another. Amounts are cents."""

    model_config = ConfigDict(extra="forbid")
    key: Annotated[
        str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9._-]+$", description="made by the client")
    ]
    conditions: dict[str, Any]


class TournamentOrderIn(BaseModel):
    """Something to be done at a tournament's desk."""

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        json_schema_extra={"examples": [{"key": "0d4b0f1e-7c52-4a0e", "act": "enter", "details": {}}]},
    )
    key: Annotated[
        str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9._-]+$", description="made by the client")
    ]
    act: Annotated[str, Field(max_length=40, description=f"one of: {', '.join(ACTS)}")]
    details: dict[str, Any] = {}
    capacity: Annotated[
        str | None, Field(alias="as", description="player or staff; the player unless only staff may do it")
    ] = None


def _who(premises: Premises, request: Request, act: str, capacity: str | None) -> Person:
    """Who gives an order: staff where only staff may, or where staff is asked for; the player else."""
    visitor, staff = premises.identity.visitor(request), premises.identity.staff(request)
    players = "player" in ACTS[act].roles if act in ACTS else True
    if capacity == "staff" or (capacity is None and (not players or visitor is None)):
        return staff_of(request) if staff is None else staff
    if visitor is None:
        raise Problem("nobody", "Take a play name first: open the lobby, or post to /api/players.")
    return visitor.person


@router.post("/api/tournaments", summary="Draft a tournament", status_code=201)
async def draft(body: DraftIn, request: Request) -> dict[str, Any]:
    """An organiser puts down conditions; whoever the book names approves them before anything is published."""
    premises, staff = premises_of(request), staff_of(request)
    order = Order(staff, "draft", {"conditions": body.conditions}, f"tournament:{body.key}", at=premises.house.clock())
    again = premises.office.drafted_before(order)
    if again is not None:
        return document(TournamentView(premises, again, staff=staff))
    desk, reply = await premises.office.open(order)
    if isinstance(reply.decision, Refused):
        raise problem(reply.fault or "refused", reply.decision)
    return document(TournamentView(premises, desk, staff=staff))


@router.post("/api/tournaments/{name}/orders", summary="Do something at a tournament's desk")
async def order(name: str, body: TournamentOrderIn, request: Request) -> dict[str, Any]:
    """Enter, withdraw, approve, publish, draw, begin, count, disqualify, pay: every act at a tournament comes through here."""
    premises = premises_of(request)
    desk = desk_of(premises, name)
    if body.act not in ACTS:
        raise Problem(
            "misread", f"{body.act!r} is nothing that is done at a tournament's desk; known are {', '.join(ACTS)}."
        )
    who = _who(premises, request, body.act, body.capacity)
    key = f"tournament:{name}:{who.role}:{who.name}:{body.key}"
    reply = await premises.office.do(name, Order(who, body.act, body.details, key, at=premises.house.clock()))
    if not isinstance(reply.decision, Accepted):
        refused = reply.decision
        kind = reply.fault or ("forbidden" if refused.ground in ("role", "authority") else "refused")
        raise problem(kind, refused)
    return {
        "accepted": True,
        "again": reply.again,
        "advice": sentence(reply.decision.advice),
        "clauses": clause_docs(reply.decision.by),
        "readings": list(reply.decision.by.readings),
        "phase": desk.state.phase.value,
    }
