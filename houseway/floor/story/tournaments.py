"""Tournaments in a story: conditions in a few words, entries, draws, sessions over several tables, and prizes.

What goes without saying is done: conditions that a line does not speak of are usual ones, whoever the book names approves them,
the supervisor organises and whoever was appointed directs, and the chips are counted after each hand. ``without prizes`` leaves
an item out of the conditions; ``as pit boss R. Tan: draw`` has somebody else do what the line says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.floor.people import Person, player
from houseway.floor.story.spelled import document, value_of
from houseway.floor.story.told import SUPERVISOR, BadStory
from houseway.floor.table import Order, Reply, Table
from houseway.floor.tournament import at_table
from houseway.floor.tournament.desk import TournamentDesk
from houseway.floor.tournament.due import at_table as due_at
from houseway.forms import Doc, read, write
from houseway.law.roles import Role
from houseway.ledger import Ledger
from houseway.money import cents, plain
from houseway.play.conditions import (
    BuyingBack,
    Conditions,
    Disposition,
    Disqualification,
    Eligibility,
    Entry,
    Fee,
    Item,
    Lateness,
    Prizes,
    Stage,
    Tie,
)
from houseway.play.decision import Refused
from houseway.play.notation import NAME
from houseway.play.wagers import Limits

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal


class StoryFloor:
    """The tables of a story, as a tournament's desk sees them."""

    takes_no_money = False

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal

    @property
    def ledger(self) -> Ledger:
        return self.rehearsal.ledger

    @property
    def tables(self) -> Mapping[str, Table]:
        return self.rehearsal.tables

    def barred(self, name: str) -> str:
        return next((t.state.excluded[name] for t in self.tables.values() if name in t.state.excluded), "")

    def pocket(self, name: str) -> str:
        return f"player:{name}"

    def qualified(self, name: str) -> bool | None:
        return None


def _usual(book: str) -> Conditions:
    """What the conditions of a story are, where it does not say otherwise."""
    return Conditions(
        "Cup",
        Fee(0),
        (),
        BuyingBack(),
        Eligibility(),
        Entry(1, 1000),
        Disqualification(("cheating",)),
        Lateness(10),
        Prizes((100,)),
        "rules",
    )


def _desk(self: Rehearsal) -> TournamentDesk:
    if self.tournament is None:
        raise BadStory(
            "no tournament is drafted; write tournament Cup: fee 100 keeps 10, 4 to 12 players, prizes 60 40"
        )
    return self.tournament


def _conditions(self: Rehearsal) -> Conditions:
    if self.conditions is None:
        raise BadStory("conditions begin with a line such as tournament Cup: fee 100 keeps 10, prizes 60 40")
    return self.conditions


# Conditions

_IN_WORDS: dict[str, Callable[[Conditions, tuple[str, ...]], Conditions]] = {
    r"fee ([\d.]+)(?: keeps (\d+))?(?: guaranteed ([\d.]+))?": lambda c, v: replace(
        c, fee=Fee(cents(v[0]), int(v[1] or 0), cents(v[2] or "0"))
    ),
    r"(\d+) to (\d+) players": lambda c, v: replace(c, entry=replace(_entry(c), least=int(v[0]), most=int(v[1]))),
    r"refund (\d+)": lambda c, v: replace(c, entry=replace(_entry(c), refund_after=int(v[0]))),
    r"withdraw until (\S+)": lambda c, v: replace(c, entry=replace(_entry(c), withdraw_until=v[0])),
    r"closes (\S+)": lambda c, v: replace(c, entry=replace(_entry(c), closes=v[0])),
    r"prizes ([\d ]+)": lambda c, v: replace(c, prizes=Prizes(tuple(int(part) for part in v[0].split()))),
    r"wins (.+)": lambda c, v: replace(c, prizes=replace(c.prizes or Prizes(), parts=(), others=(v[0],))),
    r"ties (.+)": lambda c, v: replace(c, ties=tuple(_tie(word) for word in v[0].split(" then "))),
    r"substitutes": lambda c, v: replace(c, substitutes=True),
    r"may refuse": lambda c, v: replace(c, eligibility=Eligibility(may_refuse=True)),
    r"may end early": lambda c, v: replace(c, early_end=True),
    r"place kept (\d+) minutes": lambda c, v: replace(c, lateness=Lateness(int(v[0]))),
    r"grounds (.+)": lambda c, v: replace(c, disqualification=Disqualification(tuple(v[0].split(" or ")))),
    r"nobody retires": lambda c, v: replace(c, disqualification=replace(_ground(c), may_retire=False)),
    r"disqualified have back (\d+)": lambda c, v: replace(c, disqualification=replace(_ground(c), refund=int(v[0]))),
    r"buy back (\d+) times? for ([\d.]+) before (.+)": lambda c, v: replace(
        c, buying_back=BuyingBack(int(v[0]), cents(v[1]), v[2])
    ),
    r"conditions prevail": lambda c, v: replace(c, prevail="conditions"),
    r"changes ([\d ]+)": lambda c, v: replace(c, changes=tuple(v[0].split())),
}


