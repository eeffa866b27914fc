"""State: what a table is, folded from its entries.

A state has a core, which every table has, and a part for each chapter of a book that has something to keep: its terminals, its
secret wagers. A table whose book has no such chapter leaves the part as it is.

``after`` is the only way a state moves: one entry, as the ledger keeps it, gives the next state. Starting up, recovering
from a crash and auditing are all the same fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from itertools import groupby
from typing import Literal

from houseway.complaint import Complaint
from houseway.floor.law import Law
from houseway.floor.tournament.here import TournamentHere
from houseway.floor.was_and_is import correction_told
from houseway.forms import Doc, read, write
from houseway.law.roles import Role
from houseway.ledger import Stored
from houseway.play.secret import Form
from houseway.play.states import Status
from houseway.play.terminals import Station
from houseway.play.wagers import Jackpot, Limits, Marker, SetUp, Sign, Wager
from houseway.values import field, value
from houseway.versions import upgraded, versioned

OF_THE_MOMENT = ("answer", "irregularity")  # acts that answer what the table asks just then
KEY_SESSIONS = 32  # of each terminal, whose keys are known by their numbers; keys of any more are looked up each time


@value
class Posted:
    """A notice at the table: what it says and since when, both in the venue's time."""

    what: str
    since: str


@value
class Seat:
    player: str
    area: int
    idle: int = 0  # rounds sat out while every other seat was taken


@value
class TerminalsNow:
    """What a table with terminals keeps of them."""

    stations: dict[str, Station] = field(default_factory=dict)
    seen: dict[str, dict[str, int]] = field(default_factory=dict)  # by terminal: the highest number of its last keys
    period: int = 0  # seconds of a wagering period, where the operator has determined them
    spun: bool = False  # the ball is in the wheel


@value
class SecretsNow:
    """What a table that takes secret wagers keeps of them."""

    forms: tuple[Form, ...] = ()  # for the coming hand
    past_forms: tuple[Form, ...] = ()  # those of the hand before
    last_hand: bool = False  # of a final
    examined: tuple[str, ...] = ()  # whose forms a game supervisor has looked at


@value
class Waiting:
    """Something that was asked for and waits for a person with the authority."""

    number: int
    act: str
    details: dict[str, Doc]
    asked_by: str
    role: Role
    prompt: int
    badge: str = ""


@value
class Unread:
    """Something that the book wants somebody told, and who has not read it yet."""

    number: int
    what: str
    roles: tuple[Role, ...]
    clauses: tuple[str, ...] = ()


@value
class PeopleNow:
    """What waits at a table for somebody's word: what was asked for, and what they were told and have not read."""

    asked: tuple[Waiting, ...] = ()
    asks: int = 0  # so far
    unread: tuple[Unread, ...] = ()
    notices: int = 0  # so far


