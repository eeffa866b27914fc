"""QR: a text as squares that a camera or a scanner reads. What a paper bears in figures it bears once more so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from houseway.extras import needed_for

QUIET = 4  # squares of white around, as readers need them


@lru_cache(maxsize=256)
def squares(text: str) -> tuple[tuple[bool, ...], ...]:
    """The squares row by row, dark or light, without what must stay white around them."""
    with needed_for("a code for cameras"):
        import segno
    made = segno.make(text, error="m", micro=False, boost_error=False)
    return tuple(tuple(bool(square) for square in row) for row in made.matrix)


def qr_svg(text: str, size: int = 160, label: str = "") -> str:
    """The code as SVG, ``size`` pixels wide; ``label`` is what somebody hears who cannot see it."""
    rows = squares(text)
    whole = len(rows) + 2 * QUIET
    path = "".join(f"M{x} {y}h{width}v1h-{width}z" for x, y, width in _runs(rows))
    told = f'role="img" aria-label="{_escaped(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg class="qr" width="{size}" height="{size}" viewBox="0 0 {whole} {whole}" shape-rendering="crispEdges" {told}>'
        f'<rect width="{whole}" height="{whole}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    )


def _runs(rows: tuple[tuple[bool, ...], ...]) -> Iterator[tuple[int, int, int]]:
    """Dark squares that touch in a row: where the first stands, and how many."""
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            width = 0
            while x + width < len(row) and row[x + width]:
                width += 1
            if width:
                yield x + QUIET, y + QUIET, width
            x += width or 1


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
