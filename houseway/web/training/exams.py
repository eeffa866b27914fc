"""Exams: a paper and its key for a teacher, from a seed; as a PDF or a document."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from houseway.complaint import BadInput
from houseway.premises import questions
from houseway.teaching import NoSuchDrill, books
from houseway.teaching.exam_paper import pdf
from houseway.teaching.exams import MOST, USUAL, Exam, seed_of
from houseway.web import pages
from houseway.web.apart import apart, figured
from houseway.web.asking import premises_of, staff_who_may, to_the_door
from houseway.web.dates import asking_a_book
from houseway.web.problems import Problem, sentence
from houseway.web.training.classes import TEACHERS
from houseway.web.training.learning import titled

router = APIRouter(include_in_schema=False)


@router.get("/train/exam", response_class=HTMLResponse)
async def page(request: Request) -> Response:
    if premises_of(request).identity.staff(request) is None:
        return to_the_door(request)
    staff_who_may("set an exam", TEACHERS, request)
    listed = [(id, titled(id)) for id in books()]
    seed = secrets.randbelow(10**6)
    return pages.page(request, "training/exam.html", books=listed, seed=seed, usual=USUAL, most=MOST)


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
