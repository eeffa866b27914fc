"""What blackjack is worth, and how it is best played, for exactly these rules and any shoe.

Two ways of playing are found. *By the cards*: every hand by its own cards and the upcard. *By totals*: a chart as people
learn it, which looks at the total, whether it is soft, whether it is a pair and whether it has two cards; of all such
charts, the one that cannot be bettered by changing one entry. In both, a hand made by a split is played like any other.
The values are exact fractions (``exact.py``); choices are made in double precision and are far from ties.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from houseway import kept
from houseway.games.blackjack.hand import points
from houseway.games.blackjack.terms import HoldsBack, HoleCard, Terms
from houseway.kit.cards import CARDS, Card
from houseway.kit.shoe import Shoe, ShortShoe
from houseway.odds.drill import Question
from houseway.odds.values import Distribution, WagerOdds
from houseway.play.events import Dealt, Moved
from houseway.play.prompts import Choose, ChooseEach, ClosedWindow, Prompt, TakeWagers
from houseway.play.script import Step
from houseway.play.wagers import Wager

if TYPE_CHECKING:
    from houseway.games.blackjack.figures.chart import Grid

MOVES = (
    "dealing.decks", "dealer", "hands.must_draw", "hands.double_after_split", "hands.split", "hands.split_aces",
    "settling.blackjack", "settling.at_once", "settling.holds_back", "settling.even_money", "settling.win", "insurance.pays",
    "insurance.most", "over_under.thirteen", "over_under.pays",
)  # fmt: skip

UNIT = 100
HANDS: dict[str, str] = {}
NAMES = "A23456789T"
UPS = range(10)
ACE, TEN = 0, 9
BY_TOTALS, BY_CARDS = "by totals", "by the cards"
INSURED = "by totals, every ace insured"
EVEN_MONEY = "by totals, even money taken"
USUAL = Fraction(3, 2)  # what a blackjack pays where nothing else is said
ONLY_THE_VARIANCE = "expectation and variance are exact; houseway simulate counts the outcomes"
NOT_KEPT = "outcomes are kept for the book's own rules and shoe; here --patient finds the variance, and houseway simulate counts"


def ranks_of(shoe: Shoe) -> tuple[int, ...]:
    """How many of each count a shoe holds: aces, twos to nines, tens."""
    counts = [0] * 10
    for card in CARDS:
        counts[points(card) - 1] += shoe.count(card)
    return tuple(counts)


@dataclass(frozen=True)
class Rules:
    """The provisions that move the figures, in plain numbers."""

    draws_to: int
    stands_on_soft: int
    peeks: bool
    must_draw: int
    most_hands: int
    aces_once: bool
    double_after_split: bool
    win: Fraction
    blackjack: Fraction
    at_once: Fraction
    tens_hold: bool  # every ten-valued upcard makes a blackjack wait, not only a card marked ten

    @classmethod
    def of(cls, terms: Terms) -> Rules:
        return cls(
            terms.dealer.draws_to.value,
            terms.dealer.stands_on_soft.value,
            terms.dealer.hole_card.value is HoleCard.PEEKS,
            terms.hands.must_draw.value,
            terms.hands.split.value,
            terms.hands.split_aces.value,
            terms.hands.double_after_split.value,
            terms.settling.win.value.ratio,
            terms.settling.blackjack.value.ratio,
            terms.settling.at_once.value.ratio,
            terms.settling.holds_back.value is HoldsBack.TEN_VALUED,
        )

    @property
    def plain(self) -> dict[str, Any]:
        """As a document has them: truths, whole numbers, and fractions as text."""
        return {name: value if isinstance(value, int) else str(value) for name, value in asdict(self).items()}


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
        once = 2 if self.rules.aces_once else self.rules.most_hands
        return self.np.array([self.exact.split_weights(most) for most in (self.rules.most_hands, once)])

    @cached_property
    def field(self) -> Any:
        return (*self.exact.numbers(self.size, max(self.ranks), 0), 1.0, 0)

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
        falling, over, _, one, p = self.field
        wanted = self.hands[4] >= 2
        none = self.np.zeros(10, self.np.int64)
        return self.np.array(
            [
                self.exact.standing(
                    up, self.shoe, self.size, wanted, none, self.hands, self.dealer, falling, over, self.brings, one, p
                )
                for up in UPS
            ]
        )

    @cached_property
    def best(self) -> Any:
        """By the cards, for every upcard: value of drawing, of doubling, of the best, and the choices."""
        inverse = self.field[2]
        return [
            self.exact.chosen(
                up, self.shoe, self.size, self.hands, self.stand[up], inverse, self.protected, self.rules.must_draw
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
        return sum((self._natural(up) * self._paid(up) for up in UPS if self.ranks[up]), Fraction(0))

    def _natural(self, up: int) -> Fraction:
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
        return self._natural(ACE) * (pays - self._paid(ACE))

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
        two = self.np.array([best[3] for best in self.best])
        more = self.np.array([best[4] for best in self.best])
        return self._with_splits(two, more)

    def found_by_totals(self) -> Chart:
        two = self.np.array([best[3] for best in self.best])
        more = self.np.array([best[4] for best in self.best])
        for up in UPS:
            two[up], more[up] = self._totals(up)
        return self._with_splits(two, more)

    def _totals(self, up: int) -> tuple[Any, Any]:
        np, hands = self.np, self.hands
        total, soft, size = hands[2], hands[3], hands[4]
        count = len(total)
        entry = total.astype(np.int64) * 2 + soft  # the chart's entry a hand falls into
        stands = total >= 17
        act_m = np.where(stands & (total < 22), 0, 1).astype(np.int8)
        act_2 = act_m.copy()
        chances = self._dealt(up)
        for _ in range(20):
            _, hit, double = self._by_chart(up, act_m)
            met = self._met(up, chances, act_2, act_m)
            new_2, new_m = act_2.copy(), act_m.copy()
            for e in np.unique(entry[size >= 2]):
                here = (entry == e) & (size >= 2)
                points_ = total[here][0]
                may_stand = points_ >= self.rules.must_draw
                more = here & (size > 2)
                weight = met[more] if met[more].sum() > 0 else np.ones(more.sum())
                if points_ == 21:
                    new_2[here], new_m[here] = 0, 0
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
                        (weight * double[pair]).sum(),
                    ]
                    new_2[here] = int(np.argmax(choices))
            if (new_2 == act_2).all() and (new_m == act_m).all():
                break
            act_2, act_m = new_2, new_m
        assert count == len(act_2)
        return act_2, act_m

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
        rest = (inverse, self.protected, 1.0, 0)
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

    def _with_splits(self, two: Any, more: Any) -> Chart:
        """The same chart with the pairs that are worth splitting."""
        np, exact = self.np, self.exact
        after_split = two.copy()
        if not self.rules.double_after_split:
            after_split[two == exact.DOUBLE] = more[two == exact.DOUBLE]
        splits = np.zeros((10, 10), np.bool_)
        values = np.zeros((10, 10))
        rules = (self.brings, self.protected, self.rules.aces_once)
        for up in UPS:
            plain = self._plain(up, two[up], more[up])
            for rank in range(10):
                if self.ranks[rank] - (rank == up) < 2:
                    continue
                pair = self.index[tuple(2 * (r == rank) for r in range(10))]
                once = self.exact.split_weights(2)
                chart = (after_split[up], more[up])
                args = (up, rank, self.shoe, self.size, self.hands, self.dealer, self.field, chart)
                value = exact.split_value(*args, np.array(once), rules)
                if abs(value - plain[pair]) < 0.05:  # near enough for resplitting to decide
                    value = exact.split_value(*args, self.weights[int(rank == ACE)], rules)
                splits[up, rank], values[up, rank] = value > plain[pair], value
        return Chart(self, two, more, after_split, splits, values)

    def split_value(self, chart: Chart, up: int, rank: int) -> float:
        """What splitting a pair is worth, every hand that comes of it played by a chart."""
        chosen = (chart.after_split[up], chart.more[up])
        rules = (self.brings, self.protected, self.rules.aces_once)
        weights = self.weights[int(rank == ACE and self.rules.aces_once)]
        args = (up, rank, self.shoe, self.size, self.hands, self.dealer, self.field, chosen)
        return float(self.exact.split_value(*args, weights, rules))

    def _plain(self, up: int, two: Any, more: Any) -> Any:
        exact = self.exact
        none = self.np.zeros(10, self.np.int64)
        args = (up, self.shoe, self.size, none, self.hands, self.stand[up], two, more)
        return exact.played(*args, self.field[2], self.protected, 1.0, 0)[0]


CHOICES = ("stand", "hit", "double")
SELDOM = Fraction(1, 1000)  # outcomes that a plot leaves out


@dataclass(frozen=True)
class Chart:
    """A way of playing: choices for two cards and for more, after a split, and the pairs to split."""

    solved: Solved
    two: Any
    more: Any
    after_split: Any
    splits: Any
    split_values: Any

    def choice(self, cards: Sequence[int], up: int, from_split: bool = False, may_split: bool = True) -> str:
        """What the chart does with cards, by what they count, against an upcard."""
        if len(cards) == 2 and cards[0] == cards[1] and may_split and self.splits[up - 1, cards[0] - 1]:
            return "split"
        at = self.solved.index[tuple(sum(card == rank + 1 for card in cards) for rank in range(10))]
        acts = self.more if len(cards) > 2 else self.after_split if from_split else self.two
        return CHOICES[int(acts[up - 1, at])]

    def value(self) -> float:
        """What a round is worth, in double precision."""
        of = self.solved
        return sum(of.ranks[up] / of.size * worth for up, worth in self.by_upcard().items())

    def by_upcard(self) -> dict[int, float]:
        """What a round is worth against each upcard of the shoe."""
        of = self.solved
        rules = (of.brings, of.protected, of.rules.aces_once)
        return {up: float(self._up(up, of.field, rules, self._naturals(up, float))) for up in UPS if of.ranks[up]}

    def exactly(self) -> Fraction:
        """The same as a fraction."""
        return self._exact

    @cached_property
    def _exact(self) -> Fraction:
        """Residues modulo primes, put together."""
        of, exact = self.solved, self.solved.exact
        rules = of.rules
        denominator = 4 * rules.win.denominator * rules.blackjack.denominator * rules.at_once.denominator
        for n in range(min(of.size, self._longest())):
            denominator *= of.size - n
        needed = denominator.bit_length() // 30 + 1
        with ThreadPoolExecutor() as pool:  # the loops hold no lock
            residues = list(pool.map(self._residue, exact.primes(needed + 1)))
        value: Fraction = exact.from_residues(residues, denominator)
        return value

    def _longest(self) -> int:
        """The most cards a round can take: the longest hand of the chart, the dealer's, and what a split asks about."""
        of = self.solved
        starts = of.np.nonzero(of.hands[4] == 2)[0]
        most = 2
        for up in UPS:
            for two in (self.two[up], self.after_split[up]):
                wanted, _, _ = of.exact.reached(starts, two, self.more[up], of.hands[5])
                most = max(most, int(of.hands[4][wanted].max(initial=1)) + 1)
        return 1 + most + int(of.exact.LONGEST) + int(of.exact.MOST_REMOVED) + 1

    def _residue(self, prime: int) -> int:
        of, np = self.solved, self.solved.np
        field = (*of.exact.numbers(of.size, max(of.ranks), prime), 1, prime)

        def residue(ratio: Fraction) -> int:
            return ratio.numerator * pow(ratio.denominator, -1, prime) % prime

        brings = np.append(np.where(of.protected, 0, prime - 1), residue(of.rules.win)).astype(np.int64)
        rules = (brings, of.protected, of.rules.aces_once)

        total = 0
        for up in UPS:
            if of.ranks[up]:
                value = int(self._up(up, field, rules, self._naturals(up, residue)))
                total = (total + of.ranks[up] * pow(of.size, -1, prime) * value) % prime
        return total

    def _naturals(self, up: int, number: Callable[[Fraction], Any]) -> tuple[Any, ...]:
        """The same as numbers of a field."""
        return tuple(number(figure) for figure in self.solved.naturals(up))

    def _up(self, up: int, field: Any, rules: Any, naturals: tuple[Any, ...]) -> Any:
        of = self.solved
        return of.exact.upcard_value(
            up, of.shoe, of.size, of.hands, of.dealer, field, (self.two[up], self.more[up]),
            (self.after_split[up], self.more[up]), self.splits[up], of.weights, rules, naturals,
        )  # fmt: skip


