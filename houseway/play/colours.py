"""Colours: chips without a value on them, one colour to a player at a table.

A player who takes colour chips declares what one of them is worth, before play and once. No two players have one colour,
and the chips play and are redeemed at the table that issued them. ``Colours`` names the provisions, ``ColourChips`` is
what a table remembers.
"""

from __future__ import annotations

from dataclasses import dataclass

from houseway.law.clause import Provision
from houseway.money import Cents, show
from houseway.play.decision import Refused
from houseway.play.events import Event
from houseway.values import value


@dataclass(frozen=True)
class Colours:
    one_value: Provision[None]
    distinct: Provision[None] | None  # no two players with one colour
    only_here: Provision[None]
    redeemed_here: Provision[None]
    required: Provision[None] | None  # the house may ask players to use them


@value
class ColourChips:
    """One player's colour."""

    player: str
    colour: str
    cents: Cents  # what one chip is worth


@value
class ColourIssued(Event):
    player: str
    colour: str
    cents: Cents

    @property
    def words(self) -> str:
        return f"{self.player} plays {self.colour}, {show(self.cents)} a chip"


@value
class ColourRedeemed(Event):
    player: str

    @property
    def words(self) -> str:
        return f"{self.player} hands the colour chips back"


def moved(chips: tuple[ColourChips, ...], event: Event) -> tuple[ColourChips, ...]:
    if isinstance(event, ColourIssued):
        return (*(c for c in chips if c.player != event.player), ColourChips(event.player, event.colour, event.cents))
    if isinstance(event, ColourRedeemed):
        return tuple(c for c in chips if c.player != event.player)
    return chips


def of_player(chips: tuple[ColourChips, ...], player: str) -> ColourChips | None:
    """The colour chips a player has, if any."""
    return next((c for c in chips if c.player == player), None)


def judge_issue(
    terms: Colours, chips: tuple[ColourChips, ...], player: str, colour: str, cents: Cents
) -> Refused | None:
    """Why this player may not take this colour at this value; None if nothing stands against it."""
    own = of_player(chips, player)
    if own is not None and own.colour != colour:
        return Refused(terms.one_value.by, f"{player} plays {own.colour} and may have one colour only")
    if own is not None and own.cents != cents:
        return Refused(
            terms.one_value.by, f"{player} declared {show(own.cents)} a chip; one value stands for the whole play"
        )
    if cents <= 0:
        return Refused(terms.one_value.by, "a chip must be worth something")
    holder = next((c.player for c in chips if c.colour == colour and c.player != player), None)
    if holder is not None and terms.distinct is not None:
        return Refused(terms.distinct.by, f"{colour} is {holder}'s colour at this table")
    return None
