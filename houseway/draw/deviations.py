"""Deviations: how far results lie from what was to be expected, in standard deviations, one to a line."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.draw.palette import colour
from houseway.draw.svg import number, picture, tag, text
from houseway.values import value

WIDTH, LEFT, RIGHT, STEP = 760.0, 190.0, 120.0, 26.0
MOST = 4.0  # standard deviations to either side; what lies beyond stands at the edge


@value
class Result:
    label: str
    away: float  # in standard deviations
    words: str  # "+$140, expected $12 ± $90"


def deviations_svg(results: Sequence[Result], label: str) -> str:
    """A dot for each result on a scale of standard deviations; the band is where two of three lie."""
    height = STEP * len(results) + 30
    wide = WIDTH - LEFT - RIGHT
    at = {n: LEFT + wide * (n + MOST) / (2 * MOST) for n in range(-int(MOST), int(MOST) + 1)}
    parts = [tag("rect", x=at[-1], y=0, width=at[1] - at[-1], height=height - 24, fill=colour("chosen"))]
    for n, x in at.items():
        parts.append(
            tag("path", d=f"M{number(x)} 0V{number(height - 24)}", stroke=colour("ink-2" if n == 0 else "rule"))
        )
        parts.append(
            text(x, height - 6, "0" if n == 0 else f"{n:+d} σ".replace("-", "−"), 12, 450, colour("ink-2"), "middle")
        )
    for row, one in enumerate(results):
        y = STEP * row + STEP / 2
        x = LEFT + wide * (max(-MOST, min(MOST, one.away)) + MOST) / (2 * MOST)
        parts.append(text(LEFT - 10, y + 5, one.label, 13.5, 600, colour("ink"), "end"))
        parts.append(tag("path", d=f"M{number(at[0])} {number(y)}H{number(x)}", stroke=colour("ink-2"), stroke_width=2))
        ink = colour("rubric" if abs(one.away) > 3 else "ink")
        parts.append(tag("circle", cx=x, cy=y, r=5.5, fill=ink))
        parts.append(text(WIDTH - RIGHT + 10, y + 5, one.words, 12, 450, colour("ink-2")))
    return picture(WIDTH, height, *parts, label=label, class_="chart")