_SOLVED: dict[tuple[Rules, tuple[int, ...]], Solved] = {}


def shoe_of(terms: Terms) -> Shoe:
    return Shoe.of(terms.dealing.decks.value.count)


def solved(terms: Terms, shoe: Shoe | None = None) -> Solved:
    return Solved.of(terms, ranks_of(shoe if shoe is not None else shoe_of(terms)))


# Ways of playing, as a player answers the script


@dataclass(frozen=True)
class Player:
    """Answers for the players of some boxes by a chart, seeing what was told so far."""

    terms: Terms
    chart: Chart
    boxes: int = 1
    insured: bool = False

    def __call__(self, prompt: Prompt, steps: list[Step]) -> Any:
        if isinstance(prompt, TakeWagers):
            return ClosedWindow(self._wagers(prompt))
        if isinstance(prompt, ChooseEach):  # even money is not taken
            return prompt.usually()
        assert isinstance(prompt, Choose)
        cards, up, from_split = lying(prompt.place, steps)
        may_split = next(option for option in prompt.options if option.value == "split").closed is None
        return self.chart.choice(cards, up, from_split, may_split)

    def _wagers(self, prompt: TakeWagers) -> tuple[Wager, ...]:
        lines = self.terms.lines.value
        if prompt.raising is None:
            return tuple(Wager(f"P{box}", box, line, UNIT) for box in range(1, self.boxes + 1) for line in lines)
        if not self.insured:
            return ()
        spots = {line: spot for spot, line in self.terms.insurance_spots.items()}
        share = prompt.raising.share
        return tuple(Wager(w.player, w.area, spots[w.spot], int(w.cents * share)) for w in prompt.raising.originals)


