"""The fast form of Blackjack: reads cards from a tape and plays by a chart, in the order the script plays.

A round is played from the front of ``deck``. In a simulation that is the shoe itself, mixed a few cards ahead of the play and
never put back in order, which deals every round from a full and fairly mixed shoe. In a comparison with the script it is a
tape, and nothing is mixed. Which hand a player holds is a *state*: its total and whether an ace counts in it, for a chart by
totals; the cards it is made of, for a chart by the cards. The loop only follows tables from state to state.

Every figure of the rules comes in through ``Numbers``; boxes have one player each (shared boxes are the script's alone).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numba import njit, uint64

from houseway.complaint import BadInput
from houseway.figures.random_streams import Way, advance, rejected_below
from houseway.games.blackjack.figures.analysis import taking
from houseway.games.blackjack.figures.exact import POINTS
from houseway.games.blackjack.figures.rules import (
    ACE,
    BOTH_TAKEN,
    BY_CARDS,
    BY_TOTALS,
    EARLY,
    EARLY_NOT_ACE,
    GIVES_UP,
    INSURED,
    ranks_of,
    shoe_of,
)
from houseway.games.blackjack.figures.solving import solved
from houseway.games.blackjack.figures.strategies import Own
from houseway.games.blackjack.figures.ways import Chart
from houseway.games.blackjack.terms import HoldsBack, HoleCard, Terms
from houseway.kit.cards import CARDS
from houseway.kit.shoe import Shoe, ShortShoe

TIER = 2  # reads the same tape as the script, and is held against it tape for tape

# Where each number of the rules stands in the array the loop reads.
(
    PEEKS, MOST_HANDS, MOST_ACES, ACES_ONCE, TENS_HOLD, EARLY_UP, THIRTEEN, LINES, WIN, BLACKJACK, AT_ONCE, INSURED_WINS,
    INSURED_LOSES, HALF, UNIT, EVEN,
) = range(16)  # fmt: skip
STAND, HIT, DOUBLE, GIVE_UP, SPLIT, BLACKJACK_HELD = range(6)  # the last two of first hands only
NATURAL, GIVEN_UP = 22, 23  # what a hand that waits comes to, beside its total
MOST = 9  # hands of a box that the loop has room for, and one to end the row
LEAST = 52  # cards of a shoe that no round can empty
AHEAD = 4  # cards shuffled before a round, and at a time when it takes more
NEXT = np.uint64(
    1
)  # places of the deck are numbers without a sign: then nobody looks whether they are counted from the end


@dataclass(frozen=True)
class Numbers:
    """The provisions that move a result, flattened: whole numbers, with every payment in parts of a unit."""

    rules: tuple[int, ...]
    parts: int  # in a unit
    most: int  # parts that a round can win or lose

    @classmethod
    def of(cls, terms: Terms, insured: bool = False, even_money: bool = False) -> Numbers:
        settling, insurance = terms.settling, terms.insurance
        ratios = [rule.value.ratio for rule in (settling.win, settling.blackjack, settling.at_once)]
        stake = insurance.most.value if insured else Fraction(0)
        gives_up = GIVES_UP[terms.hands.surrender.value]
        ratios += [stake * insurance.pays.value.ratio, stake, Fraction(1, 2) if gives_up else Fraction(0)]
        ratios.append(settling.even_money.value.ratio if even_money else Fraction(0))
        parts = math.lcm(*(ratio.denominator for ratio in ratios))
        win, blackjack, at_once, gain, loss, half, even = (int(ratio * parts) for ratio in ratios)
        hands = terms.hands.split.value
        if hands >= MOST:
            raise BadInput(f"{hands} hands from a pair are more than the simulation has room for; at most {MOST - 1}")
        values = [
            terms.dealer.hole_card.value is HoleCard.PEEKS,
            hands,
            hands if terms.hands.resplit_aces.value else min(2, hands),
            terms.hands.split_aces.value,
            settling.holds_back.value is HoldsBack.TEN_VALUED,
            gives_up in (EARLY, EARLY_NOT_ACE),
            terms.over_under.thirteen.value if terms.over_under is not None else 0,
            len(terms.lines.value),
            win,
            blackjack,
            at_once,
            gain,
            -loss,
            half,
            parts,
            even if even_money else -1,
        ]
        most = max(2 * hands * max(win, parts), blackjack, at_once, even) + max(gain, loss)
        return cls(tuple(int(value) for value in values), parts, most)


@dataclass(frozen=True)
class Tables:
    """A chart for the loop: the state after each card, what a state counts, and what is done in it."""

    after: Any  # by state and rank from 1 to 13; the first state is an empty hand, the last one a hand that passed 21
    total: Any  # below any other for a hand that passed 21
    first: Any  # by the ranks of two cards: the state they make
    opening: Any  # by upcard and the ranks of two cards: what is done with a first hand
    more: Any  # by upcard and state: what is done with more cards
    split: Any  # and with two cards of a split hand


def by_totals(chart: Chart) -> Tables:
    """States are a total with aces as one, and whether there is an ace."""
    counts, hard = chart.solved.hands[0], chart.solved.hands[1]
    states = [(total, ace) for total in range(22) for ace in (0, 1)]
    index = {state: n for n, state in enumerate(states)}
    after = [[index.get((total + point, int(ace or point == 1)), -1) for point in POINTS] for total, ace in states]
    totals = [total + 10 if ace and total <= 11 else total for total, ace in states]
    state_of = [index[int(hard[n]), int(counts[n, ACE] > 0)] for n in range(len(hard))]
    return _tables(chart, np.array(after), totals, state_of)


def by_cards(chart: Chart) -> Tables:
    """States are hands by their cards."""
    after, totals = chart.solved.hands[5], chart.solved.hands[2]
    return _tables(chart, after, list(totals), list(range(len(totals))))


def _tables(chart: Chart, after: Any, totals: list[int], state_of: list[int]) -> Tables:
    """What the chart does with a state is what it does with the hands of that state; two cards are asked first."""
    bust = len(totals)
    size = chart.solved.hands[4]
    acts = []
    for acting, two_cards in ((chart.two, True), (chart.more, False), (chart.after_split, True)):
        by_state = np.zeros((14, bust + 1), np.uint8)
        for n in sorted(
            range(len(size)), key=lambda n: (size[n] == 2) == two_cards
        ):  # what is met comes last and stays
            by_state[1:11, state_of[n]] = np.maximum(acting[:, n], STAND)
        by_state[11:] = by_state[10]
        by_state[:, [n for n, total in enumerate(totals) if total == 21]] = STAND  # takes no card
        acts.append(by_state)
    splits = np.zeros((14, 14), np.bool_)
    splits[1:11, 1:11] = chart.splits
    splits[11:] = splits[10]
    splits[:, 11:] = splits[:, 10:11]
    two, more, split = acts
    by_rank, worth = _by_rank(after, bust), np.array([*totals, -1], np.int8)
    first = by_rank[by_rank[0]]
    opening = two[:, first]
    pair = np.minimum(np.arange(14), 10)[:, None] == np.minimum(np.arange(14), 10)
    if chart.solved.rules.most_hands > 1:
        opening[pair & splits[:, :, None]] = SPLIT
    opening[:, worth[first] == 21] = BLACKJACK_HELD
    return Tables(by_rank, worth, first, opening, more, split)


def _by_rank(after: Any, bust: int) -> Any:
    """Transitions by rank from 1 to 13, from those by what a card counts; -1 is a hand that passes 21."""
    table = np.full((bust + 1, 14), bust, np.uint16)
    for rank in range(1, 14):
        table[:bust, rank] = np.where(after[:, min(rank, 10) - 1] < 0, bust, after[:, min(rank, 10) - 1])
    return table


def dealers(terms: Terms) -> tuple[Any, Any, Any]:
    """The dealer's own states: what follows each by rank, whether a further card is drawn, and what it counts."""
    draws_to, stands_on_soft = terms.dealer.draws_to.value, terms.dealer.stands_on_soft.value
    states = [(total, ace) for total in range(22) for ace in (0, 1)]
    index = {state: n for n, state in enumerate(states)}
    after = [[index.get((total + point, int(ace or point == 1)), -1) for point in POINTS] for total, ace in states]
    soft = [bool(ace) and total <= 11 for total, ace in states]
    totals = [total + 10 * is_soft for (total, _), is_soft in zip(states, soft, strict=True)]
    draws = [t < stands_on_soft if is_soft else t <= draws_to for t, is_soft in zip(totals, soft, strict=True)]
    return _by_rank(np.array(after), len(states)), np.array([*draws, False]), np.array([*totals, 0], np.int8)


