"""Red Dog for learning agents: two cards, a raise or none, a third. What a round brings is the script's own table.

An episode is a round for one unit; or, where sizes of wagers are given, a shoe that is kept until the cutting card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm
from types import MappingProxyType
from typing import Any

import numpy as np
from numba import njit

from houseway.figures.episodes import (
    ACT,
    BEGIN,
    FRESH,
    IDLE,
    KEPT,
    Encoding,
    ShoeSeating,
    bounds_of,
    brought,
    keeps,
    lucky,
    next_card,
    taken,
)
from houseway.games.red_dog.figures.analysis import RANKS, shoe_of, table_of
from houseway.games.red_dog.terms import Terms
from houseway.kit.cards import CARDS
from houseway.kit.shoe import Shoe

ACTIONS = ("no raise", "raise", "go on")
NO_RAISE, RAISE, GO_ON = range(3)
QUESTIONS = ("size of the wager", "raise", "nothing to decide", "over")
SIZE_OF_WAGER, RAISES, NOTHING, OVER = range(4)
LEAST = 3  # cards of a round

(QUESTION, PLACE, LAID, BET, RAISED, NET) = range(6)
CARD = 6
DRAWN_FROM = CARD + LEAST
LEFT = DRAWN_FROM + LEAST
WIDTH = LEFT + 13
UNIT, HOW, CUT, BURN, ENCODING, BETS = range(
    6
)  # of a book's numbers; then a full shoe by rank, then sizes in hundredths
FULL = 6
AFTER_FULL = FULL + 13

_piece: Any = njit(forceinline=True, _nrt=False)  # type: ignore[call-overload]
_loop: Any = njit(cache=True, nogil=True, _nrt=False)  # type: ignore[call-overload]


@_piece
def _lay(row, deck, stream, rules, bounds):
    at, place = row[LAID], row[PLACE]
    card, position, luck = next_card(deck, place, lucky(stream), bounds, rules[HOW], row, DRAWN_FROM, at)
    keeps(stream, luck)
    row[PLACE], row[CARD + at], row[DRAWN_FROM + at], row[LAID] = place + 1, card, position, at + 1
    row[LEFT + (card >> 2)] -= 1


@_piece
def _spread(row):
    one, other = row[CARD] >> 2, row[CARD + 1] >> 2
    return (one - other if one > other else other - one) - 1


@_piece
def _dealt(row, deck, stream, mask, rules, nets, bounds):
    """Two cards; then the raise is asked for, or the round goes to its end."""
    mask[:] = False
    row[LAID], row[RAISED] = 0, 0
    if rules[HOW] == FRESH:
        row[PLACE] = 0
    _lay(row, deck, stream, rules, bounds)
    _lay(row, deck, stream, rules, bounds)
    if _spread(row) > 0:
        row[QUESTION] = RAISES
        mask[NO_RAISE], mask[RAISE] = True, True
    else:
        _ended(row, deck, stream, rules, nets, bounds)


@_piece
def _ended(row, deck, stream, rules, nets, bounds):
    if _spread(row) != 0:
        _lay(row, deck, stream, rules, bounds)
    third = row[CARD + 2] >> 2 if row[LAID] == 3 else 0
    row[NET] = nets[((row[CARD] >> 2) * 13 + (row[CARD + 1] >> 2)) * 13 + third, row[RAISED]]
    row[QUESTION] = NOTHING


@_piece
def _size(row, mask):
    row[QUESTION] = SIZE_OF_WAGER
    mask[:] = False
    mask[GO_ON + 1 :] = True


@_piece
def _begin(row, deck, stream, mask, rules, nets, bounds):
    row[PLACE], row[BET] = 0, 0
    for rank in range(13):
        row[LEFT + rank] = rules[FULL + rank]
    if rules[HOW] == KEPT:
        for _ in range(rules[BURN]):
            row[LAID] = 0
            _lay(row, deck, stream, rules, bounds)
            row[LEFT + (row[CARD] >> 2)] += 1  # nobody has seen it
    if rules[BETS]:
        _size(row, mask)
        return
    _dealt(row, deck, stream, mask, rules, nets, bounds)
    if row[QUESTION] == NOTHING:
        mask[GO_ON] = True


@_piece
def _act(row, deck, stream, mask, rules, nets, bounds, action):
    if row[QUESTION] == SIZE_OF_WAGER:
        row[BET] = action - GO_ON - 1
        _dealt(row, deck, stream, mask, rules, nets, bounds)
    elif row[QUESTION] == RAISES:
        row[RAISED] = action == RAISE
        _ended(row, deck, stream, rules, nets, bounds)
    if row[QUESTION] == RAISES:
        return 0.0, False
    bet = rules[AFTER_FULL + row[BET]] if rules[BETS] else 100
    reward = row[NET] * bet / (100.0 * rules[UNIT])
    if rules[HOW] == KEPT and row[PLACE] < rules[CUT]:
        _size(row, mask)
        return reward, False
    row[QUESTION] = OVER
    mask[:] = False
    return reward, True


FEATURES = (
    *(f"the question: {words}" for words in QUESTIONS), "the lower rank, 2 to 14 for an ace", "the higher rank", "the spread",
)  # fmt: skip
BASIC = len(FEATURES)
ENCODINGS = {
    "features": Encoding(FEATURES),
    "cards": Encoding((*FEATURES, *(f"lies, {card.words}" for card in CARDS))),
    "shoe": Encoding(
        (*FEATURES, *(f"not seen yet, cards of rank {rank}" for rank in RANKS), "cards not seen in all"), 6000.0
    ),
}
BY_FEATURES, BY_CARDS, BY_SHOE = range(3)


@_piece
def _observe(row, rules, seen):
    seen[:] = 0.0
    seen[row[QUESTION]] = 1.0
    if row[QUESTION] != SIZE_OF_WAGER:
        one, other = (row[CARD] >> 2) + 2, (row[CARD + 1] >> 2) + 2
        seen[4], seen[5] = min(one, other), max(one, other)
        seen[6] = max(_spread(row), 0)
        if rules[ENCODING] == BY_CARDS:
            for at in range(row[LAID]):
                seen[BASIC + row[CARD + at]] += 1.0
    if rules[ENCODING] == BY_SHOE:
        total = 0.0
        for rank in range(13):
            seen[BASIC + rank] = row[LEFT + rank]
            total += row[LEFT + rank]
        seen[BASIC + 13] = total


@_loop
def _opened(state, table, wanted, seen):
    """The first deal of some seats."""
    rules, more, bounds = table
    own = len(state.decks) > 1
    for seat in range(len(wanted)):
        if wanted[seat]:
            row, deck = state.rows[seat], state.decks[seat if own else 0]
            _begin(row, deck, state.streams[seat], state.mask[seat], rules, more, bounds)
            state.over[seat] = False
            _observe(row, rules, seen[seat])


@_loop
def _steps(state, table, actions, mode, told):
    """A step of every seat."""
    rules, more, bounds = table
    own = len(state.decks) > 1
    for seat in range(len(actions)):
        row, deck = state.rows[seat], state.decks[seat if own else 0]
        stream, mask = state.streams[seat], state.mask[seat]
        due = taken(state, told, mode, seat, actions[seat])
        if due == ACT:
            reward, over = _act(row, deck, stream, mask, rules, more, bounds, actions[seat])
            if brought(state, told, mode, seat, reward, over):
                if told.final.shape[1]:
                    _observe(row, rules, told.final[seat])
                due = BEGIN
        if due == BEGIN:
            _begin(row, deck, stream, mask, rules, more, bounds)
            state.over[seat] = False
        if due != IDLE:
            _observe(row, rules, told.seen[seat])


@dataclass(frozen=True)
class Seats(ShoeSeating):
    """Seats at Red Dog, as the environments ask for them."""

    terms: Terms

    encodings = ENCODINGS
    width, drawn, questions = WIDTH, PLACE, QUESTIONS
    least, choices = LEAST, ACTIONS
    batch = (_opened, _steps)
    script_names = MappingProxyType({"nothing more": "no raise"})

    @property
    def shoe(self) -> Shoe:
        return shoe_of(self.terms)

    @cached_property
    def _parts(self) -> int:
        return lcm(*(net.denominator for net in table_of(self.terms).nets.values()))

    @property
    def most(self) -> float:
        return float(max(abs(net) for net in table_of(self.terms).nets.values())) * max(self.sizes, default=1.0)

    @cached_property
    def _nets(self) -> Any:
        nets = np.zeros((13**3, 2), np.int64)
        for (first, second, third, raised), net in table_of(self.terms).nets.items():
            nets[((first - 2) * 13 + second - 2) * 13 + third - 2, int(raised)] = int(net * self._parts)
        return nets

    def table(self, encoding: str, how: int | None = None) -> tuple[Any, Any, Any]:
        full = [0] * 13
        for card in self.deck:
            full[int(card) // 4] += 1
        cut, burn = int(self.penetration * len(self.deck)), self.terms.dealing.burn.value
        numbers = [self._parts, self.dealt(how), cut, burn, list(ENCODINGS).index(encoding), len(self.sizes), *full]
        numbers += [round(100 * bet) for bet in self.sizes]
        return np.array(numbers, np.int64), self._nets, bounds_of(len(self.deck))

    def lying(self, row: Any) -> list[tuple[str, list[int | None]]]:
        names = ("first card", "second card", "third card")
        return [(names[at], [int(row[CARD + at])]) for at in range(int(row[LAID]))]

    def luck(self, row: Any) -> list[Any]:
        return [CARDS[int(row[CARD + at])] for at in range(int(row[LAID]))]
