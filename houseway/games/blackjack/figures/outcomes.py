"""The chance of everything a round can bring, exactly.

The hands of a split share the dealer's hand and the shoe, so their results hang together. What is needed is the joint law of
all hands and the dealer, for a chart that looks at a hand and the upcard only. Against one result of the dealer a hand is a
polynomial (``sums.py``): compositions, in how many orders each is drawn, and what it brings. Hands of a split multiply.

Most compositions need not be listed. All ways a hand can end have together the chance one, whatever else is drawn. So one
result, losing say, is taken for granted, and only hands that bring something else are written down, as the difference.

With rows of every result this gives all outcomes; four hands of small cards have millions of compositions, so it takes a
minute or two. With rows of moments only pairs of hands remain, and the variance takes seconds. Both are exact, and each
checks the other. ``docs/blackjack.md`` tells it at length.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import add, mul
from pathlib import Path
from typing import Any, TypeAlias

from houseway.games.blackjack.figures.exact import DOUBLE, GIVE_UP, POINTS, RANKS, STAND
from houseway.games.blackjack.figures.rules import ACE, NEVER, TEN, UPS
from houseway.games.blackjack.figures.sums import NATURAL, PASSED, Cards, Poly, Shoe
from houseway.games.blackjack.figures.ways import Chart
from houseway.odds.distribution import Distribution

NONE: Cards = (0,) * RANKS
GIVEN_UP = -1  # what a hand comes to that is given up


def one_of(*ranks: int) -> Cards:
    return tuple(ranks.count(rank) for rank in range(RANKS))


def plus(cards: Cards, rank: int) -> Cards:
    return (*cards[:rank], cards[rank] + 1, *cards[rank + 1 :])


@dataclass(frozen=True)
class Ended:
    """A way a hand can end: the cards it drew, what it comes to (0 if it passed 21, GIVEN_UP), its stake, and in how many
    orders."""

    drawn: Cards
    total: int
    stake: int
    orders: int


@dataclass(frozen=True)
class Hands:
    """Every way that hands can end when they are played by a chart."""

    begun: dict[Cards, int]  # how they begin, in so many orders; no cards at all where any may come
    doubled: dict[Cards, int] = field(default_factory=dict)  # two cards that are doubled
    ended: tuple[Ended, ...] = ()

    def against(self, dealer: int, scale: Scale) -> Poly:
        """What the hands bring against one result of the dealer."""
        brings = {total: scale.brings(total, dealer) for total in range(GIVEN_UP, 22)}
        either = (scale.win,) if scale.stakes else (-scale.unit, scale.win)
        usual = max(either, key=lambda result: sum(brings[end.total] == result for end in self.ended))
        terms: dict[Cards, list[int]] = {}

        def put(cards: Cards, many: int, brought: int, instead: int | None = None) -> None:
            row = terms.setdefault(cards, [0] * scale.width)
            scale.add(row, many, brought)
            if instead is not None:
                scale.add(row, -many, instead)

        for cards, many in self.begun.items():
            put(cards, many, usual)
        for cards, many in self.doubled.items():
            put(cards, many, 2 * usual, usual)
        for end in self.ended:
            if brings[end.total] != usual:
                put(end.drawn, end.orders, end.stake * brings[end.total], end.stake * usual)
        return Poly.of(terms, scale.width, scale.moments)


@dataclass(frozen=True)
class Scale:
    """What hands bring, in parts of a unit: a place of the row for each result, or moments."""

    unit: int  # parts that a lost unit costs
    win: int  # and that a won one brings
    moments: bool
    stakes: bool = False  # not what hands bring but what is staked on them
    early: bool = False  # a hand that is given up loses half whatever the dealer has

    @property
    def width(self) -> int:
        return 3 if self.moments else 2 * (self.unit + self.win) + 1

    def brings(self, total: int, dealer: int) -> int:
        if self.stakes:
            return self.win
        if total == GIVEN_UP and (self.early or dealer != NATURAL):
            return -(self.unit // 2)
        if total == PASSED or dealer == NATURAL:
            return -self.unit
        if dealer == PASSED or total > dealer:
            return self.win
        return 0 if total == dealer else -self.unit

    def add(self, row: list[int], many: int, brought: int) -> None:
        if self.moments:
            for power in range(3):
                row[power] += many * brought**power
        else:
            row[brought + 2 * self.unit] += many

    def nets(self, hands: int, chances: list[Fraction]) -> Iterator[tuple[int, Fraction]]:
        """The results that the places of a row of so many hands stand for."""
        for place, chance in enumerate(chances):
            yield place - 2 * self.unit * hands, chance


class Law:
    """One way of playing: the joint law of what a round brings and of the dealer's hand."""

    def __init__(self, chart: Chart, scale: Scale) -> None:
        self.chart, self.of, self.rules, self.scale = chart, chart.solved, chart.solved.rules, scale
        self.shoe = Shoe(self.of.ranks, self.of.dealer)
        self._hands: dict[tuple[int, int | None], tuple[Hands, ...]] = {}

    # Hands

    def _played(self, begun: dict[Cards, int], two: Any, more: Any, start: Cards = NONE) -> Hands:
        """Plays hands of two cards to their ends. ``start`` is the card of a split hand, which is not drawn again."""
        ended: dict[tuple[Cards, int, int], int] = {}
        doubled: dict[Cards, int] = {}
        drawing: dict[Cards, int] = {}

        def end(cards: Cards, stake: int, orders: int) -> None:
            hard = sum(many * points for many, points in zip(cards, POINTS, strict=True))
            total = PASSED if hard > 21 else hard + 10 if cards[ACE] and hard <= 11 else hard
            ended[cards, total, stake] = ended.get((cards, total, stake), 0) + orders

        def following(cards: Cards) -> Iterator[Cards]:
            return (plus(cards, rank) for rank in range(RANKS) if cards[rank] < ranks[rank])

        def step(cards: Cards, orders: int, act: int) -> None:
            if act == STAND:
                end(cards, 1, orders)
            elif act == GIVE_UP:
                ended[cards, GIVEN_UP, 1] = ended.get((cards, GIVEN_UP, 1), 0) + orders
            elif act == DOUBLE:
                doubled[cards] = orders
                for further in following(cards):
                    end(further, 2, orders)
            else:
                for further in following(cards):
                    if further in index:
                        drawing[further] = drawing.get(further, 0) + orders
                    else:
                        end(further, 1, orders)

        index, ranks = self.of.index, self.of.ranks
        for cards, orders in begun.items():
            held = tuple(a + b for a, b in zip(cards, start, strict=True))
            if all(many <= there for many, there in zip(held, ranks, strict=True)):
                step(held, orders, int(two[index[held]]))
        while drawing:
            size = min(sum(cards) for cards in drawing)
            for cards in [cards for cards in drawing if sum(cards) == size]:
                step(cards, drawing.pop(cards), int(more[index[cards]]))

        def drawn(cards: Cards) -> Cards:
            return tuple(a - b for a, b in zip(cards, start, strict=True))

        return Hands(
            begun,
            {drawn(cards): orders for cards, orders in doubled.items()},
            tuple(Ended(drawn(cards), total, stake, orders) for (cards, total, stake), orders in ended.items()),
        )

    def _first_two(self, up: int, splitting: bool) -> dict[Cards, int]:
        """First hands that are no blackjack, each in how many orders; with or without the pairs that are split."""
        return {
            one_of(a, b): 1 if a == b else 2
            for a in range(RANKS)
            for b in range(a, RANKS)
            if (a, b) != (ACE, TEN) and (splitting or a != b or not self.chart.splits[up, a])
        }

    def _made(self, up: int, pair: int | None) -> tuple[Hands, ...]:
        """The hands of a round against an upcard, without a split or of one pair; made once for all results of the dealer."""
        if (up, pair) not in self._hands:
            self._hands[up, pair] = (self._unsplit(up),) if pair is None else self._split(up, pair)
        return self._hands[up, pair]

    def _unsplit(self, up: int) -> Hands:
        return self._played(self._first_two(up, False), self.chart.two[up], self.chart.more[up])

    def _split(self, up: int, rank: int) -> tuple[Hands, Hands]:
        """Hands begun with a card of the pair: with any second card, and with any but another of the pair."""
        two, more = self.chart.after_split[up], self.chart.more[up]
        if rank == ACE and self.rules.aces_once:
            two = more = two * 0 + STAND
        any_card = {one_of(second): 1 for second in range(RANKS)}
        other = {cards: 1 for cards in any_card if not cards[rank]}
        certain, less = {NONE: 1}, {NONE: 1, one_of(rank): -1}  # that some card comes, and that it is not of the pair
        return (
            replace(self._played(any_card, two, more, one_of(rank)), begun=certain),
            replace(self._played(other, two, more, one_of(rank)), begun=less),
        )

    # The round

    def joint(self, keep: Path | None = None) -> dict[tuple[int, int], dict[int, Fraction]]:
        """For each upcard and result of the dealer: the chance of each net result in parts of a unit, blackjacks left out;
        or, for moments, the chance, and the sums of results and of their squares. What takes long may be kept in a folder
        piece by piece, so that work that was stopped goes on where it was."""
        tasks = [
            (up, dealer, pair)
            for up in UPS
            for dealer in self.shoe.results(up)
            for pair in (None, *(rank for rank in range(RANKS) if self._splits(up, rank)))
        ]
        tasks.sort(key=lambda task: (task[2] or RANKS, -task[0]))  # what takes longest comes first
        with ThreadPoolExecutor(2) as pool:  # the loops hold no lock
            found = pool.map(lambda task: self._once(keep, *task), tasks)
            laws: dict[tuple[int, int], dict[int, Fraction]] = {}
            for (up, dealer, _), chances in zip(tasks, found, strict=True):
                law = laws.setdefault((up, dealer), {})
                for net, chance in chances:
                    law[net] = law.get(net, Fraction(0)) + chance
        return laws

    def blackjacks(self, shift: Callable[[int, int], Fraction]) -> Iterator[tuple[Fraction, Fraction]]:
        """What a player's blackjack brings, and with which chance."""
        ranks, size = self.of.ranks, self.of.size
        for up in UPS:
            left = [many - (rank == up) for rank, many in enumerate(ranks)]
            if not ranks[up] or left[ACE] <= 0 or left[TEN] <= 0:
                continue
            dealt = Fraction(ranks[up] * 2 * left[ACE] * left[TEN], size * (size - 1) * (size - 2))
            other = {ACE: TEN, TEN: ACE}.get(up)
            natural = Fraction(0) if other is None else Fraction(left[other] - 1, size - 3)
            pays, at_once, waits = self.of.naturals(up)
            yield shift(up, NATURAL), dealt * natural * waits
            yield at_once + shift(up, NATURAL), dealt * natural * (1 - waits)
            yield pays + shift(up, PASSED), dealt * (1 - natural) * waits
            yield at_once + shift(up, PASSED), dealt * (1 - natural) * (1 - waits)

    def _splits(self, up: int, rank: int) -> bool:
        return bool(self.chart.splits[up, rank]) and self.of.ranks[rank] - (rank == up) >= 2

    def _once(self, keep: Path | None, up: int, dealer: int, pair: int | None) -> list[tuple[int, Fraction]]:
        """One piece of the work, from the folder if it was done before: charts that play a pair alike share it."""
        if keep is None:
            return self._task(up, dealer, pair)
        path = keep / f"{self._digest(up, dealer, pair)}.json"
        if path.exists():
            return [(net, Fraction(chance)) for net, chance in json.loads(path.read_text(encoding="utf-8"))]
        found = self._task(up, dealer, pair)
        unfinished = path.with_suffix(".part")
        unfinished.write_text(json.dumps([(net, str(chance)) for net, chance in found]), encoding="utf-8")
        unfinished.rename(path)
        return found

    def _digest(self, up: int, dealer: int, pair: int | None) -> str:
        """Names a piece of the work by all that it depends on."""
        name = hashlib.sha256(repr((self.rules, self.of.ranks, self.scale, up, dealer, pair)).encode())
        for hands in self._made(up, pair):
            poly = hands.against(dealer, self.scale)
            name.update(poly.keys.tobytes())
            name.update(poly.rows.tobytes())
        return name.hexdigest()[:24]

    def _task(self, up: int, dealer: int, pair: int | None) -> list[tuple[int, Fraction]]:
        looked = dealer == NATURAL and self.rules.peeks
        if pair is None:
            hands = self._looked(up) if looked else self._made(up, None)[0]
            return self._chances(up, dealer, [(hands.against(dealer, self.scale).times(1, one_of(up)), None, 1)])
        if looked:
            return []
        return self._chances(up, dealer, self._split_products(up, pair, dealer))

    def _looked(self, up: int) -> Hands:
        """First hands that a blackjack has ended before their turn: they lose, but for those given up before the look."""
        begun = self._first_two(up, True)
        early = (Ended(e.drawn, GIVEN_UP, 1, e.orders) for e in self._unsplit(up).ended if e.total == GIVEN_UP)
        return Hands(begun, ended=tuple(early) if self.scale.early else ())

    def _split_products(self, up: int, rank: int, dealer: int) -> Iterator[tuple[Poly, Poly, int]]:
        """The hands of a split, as products of all but one hand with that one, each with its number of hands."""
        whole, other = (hands.against(dealer, self.scale) for hands in self._made(up, rank))
        most = self.rules.most_aces if rank == ACE else self.rules.most_hands
        drawn = one_of(up, rank, rank)
        for hands in range(2, most):
            yield self._power(other, hands - 1).times(ways(most)[hands, hands], drawn), other, hands
            drawn = plus(drawn, rank)
        before = [
            (self._power(other, others) * self._power(whole, most - 2 - others)).times(many)
            for (hands, others), many in ways(most).items()
            if hands == most
        ]
        yield (reduce(add, before) * whole).times(1, drawn), whole, most

    def _power(self, hand: Poly, many: int) -> Poly:
        """So many hands alike."""
        nothing = Poly.of(
            {NONE: [1, 0, 0] if self.scale.moments else [1]}, 3 if self.scale.moments else 1, hand.moments
        )
        return reduce(mul, [hand] * many, nothing)

    def _chances(self, up: int, dealer: int, products: Any) -> list[tuple[int, Fraction]]:
        found: list[tuple[int, Fraction]] = []
        for one, other, hands in products:
            if other is None:
                chances = self.shoe.chances(up, dealer, iter([(one.keys, one.rows)]), one.most, one.width)
            else:
                width = one.width if self.scale.moments else one.width + other.width - 1
                chances = self.shoe.chances(up, dealer, one.groups(other), one.most + other.most, width)
            found.extend(enumerate(chances) if self.scale.moments else self.scale.nets(hands, chances))
        return [(net, chance) for net, chance in found if chance]


