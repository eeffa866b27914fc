"""Levies: taxes and contributions as lines that a house arranges: a rate of a base, from a threshold on, rounded once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.complaint import Complaint
from houseway.money import Cents

BASES = ("win", "handle", "drop", "tables win", "keno win", "keno sales", "tournaments")


class BadLevy(Complaint, ValueError):
    """A line that cannot be reckoned, and why."""


@dataclass(frozen=True)
class Levy:
    name: str
    rate: Fraction
    base: str = "win"
    above: Cents = 0  # only what the base is above this is levied on

    def of(self, bases: Mapping[str, Cents]) -> Cents:
        """What is due, in whole cents; nothing on less than nothing. Half a cent goes up, once."""
        due = self.rate * max(0, bases[self.base] - self.above)
        return (2 * due.numerator + due.denominator) // (2 * due.denominator)


def rate_of(text: str) -> Fraction:
    """``10.91%`` or ``1/10``."""
    try:
        found = Fraction(text.strip().removesuffix("%").strip())
    except (ValueError, ZeroDivisionError):
        raise BadLevy(f"{text!r} is no rate, such as 10.91% or 1/10") from None
    found = found / 100 if text.strip().endswith("%") else found
    if not 0 <= found <= 1:
        raise BadLevy(f"{text!r} is not between nothing and everything")
    return found


def levied(levies: Iterable[Levy], bases: Mapping[str, Cents]) -> list[dict[str, Any]]:
    """Every line with its base, its rate and what is due."""
    return [
        {"name": levy.name, "base": levy.base, "of": bases[levy.base], "above": levy.above, "rate": str(levy.rate),
         "due": levy.of(bases)}
        for levy in levies
    ]  # fmt: skip
