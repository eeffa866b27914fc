"""Distribution: what a wager is worth, as fractions.

A *distribution* gives the probability of each net result per unit of a wager. From it follow expectation, variance, edge
and how often it pays; nothing here is rounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.complaint import BadInput


@dataclass(frozen=True)
class Distribution:
    """The probability of each net result, per unit staked on the wager."""

    chances: Mapping[Fraction, Fraction]

    @classmethod
    def of(cls, pairs: Iterable[tuple[Fraction, Fraction]]) -> Distribution:
        """From (net, probability) pairs in any order; equal results are added up."""
        sums: dict[Fraction, Fraction] = {}
        for net, chance in pairs:
            sums[net] = sums.get(net, Fraction(0)) + chance
        return cls({net: sums[net] for net in sorted(sums) if sums[net]})

    def __post_init__(self) -> None:
        total = sum(self.chances.values(), Fraction(0))
        assert total == 1, f"the chances sum to {total}"

    @property
    def expectation(self) -> Fraction:
        return sum((net * chance for net, chance in self.chances.items()), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.expectation

    @property
    def variance(self) -> Fraction:
        mean = self.expectation
        return sum((net * net * chance for net, chance in self.chances.items()), Fraction(0)) - mean * mean

    @property
    def deviation(self) -> float:
        """The standard deviation; a root, so the one number here that is not exact."""
        return math.sqrt(self.variance)

    def chance_of(self, *, above: int | None = None, below: int | None = None) -> Fraction:
        return sum(
            (
                chance
                for net, chance in self.chances.items()
                if (above is None or net > above) and (below is None or net < below)
            ),
            Fraction(0),
        )


@dataclass(frozen=True)
class WagerOdds:
    """One wager, played one way, and what it is worth."""

    wager: str  # "original"
    distribution: Distribution | None  # None where only the expectation is known exactly
    strategy: str = ""  # "raise from spread 7", where a decision matters
    mean_stake: Fraction = Fraction(1)  # units staked in all, per unit of the wager
    given: str = ""  # "a spread of 7", where the figures suppose something
    notes: tuple[str, ...] = field(default_factory=tuple)
    value: Fraction | None = None  # the expectation, where there is no distribution
    squared: Fraction | None = None  # the variance, where it is known without a distribution
    slowly: Callable[[], Fraction] | None = field(default=None, compare=False)  # finds it, where that takes a while

    @property
    def expectation(self) -> Fraction:
        if self.distribution is not None:
            return self.distribution.expectation
        assert self.value is not None
        return self.value

    @property
    def house_edge(self) -> Fraction:
        return -self.expectation

    def variance(self, patient: bool = True) -> Fraction | None:
        """The variance, if it is known or can be found; those who do not wait are told only what is known."""
        if self.distribution is not None:
            return self.distribution.variance
        if self.squared is not None:
            return self.squared
        return self.slowly() if patient and self.slowly is not None else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation, where the variance is known."""
        known = self.variance(patient=False)
        return None if known is None else math.sqrt(known)

    @property
    def outcomes(self) -> Distribution:
        """The distribution, by those who know it was enumerated."""
        if self.distribution is None:
            raise BadInput(f"for {self.wager!r} only the expectation is known, not each outcome")
        return self.distribution

    spread = outcomes  # as notebooks knew it

    @property
    def edge_on_all(self) -> Fraction:
        """The edge per unit of everything staked, raises included."""
        return self.house_edge / self.mean_stake
