"""Learning: who is learning at this browser, and their own progress.

In an open house anybody takes a nickname and is given a code; in a staffed house whoever supervises takes learners in. The
cookie is sealed and names the code's hash, so that another code ends it.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway import games
from houseway.complaint import Complaint
from houseway.school import Learner, NoSuchLearner, NotALearner, progress_of
from houseway.school.boxes import WAITS
from houseway.web import pages
from houseway.web.apart import apart
from houseway.web.asking import premises_of
from houseway.web.problems import Problem, sentence

router = APIRouter(include_in_schema=False)

COOKIE = "houseway_learner"
MARK = 24  # letters of the hash that a cookie holds
LATEST = 12  # answers that are listed


async def form_of(request: Request, most: int = 400) -> dict[str, str]:
    """What a form on a page of ours sends, each field once."""
    return {name: values[0] for name, values in (await several_of(request, most)).items()}


async def several_of(request: Request, most: int = 400) -> dict[str, list[str]]:
    """The same where a field may come several times."""
    try:
        text = (await request.body()).decode()
        sent = parse_qs(text, keep_blank_values=True, max_num_fields=40)
    except ValueError:
        raise Problem("misread", "The form could not be read.") from None
    return {name: [value[:most] for value in values] for name, values in sent.items()}


def learner_of(request: Request) -> Learner | None:
    """Who is learning here; nobody where the cookie is not one of ours, or its code serves no more."""
    premises = premises_of(request)
    doc = premises.identity.opened(request.cookies.get(COOKIE, ""))
    if doc is None or not isinstance(doc.get("learner"), str):
        return None
    try:
        found = premises.school.learner(doc["learner"])
    except NoSuchLearner:
        return None
    return found if found.coded and found.coded[:MARK] == doc.get("mark") else None


async def standing(request: Request) -> dict[str, Any]:
    """What every page of the trainer shows of the learner."""
    learner = await apart(learner_of, request)
    school = premises_of(request).school
    progress = await apart(progress_of, school, learner) if learner is not None else None
    return {"learner": learner, "progress": progress, "open_house": premises_of(request).identity.door is None}


def _kept(request: Request, learner: Learner, response: Response) -> Response:
    doc = {"learner": learner.name, "mark": learner.coded[:MARK]}
    premises_of(request).identity.keep(response, COOKIE, doc, days=180)
    return response


@router.get("/train/learner", response_class=HTMLResponse)
async def who(request: Request, to: str = "") -> HTMLResponse:
    return pages.page(request, "training/learner.html", to=_back(to), said="", code="", **await standing(request))


@router.post("/train/learner")
async def come(request: Request) -> Response:
    """Takes a nickname, comes back with a code, or goes."""
    premises, sent = premises_of(request), await form_of(request)
    to = _back(sent.get("to", ""))
    act = sent.get("act", "")
    if act == "leave":
        response = RedirectResponse("/train", 303)
        response.delete_cookie(COOKIE, path="/")
        return response
    try:
        if act == "enrol":
            if premises.identity.door is not None:
                raise NotALearner("here a supervisor takes learners in, and gives them their code")
            learner, code = await apart(
                premises.school.enrol, sent.get("name", ""), f"learner:{sent.get('name', '')[:31]}"
            )
            told: dict[str, Any] = {
                "learner": learner,
                "progress": progress_of(premises.school, learner),
                "open_house": True,
            }
            return _kept(
                request, learner, pages.page(request, "training/learner.html", to=to, said="", code=code, **told)
            )
        if act != "come in":
            raise Problem("misread", f"{act[:40]!r} is nothing that is done here.")
        learner = await apart(premises.school.come_in, sent.get("name", ""), sent.get("code", ""))
    except Complaint as wrong:
        told = await standing(request)
        said = sentence(str(wrong))
        return pages.page(request, "training/learner.html", status=422, to=to, said=said, code="", **told)
    return _kept(request, learner, RedirectResponse(to or "/train", 303))


def _back(to: str) -> str:
    """Where somebody came from, if that is a page of the trainer."""
    return to if to.startswith("/train") and "\\" not in to and "//" not in to and to.isprintable() else ""


@router.get("/train/progress", response_class=HTMLResponse)
async def own_progress(request: Request) -> HTMLResponse:
    """What a learner has done, and what is due."""
    premises, told = premises_of(request), await standing(request)
    latest = [] if told["learner"] is None else await apart(premises.school.newest, told["learner"], LATEST)
    return pages.page(
        request,
        "training/progress.html",
        latest=latest,
        titled=titled,
        waits=WAITS,
        clock_now=premises.house.clock(),
        **told,
    )


def titled(book: str) -> str:
    """What a book is called in a list; its id where the house has it no more."""
    try:
        found, variant = games.book(book)
    except games.NoSuchBook:
        return book
    return f"{found.title}, {found.short}" + (f", {variant.replace('-', ' ')}" if variant and not found.missing else "")
