"""Record: rounds as they were played, step by step with the clause of each, and the papers of disputes.

What a round's record holds face down stays face down for everybody but staff; on a staffed floor all of it is for staff, and
players see what was theirs.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse

from houseway.premises.premises import Premises
from houseway.premises.recent import Past
from houseway.web import pages
from houseway.web.apart import apart
from houseway.web.asking import premises_of
from houseway.web.looking import Reader, reader_of, reads_as_staff
from houseway.web.orders import table_of
from houseway.web.problems import Problem
from houseway.web.record.archive import Archive, Replay

router = APIRouter()

PAGE = 40


def archive_of(premises: Premises, name: str) -> Archive:
    return Archive(premises.ledger, table_of(premises, name))


@router.get("/record", response_class=HTMLResponse, include_in_schema=False)
async def tables(request: Request) -> HTMLResponse:
    premises = premises_of(request)
    reads_as_staff(request)
    archives = [archive_of(premises, name) for name in sorted(premises.house.tables)]
    disputes = await apart(lambda: [archive.disputes() for archive in archives])
    return pages.page(request, "record/tables.html", archives=list(zip(archives, disputes, strict=True)))


@router.get("/record/{name}", response_class=HTMLResponse, include_in_schema=False)
async def rounds(name: str, request: Request, player: str = "", before: int | None = None) -> HTMLResponse:
    archive = archive_of(premises_of(request), name)
    reader = reader_of(request, archive.table)
    found = await apart(_drawn, archive, before, reader.only or player, reader.since)
    if reader.only:
        return pages.page(request, "record/own.html", archive=archive, rounds=found, player=reader.only, size=PAGE)
    return pages.page(request, "record/rounds.html", archive=archive, rounds=found, player=player, size=PAGE)


@router.get("/record/{name}/{number}", response_class=HTMLResponse, include_in_schema=False)
async def one_round(name: str, number: int, request: Request, step: int | None = None) -> HTMLResponse:
    premises = premises_of(request)
    archive = archive_of(premises, name)
    reader = reader_of(request, archive.table)
    if reader.only:
        own = await apart(_own_round, archive, number, reader)
        return pages.page(request, "record/own.html", archive=archive, rounds=[own], player=reader.only, size=0)
    replay = await apart(_replay, archive, number, reader.staff, step)
    return pages.page(request, "record/round.html", archive=archive, replay=replay)


@router.get("/api/tables/{name}/rounds", tags=["record"], summary="The last rounds of a table")
async def rounds_json(name: str, request: Request, before: int | None = None, player: str = "") -> list[dict[str, Any]]:
    archive = archive_of(premises_of(request), name)
    reader = reader_of(request, archive.table)
    found = await apart(archive.rounds, PAGE, before, reader.only or player, reader.since)
    return [_told(past, reader.only) for past in found]


def _told(past: Past, only: str) -> dict[str, Any]:
    """A round in short; of one player alone where only that may be seen."""
    lines = [line for line in past.body["lines"] if not only or line["wager"]["player"] == only]
    return {"round": past.round, "at": past.at.isoformat(), "edition": past.body["edition"], "lines": lines}


@router.get("/api/tables/{name}/rounds/{number}", tags=["record"], summary="One round, to be played again")
async def round_json(name: str, number: int, request: Request) -> JSONResponse:
    """The round in one line of notation, its steps and its payments; staff also get the tape and what the table carried."""
    premises = premises_of(request)
    archive = archive_of(premises, name)
    reader = reader_of(request, archive.table)
    headers = {"Content-Disposition": f'attachment; filename="{name}-{number}.json"'}
    if reader.only:
        own = await apart(_own_round, archive, number, reader)
        return JSONResponse({"table": name, **_told(own, reader.only)}, headers=headers)
    replay = await apart(_replay, archive, number, reader.staff, None)
    return JSONResponse(replay.document(), headers=headers)


@router.get("/record/{name}/disputes/{number}", response_class=HTMLResponse, include_in_schema=False)
async def dispute(name: str, number: int, request: Request) -> HTMLResponse:
    premises = premises_of(request)
    archive, staff = archive_of(premises, name), reads_as_staff(request)
    papers = next((each for each in await apart(archive.disputes) if each.number == number), None)
    if papers is None:
        raise Problem("unknown", f"{name} has no dispute {number}.")
    replay = await apart(_found, archive, papers.round, staff, None)
    return pages.page(request, "record/dispute.html", archive=archive, papers=papers, replay=replay)


def _own_round(archive: Archive, number: int, reader: Reader) -> Past:
    """A round that somebody played in, for them."""
    found = archive.rounds(1, number + 1, reader.only, reader.since)
    if not found or found[0].round != number:
        raise Problem("unknown", f"You have no wager in round {number} of {archive.name}.")
    found[0].felt  # noqa: B018  found here, and not where the page is drawn
    return found[0]


def _drawn(archive: Archive, before: int | None, player: str, since: int) -> list[Past]:
    """Rounds for a page, each run again as far as its line shows it."""
    found = archive.rounds(PAGE, before, player, since)
    for past in found:
        past.felt  # noqa: B018  found here, and not where the page is drawn
    return found


def _replay(archive: Archive, number: int, staff: bool, step: int | None) -> Replay:
    found = _found(archive, number, staff, step)
    if found is None:
        raise Problem("unknown", f"{archive.name} has no round {number} on record.")
    return found


def _found(archive: Archive, number: int, staff: bool, step: int | None) -> Replay | None:
    past = archive.past(number)
    return Replay(archive, past, staff, step) if past is not None else None
