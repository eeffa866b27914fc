"""Publishing: a draft proposed by one supervisor, seconded by another, withdrawn by two before its hour; what is to come."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from houseway.law.drafting import BadDraft
from houseway.premises.notices import Life, NotPublished
from houseway.web import pages
from houseway.web.asking import premises_of, staff_of
from houseway.web.dates import asking_a_book
from houseway.web.problems import Problem, sentence

router = APIRouter(tags=["notices"])


class ProposalIn(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"book": "vic-1997-red-dog", "draft": "notice-7"}]}
    )
    book: str
    draft: Annotated[str, Field(description="the id of a draft in the folder that HOUSEWAY_BOOKS names")]


class WithdrawalIn(BaseModel):
    model_config = ConfigDict(extra="forbid")
    why: str


async def _done(request: Request, act: Awaitable[Life]) -> dict[str, Any]:
    try:
        with asking_a_book():
            life = await act
    except NotPublished as wrong:
        found = [{"place": fault.place, "file": fault.file, "why": fault.why} for fault in wrong.faults]
        kind = "forbidden" if wrong.forbidden else "refused"
        raise Problem(kind, sentence(str(wrong)), faults=found) from None
    except BadDraft as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None
    return life.document(premises_of(request).house.clock())


@router.get("/api/notices", summary="Every notice of this house, with its whole life")
async def notices(request: Request) -> list[dict[str, Any]]:
    premises = premises_of(request)
    return [life.document(premises.house.clock()) for life in premises.notices.lives.values()]


@router.post("/api/notices", summary="Propose a draft", status_code=201)
async def propose(body: ProposalIn, request: Request) -> dict[str, Any]:
    """By whoever has the authority that the book names; it waits for a second person. A draft with faults is refused with all
    of them."""
    premises = premises_of(request)
    return await _done(request, premises.notices.propose(premises, staff_of(request), body.book, body.draft))


@router.post("/api/notices/{id}/second", summary="Second a proposed notice")
async def second(id: str, request: Request) -> dict[str, Any]:
    """By somebody else than who proposed it. From then on it is published, and law at its hour; or withdrawn, if it was
    published and somebody proposed that."""
    premises = premises_of(request)
    return await _done(request, premises.notices.second(premises, staff_of(request), id))


@router.post("/api/notices/{id}/withdraw", summary="Withdraw a notice before its hour")
async def withdraw(id: str, body: WithdrawalIn, request: Request) -> dict[str, Any]:
    """A notice that only waits for its second person is withdrawn at once. One that is published stays law to come until somebody
    else has seconded its withdrawal; `withdrawal` says who proposed that."""
    premises = premises_of(request)
    return await _done(request, premises.notices.withdraw(premises, staff_of(request), id, body.why))


@router.get("/notices", response_class=HTMLResponse, include_in_schema=False)
async def lives(request: Request) -> HTMLResponse:
    """What is to come and what was, for everybody."""
    premises = premises_of(request)
    now = premises.house.clock()
    listed = [(life, life.state(now)) for life in reversed(premises.notices.lives.values())]
    return pages.page(request, "pit/lives.html", lives=listed)
