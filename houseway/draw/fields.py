"""Fields: printed areas beside each other, each for one wager, that light when they win.

A field shows a picture or a word, what it pays, and the chips on it, which take the place of the odds. Rows of fields share
a width by their weights, so a cloth is laid out from its catalogue and not from a picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from houseway.draw.boxes import Rect, box
from houseway.draw.palette import colour
from houseway.draw.svg import Attr, group, tag, text
from houseway.draw.touch import NOTHING, Stake, chips_at, named, place, slug
from houseway.values import value

IVORY, QUIET = colour("cloth-ink"), colour("cloth-ink-2")


@value
class Field:
    name: str  # the wager
    words: str  # as it is read aloud
    pays: str
    label: str = ""
    under: str = ""  # a second line
    icon: str = ""  # drawn with its middle at the origin
    tall: float = 0  # how tall the icon is
    size: float = 21  # of the label


def beside(area: Rect, weights: Sequence[float], gap: float = 5) -> list[Rect]:
    """A row cut into parts by weight."""
    room = area.width - gap * (len(weights) - 1)
    rects, x = [], area.x
    for weight in weights:
        wide = room * weight / sum(weights)
        rects.append(Rect(x, area.y, wide, area.height))
        x += wide + gap
    return rects


def stacked(area: Rect, rows: int, gap: float = 5) -> list[Rect]:
    """A block cut into rows of one height."""
    tall = (area.height - gap * (rows - 1)) / rows
    return [Rect(area.x, area.y + n * (tall + gap), area.width, tall) for n in range(rows)]


@lru_cache(maxsize=4096)
def field(
    rect: Rect, what: Field, stake: Stake = NOTHING, lit: bool = False, able: bool = True, prefix: str = "p", first: bool = False,
    outline: bool = False, r: float = 15,
) -> str:  # fmt: skip
    """One field with all that lies on it."""
    ink, quiet = (colour("lamp-ink"), colour("lamp-ink")) if lit else (IVORY, QUIET)
    if outline:
        ink = quiet = colour("ink-3")
    holds = stake.drawn
    shape = (
        tag("rect", x=rect.x, y=rect.y, width=rect.width, height=rect.height, rx=6, fill=colour("lamp"))
        if lit
        else box(rect, outline=outline, r=6)
    )
    aside = holds and rect.height < 82 and rect.width > rect.height * 1.3  # there is room beside what is printed
    foot = max(22.0, 2 * r + 6) if holds and not aside else 22.0
    middle = rect.y + (rect.height - foot) / 2
    parts = []
    if what.icon:
        parts.append(group(what.icon, at=(rect.middle, middle + 3)))
        if what.label and rect.height - foot > what.tall + what.size + 4:
            parts.append(
                text(rect.middle, middle + what.tall / 2 + what.size, what.label, what.size, 500, ink, "middle")
            )
    else:
        up = 8 if what.under else 0
        parts.append(
            text(
                rect.middle,
                middle + what.size * 0.36 - up + 2,
                what.label,
                what.size,
                650,
                ink,
                "middle",
                96,
                rect.width - 8,
            )
        )
        if what.under:
            parts.append(text(rect.middle, middle + 20, what.under, 13, 450, quiet, "middle", 96, rect.width - 8))
    if not holds or aside:
        parts.append(text(rect.middle, rect.bottom - 8, what.pays, 12, 450, quiet, "middle", 92, rect.width - 4))
    ring: dict[str, Attr] = dict(x=rect.x, y=rect.y, width=rect.width, height=rect.height, rx=6)
    hit = tag("rect", **ring, fill="transparent", class_="hit")
    touched = place(
        group(shape, *parts) + hit,
        prefix,
        what.name,
        named(what.words, stake, lit),
        able,
        first,
        pays=what.pays,
        kind="field",
    )
    at = (rect.x + rect.width - r - 5, rect.y + rect.height / 2) if aside else (rect.middle, rect.bottom - r - 5)
    return touched + (chips_at(stake, *at, r, f"{prefix}-c-{slug(what.name)}") if holds else "")
