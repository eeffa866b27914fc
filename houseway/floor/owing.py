"""Owing: what a correction gives to people and takes from them, at once where it can and at the cage where it cannot.

A person's account ``owed:NAME`` goes both ways: above nothing the house owes them, below it they owe the house. What somebody
is given first makes up for what they owe; what is taken comes first out of what they are owed, then out of their credit,
and the rest is owed. The cage settles it in either direction.
"""

from __future__ import annotations

from collections.abc import Callable

from houseway.ledger.postings import Transfer
from houseway.money import Cents


def owed_account(person: str) -> str:
    """What is owed to a person, or by one."""
    return f"owed:{person}"


class Owing:
    """Transfers that put things right, each knowing what those before it leave in an account."""

    def __init__(self, holds: Callable[[str], Cents], memo: str = "correct") -> None:
        self.moves: list[Transfer] = []
        self._on_record, self._since, self._memo = holds, dict[str, Cents](), memo

    def holds(self, account: str) -> Cents:
        return self._on_record(account) + self._since.get(account, 0)

    def move(self, source: str, target: str, cents: Cents, memo: str = "") -> None:
        """So much from one account to another; the other way where it is less than nothing."""
        if cents < 0:
            source, target, cents = target, source, -cents
        if cents and source != target:
            self.moves.append(Transfer(source, target, cents, memo or self._memo))
            for account, change in ((source, -cents), (target, cents)):
                self._since[account] = self._since.get(account, 0) + change

    def give(self, bank: str, purse: str, owed: str, cents: Cents, memo: str = "") -> None:
        """Out of a bank to a person: what they owe first, the rest into their purse, or owed to them where they have none."""
        makes_up = min(cents, max(0, -self.holds(owed)))
        self.move(bank, owed, makes_up, memo)
        self.move(bank, purse or owed, cents - makes_up, memo)

    def take(self, bank: str, purse: str, owed: str, cents: Cents, memo: str = "") -> None:
        """From a person into a bank: what they are owed first, then what their purse holds; the rest they owe."""
        left = cents - min(cents, max(0, self.holds(owed)))
        out = min(left, max(0, self.holds(purse))) if purse else 0
        self.move(purse, bank, out, memo)
        self.move(owed, bank, cents - out, memo)

    def put_right(self, bank: str, purse: str, owed: str, cents: Cents, memo: str = "") -> None:
        """Gives where there is more to have than there was, and takes where there is less."""
        if cents > 0:
            self.give(bank, purse, owed, cents, memo)
        else:
            self.take(bank, purse, owed, -cents, memo)