def lying(place: str, steps: list[Step]) -> tuple[list[int], int, bool]:
    """The cards of a hand by what they count, the upcard, and whether the hand came from a split."""
    box = place.partition(" hand ")[0]
    hands: dict[str, list[int]] = {}
    for step in steps:
        if isinstance(step, Dealt) and isinstance(step.card, Card):
            hands.setdefault(step.place, []).append(points(step.card))
        elif isinstance(step, Moved):
            hands[step.place].remove(points(step.card))
            hands.setdefault(step.to, []).append(points(step.card))
    return hands[place], hands["dealer hand 1"][0], sum(name.startswith(f"{box} hand ") for name in hands) > 1


def policies(terms: Terms, shoe: Shoe | None = None, boxes: int = 1) -> dict[str, Player]:
    """The ways of playing, by the name their odds have."""
    of = solved(terms, shoe)
    return {
        BY_TOTALS: Player(terms, of.by_totals, boxes),
        BY_CARDS: Player(terms, of.by_cards, boxes),
        INSURED: Player(terms, of.by_totals, boxes, insured=True),
    }


# What the lab asks of every game


def wagers(terms: Terms, shoe: Shoe | None = None) -> list[WagerOdds]:
    of = solved(terms, shoe)
    listed = [_round(terms, of, played) for played in (BY_TOTALS, BY_CARDS, INSURED)]
    taken = _worth_taking(terms, of, listed)
    listed = [*taken, *(one for one in listed if one not in taken)]
    listed.append(WagerOdds("insurance", insurance(terms, of.ranks), given="an ace as upcard and no other card seen"))
    if terms.over_under is not None:
        listed.extend(over_under(terms, of.ranks))
    return listed


