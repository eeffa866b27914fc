"""Settings: a floor in a small file. ``houseway serve --settings floor.toml`` starts what it describes.

Everything has a default but the tables; what is not understood is refused with the name of the line.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.complaint import Complaint
from houseway.forms import Misread, read, read_toml
from houseway.kit.spots import KINDS
from houseway.money import cents
from houseway.play.wagers import Limits, Sign
from houseway.values import field, value

RAPID = "vic-2000-rapid-roulette"
BETS = (*KINDS, "double", "treble", "quad")


class BadSettings(Complaint, ValueError):
    """A settings file that cannot be used, and why."""


@value
class Rapid:
    """Tables of Rapid Roulette."""

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
    venue: str = ""
    heads: str = ""  # a file in a second place, where the heads of the ledger are kept, signed; empty: nowhere
    heads_key: str = "var/heads.key"  # the house's private key; made if it is not there
    heads_seconds: int = 60  # from one note to the next


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

    @property
    def holder(self) -> str:
        """The name under which this process holds tables."""
        return f"{socket.gethostname()}:{os.getpid()}"

    @property
    def sign(self) -> Sign:
        limits = {bet: _limits(bet, words) for bet, words in self.rapid.limits.items()}
        other = limits.pop("other", Limits(100, 10_000, 100))
        return Sign(
            other,
            limits,
            areas=self.rapid.terminals,
            aggregate=_amount("aggregate_minimum", self.rapid.aggregate_minimum),
        )

    @property
    def names(self) -> list[str]:
        return [f"RR-{number}" for number in range(self.rapid.first, self.rapid.first + self.rapid.tables)]


def load(path: Path) -> Settings:
    return _settings(path, read_toml(path, BadSettings))


def _settings(path: Path, doc: dict[str, Any]) -> Settings:
    if unknown := set(doc) - {"house", "rapid", "cluster"}:
        raise BadSettings(f"{path}: [{sorted(unknown)[0]}] is not house, rapid or cluster")
    try:
        found = Settings(
            read(House, doc.get("house", {}), "house"),
            read(Rapid, doc.get("rapid", {}), "rapid") if "rapid" in doc else Rapid(tables=0),
            read(Cluster, doc.get("cluster", {}), "cluster"),
        )
        _check(found)
        found.sign  # noqa: B018  limits are read here, so that a wrong one is refused now
    except (Misread, ValueError) as wrong:
        raise BadSettings(f"{path}: {wrong}") from None
    return found


def _check(found: Settings) -> None:
    rapid = found.rapid
    if not 0 <= rapid.tables <= 200:
        raise BadSettings(f"rapid.tables: {rapid.tables} is not a number of tables")
    if not 1 <= rapid.terminals <= 24:
        raise BadSettings("rapid.terminals: a table has 1 to 24 terminals (2.2(a))")
    if not 1 <= rapid.wagering_period <= 600:
        raise BadSettings("rapid.wagering_period: 1 to 600 seconds")
    if not 1 <= rapid.touches_per_second <= 100_000:
        raise BadSettings("rapid.touches_per_second: 1 to 100000")
    if rapid.wheel not in ("real", "generator"):
        raise BadSettings("rapid.wheel: it is real or generator")
    if unknown := set(rapid.limits) - {*BETS, "other"}:
        raise BadSettings(f"rapid.limits.{sorted(unknown)[0]}: known are {', '.join(BETS)} and other")
    if not 1 <= found.house.heads_seconds <= 3600:
        raise BadSettings("house.heads_seconds: 1 to 3600")
    if found.cluster.address and not found.house.database.startswith("postgresql"):
        raise BadSettings("cluster.address: several processes need a postgresql:// database")


def _limits(bet: str, words: str) -> Limits:
    """``1 to 100``, or ``5 to 500 step 5``; without a step, one of the minimum."""
    parts = words.split()
    if len(parts) not in (3, 5) or parts[1] != "to" or (len(parts) == 5 and parts[3] != "step"):
        raise BadSettings(f'rapid.limits.{bet}: write "1 to 100" or "5 to 500 step 5", not {words!r}')
    least, most = _amount(bet, parts[0]), _amount(bet, parts[2])
    step = _amount(bet, parts[4]) if len(parts) == 5 else least
    if not 0 < least <= most:
        raise BadSettings(f"rapid.limits.{bet}: {words!r} has no wager in it")
    return Limits(least, most, step)


def _amount(name: str, text: str) -> int:
    try:
        return cents(text)
    except ValueError as wrong:
        raise BadSettings(f"{name}: {wrong}") from None
