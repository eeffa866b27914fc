"""Correcting: what a round is once an answer in it is put right, shown before anybody signs.

The round is run again on the corrected tape, and the difference between the two runs *is* the list of calls and payments to
reverse. The round being played goes on from there, and so does the one before it while nothing has come after it. One that is
long paid comes to its end with the answers it had; where it, or a later one that rests on it, asks what nobody was asked then,
whoever signs brings the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from houseway.floor.brought import Brought, InWords
from houseway.floor.judged_again import Rejudged, not_asked_for, other_chips, rejudge
from houseway.floor.last_judged import as_played, recorded
from houseway.floor.left_lying import LAY
from houseway.floor.meters import Judged
from houseway.floor.refitting import Refitted, asked_then, fit_on, found_to_lie, refit, was_done
from houseway.floor.rerunning import NotAsRecorded, as_recorded, run_again
from houseway.floor.taking_part import void_by_then
from houseway.floor.was_and_is import face_down, prompt_of
from houseway.forms import Doc
from houseway.play.decision import Refused
from houseway.play.driver import Inadmissible, Progress
from houseway.play.events import Event
from houseway.play.prompts import Prompt, ReadMeter, ReadSign, TakeWagers
from houseway.play.secret import ReadForms

if TYPE_CHECKING:
    from houseway.floor.table import Table


@dataclass(frozen=True)
class Correction:
    """A round run again on a corrected tape: what no longer holds, what holds instead, and the money between."""

    round: int
    tape: tuple[Doc, ...]
    before: Progress[object]
    after: Progress[object]
    dropped: int  # answers given after the corrected one that no longer fit
    carry: Doc
    law: Doc  # the round's own
    settled: bool = False  # other rounds have come after it
    tape_was: tuple[Doc, ...] = ()
    was: Doc = None  # the answer as it was keyed
    value: Doc = None  # and as it is
    face_down: bool = False  # a card that not everybody sees
    empty: tuple[str, ...] = ()  # windows for second wagers that nobody was offered then, and in which nothing lies now
    short: tuple[int, Refitted] | None = None  # which round long paid asks what nobody was asked then
    again: Rejudged | None = None  # with everything that rests on it, where the round itself comes to its end
    brought: tuple[Doc, ...] = ()  # the answers that came along and were asked for, as the tape has them
    own: int = 0  # how many of them are for the round itself

    @property
    def wants(self) -> Prompt | None:
        """What a round long paid asks now, and nobody was asked then: whoever signs has to bring the answer."""
        return None if self.short is None else self.short[1].wants

    @property
    def not_so(self) -> Refused | None:
        """Why what is on record, or was brought, does not answer what is asked."""
        return None if self.short is None else self.short[1].refused

    @property
    def rest_on_it(self) -> list[Judged]:
        """The other rounds that come out otherwise with it, at this table and at those that share a meter."""
        return [] if self.again is None else self.again.judged[1:]

    @property
    def told_brought(self) -> dict[str, Doc]:
        """The answers that came along, as the record keeps them: those of the round itself, and those of later ones."""
        later = {} if self.again is None else {str(number): each for number, each in self.again.brought.items()}
        own = {"answers": list(self.brought[: self.own])} if self.own else {}
        return {**own, **({"later": later} if later else {})}

    @property
    def taken_back(self) -> list[Event]:
        same = in_common(self.before.steps, self.after.steps)
        return [step for step in self.before.steps[same:] if isinstance(step, Event)]

    @property
    def instead(self) -> list[Event]:
        same = in_common(self.before.steps, self.after.steps)
        return [step for step in self.after.steps[same:] if isinstance(step, Event)]


def in_common(one: list[Doc], other: list[Doc]) -> int:
    """How many steps two runs have in common from the start."""
    same = 0
    for a, b in zip(one, other, strict=False):
        if type(a) is not type(b) or (isinstance(a, Event) and a != b):
            break
        same += 1
    return same


def correction(
    table: Table,
    at: int,
    value: Doc,
    number: int | None = None,
    struck: bool = False,
    answers: Sequence[Doc | InWords] = (),
) -> Correction | Refused:
    """What correcting one answer would change, or striking one that was never given; ``answers`` are those to what a round long
    paid, and those that rest on it, ask otherwise now, in the order in which they ask."""
    state, by = table.state, table.general.dispute.by
    number, settled = state.round if number is None else number, False
    if number == state.round and state.script == "play":
        body, before = as_played(table), table.progress
    else:
        rounds = recorded(table, number)
        if not rounds or rounds[0]["round"] != number:
            return Refused(by, f"there is no settled round {number} at this table")
        nothing_since = number == state.round - 1 and table.untouched(state) and not (state.chips or state.forms)
        body = rounds[0]
        settled = not nothing_since or LAY in body  # what really lay in it stays with it on record
        try:
            before = as_recorded(table.ledger, body)
        except NotAsRecorded as wrong:
            return Refused(by, str(wrong))
    tape = tuple(body["tape"])
    if (closed := other_chips(table, number, by)) is not None:
        return closed
    if not 0 <= at < len(tape):
        return Refused(by, f"there is no answer {at} in round {number}")
    if any(isinstance(doc, dict) and "ruling" in doc for doc in (tape[at], value, *answers)):
        return Refused(by, "a ruling is no answer that somebody keyed; another ruling may follow it")
    asked = prompt_of(before, tape, at)
    if (not_keyed := _not_keyed(table, asked)) is not None:
        return not_keyed
    if not struck and (void := void_by_then(table, asked, tape, at, value)) is not None:
        return void
    if answers and not settled:
        return Refused(by, f"round {number} goes on at the table, and is answered there", "answers")
    sure = [*tape[:at], *([] if struck else [value])]
    tried = _admitted(table, body, sure)
    if isinstance(tried, Refused):
        return tried
    brought = Brought(answers, table.game.spot_named)
    found = _settled(table, body, before, tried, at, brought) if settled else _going_on(table, body, before, tried, at)
    own, again, short = len(brought.taken), None, None
    if settled and found.wants is not None:
        short = number, found
    elif settled:
        judged = rejudge(table, number, lambda _: list(found.tape), by, brought, found.surplus)
        if isinstance(judged, Refused):
            return judged
        again, short = judged, judged.short
    if brought and short is None:
        return not_asked_for(number, brought, by)
    hidden = face_down(asked)
    return Correction(
        number, tuple(found.tape), before, found.after, len(found.dropped), body["carry"], body["law"], settled, tape,
        tape[at], None if struck else found.tape[at], hidden, found.empty, short, again, tuple(brought.taken), own,
    )  # fmt: skip


def _settled(
    table: Table, body: dict[str, Doc], before: Progress[object], tried: list[Doc], at: int, brought: Brought
) -> Refitted:
    """A round long paid, brought to its end with the answers it had and those that are brought."""

    def known(prompt: Prompt) -> Doc:
        reading = table.reading(prompt, before)
        return was_done(prompt) if reading is None else reading

    rest = asked_then(before, body["tape"])[at + 1 :]
    return refit(lambda tape: run_again(table.ledger, body, tape), tried, rest, brought, known)


def _admitted(table: Table, body: dict[str, Doc], sure: list[Doc]) -> list[Doc] | Refused:
    """The answers up to the corrected one, which must fit; wagers are found where they lay, though more than may lie."""
    while True:
        try:
            run_again(table.ledger, body, sure)
            return sure
        except Inadmissible as wrong:
            lain = _lain(wrong, sure[wrong.at])
            if lain is None:
                return wrong.refused
            sure = [*sure[: wrong.at], lain, *sure[wrong.at + 1 :]]
        except Exception as wrong:  # a value of another kind
            return Refused(table.general.dispute.by, str(wrong))


def _lain(wrong: Inadmissible, doc: Doc) -> Doc:
    """Wagers that together are more than an area may hold, as they are found to have lain there; None for anything else."""
    if not isinstance(wrong.prompt, TakeWagers) or not isinstance(doc, dict) or doc.get("found"):
        return None
    lain = found_to_lie(doc)
    return lain if wrong.prompt.admits(wrong.prompt.read(lain)) else None


def _going_on(table: Table, body: dict[str, Doc], before: Progress[object], tried: list[Doc], at: int) -> Refitted:
    """A round that goes on from the corrected answer: what no longer fits after it is asked again at the table."""

    def on(tape: list[Doc]) -> Progress[object]:
        return run_again(table.ledger, body, tape)

    found = fit_on(on, asked_then(before, body["tape"])[at + 1 :], tried, without_backing=False)
    corrected, after = list(found.tape), found.after
    while (reading := table.reading(after.prompt, before)) is not None:
        corrected.append(reading)
        after = on(corrected)
    return Refitted(corrected, after, found.dropped)


def _not_keyed(table: Table, prompt: Prompt | None) -> Refused | None:
    """Why an answer cannot have been keyed wrongly: the table gave it itself, or the generator did."""
    if isinstance(prompt, (ReadSign, ReadMeter, ReadForms)):
        return Refused(prompt.by, f"nobody keyed that, the table has it on record: {prompt.title.lower()}")
    if table.state.cards_from == "rng" and prompt is not None and prompt.by_luck:
        return Refused(prompt.by, "the results of this table come from the generator; nobody keys them")
    return None