EVERY_HAND = np.ones((14, 14), np.bool_)


@dataclass(frozen=True)
class Kernel:
    """One way of playing, ready to run or to be held against the script."""

    ways: tuple[Way, ...]
    numbers: Numbers
    tables: Tables
    dealer: tuple[Any, Any, Any]
    deck: Any  # the rank, 1 to 13, of every card in the shoe
    bounds: Any  # what a fair draw at each place of the deck needs
    strategy: str
    insured: bool = False
    insures: Any = field(
        default_factory=lambda: EVERY_HAND
    )  # by the ranks of a first hand, where insurance is taken at all

    def run(self, state: Any, rounds: int) -> Any:
        """Plays rounds from a stream's state and counts each result."""
        counts = np.zeros(len(self.ways[0].nets), np.int64)
        room = (np.zeros(MOST, np.int16), np.zeros(MOST, np.int16))
        _run(state, rounds, self.deck.copy(), *self._game, self.numbers.most, *room, counts)
        return counts

    def on_tape(self, ranks: Sequence[int], boxes: int = 1) -> tuple[list[list[Fraction]], int]:
        """Plays one round from a tape of ranks: the net result of every box on every line, and how many cards it took."""
        lines = self.numbers.rules[LINES]
        nets = np.zeros((boxes, lines), np.int64)
        deck = np.zeros(max(len(ranks), 2 * len(self.deck)), np.uint8)
        deck[: len(ranks)] = ranks
        one_box: Any = _tape
        several: Any = _boxes
        if boxes == lines == 1:  # the very loop that simulations run
            used, nets[0, 0] = one_box(deck, *self._game)
        else:
            used = several(deck, *self._game, boxes, lines, nets)
        return [[Fraction(int(net), self.numbers.parts) for net in box] for box in nets], int(used)

    @property
    def _game(self) -> tuple[Any, ...]:
        of = self.tables
        chart = (of.after, of.total, of.first, of.opening, of.more, of.split, self.insures)
        return self.bounds, self.numbers.rules, self.dealer, chart