def _worth_taking(terms: Terms, of: Solved, listed: list[WagerOdds]) -> list[WagerOdds]:
    """Ways of playing that are better than the chart alone, because insurance or even money is worth more than it costs here;
    the best first. Under the books as they stand there are none."""
    plain = listed[0].expectation
    gain = of.even_money_gains(terms.settling.even_money.value.ratio)
    found = [one for one in listed if one.strategy == INSURED and one.expectation > plain]
    if gain > 0:
        notes: tuple[str, ...] = ("expectation alone; houseway simulate does not play it",)
        if found:
            notes = (*notes, "insurance pays too here; to take both is not among the ways that are valued")
        found.append(WagerOdds(listed[0].wager, None, EVEN_MONEY, notes=notes, value=plain + gain))
    return sorted(found, key=lambda one: -one.expectation)


def live(terms: Terms) -> list[WagerOdds] | None:
    """The figures in double precision, for somebody who drags a provision; None where fractions are as quick."""
    from houseway.games.blackjack.figures.stored_outcomes import mean

    of = solved(terms)
    if mean(of.usual, BY_TOTALS) is not None:
        return None
    value = Fraction(of.by_totals.value())
    gain = max(Fraction(0), of.even_money_gains(terms.settling.even_money.value.ratio))
    sure = insurance(terms, of.ranks)
    insured = value + Fraction(of.ranks[ACE], of.size) * terms.insurance.most.value * sure.expectation
    line = terms.lines.value[0]
    listed = [WagerOdds(line, None, BY_TOTALS, value=value), WagerOdds(line, None, INSURED, value=insured)]
    if gain:
        listed.insert(0, WagerOdds(line, None, EVEN_MONEY, value=value + gain))
    listed.append(WagerOdds("insurance", sure, given="an ace as upcard and no other card seen"))
    return listed + (over_under(terms, of.ranks) if terms.over_under is not None else [])


