"""Sessions: play at the tables, from the briefing to who goes on.

A session begins at all its tables together. After each hand the chips are counted and whoever has none is out; at marked hands
the lowest go out; and when the last hand is played, or the time is up, the table is over. When all tables of all sessions of a
stage are, it is known who goes on; after the last stage, everybody's place.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from houseway.floor import terminals
from houseway.floor.cage.places import TREASURY
from houseway.floor.orders import Order
from houseway.floor.table import Table
from houseway.floor.tills import chips_of, issue_of
from houseway.floor.tournament import at_table
from houseway.floor.tournament.chips import chips_back, own_chips
from houseway.floor.tournament.desk import Draft, TournamentDesk
from houseway.floor.tournament.paying import rank
from houseway.floor.tournament.state import Part, Result, Seat, TableNow, TournamentNow
from houseway.forms import Doc, read, write
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play import tournament_ranking as ranking
from houseway.play.conditions import Consequence, Disposition, Item, Stage
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.tournament_law import TournamentLaw
from houseway.play.tournament_ranking import Standing


def brief(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The director has explained the conditions to the players, and is satisfied that they understand them."""
    law = desk.stage_law(order.at)
    rules = law.competition
    by = law.by(Item.STRUCTURE) if rules is None else rules.briefing.by
    if law.needs_director and not desk.state.in_charge:
        return Refused(law.presence, "the director is not there")
    if desk.state.briefed:
        return Refused(by, "the players have been briefed")
    draft.note("briefed")
    for table in desk.playing():
        draft.at_table(table).note("tournament-directed", briefed=True)
    return Accepted(by)


