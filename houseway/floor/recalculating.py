"""Recalculating: the wrong outcome was entered, or nothing proves one terminal's wagers, and every result since is found anew.

The spin is run again with what really happened, and every later spin with its own wagers and outcome on top of what
that one now leaves behind: sequences go on otherwise, and so they may be won or lost otherwise. The money that moves is
the difference between the two runs of all these spins together, and it is moved for whoever had the terminal then. Nothing is
erased; both versions stay on record. Somebody other than who asks for a recalculation signs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.floor import terminals
from houseway.floor.acts import ActsOf
from houseway.floor.entries import write_event
from houseway.floor.holders import Holders
from houseway.floor.judged_again import Runs, add_up, notation_of, other_chips
from houseway.floor.last_judged import recorded
from houseway.floor.people import same_name
from houseway.floor.rerunning import NotAsRecorded, as_recorded, run_again
from houseway.floor.settling import position
from houseway.floor.terminals import NO_TERMINALS
from houseway.forms import Doc, read
from houseway.law.clause import Basis
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.driver import Inadmissible, Progress, run
from houseway.play.events import Laid
from houseway.play.prompts import Spin, TakeWagers
from houseway.play.remembering import changed, remembered
from houseway.play.terminals import Terminals
from houseway.play.wagers import Wager

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

Change = Callable[[list[Doc], int], list[Doc]]  # of a spin's tape, which has its outcome at this place


def recalculate(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """``spin`` had the outcome ``actual``; without one it is void, because nothing proves what was wagered."""
    by, details = rules.faults.recalculate.by, order.details
    number = read(int, details.get("spin"), "spin")
    reason = read(str, details.get("reason", ""), "reason")
    asked_by = read(str, details.get("asked_by", ""), "asked_by")
    if not asked_by or same_name(asked_by, order.who.name):
        return Refused(by, "somebody else must ask for it: whoever asks for a recalculation cannot sign it")
    if not table.state.status.is_frozen:
        return Refused(by, "freeze all accounts first")
    if not reason:
        return Refused(by, "say how the wrong entry was found")
    actual = details.get("actual")
    answer: Doc = {"irregularity": "unconfirmed"} if actual is None else str(actual)
    about = dict(spin=number, actual=actual, asked_by=asked_by, reason=reason)
    return _again(table, draft, number, lambda tape, at: [*tape[:at], answer, *tape[at + 1 :]], by, (), about)


def fault(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """A malfunction: of the spin under way, or of one terminal in a ``spin`` that is settled. Records matter only for a spin
    whose period has expired: where they prove nothing and another period is open, the last settled spin is meant."""
    details, faults = order.details, rules.faults
    number = read(int | None, details.get("spin"), "spin")
    unproven = read(str, details.get("records", "complete"), "records") != "complete"
    if number is None and unproven and "station" in details and isinstance(table.prompt, TakeWagers):
        number = table.state.round - 1
    if number is None or number == table.state.round:
        if table.state.status.is_frozen:
            return Refused(faults.recalculate.by, "all accounts are frozen until a supervisor releases them")
        return terminals.fault(table, draft, order, rules)
    by = faults.terminal_late.by
    if "station" not in details:
        return Refused(faults.system_late.by, f"spin {number} is settled; the whole of it is void by a recalculation")
    if not unproven:
        return Refused(by, f"the records prove what lay there in spin {number}, and so it stands")
    station = read(str, details["station"], "station")
    void: Doc = {"irregularity": f"unproven:{station}"}
    if nothing := _nothing_to_void(table, number, station, void):
        return Refused(by + faults.unproven.by, nothing)
    chips = tuple(wager for wager in table.state.chips if wager.player != station)
    about = dict(spin=number, station=station, reason="no record proves what lay there")
    by = by + faults.unproven.by
    decision = _again(table, draft, number, lambda tape, at: [*tape[:at], void, *tape[at:]], by, chips, about)
    if isinstance(decision, Accepted):
        draft.note("fault", station=station, spin=number, proven=False)
        if station in draft.state.stations:
            terminals.out_of_order(draft, station)
    return decision


def _nothing_to_void(table: Table, number: int, station: str, void: Doc) -> str:
    """Why no wager of a terminal can be void in a settled spin; "" where one can, or where there is no such spin."""
    doc = next((spin for spin in recorded(table, number) if spin["round"] == number), None)
    if doc is None:
        return ""
    if void in doc["tape"]:
        return f"what lay at {station} in spin {number} is void already"
    laid = (event for event in as_recorded(table.ledger, doc).events if isinstance(event, Laid))
    if any(wager.player == station for event in laid for wager in event.wagers):
        return ""
    return f"nothing was laid at {station} in spin {number}"


def _again(
    table: Table, draft: Draft, number: int, change: Change, by: Basis, chips: tuple[Wager, ...], about: dict[str, Doc]
) -> Decision:
    """Runs a settled spin on a changed tape, and every later one on what it leaves behind."""
    spins = recorded(table, number)
    if not spins or spins[0]["round"] != number:
        return Refused(by, f"there is no settled spin {number} at this table")
    if (closed := other_chips(table, number, by)) is not None:
        return closed
    holders, game = Holders(table), table.game
    runs = Runs(lambda round, wager: holders.of(round, wager).name)
    carry = game.read_carry(spins[0]["carry"])
    try:
        for turn, doc in enumerate(spins):
            was, tape = as_recorded(table.ledger, doc), list(doc["tape"])
            if turn == 0:
                tape = change(tape, _outcome_at(was))
            now = run_again(table.ledger, doc, tape, carry)
            kept = game.write_carry(carry)
            notation = notation_of(table, doc, kept, now)
            runs.add(doc, was, now, carry=kept, tape=tape, notation=notation, recalculated=True)
            for event in now.events:
                carry = game.carry(carry, event)
    except Inadmissible as wrong:
        return Refused(by + wrong.refused.by, wrong.refused.because)
    except NotAsRecorded as wrong:
        return Refused(by, str(wrong))
    about |= {"was": _result(spins[0]), "is": _result(runs.rounds[0])}
    return _enter(table, draft, runs, _of_today(carry, holders), holders, chips, by, about)


def _outcome_at(progress: Progress[object]) -> int:
    """Where in the tape the outcome stands: the last answer to a spin."""
    return max(at for at, (prompt, _) in enumerate(progress.answers) if isinstance(prompt, Spin))


def _result(doc: dict[str, Doc]) -> str:
    """What a spin came to, as its tape ends: a number, or that it is void."""
    last = doc["tape"][-1]
    return last if isinstance(last, str) else "void"


def _of_today(carry: object, holders: Holders) -> object:
    """Sequences that run on: at the terminal they began at, or under its owner's own name if somebody else has it today."""
    running = []
    for one in remembered(carry).running:
        holder = holders.of(0, one.wager)
        name = one.wager.player if holder.name == one.wager.player else holder.person
        running.append(one.under(name))
    return changed(carry, running=tuple(running))


