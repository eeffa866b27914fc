"""Moments: the hour somebody asks about, in the venue's own time.

A gazette names an hour of the place where it holds, so no moment here has an offset. A day without an hour means its first
minute.
"""

from __future__ import annotations

from datetime import datetime

from houseway.complaint import BadInput


class NotAMoment(BadInput):
    """Text that names no hour of the venue."""


def moment(text: str) -> datetime:
    """The moment that text names: ``1999-11-08``, ``1999-11-08T04:00``."""
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise NotAMoment(f"a moment is written such as 1999-11-08T04:00, not {text!r}") from None
    if found.tzinfo is not None:
        raise NotAMoment(f"a moment is an hour of the venue, without an offset, such as 1999-11-08T04:00, not {text!r}")
    return found


def moment_words(when: datetime) -> str:
    """A moment in words: ``8 November 1999 at 04:00``."""
    return f"{when.day} {when:%B %Y} at {when:%H:%M}"
