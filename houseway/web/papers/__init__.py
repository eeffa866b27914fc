"""Papers: every document the house has written, to read, to print and to find again.

What hangs at a table everybody may read; what is addressed to a player that player may; staff read what they work with, and an
inspector all of it. In a staffed house every look of staff is on record.
"""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, Response

from houseway.floor.jackpots import STREAM as JACKPOTS
from houseway.floor.keno.desk import STREAM as KENO
from houseway.floor.papers import printed
from houseway.floor.papers.filed import Filed, Wanted, found, hanging, one_paper
from houseway.floor.papers.paper import SORTS, may_read
from houseway.floor.papers.rules_copy import rules_copy
from houseway.floor.people import Person
from houseway.floor.table import Table
from houseway.floor.tournament.desk import STREAMS as TOURNAMENTS
from houseway.law.clause import NO_CLAUSE
from houseway.law.roles import STAFF
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.apart import apart, drawn
from houseway.web.asking import premises_of
from houseway.web.dates import asking_a_book, moment_asked
from houseway.web.keno import keno_of
from houseway.web.looking import note_look
from houseway.web.orders import table_of
from houseway.web.problems import Problem
from houseway.web.wording import clause_docs

router = APIRouter()

SHOWN = 50
DESKS = (KENO, JACKPOTS)

Desk = Annotated[str, Query(description="a table, or keno, or jackpots; every one if none is named", max_length=60)]
Sort = Annotated[str, Query(description="one sort of paper", max_length=60)]
Who = Annotated[str, Query(description="whom a paper is for, or who wrote it", max_length=60)]
Words = Annotated[str, Query(description="papers that contain these words", max_length=80)]
Day = Annotated[
    str, Query(description="of the calendar, such as 2026-11-16", max_length=10, pattern=r"^(\d{4}-\d\d-\d\d)?$")
]
Before = Annotated[str, Query(description="the reference of a paper: those older than it", max_length=40)]
Number = Annotated[int, Path(description="of the entry in the record", ge=1, le=2**62)]


def reader(request: Request) -> Person | None:
    """Who is reading: staff, or else a player; nobody in particular may read what hangs at a table."""
    identity = premises_of(request).identity
    staff = identity.staff(request)
    if staff is not None:
        return staff
    visitor = identity.visitor(request)
    return visitor.person if visitor is not None else None


def _look(request: Request, who: Person | None, what: str) -> None:
    premises = premises_of(request)
    if premises.identity.door is not None and who is not None and who.role in STAFF:
        note_look(premises, who, what[:200])


def _stream(premises: Premises, name: str) -> str:
    """The stream that a desk writes to, by the name on its papers."""
    known = {desk.removeprefix("desk:"): desk for desk in _desks(premises)}
    if name.removeprefix("desk:") not in known:
        raise Problem("unknown", f"No papers are written at {name!r}; there are {', '.join(known)}.")
    return known[name.removeprefix("desk:")]


def _desks(premises: Premises) -> list[str]:
    written = [desk for desk in premises.ledger.streams() if desk in DESKS or desk.startswith(TOURNAMENTS)]
    return sorted([*premises.house.tables, *written])


def _found(premises: Premises, desk: str, wanted: Wanted, who: Person | None) -> list[Filed]:
    desks = [_stream(premises, desk)] if desk else _desks(premises)
    return found(premises.ledger, desks, wanted, who, SHOWN)


def _one(premises: Premises, desk: str, number: int, who: Person | None) -> Filed:
    filed = one_paper(premises.ledger, _stream(premises, desk), number)
    if filed is None or not may_read(filed.paper, who):  # what one may not read is not told to exist
        raise Problem("unknown", f"There is no paper {desk}/{number} for you to read.")
    return filed


@router.get("/papers", response_class=HTMLResponse, include_in_schema=False)
async def listed(
    request: Request, desk: Desk = "", sort: Sort = "", person: Who = "", words: Words = "", day: Day = "", before: Before = ""
) -> HTMLResponse:  # fmt: skip
    premises, who = premises_of(request), reader(request)
    _look(request, who, f"papers {desk} {sort} {person} {words} {day}".strip())
    asked = Wanted(sort, person, words, day, before)
    papers = await apart(_found, premises, desk, asked, who)
    query = {"desk": desk, "sort": sort, "person": person, "words": words, "day": day}
    return pages.page(
        request, "papers/list.html", papers=papers, asked=query, sorts=list(SORTS), reader=who,
        desks=[each.removeprefix("desk:") for each in _desks(premises)], further=len(papers) == SHOWN,
    )  # fmt: skip


@router.get("/papers/{desk}/{number}", response_class=HTMLResponse, include_in_schema=False)
async def page(desk: str, number: Number, request: Request) -> HTMLResponse:
    premises, who = premises_of(request), reader(request)
    filed = await apart(_one, premises, desk, number, who)
    _look(request, who, f"paper {filed.reference}")
    return pages.page(
        request, "papers/paper.html", filed=filed, paper=filed.paper, clauses=printed.clauses_of(filed.paper),
        copied=printed.copied(filed.paper), signed=SORTS[filed.paper.sort].signed,
    )  # fmt: skip


