"""Headline: the one fact a Money Wheel is about right now."""

from __future__ import annotations

from houseway.play.felt import Felt
from houseway.play.headline import ShortHeadline
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
        return ShortHeadline("Frozen", "everything keeps its place", view.by)
    if view.window:
        before = view.last
        if before.calls and before.calls[-1][0] == terms.no_spin.call.value:
            return ShortHeadline("Place your bets", "no spin before: every wager went back", before.calls[-1][2])
        return ShortHeadline("Place your bets", "on a symbol, until the dealer’s call", view.by)
    return ShortHeadline("No more bets", "the flapper decides", terms.no_more_bets.by)


def summary(felt: Felt) -> str:
    """A spin that is over, in a word."""
    return symbol_of(felt) or "No spin"
