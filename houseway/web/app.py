"""App: the house as a web application. Rooms are put together here and nowhere else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import PlainTextResponse, Response
from fastapi.routing import iter_route_contexts
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from houseway import __version__
from houseway.draw import palette
from houseway.floor.house import venue_time
from houseway.floor.pace import Pace
from houseway.premises.premises import Premises
from houseway.premises.settings import House, Settings
from houseway.premises.study_desk import StudyDesk, folder_of
from houseway.web import (
    api,
    api_page,
    cage,
    changing,
    dealer,
    documentation,
    door,
    forwarding,
    how,
    incidents,
    inspect,
    jackpots,
    keno,
    lab,
    library,
    live,
    lobby,
    openapi,
    operations,
    orders,
    pages,
    papers,
    patrons,
    pit,
    player,
    problems,
    rapid,
    record,
    reports,
    roster,
    tournaments,
    training,
    wall,
)
from houseway.web.apart import Lanes
from houseway.web.forwarding import Forwarding
from houseway.web.guard import Guard
from houseway.web.keno import tickets
from houseway.web.library import drafts
from houseway.web.lines import Lines, OpenLines
from houseway.web.pacing import Buckets
from houseway.web.pit import publishing
from houseway.web.porter import AtTheDoor, Porter
from houseway.web.turnstile import Turnstile
from houseway.web.whose_turn import AtTheTurnstile

STATIC = Path(__file__).parent / "static"

FLOOR_ROOMS = ("door", "rapid")  # what a floor of terminals shows at once

TITLE = "Houseway"
ABOUT = (
    "The rule book of casino games, executable. Every decision cites the clause behind it. "
    "Play credit only: running games for money needs a licence and approved equipment."
)
TAGS = [
    {"name": "orders", "description": "Acts at a table, each with a key made by the client."},
    {"name": "tables", "description": "The floor: every table, what lies on it and what it asks."},
    {"name": "books", "description": "The rulebooks, clause by clause in our own words."},
    {"name": "people", "description": "Play names and play credit."},
    {"name": "record", "description": "Rounds as they were played."},
    {"name": "cage", "description": "Cash, chips, vouchers and accounts; fills, credits and counts."},
    {"name": "papers", "description": "Documents the house has written: notices, complaints, decisions, slips, forms."},
    {"name": "tournaments", "description": "Tournaments: conditions, entries, draws, standings, prizes."},
    {"name": "keno", "description": "The keno computer: tickets, draws, payments."},
    {"name": "notices", "description": "Law to come: proposed, seconded, withdrawn, in force."},
    {"name": "lab", "description": "Editions judged against each other, and figures with provisions set otherwise."},
    {"name": "house", "description": "Whether the house is open."},
]

ROOMS = (
    lobby,
    how,
    door,
    player,
    wall,
    dealer,
    pit,
    library,
    drafts,
    publishing,
    lab,
    training,
    record,
    orders,
    papers,
    api,
    api_page,
    documentation,
    changing,
    cage,
    patrons,
    reports,
    roster,
    incidents,
    inspect,
    jackpots,
    keno,
    tickets,
    live,
    operations,
    rapid,
    forwarding,
    tournaments,
)


@cache
def rooms() -> APIRouter:
    """Every room with its doors. FastAPI reads what each door takes when it is first asked for; doors are the same in every
    house of a process and are read once."""
    together = APIRouter()
    for room in ROOMS:
        together.include_router(room.router)
    return together


@cache
def description() -> dict[str, Any]:
    """What programs read of the doors, in every house of a process."""
    return openapi.described(TITLE, __version__, ABOUT, TAGS, rooms())


def create_app(
    database_url: str = "sqlite:///:memory:",
    pace: Pace | None = None,
    hosts: list[str] | None = None,
    clock: Callable[[], datetime] = venue_time,
    settings: Settings | None = None,
) -> FastAPI:
    """The application over one ledger. ``hosts`` are the names it answers to; None is any."""
    premises = Premises(database_url, pace or Pace(), clock, settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        for _ in iter_route_contexts(app.routes):
            pass  # read before anybody comes
        pages.warm(*(FLOOR_ROOMS if settings is not None else ()))
        premises.start()
        watching = [
            asyncio.create_task(_stop_with_the_ledger(app, premises)),
            asyncio.create_task(app.state.porter.watch()),
        ]
        if app.state.lines is not None:
            watching.append(asyncio.create_task(app.state.lines.watch()))
        yield
        for task in watching:
            task.cancel()
        await asyncio.to_thread(app.state.studies.close)
        await premises.stop()
        app.state.lanes.close()

    app = FastAPI(title=TITLE, version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.premises = premises
    app.state.on_stop = lambda: None
    app.state.turnstile, app.state.lanes = Turnstile(), Lanes(staffed=settings is not None)
    app.state.studies = StudyDesk(partial(folder_of, database_url), clock)
    house = settings.house if settings is not None else House()
    app.state.buckets = Buckets(premises)
    app.state.porter = Porter(house.lines_per_address, house.trusted_proxies)
    app.state.lines = (
        OpenLines(premises.identity.door, premises.identity.guests) if premises.identity.door is not None else None
    )
    problems.install(app)
    forwarding.install(app)
    app.openapi = description  # type: ignore[method-assign]
    _guard(app, hosts)
    _static(app)
    app.router.routes.extend(rooms().routes)
    return app


async def _stop_with_the_ledger(app: FastAPI, premises: Premises) -> None:
    """A ledger that failed to write ends the house: never serve what may not be on disk."""
    await premises.house.stopped.wait()
    app.state.on_stop()


def _guard(app: FastAPI, hosts: list[str] | None) -> None:
    app.add_middleware(Guard)
    app.add_middleware(Lines)
    app.add_middleware(AtTheTurnstile)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)
    if hosts is not None:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=hosts)
    app.add_middleware(Forwarding)
    app.add_middleware(AtTheDoor)


def _static(app: FastAPI) -> None:
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/palette.css", include_in_schema=False)
    async def colours() -> Response:
        return PlainTextResponse(palette.css(), media_type="text/css")
