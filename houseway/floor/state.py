"""State: what a table is, folded from its entries.

A state has a core, which every table has, and a part for each chapter of a book that has something to keep: its terminals, its
secret wagers. A table whose book has no such chapter leaves the part as it is.

It moves by entries alone (``state_after``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Literal

from houseway.floor.law import Law
from houseway.floor.tournament.here import TournamentHere
from houseway.forms import Doc, read, write
from houseway.law.roles import Role
from houseway.play.secret import Form
from houseway.play.states import Status
from houseway.play.terminals import Station
from houseway.play.wagers import SetUp, Sign, Wager
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
    seen_earlier: dict[str, dict[str, int]] = field(default_factory=dict)  # by terminal: its keys when the spin began


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
