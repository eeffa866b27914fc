"""Meters: what follows, at every table that shares one, when a round that fed a jackpot or took from it is judged again.

What a meter shows when a prize is registered rests on everything before it, at any of its tables. A round that is judged again
has fed it otherwise, or took another prize off it: from then on the meter would have stood higher or lower. So every later
reading is gone through in the order in which they were made; a round that read something else than it would have is run
again with what it would have read, and its own prizes then move the readings after it. What came first is told by the number
of an entry at one table, and by the house's clock between two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from houseway.floor.last_judged import PAGE, as_played, judgements
from houseway.floor.rerunning import as_recorded, round_of, run_again
from houseway.floor.settling import pot_changes
from houseway.forms import Doc
from houseway.ledger import Ledger, Stored
from houseway.money import Cents
from houseway.play.driver import Progress
from houseway.play.jackpot import PRIZE, Awarded
from houseway.play.prompts import Prompt, ReadMeter

if TYPE_CHECKING:
    from houseway.floor.table import Table


class Moment(NamedTuple):
    """When something went on record."""

    at: str
    stream: str
    number: int

    def before(self, other: Moment) -> bool:
        return self.number < other.number if self.stream == other.stream else self.at < other.at


LATER = Moment("~", "", 0)  # than everything on record


class MeterChange(NamedTuple):
    """What one step of a run does to a meter: by which answer of the tape, and whether it is a prize."""

    answer: int
    jackpot: str
    cents: Cents
    prize: bool


@dataclass
class Judged:
    """A round as it is on record, and as it is now; ``over`` is the entry that ended it, None for the round being played."""

    table: Table
    doc: dict[str, Doc]
    was: Progress[object]
    now: Progress[object]
    tape: list[Doc]
    carry: Doc
    over: Stored | None = None
    original: tuple[Doc, ...] = field(init=False)  # the tape before any meter was looked at

    def __post_init__(self) -> None:
        self.original = tuple(self.tape)

    @property
    def followed(self) -> bool:
        """Whether it is another round because a meter would have shown something else."""
        return self.tape != list(self.original)

    @cached_property
    def _moments(self) -> list[Moment]:
        until = None if self.over is None else self.over.number
        return answered_at(self.table.ledger, self.table.name, self.doc["round"], until)

    def _read(self) -> list[tuple[int, str]]:
        """Where in its tape a meter is read, and which."""
        answers = zip(_places(self.now), self.now.answers, strict=True)
        return [(place, prompt.jackpot.name) for place, (prompt, _) in answers if isinstance(prompt, ReadMeter)]

    def _anew(self, place: int) -> bool:
        """Whether the record has no such answer: a meter that is read only now shows what it shows now."""
        tape = self.doc["tape"]
        return place >= len(tape) or tape[place] != self.original[place]

    def readings(self) -> list[tuple[Moment, int, str]]:
        """When a meter was read, where in the tape, and which."""
        return [(self._moments[place], place, name) for place, name in self._read() if not self._anew(place)]

    def shifts(self) -> list[tuple[Moment, MeterChange]]:
        """From when on meters stand higher or lower for it than they did: by what it does now, less what it did."""
        now, was = Counter(meter_changes(self.now)), Counter(meter_changes(self.was))
        anew = {place for place, _ in self._read() if self._anew(place)}
        return [
            *((LATER if each.answer in anew else self._moment(each), each) for each in (now - was).elements()),
            *((self._moment(each), each._replace(cents=-each.cents)) for each in (was - now).elements()),
        ]

    def _moment(self, change: MeterChange) -> Moment:
        return self._moments[change.answer] if change.answer < len(self._moments) else LATER

    def read_otherwise(self, answer: int, by: Cents) -> None:
        """Runs it with a meter that showed so much more, or less, than it is on record with."""
        doc = self.original[answer]
        shown = max(0, (doc["shown"] if isinstance(doc, dict) else doc) + by)
        self.tape[answer] = {**doc, "shown": shown} if isinstance(doc, dict) else shown
        self.now = run_again(self.table.ledger, {**self.doc, "carry": self.carry}, self.tape)


def meter_changes(progress: Progress[object]) -> list[MeterChange]:
    """What a run does to meters, in its order."""
    places, asked, found = _places(progress), 0, list[MeterChange]()
    moved = {at: (jackpot, meter) for at, jackpot, meter, _ in pot_changes(progress.steps) if meter}
    for at, step in enumerate(progress.steps):
        asked += isinstance(step, Prompt)
        if at in moved:
            found.append(MeterChange(places[asked - 1], *moved[at], isinstance(step, Awarded)))
    return found


def _places(progress: Progress[object]) -> list[int]:
    """Where in the tape each answer stands; rulings stand between them."""
    rulings = [count for count, _ in progress.rulings]
    return [answer + sum(count <= answer for count in rulings) for answer in range(len(progress.answers))]


def follow(judged: list[Judged], tables: Iterable[Table]) -> list[Judged]:
    """The rounds that were judged again, and every other one at these tables that has read a meter since and would have read
    something else. Those that come out as they are on record are left out."""
    since = [moment.at for one in judged for moment, _ in one.shifts()]
    if not since:
        return judged
    known = {(one.table.name, one.doc["round"]) for one in judged}
    rounds = [*judged, *(one for table in tables for one in _have_read(table, min(since), known))]
    readings = [(*reading, one) for one in rounds for reading in one.readings()]
    for moment, answer, jackpot, one in sorted(readings, key=lambda reading: reading[:2]):
        by = sum(_higher(other, one, moment, answer, jackpot) for other in rounds)
        if by:
            one.read_otherwise(answer, by)
    return [*judged, *(one for one in rounds[len(judged) :] if one.followed)]


def meters_moved(judged: Iterable[Judged]) -> set[str]:
    """The jackpots that rounds feed or take from otherwise than they did."""
    return {change.jackpot for one in judged for _, change in one.shifts()}


def _higher(other: Judged, one: Judged, moment: Moment, answer: int, jackpot: str) -> Cents:
    """By how much a meter would have stood higher at a reading, for a round that is otherwise now. The prizes of the reading's
    own round are not counted: the script itself knows which of them stand."""
    moved = [(since, change) for since, change in other.shifts() if change.jackpot == jackpot]
    if other is one:
        return sum(change.cents for _, change in moved if change.answer < answer and not change.prize)
    return sum(change.cents for since, change in moved if since.before(moment))


def _have_read(table: Table, since: str, known: set[tuple[str, int]]) -> Iterator[Judged]:
    """The rounds of a table that a meter was read in and that were not over by a moment, each as it was last judged."""
    ledger, state = table.ledger, table.state
    if state.script == "play" and (state.table, state.round) not in known and _reads(table.progress):
        yield Judged(table, as_played(table), table.progress, table.progress, list(state.tape), state.carry)
    judged = judgements(ledger, state.table)
    seen: set[int] = {state.round} if state.script == "play" else set()
    for over in _newest_over(ledger, state.table, since):
        number = over.body["round"]
        since_then = {
            doc["round"]: doc for entry in judged if entry.number > over.number for doc in entry.body["rounds"]
        }
        body = {**round_of(table, over), **since_then.get(number, {})}
        if number not in seen and (state.table, number) not in known and _won_prize(body):
            was = as_recorded(ledger, body)
            yield Judged(table, body, was, was, list(body["tape"]), body["carry"], over)
        seen.add(number)


def _newest_over(ledger: Ledger, stream: str, since: str) -> Iterator[Stored]:
    """Entries that ended rounds, newest first, back to a moment."""
    before: int | None = None
    while entries := ledger.newest(stream, "round-over", PAGE, before):
        for entry in entries:
            if entry.at < since:
                return
            yield entry
        before = entries[-1].number


def _reads(progress: Progress[object]) -> bool:
    return any(isinstance(prompt, ReadMeter) for prompt, _ in progress.answers)


def _won_prize(body: dict[str, Doc]) -> bool:
    return any(line["wager"]["spot"] == PRIZE for line in body["lines"])


def answered_at(ledger: Ledger, stream: str, number: int, until: int | None) -> list[Moment]:
    """When each answer of a round's tape went on record, the round being over by the entry ``until``."""
    times, ended = list[Moment](), list[Moment]()
    tape, ended_tape = list[Doc](), list[Doc]()
    latest = ""
    for entry in ledger.entries(stream, _began_after(ledger, stream, number, until), until):
        latest = max(latest, entry.at)  # a clock that is put back puts nothing back
        moment, body = Moment(latest, stream, entry.number), entry.body
        match entry.kind:
            case "began":
                tape, times = list(body["tape"]), [moment] * len(body["tape"])
            case "answered":
                tape, times = [*tape, *body["tape"]], [*times, *[moment] * len(body["tape"])]
            case "round-over":
                ended_tape, ended = tape, times
            case "corrected":
                if ended and body["round"] == number:  # gone back into
                    tape, times = ended_tape, ended
                if body.get("struck"):
                    tape, times = ([*was[: body["answer"]], *was[body["answer"] + 1 :]] for was in (tape, times))
                same = [a == b for a, b in zip(tape, body["tape"], strict=False)]
                same += [False] * (len(body["tape"]) - len(same))
                put_right = None if body.get("struck") else body.get("answer")
                kept = [was or at == put_right for at, was in enumerate(same)]
                times = [times[at] if keeps else moment for at, keeps in enumerate(kept)]
                tape = list(body["tape"])
            case "judged-again" if "tape" in body:
                tape = list(body["tape"])
                times = [times[at] if at < len(times) else moment for at in range(len(tape))]
    return ended if until is not None and ended else times


def _began_after(ledger: Ledger, stream: str, number: int, until: int | None) -> int:
    """The entry that ended the round before this one; 0 if it was the table's first."""
    before = until
    while entries := ledger.newest(stream, "round-over", PAGE, before):
        for entry in entries:
            if entry.body["round"] < number:
                return entry.number
        before = entries[-1].number
    return 0
