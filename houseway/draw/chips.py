"""Chips: a disc with its value always printed, edge marks that differ by value, and stacks of them.

Colours are the house's own data and follow what is usual in Australia for red, green, black and purple. Number and marks
tell chips apart without the colour.
"""

from __future__ import annotations

import math
from functools import lru_cache

from houseway.draw.palette import colour
from houseway.draw.svg import SANS, group, number, picture, tag, text, title
from houseway.money import Cents, show
from houseway.values import value

RISE = 4  # points a stack rises by each chip
DRAWN = 5  # chips drawn in a stack at most; the sum beside it says the rest


@value
class Chip:
    cents: Cents
    printed: str
    marks: int
    fill: str
    ink: str = "#FFFFFF"
    mark: str = "#F4F0E2"


CHIPS: tuple[Chip, ...] = (
    Chip(100, "1", 4, "#EFEBDD", "#171A1B", "#6F7B74"),
    Chip(250, "2.50", 4, "#E9B6C5", "#3A1220", "#FFFFFF"),
    Chip(500, "5", 6, "#B4282A"),
    Chip(1_000, "10", 6, "#2A5CA6"),
    Chip(2_500, "25", 8, "#1C7347"),
    Chip(10_000, "100", 8, "#1A1D1E"),
    Chip(50_000, "500", 10, "#5B3A86"),
    Chip(100_000, "1k", 12, "#DD8427", "#171A1B"),
)

_BY_VALUE = {chip.cents: chip for chip in CHIPS}
_PRINT = {1: 0.86, 2: 0.74, 3: 0.54, 4: 0.44}


def _of_another_value(cents: Cents) -> Chip:
    """A chip that a house has and we have no colours for: grey, with its value on it."""
    dollars, small = divmod(cents, 100)
    printed = (
        f"{dollars // 1000}k"
        if dollars >= 1000 and not dollars % 1000
        else str(dollars)
        if not small
        else f".{small:02d}"
    )
    if small and dollars:
        printed = f"{dollars}.{small:02d}"
    return Chip(cents, printed[:4], 5, "#8C979B", "#10161A")


@lru_cache(maxsize=256)
def chip(cents: Cents, r: float = 18) -> str:
    """A chip around the origin."""
    kind = _BY_VALUE.get(cents) or _of_another_value(cents)
    ring = 2 * math.pi * 0.9 * r
    dash = ring / kind.marks * 0.4
    return (
        tag("circle", cy=r * 0.09, r=r, fill="#000", fill_opacity=0.36)
        + tag("circle", r=r, fill=kind.fill)
        + tag(
            "circle", r=r * 0.9, fill="none", stroke=kind.mark, stroke_width=r * 0.2,
            stroke_dasharray=f"{dash:.2f} {ring / kind.marks - dash:.2f}", stroke_dashoffset=dash / 2,
        )
        + tag("circle", r=r * 0.7, fill=kind.fill, stroke=kind.mark, stroke_width=r * 0.055)
        + text(0, r * 0.27, kind.printed, r * _PRINT[len(kind.printed)], 700, kind.ink, "middle", 92, family=SANS)
    )  # fmt: skip


# The house's colours for chips without a value on them, each player's own at a table.
COLOUR_CHIPS: dict[str, tuple[str, str]] = {
    "blue": ("#2F6FC0", "#FFFFFF"),
    "green": ("#2C8A55", "#FFFFFF"),
    "orange": ("#DD8427", "#171A1B"),
    "pink": ("#E9B6C5", "#3A1220"),
    "purple": ("#7347A8", "#FFFFFF"),
    "brown": ("#7A4E2D", "#FFFFFF"),
    "yellow": ("#E8D35A", "#231A00"),
    "grey": ("#8C979B", "#10161A"),
}


@lru_cache(maxsize=1024)
def sum_chip(cents: Cents, r: float = 18, colour_name: str = "", own: bool = False) -> str:
    """One chip that stands for a whole wager, with the sum on it: where chips lie close, a sum is read sooner than a
    stack. It wears the face of the largest chip in it, or its player's own colour; the viewer's has a lighter rim."""
    kind = max((each for each in CHIPS if each.cents <= cents), key=lambda each: each.cents, default=CHIPS[0])
    if colour_name in COLOUR_CHIPS:
        fill, ink = COLOUR_CHIPS[colour_name]
        kind = Chip(kind.cents, "", 6, fill, ink)
    words = short_sum(cents)
    ring = 2 * math.pi * 0.9 * r
    dash = ring / kind.marks * 0.4
    return (
        tag("circle", cy=r * 0.09, r=r, fill="#000", fill_opacity=0.36)
        + tag("circle", r=r, fill=kind.fill, stroke=colour("cloth-ink") if own else None, stroke_width=1.6 if own else None)
        + tag(
            "circle", r=r * 0.9, fill="none", stroke=kind.mark, stroke_width=r * 0.2,
            stroke_dasharray=f"{dash:.2f} {ring / kind.marks - dash:.2f}", stroke_dashoffset=dash / 2,
        )
        + tag("circle", r=r * 0.7, fill=kind.fill, stroke=kind.mark, stroke_width=r * 0.055)
        + text(0, r * 0.27, words, r * _PRINT.get(len(words), 0.4), 700, kind.ink, "middle", 88, family=SANS)
    )  # fmt: skip


