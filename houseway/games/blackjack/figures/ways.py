"""Ways of playing: a chart of what to do with every hand, what it is worth, and a player who answers the script by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.games.blackjack.figures.rules import (
    ACE,
    UNIT,
    UPS,
)
from houseway.games.blackjack.hand import place_of, points
from houseway.games.blackjack.terms import Terms
from houseway.kit.cards import Card
from houseway.play.events import Dealt, Moved
from houseway.play.prompts import Choose, ChooseEach, ClosedWindow, Prompt, TakeWagers
from houseway.play.script import Step
from houseway.play.wagers import Wager

if TYPE_CHECKING:
    from houseway.games.blackjack.figures.solving import Solved

CHOICES = ("stand", "hit", "double", "surrender")
Weighed: TypeAlias = tuple[int, Any, Any, Any, Any]  # row, hands, what is gone beside them, and whole numbers in halves


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
        rules = (of.brings, of.protected, of.rules.aces_once, of.early)
        worth = {}
        for up in UPS:
            if of.ranks[up]:
                stands = self._rows(float)
                for row, wanted, extra in self._stood(up):
                    stands[row] = of.standing(up, wanted, extra)
                worth[up] = float(self._up(up, stands, of.field, rules, self._naturals(up, float)))
        return worth

    def _stood(self, up: int) -> Iterator[tuple[int, Any, Any]]:
        """Hands that are stood on against an upcard: as they are dealt, then those of each split, with what is gone beside them;
        each with its row among the values of standing."""
        of, exact = self.solved, self.solved.exact
        starts = of.np.nonzero(of.hands[4] == 2)[0]
        none = of.np.zeros(10, of.np.int64)
        yield 0, exact.reached(starts, self.two[up], self.more[up], of.hands[5])[0], none
        for rank in range(10):
            if self.splits[up, rank]:
                chart = self.after_split[up], self.more[up]
                wanted, _, _ = exact.split_hands(rank, of.hands, chart, of.rules.aces_once)
                for k in exact.asked_about(rank, up, of.shoe, of.weights[int(rank == ACE)]):
                    yield 1 + rank * (exact.MOST_REMOVED + 1) + k, wanted, of.gone(rank, k)

    def _rows(self, kind: Any) -> Any:
        of = self.solved
        return of.np.zeros((1 + 10 * (of.exact.MOST_REMOVED + 1), len(of.hands[0])), kind)

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
            weighed = dict(zip(UPS, pool.map(self._weighed, UPS), strict=True))
            residues = list(pool.map(partial(self._residue, weighed), exact.primes(needed + 1)))
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
        return 1 + most + int(of.dealer[2].max()) + int(of.exact.MOST_REMOVED) + 1

    def _weighed(self, up: int) -> list[Weighed] | None:
        """What the dealer's hands weigh against every hand that is stood on; None where the shoe is so large that whole numbers
        of a hundred bits do not hold it."""
        of, exact, win = self.solved, self.solved.exact, self.solved.rules.win
        shoe, sums = (up, of.shoe, of.size), (of.hands, of.dealer, of.whole, win.numerator, win.denominator)
        found = []
        for row, wanted, extra in self._stood(up) if of.ranks[up] else ():
            high, low, greatest = exact.weighed(*shoe, wanted, extra, *sums)
            if greatest > exact.SURE:
                return None
            found.append((row, wanted, extra, high, low))
        return found

    def _residue(self, weighed: Mapping[int, list[Weighed] | None], prime: int) -> int:
        of, np, exact = self.solved, self.solved.np, self.solved.exact
        falling, over, inverse = exact.numbers(of.size, max(of.ranks), prime)

        def residue(ratio: Fraction) -> int:
            return ratio.numerator * pow(ratio.denominator, -1, prime) % prime

        brings = np.append(np.where(of.protected, 0, prime - 1), residue(of.rules.win)).astype(np.int64)
        rules = (brings, of.protected, of.rules.aces_once, of.early)
        of_unit = residue(Fraction(1, of.rules.win.denominator))
        total = 0
        for up in UPS:
            if not of.ranks[up]:
                continue
            stands, shoe, known = self._rows(np.int64), (up, of.shoe, of.size), weighed[up]
            if known is None:
                for row, wanted, extra in self._stood(up):
                    stands[row] = exact.standing(
                        *shoe, wanted, extra, of.hands, of.dealer, falling, over, brings, 1, prime
                    )
            else:
                for row, wanted, extra, high, low in known:
                    stands[row] = exact.standing_weighed(
                        *shoe, wanted, extra, of.hands, of.whole[0], high, low, over, inverse, brings, of_unit, prime
                    )
            value = int(self._up(up, stands, (falling, over, inverse, 1, prime), rules, self._naturals(up, residue)))
            total = (total + of.ranks[up] * pow(of.size, -1, prime) * value) % prime
        return total

    def _naturals(self, up: int, number: Callable[[Fraction], Any]) -> tuple[Any, ...]:
        """The same as numbers of a field."""
        return tuple(number(figure) for figure in self.solved.naturals(up))

    def _up(self, up: int, stands: Any, field: Any, rules: Any, naturals: tuple[Any, ...]) -> Any:
        of = self.solved
        return of.exact.upcard_value(
            up, of.shoe, of.size, of.hands, stands, field, (self.two[up], self.more[up]),
            (self.after_split[up], self.more[up]), self.splits[up], of.weights, rules, naturals,
        )  # fmt: skip


@dataclass(frozen=True)
class Player:
    """Answers for the players of some boxes by a chart, seeing what was told so far."""

    terms: Terms
    chart: Chart
    boxes: int = 1
    insured: bool = False
    even_money: bool = False
    insures: frozenset[tuple[int, int]] | None = None  # which first hands, by what they count; None: all of them

    def __call__(self, prompt: Prompt, steps: list[Step]) -> Any:
        if isinstance(prompt, TakeWagers):
            return ClosedWindow(self._wagers(prompt, steps))
        if isinstance(prompt, ChooseEach):
            taken = self.even_money and any(option.value == "even money" for option in prompt.options)
            return dict.fromkeys(prompt.players, "even money") if taken else prompt.usually()
        assert isinstance(prompt, Choose)
        cards, up, from_split = lying(prompt.place, steps)
        options = {option.value: option for option in prompt.options}
        if "play" in options:  # asked before the dealer looks for blackjack
            choice = self.chart.choice(cards, up, from_split, self.chart.solved.rules.most_hands > 1)
            return choice if choice == "surrender" else "play"
        may_split = options["split"].closed is None
        return self.chart.choice(cards, up, from_split, may_split)

    def _wagers(self, prompt: TakeWagers, steps: list[Step]) -> tuple[Wager, ...]:
        lines = self.terms.lines.value
        if prompt.raising is None:
            return tuple(Wager(f"P{box}", box, line, UNIT) for box in range(1, self.boxes + 1) for line in lines)
        if not self.insured:
            return ()
        spots = {line: spot for spot, line in self.terms.insurance_spots.items()}
        share = prompt.raising.share
        return tuple(
            Wager(wager.player, wager.area, spots[wager.spot], int(wager.cents * share))
            for wager in prompt.raising.originals
            if self.insures is None or self._held(wager.area, steps) in self.insures
        )

    def _held(self, box: int, steps: list[Step]) -> tuple[int, int]:
        one, other = sorted(lying(place_of(box, 1), steps)[0])
        return one, other


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
