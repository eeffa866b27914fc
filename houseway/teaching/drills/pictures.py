"""Pictures: chips of one player on several places that all win on the same result, as they lie round a number of roulette. What
does the picture pay?

Which places win is found by laying chips on every place at once and running the script; what the picture pays, by running it with
the picture.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway import games
from houseway.games import chapters_of
from houseway.law.rulebook import Edition
from houseway.money import Odds, show
from houseway.play.decision import Accepted
from houseway.play.events import Settled
from houseway.play.prompts import ClosedWindow, ReadSign, Roll, Spin, TakeWagers
from houseway.play.states import Outcome
from houseway.play.wagers import ChipSums, Limits, Wager
from houseway.teaching.dealing import NAMES, Dealt, deal, deal_again
from houseway.teaching.posing import Asked
from houseway.teaching.questions import Form, Part
from houseway.teaching.sampling import sample
from houseway.teaching.telling import happened, paid_words

TITLE = "Pictures"
ABOUT = "Several stacks that win together. What does the picture pay?"
PAR = 30

FEW = 6  # places that are no layout yet
CHIPS = (100, 250, 500, 1000, 2500)  # cents
BESIDE = Fraction(2)  # what pays no more than this is paid by itself, and is no part of a picture


def has(edition: Edition[Any]) -> bool:
    """One layout of many places, and one spin or throw; nobody pays a picture where players sit at terminals."""
    return chapters_of(edition).terminals is None and any(_window(dealt) is not None for dealt in sample(edition))


def _window(base: Dealt) -> int | None:
    """Which of the answers is the layout."""
    windows = [(n, prompt.spots) for n, (prompt, _) in enumerate(base.answers) if isinstance(prompt, TakeWagers)]
    drawn = [prompt for prompt, _ in base.answers if isinstance(prompt, (Spin, Roll))]
    others = any(prompt.by_luck for prompt, _ in base.answers if not isinstance(prompt, (Spin, Roll)))
    if len(windows) != 1 or len(drawn) != 1 or others or len(windows[0][1]) <= FEW:
        return None
    return windows[0][0]


def pose(edition: Edition[Any], rng: random.Random) -> Asked | None:
    base = deal(edition, rng, players=1)
    window = _window(base)
    if window is None:
        return None
    winners = _winners(base, window, rng)
    if len(winners) < 2:
        return None
    chosen = rng.sample(winners, min(len(winners), rng.choice((2, 3, 4, 5))))
    chip = rng.choice(CHIPS)
    stacks = {spot: rng.choice((1, 1, 2, 2, 3, 4, 5, 6)) for spot in sorted(chosen)}
    wagers = tuple(Wager(NAMES[0], 0, spot, count * chip) for spot, count in stacks.items())
    dealt = _again(base, window, wagers, rng)
    lines = [step for step in dealt.steps if isinstance(step, Settled)]
    if not all(line.outcome is Outcome.WON for line in lines) or len(lines) != len(wagers):
        return None
    return _asked(dealt, lines, stacks, chip)


def _winners(base: Dealt, window: int, rng: random.Random) -> list[str]:
    """Every place that wins in this round and is paid more than a chip beside the numbers."""
    prompt = base.answers[window][0]
    assert isinstance(prompt, TakeWagers)
    lying, everywhere = ChipSums(), list[Wager]()
    for spot in prompt.spots:
        wager = Wager(NAMES[0], 0, spot, CHIPS[0])
        if isinstance(replace(prompt, sign=_any_amount(prompt)).offer(lying, wager), Accepted):
            lying.add(wager)
            everywhere.append(wager)
    dealt = _again(base, window, tuple(everywhere), rng)
    won = [step for step in dealt.steps if isinstance(step, Settled) and step.outcome is Outcome.WON]
    return [step.wager.spot for step in won if step.at and _ratio(step.at) > BESIDE]


def _ratio(at: str) -> Fraction:
    odds = Odds.parse(at)
    return Fraction(odds.wins, odds.on)


def _any_amount(prompt: TakeWagers) -> Any:
    return replace(prompt.sign, limits=Limits(), kinds={}, smallest_chip=1)


def _again(base: Dealt, window: int, wagers: tuple[Wager, ...], rng: random.Random) -> Dealt:
    """The same round with other chips, under a sign that states no limits."""
    first = [
        replace(answer, limits=Limits(), kinds={}, smallest_chip=1) if isinstance(prompt, ReadSign) else answer
        for prompt, answer in base.answers
    ]
    first[window] = ClosedWindow(wagers)
    return deal_again(base, rng, first)


def _asked(dealt: Dealt, lines: list[Settled], stacks: dict[str, int], chip: int) -> Asked:
    game, terms = dealt.edition.game, dealt.edition.terms
    before = next(n for n, step in enumerate(dealt.steps) if isinstance(step, Settled))
    by = lines[0].by
    for line in lines:
        by = by + line.by
    picture = [f"{games.wager_called(game, terms, line.wager)}: {_chips(stacks[line.wager.spot])}" for line in lines]
    return Asked(
        f"{len(lines)} stacks",
        (f"{NAMES[0]} has chips of {show(chip)}:", *picture, *happened(dealt, before)),
        (Part("What does the picture pay, winnings alone?", Form.AMOUNT, (str(sum(line.won for line in lines)),)),),
        by,
        tuple((paid_words(dealt, line), line.by) for line in lines),
        dealt.view(before),
        note=f"{sum(line.won for line in lines) // chip} chips of {show(chip)}.",
    )


def _chips(count: int) -> str:
    return "1 chip" if count == 1 else f"{count} chips"
