"""Told: a judgement as one document."""

from __future__ import annotations

from typing import Any

from houseway.judging import Judgement


def document(found: Judgement) -> dict[str, Any]:
    """Everything of a judgement; figures as whole fractions, money in cents."""
    return {
        "schema": "houseway.judgement/1",
        "before": found.before.document,
        "after": found.after.document,
        "values": [one.document for one in found.redline.values],
        "clauses": [one.document for one in found.redline.clauses],
        "cases": {
            "told": found.cases.told,
            "left_out": found.cases.by_the_clock,
            "differ": len(found.cases.differing),
            "differing": [one.document for one in found.cases.differing],
        },
        "effects": found.effects.document,
        "ledger": None if found.rounds is None else found.rounds.document,
    }


def summary(found: Judgement) -> list[str]:
    """What a judgement comes to, a sentence to each part."""
    moving = found.effects.moving
    said = [
        f"{_many(len(found.redline.values), 'value is', 'values are')} another, and "
        f"{_many(len(found.redline.clauses), 'clause is', 'clauses are')} changed, amended, added or removed.",
        f"{len(found.cases.differing)} of {found.cases.told} worked cases end otherwise, "
        f"{sum(one.in_money for one in found.cases.differing)} of them in money.",
        f"No exact figures: {found.effects.refused}."
        if found.effects.refused
        else f"{len(moving)} of {len(found.effects.wagers)} wagers are worth something else; the best play is another in "
        f"{_many(len(found.effects.play), 'decision', 'decisions')}.",
    ]
    if found.rounds is not None:
        rounds = found.rounds
        more = "more" if rounds.total >= 0 else "less"
        said.append(
            f"{len(rounds.changed)} of {rounds.looked_at} rounds on record would have settled otherwise, "
            f"${abs(rounds.total) / 100:,.2f} {more} to the players; {len(rounds.untold)} cannot be settled by it."
        )
    return said


def _many(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"
