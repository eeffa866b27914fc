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
What the dealer's hands weigh, which is most of the work, is found once for all primes, as whole numbers of a hundred bits
(``weighed``).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, perm
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
NATURAL = 22  # stands for a blackjack among the dealer's totals
SURE = 2.0**106  # a whole number below this is known from its low half and a floating-point number near it


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


LONGEST = 20  # cards a dealer hand can take after the first, whatever the rules: twenty-one aces are 21
TABLE = LONGEST + 1  # places of a rank among the parts of hands


@cache
def dealer_hands(draws_to: int, stands_on_soft: int) -> tuple[Any, ...]:
    """The dealer's standing hands by upcard, the highest first: where each upcard's list starts, orders, further cards, total,
    how many parts it shares with the hand before it, where its other parts start, and these. A part is a rank and how often it is
    taken, as one number; what neighbours share need not be multiplied again."""
    starts, orders, lengths, totals, alike, first = [0], [], [], [], [], [0]
    parts: list[int] = []
    for up in range(RANKS):
        ways: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}

        def draw(hard: int, ace: bool, held: list[int], drawn: int, ways: Any = ways) -> None:
            soft = ace and hard <= 11
            total = hard + 10 if soft else hard
            if drawn and (total >= stands_on_soft if soft else total > draws_to):
                taken = tuple((rank, held[rank]) for rank in reversed(range(RANKS)) if held[rank])
                key = (-NATURAL if drawn == 1 and total == 21 else -total, taken)
                ways[key] = ways.get(key, 0) + 1
                return
            for rank in range(RANKS):
                if hard + POINTS[rank] <= 21:
                    held[rank] += 1
                    draw(hard + POINTS[rank], ace or rank == ACE, held, drawn + 1)
                    held[rank] -= 1

        draw(POINTS[up], up == ACE, [0] * RANKS, 0)
        before: tuple[tuple[int, int], ...] = ()
        for (total, taken), count in sorted(ways.items()):
            same = (*(one == other for one, other in zip(taken, before, strict=False)), False).index(False)
            orders.append(count)
            lengths.append(sum(number for _, number in taken))
            totals.append(-total)
            alike.append(same)
            parts.extend(rank * TABLE + number for rank, number in taken[same:])
            first.append(len(parts))
            before = taken
        starts.append(len(orders))
    # Numbers without a sign: Numba then need not look whether a place is counted from the end.
    return (
        np.array(starts, np.uint32),
        np.array(orders, np.int64),
        np.array(lengths, np.uint32),
        np.array(totals, np.int16),
        np.array(alike, np.uint32),
        np.array(first, np.uint32),
        np.array(parts, np.uint32),
    )


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
def _dealer(up, left, total, brings, dealer, falling, orders_over, one, p):
    """The value of standing on a total, from a shoe: the chance to win less the chance to lose. ``left`` is what the shoe
    holds now; ``brings`` tells what a dealer blackjack brings by upcard and, last, what a won unit does; ``orders_over`` has the
    orders of each hand of the dealer over the falling factorial of the shoe."""
    starts, _, _, totals, alike, first, parts = dealer
    nothing, next_ = sub(one, one, p), np.uint64(1)
    equal, better, natural = nothing, nothing, nothing
    taken = np.empty(RANKS * TABLE, falling.dtype)
    for rank in range(RANKS):
        taken[rank * TABLE : (rank + 1) * TABLE] = falling[left[rank]]
    products = np.full(RANKS + 1, one)
    for n in range(starts[up], starts[up + 1]):
        if totals[n] < total:
            break
        depth = alike[n]
        product = products[depth]
        for f in range(first[n], first[n + next_]):
            product = mul(product, taken[parts[f]], p)
            depth += next_
            products[depth] = product
        weight = mul(product, orders_over[n], p)
        if totals[n] == NATURAL:
            natural = add(natural, weight, p)
        elif totals[n] == total:
            equal = add(equal, weight, p)
        else:
            better = add(better, weight, p)
    won = sub(sub(sub(one, natural, p), equal, p), better, p)
    return add(sub(mul(brings[RANKS], won, p), better, p), mul(brings[up], natural, p), p)


@njit(cache=True, nogil=True)
def standing(up, shoe, size, wanted, extra, hands, dealer, falling, over, brings, one, p):
    """For one upcard and every wanted hand, the value of standing; ``extra`` cards are out of the shoe as well."""
    counts, total, sizes = hands[0], hands[2], hands[4]
    values = np.zeros(len(counts), falling.dtype)
    left = np.zeros(RANKS, np.int64)
    gone = extra.sum()
    starts, orders, lengths = dealer[0], dealer[1], dealer[2]
    orders_over = np.zeros((sizes.max() + 1, len(orders)), falling.dtype)
    for held in range(min(len(orders_over), size - gone - 1)):
        for n in range(starts[up], starts[up + 1]):
            orders_over[held, n] = mul(one * orders[n], over[size - gone - held - 1, lengths[n]], p)
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
            values[n] = _dealer(up, left, total[n], brings, dealer, falling, orders_over[sizes[n]], one, p)
    return values


