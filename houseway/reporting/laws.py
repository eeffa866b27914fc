"""Laws: what was to be expected of the wagers of a round, exactly, and how far it may stray.

The lab has the exact distribution of every wager of a book, as best play leaves it. A round's wagers are put together as they
hang together: where one draw or one coup decides them all, by every way it may come out; where players have hands of their own,
each by itself, and that is said, because they share the dealer's. A wager that the lab has no law for is not reckoned.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from houseway import games
from houseway.lab.exact import Study, analysis, wager_odds
from houseway.law.rulebook import Edition
from houseway.odds.distribution import Distribution
from houseway.odds.one_draw import OneDraw
from houseway.play.jackpot import PRIZE
from houseway.play.script import HasGeneral

ONE_RESULT = ("red_dog",)  # games in which the same cards decide for everybody
SIDES = frozenset(("player", "banker", "tie"))  # wagers on the two sides of one coup

Stakes = Mapping[str, tuple[int, ...]]  # by spot: each wager on it, in cents


@dataclass(frozen=True)
class Law:
    """What a round's wagers bring to the house, all together: every result in cents with its chance, or at least the moments."""

    mean: Fraction
    variance: Fraction
    parts: tuple[
        tuple[Distribution, int], ...
    ]  # independent ones that it is the sum of: nets per unit, and units in cents
    exact: bool = True  # players who share a dealer's hand are reckoned apart where it is not


@dataclass(frozen=True)
class Reckoned:
    """What of a round could be reckoned, and what could not."""

    law: Law | None
    spots: frozenset[str]  # whose results it is about, with what was wagered on top
    unreckoned: tuple[str, ...] = ()


BANK = "bank"  # a player's, against whoever plays: the lab has its law against one alone
OF_JACKPOTS = ("jackpot", PRIZE)  # whose worth is what a meter shows; they are reckoned with their jackpot


@dataclass
class Laws:
    """The laws of one edition's wagers."""

    game: str
    wagers: dict[str, Distribution]
    table: OneDraw | None = None
    strategy: str = ""  # where players decide: what is wagered on top is in the law of the wager they began with
    _known: dict[tuple[tuple[str, tuple[int, ...]], ...], Law] = field(default_factory=dict)

    def reckon(self, stakes: Stakes) -> Reckoned:
        """The law of a round with these wagers."""
        own = {spot: cents for spot, cents in stakes.items() if spot not in OF_JACKPOTS}
        named: dict[str, tuple[int, ...]] = {}
        unknown: list[str] = []
        for spot, cents in own.items():
            name = self._name(spot)
            if name:
                named[name] = (*named.get(name, ()), *cents)
            elif not self.strategy:
                unknown.append(spot)
        if BANK in named or unknown or not named:
            return Reckoned(None, frozenset(), tuple(unknown or own))
        key = tuple(sorted(named.items()))
        if key not in self._known:
            self._known[key] = self._together(named)
        return Reckoned(self._known[key], frozenset(own))

    def _name(self, spot: str) -> str:
        """What the law of a wager is called: ``double:17/5#418`` is a double, ``hand-2`` a hand like the first."""
        plain = spot.partition("#")[0]
        for name in (plain, plain.partition(":")[0], re.sub(r"-\d+$", "-1", plain), re.sub(r"-\d+$", "", plain)):
            if name in self.wagers or (self.table is not None and name in self.table.nets):
                return name
        return ""

    def _together(self, stakes: Stakes) -> Law:
        sums = {spot: sum(cents) for spot, cents in stakes.items()}
        if self.table is not None and all(spot in self.table.nets for spot in sums):
            return _one(_joint(self.table, sums))
        if self.game in ONE_RESULT and len(sums) == 1:
            ((spot, cents),) = sums.items()
            return _scaled([(self.wagers[spot], cents)])
        if set(sums) <= SIDES and set(self.wagers) >= SIDES:
            return _one(_coup(self.wagers, sums))
        apart = [(self.wagers[spot], cents) for spot, each in stakes.items() for cents in each]
        return _scaled(apart, exact=len(apart) == 1)


def _one(spread: Distribution) -> Law:
    """The law of a result in cents."""
    return Law(spread.expectation, spread.variance, ((spread, 1),))


def _scaled(parts: Iterable[tuple[Distribution, int]], exact: bool = True) -> Law:
    """Of wagers each by itself; the house has what their players have not."""
    parts = tuple((_turned(spread), cents) for spread, cents in parts)
    mean = sum((spread.expectation * cents for spread, cents in parts), Fraction(0))
    variance = sum((spread.variance * cents * cents for spread, cents in parts), Fraction(0))
    return Law(mean, variance, parts, exact)