def _entry(conditions: Conditions) -> Entry:
    return conditions.entry or Entry(1, 1000)


def _ground(conditions: Conditions) -> Disqualification:
    return conditions.disqualification or Disqualification(("cheating",))


def _tie(word: str) -> Tie:
    try:
        return Tie(word)
    except ValueError:
        raise BadStory(f"ties: {word!r} is none of {', '.join(Tie)}") from None


def announce(self: Rehearsal, title: str, words: str | None) -> None:
    """Conditions begin; lines of stages follow."""
    self.conditions = replace(_usual(self.book), title=title)
    for part in re.split(r",\s*", words) if words else ():
        for pattern, change in _IN_WORDS.items():
            found = re.fullmatch(pattern, part.strip())
            if found is not None:
                self.conditions = change(self.conditions, found.groups())
                break
        else:
            known = "; ".join(re.sub(r"\\d\+|\[\\d[^]]*\]\+|\(\?:|[()\\?]", "", pattern) for pattern in _IN_WORDS)
            raise BadStory(f"tournament: {part!r} is not understood; there are {known}")


_OF_STAGE: dict[str, Callable[[Stage, tuple[str, ...]], Stage]] = {
    r"(\d+) (?:hands?|spins?)": lambda s, v: replace(s, hands=int(v[0])),
    r"(\d+) minutes": lambda s, v: replace(s, minutes=int(v[0])),
    r"(\d+) sessions?": lambda s, v: replace(s, sessions=int(v[0])),
    r"(\d+) tables? of (\d+)": lambda s, v: replace(s, tables=int(v[0]), seats=int(v[1])),
    r"chips ([\d.]+)": lambda s, v: replace(s, credit=cents(v[0])),
    r"buy-in ([\d.]+)": lambda s, v: replace(s, buy_in=cents(v[0])),
    r"limits ([\d.]+) to ([\d.]+)": lambda s, v: replace(s, limits=Limits(cents(v[0]), cents(v[1]))),
    r"compulsory ([\d.]+)": lambda s, v: replace(s, compulsory_wager=cents(v[0])),
    r"exactly ([\d.]+)": lambda s, v: replace(s, compulsory_wager=cents(v[0]), exactly=True),
    r"(\d+) secret": lambda s, v: replace(s, secret_wagers=int(v[0])),
    r"out at ([\d ]+)": lambda s, v: replace(s, out_at=tuple(int(hand) for hand in v[0].split())),
    r"(\d+) goe?s? on": lambda s, v: replace(s, advance=int(v[0])),
    r"best (\d+) of the rest": lambda s, v: replace(s, best_of_rest=int(v[0])),
    r"chips are (retired|carried over|paid in cash)": lambda s, v: replace(
        s, disposition=Disposition("cash" if v[0] == "paid in cash" else v[0])
    ),
    r"for who is out": lambda s, v: replace(s, played_by="who is out"),
    r"by (\S+)": lambda s, v: replace(s, book=v[0]),
    r"with ([a-z_.]+)=(\S+)": lambda s, v: replace(s, policies={**s.policies, v[0]: value_of(v[1])}),
    r"starts (\S+)": lambda s, v: replace(s, starts=v[0]),
}


def stage(self: Rehearsal, name: str, words: str) -> None:
    """A stage of the tournament, in its order."""
    conditions = _conditions(self)
    made = Stage(name, self.book, credit=100_000, disposition=Disposition.RETIRED, compulsory_wager=0, secret_wagers=0)
    for part in re.split(r",\s*", words):
        for pattern, change in _OF_STAGE.items():
            found = re.fullmatch(pattern, part.strip())
            if found is not None:
                made = change(made, found.groups())
                break
        else:
            known = "; ".join(re.sub(r"\\d\+|\[\\d[^]]*\]\+|\(\?:|[()\\?]", "", pattern) for pattern in _OF_STAGE)
            raise BadStory(f"stage: {part!r} is not understood; there are {known}")
    entry = conditions.entry
    stages = (*conditions.stages, made)
    if entry is not None and entry.most == 1000 and len(stages) == 1:  # nobody said how many
        entry = replace(entry, most=made.places)
    self.conditions = replace(conditions, stages=stages, entry=entry)