@router.get("/papers/{desk}/{number}/pdf", include_in_schema=False)
async def paper_pdf(desk: str, number: Number, request: Request) -> Response:
    premises, who = premises_of(request), reader(request)
    filed = await apart(_one, premises, desk, number, who)
    _look(request, who, f"paper {filed.reference} printed")
    return _pdf(await apart(printed.pdf, filed), f"{filed.reference.replace('/', '-')}.pdf")


@router.get("/table/{name}/papers", response_class=HTMLResponse, include_in_schema=False)
async def at_table(name: str, request: Request) -> HTMLResponse:
    """What hangs at a table now, and what was written there for whoever looks."""
    premises, who = premises_of(request), reader(request)
    table = table_of(premises, name)
    shown, own = await apart(_at_table, premises, table, who)
    return pages.page(request, "papers/table.html", table=table, name=name, hanging=shown, own=own, reader=who)


def _at_table(premises: Premises, table: Table, who: Person | None) -> tuple[list[Filed], list[Filed]]:
    own = [] if who is None else found(premises.ledger, [table.name], Wanted(person=who.name), who, SHOWN)
    return hanging(table), own


@router.get("/keno/papers", response_class=HTMLResponse, include_in_schema=False)
async def at_keno(request: Request) -> HTMLResponse:
    """Keno's forms to fill in, what is displayed, and what was written for whoever looks."""
    premises, who = premises_of(request), reader(request)
    desk = keno_of(request).keno
    own = [] if who is None else await apart(found, premises.ledger, [KENO], Wanted(person=who.name), who, SHOWN)
    terms, copy = desk.terms, desk.terms.general.rules_copy
    forms = (
        ("entry", "Entry form", terms.kinds.mark_form.by),
        ("way", "Way entry form", terms.kinds.way_form.by),
        ("claim", "Claim form for an old, lost or mutilated ticket", terms.desk.lost.by),
    )
    return pages.page(
        request, "papers/keno.html", book=desk.book, forms=forms, copy_by=NO_CLAUSE if copy is None else copy.by, own=own,
        reader=who, key=secrets.token_hex(8),
    )  # fmt: skip


@router.get("/books/{id}/rules.pdf", include_in_schema=False)
async def rules(id: str, request: Request, at: str = "") -> Response:
    """A copy of the rules as they stand, or stood on a day."""
    moment = moment_asked(request, at)
    with asking_a_book():
        copy = rules_copy(id, moment)
    return _pdf(await drawn(printed.rules_pdf, copy), f"{id}.pdf")


def _pdf(content: bytes, name: str) -> Response:
    return Response(
        content, media_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'}
    )


# For programs


def paper_doc(filed: Filed) -> dict[str, Any]:
    paper, entry = filed.paper, filed.entry
    return {
        "reference": filed.reference,
        "sort": paper.sort,
        "at": entry.at,
        "by": {"role": filed.role, "name": filed.by},
        "for": paper.to,
        "round": paper.round or None,
        "lines": [{"label": label, "says": said} for label, said in paper.lines],
        "says": list(paper.says),
        "clauses": clause_docs(paper.by),
        "readings": list(paper.by.readings),
        "edition": paper.edition,
        "entry": {"stream": entry.stream, "number": entry.number, "hash": entry.hash},
        "pdf": f"/papers/{filed.reference}/pdf",
    }


@router.get("/api/papers", tags=["papers"], summary="Papers on record, the newest first")
async def listed_json(
    request: Request, desk: Desk = "", sort: Sort = "", person: Who = "", words: Words = "", day: Day = "", before: Before = ""
) -> list[dict[str, Any]]:  # fmt: skip
    """Those that whoever asks may read: everybody what hangs at a table, players their own, staff and inspectors the rest."""
    premises, who = premises_of(request), reader(request)
    if sort and sort not in SORTS:
        raise Problem("misread", f"{sort!r} is no sort of paper; there are {', '.join(SORTS)}.")
    _look(request, who, f"papers {desk} {sort} {person} {words} {day}".strip())
    papers = await apart(_found, premises, desk, Wanted(sort, person, words, day, before), who)
    return [paper_doc(filed) for filed in papers]


@router.get("/api/papers/{desk}/{number}", tags=["papers"], summary="One paper by its reference")
async def one_json(desk: str, number: Number, request: Request) -> dict[str, Any]:
    premises, who = premises_of(request), reader(request)
    filed = await apart(_one, premises, desk, number, who)
    _look(request, who, f"paper {filed.reference}")
    return paper_doc(filed)


@router.get("/api/tables/{name}/papers", tags=["papers"], summary="What hangs at a table now")
async def hanging_json(name: str, request: Request) -> list[dict[str, Any]]:
    table = table_of(premises_of(request), name)
    return [paper_doc(filed) for filed in await apart(hanging, table)]
