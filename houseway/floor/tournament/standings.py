"""Standings: who is ahead of whom at this moment, where the cut lies, and what somebody needs to be above it.

Chips count in hand and on the table, a form's with them, so what is secret stays so: nobody's total changes before a hand is
over.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from houseway.floor.tournament.desk import TournamentDesk
from houseway.floor.tournament.sessions import counted, standing_of
from houseway.floor.tournament.state import Part, Place, Result, TableNow
from houseway.money import Cents
from houseway.play import tournament_ranking as ranking
from houseway.play.conditions import Stage
from houseway.play.tournament_ranking import Standing
from houseway.values import value


@value
class Row:
    """One line of the leader board."""

    entrant: str
    place: int
    chips: Cents
    table: str = ""
    player: str = ""  # who sits there, where it is a substitute
    part: Part = Part.IN
    goes_on: bool = False  # as it stands
    house: bool = False
    away: bool = False
    out_at: int = 0  # the hand after which they went out


@value
class TableRow:
    """A table of the session: how far it is."""

    name: str
    hand: int  # played
    hands: int
    next_out: int  # the next hand after which somebody goes out; 0: none
    over: bool
    rows: tuple[Row, ...]
    waits: bool = False

    @property
    def left(self) -> int:
        return max(0, self.hands - self.hand)


@value
class Need:
    """What somebody needs to go on, as it stands, and in the last stage to win: how far they are behind the last who does, level
    with them, or ahead of the first who does not."""

    place: int
    of: int
    go_on: int  # how many do
    behind: Cents = 0
    ahead: Cents = 0

    @property
    def is_level(self) -> bool:
        return not self.behind and not self.ahead


def board(desk: TournamentDesk) -> list[TableRow]:
    """The tables of the session that is played, each with its players in order."""
    stage = desk.state.stage_now
    return [] if stage is None else [_table(desk, stage, name, now) for name, now in desk.state.playing.items()]


def _table(desk: TournamentDesk, stage: Stage, name: str, now: TableNow) -> TableRow:
    table, state = desk.table(name), desk.state
    here = None if table is None else table.state.tournament
    live = now.over or table is None or here is None or here.name != desk.name
    chips = dict(now.chips) if live else counted(desk, table, now)  # type: ignore[arg-type]
    gone = [one for one in state.results if one.table == name and one.session == state.session]
    standings = [standing_of(state, one, cents) for one, cents in chips.items()]
    standings += [standing_of(state, one.entrant, one.chips, one.hand) for one in gone if one.hand]
    played = now.hand if here is None else here.played
    marks = [hand for hand in stage.out_at if hand > played]
    rows = _rows(desk, standings, {one.entrant: name for one in standings}, stage.advance)
    waits = here is not None and here.waits
    return TableRow(name, played, stage.hands, marks[0] if marks else 0, now.over, tuple(rows), waits)


def _rows(desk: TournamentDesk, standings: Iterable[Standing], tables: dict[str, str], go_on: int) -> list[Row]:
    rows: list[Row] = []
    for group in ranking.in_order(standings, ()):
        place = len(rows) + 1
        for one in group:
            entrant = desk.state.entrants[one.entrant]
            rows.append(
                Row(
                    one.entrant,
                    place,
                    one.chips,
                    tables.get(one.entrant, ""),
                    entrant.plays_by,
                    entrant.part,
                    len(rows) < go_on and not one.hand,
                    entrant.house,
                    entrant.away,
                    one.hand,
                )
            )
    return rows


def everybody(desk: TournamentDesk) -> list[Row]:
    """All who take part, in one list: those who play by their chips, then those who are out by how far they came."""
    state = desk.state
    done = {result.entrant: result for result in state.results}
    if state.places:
        return [_in_the_end(desk, place, done) for place in state.places]
    tables = {row.entrant: table.name for table in board(desk) for row in table.rows}
    chips = {row.entrant: row.chips for table in board(desk) for row in table.rows}
    standings: list[Standing] = []
    for one in state.entered:
        if one.part is Part.DISQUALIFIED:
            continue
        if one.name in chips and one.part is Part.IN:
            standings.append(standing_of(state, one.name, chips[one.name], 0, state.stage))
        elif one.name in done:
            standings.append(standing_of(state, one.name, done[one.name].chips, done[one.name].hand, state.stage))
        elif one.exit is not None:
            standings.append(standing_of(state, one.name, one.exit.chips, one.exit.hand, one.exit.stage))
        else:
            standings.append(standing_of(state, one.name, 0, 0, state.stage))
    return _rows(desk, standings, tables, 0)


def _in_the_end(desk: TournamentDesk, place: Place, done: dict[str, Result]) -> Row:
    one = desk.state.entrants[place.entrant]
    chips, hand = (one.exit.chips, one.exit.hand) if one.exit is not None else (0, 0)
    if one.name in done and one.part in (Part.IN, Part.OUT):
        chips, hand = done[one.name].chips, done[one.name].hand
    return Row(one.name, place.place, chips, part=one.part, house=one.house, out_at=hand)


def need(desk: TournamentDesk, entrant: str) -> Need | None:
    """What somebody who plays now needs to go on from the table; in the last stage, to be first."""
    stage = desk.state.stage_now
    for table in board(desk):
        rows = [row for row in table.rows if not row.out_at]
        own = next((row for row in rows if row.entrant == entrant), None)
        if own is None or stage is None:
            continue
        if desk.state.is_final and len(desk.state.drawn_to) > 1:
            rows = [row for row in everybody(desk) if row.part is Part.IN]
            own = next(row for row in rows if row.entrant == entrant)
        cut = min(stage.advance, len(rows))
        others = [row.chips for row in rows if row.entrant != entrant]
        rival = others[cut - 1] if cut <= len(others) else 0
        return Need(own.place, len(rows), cut, max(0, rival - own.chips), max(0, own.chips - rival))
    return None


def minutes_left(desk: TournamentDesk, at: datetime) -> float | None:
    """Of a session by the clock, in seconds; None where it goes by hands."""
    stage = desk.state.stage_now
    playing = [now for now in desk.state.playing.values() if not now.over]
    if stage is None or not stage.minutes or not playing:
        return None
    over = max(datetime.fromisoformat(now.began) for now in playing)
    if desk.state.paused:
        at = datetime.fromisoformat(desk.state.paused_at)
    return max(0.0, stage.minutes * 60 - (at - over).total_seconds())
