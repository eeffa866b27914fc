"""Folding: what happened at tables in a period, read from the record. Rounds with their wagers, and money by what it was for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from houseway.floor.cage.desk import STREAM as CAGE
from houseway.floor.last_judged import EVERY
from houseway.floor.law import Law
from houseway.floor.settling import METER
from houseway.forms import Doc, read
from houseway.ledger import Ledger, Moved, Stored
from houseway.ledger.store import LAST
from houseway.money import Cents
from houseway.play.states import Outcome
from houseway.reporting.periods import Period

GAMING = (
    "take",
    "pay",
    "correct",
    "feed",
    "prize",
)  # money between a float and the players, or a meter, by the game itself
PLACED = ("float", "taken back")  # what a table that stands for the first time begins with


@dataclass(frozen=True)
class RoundFacts:
    """A round as it was over: who dealt it, by which law, and each wager with what became of it."""

    table: str
    round: int
    at: str
    dealer: str
    law: Law
    lines: tuple[dict[str, Any], ...]
    odds: bool  # other odds than the book's stood on the sign
    spoiled: bool  # something went wrong or was ruled upon: void wagers are nobody's luck

    @property
    def stakes(self) -> dict[str, tuple[int, ...]]:
        """Each wager that was played, by spot."""
        found: dict[str, tuple[int, ...]] = {}
        for line in self.played:
            spot = line["wager"]["spot"]
            found[spot] = (*found.get(spot, ()), line["live"])
        return found

    @property
    def played(self) -> list[dict[str, Any]]:
        back = (Outcome.VOID, Outcome.RETURNED) if self.spoiled else ()
        return [line for line in self.lines if line["outcome"] not in back and line["live"]]

    def won(self, spots: frozenset[str] | None = None) -> Cents:
        """What the house has of it, or of some of its wagers."""
        of = [line for line in self.played if spots is None or line["wager"]["spot"] in spots]
        return sum(line["wager"]["cents"] - line["back"] for line in of)


@dataclass
class TableFacts:
    """A table in a period."""

    table: str
    book: str
    rounds: list[RoundFacts] = field(default_factory=list)
    win: Cents = 0  # by the money: into the float and out of it by the game
    feed: Cents = 0  # of that, what went to jackpots
    prize: Cents = 0  # and what came from them
    corrected: Cents = 0  # of that, by rulings and corrections
    drop: Cents = 0
    from_accounts: Cents = 0  # credit and chips that were changed here, in all
    fills: Cents = 0
    credits: Cents = 0
    variance: Cents = 0
    opening: Cents = 0  # the float at the beginning of the period, or as it was placed in it
    closing: Cents = 0
    drops: list[tuple[str, str, Cents]] = field(default_factory=list)  # when, by whom, how much

    @property
    def handle(self) -> Cents:
        return sum(line["live"] for each in self.rounds for line in each.played)


def tables_in(ledger: Ledger, period: Period) -> Iterator[TableFacts]:
    """Every table that anything happened at, as the record has it."""
    since, until = period.bounds
    cage = ledger.moves_between(CAGE, since, until)
    later = ledger.moves_between(CAGE, until, "9")
    for name in ledger.streams():
        if name in ("cage", "floor") or name.startswith(("desk:", "tournament:")):
            continue
        first = next(iter(ledger.entries(name, 0, 1)), None)
        if first is None or first.kind != "opened":
            continue
        own, after = ledger.moves_between(name, since, until), ledger.moves_between(name, until, "9")
        facts = _money(name, first.body["state"]["book"], [*own, *(move for move in cage if _at(move, name))])
        bank = f"float:{name}"
        since_then = [*after, *(move for move in later if _at(move, name))]
        facts.closing = ledger.balance(bank) - sum(_into(move, bank) for move in since_then)
        came = [move for move in (*own, *cage) if move.memo not in PLACED]
        facts.opening = facts.closing - sum(_into(move, bank) for move in came)
        facts.rounds = list(_rounds(ledger, name, since, until))
        if own or facts.rounds or facts.fills or facts.credits:
            yield facts


def _at(move: Moved, table: str) -> bool:
    return f"float:{table}" in (move.source, move.target)


def _into(move: Moved, account: str) -> Cents:
    return move.cents * ((move.target == account) - (move.source == account))


def _money(name: str, book: str, moves: list[Moved]) -> TableFacts:
    facts, bank, sums = TableFacts(name, book), f"float:{name}", defaultdict[str, Cents](int)
    for move in moves:
        into = _into(move, bank)
        if move.target == f"drop:{name}":
            facts.drop += move.cents
            facts.drops.append((move.at, move.by.partition(":")[2], move.cents))
        if not into:
            continue
        if move.memo in GAMING:
            facts.win += into
            sums[move.memo] += into
        elif move.memo in ("fill", "fill called off"):
            facts.fills += into
        elif move.memo in ("credit", "credit called off"):
            facts.credits -= into
        elif move.memo == "count":
            facts.variance += into
        elif move.memo in ("change", "buy-in", "pay-out", "settle"):
            facts.from_accounts += into
    facts.feed, facts.prize, facts.corrected = -sums["feed"], sums["prize"], sums["correct"]
    return facts


def _rounds(ledger: Ledger, name: str, since: str, until: str) -> Iterator[RoundFacts]:
    """The rounds that were over in the period; one that was gone back into, as it ended the last time in it. One that was over
    before is not another round: what became of it since is a correction. Those that a tournament played for its own chips are
    no money."""
    after, upto = ledger.span(name, since, until)
    overs = ledger.following(name, "round-over", EVERY, after)
    overs = [entry for entry in overs if entry.number <= upto and since <= entry.at < until]
    found = {entry.body["round"]: entry for entry in overs}
    if overs and (before := ledger.newest(name, "round-over", 1, overs[0].number)):
        found.pop(before[0].body["round"], None)
    for_chips = _sessions(ledger, name)
    for entry in found.values():
        if not any(began < entry.number < ended for began, ended in for_chips):
            yield _facts(name, entry)


def _sessions(ledger: Ledger, name: str) -> list[tuple[int, int]]:
    """From which entry of a table's to which it was played there for the chips of a tournament."""
    ends = [entry.number for entry in ledger.following(name, "tournament-over", EVERY, 0)]
    began = [entry.number for entry in ledger.following(name, "tournament", EVERY, 0) if entry.body.get("apart")]
    return [(number, next((end for end in ends if end > number), LAST)) for number in began]


