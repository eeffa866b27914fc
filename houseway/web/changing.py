"""Changing: new settings for the house while it is open. A casino supervisor sees what they would do, and has it done."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from houseway.floor.people import CASINO_SUPERVISORS
from houseway.premises.changes import Outcome, compare
from houseway.premises.plans import BadSettings
from houseway.premises.settings import of_text
from houseway.web.asking import premises_of, staff_who_may
from houseway.web.problems import Problem, sentence

router = APIRouter()

SCHEMA = "houseway.settings/1"
MANAGING_SETTINGS = ("operations manager", *CASINO_SUPERVISORS)


class SettingsIn(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"toml": '[[table]]\nname = "RD-5"\nbook = "act-1992-red-dog"\nsign = { limits = "5 to 50" }\n'}
            ]
        },
    )
    toml: Annotated[str, Field(description="the whole settings file")]
    apply: Annotated[bool, Field(description="false: only say what it would do")] = False


@router.post("/api/settings", tags=["house"], summary="What new settings would do, or have it done")
async def change(body: SettingsIn, request: Request) -> dict[str, Any]:
    """Tables are opened, signs changed by the orders a supervisor would give, tables no longer named are closed; each table's
    own book judges it. What cannot be is said, and what needs notice or the end of a round waits."""
    premises = premises_of(request)
    staff = staff_who_may("change the settings of the house", MANAGING_SETTINGS, request)
    try:
        settings = await asyncio.to_thread(of_text, body.toml)
    except BadSettings as wrong:
        raise Problem("misread", sentence(str(wrong))) from None
    if body.apply:
        return _outcome_docs(await premises.changes.apply(settings, staff))
    would = [Outcome(each, "cannot" if each.does == "cannot" else "would") for each in compare(premises, settings)]
    return _outcome_docs(would)


@router.get("/api/settings", tags=["house"], summary="What of the settings still waits")
async def waiting(request: Request) -> dict[str, Any]:
    """Changes that need notice, the end of a round or another person first."""
    premises = premises_of(request)
    staff_who_may("change the settings of the house", MANAGING_SETTINGS, request)
    return _outcome_docs(premises.changes.waiting)


def _outcome_docs(outcomes: list[Outcome]) -> dict[str, Any]:
    """Outcomes as they are told; a code for somebody is told here, once, and stands on no record."""
    told = [outcome.document() | ({"tell": outcome.tell} if outcome.tell else {}) for outcome in outcomes]
    return {"schema": SCHEMA, "changes": told}
