"""What stud is worth, exactly: best play over every deal, play by a rule people can remember, and the jackpot.

Every figure comes from whole numbers of deals out of 19,933,230,517,200 (``exact.py`` counts them). Money is reckoned in
antes. A jackpot wager is reckoned by itself, for a meter, a price and an ante that may be given; and because a prize is lost
by folding, the best play is found anew with the prizes in view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import floor, lcm
from typing import Any

from houseway.complaint import BadInput, Complaint
from houseway.figures import kept
from houseway.games.stud.boxes import DEALER
from houseway.games.stud.hand import prize_name
from houseway.games.stud.terms import ANTE, BET, JACKPOT, Terms
from houseway.kit.cards import Card
from houseway.kit.ranking import HANDS as RANKED
from houseway.kit.ranking import LOWEST, Kind
from houseway.kit.shoe import Shoe
from houseway.money import Cents, cents, show
from houseway.odds.distribution import Distribution, WagerOdds
from houseway.odds.drill import Question
from houseway.play.events import Dealt
from houseway.play.jackpot import PRIZE
from houseway.play.prompts import ChooseEach, ClosedWindow, Prompt, ReadMeter, ReadSign, TakeWagers
from houseway.play.script import Settlement, Step
from houseway.play.wagers import Jackpot, Sign, Wager

MOVES = ("settling.ante_pays", "settling.bet_pays", "deal.bet", "settling.qualifies", "jackpot.prizes")

UNIT = 500  # cents of an ante, unless another is given
PRICE = 100  # cents of a jackpot wager, unless another is given
GIVEN = ("meter", "price", "ante")
HANDS: dict[str, str] = {}
METHOD = "Exact: every deal counted, 19,933,230,517,200 of them, and the better of folding and betting taken in each position."

LEAST = -(2**62)  # nothing is worth less
FOLD, NO_HAND, EQUAL, LOST, WON = range(5)  # how a deal ends for the player; from WON on, by the kind of the hand
OUTCOMES = WON + len(Kind)

ACE, KING, QUEEN, JACK = 12, 11, 10, 9
AK_OR_BETTER = "bet with ace-king or better"
ALWAYS = "always bet"


class NotAFullDeck(Complaint, ValueError):
    """Stud is dealt from a full deck in every round."""


BEST, BY_RULE = "best: every position by itself", "by the rule in words"
RULE = (
    "bet a pair or better, fold below ace-king; with ace-king bet if the dealer shows a queen or lower that you hold, or an "
    "ace or king while you hold a queen or jack, or a card below your fourth while you hold a queen"
)


@dataclass(frozen=True)
class Figures:
    """The provisions that move the figures, in plain numbers."""

    lowest_qualifying: int
    ante_pays: Fraction
    bet: int  # antes
    pays: tuple[Fraction, ...]  # of a bet, by kind

    @classmethod
    def of(cls, terms: Terms) -> Figures:
        rules = terms.settling
        pays = tuple(rules.pays(LOWEST[kind]).ratio for kind in Kind)
        return cls(rules.lowest_qualifying, rules.ante_pays.value.ratio, terms.deal.bet.value, pays)

    def net(self, outcome: int) -> Fraction:
        """What an outcome brings, in antes."""
        fixed = {FOLD: Fraction(-1), NO_HAND: self.ante_pays, EQUAL: Fraction(0), LOST: Fraction(-1 - self.bet)}
        return fixed[outcome] if outcome in fixed else self.ante_pays + self.bet * self.pays[outcome - WON]


class Solved:
    """One set of rules: what betting is worth in every position, and what ways of playing come to."""

    def __init__(self, figures: Figures) -> None:
        from houseway.games.stud.figures import exact as loops

        exact: Any = loops
        kept.takes_work("every deal of the game is counted first")
        kept.tell_of_compiling()
        self.figures, self.exact, self.np = figures, exact, exact.np
        self.counted = exact.counted(figures.lowest_qualifying)
        self.kinds = exact.kinds()[self.counted.strength]
        self.scale = lcm(figures.ante_pays.denominator, *(pays.denominator for pays in figures.pays))

    @cached_property
    def bet_worth(self) -> Any:
        """For every hand and up card, what betting brings over all that may lie behind the up card, in scaled antes."""
        return self.exact.bet_worth(*self._brings)

    @cached_property
    def _brings(self) -> tuple[Any, ...]:
        """What betting rests on: the counts, and what each way to end brings more than a loss."""
        counted, figures, scale = self.counted, self.figures, self.scale
        lost, no_hand = (int(figures.net(outcome) * scale) for outcome in (LOST, NO_HAND))
        won = self.np.array([int(figures.net(WON + kind) * scale) - lost for kind in Kind], self.np.int64)[self.kinds]
        tables = counted.unqualified, counted.weaker, counted.equal
        return *tables, won, no_hand - lost, -lost, self.exact.BEHIND * lost

    @property
    def fold_worth(self) -> int:
        return -int(self.exact.BEHIND) * self.scale

    def best(self, prizes: tuple[Fraction, ...] | None = None) -> Any:
        """Where betting is better than folding. ``prizes`` adds what a hand wins beside, in antes, by strength."""
        return self._plainly_best if prizes is None else self._better_than_folding(prizes)

    @cached_property
    def _plainly_best(self) -> Any:
        return self._better_than_folding((Fraction(0),) * len(RANKED))

    def _better_than_folding(self, prizes: tuple[Fraction, ...]) -> Any:
        # Worth is whole, so it is more than a fraction if it is more than the fraction's whole part.
        every = self.exact.BEHIND * self.scale
        least = {prize: max(floor(self.fold_worth - prize * every), LEAST) for prize in set(prizes)}
        by_strength = self.np.array([least[prize] for prize in prizes], self.np.int64)
        return self.exact.worth_betting(*self._brings, by_strength[self.counted.strength])

    def outcomes(self, bets: Any) -> list[int]:
        """How many of all deals end each way, if these positions are bet and the others folded."""
        counted, found = self.counted, [0] * OUTCOMES
        folded, found[NO_HAND], found[EQUAL], won = self.exact.endings(
            bets, counted.unqualified, counted.weaker, counted.equal, counted.alike, self.kinds
        )
        found[FOLD] = folded * self.exact.BEHIND
        found[WON:] = won.tolist()
        found[LOST] = self.exact.DEALS - sum(found)
        return found

    def odds(self, bets: Any, strategy: str, notes: tuple[str, ...] = ()) -> WagerOdds:
        found, deals = self.outcomes(bets), self.exact.DEALS
        pairs = [(self.figures.net(n), Fraction(count, deals)) for n, count in enumerate(found) if count]
        staked = 1 + self.figures.bet * (1 - Fraction(found[FOLD], deals))
        return WagerOdds("ante", Distribution.of(pairs), strategy, staked, notes=notes)

    def by_words(self) -> Any:
        """The ``RULE`` in words, position by position."""
        np, counted = self.np, self.counted
        pair = counted.strength >= LOWEST[Kind.PAIR]
        cards = counted.hands >> 2
        doubtful = np.flatnonzero(
            ~pair & (cards[:, 4] == ACE) & (cards[:, 3] == KING)
        )  # of the others the rule knows at once
        ranks = cards[doubtful].astype(np.int64)  # ascending
        up = (counted.ups[doubtful] >> 2).astype(np.int64)
        held = (up[:, :, None] == ranks[:, None, :]).any(axis=2)
        third = ranks[:, 2]  # the highest beside ace and king
        low_match = held & (up <= QUEEN)
        high_up = (up >= KING) & (third >= JACK)[:, None]
        below_fourth = ~held & (third == QUEEN)[:, None] & (up < ranks[:, 1][:, None])
        bets = np.repeat(pair[:, None], counted.ups.shape[1], axis=1)
        bets[doubtful] = low_match | high_up | below_fourth
        return bets

    def ace_king_or_better(self) -> Any:
        own = self.counted.strength >= self.figures.lowest_qualifying
        return self.np.repeat(own[:, None], self.counted.ups.shape[1], axis=1)

    def always(self) -> Any:
        return self.np.ones(self.counted.ups.shape, bool)

    def dealer_plays(self) -> Fraction:
        """How often the dealer has a hand, whatever the player holds."""
        np, counted = self.np, self.counted
        none = int((counted.unqualified.sum(axis=1, dtype=np.int64) * counted.alike).sum())
        return 1 - Fraction(none, self.exact.DEALS)


@lru_cache(maxsize=4)
def solved(figures: Figures) -> Solved:
    return Solved(figures)


# What the lab asks


def wagers(terms: Terms, shoe: Shoe | None = None, given: Mapping[str, str] | None = None) -> list[WagerOdds]:
    """The ante played some ways, best first; and the jackpot wager for a meter."""
    _full(shoe)
    told = Given.of(terms, given)
    play = solved(Figures.of(terms))
    best, words = play.best(), play.by_words()
    first, second = play.odds(best, BEST), play.odds(words, BY_RULE)
    cost = first.expectation - second.expectation
    facts = (
        f"the dealer has a hand in {float(play.dealer_plays()):.4%} of deals",
        f"element of risk, per unit of all that is staked: {float(first.edge_on_all):.4%}",
        f"the rule in words costs {float(cost):.6%} of an ante more than best play: {RULE}",
    )
    listed = [
        replace(first, notes=facts),
        second,
        play.odds(play.ace_king_or_better(), AK_OR_BETTER),
        play.odds(play.always(), ALWAYS),
    ]
    return [*listed, jackpot_odds(terms, told, best), both_odds(terms, told)]


@dataclass(frozen=True)
class Given:
    """What a study supposes of the jackpot."""

    meter: Cents
    price: Cents
    ante: Cents

    @classmethod
    def of(cls, terms: Terms, given: Mapping[str, str] | None) -> Given:
        """As given; else the meter at the largest least amount, a wager of a dollar, an ante of five."""
        least = max(prize.least for prize in terms.jackpot.prizes.value.values())
        named = {"meter": least, "price": PRICE, "ante": UNIT}
        for name, text in (given or {}).items():
            named[name] = cents(text)
        if not named["price"] or not named["ante"]:
            raise BadInput("a jackpot wager and an ante cost something")
        return cls(**named)

    @property
    def words(self) -> str:
        return f"a meter of {show(self.meter)}, {show(self.price)} a wager, an ante of {show(self.ante)}"


def prizes(terms: Terms, meter: Cents) -> tuple[Cents, ...]:
    """By strength, what a hand with a jackpot wager wins at a meter."""
    due = {name: prize.due(meter) for name, prize in terms.jackpot.prizes.value.items()}
    return tuple(due.get(name, 0) for name in _prize_names())


def _in_antes(terms: Terms, told: Given) -> tuple[Fraction, ...]:
    """The same in antes."""
    won = prizes(terms, told.meter)
    antes = {prize: Fraction(prize, told.ante) for prize in set(won)}
    return tuple(antes[prize] for prize in won)


@lru_cache(maxsize=1)
def _prize_names() -> tuple[str, ...]:
    return tuple(map(prize_name, range(len(RANKED))))


def jackpot_odds(terms: Terms, told: Given, bets: Any | None = None) -> WagerOdds:
    """The jackpot wager by itself. Hands that win a prize are never folded, so only the hand matters; where they would be,
    the prize is lost."""
    play = solved(Figures.of(terms))
    won = prizes(terms, told.meter)
    np, counted = play.np, play.counted
    bets = play.best() if bets is None else bets
    kept = bets.sum(axis=1, dtype=np.int64) * counted.alike  # positions in which the hand is not folded
    by_strength = np.zeros(len(RANKED), np.int64)
    np.add.at(by_strength, counted.strength, kept)
    sums: dict[Fraction, int] = {}
    for strength, prize in enumerate(won):
        if prize:
            net = Fraction(prize - told.price, told.price)
            sums[net] = sums.get(net, 0) + int(by_strength[strength])
    total = play.exact.DEALS // play.exact.BEHIND
    sums[Fraction(-1)] = total - sum(sums.values())
    spread = Distribution.of((net, Fraction(ways, total)) for net, ways in sums.items())
    even = break_even(terms, told.price)
    notes = (f"breaks even at a meter of {'no amount' if even is None else show(even)}",)
    return WagerOdds("jackpot", spread, given=told.words, notes=notes)


def break_even(terms: Terms, price: Cents) -> Cents | None:
    """The lowest meter at which a jackpot wager costs nothing on average; None if none does."""
    counts, hands = _hands_by_strength(), sum(_hands_by_strength())
    scale = terms.jackpot.prizes.value
    ways = dict.fromkeys(scale, 0)
    for name, count in zip(_prize_names(), counts, strict=True):
        if name in ways:
            ways[name] += count

    def worth(meter: Cents) -> int:
        return sum(many * scale[name].due(meter) for name, many in ways.items()) - price * hands

    if worth(0) >= 0:
        return 0
    low, high = 0, 10**13
    if worth(high) < 0:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if worth(middle) >= 0 else (middle, high)
    return high


@lru_cache(maxsize=1)
def _hands_by_strength() -> tuple[int, ...]:
    """How many of the 2,598,960 hands have each strength."""
    from itertools import groupby

    found = []
    for kind, ranks in RANKED:
        if kind in (Kind.FLUSH, Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH):
            found.append(4)
            continue
        ways = 1
        for _, held in groupby(ranks):
            ways *= (4, 6, 4, 1)[len(list(held)) - 1]
        found.append(ways - 4 if kind in (Kind.HIGH_CARD, Kind.STRAIGHT) else ways)
    return tuple(found)


def both_odds(terms: Terms, told: Given) -> WagerOdds:
    """Ante and jackpot wager together, per ante, when hands are played with the prizes in view."""
    play = solved(Figures.of(terms))
    with_prizes, without = play.best(_in_antes(terms, told)), play.best()
    moved = int(((with_prizes != without).sum(axis=1) * play.counted.alike).sum())
    ante = play.odds(with_prizes, "")
    chip = jackpot_odds(terms, told, with_prizes).expectation * Fraction(told.price, told.ante)
    changed = f"it changes {moved:,} positions" if moved else "it changes nothing in the best play of the hand"
    return WagerOdds(
        "ante and jackpot", None, "best with the prizes in view", given=told.words, notes=(changed,),
        value=ante.expectation + chip, mean_stake=ante.mean_stake + Fraction(told.price, told.ante),
    )  # fmt: skip


def decisions(terms: Terms, shoe: Shoe | None = None, given: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """Fold or bet, by the cases of the rule in words."""
    _full(shoe)
    play = solved(Figures.of(terms))
    np, counted = play.np, play.counted
    told = Given.of(terms, given)
    bets_now = play.best()
    if given and "meter" in given:
        bets_now = play.best(_in_antes(terms, told))
    deals, weight = play.exact.DEALS, counted.alike[:, None]
    rows = []
    for name, here in _cases(play):
        many = int((here * weight).sum()) * play.exact.BEHIND
        if not many:
            continue
        bet = Fraction(int((np.where(here, play.bet_worth, 0).sum(axis=1) * counted.alike).sum()), many * play.scale)
        best = "bet" if bet > -1 else "fold"
        chosen = int(((here & (bets_now == (best == "bet"))) * weight).sum()) * play.exact.BEHIND
        pays = "" if chosen == many else f"{float(Fraction(chosen, many)):.2%} of them"
        rows.append(
            {
                "decision": name,
                "chance": Fraction(many, deals),
                "pays": pays,
                "options": {"fold": Fraction(-1), "bet": bet},
                "best": best,
                "cost": abs(bet + 1),
            }
        )
    return rows


def _cases(play: Solved) -> list[tuple[str, Any]]:
    """The positions the rule in words tells apart."""
    np, counted = play.np, play.counted
    ranks = (counted.hands >> 2).astype(np.int64)
    up = (counted.ups >> 2).astype(np.int64)
    every = np.ones(up.shape, bool)
    pair = (counted.strength >= LOWEST[Kind.PAIR])[:, None] & every
    ace_king = ~pair & ((ranks[:, 4] == ACE) & (ranks[:, 3] == KING))[:, None]
    held = (up[:, :, None] == ranks[:, None, :]).any(axis=2)
    queen, jack_or_queen = (ranks[:, 2] == QUEEN)[:, None], (ranks[:, 2] >= JACK)[:, None]
    fourth = ranks[:, 1][:, None]
    matched, high = ace_king & held & (up <= QUEEN), ace_king & (up >= KING)
    free = ace_king & ~held
    return [
        ("a pair or better", pair),
        ("ace-king, the dealer shows a queen or lower that you hold", matched),
        ("ace-king with queen or jack, the dealer shows ace or king", high & jack_or_queen),
        ("ace-king with neither, the dealer shows ace or king", high & ~jack_or_queen),
        ("ace-king-queen, the dealer shows a card below your fourth", free & queen & (up < fourth)),
        ("ace-king-queen, the dealer shows another card you do not hold", free & queen & (up >= fourth)),
        ("ace-king without queen, the dealer shows a card you do not hold", free & ~queen),
        ("less than ace-king", ~pair & ~ace_king),
    ]


def _full(shoe: Shoe | None) -> None:
    if shoe is not None and shoe.size != 52:
        raise NotAFullDeck("every round of this game is dealt from a full deck of 52; no other can be studied")


def drill(terms: Terms, shoe: Shoe | None, pick: Callable[[int], int]) -> Question:
    """A hand near the edge to practise on, and the dealer's card."""
    from houseway.games.stud.figures.drill import question

    _full(shoe)
    return question(terms, solved(Figures.of(terms)), pick)