def kernels(terms: Terms, shoe: Shoe | None = None) -> list[Kernel]:
    """The ways of playing that are worth simulating: by totals, by the cards, and by totals with every ace insured."""
    full = _whole(terms, shoe)
    of = solved(terms, shoe)
    totals, cards = by_totals(of.by_totals), by_cards(of.by_cards)
    return [
        kernel(terms, full, BY_TOTALS, totals),
        kernel(terms, full, BY_CARDS, cards),
        kernel(terms, full, INSURED, totals, insured=True),
        *(kernel(terms, full, played, totals, played == BOTH_TAKEN, even_money=True) for played in taking(terms, of)),
    ]


def own_kernels(terms: Terms, shoe: Shoe | None, own: Own, name: str) -> list[Kernel]:
    """A strategy of somebody's own, as ``strategies`` has made it."""
    full = _whole(terms, shoe)
    insures = np.zeros((14, 14), np.bool_)
    for first in range(1, 14):
        for second in range(1, 14):
            one, other = sorted((min(first, 10), min(second, 10)))
            insures[first, second] = (one, other) in own.insures
    return [kernel(terms, full, name, by_cards(own.chart), bool(own.insures), own.even_money, insures)]


def _whole(terms: Terms, shoe: Shoe | None) -> Shoe:
    full = shoe if shoe is not None else shoe_of(terms)
    if full.size < LEAST:
        raise ShortShoe(f"a shoe of {full.size} cards may not finish a round; at least {LEAST} can be simulated")
    return full