@value
class State:
    table: str
    book: str
    moment: str  # the table is held to the law of this moment, as a worked case is; "" goes by the house's clock
    policies: dict[str, Doc]
    digest: str
    cards_from: Literal["rng", "shoe"]
    set_up: SetUp
    status: Status = Status.OPEN
    carry: Doc = None
    script: Literal["prepare", "play"] = "prepare"
    round: int = 1  # the round being played, or next to be
    prompt: int = 0  # how many answers the table has taken; a tap that names another number is stale
    tape: tuple[Doc, ...] = ()
    chips: tuple[Wager, ...] = ()  # on the open layout
    confirmed: tuple[str, ...] = ()
    choices: dict[str, str] = field(default_factory=dict)  # of players who decide at once
    waiting: tuple[Doc, ...] = ()  # events for the next round's carry
    seats: tuple[Seat, ...] = ()
    dealer: str = "house"
    excluded: dict[str, str] = field(default_factory=dict)
    warned: dict[str, str] = field(default_factory=dict)
    posted_minimum: Posted | None = None
    posted_closing: Posted | None = None
    posted_odds: Posted | None = None
    inspector_told: bool = False
    ready: tuple[str, ...] = ()
    disputes: int = 0
    dispute_steps: dict[str, str] = field(default_factory=dict)  # by its number, how far each has come
    complainants: dict[str, str] = field(default_factory=dict)  # by the number of the dispute
    deciders: dict[str, tuple[str, str]] = field(default_factory=dict)  # and who decided it, with their badge
    withheld: dict[str, int] = field(
        default_factory=dict
    )  # by player: winnings kept back until a matter is looked into
    forfeited: dict[str, int] = field(default_factory=dict)  # by player: of what was kept back, what is lost to them
    tournament: TournamentHere | None = None
    frozen_why: str = ""
    corrections: tuple[str, ...] = ()  # of the round being played: who asked for each, and who signed it
    law: Law | None = None  # what the round is played by; None in a snapshot of the first houses
    terminals: TerminalsNow = TerminalsNow()
    secrets: SecretsNow = SecretsNow()
    cards_unchecked: bool = False  # gaming is over here, and the cards are still to be checked
    people: PeopleNow = PeopleNow()
    day: str = ""  # the gaming day on which the round began; the first houses did not keep it
    given_up: dict[str, tuple[int, ...]] = field(
        default_factory=dict
    )  # boxes that players with several were made to give up
    set_checked: int = 0  # in which round what is played with was last checked for putting it away
    tournaments_only: bool = False  # nobody plays here but in a tournament
    same_chips_since: int = (
        0  # the first round played for what is played for now: money, or the chips of one tournament
    )

    hand_pays: dict[str, int] = field(
        default_factory=dict
    )  # by round and player: wins that two people are still to sign for
    calls: dict[str, str] = field(default_factory=dict)  # who wants the dealer, and since when

    @property
    def sign(self) -> Sign:
        return self.set_up.sign

    @property
    def stations(self) -> dict[str, Station]:
        """The terminals of the table, by name."""
        return self.terminals.stations

    @property
    def forms(self) -> tuple[Form, ...]:
        """The secret wagers for the coming hand."""
        return self.secrets.forms

    def with_terminals(self, **changes: Doc) -> State:
        return replace(self, terminals=replace(self.terminals, **changes))

    def with_secrets(self, **changes: Doc) -> State:
        return replace(self, secrets=replace(self.secrets, **changes))

    def seat_of(self, player: str) -> Seat | None:
        return next((seat for seat in self.seats if seat.player == player), None)

    def with_sign(self, **changes: Doc) -> State:
        return replace(self, set_up=replace(self.set_up, sign=replace(self.sign, **changes)))

    def touched(self, chips: dict[str, dict[str, int]], keys: dict[str, dict[str, int]]) -> State:
        """The chips of some terminals on some spots come to something else."""
        lying = {wager.key: wager for wager in self.chips}
        for station, spots in chips.items():
            for spot, cents in spots.items():
                if cents:
                    lying[station, 0, spot] = Wager(station, 0, spot, cents)
                else:
                    lying.pop((station, 0, spot), None)
        seen = dict(self.terminals.seen)
        for station, sessions in keys.items():
            seen[station] = {**seen.get(station, {}), **sessions}
        return replace(self, chips=tuple(lying.values()), terminals=replace(self.terminals, seen=seen))

    def after(self, kind: str, body: dict[str, Doc]) -> State:
        """The state once one more entry is on record."""
        return _AFTER[kind](self, body)


def highest(sessions: Mapping[str, int], key: str) -> tuple[str, int] | None:
    """The session of a key that goes on record, and the highest number on record in it from then on.

    A session comes in with the first of its keys that is recorded, which need not be its number one, and it never goes
    again. So a number above the highest is certainly new."""
    session, _, number = key.rpartition("-")
    if not number.isdigit() or (session not in sessions and len(sessions) >= KEY_SESSIONS):
        return None
    return session, max(int(number), sessions.get(session, 0))


def law_was_not_pinned(doc: Doc) -> Doc:
    """A state of version 1 does not say what its round is played by; it is found when the table is loaded."""
    return {**doc, "law": None}


