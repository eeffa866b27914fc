"""Touching: a player who asked for the Houseway and then handles the tiles; and a setting in the very tiles that lie there."""

from __future__ import annotations

from houseway.games.pai_gow.deal import Deal
from houseway.games.pai_gow.events import TilesSet
from houseway.games.pai_gow.hands import Setting
from houseway.kit.tiles import Tile
from houseway.play.events import Noted
from houseway.play.script import Script


def as_held(deal: Deal, area: int, setting: Setting) -> Setting:
    """The setting in the very tiles that lie there, whichever of two like ones was named."""
    left = list(deal.tiles[area])

    def take(hand: tuple[Tile, Tile]) -> tuple[Tile, Tile]:
        found = []
        for tile in hand:
            own = next((t for t in left if t is tile), None) or next(t for t in left if t.kind is tile.kind)
            left.remove(own)
            found.append(own)
        return found[0], found[1]

    return Setting(take(setting.high), take(setting.low))


def touch(deal: Deal, area: int, text: str) -> Script[None]:
    """A player who asked for the Houseway has touched the tiles, and answers for the setting."""
    by, player = deal.terms.houseway.touched.by, deal.who(area)
    deal.touched.add(area)
    yield Noted(by, f"{player} touched the tiles of area {area} and answers for them")
    if text:
        del deal.by_houseway[area]
        deal.settings[area] = as_held(deal, area, Setting.parse(text))
        yield TilesSet(by, area, "own", str(deal.settings[area]), player)
