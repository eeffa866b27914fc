"""Drilling: one question, its answer, and what came of it.

The form holds a sealed slip: which question was put, to whom and when. So an answer counts once, and the time it took is the
house's."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from itertools import repeat
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from houseway import games
from houseway.floor.views import citation
from houseway.law.moments import moment_words
from houseway.premises import questions
from houseway.school import Answered, Learner, NoSuchLearner
from houseway.school.boxes import due
from houseway.teaching import NoSuchDrill, NoSuchQuestion, NotAnAnswer, Question, Verdict, edition_of
from houseway.teaching.practising import LARGEST
from houseway.web import cloths, pages
from houseway.web.apart import apart, figured
from houseway.web.asking import premises_of
from houseway.web.dates import asking_a_book, moment_asked
from houseway.web.lab.dated import edition_since
from houseway.web.lab.forbidden import advice_is_forbidden
from houseway.web.problems import Problem
from houseway.web.training.learning import form_of, learner_of, standing, titled
from houseway.web.training.showing import cloth, drawn

router = APIRouter(include_in_schema=False)

TRIED = 24  # numbers that are looked at for a topic that is due


@dataclass(frozen=True)
class Asked:
    """Which question of which law."""

    book: str
    drill: str
    at: str
    since: datetime  # of the edition
    digest: str

    @property
    def address(self) -> str:
        return f"/train/{self.book.replace('+', '%2B')}/{self.drill}"

    def link(self, **more: str) -> str:
        found = {name: value for name, value in {"at": self.at, **more}.items() if value}
        return self.address + (f"?{urlencode(found)}" if found else "")


def _asked(request: Request, book: str, drill: str, at: str) -> Asked:
    with asking_a_book(NoSuchDrill):
        edition_of(book, moment_asked(request, at))
        digest, since = edition_since(book, moment_asked(request, at))
    return Asked(book, drill, at, since, digest)


async def _question(of: Asked, number: int) -> Question:
    with asking_a_book(NoSuchDrill, NoSuchQuestion):
        return await figured(questions.asked, of.book, of.since, of.drill, number)


@router.get("/train/{book}/{drill}", response_class=HTMLResponse)
async def ask(
    book: str, drill: str, request: Request, deal: int | None = None, at: str = "", last: str = ""
) -> HTMLResponse:
    of = _asked(request, book, drill, at)
    if deal is not None and not 0 <= deal < LARGEST:
        raise Problem("misread", f"{deal} is not the number of a question.")
    learner = await apart(learner_of, request)
    number = deal if deal is not None else await _wanted(request, of, learner, last[:200])
    return await _page(request, of, await _question(of, number))


async def _wanted(request: Request, of: Asked, learner: Learner | None, last: str) -> int:
    """The number of the next question: about what is due, where anything is."""
    numbers = tuple(secrets.randbelow(LARGEST) for _ in range(TRIED))
    if learner is None:
        return numbers[0]
    premises = premises_of(request)
    cards = await apart(premises.school.cards, learner, of.book, of.drill)
    topics = due(cards, premises.house.clock(), last)
    if not topics:
        return numbers[0]
    with asking_a_book(NoSuchDrill, NoSuchQuestion):
        return await figured(questions.wanted, of.book, of.since, of.drill, tuple(topics), numbers)


@router.post("/train/{book}/{drill}", response_class=HTMLResponse)
async def answer(book: str, drill: str, request: Request, at: str = "") -> HTMLResponse:
    of, sent = _asked(request, book, drill, at), await form_of(request)
    premises = premises_of(request)
    slip = premises.identity.opened(sent.get("slip", ""))
    if slip is None or (slip.get("book"), slip.get("drill")) != (book, drill):
        raise Problem("misread", "The slip of the question is not one of this house. Ask for another question.")
    if slip["edition"] != of.digest:
        raise Problem("misread", "The rules changed since the question was put. Ask for another question.")
    put = await _question(of, slip["number"])
    given = [sent.get(f"part-{n}", "") for n in range(1, len(put.parts) + 1)]
    try:
        verdict = put.judge(given)
    except NotAnAnswer as wrong:
        return await _page(request, of, put, wrong=str(wrong), given=given, slip=sent["slip"])
    asked_at = datetime.fromisoformat(slip["at"])
    millis = max(0, round((premises.house.clock() - asked_at).total_seconds() * 1000))
    learner = await apart(learner_of, request)
    counted: bool | None = None
    if learner is not None and slip["learner"] == learner.name:
        one = Answered(
            slip["key"], put.book, put.drill, put.topic, put.number, "; ".join(verdict.given), verdict.right, millis
        )
        try:
            counted = await apart(premises.school.answered, learner, one)
        except NoSuchLearner:
            counted = None
    return await _page(request, of, put, verdict=verdict, millis=millis, counted=counted)


def _slip(request: Request, of: Asked, put: Question, learner: Learner | None) -> str:
    premises = premises_of(request)
    doc = {
        "book": of.book, "drill": of.drill, "edition": of.digest, "number": put.number, "key": secrets.token_hex(12),
        "at": premises.house.clock().isoformat(timespec="milliseconds"), "learner": learner.name if learner is not None else "",
    }  # fmt: skip
    return premises.identity.sealed(doc)


async def _page(
    request: Request,
    of: Asked,
    put: Question,
    verdict: Verdict | None = None,
    wrong: str = "",
    given: list[str] | None = None,
    slip: str = "",
    millis: int = 0,
    counted: bool | None = None,
) -> HTMLResponse:
    told = await standing(request)
    learner = told["learner"]
    book, _ = games.book(of.book)
    skill = told["progress"].skill(put.book, put.drill) if told["progress"] is not None else None
    drills = {one.name: one for one in await figured(questions.drills, of.book, of.since)}
    moment = moment_asked(request, of.at)
    return pages.page(
        request,
        "training/question.html",
        status=422 if wrong else 200,
        of=of,
        book=book,
        citation=citation(book),
        put=put,
        title=titled(of.book),
        drill=drills[of.drill],
        drawn=drawn(put),
        cloth=cloth(book.game, put),
        kind=cloths.kind(book.game),
        verdict=verdict,
        wrong=wrong,
        given=given or list(repeat("", len(put.parts))),
        slip=slip or _slip(request, of, put, learner),
        seconds=millis / 1000,
        counted=counted,
        skill=skill,
        law=_law(of, moment),
        hidden=advice_is_forbidden(book.id),
        at=of.at,
        **told,
    )


def _law(of: Asked, moment: datetime) -> str:
    edition = edition_of(of.book, of.since)
    notices = f", with {', '.join(edition.notices)}" if edition.notices else ""
    return f"The law of {moment_words(moment)}{notices}"