def chapters_had_no_parts(doc: Doc) -> Doc:
    """A state of version 2 has what chapters keep in one row with the rest, and a list of players whose winnings were held,
    which nobody ever asked for."""
    kept = {name: item for name, item in doc.items() if name != "held_winnings"}
    for part, kind in (("terminals", TerminalsNow), ("secrets", SecretsNow)):
        names = [item.name for item in fields(kind) if item.name in kept]
        kept[part] = {name: kept.pop(name) for name in names}
    return kept


UPGRADES = (law_was_not_pinned, chapters_had_no_parts)


def write_state(state: State) -> Doc:
    """A state as snapshots and the opening of a table have it, with the version of its shape."""
    return versioned(write(state), UPGRADES)


def read_state(doc: Doc) -> State:
    state: State = read(State, upgraded(doc, UPGRADES, "state"), "state")
    return state


def as_folded(entries: Iterable[Stored]) -> Iterator[tuple[str, dict[str, Doc]]]:
    """Entries as the state takes them: a run of touches is taken at once."""
    for touched, run_of in groupby(entries, key=lambda entry: entry.kind == "touched"):
        if touched:
            entries_of = list(run_of)
            if any("archived" in entry.body for entry in entries_of):
                raise Complaint(
                    f"touches of {entries_of[0].stream} are in an archive; bring it back (houseway archive --back)"
                )
            yield "touched", {"touches": [touch for entry in entries_of for touch in entry.body["touches"]]}
        else:
            yield from ((entry.kind, entry.body) for entry in run_of)


def opened(body: dict[str, Doc]) -> State:
    return read_state(body["state"])


def _began(state: State, body: dict[str, Doc]) -> State:
    return replace(
        state,
        script=body["script"],
        tape=tuple(body["tape"]),
        carry=body["carry"],
        waiting=(),
        choices={},
        ready=tuple(body.get("ready", ())),
        chips=_wagers(body["chips"]),
        confirmed=tuple(body.get("confirmed", ())),
        prompt=state.prompt + 1,
        corrections=(),
        terminals=replace(state.terminals, spun=False) if state.terminals.spun else state.terminals,
        law=_law(state, body),
        day=body.get("day", state.day),
    )


def _answered(state: State, body: dict[str, Doc]) -> State:
    return replace(
        state,
        tape=(*state.tape, *body["tape"]),
        chips=_wagers(body["chips"]),
        confirmed=(),
        choices={},
        ready=(),
        prompt=state.prompt + 1,
        terminals=replace(state.terminals, spun=False) if _no_spin(state, body["tape"]) else state.terminals,
    )


def _no_spin(state: State, tape: list[Doc]) -> bool:
    """Whether a spin that was under way has come to nothing: the ball is to be spun again."""
    went_wrong = any(isinstance(doc, dict) and ("irregularity" in doc or "stopped_by" in doc) for doc in tape)
    return state.terminals.spun and went_wrong


def _corrected(state: State, body: dict[str, Doc]) -> State:
    return replace(
        state,
        corrections=(*state.corrections, correction_told(body)) if "signed_by" in body else state.corrections,
        script=body["script"],
        round=body["round"],
        carry=body["carry"],
        tape=tuple(body["tape"]),
        chips=_wagers(body["chips"]),
        confirmed=(),
        choices={},
        ready=(),
        prompt=state.prompt + 1,
        law=_law(state, body),
    )


def _placed(state: State, body: dict[str, Doc]) -> State:
    chips = {wager.key: wager for wager in state.chips}
    for item in body["wagers"]:
        wager = Wager(*item)
        lying = chips.get(wager.key)
        chips[wager.key] = wager if lying is None else replace(lying, cents=lying.cents + wager.cents)
    players = {item[0] for item in body["wagers"]}
    return replace(state, chips=tuple(chips.values()), ready=tuple(p for p in state.ready if p not in players))


