"""Formats: the ways in which tournaments are played, as data an organiser begins from."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from houseway.forms import read
from houseway.money import cents
from houseway.play.conditions import (
    BuyingBack,
    Conditions,
    Disposition,
    Disqualification,
    Eligibility,
    Entry,
    Fee,
    Lateness,
    Prizes,
    Stage,
)
from houseway.play.tournament_law import TournamentLaw
from houseway.values import value

_FILE = Path(__file__).with_name("formats.toml")


@value
class Format:
    name: str
    title: str
    about: str
    stages: tuple[Stage, ...]  # of no book yet


@cache
def formats() -> dict[str, Format]:
    """Every format that the house knows, by name."""
    doc = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {
        name: Format(name, one["title"], one["about"], tuple(map(_stage, one["stages"]))) for name, one in doc.items()
    }


def _stage(doc: dict[str, Any]) -> Stage:
    whole = {**doc, "credit": cents(doc["credit"]), "book": "", "disposition": "retired", "compulsory_wager": 0}
    found: Stage = read(Stage, {**whole, "secret_wagers": 0}, "stage")
    return found


def usual(law: TournamentLaw, of: Format, title: str = "") -> Conditions:
    """Conditions in full for a book, by a format: what an organiser begins from. Every item that the book asks for is stated."""
    keeps = 10 if law.keeps is None else int(100 * law.keeps.value)
    stages = tuple(replace(stage, book=law.book, disposition=Disposition.RETIRED) for stage in of.stages)
    return Conditions(
        title,
        Fee(5_000, keeps),
        stages,
        BuyingBack(),
        Eligibility(),
        Entry(2, stages[0].places),
        Disqualification(("cheating", "misconduct")),
        Lateness(10),
        Prizes((60, 30, 10)),
        "rules" if law.needs_director else "conditions",
        substitutes=True,
    )