# What the dealer's hands weigh, once for all primes.


def whole_numbers(cards: int, most: int, longest: int) -> tuple[int, Any, Any, Any, Any]:
    """How many cards are put over one denominator, and falling factorials of a rank's count and of the shoe's size, modulo
    2**64 and as floating-point numbers."""
    together = min(longest, int(100 / np.log2(cards)))
    falling = [[perm(n, k) for k in range(TABLE)] for n in range(most + 1)]
    shoes = [[perm(n, k) for k in range(together + 1)] for n in range(cards + 1)]
    return (
        together,
        np.array([[each % 2**64 for each in row] for row in falling], np.uint64),
        np.array(falling, np.float64),
        np.array([[each % 2**64 for each in row] for row in shoes], np.uint64),
        np.array(shoes, np.float64),
    )


@njit(cache=True, nogil=True)
def weighed(up, shoe, size, wanted, extra, hands, dealer, whole, won, unit):
    """For one upcard and every wanted hand: what the dealer's hands that are no worse take from a won wager, one that is better
    ``won`` and ``unit``, one that is equal ``won``. As whole numbers, high and low halves: first those of so many cards as are
    put together, over one falling factorial of the shoe; then those of each number of cards beyond, over its own. Last, the
    greatest of them, which must be below ``SURE``."""
    starts, orders, lengths, totals, alike, first, parts = dealer
    together, falling, floated, shoes, shoes_floated = whole
    counts, total, sizes = hands[0], hands[2], hands[4]
    longest = np.int64(lengths.max())
    high = np.zeros((len(counts), 1 + longest - together), np.int64)
    low = np.zeros((len(counts), 1 + longest - together), np.uint64)
    left = np.zeros(RANKS, np.int64)
    taken = np.empty(RANKS * TABLE, np.uint64)
    taken_floated = np.empty(RANKS * TABLE, np.float64)
    products = np.ones(RANKS + 1, np.uint64)
    products_floated = np.ones(RANKS + 1, np.float64)
    next_ = np.uint64(1)
    sums = np.zeros(longest + 1, np.uint64)
    near = np.zeros(longest + 1, np.float64)
    gone = extra.sum()
    greatest = 0.0
    for n in range(len(counts)):
        cards = size - gone - sizes[n] - 1
        possible = wanted[n] and cards > 0
        for rank in range(RANKS):
            left[rank] = shoe[rank] - extra[rank] - counts[n, rank] - (rank == up)
            if left[rank] < 0:
                possible = False
        if not possible:
            continue
        for rank in range(RANKS):
            taken[rank * TABLE : (rank + 1) * TABLE] = falling[left[rank]]
            taken_floated[rank * TABLE : (rank + 1) * TABLE] = floated[left[rank]]
        sums[:] = 0
        near[:] = 0.0
        for h in range(starts[up], starts[up + 1]):
            if totals[h] < total[n]:
                break
            depth = alike[h]
            product, product_floated = products[depth], products_floated[depth]
            for f in range(first[h], first[h + next_]):
                product *= taken[parts[f]]
                product_floated *= taken_floated[parts[f]]
                depth += next_
                products[depth] = product
                products_floated[depth] = product_floated
            if totals[h] != NATURAL:
                times = orders[h] * (won if totals[h] == total[n] else won + unit)
                sums[lengths[h]] += product * np.uint64(times)
                near[lengths[h]] += product_floated * times
        room = min(together, cards)
        for length in range(room):
            sums[room] += sums[length] * shoes[cards - length, room - length]
            near[room] += near[length] * shoes_floated[cards - length, room - length]
        for at in range(high.shape[1]):
            length = room if at == 0 else together + at
            greatest = max(greatest, near[length])
            low[n, at] = sums[length]
            high[n, at] = np.int64(np.rint((near[length] - np.float64(sums[length])) / 2.0**64))
    return high, low, greatest


