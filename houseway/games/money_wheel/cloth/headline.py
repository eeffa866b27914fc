"""Headline: the one fact a Money Wheel is about right now."""

from __future__ import annotations

from houseway.play.felt import Felt
from houseway.play.headline import ShortHeadline, frozen_headline, window_headline
from houseway.play.view import View


def symbol_of(felt: Felt) -> str:
    """The symbol spun, or nothing."""
    return felt.fact("outcome")


def headline(view: View) -> ShortHeadline:
    terms, felt = view.terms, view.felt
    symbol = symbol_of(felt)
    if symbol:
        odds = terms.odds[symbol]
        return ShortHeadline(symbol, f"paid {odds.value}", odds.by)
    if view.status.is_frozen:
        return frozen_headline(view)
    if view.window:
        return window_headline(view, "on a symbol, until the dealer’s call", terms.no_spin.call.value, "no spin")
    return ShortHeadline("No more bets", "the flapper decides", terms.no_more_bets.by)


def summary(felt: Felt) -> str:
    """A spin that is over, in a word."""
    return symbol_of(felt) or "No spin"
