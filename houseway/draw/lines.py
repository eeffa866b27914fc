"""Lines: quantities over time, drawn plainly; a dashed line and a label say the same as a colour would."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from houseway.draw.palette import colour
from houseway.draw.svg import number, picture, tag, text

WIDTH, HEIGHT = 760.0, 300.0
LEFT, RIGHT, TOP, BASE = 84.0, 118.0, 16.0, 250.0


@dataclass(frozen=True)
class Line:
    name: str
    points: Sequence[tuple[float, float]]
    dashed: bool = False


def lines_svg(lines: Sequence[Line], label: str, foot: str = "") -> str:
    """Several quantities over the same course, each named where it ends."""
    xs = [x for line in lines for x, _ in line.points]
    ys = [y for line in lines for _, y in line.points]
    low, high = min(0.0, *ys), max(1.0, *ys)
    step = _step(high - low)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    first, last = min(xs), max(xs)
    across = (WIDTH - LEFT - RIGHT) / (last - first or 1.0)
    up = (BASE - TOP) / (high - low)

    def place(x: float, y: float) -> tuple[float, float]:
        return LEFT + (x - first) * across, BASE - (y - low) * up

    parts = []
    for n in range(round((high - low) / step) + 1):
        value = low + n * step
        y = place(first, value)[1]
        parts.append(
            tag("path", d=f"M{number(LEFT)} {number(y)}H{number(WIDTH - RIGHT)}",
                stroke=colour("ink-2" if value == 0 else "rule"), stroke_width=1.6 if value == 0 else 1)
        )  # fmt: skip
        parts.append(text(LEFT - 10, y + 4, f"{value:,.0f}".replace("-", "−"), 12, 450, colour("ink-2"), "end"))
    for x in sorted({first, float(round((first + last) / 2)), last}):
        parts.append(text(place(x, low)[0], BASE + 22, f"{x:,.0f}", 12, 450, colour("ink-2"), "middle"))
    ends = _apart([place(*line.points[-1])[1] for line in lines])
    for line, end in zip(lines, ends, strict=True):
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in (place(*point) for point in _thinned(line.points)))
        dash = {"stroke_dasharray": "6 4"} if line.dashed else {}
        parts.append(
            tag("path", d=d, fill="none", stroke=colour("ink"), stroke_width=2, stroke_linejoin="round", **dash)
        )
        parts.append(text(WIDTH - RIGHT + 10, end + 4, line.name, 13, 600, colour("ink")))
    if foot:
        parts.append(text(LEFT, HEIGHT - 6, foot, 12, 450, colour("ink-2")))
    return picture(WIDTH, HEIGHT, *parts, label=label)


def _step(span: float) -> float:
    """A round distance between two levels, some five of them to a picture."""
    size = 10.0 ** math.floor(math.log10(span / 5)) if span > 0 else 1.0
    return next(size * n for n in (1, 2, 5, 10) if span / (size * n) <= 6)


def _thinned(points: Sequence[tuple[float, float]], most: int = 600) -> list[tuple[float, float]]:
    every = max(1, len(points) // most)
    kept = list(points[::every])
    return kept if kept[-1] == points[-1] else [*kept, points[-1]]


def _apart(places: list[float], least: float = 16.0) -> list[float]:
    """Labels at the ends of lines, moved apart where they would lie on each other."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    moved = list(places)
    for one, other in pairwise(order):
        moved[other] = max(moved[other], moved[one] + least)
    return moved
