"""What Pai Gow is put to: every throw with every division of eight tiles between a player and the bank, then whole sets.

Thirty-two tiles lie in more orders than can be gone through, and only those of two hands matter to a lone player's round. Where
they lie depends on the dice, so each throw is asked of the script first; then each four of the eight lie there for the player
and the other four for the bank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

from houseway.games.pai_gow.carry import begin, ready
from houseway.games.pai_gow.events import HandShown, TilesDealt
from houseway.games.pai_gow.figures.analysis import UNIT, Worth, worth
from houseway.games.pai_gow.hands import Setting, kinds
from houseway.games.pai_gow.houseway import Four, four_of, tiles_of
from houseway.games.pai_gow.matching import bonus
from houseway.games.pai_gow.prompts import SetTiles
from houseway.games.pai_gow.round import play
from houseway.games.pai_gow.terms import Terms
from houseway.kit.dice import Throw, throws
from houseway.kit.tiles import TILES, Tile
from houseway.odds.chance import ONE
from houseway.odds.endings import Ending
from houseway.odds.trial import Kit, Nets, Trial, spot_nets
from houseway.play.prompts import ClosedWindow, Prompt, TakeWagers
from houseway.play.script import Settlement, Step
from houseway.play.wagers import SetUp, Sign, Wager

AREA = 3


def trials(terms: Terms, shoe: None, kernels: list[Any], pick: Callable[[int], int]) -> Iterator[Trial]:
    of = worth(terms)
    number = {four: n for n, four in enumerate(of.hands.fours)}
    left = list(TILES)
    eight = [left.pop(pick(len(left))) for _ in range(8)]
    for name, ways in (("best", of.best(of.hands.played)), ("houseway", of.hands.chosen)):
        trial = _trial(of, number, ways, name)
        yield replace(trial, kit=_divided(trial, throws(terms.dice.shake.value), eight))


def _trial(of: Worth, number: dict[Four, int], ways: Sequence[int], name: str, area: int = AREA) -> Trial:
    terms = of.terms
    bets = ClosedWindow(tuple(Wager("P1", area, spot, UNIT) for spot in terms.spots))
    begun = partial(play, terms, ready(begin(terms, SetUp())))

    def people(prompt: Prompt, steps: list[Step]) -> Any:
        if isinstance(prompt, TakeWagers):
            return bets
        if isinstance(prompt, SetTiles):
            hand = number[four_of(kinds(prompt.held["P1"]))]
            return {"P1": f"set {as_set(of, hand, ways[hand])}"}
        return prompt.usually()

    def fast(ending: Ending[Settlement]) -> Nets:
        """What the tables say of the two hands that were shown."""
        shown = {step.place: Setting.parse(step.setting) for step in ending.steps if isinstance(step, HandShown)}
        player, bank = (number[four_of(kinds(shown[place].tiles))] for place in (f"area {area}", "bank"))
        high, low = (one > other for one, other in zip(
            of.hands.strengths[player][ways[player]], of.hands.strengths[bank][of.hands.chosen[bank]], strict=True
        ))  # fmt: skip
        tied = high != low
        expected = {"wager": Fraction(0) if tied else 1 - of.commission if high else Fraction(-1)}
        if terms.bonanza is not None:
            award = bonus(terms, tiles_of(of.hands.fours[player]), as_set(of, player, ways[player]), True)
            expected["tie"] = of.tie_pays(player, ways[player]) if tied else Fraction(-1)
            expected["bonus"] = Fraction(-1) if award.odds is None else award.odds.ratio
        return expected

    sign = Sign(areas=terms.places.areas.value[0])
    return Trial(
        f"eight tiles, set {name}", begun, people, spot_nets(terms.spots, UNIT), fast=fast, whole=begun, sign=sign
    )


def arranged(terms: Terms, own: Sequence[Tile], bank: Sequence[Tile], area: int = 2) -> list[Any]:
    """A throw, and the tiles so stacked that after it a lone player has these four and the bank those."""
    of = worth(terms)
    number = {four: n for n, four in enumerate(of.hands.fours)}
    trial, throw = _trial(of, number, of.hands.chosen, "houseway", area), next(iter(throws(terms.dice.shake.value)))
    lies = dict(zip(_places(trial, throw, area), (*own, *bank), strict=True))
    rest = iter(tile for tile in TILES if tile not in own and tile not in bank)
    return [throw, tuple(lies[place] if place in lies else next(rest) for place in range(len(TILES)))]


def _divided(trial: Trial, thrown: dict[Throw, int], eight: list[Tile]) -> Kit:
    """Each throw, and each way the eight tiles can lie in the two hands; the other tiles lie as they may."""
    fours = list(combinations(eight, 4))
    others = [tile for tile in TILES if tile not in eight]
    total, found = sum(thrown.values()), []
    for throw, ways in thrown.items():
        places = _places(trial, throw)
        for player in fours:
            rest = iter(others)
            lies = dict(zip(places, (*player, *(tile for tile in eight if tile not in player)), strict=True))
            stacked = tuple(lies[place] if place in lies else next(rest) for place in range(len(TILES)))
            found.append((Fraction(ways, total * len(fours)), (throw, stacked)))
    return found


def _places(trial: Trial, throw: Throw, area: int = AREA) -> list[int]:
    """Where in the stacks the tiles of the player and then of the bank lie after this throw."""
    (ending,) = replace(trial, kit=[(ONE, (throw, TILES))]).endings()
    dealt = {step.area: step.tiles for step in ending.steps if isinstance(step, TilesDealt)}
    bank = next(other for other in dealt if other != area)
    return [TILES.index(tile) for tile in (*dealt[area], *dealt[bank])]


def as_set(of: Worth, hand: int, way: int) -> Setting:
    """A hand of these kinds, set one of its three ways."""
    held = tiles_of(of.hands.fours[hand])
    for first, rest in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))):
        setting = Setting.of((held[first[0]], held[first[1]]), (held[rest[0]], held[rest[1]]))
        if setting.strengths == of.hands.strengths[hand][way]:
            return setting
    raise AssertionError("a hand is set in one of three ways")
