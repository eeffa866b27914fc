"""Changes: new settings for a house that is open.

``compare`` says what settings would do and does nothing. ``Changes.apply`` does it: tables that are new are opened, signs are
changed by the orders a supervisor would give, tables no longer named are closed. Every order is judged by the table's own book,
so a higher minimum waits until its sign has stood as long as the book asks, and a table closes between rounds after its notice;
what waits is tried again until it is done. What a table is made of (its book, its decks, its layout) does not change while it
stands, and what the process is made of (its address, its database) not before the next start: both are said, and nothing else is
touched.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from houseway.floor import jackpots
from houseway.floor.people import HOUSE, Person
from houseway.floor.table import Order, Table
from houseway.floor.terminals import accounts_of, seconds_of
from houseway.forms import write
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.ledger import Post
from houseway.ledger.operations import STREAM as OPERATIONS
from houseway.money import show
from houseway.play.decision import Refused
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.premises.house_changes import HouseChange, changes_of_house
from houseway.premises.house_changes import do as do_to_house
from houseway.premises.plans import BadSettings, TablePlan, in_words
from houseway.premises.settings import Settings, load

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

log = logging.getLogger("houseway")

AGAIN = 5.0  # seconds until what waits is tried again
BY_ORDER = ("limits", "kinds", "players_per_area", "differential", "odds", "seated", "markers", "let_have")  # of a sign


@dataclass(frozen=True)
class Change:
    """One thing that settings do to one table, or to the house where no table is named."""

    table: str
    does: str  # "opens", "changes", "closes", "cannot"
    words: str
    act: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    notice: tuple[str, dict[str, Any]] | None = None  # the sign to put up where the book wants one first
    plan: TablePlan | None = None
    house: HouseChange | None = None  # of the house itself, where it is no table's


@dataclass(frozen=True)
class Outcome:
    """What became of a change: "would" be done, is "done", "waits" or "cannot" be, and why not."""

    change: Change
    state: str
    because: str = ""
    by: Basis = NO_CLAUSE
    code: str = ""
    tell: str = ""  # a code for somebody or something, told once and on no record

    def document(self) -> dict[str, Any]:
        """The outcome as the API and the command line tell it."""
        doc: dict[str, Any] = {
            "table": self.change.table,
            "does": self.change.does,
            "what": self.change.words,
            "state": self.state,
        }
        if self.because:
            doc |= {
                "because": self.because,
                "code": self.code,
                "clauses": [clause.number for clause in self.by.clauses],
            }
        return doc


# What settings would do


def compare(premises: Premises, settings: Settings) -> list[Change]:
    """Everything in which the house and the settings differ; nothing is done."""
    house, now = premises.house, premises.settings
    found = list(_of_the_house(now, settings)) if now is not None else []
    found += [Change("", one.does, one.words, house=one) for one in changes_of_house(premises, settings)]
    there = jackpots.jackpots(premises.ledger)
    for opened in settings.jackpots:
        name = opened.jackpot.name
        if name not in there:
            found.append(Change("", "opens", f"the jackpot {name}"))
        elif there[name].arrangement != opened.arrangement:
            found.append(
                Change("", "cannot", f"the jackpot {name} is another on record; an approval belongs to its figures")
            )
    known = set(house.known())
    for plan in settings.tables:
        if plan.name in house.tables:
            found.extend(_of_a_table(house.tables[plan.name], house.dealt_by.get(plan.name, "house"), plan))
        elif plan.name not in known:
            found.append(Change(plan.name, "opens", f"a table of {plan.book}", plan=plan))
        # else another process serves it, and does as its own settings say
    for name in now.names if now is not None else ():
        if name in house.tables and name not in settings.names and not house.tables[name].state.status.is_closed:
            found.append(_closing(premises, house.tables[name]))
    return found


def _of_the_house(now: Settings, then: Settings) -> Iterable[Change]:
    for part in ("house", "cluster"):
        old, new = write(getattr(now, part)), write(getattr(then, part))
        for name in old:
            if old[name] != new[name] and name != "heads_seconds":
                yield Change(
                    "", "cannot", f"{part}.{name} holds from the next start: {old[name]!r} becomes {new[name]!r}"
                )


def _of_a_table(table: Table, dealt_by: str, plan: TablePlan) -> list[Change]:
    name, state = plan.name, table.state
    found = [Change(name, "cannot", words) for words in _made_of(table, plan)]
    if found:  # another table under the same name: nothing of it is changed
        return found
    if state.status.is_closed:
        found.append(Change(name, "changes", "the table reopens", "reopen"))
    now, then = state.sign, plan.set_up.sign
    if now.limits != then.limits:
        found.append(_limits(name, "", now.limits, then.limits))
    for kind in dict.fromkeys((*now.kinds, *then.kinds)):
        old, new = now.kinds.get(kind, now.limits), then.kinds.get(kind, then.limits)
        if old != new:
            found.append(_limits(name, kind, old, new))
    if now.players_per_area != then.players_per_area:
        words = f"{now.players_per_area} to an area become {then.players_per_area}"
        found.append(Change(name, "changes", words, "share", {"players": then.players_per_area}))
    if now.differential != then.differential:
        words = f"the differential becomes {_money(then.differential)}"
        found.append(Change(name, "changes", words, "differential", {"cents": then.differential}))
    if now.odds != then.odds:
        wanted = {"odds": write(then.odds)}
        found.append(Change(name, "changes", "other odds are offered", "odds", wanted, ("post odds", wanted)))
    if accounts_of(table) is not None:
        found.extend(_terminals(table, plan))
    if dealt_by != plan.dealt_by:
        found.append(Change(name, "changes", f"the {plan.dealt_by} deals", "dealt by", {"dealt_by": plan.dealt_by}))
    return found


def _made_of(table: Table, plan: TablePlan) -> list[str]:
    """What cannot change while a table stands."""
    state = table.state
    pairs: list[tuple[str, Any, Any]] = [
        ("book", state.book, plan.book),
        ("equipment", state.cards_from, plan.cards_from),
        ("policies", dict(state.policies), dict(plan.policies)),
    ]
    for each in fields(SetUp):
        if each.name != "sign":
            pairs.append((each.name, getattr(state.set_up, each.name), getattr(plan.set_up, each.name)))
    for each in fields(Sign):
        if each.name not in BY_ORDER and not (each.name == "areas" and accounts_of(table) is not None):
            pairs.append((each.name, getattr(state.sign, each.name), getattr(plan.set_up.sign, each.name)))
    return [
        f"{name} is {_shown(old)} as long as the table stands, not {_shown(new)}; close it and open another"
        for name, old, new in pairs
        if old != new
    ]


def _shown(value: Any) -> str:
    return "as the book has it" if value in (None, "", {}, ()) else str(write(value))


def _money(cents: int | None) -> str:
    return "none" if cents is None else show(cents)


def _limits(name: str, kind: str, now: Limits, then: Limits) -> Change:
    details: dict[str, Any] = {"minimum": then.minimum, "maximum": then.maximum, "unit": then.unit}
    words = f"limits {_range(now)} become {_range(then)}" + (f" for {kind}" if kind else "")
    notice = ("post minimum", {"cents": then.minimum}) if then.minimum > now.minimum else None
    return Change(name, "changes", words, "limits", details | ({"kind": kind} if kind else {}), notice)


def _range(limits: Limits) -> str:
    step = f" step {show(limits.unit)}" if limits.unit else ""
    return f"{_money(limits.minimum)} to {_money(limits.maximum)}{step}"


def _terminals(table: Table, plan: TablePlan) -> Iterable[Change]:
    wanted = [f"ATS-{number}" for number in range(1, plan.set_up.sign.areas + 1)]
    for station in wanted:
        if station not in table.state.stations:
            yield Change(plan.name, "changes", f"{station} is attached", "attach", {"station": station})
    for station in table.state.stations:
        if station not in wanted:
            yield Change(plan.name, "changes", f"{station} is detached", "detach", {"station": station})
    if plan.wagering_period and seconds_of(table) != plan.wagering_period:
        words = f"the wagering period becomes {plan.wagering_period} seconds"
        yield Change(plan.name, "changes", words, "period", {"seconds": plan.wagering_period})


def _closing(premises: Premises, table: Table) -> Change:
    minutes = table.general.closing.value.minutes or 0
    hour = premises.house.clock() + timedelta(minutes=minutes)
    return Change(
        table.name, "closes", "no settings name it any more", "close", {}, ("post closing", {"at": hour.isoformat()})
    )


# Doing it


class Changes:
    """The settings a house is to have, and what of them still waits."""

    def __init__(self, premises: Premises) -> None:
        self.premises = premises
        self.waiting: list[Outcome] = []
        self._who = HOUSE
        self._one_at_a_time = asyncio.Lock()

    async def apply(self, settings: Settings, who: Person = HOUSE) -> list[Outcome]:
        """Makes the house as the settings have it, as far as that can be now. ``who`` asks for it; what waits is done in
        the same name."""
        async with self._one_at_a_time:
            return await self._apply(settings, who)

    async def read_again(self) -> None:
        """Applies the file the house was started with, as it is now; a file that cannot be used changes nothing."""
        settings = self.premises.settings
        if settings is None or settings.file is None:
            log.warning("there is no settings file to read again")
            return
        try:
            wanted = await asyncio.to_thread(load, settings.file)
        except BadSettings as wrong:
            log.warning("settings: %s", wrong)
            return
        await self.apply(wanted)

    async def _apply(self, settings: Settings, who: Person) -> list[Outcome]:
        premises = self.premises
        self._who, self.waiting = who, []
        changes = compare(premises, settings)
        if premises.settings is not None:
            kept = replace(premises.settings.house, heads_seconds=settings.house.heads_seconds)
            file = settings.file or premises.settings.file  # a POST brings none; SIGHUP goes on reading ours
            premises.settings = replace(settings, house=kept, cluster=premises.settings.cluster, file=file)
            premises.touch_rate = settings.touch_rate
        found = await self._do_all(changes, settings)
        self.waiting = [outcome for outcome in found if outcome.state == "waits"]
        await self._record(settings, found)
        return found

    async def keep_trying(self) -> None:
        """Tries again what waits, for as long as the house is open."""
        while True:
            await asyncio.sleep(AGAIN)
            await self.try_again()

    async def try_again(self) -> None:
        async with self._one_at_a_time:
            found = await self._do_all([outcome.change for outcome in self.waiting])
            self.waiting = [outcome for outcome in found if outcome.state == "waits"]
        for outcome in found:
            if outcome.state != "waits":
                _log(outcome)

    async def _do_all(self, changes: list[Change], settings: Settings | None = None) -> list[Outcome]:
        found: list[Outcome] = []
        held_up: dict[str, Outcome] = {}  # by table: what comes after something that waits, waits for it
        for change in changes:
            before = held_up.get(change.table)
            if change.does == "cannot":
                outcome = Outcome(change, "cannot")
            elif before is not None and change.table:
                outcome = Outcome(change, "waits", f"first {before.change.words}", before.by)
            else:
                outcome = await self._do(change, settings)
            if outcome.state == "waits":
                held_up.setdefault(change.table, outcome)
            found.append(outcome)
        return found

    async def _do(self, change: Change, settings: Settings | None) -> Outcome:
        premises = self.premises
        if change.house is not None:
            wanted = settings or premises.settings
            assert wanted is not None
            return Outcome(change, "done", tell=do_to_house(premises, change.house, wanted, self._by))
        if not change.table:
            assert settings is not None
            opened = next(each for each in settings.jackpots if change.words == f"the jackpot {each.jackpot.name}")
            decision = jackpots.open_jackpot(premises.ledger, opened, premises.house.clock(), self._by)
            if isinstance(decision, Refused):
                return Outcome(change, "cannot", decision.because)
            return Outcome(change, "done")
        if change.plan is not None:
            return await self._open(change, change.plan)
        if change.table not in premises.house.tables:
            return Outcome(change, "cannot", "another process serves the table now")
        if change.act == "dealt by":
            premises.house.hand_over(change.table, change.details["dealt_by"], self._by)
            return Outcome(change, "done")
        refused = await self._order(change.table, change.act, change.details)
        if refused is None:
            return Outcome(change, "done")
        if change.notice is not None and not self._shown(change):
            await self._order(change.table, *change.notice)
            refused = await self._order(change.table, change.act, change.details)
            if refused is None:
                return Outcome(change, "done")
        return Outcome(change, "waits", refused.because, refused.by, refused.code)

    async def _open(self, change: Change, plan: TablePlan) -> Outcome:
        """Opens a table; where several processes share the floor, the one that opens it serves it at first."""
        table = self.premises.open_table(plan)
        if isinstance(table, Refused):
            return Outcome(change, "cannot", in_words(plan.book, table), table.by)
        return Outcome(change, "done")

    def _shown(self, change: Change) -> bool:
        """Whether the sign for a change stands there already."""
        assert change.notice is not None
        act, details = change.notice
        state = self.premises.house.tables[change.table].state
        if act == "post minimum":
            return state.posted_minimum is not None and state.posted_minimum.what == str(details["cents"])
        return (state.posted_closing if act == "post closing" else state.posted_odds) is not None

    async def _order(self, table: str, act: str, details: dict[str, Any]) -> Refused | None:
        reply = await self.premises.do(table, Order(self._who, act, details, at=self.premises.house.clock()))
        return reply.decision if isinstance(reply.decision, Refused) else None

    @property
    def _by(self) -> str:
        return f"{self._who.role}:{self._who.name}"

    async def _record(self, settings: Settings, found: list[Outcome]) -> None:
        """What was done is on record, and on disk, before anybody hears of it."""
        premises = self.premises
        body = {"file": str(settings.file or ""), "changes": [outcome.document() for outcome in found]}
        at = premises.house.clock().isoformat(timespec="seconds")
        entry = Post(premises.own_stream(OPERATIONS), "settings applied", at, self._by, body)
        await asyncio.wrap_future(premises.ledger.post([entry]))
        for outcome in found:
            _log(outcome)


def _log(outcome: Outcome) -> None:
    level = logging.INFO if outcome.state == "done" else logging.WARNING
    log.log(level, "settings: %s", outcome.change.words, extra={"facts": outcome.document()})
