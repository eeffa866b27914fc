"""Pai Gow hands to practise on: four tiles, and the ways to set them against a bank that keeps to the Houseway."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.games.pai_gow.hands import ANSWERS, DAY, TEEN, kinds, settings
from houseway.games.pai_gow.houseway import four_of
from houseway.games.pai_gow.practice import labelled
from houseway.kit.tiles import TILES, Tile
from houseway.odds.drill import Question

if TYPE_CHECKING:
    from houseway.games.pai_gow.figures.analysis import Worth


def _topic(tiles: list[Tile]) -> str:
    """What makes four tiles a question of their own."""
    held = kinds(tiles)
    if len(set(held)) < len(held):
        return "a pair among the tiles"
    return "Teen or Day among the tiles" if TEEN in held or DAY in held else "points alone"


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
    wins, losses = of.hands.played
    shares = {way: of.hands.strengths[hand].index(way.strengths) for way in ways}
    rate = f"{float(of.commission * 100):g} %"
    return Question(
        ", ".join(tile.kind.name for tile in sorted(tiles, key=lambda tile: tile.kind.single_rank)),
        tuple((str(way), labelled(way)) for way in ways),
        worth,
        of.terms.playing.set_hands.by,
        rules=((f"Commission {rate}", of.terms.settling.commission.by),
               ("The bank sets by the Houseway", of.terms.houseway.applies.by)),
        note="Per unit of the wager, over every hand the bank can hold.",
        tiles=(("Your tiles", tuple(str(tile) for tile in tiles)),),
        topic=_topic(tiles),
        why=tuple(
            f"{labelled(way)}. Both hands win in {wins[hand][n] / ANSWERS:.2%}, both lose in {losses[hand][n] / ANSWERS:.2%}"
            for way, n in shares.items()
        ),
    )  # fmt: skip
