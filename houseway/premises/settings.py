"""Settings: a floor in a small file. ``houseway serve --settings floor.toml`` starts what it describes.

Everything has a default but the tables; what is not understood is refused with the name of the line, and a table that its book
does not allow with the clause, before anything is opened. The floor of a house without a settings file is such a file too,
``first_floor.toml`` beside this one.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import tomllib
from dataclasses import dataclass, replace
from dataclasses import field as described
from datetime import datetime, time
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from houseway.floor.cage.state import Arrangement
from houseway.floor.jackpots import Opened
from houseway.floor.people import plain_name
from houseway.forms import Misread, read, read_toml
from houseway.kit.spots import KINDS
from houseway.law.roles import STAFF
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.premises import plans
from houseway.premises.plans import BadSettings, TablePlan
from houseway.reporting.arrangement import Arrangement as Figures
from houseway.reporting.levies import BASES, BadLevy, Levy, rate_of
from houseway.reporting.periods import Shift
from houseway.values import field, value

RAPID = "vic-2000-rapid-roulette"
STAFF_NAME = re.compile(r"[A-Za-z][A-Za-z0-9 .'-]{1,30}")
_HERE = Path(__file__).parent
STAFFED = _HERE / "staffed_floor.toml"  # a whole staffed floor, to be copied
BETS = (*KINDS, "double", "treble", "quad")


@value
class Rapid:
    """Tables of Rapid Roulette in a few words; they are ``[[table]]`` like any other."""

    tables: int = 1
    first: int = 1  # the number of the first: RR-1
    terminals: int = 24
    wagering_period: int = 30
    wheel: str = "real"  # "real": a dealer spins and enters; "generator": the house does
    aggregate_minimum: str = "0"
    touches_per_second: int = 10  # from one terminal, sustained; three times as many at once
    limits: dict[str, str] = field(default_factory=dict)  # by bet: "1 to 100", "5 to 500 step 5"; "other" for the rest


@value
class House:
    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "var/house.db"
    open_house: bool = False  # play names and no passwords
    secure_cookies: bool = False  # set it behind TLS
    notes: tuple[str, ...] = ("5", "10", "20", "50", "100")  # what a note acceptor takes, in dollars
    buy_in_alone: str = "10000"  # dollars; above it a second person signs what a dealer took
    trusted_proxies: tuple[str, ...] = ()  # addresses whose word is taken for where a request came from
    orders_per_second: int = 20  # from one person, sustained; ten times as many at once
    lines_per_address: int = 1000  # connections from one address at a time
    passkeys: str = ""  # where the house's pages are, https://floor.example, if staff may sign in by passkey
    venue: str = ""
    break_after: int = 80  # minutes at one table after which a dealer's break is due
    alarms: str = ""  # an address that is told what somebody is called for; empty: nobody outside
    heads: str = ""  # a file in a second place, where the heads of the ledger are kept, signed; empty: nowhere
    heads_key: str = "var/heads.key"  # the house's private key; made if it is not there
    heads_seconds: int = 60  # from one note to the next


@value
class CageIn:
    """The cage of a staffed house. Amounts are dollars, chips are so many of each denomination: { "5" = 2000 }."""

    bank: str = "500000"  # cash in the vault when the house opens for the first time
    chips: dict[str, int] = field(
        default_factory=lambda: {
            "1": 40_000,
            "2.50": 10_000,
            "5": 40_000,
            "25": 20_000,
            "100": 8_000,
            "500": 2_000,
            "1000": 500,
        }
    )  # in service then; their denominations are the house's
    float: dict[str, int] = field(
        default_factory=lambda: {"1": 500, "2.50": 100, "5": 500, "25": 300, "100": 100, "500": 10}
    )  # of a table when it is opened
    alone: str = "10000"  # above it a second person signs for cash
    hand_pay: str = "5000"  # a win above it is paid by hand, with a slip that two people sign
    drawers: bool = True  # keno writers take cash into drawers of their own

    @property
    def arrangement(self) -> Arrangement:
        float = chips_of("cage.float", self.float)
        denominations = tuple(sorted({*chips_of("cage.chips", self.chips), *float}))
        alone, hand_pay = plans.amount("cage.alone", self.alone), plans.amount("cage.hand_pay", self.hand_pay)
        return Arrangement(denominations, float, alone, self.drawers, hand_pay)


@value
class KenoIn:
    """When keno is sold, and by whom it is run."""

    opens: str = ""  # "10:00"; "" at any hour
    closes: str = ""  # "04:00", of the next day where it is the earlier hour
    run_by: Literal["house", "operator"] = "house"


@value
class LevyIn:
    name: str
    rate: str  # "10.91%" or "1/10"
    base: str = "win"  # of what
    above: str = "0"  # dollars; only what the base is above them


@value
class FiguresIn:
    """What the house's figures are divided by and what is due on them."""

    shifts: dict[str, str] = field(default_factory=dict)  # by name: the hour at which each begins
    levies: tuple[LevyIn, ...] = ()

    def arrangement(self, venue: str) -> Figures:
        shifts = tuple(Shift(name, hour(f"figures.shifts.{name}", text)) for name, text in self.shifts.items())
        return Figures(venue, shifts, tuple(_levy(n, levy) for n, levy in enumerate(self.levies, 1)))


