"""What if, as a page: the provisions of a book are controls, and its figures follow as one drags.

The page asks for figures with everything that was changed, each time anew; nothing is kept between two questions but what the
mathematics keeps. Where only floats are quick enough they come first and say so, and the fractions when the hand rests.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse

from houseway.complaint import Complaint
from houseway.judging.effects import figures_beside
from houseway.lab.beside import Effect, together
from houseway.lab.exact import NoAnalysis, Study
from houseway.lab.whatif import Answer, answer, controls
from houseway.law.studying import UnknownProvision
from houseway.odds.distribution import WagerOdds
from houseway.web import pages
from houseway.web.apart import drawn, figured
from houseway.web.lab.dated import study_asked
from houseway.web.lab.forbidden import advice_is_forbidden
from houseway.web.problems import Problem, sentence

router = APIRouter()

MOST_SET = 150


def _changed(law: Study, set: list[str]) -> Study:
    """The study of a law with everything that was set otherwise."""
    if len(set) > MOST_SET:
        raise Problem("misread", f"{len(set)} provisions are more than can be set here, {MOST_SET}.")
    changes = {}
    for item in set:
        name, equals, value = item.partition("=")
        if not equals or not name or not value:
            raise Problem("misread", f"Write NAME=VALUE, not {item!r}.")
        changes[name] = value
    try:
        return replace(law, edition=law.edition.study(changes)) if changes else law
    except UnknownProvision as wrong:
        raise Problem("misread", sentence(str(wrong))) from None


@router.get("/odds/{book}/what-if", response_class=HTMLResponse, include_in_schema=False)
async def page(book: str, request: Request, at: str = "") -> HTMLResponse:
    of = study_asked(book, request, at)
    try:
        found = await drawn(controls, of)
    except NoAnalysis as wrong:
        raise Problem("unknown", sentence(str(wrong))) from None
    groups: dict[str, list[object]] = {}
    for one in found:
        groups.setdefault(one.provided.words or one.provided.name, []).append(one)
    return pages.page(
        request,
        "lab/whatif.html",
        of=of,
        book=of.book,
        groups=groups,
        hidden=advice_is_forbidden(of.book.id),
        at=at,
        day=f"{of.at:%Y-%m-%dT%H:%M}",
    )


@router.get("/odds/{book}/what-if.json", tags=["lab"], summary="What if: figures with some provisions set otherwise")
async def figures(
    book: str,
    request: Request,
    set: Annotated[list[str], Query(description="NAME=VALUE, such as spread_pays.1=6 to 1; one for each")] = [],  # noqa: B006
    patient: Annotated[bool, Query(description="wait for fractions where floats are there at once")] = False,
    at: Annotated[str, Query(description="the law of a moment, such as 1999-11-08T04:00; without one, now")] = "",
) -> JSONResponse:
    """Every wager before and after. `figures` says whether they are exact or in double precision."""
    law = study_asked(book, request, at)
    changed = _changed(law, set)
    try:
        return JSONResponse(_told(law, changed, await figured(answer, law, changed, patient)))
    except Complaint as wrong:
        raise Problem("misread", sentence(str(wrong))) from None


def _told(law: Study, changed: Study, found: Answer) -> dict[str, Any]:
    effects = figures_beside(found.before, found.after)
    charts = effects.charts
    return {
        "schema": "houseway.whatif/1",
        "book": law.edition.book,
        "edition": law.edition.digest,
        **law.dated(),
        "set": dict(changed.edition.studied),
        "figures": found.how,
        "wagers": [_row(label, one) for label, one in together(effects.wagers)],
        "chart": charts[0]._repr_svg_() if charts else "",
    }


def _row(label: str, one: Effect) -> dict[str, Any]:
    return {
        "wager": label,
        "played": one.after.strategy if one.after else one.played,
        "given": one.given,
        "moves": one.moves,
        "before": _figures(one.before),
        "after": _figures(one.after),
    }


def _figures(one: WagerOdds | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "expectation": str(one.expectation),
        "edge_percent": round(float(one.house_edge) * 100, 4),
        "deviation": None if one.deviation is None else round(one.deviation, 4),
    }