def _round(terms: Terms, of: Solved, played: str) -> WagerOdds:
    """The wager, played one way: every outcome where they are kept, else the expectation."""
    from houseway.games.blackjack.figures.stored_outcomes import insured, stored

    line, found = terms.lines.value[0], stored(of, played, terms)
    if found is not None:
        notes = () if found.outcomes is not None else (ONLY_THE_VARIANCE,)
        return WagerOdds(line, found.outcomes, played, found.staked, "", notes, found.mean, found.variance)
    value = expectation(terms, of, played)

    def slowly() -> Fraction:
        from houseway.games.blackjack.figures.outcomes import variance

        chart = of.by_cards if played == BY_CARDS else of.by_totals
        return variance(chart, insured(terms) if played == INSURED else None)[1]

    return WagerOdds(line, None, played, value=value, notes=(NOT_KEPT,), slowly=slowly)


def expectation(terms: Terms, of: Solved, played: str) -> Fraction:
    """What a round is worth, played one way; to insure every ace adds what the insurance is worth when it is offered."""
    value = of.worth(BY_CARDS if played == BY_CARDS else BY_TOTALS)
    if played == INSURED:
        share = terms.insurance.most.value * insurance(terms, of.ranks).expectation
        value += Fraction(of.ranks[ACE], of.size) * share
    return value


def par(terms: Terms, odds: list[WagerOdds]) -> dict[str, Any]:
    """Blackjack's own sheet: the chart, and what a round is worth by the dealer's upcard."""
    from houseway.games.blackjack.figures.chart import ACROSS
    from houseway.games.blackjack.figures.chart import NAMES as SHOWN

    shown = chart(terms)
    by_up = shown.by_upcard
    headline = [
        (f"{float(odds[0].house_edge) * 100:.4f}%", "Edge, by totals"),
        (f"{float(odds[1].house_edge) * 100:.4f}%", "Edge, by the cards"),
    ]
    spread, deviation = odds[0].distribution, odds[0].deviation
    if deviation is not None:
        headline.append((f"{deviation:.4f}", "Standard deviation"))
    headline += [(f"{float(one.house_edge) * 100:.4f}%", f"Edge on {one.wager}") for one in odds[3:5]]
    brings = (
        () if spread is None else tuple((net, chance) for net, chance in spread.chances.items() if chance >= SELDOM)
    )
    return {
        "headline": tuple(headline),
        "columns": ("Hand", *shown.ups),
        "rows": tuple(shown.lines()),
        "charts": (
            {
                "title": "Value of a round, by the dealer’s card",
                "subtitle": "Per unit of the wager, played by totals",
                "kind": "lollipop",
                "points": tuple((SHOWN[up], Fraction(by_up[up]), "filled") for up in ACROSS if up in by_up),
                "foot": "Dealer’s upcard",
            },
            *(
                {
                    "title": "What a round brings",
                    "subtitle": "Chance of each net result from one in a thousand, played by totals; a standoff is hollow",
                    "kind": "bars",
                    "points": tuple((_signed(net), chance, "plain" if net else "hollow") for net, chance in brings),
                    "foot": "Net result for one unit staked",
                }
                for _ in brings[:1]
            ),
        ),
        "method": (
            "S stand, H draw, D double, P split; a small letter is for the same total of more than two cards. Exact, from the "
            f"compositions of hands and of the dealer's, resplits included. Fresh shoe of {shown.cards} cards. "
            + ("Every outcome is exact." if brings else "The expectation is exact; simulation counts the outcomes.")
        ),
        "clauses": tuple(
            c.number for c in (terms.hands.split.by + terms.hands.double.by + terms.dealer.draws_to.by).clauses
        ),
    }