# A deal by the script, to be held against a kernel's


def answer(terms: Terms, prompt: Prompt) -> Any:
    """What a lone player with a jackpot wager answers to everything but cards and the decision."""
    told = Given.of(terms, None)
    if isinstance(prompt, ReadSign):
        return Sign(areas=terms.places.areas.value[0], jackpot=Jackpot("study", told.price))
    if isinstance(prompt, ReadMeter):
        return told.meter
    if isinstance(prompt, TakeWagers):
        return ClosedWindow((Wager("P1", 1, ANTE, told.ante), Wager("P1", 1, JACKPOT, told.price)))
    return prompt.usually()


def tape(steps: list[Step]) -> list[int]:
    """The cards of a deal by index: the player's five, the dealer's up card, the dealer's others."""
    dealt = [step for step in steps if isinstance(step, Dealt) and isinstance(step.card, Card)]
    own = [step.card.index for step in dealt if step.place != DEALER and isinstance(step.card, Card)]
    dealer = sorted((step for step in dealt if step.place == DEALER), key=lambda step: not step.up)
    return own + [step.card.index for step in dealer if isinstance(step.card, Card)]


def decided(prompt: Prompt, cell: int) -> dict[str, str]:
    """The decision a kernel took, as the script is told it."""
    assert isinstance(prompt, ChooseEach)
    return {"P1": "fold" if cell == FOLD else "bet"}


def net(settlement: Settlement, wager: str) -> Fraction:
    """What a settlement brings to a wager, per unit of it."""
    spots, unit = ((ANTE, BET), UNIT) if wager == ANTE else ((JACKPOT, PRIZE), PRICE)
    return Fraction(sum(line.net for line in settlement.lines if line.wager.spot in spots), unit)


def old_play(before: Terms, after: Terms) -> list[WagerOdds]:
    """What the second terms bring who bets and folds as was best under the first."""
    bets = solved(Figures.of(before)).best()
    return [solved(Figures.of(after)).odds(bets, "as was best before")]
