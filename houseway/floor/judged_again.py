"""Judged again: a round on record is run once more, with a ruling or a corrected answer, and so is all that rests on it.

A ruling is an answer like any other. The round's tape with the ruling in it gives what the round is now; the money that
moves is the difference between the two runs. What a round leaves lying goes into the next: where it leaves other wagers
than it did, the next round is run again without those that should never have lain there, and so on up to the round being
played. Nothing is erased; the round as it was and as it is both stay on record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.floor.entries import write_event
from houseway.floor.law import law_doc, read_law
from houseway.floor.rerunning import NotAsRecorded, as_recorded, on_record, round_of, run_again
from houseway.floor.settling import Position, position
from houseway.floor.was_and_is import correction_told
from houseway.forms import Doc, Misread
from houseway.law.clause import Basis
from houseway.ledger import Ledger, Stored
from houseway.money import Cents
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.driver import Inadmissible, Progress
from houseway.play.events import Event, LeftLying, Settled
from houseway.play.notation import write_round
from houseway.play.prompts import TakeWagers
from houseway.play.remembering import changed, remembered
from houseway.play.wagers import Wager

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Table

Key = tuple[str, int, str]
PAGE, EVERY = 50, 10**9  # entries read at a time
Carried = dict[Key, Cents]  # by wager: how much less of it lies there than did


def recorded(table: Table, since: int) -> list[dict[str, Doc]]:
    """The rounds on record from one number on, oldest first, each as it was last judged."""
    ledger, name = table.ledger, table.state.table
    far = 2 * max(1, table.state.round - since) + 16  # a round that was gone back into is over twice
    entries = [entry for entry in ledger.newest(name, "round-over", far) if entry.body["round"] >= since]
    found = {entry.body["round"]: round_of(table, entry) for entry in reversed(entries)}
    found = _as_last_judged(found, _judgements(table, far))
    return [found[number] for number in sorted(found) if number >= since]


def newest_first(table: Table) -> Iterator[dict[str, Doc]]:
    """The rounds on record, newest first, each as it was last judged; no more of them are read than are asked for."""
    judged, seen, before = _judgements(table, EVERY), set[int](), None
    while entries := table.ledger.newest(table.state.table, "round-over", PAGE, before):
        fresh = {entry.body["round"]: entry for entry in reversed(entries) if entry.body["round"] not in seen}
        seen |= set(fresh)
        page = _as_last_judged({number: round_of(table, entry) for number, entry in fresh.items()}, judged)
        yield from (page[number] for number in sorted(page, reverse=True))
        before = entries[-1].number


def _judgements(table: Table, far: int) -> list[Stored]:
    """What was judged again afterwards, oldest first; rulings on past rounds were once kept as decisions."""
    ledger, name = table.ledger, table.state.table
    return [*judgements(ledger, name, far), *reversed(ledger.newest(name, "decided", far))]


def _as_last_judged(found: dict[int, dict[str, Doc]], judged: Iterable[Stored]) -> dict[int, dict[str, Doc]]:
    """Rounds by their number, with everything that was judged of them afterwards."""
    for entry in judged:
        if entry.kind != "decided":
            for doc in entry.body["rounds"]:
                if doc["round"] in found:
                    found[doc["round"]] = {"law": found[doc["round"]]["law"], **doc}
            continue
        doc = found.get(entry.body.get("round", 0))
        if doc is not None and "ruling" in entry.body and entry.body["ruling"] not in doc["tape"]:
            tape = [*doc["tape"], entry.body["ruling"]]
            found[doc["round"]] = {**doc, "tape": tape, "lines": entry.body["events"]}
    return found


def judgements(ledger: Ledger, name: str, far: int) -> list[Stored]:
    """The entries by which rounds of a table were judged again or recalculated, oldest first."""
    entries = [entry for kind in ("recalculated", "judged-again") for entry in ledger.newest(name, kind, far)]
    return sorted(entries, key=lambda entry: entry.number)


def as_it_stands(ledger: Ledger, over: Stored) -> dict[str, Doc]:
    """A round that is over as it was last judged, for somebody who has only the ledger."""
    judged = {doc["round"]: doc for entry in judgements(ledger, over.stream, 10**9) for doc in entry.body["rounds"]}
    return {**on_record(ledger, over), **judged.get(over.body["round"], {})}


def played_last(table: Table, player: str) -> int | None:
    """The newest settled round in which a player had a wager."""
    for entry in table.ledger.newest(table.state.table, "round-over", table.state.round):
        if any(line["wager"]["player"] == player for line in entry.body["lines"]):
            return int(entry.body["round"])
    return None


class Runs:
    """The same rounds run twice: as they were, and as they are. ``whose`` tells under which name a wager of a round is put
    right, where that is not the name it was laid under; of such rounds only what was won and lost counts."""

    def __init__(self, whose: Callable[[int, Wager], str] | None = None) -> None:
        self._whose = whose
        self.before, self.after = Position(), Position()
        self.taken_back: list[Event] = []
        self.instead: list[Event] = []
        self.rounds: list[dict[str, Doc]] = []

    def add(self, doc: dict[str, Doc], was: Progress[object], now: Progress[object], **changed: Doc) -> None:
        add_up(self.before, self._position(doc, was))
        add_up(self.after, self._position(doc, now))
        old, new = _lines(was), _lines(now)
        self.taken_back.extend(line for line in old if line not in new)
        self.instead.extend(line for line in new if line not in old)
        self.rounds.append({**doc, **changed, "lines": [write_event(line) for line in new], "judged_again": True})

    def _position(self, doc: dict[str, Doc], progress: Progress[object]) -> Position:
        if self._whose is None:
            return position(progress.steps)
        found = Position()
        for line in {line.wager.key: line for line in _lines(progress)}.values():
            name = self._whose(doc["round"], line.wager)
            found[name] = (0, found.get(name, (0, 0))[1] + line.wager.cents - line.back)
        return found


def judge_again(
    table: Table, draft: Draft, number: int, change: Callable[[list[Doc]], list[Doc]], by: Basis, **about: Doc
) -> Decision:
    """Runs a settled round again on a changed tape, and every later one that what it leaves lying reaches."""
    rounds = recorded(table, number)
    if not rounds or rounds[0]["round"] != number:
        return Refused(by, f"there is no settled round {number} at this table")
    runs, carried = Runs(), Carried()
    try:
        for turn, doc in enumerate(rounds):
            was = as_recorded(table.ledger, doc)
            tape, carry = (change(list(doc["tape"])), doc["carry"]) if turn == 0 else _without(table, doc, carried)
            now = run_again(table.ledger, {**doc, "carry": carry}, tape)
            if now.prompt is not None:
                return Refused(by, f"round {number} would not be over with that: {now.prompt.title} is open")
            notation = notation_of(table, doc, carry, now, about if turn == 0 else None)
            runs.add(doc, was, now, carry=carry, tape=tape, notation=notation)
            carried = _less(_left(was), _left(now))
            if not carried:
                break
        else:
            return _reaches_now(table, draft, runs, carried, by, number, about)
    except Inadmissible as wrong:
        return Refused(by + wrong.refused.by, f"it cannot be judged so: {wrong.refused.because}")
    except (Misread, NotAsRecorded) as wrong:
        return Refused(by, f"it cannot be judged so: {wrong}")
    return _enter(table, draft, runs, by, number, about)


def _reaches_now(
    table: Table, draft: Draft, runs: Runs, carried: Carried, by: Basis, number: int, about: dict[str, Doc]
) -> Decision:
    """The round being played began with what should not have lain there."""
    state = table.state
    doc = {"law": law_doc(state.law), "carry": state.carry, "tape": list(state.tape)}
    tape, carry = _without(table, doc, carried)
    chips = tuple(_reduced(state.chips, carried)) if isinstance(table.prompt, TakeWagers) else state.chips
    now = run_again(table.ledger, {**doc, "carry": carry}, tape) if state.script == "play" else table.progress
    for sums, progress, lie in ((runs.before, table.progress, state.chips), (runs.after, now, chips)):
        add_up(sums, position(progress.steps, lie))
    return _enter(table, draft, runs, by, number, about, carry=carry, tape=tape, chips=chips)


def _enter(
    table: Table,
    draft: Draft,
    runs: Runs,
    by: Basis,
    number: int,
    about: dict[str, Doc],
    chips: tuple[Wager, ...] | None = None,
    **now: Doc,
) -> Decision:
    moves = table.moves(runs.before, runs.after, correcting=True)
    draft.events.extend(runs.instead)
    draft.taken_back.extend(runs.taken_back)
    if chips is not None:
        now["chips"] = [[w.player, w.area, w.spot, w.cents] for w in chips]
    draft.note(
        "judged-again",
        moves,
        round=number,
        rounds=runs.rounds,
        taken_back=[write_event(event) for event in runs.taken_back],
        events=[write_event(event) for event in runs.instead],
        **about,
        **now,
    )
    return Accepted(by)


def notation_of(
    table: Table, doc: dict[str, Doc], carry: Doc, progress: Progress[object], about: dict[str, Doc] | None = None
) -> str:
    """A round judged again in one line, by its own law; ``about`` a correction, with who asked for it and who signed."""
    law = read_law(doc["law"])
    corrections = doc.get("notation", "").partition(" # ")[2]
    told = [
        *([corrections] if corrections else []),
        *([correction_told(about)] if about and "signed_by" in about else []),
    ]
    return write_round(law.book, table.game.read_carry(carry), progress, law.policies, told)


def _lines(progress: Progress[object]) -> list[Settled]:
    return [step for step in progress.steps if isinstance(step, Settled)]


def _left(progress: Progress[object]) -> Carried:
    """What a round left lying."""
    left = [step for step in progress.steps if isinstance(step, LeftLying)]
    return {wager.key: wager.cents for wager in left[-1].wagers} if left else {}


def _less(was: Carried, now: Carried) -> Carried:
    """What of it should not have lain there. A wager that would have stayed, and did not, was its owner's to lay again."""
    return {key: cents - now.get(key, 0) for key, cents in was.items() if cents > now.get(key, 0)}


