"""View: a table as one pair of eyes sees it, and nothing more.

What a page, a terminal or a learning agent is given: the felt, the chips in the open window, the sign, the seats, and the
prompt if it is for this viewer to answer. A cloth is drawn from a view and from nothing else, so no drawing can show
what its viewer may not see.
"""

from __future__ import annotations

from typing import Any

from houseway.law.clause import Basis
from houseway.play.colours import ColourChips
from houseway.play.felt import Felt
from houseway.play.prompts import Prompt
from houseway.play.states import State, Status
from houseway.play.wagers import Sign, Wager
from houseway.values import value


@value
class View:
    table: str  # "RD-1"
    book: str
    title: str  # "Red Dog"
    rules: str  # "Victoria, S 20 of 1997"
    viewer: str  # a player's name, "dealer", or "" for an onlooker
    status: Status
    state: State  # what the header tells
    round: int
    felt: Felt
    last: Felt  # of the round before, while nothing lies on the table yet
    chips: tuple[Wager, ...]
    window: str  # "original", "raise", or "" when none is open
    sign: Sign
    seats: tuple[tuple[str, int], ...]  # player, area
    prompt: Prompt | None
    terms: Any  # the edition's own terms, for what the cloth prints
    by: Basis  # what the header's state rests on
    due: str = ""  # the place whose card is dealt next, or whose decision is awaited, for all to see
    decides: str = ""  # the player who is asked there
    record: str = ""  # what the table's display keeps of earlier rounds
    meter: int | None = None  # what the table's jackpot shows, in cents, where it has one
    colours: tuple[ColourChips, ...] = ()  # of players who have chips without a value on them

    @property
    def label(self) -> str:
        """What the picture of this table is called, for those who hear it read."""
        return f"{self.title} {self.table}: {self.state.words.lower()}"

    @property
    def area(self) -> int:
        """The viewer's own area, 0 if there is none."""
        return next((area for player, area in self.seats if player == self.viewer), 0)

    @property
    def own_areas(self) -> tuple[int, ...]:
        """Where the viewer plays: the areas with a wager of theirs, decided or not; before there is one, the seat."""
        wagers = (*self.lying, *(line.wager for line in self.felt.lines))
        played = {wager.area for wager in wagers if wager.player == self.viewer and wager.area}
        return tuple(sorted(played)) or ((self.area,) if self.area else ())

    @property
    def own_area(self) -> int:
        """The one of them that is asked about now, or the first; 0 if there is none."""
        asked = next((area for area in self.own_areas if self.due.startswith(f"box {area} ")), 0)
        return asked or next(iter(self.own_areas), 0)

    def on(self, area: int) -> list[Wager]:
        """Every wager on an area: laid, lying in the open window, or just settled."""
        settled = [line.wager for line in self.felt.lines]
        return [wager for wager in (*self.felt.wagers, *settled, *self.chips) if wager.area == area]

    @property
    def lying(self) -> tuple[Wager, ...]:
        """What is still held: laid and not decided, or lying open. What was taken, paid or given back is none of it."""
        return (*self.felt.wagers, *self.chips)
