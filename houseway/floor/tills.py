"""Tills: which accounts a table settles between.

At an ordinary table stakes are held in ``held:RD-1`` and the house wins and loses from ``float:RD-1``. While the chips of a
tournament are played, the same happens in accounts that hold chips alone. Chips and money never meet: a transfer between an
account of the one kind and one of the other cannot be made (``ledger/postings.py``), so all chips together come to nil by
themselves, as all money does.
"""

from __future__ import annotations

from houseway.ledger.postings import CHIPS
from houseway.values import value


@value
class Till:
    """Where what is wagered at a table lies, and what it is won and lost from."""

    table: str
    chips: bool = False  # of a tournament, and no money

    @property
    def held(self) -> str:
        return f"{CHIPS}-held:{self.table}" if self.chips else f"held:{self.table}"

    @property
    def bank(self) -> str:
        return f"{CHIPS}-bank:{self.table}" if self.chips else f"float:{self.table}"

    def owed(self, player: str, purse: str) -> str:
        """What a correction could not take back from somebody. A terminal's name is known at its own table only, and so are
        debts in chips; a player is known everywhere."""
        if self.chips:
            return f"{CHIPS}-owed:{self.table}:{player}"
        return f"owed:{self.table}:{player}" if purse.startswith(("ats:", "chips:")) else f"owed:{player}"

    def colour(self, player: str) -> str:
        """What somebody's colour chips at the table are worth."""
        return f"{CHIPS}-colour:{self.table}:{player}" if self.chips else f"colour:{self.table}:{player}"


def chips_of(tournament: str, player: str) -> str:
    """The chips that somebody holds in a tournament."""
    return f"{CHIPS}:{tournament}:{player}"


def issue_of(tournament: str) -> str:
    """Where the chips of a tournament come from, and where they go back to."""
    return f"{CHIPS}-issue:{tournament}"