def _ruled(doc: dict[str, Doc]) -> bool:
    """Whether wagers are void; those of an excluded player are played out."""
    return "ruling" in doc and doc["ruling"] != "exclude"


def _facts(name: str, entry: Stored) -> RoundFacts:
    body = entry.body
    tape = body["tape"]
    sign = next((doc for doc in tape if isinstance(doc, dict) and "limits" in doc), {})
    spoiled = any(isinstance(doc, dict) and ("irregularity" in doc or _ruled(doc)) for doc in tape)
    dealer = body.get("dealer") or entry.by.partition(":")[2]
    return RoundFacts(
        name,
        body["round"],
        entry.at,
        dealer,
        read(Law, body["law"], "law"),
        tuple(body["lines"]),
        bool(sign.get("odds")),
        spoiled,
    )


def meters_in(ledger: Ledger, period: Period) -> dict[str, dict[str, Cents]]:
    """What each jackpot's meter and reserve took and gave in the period, by what for."""
    since, until = period.bounds
    found: dict[str, dict[str, Cents]] = {}
    for stream in ledger.streams():
        for move in ledger.moves_between(stream, since, until):
            for account, sign in ((move.target, 1), (move.source, -1)):
                kind, _, name = account.partition(":")
                if account.startswith((METER, "reserve:")):
                    of = found.setdefault(name, defaultdict(int))
                    of[f"{'meter' if kind == 'jackpot' else kind} {move.memo}"] += sign * move.cents
    return found
