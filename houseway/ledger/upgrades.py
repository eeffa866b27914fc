"""Upgrades: what entries of earlier versions say, as it is said today.

Every entry bears the version it was written in, and its hash covers it. What is stored is never changed; whoever reads an
entry gets its body in the shape of today, brought there by these steps, one to a version. A step is small, has a name, and
knows nothing but documents: kinds of entries and the names in them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]


def rounds_say_their_law(kind: str, body: Body) -> Body:
    """Rounds of version 1 did not say what they were played by; the floor finds it by their digest and their moment."""
    return {"law": None, **body} if kind in ("began", "corrected", "round-over") else body


STEPS: tuple[Callable[[str, Body], Body], ...] = (rounds_say_their_law,)
RECORD = len(STEPS) + 1  # the version that entries are written in now


class NewerEntry(ValueError):
    """An entry that a later program has written."""


def as_said_today(kind: str, version: int, body: Body) -> Body:
    if version > RECORD:
        raise NewerEntry(f"an entry {kind!r} is of version {version}, and this program reads versions up to {RECORD}")
    for step in STEPS[version - 1 :]:
        body = step(kind, body)
    return body
