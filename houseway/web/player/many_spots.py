"""Many spots: what a player's page needs where wagers lie on many spots of one layout and nobody has an area of their own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from houseway.draw.chips import COLOUR_CHIPS, chip_svg, colour_chip_svg, tray
from houseway.floor.colours import chips_of
from houseway.law.clause import Provision
from houseway.money import Cents, show
from houseway.play.colours import ColourChips, Colours
from houseway.web import cloths

if TYPE_CHECKING:
    from houseway.web.player.desk import PlayerPage

OFFERED = 5  # chips in the tray
COUNTS = (1, 5, 20)  # colour chips are laid singly or by such stacks


@dataclass(frozen=True)
class Chip:
    """Something in the tray that can be laid down."""

    cents: Cents
    words: str
    drawn: Markup


class ManySpots:
    def __init__(self, desk: PlayerPage) -> None:
        self.desk, self.table = desk, desk.table

    # The tray

    @property
    def tray(self) -> list[Chip]:
        own = self.colour
        if own is not None:
            return [
                Chip(
                    own.cents * count,
                    f"{count} {own.colour} chip{'s' if count > 1 else ''}, {show(own.cents * count)}",
                    Markup(colour_chip_svg(own.cents * count, own.colour, 52)),
                )
                for count in COUNTS
            ]
        limits = [self.desk.view.sign.limits, *self.desk.view.sign.kinds.values()]
        low = min(each.minimum for each in limits)
        tops = [each.maximum for each in limits]
        high = None if None in tops else max(top for top in tops if top is not None)
        chips = tray(low, high, OFFERED)
        return [Chip(cents, f"Chip of {show(cents)}", Markup(chip_svg(cents, 52))) for cents in chips]

    @property
    def marker(self) -> Provision[tuple[str, ...]] | None:
        """The maximum marker, where the book has one and the sign says how much it stands for."""
        return self.table.chapters.maximum_marker

    @property
    def stake_button(self) -> Provision[tuple[str, ...]] | None:
        """How cash may play, where the book has a way for it."""
        cash = self.table.chapters.cash
        return None if cash is None else cash.button

    # What the player has done before

    @property
    def own(self) -> str:
        """What the player has down, for the page to go back to."""
        return json.dumps(self.desk.own)

    @property
    def last(self) -> list[tuple[str, Cents]]:
        """What of the player's last round does not lie there already."""
        past = self.desk.recent.last
        lines = [line for line in (past.lines if past else ()) if line.wager.player == self.desk.player]
        down = self.desk.own
        again = [(line.wager.spot, line.wager.cents - down.get(line.wager.spot, 0)) for line in lines]
        return [(spot, cents) for spot, cents in again if cents > 0]

    @property
    def all_again(self) -> list[tuple[str, Cents]]:
        return list(self.desk.own.items())

    @property
    def seat(self) -> int:
        """A free place at the table, 0 if there is none; whoever finds none may stand."""
        taken = {seat.area for seat in self.table.state.seats}
        return next((area for area in range(1, self.desk.view.sign.areas + 1) if area not in taken), 0)

    # Colour chips

    @property
    def colours(self) -> Colours | None:
        return self.table.chapters.colours

    @cached_property
    def colour(self) -> ColourChips | None:
        return chips_of(self.table, self.desk.player)

    @property
    def free_colours(self) -> list[str]:
        taken = {chips.colour for chips in self.desk.view.colours}
        return [name for name in COLOUR_CHIPS if name not in taken]

    @property
    def in_colour(self) -> Cents:
        """What the player holds in colour chips here, beside what lies on the layout."""
        return self.table.ledger.balance(self.table.till.colour(self.desk.player))

    # By name

    @property
    def names(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Every wager by name, in groups, for those who would rather read a list than a cloth."""
        return cloths.names(self.table.game.name, self.table.terms, self.desk.spots)

    @cached_property
    def _read_as(self) -> dict[str, str]:
        return {name: words for _, group in self.names for name, words in group}

    def words(self, spot: str) -> str:
        """A spot as it is read."""
        return self._read_as.get(spot, spot)