def _withdrawn(state: State, body: dict[str, Doc]) -> State:
    chips = {wager.key: wager for wager in state.chips}
    for item in body["wagers"]:
        wager = Wager(*item)
        left = chips[wager.key].cents - wager.cents
        if left:
            chips[wager.key] = replace(wager, cents=left)
        else:
            del chips[wager.key]
    return replace(state, chips=tuple(chips.values()))


def _over(state: State, body: dict[str, Doc]) -> State:
    seats = tuple(
        replace(seat, idle=body["idle"].get(seat.player, 0)) if "idle" in body else seat for seat in state.seats
    )
    tournament = state.tournament
    # The first records do not say; then a hand counted in which anything was won or lost.
    counts = body.get("counts", not body["lines"] or any(line["outcome"] != "void" for line in body["lines"]))
    if tournament is not None and tournament.name:
        tournament = tournament.hand_over(counts)
    elif tournament is not None and state.secrets.last_hand and counts and body["lines"]:
        tournament = replace(tournament, played_out=True)
    last_hand = tournament is not None and tournament.is_last_hand
    secrets = SecretsNow(past_forms=state.forms, last_hand=last_hand)
    lasting = tuple(one for one in state.people.asked if one.act not in OF_THE_MOMENT)
    people = replace(state.people, asked=lasting) if lasting != state.people.asked else state.people
    return replace(state, seats=seats, round=state.round + 1, secrets=secrets, tournament=tournament, people=people)


def _sat(state: State, body: dict[str, Doc]) -> State:
    """Sitting down again, or elsewhere, makes nobody less idle."""
    before = state.seat_of(body["player"])
    seat = Seat(body["player"], body["area"], 0 if before is None else before.idle)
    return replace(state, seats=(*(x for x in state.seats if x.player != seat.player), seat))


def _left(state: State, body: dict[str, Doc]) -> State:
    seats = tuple(seat for seat in state.seats if seat.player != body["player"])
    given_up = {player: boxes for player, boxes in state.given_up.items() if player != body["player"]}
    return replace(state, seats=seats, waiting=(*state.waiting, body["event"]), given_up=given_up)


def _given_up(state: State, body: dict[str, Doc]) -> State:
    """A box called in from a player with several, or allowed again."""
    player, area = body["player"], body["area"]
    boxes = {*state.given_up.get(player, ()), area} if body["called_in"] else {*state.given_up.get(player, ())} - {area}
    others = {name: kept for name, kept in state.given_up.items() if name != player}
    return replace(state, given_up={**others, player: tuple(sorted(boxes))} if boxes else others)


def _limits(state: State, body: dict[str, Doc]) -> State:
    kind, sign = body.get("kind", ""), state.sign
    changes = {key: body[key] for key in ("minimum", "maximum", "unit") if key in body}
    posted = state.posted_minimum if "minimum" not in body else None
    if kind:
        changed = state.with_sign(kinds={**sign.kinds, kind: replace(sign.limits_for(kind), **changes)})
    else:
        changed = state.with_sign(limits=replace(sign.limits, **changes))
    return replace(changed, posted_minimum=posted)


def _marker(state: State, body: dict[str, Doc]) -> State:
    marker: Marker = read(Marker, body["marker"], "marker")
    others = tuple(m for m in state.sign.markers if (m.player, m.area) != (marker.player, marker.area))
    return state.with_sign(markers=(*others, marker) if marker.maximum else others)


def _odds(state: State, body: dict[str, Doc]) -> State:
    sign: Sign = read(Sign, {**write(state.sign), "odds": body["odds"]}, "odds")
    return replace(state, set_up=replace(state.set_up, sign=sign), posted_odds=None)


