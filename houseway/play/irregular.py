"""Irregularity and ruling: the world misbehaved, or a person with authority stepped in.

A prompt lists the *mishaps* that may befall it, each with the clause that says what is done then. When one happens it
is given as the answer, an ``Irregularity``, and the script applies the remedy and asks again. A *ruling* (a wager
voided, a game invalidated) may come at any moment of any game, and stands in the tape where it came.
"""

from __future__ import annotations

from typing import TypeAlias

from houseway.kit.cards import Card
from houseway.law.clause import Basis
from houseway.values import value


@value
class Mishap:
    """Something that can go wrong here."""

    kind: str  # "face-up"
    label: str  # "Card face up in the shoe"
    by: Basis
    card: str = "no"  # whether the card must be named: "no", "may", "must"
    areas: tuple[int, ...] = ()  # where it can be, if the area must be named
    surplus_of: str = ""  # the place on the cloth that had all its cards, where one came to it all the same


@value
class Irregularity:
    """It did go wrong."""

    kind: str
    card: Card | None = None
    area: int = 0

    def __str__(self) -> str:
        return f"!{self.kind}" + (f" {self.card}" if self.card else f" {self.area}" if self.area else "")


@value
class Invalidate:
    """The outcome of this game does not stand; every wager is refunded."""

    ground: str  # "disorder" or "fraud"
    who: str = ""  # who ruled so; records of the first houses tell it beside the tape

    def __str__(self) -> str:
        return f"invalidate {self.ground}{_signed(self.who)}"


@value
class VoidWagers:
    """A player broke the rules; that player's wagers are void, the others' stand."""

    player: str
    ground: str
    who: str = ""

    def __str__(self) -> str:
        return f"void {self.player}: {self.ground}{_signed(self.who)}"


@value
class Exclude:
    """A player takes no further part in a round: what lies there is played out, and where others wager on the same area they
    decide from now on."""

    player: str
    ground: str
    who: str = ""

    def __str__(self) -> str:
        return f"exclude {self.player}: {self.ground}{_signed(self.who)}"


def _signed(who: str) -> str:
    return f" signed by {who}" if who else ""


Ruling: TypeAlias = Invalidate | VoidWagers | Exclude
