"""Drawing: which tables a tournament is played at, and who is drawn to which of them.

The draw is made by the house's generator, every order of the players as likely as every other, and goes on record whole; or it is
made by hand, with balls from a drum say, and keyed like a card. Nobody is drawn twice and nobody is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from houseway.floor.orders import Order
from houseway.floor.tournament import at_table
from houseway.floor.tournament.desk import Draft, TournamentDesk
from houseway.floor.tournament.state import Entrant, Part, Seat, TournamentNow
from houseway.forms import read, write
from houseway.play.conditions import Item, Stage
from houseway.play.decision import Accepted, Decision, Refused

Draw = list[dict[str, tuple[Seat, ...]]]


def designate(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The director names the tables: of the books that are played, with room for as many as a table is to have."""
    law = desk.stage_law(order.at)
    by = law.tables
    names = read(tuple[str, ...], order.details.get("tables"), "tables")
    if not names or len(set(names)) < len(names):
        return Refused(by, "name the tables, each once")
    for name in names:
        table = desk.table(name)
        if table is None:
            return Refused(by, f"there is no table {name!r} that this house serves here")
        stages = [stage for stage in desk.state.conditions.stages if stage.book == table.state.book]
        if not stages:
            return Refused(by, f"{name} is played by {table.state.book}, and the tournament is not")
        here = table.state.tournament
        if here is not None and here.name != desk.name:
            return Refused(law.exclusive, f"another tournament is played at {name}")
    draft.note("designated", tables=list(names))
    return Accepted(by)


def tables_for(desk: TournamentDesk, stage: Stage) -> list[str]:
    """The designated tables that a stage is played at."""
    found = [name for name in desk.state.tables if (t := desk.table(name)) is not None and t.state.book == stage.book]
    return found[: stage.tables]


def players_of(state: TournamentNow) -> list[Entrant]:
    """Who plays the stage that comes next: those who are in, or those who are out where it is theirs."""
    stage = state.stage_now
    if stage is None:
        return []
    wanted = Part.IN if stage.played_by == "who is in" else Part.OUT
    return [one for one in state.entrants.values() if one.part is wanted]


