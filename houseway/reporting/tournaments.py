"""Tournaments: what was paid into each in a period, what went back, what was won and what the house kept.

Fees lie in the tournament's own account until they are prizes, refunds or the operator's share; what a stage's buy-in brought and
what chips were paid for in cash passes by it. Nobody wins against the house here, so there is nothing to be expected: chips of a
tournament are no money, and the hands they are played in are in no other figure.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from houseway.floor.cage.places import TREASURY
from houseway.floor.tournament.desk import STREAMS, pool_of
from houseway.ledger import Ledger, Moved
from houseway.money import Cents
from houseway.reporting.periods import Period

POOLS = pool_of("")
# What moves into the account of a tournament and out of it, by what it is for.
INWARD = {"entry fee": "fees", "buying back": "fees", "guaranteed prizes": "added"}
OUTWARD = {"refund": "refunds", "operator's share": "kept", "prize": "prizes"}


@dataclass
class TournamentFacts:
    name: str
    title: str = ""
    entered: int = 0
    sums: Counter[str] = field(default_factory=Counter)
    closing: Cents = 0  # in its account when the period was over

    @property
    def win(self) -> Cents:
        """What the house has of it."""
        sums = self.sums
        return sums["kept"] - sums["added"] + sums["buy_ins"] - sums["cashed"]

    def document(self) -> dict[str, Any]:
        figures = ("fees", "added", "refunds", "kept", "prizes", "buy_ins", "cashed")
        return {
            "name": self.name,
            "title": self.title,
            "entered": self.entered,
            **{figure: self.sums[figure] for figure in figures},
            "win": self.win,
            "closing": self.closing,
        }


def tournaments_in(ledger: Ledger, period: Period) -> list[TournamentFacts]:
    """Every tournament whose money moved in the period, or that somebody entered in it."""
    since, until = period.bounds
    found: dict[str, TournamentFacts] = {}
    for stream in ledger.streams():
        office = stream.startswith(STREAMS)
        for move in ledger.moves_between(stream, since, until):
            if name := _name(move, stream.removeprefix(STREAMS) if office else ""):
                _count(found.setdefault(name, TournamentFacts(name)), move)
        if office:
            _entered(ledger, stream, found, since, until)
    for name, facts in found.items():
        account = pool_of(name)
        later = [move for move in ledger.moves_of(account) if move.at >= until]
        after = sum(move.cents * ((move.target == account) - (move.source == account)) for move in later)
        facts.closing = ledger.balance(account) - after
    return [found[name] for name in sorted(found, key=lambda name: (len(name), name))]


def _entered(ledger: Ledger, stream: str, found: dict[str, TournamentFacts], since: str, until: str) -> None:
    """Who entered, and what it is called: conditions that were revised before they were published say it last."""
    name = stream.removeprefix(STREAMS)
    entries = [entry for entry in ledger.entries(stream) if entry.at < until]
    entered = sum(entry.kind == "entered" and entry.at >= since for entry in entries)
    if entered or name in found:
        facts = found.setdefault(name, TournamentFacts(name))
        facts.entered = entered
        facts.title = [entry.body["conditions"]["title"] for entry in entries if entry.kind in ("drafted", "revised")][
            -1
        ]


def _name(move: Moved, desk: str) -> str:
    """The tournament that a move is of; "" if of none."""
    for account in (move.source, move.target):
        if account.startswith(POOLS):
            return account.removeprefix(POOLS)
    return desk if TREASURY in (move.source, move.target) else ""


def _count(facts: TournamentFacts, move: Moved) -> None:
    if move.target.startswith(POOLS):
        facts.sums[INWARD[move.memo]] += move.cents
    elif move.source.startswith(POOLS):
        facts.sums[OUTWARD[move.memo]] += move.cents
    else:
        facts.sums["buy_ins" if move.target == TREASURY else "cashed"] += move.cents
