"""Rounds: how one script of a table ends and the next begins.

When a script is over, what the table remembers moves on by its events and the round is summed up on record. The next one begins
with everything that was waiting for it, by the law that holds then; and where nothing has happened in a round yet but wagers,
it is begun again with what has changed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from houseway.floor import hand_pays
from houseway.floor.changing_over import law_for
from houseway.floor.entries import read_event, write_event, write_wager
from houseway.floor.entries_back import entries_back
from houseway.floor.gaming_day import gaming_day
from houseway.floor.law import law_doc
from houseway.floor.settling import Position, position
from houseway.floor.state import State
from houseway.floor.windows import chips_in_window, may_lie
from houseway.forms import Doc
from houseway.play.driver import Progress
from houseway.play.events import (
    GivenBack,
    LeftLying,
    PickedUp,
    PlayerLeft,
    Ruled,
    Settled,
    TableCloses,
    ToldOfSeat,
    WentWrong,
)
from houseway.play.notation import write_round
from houseway.play.prompts import Prompt, TakeWagers
from houseway.play.remembering import changed, memories, remembered
from houseway.play.states import Outcome
from houseway.play.wagers import Sign, Wager

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Table


def finish(table: Table, draft: Draft, progress: Progress[object]) -> None:
    """The script is over: what the table remembers moves on, and the next script begins."""
    state = draft.state
    carry = left_behind(table, table.carried(state), progress)
    if state.script == "play":
        draft.note("round-over", **_summary(table, state, progress))
        draft.over = True
        hand_pays.note_wins(table, draft, state.round, [step for step in progress.steps if isinstance(step, Settled)])
        _tell_idle(table, draft, state)
        _excluded_go(table, draft, progress)
    begin(table, draft, carry, left=position(progress.steps, chips_in_window(progress)))
    if any(isinstance(event, TableCloses) for event in progress.events):
        draft.note("closed")


def left_behind(table: Table, carry: object, progress: Progress[object]) -> object:
    """What a table remembers once a script is over."""
    for event in progress.events:
        carry = table.game.carry(carry, event)
    if any(isinstance(event, Ruled) and event.ruling == "invalidate" for event in progress.events):
        carry = table.game.carry(carry, PickedUp(table.general.refund.by))  # an invalidated hand is cleared away
    return carry


def _excluded_go(table: Table, draft: Draft, progress: Progress[object]) -> None:
    """Who was excluded during the round has played it out: the seat is free, and the bank if it was that player's."""
    played = {step.wager.player for step in progress.steps if isinstance(step, Settled)}
    for player in draft.state.excluded:
        if player in played or draft.state.seat_of(player) is not None:
            left = PlayerLeft(table.general.exclude.by, player)
            draft.events.append(left)
            draft.note("left", player=player, event=write_event(left))


def _tell_idle(table: Table, draft: Draft, before: State) -> None:
    """Whoever sits out hears of it one round before the seat may be asked for."""
    rule = table.general.idle_seat
    for seat in draft.state.seats if rule is not None else ():
        was = before.seat_of(seat.player)
        if rule is not None and was is not None and was.idle < seat.idle == rule.value - 1:
            draft.tell(ToldOfSeat(rule.by, seat.player, 1))


def _summary(table: Table, state: State, progress: Progress[object]) -> dict[str, Doc]:
    lines = [step for step in progress.steps if isinstance(step, Settled)]
    wagered = {line.wager.player for line in lines}
    taken = {seat.area for seat in state.seats} | {line.wager.area for line in lines}
    others = set(range(1, state.sign.areas + 1)) - taken  # areas where nobody sits or plays
    idle = {seat.player: 0 if seat.player in wagered or others - {seat.area} else seat.idle + 1 for seat in state.seats}
    if not any(isinstance(prompt, TakeWagers) for prompt, _ in progress.answers):  # nobody could wager
        idle = {seat.player: seat.idle for seat in state.seats}
    return {
        "round": state.round,
        "carry": state.carry,
        "tape": list(state.tape),
        "lines": [write_event(line) for line in lines],
        "idle": idle,
        "notation": write_round(state.book, table.carried(state), progress, state.policies, state.corrections),
        "edition": table.edition.digest,
        "law": law_doc(state.law),
        "dealer": state.dealer,
        **({"counts": _counts(progress)} if state.tournament is not None else {}),
    }


def _counts(progress: Progress[object]) -> bool:
    """Whether a hand of a tournament counts as played: a stand-off does; one that was invalidated, or that is void because
    something went wrong, is played again."""
    events = progress.events
    if any(isinstance(event, Ruled) and event.ruling == "invalidate" for event in events):
        return False
    lines = [event for event in events if isinstance(event, Settled)]
    all_void = bool(lines) and all(line.outcome in (Outcome.VOID, Outcome.RETURNED) for line in lines)
    return not (all_void and any(isinstance(event, WentWrong) for event in events))


