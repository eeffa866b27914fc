"""Wheel: pockets round a rim with the ball at rest in one of them, and the upright wheel whose flapper names a stop.

Drawn at rest only. A real wheel, or the generator, decides; a page never imitates a spin.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from houseway.draw.palette import CLOTHS, colour
from houseway.draw.svg import Attr, group, number, picture, tag, text, title
from houseway.draw.touch import turned

WOOD, WOOD_HI, CONE = "#2A201B", "#3B2D26", "#44352C"
METAL, METAL_LO = "#CFC9B4", "#8B866F"


def wedge(r: float, inner: float, begin: float, end: float) -> str:
    """A piece of a ring round the origin, between two angles in degrees clockwise from the top."""
    (ax, ay), (bx, by) = _on(r, begin), _on(r, end)
    (cx, cy), (dx, dy) = _on(inner, end), _on(inner, begin)
    n = number
    return f"M{n(ax)} {n(ay)}A{n(r)} {n(r)} 0 0 1 {n(bx)} {n(by)}L{n(cx)} {n(cy)}A{n(inner)} {n(inner)} 0 0 0 {n(dx)} {n(dy)}Z"


def _on(r: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return r * math.sin(angle), -r * math.cos(angle)


@lru_cache(maxsize=64)
def _pockets(pockets: tuple[tuple[str, str], ...], r: float) -> str:
    """Rim, numbers, pockets and cone: all of a wheel but the ball."""
    step = 360 / len(pockets)
    parts = [
        tag("circle", cy=r * 0.02, r=r * 1.01, fill="#000", fill_opacity=0.3),
        tag("circle", r=r, fill=WOOD),
        tag("circle", r=r * 0.95, fill="none", stroke=WOOD_HI, stroke_width=r * 0.05),
    ]
    ring, numerals = [], []
    for n, (label, fill) in enumerate(pockets):
        begin, end = (n - 0.5) * step, (n + 0.5) * step
        ink = colour(f"pocket-{fill}")
        ring.append(tag("path", d=wedge(r * 0.85, r * 0.52, begin, end), fill=ink))
        x, y = _on(r * 0.733, n * step)
        numerals.append(turned(tag("text", label), x, y, n * step))
    parts.append(group(*ring, tag("circle", r=r * 0.69, fill="none"), stroke=METAL, stroke_width=0.5))
    inks: dict[str, Attr] = dict(font_size=r * 0.096, font_weight=600, font_stretch="84%", fill="#FFFFFF")
    parts.append(tag("g", *numerals, text_anchor="middle", **inks))
    parts.append(tag("circle", r=r * 0.52, fill=WOOD_HI, stroke=METAL_LO, stroke_width=0.8))
    parts.append(tag("circle", r=r * 0.42, fill=CONE))
    arms = "".join(f"M0 0L{number(x)} {number(y)}" for x, y in (_on(r * 0.36, turn) for turn in (28, 118, 208, 298)))
    parts.append(tag("path", d=arms, stroke=METAL, stroke_width=r * 0.034, stroke_linecap="round"))
    parts.append(tag("circle", r=r * 0.12, fill=METAL))
    parts.append(tag("circle", r=r * 0.07, fill=METAL_LO))
    return group(*parts)


def wheel(
    pockets: Sequence[tuple[str, str]], x: float, y: float, r: float, ball: str = "", id: str | None = None
) -> str:
    """A wheel with its middle at a point. ``pockets`` are labels and colours in the order of the rim."""
    labels = [label for label, _ in pockets]
    at = ""
    if ball in labels:
        across, down = _on(r * 0.6, labels.index(ball) * 360 / len(labels))
        at = group(
            tag("circle", cx=across, cy=down + r * 0.008, r=r * 0.046, fill="#000", fill_opacity=0.4),
            tag("circle", cx=across, cy=down, r=r * 0.042, fill="#FCFBF7"),
        )
    said = f"Wheel, the ball rests in {ball} {dict(pockets)[ball]}" if at else "Wheel, no ball in it"
    return tag(
        "g", title(said), _pockets(tuple(pockets), r), at, id=id, role="img", aria_label=said,
        transform=f"translate({number(x)} {number(y)})",
    )  # fmt: skip


# The upright wheel

STOPS = {  # fills of its symbols by how often they stand on the rim, the commonest first
    0: ("#E9E4D2", "#171A1B"),
    1: ("#2F6FC0", "#FFFFFF"),
    2: ("#1C7347", "#FFFFFF"),
    3: ("#B92B27", "#FFFFFF"),
    4: ("#5B3A86", "#FFFFFF"),
    5: ("#1A1D1E", "#FFFFFF"),
    6: ("#DD8427", "#171A1B"),
}


def stop_colours(stops: Sequence[str]) -> dict[str, tuple[str, str]]:
    """A fill and an ink for every symbol of a rim."""
    often = sorted(dict.fromkeys(stops), key=lambda symbol: -stops.count(symbol))
    return {symbol: STOPS[min(n, len(STOPS) - 1)] for n, symbol in enumerate(often)}


@lru_cache(maxsize=16)
def _rim(stops: tuple[str, ...], r: float) -> str:
    step, fills = 360 / len(stops), stop_colours(stops)
    parts = [tag("circle", cy=r * 0.015, r=r * 1.01, fill="#000", fill_opacity=0.3), tag("circle", r=r, fill=WOOD)]
    for n, symbol in enumerate(stops):
        fill, ink = fills[symbol]
        d = wedge(r * 0.94, r * 0.36, (n - 0.5) * step, (n + 0.5) * step)
        parts.append(tag("path", d=d, fill=fill, stroke=WOOD, stroke_width=1))
        x, y = _on(r * 0.91, n * step)
        size = r * 0.074
        parts.append(turned(text(0, size * 0.36, symbol, size, 650, ink, "end", 92), x, y, n * step - 90))
        px, py = _on(r * 0.968, (n + 0.5) * step)
        parts.append(tag("circle", cx=px, cy=py, r=r * 0.012, fill=METAL))
    parts.append(tag("circle", r=r * 0.36, fill=WOOD_HI, stroke=METAL_LO, stroke_width=1))
    parts.append(tag("circle", r=r * 0.1, fill=METAL))
    return group(*parts)


def upright_wheel(stops: Sequence[str], x: float, y: float, r: float, rests: str = "", id: str | None = None) -> str:  # fmt: skip
    """The upright wheel with its flapper on top; turned so that the stop it rests at is under it."""
    stops = tuple(stops)
    at = stops.index(rests) if rests in stops else 0
    rim = _rim(stops, r)
    flapper = tag(
        "path", d=f"M0 {number(-r * 0.9)}L{number(-r * 0.035)} {number(-r * 1.07)}H{number(r * 0.035)}Z",
        fill=colour("lamp") if rests else METAL, stroke=WOOD, stroke_width=1,
    )  # fmt: skip
    said = f"Money wheel, the flapper rests at {rests}" if rests else "Money wheel, at rest"
    return tag(
        "g", title(said), tag("g", rim, transform=f"rotate({number(-at * 360 / len(stops))})"), flapper, id=id, role="img",
        aria_label=said, transform=f"translate({number(x)} {number(y)})",
    )  # fmt: skip


# On the floor plan


def seats_below(seats: Sequence[bool], x: float, y: float, width: float) -> str:
    """A row of places along a table's straight edge."""
    step = width / max(1, len(seats))
    return group(
        *(
            tag(
                "circle", cx=x + (n + 0.5) * step, cy=y, r=5.5, fill="currentColor" if taken else "none",
                stroke="currentColor", stroke_width=1.5,
            )
            for n, taken in enumerate(seats)
        )
    )  # fmt: skip


