"""Cage: the cashier's page, slips and counts, and their API."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from houseway.floor.cage import vouchers
from houseway.floor.cage.acts import ROLES_OF_ACT
from houseway.floor.people import Person
from houseway.play.decision import Refused
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.apart import apart
from houseway.web.asking import premises_of, staff_of, staff_who_may
from houseway.web.cage.papers import paper_of
from houseway.web.cage.window import Window
from houseway.web.desks import DeskOrder, carried, desks_of
from houseway.web.problems import Problem, problem

router = APIRouter()

PARTS = ("standing", "slips")
SEES = ("cashier", "finance", "operations manager", "surveillance", "inspector")


def _may_see(staff: Person) -> bool:
    return staff.role in SEES or any(staff.role in roles for roles in ROLES_OF_ACT.values())


def fragments(premises: Premises, asking: HTTPConnection, name: str, phone: bool) -> dict[str, str]:
    staff = premises.identity.staff(asking)
    if staff is None or premises.desks is None or not _may_see(staff):
        return {}
    window = Window(premises, premises.desks, staff)
    return {part: pages.part(f"cage/{part}.html", window=window) for part in PARTS}


@router.get("/cage", include_in_schema=False)
async def page(request: Request) -> Response:
    premises = premises_of(request)
    staff = premises.identity.staff(request)
    if staff is None:
        return RedirectResponse("/staff?to=/cage", 303)
    desks = desks_of(request)
    if not _may_see(staff):
        raise Problem("forbidden", f"The cage is for cashiers and those who count with them; you are a {staff.role}.")
    return pages.page(request, "cage/page.html", window=Window(premises, desks, staff))


@router.get("/cage/counts", response_class=HTMLResponse, include_in_schema=False)
async def left_to_count(request: Request) -> HTMLResponse:
    """What must be counted before the day is over; found beside everything else."""
    premises, desks = premises_of(request), desks_of(request)
    window = Window(
        premises, desks, staff_who_may("see what is to be counted", (*SEES, *ROLES_OF_ACT["count cage"]), request)
    )
    return HTMLResponse(await apart(pages.part, "cage/counts.html", window=window))


@router.get("/cage/papers/{number}", response_class=HTMLResponse, include_in_schema=False)
async def paper(number: int, request: Request) -> HTMLResponse:
    """A paper of the cage as the record has it, to print."""
    staff_of(request)
    found = paper_of(desks_of(request).cage, number)
    if found is None:
        raise Problem("unknown", f"Entry {number} of the cage is no paper.")
    return pages.page(request, "cage/paper.html", paper=found)


@router.get("/api/cage", tags=["cage"], summary="Where the cage stands: drawers, racks, slips, counts")
async def standing(request: Request) -> dict[str, Any]:
    premises = premises_of(request)
    staff = staff_of(request)
    if not _may_see(staff):
        raise Problem("forbidden", f"The cage is for cashiers and those who count with them; you are a {staff.role}.")
    return Window(premises, desks_of(request), staff).document()


@router.post("/api/cage/orders", tags=["cage"], summary="Exchange, fill, count: every act at the cage")
async def do(body: DeskOrder, request: Request) -> dict[str, Any]:
    """Buy-in and cash-out, drawers, fills and credits, counts by two people. A cashier's window is that of their drawer."""
    premises = premises_of(request)
    staff, cage = staff_of(request), desks_of(request).cage
    told: dict[str, Any] = {}
    if body.act == "exchange" and "window" not in body.details:
        told["window"] = next((one.place for one in cage.state.drawers.values() if one.holder == staff.name), "")
    device = premises.identity.device(request)
    if staff.role == "dealer":
        slip = cage.state.slips.get(body.details.get("slip", 0)) if isinstance(body.details.get("slip"), int) else None
        table = slip.table if slip is not None else body.details.get("table")
        if table is not None and (device is None or device.kind != "console" or device.table != table):
            raise Problem("forbidden", f"A dealer acts at the console of a table; this is not the one of {table}.")
    return await carried(cage, staff, body, request, **told)


@router.get("/api/cage/vouchers/{code}", tags=["cage"], summary="What a voucher of the cage is worth")
async def voucher(code: str, request: Request) -> dict[str, Any]:
    """For a scanner: the number and worth of a voucher that is still good; one that was paid says when and by whom."""
    staff_who_may("read vouchers", ("cashier", "dealer", *ROLES_OF_ACT["count cage"]), request)
    found = vouchers.presented(desks_of(request).cage, code)
    if isinstance(found, Refused):
        raise problem("refused", found)
    return {"number": found.number, "cents": found.cents, "issued": found.at}
