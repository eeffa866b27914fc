"""Inspect: the whole record, for the inspector. Read, searched, replayed and exported here; nothing here can change it.

Every reading of it is a fact too: who looked, at what and when stands in the stream ``desk:inspections``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse

from houseway.floor.people import CASINO_SUPERVISORS, Person
from houseway.law.roles import REGULATING
from houseway.ledger import Stored, audit
from houseway.ledger.audit import Audit
from houseway.ledger.evidence import NoEvidence, Stretch, evidence
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.apart import apart
from houseway.web.asking import premises_of, staff_of
from houseway.web.looking import note_look
from houseway.web.problems import Problem

router = APIRouter(tags=["record"])

SHOWN, LOOKED = 100, 20_000  # entries on a page, and those that are looked through for it

Kind = Annotated[str, Query(description="entries of one kind only", max_length=40)]
Number = Annotated[int, Query(description="of an entry", ge=0, le=2**62)]
Words = Annotated[str, Query(description="entries that contain these words", max_length=80)]


def inspector(request: Request) -> Person:
    staff = staff_of(request, "an inspector")
    if staff.role not in (*REGULATING, *CASINO_SUPERVISORS):
        raise Problem("forbidden", f"The record as a whole is for inspectors; you are a {staff.role}.")
    return staff


def _one_of(streams: list[str], name: str) -> str:
    if name not in streams:
        raise Problem("unknown", f"Nothing is on record under {name!r}; there are {', '.join(streams)}.")
    return name


def _is_found(entry: Stored, kind: str, words: str) -> bool:
    """Whether an entry is of a kind, and has some words in it."""
    if kind and entry.kind != kind:
        return False
    if not words:
        return True
    return words.casefold() in f"{entry.kind} {entry.by} {json.dumps(entry.body, ensure_ascii=False)}".casefold()


def _some(premises: Premises, stream: str, kind: str, words: str, after: int) -> tuple[list[Stored], int]:
    """Entries in order as far as a page goes, and the number after which there may be further ones; 0 if there are none."""
    rows: list[Stored] = []
    for looked, entry in enumerate(premises.ledger.entries(stream, after)):
        if len(rows) == SHOWN or looked == LOOKED:
            return rows, entry.number - 1
        if _is_found(entry, kind, words):
            rows.append(entry)
    return rows, 0


def _audited(premises: Premises) -> Audit:
    premises.ledger.settle_down()
    return audit(premises.ledger)


@router.get("/inspect/{name}", response_class=HTMLResponse, include_in_schema=False)
async def page(name: str, request: Request, kind: Kind = "", words: Words = "", after: Number = 0) -> Response:
    premises = premises_of(request)
    who = inspector(request)
    streams = await apart(premises.ledger.streams)
    stream = _one_of(streams, name)
    note_look(premises, who, f"{stream} {kind} {words}".strip())
    rows, further = await apart(_some, premises, stream, kind, words, after)
    frame: dict[str, Any] = dict(stream=stream, kind=kind, words=words, rows=rows, further=further)
    return pages.page(
        request,
        "inspect/page.html",
        streams=streams,
        body=lambda entry: json.dumps(entry.body, ensure_ascii=False)[:400],
        **frame,
    )


@router.get(
    "/api/inspect/{name}/entries",
    summary="Export a stream of the record, one JSON object to a line",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
)
async def export(
    name: str, request: Request, kind: Kind = "", words: Words = "", after: Number = 0
) -> StreamingResponse:
    """Every entry as it was written, with its hash and the one before it; ``houseway audit`` proves the whole."""
    premises = premises_of(request)
    who = inspector(request)
    stream = _one_of(await apart(premises.ledger.streams), name)
    note_look(premises, who, f"export {stream} {kind} {words}".strip())

    def lines() -> Iterator[str]:
        for entry in premises.ledger.entries(stream, after):
            if not _is_found(entry, kind, words):
                continue
            doc = {
                name: getattr(entry, name) for name in ("stream", "number", "kind", "at", "by", "body", "prev", "hash")
            }
            yield json.dumps(doc, ensure_ascii=False) + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


@router.get(
    "/api/inspect/{name}/evidence",
    summary="A stretch of one stream, for somebody who has no house",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "evidence, one document to a line"}},
)
async def stretch(name: str, request: Request, first: Number = 1, last: Number | None = None) -> StreamingResponse:
    """Entries with their money, answers and signed heads; ``houseway verify`` proves the file, and so can a program of your
    own (docs/evidence.md)."""
    premises = premises_of(request)
    who = inspector(request)
    stream = _one_of(await apart(premises.ledger.streams), name)
    note_look(premises, who, f"evidence {stream} {first} to {last or 'its end'}")
    made = premises.house.clock().isoformat(timespec="seconds")
    heads = premises.notary.file if premises.notary is not None else None
    try:
        lines = await apart(lambda: list(evidence(premises.ledger, [Stretch(stream, first, last)], made, heads)))
    except NoEvidence as wrong:
        raise Problem("unknown", f"{wrong}.") from None
    name = f"{stream.replace(' ', '-')}-{first}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(iter(lines), media_type="application/x-ndjson", headers=headers)


@router.get("/api/inspect/audit", summary="Prove the whole ledger: every hash, every balance")
async def proof(request: Request) -> dict[str, Any]:
    premises = premises_of(request)
    note_look(premises, inspector(request), "audit")
    result = await apart(_audited, premises)
    return {
        "sound": result.sound,
        "entries": result.entries,
        "heads": {stream: {"number": number, "hash": hash} for stream, (number, hash) in result.heads.items()},
        "findings": [{"where": each.where, "what": each.what} for each in result.findings],
    }
