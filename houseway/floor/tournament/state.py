"""State: what a tournament is, folded from the entries of its stream.

``after`` is the only way a state moves, and an entry says everything that it needs: who was drawn where, who went out and in what
order lots fell. So a tournament that is loaded again is the one that was, and nothing is drawn twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from houseway.forms import Doc, read, write
from houseway.money import Cents
from houseway.play.conditions import Conditions, Stage
from houseway.play.states import Worded
from houseway.values import field, value
from houseway.versions import Upgrade, upgraded, versioned


class Phase(Worded):
    """How far a tournament has come."""

    DRAFTED = "drafted", "being drafted"
    APPROVED = "approved", "approved"
    ENTRIES_OPEN = "entries open", "entries open"
    ENTRIES_CLOSED = "entries closed", "entries closed"
    PLAYING = "playing", "being played"
    BETWEEN = "between", "between sessions"
    PLAYED = "played", "prizes due"
    OVER = "over", "over"
    CANCELLED = "cancelled", "cancelled"

    @property
    def is_over(self) -> bool:
        return self in (Phase.OVER, Phase.CANCELLED)

    @property
    def has_begun(self) -> bool:
        """Whether any session has been played, or is."""
        return self in (Phase.PLAYING, Phase.BETWEEN, Phase.PLAYED, Phase.OVER)


class Part(Worded):
    """What somebody who has applied is in the tournament by now."""

    APPLIED = "applied", "waits to be admitted"
    IN = "in", "in"
    OUT = "out", "out"
    RETIRED = "retired", "retired"
    DISQUALIFIED = "disqualified", "disqualified"
    WITHDRAWN = "withdrawn", "withdrew"
    TURNED_AWAY = "turned away", "turned away"

    @property
    def is_entered(self) -> bool:
        """Whether they are entrants, however they fared; the others never played."""
        return self not in (Part.APPLIED, Part.WITHDRAWN, Part.TURNED_AWAY)


@value
class Exit:
    """Where somebody went out: in which stage, after how many hands, with how many chips."""

    stage: int
    hand: int = 0  # 0: at the end of it
    chips: Cents = 0


@value
class Entrant:
    name: str
    number: int  # in the order of entry
    part: Part = Part.IN
    paid: Cents = 0  # fee, and what was paid to come back
    refunded: Cents = 0
    bought_back: int = 0
    plays_by: str = ""  # who sits in their place; "" is themselves
    exit: Exit | None = None
    signed: bool = False  # a copy of the conditions
    away: bool = False  # was not there when the session began, and has not come since
    house: bool = False  # a player of the house, for training and for fun

    @property
    def player(self) -> str:
        """The name that wagers at a table stand under."""
        return self.plays_by or self.name


@value
class Approval:
    by: str
    reference: str
    at: str


@value
class Seat:
    entrant: str
    area: int


@value
class TableNow:
    """A session at one table."""

    seats: tuple[Seat, ...]  # of those who still play here
    began: str = ""
    hand: int = 0  # hands counted
    chips: dict[str, Cents] = field(default_factory=dict)  # by entrant, as last counted
    over: bool = False

    @property
    def entrants(self) -> tuple[str, ...]:
        return tuple(seat.entrant for seat in self.seats)


@value
class Result:
    """How somebody came out of a session."""

    entrant: str
    session: int
    table: str
    chips: Cents
    hand: int = 0  # after which they went out; 0: played to the end


@value
class Place:
    """A place in the end. Who share one share its prizes."""

    place: int
    entrant: str
    cents: Cents = 0
    words: str = ""  # what else is won
    paid: bool = False

    @property
    def wins(self) -> bool:
        return bool(self.cents or self.words)


@value
class TournamentNow:
    name: str
    conditions: Conditions
    phase: Phase = Phase.DRAFTED
    run_by: str = "director"  # or "house": it runs by itself
    drafted_by: str = ""
    approvals: dict[str, Approval] = field(default_factory=dict)  # by book
    director: str = ""
    deputies: tuple[str, ...] = ()
    in_charge: str = ""  # who of them is there now; "": nobody
    briefed: bool = False
    entrants: dict[str, Entrant] = field(default_factory=dict)
    tables: tuple[str, ...] = ()  # designated
    stage: int = 0  # being played, or next to be
    session: int = 0  # of it, the last that began; 0: none yet
    drawn: tuple[dict[str, tuple[Seat, ...]], ...] = ()  # for each session of the stage, by table
    playing: dict[str, TableNow] = field(default_factory=dict)
    results: tuple[Result, ...] = ()  # of the stage
    earlier: dict[str, Cents] = field(default_factory=dict)  # chips at the end of the stage before
    places: tuple[Place, ...] = ()
    kept: Cents = 0
    added: Cents = 0
    why: str = ""  # it was cancelled
    starts: dict[str, str] = field(default_factory=dict)  # hours of stages, where they were altered
    paused: str = ""
    paused_at: str = ""
    must_sign: bool = False  # nobody plays who has not signed the conditions
    programme: str = ""  # by which the house offers it, again and again

    @property
    def stage_now(self) -> Stage | None:
        """The stage that is played, or comes next."""
        stages = self.conditions.stages
        return stages[self.stage] if self.stage < len(stages) else None

    @property
    def is_final(self) -> bool:
        return self.stage == len(self.conditions.stages) - 1

    @property
    def entered(self) -> list[Entrant]:
        """Everybody who takes part, or took, in the order of entry."""
        return [one for one in self.entrants.values() if one.part.is_entered]

    @property
    def drawn_to(self) -> list[tuple[int, str]]:
        """The sessions and tables that the stage under way was drawn to."""
        return [(at, table) for at, session in enumerate(self.drawn, 1) for table, seats in session.items() if seats]

    @property
    def still_in(self) -> list[Entrant]:
        return [one for one in self.entrants.values() if one.part is Part.IN]

    @property
    def fees(self) -> Cents:
        """What was paid in, less what went back."""
        return sum(one.paid - one.refunded for one in self.entrants.values())

    def table_of(self, entrant: str) -> str:
        """Where somebody plays now; "" where nowhere."""
        for table, now in self.playing.items():
            if not now.over and entrant in now.entrants:
                return table
        return ""

    def playing_as(self, player: str) -> Entrant | None:
        """The entrant in whose name somebody plays."""
        return next((one for one in self.entrants.values() if one.player == player), None)

    def after(self, kind: str, body: dict[str, Doc]) -> TournamentNow:
        """The state once one more entry is on record."""
        return _AFTER[kind](self, body)

    def entrant(self, name: str, **changes: Doc) -> TournamentNow:
        return replace(self, entrants={**self.entrants, name: replace(self.entrants[name], **changes)})


UPGRADES: tuple[Upgrade, ...] = ()  # how a state of an earlier version is read


def write_state(state: TournamentNow) -> Doc:
    return versioned(write(state), UPGRADES)


def read_state(doc: Doc) -> TournamentNow:
    state: TournamentNow = read(TournamentNow, upgraded(doc, UPGRADES, "tournament"), "tournament")
    return state


def drafted(body: dict[str, Doc]) -> TournamentNow:
    """A tournament as its first entry has it."""
    conditions: Conditions = read(Conditions, body["conditions"], "conditions")
    kept = {name: body[name] for name in ("run_by", "drafted_by", "programme") if name in body}
    return TournamentNow(body["name"], conditions, **kept)


Body = dict[str, Doc]


def _revised(state: TournamentNow, body: Body) -> TournamentNow:
    conditions: Conditions = read(Conditions, body["conditions"], "conditions")
    return replace(state, conditions=conditions, phase=Phase.DRAFTED, approvals={})


def _approved(state: TournamentNow, body: Body) -> TournamentNow:
    approvals = {**state.approvals, **{book: read(Approval, body["approval"], "approval") for book in body["books"]}}
    complete = set(state.conditions.books) <= set(approvals)
    return replace(state, approvals=approvals, phase=Phase.APPROVED if complete else state.phase)


def _appointed(state: TournamentNow, body: Body) -> TournamentNow:
    return replace(state, director=body["director"], deputies=tuple(body["deputies"]), in_charge=body["in_charge"])


def _entered(state: TournamentNow, body: Body) -> TournamentNow:
    """Somebody applies, or enters at once. Who was turned away or withdrew may come again, with another number."""
    one: Entrant = read(Entrant, body["entrant"], "entrant")
    before = state.entrants.get(one.name)
    if before is not None:
        one = replace(one, paid=before.paid + one.paid, refunded=before.refunded)
    others = {name: each for name, each in state.entrants.items() if name != one.name}
    return replace(state, entrants={**others, one.name: one})


def _left(part: Part) -> Callable[[TournamentNow, Body], TournamentNow]:
    def left(state: TournamentNow, body: Body) -> TournamentNow:
        name = body["entrant"]
        one = state.entrants[name]
        gone = state.entrant(name, part=part, refunded=one.refunded + body.get("refund", 0))
        if part in (Part.WITHDRAWN, Part.TURNED_AWAY):
            return gone
        return _away_from_table(gone, [name], body)

    return left


def _away_from_table(state: TournamentNow, names: list[str], body: Body) -> TournamentNow:
    """Some do not play on: they leave their tables, and what they had counts for their place."""
    results, playing = list(state.results), dict(state.playing)
    for table, now in state.playing.items():
        gone = [name for name in names if name in now.entrants and not now.over]
        if gone:
            stay = tuple(seat for seat in now.seats if seat.entrant not in gone)
            playing[table] = replace(now, seats=stay, chips={n: c for n, c in now.chips.items() if n not in gone})
    for name in names:
        chips, hand = body.get("chips", {}).get(name, 0), body.get("hand", 0)
        state = state.entrant(name, exit=Exit(state.stage, hand, chips))
        if table := body.get("table", ""):
            results.append(Result(name, state.session, table, chips, hand))
    return replace(state, playing=playing, results=tuple(results))


def _out(state: TournamentNow, names: list[str]) -> TournamentNow:
    for name in names:
        if state.entrants[name].part is Part.IN:
            state = state.entrant(name, part=Part.OUT)
    return state


def _drawn(state: TournamentNow, body: Body) -> TournamentNow:
    sessions = read(tuple[dict[str, tuple[Seat, ...]], ...], body["sessions"], "sessions")
    return replace(state, drawn=sessions, results=(), session=0, phase=_between(state))


def _between(state: TournamentNow) -> Phase:
    return Phase.BETWEEN if state.phase.has_begun else Phase.ENTRIES_CLOSED


def _session_began(state: TournamentNow, body: Body) -> TournamentNow:
    playing: dict[str, TableNow] = read(dict[str, TableNow], body["tables"], "tables")
    return replace(state, phase=Phase.PLAYING, session=body["session"], playing=playing)


def _counted(state: TournamentNow, body: Body) -> TournamentNow:
    now = state.playing[body["table"]]
    state = replace(
        state, playing={**state.playing, body["table"]: replace(now, hand=body["hand"], chips=body["chips"])}
    )
    names = list(body.get("out", ()))
    return _out(_away_from_table(state, names, body), names)


def _table_over(state: TournamentNow, body: Body) -> TournamentNow:
    table = body["table"]
    now = state.playing[table]
    ended = tuple(Result(name, state.session, table, body["chips"][name]) for name in now.entrants)
    playing = {**state.playing, table: replace(now, over=True, chips=body["chips"])}
    phase = Phase.BETWEEN if all(one.over for one in playing.values()) else state.phase
    for name in now.entrants:  # a substitute has the place for the session
        state = state.entrant(name, plays_by="", away=False)
    return replace(state, playing=playing, results=(*state.results, *ended), phase=phase)


def _stage_over(state: TournamentNow, body: Body) -> TournamentNow:
    """Those who go on are in, and all others of the stage are out, with where they went."""
    on, stage = set(body["on"]), state.stage
    for result in state.results:
        one = state.entrants[result.entrant]
        if one.name in on:
            state = state.entrant(one.name, part=Part.IN, exit=None)
        elif one.part in (Part.IN, Part.OUT):
            state = state.entrant(one.name, part=Part.OUT, exit=Exit(stage, result.hand, result.chips))
    earlier = {result.entrant: result.chips for result in state.results}
    return replace(
        state, stage=stage + 1, session=0, drawn=(), playing={}, results=(), earlier=earlier, phase=Phase.BETWEEN
    )


def _ranked(state: TournamentNow, body: Body) -> TournamentNow:
    places: tuple[Place, ...] = read(tuple[Place, ...], body["places"], "places")
    return replace(
        state,
        phase=Phase.PLAYED,
        places=places,
        kept=body["kept"],
        added=body["added"],
        playing={},
        drawn=(),
        paused="",
    )


def _prize_paid(state: TournamentNow, body: Body) -> TournamentNow:
    paid = set(body["entrants"])
    return replace(state, places=tuple(replace(p, paid=p.paid or p.entrant in paid) for p in state.places))


def _resumed(state: TournamentNow, body: Body) -> TournamentNow:
    """Play goes on; what was lost is added to the time of sessions that go by the clock."""
    lost = timedelta(seconds=body["seconds"])
    playing = {
        name: replace(now, began=(datetime.fromisoformat(now.began) + lost).isoformat(timespec="seconds"))
        for name, now in state.playing.items()
    }
    return replace(state, playing=playing, paused="", paused_at="")


def _moved(state: TournamentNow, body: Body) -> TournamentNow:
    source, target, name = body["source"], body["target"], body["entrant"]
    old, new = state.playing[source], state.playing[target]
    old_chips = {one: cents for one, cents in old.chips.items() if one != name}
    playing = {
        **state.playing,
        source: replace(old, seats=tuple(s for s in old.seats if s.entrant != name), chips=old_chips),
        target: replace(new, seats=(*new.seats, Seat(name, body["area"])), chips={**new.chips, name: body["chips"]}),
    }
    return replace(state, playing=playing)


def _bought_back(state: TournamentNow, body: Body) -> TournamentNow:
    one = state.entrants[body["entrant"]]
    return state.entrant(
        one.name, part=Part.IN, paid=one.paid + body["cents"], bought_back=one.bought_back + 1, exit=None
    )


def _cancelled(state: TournamentNow, body: Body) -> TournamentNow:
    for name, cents in body["refunds"].items():
        state = state.entrant(name, refunded=state.entrants[name].refunded + cents)
    return replace(state, phase=Phase.CANCELLED, why=body["why"], playing={}, drawn=())


_AFTER: dict[str, Callable[[TournamentNow, Body], TournamentNow]] = {
    "revised": _revised,
    "approved": _approved,
    "appointed": _appointed,
    "in-charge": lambda s, b: replace(s, in_charge=b["who"]),
    "published": lambda s, b: replace(s, phase=Phase.ENTRIES_OPEN),
    "entered": _entered,
    "admitted": lambda s, b: s.entrant(b["entrant"], part=Part.IN),
    "turned-away": _left(Part.TURNED_AWAY),
    "withdrawn": _left(Part.WITHDRAWN),
    "must-sign": lambda s, b: replace(s, must_sign=True),
    "signed": lambda s, b: s.entrant(b["entrant"], signed=True),
    "entries-closed": lambda s, b: replace(s, phase=Phase.ENTRIES_CLOSED),
    "cancelled": _cancelled,
    "designated": lambda s, b: replace(s, tables=tuple(b["tables"])),
    "start-altered": lambda s, b: replace(s, starts={**s.starts, b["stage"]: b["at"]}),
    "drawn": _drawn,
    "briefed": lambda s, b: replace(s, briefed=True),
    "session-began": _session_began,
    "away": lambda s, b: s.entrant(b["entrant"], away=True),
    "arrived": lambda s, b: s.entrant(b["entrant"], away=False),
    "substituted": lambda s, b: s.entrant(b["entrant"], plays_by=b["by"]),
    "moved": _moved,
    "counted": _counted,
    "retired": _left(Part.RETIRED),
    "disqualified": _left(Part.DISQUALIFIED),
    "late-out": lambda s, b: _out(_away_from_table(s, [b["entrant"]], b), [b["entrant"]]),
    "bought-back": _bought_back,
    "paused": lambda s, b: replace(s, paused=b["why"], paused_at=b["at"]),
    "resumed": _resumed,
    "time-called": lambda s, b: s,
    "table-over": _table_over,
    "stage-over": _stage_over,
    "ranked": _ranked,
    "prize-paid": _prize_paid,
    "closed": lambda s, b: replace(s, phase=Phase.OVER),
    "paper": lambda s, b: s,
}
