"""Terminals: what the rules say of stations at which players wager from a chip account, and of their faults.

``Accounts`` and ``Faults`` name the provisions; a book that has them is played at terminals, and ``Terminals`` is all that it
says of them. What a table knows of each terminal is a ``Station``.
"""

from __future__ import annotations

from dataclasses import dataclass

from houseway.law.clause import Provision
from houseway.values import field, value


@dataclass(frozen=True)
class Accounts:
    stations: Provision[int]  # at a table, at most
    table: Provision[None]  # what else a table consists of
    open: Provision[None]  # a terminal is open while its account is active, and shows it
    touch: Provision[None]  # money is appropriated by touch
    responsible: Provision[None]
    tender: Provision[tuple[str, ...]]  # what may be given to the dealer
    control: Provision[None]
    activate: Provision[None]
    acceptor: Provision[None]
    further: Provision[None]
    leave: Provision[None]
    sent_away: Provision[None]
    pay_out: Provision[None]
    close: Provision[None]


@dataclass(frozen=True)
class Faults:
    recalculate: Provision[None]
    claims: Provision[None]
    display: Provision[None]
    terminal_early: Provision[None]
    terminal_late: Provision[None]
    system_early: Provision[None]
    system_late: Provision[None]
    unproven: Provision[None]


@dataclass(frozen=True)
class Terminals:
    """Everything a book that is played at terminals says of them."""

    accounts: Accounts
    faults: Faults
    period: Provision[int]  # seconds, unless the operator says otherwise
    wagers: Provision[None]  # what a wager is taken from
    by_appearance: Provision[None]  # a wager is for the spin that its terminal showed
    spin: Provision[None]


@value
class Station:
    name: str  # "ATS-3"
    account: bool = False  # active: the terminal is open
    control: str = ""  # who has it
    source: str = ""  # the account its first credit came from
    faulty: bool = False
    closing: bool = False  # the player has left and a sequence still runs
    sources: dict[str, int] = field(default_factory=dict)  # where its credit came from, and in which proportion
