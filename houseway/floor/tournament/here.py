"""Here: what a table knows of the tournament that is played at it.

Chips of a tournament are no money. They have accounts of their own, which no money ever reaches (``floor/tills.py``): the chips
that each player holds, those that lie on a table, those that the bank of a table has won or lost, and the account that all of
them were issued from and come back to.
"""

from __future__ import annotations

from houseway.forms import Doc
from houseway.money import Cents
from houseway.values import field, value


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
    name: str = ""  # of whose chips they are; "" is the table's own

    @property
    def nobody_in_charge(self) -> bool:
        return self.in_charge == ""
