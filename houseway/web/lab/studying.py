"""Studying: a study's file is handed in at a page and run by the house, with how far it is, what has been found, and stopping.

The file is the one that ``houseway study`` runs: it is written or chosen here, and what was counted can be taken along and gone
on with at a terminal. A study's number is its address; a browser remembers those that were handed in from it.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response

from houseway.complaint import Complaint
from houseway.lab.studies import begin, counted_beside
from houseway.premises.study_desk import (
    LETTERS,
    MOST_ROUNDS,
    MOST_SETTINGS,
    Full,
    NoSuchStudy,
    OnDesk,
    State,
    StudyDesk,
    document,
)
from houseway.teaching import books
from houseway.web import pages
from houseway.web.apart import apart, in_the_back_room
from houseway.web.asking import premises_of
from houseway.web.lab.dated import study_asked
from houseway.web.problems import Problem, sentence
from houseway.web.training.learning import titled
from houseway.web.turnstile import caller_now

router = APIRouter(include_in_schema=False)

COOKIE = "houseway_studies"
REMEMBERED = 12  # studies that a browser is reminded of


def _desk(request: Request) -> StudyDesk:
    found: StudyDesk = request.app.state.studies
    return found


def _own(request: Request) -> list[str]:
    doc = premises_of(request).identity.opened(request.cookies.get(COOKIE, "")) or {}
    found = doc.get("studies", [])
    return [id for id in found if isinstance(id, str)] if isinstance(found, list) else []


async def _looked(request: Request, id: str) -> OnDesk:
    try:
        return await apart(_desk(request).look, id)
    except NoSuchStudy as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None


@router.get("/odds/studies", response_class=HTMLResponse)
async def shelf(request: Request, book: str = "", at: str = "") -> HTMLResponse:
    """Where a study is handed in; begun from a book, where one is named."""
    file = begin(study_asked(book, request, at)) if book else ""
    return await _shelf(request, file, book=book)


async def _shelf(request: Request, file: str, wrong: str = "", status: int = 200, book: str = "") -> HTMLResponse:
    desk = _desk(request)
    if premises_of(request).identity.staff(request) is not None:
        listed = await apart(desk.listed)
    else:
        listed = []
        for id in _own(request):
            try:
                listed.append(await apart(desk.look, id))
            except NoSuchStudy:
                continue
    return pages.page(
        request, "lab/studies.html", status=status, file=file, wrong=wrong, listed=listed, most_rounds=MOST_ROUNDS,
        most_settings=MOST_SETTINGS, letters=LETTERS, books=[(id, titled(id)) for id in books()], titled=titled, book=book,
    )  # fmt: skip


@router.post("/odds/studies")
async def hand_in(request: Request) -> Response:
    try:
        sent = parse_qs((await request.body()).decode(), keep_blank_values=True, max_num_fields=8)
    except ValueError:
        raise Problem("misread", "The form could not be read.") from None
    file = sent.get("file", [""])[0].replace("\r\n", "\n")
    try:
        taken = await apart(_desk(request).add, file, caller_now.get().address)
    except Full as wrong:
        raise Problem("busy", sentence(str(wrong)), wait=60) from None
    except Complaint as wrong:
        return await _shelf(request, file[:LETTERS], sentence(str(wrong)), 422)
    except OSError as wrong:
        raise Problem("busy", f"No study can be kept here for now: {wrong.strerror}.", wait=60) from None
    response = RedirectResponse(f"/odds/studies/{taken.id}", 303)
    own = [taken.id, *_own(request)][:REMEMBERED]
    premises_of(request).identity.keep(response, COOKIE, {"studies": own}, days=90)
    return response


@router.get("/odds/studies/{id}.toml")
async def as_file(id: str, request: Request) -> Response:
    await _looked(request, id)
    return FileResponse(_desk(request).path(id), media_type="application/toml", filename=f"{id}.toml")


@router.get("/odds/studies/{id}.counted.json")
async def as_counts(id: str, request: Request) -> Response:
    """What was counted, to go on with elsewhere."""
    await _looked(request, id)
    counted = counted_beside(_desk(request).path(id))
    if not counted.exists():
        raise Problem("unknown", "Nothing has been counted yet.")
    return FileResponse(counted, media_type="application/json", filename=f"{id}.counted.json")


@router.get("/odds/studies/{id}.json")
async def as_document(id: str, request: Request) -> Response:
    await _looked(request, id)
    try:
        return JSONResponse(await in_the_back_room(document, _desk(request).path(id)))
    except Complaint as wrong:
        raise Problem("misread", sentence(str(wrong))) from None


@router.get("/odds/studies/{id}", response_class=HTMLResponse)
async def look(id: str, request: Request) -> HTMLResponse:
    found = await _looked(request, id)
    return pages.page(
        request, "lab/study.html", found=found, title=titled(found.book), left=_left(found), told=TOLD[found.state],
        going=found.state in (State.WAITING, State.GOING),
    )  # fmt: skip


TOLD = {
    State.WAITING: "Waiting for its turn",
    State.GOING: "Being played",
    State.STOPPED: "Stopped; what was counted is kept",
    State.DONE: "Done",
    State.FAILED: "It could not be played to its end",
}


def _left(found: OnDesk) -> str:
    seconds = found.left
    if seconds is None:
        return ""
    if seconds < 90:
        return f"about {max(1, round(seconds))} seconds left"
    if seconds < 5400:
        return f"about {round(seconds / 60)} minutes left"
    return f"about {seconds / 3600:.1f} hours left"


@router.post("/odds/studies/{id}")
async def act(id: str, request: Request) -> Response:
    """Stops it, has it go on, or takes it away."""
    await _looked(request, id)
    sent: dict[str, Any] = parse_qs((await request.body()).decode(errors="replace"), max_num_fields=4)
    what, desk = sent.get("act", [""])[0], _desk(request)
    if what == "stop":
        await apart(desk.stop, id)
    elif what == "go on":
        await apart(desk.go_on, id)
    elif what == "take away":
        await apart(desk.take_away, id)
        return RedirectResponse("/odds/studies", 303)
    else:
        raise Problem("misread", f"{what[:40]!r} is nothing that is done here.")
    return RedirectResponse(f"/odds/studies/{id}", 303)
