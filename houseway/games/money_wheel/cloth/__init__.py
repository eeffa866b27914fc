"""The Money Wheel, drawn from a view: the upright wheel with its flapper, and a field for each of the seven symbols."""

from __future__ import annotations

from houseway.draw.boxes import Rect, clause_link
from houseway.draw.fields import Field, field, stacked
from houseway.draw.palette import colour
from houseway.draw.svg import group, picture, tag, text
from houseway.draw.touch import NOTHING, waiting
from houseway.draw.wheel import money_wheel_svg, stop_colours, upright_wheel
from houseway.games.money_wheel.cloth.headline import headline, summary, symbol_of
from houseway.games.money_wheel.cloth.pays import pays
from houseway.games.money_wheel.terms import SYMBOLS, Terms
from houseway.money import show
from houseway.play.chips_seen import able, chips_seen
from houseway.play.cloth import side, taken
from houseway.play.felt import Felt
from houseway.play.view import View

__all__ = ["dealer", "names", "pays", "phone", "player", "result", "small", "summary"]

IVORY, QUIET = colour("cloth-ink"), colour("cloth-ink-2")
SHORT = {"Canberra": "C", "Flag": "F"}  # in a row of the last ones


def player(view: View) -> str:
    """The player's side, 932 by 584: the wheel at the left, the layout beside it."""
    parts = [
        _wheel(view, 268, 306, 244, id="p-wheel"),
        _said(view, 548, 50, 908, 34),
        _layout(view, Rect(548, 112, 360, 460), 2, "p"),
        waiting(),
    ]
    return side(view, "player", 932, 584, *parts)


def dealer(view: View) -> str:
    """The dealer's side, 644 by 300."""
    parts = [
        _wheel(view, 508, 158, 124, id="d-wheel"),
        _said(view, 20, 44, 360, 24),
        _layout(view, Rect(16, 88, 348, 196), 4, "d"),
    ]
    return side(view, "dealer", 644, 300, *parts)


def phone(view: View) -> str:
    """The player's side on a phone, 390 wide."""
    parts = [
        _said(view, 14, 38, 376, 21),
        _wheel(view, 195, 254, 168, id="m-wheel"),
        _layout(view, Rect(12, 446, 366, 360), 2, "m"),
        waiting(),
    ]
    return side(view, "phone", 390, 820, *parts)


def small(view: View) -> str:
    """The wheel on the floor plan."""
    places, label = taken(view, "seats")
    return money_wheel_svg(places, view.status.is_closed, label)


def result(felt: Felt) -> str:
    """A symbol on its own colour, for a row of the last ones."""
    symbol = symbol_of(felt)
    if not symbol:
        return ""
    fill, ink = FILLS[symbol]
    return picture(
        40, 34,
        tag("rect", x=1, y=1, width=38, height=32, rx=5, fill=fill, stroke=colour("cloth-line")),
        text(20, 22.5, SHORT.get(symbol, symbol), 15, 650, ink, "middle", 92, 34),
        label=symbol, sized=True, class_="mark",
    )  # fmt: skip


def names(terms: Terms) -> list[tuple[str, list[tuple[str, str]]]]:
    return [("Symbols", [(symbol, symbol) for symbol in terms.odds])]


# By rarity, as the rim has them; the same for every edition.
FILLS = stop_colours([symbol for n, symbol in enumerate(SYMBOLS.values()) for _ in range(len(SYMBOLS) - n)])


def _wheel(view: View, x: float, y: float, r: float, id: str) -> str:
    """The wheel, at a table that is not closed."""
    return "" if view.status.is_closed else upright_wheel(view.terms.rim.pockets, x, y, r, _rests(view), id)


def _rests(view: View) -> str:
    """The wheel rests where it came to rest, until it is spun again."""
    return symbol_of(view.felt) or (symbol_of(view.last) if view.window else "")


def _layout(view: View, area: Rect, columns: int, prefix: str) -> str:
    """Two fields to a row, or as many as there are columns; a last one alone has the row."""
    touched, stakes = able(view), chips_seen(view)
    come = symbol_of(view.felt)
    symbols = list(view.terms.odds)
    rows = [symbols[n : n + columns] for n in range(0, len(symbols), columns)]
    parts = []
    for line_area, row in zip(stacked(area, len(rows), 8), rows, strict=True):
        gap = 8.0
        wide = (line_area.width - gap * (len(row) - 1)) / len(row)
        for n, symbol in enumerate(row):
            rect = Rect(line_area.x + n * (wide + gap), line_area.y, wide, line_area.height)
            what = Field(symbol, symbol, str(view.terms.odds[symbol].value), symbol, size=27 if wide > 140 else 19)
            drawn = field(
                rect, what, stakes.get(symbol, NOTHING), symbol == come, touched, prefix, symbol == symbols[0],
                view.status.is_closed, 20 if rect.height > 90 else 15,
            )  # fmt: skip
            parts.append(drawn)
    return tag("g", *parts, role="group", aria_label="The layout", data_roving=prefix)


def _said(view: View, x: float, y: float, right: float, head: float) -> str:
    if view.status.is_closed:
        limits = view.sign.limits
        top = f" to {show(limits.maximum)}" if limits.maximum is not None else ""
        return text(x, y, f"Closed. {show(limits.minimum)}{top}", 21, 650, colour("ink-2"))
    now = headline(view)
    numbers = [clause.number for clause in now.by.clauses]
    return group(
        text(x, y, now.head, head, 650, IVORY, width=104, room=right - x - 80),
        text(x, y + 23, now.second, 15, 500, QUIET, room=right - x),
        clause_link(right, y, now.by.clauses[0].book, numbers, 13, "end", most=1) if numbers else "",
        id="said" if head > 30 else None,
    )
