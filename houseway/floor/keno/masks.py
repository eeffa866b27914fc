"""Masks: what a draw does to every live way at once.

Ways come in pages of packed bytes and are counted, not kept: what is added up is the money taken, prizes below the major
ones, major prizes by amount, and the jackpots' winning ways. So memory depends on a page, not on how much was sold. With
NumPy a page is evaluated as arrays of bits; without it, way by way with whole numbers. Both give the same tally.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec

from houseway.floor.keno.papers import WAY
from houseway.games.keno.prizes import Bonus, ProRate, Tables, feed, pro_rate, shares, tables_of
from houseway.games.keno.terms import Terms
from houseway.money import Cents

Page = Sequence[tuple[int, bytes, Cents]]  # special, packed ways, what is charged for this game


@dataclass
class Tally:
    tickets: int = 0
    ways: int = 0
    winning: int = 0
    taken: Cents = 0
    staked: dict[int, Cents] = field(default_factory=dict)  # on each jackpot, what was charged
    small: Cents = 0  # prizes below the major ones
    majors: dict[Cents, int] = field(default_factory=dict)
    full: dict[int, list[Cents]] = field(default_factory=dict)  # winning jackpot ways, by what is on them
    bonus: Cents = 0

    def outcome(self, terms: Terms, pools: dict[int, Cents], fed: dict[int, Cents] | None = None) -> Outcome:
        """What the game pays, with its own feed in the pools; or with what was ``fed`` when it was drawn."""
        cut, major = pro_rate(terms, self.majors), terms.prizes.major.value * 100
        if fed is None:
            fed = {spots: feed(terms, cents) for spots, cents in self.staked.items() if cents}
        pools = {spots: cents + fed.get(spots, 0) for spots, cents in pools.items()}
        paid = {spots: sum(shares(pools[spots], stakes)) for spots, stakes in self.full.items()}
        majors = sum(cut.paid(cents, major) * count for cents, count in self.majors.items())
        return Outcome(cut, fed, {spots: pools[spots] for spots in paid}, paid, self.small + majors + self.bonus)


@dataclass(frozen=True)
class Outcome:
    cut: ProRate
    fed: dict[int, Cents]
    pools: dict[int, Cents]  # of the jackpots that were won
    jackpots: dict[int, Cents]  # paid out of each
    prizes: Cents  # everything else


def evaluate(
    terms: Terms, drawn: int, pages: Iterable[Page], bonuses: tuple[Bonus, ...] = (), arrays: bool | None = None
) -> Tally:
    """Counts every way of a game against its draw."""
    tables = tables_of(terms)
    tally = Tally()
    if arrays is None:  # NumPy comes with the lab's extra
        arrays = find_spec("numpy") is not None
    count = _by_arrays if arrays else _by_ways
    for page in pages:
        count(terms, tables, drawn, page, bonuses, tally)
    return tally


def _by_ways(terms: Terms, tables: Tables, drawn: int, page: Page, bonuses: tuple[Bonus, ...], tally: Tally) -> None:
    for special, ways, charged in page:
        tally.tickets += 1
        tally.taken += charged
        for low, high, cents in WAY.iter_unpack(ways):
            bits = low | high << 64
            spots, matched = bits.bit_count(), (bits & drawn).bit_count()
            tally.ways += 1
            jackpot = tables.jackpot[special][spots]
            if jackpot and charged:
                tally.staked[spots] = tally.staked.get(spots, 0) + cents
            dollars = tables.dollars[special][spots][matched]
            if dollars:
                tally.winning += 1
                if dollars < 0:
                    tally.full.setdefault(spots, []).append(cents)
                else:
                    prize = dollars * cents // tables.per[special][spots]
                    if not jackpot:
                        prize = min(prize, tables.limit)
                    if prize >= tables.major:
                        tally.majors[prize] = tally.majors.get(prize, 0) + 1
                    else:
                        tally.small += prize
            for bonus in bonuses:
                if bonus.won_by(special, spots, matched, cents):
                    tally.bonus += bonus.cents


def _by_arrays(terms: Terms, tables: Tables, drawn: int, page: Page, bonuses: tuple[Bonus, ...], tally: Tally) -> None:
    import numpy as np  # a house that draws no keno opens sooner without it

    if not page:
        return
    way = np.dtype([("low", "<u8"), ("high", "<u2"), ("cents", "<u4")])
    ways = np.frombuffer(b"".join(blob for _, blob, _ in page), way)
    counts = np.fromiter((len(blob) // WAY.size for _, blob, _ in page), np.int64, len(page))
    special = np.repeat(np.fromiter((item[0] for item in page), np.int64, len(page)), counts)
    charged = np.fromiter((item[2] for item in page), np.int64, len(page))
    paying = np.repeat(charged > 0, counts)
    low, high, cents = ways["low"], ways["high"], ways["cents"].astype(np.int64)
    spots = np.bitwise_count(low).astype(np.int64) + np.bitwise_count(high)
    drawn_low, drawn_high = np.uint64(drawn & 0xFFFFFFFFFFFFFFFF), np.uint16(drawn >> 64)
    matched = np.bitwise_count(low & drawn_low).astype(np.int64) + np.bitwise_count(high & drawn_high)
    dollars = np.array(tables.dollars, np.int64)[special, spots, matched]
    jackpot = np.array(tables.jackpot)[special, spots]

    tally.tickets += len(page)
    tally.ways += len(ways)
    tally.taken += int(charged.sum())
    tally.winning += int(np.count_nonzero(dollars))
    for kind in terms.jackpots.guaranteed.value:
        chosen = jackpot & (spots == kind)
        staked = int(cents[chosen & paying].sum())
        if staked:
            tally.staked[kind] = tally.staked.get(kind, 0) + staked
        full = cents[chosen & (dollars < 0)]
        if len(full):
            tally.full.setdefault(kind, []).extend(int(amount) for amount in full)
    prizes = np.maximum(dollars, 0) * cents // np.array(tables.per, np.int64)[special, spots]
    prizes = np.where(jackpot, prizes, np.minimum(prizes, tables.limit))
    major = prizes >= tables.major
    tally.small += int(prizes[~major].sum())
    amounts, times = np.unique(prizes[major], return_counts=True)
    for amount, count in zip(amounts, times, strict=True):
        tally.majors[int(amount)] = tally.majors.get(int(amount), 0) + int(count)
    for bonus in bonuses:
        won = (special == bonus.special) & (spots == bonus.spots) & (matched == bonus.matched) & (cents >= bonus.least)
        tally.bonus += bonus.cents * int(np.count_nonzero(won))
