"""Luck: how far a mean of many rounds may stray from the exact value, by the exact law of one round.

A wager that pays seldom and much strays further than a normal law allows: a thousand rounds without its great prize look like
a certain loss, and one prize among them like a mistake. Chernoff's bound holds for every law and every number of rounds: a mean
of n rounds reaches m with a chance of at most exp(n (log E exp(tX) - t m)), whatever t is, so the best t is taken.
"""

from __future__ import annotations

import math

from houseway.odds.distribution import Distribution

STEPS = 60  # halvings and doublings


def far_off(law: Distribution, rounds: int, mean: float) -> float:
    """How far off a mean is, as a normal law would tell it: so many standard errors have the same bound."""
    chances = [(float(net) - mean, math.log(chance)) for net, chance in law.chances.items() if chance]
    away = 1 if mean > law.expectation else -1

    def tilted(strength: float) -> tuple[float, float]:
        """The logarithm of the mean of exp(tX), less t m, and its slope in t."""
        powers = [(gain, at + away * strength * gain) for gain, at in chances]
        top = max(power for _, power in powers)
        weights = [(gain, math.exp(power - top)) for gain, power in powers]
        total = math.fsum(weight for _, weight in weights)
        return top + math.log(total), away * math.fsum(gain * weight for gain, weight in weights) / total

    low, high = 0.0, 1.0
    for _ in range(STEPS):
        if tilted(high)[1] >= 0:
            break
        low, high = high, 2 * high
    else:
        return math.inf  # beyond what any round can bring
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if tilted(middle)[1] >= 0 else (middle, high)
    return math.sqrt(max(0.0, -2 * rounds * tilted(high)[0]))
