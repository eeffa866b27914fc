"""How a Rapid Roulette table looks from elsewhere in the house: on the floor plan, in the record and in a worked round. Its own
screens are drawn in ``web/rapid``, from the same parts."""

from __future__ import annotations

from houseway.draw.layout import Grid, layout
from houseway.draw.palette import colour
from houseway.draw.svg import group, text
from houseway.draw.wheel import roulette_table_svg, wheel
from houseway.games.rapid_roulette.cloth.pays import pays
from houseway.kit import spots
from houseway.kit.wheel import SINGLE_ZERO
from houseway.kit.wheel import colour as colour_of
from houseway.play.chips_seen import chips_seen
from houseway.play.cloth import side
from houseway.play.felt import Felt
from houseway.play.view import View

__all__ = ["pays", "phone", "player", "small", "summary"]

SPOTS = tuple(spots.layout().values())
POCKETS = tuple((label, colour_of(int(label))) for label in SINGLE_ZERO.pockets)


def player(view: View) -> str:
    """The layout as a terminal has it, 932 by 584, with the wheel at rest; nothing here is touched."""
    grid = Grid(24, 96, 60, 62, 68, 66, 44, 44)
    parts = [
        _said(view, 24, 56),
        _layout(view, grid, "p"),
        wheel(POCKETS, 466, 494, 78, _number(view.felt), id="p-wheel"),
    ]
    return side(view, "player", 932, 584, *parts)


def phone(view: View) -> str:
    """The same on a phone, hanging down."""
    grid = Grid(12, 56, 52, 52, 46, 88, 50, 52, seam=28, way="down")
    return side(view, "phone", 390, grid.y + grid.length + 20, _said(view, 14, 38), _layout(view, grid, "m"))


def _layout(view: View, grid: Grid, prefix: str) -> str:
    number = _number(view.felt)
    lit = (f"straight:{number}",) if number else ()
    odds = {kind: str(pays) for kind, (pays, _, _) in view.terms.why.items()}
    return layout(grid, SPOTS, chips_seen(view), lit, False, prefix, odds)


def _number(felt: Felt) -> str:
    return felt.fact("outcome").partition(" ")[0]


def _said(view: View, x: float, y: float) -> str:
    came = view.felt.fact("outcome")
    words = came.capitalize() if came else "Place your bets" if view.window else "No more bets"
    return group(text(x, y, words, 27, 650, colour("cloth-ink"), width=104), id="said")


def small(view: View) -> str:
    """The table on the floor plan, with a place for every other terminal."""
    label = f"{view.table}, {view.sign.areas} terminals"
    return roulette_table_svg([False] * min(12, view.sign.areas), view.status.is_closed, label)


def summary(felt: Felt) -> str:
    """A spin in a few words: "17 black"."""
    return felt.fact("outcome").capitalize()
