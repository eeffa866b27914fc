"""Drill: questions for the trainer, from any game that has something to decide.

A game may deal its own (``drill`` in its ``analysis.py``); else its decisions are asked as they are listed, each as often as
it comes up in play.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate

from houseway.lab.exact import NoAnalysis, Study, analysis, decisions
from houseway.law.clause import Basis
from houseway.odds.drill import Question


class NothingToDecide(NoAnalysis):
    """Players of the game decide nothing but what to wager on."""


@lru_cache(maxsize=256)
def _listed(of: Study) -> tuple[list[Question], list[float]]:
    rows = decisions(of)
    questions = [
        Question(
            row["decision"][:1].upper()
            + row["decision"][1:]
            + (f", which pays {row['pays']}" if row.get("pays") else ""),
            tuple((name, name[:1].upper() + name[1:]) for name in row["options"]),
            row["options"],
            Basis(()),
        )
        for row in rows
    ]
    return questions, list(accumulate(float(row["chance"]) for row in rows))


def can_drill(of: Study) -> bool:
    """Whether the trainer has anything to ask of a game."""
    try:
        ways = analysis(of.book.game)
    except NoAnalysis:
        return False
    return ways.drill is not None or ways.decisions is not None


def question(of: Study, number: int) -> Question:
    """The question of a number: the same number asks the same."""
    return dealt(of, random.Random(number))


def dealt(of: Study, rng: random.Random) -> Question:
    """A question with something to choose: where the rules leave one way, another is dealt."""
    own = analysis(of.book.game).drill
    if own is not None:
        while len((put := own(of.edition.terms, of.shoe, rng.randrange)).options) < 2:
            pass
        return put
    questions, shares = _listed(of) if analysis(of.book.game).decisions is not None else ([], [])
    if not questions:
        raise NothingToDecide(f"{of.book.title}: players decide nothing but what to wager on")
    return questions[min(bisect_right(shares, rng.random() * shares[-1]), len(questions) - 1)]
