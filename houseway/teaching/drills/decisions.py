"""Decisions: what a player may choose, under the exact rules; right is what is worth most, and what else gives away is told."""

from __future__ import annotations

import random
from typing import Any

from houseway import games
from houseway.lab.drill import can_drill, dealt
from houseway.lab.exact import Study
from houseway.law.rulebook import Edition
from houseway.teaching.posing import Asked
from houseway.teaching.questions import Form, Part

TITLE = "Decisions"
ABOUT = "A player's choice under the exact rules: which is worth most?"
PAR = 6

ALIKE = 1e-12  # of a unit: choices that are worth the same


def has(edition: Edition[Any]) -> bool:
    return can_drill(_study(edition))


def _study(edition: Edition[Any]) -> Study:
    return Study(games.book(edition.book)[0], edition)


def pose(edition: Edition[Any], rng: random.Random) -> Asked | None:
    put = dealt(_study(edition), rng)
    worth = {name: float(value) for name, value in put.worth.items()}
    best = tuple(name for name in worth if max(worth.values()) - worth[name] < ALIKE)
    part = Part(put.situation, Form.CHOICE, best, put.options)
    why = tuple((words, put.by) for words in put.why)
    return Asked(
        put.topic or put.situation, (), (part,), put.by, why, cards=put.cards, tiles=put.tiles, rules=put.rules, worth=worth,
        note=put.note,
    )  # fmt: skip
