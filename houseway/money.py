"""Money and odds: whole cents and whole-number ratios, nothing in between.

An amount is an ``int`` of cents. Odds are two integers, so that "3 to 2" and "12½ to 1" stay exact. What a
stake wins may be a fraction of a cent; it is kept as a ``Fraction`` until a clause says how it is paid.
No float is accepted or produced here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from houseway.complaint import Complaint

Cents: TypeAlias = int

LARGEST: Cents = 10**15  # no table, jackpot or ledger of ours comes near; beyond it something is wrong

_AMOUNT = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?")
_ODDS = re.compile(r"(\d+)?(½)? to (\d+)")


class NotMoney(Complaint, ValueError):
    """The text or value is not an amount of whole cents."""


def cents(text: str | int) -> Cents:
    """Reads an amount of dollars: ``cents("12.50")`` is 1250, ``cents(10)`` is 1000."""
    if isinstance(text, bool) or not isinstance(text, (str, int)):
        raise NotMoney(f"{text!r} is not an amount: write dollars as text or as a whole number")
    found = _AMOUNT.fullmatch(str(text).strip())
    if found is None:
        raise NotMoney(f"{text!r} is not an amount of dollars, such as 25 or 12.50")
    dollars, small = found.group(1).replace(",", ""), found.group(2) or ""
    if len(small) > 2 and small[2:].strip("0"):
        raise NotMoney(f"{text!r} has a fraction of a cent; money is whole cents")
    amount = int(dollars) * 100 + int((small + "00")[:2])
    if amount > LARGEST:
        raise NotMoney(f"{text!r} is larger than any amount this house handles")
    return amount


def show(amount: Cents) -> str:
    """Writes an amount for people: ``$1,240``, ``$2.50``, ``−$50``."""
    sign = "−" if amount < 0 else ""
    dollars, small = divmod(abs(amount), 100)
    return f"{sign}${dollars:,}" + (f".{small:02d}" if small else "")


def show_net(amount: Cents) -> str:
    """Writes a result with its sign: ``+$40``, ``−$50``, ``$0``."""
    return f"+{show(amount)}" if amount > 0 else show(amount)


def plain(amount: Cents) -> str:
    """Writes an amount for notation, without a dollar sign: ``10``, ``2.50``, ``-4``."""
    sign = "-" if amount < 0 else ""
    dollars, small = divmod(abs(amount), 100)
    return f"{sign}{dollars}" + (f".{small:02d}" if small else "")


@dataclass(frozen=True, slots=True)
class Odds:
    """What a winning stake earns: ``Odds(5, 1)`` is "5 to 1"."""

    wins: int
    on: int = 1

    def __post_init__(self) -> None:
        if self.wins < 0 or self.on < 1:
            raise NotMoney(f"odds of {self.wins} to {self.on} make no sense")

    @classmethod
    def parse(cls, text: str) -> Odds:
        found = _ODDS.fullmatch(str(text).strip())
        if found is None or (found.group(1) is None and found.group(2) is None):
            raise NotMoney(f"{text!r} is not a pair of odds, such as '5 to 1' or '12½ to 1'")
        wins, on = int(found.group(1) or 0), int(found.group(3))
        return cls(2 * wins + 1, 2 * on) if found.group(2) else cls(wins, on)

    def __str__(self) -> str:
        return spoken(self.wins, self.on)

    def win(self, stake: Cents) -> Fraction:
        """The winnings of a stake, without the stake itself."""
        return Fraction(stake * self.wins, self.on)

    def whole(self, stake: Cents) -> Cents:
        """The winnings of a stake in whole cents, what is broken left off."""
        return stake * self.wins // self.on

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.wins, self.on)


@lru_cache(maxsize=1024)  # a few odds are told with every payment
def spoken(wins: int, on: int) -> str:
    """Odds as they are told: "3 to 2"."""
    if on == 2 and wins % 2 and wins > 3:
        return f"{wins // 2}½ to 1"
    return f"{wins} to {on}"