def _ground(closed: bool, **shape: float) -> str:
    if closed:
        return tag("rect", **shape, fill="none", stroke=colour("edge"), stroke_width=1.5, stroke_dasharray="4 3")
    return tag("rect", **shape, fill=CLOTHS["wheels"][0])


def roulette_table_svg(seats: Sequence[bool], closed: bool = False, label: str = "") -> str:
    """A roulette table from above: the wheel at its end, the layout, players along one side."""
    line = colour("edge") if closed else colour("cloth-line")
    grid = "".join(f"M{54 + 12 * n} 20v30" for n in range(7)) + "".join(f"M54 {20 + 10 * n}h72" for n in range(4))
    inside = group(
        tag(
            "circle",
            cx=28,
            cy=35,
            r=17,
            fill="none" if closed else "#FFFFFF",
            fill_opacity=0.16,
            stroke=line,
            stroke_width=1.2,
        ),
        tag("circle", cx=28, cy=35, r=5, fill="none" if closed else "#F2EFE1", stroke=line, stroke_width=1.2),
        tag("path", d=grid, stroke=line, stroke_width=1.2),
    )
    ground = _ground(closed, x=2, y=10, width=132, height=50, rx=8)
    return picture(
        136, 84, ground, inside, seats_below(seats, 4, 73, 128), label=label or "a roulette table", sized=True
    )


def money_wheel_svg(seats: Sequence[bool], closed: bool = False, label: str = "") -> str:
    """The upright wheel, as the floor plan has it."""
    x, y, r = 68.0, 33.0, 30.0
    dots = seats_below(seats, 16, 75, 104)
    if closed:
        disc = tag(
            "circle", cx=x, cy=y, r=r, fill="none", stroke=colour("edge"), stroke_width=1.5, stroke_dasharray="4 3"
        )
        return picture(136, 84, disc, dots, label=label or "a money wheel", sized=True)
    ends = [_on(r, 18 * n) for n in range(20)]
    spokes = "".join(f"M{number(x)} {number(y)}L{number(x + across)} {number(y + down)}" for across, down in ends)
    disc = tag("circle", cx=x, cy=y, r=r, fill=CLOTHS["wheels"][0])
    lines = tag("path", d=spokes, stroke=colour("cloth-line"), stroke_width=1)
    hub = tag("circle", cx=x, cy=y, r=7, fill="#F2EFE1")
    return picture(136, 84, disc, lines, hub, dots, label=label or "a money wheel", sized=True)
