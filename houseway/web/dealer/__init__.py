"""Dealer: the console. One obvious next step, what may go wrong beside it, and every correction signed by somebody else."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from houseway.floor.brought import InWords
from houseway.floor.correcting import correction
from houseway.floor.last_judged import recorded
from houseway.floor.refitting import question_of
from houseway.floor.rerunning import run_again
from houseway.floor.terminals import accounts_of
from houseway.floor.was_and_is import brought_words
from houseway.play.decision import Refused
from houseway.premises.premises import Premises
from houseway.web import pages
from houseway.web.asking import premises_of, staff_of, to_the_door
from houseway.web.dealer.console import Console, unsettled
from houseway.web.mending import Wanted, as_answer, as_kept, entries_of, money_between, rounds_beside
from houseway.web.orders import table_of
from houseway.web.problems import Problem, problem

router = APIRouter(include_in_schema=False)

PARTS = ("state", "steps", "felt", "wanted", "work", "money", "wrong", "mend")


def fragments(premises: Premises, asking: HTTPConnection, name: str, phone: bool) -> dict[str, str]:
    staff = premises.identity.staff(asking)
    if staff is None:
        return {}
    console = Console(premises, premises.house.tables[name], staff)
    return {part: pages.part(f"dealer/{part}.html", console=console) for part in PARTS}


@router.get("/table/{name}/dealer")
async def page(name: str, request: Request) -> Response:
    premises = premises_of(request)
    table = table_of(premises, name)
    staff = premises.identity.staff(request)
    if staff is None:
        return to_the_door(request)
    if accounts_of(table) is not None:
        return RedirectResponse(f"/rapid/{name}/console", 303)
    return pages.page(request, "dealer/page.html", console=Console(premises, table, staff))


@router.get("/table/{name}/dealer/correction", response_class=HTMLResponse)
async def preview(
    name: str,
    request: Request,
    answer: int,
    round: int,
    value: str = "",
    wager: int = -1,
    cents: int = 0,
    player: str = "",
    area: int = 0,
    spot: str = "",
    wrong: str = "",
    struck: bool = False,
    instead: str = "",
    answers: str = "[]",
    brought: str = "",
) -> HTMLResponse:
    """What correcting one answer would take back, and what would hold instead; nothing is changed by asking. Where a round long
    paid asks otherwise now, ``answers`` are those brought so far and ``brought`` is one more; ``instead`` is what the
    answer is put right to."""
    premises = premises_of(request)
    table = table_of(premises, name)
    console = Console(premises, table, staff_of(request))
    tape = console.tape_of(round)
    named = table.game.spot_named(spot) if spot else ""
    asked = Wanted(value.strip('"'), wager, cents, player, area, named, wrong, struck)
    wanted = as_answer(tape[answer] if 0 <= answer < len(tape) else None, asked) if not instead else as_kept(instead)
    came_along = as_kept(answers)
    if not isinstance(came_along, list):
        raise Problem("misread", "The answers that come along are a list.")
    found = correction(table, answer, wanted, round, struck, came_along)
    if brought and not isinstance(found, Refused):
        one = InWords(brought)
        # second wagers nobody was offered are brought before the answers that come after them
        with_it = [one, *came_along] if found.wants is None else [*came_along, one]
        found = correction(table, answer, wanted, round, struck, with_it)
        if not isinstance(found, Refused) and found.not_so is None:
            came_along = list(found.brought)
    if isinstance(found, Refused):
        raise problem("refused", found)
    return HTMLResponse(
        pages.part(
            "dealer/correction.html",
            console=console,
            correction=found,
            taken_back=unsettled(found.taken_back),
            instead=unsettled(found.instead),
            money=money_between(found),
            question=question_of(found.wants) if found.wants is not None else "",
            short=0 if found.short is None else found.short[0],
            rest_on_it="" if found.short is not None else rounds_beside(found),
            brought=brought_words(found.told_brought),
            again=urlencode(
                {
                    "answer": answer,
                    "round": found.round,
                    "instead": json.dumps(wanted),
                    "answers": json.dumps(came_along),
                    **({"struck": "true"} if struck else {}),
                }
            ),
            details=json.dumps(
                {
                    "answer": answer,
                    "round": found.round,
                    **({"struck": True} if struck else {}),
                    **({"answers": came_along} if came_along else {}),
                }
            ),
            value=json.dumps(wanted),
        )
    )


@router.get("/table/{name}/rounds/{number}/mend", response_class=HTMLResponse)
async def mend(name: str, number: int, request: Request) -> HTMLResponse:
    """Everything that was keyed in one round, the one being played or any on record, each with how it is put right."""
    premises = premises_of(request)
    table = table_of(premises, name)
    if accounts_of(table) is not None:
        raise Problem("unknown", "Where wagers are electronic a spin is recalculated, at the console.")
    console = Console(premises, table, staff_of(request))
    if number == table.state.round and table.state.script == "play":
        progress = table.progress
    else:
        kept = next((body for body in recorded(table, number) if body["round"] == number), None)
        if kept is None:
            raise Problem("unknown", f"{name} has no round {number} on record.")
        progress = run_again(table.ledger, kept)
    entries = entries_of(progress, console.tape_of(number), number)
    return pages.page(request, "dealer/round.html", console=console, number=number, entries=entries)
