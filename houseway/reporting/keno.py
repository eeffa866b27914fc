"""Keno: the figures of a Keno day. What was sold and won, and what was to be expected of every way of every ticket."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from houseway import games
from houseway.floor.keno import reports
from houseway.floor.keno.desk import STREAM, Keno
from houseway.floor.keno.papers import KenoGame, unpacked
from houseway.games.keno.entry import is_jackpot
from houseway.games.keno.terms import Terms
from houseway.lab.exact import Study, wager_odds
from houseway.ledger import Ledger
from houseway.money import Cents
from houseway.odds.distribution import Distribution
from houseway.reporting.laws import at_most
from houseway.reporting.periods import Period

SCHEDULES = ("standard", "special_1", "special_2", "special_3")


@dataclass(frozen=True)
class KenoDay:
    day: str
    games: int
    tickets: int
    taken: Cents
    prizes: Cents  # of the games themselves
    jackpots: Cents  # won, out of their pools
    fed: Cents  # to the pools
    expected: Fraction
    squared: Fraction
    chance: float | None
    writers: dict[str, tuple[Cents, Cents]]  # cash taken and paid

    @property
    def win(self) -> Cents:
        return self.taken - self.prizes - self.fed

    @property
    def deviation(self) -> Cents:
        return isqrt(int(self.squared))

    def document(self) -> dict[str, Any]:
        from houseway.reporting.report import nearest, ratio

        return {
            "day": self.day, "games": self.games, "tickets": self.tickets, "taken": self.taken, "prizes": self.prizes,
            "jackpots": self.jackpots, "fed": self.fed, "win": self.win, "hold": ratio(self.win, self.taken),
            "expected": nearest(self.expected), "expected_exactly": str(self.expected), "deviation": self.deviation,
            "exact": False, "chance_at_most": "" if self.chance is None else f"{self.chance:.3g}",
            "writers": {name: list(cash) for name, cash in sorted(self.writers.items())},
        }  # fmt: skip


def keno_days(ledger: Ledger, period: Period) -> list[KenoDay]:
    """The Keno days that began in the period, as far as their games are settled."""
    if not ledger.reach(STREAM):
        return []
    keno = Keno(ledger)
    laws: dict[str, dict[str, Distribution]] = {}
    return [found for day in period.days if (found := _day(keno, day, laws)) is not None]


def _day(keno: Keno, day: str, laws: dict[str, dict[str, Distribution]]) -> KenoDay | None:
    settled = [game for game in reports.settled_games(keno, day) if not game.facts.invalid]
    if not settled:
        return None
    expected = squared = Fraction(0)
    parts: Counter[tuple[str, str, Cents]] = Counter()
    for game in settled:
        terms, digest = keno.terms_of(game), keno.edition_of(game).digest
        if digest not in laws:
            laws[digest] = _laws(keno, game)
        for (name, feeds, cents), count in _ways(keno, game, terms).items():
            law = laws[digest].get(name)
            if law is None:
                continue
            expected += count * (-law.expectation * cents - feeds)
            squared += count * law.variance * cents * cents
            parts[digest, name, cents] += count
    facts = [game.facts for game in settled]
    won = sum(sum(one.pools.values()) for one in facts)
    fed = sum(sum(one.fed.values()) for one in facts)
    prizes = sum(one.prizes for one in facts) - won
    taken = sum(one.taken for one in facts)
    listed = [(_turned(laws[digest][name]), cents, count) for (digest, name, cents), count in sorted(parts.items())]
    chance = at_most(listed, taken - prizes) if listed else None
    return KenoDay(
        day, len(settled), sum(one.tickets for one in facts), taken, prizes, won, fed, expected, squared, chance,
        _writers(keno, day),
    )  # fmt: skip


def _turned(spread: Distribution) -> Distribution:
    return Distribution({-net: chance for net, chance in spread.chances.items()})


def _laws(keno: Keno, game: KenoGame) -> dict[str, Distribution]:
    """The law of a way by its schedule and its numbers; a jackpot is paid by its pool, which the wagers feed."""
    study = Study(games.book(keno.edition_of(game).book)[0], keno.edition_of(game))
    found: dict[str, Distribution] = {}
    for odds in wager_odds(study):
        if odds.distribution is None:
            continue
        schedule, _, spots = odds.wager.partition(":")
        if is_jackpot(keno.terms_of(game), SCHEDULES.index(schedule), int(spots)):
            top = max(odds.distribution.chances)
            pairs = [(Fraction(-1) if net == top else net, chance) for net, chance in odds.distribution.chances.items()]
            found[odds.wager] = Distribution.of(pairs)
        else:
            found[odds.wager] = odds.distribution
    return found


def _ways(keno: Keno, game: KenoGame, terms: Terms) -> Counter[tuple[str, Fraction, Cents]]:
    """How many ways of each kind and price a game was played with, and what each feeds to a pool. A game that is given free has
    ways too, and no price."""
    found: Counter[tuple[str, Fraction, Cents]] = Counter()
    for page in keno.pages(game.number):
        for special, ways, _ in page:
            for way in unpacked(ways):
                fed = terms.jackpots.feed.value * way.cents if is_jackpot(terms, special, way.spots) else Fraction(0)
                found[f"{SCHEDULES[special]}:{way.spots}", fed, way.cents] += 1
    return found


def _writers(keno: Keno, day: str) -> dict[str, tuple[Cents, Cents]]:
    """What each writer took and paid in cash, on the gaming day of that name."""
    from houseway.reporting.periods import period

    since, until = period(day).bounds
    taken: Counter[str] = Counter()
    paid: Counter[str] = Counter()
    for move in keno.ledger.moves_between(STREAM, since, until):
        who = move.by.partition(":")[2]
        if move.target.startswith("drawer:"):
            taken[who] += move.cents
        elif move.source.startswith("drawer:"):
            paid[who] += move.cents
    return {name: (taken[name], paid[name]) for name in sorted(taken.keys() | paid.keys())}
