"""The Baccarat cloth, drawn from a view: for players, for the dealer, for a phone, and small for the floor plan.

Places are numbered from the dealer's left, so they are mirrored for whoever sits opposite. What can be touched says what it is
(``data-area``, ``data-spot``); a page needs no coordinates. The roads are a record of the shoe and nothing else.
"""

from __future__ import annotations

from houseway.draw.bow import arc, inks, row
from houseway.draw.boxes import Rect, clause_link, lines
from houseway.draw.palette import colour
from houseway.draw.said import said_beside, said_in_a_line, said_small
from houseway.draw.svg import group, picture, text
from houseway.draw.tables import half_moon_svg
from houseway.games.baccarat.cloth.board import big_road_alone, board
from houseway.games.baccarat.cloth.hands import hand, squeeze
from houseway.games.baccarat.cloth.places import column, on_the_bow, own, place_of, seat
from houseway.games.baccarat.cloth.said import said, summary
from houseway.games.baccarat.roads import Roads
from houseway.games.baccarat.terms import SPOTS
from houseway.money import show
from houseway.play.cloth import closed_sign, taken
from houseway.play.view import View

IVORY = colour("cloth-ink")
LEGEND = "From the top: tie, banker, player; below, the commission taken"

__all__ = ["dealer", "names", "phone", "player", "small", "summary"]


def player(view: View) -> str:
    """The player's side, 932 by 636."""
    parts = [
        _said(view),
        _about(view, 906, 36),
        hand(view, "player", Rect(188, 14, 274, 154), 78, "p"),
        hand(view, "banker", Rect(470, 14, 274, 154), 78, "p"),
        group(board(Roads.of(view.record)), at=(26, 182)),
        *(on_the_bow(place_of(view, *place)) for place in arc(view.sign.areas, top=330, height=208, sag=62)),
        squeeze(view, 466, 176, 148, "p"),
        closed_sign(view, 756, 20),
    ]
    return picture(932, 636, *parts, label=view.label, role="group", id="cloth-player", class_="cloth")


def dealer(view: View) -> str:
    """The dealer's side, 644 by 330: both hands, every place from the left by number, and a box for each commission."""
    now = said(view)
    parts = [
        "" if view.status == "closed" else said_small(now.head, now.second, *now.by.cited, 16, 36, 128),
        hand(view, "player", Rect(152, 10, 190, 116), 54, "d"),
        hand(view, "banker", Rect(350, 10, 190, 116), 54, "d"),
        _sides(view, 634, 30),
        text(16, 148, LEGEND, 12, 450, inks(view.status == "closed")[1]),
        *(column(place_of(view, *place)) for place in row(view.sign.areas, Rect(14, 158, 616, 128))),
        group(big_road_alone(Roads.of(view.record), 616, 24), at=(14, 292)),
    ]  # fmt: skip
    return picture(644, 322, *parts, label=view.label, role="group", id="cloth-dealer", class_="cloth")


def phone(view: View) -> str:
    """The player's side on a phone, 390 by 520."""
    now = said(view)
    areas = view.sign.areas
    half = (areas + 1) // 2
    rows = [(Rect(15, 300, 360, 42), range(1, half + 1)), (Rect(15, 346, 360, 42), range(half + 1, areas + 1))]
    seats = []
    for rect, numbers in rows if areas > 9 else [(Rect(15, 300, 360, 48), range(1, areas + 1))]:
        for (_, at), number in zip(row(len(numbers), rect), reversed(numbers), strict=True):
            seats.append(seat(place_of(view, number, at)))
    parts = [
        "" if view.status == "closed" else said_in_a_line(now.head, now.second, *now.by.cited),
        hand(view, "player", Rect(14, 56, 178, 116), 48, "m"),
        hand(view, "banker", Rect(198, 56, 178, 116), 48, "m"),
        group(big_road_alone(Roads.of(view.record), 362, 108), at=(14, 182)),
        *seats,
        own(view, Rect(14, 398, 362, 112)),
        squeeze(view, 195, 190, 130, "m"),
    ]
    return picture(390, 520, *parts, label=view.label, role="group", id="cloth-phone", class_="cloth")


def small(view: View) -> str:
    """The table on the floor plan; its places from the player's left, which is the highest number."""
    places, label = taken(view, "places", mirrored=True)
    return half_moon_svg(places, closed=view.status == "closed", label=label)


def names(terms: object) -> list[tuple[str, list[tuple[str, str]]]]:
    """The wagers by name."""
    return [("Wagers", [(spot, "tie bet" if spot == "tie" else spot) for spot in SPOTS])]


def _said(view: View) -> str:
    if view.status == "closed":
        return ""
    now = said(view)
    return said_beside(now.head, now.second, now.lines, *now.by.cited, 28, 44, 150)


def _about(view: View, x: float, y: float) -> str:
    """What the cloth prints about the game: its name, the decks and the commission."""
    if view.status == "closed":
        return ""
    terms = view.terms
    taken = terms.commission.value
    words = (f"{terms.dealing.decks.value.count} decks", f"Commission {float(taken * 100):g} %", "of what Banker wins")
    book, numbers = (terms.dealing.decks.by + terms.commission.by).cited
    return group(
        text(x, y, view.title, 17.5, 650, IVORY, "end", 104, 152),
        lines(x, y + 23, words, 14, 19, anchor="end", room=152),
        clause_link(x, y + 23 + 19 * 3 + 4, book, numbers, 13, "end", most=2),
    )


def _sides(view: View, x: float, y: float) -> str:
    """Both sides of the table in figures, and how far they may differ."""
    ivory, quiet = inks(view.status == "closed")
    lying = {wager.key: wager for wager in (*view.felt.wagers, *view.chips)}.values()
    sums = {side: sum(wager.cents for wager in lying if wager.spot == side) for side in ("player", "banker", "tie")}
    rows = [f"P {show(sums['player'])}", f"B {show(sums['banker'])}", f"T {show(sums['tie'])}"]
    parts = [text(x, y + 19 * n, words, 14, 600, ivory, "end", 92, 84) for n, words in enumerate(rows)]
    if view.sign.differential is not None:
        parts.append(text(x, y + 60, f"apart ≤ {show(view.sign.differential)}", 12, 450, quiet, "end", 90, 92))
    return group(*parts)
