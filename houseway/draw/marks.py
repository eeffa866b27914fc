"""Marks: the small signs of the house. Suits, the shapes of a table's state, kinds of clause, arrows, the house tile.

Each is drawn on a square and scaled to the size asked for. A mark never stands alone in a page: the word beside it says
the same, so marks are hidden from screen readers unless they are given words of their own.
"""

from __future__ import annotations

from houseway.draw.palette import colour
from houseway.draw.svg import Attr, group, number, tag

# Suits are paths on a box of 100.
SUITS: dict[str, tuple[str, str]] = {
    "S": (
        "spades",
        "M50 5C61 25 92 43 92 65C92 77 83 85 73 85C65 85 59 81 55 74C56 84 60 91 67 95L33 95C40 91 44 84 45 74"
        "C41 81 35 85 27 85C17 85 8 77 8 65C8 43 39 25 50 5Z",
    ),
    "H": (
        "hearts",
        "M50 94C42 78 6 60 6 33C6 18 17 8 29 8C39 8 46 14 50 24C54 14 61 8 71 8C83 8 94 18 94 33C94 60 58 78 50 94Z",
    ),
    "D": ("diamonds", "M50 5C58 22 70 38 85 50C70 62 58 78 50 95C42 78 30 62 15 50C30 38 42 22 50 5Z"),
    "C": (
        "clubs",
        "M50 5A21 21 0 0 1 65 41A21.5 21.5 0 1 1 55 70C56 82 60 90 67 95L33 95C40 90 44 82 45 70A21.5 21.5 0 1 1 35 41"
        "A21 21 0 0 1 50 5Z",
    ),
}


def is_red(suit: str) -> bool:
    return suit in "HD"


def suit_colour(suit: str) -> str:
    return colour("pip-red" if is_red(suit) else "pip-black")


def suit(letter: str, x: float, y: float, size: float, turned: bool = False, fill: str | None = None) -> str:
    """A suit with its middle at a point."""
    scale = number(size / 100)
    move = f"translate({number(x)} {number(y)}) scale({scale})"
    if turned:
        move += " rotate(180)"
    return tag("path", d=SUITS[letter][1], fill=fill or suit_colour(letter), transform=f"{move} translate(-50 -50)")


def suit_svg(letter: str, size: float = 16) -> str:
    """A suit to stand in a line of text."""
    return _mark(size, tag("path", d=SUITS[letter][1], fill=suit_colour(letter)), SUITS[letter][0])


def _mark(size: float, inside: str, label: str = "", box: float = 100, **attributes: Attr) -> str:
    heard: dict[str, Attr] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return tag(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        class_="mark",
        width=size,
        height=size,
        viewBox=f"0 0 {number(box)} {number(box)}",
        **heard,
        **attributes,
    )


# The state of a table: a shape, a word and a colour, always all three. Shapes are on a box of 20.

_STROKE: dict[str, Attr] = {"fill": "none", "stroke": "currentColor", "stroke_width": 2.4}

STATES: dict[str, tuple[str, str]] = {
    "open": ("won", tag("circle", cx=10, cy=10, r=6, fill="currentColor")),
    "no more bets": ("ink", tag("rect", x=3, y=8, width=14, height=4.5, rx=1, fill="currentColor")),
    "late": (
        "lamp-deep",
        tag("path", d="M16 3V9.5a2 2 0 0 1-2 2H4.5M8.5 7 4 11.5 8.5 16", **{**_STROKE, "stroke_linejoin": "round"}),
    ),
    "void": ("ink-2", tag("path", d="M10 3.2a6.8 6.8 0 1 0 .01 0ZM5.4 14.8 14.6 5.2", **_STROKE)),
    "frozen": (
        "rubric",
        tag("path", d="M4.5 3.5h4v13h-4zM11.5 3.5h4v13h-4z", fill="currentColor"),
    ),
    "closed": ("ink-2", tag("rect", x=4, y=4, width=12, height=12, rx=1, **_STROKE)),
    "notice": (
        "lamp-deep",
        tag(
            "path",
            d="M10 3 18 16.6H2ZM10 8v4.2M10 13.8v1.2",
            **{**_STROKE, "stroke_width": 2, "stroke_linejoin": "round"},
        ),
    ),
    "refused": ("rubric", tag("path", d="M5 5 15 15M15 5 5 15", **_STROKE)),
}


