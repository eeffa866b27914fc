"""The last hand of a tournament at Blackjack: everybody plays against one hand of the dealer.

Every card is taken to come from the whole shoe, as if the one before had been put back. Then, once the dealer's upcard and last
total are known, one player's hand tells nothing about another's, and all chances are sums of fractions. With eight decks the
difference is in the fourth figure.

While a wager is chosen nobody knows any cards; hands are then taken to be played by the chart of totals. Whoever has chips for
it doubles, and splits a pair once; whoever has not does neither. Once cards lie there, the player who acts last is told what each
choice is worth for the place, which is not always what it is worth for the purse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TypeVar

from houseway.complaint import BadInput
from houseway.games.blackjack.figures.exact import DOUBLE, GIVE_UP, HIT, STAND
from houseway.games.blackjack.figures.rules import ACE, EARLY, EARLY_NOT_ACE, NEVER, TEN, Rules, ranks_of, shoe_of
from houseway.games.blackjack.figures.solving import solved
from houseway.games.blackjack.figures.ways import Chart
from houseway.games.blackjack.terms import Terms
from houseway.kit.shoe import Shoe
from houseway.money import Cents
from houseway.odds.joint import Results

T = TypeVar("T")
State = tuple[int, bool]  # a hand: what its cards count with aces as one, and whether there is an ace
EMPTY: State = (0, False)
BARE, FREE = "no chips for more", "chips for more"
BUST, NATURAL = 0, 22  # what hands come to, beside totals
RANKS = range(1, 11)
Final = tuple[int, int]  # what a hand comes to, and how many units it stakes
Others = tuple[Final, ...]  # hands of the same player that are played
Finals = dict[Final, Fraction]


def after(state: State, rank: int) -> State:
    return state[0] + rank, state[1] or rank == 1


def hand_of(*ranks: int) -> State:
    return sum(ranks), 1 in ranks


def total_of(state: State) -> int:
    """What a hand counts; nothing if it has passed 21."""
    hard, ace = state
    return BUST if hard > 21 else hard + 10 if ace and hard <= 11 else hard


@dataclass(frozen=True)
class Acts:
    """A chart of totals: what is done with two cards, with more of them, and which pairs are split, by upcards from 1 to 10."""

    two: Mapping[tuple[int, State], int]
    more: Mapping[tuple[int, State], int]
    splits: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, chart: Chart) -> Acts:
        counts, hard, sizes = (chart.solved.hands[n] for n in (0, 1, 4))
        two, more = dict[tuple[int, State], int](), dict[tuple[int, State], int]()
        for n in sorted(range(len(sizes)), key=lambda n: int(sizes[n])):
            state = int(hard[n]), bool(counts[n, ACE])
            for up in RANKS:
                if sizes[n] == 2:
                    two[up, state] = int(chart.two[up - 1, n])
                more[up, state] = max(STAND, int(chart.more[up - 1, n]))  # of more cards, where there are such hands
        splits = ((up, rank) for up, rank in product(RANKS, RANKS) if chart.splits[up - 1, rank - 1])
        return cls(two, more, frozenset(splits))


@dataclass(frozen=True)
class Hand:
    """One hand of blackjack, for several players at a table."""

    terms: Terms
    shoe: Shoe | None = None
    spots: tuple[str, ...] = field(default=("wager",))
    method: str = "cards as if each were put back; hands played by the chart of totals, a pair split once"

    @cached_property
    def rules(self) -> Rules:
        rules = Rules.of(self.terms)
        if not rules.tens_hold:
            raise BadInput("last hands are known where every ten-valued upcard makes a blackjack wait")
        return rules

    @cached_property
    def card(self) -> dict[int, Fraction]:
        """The chance of a card by what it counts."""
        ranks = ranks_of(self.shoe if self.shoe is not None else shoe_of(self.terms))
        if not all(ranks):
            raise BadInput("a shoe without cards of some rank tells nothing about a last hand")
        return {rank: Fraction(ranks[rank - 1], sum(ranks)) for rank in RANKS}

    @cached_property
    def chart(self) -> Acts:
        return Acts.of(solved(self.terms, self.shoe).by_totals)

    def way(self, spot: str, cents: Cents, chips: Cents) -> str:
        return FREE if chips >= 2 * cents else BARE

    # The dealer

    @cached_property
    def dealer(self) -> dict[int, dict[int, Fraction]]:
        """By upcard, the chance of what the dealer comes to."""
        ends: dict[State, dict[int, Fraction]] = {}

        def drawn(state: State) -> dict[int, Fraction]:
            if state not in ends:
                if not self._dealer_draws(state):
                    ends[state] = {total_of(state): Fraction(1)}
                else:
                    ends[state] = _mixed((chance, drawn(after(state, rank))) for rank, chance in self.card.items())
            return ends[state]

        found = {}
        for up in RANKS:
            law = []
            for rank, chance in self.card.items():
                natural = {up, rank} == {ACE + 1, TEN + 1}
                law.append((chance, {NATURAL: Fraction(1)} if natural else drawn(hand_of(up, rank))))
            found[up] = _mixed(law)
        return found

    def _dealer_draws(self, state: State) -> bool:
        total = total_of(state)
        if total == BUST:
            return False
        return total < self.rules.stands_on_soft if total != state[0] else total <= self.rules.draws_to

    # Hands played by the chart

    def _played(self, up: int, state: State, act: int, way: str) -> Finals:
        """How a hand of two cards can end."""
        of = self.chart
        if act == DOUBLE and way == FREE:
            return _mixed((chance, {(total_of(after(state, rank)), 2): Fraction(1)})
                          for rank, chance in self.card.items())  # fmt: skip
        if act == GIVE_UP:
            return {(-1, 1): Fraction(1)}
        if act == DOUBLE:
            act = of.more[up, state]
        if act == STAND and total_of(state) < self.rules.must_draw:
            act = HIT
        if act == STAND or total_of(state) in (BUST, 21):
            return {(total_of(state), 1): Fraction(1)}
        follow = ((chance, after(state, rank)) for rank, chance in self.card.items())
        return _mixed((chance, self._more(up, then)) for chance, then in follow)

    def _more(self, up: int, state: State) -> Finals:
        if total_of(state) in (BUST, 21):
            return {(total_of(state), 1): Fraction(1)}
        if (up, state) not in self._ended:
            self._ended[up, state] = self._played(up, state, self.chart.more[up, state], BARE)
        return self._ended[up, state]

    @cached_property
    def _ended(self) -> dict[tuple[int, State], Finals]:
        return {}

    def _hands(self, up: int, way: str) -> Iterator[tuple[Fraction, tuple[tuple[int, int], ...]]]:
        """Everything one player's round can come to against an upcard: chances, and the hands that are settled."""
        of = self.chart
        for first, second in product(RANKS, RANKS):
            chance, state = self.card[first] * self.card[second], hand_of(first, second)
            if {first, second} == {ACE + 1, TEN + 1}:
                yield chance, ((NATURAL, 1),)
            elif first == second and (up, first) in of.splits and way == FREE and self.rules.most_hands > 1:
                halves = self._half(up, first)
                for (one, more), (two, again) in product(halves.items(), halves.items()):
                    yield chance * more * again, (one, two)
            else:
                for final, more in self._played(up, state, of.two[up, state], way).items():
                    yield chance * more, (final,)

    def _half(self, up: int, rank: int) -> Finals:
        """One hand of a pair that was split once."""
        start, law = hand_of(rank), []
        for second, chance in self.card.items():
            state = after(start, second)
            once = rank == ACE + 1 and self.rules.aces_once
            law.append((chance, {(total_of(state), 1): Fraction(1)} if once else self._more(up, state)))
        return _mixed(law)

    def net(self, up: int, dealer: int, final: tuple[int, int]) -> Fraction:
        """What a hand brings against the dealer's, per unit of the first wager."""
        total, stake = final
        rules = self.rules
        if total == NATURAL:
            waits = up in (ACE + 1, TEN + 1)
            return (Fraction(0) if dealer == NATURAL else rules.blackjack) if waits else rules.at_once
        if total == -1:
            early = rules.gives_up == EARLY or (rules.gives_up == EARLY_NOT_ACE and up != ACE + 1)
            return Fraction(-1) if dealer == NATURAL and not early else Fraction(-1, 2)
        if dealer == NATURAL and rules.peeks:
            return Fraction(-1)
        if total == BUST or dealer == NATURAL or total < dealer:
            return Fraction(-stake)
        return stake * rules.win if total > dealer else Fraction(0)

    @cached_property
    def _results(self) -> dict[tuple[int, int, str], dict[Fraction, Fraction]]:
        """By upcard, dealer's total and way: the chance of each result of one player."""
        found: dict[tuple[int, int, str], dict[Fraction, Fraction]] = {}
        for up, way in product(RANKS, (BARE, FREE)):
            hands: dict[tuple[tuple[int, int], ...], Fraction] = {}
            for chance, finals in self._hands(up, way):
                hands[finals] = hands.get(finals, Fraction(0)) + chance
            for dealer in self.dealer[up]:
                law = found.setdefault((up, dealer, way), {})
                for finals, chance in hands.items():
                    nets = [self.net(up, dealer, final) for final in finals]
                    net = (
                        Fraction(-1)
                        if dealer == NATURAL and self.rules.peeks and len(nets) > 1
                        else sum(nets, Fraction(0))
                    )
                    law[net] = law.get(net, Fraction(0)) + chance
        return found

    def chances(self, ways: Sequence[str]) -> Mapping[Results, Fraction]:
        found: dict[Results, Fraction] = {}
        for up, chance in self.card.items():
            for dealer, further in self.dealer[up].items():
                laws = [self._results[up, dealer, way].items() for way in ways]
                for results in product(*laws):
                    nets, weight = tuple(net for net, _ in results), chance * further
                    for _, each in results:
                        weight *= each
                    found[nets] = found.get(nets, Fraction(0)) + weight
        return found

    # A hand that lies there

    def final(self, came: int | str) -> tuple[int, int]:
        return ({"bust": BUST, "blackjack": NATURAL}[came] if isinstance(came, str) else came), 1

    def choices(
        self, cards: Sequence[int], up: int, more: int, worth: Callable[[int, Fraction], Fraction]
    ) -> dict[str, Fraction]:
        """What each choice is worth to who acts last."""
        state, rules = hand_of(*cards), self.rules
        if total_of(state) == BUST:
            raise BadInput("this hand has passed 21; nothing is left to choose")
        if len(cards) == 2 and total_of(state) == 21:
            raise BadInput("a blackjack is settled by itself; nothing is left to choose")
        last = Last(self, up, worth)
        total, two = total_of(state), len(cards) == 2
        found = {"stand": last.settled((total, 1))} if total >= rules.must_draw else {}
        if total < 21:
            found["hit"] = last.hitting(state, ())
        if two and more and rules.doubles_from <= total <= rules.doubles_to:
            found["double"] = last.doubling(state, ())
        if two and more and cards[0] == cards[1] and rules.most_hands > 1:
            found["split"] = last.splitting(cards[0], more - 1)
        if two and rules.gives_up != NEVER:
            found["surrender"] = last.settled((-1, 1))
        return found


