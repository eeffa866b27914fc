"""Practice: tickets to check. Numbers stand all over the form, some tickets have several ways, and more of what was marked is
drawn than luck would draw. What a ticket wins is what the script pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.games.keno.drawing import BallDrawn, Closed, Drawn
from houseway.games.keno.entry import grouped, read_spot, spot_of
from houseway.games.keno.terms import Terms
from houseway.money import show
from houseway.play.decision import Accepted
from houseway.play.prompts import Ball, Pick, Prompt, TakeWagers
from houseway.play.wagers import ChipSums, Wager

UNSAID = (BallDrawn, Closed, Drawn)  # the numbers are told once, in their order on the form
PLAYERS = ("Amy", "Ben")
DOLLARS = (1, 1, 2, 3, 5, 10)
MOST_SPOTS = 10


def wagers(terms: Terms, window: TakeWagers, pick: Pick) -> tuple[Wager, ...]:
    """A ticket or two, of one way or of several."""
    lying, found = ChipSums(), list[Wager]()
    for player in PLAYERS[: 1 + pick(len(PLAYERS))]:
        for numbers, special in _ways(terms, pick):
            for dollars in (DOLLARS[pick(len(DOLLARS))], max(DOLLARS)):
                wager = Wager(player, 0, spot_of(numbers, special), 100 * dollars)
                if isinstance(window.offer(lying, wager), Accepted):
                    lying.add(wager)
                    found.append(wager)
                    break
    return tuple(found)


def _ways(terms: Terms, pick: Pick) -> list[tuple[tuple[int, ...], int]]:
    """The numbers of each way, and the special that is marked."""
    left = list(range(1, terms.draws.device.value + 1))

    def some(count: int) -> tuple[int, ...]:
        return tuple(sorted(left.pop(pick(len(left))) for _ in range(count)))

    if pick(3):
        special = (0, 0, *terms.kinds.special.value)[pick(2 + len(terms.kinds.special.value))]
        return [(some(1 + pick(MOST_SPOTS)), special)]
    groups = [some(1 + pick(3)) for _ in range(3)]
    spots = len(groups[0]) + len(groups[1])
    return [(way, 0) for way in grouped(groups, spots)]


def luck(prompt: Prompt, laid: Sequence[Wager], pick: Pick) -> Any:
    """Now and then a ball that somebody has marked."""
    if not isinstance(prompt, Ball) or pick(4) == 0:
        return None
    marked = sorted({number for wager in laid for number in (read_spot(wager.spot) or (0, ()))[1]} - set(prompt.out))
    return marked[pick(len(marked))] if marked and pick(3) == 0 else None


def ticket(own: Sequence[Wager]) -> str:
    """What stands on one ticket: every way with its numbers and its amount."""
    said = []
    for wager in own:
        special, numbers = read_spot(wager.spot) or (0, ())
        marked = f", Special {special}" if special else ""
        said.append(f"{' '.join(map(str, numbers))} for {show(wager.cents)}{marked}")
    return "; ".join(said)
