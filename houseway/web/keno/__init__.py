"""Keno: the writer's terminal, the board on the wall, the operator's console, and their API.

Pages read the board's state and post orders; the desk decides. A board hears of every ball over a WebSocket and is never
told a number before it is shown.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from houseway.floor.clerk import all_on_disk
from houseway.floor.keno import running
from houseway.floor.keno.acts import ROLES_OF_ACT
from houseway.floor.keno.desk import Answer, Order
from houseway.floor.keno.host import KENO, Host
from houseway.floor.keno.papers import read_code
from houseway.floor.keno.paying import look_up
from houseway.floor.keno.receipt import Receipt, as_text, receipt, voucher_text
from houseway.floor.keno.reports import payments
from houseway.floor.keno.selling import catalogue, open_voucher, presented, quote
from houseway.floor.people import Person
from houseway.forms import Misread
from houseway.games.keno.entry import charged_games, is_jackpot
from houseway.games.keno.entry import judge as judge_entry
from houseway.money import NotMoney
from houseway.play.decision import Accepted, Refused
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.apart import apart
from houseway.web.arriving import arriving
from houseway.web.asking import Signature, premises_of, signer_of, staff_of, to_the_door
from houseway.web.bodies import Details
from houseway.web.how.worked import words_of
from houseway.web.keno.console import Console, coming_law
from houseway.web.live import same_origin
from houseway.web.news import changes
from houseway.web.pacing import keep_pace
from houseway.web.problems import Problem, problem, sentence
from houseway.web.turnstile import turn_of
from houseway.web.wording import clause_docs

router = APIRouter()


# Who


def keno_of(asking: HTTPConnection) -> Host:
    """The keno computer, or why nobody gets to it."""
    premises = premises_of(asking)
    if KENO in premises.house.out_of_order:
        raise Problem("frozen", f"Keno is out of order: {premises.house.out_of_order[KENO]}")
    return premises.keno


def person(premises: Premises, request: Request, capacity: str | None) -> Person:
    visitor = premises.identity.visitor(request)
    if capacity == "staff" or (capacity is None and visitor is None):
        return staff_of(request)
    if visitor is None:
        raise Problem("nobody", "Take a play name first: POST /api/players.")
    return visitor.person


# Pages


@router.get("/keno", response_class=HTMLResponse, include_in_schema=False)
async def terminal(request: Request, replay: str = "") -> Response:
    premises, host = premises_of(request), keno_of(request)
    staff = premises.identity.staff(request)
    if staff is None and premises.identity.door is not None:  # tickets are bought from a writer; the board is for all
        return RedirectResponse("/keno/board", 303)
    arrival = arriving(request)
    keno, drawer = host.keno, _drawer(premises, staff)
    response = pages.page(
        request, "keno/terminal.html", keno=keno, drawer=drawer or "", needs_drawer=drawer == "",
        errands=keno.standing.errands if staff is not None else {}, board=host.board(), visitor=arrival.visitor,
        credit=arrival.credit, writer=staff is not None, catalogue=catalogue(),
        form=keno.terms.kinds.mark_form.value, terms=keno.terms, book=keno.book,
        to_come=coming_law(premises), aim=words_of("keno", keno.book.id, "").get("aim", ""),
    )  # fmt: skip
    arrival.keep(request, response)
    return response


def _drawer(premises: Premises, staff: Person | None) -> str | None:
    """Where a writer's drawer is; "" where the house wants one and there is none; None where nobody needs any."""
    if staff is None or premises.desks is None or not premises.desks.cage.state.arrangement.drawers:
        return None
    return next((one.place for one in premises.desks.cage.state.drawers.values() if one.holder == staff.name), "")


@router.get("/keno/runner", include_in_schema=False)
async def runner(request: Request) -> Response:
    """A runner takes wagers from players and carries them to a writer."""
    premises = premises_of(request)
    if premises.identity.staff(request) is None:
        return to_the_door(request)
    keno = keno_of(request).keno
    return pages.page(request, "keno/runner.html", errands=keno.standing.errands, terms=keno.terms, book=keno.book)


@router.get("/keno/board", response_class=HTMLResponse, include_in_schema=False)
async def board(request: Request) -> HTMLResponse:
    host = keno_of(request)
    keno = host.keno
    return pages.page(request, "keno/board.html", board=host.board(), terms=keno.terms, book=keno.book)


@router.get("/keno/console", include_in_schema=False)
async def console(request: Request) -> Response:
    premises = premises_of(request)
    staff = premises.identity.staff(request)
    if staff is None:
        return to_the_door(request)
    keno = keno_of(request).keno
    return pages.page(request, "keno/console.html", desk=Console(premises, staff), terms=keno.terms, book=keno.book)


@router.get("/keno/console/part", include_in_schema=False, response_class=HTMLResponse)
async def console_part(request: Request) -> HTMLResponse:
    premises = premises_of(request)
    staff = staff_of(request)
    keno = keno_of(request).keno
    return HTMLResponse(
        pages.part("keno/standing.html", desk=Console(premises, staff), terms=keno.terms, book=keno.book)
    )