def _tournament(state: State, body: dict[str, Doc]) -> State:
    """A tournament begins. Where its book asks for a list of conditions they are kept with it; elsewhere they are policies,
    chosen otherwise for as long as it lasts."""
    stated = "director" in body
    unkept = ("limits", "policies", *(() if stated else ("conditions",)))
    kept = {name: item for name, item in body.items() if name not in unkept}
    here: TournamentHere = read(TournamentHere, {"before": state.policies, **kept}, "tournament")
    chosen: dict[str, Doc] = body["policies"] if "policies" in body else {} if stated else body["conditions"]
    policies = {**state.policies, **chosen}
    since = state.round if here.apart else state.same_chips_since
    begun = replace(state, policies=policies, tournament=here, same_chips_since=since)
    if "limits" in body:
        begun = replace(begun, tournament=replace(here, sign_before=state.sign))
        begun = begun.with_sign(limits=read(Limits, body["limits"], "limits"), kinds={})
    return begun.with_secrets(last_hand=True) if here.is_last_hand else begun


def _entered(state: State, body: dict[str, Doc]) -> State:
    here = state.tournament or TournamentHere()
    return replace(state, tournament=replace(here, entrants=(*(here.entrants or ()), body["player"])))


def _substituted(state: State, body: dict[str, Doc]) -> State:
    here = state.tournament or TournamentHere()
    now = tuple(body["by"] if name == body["player"] else name for name in here.entrants or ())
    return replace(state, tournament=replace(here, entrants=now))


def _directed(state: State, body: dict[str, Doc]) -> State:
    told: dict[str, Doc] = {name: tuple(item) if isinstance(item, list) else item for name, item in body.items()}
    return replace(state, tournament=replace(state.tournament or TournamentHere(), **told))


def _passed(state: State) -> State:
    """Nobody wagered in time: the hand counts as played."""
    here = (state.tournament or TournamentHere()).hand_over(True)
    return replace(state, tournament=here, ready=()).with_secrets(last_hand=here.is_last_hand)


def _tournament_over(state: State, body: dict[str, Doc]) -> State:
    here = state.tournament or TournamentHere(before=state.policies)
    since = state.round if here.apart else state.same_chips_since
    over = replace(state, policies=here.before, tournament=None, same_chips_since=since)
    over = over.with_secrets(last_hand=False) if here.name else over
    return over if here.sign_before is None else replace(over, set_up=replace(over.set_up, sign=here.sign_before))


def _station(state: State, body: dict[str, Doc]) -> State:
    station: Station = read(Station, body["station"], "station")
    return state.with_terminals(stations={**state.stations, station.name: station})


def _detached(state: State, body: dict[str, Doc]) -> State:
    left = {name: one for name, one in state.stations.items() if name != body["station"]}
    return state.with_terminals(stations=left)


def _recalculated(state: State, body: dict[str, Doc]) -> State:
    chips = _wagers(body.get("chips", ()))
    return replace(
        state,
        carry=body["carry"],
        tape=tuple(body["tape"]),
        chips=chips,
        confirmed=(),
        ready=(),
        prompt=state.prompt + 1,
    )


def _touched(state: State, body: dict[str, Doc]) -> State:
    """Many touches at once, in the order they came."""
    chips: dict[str, dict[str, int]] = {}
    keys: dict[str, dict[str, int]] = {}
    for key, station, new in body["touches"]:
        chips.setdefault(station, {}).update(new or {})  # a refused touch changes nothing and stays refused
        known = keys[station] if station in keys else dict(state.terminals.seen.get(station, {}))
        if (counted := highest(known, key)) is not None:
            known[counted[0]] = counted[1]
            keys[station] = known
    return state.touched(chips, keys)


def _judged_again(state: State, body: dict[str, Doc]) -> State:
    """A settled round was judged again; where that reaches the round being played, it goes on from there."""
    if "carry" not in body:
        return state
    return replace(
        state, carry=body["carry"], tape=tuple(body["tape"]), chips=_wagers(body["chips"]), prompt=state.prompt + 1
    )


def _held_winnings(state: State, body: dict[str, Doc]) -> State:
    player = body["player"]
    withheld = {**state.withheld, player: state.withheld.get(player, 0) + body.get("cents", 0)}
    return replace(state, withheld={name: cents for name, cents in withheld.items() if cents})


