"""Tournaments: approved conditions that prevail for a while, and the split of the fees.

``Tournament`` names the provisions. The conditions themselves are choices of policy in force while the tournament is
played; entry fees go to a pool of which the operator keeps at most the share the book allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from houseway.law.clause import Provision
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused


@dataclass(frozen=True)
class Tournament:
    added: Provision[None]
    approval: Provision[None]
    prevails: Provision[None]
    keeps: Provision[Fraction]  # the operator's share of all fees, at most

    def judge(self, approval: str, fee: Cents, entrants: int, keeps: Cents) -> Decision:
        """May a tournament on these conditions begin?"""
        if not approval:
            return Refused(self.approval.by, "the conditions need approval before play; name it")
        if entrants < 1:
            return Refused(self.added.by + self.approval.by, "a tournament is played by entrants, and there are none")
        if fee < 0 or keeps < 0:
            return Refused(self.keeps.by, "fees cannot be negative")
        most = int(fee * entrants * self.keeps.value)
        if keeps > most:
            return Refused(self.keeps.by, f"of {show(fee * entrants)} in fees the operator keeps at most {show(most)}")
        return Accepted(self.added.by + self.approval.by + self.prevails.by + self.keeps.by)

    def prizes(self, fee: Cents, entrants: int, keeps: Cents) -> Cents:
        """What is left for prizes; an entrant who withdraws does not change it."""
        return fee * entrants - keeps
