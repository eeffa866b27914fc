"""Papers: tickets, games and vouchers as the desk holds them, and as its tables keep them."""

from __future__ import annotations

import hmac
import json
import secrets
import struct
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

import sqlalchemy as sa

from houseway.floor.keno.states import GameState, TicketStatus
from houseway.floor.law import Law
from houseway.forms import Doc, canonical, read, write
from houseway.games.keno.drawing import Device
from houseway.games.keno.entry import Way, mask, unmask
from houseway.games.keno.prizes import WHOLE, Bonus, ProRate
from houseway.games.keno.terms import Column
from houseway.money import Cents

WAY = struct.Struct("<QHI")  # the lower 64 numbers, the upper 16, cents
GROUP = 4
SERIAL_DIGITS = 16

Found: TypeAlias = "sa.Row[*tuple[object, ...]]"  # a row of a table of the desk


def packed(ways: tuple[Way, ...]) -> bytes:
    """Ways as bytes, fourteen to a way; what the evaluation reads without unpacking."""
    parts = []
    for way in ways:
        bits = way.mask
        parts.append(WAY.pack(bits & 0xFFFFFFFFFFFFFFFF, bits >> 64, way.cents))
    return b"".join(parts)


def unpacked(data: bytes) -> tuple[Way, ...]:
    """The ways that such bytes stand for."""
    return tuple(Way(unmask(low | high << 64), cents) for low, high, cents in WAY.iter_unpack(data))


def new_serial() -> str:
    """Sixteen digits from the operating system's generator: nobody can guess one that exists."""
    return f"{secrets.randbelow(10**SERIAL_DIGITS):0{SERIAL_DIGITS}d}"


def code(number: int, serial: str) -> str:
    """What a receipt or voucher prints for a reader: number and serial."""
    groups = [serial[at : at + GROUP] for at in range(0, len(serial), GROUP)]
    return f"{number}-{' '.join(groups)}"


def read_code(text: str) -> tuple[int, str] | None:
    """Number and serial of a paper, however the digits are spaced; None for anything else."""
    number, dash, serial = (
        text.strip().rpartition(":")[2].partition("-")
    )  # as a camera reads it, or as somebody types it
    serial = serial.replace(" ", "").replace("-", "")
    plain = number.isascii() and number.isdigit() and serial.isascii() and serial.isdigit()
    if not dash or not plain or len(serial) != SERIAL_DIGITS or len(number) > 15:
        return None
    return int(number), serial


def scanned(kind: str, code: str) -> str:
    """What the code for cameras on a paper says: which kind of paper, its number and serial."""
    return f"keno:{kind}:{code.replace(' ', '')}"


def same_serial(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


@dataclass(frozen=True, slots=True)
class Ticket:
    number: int
    serial: str
    day: str
    at: str
    writer: str
    terminal: str
    kind: str
    special: int
    ways: bytes
    per_game: Cents
    first: int
    games: int
    charged: int
    last: int
    paid: int
    source: str
    status: TicketStatus = TicketStatus.LIVE

    @property
    def code(self) -> str:
        return code(self.number, self.serial)

    @property
    def price(self) -> Cents:
        return self.charged * self.per_game

    @property
    def issued_last(self) -> int:
        return self.first + self.games - 1

    def charge_in(self, game: int) -> Cents:
        """What was charged for one of its games."""
        return self.per_game if self.first <= game < self.first + self.charged and game <= self.last else 0

    def row(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in _TICKET}

    def now(self) -> dict[str, object]:
        return {f"b_{name}": getattr(self, name) for name in ("number", "serial", "last", "paid", "status")}


_TICKET = tuple(Ticket.__dataclass_fields__)


def ticket_of(row: Found) -> Ticket:
    """A ticket as its row has it."""
    return Ticket(
        row.number, row.serial, row.day, row.at, row.writer, row.terminal, row.kind, row.special, bytes(row.ways),
        row.per_game, row.first, row.games, row.charged, row.last, row.paid, row.source, TicketStatus(row.status),
    )  # fmt: skip


@dataclass(frozen=True)
class Facts:
    """What a game's evaluation found and what is paid by: enough to say what any way of it won."""

    bonuses: tuple[Bonus, ...] = ()
    ratio: Fraction = Fraction(1)
    floor: Cents = 0
    pools: dict[int, Cents] = field(default_factory=dict)  # jackpots won in it, each with its pool
    staked: dict[int, Cents] = field(default_factory=dict)  # by the winning ways of each
    tickets: int = 0
    ways: int = 0
    winning: int = 0
    taken: Cents = 0
    prizes: Cents = 0
    fed: dict[int, Cents] = field(default_factory=dict)
    void: tuple[int, ...] = ()
    promotion: dict[int, Column] = field(default_factory=dict)  # Special 3 as it stood for this game
    device: Device | None = None  # what a former draw had left in disorder, as this one found it
    invalid: str = ""  # the ground on which the outcome was cancelled
    law: Law | None = None  # the edition that held when its sale began, by which it is sold, drawn and paid
    was: tuple[tuple[int, ...], ...] = ()  # numbers as they stood before they were corrected, oldest first

    @property
    def cut(self) -> ProRate:
        return ProRate(self.ratio, self.floor) if self.floor else WHOLE


@dataclass(frozen=True)
class KenoGame:
    number: int
    day: str
    state: GameState = GameState.OPEN
    closes: str = ""
    drawn_at: str = ""
    tape: tuple[Doc, ...] = ()
    numbers: tuple[int, ...] = ()
    facts: Facts = Facts()

    @property
    def drawn(self) -> bool:
        return self.state.is_drawn

    @property
    def begun(self) -> bool:
        """Has a first number been drawn?"""
        return self.drawn or any(type(answer) is int for answer in self.tape)

    @property
    def mask(self) -> int:
        return mask(self.numbers)

    def row(self) -> dict[str, object]:
        return dict(
            number=self.number,
            day=self.day,
            state=self.state,
            closes=self.closes,
            drawn_at=self.drawn_at,
            tape=canonical(list(self.tape)),
            numbers=" ".join(str(number) for number in self.numbers),
            facts=canonical(write(self.facts)),
        )

    def now(self) -> dict[str, object]:
        return {f"b_{name}": value for name, value in self.row().items()}


def game_of(row: Found) -> KenoGame:
    return KenoGame(
        row.number,
        row.day,
        GameState(row.state),
        row.closes,
        row.drawn_at,
        tuple(json.loads(row.tape)),
        tuple(int(word) for word in row.numbers.split()),
        read(Facts, json.loads(row.facts), "facts"),
    )


@dataclass(frozen=True, slots=True)
class Voucher:
    number: int
    serial: str
    kind: str
    cents: Cents
    day: str
    at: str
    used: str = ""

    @property
    def code(self) -> str:
        return code(self.number, self.serial)

    def row(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in Voucher.__dataclass_fields__}


def voucher_of(row: Found) -> Voucher:
    return Voucher(row.number, row.serial, row.kind, row.cents, row.day, row.at, row.used)
