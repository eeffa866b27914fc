"""Plots: the charts of an odds page, drawn plainly. Filled, hollow and solid marks say the same as the colours do."""

from __future__ import annotations

import math
from collections.abc import Sequence

from houseway.draw.palette import colour
from houseway.draw.svg import group, number, picture, tag, text
from houseway.values import value


@value
class Point:
    label: str
    height: float
    mark: str = "plain"  # "filled", "hollow" or "plain"


WIDTH, LEFT, RIGHT = 640.0, 50.0, 14.0


def lollipop_svg(points: Sequence[Point], label: str, foot: str = "") -> str:
    """Values above and below nothing, each a stem with a head; filled heads are worth having."""
    top, base = 26.0, 236.0
    high, low = max(0.2, *(p.height for p in points)), min(-0.2, *(p.height for p in points))
    scale = (base - top - 40) / (high - low)
    zero = top + high * scale
    step = (WIDTH - LEFT - RIGHT) / len(points)
    marks = [n / 2 for n in range(math.ceil(low * 2), math.floor(high * 2) + 1)]
    parts = [_level(zero - each * scale, _signed(each, 1) if each else "0", strong=each == 0) for each in marks]
    for n, point in enumerate(points):
        x, y = LEFT + (n + 0.5) * step, zero - point.height * scale
        ink = colour("won" if point.mark == "filled" else "ink-2")
        parts.append(tag("path", d=f"M{number(x)} {number(zero)}V{number(y)}", stroke=ink, stroke_width=3))
        parts.append(
            tag(
                "circle", cx=x, cy=y, r=6, fill=ink if point.mark == "filled" else colour("paper"), stroke=ink, stroke_width=2.4
            )
        )  # fmt: skip
        below = 22 if point.height < 0 else -13
        parts.append(text(x, y + below, _signed(point.height, 2), 12, 600, colour("ink"), "middle"))
        parts.append(text(x, base + 18, point.label, 15, 600, colour("ink"), "middle"))
    return _chart(base + 48, parts, label, foot)


def bars_svg(points: Sequence[Point], label: str, foot: str = "") -> str:
    """Chances of each result, in percent; a hollow bar is a void, one that begins with a plus is a win."""
    top, base = 26.0, 206.0
    most = max(point.height for point in points)
    step_up = 0.1 if most > 0.25 else 0.05
    levels = math.ceil(most / step_up)
    scale = (base - top) / (levels * step_up)
    step = (WIDTH - LEFT - RIGHT) / len(points)
    parts = [_level(base - n * step_up * scale, f"{n * step_up * 100:.0f}%", n == 0) for n in range(levels + 1)]
    width = min(46.0, step * 0.64)
    for n, point in enumerate(points):
        x, tall = LEFT + (n + 0.5) * step, point.height * scale
        ink = colour("won" if point.label.startswith("+") else "ink-2")
        fill = colour("sheet") if point.mark == "hollow" else ink
        parts.append(
            tag(
                "rect",
                x=x - width / 2,
                y=base - tall,
                width=width,
                height=max(1, tall),
                fill=fill,
                stroke=ink,
                stroke_width=1.6,
            )
        )
        parts.append(text(x, base - tall - 8, f"{point.height * 100:.2f}%", 12, 600, colour("ink"), "middle"))
        parts.append(text(x, base + 20, point.label, 15, 600, colour("ink"), "middle"))
    return _chart(base + 48, parts, label, foot)


def rows_svg(points: Sequence[Point], label: str, foot: str = "") -> str:
    """Shares side by side, one to a line, for names too long to stand under a bar; what is below nothing goes to the left."""
    left, step = min(270.0, max(150.0, 8.0 * max(len(point.label) for point in points))), 24.0
    low, high = min(0.0, *(point.height for point in points)), max(0.0, *(point.height for point in points))
    scale = (WIDTH - left - 80.0) / ((high - low) or 1.0)
    zero = left - low * scale
    parts = [tag("path", d=f"M{number(zero)} 8V{number(8 + step * len(points))}", stroke=colour("rule"))] if low else []
    for n, point in enumerate(points):
        y, reach = 8 + n * step, point.height * scale
        parts.append(text(left - 10, y + 15, point.label, 14, 600, colour("ink"), "end"))
        ink = colour("ink-2" if point.height >= 0 else "won")
        fill = colour("sheet") if point.mark == "hollow" else ink
        x, width = min(zero, zero + reach), max(1, abs(reach))
        parts.append(tag("rect", x=x, y=y + 3, width=width, height=step - 8, fill=fill, stroke=ink))
        share = f"{point.height * 100:.2f}%".replace("-", "−")
        parts.append(text(x + width + 8, y + 15, share, 13, 600, colour("ink")))
    return _chart(step * len(points) + (34 if foot else 14), parts, label, foot)


PLOTS = {"lollipop": lollipop_svg, "bars": bars_svg, "rows": rows_svg}


def _level(y: float, words: str, strong: bool) -> str:
    line = colour("ink-2") if strong else colour("rule")
    d = f"M{number(LEFT - 4)} {number(y)}H{number(WIDTH - RIGHT + 4)}"
    return tag("path", d=d, stroke=line, stroke_width=1.8 if strong else 1) + text(
        LEFT - 12, y + 5, words, 13.5, 450, colour("ink-2"), "end"
    )


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _chart(height: float, parts: list[str], label: str, foot: str) -> str:
    words = (
        text(LEFT + (WIDTH - LEFT - RIGHT) / 2, height - 4, foot, 14, 450, colour("ink-2"), "middle") if foot else ""
    )
    return picture(WIDTH, height, group(*parts), words, label=label, class_="chart")
