"""The fast form of Keno: twenty balls of eighty drawn and caught, and whole days of sales, draws and claims.

What a match brings is the rules' own table. A draw puts the eighty numbers in some order, and the first twenty are drawn. What
a ticket catches hangs on the places of its own numbers in that order and on no others; so only these are looked for, by a
shuffle of the places that stops after as many. The places are left as they lie, since a shuffle is fair whatever order it
begins with.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numba import njit, uint64

from houseway.figures.random_streams import Way, advance
from houseway.games.keno.figures.analysis import SCHEDULES, columns, nets
from houseway.games.keno.figures.exact import chance
from houseway.games.keno.prizes import feed, guaranteed, prize, pro_rate, shares, tables_of
from houseway.games.keno.terms import Terms

TIER = 1
HELD, DRAWN = 80, 20


@njit(cache=True, nogil=True)
def catches(state, rounds, spots, held, drawn):
    """How often each count of ``spots`` numbers is among those ``drawn`` of all that a device holds."""
    counts = np.zeros(spots + 1, np.int64)
    places = np.arange(held).astype(np.uint8)
    one, two = state[0], state[1]
    low, half, next_ = uint64(0xFFFFFFFF), uint64(32), uint64(1)
    wanted, size, first = uint64(spots), uint64(held), np.uint8(drawn)
    rejected = np.zeros(held + 1, np.uint64)
    for n in range(held):
        rejected[n] = (next_ << half) % uint64(held - n)
    for _ in range(rounds):
        caught = uint64(0)
        n = uint64(0)
        while n < wanted:
            x = one + two
            one, two = advance(one, two)
            a, b = (x >> half) * (size - n), (x & low) * (size - n - next_)
            if ((a & low) < rejected[n]) | ((b & low) < rejected[n + next_]):
                continue
            at = n + (a >> half)
            place = places[at]
            places[at] = places[n]
            places[n] = place
            caught += uint64(place < first)
            n += next_
            if n == wanted:
                break
            at = n + (b >> half)
            place = places[at]
            places[at] = places[n]
            places[n] = place
            caught += uint64(place < first)
            n += next_
        counts[caught] += 1
    state[0], state[1] = one, two
    return counts


@dataclass(frozen=True)
class Spots:
    """The columns for one count of numbers, over the same draws."""

    spots: int
    ways: tuple[Way, ...]
    held: int = HELD
    drawn: int = DRAWN

    def run(self, state: Any, rounds: int) -> Any:
        return catches(state, rounds, self.spots, self.held, self.drawn)


def kernels(terms: Terms, shoe: None = None) -> list[Spots]:
    device = (terms.draws.device.value, terms.draws.drawn.value)
    by_spots: dict[int, list[Way]] = {}
    for special, spots in columns(terms):
        by_spots.setdefault(spots, []).append(Way(f"{SCHEDULES[special]}:{spots}", "", nets(terms, special, spots)))
    return [Spots(spots, tuple(ways), *device) for spots, ways in sorted(by_spots.items())]


# A whole day


@dataclass(frozen=True)
class Custom:
    """How the house is visited: invented, and meant to be changed. Weights need not sum to one."""

    tickets: float = 120.0  # sold for a game, on average
    spots: tuple[float, ...] = (1, 3, 8, 14, 16, 18, 10, 12, 4, 6, 1, 1, 1, 1, 4)  # by numbers chosen, 1 to 15
    special: float = 0.1  # marked Special 1
    dollars: tuple[tuple[int, float], ...] = ((1, 50), (2, 30), (5, 14), (10, 5), (50, 1))
    games: tuple[tuple[int, float], ...] = ((1, 60), (5, 25), (10, 12), (50, 3))
    claimed: float = 0.12  # of what is owed, claimed between two games


@dataclass
class DayRun:
    """One day, game by game, in cents."""

    taken: list[int] = field(default_factory=list)
    prizes: list[int] = field(default_factory=list)
    owed: list[int] = field(default_factory=list)
    pools: dict[int, list[int]] = field(default_factory=dict)
    ways: int = 0
    majors: int = 0
    cut: int = 0  # games in which major prizes were pro-rated
    jackpots: int = 0
    scheduled: list[int] = field(default_factory=list)  # prizes had there been no pro-rating


def day(terms: Terms, games: int, seed: int, custom: Custom | None = None) -> DayRun:
    """A day of so many games: tickets sold by custom, drawn, evaluated, cut and shared as the rules say."""
    custom = custom or Custom()
    rng, tables, run = np.random.default_rng(seed), tables_of(terms), DayRun()
    pools = guaranteed(terms)
    run.pools = {spots: [] for spots in pools}
    table, per = np.array(tables.dollars), np.array(tables.per)
    jackpot = np.array(tables.jackpot)
    live = {name: np.empty(0, np.int64) for name in ("low", "high", "spots", "cents", "special", "last", "charged")}
    owed = 0
    for game in range(1, games + 1):
        live = _sold(rng, terms, custom, live, game)
        drawn = rng.permutation(HELD)[:DRAWN]
        low = np.uint64(sum(1 << int(ball) for ball in drawn if ball < 64))
        high = np.uint64(sum(1 << int(ball) - 64 for ball in drawn if ball >= 64))
        matched = np.bitwise_count(live["low"].astype(np.uint64) & low).astype(np.int64)
        matched += np.bitwise_count(live["high"].astype(np.uint64) & high)
        dollars = table[live["special"], live["spots"], matched]
        in_pool = jackpot[live["special"], live["spots"]]
        prizes = np.maximum(dollars, 0) * live["cents"] // per[live["special"], live["spots"]]
        prizes = np.where(in_pool, prizes, np.minimum(prizes, tables.limit))
        paying = live["charged"] >= game
        taken = int(live["cents"][paying].sum())
        for spots in pools:
            pools[spots] += feed(terms, int(live["cents"][paying & in_pool & (live["spots"] == spots)].sum()))
        amounts, times = np.unique(prizes[prizes >= tables.major], return_counts=True)
        majors = {int(amount): int(count) for amount, count in zip(amounts, times, strict=True)}
        cut = pro_rate(terms, majors)
        won = int(prizes[prizes < tables.major].sum())
        whole = won + sum(amount * count for amount, count in majors.items())
        won += sum(cut.paid(amount, tables.major) * count for amount, count in majors.items())
        for spots in pools:
            winners = live["cents"][in_pool & (live["spots"] == spots) & (dollars < 0)]
            if len(winners):
                share = sum(shares(pools[spots], [int(cents) for cents in winners]))
                won, whole, pools[spots] = won + share, whole + share, guaranteed(terms)[spots]
                run.jackpots += 1
        run.ways += len(live["cents"])
        run.majors += sum(majors.values())
        run.cut += cut.floor > 0
        owed += won
        owed -= int(owed * custom.claimed)
        run.taken.append(taken)
        run.prizes.append(won)
        run.scheduled.append(whole)
        run.owed.append(owed)
        for spots, cents in pools.items():
            run.pools[spots].append(cents)
    return run


def _sold(rng: Any, terms: Terms, custom: Custom, live: dict[str, Any], game: int) -> dict[str, Any]:
    """The tickets of the next game: those bought for it, and those that still run."""
    many = int(rng.poisson(custom.tickets))
    spots = rng.choice(np.arange(1, 16), many, p=_shares(custom.spots))
    dollars = rng.choice([d for d, _ in custom.dollars], many, p=_shares([w for _, w in custom.dollars]))
    games = rng.choice([g for g, _ in custom.games], many, p=_shares([w for _, w in custom.games]))
    special = (rng.random(many) < custom.special).astype(np.int64)
    enters = (special == 0) & np.isin(spots, list(terms.jackpots.guaranteed.value))
    cents = np.where(enters, np.maximum(dollars, 2), dollars) * 100
    order = rng.random((many, HELD)).argsort(axis=1)
    chosen = np.arange(HELD)[None, :] < spots[:, None]
    bits = np.zeros((many, 2), np.uint64)
    for at in range(int(spots.max(initial=0))):
        ball = order[:, at]
        bit = np.uint64(1) << (ball % 64).astype(np.uint64)
        for half in (0, 1):
            bits[:, half] |= np.where((ball // 64 == half) & chosen[:, at], bit, np.uint64(0))
    free = np.where(games >= terms.prices.two_free.value, 2, np.where(games >= terms.prices.one_free.value, 1, 0))
    new = {
        "low": bits[:, 0].astype(np.int64), "high": bits[:, 1].astype(np.int64), "spots": spots, "cents": cents,
        "special": special, "last": game + games - 1, "charged": game + games - 1 - free,
    }  # fmt: skip
    kept = live["last"] >= game
    return {name: np.concatenate([live[name][kept], new[name]]) for name in live}


def _shares(weights: Any) -> Any:
    found = np.asarray(weights, float)
    return found / found.sum()


def expected_return(terms: Terms, custom: Custom | None = None) -> Fraction:
    """What such a custom gets back of each dollar by the schedule alone, jackpots at their minimum: exact.

    A jackpot's pool does not grow with the stake, so its part is counted once however much lies on the entry."""
    custom = custom or Custom()
    pools = guaranteed(terms)
    value = staked = Fraction(0)
    for dollars, heavy in custom.dollars:
        for at, share in enumerate(custom.spots):
            spots = at + 1
            for special, part in ((0, 1 - Fraction(str(custom.special))), (1, Fraction(str(custom.special)))):
                enters = special == 0 and spots in pools
                cents = max(dollars, 2 if enters else 1) * 100
                weight = Fraction(str(share)) * part * Fraction(str(heavy))
                for matched in range(spots + 1):
                    won = prize(terms, special, spots, matched, cents)
                    value += weight * chance(terms, spots, matched) * (pools[spots] if won.jackpot else won.cents)
                staked += weight * cents
    return value / staked
