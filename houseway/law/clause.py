"""Clause, Basis, Provision: a value and why it holds.

Code never names a clause. It passes a provision along, the event or refusal it leads to picks up the provision's
basis, and the edition supplies the numbers. So one script serves every gazette that tells the same game.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from houseway.law.roles import NOBODY_NAMED, Authority
from houseway.values import value

T = TypeVar("T")


class Kind(enum.Enum):
    """What a clause asks of software."""

    ENFORCED = "enforced"  # we decide, compute or refuse
    POLICY = "policy"  # the text leaves the point to the house; the choice is named and recorded
    PROCEDURE = "procedure"  # people do it; we prompt for it or record it
    PHYSICAL = "physical"  # equipment and people only


@value
class Clause(Struct, frozen=True, order=True):
    book: str  # "vic-1997-red-dog"
    number: str  # "7.2.1.1"

    def __str__(self) -> str:
        return f"§ {self.number}"


@value
class Basis(Struct, frozen=True, eq=False):
    """Why something is so: the clauses, and our readings where the words leave a gap."""

    clauses: tuple[Clause, ...]
    readings: tuple[str, ...] = ()
    provisions: tuple[str, ...] = ()  # what it is of, by the names that the terms have: "general.limits"

    unwritten: ClassVar = ("provisions",)  # the terms know their own names; records, and their digests, do without

    def __eq__(self, other: object) -> bool:
        """Two are the same that cite the same: what is read from a record has no names of provisions."""
        if self is other:
            return True
        return type(other) is Basis and self.clauses == other.clauses and self.readings == other.readings

    def __hash__(self) -> int:
        return hash((self.clauses, self.readings))

    def of(self, provision: str) -> Basis:
        """The same, as the basis of a provision."""
        return Basis(self.clauses, self.readings, (provision,))

    def __add__(self, other: Basis) -> Basis:
        """Both together. The same two are added again and again while rounds are played, so the sum is kept."""
        return _together(self, other)

    @property
    def cited(self) -> tuple[str, list[str]]:
        """The book and the numbers, as a drawing prints them."""
        return self.clauses[0].book if self.clauses else "", [clause.number for clause in self.clauses]

    def __str__(self) -> str:
        own = ", ".join(clause.number for clause in self.clauses if clause.book not in _NOTICES)
        noticed = [f"{_NOTICES[clause.book]} § {clause.number}" for clause in self.clauses if clause.book in _NOTICES]
        numbers = "; ".join(filter(None, (f"§ {own}" if own else "", *noticed)))
        readings = f"reading {', '.join(self.readings)}" if self.readings else ""
        return f"{numbers} ({readings})" if numbers and readings else numbers or readings


_NOTICES: dict[str, str] = {}  # what notices are called: a clause of one says whose it is


def name_notice(id: str, citation: str) -> None:
    """A notice has been read; from now on its clauses are cited with its name."""
    _NOTICES[id] = citation


_SUMS: dict[tuple[int, int], tuple[Basis, Basis, Basis]] = {}  # by which two they are, not by what those say
MOST_SUMS = 1 << 16


def _together(one: Basis, other: Basis) -> Basis:
    known = _SUMS.get((id(one), id(other)))
    if known is not None:
        return known[2]
    both = Basis(
        tuple(dict.fromkeys(one.clauses + other.clauses)),
        tuple(dict.fromkeys(one.readings + other.readings)),
        tuple(dict.fromkeys(one.provisions + other.provisions)),
    )
    if len(_SUMS) >= MOST_SUMS:
        _SUMS.clear()
    _SUMS[id(one), id(other)] = one, other, both  # which keeps them, so that nobody else gets their place
    return both


@dataclass(frozen=True, slots=True)
class Provision(Generic[T]):
    """Something the law provides: a value, its basis, and who has a part in it. A policy is one the text leaves to the house."""

    value: T
    by: Basis
    policy: bool = False
    who: Authority = NOBODY_NAMED


NO_CLAUSE = Basis(())  # for what the house itself asks, and no gazette