def _enter(
    table: Table, draft: Draft, runs: Runs, carry: object, holders: Holders, chips: tuple[Wager, ...], by: Basis,
    about: dict[str, Doc],
) -> Decision:  # fmt: skip
    """The spin that is under way goes on from the corrected past: open wagers go back, closed ones stand."""
    state = table.state
    is_open = isinstance(table.prompt, TakeWagers)
    tape = list(state.tape[:1]) if is_open else list(state.tape)
    stay = chips if is_open else ()
    now = run(table.game.play(table.terms, carry), tape, table.general)
    add_up(runs.before, position(table.progress.steps, state.chips))
    add_up(runs.after, position(now.steps, stay))
    owing = holders.put_right(runs.before, runs.after)
    draft.events.extend(runs.instead)
    draft.taken_back.extend(runs.taken_back)
    draft.note(
        "recalculated",
        tuple(owing.moves),
        rounds=runs.rounds,
        carry=table.game.write_carry(carry),
        tape=tape,
        chips=[[w.player, w.area, w.spot, w.cents] for w in stay],
        taken_back=[write_event(event) for event in runs.taken_back],
        events=[write_event(event) for event in runs.instead],
        owed=holders.owed(owing),
        **about,
    )
    return Accepted(by)


ACTS = ActsOf(
    lambda book: book.terminals, lambda general, act: NO_TERMINALS, {"recalculate": recalculate, "fault": fault}
)