def _levy(number: int, row: LevyIn) -> Levy:
    where = f"figures.levies {row.name or number}"
    if row.base not in BASES:
        raise BadSettings(f"{where}.base: it is one of {', '.join(BASES)}, not {row.base!r}")
    try:
        return Levy(row.name, rate_of(row.rate), row.base, plans.amount(f"{where}.above", row.above))
    except BadLevy as wrong:
        raise BadSettings(f"{where}.rate: {wrong}") from None


def hour(where: str, text: str) -> time:
    """An hour of the day, as a file has it."""
    try:
        return time.fromisoformat(text)
    except ValueError:
        raise BadSettings(f"{where}: {text!r} is no hour, such as 06:00 or 22:30") from None


@value
class StaffIn:
    """Somebody who works here. A password is nobody's business but theirs: whoever is new is given a code to choose one."""

    name: str
    role: str
    badge: str = ""


@value
class DeviceIn:
    """A screen that stands somewhere: the console of a table, a terminal, its note acceptor."""

    table: str
    station: str = ""
    kind: Literal["console", "terminal", "acceptor"] = "console"


def chips_of(where: str, named: dict[str, int]) -> dict[int, int]:
    """So many chips of each denomination, as a file has them."""
    found: dict[int, int] = {}
    for text, count in named.items():
        worth = plans.amount(f"{where}.{text}", text)
        if worth <= 0 or not 0 <= count <= 10**7:
            raise BadSettings(f"{where}.{text}: {count} chips of {text} dollars cannot be")
        found[worth] = count
    return dict(sorted(found.items()))


@value
class Cluster:
    """Several server processes over one PostgreSQL."""

    address: str = ""  # where this process is reached; empty: only one process serves
    processes: int = 1
    lease_seconds: int = 3
    peers: tuple[str, ...] = ()  # where the others are, for terminals that lose theirs


@dataclass(frozen=True)
class Settings:
    house: House
    rapid: Rapid
    cluster: Cluster
    cage: CageIn = described(default_factory=CageIn)
    keno: KenoIn = described(default_factory=KenoIn)
    figures: FiguresIn = described(default_factory=FiguresIn)
    staff: tuple[StaffIn, ...] = ()
    devices: tuple[DeviceIn, ...] = ()
    named: tuple[TablePlan, ...] = ()  # as [[table]]
    jackpots: tuple[Opened, ...] = ()
    file: Path | None = None  # where they were read

    @property
    def holder(self) -> str:
        """The name under which this process holds tables."""
        return f"{socket.gethostname()}:{os.getpid()}"

    @cached_property
    def tables(self) -> tuple[TablePlan, ...]:
        """Every table that is to stand on the floor."""
        return (*_rapid_tables(self.rapid), *self.named)

    def plan(self, name: str) -> TablePlan:
        return next(plan for plan in self.tables if plan.name == name)

    @property
    def order_rate(self) -> tuple[float, float]:
        """Orders a second from one person, sustained and at once."""
        return float(self.house.orders_per_second), 10.0 * self.house.orders_per_second

    @property
    def touch_rate(self) -> tuple[float, float]:
        """Touches a second from one terminal, sustained and at once."""
        return float(self.rapid.touches_per_second), 3.0 * self.rapid.touches_per_second

    @property
    def names(self) -> list[str]:
        return [plan.name for plan in self.tables]


