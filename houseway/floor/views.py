"""Views: what one person at a table sees of it.

A page, a terminal or an agent asks here and gets a ``View``: nothing in it is hidden from that person, and nothing that
the person may not see is in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from houseway.floor.table import Table
from houseway.law.clause import Basis
from houseway.law.rulebook import Rulebook
from houseway.play.events import Settled
from houseway.play.felt import Felt, felt
from houseway.play.prompts import Choose, ChooseEach, Draw, Prompt, TakeWagers
from houseway.play.script import HasGeneral, Step
from houseway.play.states import STATE_IN, State
from houseway.play.view import View

DEALER = "dealer"
NO_FELT = Felt()


def view_of(table: Table, viewer: str = "", last: Felt = NO_FELT) -> View:
    """The table as a player of that name, the dealer, or (without a name) an onlooker sees it."""
    state, progress = table.state, table.progress
    standing, by = state_of(table)
    window = table.window
    return View(
        table=state.table,
        book=state.book,
        title=table.book.title.partition(" (")[0],
        rules=citation(table.book),
        viewer=viewer,
        status=state.status,
        state=standing,
        round=state.round,
        felt=felt(progress.steps, viewer),
        last=last,
        chips=state.chips,
        window="" if window is None or not state.status.is_open else window.window,
        sign=replace(table.sign, seated={}),
        seats=tuple((seat.player, seat.area) for seat in state.seats),
        prompt=prompt_for(table.prompt, viewer),
        terms=table.terms,
        by=by,
        due="" if table.prompt is None else table.prompt.due_at,
        decides=table.prompt.player if asks_player(table.prompt) else "",
        record=_record(table),
        meter=None if state.sign.jackpot is None else table.meter(state.sign.jackpot.name),
        colours=table.remembered().colours,
    )


def _record(table: Table) -> str:
    """The rounds behind the one on the table, and that one too once it is decided."""
    if table.game.record is None:
        return ""
    carry = table.carry()
    for event in table.progress.events:
        carry = table.game.carry(carry, event)
    return table.game.record(carry)


def asks_player(prompt: Prompt | None) -> TypeGuard[Choose]:
    """Whether one player has to decide."""
    return isinstance(prompt, Choose) and bool(prompt.player)


def prompt_for(prompt: Prompt | None, viewer: str) -> Prompt | None:
    """The prompt, if it is for this viewer to answer or to carry out, or leaves room for an act of theirs."""
    if viewer == DEALER:
        return prompt and prompt.seen_by(viewer)
    if isinstance(prompt, ChooseEach) and viewer in prompt.players:
        return prompt.seen_by(viewer)
    if isinstance(prompt, Choose) and viewer and prompt.player == viewer:
        return prompt.seen_by(viewer)
    if prompt is not None and viewer and prompt.room_for(viewer) is not None:
        return prompt.seen_by(viewer)
    return None


def state_of(table: Table) -> tuple[State, Basis]:
    """Where a table stands, as its header tells it, and what that rests on."""
    general, prompt = table.general, table.prompt
    if table.state.status.is_frozen:
        return State.FROZEN, general.disorder.by
    if table.state.status.is_closed:
        return State.CLOSED, general.closing.by
    if table.state.script == "prepare":
        return State.PREPARING, prompt.by if prompt is not None else general.lock.by
    return state_in_round(table, table.progress.steps, prompt)


def state_in_round(table: Table, steps: Sequence[Step], prompt: Prompt | None) -> tuple[State, Basis]:
    """Where a round stands that has come so far and asks this; None where it goes on by itself, or is over."""
    if isinstance(prompt, TakeWagers):
        return STATE_IN.get(prompt.window, State.WAGERING), prompt.by
    if isinstance(prompt, ChooseEach) or asks_player(prompt):
        return State.DECIDING, prompt.by
    settled = [step for step in steps if isinstance(step, Settled)]
    if settled and not isinstance(prompt, Draw):
        return State.SETTLED, settled[-1].by
    return State.LOCKED, table.general.lock.by


def citation(book: Rulebook[HasGeneral]) -> str:
    """A book in a few words, for a header: "Victoria, S 20 of 1997"."""
    number = re.search(r"\bS ?(\d+)", book.instrument)
    if book.commences is None:
        return f"{book.jurisdiction}, undated copy"
    short = book.jurisdiction if len(book.jurisdiction) <= 15 else book.short
    return f"{short}, S {number.group(1)} of {book.commences.year}" if number else f"{short}, {book.commences.year}"
