"""Headline: the one fact a Pai Gow table is about right now, in the few words that fit in the corner of the cloth."""

from __future__ import annotations

from houseway.play.felt import Felt
from houseway.play.headline import ShortHeadline, frozen_headline
from houseway.play.states import RoundResult, State
from houseway.play.view import View


def headline(view: View) -> ShortHeadline:
    felt, terms = view.felt, view.terms
    if view.status.is_frozen:
        return frozen_headline(view)
    if felt.fact("total"):
        first = felt.fact("first area")
        by = terms.dice.count.by + (terms.cuts.house.by if felt.fact("method") == "house" else terms.cuts.applies.by)
        return ShortHeadline(f"Dice {felt.fact('total')}", f"first tiles to area {first}", by)
    if view.state is State.PREPARING:
        return ShortHeadline("Shuffle", "eight stacks of four", terms.tiles.stacks.by)
    if view.window:
        return ShortHeadline("Place your bets", "until the dealer’s call", view.by)
    return ShortHeadline("No more bets", "the dice are next", terms.general.lock.by)


def summary(felt: Felt) -> str:
    """A round in a few words: how the bank's hands lay."""
    high, low = felt.fact("high bank"), felt.fact("low bank")
    if not high:
        return "Void" if felt.fact("outcome") == RoundResult.VOID else "No hand was opened"
    return f"Bank {_short(high)} and {_short(low)}"


def _short(hand: str) -> str:
    return hand.replace("pair of ", "pair ")
