"""Changing over: between two rounds, at the hour of a change, a table goes on by the law that holds then.

Players and dealer are told what changed, with its clauses. What lay ready under the old law is judged by the new one: a sign
or a set-up that it does not allow freezes the table, and that table alone, with the reason; wagers left lying that it does
not admit go back by the book's own rule for refunds; a shoe of other decks is made up and shuffled anew. A round of which
anything has happened, one chip of its own, ends by the law that it began under.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from houseway.floor.entries import write_event
from houseway.floor.fitting import unfit
from houseway.floor.law import Law, change_of_law, law_at
from houseway.floor.state import State
from houseway.forms import Doc
from houseway.games import chapters_of
from houseway.law.clause import NO_CLAUSE
from houseway.law.library import BadBook
from houseway.law.rulebook import Edition
from houseway.play.dealing import Decks
from houseway.play.decision import Refused
from houseway.play.events import Event, GivenBack, LeftLying
from houseway.play.prompts import TakeWagers
from houseway.play.remembering import changed, remembered
from houseway.play.script import HasGeneral

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Table


def moment_of(state: State, at: datetime) -> datetime:
    """The moment whose law holds: the clock's, or the one that a table is held to."""
    return datetime.fromisoformat(state.moment) if state.moment else at


def law_for(table: Table, draft: Draft, carry: object) -> tuple[Law, object]:
    """The law of the round that is to begin, and what the table remembers as that law has it."""
    state = draft.state
    assert state.law is not None
    try:
        after, law = law_at(state.book, moment_of(state, draft.order.at), state.policies)
    except (
        ValueError,
        LookupError,
        BadBook,
    ) as wrong:  # not in force, a policy that is none any more, a book that is gone
        _stop(draft, Refused(NO_CLAUSE, str(wrong), "misread"))
        return state.law, carry
    if after.digest == state.law.digest:
        return law, carry
    refused = unfit(table.game, after, state.set_up)
    if refused is not None:
        _stop(draft, refused)
        return state.law, carry
    events: list[Event] = [change_of_law(table.edition_of(state), after)]
    carry = _fitted(table, draft, after, law, carry, events)
    draft.events.extend(events)
    draft.note("changed-over", events=[write_event(event) for event in events], digest=law.digest)
    return law, carry


def unfit_at(table: Table, at: datetime) -> Refused | None:
    """Why the law of a moment does not let this table stand as it is; None if it does."""
    state = table.state
    try:
        after, _ = law_at(state.book, moment_of(state, at), state.policies)
    except (ValueError, LookupError, BadBook) as wrong:
        return Refused(NO_CLAUSE, str(wrong), "misread")
    return unfit(table.game, after, state.set_up)


def _stop(draft: Draft, refused: Refused) -> None:
    """This table does not go on; every other does."""
    if draft.state.status.is_open:
        cited = f" ({refused.by})" if refused.by.clauses else ""
        draft.note("frozen", why=f"the law that holds now does not fit this table: {refused.because}{cited}")


def _fitted(
    table: Table, draft: Draft, after: Edition[HasGeneral], law: Law, carry: object, events: list[Event]
) -> object:
    """What the table remembers, as far as the new law has room for it."""
    before = table.edition_of(draft.state)
    if _decks(before) != _decks(after):
        carry = changed(carry, shoe=remembered(table.game.begin(after.terms, draft.state.set_up)).shoe)
    if not remembered(carry).lying:
        return carry
    _, _, progress = table.started(replace(draft.state, law=law), carry)
    window = progress.prompt
    if not isinstance(window, TakeWagers):
        return carry
    stay: list[Doc] = []
    for wager in window.laid:
        if not isinstance(window.offer(stay, wager), Refused):
            stay.append(wager)
    if len(stay) < len(window.laid):
        by = chapters_of(after).general.refund.by
        events.append(GivenBack(by, tuple(wager for wager in window.laid if wager not in stay)))
        events.append(LeftLying(by, tuple(stay)))
        carry = table.game.carry(carry, events[-1])
    return carry


def _decks(edition: Edition[HasGeneral]) -> Decks | None:
    decks = chapters_of(edition).decks
    return None if decks is None else decks.value
