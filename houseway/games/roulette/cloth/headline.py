"""Headline: the one fact a roulette table is about right now."""

from __future__ import annotations

from houseway.kit.spots import layout
from houseway.play.felt import Felt
from houseway.play.headline import ShortHeadline, frozen_headline
from houseway.play.view import View


def number_of(felt: Felt) -> str:
    """The number that has come, or nothing."""
    return felt.fact("outcome").partition(" ")[0]


def headline(view: View) -> ShortHeadline:
    terms, felt = view.terms, view.felt
    come = number_of(felt)
    if come:
        return ShortHeadline(felt.fact("outcome"), properties(int(come)), terms.paying.by)
    if view.status.is_frozen:
        return frozen_headline(view)
    if view.window:
        if felt.calls and felt.calls[-1][0] == terms.no_spin.call.value:
            return ShortHeadline("No spin", "wagers lie open again", terms.no_spin.stands.by)
        return ShortHeadline("Place your bets", "until the dealer’s call", view.by)
    return ShortHeadline("No more bets", "the ball decides", terms.no_more_bets.by)


def properties(number: int) -> str:
    """What else a number is, in the words of the cloth: "odd, 1 to 18, second dozen"."""
    if number == 0:
        return "zero and its combinations win"
    held = [spot for spot in layout().values() if number in spot.numbers]
    chances = [spot.words for spot in held if spot.kind in ("odd", "even", "low", "high")]
    dozen = ("first", "second", "third")[(number - 1) // 12]
    return ", ".join([*sorted(chances, reverse=True), f"{dozen} dozen"])


def summary(felt: Felt) -> str:
    """A spin that is over, in the few words of a list: "17 black"."""
    return felt.fact("outcome") or ("Void" if felt.lines else "No spin")
