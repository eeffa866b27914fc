"""Sign: the black plate with the limits, as it hangs at a table; white figures, always with its clause."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.draw.palette import colour
from houseway.draw.svg import group, picture, tag, text


def plate(figures: Sequence[tuple[str, str]], width: float = 150, clause: str = "") -> str:
    """A plate around its figures, each with its word above: ``[("Minimum", "$5"), ("Maximum", "$500")]``."""
    height = 28 + 60 * len(figures)
    rows = [
        text(18, 30 + 60 * n, word, 13.5, 450, colour("wall-ink-2"))
        + text(18, 58 + 60 * n, figure, 27, 650, "#FFFFFF", width=96, room=width - 36)
        for n, (word, figure) in enumerate(figures)
    ]
    mark = ""
    if clause:
        sign = tag("tspan", "§", fill=colour("lamp"), font_weight=700)
        mark = tag(
            "text", sign, f" {clause}", x=width - 14, y=30, font_size=12, fill=colour("wall-ink-2"), text_anchor="end"
        )
    return tag("rect", width=width, height=height, rx=8, fill=colour("ink")) + group(*rows, mark)


def sign_svg(figures: Sequence[tuple[str, str]], clause: str = "", width: float = 200) -> str:
    """The sign as a picture of its own."""
    label = "Sign: " + ", ".join(f"{word.lower()} {figure}" for word, figure in figures)
    return picture(width, 28 + 60 * len(figures), plate(figures, width, clause), label=label, sized=True)
