"""Timing: the end of a window that somebody keeps the time of is an instant of the steady clock, at every table alike.

What a player sends counts by when it was received: in time, however late it is decided; at the instant or after it, not at all,
whatever held the house up. Where a dealer calls the end, the call decides, and nobody asks a clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from houseway.play.decision import Refused

if TYPE_CHECKING:
    from houseway.floor.orders import Order
    from houseway.floor.table import Table

IN_TIME = ("place", "withdraw", "secret", "say", "choose")  # what players do while a window is open


class Clock(Protocol):
    """Whoever keeps the time of a table's windows."""

    @property
    def closes(self) -> float | None:
        """When the one that is open ends, on the steady clock; None while nobody counts."""

    def now(self) -> float: ...


def is_late(clock: Clock | None, received: float | None) -> bool:
    """Whether something received at a moment, or now, came when the time was over."""
    if clock is None or clock.closes is None:
        return False
    return (clock.now() if received is None else received) >= clock.closes


def too_late(table: Table, order: Order) -> Refused | None:
    """Why an order of a player does not count any more at a table where the house keeps the time. Tables of terminals have their
    wagering periods (``terminals.untimely``)."""
    if table.chapters.terminals is not None or order.who.role != "player" or order.act not in IN_TIME:
        return None
    if not is_late(table.period, order.received):
        return None
    by = table.general.lock.by + (table.prompt.by if table.prompt is not None else table.general.lock.by)
    return Refused(by, "the time for it was over; nothing was charged", "late")
