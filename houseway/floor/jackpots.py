"""Jackpots: the meters that tables share, as accounts of the ledger.

A jackpot has two accounts: what its meter shows, and a reserve that pays what the meter does not (fixed bonuses, what a
share falls short of its least amount, the amount a meter begins from again). Rounds move both in their own transaction
(``floor/settling.py``); here jackpots are opened, adjusted by two people together, and reported on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from houseway.floor.people import Person
from houseway.floor.settling import meter_account, reserve_account
from houseway.forms import read, write
from houseway.law.clause import NO_CLAUSE
from houseway.ledger import Ledger, Post, Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.wagers import Jackpot

STREAM = "desk:jackpots"


@dataclass(frozen=True)
class Opened:
    """A jackpot of the house: its arrangement, its title on the wall, and what approved it."""

    jackpot: Jackpot
    title: str
    approval: str


def open_jackpot(ledger: Ledger, opened: Opened, at: datetime, by: str = "house:house") -> None:
    """A new meter, begun from its reseed amount."""
    jackpot = opened.jackpot
    body = {"jackpot": write(jackpot), "title": opened.title, "approval": opened.approval}
    seed = (Transfer("cage", meter_account(jackpot.name), jackpot.reseed, "seed"),) if jackpot.reseed else ()
    ledger.post([Post(STREAM, "opened", at.isoformat(), by, body, seed)]).result()


def jackpots(ledger: Ledger) -> dict[str, Opened]:
    """Every jackpot on record, by the name of its meter."""
    found: dict[str, Opened] = {}
    for entry in ledger.entries(STREAM):
        if entry.kind == "opened":
            jackpot: Jackpot = read(Jackpot, entry.body["jackpot"], "jackpot")
            found[jackpot.name] = Opened(jackpot, entry.body["title"], entry.body["approval"])
    return found


def meter(ledger: Ledger, name: str) -> Cents:
    """What the meter of a jackpot shows now."""
    return ledger.balance(meter_account(name))


def adjust(
    ledger: Ledger, name: str, cents: Cents, asked_by: Person, signed_by: Person, reason: str, at: datetime
) -> Decision:
    """A meter set right by hand: two different people, the second a casino supervisor, and a reason."""
    if asked_by.name == signed_by.name:
        return Refused(NO_CLAUSE, "whoever asks for an adjustment cannot sign it", "two_people")
    if signed_by.role != "casino supervisor":
        return Refused(NO_CLAUSE, f"a casino supervisor signs an adjustment, not a {signed_by.role}", "role")
    if not reason.strip():
        return Refused(NO_CLAUSE, "an adjustment needs a reason", "reason")
    if type(cents) is not int or cents == 0:
        return Refused(NO_CLAUSE, "an adjustment moves an amount of whole cents", "amount")
    account = meter_account(name)
    if meter(ledger, name) + cents < 0:
        because = f"the meter shows {show(meter(ledger, name))}; it cannot fall by {show(-cents)}"
        return Refused(NO_CLAUSE, because, "amount")
    move = Transfer(*(("cage", account) if cents > 0 else (account, "cage")), abs(cents), "adjust")
    body = {"jackpot": name, "reason": reason.strip(), "asked_by": asked_by.name}
    ledger.post(
        [Post(STREAM, "adjusted", at.isoformat(), f"{signed_by.role}:{signed_by.name}", body, (move,))]
    ).result()
    return Accepted(NO_CLAUSE)


@dataclass
class Report:
    """Where a meter's money came from and went to."""

    name: str
    meter: Cents = 0
    reserve: Cents = 0
    seeded: Cents = 0
    fed: dict[str, Cents] = field(default_factory=dict)  # by table
    to_reserve: Cents = 0
    off_meter: Cents = 0  # by prizes, what was put back to begin anew taken off
    by_reserve: Cents = 0
    adjusted: Cents = 0
    corrected: Cents = 0
    prizes: list[tuple[str, str, str, str, Cents]] = field(default_factory=list)  # when, table, player, hand, amount

    @property
    def balances(self) -> bool:
        """The meter is what came in less what went out."""
        return self.meter == self.seeded + sum(self.fed.values()) - self.off_meter + self.adjusted + self.corrected


def report(ledger: Ledger, name: str) -> Report:
    """The whole story of a jackpot, from the transfers of every round and the prizes they awarded."""
    found = Report(name, meter(ledger, name), ledger.balance(reserve_account(name)))
    for move in ledger.moves(meter_account(name)):
        coming = move.target == meter_account(name)
        cents = move.cents if coming else -move.cents
        table = (move.source if coming else move.target).partition(":")[2]
        if move.memo == "feed":
            found.fed[table] = found.fed.get(table, 0) + cents
        elif move.memo == "prize":
            found.off_meter -= cents
        elif move.memo == "seed":
            found.seeded += cents
        elif move.memo == "correct":
            found.corrected += cents
        else:
            found.adjusted += cents
    for move in ledger.moves(reserve_account(name)):
        if move.target == reserve_account(name):
            found.to_reserve += move.cents
        else:
            found.by_reserve += move.cents
    for stream in ledger.streams():
        if stream in ("cage", "floor") or stream.startswith("desk:"):
            continue
        for entry in ledger.entries(stream):
            for event in entry.body.get("events", ()):
                if event.get("event") == "Awarded" and event["jackpot"] == name:
                    found.prizes.append((entry.at, stream, event["player"], event["hand"], event["prize"]))
    found.prizes.sort(reverse=True)
    return found
