"""The fast form of Baccarat.

A coup consumes the same tape as the script: Player, Banker, Player, Banker, then third cards as the table of play asks. The
table comes from the script's own functions, flattened once; ``lab.agree`` holds the two against each other coup by coup. Cards
are sampled without replacement from the shoe, four to a random number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit, uint64

from houseway.games.baccarat.analysis import LISTED, OUTCOMES, VALUES, Play, Weighed, net
from houseway.games.baccarat.tableau import COLUMNS
from houseway.games.baccarat.terms import Terms
from houseway.kit.shoe import Shoe
from houseway.streams import Way, advance

TIER = 2  # a tape kernel: the order of the coup stands here a second time

STAND, PLAYER, BANKER = 0, 1, 2  # what follows the first four cards


@dataclass(frozen=True)
class Kernel:
    ways: tuple[Way, ...]  # what each outcome brings to each wager
    values: Any  # the value of every card in the shoe
    after: Any  # by both counts: nobody draws, Player draws, or only Banker does
    banker: Any  # by Banker's count and the value of Player's third card: whether Banker draws

    def run(self, state: Any, rounds: int) -> Any:
        """Plays coups from a stream's state and counts each outcome."""
        return _run(state, rounds, self.values, self.after, self.banker)

    def decide(self, tape: list[int]) -> tuple[int, int]:
        """The outcome of one coup from the values of its cards in order, and how many of them it used."""
        cards = np.array([*tape, 0, 0, 0][:6], np.int64)
        first, second = (cards[0] + cards[2]) % VALUES, (cards[1] + cards[3]) % VALUES
        drawn = _drawn(first, second, cards[4], self.after, self.banker)
        came = _outcome(first, second, cards[4], cards[5], drawn)
        return int(came), 4 + int(drawn in (1, 2)) + 2 * int(drawn == 3)


def kernels(terms: Terms, shoe: Shoe | None = None) -> list[Kernel]:
    weighed, table = Weighed.by(terms, shoe), Play.of(terms)
    values = np.repeat(np.arange(VALUES, dtype=np.uint8), weighed.counts)
    after = np.zeros(VALUES * VALUES, np.uint8)
    banker = np.zeros(VALUES * COLUMNS, np.uint8)
    for own in range(VALUES):
        for other in range(VALUES):
            if table.player[own][other]:
                after[own * VALUES + other] = PLAYER
            elif table.banker[own][other][-1]:
                after[own * VALUES + other] = BANKER
        rows = [table.banker[count][own] for count in range(VALUES) if not table.ends[count][own]]
        if rows:  # whatever Player's two cards count, as long as no natural ends the coup, the row is the same
            assert all(row == rows[0] for row in rows)
            banker[own * COLUMNS : (own + 1) * COLUMNS] = rows[0]
    ways = tuple(Way(spot, "", tuple(net(terms, came, spot) for came in OUTCOMES)) for spot in LISTED)
    return [Kernel(ways, values, after, banker)]


@njit(inline="always")
def _drawn(first, second, third, after, banker):
    """Third cards: none, Player's alone (1), Banker's alone (2) or both (3)."""
    follows = after[first * 10 + second]
    if follows == 1:
        return 3 if banker[second * 11 + third] else 1
    return follows


@njit(inline="always")
def _outcome(first, second, fifth, sixth, drawn):
    """Player's win, Banker's or a tie: 0, 1, 2."""
    player, bank = first, second
    if drawn == 1 or drawn == 3:
        player = (first + fifth) % 10
    if drawn == 2:
        bank = (second + fifth) % 10
    elif drawn == 3:
        bank = (second + sixth) % 10
    return 2 if player == bank else 0 if player > bank else 1


@njit(cache=True, nogil=True)
def _run(state, rounds, values, after, banker):
    counts = np.zeros(3, np.int64)
    one, two = state[0], state[1]
    n = uint64(len(values))
    low, lane = uint64(0xFFFF), uint64(16)
    unfair = uint64(65536 % len(values))  # products that would favour some cards are drawn again
    done = 0
    while done < rounds:
        x = one + two
        one, two = advance(one, two)
        a, b = (x & low) * n, ((x >> uint64(16)) & low) * n
        c, d = ((x >> uint64(32)) & low) * n, (x >> uint64(48)) * n
        if (a & low) < unfair or (b & low) < unfair or (c & low) < unfair or (d & low) < unfair:
            continue
        a, b, c, d = a >> lane, b >> lane, c >> lane, d >> lane
        if a == b or a == c or a == d or b == c or b == d or c == d:
            continue  # a card twice: all four are drawn again
        first = (values[a] + values[c]) % 10
        second = (values[b] + values[d]) % 10
        fifth = sixth = uint64(0)
        if after[first * 10 + second]:
            while True:
                x = one + two
                one, two = advance(one, two)
                e, f = (x & low) * n, ((x >> uint64(16)) & low) * n
                if (e & low) < unfair or (f & low) < unfair:
                    continue
                e, f = e >> lane, f >> lane
                if e == a or e == b or e == c or e == d or f == a or f == b or f == c or f == d or e == f:
                    continue
                break
            fifth, sixth = uint64(values[e]), uint64(values[f])
        drawn = _drawn(first, second, fifth, after, banker)
        counts[_outcome(first, second, fifth, sixth, drawn)] += 1
        done += 1
    return counts
