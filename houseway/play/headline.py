"""Headline: the one fact a table is about right now, in the few words a cloth has room for, with the clause behind it."""

from __future__ import annotations

from houseway.law.clause import Basis
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
