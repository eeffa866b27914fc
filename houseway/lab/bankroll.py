"""Bankroll: what a session does to a player's money, by playing it many times.

A session is a number of rounds of one wager at one unit each, from a starting bankroll. It ends early when less than a
unit is left (ruin) or when a goal is reached. A loss greater than what is left takes all of it. The law of one round is the
exact distribution where there is one, else the frequencies of a simulation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.complaint import BadInput
from houseway.extras import import_extra

SESSIONS = 20_000
MOMENTS = 60  # points in time at which the spread of bankrolls is noted
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Sessions:
    """Many sessions, and how they ended."""

    start: float
    rounds: int
    goal: float | None
    seed: int
    ends: Any  # the bankroll at the end of each session
    lengths: Any  # rounds played in each
    fan: tuple[tuple[int, tuple[float, ...]], ...]  # after so many rounds, the bankrolls at SHARES

    @property
    def count(self) -> int:
        return len(self.ends)

    @property
    def ruined(self) -> float:
        return float((self.ends < 1).mean())

    @property
    def reached(self) -> float | None:
        return None if self.goal is None else float((self.ends >= self.goal).mean())

    @property
    def ahead(self) -> float:
        return float((self.ends > self.start).mean())

    def error(self, share: float) -> float:
        return math.sqrt(share * (1 - share) / self.count)

    def quantiles(self) -> tuple[float, ...]:
        return _quantiles(self.ends)

    def document(self) -> dict[str, Any]:
        shares = {"ruin": self.ruined, "ahead": self.ahead}
        if self.reached is not None:
            shares["goal"] = self.reached
        return {
            "start": self.start,
            "rounds": self.rounds,
            "goal": self.goal,
            "sessions": self.count,
            "seed": self.seed,
            **{name: {"estimate": share, "standard_error": self.error(share)} for name, share in shares.items()},
            "mean_length": float(self.lengths.mean()),
            "mean_end": float(self.ends.mean()),
            "quantiles": dict(zip(map(str, SHARES), self.quantiles(), strict=True)),
        }


def sessions(
    chances: dict[Fraction, float],
    start: float,
    rounds: int,
    goal: float | None = None,
    seed: int = 1,
    count: int = SESSIONS,
) -> Sessions:
    """Plays sessions; ``chances`` gives each net result of a round, in units, with its probability."""
    if start < 1:
        raise BadInput(f"a bankroll of {start:g} units cannot make one wager; at least 1")
    if rounds < 1:
        raise BadInput(f"a session of {rounds} rounds cannot be played; at least 1")
    if goal is not None and goal <= start:
        raise BadInput(f"a goal of {goal:g} units is no goal for a bankroll of {start:g}")
    import numpy as np

    stream = np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, 0xBA])))
    nets = np.array([float(net) for net in chances])
    upto = np.cumsum(list(chances.values()))
    upto /= upto[-1]
    money = np.full(count, float(start))
    lengths = np.zeros(count, np.int64)
    playing = np.arange(count)
    moments = {max(1, round(rounds * n / MOMENTS)) for n in range(1, MOMENTS + 1)}
    fan = [(0, (float(start),) * len(SHARES))]
    for turn in range(1, rounds + 1):
        money[playing] = np.maximum(
            0, money[playing] + nets[np.searchsorted(upto, stream.random(len(playing)), "right")]
        )
        lengths[playing] += 1
        here = money[playing]
        playing = playing[(here >= 1) & (here < (math.inf if goal is None else goal))]
        if turn in moments:
            fan.append((turn, _quantiles(money)))
        if not len(playing):
            break
    return Sessions(float(start), rounds, goal, seed, money, lengths, tuple(fan))


def _quantiles(money: Any) -> tuple[float, ...]:
    import numpy as np

    return tuple(float(value) for value in np.quantile(money, SHARES))


def plotting() -> Any:
    """The library for plots, where it is installed."""
    return import_extra("matplotlib.figure", "a plot")


def figure(of: Sessions, title: str) -> Any:
    """Two plots: how bankrolls spread round by round, and where sessions end."""
    drawn = plotting().Figure(figsize=(9, 7), layout="constrained")
    over, under = drawn.subplots(2, 1)
    draw_fan(over, of.fan, title)
    low, high = math.floor(of.ends.min()), math.ceil(of.ends.max())
    width = max(1, math.ceil((high - low) / MOMENTS))  # whole units, so that no bar holds more of them than another
    under.hist(of.ends, bins=[low + n * width for n in range((high - low) // width + 2)], color="#4b5853")
    under.axvline(of.start, color="#a3272a", linestyle="--", label="start")
    under.set(xlabel="bankroll at the end, units", ylabel="sessions")
    under.legend(frameon=False)
    for axes in (over, under):
        axes.spines[["top", "right"]].set_visible(False)
    return drawn


def draw_fan(over: Any, fan: tuple[tuple[int, tuple[float, ...]], ...], title: str) -> None:
    """How bankrolls spread round by round."""
    turns = [turn for turn, _ in fan]
    lines = list(zip(*(values for _, values in fan), strict=True))
    over.fill_between(turns, lines[0], lines[4], color="#1f5b4d", alpha=0.18, label="90 % of sessions")
    over.fill_between(turns, lines[1], lines[3], color="#1f5b4d", alpha=0.35, label="half of them")
    over.plot(turns, lines[2], color="#14201b", label="the middle one")
    over.set(title=title, xlabel="rounds", ylabel="bankroll, units")
    over.legend(frameon=False)


def drawable(path: Path) -> Path:
    """A file that a plot can be written to."""
    if path.suffix not in (".svg", ".png", ".pdf"):
        raise BadInput(f"a plot is written as .svg, .png or .pdf, not as {path.name!r}")
    return path


def plot(of: Sessions, title: str, path: Path) -> None:
    """Draws sessions into a file."""
    figure(of, title).savefig(drawable(path))
