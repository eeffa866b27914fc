"""Judged again: a round on record is run once more, with a ruling or a corrected answer, and so is all that rests on it.

A ruling is an answer like any other. The round's tape with the ruling in it gives what the round is now; the money that
moves is the difference between the two runs. What a round leaves lying goes into the next: where it leaves other wagers
than it did, the next round is run again without those that should never have lain there, and so on up to the round being
played. What it fed to a jackpot's meter, or took off it, was read by later rounds and at other tables: they are run again too
(``floor/meters.py``). What the table remembers of it, the cards that are out and how a coup came out, is remembered otherwise in
every later round. Nothing is erased; the round as it was and as it is both stay on record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from houseway.floor.brought import Brought
from houseway.floor.entries import write_event, write_wager
from houseway.floor.last_judged import as_played, over_of, recorded, with_memory
from houseway.floor.law import read_law
from houseway.floor.left_lying import Lying, as_left, changed_itself, left_by
from houseway.floor.meters import Judged, follow, meters_moved
from houseway.floor.refitting import Refitted, asked_then, fit_on, refit, wanting, was_done
from houseway.floor.rerunning import NotAsRecorded, as_recorded, run_again
from houseway.floor.rounds import finish, left_behind
from houseway.floor.settling import Position, position
from houseway.floor.was_and_is import brought_told, correction_told
from houseway.floor.windows import chips_in_window, may_lie
from houseway.forms import Doc, Misread
from houseway.kit.cards import Card
from houseway.kit.shoe import NotInShoe
from houseway.law.clause import Basis
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.driver import Inadmissible, Progress
from houseway.play.events import Event, Ruled, Settled
from houseway.play.notation import write_round
from houseway.play.prompts import TakeWagers
from houseway.play.remembering import changed, remembered
from houseway.play.wagers import Wager

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Table


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
        self.tell(was, now)
        lines: list[Doc] = [write_event(line) for line in _lines(now)]
        self.rounds.append({**doc, **changed, "lines": lines, "judged_again": True})

    def tell(self, was: Progress[object], now: Progress[object]) -> None:
        """What was told of a round and no longer holds, and what holds instead."""
        old, new = _told(was), _told(now)
        self.taken_back.extend(event for event in old if event not in new)
        self.instead.extend(event for event in new if event not in old)

    def _position(self, doc: dict[str, Doc], progress: Progress[object]) -> Position:
        if self._whose is None:
            return position(progress.steps)
        found = Position()
        for line in {line.wager.key: line for line in _lines(progress)}.values():
            name = self._whose(doc["round"], line.wager)
            found[name] = (0, found.get(name, (0, 0))[1] + line.wager.cents - line.back)
        return found


@dataclass
class Rejudged:
    """What a change in a settled round comes to: the rounds as they were and are, here and at other tables; or the round that is
    short of an answer."""

    judged: list[Judged] = field(default_factory=list)
    chips: tuple[Wager, ...] | None = None  # in the round being played, where that is not what lay there
    remembered: dict[str, Doc] | None = None  # what the table remembers of the round, as it did and does
    brought: dict[int, list[Doc]] = field(
        default_factory=dict
    )  # the answers that came along, by the later round they are for
    short: tuple[int, Refitted] | None = None  # which later round asks what nobody was asked then


def judge_again(
    table: Table,
    draft: Draft,
    number: int,
    change: Callable[[list[Doc]], list[Doc]],
    by: Basis,
    brought: Brought,
    **about: Doc,
) -> Decision:
    """Puts a settled round on record as a change in its tape makes it, with everything that rests on it."""
    found = rejudge(table, number, change, by, brought)
    if isinstance(found, Refused):
        return found
    if found.short is not None:
        return wanting(*found.short, by)
    if brought:
        return not_asked_for(number, brought, by)
    return enter_rejudged(table, draft, number, found, by, **about)


def not_asked_for(number: int, brought: Brought, by: Basis) -> Refused:
    """Answers that nothing asks for are somebody's mistake."""
    nothing = f"neither round {number} nor one that rests on it asks"
    return Refused(by, f"{nothing} for {len(brought)} of the answers that were brought", "answers")


