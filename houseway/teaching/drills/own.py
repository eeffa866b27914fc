"""Own: questions that a game brings itself (``practice.py`` in its folder), about what its script told."""

from __future__ import annotations

import random
from typing import Any

from houseway import games
from houseway.law.rulebook import Edition
from houseway.teaching.dealing import deal
from houseway.teaching.posing import Asked
from houseway.teaching.questions import Form, Part

TITLE, ABOUT, PAR = "", "", 20


def title(edition: Edition[Any]) -> tuple[str, str]:
    own = games.practice(edition.game)
    return own.TITLE, own.ABOUT


def par(edition: Edition[Any]) -> int:
    return games.practice(edition.game).PAR


def pose(edition: Edition[Any], rng: random.Random) -> Asked | None:
    poses = games.practice(edition.game).poses
    assert poses is not None, f"{edition.book} brings no questions of its own"
    posed = list(poses(deal(edition, rng).steps))
    if not posed:
        return None
    one = rng.choice(posed)
    options = list(one.options)
    rng.shuffle(options)
    return Asked(
        one.topic,
        (),
        (Part(one.asks, Form.CHOICE, (one.right,), tuple(options)),),
        one.by,
        ((one.why, one.by),),
        tiles=(("The tiles", one.tiles),) if one.tiles else (),
    )
