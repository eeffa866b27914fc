"""The Blackjack cloth, drawn from a view: for players, for the dealer, for a phone, and small for the floor plan.

Boxes are numbered from the dealer's left, so they are mirrored for whoever sits opposite, and so are the hands a split makes.
What can be touched says what it is (``data-area``, ``data-spot``); a page needs no coordinates.
"""

from __future__ import annotations

from houseway.draw.bow import arc, inks, row
from houseway.draw.boxes import Rect, box
from houseway.draw.cards import RATIO, card_at
from houseway.draw.palette import colour
from houseway.draw.svg import group, text
from houseway.games.blackjack.cloth.boxes import area_of, column, on_the_bow, own
from houseway.games.blackjack.cloth.boxes import summary as summary_of_box
from houseway.games.blackjack.cloth.explained import explains, wager_named
from houseway.games.blackjack.cloth.hands import dealer_hands
from houseway.games.blackjack.cloth.headline import brief, headline, summary
from houseway.games.blackjack.cloth.pays import pays
from houseway.games.blackjack.cloth.printed import along_the_bow, printed
from houseway.play.cloth import Frame, about, your_side
from houseway.play.view import View

IVORY, QUIET, LAMP = colour("cloth-ink"), colour("cloth-ink-2"), colour("lamp")
FRAME = Frame(headline, "boxes")
small = FRAME.small
INSURANCE = 221.0  # where the band for insurance begins, at both ends of the bow

__all__ = ["brief", "dealer", "explains", "pays", "phone", "player", "small", "summary", "wager_named"]


def player(view: View) -> str:
    """The player's side, 932 by 636."""
    sides = view.terms.over_under is not None
    places = arc(view.sign.areas, top=408 if sides else 420, height=84 if sides else 112, sag=62)
    parts = [
        _dealer(view, 466, 20, 92, "p"),
        along_the_bow(printed(view), INSURANCE),
        *(on_the_bow(area_of(view, *place), INSURANCE) for place in places),
    ]
    return FRAME.player(view, _about(view), *parts)


def dealer(view: View) -> str:
    """The dealer's side, 644 by 330: boxes from the left by number, every hand with its cards and what it counts."""
    parts = [
        your_side(view),
        _dealer(view, 330, 12, 72, "d"),
        *(column(area_of(view, *place)) for place in row(view.sign.areas, Rect(14, 152, 616, 166))),
    ]
    return FRAME.dealer(view, 330, *parts)


def phone(view: View) -> str:
    """The player's side on a phone, 390 by 433."""
    words = printed(view)
    ivory, _ = inks(view.status.is_closed)
    parts = [
        _dealer(view, 195, 50, 60, "m"),
        text(195, 181, f"{words.blackjack} · {words.insurance}", 13.5, 600, ivory, "middle", 92, 360),
        *(summary_of_box(area_of(view, *at)) for at in row(view.sign.areas, Rect(15, 191, 360, 66), mirrored=True)),
        own(view, Rect(14, 265, 362, 162)),
    ]
    return FRAME.phone(view, 433, *parts)


def _about(view: View) -> str:
    """What the cloth prints about the game: its name, the decks and the boxes."""
    terms = view.terms
    name = "Over/Under 13" if terms.over_under is not None else "Triple Play" if terms.triple is not None else ""
    decks = {6: "Six decks", 8: "Eight decks"}.get(
        terms.dealing.decks.value.count, f"{terms.dealing.decks.value.count} decks"
    )
    rows = [
        *([name] if name else []),
        decks,
        "No hole card" if terms.dealer.hole_card.value.name == "NONE" else "Hole card",
    ]
    return about(view, 900, 36, rows, terms.dealing.decks.by + terms.dealer.hole_card.by)


# The dealer's cards


def _dealer(view: View, x: float, y: float, width: float, prefix: str) -> str:
    """The dealer's hand or hands around a point, with what each counts; before the first card, the place for it."""
    closed, hands = view.status.is_closed, dealer_hands(view.felt)
    count = len(view.terms.lines.value)
    if count > 1:
        return _three(view, hands, count, x, y, width, prefix)
    due = view.due.startswith("dealer hand") and view.viewer == "dealer" and view.status.is_open
    height = width * RATIO
    if not hands:
        return _place(Rect(x - width / 2 - 5, y, width + 10, height + 10), due, closed, "Dealer")
    _, cards, total = hands[0]
    parts = [_row(cards, x, y + 5, width, 3.1 * width, prefix, view.status.is_frozen)]
    if due:
        after = Rect(x + _across(len(cards), width, 3.1 * width) / 2 + 10, y, width + 10, height + 10)
        parts.append(_place(after, True, False, ""))
    parts.append(_counts(view, total, x, y + height + 27))
    return group(*parts)


def _place(rect: Rect, lit: bool, closed: bool, word: str) -> str:
    middle = rect.y + rect.height / 2
    shown = box(rect, lit=lit, outline=closed)
    if lit:
        return shown + text(rect.middle, middle + 5, "card here", 15, 500, LAMP, "middle", room=rect.width - 8)
    return shown + text(rect.middle, middle + 5, word, 15, 500, inks(closed)[1], "middle")


def _across(many: int, width: float, room: float) -> float:
    return width + (many - 1) * min(width + 8, (room - width) / max(1, many - 1))


def _row(cards: tuple[str, ...], x: float, y: float, width: float, room: float, prefix: str, grey: bool) -> str:
    """Cards side by side, drawn together as far as it takes to stay in their room."""
    step = min(width + 8, (room - width) / max(1, len(cards) - 1))
    left = x - _across(len(cards), width, room) / 2
    return group(
        *(
            card_at(card, left + n * step, y, width, id=f"{prefix}-dealer-{n}", grey=grey)
            for n, card in enumerate(cards)
        )
    )  # fmt: skip


def _three(
    view: View, hands: list[tuple[int, tuple[str, ...], str]], count: int, x: float, y: float, width: float, prefix: str
) -> str:
    small = width * 0.78
    apart = small * 1.95
    parts = []
    lying = {number: (cards, total) for number, cards, total in hands}
    for number in range(1, count + 1):
        at = x + (number - (count + 1) / 2) * apart * (1 if prefix == "d" else -1)
        due = view.due == f"dealer hand {number}" and view.viewer == "dealer"
        cards, total = lying.get(number, ((), ""))
        if not cards:
            rect = Rect(at - small / 2 - 4, y, small + 8, small * RATIO + 8)
            parts.append(_place(rect, due, view.status.is_closed, f"Hand {number}"))
            continue
        parts.append(_row(cards, at, y + 4, small, small * 1.75, f"{prefix}{number}", view.status.is_frozen))
        words = f"{number}: {total}"
        parts.append(text(at, y + small * RATIO + 26, words, 15, 650, IVORY, "middle", 96, apart - 6))
    return group(*parts)


def _counts(view: View, total: str, x: float, y: float) -> str:
    if view.felt.fact("dealer"):
        total = total.removeprefix("Soft ")  # the hand is complete
    words = f"Dealer {total[:1].lower()}{total[1:]}" if total else ""
    return text(x, y, words, 17.5, 650, inks(view.status.is_closed)[0], "middle", 100, 220)
