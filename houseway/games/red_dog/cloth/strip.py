"""Strip: what the cloth prints between the boxes and the areas. A cell for each spread, its odds, and three of a kind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from houseway.draw.bow import inks
from houseway.draw.boxes import Rect, bracket, cell
from houseway.draw.palette import colour
from houseway.draw.svg import group, text
from houseway.money import Odds
from houseway.play.states import RoundResult
from houseway.play.view import View
from houseway.values import value


@value
class Printed:
    """The odds from spread one upwards, those of three alike, and what is lit now."""

    odds: tuple[Odds, ...]
    alike: Odds
    lit: int = 0
    three: bool = False
    closed: bool = False


def printed(view: View) -> Printed:
    terms, felt = view.terms, view.felt
    odds = tuple(terms.pays(view.sign, spread) for spread in sorted(terms.spread_pays.value))
    lit = int(felt.fact("spread") or 0)
    return Printed(
        odds, terms.three_alike.value, lit, felt.fact("outcome") == RoundResult.THREE_ALIKE, view.status.is_closed
    )


@lru_cache(maxsize=512)
def strip(what: Printed, place: Rect, size: float, label: float, phone: bool = False) -> str:
    gap = 2 if phone else 4
    share = place.width if phone else place.width - 142
    width = (share + gap) / len(what.odds) - gap
    cells = [Rect(place.x + n * (width + gap), place.y, width, place.height) for n in range(len(what.odds))]
    parts = [cell(rect, str(n), size, n == what.lit, what.closed) for n, rect in enumerate(cells, 1)]
    y = place.bottom + 6
    line = y + 10 + label * 0.75
    for first, last in _runs(what.odds):
        lit = first < what.lit <= last + 1
        long = last - first > 2
        words = _pays(what.odds[first], long, phone)
        left, right = cells[first].x + 6, cells[last].x + cells[last].width - 6
        beside = phone and long  # on a phone a long bracket has its words at its left end
        parts.append(bracket(left, right, y, "" if beside else words, lit, what.closed, label))
        if beside:
            parts.append(text(left - 2, line, words, label, 500, _ink(what, lit)))
    if phone:
        words = f"Three of a kind {_short(what.alike)}"
        parts.append(text(place.x + place.width, line, words, label, 500, _ink(what, what.three), "end"))
    else:
        rect = Rect(place.x + place.width - 125, place.y, 125, place.height)
        parts.append(cell(rect, "Three of a kind", label, what.three, what.closed))
        parts.append(bracket(rect.x + 8, rect.x + rect.width - 8, y, str(what.alike), what.three, what.closed, label))
    return group(*parts, aria_label="Spreads and what they pay", role="img")


def _ink(what: Printed, lit: bool) -> str:
    return colour("lamp") if lit else inks(what.closed)[0]


def _runs(odds: Sequence[Odds]) -> list[tuple[int, int]]:
    """Neighbouring spreads that pay alike."""
    runs: list[tuple[int, int]] = []
    for n, each in enumerate(odds):
        if runs and odds[runs[-1][0]] == each:
            runs[-1] = (runs[-1][0], n)
        else:
            runs.append((n, n))
    return runs


def _short(odds: Odds) -> str:
    return str(odds).replace(" to ", ":")


def _pays(odds: Odds, long: bool, phone: bool) -> str:
    if odds == Odds(1) and long:
        return "even money" if phone else "even money, 1 to 1"
    return _short(odds) if phone else str(odds)