def begin(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The next session begins: its players have their chips, and its tables are theirs alone."""
    state, law = desk.state, desk.stage_law(order.at)
    stage, rules = state.stage_now, law.competition
    if stage is None or not state.drawn or state.session >= len(state.drawn):
        return Refused(law.equal_chance, "seats are drawn first")
    if rules is not None and not state.in_charge:
        return Refused(rules.presence.by, "the director is there for the whole of a session, and is not")
    if rules is not None and not state.briefed:
        return Refused(rules.briefing.by, "the director explains the conditions to the players before play")
    seats = {name: seated for name, seated in state.drawn[state.session].items() if seated}
    unsigned = [s.entrant for seated in seats.values() for s in seated if not state.entrants[s.entrant].signed]
    if state.must_sign and unsigned:
        return Refused(law.signing, f"{', '.join(unsigned)} has not signed the conditions, as the director asks")
    tables = dict[str, TableNow]()
    for name, seated in seats.items():
        table = desk.table(name)
        if table is None:
            return Refused(law.tables, f"{name} is not served here")
        unready = at_table.unready(table, law.exclusive)
        if unready is not None:
            return unready
        if missing := [seat.area for seat in seated if seat.area not in at_table.areas(table)]:
            return Refused(law.tables, f"{name} has no place {missing[0]} to play at")
        chips = {seat.entrant: _stack(desk, stage, seat.entrant) for seat in seated}
        tables[name] = TableNow(seated, order.at.isoformat(timespec="seconds"), 0, chips)
    everybody = [seat for seated in seats.values() for seat in seated]
    wrong = _short(desk, stage, everybody, law)
    if wrong is not None:
        return wrong
    told: dict[str, Doc] = {
        "name": desk.name,
        "title": state.conditions.title,
        "session": state.session + 1,
        "is_final": state.is_final,
        "approval": ", ".join(dict.fromkeys(one.reference for one in state.approvals.values())),
        "director": state.director,
        "deputies": list(state.deputies),
        "in_charge": state.in_charge if rules is not None else None,
        "briefed": state.briefed or rules is None,
    }
    draft.note(
        "session-began", _chips_out(desk, stage, everybody), stage=stage.name, session=state.session + 1,
        tables=write(tables),
    )  # fmt: skip
    for name, seated in seats.items():
        table = desk.table(name)
        assert table is not None
        players = {state.entrants[seat.entrant].player: seat.area for seat in seated}
        at_table.begin(table, draft.at_table(table), stage, players, told)
    by = law.equal_chance + law.exclusive
    return Accepted(by + rules.presence.by if rules is not None else by)


def _stack(desk: TournamentDesk, stage: Stage, entrant: str) -> Cents:
    """What somebody begins a session with: the stage's chips, and those carried over."""
    player = desk.state.entrants[entrant].player
    return (stage.credit or 0) + desk.ledger.balance(chips_of(desk.name, player))


def _short(desk: TournamentDesk, stage: Stage, seats: Iterable[Seat], law: TournamentLaw) -> Refused | None:
    for seat in seats:
        holds = desk.ledger.balance(desk.floor.pocket(seat.entrant))
        if stage.buy_in > holds:
            by = law.by(Item.CREDIT)
            return Refused(by, f"{seat.entrant} holds {show(holds)}, and the buy-in is {show(stage.buy_in)}")
    return None


def _chips_out(desk: TournamentDesk, stage: Stage, seats: Iterable[Seat]) -> tuple[Transfer, ...]:
    moves: list[Transfer] = []
    for seat in seats:
        player = desk.state.entrants[seat.entrant].player
        if stage.credit:
            moves.append(Transfer(issue_of(desk.name), chips_of(desk.name, player), stage.credit, "tournament credit"))
        if stage.buy_in:
            moves.append(Transfer(desk.floor.pocket(seat.entrant), TREASURY, stage.buy_in, "buy-in"))
    return tuple(moves)


# After a hand


def _table(desk: TournamentDesk, order: Order) -> tuple[str, Table, TableNow] | Refused:
    name, by = read(str, order.details.get("table"), "table"), desk.stage_law(order.at).tables
    now, table = desk.state.playing.get(name), desk.table(name)
    if now is None or table is None or now.over or table.state.tournament is None:
        return Refused(by, f"no session of this tournament is played at {name}")
    return name, table, now


def count(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """A hand is over at a table: what everybody has is counted, and whoever cannot lay the minimum any more is out."""
    found = _table(desk, order)
    if isinstance(found, Refused):
        return found
    name, table, now = found
    law, state, stage = desk.stage_law(order.at), desk.state, desk.state.stage_now
    here = table.state.tournament
    assert here is not None and stage is not None
    by = law.by(Item.STRUCTURE)
    if here.played <= now.hand:
        return Refused(by, f"{now.hand} hands are counted at {name}, and no more are played")
    chips = counted(desk, table, now)
    gone = [one for one, cents in chips.items() if cents < least_of(table)]
    if stage.consequence is Consequence.OUT:
        gone += [one for one in chips if state.entrants[one].player in here.defaulted and one not in gone]
    gone = [one for one in gone if not _at_stake(table, state, one)]
    if len(gone) == len(chips):  # somebody is first though nobody has chips left: they are told apart like any others
        gone = []
    _put_out(desk, draft, name, table, now, gone, chips, "counted", here.played)
    return Accepted(by)


def least_of(table: Table) -> Cents:
    """What somebody must have to wager at a table at all."""
    sign = table.state.sign
    return max(1, min(limits.minimum for limits in (sign.limits, *sign.kinds.values())))


def _at_stake(table: Table, state: TournamentNow, entrant: str) -> bool:
    """Whether somebody has something at stake in a hand that is under way."""
    name = terminals.acting(table, state.entrants[entrant].player)
    return not at_table.between_hands(table) and bool(table.position().get(name, (0, 0))[0])


def counted(desk: TournamentDesk, table: Table, now: TableNow) -> dict[str, Cents]:
    """What everybody at a table has in chips, in hand and on the layout."""
    entrants = desk.state.entrants
    return {seat.entrant: at_table.chips_now(table, desk.name, entrants[seat.entrant].player) for seat in now.seats}


def _put_out(
    desk: TournamentDesk,
    draft: Draft,
    name: str,
    table: Table,
    now: TableNow,
    gone: list[str],
    chips: dict[str, Cents],
    kind: str,
    hand: int,
    **about: Doc,
) -> None:
    """Some go out: they leave the table, and their chips come back."""
    state = desk.state
    stay = [state.entrants[one].player for one in now.entrants if one not in gone]
    if gone:
        at_table.leave(table, draft.at_table(table), [state.entrants[one].player for one in gone], stay)
    moves = tuple(chips_back(desk, draft, [state.entrants[one] for one in gone]))
    draft.note(kind, moves, table=name, hand=hand, chips=chips, out=gone, **about)


def standing_of(state: TournamentNow, name: str, chips: Cents, hand: int = 0, stage: int = 0) -> Standing:
    one = state.entrants[name]
    return Standing(name, chips, hand, stage, one.number, state.earlier.get(name, 0))


def mark(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """A marked hand is played at a table: the lowest go out, and the others play on."""
    found = _table(desk, order)
    if isinstance(found, Refused):
        return found
    name, table, now = found
    law, state, stage = desk.stage_law(order.at), desk.state, desk.state.stage_now
    here = table.state.tournament
    assert here is not None and stage is not None
    by = law.by(Item.STRUCTURE)
    if not here.waits or here.played >= here.hands or now.hand < here.played:
        return Refused(by, f"no marked hand has been counted at {name}")
    if not at_table.between_hands(table):
        return Refused(by, f"finish the hand at {name} first")
    chips = counted(desk, table, now)
    ties = ranking.to_the_end(state.conditions.ties)
    players = [standing_of(state, one, cents) for one, cents in chips.items()]
    lots = desk.lots(ranking.needs_lots(players, ties))
    already = sum(result.table == name and result.session == state.session for result in state.results)
    due = stage.out * sum(hand <= here.played for hand in stage.out_at)  # who is out of chips has gone already
    gone = ranking.lowest(players, max(0, min(due - already, len(players) - 1)), ties, lots)
    _put_out(desk, draft, name, table, now, gone, chips, "counted", here.played, marked=True, lots=lots)
    at_table.goes_on(draft.at_table(table), stage, here.played)
    return Accepted(by)


def time_up(stage: Stage, now: TableNow, at: datetime) -> bool:
    """Whether the minutes of a session are over at a table."""
    return bool(stage.minutes) and at >= datetime.fromisoformat(now.began) + timedelta(minutes=stage.minutes)


def is_settled(state: TournamentNow, now: TableNow) -> bool:
    """Whether it is known who goes on from a table: no more play there than do, and they are held against nobody who plays
    elsewhere; or nobody has any chips left."""
    stage = state.stage_now
    if stage is None or not any(now.chips.values()):
        return True
    against_others = stage.best_of_rest or (state.is_final and len(state.drawn_to) > 1)
    return len(now.seats) <= stage.advance and not against_others


def ends_by_itself(state: TournamentNow, now: TableNow) -> bool:
    """Whether nothing is left to play for at a table."""
    stage = state.stage_now
    kept = stage is not None and stage.disposition is not Disposition.RETIRED and any(now.chips.values())
    return is_settled(state, now) and not kept


def call_time(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The minutes of a session are over: at every table the hand under way is the last."""
    state, stage, by = desk.state, desk.state.stage_now, desk.stage_law(order.at).by(Item.STRUCTURE)
    if stage is None or not all(time_up(stage, now, order.at) for now in state.playing.values() if not now.over):
        return Refused(by, "the time is not up")
    draft.note("time-called")
    for table in desk.playing():
        if table.state.tournament is not None and table.state.tournament.until is None:
            at_table.call_time(table, draft.at_table(table))
    return Accepted(by)


def end_table(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The session is over at a table: the last hand is played, or the time is up; or it ends early as the rules allow."""
    found = _table(desk, order)
    if isinstance(found, Refused):
        return found
    name, table, now = found
    state, law, stage = desk.state, desk.stage_law(order.at), desk.state.stage_now
    here = table.state.tournament
    assert here is not None and stage is not None
    by = law.by(Item.STRUCTURE)
    if not at_table.between_hands(table) or (not here.waits and (table.state.chips or table.state.forms)):
        return Refused(by, f"finish the hand at {name} first")
    played_out = bool(here.hands) and here.played >= here.hands
    if not played_out and not time_up(stage, now, order.at):
        early = _judge_early(desk, order, stage, now, law)
        if isinstance(early, Refused):
            return early
        by = early.by
    if now.hand < here.played:
        return Refused(by, "the last hand is counted first")
    chips = counted(desk, table, now)
    at_table.end(table, draft.at_table(table), desk.name)
    back = [own_chips(desk, draft, state.entrants[one]) for one in now.entrants]
    draft.note("table-over", tuple(move for moves in back for move in moves), table=name, chips=chips)
    if all(one.over for one in draft.state.playing.values()) and draft.state.session >= len(draft.state.drawn):
        _stage_over(desk, draft, order.at)
    return Accepted(by)


def _judge_early(desk: TournamentDesk, order: Order, stage: Stage, now: TableNow, law: TournamentLaw) -> Decision:
    """May a session end before its last hand? Where the book says when, as it says; elsewhere as the conditions do."""
    settled, rules = is_settled(desk.state, now), law.competition
    if rules is None:
        by = law.by(Item.STRUCTURE)
        if not settled and not desk.state.conditions.early_end:
            return Refused(by, "the conditions do not let a session end before its last hand")
        return Accepted(by)
    agreeing = read(tuple[str, ...], order.details.get("agreeing", ()), "agreeing")
    agree = sum(one in agreeing or desk.state.entrants[one].player in agreeing for one in now.entrants)
    disposition = "cash" if stage.disposition is Disposition.CASH else ""
    return rules.judge_early_finish(disposition, settled, len(now.seats), agree)


# After a stage


def _stage_over(desk: TournamentDesk, draft: Draft, at: datetime) -> None:
    """All tables of a stage are over: it is known who goes on; after the last, who has which place."""
    state = draft.state
    stage = state.stage_now
    assert stage is not None
    playing = [result for result in state.results if state.entrants[result.entrant].part in (Part.IN, Part.OUT)]
    cash: list[Transfer] = []
    if stage.disposition is Disposition.CASH:
        cash = [
            Transfer(TREASURY, desk.floor.pocket(one.entrant), one.chips, "chips in cash")
            for one in playing
            if one.chips and not one.hand
        ]
    if state.is_final:
        held = [state.entrants[one.entrant] for one in state.results]
        rank(desk, draft, (*chips_back(desk, draft, held), *cash))
        return
    ties = ranking.to_the_end(state.conditions.ties)
    tables = _by_table(state, playing)
    players = [one for group in tables.values() for one in group]
    lots = desk.lots(ranking.needs_lots(players, ties))
    on = ranking.going_on(stage, tables, ties, lots)
    keeps = on if stage.disposition is Disposition.CARRIED else []
    back = [state.entrants[one.entrant] for one in state.results if one.entrant not in keeps]
    draft.note("stage-over", (*chips_back(desk, draft, back), *cash), stage=stage.name, on=on, lots=lots)


def _by_table(state: TournamentNow, results: Iterable[Result]) -> dict[tuple[int, str], list[Standing]]:
    tables: dict[tuple[int, str], list[Standing]] = {}
    for one in results:
        standing = standing_of(state, one.entrant, one.chips, one.hand)
        tables.setdefault((one.session, one.table), []).append(standing)
    return tables


# While a session is played


def pause(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Nothing more is wagered until play goes on; a hand that is under way is played to its end."""
    by, why = desk.by(Item.STRUCTURE, order.at), read(str, order.details.get("why", ""), "why")
    if not why.strip():
        return Refused(by, "say why play is paused")
    if desk.state.paused:
        return Refused(by, "play is paused")
    draft.note("paused", why=why.strip(), at=order.at.isoformat(timespec="seconds"))
    for table in desk.playing():
        draft.at_table(table).note("tournament-directed", paused=why.strip())
    return Accepted(by)


def add_time(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Minutes that a session by the clock has lost, to a fault of the house, are played all the same."""
    by, seconds = desk.by(Item.STRUCTURE, order.at), read(int, order.details.get("seconds"), "seconds")
    stage = desk.state.stage_now
    if stage is None or not stage.minutes:
        return Refused(by, "this stage does not go by the clock")
    if not 0 < seconds <= 24 * 3600:
        return Refused(by, "time is added in seconds, and no more than a day")
    if desk.state.paused:
        return Refused(by, "play is paused; what a pause takes is added when play goes on")
    draft.note("resumed", seconds=seconds)
    return Accepted(by)


def resume(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    by = desk.by(Item.STRUCTURE, order.at)
    if not desk.state.paused:
        return Refused(by, "play goes on already")
    lost = order.at - datetime.fromisoformat(desk.state.paused_at)
    draft.note("resumed", seconds=max(0, round(lost.total_seconds())))
    for table in desk.playing():
        draft.at_table(table).note("tournament-directed", paused="")
    return Accepted(by)