class Last:
    """The last player's hand against one upcard, played for what a result is worth."""

    def __init__(self, of: Hand, up: int, worth: Callable[[int, Fraction], Fraction]) -> None:
        self.of, self.up, self.worth = of, up, worth
        self._known: dict[tuple[State, Others], Fraction] = {}

    def _over_cards(self, value: Callable[[int], Fraction]) -> Fraction:
        return sum((chance * value(card) for card, chance in self.of.card.items()), Fraction(0))

    def settled(self, *finals: Final) -> Fraction:
        """What hands are worth that have come to their ends."""
        law = self.of.dealer[self.up].items()
        nets = ((c, d, sum((self.of.net(self.up, d, final) for final in finals), Fraction(0))) for d, c in law)
        return sum((chance * self.worth(dealer, net) for chance, dealer, net in nets), Fraction(0))

    def hitting(self, state: State, others: Others) -> Fraction:
        return self._over_cards(lambda card: self.best(after(state, card), others))

    def doubling(self, state: State, others: Others) -> Fraction:
        return self._over_cards(lambda card: self.settled(*others, (total_of(after(state, card)), 2)))

    def best(self, state: State, others: Others) -> Fraction:
        """Of one card more or none."""
        if (state, others) not in self._known:
            total = total_of(state)
            found = [self.settled(*others, (total, 1))] if total == BUST or total >= self.of.rules.must_draw else []
            if total not in (BUST, 21):
                found.append(self.hitting(state, others))
            self._known[state, others] = max(found)
        return self._known[state, others]

    def splitting(self, rank: int, more: int) -> Fraction:
        """A pair split once: the first hand is played to its end, then the second, each as is best. ``more`` is for how many
        further wagers there are chips."""
        rules, start = self.of.rules, hand_of(rank)
        once = rank == ACE + 1 and rules.aces_once

        def may_double(state: State, left: int) -> bool:
            return bool(left) and rules.double_after_split and rules.doubles_from <= total_of(state) <= rules.doubles_to

        def second(first: Final, left: int) -> Fraction:
            return self._over_cards(lambda card: second_two(after(start, card), first, left))

        def second_two(state: State, first: Final, left: int) -> Fraction:
            if once:
                return self.settled(first, (total_of(state), 1))
            double = [self.doubling(state, (first,))] if may_double(state, left) else []
            return max([self.best(state, (first,)), *double])

        ended: dict[tuple[Final, int], Fraction] = {}

        def then(first: Final, left: int) -> Fraction:
            if (first, left) not in ended:
                ended[first, left] = second(first, left)
            return ended[first, left]

        known: dict[State, Fraction] = {}

        def first_more(state: State) -> Fraction:
            if state not in known:
                total = total_of(state)
                found = [then((total, 1), more)] if once or total == BUST or total >= rules.must_draw else []
                if total not in (BUST, 21) and not once:
                    found.append(self._over_cards(lambda card: first_more(after(state, card))))
                known[state] = max(found)
            return known[state]

        def first_two(state: State) -> Fraction:
            if once or not may_double(state, more):
                return first_more(state)
            double = self._over_cards(lambda card: then((total_of(after(state, card)), 2), more - 1))
            return max(first_more(state), double)

        return self._over_cards(lambda card: first_two(after(start, card)))


def _mixed(laws: Iterable[tuple[Fraction, Mapping[T, Fraction]]]) -> dict[T, Fraction]:
    """One law from several, each with its chance."""
    found: dict[T, Fraction] = {}
    for chance, law in laws:
        for result, more in law.items():
            found[result] = found.get(result, Fraction(0)) + chance * more
    return found
