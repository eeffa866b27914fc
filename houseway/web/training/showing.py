"""Showing: what lies on the table in a question, drawn."""

from __future__ import annotations

from markupsafe import Markup

from houseway import games
from houseway.draw.cards import row_svg
from houseway.draw.tiles import tile_svg
from houseway.kit.tiles import Tile
from houseway.teaching import Question
from houseway.web import cloths


def drawn(put: Question) -> list[tuple[str, Markup]]:
    """Cards and tiles, and whose they are."""
    return [
        *((whose, Markup(row_svg(cards, 92))) for whose, cards in put.cards),
        *(
            (whose, Markup("".join(tile_svg(Tile.parse(tile).pips, 46, tile) for tile in held)))
            for whose, held in put.tiles
        ),
    ]


def cloth(game: str, put: Question) -> Markup | None:
    """The table as its dealer sees it, where the game has a cloth and the question a table."""
    found = games.cloth(game)
    if put.view is None or found is None or found.side("dealer") is None:
        return None
    return cloths.still(game, "dealer", put.view, "asked")