def rejudge(
    table: Table,
    number: int,
    change: Callable[[list[Doc]], list[Doc]],
    by: Basis,
    brought: Brought,
    surplus: tuple[Card, ...] = (),
) -> Rejudged | Refused:
    """Runs a settled round again on a changed tape, every later one that what it leaves lying reaches, and every one that has
    read a meter since which it fed or took from. ``brought`` answers what later rounds are asked otherwise; ``surplus`` are cards
    that came out of the shoe and lie nowhere in the round now."""
    rounds = recorded(table, number)
    if not rounds or rounds[0]["round"] != number:
        return Refused(by, f"there is no settled round {number} at this table")
    if (closed := other_chips(table, number, by)) is not None:
        return closed
    found = Rejudged()
    left: Lying | None = None  # what the round before leaves now, where that is not what it left
    try:
        for doc in rounds:
            was = as_recorded(table.ledger, doc)
            if left is None:
                begins = changed_itself(doc, change(list(doc["tape"])))
            else:
                begins = as_left(table, doc, left)
                if begins.is_of(doc):
                    left = None
                    break
            else_run = partial(run_again, table.ledger, {**doc, "carry": begins.carry})
            if left is None:
                now = else_run(begins.tape)
                assert now.prompt is None, f"round {number} is over: {now.prompt}"
            else:  # what lies there less may leave a question unasked, ask another, or leave a raise with nothing to rest on
                came = len(brought.taken)
                fitted = refit(else_run, (), asked_then(was, begins.tape), brought, was_done, without_backing=True)
                if fitted.wants is not None:
                    found.short = doc["round"], fitted
                    return found
                if taken := brought.taken[came:]:
                    found.brought[doc["round"]] = taken
                now, begins = fitted.after, replace(begins, tape=fitted.tape)
            over = over_of(table, doc["round"])
            found.judged.append(Judged(table, begins.noted(doc), was, now, begins.tape, begins.carry, over))
            left = left_by(now)
            if left == left_by(was):
                left = None
                break
        found.remembered = memory = _left_behind(found.judged[0], rounds[0]["carry"], surplus)
        now_remembers = memory is not None and with_memory(table.game, memory, table.state.carry) != table.state.carry
        if left is not None or now_remembers:
            found.chips = _reaches_now(table, found.judged, left, memory)
        found.judged = followed(table, found.judged)
    except Inadmissible as wrong:
        return Refused(by + wrong.refused.by, f"it cannot be judged so: {wrong.refused.because}")
    except (Misread, NotAsRecorded, NotInShoe) as wrong:
        return Refused(by, f"it cannot be judged so: {wrong}")
    return found


def enter_rejudged(table: Table, draft: Draft, number: int, found: Rejudged, by: Basis, **about: Doc) -> Decision:
    """Puts what was judged again on record, at this table and at others that share a meter with it."""
    own = [one for one in found.judged if one.table is table]
    if found.remembered is not None:
        about["remembered"] = found.remembered
    if found.brought:
        about["later"] = {str(later): answers for later, answers in found.brought.items()}
    enter_judged(table, draft, own, number, about, found.chips)
    enter_beside(table, draft, found.judged, number)
    playing = next((one for one in own if one.over is None), None)
    if playing is not None and playing.now.over and table.state.script == "play":
        finish(table, draft, playing.now)
    return Accepted(by)


def other_chips(table: Table, number: int, by: Basis) -> Refused | None:
    """Why a round cannot be judged again: it was played with the chips of a tournament whose session is over, or for money
    before one began, and what is played for now is not that."""
    if number >= table.state.same_chips_since:
        return None
    now = "the chips of a tournament" if table.till.chips else "money"
    return Refused(by, f"round {number} was settled in other chips; this table is played for {now} now", "other_chips")


def _left_behind(one: Judged, began: Doc, surplus: tuple[Card, ...]) -> dict[str, Doc] | None:
    """What the table remembered after a round and what it remembers now, where they differ. A card that lies nowhere in the round
    now has come out of the shoe all the same."""
    game = one.table.game
    was, now = (
        left_behind(one.table, game.read_carry(carry), progress)
        for progress, carry in ((one.was, began), (one.now, one.carry))
    )
    shoe = remembered(now).shoe
    if surplus and shoe is not None:
        now = changed(now, shoe=shoe.without(surplus))
    return None if was == now else {"was": game.write_carry(was), "now": game.write_carry(now)}


def _reaches_now(
    table: Table, judged: list[Judged], left: Lying | None, memory: dict[str, Doc] | None
) -> tuple[Wager, ...]:
    """The round being played began with what should not have lain there, or with another memory; gives the chips that lie
    there now."""
    state = table.state
    doc = as_played(table)
    begins = as_left(table, doc, left) if left is not None else changed_itself(doc, doc["tape"])
    tape, carry = begins.tape, begins.carry
    if memory is not None:
        carry = with_memory(table.game, memory, carry)
        if state.script == "prepare" and not _fits(table, carry):
            carry = state.carry  # what was prepared so far rests on the memory as it was
    now = table.progress
    if state.script == "play":
        on = partial(run_again, table.ledger, {**doc, "carry": carry})
        fitted = fit_on(on, asked_then(now, tape))
        tape, now = fitted.tape, fitted.after
        while (reading := table.reading(now.prompt)) is not None:
            tape.append(reading)
            now = on(tape)
    judged.append(Judged(table, doc, table.progress, now, tape, carry))
    if not isinstance(now.prompt, TakeWagers) or table.window is None or now.prompt.window != table.window.window:
        return chips_in_window(now)
    return may_lie(now.prompt, tuple(begins.of(state.chips)))[0]


