"""Tapes: a kernel that plays by itself, held against the script on the same cards.

Both read one tape, a row of ranks. On every tape that is tried they must bring the same to every wager and must have taken as
many cards. Tried are the tapes of every ending of reduced shoes, which the game's analysis names, and random ones.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway import games
from houseway.kit.cards import CARDS, Card
from houseway.lab.exact import Study, analysis, remaining
from houseway.lab.simulate import kernels_once
from houseway.odds.chance import by_rank, certain
from houseway.odds.endings import endings
from houseway.play.driver import drive
from houseway.play.events import Dealt
from houseway.play.prompts import Draw, Prompt
from houseway.play.script import Settlement, Step
from houseway.play.wagers import SetUp, Sign


def by_tape(of: Study, rounds: int, rng: random.Random) -> tuple[int, int]:
    """For kernels that play by themselves: every ending of the reduced shoes, and random tapes with one box and with three.
    Gives how many of each."""
    ways, terms = analysis(of.book.game), of.edition.terms
    ended = 0
    compared = 0
    for kernel in kernels_once(of):
        for text in ways.reduced(terms):
            ended += every_ending(
                of, kernel, ways.policies(terms, of.shoe)[kernel.strategy], remaining(of.edition, text)
            )
        for boxes in (1, 3):
            policy = ways.policies(terms, of.shoe, boxes)[kernel.strategy]
            deck = [int(rank) for rank in kernel.deck]
            for _ in range(rounds // 4):
                same_on(of, kernel, policy, rng.sample(deck, min(len(deck), 40 * boxes)), boxes)
                compared += 1
    return ended, compared


def every_ending(of: Study, kernel: Any, policy: Any, shoe: Any) -> int:
    """Runs the script from a reduced shoe to every ending and the kernel over each of those tapes; gives their number."""
    game, terms = games.game(of.book.game), of.edition.terms
    carry = game.ready(game.begin(terms, SetUp()))
    carry = replace(carry, shoe=replace(carry.shoe, shoe=shoe))

    def chances(prompt: Prompt, steps: list[Step]) -> list[tuple[Any, Fraction]]:
        if isinstance(prompt, Draw):
            return by_rank(prompt)
        return certain(prompt, Sign()) or [(policy(prompt, steps), Fraction(1))]

    count = 0
    for _, steps, settlement in endings(lambda: game.play(terms, carry), chances):
        tape = [step.card.rank for step in steps if isinstance(step, Dealt) and isinstance(step.card, Card)]
        _compare(of, kernel, tape, 1, len(tape), settlement)
        count += 1
    return count


def same_on(of: Study, kernel: Any, policy: Any, tape: Sequence[int], boxes: int = 1) -> None:
    """One tape of ranks, an ace as one, through the script and through the kernel."""
    game, terms = games.game(of.book.game), of.edition.terms
    carry = game.ready(game.begin(terms, SetUp()))
    ranks, told, used = iter(tape), list[Step](), 0

    def answer(prompt: Prompt) -> Any:
        nonlocal used
        if isinstance(prompt, Draw):
            used += 1
            rank = next(ranks)
            return next(card for card in CARDS if card.rank == (14 if rank == 1 else rank) and prompt.shoe.has(card))
        sure = certain(prompt, Sign())
        return sure[0][0] if sure is not None else policy(prompt, told)

    _, settlement = drive(watched(game.play(terms, carry), told), answer)
    _compare(of, kernel, tape, boxes, used, settlement)


def _compare(of: Study, kernel: Any, tape: Sequence[int], boxes: int, used: int, settlement: Settlement) -> None:
    unit, lines = analysis(of.book.game).UNIT, of.edition.terms.lines.value
    low = [1 if rank == 14 else rank for rank in tape]
    nets, taken = kernel.on_tape(low, boxes)
    found = [[Fraction(0) for _ in lines] for _ in range(boxes)]
    for line in settlement.lines:
        at = next((n for n, name in enumerate(lines) if line.wager.spot.partition(".")[0] == name), None)
        if at is None:  # an insurance belongs to the line it was taken on
            at = int(line.wager.spot.rpartition("-")[2]) - 1 if "-" in line.wager.spot else 0
        found[line.wager.area - 1][at] += Fraction(line.net, unit)
    assert (nets, taken) == (found, used), f"{of.edition.book}, {kernel.strategy}: tape {' '.join(map(str, low))}"


def watched(script: Any, told: list[Step]) -> Any:
    """The same script, with what it has told so far kept where a policy can see it."""
    reply = None
    while True:
        try:
            step = script.send(reply)
        except StopIteration as end:
            return end.value
        told.append(step)
        reply = yield step
