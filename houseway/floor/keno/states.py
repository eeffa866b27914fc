"""States: where a game, a ticket, a claim and the board stand.

Each has a name that programs go by and that records keep; it never changes. The words people read stand beside them at the
end, as in ``play/states``: put them as you like, and nothing behaves otherwise.
"""

from __future__ import annotations

from enum import StrEnum


class GameState(StrEnum):
    """Where a game stands."""

    OPEN = "open"  # tickets are sold
    CLOSED = "closed"  # the time is up, nothing is drawn
    DRAWING = "drawing"  # some numbers are
    DRAWN = "drawn"  # all of them, keyed from a machine
    CONFIRMED = "confirmed"
    SETTLED = "settled"

    @property
    def words(self) -> str:
        return GAME_WORDS[self]

    @property
    def is_drawn(self) -> bool:
        """Whether all its numbers are known."""
        return self in (GameState.DRAWN, GameState.CONFIRMED, GameState.SETTLED)

    @property
    def to_confirm(self) -> bool:
        """Whether somebody has yet to say that the numbers are those of the machine."""
        return self is GameState.DRAWN


class TicketStatus(StrEnum):
    """Whether a ticket takes part."""

    LIVE = "live"
    CANCELLED = "cancelled"
    VOID = "void"

    @property
    def words(self) -> str:
        return TICKET_WORDS[self]


class ClaimState(StrEnum):
    """What became of a claim."""

    FILED = "filed"
    APPROVED = "approved"
    REFUSED = "refused"

    @property
    def words(self) -> str:
        return CLAIM_WORDS[self]

    @property
    def to_decide(self) -> bool:
        return self is ClaimState.FILED


class BoardState(StrEnum):
    """What the walls say of the game they show."""

    OPEN = "open"
    CLOSED = "closed"
    DRAWING = "drawing"
    DRAWN = "drawn"

    @property
    def words(self) -> str:
        return BOARD_WORDS[self]


# The words

GAME_WORDS: dict[str, str] = {
    GameState.OPEN: "open",
    GameState.CLOSED: "closed",
    GameState.DRAWING: "drawing",
    GameState.DRAWN: "drawn",
    GameState.CONFIRMED: "confirmed",
    GameState.SETTLED: "settled",
}
TICKET_WORDS: dict[str, str] = {
    TicketStatus.LIVE: "live",
    TicketStatus.CANCELLED: "cancelled",
    TicketStatus.VOID: "void",
}
CLAIM_WORDS: dict[str, str] = {
    ClaimState.FILED: "filed",
    ClaimState.APPROVED: "approved",
    ClaimState.REFUSED: "refused",
}
BOARD_WORDS: dict[str, str] = {
    BoardState.OPEN: "Open",
    BoardState.CLOSED: "Closed",
    BoardState.DRAWING: "Closed, drawing",
    BoardState.DRAWN: "Drawn",
}
