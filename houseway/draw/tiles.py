"""Tiles: Chinese dominoes with their pips, red and white as on real ones; face down only their back.

Ones and fours are red. On the tile of two sixes half the pips are red, those of the left column above and of the right
column below. The rest is white.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from houseway.draw.palette import CLOTHS
from houseway.draw.svg import Attr, group, number, picture, tag, title
from houseway.draw.wheel import seats_below

Pips: TypeAlias = tuple[int, int]

RATIO = 2.42  # height to width
BODY, EDGE, BACK = "#14191B", "#39434A", "#1B2225"
RED, WHITE = "#EF5A43", "#FBF8EC"

_L, _M, _R = 0.25, 0.5, 0.75

# Where the pips of a half stand: across in shares of the tile's width, down in shares of the half's height.
_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_M, 0.52),),
    2: ((_L, 0.52), (_R, 0.52)),
    3: ((_L, 0.25), (_M, 0.52), (_R, 0.79)),
    4: ((_L, 0.32), (_R, 0.32), (_L, 0.74), (_R, 0.74)),
    5: ((_L, 0.25), (_R, 0.25), (_M, 0.52), (_L, 0.79), (_R, 0.79)),
    6: ((_L, 0.24), (_R, 0.24), (_L, 0.52), (_R, 0.52), (_L, 0.8), (_R, 0.8)),
}


@lru_cache(maxsize=4096)
def face(pips: Pips, width: float) -> str:
    """A tile with its upper left corner at the origin."""
    height = width * RATIO
    half = height * 0.46
    parts = [_body(width, BODY)]
    for n, count in enumerate(pips):
        top = height * (0.04 if n == 0 else 0.5)
        for across, down in _PLACES[count]:
            both_sixes = pips == (6, 6)
            red = (across == _L) == (n == 0) if both_sixes else count in (1, 4)
            r = width * (0.125 if count == 1 else 0.095)
            parts.append(tag("circle", cx=across * width, cy=top + down * half, r=r, fill=RED if red else WHITE))
    return group(*parts)


@lru_cache(maxsize=512)
def back(width: float) -> str:
    height = width * RATIO
    inner = tag(
        "rect", x=width * 0.17, y=width * 0.17, width=width * 0.66, height=height - width * 0.34, rx=width * 0.08,
        fill="none", stroke=EDGE, stroke_width=max(0.8, width * 0.03),
    )  # fmt: skip
    return group(_body(width, BACK), inner)


def _body(width: float, fill: str) -> str:
    height, r = width * RATIO, width * 0.12
    shade = tag("rect", y=height * 0.03, width=width, height=height, rx=r, fill="#000", fill_opacity=0.35)
    body = tag("rect", width=width, height=height, rx=r, fill=fill, stroke=EDGE, stroke_width=max(0.7, width * 0.02))
    rim = tag(
        "rect", x=width * 0.06, y=width * 0.06, width=width * 0.88, height=height - width * 0.12, rx=r * 0.7,
        fill="none", stroke=EDGE, stroke_width=max(0.4, width * 0.015),
    )  # fmt: skip
    return shade + body + rim


def tile_at(pips: Pips | None, x: float, y: float, width: float, label: str = "", **attributes: Attr) -> str:
    """A tile on a cloth; face down where nothing is known of it."""
    drawn = back(width) if pips is None else face(pips, width)
    said = [title(label)] if label else []
    role = {"role": attributes.pop("role", "img"), "aria_label": label} if label else {}
    return tag(
        "g", *said, drawn, transform=f"translate({number(x)} {number(y)})", class_=attributes.pop("class_", "dealt"),
        **role, **attributes,
    )  # fmt: skip


def tile_svg(pips: Pips | None, width: float = 20, label: str = "") -> str:
    """A tile to stand in a line of text or on a page."""
    drawn = back(width) if pips is None else face(pips, width)
    return picture(
        width + 2, width * RATIO + 3, group(drawn, at=(1, 1)), label=label or "a tile", sized=True, class_="mark"
    )


def tile_table_svg(seats: Sequence[bool], closed: bool = False, label: str = "") -> str:
    """A table with its woodpile, as the floor plan has it."""
    shape: dict[str, Attr] = {"x": 14, "y": 10, "width": 108, "height": 50, "rx": 24}
    if closed:
        ground = tag("rect", **shape, fill="none", stroke="#76837C", stroke_width=1.5, stroke_dasharray="4 3")
        pile = ""
    else:
        ground = tag("rect", **shape, fill=CLOTHS["tiles"][0])
        pile = "".join(
            tag("rect", x=40 + 7.2 * n, y=22, width=6, height=26, rx=1.2, fill=BODY, stroke="#6B5158", stroke_width=0.6)
            for n in range(8)
        )
    return picture(136, 84, ground, pile, seats_below(seats, 16, 72, 104), label=label or "a tile table", sized=True)


@lru_cache(maxsize=64)
def woodpile(lots: tuple[tuple[int, ...], ...], cell: float, ink: str, first: str) -> str:
    """The eight stacks as the dealer sees them, from the top row down, each tile with the lot it goes out with; the first lot
    is lit."""
    parts = []
    for level, row in enumerate(lots):
        for stack, lot in enumerate(row):
            x, y = stack * cell * 1.16, level * cell
            lit = lot == 1
            parts.append(
                tag("rect", x=x, y=y, width=cell * 1.08, height=cell * 0.92, rx=cell * 0.14, fill=first if lit else BODY,
                    stroke=EDGE, stroke_width=0.8)
                + tag("text", str(lot), x=x + cell * 0.54, y=y + cell * 0.66, font_size=cell * 0.56, font_weight=650,
                      fill="#231A00" if lit else ink, text_anchor="middle")
            )  # fmt: skip
    return group(*parts)


def pile_width(cell: float) -> float:
    """How wide a pile of tiles is whose cells are so wide."""
    return 7 * cell * 1.16 + cell * 1.08
