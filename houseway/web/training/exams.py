"""Exams: a paper and its key for a teacher, from a seed; as a PDF or a document, or to be sat here by a class."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from houseway.complaint import BadInput, Complaint
from houseway.premises import questions
from houseway.school import NoSuchExam, NoSuchLearner, SetExam
from houseway.teaching import NoSuchDrill, books
from houseway.teaching.exam_paper import pdf
from houseway.teaching.exams import MOST, USUAL, Exam, seed_of
from houseway.web import pages
from houseway.web.apart import apart, figured
from houseway.web.asking import premises_of, staff_who_may, to_the_door
from houseway.web.dates import asking_a_book
from houseway.web.problems import Problem, sentence
from houseway.web.training.classes import TEACHERS
from houseway.web.training.learning import several_of, titled
from houseway.web.training.sitting import minutes_of, put_up, result_page, sittings_of

router = APIRouter(include_in_schema=False)


@router.get("/train/exam", response_class=HTMLResponse)
async def page(request: Request) -> Response:
    if premises_of(request).identity.staff(request) is None:
        return to_the_door(request)
    return await _page(request)


async def _page(request: Request, said: str = "", status: int = 200) -> HTMLResponse:
    staff_who_may("set an exam", TEACHERS, request)
    sittings, school = sittings_of(request), premises_of(request).school
    put_up = await apart(sittings.exams)
    sat = {one.id: await apart(sittings.sat, one) for one in put_up}
    return pages.page(
        request, "training/exam.html", status=status, books=[(id, titled(id)) for id in books()], seed=secrets.randbelow(10**6),
        usual=USUAL, most=MOST, exams=put_up, sat=sat, classes=school.classes(), said=said, clock_now=school.clock(),
    )  # fmt: skip


@router.post("/train/exam", response_class=HTMLResponse)
async def act(request: Request) -> Response:
    """Puts an exam up for a class, closes it, or takes it away."""
    staff = staff_who_may("set an exam", TEACHERS, request)
    sent, sittings, by = await several_of(request), sittings_of(request), f"{staff.role}:{staff.name}"
    what, first = sent.get("act", [""])[0], {name: values[0] for name, values in sent.items()}
    try:
        if what == "put up":
            minutes, at = minutes_of(first.get("minutes", "")), premises_of(request).house.clock()
            count = first.get("questions", "")
            if not (count.isascii() and count.isdigit() and len(count) < 5):
                raise BadInput(f"questions are a whole number, not {count[:20]!r}")
            found = await _set(
                request, sent.get("book", []), first.get("seed", ""), int(count), first.get("drills", "")
            )
            await apart(sittings.set, put_up(found, by, at, minutes, " ".join(first.get("class", "").split())))
        elif what == "close":
            await apart(sittings.close, first.get("exam", ""), by)
        elif what == "take away":
            await apart(sittings.take_away, first.get("exam", ""), by)
        else:
            raise Problem("misread", f"{what[:40]!r} is nothing that is done here.")
    except Complaint as wrong:
        return await _page(request, sentence(str(wrong)), 422)
    return RedirectResponse("/train/exam", 303)


@router.get("/train/exam/{id}", response_class=HTMLResponse)
async def of_everybody(id: str, request: Request) -> HTMLResponse:
    """Who has sat an exam, and how."""
    staff_who_may("look at an exam", TEACHERS, request)
    sittings, school = sittings_of(request), premises_of(request).school
    exam = await _known(request, id)
    sat = await apart(sittings.sat, exam)
    names = {one.plain: one for one in await apart(school.learners)}
    absent = [one for plain, one in names.items() if exam.is_for(one) and plain not in {each.plain for each in sat}]
    return pages.page(
        request, "training/exam_sat.html", exam=exam, sat=sat, names=names, absent=absent, clock_now=school.clock(),
        right=[sum(each.marks[n].counts for each in sat if n in each.marks) for n in range(1, len(exam.asked) + 1)],
    )  # fmt: skip


@router.get("/train/exam/{id}/{name}", response_class=HTMLResponse)
async def of_one(id: str, name: str, request: Request) -> HTMLResponse:
    """What one learner answered."""
    staff_who_may("look at an exam", TEACHERS, request)
    exam = await _known(request, id)
    try:
        learner = await apart(premises_of(request).school.learner, name)
    except NoSuchLearner as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None
    sitting = await apart(sittings_of(request).sitting, exam, learner)
    if sitting is None:
        raise Problem("unknown", f"{learner.name} has not sat this exam.")
    return await result_page(request, exam, sitting, learner, teacher=True)


async def _known(request: Request, id: str) -> SetExam:
    try:
        return await apart(sittings_of(request).exam, id)
    except NoSuchExam as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None


async def _set(request: Request, book: list[str], seed: str, count: int, drills: str) -> Exam:
    staff_who_may("set an exam", TEACHERS, request)
    at: datetime = premises_of(request).house.clock()
    names = tuple(name.strip() for name in drills.split(",") if name.strip())
    try:
        with asking_a_book(NoSuchDrill):
            return await figured(questions.exam_set, tuple(book), seed_of(seed), count, names, at)
    except BadInput as wrong:
        raise Problem("misread", sentence(str(wrong))) from None


Books = Annotated[list[str], Query(max_length=20)]


@router.get("/train/exam.pdf")
async def as_pdf(request: Request, book: Books, seed: str = "", questions: int = USUAL, drills: str = "") -> Response:
    found = await _set(request, book, seed, questions, drills)
    headers = {"Content-Disposition": f'attachment; filename="exam-{found.seed}.pdf"'}
    return Response(await apart(pdf, found), media_type="application/pdf", headers=headers)


@router.get("/train/exam.json")
async def as_document(
    request: Request, book: Books, seed: str = "", questions: int = USUAL, drills: str = ""
) -> JSONResponse:
    return JSONResponse((await _set(request, book, seed, questions, drills)).document())
