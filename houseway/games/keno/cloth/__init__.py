"""Keno drawn from a view: the board of eighty with what a player marked and what has been drawn, for whoever is told the game.

A keno desk sells tickets and has pages of its own; a game at a table of its own, as a worked round is, is drawn here.
"""

from __future__ import annotations

from collections.abc import Iterable

from houseway.draw.boxes import Rect, clause_link
from houseway.draw.palette import colour
from houseway.draw.svg import group, tag, text
from houseway.games.keno.cloth.headline import headline, numbers_drawn, own_ways
from houseway.games.keno.cloth.pays import pays, rows_of
from houseway.games.keno.entry import read_spot
from houseway.money import show
from houseway.play.cloth import side
from houseway.play.events import Settled
from houseway.play.felt import Felt
from houseway.play.view import View

__all__ = ["payment", "pays", "phone", "player", "summary", "wager_named"]

IVORY, QUIET, LINE = colour("cloth-ink"), colour("cloth-ink-2"), colour("cloth-line")
COLUMNS = 10


def player(view: View) -> str:
    """The player's side, 932 by 584: the board at the left, what the numbers win beside it."""
    parts = [_said(view, 28, 52, 648, 34), _board(view, Rect(28, 96, 620, 464)), _prizes(view, 684, 120, 904)]
    return side(view, "player", 932, 584, *parts)


def phone(view: View) -> str:
    """The player's side on a phone, 390 wide."""
    parts = [_said(view, 14, 38, 376, 21), _board(view, Rect(12, 84, 366, 330)), _prizes(view, 14, 452, 376)]
    return side(view, "phone", 390, 640, *parts)


def summary(felt: Felt) -> str:
    """A game that is over: its numbers."""
    return felt.fact("outcome") or "No draw"


def wager_named(spot: str) -> str:
    """The numbers of a ticket as people read them."""
    _, numbers = read_spot(spot) or (0, ())
    return " ".join(str(number) for number in numbers)


def payment(view: View, line: Settled) -> str:
    """What the schedule gave for the stake: a prize is paid for it, not at odds to it."""
    return f"{line.at} drawn, {show(line.back)} for {show(line.wager.cents)}" if line.back else ""


def _said(view: View, x: float, y: float, right: float, head: float) -> str:
    now = headline(view)
    cited = [clause.number for clause in now.by.clauses]
    return group(
        text(x, y, now.head, head, 650, IVORY, width=104, room=right - x - 80),
        text(x, y + 24, now.second, 15, 500, QUIET, room=right - x),
        clause_link(right, y, now.by.clauses[0].book, cited, 13, "end", most=1) if cited else "",
    )


def _board(view: View, area: Rect) -> str:
    """Two halves; drawn numbers are filled and the last one lit, a player's own wear a second line."""
    drawn, marked = numbers_drawn(view.felt), {number for way in own_ways(view) for number in way.numbers}
    device = view.terms.draws.device.value
    rows, half = -(-device // COLUMNS), -(-device // COLUMNS) // 2
    wide, high = area.width / COLUMNS, (area.height - 12) / rows
    parts = []
    for number in range(1, device + 1):
        row, column = divmod(number - 1, COLUMNS)
        cell = Rect(area.x + column * wide, area.y + row * high + (12 if row >= half else 0), wide, high)
        parts.append(_number(cell, number, drawn, number in marked))
    return tag("g", *parts, role="group", aria_label="The board")


def _number(cell: Rect, number: int, drawn: tuple[int, ...], own: bool) -> str:
    come, last = number in drawn, drawn[-1:] == (number,)
    fill = colour("lamp") if last else IVORY if come else "none"
    ink = colour("lamp-ink") if last else colour("ink") if come else IVORY
    gap = 5.0
    parts = [
        tag("rect", x=cell.x + gap, y=cell.y + gap, width=cell.width - 2 * gap, height=cell.height - 2 * gap, rx=5, fill=fill,
            stroke=LINE, stroke_width=1.25),
        text(cell.middle, cell.y + cell.height / 2 + 6, str(number), 17, 700 if own or come else 500, ink, "middle", 92),
    ]  # fmt: skip
    if own:
        ring = tag(
            "rect", x=cell.x + 1.5, y=cell.y + 1.5, width=cell.width - 3, height=cell.height - 3, rx=8, fill="none",
            stroke=IVORY, stroke_width=2.25,
        )  # fmt: skip
        parts.append(ring)
    words = [str(number), *(["yours"] if own else []), *(["drawn"] if come else [])]
    return tag("g", *parts, role="img", aria_label=", ".join(words))


def _prizes(view: View, x: float, y: float, right: float) -> str:
    """What a ticket's numbers win, by how many of them are drawn; what stands so far has a mark before it."""
    parts: list[str] = []
    drawn = set(numbers_drawn(view.felt))
    for way in own_ways(view)[:1]:
        matched = len(drawn.intersection(way.numbers))
        parts.append(text(x, y, "Your numbers win", 15, 600, IVORY))
        rows: Iterable[tuple[int, str]] = rows_of(view.terms, 0, len(way.numbers), way.cents)
        for n, (count, won) in enumerate(rows):
            down, here = y + 30 + 26 * n, bool(drawn) and count == matched
            weight = 700 if here else 450
            parts.append(text(x, down, f"{count} of {len(way.numbers)} drawn", 15, weight, IVORY if here else QUIET))
            parts.append(text(right, down, won, 15, weight, IVORY if here else QUIET, "end"))
            if here:
                parts.append(tag("rect", x=x - 14, y=down - 13, width=4, height=17, fill=IVORY))
    return group(*parts)