def kernel(
    terms: Terms,
    shoe: Shoe,
    strategy: str,
    tables: Tables,
    insured: bool = False,
    even_money: bool = False,
    insures: Any = EVERY_HAND,
) -> Kernel:
    """One way of playing, ready to run."""
    numbers = Numbers.of(terms, insured, even_money)
    deck = np.array(
        [1 if card.rank == 14 else card.rank for card in CARDS for _ in range(shoe.count(card))], np.uint8
    )  # fmt: skip
    size = len(deck)
    assert sum(ranks_of(shoe)) == size
    bounds = np.array([[size - n, rejected_below(size - n)] for n in range(size)], np.uint64)
    nets = [Fraction(net, numbers.parts) for net in range(-numbers.most, numbers.most + 1)]
    ways = [Way(terms.lines.value[0], strategy, tuple(net for net in nets for _ in range(3)))]
    if terms.over_under is not None and strategy == BY_TOTALS:
        pays, lost = terms.over_under.pays.value.ratio, Fraction(-1)
        ways.append(Way("over", "", tuple(net for _ in nets for net in (lost, lost, pays))))
        ways.append(Way("under", "", tuple(net for _ in nets for net in (pays, lost, lost))))
    return Kernel(tuple(ways), numbers, tables, dealers(terms), deck, bounds, strategy, insured, insures)


# The loop. Its pieces are put together twice: for one box against one dealer hand, which is what simulations play, and for
# several boxes and lines. ``one`` and ``two`` are the state of the stream; ``ready`` is how far the deck is mixed. A piece is
# compiled once and put where it is called by the optimizer: put there before it is compiled, it would be compiled anew each time.

_piece: Any = njit(forceinline=True, _nrt=False)  # type: ignore[call-overload]  # nothing is allocated: no references are counted


@_piece
def _mixed(deck, place, end, one, two, bounds):
    """Mixes the deck from one place to another, two cards to a random number: each gets a fair one of those from it on."""
    low, half = uint64(0xFFFFFFFF), uint64(32)
    while place < end:
        x = one + two
        one, two = advance(one, two)
        a = (x >> half) * bounds[place, 0]
        b = (x & low) * bounds[place + NEXT, 0]
        if (a & low) >= bounds[place, 1] and (b & low) >= bounds[place + NEXT, 1]:  # else it would not be fair
            at = place + (a >> half)
            card = deck[at]
            deck[at] = deck[place]
            deck[place] = card
            place += NEXT
            at = place + (b >> half)
            card = deck[at]
            deck[at] = deck[place]
            deck[place] = card
            place += NEXT
    return one, two


@_piece
def _draw(deck, at, ready, one, two, bounds):
    """The next card."""
    if at >= ready:
        one, two = _mixed(deck, ready, ready + NEXT + NEXT, one, two, bounds)
        ready += NEXT + NEXT
    return deck[at], at + NEXT, ready, one, two


@_piece
def _points(card):
    """What a card counts, an ace as one."""
    return card if card < 10 else 10


@_piece
def _waits(up, rules):
    """Whether a player's blackjack waits for the dealer's second card."""
    return up == 1 or (up >= 10 if rules[TENS_HOLD] else up == 10)


@_piece
def _natural(up, hole, rules):
    """Whether the dealer looks and finds a blackjack."""
    return rules[PEEKS] != 0 and ((up == 1 and hole >= 10) or (up >= 10 and hole == 1))


@_piece
def _drawn(deck, at, ready, one, two, bounds, after, more, up, hand, act):
    """A hand of two cards played to its end: what it becomes, and its stake."""
    stake = np.int64(1)
    if act == DOUBLE:
        stake = np.int64(2)
        card, at, ready, one, two = _draw(deck, at, ready, one, two, bounds)
        hand = after[hand, card]
    while act == HIT:
        card, at, ready, one, two = _draw(deck, at, ready, one, two, bounds)
        hand = after[hand, card]
        act = more[up, hand]
    return at, ready, one, two, hand, stake


