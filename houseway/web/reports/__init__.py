"""Reports: figures of days, shifts and months on a page with plots, and as files; for those who file them and those who check."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup

from houseway.draw.deviations import Result, deviations_svg
from houseway.floor.clerk import all_on_disk
from houseway.floor.gaming_day import gaming_day
from houseway.floor.people import CASINO_SUPERVISORS, Person
from houseway.law.roles import REGULATING
from houseway.ledger.heads import key_in
from houseway.money import show, show_net
from houseway.premises.premises import Premises
from houseway.reporting import papers, signing
from houseway.reporting.arrangement import Arrangement
from houseway.reporting.periods import NoPeriod, period
from houseway.reporting.report import document_from, make
from houseway.web import pages
from houseway.web.apart import apart, in_the_back_room
from houseway.web.asking import premises_of, staff_who_may
from houseway.web.looking import note_look
from houseway.web.problems import Problem, sentence

router = APIRouter()

READERS = ("finance", "operations manager", "surveillance", *CASINO_SUPERVISORS, *REGULATING)
MEDIA = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}
KEPT = 8  # documents of times that are over, which never change

Name = Annotated[str, Query(max_length=40, description="2026-11-16, 2026-11-16 night or 2026-11")]


def _reader(request: Request) -> Person:
    return staff_who_may("read the figures of the house", READERS, request)


def _arrangement(premises: Premises) -> Arrangement:
    settings = premises.settings
    return Arrangement() if settings is None else settings.figures.arrangement(settings.house.venue)


async def _figures(request: Request, name: str) -> dict[str, Any]:
    """The figures of a period, made in the back room, and signed once its time is over."""
    premises = premises_of(request)
    kept, settings, arrangement = premises.figures, premises.settings, _arrangement(premises)
    if name in kept:
        return kept[name]
    try:
        period(name, arrangement.shifts)
    except NoPeriod as wrong:
        raise Problem("misread", sentence(str(wrong))) from None
    now = premises.house.clock()
    await all_on_disk(premises.ledger)
    if ":memory:" in premises.database_url:
        doc = await apart(lambda: make(premises.ledger, name, arrangement, now).document())
    else:
        doc = await in_the_back_room(document_from, premises.database_url, name, arrangement, now)
    if doc["period"]["final"]:
        if settings is not None and (premises.notary is not None or Path(settings.house.heads_key).exists()):
            doc = signing.signed(doc, key_in(Path(settings.house.heads_key)))
        kept[name] = doc
        while len(kept) > KEPT:
            del kept[next(iter(kept))]
    return doc


def _plot(rows: list[dict[str, Any]], label: str) -> Markup:
    found = [row for row in rows if row["deviation"]]
    results = [
        Result(row.get("name", row.get("day", "")), (row.get("reckoned_win", row["win"]) - row["expected"]) / row["deviation"],
               show_net(row.get("reckoned_win", row["win"])))
        for row in found
    ]  # fmt: skip
    return Markup(deviations_svg(results, label)) if results else Markup("")


@router.get("/reports", include_in_schema=False)
async def page(request: Request, of: Name = "") -> Response:
    """The figures of a day so far, or of a time that is over."""
    premises = premises_of(request)
    if premises.identity.staff(request) is None:
        return RedirectResponse("/staff?to=/reports", 303)
    reader, today = _reader(request), gaming_day(premises.house.clock())
    name = of.strip() or today
    note_look(premises, reader, f"figures {name}")
    doc = await _figures(request, name)
    now = premises.house.clock()
    days = [gaming_day(now - timedelta(days=n)) for n in range(7)]
    months = sorted({day[:7] for day in days}, reverse=True)
    shifts = [f"{name[:10]} {shift.name}" for shift in _arrangement(premises).shifts] if len(name) >= 10 else []
    return pages.page(
        request, "reports/page.html", doc=doc, name=name, days=days, months=months, shifts=shifts,
        sheets=list(papers.sheets(doc)), plot=_plot, money=show, foot=papers.foot(doc),
    )  # fmt: skip


@router.get("/api/reports/{form}", tags=["house"], summary="The figures of a day, a shift or a month")
async def figures(
    form: Literal["json", "csv", "xlsx", "pdf"], of: Name, request: Request, so_far: bool = False
) -> Response:
    """From the record alone: the same figures are the same bytes. Before the time is over only what there is so far is told, to
    whoever asks for that."""
    premises, reader = premises_of(request), _reader(request)
    note_look(premises, reader, f"figures {of} as {form}")
    doc = await _figures(request, of)
    if not doc["period"]["final"] and not so_far:
        raise Problem("refused", f"{of} is still open; ask for it so far, or when it is over.", code="still_open")
    body = await apart(papers.written, doc, form)
    name = f"figures-{of.replace(' ', '-')}.{form}"
    return Response(body, media_type=MEDIA[form], headers={"Content-Disposition": f'attachment; filename="{name}"'})