def without(self: Rehearsal, item: str) -> None:
    """Leaves an item of the conditions unstated."""
    conditions, name = _conditions(self), item.replace(" ", "_")
    try:
        left_out = Item(name)
    except ValueError:
        known = ", ".join(one.value.replace("_", " ") for one in Item)
        raise BadStory(f"without: {item!r} is nothing that conditions state; there are {known}") from None
    of_stage = {Item.CREDIT: "credit", Item.COMPULSORY_WAGER: name, Item.SECRET_WAGERS: name}
    if left_out is Item.STRUCTURE:
        self.conditions = replace(conditions, stages=())
    elif left_out is Item.RULES_PREVAIL:
        self.conditions = replace(conditions, prevail=None)
    elif left_out in of_stage:
        unsaid: dict[str, Doc] = {of_stage[left_out]: None}
        stages = tuple(replace(one, **unsaid) for one in conditions.stages)
        self.conditions = replace(conditions, stages=stages)
    else:
        unstated: dict[str, Doc] = {name: None}
        self.conditions = replace(conditions, **unstated)


def conditions_in_full(self: Rehearsal, words: str) -> None:
    """Conditions as a document, where a few words do not say it."""
    try:
        self.conditions = read(Conditions, document(words, "after conditions"), "conditions")
    except ValueError as wrong:
        raise BadStory(str(wrong)) from None


# At the desk


def _order(self: Rehearsal, who: Person, act: str, /, **details: Doc) -> Reply:
    """Something at the tournament's desk; the conditions are put down with the first of them."""
    if self.tournament is None:
        desk = TournamentDesk(StoryFloor(self), "t1")
        desk.cited, desk.moment = self._cite, self.moment if not self.by_the_clock else None
        drafted = desk.do(Order(SUPERVISOR, "draft", {"conditions": write(_conditions(self))}, at=self.now))
        if isinstance(drafted.decision, Refused):
            raise BadStory(f"the tournament cannot be drafted: {drafted.decision.because}")
        self.tournament = desk
    elif act in ("approve", "publish") and write(_conditions(self)) != write(self.tournament.state.conditions):
        revised = self.tournament.do(Order(SUPERVISOR, "revise", {"conditions": write(_conditions(self))}, at=self.now))
        if isinstance(revised.decision, Refused):
            raise BadStory(f"the conditions cannot be revised: {revised.decision.because}")
    reply = self.tournament.do(Order(self.acting or who, act, details, at=self.now))
    self.watch(act, reply)
    return reply


def _director(self: Rehearsal) -> Person:
    desk = self.tournament
    name = "" if desk is None or not desk.is_drafted else desk.state.director
    return Person(name.partition(",")[0], "tournament director") if name else SUPERVISOR


def approve(self: Rehearsal, reference: str | None) -> Reply:
    """Whoever the book names approves, where the line names nobody."""
    roles: tuple[Role, ...] = ("casino supervisor",)
    law = TournamentDesk(StoryFloor(self), "").law(self.book, self.moment)
    if not isinstance(law, Refused):
        roles = law.approved_by or roles
    return _order(self, Person(f"the {roles[0]}", roles[0]), "approve", reference=reference or "")


def organise(act: str, *names: str) -> Callable[..., Reply]:
    def do(self: Rehearsal, *values: str | None) -> Reply:
        details = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        return _order(self, SUPERVISOR, act, **details)

    return do


def direct(act: str, *names: str) -> Callable[..., Reply]:
    """Something that the director does."""

    def do(self: Rehearsal, *values: str | None) -> Reply:
        details = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        return _order(self, _director(self), act, **details)

    return do


def appoint(self: Rehearsal, director: str, deputies: str | None) -> Reply:
    names = re.split(r",\s*|\s+and\s+", deputies) if deputies else []
    return _order(self, SUPERVISOR, "appoint", director=director.strip(), deputies=names)


def by_player(act: str) -> Callable[..., Reply]:
    """Something that a player does at the desk, or staff for one where the line says so."""

    def do(self: Rehearsal, name: str) -> Reply:
        self._comes(name)
        return _order(self, player(name), act, **({"player": name} if self.acting is not None else {}))

    return do


