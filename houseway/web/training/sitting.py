"""Sitting: an exam at the browser, question after question, while the house's clock runs.

Whoever learns here begins an exam that was set for their class, or one of their own. The page tells the time that is left and
goes to the result when it is over; but what counts is when an answer reaches the house. Until then answers can be given anew. The
result has every answer beside its key; a teacher sees that of everybody.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway import games
from houseway.complaint import BadInput
from houseway.forms import digest
from houseway.premises import questions
from houseway.school import (
    Answered,
    ExamIsOver,
    Learner,
    NoSuchExam,
    NoSuchLearner,
    NotALearner,
    Put,
    SetExam,
    Sitting,
    Sittings,
)
from houseway.teaching import NoSuchDrill, NotAnAnswer, Question, books
from houseway.teaching.exam_paper import shown
from houseway.teaching.exams import MOST, Exam
from houseway.web import cloths, pages
from houseway.web.apart import apart, figured
from houseway.web.asking import premises_of
from houseway.web.dates import asking_a_book
from houseway.web.lab.forbidden import advice_is_forbidden
from houseway.web.problems import Problem, sentence
from houseway.web.training.learning import form_of, learner_of, standing, titled
from houseway.web.training.showing import cloth, drawn

router = APIRouter(include_in_schema=False)

USUAL_OWN = 10  # questions of an exam that somebody sets for themselves
GRACE = 1  # seconds after the end at which a page asks for the result


def sittings_of(request: Request) -> Sittings:
    return Sittings(premises_of(request).school)


def put_up(found: Exam, by: str, at: datetime, minutes: int | None, class_name: str = "", whose: str = "") -> SetExam:
    """A paper as it is sat: its questions by number, and twice the time that somebody needs who knows it all."""
    asked = tuple(Put(one.book, one.drill, one.number, mark_of(one)) for one in found.questions)
    time = 2 * found.minutes if minutes is None else minutes
    title = "; ".join(dict.fromkeys(titled(book) for book in found.books))
    return SetExam(title, by, at, found.seed, found.drills, asked, time, class_name, whose)


def mark_of(put: Question) -> str:
    """By which a question is known that is put as it was put before."""
    return digest(put.document())[:16]


def minutes_of(text: str) -> int | None:
    """Minutes as somebody wrote them; None where they left it to us."""
    word = text.strip()
    if not word:
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 5):
        raise BadInput(f"minutes are a whole number, not {text[:20]!r}")
    return int(word)


@contextmanager
def _of_the_school() -> Iterator[None]:
    """What the school refuses, as a problem."""
    try:
        yield
    except (NoSuchExam, NoSuchLearner) as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None
    except ExamIsOver as wrong:
        raise Problem("late", sentence(str(wrong)), title="The exam is over") from None
    except (NotALearner, BadInput) as wrong:
        raise Problem("misread", sentence(str(wrong))) from None


# What there is to sit


@router.get("/train/exams", response_class=HTMLResponse)
async def listed(request: Request) -> HTMLResponse:
    return await _listed(request)


async def _listed(request: Request, said: str = "", status: int = 200) -> HTMLResponse:
    told, sittings = await standing(request), sittings_of(request)
    learner, now = told["learner"], premises_of(request).school.clock()
    waiting = [] if learner is None else await apart(sittings.waiting_for, learner)
    sat = [] if learner is None else await apart(sittings.sat_by, learner)
    return pages.page(
        request, "training/exams.html", status=status, waiting=waiting, begun={one.exam.id: one for one in sat},
        over=[one for one in reversed(sat) if one.over(now)], said=said, books=[(id, titled(id)) for id in books()],
        usual=USUAL_OWN, most=MOST, clock_now=now, **told,
    )  # fmt: skip


@router.post("/train/exams")
async def set_own(request: Request) -> Response:
    """An exam of one's own: somebody who learns sets it for themselves."""
    sent, learner = await form_of(request), await apart(learner_of, request)
    if learner is None:
        raise Problem("nobody", "Say who is learning first, at /train/learner.")
    at, count = premises_of(request).house.clock(), sent.get("questions", "")
    try:
        if not (count.isascii() and count.isdigit() and len(count) < 5):
            raise BadInput(f"questions are a whole number, not {count[:20]!r}")
        minutes = minutes_of(sent.get("minutes", ""))
        with asking_a_book(NoSuchDrill):
            seed = secrets.randbelow(10**6)
            found = await figured(questions.exam_set, (sent.get("book", ""),), seed, int(count), (), at)
        exam = put_up(found, f"learner:{learner.name}", at, minutes, whose=learner.plain)
        exam = await apart(sittings_of(request).set, exam)
    except (BadInput, NotALearner) as wrong:
        return await _listed(request, said=sentence(str(wrong)), status=422)
    return RedirectResponse(f"/train/exams/{exam.id}", 303)


