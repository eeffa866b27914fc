"""Recalculating: the wrong outcome was entered, and every result since is worked out anew.

The spin is run again with what really happened, and every later spin with its own wagers and outcome on top of what
that one now leaves behind: sequences go on otherwise, and so they may be won or lost otherwise. The money that moves is
the difference between the two runs of all these spins together. Nothing is erased; both versions stay on record. Somebody
other than who asks for it signs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.floor.acts import ActsOf
from houseway.floor.judged_again import recorded
from houseway.floor.rerunning import NotAsRecorded, as_recorded, run_again
from houseway.floor.settling import Position, position, transfers
from houseway.floor.terminals import NO_TERMINALS
from houseway.forms import Doc, read
from houseway.law.clause import Basis
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.driver import Inadmissible, Progress, run
from houseway.play.events import Event, Settled
from houseway.play.notation import write_round
from houseway.play.prompts import Spin, TakeWagers
from houseway.play.terminals import Terminals

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table


def recalculate(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """``spin`` had the outcome ``actual``; without one it is void, because nothing proves what was wagered."""
    by, details = rules.faults.recalculate.by, order.details
    number = read(int, details.get("spin"), "spin")
    reason = read(str, details.get("reason", ""), "reason")
    asked_by = read(str, details.get("asked_by", ""), "asked_by")
    if not asked_by or asked_by == order.who.name:
        return Refused(by, "somebody else must ask for it: whoever asks for a recalculation cannot sign it")
    if table.state.status != "frozen":
        return Refused(by, "freeze all accounts first")
    if not reason:
        return Refused(by, "say how the wrong entry was found")
    actual = details.get("actual")
    answer: Doc = {"irregularity": "unconfirmed"} if actual is None else str(actual)
    spins = recorded(table, number)
    if not spins or spins[0]["round"] != number:
        return Refused(by, f"there is no settled spin {number} to recalculate")
    try:
        replayed = _replay(table, spins, answer)
    except Inadmissible as wrong:
        return Refused(by + wrong.refused.by, wrong.refused.because)
    except NotAsRecorded as wrong:
        return Refused(by, str(wrong))
    return _enter(table, draft, replayed, by, dict(spin=number, actual=actual, asked_by=asked_by, reason=reason))


class _Replayed:
    """Two runs of the same spins: as entered, and as they were."""

    def __init__(self) -> None:
        self.before = Position()
        self.after = Position()
        self.taken_back: list[Event] = []
        self.instead: list[Event] = []
        self.rounds: list[dict[str, Any]] = []
        self.carry: Any = None


def _replay(table: Table, spins: list[dict[str, Any]], answer: Doc) -> _Replayed:
    from houseway.floor.table import write_event

    out, game = _Replayed(), table.game
    carry = game.read_carry(spins[0]["carry"])
    for turn, doc in enumerate(spins):
        before = as_recorded(table.ledger, doc)
        tape = list(doc["tape"])
        if turn == 0:
            tape[_outcome_at(before)] = answer
        after = run_again(table.ledger, doc, tape, carry)
        _add(out.before, before)
        _add(out.after, after)
        old, new = _lines(before), _lines(after)
        out.taken_back.extend(line for line in old if line not in new)
        out.instead.extend(line for line in new if line not in old)
        notation = write_round(table.state.book, carry, after)
        lines = [write_event(line) for line in new]
        out.rounds.append(
            {
                **doc,
                "carry": game.write_carry(carry),
                "tape": tape,
                "lines": lines,
                "notation": notation,
                "recalculated": True,
            }
        )
        for event in after.events:
            carry = game.carry(carry, event)
    out.carry = carry
    return out


def _outcome_at(progress: Progress[Any]) -> int:
    """Where in the tape the outcome stands: the last answer to a spin."""
    return max(at for at, (prompt, _) in enumerate(progress.answers) if isinstance(prompt, Spin))


def _lines(progress: Progress[Any]) -> list[Settled]:
    return [step for step in progress.steps if isinstance(step, Settled)]


def _add(sums: Position, progress: Progress[Any]) -> None:
    """What the house won from each player in a spin."""
    for player, (_, house) in position(progress.steps).items():
        sums[player] = (0, sums.get(player, (0, 0))[1] + house)


def _enter(table: Table, draft: Draft, replayed: _Replayed, by: Basis, about: dict[str, Any]) -> Decision:
    """The spin that is under way goes on from the corrected past: open wagers go back, closed ones stand."""
    from houseway.floor.table import write_event

    state = table.state
    tape = list(state.tape[:1]) if isinstance(table.prompt, TakeWagers) else list(state.tape)
    now = run(table.game.play(table.terms, replayed.carry), tape, table.general)
    before, after = Position(replayed.before), Position(replayed.after)
    for sums, progress, chips in ((before, table.progress, state.chips), (after, now, ())):
        for player, (on_table, house) in position(progress.steps, chips).items():
            sums[player] = (on_table, sums.get(player, (0, 0))[1] + house)
    moves = transfers(state.table, before, after, table.ledger.balance, table.purse, correcting=True)
    draft.events.extend(replayed.instead)
    draft.taken_back.extend(replayed.taken_back)
    draft.note(
        "recalculated",
        moves,
        rounds=replayed.rounds,
        carry=table.game.write_carry(replayed.carry),
        tape=tape,
        taken_back=[write_event(event) for event in replayed.taken_back],
        events=[write_event(event) for event in replayed.instead],
        **about,
    )
    return Accepted(by)


ACTS = ActsOf(lambda book: book.terminals, lambda general, act: NO_TERMINALS, {"recalculate": recalculate})
