"""States: whether a table is open and where it stands, which window is open, how a round and a wager came out, and which
question is asked.

Each has a name that programs go by and that records keep; it never changes. The words people read stand beside it, here and
nowhere else: put them as you like, and nothing behaves otherwise (``tests/test_words.py`` swaps all of them).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Worded(StrEnum):
    """A name that programs go by, the words people read, and those above a column where they are others."""

    words: str
    heading: str

    def __new__(cls, name: str, words: str = "", heading: str = "") -> Self:
        member = str.__new__(cls, name)
        member._value_ = name
        member.words, member.heading = words, heading or words
        return member


class Status(Worded):
    """Whether a table is open at all."""

    OPEN = "open", "open"
    FROZEN = "frozen", "frozen"
    CLOSED = "closed", "closed"

    @property
    def is_open(self) -> bool:
        return self is Status.OPEN

    @property
    def is_frozen(self) -> bool:
        return self is Status.FROZEN

    @property
    def is_closed(self) -> bool:
        return self is Status.CLOSED


class State(Worded):
    """Where a table stands, as its header tells it."""

    PREPARING = "preparing", "Shuffle and cut"
    WAGERING = "wagering", "Place your bets"
    RAISING = "raising", "Raises open"
    INSURING = "insuring", "Insurance open"
    DECIDING = "deciding", "Players decide"
    LOCKED = "no-more-bets", "No more bets"
    SETTLED = "settled", "Settled"
    FROZEN = "frozen", "Frozen"
    CLOSED = "closed", "Closed"

    @property
    def takes_answers(self) -> bool:
        """Whether players may do something now."""
        return self in (State.WAGERING, State.RAISING, State.INSURING, State.DECIDING)


class Window(Worded):
    """The windows in which wagers are taken; a game may have others of its own, by plain names."""

    ORIGINAL = "original", "Original", "Wagers"
    WAGERS = "wagers", "Wagers"
    ANTE = "ante", "Ante"
    RAISE = "raise", "Raise", "Raises"
    INSURANCE = "insurance", "Insurance"


FIRST_WINDOWS = (Window.ORIGINAL, Window.WAGERS, Window.ANTE)  # those that open a round
STATE_IN: dict[str, State] = {Window.RAISE: State.RAISING, Window.INSURANCE: State.INSURING}  # in any other: wagering


class Outcome(Worded):
    """How a wager ended."""

    WON = "won", "won"
    LOST = "lost", "lost"
    VOID = "void", "void"
    RETURNED = "returned", "returned"


class RoundResult(Worded):
    """How a round came out, where it is no number and no symbol."""

    VOID = "void", "void"
    WIN = "win", "win"
    LOSE = "lose", "lose"
    STAND_OFF = "stand off", "stand off"
    THREE_ALIKE = "three of a kind", "three of a kind"
    PLAYER = "player", "player"
    BANKER = "banker", "banker"
    TIE = "tie", "tie"


class Asked(Worded):
    """Questions that somebody beside the script looks for; every other is known by its kind and its place."""

    OFFER_CUT = "offer-cut", "Offer the cut"
    CUT = "cut", "Cut the cards"
    CUTTING_CARD = "cutting-card", "Place the cutting card"
    RECUT = "recut", "Does the cut stand?"
    LOOK = "look", "Does a player ask to see it?"  # nobody has more or less by the answer


_WINDOWS: dict[str, Window] = {window: window for window in Window}
_RESULTS: dict[str, RoundResult] = {result: result for result in RoundResult}


def window_words(window: str) -> str:
    """What a window is called; one of a game's own is called by its name."""
    return _WINDOWS[window].words if window in _WINDOWS else window.capitalize()


def window_heading(window: str) -> str:
    """The same above a column or beside a step."""
    return _WINDOWS[window].heading if window in _WINDOWS else window.capitalize()


def result_words(result: str) -> str:
    """How a round came out; a number or a symbol is its own word."""
    return _RESULTS[result].words if result in _RESULTS else result
