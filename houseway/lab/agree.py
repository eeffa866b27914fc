"""Agree: the fast form and the script are the same game.

A kernel compiled from the script (tier 1) can differ from it only if its classes are not honest or its table is read
wrongly. So, for every way of playing that the game's analysis knows: the distribution read off the table must equal the
one found by running the script to every ending with its exact weight; and for random rounds of real cards the table's
result must be the script's. A kernel that plays by itself (tier 2) is held against the script tape for tape: ``lab/tapes.py``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway import games
from houseway.kit.cards import CARDS
from houseway.kit.shoe import Shoe
from houseway.lab.exact import Study, analysis, wager_odds
from houseway.lab.simulate import kernels
from houseway.lab.tapes import by_tape, watched
from houseway.odds.chance import by_rank, certain
from houseway.odds.endings import endings
from houseway.odds.one_draw import settled
from houseway.odds.values import Distribution
from houseway.play.driver import drive
from houseway.play.prompts import ChooseEach, Draw, Prompt
from houseway.play.script import Settlement, Step
from houseway.play.wagers import SetUp, Sign, Wager


@dataclass(frozen=True)
class Agreement:
    """What stands behind the word "same"."""

    endings: int
    rounds: int


def enumerated(of: Study, policy: Any) -> tuple[Distribution, int]:
    """The distribution of a way of playing, found by running the script to every ending, and how many there are."""
    game, terms, unit = games.game(of.book.game), of.edition.terms, analysis(of.book.game).UNIT
    carry = game.ready(game.begin(terms, SetUp()))

    def chances(prompt: Prompt, steps: list[Step]) -> list[tuple[Any, Fraction]]:
        if isinstance(prompt, Draw):
            return by_rank(prompt)
        return certain(prompt, Sign()) or [(policy(prompt, steps), Fraction(1))]

    pairs = [
        (Fraction(settlement.net, unit), weight)
        for weight, _, settlement in endings(lambda: game.play(terms, carry), chances)
    ]
    return Distribution.of(pairs), len(pairs)


def agree(of: Study, rounds: int = 2000, seed: int = 1) -> Agreement:
    """Raises ``AssertionError`` where table and script differ; else says how much was compared."""
    ways = analysis(of.book.game)
    if hasattr(ways, "reduced"):
        return Agreement(*by_tape(of, rounds, random.Random(seed)))
    if hasattr(ways, "decided"):
        return _deals(of, rounds, random.Random(seed))
    if hasattr(ways, "agreed"):  # the game deals in its own way and compares hand by hand
        return Agreement(*ways.agreed(of.edition.terms, rounds, random.Random(seed).randrange))
    if hasattr(ways, "BETS"):
        return _without_decisions(of, rounds, random.Random(seed))
    if not hasattr(ways, "policies"):
        return _slips(of, rounds, random.Random(seed))
    odds = {one.strategy: one for one in wager_odds(of)}
    count = 0
    for strategy, policy in ways.policies(of.edition.terms).items():
        found, seen = enumerated(of, policy)
        count += seen
        assert found.chances == odds[strategy].spread.chances, f"{of.edition.book}: {strategy}"
        _sampled(of, policy, rounds, random.Random(seed))
    return Agreement(count, rounds * len(ways.policies(of.edition.terms)))


def _without_decisions(of: Study, rounds: int, rng: random.Random) -> Agreement:
    """For games of cards in which nobody decides: one unit on every spot. Every ending of a few small shoes, with its exact
    weight, must give the odds of each wager; and for random rounds of a full shoe the kernel must settle as the script does."""
    game, terms, ways = games.game(of.book.game), of.edition.terms, analysis(of.book.game)
    full = game.ready(game.begin(terms, SetUp()))

    def chances(prompt: Prompt, steps: list[Step]) -> list[tuple[Any, Fraction]]:
        return by_rank(prompt) if isinstance(prompt, Draw) else certain(prompt, Sign()) or [(ways.BETS, Fraction(1))]

    seen = 0
    for _ in range(min(4, 1 + rounds // 100)):
        small = _seven_cards(rng)
        carry = replace(full, shoe=replace(full.shoe, shoe=small))
        found = list(endings(lambda carry=carry: game.play(terms, carry), chances))  # type: ignore[misc]
        seen += len(found)
        for odds in ways.wagers(terms, small):
            pairs = ((Fraction(_net_of(end, odds.wager), ways.UNIT), weight) for weight, _, end in found)
            assert Distribution.of(pairs).chances == odds.spread.chances, f"{odds.wager} from {small}"
    kernel = kernels(of)[0]
    for _ in range(rounds):

        def answer(prompt: Prompt) -> Any:
            return prompt.some(rng.randrange) if isinstance(prompt, Draw) else chances(prompt, [])[0][0]

        steps, settlement = drive(game.play(terms, full), answer)
        cell = kernel.decide(ways.tape(steps))
        for way in kernel.ways:
            assert way.nets[cell] == Fraction(_net_of(settlement, way.wager), ways.UNIT), steps
    return Agreement(seen, rounds)


def _deals(of: Study, rounds: int, rng: random.Random) -> Agreement:
    """For games with too many deals to enumerate: random deals by the script, each way of playing, held against the kernel
    wager by wager; the script is told the decision that the kernel took from the same cards."""
    game, terms, ways = games.game(of.book.game), of.edition.terms, analysis(of.book.game)
    carry = game.ready(game.begin(terms, SetUp()))
    compared = 0
    for kernel in kernels(of):
        for _ in range(rounds):
            told: list[Step] = []

            def answer(prompt: Prompt, told: list[Step] = told, kernel: Any = kernel) -> Any:
                if isinstance(prompt, Draw):
                    return prompt.some(rng.randrange)
                if isinstance(prompt, ChooseEach):
                    return ways.decided(prompt, kernel.decide(ways.tape(told)))
                return ways.answer(terms, prompt)

            steps, settlement = drive(watched(game.play(terms, carry), told), answer)
            cell = kernel.decide(ways.tape(steps))
            for way in kernel.ways:
                assert way.nets[cell] == ways.net(settlement, way.wager), (way.wager, steps)
                compared += 1
    return Agreement(0, compared)


def _seven_cards(rng: random.Random) -> Shoe:
    """Enough for a coup of six, few enough for every order of them."""
    chosen = rng.sample(range(len(CARDS)), 7)
    return Shoe(tuple(int(n in chosen) for n in range(len(CARDS))))


def _net_of(settlement: Settlement, spot: str) -> int:
    return sum(line.net for line in settlement.lines if line.wager.spot == spot)


def _slips(of: Study, rounds: int, rng: random.Random) -> Agreement:
    """For games that one draw decides: random slips of several wagers, each held against every result."""
    ways, terms = analysis(of.book.game), of.edition.terms
    table, begin = ways.table_of(terms), ways.begin(terms)
    spots = list(table.nets)
    compared = 0
    for _ in range(max(1, rounds // len(table.weights))):
        chosen = rng.sample(spots, min(len(spots), 1 + rng.randrange(8)))
        wagers = [Wager("P1", 0, spot, 100 * (1 + rng.randrange(50))) for spot in chosen]
        for result in table.weights:
            expected = sum((table.nets[w.spot][result] * w.cents for w in wagers), Fraction(0))
            assert settled(begin, wagers, result, Sign()).net == expected, (wagers, result)
            compared += 1
    return Agreement(len(table.weights), compared)


def _sampled(of: Study, policy: Any, rounds: int, rng: random.Random) -> None:
    game, terms, ways = games.game(of.book.game), of.edition.terms, analysis(of.book.game)
    carry = game.ready(game.begin(terms, SetUp()))
    for _ in range(rounds):
        told: list[Step] = []

        def answer(prompt: Prompt, told: list[Step] = told) -> Any:
            if isinstance(prompt, Draw):
                return prompt.some(rng.randrange)
            sure = certain(prompt, Sign())
            return sure[0][0] if sure is not None else policy(prompt, told)

        steps, settlement = drive(watched(game.play(terms, carry), told), answer)
        assert ways.looked_up(terms, steps) == Fraction(settlement.net, ways.UNIT), steps
