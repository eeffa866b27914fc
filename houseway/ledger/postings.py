"""Transfers between accounts: balanced by construction.

A transfer moves an amount from one account to another, so every entry sums to zero without anybody adding up. A
wager's life is three transfers at most: held when placed (player to held), then posted (held to house) or released
(held to player), and winnings paid (house to player). Nothing is ever edited; a correction is a further transfer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Account: TypeAlias = str  # "player:anna", "held:RD-1", "float:RD-1", "cage"

CHIPS = "tournament-chips"  # how accounts begin that hold chips of a tournament, which are no money

# Accounts that may be overdrawn: the cage creates play credit, a table's float may lose, a debt is owed to the house, the
# house advances what a jackpot's reserve does not hold, and tournament credit is issued and comes back. Cash comes from customers
# and from the house's bank; a count goes either way; and chips that nobody's name stood by turn up in somebody's hand.
MAY_OWE = (
    "cage", "float:", "owed:", "reserve:", "issue:", "outside", "bank", "variance:", "outstanding",
    f"{CHIPS}-issue:", f"{CHIPS}-bank:", f"{CHIPS}-owed:",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Transfer:
    source: Account
    target: Account
    cents: int
    memo: str = ""  # "hold", "release", "take", "pay", "buy-in", "correct"

    def __post_init__(self) -> None:
        if type(self.cents) is not int or self.cents <= 0:
            raise ValueError(f"a transfer moves a positive amount of whole cents, not {self.cents!r}")
        if not self.source or not self.target or self.source == self.target:
            raise ValueError(f"a transfer goes from one account to another, not {self.source!r} to {self.target!r}")
        if self.source.startswith(CHIPS) != self.target.startswith(CHIPS):
            raise ValueError(f"tournament chips are no money: nothing goes from {self.source!r} to {self.target!r}")


def may_owe(account: Account) -> bool:
    return account.startswith(MAY_OWE)
