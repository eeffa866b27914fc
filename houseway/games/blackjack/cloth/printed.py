"""Printed: what the cloth says between the dealer and the boxes, along the bow, as the rules want it printed there: what a
blackjack pays, how far the dealer draws, and the line for insurance."""

from __future__ import annotations

from functools import lru_cache

from houseway.draw.bow import inks
from houseway.draw.palette import colour
from houseway.draw.svg import Attr, number, tag
from houseway.play.view import View
from houseway.values import value


@value
class Print:
    """The words of the cloth, which are provisions of the book."""

    blackjack: str
    dealer: str
    insurance: str
    side: str
    closed: bool


def printed(view: View) -> Print:
    terms = view.terms
    stands = "all 17s" if terms.dealer.stands_on_soft.value <= 17 else "hard 17"
    side = ""
    if terms.over_under is not None:
        side = f"Over or under {terms.over_under.thirteen.value} pays {terms.over_under.pays.value}"
    return Print(
        f"Blackjack pays {terms.settling.blackjack.value}",
        f"Dealer must draw to {terms.dealer.draws_to.value} and stand on {stands}",
        f"Insurance pays {terms.insurance.pays.value}",
        side,
        view.status.is_closed,
    )


LEFT, RIGHT = 40.0, 892.0
SAG = 150.0  # how far the middle of the control line hangs; the bow itself hangs half of it


def on_bow(x: float, edge: float) -> float:
    """The height of the bow that begins at ``edge`` at both ends of the cloth, at a place across it."""
    t = (x - LEFT) / (RIGHT - LEFT)
    return edge + 2 * t * (1 - t) * SAG


def _bow(edge: float) -> str:
    return f"M{number(LEFT)} {number(edge)}Q{number((LEFT + RIGHT) / 2)} {number(edge + SAG)} {number(RIGHT)} {number(edge)}"


@lru_cache(maxsize=64)
def along_the_bow(words: Print, edge: float) -> str:
    """The printed lines, and below them the band where insurance lies."""
    ivory, quiet = inks(words.closed)
    line = colour("edge" if words.closed else "cloth-line")
    dealer = f"{words.dealer} · {words.side}" if words.side else words.dealer
    rows = (
        (words.blackjack, edge - 86, 21, 650, ivory),
        (dealer, edge - 60, 15, 500, quiet),
        (words.insurance, edge - 34, 15, 600, ivory),
    )
    parts = []
    for n, (text, at, size, weight, ink) in enumerate(rows):
        parts.append(_text(f"bow-{n}", text, at + size * 0.36, size, weight, ink))
    for at in (edge - 16, edge + 16):
        parts.append(tag("path", d=_bow(at), fill="none", stroke=line, stroke_width=1.25))
    return tag("g", *parts, role="img", aria_label=f"{words.blackjack}. {dealer}. {words.insurance}.")


def _text(id: str, words: str, edge: float, size: float, weight: int, ink: str) -> str:
    path = tag("textPath", words, href=f"#{id}", startOffset="50%")
    style: dict[str, Attr] = {"font_size": size, "font_weight": weight, "fill": ink, "text_anchor": "middle"}
    return tag("path", id=id, d=_bow(edge), fill="none") + tag("text", path, letter_spacing=0.4, **style)
