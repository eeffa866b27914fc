"""The stud cloth, drawn from a view: for players, for the dealer, for a phone, and small for the floor plan.

Boxes are numbered from the dealer's left, so they are mirrored for whoever sits opposite. A hand lies face down for everybody
but the player who holds it. What can be touched says what it is (``data-area``, ``data-spot``, and ``data-cents`` for the
jackpot, which has one price); a page needs no coordinates.
"""

from __future__ import annotations

from houseway.draw.bow import arc, inks, row
from houseway.draw.boxes import Rect, box
from houseway.draw.cards import RATIO, card_at
from houseway.draw.palette import colour
from houseway.draw.svg import group, text
from houseway.games.stud.cloth.explained import explains
from houseway.games.stud.cloth.hands import area_of, column, held, on_the_bow, own, summary_of_box
from houseway.games.stud.cloth.headline import brief, headline, summary
from houseway.games.stud.cloth.pays import pays
from houseway.kit.cards import RANK_WORDS
from houseway.money import show
from houseway.play.cloth import Frame, about, your_side
from houseway.play.felt import Box
from houseway.play.view import View

IVORY, QUIET, LAMP = colour("cloth-ink"), colour("cloth-ink-2"), colour("lamp")
FRAME = Frame(headline, "boxes", corner=(32, 44, 200))
small = FRAME.small

__all__ = ["brief", "dealer", "explains", "names", "pays", "phone", "player", "small", "summary"]


def player(view: View) -> str:
    """The player's side, 932 by 636."""
    places = arc(view.sign.areas, top=442, height=130, sag=46)
    parts = [
        _dealer(view, 466, 22, 74, "p"),
        _meter(view, 742, 118),
        _pays(view, 466, 186),
        held(view, 466, 276, 78, "p"),
        *(on_the_bow(area_of(view, *place)) for place in places),
    ]
    return FRAME.player(view, _about(view), *parts)


def dealer(view: View) -> str:
    """The dealer's side, 644 by 310: boxes from the left by number, each with its wagers and how it stands."""
    parts = [
        your_side(view),
        _dealer(view, 330, 12, 58, "d"),
        *(column(area_of(view, *place)) for place in row(view.sign.areas, Rect(14, 150, 616, 148))),
    ]
    return FRAME.dealer(view, 310, *parts)


def phone(view: View) -> str:
    """The player's side on a phone, 390 by 470."""
    parts = [
        _dealer(view, 195, 56, 56, "m"),
        _meter_line(view, 195, 184),
        *(summary_of_box(area_of(view, *at)) for at in row(view.sign.areas, Rect(15, 196, 360, 66), mirrored=True)),
        own(view, Rect(14, 270, 362, 190)),
    ]
    return FRAME.phone(view, 470, *parts)


def names(terms: object) -> list[tuple[str, list[tuple[str, str]]]]:
    return [("Wagers", [("ante", "ante"), ("jackpot", "jackpot")])]


def _about(view: View) -> str:
    """What the cloth prints about the game, and the dealer's condition that the rules want printed there."""
    rule = view.terms.settling.qualifies
    printed = ("Dealer plays with", f"{' and '.join(RANK_WORDS[rank] for rank in rule.value)} or higher")
    return about(view, 900, 36, printed, rule.by, title_room=210)


# The meter


def _meter(view: View, x: float, y: float) -> str:
    """The jackpot above the boxes, as the house's accounts have it now."""
    if view.meter is None or view.status.is_closed:
        return ""
    assert view.sign.jackpot is not None
    rect = Rect(x, y, 158, 62)
    return group(
        box(rect, r=8),
        text(rect.middle, y + 21, "Jackpot", 13.5, 500, QUIET, "middle"),
        text(rect.middle, y + 47, show(view.meter), 21, 700, LAMP, "middle", 100, 146),
        id="p-meter",
        role="img",
        aria_label=f"Jackpot {show(view.meter)}, {show(view.sign.jackpot.price)} a wager",
    )


def _meter_line(view: View, x: float, y: float) -> str:
    if view.meter is None or view.status.is_closed:
        return ""
    return text(x, y, f"Jackpot {show(view.meter)}", 15, 650, LAMP, "middle")


# The dealer's cards


def _dealer(view: View, x: float, y: float, width: float, prefix: str) -> str:
    """The dealer's five cards, the up card last, and what they make once they are turned."""
    closed = view.status.is_closed
    lying = view.felt.box("dealer")
    gap = 7.0
    left, height = x - (5 * width + 4 * gap) / 2, width * RATIO
    cards = _faces(lying)
    parts = []
    for n in range(5):
        at = left + n * (width + gap)
        if n < len(cards):
            parts.append(card_at(cards[n], at, y, width, id=f"{prefix}-dealer-{n}", grey=view.status.is_frozen))
        else:
            due = view.due == "dealer" and n == len(cards) and view.viewer == "dealer" and view.status.is_open
            parts.append(box(Rect(at, y, width, height), lit=due, outline=closed, r=7))
    words = view.felt.fact("dealer")
    if words:
        parts.append(text(x, y + height + 22, _capital(words), 16, 650, inks(closed)[0], "middle", 98, 5 * width + 40))
    elif not closed:
        parts.append(text(x, y + height + 22, "Dealer", 15, 500, inks(closed)[1], "middle"))
    return group(*parts)


def _faces(lying: Box | None) -> list[str]:
    """As the dealer's cards are laid: those face down first, the up card last."""
    if lying is None:
        return []
    shown = [str(card) for card in lying.cards if card is not None]
    return [""] * (len(lying.cards) - len(shown)) + shown


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _pays(view: View, x: float, y: float) -> str:
    """What a bet pays, as the cloth prints it."""
    if view.status.is_closed:
        return ""
    rules = view.terms.settling.bet_pays
    said = [f"{name.capitalize()} {str(odds).replace(' to ', ':')}" for name, odds in rules.value.items()]
    half = (len(said) + 1) // 2
    return group(
        text(x, y, "A bet pays", 15, 650, IVORY, "middle"),
        text(x, y + 22, "   ·   ".join(said[:half]), 13.5, 450, QUIET, "middle", 96, 640),
        text(x, y + 41, "   ·   ".join(said[half:]), 13.5, 450, QUIET, "middle", 96, 640),
    )
