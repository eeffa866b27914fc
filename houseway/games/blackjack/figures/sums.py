"""Sums over every way the cards of several hands can fall, in whole numbers.

Cards of a shoe are exchangeable, so the chance that given hands are dealt depends only on how many of each rank they take
together: a product of falling factorials. Hands played to a chart are then a *polynomial*: for each composition of cards, in
how many orders it is drawn and what the hand brings. Several hands from one shoe are the product of their polynomials.

``Poly`` holds one: compositions packed into a number (six bits to a rank, so that compositions add as numbers), and for each a
row of whole numbers, one to each result. ``Shoe.chances`` turns a polynomial into chances against one result of the dealer,
by residues modulo primes. Products are made group by group of equal high ranks, so that the largest are weighed and
forgotten as they are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, reduce
from math import perm
from operator import add
from typing import Any, TypeAlias

import numpy as np
from numba import njit

from houseway.games.blackjack.figures.exact import RANKS, TABLE, from_residues, mul, primes

BITS = 6
LOW = 30  # bits of a packed composition below the ranks that make its group
EXACT = 2.0**52  # whole numbers below this are exact as floating-point numbers, which are added several at a time
SMALL = 4_000_000  # pairs of compositions that are multiplied in one piece
NATURAL, PASSED = 22, 0  # what a dealer hand comes to beside its totals: a blackjack, and more than 21

Cards: TypeAlias = tuple[int, ...]


def packed(cards: Cards) -> int:
    return sum(many << (BITS * rank) for rank, many in enumerate(cards))


@dataclass(frozen=True)
class Poly:
    """Compositions in order, and for each a row of weights by result."""

    keys: Any
    rows: Any
    moments: bool = False  # rows are only: how often, times what it brings, times its square

    @classmethod
    def of(cls, terms: dict[Cards, list[int]], width: int, moments: bool = False) -> Poly:
        listed = sorted((packed(cards), row) for cards, row in terms.items() if any(row))
        keys = np.array([key for key, _ in listed], np.int64)
        return cls(keys, np.array([row for _, row in listed], np.int64).reshape(len(listed), width), moments)

    def __add__(self, other: Poly) -> Poly:
        keys, at = np.unique(np.concatenate([self.keys, other.keys]), return_inverse=True)
        rows = np.zeros((len(keys), self.rows.shape[1]), np.int64)
        np.add.at(rows, at, np.concatenate([self.rows, other.rows]))
        return replace(self, keys=keys, rows=rows)

    def times(self, number: int, cards: Cards | None = None) -> Poly:
        """Multiplied by a whole number and by further cards that are drawn."""
        return replace(self, keys=self.keys + (packed(cards) if cards else 0), rows=self.rows * number)

    def __mul__(self, other: Poly) -> Poly:
        made = list(self.groups(other))
        keys, rows = np.concatenate([keys for keys, _ in made]), np.concatenate([rows for _, rows in made])
        kept = np.flatnonzero(rows.any(1))
        order = kept[np.argsort(keys[kept])]
        return replace(self, keys=keys[order], rows=rows[order])

    @property
    def width(self) -> int:
        return int(self.rows.shape[1])

    @property
    def most(self) -> int:
        """The most cards that any composition has."""
        return int(sum((self.keys >> (BITS * rank)) & 63 for rank in range(RANKS)).max())

    def groups(self, other: Poly) -> Iterator[tuple[Any, Any]]:
        """The product, a group of compositions at a time."""
        if self.moments:
            made = reduce(
                add, (a._product(b) for a in self._by_power() for b in other._by_power() if a.least + b.least < 3)
            )
            yield made.keys, made.rows
            return
        yield from self._pieces(other, self.width + other.width - 1)

    def _by_power(self) -> list[Poly]:
        """Parts by the first moment they have, so that no two are multiplied whose product has none that is asked for."""
        first = (self.rows != 0).argmax(1)
        return [
            replace(self, keys=self.keys[first == power], rows=self.rows[first == power]) for power in np.unique(first)
        ]

    @property
    def least(self) -> int:
        return int((self.rows[0] != 0).argmax())

    def _product(self, other: Poly) -> Poly:
        made = list(self._pieces(other, self.width))
        return replace(
            self, keys=np.concatenate([keys for keys, _ in made]), rows=np.concatenate([rows for _, rows in made])
        )

    def _pieces(self, other: Poly, width: int) -> Iterator[tuple[Any, Any]]:
        bits = LOW if len(self.keys) * len(other.keys) > SMALL else BITS * RANKS
        one, two = _listed(self, bits), _listed(other, bits)
        rows1, rows2 = self.rows.astype(np.float64), other.rows.astype(np.float64)
        spans = _spans(self.rows)
        collected: Any = _collected
        for group in np.unique((one[0][:, None] + two[0][None, :]).ravel()):
            low, rows = collected(group, *one, *two, rows1, spans, rows2, width, self.moments)
            assert not len(rows) or np.abs(rows).max() < EXACT, "weights too large to be whole"
            order = np.argsort(low)
            yield low[order] + (group << bits), rows[order].astype(np.int64)


def _listed(poly: Poly, bits: int) -> tuple[Any, ...]:
    """Groups, where each starts, and low parts."""
    groups, starts = np.unique(poly.keys >> bits, return_index=True)
    return groups, np.append(starts, len(poly.keys)), poly.keys & ((1 << bits) - 1)


def _spans(rows: Any) -> Any:
    """Where the weights of each row begin and end."""
    there = rows != 0
    return np.stack([there.argmax(1), rows.shape[1] - there[:, ::-1].argmax(1)], 1)


@njit(cache=True, nogil=True)
def _collected(group, g1, s1, k1, g2, s2, k2, rows1, spans, rows2, width, moments):
    """One group of a product: every pair whose high ranks add up to it, equal compositions put together."""
    bits = 12
    slots = np.full(1 << bits, -1, np.int32)
    low = np.zeros(1 << 11, np.int64)
    rows = np.zeros((1 << 11, width), np.float64)
    count = 0
    for b in range(len(g2)):
        a = np.searchsorted(g1, group - g2[b])
        if a == len(g1) or g1[a] + g2[b] != group:
            continue
        for j in range(s2[b], s2[b + 1]):
            row2 = rows2[j]
            for i in range(s1[a], s1[a + 1]):
                key = k1[i] + k2[j]
                slot = (key * 0x9E3779B97F4A7C1 >> 20) & (len(slots) - 1)
                while slots[slot] >= 0 and low[slots[slot]] != key:
                    slot = (slot + 1) & (len(slots) - 1)
                n = slots[slot]
                if n < 0:
                    n = count
                    slots[slot] = n
                    low[n] = key
                    count += 1
                if moments:
                    for x in range(3):
                        for y in range(3 - x):
                            rows[n, x + y] += rows1[i, x] * row2[y] * (2 if x == 1 and y == 1 else 1)
                else:
                    first, end = spans[i, 0], spans[i, 1]
                    for y in range(len(row2)):
                        weight = row2[y]
                        if weight != 0.0:
                            for x in range(first, end):
                                rows[n, x + y] += weight * rows1[i, x]
                if count == len(low):  # full: twice the room
                    bits += 1
                    wider = np.zeros((2 * count, width), np.float64)
                    wider[:count] = rows
                    rows = wider
                    longer = np.zeros(2 * count, np.int64)
                    longer[:count] = low
                    low = longer
                    slots = np.full(1 << bits, -1, np.int32)
                    for m in range(count):
                        slot = (low[m] * 0x9E3779B97F4A7C1 >> 20) & (len(slots) - 1)
                        while slots[slot] >= 0:
                            slot = (slot + 1) & (len(slots) - 1)
                        slots[slot] = m
    return low[:count], rows[:count]


# Weighing


class Shoe:
    """A full shoe and a dealer: gives the chances of what polynomials say against an upcard."""

    def __init__(self, ranks: Cards, dealer: Any) -> None:
        self.ranks, self.size = ranks, sum(ranks)
        self.hands = {(up, result): listed for up in range(RANKS) for result, listed in _dealer(ranks, up, dealer)}
        self.longest = max(int(listed[1].max()) for listed in self.hands.values())

    def results(self, up: int) -> list[int]:
        """What the dealer's hand can come to."""
        return [result for at, result in self.hands if at == up]

    def chances(self, up: int, result: int, pieces: Iterable[tuple[Any, Any]], most: int, width: int) -> list[Fraction]:
        """The chance of each place of the rows of a polynomial, given in pieces, together with one result of the dealer.
        ``most`` is the most cards of any of its compositions."""
        whole = 1
        for n in range(min(self.size, most + self.longest)):
            whole *= self.size - n
        used = (whole.bit_length() + 16) // 30 + 2  # mean squares are larger than one, and one prime is for the check
        sums = np.zeros((width, used), np.int64)
        listed, cards = self.hands[up, result], np.array(self.ranks)
        weigh: Any = _weigh
        for keys, rows in pieces:
            weigh(keys, rows, cards, self.size, self.longest, listed, result == PASSED, *self._tables(used), sums)
        return [from_residues([int(each) for each in row], whole) for row in sums]

    def _tables(self, used: int) -> tuple[Any, ...]:
        modulus, falls, overs, wrapped, floated = self._kept
        if used > len(modulus):
            modulus, falls, overs = self._modulo(used)
            self._kept = modulus, falls, overs, wrapped, floated
        return modulus[:used], falls[:used], overs[:used], wrapped, floated

    @cached_property
    def _kept(self) -> tuple[Any, ...]:
        """Falling factorials: modulo each prime by rank, inverses of those of the shoe, and for the dealer's cards modulo 2**64
        and as floating-point numbers, which together give a number of a hundred bits."""
        whole = [[perm(n, k) for k in range(self.longest + 1)] for n in range(self.size + 1)]
        wrapped = np.array([[each % 2**64 for each in row] for row in whole], np.uint64)
        return *self._modulo(8), wrapped, np.array(whole, np.float64)

    def _modulo(self, used: int) -> tuple[Any, Any, Any]:
        falls = np.zeros((used, RANKS, max(self.ranks) + 1), np.int64)
        overs = np.zeros((used, self.size + 1), np.int64)
        for at, prime in enumerate(primes(used)):
            for rank, many in enumerate(self.ranks):
                product = 1
                for n in range(many + 1):
                    falls[at, rank, n] = product
                    product = product * (many - n) % prime
            product, inverses = 1, []
            for n in range(self.size + 1):
                inverses.append(product)
                product = product * pow(self.size - n, -1, prime) % prime if n < self.size else 0
            overs[at] = [inverses[min(n + self.longest, self.size)] for n in range(self.size + 1)]
        return np.array(primes(used)), falls, overs


