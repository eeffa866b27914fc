"""Definitions: every provision of Keno, by name and by chapter."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from houseway.law.clause import Basis, Provision
from houseway.money import Cents
from houseway.play.general import General
from houseway.play.irregular import Mishap
from houseway.values import derived

Dollars = int
Column = dict[int, Dollars]  # matches to dollars
MOST_NUMBERS = 15  # of a way


@dataclass(frozen=True)
class Kinds:
    """The kinds of entry, so that a ticket can cite the very one."""

    standard: Provision[tuple[int, int]]  # how many numbers, from and to
    quick_pick: Provision[None]
    mystery: Provision[tuple[int, int]]
    special: Provision[tuple[int, ...]]
    way: Provision[None]
    set_bet: Provision[None]
    jackpot: Provision[None]
    bonus: Provision[None]
    mark_form: Provision[tuple[int, ...]]  # counts of games, and prices, printed on it
    way_form: Provision[None]


@dataclass(frozen=True)
class Prices:
    RANGES = tuple((name, 1, 10**9) for name in ("minimum", "unit", "small_unit", "jackpot", "jackpot_unit"))

    charge: Provision[None]
    minimum: Provision[Cents]
    unit: Provision[Cents]
    most: Provision[Cents]  # for one receipt
    one_free: Provision[int]  # from so many games, one is not charged
    two_free: Provision[int]
    to_go: Provision[int]
    ways: Provision[None]
    from_four: Provision[tuple[int, Cents]]  # ways on the ticket, at least; and the least for each
    from_twenty: Provision[tuple[int, Cents]]
    from_fifty: Provision[tuple[int, Cents]]
    small_unit: Provision[Cents]  # steps up to the unit
    jackpot: Provision[Cents]
    jackpot_unit: Provision[Cents]


def _columns(schedule: dict[int, Column]) -> str:
    """What is wrong with a schedule: a column is of one to fifteen numbers, and pays for none of them to all."""
    for spots, column in schedule.items():
        if not 1 <= spots <= MOST_NUMBERS:
            return f"a way has 1 to {MOST_NUMBERS} numbers, not {spots}"
        for matched in column:
            if not 0 <= matched <= spots:
                return f"{matched} of {spots} numbers cannot be drawn"
    return ""


@dataclass(frozen=True)
class Schedules:
    RANGES = (("per", 1, 10**9),)

    CHECKS = tuple((name, _columns) for name in ("standard", "special_1", "special_2", "special_3"))

    standard: Provision[dict[int, Column]]
    per: Provision[dict[int, Dollars]]  # columns of the standard schedule that are not for one dollar
    special_1: Provision[dict[int, Column]]  # its own columns; the others are the standard ones
    special_2: Provision[dict[int, Column]]
    special_3: Provision[dict[int, Column]]  # empty until a promotion is approved and loaded


@dataclass(frozen=True)
class Jackpots:
    guaranteed: Provision[dict[int, Dollars]]  # by the count of numbers
    feed: Provision[Fraction]
    shared: Provision[None]


@dataclass(frozen=True)
class Prizes:
    winner: Provision[None]
    by_schedule: Provision[None]
    each_way: Provision[None]
    way_limit: Provision[Dollars]
    major: Provision[Dollars]
    aggregate: Provision[Dollars]
    floor: Provision[Dollars]
    proportion: Provision[None]
    below_full: Provision[None]


@dataclass(frozen=True)
class Draws:
    RANGES = (("device", 80, 200), ("drawn", 15, 80))  # a way may have fifteen numbers, and all of them may be drawn

    device: Provision[int]  # numbers in it
    drawn: Provision[int]  # of them
    after_closing: Provision[None]
    closing_shown: Provision[str]
    watched: Provision[None]
    record: Provision[None]
    short: Provision[None]
    malfunction: Provision[None]
    broken: Provision[None]
    fall_back: Provision[None]
    spill: Provision[None]
    stoppage: Provision[None]


@dataclass(frozen=True)
class Desk:
    """What the computer and its writers do with tickets and money."""

    eligible: Provision[None]
    terminal: Provision[None]
    checked: Provision[None]
    record_prevails: Provision[None]
    form: Provision[None]
    receipt: Provision[None]
    tender: Provision[tuple[str, ...]]
    voucher: Provision[None]
    keno_day: Provision[None]
    cancel: Provision[None]
    cancel_rest: Provision[None]
    cancel_today: Provision[None]
    on_receipt: Provision[None]
    agrees: Provision[None]
    retained: Provision[None]
    cash: Provision[None]
    accessible: Provision[int]  # months
    unclaimed: Provision[tuple[str, ...]]  # what an old prize may be used for
    not_vouchers: Provision[None]
    still_owned: Provision[None]
    by_cheque: Provision[None]
    lost: Provision[None]
    runner: Provision[None]


@dataclass(frozen=True)
class Terms:
    general: General
    kinds: Kinds
    prices: Prices
    schedules: Schedules
    jackpots: Jackpots
    prizes: Prizes
    draws: Draws
    desk: Desk

    @derived
    def mishaps(self) -> tuple[Mishap, ...]:
        """What can go wrong while balls are drawn."""
        draws = self.draws
        return (
            Mishap("short", f"Fewer than {draws.device.value} numbers in the device", draws.short.by),
            Mishap("malfunction", "The device failed and goes on", draws.malfunction.by),
            Mishap("broken-ball", "A ball broke and part of it was drawn", draws.broken.by),
            Mishap("fall-back", "Drawn balls fell back into the device", draws.fall_back.by + draws.malfunction.by),
            Mishap("spill", "Balls spilled from the device", draws.spill.by),
            Mishap("stoppage", "The device stopped", draws.stoppage.by + draws.malfunction.by),
        )

    def schedule(self, special: int) -> tuple[Provision[dict[int, Column]], dict[int, Column]]:
        """A schedule by the special marked on the form, 0 for none: its provision, and every column it has."""
        own = (self.schedules.standard, self.schedules.special_1, self.schedules.special_2, self.schedules.special_3)
        provision = own[special]
        if special == 1:
            return provision, {**self.schedules.standard.value, **provision.value}
        return provision, provision.value

    def kind_by(self, special: int) -> Basis:
        return self.kinds.special.by + self.schedule(special)[0].by if special else self.kinds.standard.by
