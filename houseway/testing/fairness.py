"""Fairness: are the cards, wheels, dice, balls and tiles of a generator fair?

Each trial draws many results the way a table does, through the prompt's own ``some``, and counts them in cells that are
equally likely. Pearson's statistic then says how surprising the counts are. One trial in a hundred has a p below 0.01 by
luck; a biased generator has one of nearly nothing, whatever the luck.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from houseway.kit.cards import CARDS, Card
from houseway.kit.shoe import Shoe
from houseway.kit.wheel import Wheel
from houseway.law.clause import Basis
from houseway.play.prompts import Ball, Draw, Pick, Roll, Spin, Stack

NOBODY = Basis(())
WHEEL = Wheel(tuple(str(pocket) for pocket in range(37)))


@dataclass(frozen=True)
class Trial:
    what: str
    draws: int
    cells: int
    statistic: float
    degrees: int

    @property
    def p(self) -> float:
        """The chance that a fair generator does at least as badly."""
        return upper_gamma(self.degrees / 2, self.statistic / 2)

    @property
    def words(self) -> str:
        return f"{self.what}: {self.draws:,} draws, χ² {self.statistic:.1f} with {self.degrees} degrees, p {self.p:.4f}"


def trials(pick: Pick, rounds: int) -> list[Trial]:
    """Every trial, each of so many rounds."""
    return [
        positions("each card in each of the first ten places of a deck", CARDS, 10, lambda: cards(pick, 10), rounds),
        single("pockets of the wheel", WHEEL.pockets, lambda: spin(pick), rounds * 10),
        single("pockets two spins in a row", pairs(WHEEL.pockets), lambda: (spin(pick), spin(pick)), rounds * 10),
        single("three dice by their total", None, lambda: sum(Roll(NOBODY, 3).some(pick)), rounds * 10, TOTALS),
        positions("each number in each place of a keno draw", range(1, 81), 20, lambda: balls(pick), rounds // 2),
        positions("each tile in each place of the woodpile", range(32), 32, lambda: woodpile(pick), rounds // 2),
        single("numbers below seven, three in a row", triples(range(7)), lambda: tuple(pick(7) for _ in range(3)), rounds * 10),
    ]  # fmt: skip


TOTALS = Counter(a + b + c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))


def single(
    what: str,
    cells: Iterable[Hashable] | None,
    draw: Callable[[], Hashable],
    rounds: int,
    weights: Counter[int] | None = None,
) -> Trial:
    """One result a round, in cells that are equally likely or have the weights given."""
    shares: dict[Hashable, float]
    if weights is not None:
        shares = {cell: count / weights.total() for cell, count in weights.items()}
    else:
        listed = list(cells or ())
        shares = dict.fromkeys(listed, 1 / len(listed))
    seen = Counter(draw() for _ in range(rounds))
    assert set(seen) <= set(shares), "a result that cannot be"
    statistic = sum((seen[cell] - rounds * share) ** 2 / (rounds * share) for cell, share in shares.items())
    return Trial(what, rounds, len(shares), statistic, len(shares) - 1)


def positions(
    what: str, things: Iterable[Hashable], places: int, draw: Callable[[], Iterable[Hashable]], rounds: int
) -> Trial:
    """Things drawn without putting back: every thing is as likely in every place.

    A thing in one place cannot be in another, so places are correlated by -1 / (n - 1). What all places have in common and
    what tells them apart are independent; each part is divided by its own variance, and the sum is a chi-square again."""
    listed = list(things)
    n = len(listed)
    seen: Counter[tuple[int, Hashable]] = Counter()
    for _ in range(rounds):
        seen.update(enumerate(draw()))
    expected = rounds / n
    raw = sum((seen[place, thing] - expected) ** 2 for place in range(places) for thing in listed) / expected
    sums = [sum(seen[place, thing] for place in range(places)) - places * expected for thing in listed]
    common = sum(each * each for each in sums) / (places * expected)
    apart = (raw - common) * (n - 1) / n
    if places == n:  # everything is drawn, and places have nothing in common
        return Trial(what, rounds, n * n, apart, (n - 1) ** 2)
    return Trial(what, rounds, places * n, apart + common * (n - 1) / (n - places), places * (n - 1))


# Draws, as tables make them


def cards(pick: Pick, count: int) -> list[Hashable]:
    shoe, drawn = Shoe.of(1), list[Hashable]()
    for _ in range(count):
        card = Draw(NOBODY, "", shoe).some(pick)
        assert isinstance(card, Card)
        shoe = shoe.without(card)
        drawn.append(card)
    return drawn


def spin(pick: Pick) -> str:
    return Spin(NOBODY, "ball", WHEEL).some(pick)


def balls(pick: Pick) -> list[Hashable]:
    out: tuple[int, ...] = ()
    while len(out) < 20:
        out = (*out, Ball(NOBODY, "ball", 80, out).some(pick))
    return list(out)


def woodpile(pick: Pick) -> list[Hashable]:
    return [tile.index for tile in Stack(NOBODY, "stack").some(pick)]


def pairs(things: Iterable[Hashable]) -> list[Hashable]:
    listed = list(things)
    return [(one, other) for one in listed for other in listed]


def triples(things: Iterable[Hashable]) -> list[Hashable]:
    listed = list(things)
    return [(a, b, c) for a in listed for b in listed for c in listed]


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function, by its series or by its continued fraction (Lentz)."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, 10_000):
            term *= x / (a + n)
            total += term
            if term < total * 1e-16:
                break
        return 1 - scale * total
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction = d
    for n in range(1, 10_000):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return scale * fraction
