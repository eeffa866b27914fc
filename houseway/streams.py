"""Streams: random numbers for simulation, one stream to a batch.

A batch's stream depends on the seed and the batch's number alone, so the result of a study does not depend on how many
workers share the batches. The generator is xoroshiro128+ with the parameters 24, 16, 37, started from NumPy's seed
sequence; a number below n is made by multiplying and rejecting, so that it is fair. For play and draws it is never used:
there only the operating system's generator will do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint64

MASK32 = np.uint64(0xFFFFFFFF)


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


def rejected_below(bound: int) -> int:
    """The low products that must be drawn again to make a number below ``bound`` fair, of 32 bits."""
    return (1 << 32) % bound