@router.get("/keno/reports", include_in_schema=False)
async def reports(request: Request, day: str = "") -> Response:
    premises = premises_of(request)
    staff = premises.identity.staff(request)
    if staff is None:
        return to_the_door(request)
    keno, desk = keno_of(request).keno, Console(premises, staff)
    found = await apart(desk.reports, day)
    return pages.page(request, "keno/reports.html", desk=desk, reports=found, terms=keno.terms, book=keno.book)


# Papers for a printer


@router.get("/keno/papers/{code}.{form}", include_in_schema=False)
async def paper(
    code: str, form: Literal["txt", "pdf"], request: Request, kind: Literal["ticket", "voucher", "form"] = "ticket"
) -> Response:
    """A receipt or voucher to print, or the entry form it was sold from; whoever knows its serial holds it."""
    from houseway.web.keno import forms  # fonts and images: nothing that opening waits for
    from houseway.web.keno.pdf import receipt_pdf, voucher_pdf

    keno = keno_of(request).keno
    if kind == "voucher":
        found = open_voucher(keno, code)
        if isinstance(found, Refused):
            raise problem("unknown", found)
        if form == "txt":
            return PlainTextResponse(voucher_text(found))
        return Response(voucher_pdf(found), media_type="application/pdf")
    ticket = presented(keno, code)
    if isinstance(ticket, Refused):
        raise problem("unknown", ticket)
    if kind == "form":
        filled = forms.way_form if ticket.kind == "way" else forms.mark_form
        return Response(filled(keno.terms, ticket), media_type="application/pdf")
    printed = receipt(keno, ticket)
    if form == "txt":
        return PlainTextResponse(as_text(printed))
    return Response(receipt_pdf(printed), media_type="application/pdf")


@router.get("/keno/forms/{name}.pdf", include_in_schema=False)
async def empty_form(name: Literal["entry", "way", "claim"], request: Request) -> Response:
    """A form for a player to fill in."""
    from houseway.web.keno import forms

    terms = keno_of(request).keno.terms
    made = {
        "entry": lambda: forms.mark_form(terms),
        "way": lambda: forms.way_form(terms),
        "claim": lambda: forms.claim_form(terms.desk.lost.by.cited[1]),
    }
    return Response(await asyncio.to_thread(made[name]), media_type="application/pdf")


@router.get("/keno/reports.pdf", include_in_schema=False)
async def printed_reports(request: Request, day: str = "") -> Response:
    """The liability report on paper."""
    from houseway.web.keno.pdf import report_pdf

    premises, staff = premises_of(request), staff_of(request)
    keno_of(request)
    found = await asyncio.to_thread(Console(premises, staff).reports, day)
    at = premises.house.clock().isoformat(sep=" ", timespec="minutes")
    return Response(await asyncio.to_thread(report_pdf, found, f"{staff.name}, {at}"), media_type="application/pdf")


# The API


@router.get("/api/keno", tags=["keno"], summary="The board: what the walls show")
async def board_doc(request: Request) -> dict[str, Any]:
    return keno_of(request).board()


class EntryIn(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"details": {"numbers": [3, 17, 24], "cents": 200, "games": 5}}]},
    )
    details: Details = {}


@router.post("/api/keno/quote", tags=["keno"], summary="What an entry would cost")
async def price(body: EntryIn, request: Request) -> dict[str, Any]:
    """The price before issue, or the clause that stands against it; nothing is changed. Picks are made at issue."""
    keno = keno_of(request).keno
    try:
        found = quote(keno, body.details)
    except (Misread, NotMoney) as wrong:
        raise Problem("misread", sentence(str(wrong))) from None
    if isinstance(found, Refused):
        raise problem("refused", found)
    entry, cents = found
    decision = judge_entry(keno.terms, entry)
    charged = charged_games(keno.terms, entry.games)
    return {
        "price": cents,
        "per_game": entry.per_game,
        "games": entry.games,
        "charged": charged,
        "free": entry.games - charged,
        "first": keno.standing.game,
        "last": keno.standing.game + entry.games - 1,
        "special": entry.special,
        "lines": [list(line) for line in entry.lines],
        "ways": len(entry.ways),
        "jackpot": any(is_jackpot(keno.terms, entry.special, way.spots) for way in entry.ways),
        "clauses": clause_docs(decision.by),
    }


class KenoOrder(BaseModel):
    """Something to be done at a terminal or at the console."""

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        json_schema_extra={
            "examples": [
                {
                    "key": "0d4b0f1e-7c52-4a0e",
                    "act": "sell",
                    "details": {"numbers": [3, 17, 24, 41], "cents": 200, "games": 5},
                }
            ]
        },
    )
    key: Annotated[
        str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9._-]+$", description="made by the client")
    ]
    act: Annotated[str, Field(max_length=40, description=f"one of: {', '.join(ROLES_OF_ACT)}")]
    details: Details = {}
    terminal: Annotated[str, Field(max_length=12, pattern=r"^[A-Za-z0-9-]+$")] = "T-01"
    capacity: Annotated[Literal["player", "staff"] | None, Field(alias="as")] = None
    signed_by: Annotated[
        Signature | None, Field(description="who signs a ruling that puts right what was paid; the asker is on record")
    ] = None