@lru_cache(maxsize=4096)
def _turned_of(items: tuple[tuple[Fraction, Fraction], ...]) -> Distribution:
    return Distribution({-net: chance for net, chance in reversed(items)})


def _turned(spread: Distribution) -> Distribution:
    """A law as the house sees it."""
    return _turned_of(tuple(spread.chances.items()))


def _joint(table: OneDraw, sums: Mapping[str, int]) -> Distribution:
    """What the house has of one draw that decides every wager."""
    pairs = []
    for result, weight in table.weights.items():
        net = sum((table.nets[spot][result] * cents for spot, cents in sums.items()), Fraction(0))
        pairs.append((-net, Fraction(weight, table.total)))
    return Distribution.of(pairs)


def _coup(wagers: Mapping[str, Distribution], sums: Mapping[str, int]) -> Distribution:
    """What the house has of one coup: a wager on a side wins if the side does, and goes back where they are level."""
    won = {side: wagers[side].chance_of(above=0) for side in SIDES}
    assert sum(won.values()) == 1, "one of three things comes of a coup"
    pairs = []
    for result in sorted(SIDES):
        net = Fraction(0)
        for spot, cents in sums.items():
            if spot == result:
                net += cents * _given(wagers[spot], above=True)
            elif result == "tie":
                continue  # a wager on a side is level with it
            else:
                net -= cents
        pairs.append((-net, won[result]))
    return Distribution.of(pairs)


def _given(spread: Distribution, above: bool) -> Fraction:
    """What a wager brings when it wins; the mean of it, where that differs."""
    chosen = [(net, chance) for net, chance in spread.chances.items() if (net > 0) == above]
    return sum((net * chance for net, chance in chosen), Fraction(0)) / sum(
        (chance for _, chance in chosen), Fraction(0)
    )


def laws_of(book: str, edition: Edition[HasGeneral]) -> Laws:
    """The laws of an edition's wagers, as the lab finds them or has them kept."""
    rulebook, _ = games.book(book)
    study = Study(rulebook, edition)
    wagers: dict[str, Distribution] = {}
    conditional: dict[str, list[Distribution]] = {}
    strategy = ""
    for odds in wager_odds(study):
        if odds.distribution is None or odds.wager in wagers:
            continue
        if odds.given:
            conditional.setdefault(odds.wager, []).append(odds.distribution)
        else:
            wagers[odds.wager] = odds.distribution
            strategy = strategy or odds.strategy
    # What is wagered in one case only, such as insurance, has its law then; what best play adds in several is in the first's.
    wagers |= {
        spot: laws[0] for spot, laws in conditional.items() if len(laws) == 1 and spot not in (*wagers, *OF_JACKPOTS)
    }
    found = analysis(rulebook.game).table_of
    table = found(edition.terms) if found is not None else None
    return Laws(edition.game, wagers, table if isinstance(table, OneDraw) else None, strategy)


# How far luck may stray


def at_most(parts: Iterable[tuple[Distribution, int, int]], total: int) -> float:
    """The chance of a sum at least as far from what was to be expected, on that side: certainly no more than this.

    Chernoff's bound, which needs no normal law: for every t the chance is at most exp(K(t) - t x), and the best t is taken. Each
    part is a law, the units in cents it is scaled by, and how often it stood."""
    listed = [
        ([(float(net) * units, math.log(chance)) for net, chance in spread.chances.items() if chance], count)
        for spread, units, count in parts
    ]
    mean = sum(count * math.fsum(gain * math.exp(at) for gain, at in outcomes) for outcomes, count in listed)
    away = 1.0 if total > mean else -1.0

    def tilted(t: float) -> tuple[float, float]:
        value = slope = 0.0
        for outcomes, count in listed:
            powers = [(gain, at + away * t * gain) for gain, at in outcomes]
            top = max(power for _, power in powers)
            weights = [(gain, math.exp(power - top)) for gain, power in powers]
            weight = math.fsum(one for _, one in weights)
            value += count * (top + math.log(weight))
            slope += count * away * math.fsum(gain * one for gain, one in weights) / weight
        return value - away * t * total, slope - away * total

    scale = max((abs(gain) for outcomes, _ in listed for gain, _ in outcomes), default=1.0) or 1.0
    low, high = 0.0, 1.0 / scale
    for _ in range(60):
        if tilted(high)[1] >= 0:
            break
        low, high = high, 2 * high
    else:
        return 0.0  # beyond what these rounds can bring
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if tilted(middle)[1] >= 0 else (middle, high)
    return min(1.0, math.exp(min(0.0, tilted(high)[0])))
