"""What if: a book with provisions set to other values, fast enough to follow a hand that drags.

A game's analysis names the provisions that move its figures, ``MOVES``; the rest of the book has no control. Figures are found
as for any study and are exact; only where that takes longer than somebody drags, a game gives the same figures in double
precision first (``live``), and they are said to be that.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from houseway.lab.exact import Study, analysis, found_odds, wager_odds
from houseway.law.provisions import CHOICE, LIST, NUMBER, ODDS, SHARE, Provided, provided
from houseway.money import Odds
from houseway.odds.distribution import WagerOdds

EXACT, DOUBLE = "exact", "double precision"


def moves(of: Study, name: str) -> bool:
    """Whether a provision moves a figure of its game."""
    return any(f"{name}.".startswith(f"{one}.") for one in analysis(of.book.game).MOVES)


@dataclass(frozen=True)
class Control:
    """A provision that somebody drags: where a slider goes to, in whole steps, and what a step says."""

    provided: Provided
    low: int = 0
    high: int = 0
    at: int = 0
    step: str = ""  # what the slider's place is written as: "# to 1", "#", "#%"

    @property
    def slides(self) -> bool:
        return bool(self.step)


def controls(of: Study) -> list[Control]:
    """The controls of a book: a slider for numbers, odds and shares, a choice, or a line of text."""
    return [_control(one) for one in provided(of.book, of.edition) if moves(of, one.name)]


def _control(one: Provided) -> Control:
    if one.kind == NUMBER:
        value, low = int(one.value), int(one.low)
        most = max(2 * value, value + 10)
        return Control(one, low, min(most, int(one.high)) if one.high else most, value, "#")
    if one.kind == ODDS:
        odds = Odds.parse(one.value)
        return Control(one, 0, max(2 * odds.wins, 10 * odds.on), odds.wins, f"# to {odds.on}")
    if one.kind == SHARE and (Fraction(one.value) * 1000).denominator == 1:
        value = int(Fraction(one.value) * 1000)
        return Control(one, 0, min(1000, max(2 * value, 100)), value, "#/1000")
    assert one.kind in (CHOICE, LIST) or not one.low, one.name
    return Control(one)


@dataclass(frozen=True)
class Answer:
    """The figures of a book with some provisions changed, beside those of the law."""

    before: list[WagerOdds]
    after: list[WagerOdds]
    how: str


def answer(law: Study, changed: Study, patient: bool = False) -> Answer:
    """What a change does; to be ``patient`` is to wait for fractions where a game has floats at once."""
    before = wager_odds(law)
    if not changed.edition.studied:
        return Answer(before, before, EXACT)
    live = analysis(law.book.game).live
    if live is not None and not patient:
        quick = live(changed.edition.terms, None)
        if quick is not None:
            return Answer(before, quick, DOUBLE)
    return Answer(before, found_odds(changed), EXACT)
