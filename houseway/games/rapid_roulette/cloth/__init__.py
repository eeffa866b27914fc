"""How a Rapid Roulette table looks from elsewhere in the house. Its own screens are drawn in ``web/rapid``."""

from __future__ import annotations

from houseway.draw.wheel import roulette_table_svg
from houseway.play.felt import Felt
from houseway.play.view import View

__all__ = ["small", "summary"]


def small(view: View) -> str:
    """The table on the floor plan, with a place for every other terminal."""
    label = f"{view.table}, {view.sign.areas} terminals"
    return roulette_table_svg([False] * min(12, view.sign.areas), view.status.is_closed, label)


def summary(felt: Felt) -> str:
    """A spin in a few words: "17 black"."""
    return felt.fact("outcome").capitalize()
