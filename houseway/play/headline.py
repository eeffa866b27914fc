"""Headline: the one fact a table is about right now, in the few words a cloth has room for, with the clause behind it."""

from __future__ import annotations

from houseway.law.clause import Basis
from houseway.play.view import View
from houseway.values import value


@value
class Headline:
    """A fact with a few lines of explanation, beside the cards."""

    head: str
    second: str
    lines: tuple[str, ...]
    by: Basis


@value
class ShortHeadline:
    """A fact in a line of its own, above a layout."""

    head: str
    second: str
    by: Basis


def frozen_headline(view: View) -> ShortHeadline:
    """Of a table that is frozen."""
    return ShortHeadline("Frozen", "everything keeps its place", view.by)


def window_headline(view: View, places: str, void_call: str, void: str) -> ShortHeadline:
    """Of an open window: where chips may lie, or that the round before came to nothing, if its last call was that one."""
    calls = view.last.calls
    if calls and calls[-1][0] == void_call:
        return ShortHeadline("Place your bets", f"{void} before: every wager went back", calls[-1][2])
    return ShortHeadline("Place your bets", places, view.by)