def _fits(table: Table, carry: Doc) -> bool:
    """Whether what has been answered so far answers what is asked with another memory too."""
    try:
        table.run(replace(table.state, carry=carry))
    except (Inadmissible, Misread):
        return False
    return True


def followed(table: Table, judged: list[Judged]) -> list[Judged]:
    """Rounds of a table that were judged again, and those that read a meter after them, here and at other tables."""
    others = {other.name: other for name in meters_moved(judged) for other in table.at_the_meter(name)}
    return follow(judged, [table, *others.values()])


def enter_judged(
    table: Table,
    draft: Draft,
    judged: list[Judged],
    number: int,
    about: dict[str, Doc],
    chips: tuple[Wager, ...] | None = None,
) -> None:
    """Puts rounds of one table on record as they are now, with the money between; ``about`` says why the first of them is
    judged again, ``chips`` what lies in the round being played where that is less than did."""
    runs, now, lie = Runs(), dict[str, Doc](), table.state.chips if chips is None else chips
    for one in sorted(judged, key=lambda one: one.doc["round"]):
        if one.over is not None:
            told = about if one.doc["round"] == number else _for_later(about, number, one.doc["round"])
            notation = notation_of(table, one.doc, one.carry, one.now, told)
            runs.add(one.doc, one.was, one.now, carry=one.carry, tape=one.tape, notation=notation)
            continue
        add_up(runs.before, table.standing(table.state, one.was))
        add_up(runs.after, table.standing(table.state, one.now, lie))
        runs.tell(one.was, one.now)
        now = {"carry": one.carry, "tape": one.tape, "chips": [write_wager(wager) for wager in lie]}
    draft.events.extend(runs.instead)
    draft.taken_back.extend(runs.taken_back)
    draft.note(
        "judged-again",
        table.moves(runs.before, runs.after, correcting=True),
        round=number,
        rounds=runs.rounds,
        taken_back=[write_event(event) for event in runs.taken_back],
        events=[write_event(event) for event in runs.instead],
        **about,
        **now,
    )


def _for_later(about: dict[str, Doc], number: int, later: int) -> dict[str, Doc] | None:
    """What is told of a later round that was given answers it lacked: which, for what, and by whom."""
    answers = about.get("later", {}).get(str(later))
    if not answers:
        return None
    signed = about["signed_by"] if "signed_by" in about else about["ruling"].get("who", "")
    return {"answers": answers, "brought_for": number, "by": signed}


def enter_beside(table: Table, draft: Draft, judged: list[Judged], number: int) -> None:
    """The rounds of other tables that read a meter otherwise for it go on record there, together with this table's."""
    for other in {one.table.name: one.table for one in judged if one.table is not table}.values():
        own = [one for one in judged if one.table is other]
        names = sorted({name for one in own for _, _, name in one.readings()})
        reason = f"the meter of {' and '.join(names)} stood otherwise, for round {number} at {table.name}"
        about: dict[str, Doc] = {"reason": reason, "meter": names, "because_of": [table.name, number]}
        enter_judged(other, draft.at_table(other), own, min(one.doc["round"] for one in own), about)


def notation_of(
    table: Table, doc: dict[str, Doc], carry: Doc, progress: Progress[object], about: dict[str, Doc] | None = None
) -> str:
    """A round judged again in one line, by its own law; ``about`` a correction, with who asked for it and who signed."""
    law = read_law(doc["law"])
    corrections = doc.get("notation", "").partition(" # ")[2]
    told = [
        *([corrections] if corrections else []),
        *([correction_told(about)] if about and "signed_by" in about else []),
        *([brought_told(about)] if about and "brought_for" in about else []),
    ]
    return write_round(law.book, table.game.read_carry(carry), progress, law.policies, told)


def _lines(progress: Progress[object]) -> list[Settled]:
    return [step for step in progress.steps if isinstance(step, Settled)]


def _told(progress: Progress[object]) -> list[Event]:
    """What was ruled of a round, and what it came to."""
    return [step for step in progress.steps if isinstance(step, (Ruled, Settled))]


def add_up(sums: Position, more: Position) -> None:
    """One position on top of others."""
    for player, (held, house) in more.items():
        was = sums.get(player, (0, 0))
        sums[player] = (was[0] + held, was[1] + house)
    for account, cents in more.pots.items():
        sums.pots[account] = sums.pots.get(account, 0) + cents
