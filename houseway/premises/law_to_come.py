"""Law to come: every notice that this floor still has before it, and what has begun or ended today, for the pit.

Notices that the house itself published are told with their life, because somebody may act on them; those that lie among the
files are law of their own at their hour, and are told for every table that plays by them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from houseway import games
from houseway.floor.keno.host import KENO
from houseway.law.rulebook import Instrument, Rulebook
from houseway.law.standing import will_change
from houseway.premises.notices import Life

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

TO_COME, IN_FORCE, EXPIRED = "to come", "in force", "expired"
WAITS = "waits for a second person"


@dataclass(frozen=True)
class Listed:
    """A notice as the pit lists it."""

    id: str
    citation: str
    book: str
    commences: datetime
    expires: datetime | None
    state: str
    changes: tuple[str, ...]
    at: tuple[str, ...] = ()  # the tables that go by it
    life: Life | None = None  # where this house proposed it


def law_to_come(premises: Premises, now: datetime) -> list[Listed]:
    """In the order of their hours: what waits, what is to come, and what began or ended today."""
    playing = list(_playing(premises))
    found: dict[tuple[str, str], Listed] = {}
    for life in premises.notices.lives.values():
        state = life.state(now)
        if _of_today(state, life.commences, life.expires, now):
            at = tuple(name for name, book, _ in playing if book.id == life.book)
            found[life.book, life.id] = Listed(
                life.id, life.instrument, life.book, life.commences, life.expires, state, life.changes, at, life
            )
    for name, book, variant in playing:
        for part in book.amendments:
            if part.id in premises.notices.lives or part.draft or part.variant not in ("", variant):
                continue
            listed = _from_the_files(book, variant, part, now)
            if listed is not None:
                before = found.setdefault((book.id, part.id), listed)
                found[book.id, part.id] = replace(before, at=(*before.at, name))
    return sorted(found.values(), key=lambda one: (one.commences, one.id))


def _playing(premises: Premises) -> Iterator[tuple[str, Rulebook[Any], str]]:
    """Whatever goes by the law of the day: its name, its book and its variant. A table may be held to one law."""
    for name, table in sorted(premises.house.tables.items()):
        if not table.state.moment:
            yield name, table.book, table.variant
    if KENO not in premises.house.out_of_order:
        book = premises.keno.keno.book
        yield KENO, games.library().get(book.id, book), ""


def _from_the_files(book: Rulebook[Any], variant: str, part: Instrument, now: datetime) -> Listed | None:
    if part.commences is None:
        return None
    ended = part.expires is not None and part.expires <= now
    state = TO_COME if now < part.commences else EXPIRED if ended else IN_FORCE
    if not _of_today(state, part.commences, part.expires, now):
        return None
    words = tuple(will_change(book, part, variant))
    return Listed(part.id, part.citation, book.id, part.commences, part.expires, state, words)


def _of_today(state: str, commences: datetime, expires: datetime | None, now: datetime) -> bool:
    """Whether it has an hour before it, or had one today."""
    hours = [commences] if expires is None else [commences, expires]
    return state in (WAITS, TO_COME) or (
        state in (IN_FORCE, EXPIRED) and any(hour.date() == now.date() for hour in hours)
    )
