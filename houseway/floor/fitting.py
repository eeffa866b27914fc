"""Fitting: whether a table, set up as it is, can be played by an edition: its equipment, its sign and its notice."""

from __future__ import annotations

from typing import Any

from houseway.games import chapters_of
from houseway.law.rulebook import Edition
from houseway.play.chapters import Chapters
from houseway.play.decision import Refused
from houseway.play.prompts import ReadSign
from houseway.play.script import Game, HasGeneral
from houseway.play.wagers import SetUp, Sign


def unfit(game: Game[Any, Any], edition: Edition[HasGeneral], set_up: SetUp) -> Refused | None:
    """Why a table set up so cannot be played by this edition."""
    judged = game.judge_set_up(edition.terms, set_up)
    for decision in (judged, sign_prompt(chapters_of(edition)).judge(set_up.sign)):
        if isinstance(decision, Refused):
            return decision
    return None


def judge_notice(chapters: Chapters, sign: Sign) -> Refused | None:
    """What the notice must show before a table opens, and does not."""
    return None if chapters.judge_notice is None else chapters.judge_notice(sign)


def sign_prompt(chapters: Chapters) -> ReadSign:
    """What judges a sign at a table of a book with these chapters, as the script itself will."""
    general, places = chapters.general, chapters.places
    return ReadSign(general.limits.by, general, places, chapters.judge_odds, chapters.jackpot is not None)
