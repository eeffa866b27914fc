"""The Red Dog cloth, drawn from a view: for players, for the dealer, for a phone, and small for the floor plan.

Things lie where they lie in the room. Areas are numbered from the dealer's left and a box is where the book puts it on the
dealer's side, so both are mirrored for whoever sits opposite. What can be touched says what it is (``data-area``,
``data-spot``); a page needs no coordinates.
"""

from __future__ import annotations

from houseway.draw.bow import arc, inks, row
from houseway.draw.boxes import Rect, box, struck
from houseway.draw.cards import RATIO, card_at
from houseway.draw.palette import colour
from houseway.draw.svg import group, text
from houseway.games.red_dog.cloth.areas import area_of, on_the_bow, own, stakes, total
from houseway.games.red_dog.cloth.explained import explains
from houseway.games.red_dog.cloth.headline import between, headline, place_words, summary
from houseway.games.red_dog.cloth.pays import pays
from houseway.games.red_dog.cloth.strip import printed, strip
from houseway.play.cloth import Frame, about, your_side
from houseway.play.states import RoundResult
from houseway.play.view import View

IVORY, QUIET, LAMP = colour("cloth-ink"), colour("cloth-ink-2"), colour("lamp")

__all__ = ["dealer", "explains", "pays", "phone", "player", "small", "summary"]

FRAME = Frame(headline, "areas", corner=(32, 44, 186), dealer_corner=(24, 44, 116))
small = FRAME.small
PLAYER_SIDE = {"right": 0, "centre": 1, "left": 2}  # the dealer's right is the player's left
DEALER_SIDE = {"left": 0, "centre": 1, "right": 2}


def player(view: View) -> str:
    """The player's side, 932 by 636."""
    boxes = [Rect(227 + 168 * n, 33, 143, 193) for n in range(3)]
    parts = [
        _boxes(view, boxes, PLAYER_SIDE, label_y=245),
        strip(printed(view), Rect(40, 274, 842, 54), 21, 15),
        *(on_the_bow(area_of(view, *place)) for place in arc(view.sign.areas)),
    ]
    return FRAME.player(view, _about(view), *parts)


def dealer(view: View) -> str:
    """The dealer's side, 644 by 300: areas from the left by number, one line each."""
    boxes = [Rect(147 + 122 * n, 17, 107, 144) for n in range(3)]
    parts = [
        your_side(view, 620, 44),
        _boxes(view, boxes, DEALER_SIDE),
        *(stakes(area_of(view, *place)) for place in row(view.sign.areas, Rect(18, 190, 608, 92))),
    ]
    return FRAME.dealer(view, 300, *parts)


def phone(view: View) -> str:
    """The player's side on a phone, 390 by 518."""
    boxes = [Rect(27 + 114 * n, 62, 107, 144) for n in range(3)]
    parts = [
        _boxes(view, boxes, PLAYER_SIDE, label_y=226, short=True),
        strip(printed(view), Rect(15, 252, 360, 45), 18, 13, phone=True),
        *(total(area_of(view, *place)) for place in row(view.sign.areas, Rect(15, 347, 360, 57), mirrored=True)),
        own(view, Rect(14, 417, 362, 89)),
    ]
    return FRAME.phone(view, 518, *parts)


def _about(view: View) -> str:
    """What the cloth prints about the game: its name, the decks and how the cards rank."""
    dealing = view.terms.dealing
    decks = dealing.decks.value.count
    words = {1: "One deck", 2: "Two decks", 4: "Four decks", 6: "Six decks", 8: "Eight decks"}.get(
        decks, f"{decks} decks"
    )
    return about(view, 900, 36, (words, "Aces high"), dealing.decks.by + dealing.ranks.by)


# Cards


def _boxes(view: View, rects: list[Rect], side: dict[str, int], label_y: float = 0, short: bool = False) -> str:
    terms, closed = view.terms, view.status.is_closed
    places = (("first card", terms.first_box), ("third card", terms.third_box), ("second card", terms.second_box))
    due = _due(view)
    parts = []
    for place, provision in places:
        lying = view.felt.box(place)
        rect = rects[side[lying.box if lying else provision.value]]
        lit = place == due
        parts.append(box(rect, lit=lit, outline=closed))
        if lying is not None:
            inner = rect.inset(rect.width * 0.05)
            drawn = card_at(
                str(lying.card) if lying.card else "", inner.x, rect.y + (rect.height - inner.width * RATIO) / 2, inner.width,
                label=place_words(lying), id=f"{_prefix(side, short)}-{place.replace(' ', '-')}", grey=view.status.is_frozen,
            )  # fmt: skip
            parts.append(drawn)
        elif not closed:
            parts.append(_empty(view, place, rect, lit))
        if label_y:
            words = place.capitalize() if not short else place.split()[0].capitalize()
            parts.append(text(rect.middle, label_y, words, 15, 500, inks(view.status.is_closed)[0], "middle"))
    return group(*parts)


def _prefix(side: dict[str, int], short: bool) -> str:
    return "d" if side is DEALER_SIDE else "m" if short else "p"


def _due(view: View) -> str:
    """The box whose card the dealer deals next; it is lit on the dealer's side only."""
    return view.prompt.due_at if view.prompt is not None and view.viewer == "dealer" and view.status.is_open else ""


def _empty(view: View, place: str, rect: Rect, lit: bool) -> str:
    middle = rect.y + rect.height / 2
    scale = rect.width / 143
    if lit:
        word = place.split()[0].capitalize()
        return text(rect.middle, middle - 2, word, 17.5, 650, LAMP, "middle") + text(
            rect.middle, middle + 19, "card here", 15, 450, IVORY, "middle"
        )
    if place != "third card":
        return ""
    if view.felt.fact("outcome") == RoundResult.VOID and view.felt.box("second card"):
        return struck(rect)
    ranks = between(view)
    if not ranks or lit:
        return ""
    return text(rect.middle, middle + 3, ranks, 27 * scale, 650, IVORY, "middle", room=rect.width - 14) + text(
        rect.middle, middle + 3 + 25 * scale, "lies between", max(13.0, 15 * scale), 450, QUIET, "middle"
    )
