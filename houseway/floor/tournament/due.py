"""Due: what comes next in a tournament, as it stands and as its tables do.

It is what the director's page offers, and what the house does by itself in a tournament that it runs. Each is an order like any
other: whoever gives it, the desk decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from houseway.floor.tournament import drawing, sessions
from houseway.floor.tournament.at_table import between_hands
from houseway.floor.tournament.desk import TournamentDesk
from houseway.floor.tournament.state import Phase
from houseway.forms import Doc
from houseway.values import field, value


@value
class Due:
    act: str
    words: str
    details: dict[str, Doc] = field(default_factory=dict)


def due(desk: TournamentDesk, at: datetime) -> list[Due]:
    """What can be done next, in the order in which it is usually done."""
    return list(_due(desk, at))


def _due(desk: TournamentDesk, at: datetime) -> Iterator[Due]:
    state = desk.state
    match state.phase:
        case Phase.APPROVED:
            yield Due("publish", "Publish the conditions and open entries")
        case Phase.ENTRIES_OPEN:
            yield from _entries(desk, at)
        case Phase.ENTRIES_CLOSED | Phase.BETWEEN:
            yield from _between(desk, at)
        case Phase.PLAYING:
            for table in state.playing:
                yield from at_table(desk, table, at)
        case Phase.PLAYED:
            yield Due("pay prize", "Pay the prizes")


def _entries(desk: TournamentDesk, at: datetime) -> Iterator[Due]:
    state, entry = desk.state, desk.state.conditions.entry
    if entry is None:
        yield Due("close entries", "Close entries")
        return
    count = len(state.still_in)
    over = bool(entry.closes) and at >= datetime.fromisoformat(entry.closes)
    if count >= entry.least and (over or count >= entry.most or not entry.closes):
        yield Due("close entries", "Close entries")
    elif over:
        yield Due("cancel", "Call it off: too few have entered", {"why": "too few have entered"})


def _between(desk: TournamentDesk, at: datetime) -> Iterator[Due]:
    state, stage = desk.state, desk.state.stage_now
    if stage is None:
        return
    law = desk.stage_law(at)
    if not drawing.tables_for(desk, stage):
        yield Due("designate", f"Name the tables of {stage.name}")
    elif not state.drawn:
        yield Due("draw", f"Draw the seats of {stage.name}")
    elif law.needs_director and not state.briefed:
        yield Due("brief", "The players are briefed and understand the conditions")
    elif state.session < len(state.drawn):
        number = f", session {state.session + 1} of {len(state.drawn)}" if len(state.drawn) > 1 else ""
        yield Due("begin session", f"Begin {stage.name}{number}")


def at_table(desk: TournamentDesk, name: str, at: datetime) -> Iterator[Due]:
    """What is due at one table of a session."""
    state, table, stage = desk.state, desk.table(name), desk.state.stage_now
    now = state.playing[name]
    here = None if table is None else table.state.tournament
    if table is None or here is None or stage is None or now.over:
        return
    where: dict[str, Doc] = {"table": name}
    if here.until is None and sessions.time_up(stage, now, at):
        yield Due("call time", "Time is up: the hand under way is the last")
    elif here.played > now.hand:
        yield Due("count", f"Count the chips at {name}", where)
    elif not between_hands(table):
        return  # what is under way comes first
    elif here.waits and here.played < here.hands:
        yield Due("mark", f"Hand {here.played} at {name}: the lowest goes out", where)
    elif (
        (here.hands and here.played >= here.hands)
        or (here.waits and stage.minutes)
        or sessions.ends_by_itself(state, now)
    ):
        yield Due("end table", f"The session is over at {name}", where)
