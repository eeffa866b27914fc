"""Jackpots: the meter on the wall, live; the house's report on where its money came from and went to; and the two things that
people do to one, each by two of them: an approved arrangement goes on record, and a meter is set right.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from houseway.floor import jackpots
from houseway.floor.jackpots import Opened
from houseway.floor.people import HOUSE, SUPERVISORS, Person
from houseway.floor.table import Order
from houseway.money import Cents
from houseway.play.decision import Decision, Refused
from houseway.play.jackpot import JackpotTerms, Prize
from houseway.play.wagers import Jackpot
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.asking import Signature, premises_of, signer_of, staff_who_may, to_the_door
from houseway.web.problems import Problem, problem

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
        return to_the_door(request)
    found = [(meter, jackpots.report(premises.ledger, name)) for name, meter in meters(premises).items()]
    return pages.page(request, "jackpots/reports.html", reports=found, key=secrets.token_hex(8))


@router.get("/api/jackpots", tags=["tables"])
async def listed(request: Request) -> list[dict[str, object]]:
    """What every jackpot of the house shows now, in cents, and what its hands are worth."""
    return [_doc(meter) for meter in meters(premises_of(request)).values()]


def _doc(meter: Meter) -> dict[str, object]:
    opened = meter.opened
    return {
        "name": meter.name,
        "title": opened.title,
        "cents": meter.shown,
        "price": opened.jackpot.price,
        "to_meter": opened.jackpot.to_meter,
        "to_reserve": opened.jackpot.to_reserve,
        "reseed": opened.jackpot.reseed,
        "approval": opened.approval,
        "tables": list(meter.tables),
        "prizes": {hand: {"rule": str(prize), "cents": due} for hand, prize, due in meter.prizes},
    }


class ArrangementIn(BaseModel):
    """A jackpot as it was approved. Amounts are cents; parts are of every hundred wagered."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,19}$", description="of the meter")]
    title: Annotated[str, Field(min_length=1, max_length=60)]
    approval: Annotated[str, Field(min_length=1, max_length=200)]
    price: int
    to_meter: int
    to_reserve: int
    reseed: int = 0
    signed_by: Signature


class AdjustmentIn(BaseModel):
    """A meter set right by hand, by so many cents up or down."""

    model_config = ConfigDict(extra="forbid")
    key: Annotated[str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9._-]+$")]
    cents: int
    reason: Annotated[str, Field(max_length=200)]
    signed_by: Signature


async def _two(request: Request, signature: Signature) -> tuple[Person, Person]:
    """Who asks, and who else signs."""
    staff = staff_who_may("change a jackpot", SUPERVISORS, request)
    signer = await signer_of(request, staff, signature)
    if (refused := jackpots.judge_signer(signer)) is not None:
        raise Problem("forbidden", f"{refused.because[:1].upper()}{refused.because[1:]}.")
    return staff, signer


async def _done(premises: Premises, name: str, act: Any) -> dict[str, object]:
    """Carries out what two people want, off the loop, and tells what the meter shows then."""
    decision: Decision = await asyncio.to_thread(act)
    if isinstance(decision, Refused):
        raise problem("refused", decision)
    for table in premises.house.tables:
        premises.house.tell(table)
    return _doc(_meter(premises, name))


@router.post("/api/jackpots", tags=["tables"], summary="Put an approved jackpot on record", status_code=201)
async def arrange(body: ArrangementIn, request: Request) -> dict[str, object]:
    """Two people put an arrangement on record with its approval; from then on tables may link to its meter. Other figures for one
    on record come with an approval of their own, and its tables take them up from their next round."""
    premises = premises_of(request)
    asks, signs = await _two(request, body.signed_by)
    jackpot = Jackpot(body.name, body.price, body.to_meter, body.to_reserve, body.reseed)
    opened = Opened(jackpot, body.title, body.approval, asks.name, signs.name)
    at, by = premises.house.clock(), f"{signs.role}:{signs.name}"
    known = jackpots.jackpots(premises.ledger)
    act = jackpots.approve_again if body.name in known else jackpots.open_jackpot
    done = await _done(premises, body.name, lambda: act(premises.ledger, opened, at, by))
    for name, table in premises.house.tables.items():
        linked = table.state.sign.jackpot
        if linked is not None and linked.name == body.name and linked != jackpot:
            await premises.do(name, Order(HOUSE, "take up jackpot", at=at))
    return done


@router.post("/api/jackpots/{name}/adjustments", tags=["tables"], summary="Set a meter right by hand", status_code=201)
async def adjust(name: str, body: AdjustmentIn, request: Request) -> dict[str, object]:
    """Two people and a reason; the same key is done once."""
    premises = premises_of(request)
    if name not in jackpots.jackpots(premises.ledger):
        raise Problem("unknown", f"There is no jackpot {name!r}.")
    asks, signs = await _two(request, body.signed_by)
    at, key = premises.house.clock(), f"jackpot:{body.key}"
    return await _done(
        premises,
        name,
        lambda: jackpots.adjust(premises.ledger, name, body.cents, asks, signs, body.reason, at, key),
    )