def load(path: Path) -> Settings:
    """The settings of a file, read and judged whole."""
    doc = read_toml(path, BadSettings)
    try:
        return replace(_judged(doc), file=path)
    except (Misread, ValueError) as wrong:
        raise BadSettings(f"{path}: {wrong}") from None


def of_text(text: str) -> Settings:
    """The same from the text of such a file."""
    try:
        return _judged(tomllib.loads(text))
    except (Misread, ValueError, RecursionError) as wrong:
        raise BadSettings(str(wrong)) from None


def _judged(doc: dict[str, Any]) -> Settings:
    found = _read(doc)
    _check(found)
    plans.no_twins(found.tables)
    plans.judge(found.tables, datetime.now())
    return found


def _read(doc: dict[str, Any]) -> Settings:
    known = ("house", "cage", "keno", "figures", "rapid", "cluster", "signs", "table", "jackpot", "staff", "device")
    if unknown := set(doc) - set(known):
        raise BadSettings(f"[{sorted(unknown)[0]}] is not {', '.join(known[:-1])} or {known[-1]}")
    jackpots = plans.jackpots_of(doc.get("jackpot", []))
    return Settings(
        read(House, doc.get("house", {}), "house"),
        read(Rapid, doc.get("rapid", {}), "rapid") if "rapid" in doc else Rapid(tables=0),
        read(Cluster, doc.get("cluster", {}), "cluster"),
        read(CageIn, doc.get("cage", {}), "cage"),
        read(KenoIn, doc.get("keno", {}), "keno"),
        read(FiguresIn, doc.get("figures", {}), "figures"),
        read(tuple[StaffIn, ...], doc.get("staff", []), "staff"),
        read(tuple[DeviceIn, ...], doc.get("device", []), "device"),
        tuple(plans.tables_of(doc.get("table", []), doc.get("signs", {}), jackpots)),
        tuple(jackpots.values()),
    )


@cache
def first_floor() -> Settings:
    """The floor of a house that nobody has given settings."""
    return _read(tomllib.loads((_HERE / "first_floor.toml").read_text(encoding="utf-8")))


