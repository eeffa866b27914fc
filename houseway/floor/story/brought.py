"""Brought: an answer to what a round long paid asks otherwise now, as a story or a form tells it.

A card or a result as it is keyed; ``P1 stand`` for a decision, ``P1 bet and P2 fold`` where several decide at once;
``raise P1@1:10`` for wagers and ``no more bets`` for none; ``!absent`` for what went wrong there instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from houseway.floor.story.layout import WAGER, wager_told
from houseway.forms import Doc
from houseway.play.prompts import Choose, ChooseEach, Draw, Prompt, Spin
from houseway.play.wagers import Wager


def answer_brought(
    asked: Prompt | None, told: str, spot_named: Callable[[str], str], others: Iterable[Wager] = ()
) -> Doc:
    """What is told, as the tape would have it. ``others`` are the wagers of the round, which say where a player wagers."""
    told = told.strip()
    if told.startswith("!"):
        kind, _, card = told[1:].partition(" ")
        return {"irregularity": kind, **({"card": card} if card else {})}
    if told == "no more bets":
        return {"wagers": []}
    spot, _, words = told.partition(" ")
    if words and all(WAGER.fullmatch(word) for word in words.split()):
        areas = {wager.player: wager.area for wager in others}
        laid = [wager_told(word, spot_named(spot)) for word in words.split()]
        return {"wagers": [[w.player, w.area or areas.get(w.player, 0), w.spot, w.cents] for w in laid]}
    if isinstance(asked, ChooseEach):
        each = [one.partition(" ") for one in told.split(" and ")]
        return {name: choice for name, _, choice in each}
    if isinstance(asked, Choose) and asked.player:
        return told.removeprefix(f"{asked.player} ")
    return int(told) if told.isdigit() and not isinstance(asked, (Draw, Spin)) else told
