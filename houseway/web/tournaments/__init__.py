"""Tournaments: the list, one's own page, the organiser's and director's desk, the wall, and the form for conditions."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from houseway import games
from houseway.floor.people import SUPERVISORS
from houseway.floor.tournament.desk import TournamentDesk
from houseway.floor.tournament.formats import formats, usual
from houseway.floor.tournament.state import Phase
from houseway.forms import Misread
from houseway.games import chapters_of
from houseway.play.conditions import Conditions, Item, Tie
from houseway.play.tournament_law import TournamentLaw, tournament_law
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.arriving import arriving
from houseway.web.asking import premises_of, staff_of
from houseway.web.problems import Problem, sentence
from houseway.web.tournaments import api, forms
from houseway.web.tournaments.api import desk_of
from houseway.web.tournaments.view import APPROVE, TournamentView

router = APIRouter()
router.include_router(api.router)

PARTS = {
    "tournament": ("state", "own", "board"),
    "tournament-desk": ("state", "due", "entrants", "board", "money"),
    "tournament-wall": ("wall",),
    "tournaments": ("list",),
}
MAY_ORGANISE = (*SUPERVISORS, "tournament director")


def fragments_of(page: str) -> Any:
    """How a page of tournaments is drawn anew when something has changed."""

    def fragments(premises: Premises, asking: HTTPConnection, name: str, phone: bool) -> dict[str, str]:
        view: TournamentView | None = None
        if page != "tournaments":
            desk = premises.office.find(name)
            if desk is None:
                return {}
            view = _view(premises, asking, desk)
        if page == "tournament-desk" and (view is None or view.staff is None):
            return {}
        values = {"view": view, "listed": _listed(premises, asking)}
        return {f"t-{part}": pages.part(f"tournaments/{part}.html", **values) for part in PARTS[page]}

    return fragments


def _view(premises: Premises, asking: HTTPConnection, desk: TournamentDesk) -> TournamentView:
    visitor, staff = premises.identity.visitor(asking), premises.identity.staff(asking)
    return TournamentView(premises, desk, visitor.name if visitor else "", staff)


def _listed(premises: Premises, asking: HTTPConnection) -> dict[str, list[TournamentView]]:
    """Tournaments by how far they are, for whoever looks; those being drafted are for staff."""
    views = [_view(premises, asking, desk) for desk in premises.office.desks.values()]
    staff = premises.identity.staff(asking) is not None
    found = {
        "Open for entry": [view for view in views if view.state.phase is Phase.ENTRIES_OPEN],
        "Under way": [view for view in views if view.state.phase.has_begun or view.state.phase is Phase.ENTRIES_CLOSED],
        "In preparation": [view for view in views if staff and view.state.phase in (Phase.DRAFTED, Phase.APPROVED)],
    }
    return {heading: views for heading, views in found.items() if views or heading == "Open for entry"}


@router.get("/tournaments", response_class=HTMLResponse, include_in_schema=False)
async def listed(request: Request) -> HTMLResponse:
    premises, arrival = premises_of(request), arriving(request)
    over = [(name, title) for name, title in reversed(premises.office.over.items())][:20]
    seen = dict[str, Any](listed=_listed(premises, request), over=over, visitor=arrival.visitor, credit=arrival.credit)
    response = pages.page(request, "tournaments/index.html", **seen)
    arrival.keep(request, response)
    return response


@router.get("/tournaments/new", include_in_schema=False)
async def new(request: Request, book: str = "", format: str = "accumulation", of: str = "") -> Response:
    """The form for conditions: it knows what the book of the first stage asks for, and begins from a format, or from a tournament
    that is being drafted."""
    premises = premises_of(request)
    staff = premises.identity.staff(request)
    if staff is None:
        return RedirectResponse("/staff?to=/tournaments/new", 303)
    if staff.role not in MAY_ORGANISE:
        raise Problem("forbidden", f"Tournaments are drafted by supervisors and the operator; you are a {staff.role}.")
    known = _books(premises)
    drafted = desk_of(premises, of) if of else None
    if drafted is not None and drafted.state.phase not in (Phase.DRAFTED, Phase.APPROVED):
        raise Problem("refused", "Conditions that have been published are not revised.")
    book = book.replace(" ", "+")  # as a plus is read that somebody typed into an address
    if book and book not in known:
        raise Problem("unknown", f"{book!r} has no rules for tournaments; {', '.join(known)} have.")
    if format not in formats():
        raise Problem("unknown", f"There is no format {format!r}; there are {', '.join(formats())}.")
    law = known[book or next(iter(known))]
    told: Conditions = usual(law, formats()[format]) if drafted is None else drafted.state.conditions
    if drafted is not None and told.stages and told.stages[0].book in known:
        law = known[told.stages[0].book]
    frame: dict[str, Any] = {
        "law": law,
        "approved_by": " or the ".join(APPROVE.get(role, role) for role in law.approved_by),
        "books": {id: games.book(id)[0] for id in known},
        "formats": formats(),
        "format": format,
    }
    return pages.page(
        request, "tournaments/new.html", told=told, of=of, items=Item, ties=Tie, stages=forms.STAGES, **frame
    )


def _books(premises: Premises) -> dict[str, TournamentLaw]:
    """The books that tournaments can be held by today."""
    found: dict[str, TournamentLaw] = {}
    for book in games.library().values():
        for variant in ("", *book.variants):
            name = f"{book.id}+{variant}" if variant else book.id
            if book.missing and not variant:
                continue
            try:
                law = tournament_law(name, chapters_of(book.at(premises.house.clock(), None, variant)))
            except ValueError:
                continue
            if law is not None:
                found[name] = law
    return found


@router.post("/tournaments/draft", include_in_schema=False)
async def drafted(body: forms.FormIn, request: Request) -> dict[str, Any]:
    """What the form for conditions says becomes a draft, or other conditions for one."""
    premises = premises_of(request)
    staff_of(request)
    try:
        conditions = forms.conditions_of(body.details)
    except Misread as wrong:
        raise Problem("misread", sentence(str(wrong))) from None
    of = body.details.get("of", "")
    if of:
        desk_of(premises, of)
        revise = api.TournamentOrderIn(
            key=body.key, act="revise", details={"conditions": conditions}, **{"as": "staff"}
        )
        await api.order(of, revise, request)
        return {"accepted": True, "name": of, "then": f"/tournaments/{of}/desk"}
    made = await api.draft(api.DraftIn(key=body.key, conditions=conditions), request)
    return {"accepted": True, "name": made["name"], "then": f"/tournaments/{made['name']}/desk"}


@router.get("/tournaments/{name}", response_class=HTMLResponse, include_in_schema=False)
async def page(name: str, request: Request) -> HTMLResponse:
    premises, arrival = premises_of(request), arriving(request)
    view = TournamentView(premises, desk_of(premises, name), arrival.name, premises.identity.staff(request))
    seen = dict[str, Any](view=view, visitor=arrival.visitor, credit=arrival.credit)
    response = pages.page(request, "tournaments/page.html", **seen)
    arrival.keep(request, response)
    return response


@router.get("/tournaments/{name}/desk", include_in_schema=False)
async def desk(name: str, request: Request) -> Response:
    premises = premises_of(request)
    found = desk_of(premises, name)
    if premises.identity.staff(request) is None:
        return RedirectResponse(f"/staff?to=/tournaments/{name}/desk", 303)
    return pages.page(request, "tournaments/desk.html", view=_view(premises, request, found))


@router.get("/tournaments/{name}/wall", response_class=HTMLResponse, include_in_schema=False)
async def wall(name: str, request: Request) -> HTMLResponse:
    premises = premises_of(request)
    return pages.page(request, "tournaments/wall_page.html", view=_view(premises, request, desk_of(premises, name)))
