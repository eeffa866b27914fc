"""Inspect: the whole record, for the inspector. Read, searched, replayed and exported here; nothing here can change it.

Every reading of it is a fact too: who looked, at what and when stands in the stream ``desk:inspections``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from houseway.floor.people import CASINO_SUPERVISORS, Person
from houseway.law.roles import REGULATING
from houseway.ledger import Stored, audit
from houseway.ledger.audit import Audit
from houseway.ledger.evidence import NoEvidence, Stretch, evidence
from houseway.ledger.searching import Wanted, search
from houseway.money import NotMoney, cents
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.apart import apart
from houseway.web.asking import premises_of, staff_of
from houseway.web.inspect.told import Line, told
from houseway.web.looking import note_look
from houseway.web.problems import Problem

router = APIRouter(tags=["record"])

SHOWN = 100  # entries on a page

Kind = Annotated[str, Query(description="entries of one kind only", max_length=40)]
Number = Annotated[int, Query(description="of an entry", ge=0, le=2**62)]
Words = Annotated[str, Query(description="entries that contain these words", max_length=80)]


def inspector(request: Request) -> Person:
    staff = staff_of(request, "an inspector")
    if staff.role not in (*REGULATING, *CASINO_SUPERVISORS, "surveillance"):
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


@dataclass(frozen=True)
class Asked:
    """What an inspector looks for, as a page or a program asks it."""

    stream: Annotated[str, Query(description="a table or a desk; all, where none is named", max_length=80)] = ""
    kind: Kind = ""
    person: Annotated[str, Query(description="who made the entry", max_length=40)] = ""
    player: Annotated[str, Query(description="whose money it moves, or whom it names", max_length=40)] = ""
    least: Annotated[str, Query(description="dollars that it moves at least", max_length=20)] = ""
    most: Annotated[str, Query(description="and at most", max_length=20)] = ""
    since: Annotated[str, Query(description="from this moment on, such as 2026-11-16T18:00", max_length=30)] = ""
    until: Annotated[str, Query(description="and before this one", max_length=30)] = ""
    words: Words = ""
    before: Annotated[str, Query(description="where the page before ended", max_length=200)] = ""

    def wanted(self) -> Wanted:
        """As the record is asked; what cannot be read is refused by name."""
        try:
            least, most = (cents(text) if text else 0 for text in (self.least, self.most))
        except NotMoney as wrong:
            raise Problem("misread", f"{str(wrong).capitalize()}.") from None
        for name, text in (("since", self.since), ("until", self.until)):
            try:
                datetime.fromisoformat(text or "2000-01-01")
            except ValueError:
                raise Problem("misread", f"{name}: {text!r} is no moment, such as 2026-11-16T18:00.") from None
        last: tuple[str, str, int] | None = None
        if self.before:
            at, _, rest = self.before.partition("~")
            stream, _, number = rest.rpartition("~")
            if not number.isdigit():
                raise Problem("misread", "before: it is where a page ended, and nothing else.")
            last = (at, stream, int(number))
        streams = (self.stream,) if self.stream else ()
        person, player, words = self.person.strip(), self.player.strip(), self.words.strip()
        return Wanted(streams, self.kind, person, player, least, most, self.since, self.until, words, last)

    @property
    def told(self) -> str:
        """What was asked, for the record of looks."""
        parts = [
            f"{each.name} {value}"
            for each in fields(self)
            if (value := getattr(self, each.name)) and each.name != "before"
        ]
        return "record: " + (", ".join(parts) or "all of it")


async def _found(request: Request, asked: Asked) -> tuple[list[str], list[Line], str]:
    """The streams there are, a page of lines, and where it ended if there may be more."""
    premises = premises_of(request)
    who, wanted = inspector(request), asked.wanted()
    streams = await apart(premises.ledger.streams)
    if asked.stream:
        _one_of(streams, asked.stream)
    note_look(premises, who, asked.told[:200])
    found = await apart(search, premises.ledger, wanted, SHOWN + 1)
    last = found[SHOWN - 1].entry if len(found) > SHOWN else None
    further = f"{last.at}~{last.stream}~{last.number}" if last is not None else ""
    return streams, [told(one) for one in found[:SHOWN]], further


@router.get("/inspect", response_class=HTMLResponse, include_in_schema=False)
async def whole(request: Request, asked: Annotated[Asked, Depends()]) -> Response:
    if premises_of(request).identity.staff(request) is None:
        return RedirectResponse("/staff?to=/inspect", 303)
    return await _page(request, asked)


@router.get("/inspect/{name}", response_class=HTMLResponse, include_in_schema=False)
async def page(name: str, request: Request, asked: Annotated[Asked, Depends()]) -> Response:
    return await _page(request, replace(asked, stream=name))


async def _page(request: Request, asked: Asked) -> Response:
    streams, lines, further = await _found(request, asked)
    query = {
        each.name: value for each in fields(asked) if (value := getattr(asked, each.name)) and each.name != "before"
    }
    more = f"/inspect?{urlencode({**query, 'before': further})}" if further else ""
    return pages.page(
        request, "inspect/page.html", streams=streams, asked=asked, lines=lines, more=more, query=urlencode(query)
    )


@router.get(
    "/api/inspect", summary="Entries of the record in words with their money, by person, player, amount, kind and time"
)
async def listed(request: Request, asked: Annotated[Asked, Depends()]) -> dict[str, Any]:
    """The newest first, so many at a time; ``further`` goes into ``before`` for those after them. Every look is on record."""
    _, lines, further = await _found(request, asked)
    return {"lines": [asdict(line) for line in lines], "further": further}


def _audited(premises: Premises) -> Audit:
    premises.ledger.settle_down()
    return audit(premises.ledger)


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
