"""At a table: how a session of a tournament begins there, who comes and goes while it is played, and how it ends.

Everything here is drafted at a table by the tournament's desk and goes on record together with what the desk itself has to say.
Chips are issued and taken back by the desk; here they are only wagered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from houseway.floor import colours, entrants, rounds, seats, secrets, terminals
from houseway.floor.tills import chips_of, issue_of
from houseway.floor.tournament.here import law_of
from houseway.forms import Doc, write
from houseway.law.clause import Basis
from houseway.ledger import Transfer
from houseway.money import Cents
from houseway.play.colours import ColourRedeemed
from houseway.play.conditions import Stage
from houseway.play.decision import Refused
from houseway.play.events import SessionBegan
from houseway.play.prompts import TakeWagers
from houseway.play.terminals import Station

if TYPE_CHECKING:
    from houseway.floor.orders import Draft
    from houseway.floor.table import Table


def areas(table: Table) -> list[int]:
    """The places at a table that players can be drawn to, taken or not."""
    if table.chapters.terminals is not None:
        sound = [name for name, station in table.state.stations.items() if not station.faulty]
        return sorted(int(name.rpartition("-")[2]) for name in sound if name.rpartition("-")[2].isdigit())
    own = table.chapters.houses_area
    return [area for area in range(1, table.state.sign.areas + 1) if own is None or area != own.value]


def unready(table: Table, by: Basis) -> Refused | None:
    """Why no session can begin at a table now."""
    state = table.state
    if not state.status.is_open:
        return Refused(by, f"{table.name} is {state.status.words}")
    if state.tournament is not None:
        return Refused(by, f"a tournament is being played at {table.name}")
    if not isinstance(table.prompt, TakeWagers) and state.script == "play":
        return Refused(by, f"a round is being played at {table.name}")
    playing = any(station.account for station in state.stations.values()) or bool(table.remembered().colours)
    if state.chips or state.forms or table.position() or playing:
        return Refused(by, f"players of the ordinary game leave {table.name} first")
    return None


def begin(table: Table, draft: Draft, stage: Stage, players: Mapping[str, int], told: dict[str, Doc]) -> None:
    """A session begins: the table is its players' alone, and they sit where they were drawn."""
    for seat in table.state.seats:  # whoever only sat there
        seats.stands_up(table, draft, seat.player)
    marks = [hand for hand in (*stage.out_at, stage.hands) if hand]
    session = {
        **told,
        "stage": stage.name,
        "hands": stage.hands,
        "minutes": stage.minutes,
        "until": marks[0] if marks else None,
        "chips": stage.credit or 0,
        "least": stage.compulsory_wager or 0,
        "exactly": stage.exactly,
        "entrants": list(players),
        "places": len(players),
        "apart": True,
        "policies": policies_of(table, stage),
    }
    if stage.limits is not None:
        session["limits"] = write(stage.limits)
    draft.note("tournament", **session)
    for player, area in players.items():
        _seat(table, draft, player, area, str(told["name"]))
    draft.tell(SessionBegan(law_of(table).begins))
    rounds.begin_again(table, draft)


def policies_of(table: Table, stage: Stage) -> dict[str, Doc]:
    """What the conditions choose otherwise in the book for as long as the stage is played."""
    chosen = dict(stage.policies)
    if stage.secret_wagers is not None and table.chapters.secret is not None:
        chosen["secret.allowed"] = stage.secret_wagers
    return chosen


def _seat(table: Table, draft: Draft, player: str, area: int, tournament: str) -> None:
    if table.chapters.terminals is not None:
        seated = Station(station_at(area), True, player, issue_of(tournament))
        draft.note("station", station=write(seated))
    else:
        draft.note("sat", player=player, area=area)


def station_at(area: int) -> str:
    """The terminal that stands at a place."""
    return f"ATS-{area}"


def free_areas(table: Table) -> list[int]:
    """Places at a table where nobody plays."""
    stations = table.state.stations
    taken = {seat.area for seat in table.state.seats}
    return [
        a for a in areas(table) if a not in taken and not ((s := stations.get(station_at(a))) is not None and s.account)
    ]


def between_hands(table: Table) -> bool:
    """Whether no hand is under way: nothing has been dealt, spun or closed."""
    return table.untouched(table.state) or table.state.script == "prepare"