def spread(names: Sequence[str], stage: Stage, places: Mapping[str, Sequence[int]]) -> Draw:
    """Names in their order over sessions and tables, as evenly as it goes: as many tables as the conditions say, as long as
    each has two players. ``places`` are those of each table."""
    tables = list(places)
    groups = stage.sessions * len(tables)
    needed = max(-(-len(names) // stage.seats), 1)
    used = min(groups, max(needed, len(names) // 2))
    small, more = divmod(len(names), used)
    sessions: Draw = [{} for _ in range(-(-used // len(tables)))]
    at = 0
    for group in range(used):
        count = small + (group < more)
        table = tables[group % len(tables)]
        seats = tuple(Seat(name, area) for area, name in zip(places[table], names[at : at + count], strict=False))
        sessions[group // len(tables)][table] = seats
        at += count
    return sessions


def draw(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Draws the seats of the stage that comes next."""
    state, law = desk.state, desk.stage_law(order.at)
    stage, by = state.stage_now, law.equal_chance
    if stage is None:
        return Refused(by, "every stage has been played")
    if state.session:
        return Refused(by, f"{stage.name} has begun")
    names = [one.name for one in players_of(state)]
    if not names and stage.played_by == "who is out":  # nobody needs a second chance
        draft.note("stage-over", stage=stage.name, on=[], lots={})
        return Accepted(by, f"nobody is out; {stage.name} is not played")
    if not names:
        return Refused(by, f"nobody plays {stage.name}")
    tables = tables_for(desk, stage)
    if len(tables) < 1:
        return Refused(law.tables, f"the director names the tables of {stage.name} first")
    places = {name: at_table.areas(table) for name in tables if (table := desk.table(name)) is not None}
    room = min(stage.seats, *(len(each) for each in places.values()))
    if len(names) > room * len(tables) * stage.sessions:
        has = f"{len(tables)} tables of {room} in {stage.sessions} sessions"
        return Refused(law.by(Item.STRUCTURE), f"{len(names)} play {stage.name}, and {has} are too few")
    if "seats" in order.details:
        keyed = _keyed(order, names, stage, places)
        if isinstance(keyed, str):
            return Refused(by, keyed)
        drawn, how = keyed, "by hand"
    else:
        drawn, how = spread(desk.shuffled(names), stage, places), "by the generator"
    draft.note("drawn", sessions=write(drawn), stage=stage.name, how=how)
    return Accepted(by)


def _keyed(order: Order, names: Sequence[str], stage: Stage, places: Mapping[str, Sequence[int]]) -> Draw | str:
    """A draw that was made by hand: for each session, the players of each table in the order of their places."""
    told = order.details["seats"]
    sessions = read(tuple[dict[str, tuple[str, ...]], ...], [told] if isinstance(told, Mapping) else told, "seats")
    drawn = [name for session in sessions for seated in session.values() for name in seated]
    if sorted(drawn) != sorted(names):
        missing, twice = set(names) - set(drawn), {name for name in drawn if drawn.count(name) > 1}
        strangers = set(drawn) - set(names)
        told_wrong = (
            ("is not drawn", missing),
            ("is drawn twice", twice),
            ("plays no part in this stage", strangers),
        )
        return "; ".join(f"{', '.join(sorted(who))} {what}" for what, who in told_wrong if who)
    if len(sessions) > stage.sessions:
        return f"{stage.name} has {stage.sessions} sessions, not {len(sessions)}"
    for session in sessions:
        for table, seated in session.items():
            if table not in places:
                return f"{table} is no table of {stage.name}; {', '.join(places)} are"
            if len(seated) > (room := min(stage.seats, len(places[table]))):
                return f"{len(seated)} are drawn to {table}, and it has {room} places"
    return [
        {
            table: tuple(Seat(name, area) for area, name in zip(places[table], seated, strict=False))
            for table, seated in session.items()
        }
        for session in sessions
    ]


def move(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The director moves somebody to another table of the session, between hands, with the chips they have."""
    law, state = desk.stage_law(order.at), desk.state
    by = law.equal_chance
    name, to = read(str, order.details.get("player"), "player"), read(str, order.details.get("table"), "table")
    here = state.table_of(name)
    if not here:
        return Refused(by, f"{name} plays at no table now")
    if to == here or to not in state.playing or state.playing[to].over:
        return Refused(by, f"{name} plays at {here}; {to} is no other table of this session")
    source, target = desk.table(here), desk.table(to)
    assert source is not None and target is not None
    for table in (source, target):
        if not at_table.between_hands(table):
            return Refused(by, f"finish the hand at {table.name} first")
    if source.state.tournament is not None and target.state.tournament is not None:
        behind = target.state.tournament.played - source.state.tournament.played
        if behind:
            told = f"{to} is {abs(behind)} hands {'ahead' if behind > 0 else 'behind'}: everybody plays as many"
            return Refused(by, told)
    free = at_table.free_areas(target)
    area = read(int, order.details.get("area", free[0] if free else 0), "area")
    if area not in free or len(state.playing[to].seats) >= (state.stage_now.seats if state.stage_now else 0):
        return Refused(by, f"there is no free place at {to}")
    player, chips = state.entrants[name].player, at_table.chips_now(source, desk.name, state.entrants[name].player)
    stay = [state.entrants[seat.entrant].player for seat in state.playing[here].seats if seat.entrant != name]
    there = [state.entrants[seat.entrant].player for seat in state.playing[to].seats]
    at_table.leave(source, draft.at_table(source), [player], stay)
    at_table.comes(target, draft.at_table(target), player, area, [*there, player], desk.name)
    draft.note("moved", source=here, target=to, entrant=name, area=area, chips=chips)
    return Accepted(by)