def begin(
    table: Table,
    draft: Draft,
    carry: object = None,
    left: Position | None = None,
    same_round: bool = False,
    other_sign: Sign | None = None,
) -> None:
    """Begins the next script, with everything that was waiting for it, by the law that holds now; the table reads its
    own sign. ``left`` is what the round before has not decided: it is still held. A round of which anything has happened
    goes on by the law and the sign that it began with, and what has changed holds from the next."""
    if carry is None:
        carry = table.carried(draft.state)
    for doc in draft.state.waiting:
        carry = table.game.carry(carry, read_event(doc))
    lay = remembered(carry).lying
    if draft.state.excluded:  # who is excluded takes no further part, nor do the chips
        stay = tuple(w for w in remembered(carry).lying if w.player not in draft.state.excluded)
        carry = changed(carry, lying=stay)
    day = gaming_day(draft.order.at)
    carry = _warned_today(table, draft.state.day, day, carry)
    law = draft.state.law
    if not same_round:
        law, carry = law_for(table, draft, carry)
    assert law is not None
    state = draft.state
    sign = other_sign or (table.sign if same_round else state.sign)
    script, tape, progress = table.started(replace(state, law=law), carry, sign)
    # The chips of this round stay where they lie; a new one begins with what was left of the round before.
    again = not draft.over and state.script == "play" and isinstance(progress.prompt, TakeWagers)
    kept = again and state.law is not None and law.digest == state.law.digest
    chips, back = may_lie(progress.prompt, state.chips if kept else chips_in_window(progress))
    if same_round and state.chips and (back or not again):
        return  # what waits would take away the place of wagers that lie already: it waits for the next round
    events = progress.events
    if back:
        by = table.general.refund.by
        carry = table.game.carry(carry, LeftLying(by, chips))
        script, tape, progress = table.started(replace(state, law=law), carry, sign)
        events = [GivenBack(by, back), *progress.events]
    entries_back(table, draft, [wager for wager in lay if wager not in remembered(carry).lying])
    before = position((), state.chips) if again else Position()
    for player, (held, _) in (left or {}).items():
        before[player] = (held + before.get(player, (0, 0))[0], 0)
    draft.events.extend(events)
    for step in progress.steps:
        if isinstance(step, Prompt):
            table.cited(step.by, "prompt")
    draft.note(
        "began",
        table.moves(before, position(progress.steps, chips)),
        script=script,
        carry=table.game.write_carry(carry),
        tape=tape,
        chips=[write_wager(wager) for wager in chips],
        confirmed=list(state.confirmed) if kept else [],
        **_still_ready(state, back if kept else None),
        events=[write_event(event) for event in events],
        law=law_doc(law),
        day=day,
    )


def _still_ready(state: State, back: tuple[Wager, ...] | None) -> dict[str, Doc]:
    """Whoever said that they need no more time has said it, whoever sits down or leaves meanwhile, unless their own chips went
    back. A round that is another one begins with nobody ready."""
    if back is None or not state.ready:
        return {}
    return {"ready": [player for player in state.ready if all(wager.player != player for wager in back)]}


def _warned_today(table: Table, was: str, day: str, carry: object) -> object:
    """What was told a player for the day is over with it, and holds at every table of the book meanwhile."""
    known = remembered(carry).warned
    warned = (known if was in ("", day) else frozenset()) | table.warned_elsewhere(day)
    return carry if warned == known else changed(carry, warned=warned)


def begin_again(table: Table, draft: Draft, sign: Sign | None = None) -> None:
    """If nothing has happened in this round but wagers, what waits for the next round applies to this one. ``sign`` is
    another one for it, where a change of the sign holds at once whatever lies."""
    state = draft.state
    if table.untouched(state) or (state.script == "prepare" and len(state.tape) <= 1):
        begin(table, draft, left=position(table.progress.steps), same_round=table.begun(table.state), other_sign=sign)


def begin_without(table: Table, draft: Draft, names: Collection[str]) -> None:
    """The coming round begins without some players: what earlier rounds left lying of theirs, or running, is theirs again."""
    carry = table.carry()
    known = remembered(carry)
    lying = tuple(wager for wager in known.lying if wager.player not in names)
    running = tuple(one for one in known.running if one.wager.player not in names)
    carry = changed(carry, lying=lying, running=running)
    entries_back(table, draft, [wager for wager in known.lying if wager not in lying])
    begin(table, draft, carry, left=position(table.progress.steps), same_round=table.begun(table.state))


def begin_cleared(table: Table, draft: Draft) -> None:
    """The next script begins with nothing on the layout; what lay there has gone back."""
    carry = table.carry()
    entries_back(table, draft, remembered(carry).lying)
    begin(table, draft, changed(carry, lying=()), left=position(table.progress.steps))


def same_warnings(table: Table, at: datetime) -> bool:
    if "warned" not in memories(table.game.carry_type):
        return True
    carry, was = table.carry(), table.state.day
    return _warned_today(table, was, gaming_day(at), carry) is carry


def warned_meanwhile(table: Table, draft: Draft) -> bool:
    """Somebody who plays here was warned at another table since this round began: it counts for what they have yet to
    decide, and not for what they have decided before they were told."""
    state = table.state
    if state.script != "play":
        return False
    carry = table.carried(state)
    decided = remembered(table.carry_by_now()).warned | state.choices.keys()
    players = table.warned_elsewhere(state.day) - decided
    if not players:
        return False
    carry = changed(carry, warned=remembered(carry).warned | players)
    draft.note("warned-elsewhere", players=sorted(players), carry=table.game.write_carry(carry))
    return True
