"""Api: tables, books and names as JSON, for programs. Everything a page shows can be asked for here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from houseway import games
from houseway.floor import jackpots
from houseway.floor.clerk import all_on_disk
from houseway.floor.people import CASINO_SUPERVISORS
from houseway.floor.views import view_of
from houseway.forms import Misread, read
from houseway.law.rulebook import Instrument, NotInForce
from houseway.law.standing import edition_at, standing, to_come
from houseway.play.decision import Refused
from houseway.play.wagers import Jackpot, SetUp
from houseway.premises.identity import NotThatName
from houseway.premises.plans import NAME, TablePlan
from houseway.premises.premises import Premises
from houseway.web.asking import premises_of, staff_who_may
from houseway.web.dates import asking_a_book, moment_asked
from houseway.web.orders import table_of
from houseway.web.problems import Problem, problem, sentence
from houseway.web.turnstile import turn_of
from houseway.web.wording import table_doc

router = APIRouter()


# People


class NameIn(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "Heron"}, {}]})
    name: Annotated[str | None, Field(description="a name of your own; without one you are given one")] = None


@router.post("/api/players", tags=["people"], summary="Take a play name and play credit", status_code=201)
async def take_name(body: NameIn, request: Request) -> JSONResponse:
    """Gives a play name in a cookie, with play credit once. A made-up name may be changed once, before the first wager."""
    premises = premises_of(request)
    identity = premises.identity
    if identity.door is not None:
        raise Problem("forbidden", "This is a staffed house; there are no play names. Players buy in at a terminal.")
    now = identity.visitor(request)
    if now is not None and body.name is None:
        visitor = now
    elif now is not None and (now.renamed or not untouched(premises, now.name)):
        raise Problem("refused", f"You play as {now.name}; a name is changed once, before the first wager.")
    else:
        try:
            visitor = identity.named(body.name) if body.name is not None else identity.newcomer()
        except NotThatName as wrong:
            raise Problem("misread", sentence(str(wrong))) from None
    doc = {"name": visitor.name, "credit": premises.house.credit(visitor.name)}
    response = JSONResponse(doc, 201)
    identity.keep_visitor(response, visitor)
    return response


@router.post("/api/players/credit", tags=["people"], summary="More play credit, when yours is gone")
async def more_credit(request: Request) -> dict[str, Any]:
    """Whoever has too little for any table, and nothing lying at one, is given play credit again."""
    premises = premises_of(request)
    visitor = premises.identity.visitor(request)
    if premises.identity.door is not None or visitor is None:
        raise Problem("forbidden", "Play credit is given in an open house, to whoever has a play name.")
    if not premises.house.is_out_of_credit(visitor.name):
        raise Problem("refused", "There is more play credit once yours is gone and nothing of yours lies at a table.")
    credit = premises.house.welcome_again(visitor.name)
    for name in premises.house.in_order:
        if premises.house.tables[name].state.seat_of(visitor.name):
            premises.house.tell(name)
    return {"name": visitor.name, "credit": credit}


def untouched(premises: Premises, name: str) -> bool:
    """A newcomer who has not sat down anywhere or moved a cent."""
    from houseway.floor.house import PLAY_CREDIT

    seated = any(table.state.seat_of(name) for table in premises.house.tables.values())
    return not seated and premises.house.credit(name) == PLAY_CREDIT


# Tables


@router.get("/api/tables", tags=["tables"], summary="Every table of the floor")
async def tables(request: Request) -> list[dict[str, Any]]:
    premises = premises_of(request)
    house = premises.house
    return [table_doc(table, view_of(table), house.dealt_by.get(name, "house")) for name, table in house.tables.items()]


@router.get("/api/tables/{name}", tags=["tables"], summary="One table, as you see it")
async def one_table(name: str, request: Request) -> dict[str, Any]:
    premises = premises_of(request)
    table = table_of(premises, name)
    visitor = premises.identity.visitor(request)
    who = visitor.name if visitor else ""
    view = view_of(table, who)
    doc = table_doc(table, view, premises.house.dealt_by.get(name, "house"))
    doc["sequence"] = premises.sequence(name)  # how far the record has come; a page says the same of itself
    if who:
        doc["you"] = {
            "name": who,
            "credit": premises.house.credit(who),
            "on_table": table.position().get(who, (0, 0))[0],
            "area": view.area,
            "ready": who in table.state.ready,
        }
        station = next((one for one in table.state.stations.values() if one.account and one.control == who), None)
        if station is not None:
            held = table.position().get(station.name, (0, 0))[0]
            credit = premises.ledger.balance(table.purse(station.name))
            doc["you"]["terminal"] = {"name": station.name, "credit": credit, "on_table": held}
    return doc


class TableIn(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "name": "RD-5",
                    "book": "act-1992-red-dog",
                    "dealt_by": "dealer",
                    "cards_from": "shoe",
                    "set_up": {
                        "sign": {"limits": {"minimum": 1000, "maximum": 20000}, "areas": 9, "players_per_area": 3}
                    },
                }
            ]
        },
    )
    name: Annotated[str, Field(pattern=f"^{NAME.pattern}$")]
    book: str
    set_up: dict[str, Any] = {}
    dealt_by: Literal["house", "dealer"] = "house"
    cards_from: Literal["rng", "shoe"] = "rng"
    jackpot: Annotated[str, Field(description="a jackpot of the house that the table links to, by its meter")] = ""


def _linked(premises: Premises, name: str) -> Jackpot:
    """The jackpot of that name, as it is approved."""
    known = jackpots.jackpots(premises.ledger)
    if name not in known:
        raise Problem("unknown", f"There is no jackpot {name!r}; there are {', '.join(known) or 'none'}.")
    return known[name].jackpot


@router.post("/api/tables", tags=["tables"], summary="Open a table", status_code=201)
async def open_table(body: TableIn, request: Request) -> dict[str, Any]:
    """A casino supervisor opens a table under a book; a set-up the book does not allow is refused by its clause."""
    premises = premises_of(request)
    staff_who_may("open a table", CASINO_SUPERVISORS, request)
    if body.name in premises.house.tables or body.name in premises.house.out_of_order:
        raise Problem("refused", f"There is a table {body.name} already.")
    if body.dealt_by == "house" and body.cards_from == "shoe":
        raise Problem("refused", "The house deals by the generator; a table with a real shoe needs a dealer.")
    try:
        set_up: SetUp = read(SetUp, body.set_up, "set_up")
        if body.jackpot:
            set_up = replace(set_up, sign=replace(set_up.sign, jackpot=_linked(premises, body.jackpot)))
        table = premises.open_table(TablePlan(body.name, body.book, set_up, body.dealt_by, body.cards_from))
    except Misread as wrong:
        raise Problem("misread", sentence(str(wrong))) from None
    except (games.NoSuchBook, NotInForce) as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None
    if isinstance(table, Refused):
        raise problem("refused", table)
    return table_doc(table, view_of(table), body.dealt_by)


# Books


@router.get("/api/books", tags=["books"], summary="Every rulebook")
async def books() -> list[dict[str, Any]]:
    return [
        {
            "id": book.id,
            "game": book.game,
            "title": book.title,
            "jurisdiction": book.jurisdiction,
            "instrument": book.instrument,
            "in_force": book.commences.isoformat() if book.commences else None,
            "opens_tables": not book.missing,
        }
        for book in games.library().values()
    ]


@router.get("/api/books/{id}", tags=["books"], summary="A rulebook as it stands at a moment, clause by clause")
async def one_book(
    id: str,
    request: Request,
    at: Annotated[str, Query(description="an hour of the venue, such as 1999-11-08T04:00; without one, now")] = "",
) -> dict[str, Any]:
    """Every clause that is told then, with its instrument and, where a later notice has changed or ended it, with that notice.
    A notice may be named by its own id: it is read in the book that it amends."""
    moment = moment_asked(request, at)
    with asking_a_book():
        book, variant, _ = games.instrument(id)
        edition = edition_at(book, moment, variant)
        told = list(standing(book, moment, variant))
        parts = book.in_force(moment, variant)
    return {
        "id": book.id,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "instrument": book.instrument,
        "note": book.note,
        "at": moment.isoformat(timespec="minutes"),
        "edition": edition.digest if edition else None,
        "amended_by": [notice_doc(part) for part in parts if part is not book.base],
        "to_come": [notice_doc(part) for part in to_come(book, moment, variant)],
        "clauses": [
            {
                "number": one.words.number,
                "title": one.words.title,
                "words": one.words.text,
                "kind": one.kind.value,
                "from": one.of.id,
                "instrument": one.of.citation,
                "amended_by": [
                    {"notice": notice.id, "clause": number, "provision": provided.name, "now": provided.now}
                    for provided in one.provides
                    for notice, number in provided.amended_by
                ],
                **({"fate": one.fate.words} if one.fate else {}),
            }
            for one in told
        ],
        "readings": {
            id: {"open": r.open, "we_read": r.read, "because": r.because, "otherwise": r.otherwise}
            for id, r in book.readings.items()
        },
    }


def notice_doc(part: Instrument) -> dict[str, Any]:
    """A notice with its hours."""
    return {
        "id": part.id,
        "instrument": part.citation,
        "commences": part.commences.isoformat() if part.commences else None,
        "expires": part.expires.isoformat() if part.expires else None,
    }


# A stream for scripts: curl -N http://127.0.0.1:8000/events


@router.get("/events", tags=["tables"], summary="What changes, as server-sent events")
async def events(request: Request, table: str | None = None) -> StreamingResponse:
    premises = premises_of(request)
    if table is not None:
        table_of(premises, table)
    return StreamingResponse(_events(premises, request, table), media_type="text/event-stream")


async def _events(premises: Premises, request: Request, wanted: str | None) -> AsyncIterator[str]:
    moved: dict[str, None] = {}
    changed, stream = asyncio.Event(), wanted or "*"

    def told(name: str) -> None:
        moved[name] = None
        changed.set()

    premises.house.watch(stream, told)
    try:
        moved.update(dict.fromkeys([wanted] if wanted else premises.house.tables))
        changed.set()
        while not await request.is_disconnected():
            try:
                await asyncio.wait_for(changed.wait(), 15)
            except TimeoutError:
                yield ": still here\n\n"
            changed.clear()
            while moved:  # a table that moved several times is told of once, as it is
                del moved[name := next(iter(moved))]
                async with turn_of(request):
                    event = _event(premises, name) if name in premises.house.tables else ""
                await all_on_disk(premises.ledger)
                if event:
                    yield event
    finally:
        premises.house.unwatch(stream, told)


def _event(premises: Premises, name: str) -> str:
    """A table as it stands, to be told when all of it is on disk."""
    table = premises.house.tables[name]
    doc = table_doc(table, view_of(table), premises.house.dealt_by.get(name, "house"))
    return f"id: {premises.sequence(name)}\nevent: table\ndata: {json.dumps(doc)}\n\n"
