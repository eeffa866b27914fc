"""Competition: tournaments as the Victorian rules of 2000 regulate them.

Somebody qualified is in charge, the conditions state a list of things and are approved in writing, and they may change only
what the rules let them. ``Conditions`` names the provisions one by one, so that what is missing is refused by its own clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from houseway.law.clause import Basis, Provision
from houseway.play.decision import Accepted, Decision, Refused


@dataclass(frozen=True)
class Conditions:
    """What the conditions of a tournament must state."""

    fee: Provision[None]
    credit: Provision[None]  # at the start of each round, any buy-in, and what becomes of balances
    compulsory_wager: Provision[None]
    structure: Provision[None]
    secret_wagers: Provision[None] | None
    buying_back: Provision[None]
    eligibility: Provision[None]
    entry: Provision[None]
    disqualification: Provision[None]
    lateness: Provision[None]
    prizes: Provision[None]
    rules_prevail: Provision[None]


@dataclass(frozen=True)
class Competition:
    conditions: Conditions
    equal_chance: Provision[None]
    director: Provision[None]
    deputies: Provision[None]
    approval: Provision[None]
    may_change: Provision[tuple[str, ...]]  # the chapters that conditions may change
    presence: Provision[None]
    tables: Provision[None]
    exclusive: Provision[None]
    substitutes: Provision[None]
    early_finish: Provision[None]
    by_agreement: Provision[None]

    def judge_start(
        self, conditions: Mapping[str, Any], approval: str, director: str, changes: Iterable[str]
    ) -> Decision:
        """May a tournament on these conditions begin at the table? ``changes`` are the chapters they change."""
        by = Basis(())
        for item in fields(Conditions):
            provision: Provision[None] | None = getattr(self.conditions, item.name)
            if provision is None:
                continue  # this book asks nothing about it
            if conditions.get(item.name) in (None, ""):
                return Refused(provision.by, f"the conditions do not state {item.name.replace('_', ' ')}")
            by = by + provision.by
        if not approval:
            return Refused(self.approval.by, "the conditions need written approval before play")
        if not director:
            return Refused(self.director.by, "somebody qualified as game supervisor must be in charge")
        for chapter in changes:
            if chapter not in self.may_change.value:
                allowed = ", ".join(self.may_change.value)
                return Refused(self.may_change.by, f"conditions may change chapter {allowed} only, not {chapter}")
        for provision in (self.approval, self.director, self.deputies, self.tables, self.equal_chance, self.presence):
            by = by + provision.by
        return Accepted(by)

    def judge_early_finish(self, disposition: str, progressors_known: bool, players: int, agreeing: int) -> Decision:
        """May a session end before its last spin or hand?"""
        if not progressors_known:
            return Refused(self.early_finish.by, "it is not settled yet who goes on")
        if disposition == "cash" and agreeing < players:
            by = self.by_agreement.by + self.early_finish.by
            return Refused(by, f"balances become cash, and {players - agreeing} of {players} players do not agree")
        return Accepted(self.early_finish.by + self.by_agreement.by)
