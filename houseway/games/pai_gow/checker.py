"""The checker: any four tiles set by the Houseway, the line that decided, and why the other settings were not taken.

The rules foresee a computer that does this. What it says is what every player may ask the dealer for, and no more.
"""

from __future__ import annotations

from houseway.games.pai_gow.hands import Setting, called, four, kinds
from houseway.games.pai_gow.houseway import Set
from houseway.games.pai_gow.terms import Terms
from houseway.kit.tiles import NotTiles, Tile
from houseway.law.clause import Basis
from houseway.values import value


class NoHand(ValueError):
    """Tiles that are no hand, and the clause that says so."""

    def __init__(self, why: str, by: Basis) -> None:
        super().__init__(f"{why} ({by})")
        self.why, self.by = why, by


@value
class Way:
    """One way to set the tiles, as it is shown."""

    setting: Setting
    high: tuple[str, ...]
    low: tuple[str, ...]
    high_is: str
    low_is: str
    high_called: str
    low_called: str
    rule: str  # the line that took it, or that spoke against it
    why: str
    by: Basis

    @classmethod
    def of(cls, terms: Terms, setting: Setting, rule: str, why: str) -> Way:
        high, low = kinds(setting.high), kinds(setting.low)
        return cls(
            setting,
            tuple(kind.code for kind in high),
            tuple(kind.code for kind in low),
            setting.high_is,
            setting.low_is,
            called(high),
            called(low),
            rule,
            why,
            terms.houseway.applies.by + terms.houseway.line(rule),
        )


@value
class Checked:
    tiles: tuple[Tile, ...]
    chosen: Way
    others: tuple[Way, ...]


def check(terms: Terms, text: str) -> Checked:
    """Sets the tiles of a text such as ``T H6 L4 5``."""
    try:
        tiles = four(text)
    except NotTiles as wrong:
        by = terms.tiles.full_set.by if "three of" in str(wrong) else terms.playing.deliver.by
        raise NoHand(str(wrong), by) from None
    found: Set = terms.houseway.way.set(tiles)
    others = tuple(Way.of(terms, one.setting, one.rule, one.why) for one in found.dropped)
    return Checked(tiles, Way.of(terms, found.setting, found.rule, found.why), others)
