"""Sessions: what many rounds do to a player's money, by the exact law of one round.

A session is a number of rounds of one wager, one unit each, from a bankroll. It ends early when less than a unit is left
(ruin), when a stated loss is reached, or when a goal is. A loss greater than what is left takes all of it. Results lie on a
lattice, so the law of the bankroll is carried from round to round and nothing is drawn by lot:

- a small session in fractions, which are exact;
- else in double precision. Only sums of products of positive numbers occur, so that every chance is right to a relative error
  known beforehand, (results + 2) × rounds × 2⁻⁵³; what leaves at the top of the table of states is added to it;
- without an end (``rounds=None``) by the equations of the chain that it is, with a bound from what they leave over;
- without any barrier (``sum_law``) by a Fourier transform. What lies outside its window is bounded by Chernoff's bound at the
  saddle points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from houseway.complaint import BadInput
from houseway.lab.bankroll import MOMENTS, SHARES, draw_fan, drawable, plotting
from houseway.lab.exact import Study, wager_odds
from houseway.odds.distribution import Distribution

EXACTLY = 400_000  # products of fractions that nobody waits for
WORK = 2 * 10**10  # products of doubles: half a minute
STATES = 1 << 21
EQUATIONS = 3000
ROUNDING = 2.0**-53


@dataclass(frozen=True)
class Session:
    """How a session ends: chances by what is left, and how far they may be off."""

    title: str
    start: Fraction
    rounds: int | None
    goal: Fraction | None
    stop: Fraction | None  # the bankroll at which a loss is enough
    ends: Mapping[Fraction, Any]  # chance of every bankroll at the end: fractions, or doubles
    above: Any  # chance of more than any of these, where the table of states ends
    length: Any  # rounds that are played, in the mean
    mean: Any  # what is left, in the mean
    error: float  # no chance is further off than that; 0 where all is exact
    method: str
    fan: tuple[tuple[int, tuple[float, ...]], ...] = ()

    def __repr__(self) -> str:
        return f"{self.title}: ruin {float(self.ruin):.4%}, ahead {float(self.ahead):.4%}, mean length {float(self.length):,.1f}"

    @cached_property
    def ruin(self) -> Any:
        """The chance that less than a unit is left."""
        return sum(chance for left, chance in self.ends.items() if left < 1)

    @cached_property
    def stopped(self) -> Any:
        """The chance that the session ends by its stop-loss, with a unit or more."""
        return 0 if self.stop is None else sum(c for left, c in self.ends.items() if 1 <= left <= self.stop)

    @cached_property
    def reached(self) -> Any:
        return 0 if self.goal is None else self.above + sum(c for left, c in self.ends.items() if left >= self.goal)

    @cached_property
    def ahead(self) -> Any:
        return self.above + sum(chance for left, chance in self.ends.items() if left > self.start)

    @cached_property
    def quantiles(self) -> tuple[float, ...]:
        return tuple(_quantiles(list(self.ends.items())))

    def document(self) -> dict[str, Any]:
        def told(chance: Any) -> Any:
            return str(chance) if isinstance(chance, Fraction) else float(chance)

        def maybe(number: Fraction | None) -> str | None:
            return None if number is None else str(number)

        return {
            "schema": "houseway.session/1", "title": self.title, "start": str(self.start), "rounds": self.rounds,
            "goal": maybe(self.goal), "stop": maybe(self.stop), "ruin": told(self.ruin), "stopped": told(self.stopped),
            "reached": told(self.reached), "ahead": told(self.ahead), "mean_length": told(self.length),
            "mean_end": told(self.mean), "quantiles": dict(zip(map(str, SHARES), self.quantiles, strict=True)),
            "error": self.error, "method": self.method, "above": told(self.above),
            "ends": [{"left": str(left), "chance": told(chance)} for left, chance in self.ends.items()],
        }  # fmt: skip


def _quantiles(ends: list[tuple[Fraction, Any]]) -> Iterator[float]:
    """What is left at each of ``SHARES``; where that is above the table, its last."""
    upto, at = 0.0, -1
    for share in SHARES:
        while upto < share and at + 1 < len(ends):
            at += 1
            upto += float(ends[at][1])
        yield float(ends[max(at, 0)][0])


def law_of(of: Study, wager: str = "", strategy: str = "") -> tuple[str, Distribution]:
    """The law of one round of a wager by name, or of the first; and how it is played."""
    listed = [one for one in wager_odds(of) if not one.given]
    named = [
        one for one in listed if wager in ("", one.wager) and one.strategy.removeprefix("best: ").startswith(strategy)
    ]
    if not named:
        if wager not in ("", *(one.wager for one in listed)):
            wrong, known = wager, [one.wager for one in listed]
        else:
            wrong, known = strategy, [one.strategy for one in listed if one.strategy]
        what = "; ".join(dict.fromkeys(known)) or "nothing to decide"
        raise BadInput(f"{of.book.title} has no {wrong!r}; it has: {what}")
    one = named[0]
    if one.distribution is None:
        raise BadInput(f"of {one.wager!r} only the expectation is known exactly under this setting; play it: houseway simulate "
                       f"{of.edition.book} --bankroll")  # fmt: skip
    return ", ".join(filter(None, (one.wager, one.strategy))), one.distribution


def session(
    of: Study,
    bankroll: Fraction | int | str,
    rounds: int | None = 1000,
    goal: Fraction | int | str | None = None,
    stop_loss: Fraction | int | str | None = None,
    wager: str = "",
    strategy: str = "",
) -> Session:
    """The law of a session of one wager of a book, in units of that wager.

    >>> from houseway.lab import study
    >>> sat = session(study("act-1992-american-roulette"), 10, None, goal=20, wager="red")
    >>> round(sat.reached, 4), round(sat.length, 1)
    (0.368, 97.7)
    """
    played, law = law_of(of, wager, strategy)
    return of_law(law, f"{of.title}: {played}", bankroll, rounds, goal, stop_loss)


def of_law(
    law: Distribution,
    title: str,
    bankroll: Fraction | int | str,
    rounds: int | None,
    goal: Fraction | int | str | None = None,
    stop_loss: Fraction | int | str | None = None,
) -> Session:
    """The same, of any law of one round."""
    start = _units(bankroll, "a bankroll")
    aim = None if goal is None else _units(goal, "a goal")
    lost = None if stop_loss is None else _units(stop_loss, "a stop-loss")
    if start < 1:
        raise BadInput(f"a bankroll of {_plain(start)} units cannot make one wager; at least 1")
    if rounds is not None and rounds < 1:
        raise BadInput(f"a session of {rounds} rounds cannot be played; at least 1")
    if aim is not None and aim <= start:
        raise BadInput(f"a goal of {_plain(aim)} units is no goal for a bankroll of {_plain(start)}")
    if lost is not None and lost <= 0:
        raise BadInput(f"a stop-loss of {_plain(lost)} units ends a session before it begins; more than 0")
    walk = _Walk(law, start, aim, None if lost is None else start - lost)
    if rounds is None:
        return walk.forever(title)
    across = (
        (rounds * (walk.up - walk.down) + 1) if aim is None else min(rounds * (walk.up - walk.down) + 1, walk.inside)
    )
    if rounds * across * len(walk.steps) <= EXACTLY:
        return walk.exactly(title, rounds)
    return walk.in_doubles(title, rounds)


def _units(number: Fraction | float | str, what: str) -> Fraction:
    try:
        found = Fraction(str(number))
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{what} is a number of units, not {number!r}") from None
    if abs(found) > 10**12 or found.denominator > 10**6:
        raise BadInput(f"{what} of {number} units is beyond what a session is worked out for")
    return found


def _plain(number: Fraction) -> str:
    return str(number) if number.denominator < 10 else f"{float(number):g}"


class _Walk:
    """A bankroll on its lattice: it is ``start + place × mesh``, and every result moves it by whole places."""

    def __init__(self, law: Distribution, start: Fraction, goal: Fraction | None, stop: Fraction | None) -> None:
        self.law, self.start, self.goal, self.stop = law, start, goal, stop
        nets = list(law.chances)
        below = math.lcm(*(net.denominator for net in nets))
        self.mesh = Fraction(math.gcd(*(int(net * below) for net in nets)) or 1, below)
        self.steps = [(int(net / self.mesh), chance) for net, chance in law.chances.items()]
        self.down, self.up = min(step for step, _ in self.steps), max(step for step, _ in self.steps)
        first = math.ceil((1 - start) / self.mesh)
        if stop is not None:
            first = max(first, math.floor((stop - start) / self.mesh) + 1)
        self.first = first  # the lowest place from which a session goes on
        self.last = None if goal is None else math.ceil((goal - start) / self.mesh) - 1  # and the highest

    @property
    def inside(self) -> int:
        return STATES if self.last is None else self.last - self.first + 1

    def left(self, place: int) -> Fraction:
        """The money at a place; a loss greater than what is left takes all of it."""
        return max(Fraction(0), self.start + place * self.mesh)

    def _ends(self, mass: Mapping[int, Any]) -> dict[Fraction, Any]:
        ends: dict[Fraction, Any] = {}
        for place in sorted(mass):
            left = self.left(place)
            ends[left] = ends.get(left, 0) + mass[place]
        return ends

    def exactly(self, title: str, rounds: int) -> Session:
        """In fractions over one denominator: whole numbers as they grow."""
        below = math.lcm(*(chance.denominator for _, chance in self.steps))
        steps = [(step, int(chance * below)) for step, chance in self.steps]
        playing, over, length, fan = (
            {0: 1},
            dict[int, Fraction](),
            Fraction(0),
            [(0, (float(self.start),) * len(SHARES))],
        )
        for turn in range(1, rounds + 1):
            length += Fraction(sum(playing.values()), below ** (turn - 1))
            moved: dict[int, int] = {}
            for place, weight in playing.items():
                for step, chance in steps:
                    moved[place + step] = moved.get(place + step, 0) + weight * chance
            playing = {}
            for place, weight in moved.items():
                if place < self.first or (self.last is not None and place > self.last):
                    over[place] = over.get(place, Fraction(0)) + Fraction(weight, below**turn)
                else:
                    playing[place] = weight
            if turn in _moments(rounds):
                now = {place: weight / below**turn for place, weight in playing.items()}
                for place, ended in over.items():
                    now[place] = now.get(place, 0.0) + float(ended)
                fan.append((turn, tuple(_quantiles(list(self._ends(now).items())))))
        for place, weight in playing.items():
            over[place] = over.get(place, Fraction(0)) + Fraction(weight, below**rounds)
        ends = self._ends(over)
        mean = sum((left * chance for left, chance in ends.items()), Fraction(0))
        return self._session(title, rounds, ends, Fraction(0), length, mean, 0.0, "exact, in fractions", fan)

    def in_doubles(self, title: str, rounds: int) -> Session:
        import numpy as np

        wide = float(self.law.deviation / float(self.mesh)) * math.sqrt(rounds)
        safe = self.first - rounds * self.down  # from here nothing ends a session early
        top = (
            self.last
            if self.last is not None
            else min(max(safe, int(40 * wide) + self.up), rounds * self.up, STATES + self.first - 1)
        )
        size = top - self.first + 1
        if size > STATES or rounds * min(size, rounds * (self.up - self.down) + 1) * len(self.steps) > WORK:
            raise BadInput(f"a session of {rounds:,} rounds has {size:,} states at a time, too many to carry; ask for fewer "
                           f"rounds, a nearer goal, 'forever', or an unlimited bankroll")  # fmt: skip
        chances = np.array([float(chance) for _, chance in self.steps])
        steps = np.array([step for step, _ in self.steps])
        below, over_top = -self.down, self.up
        here = np.zeros(size)
        here[-self.first] = 1.0
        under, over = np.zeros(below), np.zeros(over_top if self.last is not None else 0)
        beyond = unsafe = length = topped = 0.0
        low = high = -self.first
        moments, fan = _moments(rounds), [(0, (float(self.start),) * len(SHARES))]
        lost = np.array([float(self.left(self.first - below + n) - (self.start + (self.first - below + n) * self.mesh))
                         for n in range(below)])  # fmt: skip
        for turn in range(1, rounds + 1):
            if high < low:
                break
            length += float(here[low : high + 1].sum())
            wave = np.zeros(high - low + 1 + below + over_top)  # from place low + down on
            for step, chance in zip(steps, chances, strict=True):
                at = int(step) + below
                wave[at : at + high - low + 1] += chance * here[low : high + 1]
            first = low - below  # the place, counted from self.first, of wave[0]
            here[low : high + 1] = 0.0
            if first < 0:
                cut = min(-first, len(wave))
                gone = wave[:cut]
                under[first + below : first + below + cut] += gone
                topped += float((gone * lost[first + below : first + below + cut]).sum())
                wave, first = wave[cut:], 0
            if first + len(wave) > size:
                keep = max(0, size - first)
                gone = wave[keep:]
                if self.last is not None:
                    over[first + keep - size : first + keep - size + len(gone)] += gone
                else:
                    away = float(gone.sum())
                    beyond += away
                    length += away * (rounds - turn)
                    unsafe += away if top + 1 < self.first - (rounds - turn) * self.down else 0.0
                wave = wave[:keep]
            there = np.flatnonzero(wave > 1e-300)  # what is smaller is nobody's chance
            if len(there):
                low, high = first + int(there[0]), first + int(there[-1])
                here[low : high + 1] = wave[there[0] : there[-1] + 1]
            else:
                low, high = 0, -1
            if turn in moments:
                fan.append((turn, self._shares(under, here, over, top)))
        mass = {self.first - below + n: float(c) for n, c in enumerate(under) if c}
        mass.update((self.first + n, float(c)) for n, c in enumerate(here) if c)
        mass.update((top + 1 + n, float(c)) for n, c in enumerate(over) if c)
        mean = float(self.start) + float(self.law.expectation) * length + topped  # Wald, and what could not be lost
        error = rounds * (len(self.steps) + 2) * ROUNDING * 1.01 + unsafe
        ends = self._ends(mass)
        method = f"double precision, no chance off by more than {error:.1g}"
        return self._session(title, rounds, ends, beyond, length, mean, error, method, fan)

    def _shares(self, under: Any, here: Any, over: Any, top: int) -> tuple[float, ...]:
        import numpy as np

        upto = np.cumsum(np.concatenate((under, here, over)))
        places = np.minimum(np.searchsorted(upto, SHARES), len(upto) - 1)
        return tuple(float(self.left(self.first - len(under) + int(place))) for place in places)

    def forever(self, title: str) -> Session:
        """Until it ends: chances and mean time from the equations of the chain."""
        import numpy as np

        if self.last is None:
            raise BadInput("a session without an end needs a goal; else it ends in ruin, sooner or later, or never")
        size = self.inside
        if size > EQUATIONS:
            raise BadInput(
                f"between ruin and goal lie {size:,} bankrolls, more than {EQUATIONS:,}; state a number of rounds"
            )
        moves = np.eye(size)
        for step, chance in self.steps:
            lo, hi = max(0, -step), min(size, size - step)
            if hi > lo:
                moves[np.arange(lo, hi), np.arange(lo, hi) + step] -= float(chance)
        if not self.law.variance:
            raise BadInput("a wager that always brings the same ends no session by luck; state a number of rounds")
        begin = np.zeros(size)
        begin[-self.first] = 1.0
        visits = np.linalg.solve(moves.T, begin)  # how often each bankroll is played from
        longest = float(np.linalg.solve(moves, np.ones(size)).max())
        rest = float(np.abs(moves.T @ visits - begin).sum())
        mass: dict[int, float] = {}
        for step, chance in self.steps:
            for at in (*range(min(size, max(0, -step))), *range(max(0, size - step), size)):
                if not 0 <= at + step < size:
                    place = self.first + at + step
                    mass[place] = mass.get(place, 0.0) + float(chance) * float(visits[at])
        ends, length = self._ends(mass), float(visits.sum())
        mean = sum(float(left) * chance for left, chance in ends.items())
        error = 2 * longest * (rest + (len(self.steps) + 2) * ROUNDING * length)
        method = f"equations of the chain in double precision, no chance off by more than {error:.1g}"
        return self._session(title, None, ends, 0.0, length, mean, error, method, [])

    def _session(
        self, title: str, rounds: int | None, ends: dict[Fraction, Any], above: Any, length: Any, mean: Any, error: float,
        method: str, fan: list[tuple[int, tuple[float, ...]]],
    ) -> Session:  # fmt: skip
        return Session(
            title, self.start, rounds, self.goal, self.stop, ends, above, length, mean, error, method, tuple(fan)
        )


def _moments(rounds: int) -> set[int]:
    return {max(1, round(rounds * n / MOMENTS)) for n in range(1, MOMENTS + 1)}


# Without any barrier


@dataclass(frozen=True)
class SumLaw:
    """The law of what a number of rounds bring together, nobody stopping."""

    rounds: int
    lowest: Fraction
    mesh: Fraction
    chances: Any  # of lowest, lowest + mesh, …
    error: float  # all chances together are off by no more

    def below(self, net: Fraction | int) -> float:
        """The chance of no more than that."""
        last = math.floor((Fraction(net) - self.lowest) / self.mesh)
        return float(self.chances[: max(0, last + 1)].sum())

    def quantile(self, share: float) -> Fraction:
        """What is not exceeded in so many of all cases."""
        import numpy as np

        return self.lowest + int(np.searchsorted(np.cumsum(self.chances), share)) * self.mesh

    @property
    def ahead(self) -> float:
        return max(0.0, 1 - self.below(0))

    def document(self) -> dict[str, Any]:
        return {
            "schema": "houseway.sum/1", "rounds": self.rounds, "ahead": self.ahead, "error": self.error,
            "quantiles": {str(share): str(self.quantile(share)) for share in SHARES},
        }  # fmt: skip


def sum_law(law: Distribution, rounds: int) -> SumLaw:
    """The law of the sum of many rounds by a Fourier transform over a window; what lies outside is bounded at the saddle points.

    >>> from houseway.lab import study
    >>> red = sum_law(study("act-1992-american-roulette").odds()["red"].outcomes, 1_000_000)
    >>> round(red.below(-25_000), 4), red.error < 1e-8
    (0.9788, True)
    """
    import numpy as np

    if not 1 <= rounds <= 10**9:
        raise BadInput(f"a sum of {rounds} rounds cannot be worked out; from 1 to 1e9")
    walk = _Walk(law, Fraction(1), None, None)
    mean, width = float(law.expectation / walk.mesh) * rounds, rounds * (walk.up - walk.down) + 1
    deviation = law.deviation / float(walk.mesh) * math.sqrt(rounds)
    half = 12 * deviation + walk.up - walk.down
    while True:
        size = 1 << max(4, math.ceil(math.log2(min(width, 2 * half))))
        outside = 0.0 if size >= width else _outside(walk.steps, rounds, mean, size / 2)
        if outside < 1e-12 or size >= width:
            break
        if size >= 1 << 24:
            break
        half *= 2
    if outside > 1e-6:
        raise BadInput(f"{rounds:,} rounds of so wide a law need a longer transform than 2^24; ask for fewer rounds")
    first = rounds * walk.down if size >= width else math.floor(mean - size / 2)
    turn = np.zeros(size // 2 + 1, complex)
    angles = np.arange(size // 2 + 1) * (2 * math.pi / size)
    for step, chance in walk.steps:
        turn += float(chance) * np.exp(-1j * ((step * np.arange(size // 2 + 1)) % size) * (2 * math.pi / size))
    power = turn**rounds
    chances = np.fft.irfft(power * np.exp(1j * angles * (first % size)), size)
    # Every value of the transform is off by (results + 16) × rounds roundings of itself, and the way back by eight for each of
    # its stages: in the mean square, by Parseval; so all chances together, by Cauchy, by the root of the window times that.
    square = math.sqrt(2 * float((np.abs(power) ** 2).sum()) / size)
    before = math.sqrt(2 * float((np.abs(turn) ** (2 * rounds - 2)).sum()) / size)
    stages = math.log2(size)
    error = 2 * outside + ROUNDING * (
        math.sqrt(size) * ((len(walk.steps) + 16) * rounds * before + 8 * stages * square) + 8 * stages
    )
    return SumLaw(rounds, first * walk.mesh, walk.mesh, np.maximum(chances, 0.0), float(error))


def _outside(steps: list[tuple[int, Fraction]], rounds: int, mean: float, half: float) -> float:
    """No more than that lies further than ``half`` from the mean: Chernoff's bound, the exponent sought by halving."""
    import numpy as np

    places, chances = np.array([float(step) for step, _ in steps]), np.array([float(chance) for _, chance in steps])
    total = 0.0
    for sign in (1.0, -1.0):
        aim = (sign * mean + half) / rounds
        moved = sign * places
        if aim >= moved.max():
            continue
        low, high = 0.0, 700.0 / max(1.0, float(np.abs(moved).max()))
        for _ in range(100):
            middle = (low + high) / 2
            weights = chances * np.exp(middle * (moved - moved.max()))
            low, high = (middle, high) if float((weights * moved).sum() / weights.sum()) < aim else (low, middle)
        bound = math.log(float((chances * np.exp(low * (moved - moved.max()))).sum())) + low * moved.max() - low * aim
        total += math.exp(min(0.0, rounds * bound))
    return total


