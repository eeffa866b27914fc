"""Money: what a dealer's console shows of chips and cash, where the house has a cage."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from houseway.draw.chips import chip_svg
from houseway.floor.cage.places import Chips, in_words, worth
from houseway.floor.cage.state import Slip
from houseway.floor.table import Table
from houseway.money import Cents
from houseway.premises.desks import Desks

LATELY = 24  # changes of money that are looked back on for whose chips lie here


@dataclass(frozen=True)
class Money:
    desks: Desks
    table: Table

    @property
    def denominations(self) -> list[int]:
        return list(self.desks.cage.state.arrangement.denominations)

    def chip(self, cents: int) -> Markup:
        return Markup(chip_svg(cents, 36))

    @property
    def players(self) -> list[tuple[str, Cents, bool]]:
        """Who plays here, what they have, and whether it is an account."""
        state, ledger = self.table.state, self.table.ledger
        named = [seat.player for seat in state.seats] + [wager.player for wager in state.chips]
        named += [entry.body["player"] for entry in ledger.newest(self.table.name, "changed", LATELY)]
        found = []
        for name in sorted(dict.fromkeys(named)):
            purse = self.table.pocket(name)
            if cents := ledger.balance(purse):
                found.append((name, cents, purse.startswith("player:")))
        return found

    @property
    def slips(self) -> list[Slip]:
        """Fills and credits of this table."""
        return [slip for slip in self.desks.cage.state.slips.values() if slip.table == self.table.name]

    def next_of(self, slip: Slip) -> str:
        """What is signed at the table: that chips left it, or that they came."""
        if slip.kind == "credit" and slip.state == "asked":
            return "send chips"
        return "receive chips" if slip.kind == "fill" and slip.state == "sent" else ""

    def words(self, chips: Chips) -> str:
        return in_words(chips)

    def worth(self, chips: Chips) -> Cents:
        return worth(chips)
