"""Problems: how the house says no over HTTP, as ``application/problem+json`` with the clauses that speak.

Every kind has an address of its own that explains it in a sentence. A refusal by the rules is a 409: the order was
understood, and the table as it stands does not allow it. ``detail`` is for people; programs go by ``code``, which is the name of
the provision that refuses (``play/decision.py``), or the kind of the problem where no rule spoke.
"""

from __future__ import annotations

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from houseway.floor.table import Order, Reply
from houseway.forms import Misread
from houseway.law.clause import Basis
from houseway.law.library import BadBook
from houseway.ledger import LedgerBroken
from houseway.play.decision import Refused
from houseway.play.states import Status
from houseway.web import pages
from houseway.web.wording import clause_docs

log = logging.getLogger("houseway")

KINDS: dict[str, tuple[int, str, str]] = {
    "refused": (409, "Refused", "The rules or the table's state do not allow the act; the clauses say which."),
    "late": (409, "Late", "The chip came after the window had closed. Nothing was charged."),
    "stale": (409, "The table has moved on", "The order was meant for an earlier moment. Look again, then decide."),
    "frozen": (409, "Frozen", "A supervisor has been called; nothing moves until the table is released."),
    "closed": (409, "Closed", "The table is closed."),
    "funds": (409, "Not enough credit", "The order needs more play credit than there is."),
    "forbidden": (403, "Not yours to do", "People have roles; this act belongs to another one."),
    "misread": (422, "Not understood", "A value is missing, of another kind, or not one that can be."),
    "key": (422, "Key used before", "The same key came before with other contents. Make a new key for a new order."),
    "nobody": (401, "Who is asking", "A play name or a staff sign-in is needed first."),
    "busy": (429, "Wait a little", "Too many tries, or too many people at once."),
    "unknown": (404, "No such thing", "Nothing of that name is here."),
    "book": (
        409,
        "This book does not load",
        "Its file, or a notice that amends it, has a mistake; other books are read.",
    ),
    "garbled": (400, "Not readable", "The request is not JSON."),
    "elsewhere": (403, "From elsewhere", "The request came from a page of another site."),
    "stopped": (
        503,
        "The house has stopped",
        "The ledger could not be written. Nothing more is accepted until a restart.",
    ),
    "moving": (
        503,
        "Moving",
        "What you asked for is moving to another process of the house. Nothing was done; ask again.",
    ),
    "mistake": (500, "A mistake of ours", "Something broke in the house. Nothing was changed by this request."),
}

MEDIA = "application/problem+json"


class Problem(Exception):
    def __init__(
        self, kind: str, detail: str, by: Basis | None = None, title: str = "", code: str = "", **extra: Any
    ) -> None:
        super().__init__(detail)
        self.code = code or kind
        self.kind, self.detail, self.by, self.extra = kind, detail, by or Basis(()), extra
        self.status, usual, _ = KINDS[kind]
        self.title = title or usual

    def response(self) -> JSONResponse:
        doc = {
            "type": f"/problems/{self.kind}",
            "title": self.title,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            "clauses": clause_docs(self.by),
            "readings": list(self.by.readings),
            **self.extra,
        }
        wait = self.extra.get("wait")
        headers = {"Retry-After": str(wait)} if wait else None
        return JSONResponse(doc, self.status, headers, media_type=MEDIA)


def of_refusal(reply: Reply, order: Order, before: tuple[int, Status], **now: Any) -> Problem:
    """The problem a refused order comes to. ``before`` is the prompt number and status it met, ``now`` how the table
    stands, so that a page can tell whether its tap was meant for this window all the same."""
    refused = reply.decision
    assert isinstance(refused, Refused)
    prompt, status = before
    if reply.fault:
        kind = reply.fault
    elif order.prompt is not None and order.prompt != prompt:
        kind = "stale"
    elif not order.who.may(order.act) or refused.ground in ("authority", "same_person"):
        kind = "forbidden"
    elif not status.is_open:
        kind = status
    else:
        kind = "refused"
    return problem(kind, refused, **now)


def problem(kind: str, refused: Refused, **extra: Any) -> Problem:
    """A refusal of the rules as a problem of some kind, with the code of the provision that refuses."""
    return Problem(kind, sentence(refused.because), refused.by, code=refused.code, **extra)


def sentence(words: str) -> str:
    """A reason as a sentence, whatever it was written for."""
    words = words.strip()
    return words if not words else words[0].upper() + words[1:] + ("" if words[-1] in ".?!" else ".")


def wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api")


def install(app: FastAPI) -> None:
    """Every error leaves as a problem, or as a page for a person who asked for one."""

    def answer(request: Request, problem: Problem) -> Response:
        if wants_page(request):
            return pages.page(request, "problem.html", problem.status, problem=problem)
        return problem.response()

    @app.exception_handler(Problem)
    async def ours(request: Request, problem: Problem) -> Response:
        return answer(request, problem)

    @app.exception_handler(Misread)
    async def misread(request: Request, wrong: Misread) -> Response:
        return answer(request, Problem("misread", sentence(str(wrong))))

    @app.exception_handler(BadBook)
    async def unreadable(request: Request, wrong: BadBook) -> Response:
        return answer(request, Problem("book", sentence(wrong.words)))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, wrong: RequestValidationError) -> Response:
        first = wrong.errors()[0]
        if first["type"] == "json_invalid":
            return Problem("garbled", "The request is not JSON.").response()
        where = ".".join(str(step) for step in first["loc"] if step not in ("body", "query", "path"))
        return answer(request, Problem("misread", f"{where}: {first['msg']}." if where else f"{first['msg']}."))

    @app.exception_handler(HTTPException)
    async def http(request: Request, wrong: HTTPException) -> Response:
        if wrong.status_code == 404:
            return answer(request, Problem("unknown", f"There is nothing at {request.url.path}."))
        doc = {
            "type": "about:blank",
            "title": wrong.detail,
            "status": wrong.status_code,
            "code": "http",
            "detail": wrong.detail,
        }
        return JSONResponse({**doc, "clauses": [], "readings": []}, wrong.status_code, wrong.headers, media_type=MEDIA)

    @app.exception_handler(LedgerBroken)
    async def broken(request: Request, wrong: LedgerBroken) -> Response:
        request.app.state.premises.house.stopped.set()
        return answer(request, Problem("stopped", KINDS["stopped"][2]))

    @app.exception_handler(Exception)
    async def mistake(request: Request, wrong: Exception) -> Response:
        log.exception("%s %s", request.method, request.url.path, exc_info=wrong)
        return Problem("mistake", KINDS["mistake"][2]).response()