def chips_now(table: Table, tournament: str, player: str) -> Cents:
    """What somebody has in chips: in hand and on the table."""
    held: Cents = table.position().get(terminals.acting(table, player), (0, 0))[0]
    return held + sum(
        table.ledger.balance(account) for account in (chips_of(tournament, player), table.till.colour(player))
    )


def leave(table: Table, draft: Draft, players: Sequence[str], entered: Sequence[str]) -> None:
    """Some play here no more; whatever they have on the table comes back to them first. ``entered`` are those who stay."""
    if between_hands(table):
        _take_up(table, draft, players)
    for player in players:
        _unseat(table, draft, player)
    draft.note("tournament-directed", entrants=list(entered), places=len(entered))


def _unseat(table: Table, draft: Draft, player: str) -> None:
    if table.chapters.terminals is not None:
        draft.note("station", station=write(Station(terminals.acting(table, player))))
    elif draft.state.seat_of(player) is not None:
        seats.stands_up(table, draft, player)


def comes(table: Table, draft: Draft, player: str, area: int, entered: Sequence[str], tournament: str) -> None:
    """Somebody takes a place here, with the chips they hold."""
    draft.note("tournament-directed", entrants=list(entered), places=len(entered))
    _seat(table, draft, player, area, tournament)
    rounds.begin_again(table, draft)


def goes_on(draft: Draft, stage: Stage, played: int) -> None:
    """The desk has counted: play goes on up to the next mark, or the last hand."""
    marks = [hand for hand in (*stage.out_at, stage.hands) if hand > played]
    draft.note("tournament-directed", until=marks[0] if marks else None)


def call_time(table: Table, draft: Draft) -> None:
    """The time is up: the hand that is under way, or that somebody has wagered on, is the last."""
    here = table.state.tournament
    assert here is not None
    under_way = not between_hands(table) or bool(table.state.chips or table.state.forms)
    draft.note("tournament-directed", until=here.played + under_way)


def end(table: Table, draft: Draft, tournament: str) -> None:
    """The session is over here: the table is everybody's again, and the chips of its bank go back to where they were issued."""
    here = table.state.tournament
    assert here is not None
    players = here.entrants or ()
    _take_up(table, draft, players)
    debts = list[Transfer]()
    for player in players:
        _unseat(table, draft, player)
        owed = table.till.owed(
            terminals.acting(table, player), ""
        )  # what a correction could not take back ends with it
        if (debt := table.ledger.balance(owed)) < 0:
            debts.append(Transfer(table.till.bank, owed, -debt, "retired"))
    won = table.ledger.balance(table.till.bank) - sum(move.cents for move in debts)
    moves = (*debts, *entrants.bank_back(table.till.bank, issue_of(tournament), won))
    draft.note("tournament-over", moves)
    rounds.begin(table, draft)


def _take_up(table: Table, draft: Draft, players: Sequence[str]) -> None:
    """What some have on the table between hands goes back to them: chips and forms of the coming hand, what earlier ones left
    lying or running, and colour chips for those they were bought with."""
    names = [terminals.acting(table, player) for player in players]
    for player, name in zip(players, names, strict=True):
        if isinstance(table.prompt, TakeWagers):
            terminals.release(table, draft, name)
            secrets.give_back(table, draft, player)
    rounds.begin_without(table, draft, names)
    rules = table.chapters.colours
    for player in players if rules is not None else ():
        if rules is not None and colours.chips_of(table, player) is not None:
            colour, own = table.till.colour(player), entrants.purse(table, player)
            cents = entrants.holding(table, draft, colour)
            back = (Transfer(colour, own, cents, "redeem"),) if cents else ()
            draft.tell(ColourRedeemed(rules.redeemed_here.by, player), back)


def takes_over(table: Table, draft: Draft, player: str, by: str, entered: Sequence[str]) -> None:
    """A substitute has the place of an entrant; the chips go with the desk's own entry."""
    if table.chapters.terminals is not None:
        name = terminals.acting(table, player)
        station = table.state.stations[name]
        draft.note("station", station=write(Station(name, True, by, station.source, station.faulty)))
    else:
        seat = table.state.seat_of(player)
        if seat is not None:
            seats.stands_up(table, draft, player)
            draft.note("sat", player=by, area=seat.area)
    draft.note("tournament-directed", entrants=list(entered))
    rounds.begin_again(table, draft)
