"""Stations: a table of terminals. Accounts, touches, malfunctions, recalculation, competitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from houseway.floor.people import HOUSE, Person, player
from houseway.floor.story.spelled import document, whole
from houseway.floor.story.told import CREDIT, DEALER, SUPERVISOR, BadStory
from houseway.floor.story.vocabulary import spot_told
from houseway.floor.table import Reply
from houseway.floor.terminals import accounts_of, seconds_of
from houseway.forms import Doc
from houseway.money import cents
from houseway.play.prompts import TakeWagers

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal


MOST_TERMINALS = 100


def buy_in(self: Rehearsal, name: str, amount: str, tender: str | None, control: str | None) -> Reply:
    """A player at a terminal; it stands there, whether anybody has played at it or not."""
    self.terminals_told = True
    if name not in self.table.state.stations:
        self._do(SUPERVISOR, "attach", station=name)
    self.purses.add(name)
    self.people |= {control} if control else set()
    details = {key: text for key, text in (("tender", tender), ("player", control)) if text}
    return self._do(DEALER, "buy in", station=name, cents=cents(amount), **details)


def note_in(self: Rehearsal, name: str, amount: str) -> Reply:
    self.terminals_told = True
    if name not in self.table.state.stations:
        self._do(SUPERVISOR, "attach", station=name)
    self.purses.add(name)
    return self._do(player(name), "note in", cents=cents(amount))


def terminal(act: str, who: Person, *names: str) -> Callable[..., Reply]:
    """Something done about a terminal."""

    def do(self: Rehearsal, *values: str | None) -> Reply:
        details: dict[str, Doc] = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        self.terminals_told |= act == "attach"
        for name, word in (("seconds", "period"), ("spin", "spin")):
            if name in details:
                details[name] = whole(details[name], word)
        return self._do(who, act, **details)

    return do


def many_terminals(self: Rehearsal, count: str) -> Reply | None:
    reply, self.terminals_told = None, True
    if whole(count, "terminals") > MOST_TERMINALS:
        raise BadStory(f"terminals: {count} are more than any table has; at most {MOST_TERMINALS}")
    for number in range(1, int(count) + 1):
        reply = self._do(SUPERVISOR, "attach", station=f"ATS-{number}")
        self.purses.add(f"ATS-{number}")
    return reply


def touch(self: Rehearsal, name: str, act: str, amount: str, spot: str) -> Reply:
    """One touch, in whatever state the table is."""
    verb = "place" if act == "places" else "withdraw"
    if not self.terminals_told:  # nothing was said of terminals: this one stands there, with credit in it
        self._purse(name)
    with by_the_clock(self):
        return spot_told(self, spot, self._do(player(name), verb, spot=spot, cents=cents(amount)))


# A clock inside a period


class StoryClock:
    """Keeps the time of a wagering period as the story tells it."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal
        self.closes: float | None = None

    def now(self) -> float:
        return self.rehearsal.now.timestamp()


@contextmanager
def by_the_clock(self: Rehearsal) -> Iterator[None]:
    """Within, the story's clock keeps the time, where the story has let it run in this period."""
    table, clock = self.table, self.clock
    if clock is None or clock.closes is None or accounts_of(table) is None:
        yield
        return
    table.period = clock
    try:
        yield
    finally:
        table.period = None


def opens_wagering(self: Rehearsal) -> Reply:
    reply = self._do(DEALER, "open wagering")
    if reply.accepted:
        _starts(self)
    return reply


def _starts(self: Rehearsal) -> StoryClock:
    """A period begins now."""
    self.clock = clock = StoryClock(self)
    clock.closes = clock.now() + seconds_of(self.table)
    self.clock_of = self.table.state.round
    return clock


def seconds_later(self: Rehearsal, count: str) -> None:
    """The clock goes on. Inside a wagering period it is the period's: when that expires, the window closes by itself."""
    seconds = whole(count, "seconds")
    if accounts_of(self.table) is None:
        self.now += timedelta(seconds=seconds)
        return
    self._until(lambda prompt: isinstance(prompt, TakeWagers))
    clock = self.clock if self.clock is not None and self.clock_of == self.table.state.round else None
    if clock is None or clock.closes is None:
        clock = _starts(self)
    self.now += timedelta(seconds=seconds)
    if clock.closes is not None and clock.now() >= clock.closes and isinstance(self.table.prompt, TakeWagers):
        self._do(HOUSE, "answer")


def period_runs(self: Rehearsal) -> bool:
    """Whether a wagering period runs by the story's clock."""
    clock = self.clock
    if clock is None or clock.closes is None or self.clock_of != self.table.state.round:
        return False
    return isinstance(self.table.prompt, TakeWagers) and clock.now() < clock.closes


def seconds_left(self: Rehearsal) -> int:
    """Of the period that runs."""
    clock = self.clock
    if clock is None or clock.closes is None or self.clock_of != self.table.state.round:
        raise BadStory("no period runs by the story's clock; 10 seconds later lets it run")
    return max(0, round(clock.closes - clock.now()))


def recalculate(self: Rehearsal, spin: str, actual: str, by: str | None, reason: str) -> Reply:
    details = {"spin": whole(spin, "spin"), "actual": None if actual == "void" else actual, "reason": reason}
    return self._do(SUPERVISOR, "recalculate", **details, asked_by=by or DEALER.name)


def competition(self: Rehearsal, words: str) -> Reply:
    """A tournament under conditions: which are stated, who approved and who directs."""
    details = document(words, "after tournament")
    if not isinstance(details, dict) or not isinstance(details.get("entrants", {}), (dict, list)):
        raise BadStory(
            "tournament: write a table of names and values, with entrants by terminal, or a list of their names"
        )
    entrants = details.get("entrants", {})
    at_terminals = accounts_of(self.table) is not None
    for person in entrants.values() if isinstance(entrants, dict) else entrants:
        self.people.add(str(person))
        if at_terminals:
            self._credit(str(person), CREDIT)
        else:
            self._purse(str(person))
    self.terminals_told |= bool(at_terminals and entrants)
    for name in entrants if at_terminals else ():
        if name not in self.table.state.stations:
            self._do(SUPERVISOR, "attach", station=name)
            self.purses.add(name)
    briefed = details.pop("briefed", None)
    begun = self._do(SUPERVISOR, "tournament", **details)
    if begun.accepted and briefed is not False:  # it goes without saying
        self._do(SUPERVISOR, "brief tournament")
    return begun


def finish_early(self: Rehearsal, agreeing: str | None, names: str | None, known: str | None) -> Reply:
    """How many agree, or who."""
    agree = re.split(r",\s*", names) if names is not None else whole(agreeing or "", "agreeing")
    return self._do(SUPERVISOR, "end tournament", early=True, agreeing=agree, progressors_known=known is None)