def _dealer(ranks: Cards, up: int, dealer: Any) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The dealer's hands that come to each result, in an order in which neighbours begin alike: orders, lengths, how many
    parts each shares with the one before, where its own parts start, and these, as ``dealer_hands`` has them."""
    starts, orders, lengths, totals, shared, first, listed = dealer
    found: dict[int, list[tuple[list[tuple[int, int]], int, int]]] = {PASSED: []}
    parts: list[tuple[int, int]] = []
    for n in range(starts[up], starts[up + 1]) if ranks[up] else ():
        parts = parts[: shared[n]] + [divmod(int(part), TABLE) for part in listed[first[n] : first[n + 1]]]
        if all(number + (rank == up) <= ranks[rank] for rank, number in parts):
            for result in (int(totals[n]), PASSED):  # to pass 21 is what all the others leave
                found.setdefault(result, []).append((parts, int(orders[n]), int(lengths[n])))
    for result, hands in found.items():
        if not hands:
            continue
        hands.sort()
        alike, ends, own = [], [0], []
        before: list[tuple[int, int]] = []
        for parts, _, _ in hands:
            same = next(
                (n for n, (a, b) in enumerate(zip(parts, before, strict=False)) if a != b), min(len(parts), len(before))
            )
            alike.append(same)
            own.extend(parts[same:])
            ends.append(len(own))
            before = parts
        yield result, (
            np.array([each for _, each, _ in hands]), np.array([each for _, _, each in hands], np.uint32),
            np.array(alike, np.uint32), np.array(ends, np.uint32),
            np.array([rank * TABLE + number for rank, number in own], np.uint32),
        )  # fmt: skip


@njit(cache=True, nogil=True)
def _weigh(keys, rows, ranks, size, longest, hands, passed, modulus, falls, overs, wrapped, floated, sums):
    """Adds up, modulo each prime: weights times the chance that these cards are drawn and the dealer ends so."""
    orders, lengths, alike, ends, parts = hands
    width = rows.shape[1]
    left = np.zeros(RANKS, np.int64)
    taken = np.zeros(RANKS, np.int64)
    chosen = np.zeros(RANKS * TABLE, np.uint64)
    chosen_floated = np.zeros(RANKS * TABLE, np.float64)
    products = np.ones(RANKS + 1, np.uint64)  # of the parts that neighbours share
    products_floated = np.ones(RANKS + 1, np.float64)
    next_ = np.uint64(1)
    low_sums = np.zeros(longest + 1, np.uint64)
    float_sums = np.zeros(longest + 1, np.float64)
    two32 = np.int64(1) << 32
    last = np.int64(-1)
    shared = np.zeros(len(modulus), np.int64)
    for n in range(len(keys)):
        if not rows[n].any():
            continue
        drawn = 0
        possible = True
        for rank in range(RANKS):
            taken[rank] = (keys[n] >> (BITS * rank)) & 63
            left[rank] = ranks[rank] - taken[rank]
            drawn += taken[rank]
            if left[rank] < 0:
                possible = False
        if not possible:
            continue
        # The dealer's hands: a whole number of a hundred bits, as its low half and a floating-point number near it.
        cards = size - drawn
        room = min(longest, cards)
        low_sums[:] = 0
        float_sums[:] = 0.0
        for rank in range(RANKS):
            for number in range(longest + 1):
                chosen[rank * TABLE + number] = wrapped[left[rank], number]
                chosen_floated[rank * TABLE + number] = floated[left[rank], number]
        for h in range(np.uint64(len(orders))):
            depth = alike[h]
            product, product_floated = products[depth], products_floated[depth]
            for f in range(ends[h], ends[h + next_]):
                product *= chosen[parts[f]]
                product_floated *= chosen_floated[parts[f]]
                depth += next_
                products[depth] = product
                products_floated[depth] = product_floated
            low_sums[lengths[h]] += product * np.uint64(orders[h])
            float_sums[lengths[h]] += product_floated * orders[h]
        exact = np.uint64(0)
        about = 0.0
        for length in range(room + 1):
            exact += low_sums[length] * wrapped[cards - length, room - length]
            about += float_sums[length] * floated[cards - length, room - length]
        if passed:
            exact = wrapped[cards, room] - exact
            about = floated[cards, room] - about
        high = np.int64(np.rint((about - np.float64(exact)) / 2.0**64))
        middle, low = np.int64(exact >> np.uint64(32)), np.int64(exact & np.uint64(0xFFFFFFFF))
        group = keys[n] >> LOW
        if group != last:  # what the high ranks bring is the same for a whole group
            last = group
            for at in range(len(modulus)):
                product = np.int64(1)
                for rank in range(LOW // BITS, RANKS):
                    product = mul(product, falls[at, rank, taken[rank]], modulus[at])
                shared[at] = product
        for at in range(len(modulus)):
            p = modulus[at]
            value = mul(mul(high, two32, p) + middle, two32, p) + low
            value = mul(mul(value, overs[at, drawn], p), shared[at], p)
            for rank in range(LOW // BITS):
                value = mul(value, falls[at, rank, taken[rank]], p)
            for place in range(width):
                weight = rows[n, place]
                if weight != 0:
                    more = sums[place, at] + mul(weight, value, p)
                    sums[place, at] = more - p if more >= p else more