# One exam


@dataclass(frozen=True)
class Here:
    """Somebody at an exam."""

    exam: SetExam
    learner: Learner
    sitting: Sitting | None
    now: datetime

    @property
    def running(self) -> Sitting | None:
        return self.sitting if self.sitting is not None and not self.sitting.over(self.now) else None


async def _here(request: Request, id: str) -> Here:
    sittings, now = sittings_of(request), premises_of(request).school.clock()
    learner = await apart(learner_of, request)
    if learner is None:
        raise Problem("nobody", "An exam is sat by somebody who learns here. Come in at /train/learner.")
    with _of_the_school():
        exam = await apart(sittings.exam, id)
        if not exam.is_for(learner):
            raise NoSuchExam(f"there is no exam {id[:40]!r} for {learner.name}")
    return Here(exam, learner, await apart(sittings.sitting, exam, learner), now)


@router.get("/train/exams/{id}")
async def cover(id: str, request: Request) -> Response:
    """What is asked and how long it lasts; where it goes on, for who has begun; the result, when it is over."""
    here = await _here(request, id)
    if here.running is not None:
        return RedirectResponse(f"/train/exams/{id}/{here.running.open_question() or 'all'}", 303)
    if here.sitting is not None:
        return await result_page(request, here.exam, here.sitting, here.learner)
    told = await standing(request)
    titles = [titled(book) for book in here.exam.books]
    return pages.page(request, "training/exam_cover.html", exam=here.exam, titles=titles, **told)


@router.post("/train/exams/{id}")
async def act(id: str, request: Request) -> Response:
    """Begins, or hands in."""
    here, sent = await _here(request, id), await form_of(request)
    what, sittings = sent.get("act", ""), sittings_of(request)
    with _of_the_school():
        if what == "begin":
            await apart(sittings.begin, id, here.learner)
        elif what == "hand in":
            await apart(sittings.hand_in, here.exam, here.learner)
        else:
            raise Problem("misread", f"{what[:40]!r} is nothing that is done here.")
    return RedirectResponse(f"/train/exams/{id}", 303)


@router.get("/train/exams/{id}/all")
async def overview(id: str, request: Request) -> Response:
    """Which questions have an answer, before the paper is handed in."""
    here = await _here(request, id)
    if here.running is None:
        return RedirectResponse(f"/train/exams/{id}", 303)
    return _timed(request, "training/exam_overview.html", here.running, here.now, **await standing(request))


@router.get("/train/exams/{id}/{number}")
async def question(id: str, number: int, request: Request) -> Response:
    here = await _here(request, id)
    if here.running is None:
        return RedirectResponse(f"/train/exams/{id}", 303)
    return await _page(request, here.running, here.now, number)