def _check(found: Settings) -> None:
    rapid = found.rapid
    if not 0 <= rapid.tables <= plans.MOST:
        raise BadSettings(f"rapid.tables: {rapid.tables} is not a number of tables")
    if not 0 < rapid.first < 1000 - rapid.tables:
        raise BadSettings(f"rapid.first: {rapid.first} is not the number of a first table")
    if not 1 <= rapid.terminals <= 24:
        raise BadSettings("rapid.terminals: a table has 1 to 24 terminals (2.2(a))")
    if not 1 <= rapid.wagering_period <= 600:
        raise BadSettings("rapid.wagering_period: 1 to 600 seconds")
    if not 1 <= rapid.touches_per_second <= 100_000:
        raise BadSettings("rapid.touches_per_second: 1 to 100000")
    if rapid.wheel not in plans.SOURCES:
        raise BadSettings("rapid.wheel: it is real or generator")
    if unknown := set(rapid.limits) - {*BETS, "other"}:
        raise BadSettings(f"rapid.limits.{sorted(unknown)[0]}: known are {', '.join(BETS)} and other")
    for n, note in enumerate(found.house.notes):
        if plans.amount(f"house.notes.{n}", note) <= 0:
            raise BadSettings(f"house.notes.{n}: a note is worth something, not {note!r}")
    plans.amount("house.buy_in_alone", found.house.buy_in_alone)
    plans.amount("cage.bank", found.cage.bank)
    assert found.cage.arrangement and found.figures.arrangement(found.house.venue)
    if not 1 <= found.house.break_after <= 600:
        raise BadSettings("house.break_after: 1 to 600 minutes")
    if found.house.alarms and not found.house.alarms.startswith(("http://", "https://")):
        raise BadSettings(f"house.alarms: {found.house.alarms!r} is no address, such as https://pager.example/floor")
    _check_people(found)
    for name in ("opens", "closes"):
        if text := getattr(found.keno, name):
            hour(f"keno.{name}", text)
    if bool(found.keno.opens) != bool(found.keno.closes):
        raise BadSettings("keno: an hour to open and an hour to close, or neither")
    for n, proxy in enumerate(found.house.trusted_proxies):
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise BadSettings(f"house.trusted_proxies.{n}: {proxy!r} is no address, such as 10.0.0.5") from None
    place = urlsplit(found.house.passkeys)
    safe = place.scheme == "https" or place.hostname in ("localhost", "127.0.0.1")
    if found.house.passkeys and (not place.hostname or not safe or place.path.strip("/")):
        raise BadSettings("house.passkeys: where the pages are, such as https://floor.example; browsers want https")
    if not 1 <= found.house.orders_per_second <= 100_000:
        raise BadSettings("house.orders_per_second: 1 to 100000")
    if not 1 <= found.house.lines_per_address <= 1_000_000:
        raise BadSettings("house.lines_per_address: 1 to 1000000")
    if not 1 <= found.house.heads_seconds <= 3600:
        raise BadSettings("house.heads_seconds: 1 to 3600")
    if found.cluster.address and not found.house.database.startswith("postgresql"):
        raise BadSettings("cluster.address: several processes need a postgresql:// database")


def _check_people(found: Settings) -> None:
    """Whoever and whatever works here can: names, roles, places."""
    seen: set[str] = set()
    for row in found.staff:
        if row.role not in STAFF:
            raise BadSettings(f"staff {row.name}: {row.role!r} is none of {', '.join(STAFF)}")
        if not STAFF_NAME.fullmatch(row.name):
            raise BadSettings(f"staff {row.name!r}: write the name as on the badge, such as M. Okafor")
        if plain_name(row.name) in seen:
            raise BadSettings(f"staff {row.name}: named twice")
        seen.add(plain_name(row.name))
    names = set(found.names)
    for device in found.devices:
        if device.table not in names:
            raise BadSettings(f"device {device.table}: there is no such table in the file")
        if (device.kind == "console") == bool(device.station):
            raise BadSettings(f"device {device.table}: a console is a table's, a terminal or an acceptor has a station")


def _rapid_tables(rapid: Rapid) -> list[TablePlan]:
    kinds = {bet: _stepped(plans.limits(f"rapid.limits.{bet}", words)) for bet, words in rapid.limits.items()}
    other = kinds.pop("other", Limits(100, 10_000, 100))
    least = plans.amount("rapid.aggregate_minimum", rapid.aggregate_minimum)
    set_up = SetUp(sign=Sign(other, kinds, areas=rapid.terminals, aggregate=least))
    dealt_by = "house" if rapid.wheel == "generator" else "dealer"
    source = plans.SOURCES.get(rapid.wheel, "")
    return [
        TablePlan(f"RR-{number}", RAPID, set_up, dealt_by, source, wagering_period=rapid.wagering_period)
        for number in range(rapid.first, rapid.first + rapid.tables)
    ]


def _stepped(limits: Limits) -> Limits:
    """Wagers at terminals go up in steps; without one, of the minimum."""
    return limits if limits.unit else replace(limits, unit=limits.minimum)