def _signed(net: Fraction) -> str:
    return f"+{float(net):g}" if net > 0 else f"{float(net):g}".replace("-", "−")


def decisions(terms: Terms, shoe: Shoe | None = None) -> list[dict[str, Any]]:
    """Every hand against every upcard: what each choice is worth, the best, and what the smallest mistake costs."""
    return chart(terms, shoe).decisions()


def chart(terms: Terms, shoe: Shoe | None = None, how: str = BY_TOTALS, about: str = "Blackjack") -> Grid:
    """The chart for exactly these rules."""
    from houseway.games.blackjack.figures.chart import grid

    return grid(terms, shoe, how, about)


def drill(terms: Terms, shoe: Shoe | None, pick: Callable[[int], int]) -> Question:
    """A hand for the trainer."""
    from houseway.games.blackjack.figures.drill import question

    return question(terms, shoe, pick)


def choices(
    terms: Terms, cards: Sequence[int], up: int, shoe: Shoe | None = None, seen: Sequence[int] = ()
) -> dict[str, Any]:
    """What every choice is worth with exactly these cards."""
    from houseway.games.blackjack.figures.chart import choices as of_cards

    return of_cards(terms, cards, up, shoe, seen)


def insurance(terms: Terms, ranks: tuple[int, ...], seen: tuple[int, ...] = ()) -> Distribution:
    """The insurance wager against an ace, given further cards that were seen."""
    left = list(ranks)
    left[ACE] -= 1
    for rank in seen:
        left[rank] -= 1
    wins = Fraction(left[TEN], sum(left))
    return Distribution.of([(terms.insurance.pays.value.ratio, wins), (Fraction(-1), 1 - wins)])


def over_under(terms: Terms, ranks: tuple[int, ...]) -> list[WagerOdds]:
    """The side wager goes by the first two cards alone."""
    rule = terms.over_under
    assert rule is not None
    size = sum(ranks)
    chances = {"over": Fraction(0), "under": Fraction(0)}
    for a in range(10):
        for b in range(10):
            ways = Fraction(ranks[a] * (ranks[b] - (a == b)), size * (size - 1))
            score = a + b + 2
            if score != rule.thirteen.value:
                chances["over" if score > rule.thirteen.value else "under"] += ways
    pays = rule.pays.value.ratio
    return [
        WagerOdds(name, Distribution.of([(pays, wins), (Fraction(-1), 1 - wins)])) for name, wins in chances.items()
    ]


def old_play(before: Terms, after: Terms) -> list[WagerOdds]:
    """What the second terms bring who plays by the chart of totals that was best under the first.

    Where the new rules forbid what the chart does, the chart yields: nobody stands below what must be drawn to, and hands from a
    split are doubled only where they may be."""
    was, now = solved(before).by_totals, solved(after)
    np, exact = now.np, now.exact
    two, more = was.two.copy(), was.more.copy()
    total, size = now.hands[2], now.hands[4]
    for acts in (two, more):
        acts[(acts == exact.STAND) & (total < now.rules.must_draw) & (size >= 2)] = exact.HIT
    after_split = two if now.rules.double_after_split else np.where(two == exact.DOUBLE, more, two)
    splits = was.splits if now.rules.most_hands > 1 else np.zeros_like(was.splits)
    chart = replace(was, solved=now, two=two, more=more, after_split=after_split, splits=splits)
    line = after.lines.value[0]
    arrays = {"two": two, "more": more, "after_split": after_split, "splits": splits}
    acts = {name: kept.packed(array.astype("int8").tobytes()) for name, array in arrays.items()}
    on = {"chart": acts, "rules": now.rules.plain, "shoe": list(now.ranks)}
    words = "finding what the old chart of Blackjack is worth, kept for the next time"
    own = now.by_totals
    same = all((array == getattr(own, name)).all() for name, array in arrays.items())
    if same:
        value = now.worth(BY_TOTALS)
    else:
        value = kept.kept(kept.Question("blackjack", "worth of a chart", on, words), chart.exactly)
    return [WagerOdds(line, None, "by the chart of before", value=value)]