def _reduced(wagers: Iterable[Wager], carried: Carried) -> Iterable[Wager]:
    for wager in wagers:
        cents = wager.cents - carried.get(wager.key, 0)
        if cents > 0:
            yield replace(wager, cents=cents)


def _without(table: Table, doc: dict[str, Doc], carried: Carried) -> tuple[list[Doc], Doc]:
    """A round's tape and what the table remembered at its start, without wagers that should not have lain there."""
    carry = table.game.read_carry(doc["carry"])
    carry = changed(carry, lying=tuple(_reduced(remembered(carry).lying, carried)))
    tape = [
        {**answer, "wagers": [[w.player, w.area, w.spot, w.cents] for w in _reduced(_wagers(answer), carried)]}
        if isinstance(answer, dict) and "wagers" in answer
        else answer
        for answer in doc["tape"]
    ]
    return tape, table.game.write_carry(carry)


def _wagers(answer: dict[str, Doc]) -> Iterable[Wager]:
    return (Wager(*item) for item in answer["wagers"])


def add_up(sums: Position, more: Position) -> None:
    """One position on top of others."""
    for player, (held, house) in more.items():
        was = sums.get(player, (0, 0))
        sums[player] = (was[0] + held, was[1] + house)
    for account, cents in more.pots.items():
        sums.pots[account] = sums.pots.get(account, 0) + cents
