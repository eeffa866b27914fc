"""What Blackjack is put to: every ending of short shoes and rounds of full ones, each way of playing.

A kernel that plays by itself reads a tape, a row of ranks. On every round that is tried it must bring the same to every line
of every box as the script, and must have taken as many cards. The exact value is held against the endings of a short shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from houseway.games.blackjack import carry
from houseway.games.blackjack.figures.analysis import policies
from houseway.games.blackjack.figures.rules import BY_TOTALS, UNIT
from houseway.games.blackjack.figures.solving import solved
from houseway.games.blackjack.figures.ways import Player
from houseway.games.blackjack.hand import ACE
from houseway.games.blackjack.round import play
from houseway.games.blackjack.terms import Terms
from houseway.kit.cards import CARDS, RANKS, Card
from houseway.kit.shoe import Shoe
from houseway.odds.chance import by_rank
from houseway.odds.endings import Ending
from houseway.odds.trial import Nets, Trial, all_together
from houseway.play.script import Settlement
from houseway.play.shoeful import ready
from houseway.play.wagers import SetUp


def trials(terms: Terms, shoe: Shoe | None, kernels: list[Any], pick: Callable[[int], int]) -> Iterator[Trial]:
    shoes = [only(counts) for counts in reduced(terms)]
    for kernel in kernels:
        for short in shoes:
            yield on_shoe(terms, kernel, policies(terms, shoe)[kernel.strategy], short)
        for boxes in (1, 3):
            yield at_random(terms, kernel, policies(terms, shoe, boxes)[kernel.strategy], boxes)
    if len(terms.lines.value) == 1:
        yield the_value(terms, shoes[0])


def reduced(terms: Terms) -> tuple[Mapping[str, int], ...]:
    """Shoes whose every ending can be run; where the dealer completes several hands, endings multiply and one must do."""
    if len(terms.lines.value) > 1:
        return ({"T": 20, "9": 10},)
    return ({"8": 12, "T": 12}, {"A": 12, "T": 12}, {"7": 10, "T": 14}, {"6": 12, "T": 12})


def only(counts: Mapping[str, int]) -> Shoe:
    """A shoe of some ranks, of the first suit as far as it matters."""
    return Shoe(tuple(counts.get(RANKS[card.rank - 2], 0) if card.suit == "S" else 0 for card in CARDS))


def on_shoe(terms: Terms, kernel: Any, policy: Player, shoe: Shoe) -> Trial:
    """Every ending of a short shoe, and the kernel over each of those tapes."""
    return replace(
        _held(terms, kernel, policy, 1), about=f"{kernel.strategy}, the shoe {shoe}", begin=_round(terms, shoe)
    )


def at_random(terms: Terms, kernel: Any, policy: Player, boxes: int) -> Trial:
    """Rounds of a full shoe."""
    return replace(_held(terms, kernel, policy, boxes), kit=(), whole=_round(terms))


def on_tape(terms: Terms, kernel: Any, policy: Player, tape: Sequence[int], boxes: int = 1) -> Trial:
    """One tape of ranks, an ace as one."""
    return replace(_held(terms, kernel, policy, boxes), kit=((Fraction(1), _cards(tape)),))


def the_value(terms: Terms, shoe: Shoe) -> Trial:
    """Every ending of a short shoe, played as is best by totals there, against the value found without the script."""
    policy = policies(terms, shoe)[BY_TOTALS]
    exact = {"wager": solved(terms, shoe).by_totals.exactly()}
    about = f"the exact value of the shoe {shoe}"
    return Trial(about, _round(terms, shoe), policy, all_together("wager", UNIT), exact, luck=by_rank)


def _held(terms: Terms, kernel: Any, policy: Player, boxes: int) -> Trial:
    """The script against a kernel on whatever cards come."""
    lines = terms.lines.value

    def nets(settlement: Settlement) -> Nets:
        found = {f"box {box} {line}": Fraction(0) for box in range(1, boxes + 1) for line in lines}
        for line in settlement.lines:
            spot = line.wager.spot.partition(".")[0]
            if spot not in lines:  # an insurance belongs to the line it was taken on
                spot = terms.insurance_spots[spot]
            found[f"box {line.wager.area} {spot}"] += Fraction(line.net, UNIT)
        return found

    def fast(ending: Ending[Settlement]) -> Nets:
        tape = [1 if card.rank == ACE else card.rank for card in ending.drawn]
        said, taken = kernel.on_tape(tape, boxes)
        assert taken == len(tape), f"{kernel.strategy}: {taken} cards taken of {tape}"
        return {
            f"box {box} {line}": net
            for box, brought in enumerate(said, 1)
            for line, net in zip(lines, brought, strict=True)
        }

    about = f"{kernel.strategy}, {boxes} boxes"
    return Trial(about, _round(terms), policy, nets, fast=fast, luck=by_rank)


def _round(terms: Terms, shoe: Shoe | None = None) -> Any:
    full = ready(carry.begin(terms, SetUp()))
    return partial(play, terms, full if shoe is None else replace(full, shoe=replace(full.shoe, shoe=shoe)))


def _cards(tape: Sequence[int]) -> tuple[Card, ...]:
    """Cards of these ranks, the suits by turns."""
    suits: dict[int, int] = {}
    found = []
    for rank in tape:
        turn = suits[rank] = suits.get(rank, -1) + 1
        found.append(CARDS[4 * ((ACE if rank == 1 else rank) - 2) + turn % 4])
    return tuple(found)
