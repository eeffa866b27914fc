"""The Baccarat cloth, drawn from a view: for players, for the dealer, for a phone, and small for the floor plan.

Places are numbered from the dealer's left, so they are mirrored for whoever sits opposite. What can be touched says what it is
(``data-area``, ``data-spot``); a page needs no coordinates. The roads are a record of the shoe and nothing else.
"""

from __future__ import annotations

from houseway.draw.bow import arc, inks, row
from houseway.draw.boxes import Rect
from houseway.draw.palette import colour
from houseway.draw.svg import group, text
from houseway.games.baccarat.cloth.board import big_road_alone, board
from houseway.games.baccarat.cloth.explained import explains, payment
from houseway.games.baccarat.cloth.hands import hand, squeeze
from houseway.games.baccarat.cloth.headline import headline, summary
from houseway.games.baccarat.cloth.pays import pays
from houseway.games.baccarat.cloth.places import column, on_the_bow, own, place_of, seat
from houseway.games.baccarat.roads import Roads
from houseway.games.baccarat.terms import SPOTS
from houseway.money import show
from houseway.play.cloth import Frame, about
from houseway.play.view import View

IVORY = colour("cloth-ink")
FRAME = Frame(headline, "places", corner=(28, 44, 150), dealer_corner=(16, 36, 128))
small = FRAME.small
LEGEND = "From the top: tie, banker, player; below, the commission taken"

__all__ = ["dealer", "explains", "names", "payment", "pays", "phone", "player", "small", "summary"]


def player(view: View) -> str:
    """The player's side, 932 by 636."""
    parts = [
        hand(view, "player", Rect(188, 14, 274, 154), 78, "p"),
        hand(view, "banker", Rect(470, 14, 274, 154), 78, "p"),
        group(board(Roads.of(view.record)), at=(26, 182)),
        *(on_the_bow(place_of(view, *place)) for place in arc(view.sign.areas, top=330, height=208, sag=62)),
        squeeze(view, 466, 174, 118, "p"),
    ]
    return FRAME.player(view, _about(view), *parts, sign=(756, 20))


def dealer(view: View) -> str:
    """The dealer's side, 644 by 330: both hands, every place from the left by number, and a box for each commission."""
    parts = [
        hand(view, "player", Rect(152, 10, 190, 116), 54, "d"),
        hand(view, "banker", Rect(350, 10, 190, 116), 54, "d"),
        _sides(view, 634, 30),
        text(16, 148, LEGEND, 12, 450, inks(view.status.is_closed)[1]),
        *(column(place_of(view, *place)) for place in row(view.sign.areas, Rect(14, 158, 616, 128))),
        group(big_road_alone(Roads.of(view.record), 616, 24), at=(14, 292)),
    ]  # fmt: skip
    return FRAME.dealer(view, 322, *parts)


def phone(view: View) -> str:
    """The player's side on a phone, 390 by 520."""
    areas = view.sign.areas
    half = (areas + 1) // 2
    rows = [(Rect(15, 300, 360, 42), range(1, half + 1)), (Rect(15, 346, 360, 42), range(half + 1, areas + 1))]
    seats = []
    for rect, numbers in rows if areas > 9 else [(Rect(15, 300, 360, 48), range(1, areas + 1))]:
        for (_, at), number in zip(row(len(numbers), rect), reversed(numbers), strict=True):
            seats.append(seat(place_of(view, number, at)))
    parts = [
        hand(view, "player", Rect(14, 56, 178, 116), 48, "m"),
        hand(view, "banker", Rect(198, 56, 178, 116), 48, "m"),
        group(big_road_alone(Roads.of(view.record), 362, 108), at=(14, 182)),
        *seats,
        own(view, Rect(14, 398, 362, 112)),
        squeeze(view, 195, 178, 130, "m"),
    ]
    return FRAME.phone(view, 520, *parts)


def names(terms: object) -> list[tuple[str, list[tuple[str, str]]]]:
    """The wagers by name."""
    return [("Wagers", [(spot, "tie bet" if spot == "tie" else spot) for spot in SPOTS])]


def _about(view: View) -> str:
    """What the cloth prints about the game: its name, the decks and the commission."""
    terms = view.terms
    taken = terms.commission.value
    words = (f"{terms.dealing.decks.value.count} decks", f"Commission {float(taken * 100):g} %", "of what Banker wins")
    by = terms.dealing.decks.by + terms.commission.by
    return about(view, 906, 36, words, by, 14, 19, room=152, title_room=152, gap=4)


def _sides(view: View, x: float, y: float) -> str:
    """Both sides of the table in figures, and how far they may differ."""
    ivory, quiet = inks(view.status.is_closed)
    lying = {wager.key: wager for wager in (*view.felt.wagers, *view.chips)}.values()
    sums = {side: sum(wager.cents for wager in lying if wager.spot == side) for side in ("player", "banker", "tie")}
    rows = [f"P {show(sums['player'])}", f"B {show(sums['banker'])}", f"T {show(sums['tie'])}"]
    parts = [text(x, y + 19 * n, words, 14, 600, ivory, "end", 92, 84) for n, words in enumerate(rows)]
    if view.sign.differential is not None:
        parts.append(text(x, y + 60, f"apart ≤ {show(view.sign.differential)}", 12, 450, quiet, "end", 90, 92))
    return group(*parts)
