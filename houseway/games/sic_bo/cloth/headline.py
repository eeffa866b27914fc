"""Headline: the one fact a Sic-Bo table is about right now."""

from __future__ import annotations

from houseway.kit.dice import Throw
from houseway.play.felt import Felt
from houseway.play.headline import ShortHeadline, frozen_headline, window_headline
from houseway.play.view import View


def dice_of(felt: Felt) -> Throw:
    """What the dice show, from low to high; empty while they are under cover."""
    outcome = felt.fact("outcome")
    return tuple(int(face) for face in outcome.split()) if outcome and outcome != "void" else ()


def headline(view: View) -> ShortHeadline:
    terms, felt = view.terms, view.felt
    dice = dice_of(felt)
    if dice:
        return ShortHeadline(_called(dice), f"total {sum(dice)}", terms.result.by)
    if view.status.is_frozen:
        return frozen_headline(view)
    if view.window:
        places = "on any segment of the glass, until the call"
        return window_headline(view, places, terms.no_result.call.value, "no result")
    if felt.calls:
        return ShortHeadline("No more bets", "the cover comes off", terms.no_more_bets.by)
    return ShortHeadline("Tumbling", "under cover, three times", terms.tumbles.by)


def _called(dice: Throw) -> str:
    return ", ".join(str(face) for face in dice)


def summary(felt: Felt) -> str:
    """A game that is over, in the few words of a list."""
    dice = dice_of(felt)
    return f"{_called(dice)}, total {sum(dice)}" if dice else "No result"
