"""Drawings: the two kinds of Mermaid that docs/architecture.md has, as SVG of our own.

The pages run no script, and Mermaid is one; so what it says is drawn here: storeys on each other, and a walk from one to the
next. Anything else in such a fence is refused, so that no drawing goes missing unseen.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

WIDE, TALL, GAP = 118, 34, 14  # of a box
_TEXT = 'font-family="Archivo, system-ui, sans-serif" font-size="13" fill="currentColor"'


def drawn(told: str) -> str:
    """What a fence says, as SVG.

    >>> drawn("pie")
    Traceback (most recent call last):
    ValueError: a drawing begins with flowchart TB or sequenceDiagram, not with 'pie'
    """
    lines = [line.strip() for line in told.strip().splitlines()]
    match lines[0]:
        case "flowchart TB":
            return _storeys(lines[1:])
        case "sequenceDiagram":
            return _walk(lines[1:])
    raise ValueError(f"a drawing begins with flowchart TB or sequenceDiagram, not with {lines[0]!r}")


def _storeys(lines: list[str]) -> str:
    rows: list[list[str]] = []
    for line in lines:
        if line.startswith("subgraph"):
            rows.append([])
        elif re.fullmatch(r"\w+", line) and line != "end":
            rows[-1].append(line)
    widest = max(len(row) for row in rows)
    width = widest * (WIDE + GAP) + GAP
    parts = []
    for n, row in enumerate(rows):
        left = (width - len(row) * (WIDE + GAP) + GAP) / 2
        for m, word in enumerate(row):
            parts.append(_box(left + m * (WIDE + GAP), n * (TALL + GAP) + GAP, word))
        if n:
            parts.append(_arrow(width / 2, n * (TALL + GAP), width / 2, n * (TALL + GAP) + GAP))
    return _picture(width, len(rows) * (TALL + GAP) + GAP, parts, "Storeys, the highest first")


def _walk(lines: list[str]) -> str:
    people = [line.removeprefix("participant ") for line in lines if line.startswith("participant ")]
    hops = [found.groups() for line in lines if (found := re.fullmatch(r"(\w+)->>(\w+): (.+)", line))]
    step, row = WIDE + 3 * GAP, 40
    width, high = len(people) * step + 2 * GAP, GAP + TALL + (len(hops) + 1) * row
    middle = {name: GAP + step * n + step / 2 for n, name in enumerate(people)}
    parts = [
        f'<path d="M{x:g} {GAP + TALL}V{high - GAP}" stroke="currentColor" stroke-opacity=".3" stroke-dasharray="3 4"/>'
        for x in middle.values()
    ]
    parts += [_box(x - WIDE / 2, GAP, name) for name, x in middle.items()]
    for n, (whence, to, words) in enumerate(hops, 1):
        y, a, b = GAP + TALL + n * row, middle[whence], middle[to]
        if a == b:
            parts.append(f'<path d="M{a:g} {y - 10}h16v10h-14" fill="none" stroke="currentColor"/>')
            parts.append(_head(a + 2, y, -1))
            parts.append(f'<text x="{a + 22:g}" y="{y:g}" {_TEXT}>{escape(words)}</text>')
            continue
        parts.append(_arrow(a, y, b, y))
        parts.append(f'<text x="{(a + b) / 2:g}" y="{y - 6:g}" text-anchor="middle" {_TEXT}>{escape(words)}</text>')
    return _picture(width, high, parts, f"A walk: {', '.join(people)}")


def _picture(width: float, high: float, parts: list[str], label: str) -> str:
    return (
        f'<svg class="drawing" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {high:g}" width="{width:g}" '
        f'height="{high:g}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _box(x: float, y: float, word: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{WIDE}" height="{TALL}" rx="5" fill="none" stroke="currentColor"/>'
        f'<text x="{x + WIDE / 2:g}" y="{y + 22:g}" text-anchor="middle" {_TEXT}>{escape(word)}</text>'
    )


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    line = f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" stroke="currentColor"/>'
    if y != to_y:
        return (
            line
            + f'<path d="M{to_x - 4:g} {to_y - 7:g}L{to_x:g} {to_y:g}L{to_x + 4:g} {to_y - 7:g}z" fill="currentColor"/>'
        )
    return line + _head(to_x, to_y, 1 if to_x > x else -1)


def _head(x: float, y: float, way: int) -> str:
    return f'<path d="M{x - 8 * way:g} {y - 4:g}L{x:g} {y:g}L{x - 8 * way:g} {y + 4:g}z" fill="currentColor"/>'


class Mermaid(SphinxDirective):
    has_content: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        return [nodes.raw("", drawn("\n".join(self.content)), format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("mermaid", Mermaid)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
