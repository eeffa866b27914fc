"""Entries: events and wagers as the ledger's entries hold them, and events read back."""

from __future__ import annotations

from houseway.forms import Doc, Misread, read, write
from houseway.play.events import Event
from houseway.play.wagers import Wager


def write_wager(wager: Wager) -> list[Doc]:
    """A wager as an entry holds it."""
    return [wager.player, wager.area, wager.spot, wager.cents]


def _kinds(base: type[Event]) -> dict[str, type[Event]]:
    """Every kind of event there is, those of games included."""
    found: dict[str, type[Event]] = {}
    for kind in base.__subclasses__():
        found |= {kind.__name__: kind} | _kinds(kind)
    return found


_known: dict[str, type[Event]] = {}  # as far as they have been met; a game's own come with its book


def _kind(name: str) -> type[Event] | None:
    if name not in _known:
        _known.update(_kinds(Event))
    return _known.get(name)


def write_event(event: Event) -> Doc:
    """An event as its entry holds it."""
    return {"event": type(event).__name__, **write(event)}


def read_event(doc: Doc) -> Event:
    """An event from its entry."""
    kind = _kind(doc["event"])
    if kind is None:
        raise Misread("event", f"{doc['event']!r} is no event")
    return read(kind, {name: item for name, item in doc.items() if name != "event"}, doc["event"])  # type: ignore[no-any-return]
