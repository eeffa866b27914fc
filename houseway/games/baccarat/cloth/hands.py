"""Hands: the cards of Player and Banker with their counts, and the large card that the opener squeezes."""

from __future__ import annotations

from houseway.draw.bow import inks
from houseway.draw.boxes import Rect, box, lines
from houseway.draw.cards import RATIO, card, card_at
from houseway.draw.palette import colour
from houseway.draw.svg import group, number, tag, text, title
from houseway.play.felt import Box
from houseway.play.prompts import Choose
from houseway.play.view import View

IVORY, QUIET, LAMP = colour("cloth-ink"), colour("cloth-ink-2"), colour("lamp")
ORDINALS = ("first", "second", "third")


def hand(view: View, side: str, rect: Rect, width: float, prefix: str) -> str:
    """One hand in its printed box: its name, its count once announced, its cards from the left."""
    closed, felt = view.status.is_closed, view.felt
    won = felt.fact("outcome") == side
    due = view.due.startswith(f"{side}'s") and view.status.is_open and view.viewer == "dealer"
    ivory, _ = inks(closed)
    head = rect.y + rect.width * 0.095
    size = 17.5 if rect.width > 200 else 15
    parts = [
        box(rect, lit=won or due, outline=closed),
        text(rect.x + 12, head, side.upper(), size, 650, LAMP if won else ivory, width=104),
    ]
    count = felt.fact(side)
    if count:
        parts.append(text(rect.x + rect.width - 12, head + 2, count, size * 1.5, 700, LAMP if won else IVORY, "end"))
    opener = felt.fact(f"opens {side}")
    if opener and not closed and not count:
        who = "you open" if opener == view.viewer else "dealer opens" if opener == "dealer" else f"{opener} opens"
        parts.append(text(rect.x + rect.width - 12, head, who, 13.5, 500, QUIET, "end", 96, rect.width * 0.5))
    gap = (rect.width - 24 - 3 * width) / 2
    top = rect.bottom - 10 - width * RATIO
    for n, ordinal in enumerate(ORDINALS):
        place = f"{side}'s {ordinal} card"
        lying = felt.box(place)
        x = rect.x + 12 + n * (width + gap)
        if lying is not None:
            parts.append(_card(view, lying, x, top, width, prefix))
        elif n < 2 or (due and view.due == place):
            shape = Rect(x, top, width, width * RATIO)
            parts.append(tag("rect", x=shape.x, y=shape.y, width=width, height=shape.height, rx=5, fill="none",
                             stroke=LAMP if view.due == place and due else colour("cloth-line"), stroke_width=1.1,
                             stroke_dasharray="3 4"))  # fmt: skip
    return group(*parts)


def _card(view: View, lying: Box, x: float, y: float, width: float, prefix: str) -> str:
    words = f"{lying.card.words.capitalize() if lying.card is not None else 'A card face down'}, {lying.place}"
    name = lying.place.replace("'", "").replace(" ", "-")
    shown = str(lying.card) if lying.card is not None else ""
    # A card that has been turned is another drawing than its back, so that it comes in anew.
    return card_at(shown, x, y, width, words, f"{prefix}-{name}{'' if shown else '-down'}", view.status.is_frozen)


def squeezing(view: View) -> Box | None:
    """The card that the viewer has in hand to open now."""
    if not view.status.is_open or not isinstance(view.prompt, Choose) or view.decides != view.viewer:
        return None
    lying = view.felt.box(view.due)
    return lying if lying is not None and lying.looked else None


def squeeze(view: View, middle: float, top: float, width: float, prefix: str) -> str:
    """The card in the opener's hands, large: its back, and below it the face that a drag from the lower edge uncovers.

    It lies over the record of the shoe, where it hides nobody's place."""
    lying = squeezing(view)
    if lying is None:
        return ""
    height = width * RATIO
    panel = Rect(middle - width * 1.35, top, width * 2.7, height + 32)
    name = lying.place.replace("'", "").replace(" ", "-")
    x, y = panel.x + 16, top + 16
    clip = f"{prefix}-{name}-clip"
    cover = tag("clipPath", tag("rect", x=-2, y=-2, width=width + 4, height=height + 4), id=clip)
    kept = tag(
        "g",
        card(str(lying.looked[0]), width),
        cover,
        tag("g", card("", width), clip_path=f"url(#{clip})"),
        tag(
            "path",
            class_="fold",
            d=f"M0 {number(height)}H{number(width)}",
            stroke="#000",
            stroke_opacity=0,
            stroke_width=3,
        ),
        data_keep=True,
    )
    handle = tag(
        "g",
        title(f"{lying.place.capitalize()}: drag up from its lower edge"),
        kept,
        tag("rect", width=width, height=height, fill="transparent", class_="hit", rx=width * 0.06),
        id=f"{prefix}-squeeze-{name}",
        class_="squeeze",
        role="slider",
        tabindex=0,
        aria_label=f"Squeeze the {lying.place}",
        aria_valuemin=0,
        aria_valuemax=100,
        aria_valuenow=0,
        aria_valuetext="closed",
        data_height=height,
        transform=f"translate({number(x)} {number(y)})",
    )
    hint = ("Drag up from the", "lower edge to look,", "all the way to open.", "Or arrow keys,", "then Enter.")
    beside = x + width + 18
    return group(
        tag("rect", x=panel.x, y=panel.y, width=panel.width, height=panel.height, rx=14, fill="#0C1210",
            stroke=LAMP, stroke_width=2.25),
        handle,
        lines(beside, y + height / 2 - 33, hint, 15, 20, 500, "start", IVORY, panel.x + panel.width - beside - 10),
        id=f"{prefix}-squeezing",
    )  # fmt: skip