@njit(cache=True, nogil=True)
def standing_weighed(up, shoe, size, wanted, extra, hands, together, high, low, over, inverse, brings, of_unit, p):
    """The value of standing as ``standing`` has it, modulo a prime, from what was weighed."""
    counts, sizes = hands[0], hands[4]
    values = np.zeros(len(counts), np.int64)
    gone = extra.sum()
    other = TEN if up == ACE else ACE
    half = np.int64(1) << 32
    for n in range(len(counts)):
        cards = size - gone - sizes[n] - 1
        if not wanted[n] or cards <= 0:
            continue
        taken = np.int64(0)
        for at in range(high.shape[1]):
            length = min(together, cards) if at == 0 else together + at
            if length > cards:
                break
            middle, last = np.int64(low[n, at] >> np.uint64(32)), np.int64(low[n, at] & np.uint64(0xFFFFFFFF))
            number = mul(mul(high[n, at], half, p) + middle, half, p) + last
            taken += mul(number, over[cards, length], p)
        natural = np.int64(0)
        if up in (ACE, TEN):
            natural = mul(max(shoe[other] - extra[other] - counts[n, other], 0), inverse[cards], p)
        value = add(mul(brings[RANKS], sub(1, natural, p), p), mul(brings[up], natural, p), p)
        values[n] = sub(value, mul(taken, of_unit, p), p)
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
            for rank in range(RANKS):  # residues times so few cards can be added up before they are reduced
                if left[rank] == 0:
                    continue
                nxt = after[n, rank]
                if nxt == BUST:
                    left[rank] -= 1
                    lost = _loses(up, left, cards - 1, inverse, protected, one, p)
                    left[rank] += 1
                    hit += left[rank] * lost
                    double += left[rank] * lost
                else:
                    hit += left[rank] * more[nxt]
                    double += left[rank] * stand[nxt]
            hit, double = mul(hit, inverse[cards], p), mul(double, inverse[cards], p)
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
def split_hands(rank, hands, chart, one_card):
    """The hands that come of a split, played by a chart, as ``reached`` tells them; aces may take one card only."""
    counts, after, singles = hands[0], hands[5], hands[6]
    seconds = np.zeros(RANKS, np.int64)
    found = 0
    for r in range(RANKS):
        if after[singles[rank], r] != BUST:
            seconds[found] = after[singles[rank], r]
            found += 1
    if one_card and rank == ACE:
        only_stand = np.zeros(len(counts), np.int8)
        return reached(seconds[:found], only_stand, only_stand, after)
    return reached(seconds[:found], chart[0], chart[1], after)


def asked_about(rank: int, up: int, shoe: Any, weights: Any) -> Iterator[int]:
    """How many further cards of a pair's rank are supposed to be gone, in the sums that make the value of a split."""
    for k in range(MOST_REMOVED + 1):
        if k and shoe[rank] - 2 - (rank == up) - k + 1 <= 0:
            return
        if weights[0, k] or weights[1, k]:
            yield k


@njit(cache=True, nogil=True)
def split_value(up, rank, shoe, size, hands, stands, field, chart, weights, rules):
    """The value of splitting a pair, every hand played by the chart. ``stands`` has the values of standing by how many further
    cards of its rank are gone."""
    _, _, inverse, one, p = field
    _, protected, one_card, _ = rules
    after, singles = hands[5], hands[6]
    start = singles[rank]
    nothing = sub(one, one, p)
    value = nothing
    pairs_left = shoe[rank] - 2 - (rank == up)
    cards = size - 3
    weight = one
    _, two_act, more_act = split_hands(rank, hands, chart, one_card)
    extra = np.zeros(RANKS, np.int64)
    for k in range(MOST_REMOVED + 1):
        if k:
            if pairs_left - k + 1 <= 0:
                break
            weight = mul(weight, mul(one * (pairs_left - k + 1), inverse[cards - k + 1], p), p)
        if weights[0, k] == 0 and weights[1, k] == 0:
            continue
        extra[rank] = 1 + k
        two, _ = played(up, shoe, size, extra, hands, stands[k], two_act, more_act, False, inverse, protected, one, p)
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
def upcard_value(up, shoe, size, hands, stands, field, chart, after_split, split, weights, rules, naturals):
    """The value of a round against one upcard, played by a chart, with another for hands made by a split. ``stands`` has the
    values of standing: of hands as they are dealt, then by rank of a pair that is split and how many more of it are gone.
    ``split`` says which pairs; ``naturals`` holds what a blackjack pays, what it pays at once, and how much of it waits for the
    dealer."""
    _, _, inverse, one, p = field
    act2, actm = chart
    _, protected, _, early = rules
    pays, at_once, waits = naturals
    sizes, after, singles = hands[4], hands[5], hands[6]
    nothing = sub(one, one, p)
    starts = np.nonzero(sizes == 2)[0]
    _, two_act, more_act = reached(starts, act2, actm, after)
    none = np.zeros(RANKS, np.int64)
    two, _ = played(up, shoe, size, none, hands, stands[0], two_act, more_act, early, inverse, protected, one, p)
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
                    gone = stands[1 + a * (MOST_REMOVED + 1) : 1 + (a + 1) * (MOST_REMOVED + 1)]
                    worth = split_value(up, a, shoe, size, hands, gone, field, after_split, w, rules)
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