def many_enter(self: Rehearsal, names: str) -> Reply:
    """Several enter, one after the other; the first who is refused is answered."""
    reply: Reply | None = None
    for name in re.split(r",\s*|\s+and\s+", names):
        reply = by_player("enter")(self, name.strip())
        if not reply.accepted:
            break
    assert reply is not None
    return reply


def designate(self: Rehearsal, names: str) -> Reply:
    """Names tables; those that do not stand yet are opened like the first."""
    wanted = names.split()
    for name in wanted:
        self.open_beside(name)
    return _order(self, _director(self), "designate", tables=wanted)


def another_table(self: Rehearsal, name: str, book: str, sign: str | None) -> None:
    """A table of another book stands there too."""
    self.open_beside(name, book, sign or "")


def draw(self: Rehearsal, words: str | None) -> Reply:
    """The draw, by the generator, or as it was made by hand: ``draw T: P1 P2 / T2: P3 P4``, sessions divided by ``then``."""
    if words is None:
        return _order(self, _director(self), "draw")
    sessions: list[Doc] = []
    for part in words.split(" then "):
        seats: dict[str, list[str]] = {}
        for group in part.split("/"):
            table, colon, names = group.partition(":")
            if not colon:
                raise BadStory(f"draw: write draw T: P1 P2 / T2: P3 P4, not {group.strip()!r}")
            seats[table.strip()] = names.split()
        sessions.append(seats)
    return _order(self, _director(self), "draw", seats=sessions)


def begin_session(self: Rehearsal) -> Reply:
    for table in self.tables.values():
        if not at_table.between_hands(table):
            self.at(table.name)
            self._between()
    return _order(self, _director(self), "begin session")


def at_table_named(self: Rehearsal, name: str) -> None:
    if name not in self.tables:
        raise BadStory(f"no table {name!r} stands here; there are {', '.join(self.tables)}")
    self.at(name)


def _count(self: Rehearsal) -> None:
    """The chips are counted after a hand, without saying."""
    desk = _desk(self)
    while self.shoe and self._step():  # what lies ready is dealt
        pass
    self._between()
    for one in due_at(desk, self.table.name, self.now) if self.table.name in desk.state.playing else ():
        if one.act == "count":
            desk.do(Order(_director(self), "count", one.details, at=self.now))


def pass_hand(self: Rehearsal) -> Reply:
    """Nobody wagers in time."""
    return self._do(Person("the dealer", "dealer"), "pass hand")


def who_goes_out(self: Rehearsal) -> Reply:
    _count(self)
    return _order(self, _director(self), "mark", table=self.table.name)


def session_over(self: Rehearsal, early: str | None, agreeing: str | None) -> Reply:
    _count(self)
    names = re.split(r",\s*", agreeing) if agreeing else []
    return _order(self, _director(self), "end table", table=self.table.name, agreeing=names)


def move(self: Rehearsal, name: str, table: str) -> Reply:
    return _order(self, _director(self), "move", player=name, table=table)


def plays_for(self: Rehearsal, other: str, name: str) -> Reply:
    self._comes(other)
    return _order(self, _director(self), "substitute", player=name, by=other)


def pay(self: Rehearsal, name: str | None) -> Reply:
    return _order(self, SUPERVISOR, "pay prize", **({"player": name} if name else {}))


# Facts


def _known(self: Rehearsal, name: str) -> str:
    """The name of somebody whom the story speaks of: an entrant, a substitute or whoever has a purse."""
    entrants = {} if self.tournament is None else self.tournament.state.entrants
    known = self.purses | set(entrants) | {one.player for one in entrants.values()}
    if name not in known:
        raise BadStory(f"nobody in this story is called {name!r}; there are {', '.join(sorted(known)) or 'no players'}")
    return name


def _chips(self: Rehearsal, name: str) -> str:
    desk = _desk(self)
    one = desk.state.entrants.get(name)
    if one is None:
        raise BadStory(f"{name!r} has not entered; there are {', '.join(desk.state.entrants) or 'no entrants'}")
    table = self.tables.get(desk.state.table_of(name))
    return plain(0 if table is None else at_table.chips_now(table, desk.name, one.player))


def _place(self: Rehearsal, name: str) -> str:
    places, whose = _desk(self).state.places, _known(self, name)
    return next((str(one.place) for one in places if one.entrant == whose), "none")


def _prize(self: Rehearsal, name: str) -> str:
    places, whose = _desk(self).state.places, _known(self, name)
    found = next((one for one in places if one.entrant == whose), None)
    return "none" if found is None or not found.wins else found.words if not found.cents else plain(found.cents)