@router.post("/api/keno/orders", tags=["keno"], summary="Sell, cancel, pay, draw: every act at the keno computer")
async def do(body: KenoOrder, request: Request) -> dict[str, Any]:
    premises, received = premises_of(request), time.monotonic()
    host = keno_of(request)
    who = person(premises, request, body.capacity)
    keep_pace(request.app.state.buckets.of_person(who))
    # who asks is who is signed in, whatever the order says of it
    details = {name: value for name, value in body.details.items() if name != "asked_by"}
    if body.signed_by is not None:
        details["asked_by"] = who.name
        who = await signer_of(request, who, body.signed_by)
    terminal = body.terminal
    if premises.desks is not None and who.role != "player":  # a writer's terminal is where their drawer is
        open_now = premises.desks.cage.state.drawers.values()
        terminal = next((one.place for one in open_now if one.holder == who.name), terminal)
    key = f"keno:{who.role}:{who.name}:{body.key}"
    order = Order(who, body.act, details, key, premises.house.clock(), terminal, received)
    answer = await host.do(order)
    if not answer.accepted:
        raise _refusal(order, answer)
    if body.act in ("draw", "confirm draw") and host.keno.standing.run_by != "house":
        await host.settle()
    return _answer_doc(premises, who, answer)


def _refusal(order: Order, answer: Answer) -> Problem:
    refused = answer.decision
    assert isinstance(refused, Refused)
    kind = answer.fault or "refused"
    if not answer.fault and order.act in ROLES_OF_ACT and order.who.role not in ROLES_OF_ACT[order.act]:
        kind = "forbidden"
    return problem(kind, refused)


def _answer_doc(premises: Premises, who: Person, answer: Answer) -> dict[str, Any]:
    keno, decision = premises.keno.keno, answer.decision
    assert isinstance(decision, Accepted)
    doc: dict[str, Any] = {
        "accepted": True,
        "again": answer.again,
        "advice": decision.advice,
        "paper": answer.paper,
        "clauses": clause_docs(decision.by),
        "readings": list(decision.by.readings),
    }
    code = answer.paper.get("code")
    if isinstance(code, str):
        ticket = presented(keno, code)
        if not isinstance(ticket, Refused):
            doc["receipt"] = receipt_doc(receipt(keno, ticket))
    if who.role == "player":
        doc["credit"] = premises.house.credit(who.name)
    return doc


def receipt_doc(paper: Receipt) -> dict[str, Any]:
    return {name: getattr(paper, name) for name in Receipt.__dataclass_fields__}


@router.get("/api/keno/tickets/{code}", tags=["keno"], summary="A ticket by number and serial, and what is due on it")
async def one_ticket(code: str, request: Request) -> JSONResponse:
    keno = keno_of(request).keno
    if read_code(code) is None:
        raise Problem("unknown", "A receipt is named by its number and serial, such as 17-0042771955831907.")
    found = look_up(keno, code)
    if isinstance(found, Refused):
        raise problem("refused", found)
    ticket, wins, upto = found
    return JSONResponse(
        {
            "ticket": ticket.number,
            "status": ticket.status,
            "receipt": receipt_doc(receipt(keno, ticket)),
            "paid_up_to": ticket.paid if ticket.paid >= ticket.first else None,
            "settled_up_to": upto if upto >= ticket.first else None,
            "due": sum(win.cents for win in wins),
            "payments": payments(keno, ticket.number),
            "games": [
                {
                    "game": win.game,
                    "cents": win.cents,
                    "bonus": win.bonus,
                    "ways": [
                        {
                            "numbers": list(way.numbers),
                            "matched": way.matched,
                            "cents": way.cents,
                            "jackpot": way.jackpot,
                        }
                        for way in win.ways
                    ],
                }
                for win in wins
                if win.cents
            ],
        }
    )


@router.get("/api/keno/report", tags=["keno"], summary="Liability by Keno day, held against the ledger")
async def report(request: Request) -> dict[str, Any]:
    premises = premises_of(request)
    staff = staff_of(request)
    keno_of(request)
    found = await apart(Console(premises, staff).reports, "")
    return found.document()


# Live


@router.websocket("/keno/ws")
async def live(socket: WebSocket) -> None:
    premises = premises_of(socket)
    if not same_origin(socket) or KENO in premises.house.out_of_order:
        await socket.close(1008)
        return
    await socket.accept()
    host, changed = premises.keno, asyncio.Event()
    host.watch(changed.set)
    try:
        async for _ in changes(socket, changed):
            async with turn_of(socket):
                prompt = running.prompt(host.keno)
                doc = host.board() | {"now": time.time(), "asks": prompt.title if prompt is not None else ""}
            await all_on_disk(premises.ledger)
            await socket.send_text(json.dumps(doc))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        host.unwatch(changed.set)
