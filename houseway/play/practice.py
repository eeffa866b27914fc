"""Practice: what a game may bring to the drills that every game has.

Drills deal rounds by the game's own script and ask about what it told (``houseway/teaching``); a game needs nothing for that.
Where chips laid at random would make dull rounds, or the game has a skill of its own, its folder may have a ``practice.py`` that
brings any of the names below. Nothing in it may say what a right answer is: that is what the script tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.law.clause import Basis
from houseway.play.events import Event
from houseway.play.prompts import Pick, Prompt, TakeWagers
from houseway.play.script import Step
from houseway.play.wagers import Wager
from houseway.values import value


@value
class Posed:
    """A question of a game's own about something that the script told."""

    topic: str  # what it practises, in a few words
    asks: str
    options: tuple[tuple[str, str], ...]  # value and label
    right: str  # the value that the script told
    by: Basis
    why: str
    before: int  # how many steps had been told when it is asked
    tiles: tuple[str, ...] = ()  # that lie there


@dataclass(frozen=True)
class Practice:
    # by the terms: what lies in a window, where any chips would not do
    wagers: Callable[[Any, TakeWagers, Pick], tuple[Wager, ...]] | None = None
    # what luck answers, with these wagers on the table; None for as it comes
    luck: Callable[[Prompt, Sequence[Wager], Pick], Any] | None = None
    # a player's wagers as the one paper they stand on; then all that is due on it is asked for, with the price in it
    ticket: Callable[[Sequence[Wager]], str] | None = None
    # questions of its own in a round that was dealt, and what they are called
    poses: Callable[[Sequence[Step]], Iterable[Posed]] | None = None
    UNSAID: tuple[type[Event], ...] = ()  # events that need not be told: others say the same
    NAME: str = "own"  # by which a learner asks for them
    TITLE: str = ""
    ABOUT: str = ""
    PAR: int = 20  # seconds


NOTHING_OF_ITS_OWN = Practice()
