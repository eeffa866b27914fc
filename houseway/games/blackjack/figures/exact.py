"""Exact values of blackjack for any shoe, in numbers of any field.

How it works. Ranks are ten classes: ace, 2 to 9, and everything that counts ten. A *composition* is how many of each a
hand holds; there are 3,083 that do not pass 21. For every upcard the dealer's standing hands are listed once, each with the
number of orders in which it can be drawn. The chance that the dealer ends so, from a shoe without the cards already out,
is that number times a product of falling factorials over another one. From these come the values of standing, and from
them, working down from 21, of drawing and doubling.

Splits are exact and need no approximation. For a way of playing that looks only at the hand itself and the upcard, the
cards of a shoe are exchangeable: it does not matter in which order places on the table are filled. So a split is a row of
second cards, and a hand is worth the same wherever it stands. What keeps hands from being alike is resplitting, which
asks whether other second cards were of the pair's rank; writing "was not" as one minus "was" leaves sums over shoes from
which so many more of that rank are gone (``split_weights``). ``docs/blackjack.md`` tells it at length.

The same functions compute with floating-point numbers, fast enough to choose a strategy, and with residues modulo a
prime. A value is a fraction whose denominator divides a known falling factorial, so a dozen or so primes give it exactly.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import overload

ACE, TEN = 0, 9
RANKS = 10
POINTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
STAND, HIT, DOUBLE, GIVE_UP = 0, 1, 2, 3
NEVER, LATE, EARLY, EARLY_NOT_ACE = range(4)  # when a hand may be given up
BUST = -1
MOST_REMOVED = 4  # further cards of a pair's rank that a resplit can ask about


# Numbers of two kinds: floats, and residues modulo a prime.


def mul(a, b, p):
    """a times b."""
    return a * b


@overload(mul)
def _mul(a, b, p):
    if isinstance(a, types.Float):
        return lambda a, b, p: a * b

    def residue(a, b, p):
        # The quotient is found by floating point and may be one off; no division of whole numbers is needed.
        rest = a * b - np.int64(np.float64(a) * np.float64(b) * (1.0 / p)) * p
        if rest < 0:
            rest += p
        return rest - p if rest >= p else rest

    return residue


def sub(a, b, p):
    """a minus b."""
    return a - b


@overload(sub)
def _sub(a, b, p):
    if isinstance(a, types.Float):
        return lambda a, b, p: a - b
    return lambda a, b, p: a - b if a >= b else a - b + p


def add(a, b, p):
    """a plus b."""
    return a + b


@overload(add)
def _add(a, b, p):
    if isinstance(a, types.Float):
        return lambda a, b, p: a + b
    return lambda a, b, p: a + b if a + b < p else a + b - p


# Hands and dealer hands, listed once.


@cache
def compositions() -> tuple[Any, ...]:
    """Every hand of 21 or less: counts, hard total, best total, soft, size, the hand one card on, and hands of one card;
    and where each stands in the list."""
    found: list[tuple[int, ...]] = []

    def fill(rank: int, left: int, held: list[int]) -> None:
        if rank == RANKS:
            found.append(tuple(held))
            return
        for many in range(left // POINTS[rank] + 1):
            fill(rank + 1, left - many * POINTS[rank], [*held, many])

    fill(0, 21, [])
    found.sort(key=lambda hand: (sum(n * v for n, v in zip(hand, POINTS, strict=True)), hand))
    index = {hand: n for n, hand in enumerate(found)}
    counts = np.array(found, np.int16)
    hard = (counts * np.array(POINTS, np.int16)).sum(1).astype(np.int16)
    soft = (counts[:, ACE] > 0) & (hard <= 11)
    total = np.where(soft, hard + 10, hard).astype(np.int16)
    size = counts.sum(1).astype(np.int16)
    after = np.full((len(found), RANKS), BUST, np.int32)
    for n, hand in enumerate(found):
        for rank in range(RANKS):
            after[n, rank] = index.get((*hand[:rank], hand[rank] + 1, *hand[rank + 1 :]), BUST)
    singles = np.array([index[tuple(int(r == rank) for r in range(RANKS))] for rank in range(RANKS)], np.int32)
    return (counts, hard, total, soft, size, after, singles), index


@cache
def dealer_hands(draws_to: int, stands_on_soft: int) -> tuple[Any, ...]:
    """The dealer's standing hands by upcard: where each upcard's list starts, orders, further cards, total, and which
    ranks it takes how often. Total 22 stands for blackjack."""
    starts, orders, lengths, totals, first = [0], [], [], [], [0]
    ranks: list[int] = []
    many: list[int] = []
    for up in range(RANKS):
        ways: dict[tuple[tuple[int, ...], int], int] = {}

        def draw(hard: int, ace: bool, held: list[int], drawn: int, ways: Any = ways) -> None:
            soft = ace and hard <= 11
            total = hard + 10 if soft else hard
            if drawn and (total >= stands_on_soft if soft else total > draws_to):
                key = (tuple(held), 22 if drawn == 1 and total == 21 else total)
                ways[key] = ways.get(key, 0) + 1
                return
            for rank in range(RANKS):
                if hard + POINTS[rank] <= 21:
                    held[rank] += 1
                    draw(hard + POINTS[rank], ace or rank == ACE, held, drawn + 1)
                    held[rank] -= 1

        draw(POINTS[up], up == ACE, [0] * RANKS, 0)
        for (held, total), count in sorted(ways.items()):
            orders.append(count)
            lengths.append(sum(held))
            totals.append(total)
            for rank, number in enumerate(held):
                if number:
                    ranks.append(rank)
                    many.append(number)
            first.append(len(ranks))
        starts.append(len(orders))
    return (
        np.array(starts, np.int32),
        np.array(orders, np.int64),
        np.array(lengths, np.int16),
        np.array(totals, np.int16),
        np.array(first, np.int32),
        np.array(ranks, np.int16),
        np.array(many, np.int16),
    )


LONGEST = 20  # cards a dealer hand can take after the first, whatever the rules: twenty-one aces are 21


def numbers(cards: int, most: int, prime: int) -> tuple[Any, Any, Any]:
    """Falling factorials of a rank's count, inverses of those of the shoe's size, and inverses of whole numbers."""
    if prime:
        falling = np.zeros((most + 1, LONGEST + 1), np.int64)
        over = np.zeros((cards + 1, LONGEST + 1), np.int64)
        inverse = np.zeros(cards + 1, np.int64)
    else:
        falling = np.zeros((most + 1, LONGEST + 1), np.float64)
        over = np.zeros((cards + 1, LONGEST + 1), np.float64)
        inverse = np.zeros(cards + 1, np.float64)
    for n in range(most + 1):
        product = 1
        for k in range(LONGEST + 1):
            falling[n, k] = product % prime if prime else product
            product *= max(n - k, 0)
    for n in range(cards + 1):
        product = 1
        for k in range(min(n, LONGEST) + 1):
            over[n, k] = pow(product, -1, prime) if prime else 1 / product
            product *= n - k
        if n:
            inverse[n] = pow(n, -1, prime) if prime else 1 / n
    return falling, over, inverse


# Values.


@njit(cache=True, nogil=True)
def _dealer(up, left, cards, total, brings, dealer, falling, over, one, p):
    """The value of standing on a total, from a shoe: the chance to win less the chance to lose. ``left`` is what the shoe
    holds now, ``cards`` how many; ``brings`` tells what a dealer blackjack brings by upcard and, last, what a won unit does."""
    starts, orders, lengths, totals, first, ranks, many = dealer
    stood = sub(one, one, p)
    worse = sub(one, one, p)
    better = sub(one, one, p)
    natural = sub(one, one, p)
    for n in range(starts[up], starts[up + 1]):
        weight = over[cards, lengths[n]]
        whole = orders[n]
        possible = True
        for f in range(first[n], first[n + 1]):
            have = left[ranks[f]]
            if have < many[f]:
                possible = False
                break
            weight = mul(weight, falling[have, many[f]], p)
        if not possible or cards < lengths[n]:
            continue
        weight = mul(weight, one * whole, p)
        stood = add(stood, weight, p)
        if totals[n] == 22:
            natural = add(natural, weight, p)
        elif totals[n] < total:
            worse = add(worse, weight, p)
        elif totals[n] > total:
            better = add(better, weight, p)
    value = sub(one, stood, p)  # the dealer passes 21
    value = mul(brings[RANKS], add(value, worse, p), p)
    value = sub(value, better, p)
    return add(value, mul(brings[up], natural, p), p)


@njit(cache=True, nogil=True)
def standing(up, shoe, size, wanted, extra, hands, dealer, falling, over, brings, one, p):
    """For one upcard and every wanted hand, the value of standing; ``extra`` cards are out of the shoe as well."""
    counts, total, sizes = hands[0], hands[2], hands[4]
    values = np.zeros(len(counts), falling.dtype)
    left = np.zeros(RANKS, np.int64)
    gone = extra.sum()
    for n in range(len(counts)):
        if not wanted[n]:
            continue
        possible = True
        for rank in range(RANKS):
            left[rank] = shoe[rank] - extra[rank] - counts[n, rank] - (rank == up)
            if left[rank] < 0:
                possible = False
        cards = size - gone - sizes[n] - 1
        if possible and cards > 0:
            values[n] = _dealer(up, left, cards, total[n], brings, dealer, falling, over, one, p)
    return values


@njit(cache=True, nogil=True)
def _loses(up, left, cards, inverse, protected, one, p):
    """What a hand that passes 21 brings: all of it, or, where the dealer looks first, only if there is no blackjack."""
    nothing = sub(one, one, p)
    if not protected[up]:
        return sub(nothing, one, p)
    other = TEN if up == ACE else ACE
    return sub(mul(one * left[other], inverse[cards], p), one, p)


@njit(cache=True, nogil=True)
def _given_up(up, left, cards, early, inverse, protected, one, p):
    """What a hand that is given up brings: half is lost, or, where a blackjack of the dealer takes it, all. Where the dealer
    looks first a blackjack is counted by itself, and what was lost early is not lost again."""
    half = sub(sub(one, one, p), mul(one, inverse[2], p), p)
    if up != ACE and up != TEN:
        return half
    other = TEN if up == ACE else ACE
    natural = mul(one * left[other], inverse[cards], p)
    if protected[up]:
        return add(half, natural if early else mul(natural, inverse[2], p), p)
    return half if early else sub(half, mul(natural, inverse[2], p), p)


@njit(cache=True, nogil=True)
def giving_up(up, shoe, size, hands, early, inverse, protected):
    """What giving up every hand is worth, in floating-point numbers."""
    counts, sizes = hands[0], hands[4]
    values = np.zeros(len(counts))
    left = np.zeros(RANKS, np.int64)
    for n in range(len(counts)):
        cards = size - sizes[n] - 1
        for rank in range(RANKS):
            left[rank] = max(shoe[rank] - counts[n, rank] - (rank == up), 0)
        if cards > 0:
            values[n] = _given_up(up, left, cards, early, inverse, protected, 1.0, np.int64(0))
    return values


@njit(cache=True, nogil=True)
def played(up, shoe, size, extra, hands, stand, act2, actm, early, inverse, protected, one, p):
    """The value of every hand, played by a chart: as a hand of two cards, and as one of more."""
    counts, sizes, after = hands[0], hands[4], hands[5]
    two = np.zeros(len(counts), stand.dtype)
    more = np.zeros(len(counts), stand.dtype)
    left = np.zeros(RANKS, np.int64)
    gone = extra.sum()
    for n in range(len(counts) - 1, -1, -1):
        if not (act2[n] >= 0 or actm[n] >= 0):
            continue
        cards = size - gone - sizes[n] - 1
        possible = cards > 0
        for rank in range(RANKS):
            left[rank] = shoe[rank] - extra[rank] - counts[n, rank] - (rank == up)
            if left[rank] < 0:
                possible = False
        if not possible:
            continue
        hit = sub(one, one, p)
        double = sub(one, one, p)
        if act2[n] == HIT or actm[n] == HIT or act2[n] == DOUBLE:
            for rank in range(RANKS):
                if left[rank] == 0:
                    continue
                chance = mul(one * left[rank], inverse[cards], p)
                nxt = after[n, rank]
                if nxt == BUST:
                    left[rank] -= 1
                    lost = _loses(up, left, cards - 1, inverse, protected, one, p)
                    left[rank] += 1
                    hit = add(hit, mul(chance, lost, p), p)
                    double = add(double, mul(chance, lost, p), p)
                else:
                    hit = add(hit, mul(chance, more[nxt], p), p)
                    double = add(double, mul(chance, stand[nxt], p), p)
        more[n] = hit if actm[n] == HIT else stand[n]
        if act2[n] == HIT:
            two[n] = hit
        elif act2[n] == DOUBLE:
            two[n] = add(double, double, p)
        elif act2[n] == GIVE_UP:
            two[n] = _given_up(up, left, cards, early, inverse, protected, one, p)
        else:
            two[n] = stand[n]
    return two, more


@njit(cache=True, nogil=True)
def chosen(up, shoe, size, hands, stand, inverse, protected, must_draw, may_double):
    """The best play of every hand by its own cards: values and choices, for two cards and for more. ``may_double`` says on
    which totals a hand is doubled; giving up is weighed afterwards, since no hand comes of it."""
    counts, total, sizes, after = hands[0], hands[2], hands[4], hands[5]
    count = len(counts)
    hits = np.zeros(count)
    doubles = np.zeros(count)
    best = np.zeros(count)
    act2 = np.full(count, -1, np.int8)
    actm = np.full(count, -1, np.int8)
    left = np.zeros(RANKS, np.int64)
    for n in range(count - 1, -1, -1):
        cards = size - sizes[n] - 1
        possible = cards > 0
        for rank in range(RANKS):
            left[rank] = shoe[rank] - counts[n, rank] - (rank == up)
            if left[rank] < 0:
                possible = False
        if not possible:
            continue
        hit = 0.0
        double = 0.0
        for rank in range(RANKS):
            if left[rank] == 0:
                continue
            chance = left[rank] * inverse[cards]
            nxt = after[n, rank]
            if nxt == BUST:
                left[rank] -= 1
                lost = _loses(up, left, cards - 1, inverse, protected, 1.0, np.int64(0))
                left[rank] += 1
                hit += chance * lost
                double += chance * lost
            else:
                hit += chance * best[nxt]
                double += chance * stand[nxt]
        hits[n], doubles[n] = hit, 2 * double
        if total[n] == 21:
            best[n], act2[n], actm[n] = stand[n], STAND, STAND
            continue
        if total[n] < must_draw or hit > stand[n]:
            best[n], actm[n] = hit, HIT
        else:
            best[n], actm[n] = stand[n], STAND
        act2[n] = DOUBLE if doubles[n] > best[n] and may_double[total[n]] else actm[n]
    return hits, doubles, best, act2, actm


def split_weights(most_hands: int) -> tuple[list[int], list[int]]:
    """How often each shoe with k more of the pair's rank gone counts in a split: for a second card of another rank, and
    for one of the same rank that can no longer be split.

    Second cards fall one after another. While another hand may be made, a card of the pair's rank makes one and any other
    finishes its hand; the earlier ones that did not make a hand are written as one minus those that did."""
    resplits = max(most_hands, 2) - 2
    other = [0] * (MOST_REMOVED + 1)
    same = [0] * (MOST_REMOVED + 1)

    def fall(made: int, finished: int, of_rank: int, not_of_rank: int) -> None:
        if finished == 2 + made:
            return
        for t in range(not_of_rank + 1):
            sign = (-1) ** t * comb(not_of_rank, t)
            other[of_rank + t] += sign
            if made == resplits:
                same[of_rank + t] += sign
        if made < resplits:
            fall(made + 1, finished, of_rank + 1, not_of_rank)
            fall(made, finished + 1, of_rank, not_of_rank + 1)
        else:
            fall(made, finished + 1, of_rank, not_of_rank)

    fall(0, 0, 0, 0)
    return other, same


@njit(cache=True, nogil=True)
def reached(starts, act2, actm, after):
    """From hands of two cards, by a chart: which hands are stood on, and the chart on the hands that are met."""
    count = len(after)
    wanted = np.zeros(count, np.bool_)
    drawing = np.zeros(count, np.bool_)
    two = np.full(count, -1, np.int8)
    more = np.full(count, -1, np.int8)
    for n in starts:
        two[n] = act2[n]
        if two[n] == STAND:
            wanted[n] = True
        elif two[n] == GIVE_UP:
            continue
        elif two[n] == DOUBLE:
            for rank in range(RANKS):
                if after[n, rank] != BUST:
                    wanted[after[n, rank]] = True
        else:
            drawing[n] = True
    for n in range(count):  # a hand one card on always stands later in the list
        if not drawing[n]:
            continue
        for rank in range(RANKS):
            nxt = after[n, rank]
            if nxt != BUST:
                more[nxt] = actm[nxt]
                if more[nxt] == STAND:
                    wanted[nxt] = True
                else:
                    drawing[nxt] = True
    return wanted, two, more


@njit(cache=True, nogil=True)
def split_value(up, rank, shoe, size, hands, dealer, field, chart, weights, rules):
    """The value of splitting a pair, every hand played by the chart; aces may take one card only."""
    falling, over, inverse, one, p = field
    act2, actm = chart
    brings, protected, one_card, _ = rules
    counts, after, singles = hands[0], hands[5], hands[6]
    start = singles[rank]
    nothing = sub(one, one, p)
    value = nothing
    pairs_left = shoe[rank] - 2 - (rank == up)
    cards = size - 3
    weight = one
    seconds = np.zeros(RANKS, np.int64)
    found = 0
    for r in range(RANKS):
        if after[start, r] != BUST:
            seconds[found] = after[start, r]
            found += 1
    only_stand = np.zeros(len(counts), np.int8)
    if one_card and rank == ACE:
        wanted, two_act, more_act = reached(seconds[:found], only_stand, only_stand, after)
    else:
        wanted, two_act, more_act = reached(seconds[:found], act2, actm, after)
    extra = np.zeros(RANKS, np.int64)
    for k in range(MOST_REMOVED + 1):
        if k:
            if pairs_left - k + 1 <= 0:
                break
            weight = mul(weight, mul(one * (pairs_left - k + 1), inverse[cards - k + 1], p), p)
        if weights[0, k] == 0 and weights[1, k] == 0:
            continue
        extra[rank] = 1 + k
        stand = standing(up, shoe, size, wanted, extra, hands, dealer, falling, over, brings, one, p)
        two, _ = played(up, shoe, size, extra, hands, stand, two_act, more_act, False, inverse, protected, one, p)
        others, same = nothing, nothing
        for r in range(RANKS):
            left = shoe[r] - (r == up) - (2 + k) * (r == rank)
            n = after[start, r]
            if left <= 0 or n == BUST:
                continue
            part = mul(mul(one * left, inverse[cards - k], p), two[n], p)
            if r == rank:
                same = add(same, part, p)
            else:
                others = add(others, part, p)
        value = add(value, mul(weight, mul(_whole(weights[0, k], one, p), others, p), p), p)
        value = add(value, mul(weight, mul(_whole(weights[1, k], one, p), same, p), p), p)
    return value


@njit(cache=True, nogil=True)
def _whole(number, one, p):
    """A whole number, perhaps negative, as one of the field."""
    nothing = sub(one, one, p)
    return one * number if number >= 0 else sub(nothing, one * (-number), p)


@njit(cache=True, nogil=True)
def upcard_value(up, shoe, size, hands, dealer, field, chart, after_split, split, weights, rules, naturals):
    """The value of a round against one upcard, played by a chart, with another for hands made by a split. ``split`` says
    which pairs; ``naturals`` holds what a blackjack pays, what it pays at once, and how much of it waits for the dealer."""
    falling, over, inverse, one, p = field
    act2, actm = chart
    brings, protected, _, early = rules
    pays, at_once, waits = naturals
    sizes, after, singles = hands[4], hands[5], hands[6]
    nothing = sub(one, one, p)
    starts = np.nonzero(sizes == 2)[0]
    wanted, two_act, more_act = reached(starts, act2, actm, after)
    none = np.zeros(RANKS, np.int64)
    stand = standing(up, shoe, size, wanted, none, hands, dealer, falling, over, brings, one, p)
    two, _ = played(up, shoe, size, none, hands, stand, two_act, more_act, early, inverse, protected, one, p)
    value = nothing
    other = TEN if up == ACE else ACE
    for a in range(RANKS):
        for b in range(a, RANKS):
            have_a, have_b = shoe[a] - (a == up), shoe[b] - (b == up) - (a == b)
            if have_a <= 0 or have_b <= 0:
                continue
            chance = mul(mul(one * have_a, inverse[size - 1], p), mul(one * have_b, inverse[size - 2], p), p)
            if a != b:
                chance = add(chance, chance, p)
            natural = nothing  # the chance of a dealer blackjack, given the three cards
            if up in (ACE, TEN):
                left = shoe[other] - (a == other) - (b == other)
                natural = mul(one * max(left, 0), inverse[size - 3], p)
            if a == ACE and b == TEN:
                later = mul(mul(pays, waits, p), sub(one, natural, p), p)
                worth = add(mul(at_once, sub(one, waits, p), p), later, p)
            else:
                if a == b and split[a]:
                    w = weights[1] if a == ACE else weights[0]
                    worth = split_value(up, a, shoe, size, hands, dealer, field, after_split, w, rules)
                else:
                    worth = two[after[singles[a], b]]
                if protected[up]:
                    worth = sub(worth, natural, p)
            value = add(value, mul(chance, worth, p), p)
    return value


# Putting residues together.


@cache
def primes(count: int) -> tuple[int, ...]:
    """The largest primes below 2**31."""
    found: list[int] = []
    number = 2**31 - 1
    while len(found) < count:
        if all(_strong(number, base) for base in (2, 3, 5, 7)):  # no other number below 3,215,031,751 passes all four
            found.append(number)
        number -= 2
    return tuple(found)


def _strong(number: int, base: int) -> bool:
    """Whether an odd number passes the strong test of primality to a base."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    power = pow(base, odd, number)
    return power == 1 or any(pow(base, odd << n, number) == number - 1 for n in range(twos))


def from_residues(residues: list[int], denominator: int) -> Fraction:
    """The fraction with this denominator whose residues these are; the last one is kept for a check."""
    *used, check = residues
    *first, last = primes(len(residues))
    modulus, numerator = 1, 0
    for residue, prime in zip(used, first, strict=True):
        wanted = residue * denominator % prime
        step = (wanted - numerator) * pow(modulus, -1, prime) % prime
        numerator += modulus * step
        modulus *= prime
    if numerator > modulus // 2:
        numerator -= modulus
    assert (numerator - check * denominator) % last == 0, "too few primes for this shoe"
    return Fraction(numerator, denominator)
