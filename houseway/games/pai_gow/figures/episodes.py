"""Pai Gow for learning agents: four tiles to be set in two hands, against a House that sets by the Houseway.

An episode is a round for one unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit

from houseway.complaint import BadInput
from houseway.figures.episodes import (
    ACT,
    BEGIN,
    FRESH,
    IDLE,
    Encoding,
    Seating,
    bounds_of,
    brought,
    keeps,
    lucky,
    next_card,
    taken,
)
from houseway.games.pai_gow.figures.analysis import worth
from houseway.games.pai_gow.figures.kernel import numbered
from houseway.games.pai_gow.figures.trials import arranged, as_set
from houseway.games.pai_gow.hands import kinds as kinds_of
from houseway.games.pai_gow.houseway import four_of
from houseway.games.pai_gow.prompts import SET, SetTiles
from houseway.games.pai_gow.terms import Terms
from houseway.kit.tiles import TILES

ACTIONS = ("houseway", "1", "2", "3")
QUESTIONS = ("set the tiles", "over")
SETS, OVER = range(2)
EIGHT = 8

QUESTION, PLACE, OWN, BANK = range(4)
TILE = 4
DRAWN_FROM = TILE + EIGHT
WIDTH = DRAWN_FROM + EIGHT
UNIT, HOW, WINS, ENCODING = range(4)

_piece: Any = njit(forceinline=True, _nrt=False)  # type: ignore[call-overload]
_loop: Any = njit(cache=True, nogil=True, _nrt=False)  # type: ignore[call-overload]


@_piece
def _hand(row, first, kinds, numbers):
    a, b, c, d = (
        kinds[row[TILE + first]],
        kinds[row[TILE + first + 1]],
        kinds[row[TILE + first + 2]],
        kinds[row[TILE + first + 3]],
    )
    return numbers[((a * 16 + b) * 16 + c) * 16 + d]


@_piece
def _begin(row, deck, stream, mask, rules, more, bounds):
    """Four tiles for the player, four for the House."""
    kinds, numbers, _, _ = more
    luck = lucky(stream)
    for at in range(EIGHT):
        row[TILE + at], row[DRAWN_FROM + at], luck = next_card(deck, at, luck, bounds, rules[HOW], row, DRAWN_FROM, at)
    keeps(stream, luck)
    row[PLACE] = EIGHT
    row[OWN], row[BANK] = _hand(row, 0, kinds, numbers), _hand(row, 4, kinds, numbers)
    row[QUESTION] = SETS
    mask[:] = True


@_piece
def _act(row, deck, stream, mask, rules, more, bounds, action):
    _, _, strengths, chosen = more
    own, bank = row[OWN], row[BANK]
    way = chosen[own] if action == 0 else action - 1
    high = strengths[own, way, 0] > strengths[bank, chosen[bank], 0]
    low = strengths[own, way, 1] > strengths[bank, chosen[bank], 1]
    row[QUESTION] = OVER
    mask[:] = False
    net = 0 if high != low else rules[WINS] if high else -rules[UNIT]
    return net / rules[UNIT], True


KINDS = tuple(dict.fromkeys(tile.kind.code for tile in TILES))
FEATURES = tuple(f"the question: {words}" for words in QUESTIONS)
BASIC = len(FEATURES)
ENCODINGS = {
    "kinds": Encoding((*FEATURES, *(f"tiles of kind {code}" for code in KINDS))),
    "tiles": Encoding((*FEATURES, *(f"held, {tile}" for tile in TILES))),
    "ways": Encoding(
        (*FEATURES, *(f"way {n}, the {which} hand's strength" for n in (1, 2, 3) for which in ("high", "low")),
         *(f"the Houseway takes way {n}" for n in (1, 2, 3))), 1000.0,
    ),
}  # fmt: skip
BY_KINDS, BY_TILES, BY_WAYS = range(3)


@_piece
def _observe(row, rules, seen):
    seen[:] = 0.0
    seen[row[QUESTION]] = 1.0
    if rules[ENCODING] == BY_TILES:
        for at in range(4):
            seen[BASIC + row[TILE + at]] = 1.0
    elif rules[ENCODING] == BY_KINDS:
        for at in range(4):
            seen[BASIC + (row[TILE + at] >> 1)] += 1.0
    else:
        start = WAYS_FROM + 9 * row[OWN]
        for n in range(9):
            seen[BASIC + n] = rules[start + n]


WAYS_FROM = 4


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
class Seats(Seating):
    """Seats at Pai Gow, as the environments ask for them."""

    terms: Terms

    encodings = ENCODINGS
    width, drawn, questions = WIDTH, PLACE, QUESTIONS
    batch = (_opened, _steps)

    def __post_init__(self) -> None:
        if self.bets or self.penetration:
            raise BadInput(
                "every round of Pai Gow is dealt from all the tiles: nothing is kept, and nothing to size a wager by"
            )

    @property
    def actions(self) -> tuple[str, ...]:
        return ACTIONS

    @property
    def most(self) -> float:
        return 1.0

    @cached_property
    def deck(self) -> Any:
        return np.arange(len(TILES), dtype=np.uint8)

    def table(self, encoding: str, how: int | None = None) -> tuple[Any, Any, Any]:
        of = worth(self.terms)
        win = 1 - of.commission
        strengths, chosen = np.array(of.hands.strengths, np.int16), np.array(of.hands.chosen, np.int64)
        numbers = [win.denominator, FRESH if how is None else how, win.numerator, list(ENCODINGS).index(encoding)]
        ways = np.column_stack([strengths.reshape(-1, 6), *(chosen == n for n in range(3))]).astype(np.int64)
        kinds = np.array([tile.kind.index for tile in TILES], np.int64)
        more = (kinds, numbered(list(of.hands.fours)), strengths, chosen)
        return np.concatenate([np.array(numbers, np.int64), ways.ravel()]), more, bounds_of(len(TILES))

    def lying(self, row: Any) -> list[tuple[str, list[int | None]]]:
        over = int(row[QUESTION]) == OVER
        own = [int(row[TILE + at]) for at in range(4)]
        return [("area 2", list(own)), ("bank", [int(row[TILE + at]) if over else None for at in range(4, 8)])]

    def script_choices(self, prompt: Any, player: str) -> dict[str, Any] | None:
        if not isinstance(prompt, SetTiles):
            return None
        of = worth(self.terms)
        hand = of.hands.fours.index(four_of(kinds_of(prompt.held[player])))
        return {"houseway": "houseway", **{str(n + 1): f"{SET} {as_set(of, hand, n)}" for n in range(3)}}

    def luck(self, row: Any) -> list[Any]:
        eight = [TILES[int(row[TILE + at])] for at in range(EIGHT)]
        return arranged(self.terms, eight[:4], eight[4:])
