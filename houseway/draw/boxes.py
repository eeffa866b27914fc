"""Boxes: what is printed on a cloth. Card boxes, betting areas, rows of numbered cells with their odds, number discs.

Ink lines on cloth, no panels. What is yours has a thicker line and a lighter ground; what is lit wears the lamp; a closed
table is drawn in dashed outline and without cloth.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.draw.palette import colour
from houseway.draw.svg import Attr, group, measure, number, tag, text
from houseway.values import value

LINE = 1.25
YOURS = 2.25
DARKER: dict[str, Attr] = {"fill": "#000", "fill_opacity": 0.16}
LIGHTER: dict[str, Attr] = {"fill": "#F2EFE1", "fill_opacity": 0.09}


@value
class Rect:
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def inset(self, by: float) -> Rect:
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


def box(place: Rect, lit: bool = False, yours: bool = False, outline: bool = False, r: float = 10) -> str:
    """A printed box or area."""
    shape: dict[str, Attr] = dict(x=place.x, y=place.y, width=place.width, height=place.height, rx=r)
    if outline:
        return tag("rect", **shape, fill="none", stroke=colour("edge"), stroke_width=LINE, stroke_dasharray="5 4")
    ground = LIGHTER if yours else DARKER
    if lit:
        line, width = colour("lamp"), YOURS
    else:
        line, width = (colour("cloth-ink"), YOURS) if yours else (colour("cloth-line"), LINE)
    return tag("rect", **shape, **ground, stroke=line, stroke_width=width)


def struck(place: Rect) -> str:
    """The one stroke through a box that a void round did not use."""
    d = f"M{number(place.x + 3)} {number(place.bottom - 3)}L{number(place.x + place.width - 3)} {number(place.y + 3)}"
    return tag("path", d=d, stroke=colour("cloth-ink"), stroke_width=1.5)


def divider(place: Rect, y: float) -> str:
    """The dotted line between raise and original."""
    d = f"M{number(place.x + 10)} {number(y)}H{number(place.x + place.width - 10)}"
    return tag("path", d=d, stroke=colour("cloth-line"), stroke_width=1.25, stroke_dasharray="2 4")


def disc(x: float, y: float, words: str, r: float = 13, filled: bool = False) -> str:
    """An area's number, on its lower edge."""
    ink, ground = (
        (colour("cloth-lo"), colour("cloth-ink")) if filled else (colour("cloth-ink"), "var(--cloth-lo,#143D34)")
    )
    return tag("circle", cx=x, cy=y, r=r, fill=ground, stroke=colour("cloth-line"), stroke_width=LINE) + text(
        x, y + r * 0.36, words, r, 650, ink, "middle"
    )


def cell(place: Rect, words: str, size: float, lit: bool = False, outline: bool = False, weight: int = 500) -> str:
    """A printed cell. The lit one wears the lamp."""
    if lit:
        shape = tag("rect", x=place.x, y=place.y, width=place.width, height=place.height, rx=6, fill=colour("lamp"))
        ink, weight = colour("lamp-ink"), 700
    else:
        shape = box(place, outline=outline, r=6)
        ink = colour("ink-3" if outline else "cloth-ink")
    room = place.width - 8
    return shape + text(
        place.middle, place.y + place.height / 2 + size * 0.36, words, size, weight, ink, "middle", 96, room
    )


def bracket(
    left: float, right: float, y: float, words: str, lit: bool = False, outline: bool = False, size: float = 15
) -> str:
    """A bracket under neighbouring cells, with what they pay."""
    ink = colour("lamp") if lit else colour("ink-3" if outline else "cloth-ink")
    line = colour("lamp") if lit else colour("edge" if outline else "cloth-line")
    d = f"M{number(left)} {number(y)}v5H{number(right)}v-5"
    middle = (left + right) / 2
    return tag("path", d=d, fill="none", stroke=line, stroke_width=1.5) + text(
        middle, y + 10 + size * 0.75, words, size, 650 if lit else 500, ink, "middle", 96, max(right - left + 10, 30)
    )


def clause_link(
    x: float, y: float, book: str, numbers: Sequence[str], size: float = 13, anchor: str = "start", most: int = 3
) -> str:
    """The clause mark of something on the cloth: several clauses share one sign. It opens their words."""
    if not numbers:
        return ""
    shown = ", ".join(numbers[:most]) + (" …" if len(numbers) > most else "")
    across = measure(shown, size, 88) + size
    left = x if anchor == "start" else x - across if anchor == "end" else x - across / 2
    words = tag(
        "text",
        tag("tspan", "§", fill=colour("lamp"), font_weight=700),
        " ",
        tag("tspan", shown),
        x=x,
        y=y,
        font_size=size,
        font_stretch="88%",
        fill=colour("cloth-ink-2"),
        text_anchor=anchor if anchor != "start" else None,
    )
    hit = tag("rect", x=left - 6, y=y - 28, width=max(44, across + 12), height=44, fill="transparent")
    label = f"Clause {' and '.join(numbers)}, open"
    href = f"/books/{book}?clause={numbers[0]}"
    return tag(
        "a", hit, words, href=href, class_="clause", aria_label=label, data_book=book, data_clauses=" ".join(numbers)
    )


def lines(
    x: float,
    y: float,
    words: Sequence[str],
    size: float,
    step: float,
    weight: int = 450,
    anchor: str = "start",
    fill: str | None = None,
    room: float | None = None,
) -> str:
    """A few lines of text under each other."""
    ink = fill or colour("cloth-ink-2")
    return group(
        *(text(x, y + n * step, line, size, weight, ink, anchor, room=room) for n, line in enumerate(words))
    )  # fmt: skip