def short_sum(cents: Cents) -> str:
    """A sum as it is printed on a chip: 25, 2.50, 1.2k."""
    if cents >= 100_000:
        return f"{cents / 100_000:.3g}k"
    return str(cents // 100) if cents % 100 == 0 else f"{cents / 100:.2f}"


def counted(cents: Cents) -> list[Cents]:
    """An amount in as few chips as it takes, largest first; what no chip can show is left out of the drawing."""
    chips: list[Cents] = []
    for kind in reversed(CHIPS):
        if kind.cents == 250 and cents % 500 != 250:
            continue  # the odd pink chip only where nothing else makes the sum
        count, cents = divmod(cents, kind.cents)
        chips.extend([kind.cents] * count)
    return chips


def stack(cents: Cents, x: float, y: float, r: float = 18, id: str | None = None, pending: bool = False) -> str:
    """The chips of one wager, the largest at the bottom, its lowest chip's middle at a point."""
    chips = counted(cents) or [CHIPS[0].cents]
    drawn = chips[:1] + chips[-(DRAWN - 1) :] if len(chips) > DRAWN else chips
    parts = [group(chip(each, r), at=(0, -n * RISE)) for n, each in enumerate(drawn)]
    ring = ""
    if pending:
        ring = pending_ring(0, -(len(drawn) - 1) * RISE, r)
    return group(title(show(cents)), *parts, ring, at=(x, y), id=id, class_="chips")


def pending_ring(x: float, y: float, r: float) -> str:
    """Chips not yet taken wear a dashed ring."""
    return tag(
        "circle", cx=x, cy=y, r=r + 5, fill="none", stroke=colour("cloth-ink"), stroke_width=1.5, stroke_dasharray="4 3"
    )


def chip_svg(cents: Cents, size: float = 56) -> str:
    """A chip as a picture of its own, for a tray or a page."""
    half = size / 2
    r = half - 3
    return picture(
        size, size, group(chip(cents, r), at=(half, half - 1)), label=f"{show(cents)} chip", sized=True, class_="chip"
    )


def colour_chip_svg(cents: Cents, colour_name: str, size: float = 56) -> str:
    """A player's own colour as a picture, with what it comes to."""
    half = size / 2
    drawn = group(sum_chip(cents, half - 3, colour_name), at=(half, half - 1))
    return picture(size, size, drawn, label=f"{show(cents)} in {colour_name}", sized=True, class_="chip")


def symbols(r: float = 18) -> str:
    """Every chip as a symbol, so that a page can lay one down before the house has answered."""
    size = 2 * r + 6
    view = f"0 0 {size:g} {size:g}"
    return tag(
        "svg",
        *(
            tag("symbol", group(chip(kind.cents, r), at=(r + 3, r + 2)), id=f"chip-{kind.cents}", viewBox=view)
            for kind in CHIPS
        ),
        xmlns="http://www.w3.org/2000/svg",
        class_="symbols",
        width=0,
        height=0,
        aria_hidden="true",
    )  # fmt: skip


def tray(minimum: Cents, maximum: Cents | None, most: int = 4) -> list[Cents]:
    """The chips worth offering between two limits: from the largest that makes the minimum upwards."""
    low = max((kind.cents for kind in CHIPS if minimum and minimum % kind.cents == 0), default=100)
    high = maximum if maximum is not None else CHIPS[-1].cents
    fitting = [kind.cents for kind in CHIPS if low <= kind.cents <= high and kind.cents != 250]
    return (fitting or [low])[:most]


def laying(x: float, y: float, r: float, spot: str | None = None) -> str:
    """Where the page shows the viewer's own chips before the house has taken them."""
    return tag(
        "g", tag("g"), class_="laying", data_keep=True, data_r=r, data_spot=spot,
        transform=f"translate({number(x)} {number(y)})",
    )  # fmt: skip
