"""Pai Gow hands to practise on: four tiles, and the ways to set them against a bank that keeps to the Houseway."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.games.pai_gow.hands import called, kinds, settings
from houseway.games.pai_gow.houseway import four_of
from houseway.kit.tiles import TILES
from houseway.odds.drill import Question

if TYPE_CHECKING:
    from houseway.games.pai_gow.figures.analysis import Worth


def question(of: Worth, pick: Callable[[int], int]) -> Question:
    """Four fair tiles that can be set in more than one way."""
    number = {four: n for n, four in enumerate(of.hands.fours)}
    while True:
        left, tiles = list(TILES), []
        for _ in range(4):
            tiles.append(left.pop(pick(len(left))))
        ways = settings(tiles)
        if len({way.strengths for way in ways}) > 1:
            break
    hand = number[four_of(kinds(tiles))]
    worth = {str(way): of.value(hand, of.hands.strengths[hand].index(way.strengths), of.hands.played) for way in ways}
    labels = tuple((str(way), f"{called(kinds(way.high))}, {called(kinds(way.low))}") for way in ways)
    rate = f"{float(of.commission * 100):g} %"
    return Question(
        " ".join(tile.kind.code for tile in sorted(tiles, key=lambda tile: tile.kind.single_rank)),
        tuple((value, label[:1].upper() + label[1:]) for value, label in labels),
        worth,
        of.terms.playing.set_hands.by,
        rules=((f"Commission {rate}", of.terms.settling.commission.by),
               ("The bank sets by the Houseway", of.terms.houseway.applies.by)),
        note="Per unit of the wager, over every hand the bank can hold.",
        tiles=(("Your tiles", tuple(str(tile) for tile in tiles)),),
    )  # fmt: skip