@_piece
def _turn(deck, at, ready, one, two, bounds, rules, chart, first, second, up, natural, totals, stakes):
    """A box's turn. Gives what is settled at once, and the first hand that waits for the dealer (its total, NATURAL or GIVEN_UP,
    and its stake, 0 if none waits); further hands of a split go to ``totals`` and ``stakes`` from 1 on."""
    after, total, two_cards, opening, more, split, _ = chart
    hand, act = two_cards[first, second], opening[up, first, second]
    own, stake = np.int64(total[hand]), np.int64(1)
    paid = np.int64(0)
    done = np.int64(1)
    if act == BLACKJACK_HELD:
        own = np.int64(NATURAL)
        if up == 1 and rules[EVEN] >= 0:
            paid, stake = np.int64(rules[EVEN]), np.int64(0)
        elif not _waits(up, rules):
            paid, stake = np.int64(rules[AT_ONCE]), np.int64(0)
    elif act == GIVE_UP:
        # a blackjack that the dealer may have takes all of a hand given up late; looked for before, it has been counted
        if rules[EARLY_UP] or (up != 1 and up < 10) or (rules[PEEKS] and not natural):
            paid, stake = -np.int64(rules[HALF]), np.int64(0)
        else:
            own = np.int64(GIVEN_UP)
    elif not natural:
        if act == SPLIT:
            hands, pending = 2, 2  # hands made, and hands still to play
            start = after[0, first]
            most = rules[MOST_ACES] if first == 1 else rules[MOST_HANDS]
            done = np.int64(0)
            while pending > 0:  # a split hand gets its second card
                card, at, ready, one, two = _draw(deck, at, ready, one, two, bounds)
                hand = after[start, card]
                put = np.int64(1)
                if _points(first) == _points(card) and hands < most:
                    hands += 1
                    pending += 1
                    continue
                if first != 1 or not rules[ACES_ONCE]:
                    at, ready, one, two, hand, put = _drawn(
                        deck, at, ready, one, two, bounds, after, more, up, hand, split[up, hand]
                    )
                pending -= 1
                if total[hand] < 0:
                    paid -= put * rules[UNIT]
                else:
                    totals[done], stakes[done] = total[hand], put
                    done += 1
            own, stake = np.int64(totals[0]), np.int64(stakes[0] if done else 0)
        else:
            at, ready, one, two, hand, stake = _drawn(deck, at, ready, one, two, bounds, after, more, up, hand, act)
            own = np.int64(total[hand])
            if own < 0:
                paid, stake = -stake * rules[UNIT], np.int64(0)
    return at, ready, one, two, paid, own, stake, done


@_piece
def _completed(deck, at, ready, one, two, bounds, dealer, up, hole, drawing, rules):
    """The dealer's hand, drawn as far as it can matter: its second card, its total (0 if it passed 21), and whether it is
    a blackjack."""
    after, draws, total = dealer
    if rules[PEEKS]:
        second = hole
    else:
        second, at, ready, one, two = _draw(deck, at, ready, one, two, bounds)
    hand = after[after[0, up], second]
    natural = total[hand] == 21
    if drawing:
        while draws[hand]:
            card, at, ready, one, two = _draw(deck, at, ready, one, two, bounds)
            hand = after[hand, card]
    return at, ready, one, two, second, np.int64(total[hand]), natural


@_piece
def _against(own, stake, theirs, natural, rules):
    """What a hand brings against the dealer's."""
    if own == NATURAL:
        return np.int64(0 if natural else rules[BLACKJACK])
    if own == GIVEN_UP:
        return -np.int64(rules[UNIT] if natural else rules[HALF])
    lost = np.int64(natural) | np.int64(own < theirs)  # reckoned without a branch, which nobody could foresee
    won = (np.int64(1) - lost) & np.int64(own > theirs)
    return stake * (won * np.int64(rules[WIN]) - lost * np.int64(rules[UNIT]))


@_piece
def _insurance(second, rules):
    return rules[INSURED_WINS] if second >= 10 else rules[INSURED_LOSES]


