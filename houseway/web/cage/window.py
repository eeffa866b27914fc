"""Window: what a cashier's page shows, worked out from the cage."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from houseway.draw.chips import chip_svg
from houseway.floor.cage import counts, places
from houseway.floor.cage.acts import ROLES_OF_ACT
from houseway.floor.cage.drawers import COUNTING
from houseway.floor.cage.places import MAIN, VAULT, Chips, in_words, worth
from houseway.floor.cage.slips import IN_CAGE, tray
from houseway.floor.cage.state import CageState, Drawer, Slip
from houseway.floor.people import Person
from houseway.forms import write
from houseway.law.roles import Role
from houseway.money import Cents
from houseway.premises.desks import Desks
from houseway.premises.premises import Premises
from houseway.web.cage.papers import Printed, latest


class Window:
    def __init__(self, premises: Premises, desks: Desks, who: Person) -> None:
        self.premises, self.desks, self.who = premises, desks, who
        self.cage = desks.cage
        self.state: CageState = self.cage.state
        self.balance = self.cage.ledger.balance

    def may(self, act: str) -> bool:
        return self.who.role in ROLES_OF_ACT[act]

    @property
    def denominations(self) -> list[int]:
        return list(self.state.arrangement.denominations)

    def chip(self, cents: int) -> Markup:
        return Markup(chip_svg(cents, 36))

    @property
    def own(self) -> Drawer | None:
        """The drawer of whoever looks."""
        return next((one for one in self.state.drawers.values() if one.holder == self.who.name), None)

    @property
    def drawers(self) -> list[tuple[Drawer, Cents, Cents]]:
        """Every open drawer, with the cash and the chips that it should hold."""
        return [
            (one, self.balance(places.drawer(one.place)), self.balance(places.rack(one.place)))
            for one in self.state.drawers.values()
        ]

    @property
    def vault(self) -> Cents:
        return self.balance(VAULT)

    @property
    def main(self) -> Chips:
        return self.state.rack(MAIN)

    @property
    def main_worth(self) -> Cents:
        return worth(self.main)

    @property
    def chips_out(self) -> Cents:
        return places.chips_out(self.cage.ledger)

    @property
    def slips(self) -> list[Slip]:
        return sorted(self.state.slips.values(), key=lambda slip: slip.number)

    def words(self, chips: Chips) -> str:
        return in_words(chips)

    def worth(self, chips: Chips) -> Cents:
        return worth(chips)

    def next_of(self, slip: Slip) -> str:
        """What whoever looks can do with a slip: "send chips", "receive chips", or nothing."""
        in_cage = self.who.role in IN_CAGE
        sends = in_cage == (slip.kind == "fill")
        if slip.state == "asked":
            return "send chips" if sends else ""
        return "receive chips" if not sends and slip.sent_by != self.who.name else ""

    @property
    def tables(self) -> list[tuple[str, Cents, Cents, bool]]:
        """Every table with a float: the chips that should lie there, the cash in its box, and whether a count is due."""
        found = []
        for name in self.state.trays:
            lies = tray(self.cage, name)
            found.append((name, lies.cents, self.balance(places.drop(name)), lies.moved))
        return found

    @property
    def left(self) -> list[str]:
        """What must be done before the day is over."""
        return counts.still_open(self.cage) if self.state.day else []

    @property
    def roles(self) -> tuple[Role, ...]:
        """Who may sign beside a cashier."""
        return COUNTING

    @property
    def papers(self) -> list[Printed]:
        return latest(self.cage, 12)

    @property
    def patrons(self) -> list[str]:
        return sorted(self.desks.patrons.state.accounts)

    def document(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "day": self.state.day,
            "vault": self.vault,
            "rack": write(self.main),
            "chips_out": self.chips_out,
            "drawers": [
                {
                    "place": one.place,
                    "kind": one.kind,
                    "holder": one.holder,
                    "since": one.since,
                    "cash": cash,
                    "chips": chips,
                }
                for one, cash, chips in self.drawers
            ],
            "slips": [write(slip) for slip in self.slips],
            "tables": [
                {"table": name, "float": lies, "drop": box, "count_due": due} for name, lies, box, due in self.tables
            ],
            "vouchers": [{"number": one.number, "cents": one.cents} for one in self.state.vouchers.values()],
            "still_open": self.left,
        }
