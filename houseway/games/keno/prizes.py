"""Prizes: what a way wins, the limits of a way and of a game, and how jackpots are shared.

Everything is exact: amounts before the last step are fractions of a cent, and what is dropped is dropped once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.games.keno.entry import is_jackpot
from houseway.games.keno.terms import MOST_NUMBERS, Terms
from houseway.law.clause import Basis
from houseway.money import Cents
from houseway.values import value


@value
class Prize:
    """One way's prize before the limit of the game."""

    cents: Cents
    uncapped: Cents
    jackpot: bool = False  # a full match of a jackpot entry: the pool, not the schedule

    def is_major(self, terms: Terms) -> bool:
        return not self.jackpot and self.cents >= terms.prizes.major.value * 100


NOTHING = Prize(0, 0)


def table_value(terms: Terms, special: int, spots: int, matched: int) -> int:
    return terms.schedule(special)[1].get(spots, {}).get(matched, 0)


def prize(terms: Terms, special: int, spots: int, matched: int, cents: Cents) -> Prize:
    """What a way of so many numbers wins with so many drawn, before pro-rating."""
    jackpot = is_jackpot(terms, special, spots)
    if jackpot and matched == spots:
        return Prize(0, 0, True)
    dollars = table_value(terms, special, spots, matched)
    if not dollars:
        return NOTHING
    per = terms.schedules.per.value.get(spots, 1) if special == 0 else 1
    uncapped = dollars * cents // per  # the schedule is for dollars and amounts are tens of cents: nothing is dropped
    most = terms.prizes.way_limit.value * 100
    return Prize(uncapped if jackpot else min(uncapped, most), uncapped)


def basis(terms: Terms, special: int, spots: int, matched: int, found: Prize) -> Basis:
    """Why a way wins that much."""
    prizes = terms.prizes
    by = prizes.winner.by + prizes.by_schedule.by + terms.schedule(special)[0].by + prizes.each_way.by
    if special == 0 and spots in terms.schedules.per.value:
        by = by + terms.schedules.per.by
    if found.jackpot:
        return by + terms.jackpots.guaranteed.by + terms.jackpots.shared.by
    if is_jackpot(terms, special, spots) and found.cents:
        by = by + prizes.below_full.by
    if found.uncapped > found.cents:
        by = by + prizes.way_limit.by
    return by + prizes.major.by if found.is_major(terms) else by


@value
class ProRate:
    """How a game's major prizes are cut: those that would fall below the floor are paid the floor, the rest the ratio."""

    ratio: Fraction = Fraction(1)
    floor: Cents = 0  # 0: nothing is cut

    def paid(self, prize: Cents, major: Cents) -> Cents:
        if not self.floor or prize < major:
            return prize
        return max(self.floor, int(prize * self.ratio))  # fractions of a cent are dropped

    def exact(self, prize: Cents, major: Cents) -> Fraction:
        if not self.floor or prize < major:
            return Fraction(prize)
        return max(Fraction(self.floor), prize * self.ratio)


WHOLE = ProRate()


def pro_rate(terms: Terms, majors: Mapping[Cents, int]) -> ProRate:
    """The cut for a game by its major prizes, each amount with how often it was won.

    Prizes are pinned to the floor until none of the rest falls below it; the rest then share what is left of the limit
    in proportion. Where even the floor for everybody passes the limit, everybody has the floor."""
    limit, floor = terms.prizes.aggregate.value * 100, terms.prizes.floor.value * 100
    rest = dict(majors)
    if sum(cents * count for cents, count in rest.items()) <= limit:
        return WHOLE
    pinned = 0
    while True:
        money = limit - floor * pinned
        total = sum(cents * count for cents, count in rest.items())
        if not rest or money <= 0:
            return ProRate(Fraction(0), floor)
        ratio = Fraction(money, total)
        low = [cents for cents in rest if cents * ratio < floor]
        if not low:
            return ProRate(ratio, floor)
        for cents in low:
            pinned += rest.pop(cents)


def shares(pool: Cents, stakes: Iterable[Cents]) -> list[Cents]:
    """A pool among the winning ways by what was wagered on each; fractions of a cent are dropped."""
    stakes = list(stakes)
    total = sum(stakes)
    return [pool * stake // total for stake in stakes]


def feed(terms: Terms, wagered: Cents) -> Cents:
    """What jackpot wagers add to their pool."""
    return int(wagered * terms.jackpots.feed.value)


def guaranteed(terms: Terms) -> dict[int, Cents]:
    """The least each jackpot pays, by how many numbers are played."""
    return {spots: dollars * 100 for spots, dollars in terms.jackpots.guaranteed.value.items()}


@value
class Bonus:
    """A set prize on top, for chosen tickets of a game; the Authority approves it first."""

    approval: str
    spots: int
    matched: int
    cents: Cents
    special: int = 0
    least: Cents = 0  # on ways of at least so much

    def won_by(self, special: int, spots: int, matched: int, cents: Cents) -> bool:
        return special == self.special and spots == self.spots and matched == self.matched and cents >= self.least


_SPOTS = MOST_NUMBERS + 1


@value
class Tables:
    """The schedules by special, spots and matches: dollars, and −1 for a jackpot's pool."""

    dollars: list[list[list[int]]]
    per: list[list[int]]
    jackpot: list[list[bool]]
    limit: Cents
    major: Cents


def tables_of(terms: Terms) -> Tables:
    """Every prize of a book in one look, for evaluations of millions of ways."""
    dollars = [[[0] * _SPOTS for _ in range(_SPOTS)] for _ in range(4)]
    per, jackpot = [[1] * _SPOTS for _ in range(4)], [[False] * _SPOTS for _ in range(4)]
    for special in range(4):
        for spots, column in terms.schedule(special)[1].items():
            jackpot[special][spots] = is_jackpot(terms, special, spots)
            if special == 0:
                per[special][spots] = terms.schedules.per.value.get(spots, 1)
            for matched, amount in column.items():
                dollars[special][spots][matched] = amount
            if jackpot[special][spots]:
                dollars[special][spots][spots] = -1
    return Tables(dollars, per, jackpot, terms.prizes.way_limit.value * 100, terms.prizes.major.value * 100)
