"""Svg: how a drawing is written. One function makes an element, one a whole picture, one a line of text that fits.

Attribute names are Python's: ``stroke_width`` is written ``stroke-width``, ``class_`` is ``class``. What is None or False is
left out, numbers are cut to two decimals, and all text is escaped here and nowhere else.
"""

from __future__ import annotations

from html import escape
from typing import TypeAlias

Attr: TypeAlias = str | int | float | bool | None

SANS = "Archivo, system-ui, sans-serif"
SERIF = "'Source Serif 4', Georgia, serif"

# How wide one letter is on average, in ems at width 100; figures and capitals a little more than small letters.
_EM = 0.56


def number(value: float) -> str:
    """``12.5``, ``3``, ``-0.25``: two decimals at most and no more than needed."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def tag(name: str, *inside: str, **attributes: Attr) -> str:
    """One element with what stands inside it, which is SVG already."""
    parts = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = key.rstrip("_").replace("_", "-")
        if value is True:
            parts.append(f'{key}=""')
        else:
            text = escape(value, quote=True) if isinstance(value, str) else number(value)
            parts.append(f'{key}="{text}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


def group(*inside: str, at: tuple[float, float] | None = None, **attributes: Attr) -> str:
    """Parts that belong together, moved to a point."""
    move = None if at is None else f"translate({number(at[0])} {number(at[1])})"
    return tag("g", *inside, transform=move, **attributes) if inside else ""


def picture(
    width: float, height: float, *inside: str, label: str, sized: bool = False, role: str = "img", **attributes: Attr
) -> str:
    """A whole picture with its spoken name. Unless it is ``sized`` the page around it decides how large it is."""
    return tag(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        width=width if sized else None,
        height=height if sized else None,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role=role,
        aria_label=label,
        **attributes,
    )


def text(
    x: float,
    y: float,
    words: str,
    size: float = 15,
    weight: int = 450,
    fill: str = "currentColor",
    anchor: str = "start",
    width: float = 100,
    room: float | None = None,
    family: str | None = None,
    **attributes: Attr,
) -> str:
    """One line of text. ``width`` is the width of the letters in percent; with ``room`` they are drawn in as far as it
    takes to stay inside, and a line that still would not fit is cut short."""
    length = None
    if room is not None:
        heavy = size * (1.06 if weight >= 600 else 1)
        width = fitting(words, heavy, width, room)
        if measure(words, heavy, width) > room + 0.5:
            if any(letter.isdigit() for letter in words):
                length = room  # a figure is drawn in, never cut
            else:
                words = cut_short(words, heavy, width, room)
    return tag(
        "text",
        escape(words, quote=False),
        x=x,
        y=y,
        font_size=size,
        font_weight=weight,
        font_stretch=f"{number(width)}%" if width != 100 else None,
        font_family=family,
        fill=fill,
        text_anchor=anchor if anchor != "start" else None,
        textLength=length,
        lengthAdjust="spacingAndGlyphs" if length is not None else None,
        **attributes,
    )


def measure(words: str, size: float, width: float = 100) -> float:
    """About how wide a line is. Narrow letters do not shrink as fast as their width says."""
    return len(words) * size * _EM * (0.15 + 0.85 * width / 100)


def fitting(words: str, size: float, width: float, room: float) -> float:
    """The widest letters, up to a width, with which a line stays in its room; 62 is as narrow as they go."""
    if not words or measure(words, size, width) <= room:
        return width
    return max(62, (room / (len(words) * size * _EM) - 0.15) / 0.85 * 100)


def cut_short(words: str, size: float, width: float, room: float) -> str:
    letters = int(room / measure("x", size, width))
    return words if len(words) <= letters else words[: max(1, letters - 1)].rstrip() + "…"


def title(words: str) -> str:
    """What a drawing says to whoever points at it, or hears it read."""
    return tag("title", escape(words, quote=False))