@router.post("/train/exams/{id}/{number}")
async def answer(id: str, number: int, request: Request) -> Response:
    """An answer counts if it reaches the house in time."""
    here, sent = await _here(request, id), await form_of(request)
    if here.sitting is None:
        return RedirectResponse(f"/train/exams/{id}", 303)
    put = await _question(here.exam, number)
    if put is None:
        raise Problem("misread", "The house was changed since the exam was set, and asks this otherwise. Leave it out.")
    given = [sent.get(f"part-{n}", "") for n in range(1, len(put.parts) + 1)]
    try:
        verdict = put.judge(given)
    except NotAnAnswer as wrong:
        if here.running is None:
            return RedirectResponse(f"/train/exams/{id}", 303)
        return await _page(request, here.running, here.now, number, str(wrong), given)
    with _of_the_school():
        said = "; ".join(verdict.given)
        mark = await apart(sittings_of(request).answer, here.exam, here.learner, number, said, verdict.right)
    if mark.late:
        return RedirectResponse(f"/train/exams/{id}?late={number}", 303)
    following = [
        n for n in (*range(number + 1, len(here.exam.asked) + 1), *range(1, number)) if n not in here.sitting.marks
    ]
    return RedirectResponse(f"/train/exams/{id}/{following[0] if following else 'all'}", 303)


async def _question(exam: SetExam, number: int) -> Question | None:
    """As it was put when the exam was set; None where a changed house puts it otherwise."""
    if not 1 <= number <= len(exam.asked):
        raise Problem("unknown", f"The exam has no question {number}.")
    return (await _paper(exam, exam.asked[number - 1 : number]))[0]


async def _paper(exam: SetExam, asked: tuple[Put, ...]) -> list[Question | None]:
    found = await figured(questions.paper, tuple((one.book, one.drill, one.number) for one in asked), exam.law_at)
    return [
        put if put is not None and mark_of(put) == one.digest else None for put, one in zip(found, asked, strict=True)
    ]


def _timed(
    request: Request, template: str, sitting: Sitting, now: datetime, status: int = 200, **more: Any
) -> HTMLResponse:
    """A page with the time that is left, after which the browser asks for the result by itself."""
    left = math.ceil(sitting.left(now))
    told = {"exam": sitting.exam, "sitting": sitting, "left": left}
    response = pages.page(request, template, status=status, **told, **more)
    response.headers["Refresh"] = f"{left + GRACE}; url=/train/exams/{sitting.exam.id}"
    return response


async def _page(
    request: Request, sitting: Sitting, now: datetime, number: int, wrong: str = "", given: list[str] | None = None
) -> HTMLResponse:
    put = await _question(sitting.exam, number)
    book = games.book(sitting.exam.asked[number - 1].book)[0]
    return _timed(
        request, "training/exam_question.html", sitting, now, status=422 if wrong else 200, number=number, put=put, book=book,
        title=titled(sitting.exam.asked[number - 1].book), drawn=drawn(put) if put is not None else [],
        cloth=cloth(book.game, put) if put is not None else None, kind=cloths.kind(book.game), wrong=wrong,
        given=given or [""] * (len(put.parts) if put is not None else 0), hidden=advice_is_forbidden(book.id),
        **await standing(request),
    )  # fmt: skip


# What came of it


async def result_page(
    request: Request, exam: SetExam, sitting: Sitting, learner: Learner, teacher: bool = False
) -> HTMLResponse:
    """Every answer beside its key. What was answered wrong comes again in the drills."""
    asked = await _paper(exam, exam.asked)
    if sitting.over(premises_of(request).school.clock()):
        await apart(_learnt, request, sitting, learner, asked)
    late = request.query_params.get("late", "")
    return pages.page(
        request, "training/exam_result.html", exam=exam, sitting=sitting, whose=learner, asked=asked, teacher=teacher,
        late=int(late) if late.isdigit() and len(late) < 4 else 0, titled=titled, shown=shown, **await standing(request),
    )  # fmt: skip


def _learnt(request: Request, sitting: Sitting, learner: Learner, asked: list[Question | None]) -> None:
    """Puts the answers that count among the others, once."""
    school = premises_of(request).school
    for number, put in enumerate(asked, 1):
        mark = sitting.marks.get(number)
        if put is not None and mark is not None and not mark.late:
            key = f"exam {sitting.exam.id} {learner.plain} {number}"
            one = Answered(key, put.book, put.drill, put.topic, put.number, mark.given, mark.right, None)
            school.answered(learner, one)
