"""Competition: tournaments as the Victorian rules of 2000 regulate them.

Somebody qualified is in charge, the conditions state a list of things and are approved in writing, and they may change only
what the rules let them. ``Conditions`` names the provisions one by one, so that what is missing is refused by its own clause.
"""

from __future__ import annotations

import re
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


_DENIED = ("no", "none", "not", "never", "false")
_MUST_BE = ("structure", "eligibility", "entry", "rules_prevail")  # to say that there is none is not to state it
QUALIFIED = ("supervisor", "game supervisor", "casino supervisor")


def denied(condition: Any) -> bool:
    """Whether a condition says no more than that there is none."""
    return condition is False or str(condition).strip().lower() in _DENIED


def post_of(director: str) -> str:
    """The post of somebody named by it, "the dealer" or "M. Okafor, dealer"; nothing where only a person is named, for whom
    the supervisor who appoints them answers."""
    found = re.fullmatch(r"(?:the|an?) (.+)|.+?, *(.+)", director.strip().lower())
    return "" if found is None else found.group(1) or found.group(2)


@dataclass(frozen=True)
class Competition:
    conditions: Conditions
    equal_chance: Provision[None]
    director: Provision[None]
    deputies: Provision[None]
    approval: Provision[None]
    may_change: Provision[tuple[str, ...]]  # the chapters that conditions may change
    briefing: Provision[None]  # before play
    signing: Provision[None]  # of a copy of the conditions, where the director asks for it
    presence: Provision[None]
    tables: Provision[None]
    exclusive: Provision[None]
    substitutes: Provision[None]
    starting_time: Provision[None]  # of a session, altered
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
                by = provision.by + self.approval.by  # which is for conditions that comply
                return Refused(by, f"the conditions do not state {item.name.replace('_', ' ')}")
            if item.name in _MUST_BE and denied(conditions[item.name]):
                return Refused(provision.by, f"the conditions must state {item.name.replace('_', ' ')}, not deny it")
            by = by + provision.by
        if not approval:
            return Refused(self.approval.by, "the conditions need written approval before play")
        if not director:
            return Refused(self.director.by, "somebody qualified as game supervisor must be in charge")
        if (post := post_of(director)) and post not in QUALIFIED:
            return Refused(self.director.by, f"a {post} is not qualified as game supervisor")
        for chapter in changes:
            if chapter not in self.may_change.value:
                allowed = ", ".join(self.may_change.value)
                return Refused(self.may_change.by, f"conditions may change chapter {allowed} only, not {chapter}")
        if conditions.get("disposition") in (None, ""):
            return Refused(self.conditions.credit.by, "the conditions do not state what becomes of balances at the end")
        fee, credit = conditions["fee"], conditions["credit"]
        if not denied(fee) and (type(fee) is not int or fee < 0):
            return Refused(self.conditions.fee.by, "the fee is an amount in cents, or none")
        if type(credit) is not int or credit <= 0:
            return Refused(self.conditions.credit.by, "credit is what an account starts with, in cents")
        for provision in (self.approval, self.director, self.deputies, self.tables, self.equal_chance, self.presence):
            by = by + provision.by
        return Accepted(by)

    def judge_entrants(self, conditions: Mapping[str, Any], director: str, entrants: Iterable[str]) -> Refused | None:
        """Why these persons are not the entrants of a tournament on these conditions."""
        entrants = tuple(entrants)
        most = re.search(r"\d+ to (\d+)", str(conditions["entry"]))
        if most is not None and len(entrants) > int(most.group(1)):
            return Refused(
                self.conditions.entry.by, f"the conditions allow {most.group(1)} players, not {len(entrants)}"
            )
        if director in entrants:
            return Refused(self.director.by + self.equal_chance.by, f"{director} directs the tournament and enters it")
        return None

    def judge_deputies(self, director: str, deputies: Iterable[str], entrants: Iterable[str]) -> Refused | None:
        """Why one of these cannot stand in for the director."""
        entrants = set(entrants)
        for deputy in deputies:
            if not deputy.strip() or deputy == director:
                return Refused(self.deputies.by, "a deputy is another person than the director")
            if (post := post_of(deputy)) and post not in QUALIFIED:
                return Refused(self.deputies.by, f"a {post} is not qualified as game supervisor")
            if deputy in entrants:
                return Refused(self.deputies.by + self.equal_chance.by, f"{deputy} is a deputy and enters")
        return None

    def judge_early_finish(self, disposition: str, progressors_known: bool, players: int, agreeing: int) -> Decision:
        """May a session end before its last spin or hand?"""
        if not progressors_known:
            return Refused(self.early_finish.by, "it is not settled yet who goes on")
        if disposition == "cash" and agreeing < players:
            by = self.by_agreement.by + self.early_finish.by
            return Refused(by, f"balances become cash, and {players - agreeing} of {players} players do not agree")
        return Accepted(self.early_finish.by + self.by_agreement.by)