def _forfeited(state: State, player: str, cents: int) -> State:
    forfeited = {**state.forfeited, player: state.forfeited.get(player, 0) + cents}
    return replace(state, forfeited={name: cents for name, cents in forfeited.items() if cents})


def _withholding_over(state: State, body: dict[str, Doc]) -> State:
    player, after = body["player"], state
    if body.get("forfeited"):
        after = _forfeited(state, player, body["cents"])
    return replace(after, withheld={name: cents for name, cents in state.withheld.items() if name != player})


def _withholding_less(state: State, body: dict[str, Doc]) -> State:
    """What is kept back, or was forfeited, is less by what was not won after all."""
    again = body.get("forfeited", 0)
    less = _held_winnings(state, {"player": body["player"], "cents": again - body["cents"]})
    return _forfeited(less, body["player"], -again) if again else less


def _complained(state: State, body: dict[str, Doc]) -> State:
    number = state.disputes + 1
    who = {**state.complainants, str(number): body["complainant"]} if "complainant" in body else state.complainants
    return _disputed(replace(state, disputes=number, complainants=who), body, "open")


def _disputed(state: State, body: dict[str, Doc], step: str) -> State:
    number = body.get("dispute", state.disputes)
    return replace(state, dispute_steps={**state.dispute_steps, str(number): step})


def _decided(state: State, body: dict[str, Doc]) -> State:
    number, who = str(body.get("dispute", state.disputes)), (body.get("name", ""), body.get("badge", ""))
    return _disputed(replace(state, deciders={**state.deciders, number: who}), body, "decided")


def _asked(state: State, body: dict[str, Doc]) -> State:
    one: Waiting = read(Waiting, body, "asked")
    return replace(state, people=replace(state.people, asked=(*state.people.asked, one), asks=one.number))


def _answered_ask(state: State, body: dict[str, Doc]) -> State:
    left = tuple(one for one in state.people.asked if one.number != body["number"])
    return replace(state, people=replace(state.people, asked=left))


def _told(state: State, body: dict[str, Doc]) -> State:
    one: Unread = read(Unread, body, "told")
    return replace(state, people=replace(state.people, unread=(*state.people.unread, one), notices=one.number))


def _acknowledged(state: State, body: dict[str, Doc]) -> State:
    left = []
    for one in state.people.unread:
        roles = tuple(role for role in one.roles if one.number != body["number"] or role not in body["roles"])
        if roles:
            left.append(replace(one, roles=roles))
    return replace(state, people=replace(state.people, unread=tuple(left)))


def _same(state: State, body: dict[str, Doc]) -> State:
    return state


def _law(state: State, body: dict[str, Doc]) -> Law | None:
    """The law that an entry pins; the first houses pinned none."""
    return read(Law, body["law"], "law") if body.get("law") is not None else state.law


def _wagers(doc: list[Doc]) -> tuple[Wager, ...]:
    return tuple(Wager(*item) for item in doc)


