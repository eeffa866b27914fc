"""Cards: five by seven, drawn from text such as ``7S`` or ``TD``. No faces, no photographs.

A card of seventy points and wider has its index, its pips where a card has them, and for a court a hairline frame with the
letter and the suit, turned twice. A narrower one shows rank over suit and nothing else. ``""`` is a card face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from houseway.draw.marks import SUITS, house_tile, is_red, suit, suit_colour
from houseway.draw.palette import CLOTHS, colour
from houseway.draw.svg import SANS, SERIF, Attr, group, picture, tag, text, title

RATIO = 7 / 5
NARROW = 70  # below this width only rank and suit can be read

LEFT, MIDDLE, RIGHT = 0.345, 0.5, 0.655
TOP, BOTTOM = 0.168, 0.832

# Where the pips lie, as shares of width and height; what lies below the middle is turned.
_CORNERS = ((LEFT, TOP), (RIGHT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM))
_SIDES = ((LEFT, 0.5), (RIGHT, 0.5))
_FOUR_ROWS = ((LEFT, 0.389), (RIGHT, 0.389), (LEFT, 0.611), (RIGHT, 0.611))
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((MIDDLE, TOP), (MIDDLE, BOTTOM)),
    "3": ((MIDDLE, TOP), (MIDDLE, 0.5), (MIDDLE, BOTTOM)),
    "4": _CORNERS,
    "5": (*_CORNERS, (MIDDLE, 0.5)),
    "6": (*_CORNERS, *_SIDES),
    "7": (*_CORNERS, *_SIDES, (MIDDLE, 0.334)),
    "8": (*_CORNERS, *_SIDES, (MIDDLE, 0.334), (MIDDLE, 0.666)),
    "9": (*_CORNERS, *_FOUR_ROWS, (MIDDLE, 0.5)),
    "T": (*_CORNERS, *_FOUR_ROWS, (MIDDLE, 0.278), (MIDDLE, 0.722)),
}


def index(rank: str) -> str:
    """How a rank is printed: the ten with two figures."""
    return "10" if rank == "T" else rank


_RANKS = {
    "A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "Ten", "9": "Nine", "8": "Eight", "7": "Seven", "6": "Six",
    "5": "Five", "4": "Four", "3": "Three", "2": "Two",
}  # fmt: skip


def card_words(card: str) -> str:
    """A card as it is read aloud: "King of hearts"."""
    return f"{_RANKS[card[0]]} of {SUITS[card[1]][0]}" if card else "A card face down"


@lru_cache(maxsize=512)
def card(card: str, width: float = 128, grey: bool = False) -> str:
    """A card with its left upper corner at the origin, its shadow included."""
    height = width * RATIO
    outline: dict[str, Attr] = {"width": width, "height": height, "rx": width * 0.06}
    shadow = tag("rect", y=max(1.0, width * 0.016), fill="#000", fill_opacity=0.34, **outline)
    if not card:
        return shadow + _back(width, height)
    sheet = tag("rect", fill=colour("card"), **outline)
    face = _small(card, width, height) if width < NARROW else _face(card, width, height)
    veil = tag("rect", fill="#3A4743", fill_opacity=0.28, **outline) if grey else ""
    return shadow + sheet + face + veil


def _face(card: str, width: float, height: float) -> str:
    rank, letter = card[0], card[1]
    if rank == "A":
        middle = suit(letter, width / 2, height / 2, width * 0.44)
    elif rank in PIPS:
        middle = "".join(suit(letter, width * x, height * y, width * 0.18, turned=y > 0.5) for x, y in PIPS[rank])
    else:
        middle = _court(card, width, height)
    corner = _corner(rank, letter, width)
    turned = tag("g", corner, transform=f"rotate(180 {width / 2:g} {height / 2:g})")
    return middle + corner + turned


def _corner(rank: str, letter: str, width: float) -> str:
    return text(
        width * 0.125, width * 0.255, index(rank), width * 0.23, 650, suit_colour(letter), "middle",
        62 if rank == "T" else 96, family=SANS,
    ) + suit(letter, width * 0.125, width * 0.345, width * 0.14)  # fmt: skip


def _court(card: str, width: float, height: float) -> str:
    rank, letter = card[0], card[1]
    ink = suit_colour(letter)
    left, top, across, down = width * 0.255, height * 0.115, width * 0.49, height * 0.77
    tint = "#F6E9E7" if is_red(letter) else "#EAEAE7"
    half = text(left + across * 0.30, top + width * 0.345, rank, width * 0.33, 600, ink, "middle", family=SERIF) + suit(
        letter, left + across * 0.79, top + width * 0.125, width * 0.13
    )
    return (
        tag(
            "rect",
            x=left,
            y=top,
            width=across,
            height=down,
            fill=tint,
            stroke=ink,
            stroke_width=max(0.8, width * 0.009),
        )
        + tag(
            "path", d=f"M{left:g} {top + down:g}L{left + across:g} {top:g}", stroke=ink, stroke_width=0.5, opacity=0.55
        )
        + half
        + tag("g", half, transform=f"rotate(180 {width / 2:g} {height / 2:g})")
    )


def _small(card: str, width: float, height: float) -> str:
    rank, letter = card[0], card[1]
    return text(
        width / 2, height * 0.44, index(rank), width * 0.54, 650, suit_colour(letter), "middle",
        74 if rank == "T" else 96, family=SANS,
    ) + suit(letter, width / 2, height * 0.71, width * 0.46)  # fmt: skip


def _back(width: float, height: float) -> str:
    rim = width * 0.075
    return (
        tag("rect", width=width, height=height, rx=width * 0.06, fill=colour("card"))
        + tag("rect", x=rim, y=rim, width=width - 2 * rim, height=height - 2 * rim, rx=width * 0.03, fill=CLOTHS["wheels"][0])
        + tag(
            "rect", x=rim * 1.6, y=rim * 1.6, width=width - 3.2 * rim, height=height - 3.2 * rim, rx=width * 0.02, fill="none",
            stroke=colour("cloth-ink"), stroke_opacity=0.6, stroke_width=0.8,
        )
        + house_tile(width / 2, height / 2, height * 0.34, CLOTHS["wheels"][2])
    )  # fmt: skip


def card_at(
    words: str, x: float, y: float, width: float, label: str = "", id: str | None = None, grey: bool = False
) -> str:
    """A card lying at a point of a larger drawing, with the name it is called by."""
    return group(
        title(label or card_words(words)), card(words, width, grey), at=(x, y), id=id, class_="dealt", role="img",
        aria_label=label or card_words(words),
    )  # fmt: skip


@lru_cache(maxsize=512)
def indexed(card: str, width: float, grey: bool = False) -> str:
    """A card to be partly covered by the next: rank and suit in its upper corner, where they stay to be read."""
    if not card:
        return _shape("", width, grey)
    rank, letter = card[0], card[1]
    size = width * 0.5
    corner = text(
        width * 0.07,
        width * 0.45,
        index(rank),
        size,
        650,
        suit_colour(letter),
        width=74 if rank == "T" else 92,
        family=SANS,
    )
    beside = suit(letter, width * 0.74, width * 0.28, width * 0.36)
    return _shape(card, width, grey, corner + beside + suit(letter, width / 2, width * 0.92, width * 0.5))


def _shape(card: str, width: float, grey: bool, face: str = "") -> str:
    height = width * RATIO
    outline: dict[str, Attr] = {"width": width, "height": height, "rx": width * 0.07}
    shadow = tag("rect", y=max(1.0, width * 0.016), fill="#000", fill_opacity=0.34, **outline)
    rim = tag("rect", fill="none", stroke="#000", stroke_opacity=0.28, stroke_width=0.8, **outline)
    veil = tag("rect", fill="#3A4743", fill_opacity=0.28, **outline) if grey else ""
    return shadow + (tag("rect", fill=colour("card"), **outline) + face if card else _back(width, height)) + rim + veil


def cascade(
    cards: Sequence[str], x: float, bottom: float, width: float, room: float, id: str = "", where: str = "",
    grey: bool = False, across: float = 0,
) -> str:  # fmt: skip
    """Cards laid one on another towards the viewer, each with its index in sight: the last one's foot at ``bottom``, the
    whole no higher than ``room``. ``across`` moves each a little to the side."""
    height = width * RATIO
    step = min(width * 0.56, (room - height) / max(1, len(cards) - 1))
    top = bottom - height - step * (len(cards) - 1)
    left = x - width / 2 - across * (len(cards) - 1) / 2
    lying = []
    for n, each in enumerate(cards):
        label = f"{card_words(each)}{', ' + where if where else ''}"
        lying.append(
            group(
                title(label), indexed(each, width, grey), at=(left + n * across, top + n * step), id=f"{id}-{n}" if id else None,
                class_="dealt", role="img", aria_label=label,
            )
        )  # fmt: skip
    return group(*lying)


def card_svg(text: str, width: float = 100) -> str:
    """One card as a picture of its own."""
    return row_svg([text], width)


def row_svg(cards: Sequence[str], width: float = 100) -> str:
    """Cards side by side."""
    gap = width * 0.12
    lying = [card_at(text, n * (width + gap), 0, width) for n, text in enumerate(cards)]
    across = max(1, len(lying)) * (width + gap) - gap
    label = ", ".join(card_words(text) for text in cards) or "no cards"
    height = width * RATIO + 3
    return picture(across, height, *lying, label=label, sized=True)
