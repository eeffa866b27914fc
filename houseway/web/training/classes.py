"""Classes: what a teacher sees. Who learns, who has done what, who is weak where; codes, classes, and who leaves."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from houseway.complaint import Complaint
from houseway.floor.people import SUPERVISORS
from houseway.school import Sittings, class_view
from houseway.web import pages
from houseway.web.apart import apart
from houseway.web.asking import premises_of, staff_who_may, to_the_door
from houseway.web.problems import Problem, sentence
from houseway.web.training.learning import form_of, titled

router = APIRouter(include_in_schema=False)

TEACHERS = SUPERVISORS


@router.get("/train/class", response_class=HTMLResponse)
async def page(request: Request, name: str = "") -> Response:
    if premises_of(request).identity.staff(request) is None:
        return to_the_door(request)
    return await _page(request, name[:40])


async def _page(
    request: Request, name: str, said: str = "", code: tuple[str, str] = ("", ""), status: int = 200
) -> HTMLResponse:
    staff_who_may("look at the class", TEACHERS, request)
    school = premises_of(request).school
    found = await apart(class_view, school, name or None)
    sittings = Sittings(school)
    exams = await apart(sittings.exams)
    sat = {(one.plain, exam.id): one for exam in exams for one in await apart(sittings.sat, exam)}
    exams = [exam for exam in reversed(exams) if any((one.learner.plain, exam.id) in sat for one in found)]
    drills = sorted({(skill.book, skill.drill) for one in found for skill in one.skills})
    return pages.page(
        request, "training/class.html", status=status, found=found, drills=drills, chosen=name, classes=school.classes(),
        titled=titled, said=said, given_to=code[0], code=code[1], exams=exams, sat=sat, clock_now=school.clock(),
    )  # fmt: skip


@router.post("/train/class", response_class=HTMLResponse)
async def act(request: Request) -> HTMLResponse:
    """Takes somebody in, gives another code, puts them in a class, or lets them go."""
    staff = staff_who_may("change the class", TEACHERS, request)
    school, sent = premises_of(request).school, await form_of(request)
    what, name, by = sent.get("act", ""), sent.get("name", ""), f"{staff.role}:{staff.name}"
    chosen = sent.get("chosen", "")
    try:
        if what == "enrol":
            learner, code = await apart(school.enrol, name, by, sent.get("class", ""))
            return await _page(request, chosen, code=(learner.name, code))
        if what == "new code":
            return await _page(request, chosen, code=(name, await apart(school.new_code, name, by)))
        if what == "class":
            await apart(school.put_in_class, name, sent.get("class", ""), by)
        elif what == "withdraw":
            await apart(school.withdraw, name, by)
        else:
            raise Problem("misread", f"{what[:40]!r} is nothing that is done here.")
    except Complaint as wrong:
        return await _page(request, chosen, said=sentence(str(wrong)), status=422)
    return await _page(request, chosen)
