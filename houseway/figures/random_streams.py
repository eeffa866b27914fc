"""Random streams: random numbers for simulation, one stream to a batch.

A batch's stream depends on the seed and the batch's number alone, so the result of a study does not depend on how many
workers share the batches. The generator is xoroshiro128+ with the parameters 24, 16, 37, started from NumPy's seed
sequence; a number below n is made by multiplying and rejecting, so that it is fair. Several are made of one random number:
what is left of it after the first is random still (``halves``), and one comparison tells whether all are fair. For play and
draws it is never used: there only the operating system's generator will do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import njit, types, uint64
from numba.extending import intrinsic


@dataclass(frozen=True)
class Way:
    """A wager played one way: what each cell of the kernel brings."""

    wager: str
    strategy: str
    nets: tuple[Fraction, ...]


@dataclass(frozen=True)
class Counted:
    """The kernel of a game that one fair draw among equals decides: how often each of them comes."""

    ways: tuple[Way, ...]
    equals: int

    @classmethod
    def of(cls, weights: Mapping[Any, int], nets: Mapping[str, Mapping[Any, Fraction]]) -> Counted:
        """From the results with the number of ways each comes, and what each brings to each wager."""
        results = [result for result, ways in weights.items() for _ in range(ways)]
        return cls(tuple(Way(wager, "", tuple(net[r] for r in results)) for wager, net in nets.items()), len(results))

    def run(self, state: Any, rounds: int) -> Any:
        return histogram(state, rounds, self.equals)


def seeded(seed: int, batch: int) -> Any:
    """The starting state of one batch."""
    state = np.random.SeedSequence([seed, batch]).generate_state(2, np.uint64)
    return state if state.any() else np.array([1, 2], np.uint64)


@njit(inline="always")
def rotated(value, by):
    return (value << uint64(by)) | (value >> uint64(64 - by))


@njit(inline="always")
def advance(one, two):
    """The next state; the number it gives is the sum of the old halves."""
    two ^= one
    return rotated(one, 24) ^ two ^ (two << uint64(16)), rotated(two, 37)


@intrinsic
def halves(context: Any, one: Any, two: Any) -> Any:
    """The product of two numbers of 64 bits: its high half and its low half.

    A random number times n has a fair number below n in its high half, and in its low half a random number for the next one.
    Of those made so, one after another, all are fair unless the last low half is below ``rejected`` of their bounds' product."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, both = ir.IntType(64), ir.IntType(128)
        product = builder.mul(builder.zext(args[0], both), builder.zext(args[1], both))
        high = builder.trunc(builder.lshr(product, ir.Constant(both, 64)), word)
        return context.make_tuple(builder, signature.return_type, (high, builder.trunc(product, word)))

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), code


def rejected(product: int) -> int:
    """The low halves below which numbers with this product of bounds must be drawn again."""
    return (1 << 64) % product if product else 0


def rejected_below(bound: int) -> int:
    """The low products that must be drawn again to make a number below ``bound`` fair, of 32 bits."""
    return (1 << 32) % bound


@njit(inline="always")
def four_below(one, two, n, rejected):
    """The next state, four draws below ``n`` made of two random numbers, and whether all of them are fair."""
    low, half = uint64(0xFFFFFFFF), uint64(32)
    x = one + two
    one, two = advance(one, two)
    y = one + two
    one, two = advance(one, two)
    a, b = (x >> half) * n, (x & low) * n
    c, d = (y >> half) * n, (y & low) * n
    fair = (a & low) >= rejected and (b & low) >= rejected and (c & low) >= rejected and (d & low) >= rejected
    return one, two, a >> half, b >> half, c >> half, d >> half, fair


@njit(cache=True, nogil=True)
def histogram(state, rounds, bound):
    """How often each number below ``bound`` comes in so many fair draws; two draws to a random number.

    Counts go to four tables by turns, so that one draw need not wait for the last one's count to be stored."""
    counts = np.zeros((4, bound), np.int64)
    one, two = state[0], state[1]
    n, rejected = uint64(bound), uint64((uint64(1) << uint64(32)) % uint64(bound))
    low, half = uint64(0xFFFFFFFF), uint64(32)
    done = 0
    while done + 4 <= rounds:
        one, two, a, b, c, d, fair = four_below(one, two, n, rejected)
        if not fair:
            continue
        counts[0, a] += 1
        counts[1, b] += 1
        counts[2, c] += 1
        counts[3, d] += 1
        done += 4
    while done < rounds:
        x = one + two
        one, two = advance(one, two)
        a = (x >> half) * n
        if (a & low) < rejected:
            continue
        counts[0, a >> half] += 1
        done += 1
    return counts[0] + counts[1] + counts[2] + counts[3]
