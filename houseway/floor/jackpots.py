"""Jackpots: the meters that tables share, as accounts of the ledger.

A jackpot has two accounts: what its meter shows, and a reserve that pays what the meter does not (fixed bonuses, what a
share falls short of its least amount, the amount a meter begins from again). Rounds move both in their own transaction
(``floor/settling.py``); here jackpots are opened, adjusted by two people together, and reported on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from houseway.floor import clerk, rounds
from houseway.floor.acts import ActsOf
from houseway.floor.papers import at_jackpots as papers
from houseway.floor.people import Person, same_name
from houseway.floor.settling import meter_account, reserve_account
from houseway.forms import Doc, digest, read, write
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.law.roles import standing_for
from houseway.ledger import Ledger, Post, Stored, Transfer
from houseway.money import Cents, show
from houseway.play.chapters import Chapters
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.jackpot import PRIZE, JackpotTerms
from houseway.play.wagers import Jackpot, Sign

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

STREAM = "desk:jackpots"


@dataclass(frozen=True)
class Opened:
    """A jackpot of the house: its arrangement, its title on the wall, what approved it, and the two who put it on record."""

    jackpot: Jackpot
    title: str
    approval: str
    asked_by: str = ""  # the first records name nobody
    signed_by: str = ""

    @property
    def arrangement(self) -> tuple[Jackpot, str, str]:
        """What an approval belongs to, whoever put it on record."""
        return self.jackpot, self.title, self.approval


def judge_signer(who: Person, by: Basis = NO_CLAUSE) -> Refused | None:
    """An arrangement goes on record, with the approval that it has, by the hand of whoever manages gaming."""
    roles = standing_for(("casino supervisor",))
    return None if who.role in roles else Refused(by, f"a casino supervisor signs, not a {who.role}", "authority")


def open_jackpot(ledger: Ledger, opened: Opened, at: datetime, by: str = "house:house") -> Decision:
    """An approved arrangement goes on record, and its meter begins from its reseed amount. Two different people put it
    there, with the approval it has."""
    jackpot = opened.jackpot
    refused = _judge(opened)
    if refused is None and jackpot.name in jackpots(ledger):
        refused = Refused(
            NO_CLAUSE, f"there is a jackpot {jackpot.name} on record; an approval belongs to its figures", "on_record"
        )
    if refused is not None:
        return refused
    seed = (Transfer("cage", meter_account(jackpot.name), jackpot.reseed, "seed"),) if jackpot.reseed else ()
    entry = Post(STREAM, "opened", at.isoformat(), by, _body(opened), seed)
    ledger.post([entry, papers.approval(entry, opened)])
    return Accepted(NO_CLAUSE)


def approve_again(ledger: Ledger, opened: Opened, at: datetime, by: str = "house:house") -> Decision:
    """Other figures for a jackpot on record, with an approval of their own, put there by two people. What its meter and its
    reserve hold stays where it is; tables take the figures up from their next round."""
    name, known = opened.jackpot.name, jackpots(ledger)
    refused = _judge(opened)
    if refused is None and name not in known:
        refused = Refused(NO_CLAUSE, f"there is no jackpot {name!r}", "unknown")
    if refused is None and known[name].jackpot == opened.jackpot:
        refused = Refused(NO_CLAUSE, f"the jackpot {name} is approved with these figures already", "on_record")
    if refused is None and known[name].approval == opened.approval:
        refused = Refused(NO_CLAUSE, "other figures have an approval of their own", "approval")
    if refused is not None:
        return refused
    entry = Post(STREAM, "approved", at.isoformat(), by, _body(opened))
    ledger.post([entry, papers.approval(entry, opened)])
    return Accepted(NO_CLAUSE)


def _body(opened: Opened) -> dict[str, Doc]:
    body = {"jackpot": write(opened.jackpot), "title": opened.title, "approval": opened.approval}
    return {**body, "asked_by": opened.asked_by, "signed_by": opened.signed_by}


def take_up(table: Table, draft: Draft, order: Order, rules: JackpotTerms) -> Decision:
    """A table takes up the figures that its jackpot has on record now: from the next round, if anything lies in this one."""
    linked, by = table.state.sign.jackpot, rules.approved.by
    if linked is None:
        return Refused(by, "no jackpot is offered at this table")
    now = jackpots(table.ledger)[linked.name].jackpot
    if now == linked:
        return Refused(by, f"the table has the figures of {linked.name} that are approved")
    refused = rules.judge_arrangement(now)
    if refused is not None:
        return refused
    draft.note("jackpot", jackpot=write(now))
    rounds.begin_again(table, draft)
    return Accepted(by)


def _judge(opened: Opened) -> Refused | None:
    jackpot = opened.jackpot
    if not opened.approval.strip():
        return Refused(NO_CLAUSE, "say which approval the arrangement has", "approval")
    if not opened.asked_by.strip() or not opened.signed_by.strip():
        return Refused(NO_CLAUSE, "two people put an arrangement on record: one asks, another signs", "two_people")
    if same_name(opened.asked_by, opened.signed_by):
        return Refused(NO_CLAUSE, "whoever asks for an arrangement cannot sign it", "two_people")
    if not jackpot.name or not opened.title.strip():
        return Refused(NO_CLAUSE, "a jackpot has the name of its meter and a title", "name")
    if jackpot.price <= 0 or jackpot.reseed < 0:
        return Refused(NO_CLAUSE, "a wager has a price, and a meter begins from nothing or more", "amount")
    if min(jackpot.to_meter, jackpot.to_reserve) < 0 or jackpot.to_meter + jackpot.to_reserve > 100:
        return Refused(NO_CLAUSE, "what feeds the meter and the reserve are parts of every hundred wagered", "amount")
    return None


def judge_jackpot(ledger: Ledger, chapters: Chapters, sign: Sign) -> Refused | None:
    """A table links to a jackpot that is on record with its approval."""
    rules = chapters.jackpot
    return None if rules is None else _judge_link(ledger, rules.approved.by, sign.jackpot)


def _judge_link(ledger: Ledger, approved: Basis, jackpot: Jackpot | None) -> Refused | None:
    """A table links to an approved jackpot as it is on record, and brings no figures of its own."""
    if jackpot is None:
        return None
    known = jackpots(ledger)
    if jackpot.name not in known:
        listed = f"on record are {', '.join(known)}" if known else "none is on record"
        return Refused(approved, f"no arrangement of a jackpot {jackpot.name!r} is approved; {listed}")
    if known[jackpot.name].jackpot != jackpot:
        return Refused(
            approved, f"the jackpot {jackpot.name} is approved with other figures; a table brings none of its own"
        )
    return None


def jackpots(ledger: Ledger) -> dict[str, Opened]:
    """Every jackpot on record, by the name of its meter."""
    found: dict[str, Opened] = {}
    for entry in ledger.entries(STREAM):
        if entry.kind in ("opened", "approved"):
            jackpot: Jackpot = read(Jackpot, entry.body["jackpot"], "jackpot")
            people = entry.body.get("asked_by", ""), entry.body.get("signed_by", "")
            found[jackpot.name] = Opened(jackpot, entry.body["title"], entry.body["approval"], *people)
    return found


def meter(ledger: Ledger, name: str) -> Cents:
    """What the meter of a jackpot shows now."""
    return ledger.balance(meter_account(name))


def adjust(
    ledger: Ledger,
    name: str,
    cents: Cents,
    asked_by: Person,
    signed_by: Person,
    reason: str,
    at: datetime,
    key: str = "",
) -> Decision:
    """A meter set right by hand: two different people, the second a casino supervisor, and a reason. With a ``key`` it is done
    once, however often it is sent."""
    if name not in jackpots(ledger):
        return Refused(NO_CLAUSE, f"there is no jackpot {name!r}", "unknown")
    if asked_by.is_same_as(signed_by):
        return Refused(NO_CLAUSE, "whoever asks for an adjustment cannot sign it", "two_people")
    if (refused := judge_signer(signed_by)) is not None:
        return refused
    if not reason.strip():
        return Refused(NO_CLAUSE, "an adjustment needs a reason", "reason")
    if type(cents) is not int or cents == 0:
        return Refused(NO_CLAUSE, "an adjustment moves an amount of whole cents", "amount")
    fingerprint = digest(["adjust", name, cents, asked_by.name, signed_by.name, reason.strip()]) if key else ""
    before = clerk.heard_before(ledger, key, fingerprint) if key else None
    if before is not None:
        return before if isinstance(before, Refused) else Accepted(NO_CLAUSE)
    account = meter_account(name)
    if meter(ledger, name) + cents < 0:
        because = f"the meter shows {show(meter(ledger, name))}; it cannot fall by {show(-cents)}"
        return Refused(NO_CLAUSE, because, "amount")
    move = Transfer(*(("cage", account) if cents > 0 else (account, "cage")), abs(cents), "adjust")
    body = {"jackpot": name, "reason": reason.strip(), "asked_by": asked_by.name}
    entry = Post(STREAM, "adjusted", at.isoformat(), f"{signed_by.role}:{signed_by.name}", body, (move,))
    written = papers.adjustment(entry, name, cents, reason.strip(), asked_by.name, signed_by.name)
    ledger.post([entry, written], key, fingerprint, {"adjusted": cents})
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
    # when, table, player, hand, amount; less than nothing where it was taken back
    prizes: list[tuple[str, str, str, str, Cents]] = field(default_factory=list)

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
        linked = False  # a table has one jackpot: the first prize it awards tells which
        for entry in ledger.entries(stream):
            events = entry.body.get("events", ())
            linked = linked or any(event["event"] == "Awarded" and event["jackpot"] == name for event in events)
            if linked:
                found.prizes.extend((entry.at, stream, *prize) for prize in _prizes(entry))
    found.prizes.sort(reverse=True)
    return found


def _prizes(entry: Stored) -> Iterator[tuple[str, str, Cents]]:
    """The prizes that an entry pays, by player and hand; those that it takes back are less than nothing."""
    for sign, told in ((1, "events"), (-1, "taken_back")):
        for event in entry.body.get(told, ()):
            if event["event"] == "Settled" and event["wager"]["spot"] == PRIZE and event["won"]:
                yield event["wager"]["player"], event["at"], sign * event["won"]


ACTS = ActsOf(
    lambda book: book.jackpot,
    lambda general, act: Refused(general.limits.by, "this book knows no jackpot"),
    {"take up jackpot": take_up},
)
