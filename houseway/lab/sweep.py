"""Sweep: every provision that moves a figure, turned through what it can be, and the exact figures held against rounds played.

A slider is put to its ends and between, a choice to each of its options, one provision at a time; then two at a time, a hundred
pairs to a book. Under each setting the fast form plays so many rounds from a seed that follows from the setting, and each outcome
must come as often as its exact chance says; where only an expectation is exact, the mean must. What nobody can value under a
setting says so by a complaint, and that is no disagreement; it is listed.

``python -m houseway.lab.sweep [BOOK…] [--rounds 1000000]`` prints a line for each book.
"""

from __future__ import annotations

import hashlib
import math
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from houseway import games
from houseway.complaint import Complaint
from houseway.lab.exact import study, wager_odds
from houseway.lab.simulate import Tally, simulate
from houseway.lab.whatif import Control, controls
from houseway.odds.distribution import Distribution, WagerOdds

LUCK = 5.5  # standard deviations; of ten thousand comparisons one in a thousand sweeps would pass it by chance
COMMON = 25  # an outcome is compared by itself where so many are expected
PLACES = 5  # of a slider
PAIRS = 100  # settings of two provisions at once, of each book


@dataclass(frozen=True)
class Turned:
    """Provisions of one book set to other values."""

    book: str
    changes: tuple[tuple[str, str], ...]

    @property
    def seed(self) -> int:
        return int.from_bytes(hashlib.sha256(str(self).encode()).digest()[:6], "big")

    def __str__(self) -> str:
        return " ".join([self.book, *(f"--set {name}={value!r}" for name, value in self.changes)])


def settings(book: str) -> Iterator[Turned]:
    """Every setting of one provision of a book, and then pairs of them; which pairs follows from the book's name."""
    single = [
        (control.provided.name, value)
        for control in controls(study(book))
        for value in dict.fromkeys(_values(control))
        if value != control.provided.value
    ]
    for change in single:
        yield Turned(book, (change,))
    rng, seen = random.Random(book), set[frozenset[tuple[str, str]]]()
    for _ in range(20 * PAIRS):
        one, other = rng.sample(single, 2) if len(single) > 1 else (single[0], single[0])
        if len(seen) == PAIRS or one[0] == other[0] or frozenset((one, other)) in seen:
            continue
        seen.add(frozenset((one, other)))
        yield Turned(book, (one, other))


def _values(control: Control) -> Iterator[str]:
    if not control.slides:
        yield from control.provided.options
        return
    wide = control.high - control.low
    for place in range(PLACES):
        yield control.step.replace("#", str(control.low + wide * place // (PLACES - 1)))


@dataclass
class Swept:
    """What a sweep found: wagers compared, those that differ, and what was not valued, each in a line."""

    settings: int = 0
    wagers: int = 0
    outcomes: int = 0
    furthest: float = 0.0  # standard deviations, of all that was compared
    differs: list[str] = field(default_factory=list)
    not_valued: list[str] = field(default_factory=list)

    def add(self, turned: Turned, rounds: int) -> None:
        """Holds one setting against rounds played."""
        self.settings += 1
        try:
            of = study(turned.book, dict(turned.changes))
            exact = {(one.wager, one.strategy): one for one in wager_odds(of) if not one.given}
            report = simulate(of, rounds, turned.seed)
        except Complaint as wrong:  # said in one line, and not valued
            self.not_valued.append(f"{turned}: {wrong}")
            return
        for tally in report.tallies:
            known = exact.get((tally.wager, tally.strategy))
            if known is not None:
                self.wagers += 1
                for words, far in _held(tally, known):
                    self.outcomes += 1
                    self.furthest = max(self.furthest, abs(far))
                    if abs(far) > LUCK:
                        self.differs.append(f"{turned}: {tally.wager}, {tally.strategy}: {words}, z = {far:+.1f}")


def disagreements(turned: Turned, rounds: int) -> list[str]:
    """Where exact figures and rounds played say different things under a setting; nothing where they agree."""
    swept = Swept()
    swept.add(turned, rounds)
    return swept.differs


def _held(tally: Tally, known: WagerOdds) -> Iterator[tuple[str, float]]:
    """What is compared, in words, and how many standard deviations it is off."""
    if known.distribution is not None:
        yield from _outcomes(tally, known.distribution)
    elif tally.z is not None:
        yield f"{float(known.expectation):+.6f} exact, {float(tally.estimate):+.6f} played", tally.z
    else:  # every round brought the same
        yield f"{known.expectation} exact, {tally.estimate} played", 0.0 if tally.estimate == tally.exact else math.inf


def _outcomes(tally: Tally, spread: Distribution) -> Iterator[tuple[str, float]]:
    came, rounds = tally.results, tally.rounds
    rest = sum(count for net, count in came.items() if net not in spread.chances)
    yield f"{rest} rounds brought what has no chance", math.inf if rest else 0.0
    for net, chance in spread.chances.items():
        expected = float(chance) * rounds
        if expected >= COMMON:
            far = (came.get(net, 0) - expected) / (math.sqrt(expected * (1 - float(chance))) or 1.0)
            yield f"net {net} came {came.get(net, 0):,} times of {rounds:,}, {expected:,.1f} expected", far


def every_book() -> list[str]:
    """The books that open a game, each with its variants."""
    return [
        book.id + (f"+{variant}" if variant else "")
        for book in games.library().values()
        for variant in (*(() if book.missing else ("",)), *book.variants)
    ]


def main(words: list[str]) -> int:
    rounds = 1_000_000
    if "--rounds" in words:
        at = words.index("--rounds")
        rounds, words = int(float(words[at + 1])), words[:at] + words[at + 2 :]
    print("| book | settings | wagers compared | outcomes compared | furthest off | not valued | differ |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    wrong: list[str] = []
    for book in words or every_book():
        swept = Swept()
        for turned in settings(book):
            swept.add(turned, rounds)
        print(
            f"| `{book}` | {swept.settings:,} | {swept.wagers:,} | {swept.outcomes:,} | {swept.furthest:.2f} | "
            f"{len(swept.not_valued)} | {len(swept.differs)} |",
            flush=True,
        )
        for line in swept.not_valued:
            print(line, file=sys.stderr, flush=True)
        wrong += swept.differs
    for line in wrong:
        print(line, file=sys.stderr)
    return 3 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
