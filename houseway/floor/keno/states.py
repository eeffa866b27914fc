"""States: where a game, a ticket, a claim and the board stand.

Each has a name that programs go by and that records keep; it never changes. The words people read stand beside it, as in
``play/states``: put them as you like, and nothing behaves otherwise.
"""

from __future__ import annotations

from houseway.play.states import Worded


class GameState(Worded):
    """Where a game stands."""

    OPEN = "open", "open"  # tickets are sold
    CLOSED = "closed", "closed"  # the time is up, nothing is drawn
    DRAWING = "drawing", "drawing"  # some numbers are
    DRAWN = "drawn", "drawn"  # all of them, keyed from a machine
    CONFIRMED = "confirmed", "confirmed"
    SETTLED = "settled", "settled"

    @property
    def is_drawn(self) -> bool:
        """Whether all its numbers are known."""
        return self in (GameState.DRAWN, GameState.CONFIRMED, GameState.SETTLED)

    @property
    def to_confirm(self) -> bool:
        """Whether somebody has yet to say that the numbers are those of the machine."""
        return self is GameState.DRAWN


class TicketStatus(Worded):
    """Whether a ticket takes part."""

    LIVE = "live", "live"
    CANCELLED = "cancelled", "cancelled"
    VOID = "void", "void"


class ClaimState(Worded):
    """What became of a claim."""

    FILED = "filed", "filed"
    APPROVED = "approved", "approved"
    REFUSED = "refused", "refused"

    @property
    def to_decide(self) -> bool:
        return self is ClaimState.FILED


class BoardState(Worded):
    """What the walls say of the game they show."""

    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"
    DRAWING = "drawing", "Closed, drawing"
    DRAWN = "drawn", "Drawn"
    FINISHED = "finished", "Finished"
