"""Board: every table at a glance, sorted by what needs somebody, and why.

What a table needs follows from where it stands: nothing is kept for it. The heaviest need of a table says where it stands in the
list; what is heavy enough is an alarm, which a page sounds and a webhook carries out of the house (``alerts.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from houseway.floor import hand_pays
from houseway.floor.cage.places import worth
from houseway.floor.gaming_day import gaming_day
from houseway.floor.table import Table
from houseway.floor.views import view_of
from houseway.money import Cents, show
from houseway.play.states import State

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

# What a table may need, the heaviest first: how heavy, and in a word.
WEIGHTS: dict[str, tuple[int, str]] = {
    "frozen": (100, "Frozen"),
    "out of order": (98, "Out of order"),
    "dispute": (90, "Dispute"),
    "jackpot": (88, "Jackpot"),
    "hand pay": (86, "Hand pay"),
    "word": (84, "Somebody's word"),
    "decision": (82, "Supervisor decides"),
    "call": (76, "Call"),
    "told": (62, "To be told"),
    "books": (60, "Other books"),
    "no dealer": (58, "No dealer"),
    "chips": (52, "Fill or credit"),
    "float": (48, "Float is low"),
    "tired": (40, "Break due"),
    "limit": (36, "Limit may change"),
    "closing": (35, "Closing is due"),
    "shuffle": (30, "Shuffle due"),
    "law": (24, "Law changes"),
    "idle": (10, "Idle"),
}
WON = {
    "jackpot.prizes",
    "jackpot.register",
}  # what a question rests on while a hand that wins off a meter waits for its prize
ALARM = 70  # from this weight on somebody is called
SOON = timedelta(minutes=30)  # before the hour of a change of law
IDLE = timedelta(minutes=20)  # without a wager
LOW = 4  # a float below one in so many of what it was placed with is low


@dataclass(frozen=True)
class Need:
    kind: str
    words: str

    @property
    def weight(self) -> int:
        return WEIGHTS[self.kind][0]

    @property
    def title(self) -> str:
        return WEIGHTS[self.kind][1]


@dataclass(frozen=True)
class Glance:
    """A table at a glance."""

    name: str
    title: str
    state: State | None
    words: str
    round: int = 0
    seats: int = 0
    on_table: Cents = 0
    dealer: str = ""
    minutes: int | None = None  # that the dealer has been at the table
    needs: tuple[Need, ...] = field(default_factory=tuple)

    @property
    def weight(self) -> int:
        return max((need.weight for need in self.needs), default=0)

    @property
    def alarms(self) -> list[tuple[str, str]]:
        return _alarms(self.name, self.needs)


def _alarms(name: str, needs: Iterable[Need]) -> list[tuple[str, str]]:
    """What somebody is called for: a name that stays the same while it stands, and words."""
    return [
        (f"{name} {need.kind} {need.words}", f"{name}: {need.title.lower()}. {need.words}")
        for need in needs
        if need.weight >= ALARM
    ]


def alarms(premises: Premises) -> dict[str, str]:
    """Every alarm that stands now, by its name. It costs little, and is asked all the time."""
    found: dict[str, str] = {}
    for name, why in premises.house.out_of_order.items():
        found.update(_alarms(name, [Need("out of order", why)]))
    for table in premises.house.tables.values():
        found.update(_alarms(table.name, _calling(premises, table)))
    return found


def board(premises: Premises) -> list[Glance]:
    """Every table of the house, whoever needs somebody first."""
    now = premises.house.clock()
    found = [_glance(premises, table, now) for table in premises.house.tables.values()]
    for name, why in premises.house.out_of_order.items():
        found.append(Glance(name, "", None, "out of order", needs=(Need("out of order", why),)))
    return sorted(found, key=lambda one: (-one.weight, one.name))


def _glance(premises: Premises, table: Table, now: datetime) -> Glance:
    view, state = view_of(table), table.state
    since = dealing_since(premises, table)
    minutes = None if since is None else max(0, int((now - since).total_seconds() // 60))
    lies = sum(held for held, _ in table.position().values())
    needs = tuple(sorted(_needs(premises, table, now, minutes), key=lambda need: -need.weight))
    return Glance(
        table.name,
        view.title,
        view.state,
        view.state.words,
        state.round,
        len(state.seats),
        lies,
        state.dealer,
        minutes,
        needs,
    )


def _calling(premises: Premises, table: Table) -> Iterator[Need]:
    """What calls somebody at once."""
    state = table.state
    if state.status.is_frozen:
        yield Need("frozen", state.frozen_why or "a supervisor releases it")
    for number, step in state.dispute_steps.items():
        if step in ("open", "review asked for"):
            yield Need("dispute", f"number {number}, {step}")
    for round, player, cents in hand_pays.due(table):
        yield Need("hand pay", f"{player}, {show(cents)} of round {round}")
    prompt = table.prompt if state.status.is_open else None
    if prompt is not None and WON.intersection(prompt.by.provisions):
        yield Need("jackpot", prompt.title)
    for asked in state.people.asked:
        yield Need("word", f"{asked.asked_by} asks: {asked.act}")
    if prompt is not None and prompt.asks == "supervisor" and _staffed(premises, table):
        yield Need("decision", prompt.title)
    for player, at in state.calls.items():
        yield Need("call", f"{player}, since {at[11:16]}")


def _needs(premises: Premises, table: Table, now: datetime, minutes: int | None) -> Iterator[Need]:
    state = table.state
    yield from _calling(premises, table)
    for notice in state.people.unread:
        yield Need("told", f"the {' and the '.join(notice.roles)}: {notice.what}")
    if table.name in premises.other_books:
        yield Need("books", premises.other_books[table.name])
    if state.status.is_open:
        yield from _of_the_evening(premises, table, now, minutes)


def _staffed(premises: Premises, table: Table) -> bool:
    return premises.house.dealt_by.get(table.name) == "dealer"


def _of_the_evening(premises: Premises, table: Table, now: datetime, minutes: int | None) -> Iterator[Need]:
    """Dealers, chips, signs and shoes of an open table."""
    state, desks = table.state, premises.desks
    busy = bool(state.seats or state.chips or len(state.tape) > 1)
    if _staffed(premises, table):
        if state.dealer == "house" and busy:
            yield Need("no dealer", "people are at the table and nobody has signed on")
        elif minutes is not None and minutes >= premises.break_after:
            yield Need("tired", f"{state.dealer}, {minutes} minutes at the table")
        elif (
            state.dealer != "house"
            and not busy
            and (last := _last_wager(premises, table)) is not None
            and now - last > IDLE
        ):
            yield Need("idle", f"{state.dealer}; no wager since {last:%H:%M}")
    if desks is not None:
        for slip in desks.cage.state.slips.values():
            if slip.table == table.name:
                yield Need("chips", f"{slip.kind} {slip.number} is {slip.state}")
        placed = worth(desks.cage.state.arrangement.float)
        holds = table.ledger.balance(f"float:{table.name}")
        if placed and holds * LOW < placed:
            yield Need("float", show(holds))
    if state.posted_minimum is not None:
        stood = now - datetime.fromisoformat(state.posted_minimum.since)
        if stood >= timedelta(minutes=table.general.higher_minimum.value.minutes):
            yield Need("limit", f"the sign for {show(int(state.posted_minimum.what))} has stood long enough")
    if state.posted_closing is not None and datetime.fromisoformat(state.posted_closing.what) <= now:
        yield Need("closing", f"it was to close at {state.posted_closing.what[11:16]}")
    shoe = table.remembered().shoe
    if shoe is not None and shoe.notes.shuffle:
        yield Need("shuffle", shoe.notes.shuffle)
    ends = table.law_until
    if ends is not None and now <= ends <= now + SOON:
        yield Need("law", f"at {ends:%H:%M}")


def _last_wager(premises: Premises, table: Table) -> datetime | None:
    """When anything was last told at the table; nobody's idleness is older than the evening."""
    recent = premises.recent.get(table.name)
    latest = recent.latest(1) if recent is not None else []
    return latest[0].at if latest and gaming_day(latest[0].at) == gaming_day(premises.house.clock()) else None


def dealing_since(premises: Premises, table: Table) -> datetime | None:
    """Since when a dealer has been at a table, from the record of it; None where nobody is."""
    dealer = table.state.dealer
    known = premises.dealing.get(table.name)
    if known is not None and known[0] == dealer:
        return known[1]
    since: datetime | None = None
    if dealer != "house":
        signed = [entry for entry in table.ledger.newest(table.name, "signed-on", 1) if entry.body["dealer"] == dealer]
        changed = [
            entry for entry in table.ledger.newest(table.name, "event", 20) if entry.body.get("dealer") == dealer
        ]
        moments = [entry.at for entry in (*signed, *changed[:1]) if entry.at]
        since = datetime.fromisoformat(max(moments)) if moments else None
    premises.dealing[table.name] = (dealer, since)
    return since
