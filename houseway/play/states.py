"""States: whether a table is open and where it stands, which window is open, how a round and a wager came out, and which
question is asked.

Each has a name that programs go by and that records keep; it never changes. The words people read stand beside them at the end,
here and nowhere else: put them as you like, and nothing behaves otherwise (``tests/test_words.py`` swaps all of them).
"""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Whether a table is open at all."""

    OPEN = "open"
    FROZEN = "frozen"
    CLOSED = "closed"

    @property
    def words(self) -> str:
        return STATUS_WORDS[self]

    @property
    def is_open(self) -> bool:
        return self is Status.OPEN

    @property
    def is_frozen(self) -> bool:
        return self is Status.FROZEN

    @property
    def is_closed(self) -> bool:
        return self is Status.CLOSED


class State(StrEnum):
    """Where a table stands, as its header tells it."""

    PREPARING = "preparing"
    WAGERING = "wagering"
    RAISING = "raising"
    INSURING = "insuring"
    DECIDING = "deciding"
    LOCKED = "no-more-bets"
    SETTLED = "settled"
    FROZEN = "frozen"
    CLOSED = "closed"
    ON_RECORD = "on-record"

    @property
    def words(self) -> str:
        return STATE_WORDS[self]

    @property
    def takes_answers(self) -> bool:
        """Whether players may do something now."""
        return self in (State.WAGERING, State.RAISING, State.INSURING, State.DECIDING)


class Window(StrEnum):
    """The windows in which wagers are taken; a game may have others of its own, by plain names."""

    ORIGINAL = "original"
    WAGERS = "wagers"
    ANTE = "ante"
    RAISE = "raise"
    INSURANCE = "insurance"


FIRST_WINDOWS = (Window.ORIGINAL, Window.WAGERS, Window.ANTE)  # those that open a round
STATE_IN: dict[str, State] = {Window.RAISE: State.RAISING, Window.INSURANCE: State.INSURING}  # in any other: wagering


class Outcome(StrEnum):
    """How a wager ended."""

    WON = "won"
    LOST = "lost"
    VOID = "void"
    RETURNED = "returned"


class RoundResult(StrEnum):
    """How a round came out, where it is no number and no symbol."""

    VOID = "void"
    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand off"
    THREE_ALIKE = "three of a kind"
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class Asked(StrEnum):
    """Questions that somebody beside the script looks for; every other is known by its kind and its place."""

    OFFER_CUT = "offer-cut"
    CUT = "cut"
    CUTTING_CARD = "cutting-card"
    RECUT = "recut"


# The words

STATUS_WORDS: dict[str, str] = {
    Status.OPEN: "open",
    Status.FROZEN: "frozen",
    Status.CLOSED: "closed",
}
STATE_WORDS: dict[str, str] = {
    State.PREPARING: "Shuffle and cut",
    State.WAGERING: "Place your bets",
    State.RAISING: "Raises open",
    State.INSURING: "Insurance open",
    State.DECIDING: "Players decide",
    State.LOCKED: "No more bets",
    State.SETTLED: "Settled",
    State.FROZEN: "Frozen",
    State.CLOSED: "Closed",
    State.ON_RECORD: "On record",
}
WINDOW_WORDS: dict[str, str] = {
    Window.ORIGINAL: "Original",
    Window.WAGERS: "Wagers",
    Window.ANTE: "Ante",
    Window.RAISE: "Raise",
    Window.INSURANCE: "Insurance",
}
WINDOW_HEADINGS: dict[str, str] = {
    Window.ORIGINAL: "Wagers",
    Window.WAGERS: "Wagers",
    Window.ANTE: "Ante",
    Window.RAISE: "Raises",
    Window.INSURANCE: "Insurance",
}
OUTCOME_WORDS: dict[str, str] = {
    Outcome.WON: "won",
    Outcome.LOST: "lost",
    Outcome.VOID: "void",
    Outcome.RETURNED: "returned",
}
RESULT_WORDS: dict[str, str] = {
    RoundResult.VOID: "void",
    RoundResult.WIN: "win",
    RoundResult.LOSE: "lose",
    RoundResult.STAND_OFF: "stand off",
    RoundResult.THREE_ALIKE: "three of a kind",
    RoundResult.PLAYER: "player",
    RoundResult.BANKER: "banker",
    RoundResult.TIE: "tie",
}
QUESTION_WORDS: dict[str, str] = {
    Asked.OFFER_CUT: "Offer the cut",
    Asked.CUT: "Cut the cards",
    Asked.CUTTING_CARD: "Place the cutting card",
    Asked.RECUT: "Does the cut stand?",
}


def window_words(window: str) -> str:
    """What a window is called; one of a game's own is called by its name."""
    return WINDOW_WORDS.get(window, window.capitalize())


def window_heading(window: str) -> str:
    """The same above a column or beside a step."""
    return WINDOW_HEADINGS.get(window, window.capitalize())


def result_words(result: str) -> str:
    """How a round came out; a number or a symbol is its own word."""
    return RESULT_WORDS.get(result, result)
