"""Jackpots: the meter on the wall, live, and the house's report on where its money came from and went to."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from houseway.floor import jackpots
from houseway.floor.jackpots import Opened
from houseway.money import Cents
from houseway.play.jackpot import JackpotTerms, Prize
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.asking import premises_of

router = APIRouter()


@dataclass(frozen=True)
class Meter:
    """One jackpot as a wall shows it."""

    opened: Opened
    shown: Cents
    tables: tuple[str, ...]  # that feed it and pay from it
    prizes: tuple[tuple[str, Prize, Cents], ...]  # by hand: the rule, and what it comes to now

    @property
    def name(self) -> str:
        return self.opened.jackpot.name


def meters(premises: Premises) -> dict[str, Meter]:
    found: dict[str, Meter] = {}
    for name, opened in jackpots.jackpots(premises.ledger).items():
        shown = jackpots.meter(premises.ledger, name)
        sharing = {
            table: premises.house.tables[table]
            for table in premises.house.in_order
            if (sign := premises.house.tables[table].state.sign.jackpot) is not None and sign.name == name
        }
        terms: JackpotTerms | None = next((table.chapters.jackpot for table in sharing.values()), None)
        rules = terms.prizes.value.items() if terms is not None else ()
        prizes = tuple((hand, prize, prize.due(shown)) for hand, prize in rules)
        found[name] = Meter(opened, shown, tuple(sharing), prizes)
    return found


def fragments(premises: Premises, asking: HTTPConnection, name: str, phone: bool) -> dict[str, str]:
    """Every meter; a page takes the one it shows."""
    return {
        f"meter-{meter.name}": pages.part("jackpots/meter.html", meter=meter) for meter in meters(premises).values()
    }


def _meter(premises: Premises, name: str) -> Meter:
    found = meters(premises).get(name)
    if found is None:
        raise HTTPException(404, f"there is no jackpot called {name!r}")
    return found


@router.get("/jackpot/{name}", response_class=HTMLResponse, include_in_schema=False)
async def wall(name: str, request: Request) -> HTMLResponse:
    return pages.page(request, "jackpots/wall.html", meter=_meter(premises_of(request), name))


@router.get("/jackpots", include_in_schema=False)
async def reports(request: Request) -> Response:
    """For staff: each jackpot's accounts, and every prize it has paid."""
    premises = premises_of(request)
    if premises.identity.staff(request) is None:
        return RedirectResponse("/staff", 303)
    found = [(meter, jackpots.report(premises.ledger, name)) for name, meter in meters(premises).items()]
    return pages.page(request, "jackpots/reports.html", reports=found)


@router.get("/api/jackpots", tags=["tables"])
async def listed(request: Request) -> list[dict[str, object]]:
    """What every jackpot of the house shows now, in cents, and what its hands are worth."""
    return [
        {
            "name": meter.name,
            "title": meter.opened.title,
            "cents": meter.shown,
            "price": meter.opened.jackpot.price,
            "tables": list(meter.tables),
            "prizes": {hand: {"rule": str(prize), "cents": due} for hand, prize, due in meter.prizes},
        }
        for meter in meters(premises_of(request)).values()
    ]