# As a picture


def sum_figure(of: SumLaw, title: str) -> Any:
    """What the rounds bring together."""
    drawn = plotting().Figure(figsize=(9, 4), layout="constrained")
    axes = drawn.subplots()
    places = [float(of.quantile(n / 400)) for n in range(1, 400)]
    axes.plot(places, [n / 400 for n in range(1, 400)], color="#1f5b4d")
    axes.axvline(0, color="#a3272a", linestyle="--")
    axes.set(title=f"{title}, {of.rounds:,} rounds", xlabel="net, units", ylabel="chance of no more")
    axes.spines[["top", "right"]].set_visible(False)
    return drawn


def figure(of: Session) -> Any:
    """Two plots: how the bankroll spreads round by round, and what is left at the end."""
    drawn = plotting().Figure(figsize=(9, 7 if of.fan else 4), layout="constrained")
    axes = drawn.subplots(2 if of.fan else 1, 1, squeeze=False)[:, 0]
    words = [f"bankroll {_plain(of.start)}"]
    words += [f"{name} {_plain(at)}" for name, at in (("goal", of.goal), ("stop at", of.stop)) if at is not None]
    words.append("until it ends" if of.rounds is None else f"{of.rounds:,} rounds")
    title = f"{of.title}\n{', '.join(words)}"
    if of.fan:
        draw_fan(axes[0], of.fan, title)
    under = axes[-1]
    lefts, chances = [float(left) for left in of.ends], [float(chance) for chance in of.ends.values()]
    low, high = math.floor(min(lefts)), math.ceil(_highest(lefts, chances))
    width = max(1, math.ceil((high - low) / MOMENTS))
    bars: dict[int, float] = {}
    for left, chance in zip(lefts, chances, strict=True):
        bar = min(int((left - low) // width), (high - low) // width)
        bars[bar] = bars.get(bar, 0.0) + chance
    under.bar([low + (n + 0.5) * width for n in bars], list(bars.values()), width=0.92 * width, color="#4b5853")
    under.axvline(float(of.start), color="#a3272a", linestyle="--", label="start")
    under.set(xlabel="bankroll at the end, units", ylabel="chance", **({} if of.fan else {"title": title}))
    under.legend(frameon=False)
    for one in axes:
        one.spines[["top", "right"]].set_visible(False)
    return drawn


def _highest(lefts: list[float], chances: list[float]) -> float:
    """Up to where the last bars are worth drawing."""
    upto = 0.0
    for left, chance in zip(lefts, chances, strict=True):
        upto += chance
        if upto > 0.999:
            return left
    return lefts[-1]


def plot(of: Session, path: Path) -> None:
    """Draws a session into a file."""
    figure(of).savefig(drawable(path))
