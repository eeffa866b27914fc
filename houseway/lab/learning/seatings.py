"""Seatings: where the environments find the compiled episodes of a game, ``figures/episodes.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway import games
from houseway.complaint import BadInput, Complaint
from houseway.figures.episodes import Seating
from houseway.lab.exact import Study, study
from houseway.lab.modules import figures


class NothingToLearn(Complaint, LookupError):
    """Players of the game decide nothing, or nobody has written its episodes."""


def seating(
    book: str, changes: Mapping[str, str] | None = None, bets: Sequence[float] = (), penetration: float = 0.0
) -> tuple[Study, Seating]:
    """The study of a book and its compiled seats; with ``bets`` an agent chooses among those sizes of a wager, and with a
    ``penetration`` a shoe is kept until so much of it is dealt."""
    of = study(book, changes)
    module: Any = figures(of.book.game, "episodes")
    if module is None:
        raise NothingToLearn(f"{of.book.title}: players decide nothing that an agent could learn")
    made: Seating = module.Seats(of.edition.terms, tuple(float(bet) for bet in bets), float(penetration))
    return of, made


def encoding_of(seats: Seating, encoding: str) -> str:
    """The name of an encoding, the first where none is named."""
    known = list(seats.encodings)
    if encoding and encoding not in known:
        raise BadInput(f"an observation is one of {', '.join(known)}; not {encoding!r}")
    return encoding or known[0]


def books() -> list[str]:
    """The books whose players have something to decide."""
    return [
        book.id + (f"+{variant}" if variant else "")
        for game in games.names()
        if figures(game, "episodes") is not None
        for book in games.shelf(game).values()
        for variant in (*(() if book.missing else ("",)), *book.variants)
    ]