@_piece
def _one_box(deck, ready, one, two, bounds, rules, dealer, chart, totals, stakes):
    """One box against one hand of the dealer; the cards up to ``ready`` are mixed."""
    first, up, second, hole = deck[0], deck[1], deck[2], deck[3]
    at = uint64(4) if rules[PEEKS] else uint64(3)
    insured = up == 1 and rules[INSURED_LOSES] != 0 and chart[6][first, second]
    natural = _natural(up, hole, rules)
    at, ready, one, two, net, own, stake, done = _turn(
        deck, at, ready, one, two, bounds, rules, chart, first, second, up, natural, totals, stakes
    )
    if insured and own == NATURAL and stake == 0:
        insured = False  # what was paid even money is not insured
    if stake or insured:
        drawing = stake != 0 and own < NATURAL
        at, ready, one, two, card, theirs, natural = _completed(
            deck, at, ready, one, two, bounds, dealer, up, hole, drawing and not natural, rules
        )
        if insured:
            net += _insurance(card, rules)
        if stake:
            net += _against(own, stake, theirs, natural, rules)
            for n in range(1, done):
                net += _against(np.int64(totals[n]), np.int64(stakes[n]), theirs, natural, rules)
    return at, one, two, net


@njit(cache=True, nogil=True)
def _boxes(deck, bounds, rules, dealer, chart, boxes, lines, nets):
    """A round of several boxes and lines from a tape, as ``round.py`` has it; gives the number of cards it took."""
    one, two, ready = uint64(1), uint64(2), uint64(len(deck))
    totals, stakes = np.zeros((boxes, MOST), np.int16), np.zeros((boxes, MOST), np.int16)
    many = np.zeros(boxes, np.int64)
    at = uint64(2 * boxes + (2 if rules[PEEKS] else 1))
    up, hole = deck[boxes], deck[at - NEXT]
    insured = np.full(boxes, up == 1 and rules[INSURED_LOSES] != 0)
    natural = _natural(up, hole, rules)
    riding, drawing = False, False
    for box in range(boxes):
        first, second, hands, put = deck[box], deck[boxes + 1 + box], totals[box], stakes[box]
        at, ready, one, two, paid, own, stake, done = _turn(
            deck, at, ready, one, two, bounds, rules, chart, first, second, up, natural, hands, put
        )
        totals[box, 0], stakes[box, 0] = own, stake
        many[box] = done
        insured[box] = insured[box] and chart[6][first, second]
        insured[box] = insured[box] and not (own == NATURAL and stake == 0)  # what was paid even money is not
        riding = riding or stake != 0 or insured[box]
        drawing = drawing or (stake != 0 and own < NATURAL and not natural)
        for line in range(lines):
            nets[box, line] = paid
    for line in range(lines):
        if not riding:
            break
        at, ready, one, two, card, theirs, dealt = _completed(
            deck, at, ready, one, two, bounds, dealer, up, hole, drawing, rules
        )
        for box in range(boxes):
            if insured[box]:
                nets[box, line] += _insurance(card, rules)
            for n in range(many[box] if stakes[box, 0] else 0):
                nets[box, line] += _against(np.int64(totals[box, n]), np.int64(stakes[box, n]), theirs, dealt, rules)
    return at


@njit(cache=True, nogil=True)
def _tape(deck, bounds, rules, dealer, chart):
    """One round of one box from a tape: the cards it took and its result."""
    totals, stakes = np.zeros(MOST, np.int16), np.zeros(MOST, np.int16)
    at, _, _, net = _one_box(
        deck, uint64(len(deck)), uint64(1), uint64(2), bounds, rules, dealer, chart, totals, stakes
    )  # fmt: skip
    return at, net


@njit(cache=True, nogil=True, _nrt=False)  # type: ignore[call-overload]
def _run(state, rounds, deck, bounds, rules, dealer, chart, most, totals, stakes, counts):
    """Rounds of one box from a full shoe: how often each result came, by whether the first two cards are under or over."""
    one, two = state[0], state[1]
    thirteen = rules[THIRTEEN]
    start, ahead = uint64(0), uint64(AHEAD)  # as numbers written out they would be types of their own
    for _ in range(rounds):
        one, two = _mixed(deck, start, ahead, one, two, bounds)
        _, one, two, net = _one_box(deck, ahead, one, two, bounds, rules, dealer, chart, totals, stakes)
        score = _points(deck[0]) + _points(deck[2])
        side = 0 if score < thirteen else 1 if score == thirteen else 2
        counts[uint64((net + most) * 3 + side)] += 1