_AFTER: dict[str, Callable[[State, dict[str, Doc]], State]] = {
    "began": _began,
    "answered": _answered,
    "corrected": _corrected,
    "round-over": _over,
    "placed": _placed,
    "withdrawn": _withdrawn,
    "confirmed": lambda s, b: replace(s, confirmed=tuple(dict.fromkeys((*s.confirmed, b["player"])))),
    "chose": lambda s, b: replace(s, choices={**s.choices, b["player"]: b["choice"]}),
    "ready": lambda s, b: replace(s, ready=tuple(dict.fromkeys((*s.ready, b["player"])))),
    "sat": _sat,
    "left": _left,
    "event": lambda s, b: replace(s, waiting=(*s.waiting, b["event"]), dealer=b.get("dealer", s.dealer)),
    "shared": lambda s, b: s.with_sign(players_per_area=b["players"]),
    "limits": _limits,
    "marker": _marker,
    "differential": lambda s, b: s.with_sign(differential=b["cents"]),
    "odds": _odds,
    "jackpot": lambda s, b: s.with_sign(jackpot=read(Jackpot, b["jackpot"], "jackpot")),
    "posted-minimum": lambda s, b: replace(s, posted_minimum=Posted(b["what"], b["since"])),
    "posted-closing": lambda s, b: replace(s, posted_closing=Posted(b["what"], b["since"])),
    "posted-odds": lambda s, b: replace(s, posted_odds=Posted(b["what"], b["since"])),
    "inspector-told": lambda s, b: replace(s, inspector_told=True),
    "frozen": lambda s, b: replace(s, status=Status.FROZEN, frozen_why=b.get("why", "")),
    "released": lambda s, b: replace(s, status=Status.OPEN, frozen_why=""),
    "closed": lambda s, b: replace(
        s,
        status=Status.CLOSED,
        seats=(),
        posted_closing=None,
        inspector_told=False,
        day="over",
        given_up={},
        cards_unchecked=b.get("unchecked", False),
    ),
    "cards-checked": lambda s, b: replace(s, cards_unchecked=False),
    "reopened": lambda s, b: replace(s, status=Status.OPEN),
    "excluded": lambda s, b: replace(s, excluded={**s.excluded, b["player"]: b["ground"]}),
    "readmitted": lambda s, b: replace(s, excluded={k: v for k, v in s.excluded.items() if k != b["player"]}),
    "warned": lambda s, b: replace(s, warned={**s.warned, b["player"]: b["ground"]}),
    "held-winnings": _held_winnings,
    "withholding-less": _withholding_less,
    "withholding-over": _withholding_over,
    "complained": _complained,
    "review-asked": lambda s, b: _disputed(s, b, "review asked for"),
    "reviewed": lambda s, b: _disputed(s, b, "reviewed"),
    "tournament": _tournament,
    "entered": _entered,
    "tournament-directed": _directed,
    "substituted": _substituted,
    "tournament-over": _tournament_over,
    "reserved": lambda s, b: replace(s, tournaments_only=b["tournaments"]),
    "hand-passed": lambda s, b: _passed(s),
    "defaulted": lambda s, b: _directed(s, {"defaulted": tuple(b["players"])}),
    "station": _station,
    "detached": _detached,
    "recalculated": _recalculated,
    "judged-again": _judged_again,
    "touched": _touched,
    "period": lambda s, b: s.with_terminals(period=b["seconds"]),
    "period-began": _same,
    "signed-on": lambda s, b: replace(s, dealer=b["dealer"]),
    "changed": _same,
    "hand-pay": lambda s, b: replace(s, hand_pays={**s.hand_pays, f"{b['round']} {b['player']}": b["cents"]}),
    "hand-pay-signed": lambda s, b: replace(
        s, hand_pays={k: v for k, v in s.hand_pays.items() if k != f"{b['round']} {b['player']}"}
    ),
    "called": lambda s, b: replace(s, calls={**s.calls, b["player"]: b["at"]}),
    "call-answered": lambda s, b: replace(s, calls={k: v for k, v in s.calls.items() if k != b["player"]}),
    "spun": lambda s, b: s.with_terminals(spun=True),
    "fault": _same,
    "owed-settled": _same,
    "form": lambda s, b: s.with_secrets(forms=(*s.forms, read(Form, b["form"], "form"))),
    "form-back": lambda s, b: s.with_secrets(forms=tuple(form for form in s.forms if form.player != b["player"])),
    "form-examined": lambda s, b: s.with_secrets(examined=(*s.secrets.examined, b["player"])),
    "last-hand": lambda s, b: s.with_secrets(last_hand=True),
    "asked": _asked,
    "allowed": _answered_ask,
    "declined": _answered_ask,
    "told": _told,
    "acknowledged": _acknowledged,
    "decided": _decided,
    "recorded": _same,
    "paper": _same,
    "rules-given": _same,
    "box-given-up": _given_up,
    "set-checked": lambda s, b: replace(s, set_checked=b["round"]),
    "changed-over": _same,
    "warned-elsewhere": lambda s, b: replace(s, carry=b["carry"]),
}
