"""Here: what a table knows of the tournament that is played at it.

Chips of a tournament are no money. They have accounts of their own, which no money ever reaches (``floor/tills.py``): the chips
that each player holds, those that lie on a table, those that the bank of a table has won or lost, and the account that all of
them were issued from and come back to.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.forms import Doc
from houseway.money import Cents
from houseway.play.tournament_law import TournamentLaw, tournament_law
from houseway.play.wagers import Sign
from houseway.values import field, value

if TYPE_CHECKING:
    from houseway.floor.table import Table


@value
class TournamentHere:
    """A tournament at a table, from its beginning to its end; of one that is held over several tables, the session here."""

    before: dict[str, Doc] = field(default_factory=dict)  # the policies that its conditions replace
    approval: str = ""
    conditions: dict[str, Doc] = field(default_factory=dict)  # as stated, where the book asks for a list of them
    prizes: Cents = 0
    entrants: tuple[str, ...] | None = None  # None: known by their terminals, or by nobody in the first records
    places: int = 0  # entries that are open, taken or not
    fee: Cents = 0
    keeps: Cents = 0
    chips: Cents = 0  # allotted to each; 0: played with money, or with the credit of terminals
    director: str = ""
    deputies: tuple[str, ...] = ()
    in_charge: str | None = None  # "": nobody is there; None: the first records do not say
    briefed: bool = True
    played_out: bool = False  # the last hand of the final has been played
    apart: bool = (
        False  # its chips have accounts of their own; those of the first records went through the table's float
    )
    name: str = ""  # of one that is held over several tables; "": it is this table's alone
    title: str = ""
    stage: str = ""
    session: int = 1
    is_final: bool = False
    hands: int = 0  # to be played here; 0: by the clock
    minutes: int = 0
    played: int = 0  # hands so far
    until: int | None = None  # after so many the table waits for the tournament's desk
    least: Cents = 0  # what each hand is to be wagered at least
    exactly: bool = False  # and no more than that
    defaulted: tuple[str, ...] = ()  # who laid less on the hand being played, or on the last
    paused: str = ""  # why nothing is played
    sign_before: Sign | None = None  # what the sign said, where the conditions have other limits

    @property
    def nobody_in_charge(self) -> bool:
        return self.in_charge == ""

    @property
    def waits(self) -> bool:
        """Whether so many hands are played that the tournament's desk has the word."""
        return self.until is not None and self.played >= self.until

    @property
    def is_last_hand(self) -> bool:
        """Whether the coming hand is the last of a final."""
        return self.is_final and 0 < self.hands == self.played + 1

    @property
    def hands_left(self) -> int:
        return max(0, self.hands - self.played)

    def hand_over(self, counts: bool) -> TournamentHere:
        """A hand has ended; a void one is played again."""
        return replace(self, played=self.played + 1) if counts else self


def law_of(table: Table) -> TournamentLaw:
    """What the book of a table says of tournaments; one that is played there has such a book."""
    found = tournament_law(table.state.book, table.chapters)
    assert found is not None, f"{table.name}: {table.state.book} knows no tournaments"
    return found
