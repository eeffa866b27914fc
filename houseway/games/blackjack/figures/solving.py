"""Solving: the best ways of playing a shoe under one set of rules, and what they are worth.

*By the cards*: every hand by its own cards and the upcard. *By totals*: a chart as people learn it, which looks at the total,
whether it is soft, whether it is a pair and whether it has two cards; of all such charts, the one that cannot be bettered by
changing one entry. In both, a hand made by a split is played like any other. The values are exact fractions (``exact.py``);
choices are made in double precision and are far from ties.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.figures import kept
from houseway.games.blackjack.figures.rules import (
    ACE,
    BY_CARDS,
    BY_TOTALS,
    EARLY,
    EARLY_NOT_ACE,
    LATE,
    TEN,
    UPS,
    USUAL,
    Rules,
    ranks_of,
    shoe_of,
)
from houseway.games.blackjack.figures.ways import Chart
from houseway.games.blackjack.terms import Terms
from houseway.kit.shoe import Shoe, ShortShoe


class Solved:
    """One shoe under one set of rules: the best ways of playing and what they are worth. Loops and tables are made when
    they are first needed; who asks for what was kept does without them."""

    def __init__(self, rules: Rules, ranks: tuple[int, ...]) -> None:
        if sum(ranks) < 20:
            raise ShortShoe(f"a shoe of {sum(ranks)} cards cannot deal a round for certain; at least 20")
        self.rules, self.ranks, self.size = rules, ranks, sum(ranks)

    @cached_property
    def exact(self) -> Any:
        from houseway.games.blackjack.figures import exact

        kept.tell_of_compiling()
        return exact

    @property
    def np(self) -> Any:
        return self.exact.np

    @cached_property
    def shoe(self) -> Any:
        return self.np.array(self.ranks, self.np.int64)

    @property
    def hands(self) -> Any:
        return self.exact.compositions()[0]

    @property
    def index(self) -> Any:
        return self.exact.compositions()[1]

    @cached_property
    def dealer(self) -> Any:
        return self.exact.dealer_hands(self.rules.draws_to, self.rules.stands_on_soft)

    @cached_property
    def weights(self) -> Any:
        of = self.rules
        return self.np.array([self.exact.split_weights(most) for most in (of.most_hands, of.most_aces)])

    @property
    def early(self) -> bool:
        """Whether a hand that is given up loses half whatever the dealer has."""
        return self.rules.gives_up in (EARLY, EARLY_NOT_ACE)

    @cached_property
    def may_double(self) -> Any:
        """By total."""
        return self.np.array([self.rules.doubles_from <= total <= self.rules.doubles_to for total in range(22)])

    def may_give_up(self, up: int) -> bool:
        return self.rules.gives_up in (LATE, EARLY) or (self.rules.gives_up == EARLY_NOT_ACE and up != ACE)

    @cached_property
    def given_up(self) -> Any:
        """What giving up every hand against every upcard is worth; less than anything where it may not be."""
        return self.np.array(
            [
                self.exact.giving_up(up, self.shoe, self.size, self.hands, self.early, self.field[2], self.protected)
                if self.may_give_up(up)
                else self.np.full(len(self.hands[0]), -self.np.inf)
                for up in UPS
            ]
        )

    @cached_property
    def field(self) -> Any:
        return (*self.exact.numbers(self.size, max(self.ranks), 0), 1.0, 0)

    @cached_property
    def whole(self) -> Any:
        """What is needed to weigh the dealer's hands in whole numbers."""
        return self.exact.whole_numbers(self.size, max(self.ranks), int(self.dealer[2].max()))

    @cached_property
    def protected(self) -> Any:
        return self.np.array([self.rules.peeks and up in (ACE, TEN) for up in UPS])

    @cached_property
    def brings(self) -> Any:
        """What a dealer's blackjack brings by upcard, and what a won unit brings."""
        return self.np.append(self.np.where(self.protected, 0.0, -1.0), float(self.rules.win))

    @classmethod
    def of(cls, terms: Terms, ranks: tuple[int, ...]) -> Solved:
        """The shoe with so many of each count, under a book's rules; solved once."""
        return cls.by(Rules.of(terms), ranks)

    @classmethod
    def by(cls, rules: Rules, ranks: tuple[int, ...]) -> Solved:
        """The same under rules in plain numbers."""
        if (rules, ranks) not in _SOLVED:
            if len(_SOLVED) > 200:
                _SOLVED.clear()
            _SOLVED[rules, ranks] = cls(rules, ranks)
        return _SOLVED[rules, ranks]

    @cached_property
    def stand(self) -> Any:
        """The value of standing on every hand against every upcard."""
        none = self.np.zeros(10, self.np.int64)
        return self.np.array([self.standing(up, self.hands[4] >= 2, none) for up in UPS])

    @cached_property
    def best(self) -> Any:
        """By the cards, for every upcard: value of drawing, of doubling, of the best, and the choices."""
        inverse = self.field[2]
        return [
            self.exact.chosen(
                up,
                self.shoe,
                self.size,
                self.hands,
                self.stand[up],
                inverse,
                self.protected,
                self.rules.must_draw,
                self.may_double,
            )
            for up in UPS
        ]

    # Charts: what to do with hands of two cards and of more, by upcard, and which pairs to split.

    @cached_property
    def by_cards(self) -> Chart:
        if self.usual is not self:
            return replace(self.usual.by_cards, solved=self)
        return self._kept(BY_CARDS, self.found_by_cards)

    @cached_property
    def by_totals(self) -> Chart:
        """A chart by totals: begun from the best play by the cards, then bettered entry by entry until nothing changes."""
        if self.usual is not self:
            return replace(self.usual.by_totals, solved=self)
        return self._kept(BY_TOTALS, self.found_by_totals)

    # Nobody decides anything about a blackjack, so what it pays moves no chart, and the worth of a round by so much.

    @cached_property
    def usual(self) -> Solved:
        """The same shoe where a blackjack is paid as usual, at once and later."""
        if {self.rules.blackjack, self.rules.at_once} == {USUAL}:
            return self
        return Solved.by(replace(self.rules, blackjack=USUAL, at_once=USUAL), self.ranks)

    @cached_property
    def naturals_bring(self) -> Fraction:
        """What blackjacks of the player bring to the worth of a round."""
        return sum((self.natural(up) * self._paid(up) for up in UPS if self.ranks[up]), Fraction(0))

    def natural(self, up: int) -> Fraction:
        """The chance of this upcard together with a blackjack of the player."""
        aces, tens = self.ranks[ACE] - (up == ACE), self.ranks[TEN] - (up == TEN)
        ways = Fraction(2 * aces * tens, (self.size - 1) * (self.size - 2))
        return Fraction(self.ranks[up], self.size) * ways

    def _both(self, up: int) -> Fraction:
        """The chance that the dealer has a blackjack too, given this upcard and one of the player."""
        other = {ACE: TEN, TEN: ACE}.get(up)
        return Fraction(0) if other is None else Fraction(max(self.ranks[other] - 1, 0), self.size - 3)

    def _paid(self, up: int) -> Fraction:
        pays, at_once, waits = self.naturals(up)
        return waits * pays * (1 - self._both(up)) + (1 - waits) * at_once

    def naturals(self, up: int) -> tuple[Fraction, Fraction, Fraction]:
        """What a blackjack pays after waiting and at once, and how much of it waits against this upcard: all of it against
        an ace or a ten, or, where only a card marked ten holds it back, against a quarter of the tens; else nothing."""
        waits = Fraction(1) if up in (ACE, TEN) else Fraction(0)
        if up == TEN and not self.rules.tens_hold:
            waits = Fraction(1, 4)
        return self.rules.blackjack, self.rules.at_once, waits

    def even_money_gains(self, pays: Fraction) -> Fraction:
        """What taking even money with every blackjack against an ace adds to a round; waiting is better where it is negative."""
        return self.natural(ACE) * (pays - self._paid(ACE))

    def asked(self, name: str, how: str, words: str) -> kept.Question:
        """A question about this shoe under these rules, and a way of playing."""
        on = {"rules": self.rules.plain, "shoe": list(self.ranks), "how": how}
        return kept.Question("blackjack", name, on, f"finding {words} of Blackjack {how}, kept for the next time")

    def _kept(self, how: str, find: Callable[[], Chart]) -> Chart:
        def packed() -> dict[str, Any]:
            found = find()
            arrays = {name: getattr(found, name) for name in ("two", "more", "after_split", "splits")}
            acts = {name: kept.packed(array.astype("int8").tobytes()) for name, array in arrays.items()}
            return {**acts, "split_values": found.split_values.tolist()}

        doc, np = kept.kept(self.asked("acts", how, "the best play"), packed), self.np

        def unpacked(name: str) -> Any:
            return np.frombuffer(kept.unpacked(doc[name]), np.int8).reshape(len(UPS), -1).copy()

        two, more, after_split, splits = (unpacked(name) for name in ("two", "more", "after_split", "splits"))
        return Chart(self, two, more, after_split, splits.astype(np.bool_), np.array(doc["split_values"]))

    def worth(self, how: str) -> Fraction:
        """What a round is worth, played by one of the charts, as a fraction."""
        from houseway.games.blackjack.figures.stored_outcomes import mean

        known = mean(self, how)
        if known is not None:
            return known
        if self.usual is not self:
            return self.usual.worth(how) + self.naturals_bring - self.usual.naturals_bring
        chart = self.by_cards if how == BY_CARDS else self.by_totals
        found: Fraction = kept.kept(self.asked("worth", how, "the exact worth"), chart.exactly)
        return found

    def found_by_cards(self) -> Chart:
        np, exact = self.np, self.exact
        two = np.array([best[3] for best in self.best])
        more = np.array([best[4] for best in self.best])
        stays = np.array([np.maximum(best[2], np.where(acts == exact.DOUBLE, best[1], -np.inf))
                          for best, acts in zip(self.best, two, strict=True)])  # fmt: skip
        gives_up = (self.given_up > stays) & (self.hands[4] == 2) & (two >= 0)
        return self._with_splits(np.where(gives_up, np.int8(exact.GIVE_UP), two), more, two)

    def found_by_totals(self) -> Chart:
        two = self.np.array([best[3] for best in self.best])
        more, instead = self.np.array([best[4] for best in self.best]), two.copy()
        for up in UPS:
            two[up], more[up], instead[up] = self._totals(up)
        return self._with_splits(two, more, instead)

    def _totals(self, up: int) -> tuple[Any, Any, Any]:
        """What is done with two cards and with more, by totals; and with two that cannot be given up."""
        np, hands = self.np, self.hands
        total, soft, size = hands[2], hands[3], hands[4]
        count = len(total)
        entry = total.astype(np.int64) * 2 + soft  # the chart's entry a hand falls into
        stands = total >= 17
        act_m = np.where(stands & (total < 22), 0, 1).astype(np.int8)
        act_2, instead = act_m.copy(), act_m.copy()
        chances = self._dealt(up)
        for _ in range(20):
            _, hit, double = self._by_chart(up, act_m)
            met = self._met(up, chances, act_2, act_m)
            new_2, new_m, instead = act_2.copy(), act_m.copy(), act_m.copy()
            for e in np.unique(entry[size >= 2]):
                here = (entry == e) & (size >= 2)
                points_ = total[here][0]
                may_stand = points_ >= self.rules.must_draw
                more = here & (size > 2)
                weight = met[more] if met[more].sum() > 0 else np.ones(more.sum())
                if points_ == 21:
                    new_2[here], new_m[here], instead[here] = 0, 0, 0
                    continue
                if more.any():
                    gain = (weight * (hit[more] - self.stand[up][more])).sum()
                    new_m[here] = 1 if gain > 0 or not may_stand else 0
                pair = here & (size == 2)
                if pair.any():
                    weight = chances[pair] if chances[pair].sum() > 0 else np.ones(pair.sum())
                    choices = [
                        (weight * self.stand[up][pair]).sum() if may_stand else -np.inf,
                        (weight * hit[pair]).sum(),
                        (weight * double[pair]).sum() if self.may_double[points_] else -np.inf,
                    ]
                    instead[here] = int(np.argmax(choices))
                    choices.append((weight * self.given_up[up][pair]).sum() if self.may_give_up(up) else -np.inf)
                    new_2[here] = int(np.argmax(choices))
            if (new_2 == act_2).all() and (new_m == act_m).all():
                break
            act_2, act_m = new_2, new_m
        assert count == len(act_2)
        return act_2, act_m, instead

    def _dealt(self, up: int) -> Any:
        """The chance of each hand of two cards, given the upcard."""
        np, counts = self.np, self.hands[0]
        chances = np.zeros(len(counts))
        left = self.shoe - (np.arange(10) == up)
        for a in range(10):
            for b in range(a, 10):
                ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
                held = [0] * 10
                held[a] += 1
                held[b] += 1
                at = self.index.get(tuple(held))
                if at is not None and ways > 0:
                    chances[at] = ways / ((self.size - 1) * (self.size - 2))
        return chances

    def _by_chart(self, up: int, act_m: Any) -> tuple[Any, Any, Any]:
        """The value of every hand of several cards by a chart, and of drawing and doubling before it."""
        np, exact = self.np, self.exact
        inverse = self.field[2]
        none = np.zeros(10, np.int64)
        hit_all = np.full(len(act_m), exact.HIT, np.int8)
        double_all = np.full(len(act_m), exact.DOUBLE, np.int8)
        args = (up, self.shoe, self.size, none, self.hands, self.stand[up])
        rest = (self.early, inverse, self.protected, 1.0, 0)
        hit, value = exact.played(*args, hit_all, act_m, *rest)
        double, _ = exact.played(*args, double_all, act_m, *rest)
        return value, hit, double

    def _met(self, up: int, chances: Any, act_2: Any, act_m: Any) -> Any:
        """How often each hand of more than two cards is met, playing by a chart."""
        np = self.np
        counts, _, total, _, size, after, _ = self.hands
        met = np.zeros(len(counts))
        left_all = self.shoe - (np.arange(10) == up) - counts
        for n in range(len(counts)):
            here = chances[n] if size[n] == 2 and act_2[n] == 1 else met[n] if size[n] > 2 and act_m[n] == 1 else 0.0
            if here <= 0 or total[n] == 21:
                continue
            cards = self.size - 1 - size[n]
            for rank in range(10):
                if after[n, rank] >= 0 and left_all[n, rank] > 0:
                    met[after[n, rank]] += here * left_all[n, rank] / cards
        return met

    def _with_splits(self, two: Any, more: Any, instead: Any) -> Chart:
        """The same chart with the pairs that are worth splitting; ``instead`` is what is done with hands that cannot be given up,
        as none from a split can."""
        np, exact = self.np, self.exact
        after_split = instead.copy()
        if not self.rules.double_after_split:
            after_split[instead == exact.DOUBLE] = more[instead == exact.DOUBLE]
        splits = np.zeros((10, 10), np.bool_)
        values = np.zeros((10, 10))
        for up in UPS if self.rules.most_hands > 1 else ():
            plain = self._plain(up, two[up], more[up])
            for rank in range(10):
                if self.ranks[rank] - (rank == up) < 2:
                    continue
                pair = self.index[tuple(2 * (r == rank) for r in range(10))]
                chart = (after_split[up], more[up])
                value = self._split(up, rank, chart, np.array(exact.split_weights(2)))
                if abs(value - plain[pair]) < 0.05:  # near enough for resplitting to decide
                    value = self._split(up, rank, chart, self.weights[int(rank == ACE)])
                splits[up, rank], values[up, rank] = value > plain[pair], value
        return Chart(self, two, more, after_split, splits, values)

    def split_value(self, chart: Chart, up: int, rank: int) -> float:
        """What splitting a pair is worth, every hand that comes of it played by a chart."""
        return self._split(up, rank, (chart.after_split[up], chart.more[up]), self.weights[int(rank == ACE)])

    def _split(self, up: int, rank: int, chart: tuple[Any, Any], weights: Any) -> float:
        exact, rules = self.exact, (self.brings, self.protected, self.rules.aces_once, self.early)
        wanted, _, _ = exact.split_hands(rank, self.hands, chart, self.rules.aces_once)
        stands = self.np.zeros((exact.MOST_REMOVED + 1, len(wanted)))
        for k in exact.asked_about(rank, up, self.shoe, weights):
            stands[k] = self.standing(up, wanted, self.gone(rank, k))
        args = (up, rank, self.shoe, self.size, self.hands, stands, self.field, chart)
        return float(exact.split_value(*args, weights, rules))

    def gone(self, rank: int, more: int) -> Any:
        """The cards that are out of the shoe beside a hand of a split: the other of the pair, and so many more of its rank."""
        return (1 + more) * (self.np.arange(10) == rank)

    def standing(self, up: int, wanted: Any, extra: Any) -> Any:
        """The value of standing on every wanted hand against an upcard, where some extra cards are gone."""
        falling, over, _, one, p = self.field
        args = (up, self.shoe, self.size, wanted, extra, self.hands, self.dealer, falling, over, self.brings, one, p)
        return self.exact.standing(*args)

    def _plain(self, up: int, two: Any, more: Any) -> Any:
        exact = self.exact
        none = self.np.zeros(10, self.np.int64)
        args = (up, self.shoe, self.size, none, self.hands, self.stand[up], two, more)
        return exact.played(*args, self.early, self.field[2], self.protected, 1.0, 0)[0]


_SOLVED: dict[tuple[Rules, tuple[int, ...]], Solved] = {}


def solved(terms: Terms, shoe: Shoe | None = None) -> Solved:
    return Solved.of(terms, ranks_of(shoe if shoe is not None else shoe_of(terms)))