def ways(most_hands: int) -> dict[tuple[int, int], int]:
    """In how many ways second cards can fall, by the number of hands that come of it and of those that are finished by a card not
    of the pair's rank. While another hand may be made a card of that rank makes one; then any card finishes its hand."""
    found: dict[tuple[int, int], int] = {}

    def fall(hands: int, others: int) -> None:
        if hands == most_hands or others == hands:
            found[hands, others] = found.get((hands, others), 0) + 1
        else:
            fall(hands + 1, others)
            fall(hands, others + 1)

    fall(2, 0)
    return found


# What people ask

Insured: TypeAlias = tuple[Fraction, Fraction]  # what insurance brings if the dealer has a blackjack, and what if not


def outcomes(chart: Chart, insured: Insured | None = None, keep: Path | None = None) -> Distribution:
    """The chance of each net result of a round, without insurance or with every ace insured."""
    law = Law(chart, _scale(chart, False))
    pairs = list(law.blackjacks(_shift(insured)))
    for (up, dealer), chances in law.joint(keep).items():
        more = _shift(insured)(up, dealer)
        pairs.extend((Fraction(net, law.scale.unit) + more, chance) for net, chance in chances.items())
    return Distribution.of(pairs)


def variance(chart: Chart, insured: Insured | None = None, keep: Path | None = None) -> tuple[Fraction, Fraction]:
    """The expectation and the variance of a round, from pairs of hands alone."""
    law = Law(chart, _scale(chart, True))
    naturals = list(law.blackjacks(_shift(insured)))
    mean = sum((net * chance for net, chance in naturals), Fraction(0))
    square = sum((net * net * chance for net, chance in naturals), Fraction(0))
    for (up, dealer), sums in law.joint(keep).items():
        more = _shift(insured)(up, dealer)
        chance, first, second = (sums.get(power, Fraction(0)) / law.scale.unit**power for power in range(3))
        mean += first + more * chance
        square += second + 2 * more * first + more * more * chance
    return mean, square - mean * mean


def staked(chart: Chart) -> Fraction:
    """What a round stakes in all on the average, doubles and splits included, per unit of the wager."""
    law = Law(chart, Scale(1, 1, moments=True, stakes=True))
    naturals = sum((chance for _, chance in law.blackjacks(_shift(None))), Fraction(0))
    return naturals + sum((sums.get(1, Fraction(0)) for sums in law.joint().values()), Fraction(0))


def _scale(chart: Chart, moments: bool) -> Scale:
    win, of = chart.solved.rules.win, chart.solved
    parts = 1 if of.rules.gives_up == NEVER else 2  # of a unit that is halved
    return Scale(parts * win.denominator, parts * win.numerator, moments, early=of.early)


def _shift(insured: Insured | None) -> Callable[[int, int], Fraction]:
    def shift(up: int, dealer: int) -> Fraction:
        return Fraction(0) if insured is None or up != ACE else insured[dealer != NATURAL]

    return shift