def _part(self: Rehearsal, name: str) -> str:
    one = _desk(self).state.entrants.get(_known(self, name))
    return "no entrant" if one is None else one.part.value


FACTS_ABOUT: dict[str, Callable[[Rehearsal, str], Doc]] = {
    "chips": _chips,
    "place": _place,
    "prize": _prize,
    "part": _part,
    "money": lambda self, name: plain(self.ledger.balance(f"player:{_known(self, name)}")),
    "table": lambda self, name: _desk(self).state.table_of(_known(self, name)) or "none",
}

FACTS: dict[str, Callable[[Rehearsal], Doc]] = {
    "phase": lambda self: _desk(self).state.phase.value,
    "stage": lambda self: now.name if (now := _desk(self).state.stage_now) is not None else "none",
    "pool": lambda self: plain(_desk(self).pool()),
    "kept": lambda self: plain(_desk(self).state.kept),
    "goes on": lambda self: [one.name for one in _desk(self).state.still_in],
    "to play": lambda self: 0 if (here := self.table.state.tournament) is None else here.hands_left,
    "to lay": lambda self: [name for name, who in _still_to_lay(self).items() if who],
    "ranking": lambda self: [f"{one.place} {one.entrant}" for one in _desk(self).state.places],
}


def _still_to_lay(self: Rehearsal) -> dict[str, int]:
    from houseway.floor.tournament.gate import still_to_lay

    return still_to_lay(self.table)


_A = rf"({NAME})"
_SEVERAL = rf"({NAME}(?:(?:,\s*|\s+and\s+){NAME})+)"

WORDS: list[tuple[str, Callable[..., Reply | None]]] = [
    (r"tournament ([A-Z][A-Za-z0-9 ]*)(?:: (.+))?", announce),
    (r"stage ([A-Z][A-Za-z0-9 -]*): (.+)", stage),
    (r"without ([a-z ]+)", without),
    (r"conditions (\{.+\})", conditions_in_full),
    (r"approve(?: (\S+))?", approve),
    (r"appoint (.+?)(?:, deput(?:y|ies) (.+))?", appoint),
    (r"publish", organise("publish")),
    (rf"{_SEVERAL} enter", many_enter),
    (rf"{_A} enters", by_player("enter")),
    (rf"admit {_A}", organise("admit", "player")),
    (rf"turn away {_A}", organise("turn away", "player")),
    (rf"{_A} withdraws from the tournament", by_player("withdraw")),
    (r"everybody signs the conditions", direct("ask to sign")),
    (rf"{_A} signs the conditions", by_player("sign")),
    (r"close entries", organise("close entries")),
    (r"call off the tournament: (.+)", organise("cancel", "why")),
    (rf"table {_A} of (\S+)(?: sign (.+))?", another_table),
    (rf"designate ({NAME}(?: {NAME})*)", designate),
    (r"draw(?: (.+))?", draw),
    (r"brief the entrants", direct("brief")),
    (r"begin the session", begin_session),
    (rf"at table {_A}", at_table_named),
    (r"nobody wagers", pass_hand),
    (r"who goes out", who_goes_out),
    (rf"session over( early)?(?: agreed by ({NAME}(?:,\s*{NAME})*))?", session_over),
    (r"call time", direct("call time")),
    (rf"move {_A} to {_A}", move),
    (rf"{_A} plays for {_A}", plays_for),
    (rf"{_A} is away", lambda self, name: _order(self, _director(self), "away", player=name)),
    (rf"{_A} arrives", by_player("arrive")),
    (rf"{_A} is out for being late", lambda self, name: _order(self, _director(self), "out for lateness", player=name)),
    (rf"{_A} retires", by_player("retire")),
    (rf"disqualify {_A}(?:: (.+))?", direct("disqualify", "player", "ground")),
    (rf"{_A} buys back", by_player("buy back")),
    (r"stage ([A-Z][A-Za-z0-9 -]*) starts (\S+)(?:, notice (.+))?", direct("alter start", "stage", "at", "notice")),
    (r"pause play: (.+)", direct("pause", "why")),
    (r"resume play", direct("resume")),
    (r"in charge leaves(?: to (.+))?", direct("director leaves", "deputy")),
    (r"in charge returns", direct("director returns")),
    (r"pay prizes", lambda self: pay(self, None)),
    (rf"pay the prize of {_A}", pay),
]
