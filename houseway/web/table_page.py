"""Table page: what a player's page and the dealer's page both say of the table they show."""

from __future__ import annotations

from datetime import datetime

from houseway.floor.pace import Pace
from houseway.floor.table import Table
from houseway.floor.views import DEALER, NO_FELT, view_of
from houseway.play.decision import Refused
from houseway.play.states import State
from houseway.premises.premises import Premises
from houseway.web.how.worked import table_called


def shape_of(state: State) -> str:
    """The shape a state of the header wears."""
    if state in (State.FROZEN, State.CLOSED):
        return state.value
    return "open" if state.takes_answers else "no more bets"


def seconds_of(pace: Pace, table: Table) -> float:
    """How long what is open now stays open at a table the house deals."""
    window = table.window
    if window is None:
        return pace.decision
    return pace.wagers if window.backing is None else pace.raises


def waits_for_a_dealer(premises: Premises, table: Table) -> bool:
    """Whether nothing can begin here until a dealer signs on."""
    return premises.house.dealt_by.get(table.state.table, "house") != "house" and table.state.dealer == "house"


class AtTable:
    def __init__(self, premises: Premises, table: Table, viewer: str) -> None:
        self.premises, self.table = premises, table
        self.name = table.state.table
        self.recent = premises.recent[self.name]
        last = self.recent.last
        self.view = view_of(table, viewer, last.felt if last else NO_FELT)

    @property
    def book(self) -> str:
        return self.table.book.id

    @property
    def called(self) -> str:
        """What people call what is played here: a variant has a name of its own."""
        return table_called(self.table)

    @property
    def shape(self) -> str:
        return shape_of(self.view.state)

    @property
    def by_house(self) -> bool:
        return self.premises.house.dealt_by.get(self.name) == "house"

    @property
    def waits_for_a_dealer(self) -> bool:
        return waits_for_a_dealer(self.premises, self.table)

    @property
    def lacks(self) -> Refused | None:
        """What the wagers on the layout still lack before the window can close, though each of them may lie there: everybody's,
        or to a player's own eyes that player's."""
        window, chips = self.table.window, self.table.state.chips
        found = window.unfinished(chips) if window is not None else None
        if found is None or window is None or self.view.viewer in ("", DEALER):
            return found
        return window.unfinished(wager for wager in chips if wager.player == self.view.viewer)

    @property
    def closes(self) -> float | None:
        return self.premises.closes(self.name)

    @property
    def window_seconds(self) -> float:
        return seconds_of(self.premises.pace, self.table)

    @property
    def now(self) -> datetime:
        return self.premises.house.clock()