def state_shape(name: str, size: float = 18) -> str:
    """The shape of a state, in the colour of the text around it."""
    return _mark(size, STATES[name][1], box=20)


def state_colour(name: str) -> str:
    """The name of the colour a state wears."""
    return STATES[name][0]


# Kinds of clause: filled, hollow, dashed and half filled squares.

KINDS: dict[str, str] = {
    "enforced": tag("rect", x=3, y=3, width=14, height=14, rx=2, fill="currentColor"),
    "procedure": tag("rect", x=4, y=4, width=12, height=12, rx=2, fill="none", stroke="currentColor", stroke_width=2.4),
    "physical": tag(
        "rect", x=4, y=4, width=12, height=12, rx=2, fill="none", stroke="currentColor", stroke_width=2.4,
        stroke_dasharray="3.4 2.6",
    ),
    "policy": tag("rect", x=4, y=4, width=12, height=12, rx=2, fill="none", stroke="currentColor", stroke_width=2.4)
    + tag("path", d="M4 16V6a2 2 0 0 1 2-2H16Z", fill="currentColor"),
}  # fmt: skip


def kind_mark(kind: str, size: float = 13) -> str:
    """The small mark of a kind of clause."""
    return _mark(size, KINDS[kind], box=20)


# Other small signs.

_SIGNS: dict[str, str] = {
    "done": tag("path", d="M3.5 10.5 8 15 17 5", **{**_STROKE, "stroke_width": 2.8, "stroke_linejoin": "round"}),
    "now": tag("circle", cx=10, cy=10, r=6.6, fill=colour("lamp"), stroke=colour("ink"), stroke_width=1.6),
    "ahead": tag("circle", cx=10, cy=10, r=6.4, fill="none", stroke="currentColor", stroke_width=2),
    "right": tag("path", d="M7 4l6 6-6 6", **_STROKE),
    "left": tag("path", d="M13 4l-6 6 6 6", **_STROKE),
    "down": tag("path", d="M4 7l6 6 6-6", **_STROKE),
    "taken": tag("circle", cx=10, cy=10, r=6.5, fill="currentColor"),
    "free": tag("circle", cx=10, cy=10, r=6, fill="none", stroke="currentColor", stroke_width=1.8),
}


def sign_mark(name: str, size: float = 16) -> str:
    """One of the small marks that stand beside words."""
    return _mark(size, _SIGNS[name], box=20)


# The house mark: a tile, one lamp pip above and two ivory below.


def house_tile(x: float, y: float, height: float, face: str | None = None) -> str:
    """The house tile with its middle at a point."""
    width = height / 2.3
    pip = height * 0.085
    return group(
        tag(
            "rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=width * 0.2, fill=face or colour("ink")
        ),
        tag("circle", cx=0, cy=-height * 0.26, r=pip, fill=colour("lamp")),
        tag("circle", cx=-width * 0.2, cy=height * 0.26, r=pip * 0.9, fill=colour("cloth-ink")),
        tag("circle", cx=width * 0.2, cy=height * 0.26, r=pip * 0.9, fill=colour("cloth-ink")),
        at=(x, y),
    )


def house_mark_svg(size: float = 26) -> str:
    """The mark of the house, by itself."""
    return tag(
        "svg",
        house_tile(6, 13, 26),
        xmlns="http://www.w3.org/2000/svg",
        class_="mark",
        width=size * 12 / 26,
        height=size,
        viewBox="0 0 12 26",
        aria_hidden="true",
    )
