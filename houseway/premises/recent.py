"""Recent: the last things said, dealt and paid at a table, with their times, read from the ledger as it grows.

The ledger is the record; this is the part of it that pages show all the time, kept in memory. It is filled from the last few
hundred entries when the house opens and moves on entry by entry, so after a restart a page shows what it showed before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from houseway.floor.entries import read_event
from houseway.floor.rerunning import CANNOT, difference, round_of, run_again
from houseway.floor.table import Table
from houseway.floor.was_and_is import correction_heard
from houseway.law.clause import Basis, Clause
from houseway.ledger import Stored
from houseway.money import Cents
from houseway.play.driver import Progress
from houseway.play.events import (
    Advised,
    BurnShown,
    Called,
    CutCardPlaced,
    Dealt,
    Decided,
    Event,
    Handed,
    Laid,
    Marked,
    PickedUp,
    PlayerLeft,
    Settled,
    SignRead,
    Turned,
)
from houseway.play.felt import Felt, felt, redacted
from houseway.play.states import Outcome

REACH = 400  # entries read back when the house opens
ROUNDS = 60  # rounds kept at hand; older ones are in the record

# Told elsewhere on a page, or to one person only.
_UNSAID = (Laid, Handed, SignRead, Decided, PickedUp, Marked, Settled, PlayerLeft, CutCardPlaced, Advised)


@dataclass(frozen=True)
class RecentLine:
    """One line of the calls: what happened, why, and when."""

    at: datetime
    words: str
    by: Basis
    kind: str  # "call", "card", "paid", "event"
    round: int = 0


@dataclass(frozen=True)
class Past:
    """A round that is over."""

    round: int
    at: datetime
    body: dict[str, Any] = field(repr=False)
    table: Table = field(repr=False, compare=False)

    @cached_property
    def progress(self) -> Progress[Any]:
        """The round run again by its own law; as far as that goes."""
        return self._rerun[0]

    @cached_property
    def differs(self) -> str:
        """Why the round run again is not what was recorded; nothing if it is."""
        return self._rerun[1]

    @cached_property
    def _rerun(self) -> tuple[Progress[Any], str]:
        try:
            progress = run_again(self.table.ledger, self.body)
        except CANNOT as wrong:  # the record stands: what was paid is known, only the way to it cannot be shown
            return Progress(steps=list(self.lines)), f"it cannot be run again: {wrong}"
        return progress, difference(progress, self.body["lines"])

    @cached_property
    def felt(self) -> Felt:
        return felt(self.progress.steps)

    @cached_property
    def lines(self) -> list[Settled]:
        return [event for event in map(read_event, self.body["lines"]) if isinstance(event, Settled)]

    def net_of(self, player: str) -> Cents | None:
        own = [line.net for line in self.lines if line.wager.player == player]
        return sum(own) if own else None


class Recent:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: deque[RecentLine] = deque(maxlen=200)
        self.rounds: dict[int, Past] = {}
        self.recalculated: deque[dict[str, Any]] = deque(maxlen=ROUNDS)  # spins put right, and what that left owed
        self.closed_at: datetime | None = None  # when a window last closed
        self.status_at: datetime | None = None  # when the table was frozen or closed
        self._number = max(0, table.ledger.head(table.state.table)[0] - REACH)
        self.catch_up()

    def catch_up(self) -> None:
        """Reads what has been written since. What is on its way to the disk is told once it is there; nobody waits for it here,
        since the whole floor would wait too."""
        newest = self.table.ledger.reach(self.table.name)
        if newest == self._number:
            return
        for entry in self.table.ledger.written(self.table.name, self._number, newest, without=("touched",)):
            self._take(entry)
        self._number = newest

    def _take(self, entry: Stored) -> None:
        at = datetime.fromisoformat(entry.at)
        if entry.kind == "round-over":
            self._round_over(entry, at)
            return
        if entry.kind in ("frozen", "closed"):
            self.status_at = at
        if entry.kind == "answered" and any(isinstance(doc, dict) and "wagers" in doc for doc in entry.body["tape"]):
            self.closed_at = at
        if entry.kind == "recorded":
            by = Basis((Clause(self.table.book.id, entry.body["clause"]),))
            self._say(at, [(sentence(entry.body["words"]), by, "event")])
        if entry.kind == "corrected":
            self._say(at, _corrected(entry))
        if entry.kind in ("recalculated", "judged-again"):
            self._judged_again(entry)
            self._say(at, _recalculated(entry))
        events = entry.body.get("events") or ([entry.body["event"]] if "event" in entry.body else [])
        self._say(at, spoken(map(read_event, events)))

    def _say(self, at: datetime, said: Iterable[tuple[str, Basis, str]]) -> None:
        for words, by, kind in said:
            last = self.lines[-1] if self.lines else None
            if last is None or (last.words, last.kind, last.round) != (words, "event", 0):  # said already, and still so
                self.lines.append(RecentLine(at, words, by, kind))

    def _round_over(self, entry: Stored, at: datetime) -> None:
        number = entry.body["round"]
        self.rounds[number] = Past(number, at, round_of(self.table, entry), self.table)
        for old in sorted(self.rounds)[:-ROUNDS]:
            del self.rounds[old]
        numbered = [RecentLine(x.at, x.words, x.by, x.kind, x.round or number) for x in self.lines]
        self.lines.clear()
        self.lines.extend(numbered)

    def _judged_again(self, entry: Stored) -> None:
        """Rounds that stand otherwise from here on."""
        if entry.kind == "recalculated":
            kept = ("spin", "was", "is", "owed")
            self.recalculated.append({name: entry.body[name] for name in kept if name in entry.body})
        for doc in entry.body["rounds"]:
            was = self.rounds.get(doc["round"])
            if was is not None:
                self.rounds[was.round] = Past(was.round, was.at, {"law": was.body["law"], **doc}, self.table)

    @property
    def last(self) -> Past | None:
        return self.rounds[max(self.rounds)] if self.rounds else None

    def newest(self, count: int) -> list[Past]:
        """The last rounds, newest first."""
        return [past for _, past in sorted(self.rounds.items(), reverse=True)[:count]]

    def latest(self, count: int) -> list[RecentLine]:
        """The newest lines first; those of the round being played bear its number."""
        now = self.table.state.round
        newest = list(self.lines)[-count:]
        return [RecentLine(x.at, x.words, x.by, x.kind, x.round or now) for x in reversed(newest)]

    def rounds_of(self, player: str, count: int) -> list[Past]:
        own = [past for _, past in sorted(self.rounds.items(), reverse=True) if past.net_of(player) is not None]
        return own[:count]


def spoken(events: Iterable[Event]) -> Iterable[tuple[str, Basis, str]]:
    """Events as everybody at the table may hear them; the payments of a round are one line."""
    settled: list[Settled] = []
    for event in events:
        if isinstance(event, Settled):
            settled.append(event)
            continue
        if settled:
            yield paid(settled)
            settled = []
        heard = redacted(event, "")
        if isinstance(heard, Marked) and heard.place.startswith("number "):
            yield f"The dolly stands on {heard.place.removeprefix('number ')}", heard.by, "event"
        if heard is None or isinstance(heard, _UNSAID) or is_routine(heard):
            continue
        kind = "call" if isinstance(heard, Called) else "card" if isinstance(heard, (Dealt, BurnShown)) else "event"
        yield sentence(heard.words), heard.by, kind
    if settled:
        yield paid(settled)


def is_routine(event: Event) -> bool:
    """A card of many that go face down to boxes, or are turned there: drawn on the cloth, and not worth a line each."""
    if not isinstance(event, (Dealt, Turned)) or (isinstance(event, Dealt) and event.up):
        return False
    return event.place == "dealer" or event.place.startswith("box ")


def paid(lines: list[Settled]) -> tuple[str, Basis, str]:
    won = [line for line in lines if line.outcome == Outcome.WON]
    if won:
        return f"Paid {won[0].at}", won[0].by, "paid"
    if all(line.outcome in (Outcome.VOID, Outcome.RETURNED) for line in lines):
        return "Void, stakes returned", lines[0].by, "paid"
    return "Wagers taken", lines[0].by, "paid"


def sentence(words: str) -> str:
    """A call in its own words but without shouting: "No more bets"."""
    return words.capitalize() if words.isupper() else words[:1].upper() + words[1:]


def _recalculated(entry: Stored) -> Iterable[tuple[str, Basis, str]]:
    """A round put right after it was paid, or a spin recalculated, as it was and as it is."""
    body = entry.body
    if entry.kind == "judged-again" and "value" in body:
        yield f"Round {body['round']}: {correction_heard(body, entry.by.partition(':')[2])}", Basis(()), "event"
    if entry.kind == "judged-again" and "ruling" in body:
        yield f"Round {body['round']} judged again", Basis(()), "event"
    if entry.kind == "judged-again" and "meter" in body:
        yield f"Judged again: {body['reason']}", Basis(()), "event"
    if entry.kind == "recalculated" and "was" in body:
        about = f"{body['station']}'s wagers are void" if "station" in body else f"was {body['was']}, is {body['is']}"
        yield f"Spin {body['spin']} recalculated: {about}", Basis(()), "event"


def _corrected(entry: Stored) -> Iterable[tuple[str, Basis, str]]:
    if "value" in entry.body:  # otherwise somebody took a wager back, and nothing was keyed wrongly
        yield correction_heard(entry.body, entry.by.partition(":")[2]), Basis(()), "event"
